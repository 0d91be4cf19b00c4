"""Signals are noted at once and acted upon where it is safe."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator

import pytest

from services.cli.interruption import Interrupted, Interruption, run_to_signal


@pytest.fixture(autouse=True)
def usual_handlers() -> Iterator[None]:
    """As a terminal has it: what is started in the background inherits that SIGINT is ignored, and asyncio leaves it so."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_raises_where_it_is_looked_for_and_nowhere_else(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with Interruption() as interruption:
        interruption.check()
        os.kill(os.getpid(), number)
        time.sleep(0.01)  # the handler has run, and nothing was raised
        other = signal.SIGTERM if number is signal.SIGINT else signal.SIGINT
        os.kill(os.getpid(), other)
        for _ in range(2):
            with pytest.raises(Interrupted) as interrupted:
                interruption.check()
            assert interrupted.value.code == 128 + number, "the first one counts"
        assert signal.getsignal(number) is not before
    assert signal.getsignal(number) is before


def test_who_waits_is_woken() -> None:
    main = threading.main_thread().ident
    assert main == threading.get_ident()
    with Interruption() as interruption:
        interruption.wait(0.01)
        later = threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT))
        later.start()
        begun = time.monotonic()
        with pytest.raises(Interrupted):
            interruption.wait(20)
        assert time.monotonic() - begun < 10
        later.join()


def test_work_is_run_to_its_end_and_the_handler_is_that_from_before() -> None:
    before = signal.getsignal(signal.SIGTERM)
    done = []

    async def work() -> None:
        await asyncio.sleep(0)
        done.append(True)

    run_to_signal(work())
    assert done == [True]
    assert signal.getsignal(signal.SIGTERM) is before


def test_what_goes_wrong_in_the_work_is_raised() -> None:
    async def work() -> None:
        raise ValueError("wrong")

    with pytest.raises(ValueError, match="wrong"):
        run_to_signal(work())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_cancels_the_work_which_ends_in_order(number: signal.Signals) -> None:
    ended = []

    async def work() -> None:
        asyncio.get_running_loop().call_later(0.02, os.kill, os.getpid(), number)
        try:
            await asyncio.sleep(20)
        finally:
            await asyncio.sleep(0.01)  # the loop still runs, and other tasks are waited for
            ended.append(True)

    with pytest.raises(KeyboardInterrupt if number is signal.SIGINT else Interrupted):
        run_to_signal(work())
    assert ended == [True]
