"""One tournament in memory: what follows from its definition and its tables."""

import asyncio
from collections.abc import Iterable

from services.common.ids import new_id
from services.matchmaking.domain.event import UNFINISHED, Event, EventState, EventTable, MatchState, Progress
from services.matchmaking.domain.standings import Line, Tally
from services.matchmaking.domain.tables import draw_round, tables_per_round
from services.matchmaking.domain.verdict import finishes


class LiveEvent:
    """A tournament as far as it is known here. Fed with tables as they are kept; never ahead of the database."""

    def __init__(self, event: Event, progress: Progress, tables: Iterable[EventTable]) -> None:
        """`tables` are all tables drawn so far, of all rounds."""
        self.event = event
        self.progress = progress
        self.stirred = asyncio.Event()
        """Set when something was written to the database that the tables in memory do not show yet."""
        self._tally = Tally.of((entrant.player_id for entrant in event.entrants), event.points)
        self._drawn = dict.fromkeys((entrant.player_id for entrant in event.entrants), 0)
        self._known: set[tuple[int, int]] = set()
        self._ended: set[tuple[int, int]] = set()
        self._current: dict[int, EventTable] = {}
        self.take(tables)

    @property
    def matches_total(self) -> int:
        """Tables of all rounds, those to come included."""
        return self.event.rounds * tables_per_round(len(self.event.entrants), self.event.table_size)

    @property
    def matches_done(self) -> int:
        """Tables that are over: scored or void."""
        return len(self._ended)

    @property
    def current_tables(self) -> list[EventTable]:
        """The tables of the current round, by number."""
        return [self._current[number] for number in sorted(self._current)]

    @property
    def round_is_over(self) -> bool:
        """Whether no table of the current round is played any more; also before the first round."""
        return all(table.state not in UNFINISHED for table in self._current.values())

    @property
    def is_settled(self) -> bool:
        """Whether nothing of it can change any more."""
        state = self.progress.state
        return state is EventState.FINISHED or (state is EventState.ABORTED and self.round_is_over)

    def is_played(self, table: EventTable) -> bool:
        """Whether the match of a table still has no result."""
        current = self._current.get(table.table) if table.round == self.progress.current_round else None
        return current is not None and current.match_id == table.match_id and current.state in UNFINISHED

    def take(self, tables: Iterable[EventTable]) -> None:
        """Take over tables as they are kept now; what has been counted is not counted again."""
        for table in tables:
            place = (table.round, table.table)
            if place not in self._known:
                self._known.add(place)
                for player_id in table.player_ids:
                    self._drawn[player_id] += 1
            if table.state not in UNFINISHED and place not in self._ended:
                self._ended.add(place)
                if table.state is MatchState.SCORED and table.result is not None:
                    self._tally.add(finishes(table.result))
            if table.round == self.progress.current_round:
                self._current[table.table] = table

    def standings(self) -> list[Line]:
        """Best first."""
        return self._tally.standings()

    def draw_next(self) -> list[EventTable]:
        """The tables of the next round: the same, but for the ids of the matches, whenever they are drawn."""
        number = self.progress.current_round + 1
        games = [self._drawn[entrant.player_id] for entrant in self.event.entrants]
        drawn = draw_round(games, self.event.table_size, self.event.pairing_key, number)
        return [
            EventTable(
                match_id=new_id(),
                round=number,
                table=position,
                attempt=1,
                state=MatchState.DRAWN,
                player_ids=tuple(self.event.entrants[entrant].player_id for entrant in table),
            )
            for position, table in enumerate(drawn, 1)
        ]

    def enter(self, progress: Progress) -> None:
        """Move on; the tables of a new round are yet to be taken."""
        if progress.current_round != self.progress.current_round:
            self._current = {}
        self.progress = progress
