"""Free ports that stay free: a process that was killed is started again at its old address, where its clients look for it."""

import errno
import random
import socket
from pathlib import Path
from typing import Final

_CHOSEN_FROM: Final = range(10_000, 21_000)
_HANDED_OUT: Final = Path("/proc/sys/net/ipv4/ip_local_port_range")
_TRIES: Final = 64


def lasting_port(host: str) -> int:
    """A free port on ``host`` that the system gives to nobody by itself; 0 (any) if none is found.

    A port that the system chose may be given to any process that connects somewhere, as soon as ours is dead: then ours cannot
    come back there.
    """
    handed_out = _handed_out()
    candidates = [port for port in _CHOSEN_FROM if port not in handed_out]
    try:
        # Once: an address that nobody knows may take its seconds to be found unknown.
        family, _, _, _, address = socket.getaddrinfo(host.strip("[]"), 0, type=socket.SOCK_STREAM)[0]
        for port in random.sample(candidates, min(_TRIES, len(candidates))):
            if _is_free(family, (address[0], port, *address[2:])):
                return port
    except (OSError, UnicodeError):
        return 0  # not for want of a port: who listens there will hear why
    return 0


def _handed_out() -> range:
    """The ports that the system chooses from, as far as it says so."""
    try:
        first, last = _HANDED_OUT.read_text(encoding="ascii").split()
        return range(int(first), int(last) + 1)
    except (OSError, ValueError):
        return range(0)


def _is_free(family: socket.AddressFamily, address: tuple[str | int, ...]) -> bool:
    """Whether one may listen there; raises OSError if no port of the host will do."""
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            return False
    return True
