"""A bot plays hosted what it plays at home, whatever happens to the connection in between."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from arena.client import ArenaClient, kept_secret
from arena.errors import Refused
from arena.house import house_bot
from arena.ids import new_request_id
from arena.pb.matchmaking.v1 import tickets_pb2
from arena.pb.rules.v1 import reasons_pb2
from arena.runner import play_assignment, play_assignments, play_left, play_match, play_queue
from arena.seat import Seat
from engine_core.errors import IllegalChoice
from engine_core.games import game
from engine_core.playing import play, random_bot
from tests.client.fake_host import FakeHost, Table

KEY = bytes(range(32))
SEED = b"seed of these bots"


def choices(entries: Any, seats: int) -> list[list[int]]:
    """Per seat, its actions in order; the order between seats is free where they choose at once."""
    made: list[list[int]] = [[] for _ in range(seats)]
    for seat, action_id in entries:
        made[seat].append(action_id)
    return made


def at_home(match_id: str, names: tuple[str, ...]) -> list[list[int]]:
    bots = [house_bot("medico", name) for name in names]
    record = play(game("medico"), bots, KEY, bot_seed=SEED, match=match_id)
    return choices(((entry.seat, entry.actions[0]) for entry in record.entries), len(names))


async def hosted(target: str, table: Table, names: tuple[str, ...]) -> None:
    async def one(number: int, name: str) -> None:
        async with Seat(target, table.match_id, number, "t", patience=30) as seat:
            result = await play_match(house_bot("medico", name), seat, bot_seed=SEED)
            assert result.match_id == table.match_id

    await asyncio.gather(*(one(number, name) for number, name in enumerate(names)))


async def test_hosted_choices_are_those_made_at_home() -> None:
    names = ("greedy", "random", "random")
    table = Table("medico", len(names), KEY)
    host = await FakeHost({table.match_id: table}).start()
    try:
        await hosted(host.target, table, names)
    finally:
        await host.stop()
    assert choices(((seat, action) for seat, _, action in table.log), 3) == at_home(table.match_id, names)


async def test_lost_answers_and_killed_replicas_change_nothing() -> None:
    names = ("greedy", "greedy", "random", "random")
    table = Table("medico", len(names), KEY)
    tables = {table.match_id: table}
    one, two = await FakeHost(tables, lose_every=9).start(), await FakeHost(tables, lose_every=11).start()
    stop = asyncio.Event()

    async def kill_them_in_turn() -> None:
        while not stop.is_set():
            for host in (one, two):
                await asyncio.sleep(0.15)
                await host.stop()
                await host.start(host.port)

    killing = asyncio.ensure_future(kill_them_in_turn())
    try:
        await hosted(f"{one.target},{two.target}", table, names)
    finally:
        stop.set()
        await killing
        await one.stop()
        await two.stop()
    assert choices(((seat, action) for seat, _, action in table.log), 4) == at_home(table.match_id, names)


async def test_a_seat_taken_up_again_by_a_new_process_plays_on() -> None:
    names = ("greedy", "random")
    table = Table("medico", len(names), KEY)
    host = await FakeHost({table.match_id: table}).start()
    try:
        for _ in range(3):
            running = asyncio.ensure_future(hosted(host.target, table, names))
            await asyncio.sleep(0.1)
            running.cancel()
            await asyncio.wait([running])
        await hosted(host.target, table, names)
    finally:
        await host.stop()
    assert choices(((seat, action) for seat, _, action in table.log), 2) == at_home(table.match_id, names)


async def test_from_registration_to_result() -> None:
    host = await FakeHost().start()
    try:
        async with ArenaClient(host.target) as one, ArenaClient(host.target) as two:
            await one.register("one")
            await two.register("two", "s" * 43)
            results = await asyncio.gather(
                play_queue(random_bot, one, "medico", 2), play_queue(random_bot, two, "medico", 2)
            )
            assert results[0][0] == results[1][0]
            assert {seat.place for seat in results[0][0].seats} == {1, 2}

            again: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            following = asyncio.ensure_future(
                play_assignments(random_bot, one, on_result=lambda result: again.set_result(result.match_id))
            )
            async with asyncio.timeout(10):
                assert await again == results[0][0].match_id
            following.cancel()
            await asyncio.wait([following])
    finally:
        await host.stop()


async def test_what_an_earlier_process_left_in_the_queue_is_played_out() -> None:
    host = await FakeHost().start()
    try:
        async with ArenaClient(host.target) as one, ArenaClient(host.target) as two, asyncio.timeout(20):
            await one.register("one")
            await two.register("two")
            assert await play_left(random_bot, one, "medico", 2) == []
            # One match that runs and one ticket that waits, of a process that is no more.
            await one.join("medico", 2)
            opposite = asyncio.create_task(play_queue(random_bot, two, "medico", 2, matches=2))
            while not host.tables:  # noqa: ASYNC110 - made by the host
                await asyncio.sleep(0.01)
            await one.join("medico", 2)
            results = await play_left(random_bot, one, "medico", 2)
            assert results == await opposite
            assert len({result.match_id for result in results}) == 2
            assert await play_left(random_bot, one, "medico", 2) == []

            # Another one that runs: what is wrong with a match is told as it is.
            await asyncio.gather(one.join("medico", 2), two.join("medico", 2))
            opposite = asyncio.create_task(play_left(random_bot, two, "medico", 2))
            with pytest.raises(IllegalChoice):
                await play_left(lambda view, legal, rng: None, one, "medico", 2)  # type: ignore[arg-type, return-value]
            opposite.cancel()
            await asyncio.wait([opposite])
    finally:
        await host.stop()


def test_a_secret_is_made_once_and_kept_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "bot.secret"
    secret = kept_secret(file)
    assert kept_secret(str(file)) == secret
    assert len(secret) >= 32
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_text("short")
    with pytest.raises(ValueError, match=r"bot\.secret holds no secret"):
        kept_secret(file)


async def test_a_call_without_an_account_is_refused_at_once() -> None:
    async with ArenaClient("127.0.0.1:1") as client:
        with pytest.raises(Refused, match="register first"):
            await client.join("medico", 2)


async def test_a_match_of_another_rules_version_is_not_begun() -> None:
    async with ArenaClient("127.0.0.1:1") as client:
        version = game("medico").rules_version + 1
        assignment = tickets_pb2.Assignment(match_id=new_request_id(), game="medico", rules_version=version)
        with pytest.raises(Refused) as refused:
            await play_assignment(random_bot, client, assignment)
        assert refused.value.reason == reasons_pb2.REASON_RULES_VERSION_NOT_SERVED


async def test_a_bot_that_chooses_what_is_not_legal_is_told_before_anybody_else() -> None:
    table = Table("medico", 2, KEY)
    host = await FakeHost({table.match_id: table}).start()
    catalogue = game("medico").catalogue
    try:
        async with Seat(host.target, table.match_id, table.match.game.to_act(table.match.state)[0], "t") as seat:
            with pytest.raises(IllegalChoice):
                await play_match(lambda view, legal, rng: catalogue[len(catalogue) - 1], seat)
    finally:
        await host.stop()
    assert table.log == []
