"""One time of being the active instance: everything that only the holder of the lease may do."""

import asyncio
from dataclasses import dataclass, field

from services.common.changes import Changes, first_of
from services.common.errors import ArenaError, NotActive, ShuttingDown
from services.matchmaking.director import Director
from services.matchmaking.players import Registry
from services.matchmaking.store.database import Database
from services.matchmaking.tickets import TicketBoard


@dataclass(slots=True)
class Tenure:
    """What the servicers work with; `over` is set when the lease is lost."""

    database: Database
    registry: Registry
    board: TicketBoard
    director: Director
    assigned: Changes[str]
    """Told the id of each player who was given a match."""
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Office:
    """Whether this instance is the active one, and what it then works with."""

    def __init__(self, draining: asyncio.Event) -> None:
        """`draining` is set when the process is about to stop."""
        self.taken = asyncio.Event()
        """Set while this instance is the active one."""
        self._draining = draining
        self._tenure: Tenure | None = None

    def take(self, tenure: Tenure) -> None:
        """Begin to serve."""
        self._tenure = tenure
        self.taken.set()

    def leave(self) -> None:
        """Serve no longer; open streams end."""
        if self._tenure is not None:
            self._tenure.over.set()
            self._tenure = None
            self.taken.clear()

    def tenure(self) -> Tenure:
        """The tenure under way; raises NotActive when another instance is active, or none yet."""
        if self._tenure is None:
            raise NotActive
        return self._tenure

    async def wait(self, stirred: asyncio.Event, tenure: Tenure) -> None:
        """Wait until `stirred` is set. Raises ShuttingDown or NotActive if this stream can tell nothing more."""
        await first_of(stirred, self._draining, tenure.over)
        if self._draining.is_set() or tenure.over.is_set():
            raise self._why_over()

    def _why_over(self) -> ArenaError:
        return ShuttingDown() if self._draining.is_set() else NotActive()
