"""Counting results: once each, in order, together with the checkpoint; and the same again from the start."""

from __future__ import annotations

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arena.pb.rules.v1 import results_pb2 as pb
from services.common.bus import Fenced, Stored
from services.common.startup import SettingsInvalid, StartFailed
from services.scoring.domain.raters import house_bot_id
from services.scoring.domain.ratings import UNKNOWN, rate
from services.scoring.store import boards, matches
from services.scoring.store.checkpoint import Checkpoint, OtherStream, read_checkpoint
from services.scoring.store.database import TABLES, Database
from services.scoring.store.ledger import Gap, count, recount
from services.scoring.store.schema import RATINGS, REBUILT, UNREADABLE
from tests.services.conftest import schema_differences
from tests.services.scoring.results import an_id, many, match_result, players, seat, stored

STREAM = "2026-01-01T00:00:00Z"


async def counted(database: Database, *results: pb.MatchResult, after: int = 0, fence: int | None = None) -> None:
    messages = [stored(after + number, result) for number, result in enumerate(results, start=1)]
    await database.write(lambda connection: count(connection, STREAM, messages, after, fence))


def rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """All that a rebuild has to give again, row by row."""
    return {
        table.name: [tuple(row) for row in connection.execute(sa.select(table).order_by(*table.primary_key.columns))]
        for table in REBUILT
    }


async def test_the_migrations_make_exactly_the_tables_of_the_schema(database: Database) -> None:
    assert await database.read(schema_differences(TABLES)) == []


async def test_opening_twice_changes_nothing(database: Database, database_url: str) -> None:
    await counted(database, players("m1", "ada", "bo"))
    again = Database(database_url)
    await again.open()
    assert (await again.read(read_checkpoint)).sequence == 1
    await again.close()


