"""What a handler may know about the call that it serves."""

from contextvars import ContextVar

from services.common.access import Identity
from services.common.errors import NoToken

_identity: ContextVar[Identity | None] = ContextVar("identity", default=None)


def enter(identity: Identity | None) -> None:
    """Set by the guard at the start of a call; each call runs in a context of its own."""
    _identity.set(identity)


def caller() -> Identity:
    """Who calls; raises NoToken on methods that are open to everybody, when nobody signed in."""
    identity = _identity.get()
    if identity is None:
        raise NoToken
    return identity


def caller_or_none() -> Identity | None:
    """Who calls, if anybody signed in."""
    return _identity.get()
