"""`arena up`: the platform on this machine until Ctrl-C."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter
from cyclopts.validators import Number

from services.cli import console
from services.cli.interruption import Interrupted, Interruption
from services.cli.platform import DEFAULT_DATA
from services.cli.stack import MOST_REPLICAS, Stack, StackSettings

_TEND_SECONDS: Final = 0.25


def up(
    *,
    rules_replicas: Annotated[int, Parameter(validator=Number(gte=1, lte=MOST_REPLICAS))] = 1,
    data: Path = DEFAULT_DATA,
    port: Annotated[int, Parameter(validator=Number(gte=0, lte=65535))] = 0,
    host: str = "127.0.0.1",
    sync_always: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Run the platform.

    Parameters
    ----------
    rules_replicas
        How many rules replicas.
    data
        Data folder: keys, match logs, ratings, logs of the services. Made if it is not there; everything in it is taken up again.
    port
        Base port: matchmaking listens there, scoring on the next, then bots, then NATS, rules replicas from 10 above;
        metrics 100 higher. 0: free ports.
    host
        Address to listen on.
    sync_always
        Flush every accepted action to the disk before it is answered: survives a power cut, costs about 40 % of the rate.
    """
    settings = StackSettings(data, rules_replicas=rules_replicas, host=host, port=port, sync_always=sync_always)
    with Interruption() as interruption:
        stack = Stack(settings, look=interruption.check)
        try:
            with contextlib.suppress(Interrupted):  # this is how it is to end
                stack.start()
                print_addresses(stack)
                while True:
                    for line in stack.tend():
                        console.err().print(line, markup=False)
                    interruption.wait(_TEND_SECONDS)
            console.err().print("stopping", markup=False)
        finally:
            stack.stop()
    console.err().print("stopped", markup=False)


def print_addresses(stack: Stack) -> None:
    """Where everything is, as a table."""
    rows = []
    for process in reversed(stack.services):
        assert process.announcement is not None, "a stack has started when everything has announced itself"
        rows.append((process.label, process.announcement.grpc, process.announcement.metrics))
    rows.append(("nats", stack.nats.url.removeprefix("nats://"), ""))
    out = console.out()
    out.print(console.table("", ("service", "gRPC", "metrics"), rows, left=("service", "gRPC", "metrics")))
    out.print(f"data {stack.data_dir}, logs in {stack.data_dir / 'log'}", markup=False)
    out.print("Ctrl-C stops everything", markup=False)