async def test_a_result_moves_ratings_and_checkpoint(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo", "cy"))
    first, second, third = rate([UNKNOWN] * 3, [1, 2, 3])
    lines, token = await database.read(lambda c: boards.leaderboard(c, "medico", 3))
    assert [(line.rank, line.rating.name) for line in lines] == [(1, "ada"), (2, "bo"), (3, "cy")]
    assert [line.rating.mu for line in lines] == [first.mu, second.mu, third.mu]
    assert [line.rating.sigma for line in lines] == [first.sigma, second.sigma, third.sigma]
    assert [(line.rating.games, line.rating.wins) for line in lines] == [(1, 1), (1, 0), (1, 0)]
    assert lines[0].rating.algorithm == "PlackettLuce"
    assert lines[0].rating.algorithm_version.startswith("openskill-")
    assert token == ""
    assert await database.read(read_checkpoint) == Checkpoint(STREAM, 1)


async def test_ratings_are_kept_per_game_and_number_of_seats(database: Database) -> None:
    await counted(
        database,
        players("m1", "ada", "bo"),
        players("m2", "bo", "ada", "cy"),
        match_result("m3", [seat(0, "bo", 1), seat(1, "ada", 2)], game="tinctura"),
    )
    two = await database.read(lambda c: boards.rating(c, an_id("ada"), "medico", 2))
    three = await database.read(lambda c: boards.rating(c, an_id("ada"), "medico", 3))
    other = await database.read(lambda c: boards.rating(c, an_id("ada"), "tinctura", 2))
    assert two is not None
    assert three is not None
    assert other is not None
    assert two.mu > three.mu > other.mu
    assert await database.read(lambda c: boards.rating(c, an_id("ada"), "medico", 4)) is None
    assert await database.read(boards.boards) == [("medico", 2, 2), ("medico", 3, 3), ("tinctura", 2, 2)]


async def test_an_unrated_result_is_listed_and_changes_no_rating(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo", rated=False))
    assert await database.read(lambda c: boards.rating(c, an_id("ada"), "medico", 2)) is None
    lines, _ = await database.read(lambda c: matches.history(c, an_id("ada")))
    assert [(line.rated, line.HasField("rating_before")) for line in lines] == [(False, False)]


async def test_messages_up_to_the_checkpoint_are_passed_over(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo"), players("m2", "ada", "bo"))
    before = await database.read(rows)
    await counted(database, players("m1", "ada", "bo"), players("m2", "ada", "bo"))
    assert await database.read(rows) == before


async def test_a_second_result_of_a_match_counts_nothing(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo"), players("m1", "bo", "ada"))
    ada = await database.read(lambda c: boards.rating(c, an_id("ada"), "medico", 2))
    assert ada is not None
    assert (ada.games, ada.wins) == (1, 1)
    assert (await database.read(read_checkpoint)).sequence == 2


async def test_messages_that_leave_something_out_are_refused_and_change_nothing(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo"))
    before = await database.read(rows)
    with pytest.raises(Gap) as missing:
        await counted(database, players("m3", "ada", "bo"), after=2)
    assert missing.value.after == 1
    assert await database.read(rows) == before


async def test_what_fails_in_the_middle_of_a_batch_leaves_nothing_behind(database: Database) -> None:
    before = await database.read(rows)

    def fails(connection: Connection) -> None:
        count(connection, STREAM, [stored(1, players("m1", "ada", "bo"))], 0)
        raise RuntimeError("killed here")

    with pytest.raises(RuntimeError, match="killed here"):
        await database.write(fails)
    assert await database.read(rows) == before
    assert (await database.read(read_checkpoint)).sequence == 0


async def test_a_stale_lease_cannot_write(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo"), fence=7)
    with pytest.raises(Fenced, match="token 6 is stale"):
        await counted(database, players("m2", "ada", "bo"), after=1, fence=6)
    assert (await database.read(read_checkpoint)).sequence == 1
    await counted(database, players("m2", "ada", "bo"), after=1, fence=7)
    await counted(database, players("m3", "ada", "bo"), after=2, fence=9)
    assert (await database.read(read_checkpoint)).sequence == 3


async def test_results_of_another_stream_are_not_mixed_in(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo"))
    with pytest.raises(OtherStream, match="arena scoring rebuild"):
        await database.write(lambda c: count(c, "another", [stored(2, players("m2", "ada", "bo"))], 1))


@pytest.mark.parametrize(
    ("message", "why"),
    [
        (Stored(1, "arena.result.medico.x", b"\xff\xff rubbish"), "Error parsing"),
        (Stored(1, "arena.result.medico.x", b""), ""),
        (stored(1, players("m1", "ada", "bo"))._replace(subject="arena.result.medico.other"), "a result of match"),
        (stored(1, match_result("m1", [seat(1, "ada", 1), seat(0, "bo", 2)])), "seats out of order"),
        (stored(1, match_result("m1", [seat(0, "ada", 1)] * 17)), "seats"),
    ],
)
async def test_a_message_that_is_no_result_is_set_aside_and_the_next_counts(
    database: Database, message: Stored, why: str
) -> None:
    done = await database.write(lambda c: count(c, STREAM, [message, stored(2, players("m2", "ada", "bo"))], 0))
    assert (done.unreadable, done.rated, done.sequence) == (1, 1, 2)
    kept = await database.read(lambda c: c.execute(sa.select(UNREADABLE)).all())
    assert [(row.sequence, row.subject) for row in kept] == [(1, message.subject)]
    assert why in kept[0].why
    assert kept[0].why


async def test_a_rebuild_gives_the_same_tables_row_by_row(database: Database) -> None:
    results = many(120)
    messages = [stored(number, result) for number, result in enumerate(results, start=1)]
    messages.insert(60, Stored(0, "arena.result.medico.x", b"rubbish"))
    messages = [message._replace(sequence=number) for number, message in enumerate(messages, start=1)]
    position = 0
    for size in (1, 2, 50, 7, 61):  # as they came in, in transactions of any size
        part = messages[position : position + size]
        await database.write(lambda c, part=part, after=position: count(c, STREAM, part, after, 3))  # type: ignore[misc]
        position += size
    assert position == len(messages)
    before = await database.read(rows)
    assert len(before["scoring_matches"]) == 120
    assert len(before["scoring_ratings"]) > 10
    assert len(before["scoring_unreadable"]) == 1
    await database.write(lambda c: c.execute(sa.update(RATINGS).values(mu=0.0, games=0)))
    assert await database.read(rows) != before
    await database.write(lambda c: recount(c, STREAM, messages))
    assert await database.read(rows) == before
    assert await database.read(read_checkpoint) == Checkpoint(STREAM, len(messages))


async def test_a_rebuild_takes_over_another_stream(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo"), players("m2", "ada", "bo"), fence=40)
    await database.write(lambda c: recount(c, "another", [stored(1, players("n1", "bo", "ada"))]))
    assert await database.read(read_checkpoint) == Checkpoint("another", 1)
    assert [result.match_id for result in (await database.read(lambda c: matches.list_matches(c)))[0]] == [an_id("n1")]
    # On another bus fencing tokens begin anew.
    await database.write(lambda c: count(c, "another", [stored(2, players("n2", "bo", "ada"))], 1, 3))


async def test_a_rebuild_of_an_empty_stream_empties_the_tables(database: Database) -> None:
    await counted(database, players("m1", "ada", "bo"))
    await database.write(lambda c: recount(c, STREAM, []))
    assert all(not found for found in (await database.read(rows)).values())
    await counted(database, players("m1", "ada", "bo"))


async def test_copies_of_a_house_bot_count_as_one_match(database: Database) -> None:
    result = match_result(
        "m1", [seat(0, "ada", 2), seat(1, "random 1", 1, bot="random"), seat(2, "random 2", 3, bot="random")]
    )
    await counted(database, result)
    found = await database.read(lambda c: boards.rating(c, house_bot_id("random"), "medico", 3))
    assert found is not None
    assert (found.name, found.games, found.wins, found.kind) == ("random", 1, 1, pb.SEAT_KIND_HOUSE_BOT)
    by_copy = await database.read(lambda c: boards.rating(c, an_id("random 2"), "medico", 3))
    assert by_copy == found
    lines, _ = await database.read(lambda c: matches.history(c, house_bot_id("random")))
    assert [line.seat for line in lines] == [1, 2]
    assert {line.rating_after.mu for line in lines} == {found.mu}


async def test_a_url_that_is_none_is_one_clear_line() -> None:
    with pytest.raises(SettingsInvalid, match="not a database URL"):
        Database("rubbish")
    with pytest.raises(SettingsInvalid, match="must be sqlite or postgresql, not mysql"):
        Database("mysql+pymysql://somewhere/else")


async def test_a_database_that_cannot_be_opened_is_one_clear_line() -> None:
    database = Database("sqlite:////nowhere/at/all/scoring.sqlite")
    with pytest.raises(StartFailed, match="unable to open database file"):
        await database.open()
    await database.close()
