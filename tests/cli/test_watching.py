"""`arena leaderboard`, `arena status`, `arena scoring rebuild`."""

from __future__ import annotations

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import pytest

from arena.channel import bearer, open_channel
from arena.pb.rules.v1 import rules_service_pb2, rules_service_pb2_grpc
from arena.pb.rules.v1.matches_pb2 import CreateMatchRequest
from arena.pb.rules.v1.results_pb2 import SEAT_KIND_HOUSE_BOT, Seat
from services.cli.__main__ import run
from services.cli.commands.status import _age, _size, _well
from services.cli.stack import Stack
from services.cli.survey import ServiceState
from services.common.announcement import announcements
from services.common.ids import new_id
from tests.cli.conftest import Arena, script, until
from tests.cli.test_tournament import SMALL, on

pytestmark = pytest.mark.xdist_group("platform")


@pytest.fixture(scope="module")
def played(stack: Stack, tmp_path_factory: pytest.TempPathFactory) -> Stack:
    """The platform after a tournament."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "small.toml").write_text(SMALL)
    assert run([str(argument) for argument in on(stack, folder / "small.toml", folder)]) == 0
    return stack


def board(arena: Arena, stack: Stack) -> Any:
    said = arena("leaderboard", "medico", 2, "--data", stack.data_dir, "--json")
    assert said.code == 0, said.err
    return json.loads(said.out)


def test_a_leaderboard_ranks_the_house_bots_under_their_names(arena: Arena, played: Stack) -> None:
    said = arena("leaderboard", "medico", 2, "--connect", played.address("scoring"), "--data", played.data_dir)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "medico, 2 seats (PlackettLuce; rating = mu - 3 sigma)"
    first, second = (line.split() for line in lines if "(house bot)" in line)
    assert first[:2] == ["1", "greedy"]
    assert second[:2] == ["2", "random"]
    rows = board(arena, played)
    assert [(row["rank"], row["name"], row["house_bot"]) for row in rows] == [(1, "greedy", True), (2, "random", True)]
    assert rows[0]["rating"] == rows[0]["mu"] - 3 * rows[0]["sigma"]
    assert arena("leaderboard", "medico", 2, "--data", played.data_dir, "--top", 1).out.count("(house bot)") == 1


def test_a_leaderboard_without_anybody_says_so(arena: Arena, stack: Stack) -> None:
    said = arena("leaderboard", "medico", 3, "--data", stack.data_dir)
    assert (said.code, said.out) == (0, "nobody has a rating for medico with 3 seats yet\n")
    solo = arena("leaderboard", "tinctura", 1, "--data", stack.data_dir)
    assert (solo.code, solo.out) == (0, "solo games are not rated\n")


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["chess", "3"], 2, "there is no game 'chess'"),
        (["medico", "5"], 2, "medico is not played with 5 seats"),
        (["medico", "x"], 2, "SEATS"),
        (["medico", "3", "--data", "/nowhere"], 4, "no scoring service runs on the data folder /nowhere"),
    ],
)
def test_a_leaderboard_that_cannot_be_had_is_one_clear_line(
    arena: Arena, arguments: list[str], code: int, says: str
) -> None:
    said = arena("leaderboard", *arguments)
    assert (said.code, said.out) == (code, "")
    assert says.lower() in said.line.lower()


def test_an_address_where_nobody_answers_is_one_clear_line(arena: Arena, stack: Stack) -> None:
    said = arena("leaderboard", "medico", 3, "--connect", "127.0.0.1:1", "--data", stack.data_dir)
    assert said.code == 4
    assert said.line


def test_a_rebuild_beside_the_running_service_gives_the_same_table(arena: Arena, played: Stack) -> None:
    before = board(arena, played)
    said = script("scoring", "rebuild", "--data", played.data_dir)
    assert said.code == 0, said.err
    assert said.out.endswith(" of them rated\n")
    assert board(arena, played) == before


def test_a_rebuild_where_there_is_nothing_is_one_clear_line(arena: Arena, tmp_path: Path) -> None:
    said = arena("scoring", "rebuild", "--data", tmp_path)
    assert said.code == 2
    assert said.line == f"{tmp_path} is no data folder of a platform: it has no streams"


async def create_match(stack: Stack, match_id: str) -> None:
    """A match that nobody plays: it stands still."""
    seats = [Seat(player_id=new_id(), name=f"Sleepy {n}", kind=SEAT_KIND_HOUSE_BOT, bot="random") for n in (1, 2)]
    async with open_channel(stack.address("rules"), rules_service_pb2.DESCRIPTOR) as channel:
        stub: Any = rules_service_pb2_grpc.RulesServiceStub(channel)
        request = CreateMatchRequest(match_id=match_id, game="medico", seats=seats)
        await stub.CreateMatch(request, metadata=bearer(stack.token()), timeout=10)


def test_status_shows_services_streams_and_the_match_that_stands_still(arena: Arena, played: Stack) -> None:
    match_id = new_id()
    asyncio.run(create_match(played, match_id))
    time.sleep(1.2)
    said = arena("status", "--data", played.data_dir)
    assert (said.code, said.err) == (0, "")
    for each in announcements(played.data_dir):
        row = next(line for line in said.out.splitlines() if line.startswith(f" {each.service}-{each.replica} "))
        assert row.split()[1:] == [each.grpc, each.metrics, str(each.pid), "SERVING"]
    streams = {line.split()[0]: line for line in said.out.splitlines() if line.startswith((" ARENA_", " KV_"))}
    assert {"ARENA_MATCHES", "ARENA_RESULTS", "KV_arena_keys"} <= set(streams)
    assert "scoring: 0" in streams["ARENA_RESULTS"]
    assert int(streams["ARENA_RESULTS"].split()[1]) >= 4
    row = next(line for line in said.out.splitlines() if match_id in line)
    assert "Sleepy 1, Sleepy 2" in row
    document = json.loads(arena("status", "--data", played.data_dir, "--json").out)
    (match,) = [match for match in document["matches"] if match["match_id"] == match_id]
    assert match["game"] == "medico"
    assert match["entries"] == 1
    assert match["still_for"] >= 1.2
    assert match["age"] >= match["still_for"]
    assert document["matches_left_out"] == 0
    assert document["bus"] == ""


def test_status_shows_what_does_not_answer(arena: Arena, stack: Stack) -> None:
    stack.kill9("bots")
    stack.kill9("nats")
    try:
        said = arena("status", "--data", stack.data_dir, "--json")
    finally:
        stack.tend()
    assert said.code == 4
    document = json.loads(said.out)
    assert sorted(service["label"] for service in document["services"]) == [
        "matchmaking-0",
        "rules-0",
        "rules-1",
        "scoring-0",
    ]
    assert document["bus"].startswith("no NATS server at ")
    until(lambda: arena("status", "--data", stack.data_dir).code == 0)


@pytest.mark.parametrize(
    ("health", "well"),
    [
        ({"scoring-0": "SERVING", "matchmaking-0": "STANDBY", "matchmaking-1": "SERVING"}, True),
        ({"scoring-0": "SERVING", "matchmaking-0": "STANDBY"}, False),
        ({"scoring-0": "SERVING", "scoring-1": "no answer (unavailable)"}, False),
        ({"scoring-0": "NOT_SERVING", "scoring-1": "SERVING"}, False),
    ],
)
def test_all_is_well_when_every_process_lives_and_none_stands_by_for_nobody(health: dict[str, str], well: bool) -> None:
    assert _well([ServiceState(label, "a:1", "b:2", 1, "1", each) for label, each in health.items()]) is well


def test_status_of_addresses_is_their_health(arena: Arena, stack: Stack) -> None:
    address = stack.address("scoring")
    good = arena("status", "--connect", address)
    assert good.code == 0
    assert "SERVING" in good.out
    mixed = arena("status", "--connect", f"{address},127.0.0.1:1", "--json")
    assert mixed.code == 4
    assert json.loads(mixed.out) == {address: "SERVING", "127.0.0.1:1": "no answer (unavailable)"}


def test_status_where_nothing_runs_is_one_clear_line(arena: Arena, tmp_path: Path) -> None:
    said = arena("status", "--data", tmp_path)
    assert said.code == 4
    assert said.line == f"no platform runs on the data folder {tmp_path}; start one with `arena up`"


@pytest.mark.parametrize(
    ("size", "shown"), [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (2_500_000_000_000, "2500.0 GB")]
)
def test_sizes_are_short(size: int, shown: str) -> None:
    assert _size(size) == shown


@pytest.mark.parametrize(
    ("seconds", "shown"), [(None, "?"), (0.2, "0 s"), (119, "119 s"), (120, "2 min"), (7200, "2 h")]
)
def test_ages_are_short(seconds: float | None, shown: str) -> None:
    assert _age(seconds) == shown
