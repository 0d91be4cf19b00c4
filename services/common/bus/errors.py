"""What can go wrong on the bus.

    BusError
    ├── Conflict      the stream moved on: fold what was missed, look the request up, only then re-validate
    │   └── Fenced    the lease was lost: stop working, write nothing more
    ├── Unavailable   no acknowledgement: the OUTCOME IS UNKNOWN, fold before anything else
    ├── TooLarge      the message exceeds the server's limit; nothing was written
    └── BusRefused    the server refused for another reason (a mistake of ours or of the set-up)

Services map them to public errors in one place, `services.common.rpc.failures`.
"""


class BusError(Exception):
    """Base of all errors of the bus; the text is for logs, never for clients."""


class Conflict(BusError):
    """The expected last sequence no longer holds, or the message id is already in the stream.

    `duplicate` tells the second case: the id was seen, which proves neither that it was in this match nor that
    the entry is ours, so it is handled exactly like the first.
    """

    def __init__(self, message: str, *, duplicate: bool = False) -> None:
        super().__init__(message)
        self.duplicate = duplicate


class Fenced(Conflict):
    """A write of an instance that no longer holds its lease was refused."""


class Unavailable(BusError):
    """The server did not answer in time. A write may or may not have been stored, even later."""


class TooLarge(BusError):
    """The payload exceeds the server's limit."""


class BusRefused(BusError):
    """An answer with an error that is not one of the above; `code` is the server's error code."""

    def __init__(self, message: str, *, code: int) -> None:
        super().__init__(message)
        self.code = code
