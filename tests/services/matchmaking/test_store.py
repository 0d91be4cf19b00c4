"""Players, tournaments and matches as they are kept."""

from dataclasses import replace

import pytest
import sqlalchemy as sa

from arena.pb.rules.v1 import results_pb2
from arena.pb.rules.v1.games_pb2 import GameOptions
from services.matchmaking.domain.event import Event, EventState, EventTable, Leg, MatchState, Progress
from services.matchmaking.domain.verdict import MAX_ATTEMPTS, Verdict
from services.matchmaking.live_event import LiveEvent
from services.matchmaking.store import matches, players, tournaments
from services.matchmaking.store.database import Database
from services.matchmaking.store.players import Player
from services.matchmaking.store.schema import MATCHES
from tests.services.matchmaking.events import NOW, OPTIONS, event, identifier, result

ABORTED = results_pb2.MATCH_ENDING_ABORTED
ANNA = Player(identifier("anna"), "Anna", "hash", ("player", "host"), NOW)


async def running(database: Database, held: Event) -> list[EventTable]:
    """A tournament in its first round; returns the tables."""
    tables = LiveEvent(held, Progress(EventState.RUNNING), ()).draw_next()
    await database.write(tournaments.insert, held)
    await database.write(tournaments.start, held.tournament_id, NOW)
    await database.write(tournaments.open_round, held, tables, NOW)
    return tables


async def kept_tables(database: Database, held: Event) -> list[EventTable]:
    return await database.read(matches.tables, held.tournament_id)


async def progress(database: Database, held: Event) -> Progress:
    known = await database.read(tournaments.load, held.tournament_id)
    assert known is not None
    return known[1]


async def test_players_are_found_by_id_and_by_name_however_it_is_written(database: Database) -> None:
    await database.write(players.insert, ANNA)
    assert await database.read(players.by_id, ANNA.player_id) == ANNA
    assert await database.read(players.by_name, " ANNA") == ANNA
    assert await database.read(players.by_ids, [ANNA.player_id, "x"]) == {ANNA.player_id: ANNA}
    assert await database.read(players.by_id, "x") is None
    assert await database.read(players.by_name, "Berta") is None


async def test_a_tournament_is_read_as_it_was_kept(database: Database) -> None:
    held = event(data_digest=b"d" * 16)
    await database.write(tournaments.insert, held)
    known = await database.read(tournaments.load, held.tournament_id)
    assert known == (held, Progress(EventState.CREATED))
    assert await database.read(tournaments.load, "x") is None
    with pytest.raises(sa.exc.IntegrityError):
        await database.write(tournaments.insert, held)


async def test_a_tournament_of_several_games_is_read_as_it_was_kept(database: Database) -> None:
    legs = (Leg("medico", OPTIONS, 1), Leg("azerland", GameOptions(), 2, b"d" * 16))
    held, other = event(legs=legs), event(number=2)
    tables = await running(database, held)
    await database.write(tournaments.insert, other)
    known = await database.read(tournaments.load, held.tournament_id)
    assert known is not None
    assert known[0] == held
    games = {
        game: [event.legs for event, _ in await database.read(tournaments.page, game, None, 9)]
        for game in ("", "medico", "azerland")
    }
    assert games == {"": [(), legs], "medico": [(), legs], "azerland": [legs]}
    later = [replace(table, round=2, match_id=identifier(f"later{table.table}")) for table in tables]
    await database.write(tournaments.open_round, held, later, NOW)
    for table, game in ((tables[0], "medico"), (later[0], "azerland")):
        assert await game_of(database, table.match_id) == game


async def game_of(database: Database, match_id: str) -> str | None:
    def read(connection: sa.Connection) -> str | None:
        return connection.scalar(sa.select(MATCHES.c.game).where(MATCHES.c.match_id == match_id))

    return await database.read(read)


async def test_tournaments_come_newest_first_in_pages_and_by_game(database: Database) -> None:
    events = [event(number=number) for number in range(1, 6)]
    # Two created in the same moment must not get lost between pages.
    events[2] = replace(events[2], created=events[1].created)
    events[4] = replace(events[4], game="tinctura")
    for held in events:
        await database.write(tournaments.insert, held)
    found: list[str] = []
    before: tuple[int, str] | None = None
    while page := await database.read(tournaments.page, "", before, 2):
        found += [held.tournament_id for held, _ in page]
        before = (page[-1][0].created, page[-1][0].tournament_id)
    assert found == [events[index].tournament_id for index in (4, 3, 2, 1, 0)]
    only = await database.read(tournaments.page, "tinctura", None, 10)
    assert [held.tournament_id for held, _ in only] == [events[4].tournament_id]


async def test_starting_and_finishing_happen_once(database: Database) -> None:
    held = event()
    await database.write(tournaments.insert, held)
    await database.write(tournaments.finish, held.tournament_id, NOW)
    assert (await progress(database, held)).state is EventState.CREATED
    for moment in (NOW, NOW + 1):
        await database.write(tournaments.start, held.tournament_id, moment)
    assert await progress(database, held) == Progress(EventState.RUNNING, 0, NOW)
    assert await database.read(tournaments.running) == [held.tournament_id]
    for moment in (NOW + 2, NOW + 3):
        await database.write(tournaments.finish, held.tournament_id, moment)
    assert await progress(database, held) == Progress(EventState.FINISHED, 0, NOW, NOW + 2)
    assert await database.read(tournaments.running) == []


