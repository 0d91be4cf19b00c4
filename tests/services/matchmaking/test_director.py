"""The director on its own: what it must notice at the edges of its life."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from arena.errors import Refused, Unreachable
from arena.pb.bots.v1 import bots_pb2
from arena.pb.rules.v1 import matches_pb2, reasons_pb2, results_pb2
from services.common.sql import DatabaseUnavailable
from services.matchmaking.director import Director
from services.matchmaking.domain.event import EventState, MatchState, Progress
from services.matchmaking.domain.verdict import Verdict
from services.matchmaking.live_event import LiveEvent
from services.matchmaking.store import matches, tournaments
from services.matchmaking.store.database import Database
from tests.services.conftest import eventually
from tests.services.matchmaking.events import NOW, event, result


class Rules:
    """Creates everything, after so many failures."""

    def __init__(self, failures: list[Exception] | None = None) -> None:
        self.failures = failures or []
        self.created: list[str] = []
        self.aborted: list[str] = []

    def target(self, game: str) -> str:
        return "127.0.0.1:1"

    async def create(self, request: matches_pb2.CreateMatchRequest) -> matches_pb2.CreateMatchResponse:
        if self.failures:
            raise self.failures.pop(0)
        self.created.append(request.match_id)
        return matches_pb2.CreateMatchResponse(match_id=request.match_id, rules_version=1)

    async def abort(self, game: str, match_id: str) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.aborted.append(match_id)


class Quarantined(Rules):
    """Has the matches, but cannot fold them: they cannot be created, and can be stopped."""

    def __init__(self, doubted: Exception) -> None:
        super().__init__()
        self._doubted = doubted

    async def create(self, request: matches_pb2.CreateMatchRequest) -> matches_pb2.CreateMatchResponse:
        raise self._doubted


class Bots:
    """Seats every bot."""

    def __init__(self) -> None:
        self.filled: list[bots_pb2.FillSeatsRequest] = []

    async def fill(self, request: bots_pb2.FillSeatsRequest) -> None:
        self.filled.append(request)


def director(database: Database, rules: Rules, bots: Bots) -> Director:
    return Director(database, rules, bots, lambda *seat: "token", lambda player: None)  # type: ignore[arg-type]  # fakes


@asynccontextmanager
async def directing(made: Director) -> AsyncIterator[None]:
    running = asyncio.create_task(made.run())
    try:
        yield
    finally:
        running.cancel()
        await asyncio.wait([running])


async def finished(database: Database, tournament_id: str) -> None:
    async with asyncio.timeout(10):
        while True:
            known = await database.read(tournaments.load, tournament_id)
            if known is not None and known[1].state is EventState.FINISHED:
                return
            await asyncio.sleep(0.01)


async def settled(made: Director, tournament_id: str) -> None:
    async with asyncio.timeout(10):
        while True:
            live = await made.find(tournament_id)
            if live is not None and live.is_settled:
                return
            await asyncio.sleep(0.01)


async def test_a_result_recorded_while_the_tournament_is_read_is_noticed(database: Database) -> None:
    held = event(entrants=2, rounds=1)
    live = LiveEvent(held, Progress(EventState.RUNNING), ())
    (table,) = drawn = live.draw_next()
    await database.write(tournaments.insert, held)
    await database.write(tournaments.start, held.tournament_id, NOW)
    await database.write(tournaments.open_round, held, drawn, NOW)

    class Raced(Director):
        async def _load(self, tournament_id: str) -> LiveEvent | None:
            read = await super()._load(tournament_id)
            # Committed after the read, told before anybody listens.
            new = await database.write(matches.record_result, result(table.match_id, table.player_ids), NOW)
            assert new is not None
            self.recorded(new)
            return read

    # Away, or creating the match anew would make the director look again.
    away = Rules([Unreachable("away")] * 1000)
    raced = Raced(database, away, Bots(), lambda *seat: "token", lambda player: None)  # type: ignore[arg-type]
    async with directing(raced):
        await finished(database, held.tournament_id)


async def test_a_resumed_round_creates_and_seats_again_what_has_no_result(database: Database) -> None:
    held = event(entrants=6, rounds=1)
    drawn = LiveEvent(held, Progress(EventState.RUNNING), ()).draw_next()
    await database.write(tournaments.insert, held)
    await database.write(tournaments.start, held.tournament_id, NOW)
    await database.write(tournaments.open_round, held, drawn, NOW)
    for table, state in zip(drawn, (MatchState.CREATED, MatchState.PLAYING), strict=False):
        await database.write(matches.advance, table.match_id, state, 1)
    done = drawn[2]
    await database.write(matches.record_result, result(done.match_id, done.player_ids), NOW)
    rules, bots = Rules(), Bots()
    async with directing(director(database, rules, bots)):
        await eventually(lambda: len(bots.filled) == 2)
        assert sorted(rules.created) == sorted(table.match_id for table in drawn[:2])
        seeds = {seat.bot_seed for request in bots.filled for seat in request.seats}
        assert len(seeds) == sum(len(request.seats) for request in bots.filled)


async def test_refusals_and_silence_are_both_tried_again(database: Database) -> None:
    held = event(entrants=2, rounds=1)
    await database.write(tournaments.insert, held)
    rules, bots = Rules([Unreachable("away"), Refused("no"), DatabaseUnavailable("locked")]), Bots()
    made = director(database, rules, bots)
    async with directing(made):
        await made.start(held.tournament_id)
        await eventually(lambda: len(bots.filled) == 1)
    assert rules.failures == []


async def test_a_fault_in_one_event_does_not_stop_another(database: Database) -> None:
    broken, sound = event(entrants=2, rounds=1), event(entrants=2, rounds=1, number=2)
    for held in (broken, sound):
        await database.write(tournaments.insert, held)
        await database.write(tournaments.start, held.tournament_id, NOW)
    rules, bots = Rules([RuntimeError("a fault of ours")]), Bots()
    made = director(database, rules, bots)
    async with directing(made):
        await eventually(lambda: len(rules.created) == 1)
        found = [await made.find(held.tournament_id) for held in (broken, sound)]
        match_id = rules.created[0]
        table = next(
            table for live in found if live is not None for table in live.current_tables if table.match_id == match_id
        )
        new = await database.write(matches.record_result, result(match_id, table.player_ids), NOW)
        assert new is not None
        assert new.tournament_id is not None
        made.recorded(new)
        await finished(database, new.tournament_id)


async def test_an_aborted_tournament_is_taken_up_by_the_next_director_until_its_last_match_is_stopped(
    database: Database,
) -> None:
    held = event(entrants=8, rounds=2)
    drawn = LiveEvent(held, Progress(EventState.RUNNING), ()).draw_next()
    await database.write(tournaments.insert, held)
    await database.write(tournaments.start, held.tournament_id, NOW)
    await database.write(tournaments.open_round, held, drawn, NOW)
    not_created, created, playing, done = drawn
    await database.write(matches.advance, created.match_id, MatchState.CREATED, 1)
    await database.write(matches.advance, playing.match_id, MatchState.PLAYING, 1)
    await database.write(matches.record_result, result(done.match_id, done.player_ids), NOW)
    await database.write(tournaments.abort, held.tournament_id, NOW)
    running = [not_created.match_id, created.match_id, playing.match_id]
    rules, bots = Rules([Unreachable("away"), Refused("not now")]), Bots()
    made = director(database, rules, bots)
    async with directing(made):
        await eventually(lambda: sorted(rules.aborted) == sorted(running))
        assert rules.created == [not_created.match_id]
        live = await made.find(held.tournament_id)
        assert live is not None
        assert not live.is_settled
        for table in (not_created, created, playing):
            stopped = result(table.match_id, table.player_ids, results_pb2.MATCH_ENDING_ABORTED)
            recorded = await database.write(matches.record_result, stopped, NOW)
            assert recorded is not None
            assert recorded.verdict is Verdict.CALLED_OFF
            made.recorded(recorded)
        await eventually(lambda: live.is_settled)
    assert await database.read(tournaments.unsettled) == []
    known = await database.read(tournaments.load, held.tournament_id)
    assert known is not None
    assert (known[1].state, known[1].current_round) == (EventState.ABORTED, 1)
    assert sorted(line.score.games for line in live.standings()) == [0] * 6 + [1] * 2
    assert bots.filled == []


async def test_a_table_of_an_aborted_tournament_that_cannot_be_created_is_given_up(database: Database) -> None:
    held = event(entrants=2, rounds=3)
    await database.write(tournaments.insert, held)
    rules, bots = Rules([Refused("there is no such game")] * 50), Bots()
    made = director(database, rules, bots)
    async with directing(made):
        await made.start(held.tournament_id)
        await eventually(lambda: len(rules.failures) < 50)
        await made.abort(held.tournament_id)
        await made.abort(held.tournament_id)
        await settled(made, held.tournament_id)
    assert (rules.created, rules.aborted, bots.filled) == ([], [], [])
    (table,) = await database.read(matches.tables, held.tournament_id)
    assert table.state is MatchState.VOID


async def test_a_match_that_its_replicas_cannot_fold_is_stopped_although_it_was_never_noted_as_created(
    database: Database,
) -> None:
    """Matchmaking died between the match and the note that it exists."""
    held = event(entrants=4, rounds=2)
    await database.write(tournaments.insert, held)
    await database.write(tournaments.start, held.tournament_id, NOW)
    drawn = LiveEvent(held, Progress(EventState.RUNNING), ()).draw_next()
    await database.write(tournaments.open_round, held, drawn, NOW)
    await database.write(tournaments.abort, held.tournament_id, NOW)
    doubted = Unreachable("in doubt", reason=reasons_pb2.REASON_MATCH_QUARANTINED)
    rules, bots = Quarantined(doubted), Bots()
    async with directing(director(database, rules, bots)):
        await eventually(lambda: sorted(rules.aborted) == sorted(table.match_id for table in drawn))
    assert rules.created == []


async def test_an_aborted_tournament_lets_go_of_matches_that_a_power_cut_took_from_the_bus(database: Database) -> None:
    held = event(entrants=4, rounds=2)
    await database.write(tournaments.insert, held)
    await database.write(tournaments.start, held.tournament_id, NOW)
    drawn = LiveEvent(held, Progress(EventState.RUNNING), ()).draw_next()
    await database.write(tournaments.open_round, held, drawn, NOW)
    for table in drawn:
        await database.write(matches.advance, table.match_id, MatchState.PLAYING, 1)
    await database.write(tournaments.abort, held.tournament_id, NOW)
    gone = [Refused("no such match", reason=reasons_pb2.REASON_UNKNOWN_MATCH) for _ in drawn]
    rules, bots = Rules([Unreachable("away"), *gone]), Bots()
    made = director(database, rules, bots)
    async with directing(made):
        await settled(made, held.tournament_id)
    tables = await database.read(matches.tables, held.tournament_id)
    assert [table.state for table in tables] == [MatchState.VOID] * len(drawn)
    assert (rules.created, rules.aborted) == ([], [])


async def test_a_tournament_that_is_aborted_while_a_round_is_opened_opens_none(database: Database) -> None:
    held = event(entrants=2, rounds=3)
    await database.write(tournaments.insert, held)

    class Raced(Director):
        async def _open_round(self, live: LiveEvent) -> None:
            await self.abort(held.tournament_id)
            await super()._open_round(live)

    rules = Rules()
    raced = Raced(database, rules, Bots(), lambda *seat: "token", lambda player: None)  # type: ignore[arg-type]
    async with directing(raced):
        await raced.start(held.tournament_id)
        await settled(raced, held.tournament_id)
    assert await database.read(matches.tables, held.tournament_id) == []
    assert rules.created == []
