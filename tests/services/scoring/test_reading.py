"""Leaderboards, histories and lists of matches: order, ranks, pages."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
from typing import Any

import pytest

from arena.pb.rules.v1.records_pb2 import MatchRecord
from services.scoring.store import boards, matches
from services.scoring.store.database import Database
from services.scoring.store.ledger import count
from services.scoring.store.pages import BadPageToken, page_position, page_token
from tests.services.scoring.results import an_id, many, match_result, players, seat, stored


async def filled(database: Database, results: list[Any]) -> None:
    messages = [stored(number, result) for number, result in enumerate(results, start=1)]
    await database.write(lambda c: count(c, "s", messages, 0))


async def test_equal_ratings_share_a_rank_and_the_next_rank_is_left_out(database: Database) -> None:
    # Two tables with the same course give equal ratings to both winners and to both losers.
    await filled(database, [players("m1", "ada", "bo"), players("m2", "cy", "dee"), players("m3", "eve", "fay")])
    lines, _ = await database.read(lambda c: boards.leaderboard(c, "medico", 2))
    assert [line.rank for line in lines] == [1, 1, 1, 4, 4, 4]
    winners = [line.rating.player_id for line in lines[:3]]
    assert winners == sorted(winners)


async def test_pages_of_a_leaderboard_hold_every_row_once_with_its_rank(database: Database) -> None:
    await filled(database, many(80))
    whole, none = await database.read(lambda c: boards.leaderboard(c, "medico", 3, 500))
    assert none == ""
    assert len(whole) > 6
    ordinals = [line.rating.ordinal for line in whole]
    assert ordinals == sorted(ordinals, reverse=True)
    paged, token = [], ""
    while True:
        page, token = await database.read(lambda c, token=token: boards.leaderboard(c, "medico", 3, 2, token))  # type: ignore[misc]
        assert len(page) <= 2
        paged += page
        if not token:
            break
    assert paged == whole


async def test_a_page_survives_a_change_of_the_rows_before_it(database: Database) -> None:
    await filled(database, [players("m1", "ada", "bo", "cy", "dee")])
    first, token = await database.read(lambda c: boards.leaderboard(c, "medico", 4, 2))
    await database.write(lambda c: count(c, "s", [stored(2, players("m2", "eve", "fay", "gil", "hal"))], 1))
    second, _ = await database.read(lambda c: boards.leaderboard(c, "medico", 4, 50, token))
    assert [line.rating.name for line in first] == ["ada", "bo"]
    assert [line.rating.name for line in second if line.rating.name in ("ada", "bo", "cy", "dee")] == ["cy", "dee"]


async def test_matches_are_listed_newest_first_and_by_every_condition(database: Database) -> None:
    results = many(60)
    await filled(database, results)
    listed, token = await database.read(lambda c: matches.list_matches(c, rows=500))
    assert listed == results[::-1]
    assert token == ""
    for conditions, holds in (
        ({"seats": 3}, lambda r: len(r.seats) == 3),
        ({"pool": "open"}, lambda r: r.pool == "open"),
        ({"tournament_id": an_id("cup")}, lambda r: r.HasField("tournament")),
        ({"game": "medico", "seats": 2, "pool": "open"}, lambda r: len(r.seats) == 2 and r.pool == "open"),
        ({"game": "tinctura"}, lambda r: False),
    ):
        found, _ = await database.read(
            lambda c, conditions=conditions: matches.list_matches(c, rows=500, **conditions)  # type: ignore[misc]
        )
        assert found == [result for result in results[::-1] if holds(result)]


async def test_pages_of_matches_and_histories_hold_every_row_once(database: Database) -> None:
    await filled(database, many(40))

    async def all_of(read: Any) -> list[Any]:
        found: list[Any] = []
        token = ""
        while True:
            page, token = await database.read(lambda c, token=token: read(c, token))  # type: ignore[misc]
            found += page
            if not token:
                return found

    everything = (await database.read(lambda c: matches.list_matches(c, rows=500)))[0]
    assert await all_of(lambda c, token: matches.list_matches(c, rows=7, token=token)) == everything
    for player in (an_id("ada"), an_id("random-bo")):
        whole = (await database.read(lambda c, player=player: matches.history(c, player, rows=500)))[0]  # type: ignore[misc]
        assert len(whole) > 3
        assert await all_of(lambda c, token, player=player: matches.history(c, player, rows=1, token=token)) == whole


async def test_a_history_chains_from_one_match_to_the_next(database: Database) -> None:
    await filled(database, many(60))
    lines, _ = await database.read(lambda c: matches.history(c, an_id("ada"), game="medico", seats=3, rows=500))
    rated = [line for line in lines[::-1] if line.rated]
    assert len(rated) >= 3
    for earlier, later in itertools.pairwise(rated):
        assert later.rating_before.mu == earlier.rating_after.mu
        assert later.rating_before.games == earlier.rating_after.games
        assert later.rating_before.wins == earlier.rating_after.wins
    assert rated[0].rating_before.games == 0
    now = await database.read(lambda c: boards.rating(c, an_id("ada"), "medico", 3))
    assert now == rated[-1].rating_after


async def test_records_are_kept_once_and_those_missing_are_known(database: Database) -> None:
    await filled(database, [players("m1", "ada", "bo"), players("m2", "ada", "bo"), players("m3", "ada", "bo")])
    record = MatchRecord(match_id=an_id("m2"), game="medico", complete=True)
    await database.write(lambda c: matches.keep_record(c, record))
    await database.write(lambda c: matches.keep_record(c, MatchRecord(match_id=an_id("m2"), game="other")))
    assert await database.read(lambda c: matches.find_record(c, an_id("m2"))) == record
    assert await database.read(lambda c: matches.find_record(c, an_id("m1"))) is None
    missing = await database.read(lambda c: matches.without_record(c, 0, 10))
    assert missing == [(1, an_id("m1"), "medico"), (3, an_id("m3"), "medico")]
    assert await database.read(lambda c: matches.without_record(c, 1, 10)) == [(3, an_id("m3"), "medico")]


async def test_a_match_that_is_not_known_has_no_result(database: Database) -> None:
    await filled(database, [match_result("m1", [seat(0, "ada", 1)])])
    assert await database.read(lambda c: matches.find_match(c, an_id("m1"))) is not None
    assert await database.read(lambda c: matches.find_match(c, an_id("m2"))) is None


def test_a_token_is_good_for_its_own_question_only() -> None:
    token = page_token(("leaderboard", "medico", 3), (1.5, "abc"))
    assert page_position(("leaderboard", "medico", 3), token, (float, str)) == (1.5, "abc")
    assert page_position(("leaderboard", "medico", 3), "", (float, str)) is None
    for question, text in (
        (("leaderboard", "medico", 4), token),
        (("leaderboard", "medico", 3), token[:-3]),
        (("leaderboard", "medico", 3), "rubbish!"),
        (("leaderboard", "medico", 3), "AAAA"),
        (("leaderboard", "medico", 3), "ä"),
        (("leaderboard", "medico", 3), page_token(("leaderboard", "medico", 3), (1, "abc"))),
    ):
        with pytest.raises(BadPageToken):
            page_position(question, text, (float, str))


@pytest.mark.parametrize(
    ("body", "kinds"),
    [
        (b"5", (int,)),
        (b"null", (int,)),
        (b"{}", ()),
        (b'"ab"', (str, str)),
        (b"[9223372036854775808]", (int,)),
        (b"[NaN]", (float,)),
        (b"[1e999]", (float,)),
        (b'["\\u0000"]', (str,)),
        (b'["\\ud800"]', (str,)),
    ],
)
def test_a_well_made_token_of_an_impossible_position_is_refused(body: bytes, kinds: tuple[type, ...]) -> None:
    question = ("matches", "", 0, "", "")
    check = hashlib.blake2b(json.dumps(question).encode() + b"|" + body, digest_size=6).digest()
    token = base64.urlsafe_b64encode(check + body).decode().rstrip("=")
    with pytest.raises(BadPageToken):
        page_position(question, token, kinds)