async def test_a_round_is_opened_once_even_if_it_is_drawn_twice(database: Database) -> None:
    held = event()
    tables = await running(database, held)
    again = LiveEvent(held, Progress(EventState.RUNNING), ()).draw_next()
    assert [table.player_ids for table in again] == [table.player_ids for table in tables]
    await database.write(tournaments.open_round, held, again, NOW)
    assert await kept_tables(database, held) == tables
    assert (await progress(database, held)).current_round == 1


async def test_a_result_counts_once(database: Database) -> None:
    held = event()
    table = (await running(database, held))[0]
    ended = result(table.match_id, table.player_ids)
    recorded = await database.write(matches.record_result, ended, NOW)
    assert recorded == matches.Recorded(
        table.match_id, table.player_ids, held.tournament_id, 1, table.table, Verdict.SCORED
    )
    assert await database.write(matches.record_result, ended, NOW) is None
    kept = (await kept_tables(database, held))[0]
    assert (kept.state, kept.result) == (MatchState.SCORED, ended)


async def test_a_match_of_nobody_is_ignored(database: Database) -> None:
    stranger = result(identifier("stranger"), ["a", "b"])
    assert await database.write(matches.record_result, stranger, NOW) is None


async def test_a_stopped_match_is_replayed_by_the_same_seats_and_void_in_the_end(database: Database) -> None:
    held = event()
    first = (await running(database, held))[0]
    table = first
    for attempt in range(1, MAX_ATTEMPTS + 1):
        assert (table.attempt, table.player_ids) == (attempt, first.player_ids)
        stopped = result(table.match_id, table.player_ids, ABORTED)
        recorded = await database.write(matches.record_result, stopped, NOW)
        assert recorded is not None
        assert recorded.verdict is (Verdict.REPLAY if attempt < MAX_ATTEMPTS else Verdict.VOID)
        table = (await kept_tables(database, held))[0]
    assert table.state is MatchState.VOID
    assert table.result is not None
    assert len(await kept_tables(database, held)) == 2


async def test_a_finished_match_does_not_go_back(database: Database) -> None:
    held = event()
    table = (await running(database, held))[0]
    await database.write(matches.record_result, result(table.match_id, table.player_ids), NOW)
    await database.write(matches.advance, table.match_id, MatchState.PLAYING, 1)
    assert (await kept_tables(database, held))[0].state is MatchState.SCORED


async def test_tables_come_in_order_by_round_and_in_pages(database: Database) -> None:
    held = event(entrants=12)
    tables = await running(database, held)
    for table in tables:
        await database.write(matches.record_result, result(table.match_id, table.player_ids), NOW)
    live = LiveEvent(held, await progress(database, held), await kept_tables(database, held))
    await database.write(tournaments.open_round, held, live.draw_next(), NOW)

    seen: list[tuple[int, int]] = []
    after = (0, 0)
    while some := await database.read(matches.tables, held.tournament_id, after=after, limit=5):
        seen += [(table.round, table.table) for table in some]
        after = seen[-1]
    assert seen == [(number, table) for number in (1, 2) for table in range(1, 7)]
    second = await database.read(matches.tables, held.tournament_id, round_number=2)
    assert {table.round for table in second} == {2}
    assert len(second) == 6


async def test_a_player_is_given_the_matches_that_exist_and_have_no_result(database: Database) -> None:
    held = event(entrants=4, table_size=4)
    table = (await running(database, held))[0]
    anna = identifier("anna")
    assert await database.read(matches.given_to, anna, 0) == []
    await database.write(matches.advance, table.match_id, MatchState.CREATED, 7)
    queued = identifier("queued")
    for _ in range(2):
        await database.write(matches.insert_queued, queued, "medico", 7, ["b", anna], NOW + 5)
    given = await database.read(matches.given_to, anna, 0)
    assert [(one.match_id, one.seat, one.seats, one.rules_version) for one in given] == [
        (table.match_id, table.player_ids.index(anna), 4, 7),
        (queued, 1, 2, 7),
    ]
    assert given[0].tournament == results_pb2.TournamentRef(tournament_id=held.tournament_id, round=1, table=1)
    assert given[1].tournament is None
    assert [one.match_id for one in await database.read(matches.given_to, anna, NOW + 5)] == [queued]
    assert set(await database.read(matches.unfinished)) == {("medico", table.match_id), ("medico", queued)}
    assert await database.read(matches.counts) == {("medico", "queue"): 1, ("medico", "tournament"): 1}
    # A queue's match is scored however it ends: there is no table to play again.
    recorded = await database.write(matches.record_result, result(queued, ["b", anna], ABORTED), NOW)
    assert recorded is not None
    assert recorded.verdict is Verdict.SCORED
    assert [one.match_id for one in await database.read(matches.given_to, anna, 0)] == [table.match_id]
