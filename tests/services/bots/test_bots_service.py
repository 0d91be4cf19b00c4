"""House bots play where they are told to, as ordinary clients, and go on after every kind of interruption."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import grpc
import pytest

from arena.channel import bearer
from arena.errors import error_of
from arena.house import HardenedBot, house_bot
from arena.pb.bots.v1 import bots_pb2
from arena.pb.rules.v1 import reasons_pb2
from engine_core.games import game
from engine_core.playing import play
from services.bots import house, metrics
from services.bots.house import FaultsOfSeat
from services.bots.seats import FilledSeat, from_bytes
from services.cli.survey import health_of
from tests.client.fake_host import FakeHost, Table
from tests.services.bots.conftest import KEY, SEED, Stack, fill, stub

BOT_SERVICE = "arena.bots.v1.BotService"


def at_home(table: Table, *bots: str) -> list[list[int]]:
    """Per seat, what these bots choose when the same match is played in this process."""
    record = play(game("medico"), [house_bot("medico", bot) for bot in bots], KEY, bot_seed=SEED, match=table.match_id)
    made: list[list[int]] = [[] for _ in bots]
    for entry in record.entries:
        made[entry.seat].extend(entry.actions)
    return made


def played(table: Table) -> list[list[int]]:
    made: list[list[int]] = [[] for _ in table.match.decisions]
    for seat, _, action_id in table.log:
        made[seat].append(action_id)
    return made


async def until(condition: Callable[[], bool], within: float = 30.0) -> None:
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 - the condition lies in another process or service
            await asyncio.sleep(0.02)


async def until_forgotten(stack: Stack) -> None:
    async with asyncio.timeout(10):
        while await stack.book():  # noqa: ASYNC110 - the book lies in another process
            await asyncio.sleep(0.05)


async def test_the_list_names_every_bot_and_can_be_narrowed(stack: Stack) -> None:
    async with stack.bots() as address, stub(address) as bots:
        everything = (await bots.ListBots(bots_pb2.ListBotsRequest())).bots
        assert [bot.bot for bot in everything] == ["greedy", "random"]
        assert all(bot.sentence and bot.version and "medico" in bot.games for bot in everything)
        assert (await bots.ListBots(bots_pb2.ListBotsRequest(game="medico"))).bots == everything
        with pytest.raises(grpc.aio.AioRpcError) as unknown:
            await bots.ListBots(bots_pb2.ListBotsRequest(game="chess"))
        assert error_of(unknown.value).reason == reasons_pb2.REASON_UNKNOWN_GAME


async def test_a_filled_match_is_played_to_its_end_and_forgotten(stack: Stack) -> None:
    bots = ("greedy", "random", "greedy")
    table = stack.deal(3)
    async with stack.bots() as address:
        request = stack.request(table, *bots)
        assert await fill(address, request, stack.token()) == [0, 1, 2]
        await until(lambda: table.match.over)
        await until_forgotten(stack)
        # repeated after the end: the rules service says that it is over, and it is forgotten again
        await fill(address, request, stack.token())
        await until_forgotten(stack)
    assert played(table) == at_home(table, *bots)


async def test_repeating_changes_nothing_and_another_bot_is_refused(stack: Stack) -> None:
    table = stack.deal(2)
    async with stack.bots() as address, stub(address) as bots:
        request = stack.request(table, "random")
        assert await fill(address, request, stack.token()) == [0]
        assert await fill(address, request, stack.token()) == []
        assert await fill(address, stack.request(table, "random", "random"), stack.token()) == [1]
        await until(lambda: table.match.over)
        table = stack.deal(2)
        await fill(address, stack.request(table, "random"), stack.token())
        other = stack.request(table, "greedy", "greedy")
        with pytest.raises(grpc.aio.AioRpcError) as taken:
            await bots.FillSeats(other, metadata=bearer(stack.token()))
        assert error_of(taken.value).reason == reasons_pb2.REASON_SEAT_TAKEN
        assert error_of(taken.value).subject == "0"
        # all or none: seat 1 was not filled either
        assert [from_bytes(entry.value).seat for entry in await stack.book()] == [0]


def change(**fields: Any) -> Callable[[Stack, Table, bots_pb2.FillSeatsRequest], None]:
    def apply(stack: Stack, table: Table, request: bots_pb2.FillSeatsRequest) -> None:
        for name, value in fields.items():
            setattr(request.seats[0] if name in ("seat", "bot", "bot_seed", "token") else request, name, value)

    return apply


def foreign_token(match_id: str | None, seat: int) -> Callable[[Stack, Table, bots_pb2.FillSeatsRequest], None]:
    def apply(stack: Stack, table: Table, request: bots_pb2.FillSeatsRequest) -> None:
        request.seats[0].token = stack.seat_token(match_id or table.match_id, seat)

    return apply


def twice(stack: Stack, table: Table, request: bots_pb2.FillSeatsRequest) -> None:
    request.seats.append(request.seats[0])


def no_seats(stack: Stack, table: Table, request: bots_pb2.FillSeatsRequest) -> None:
    del request.seats[:]


def host_token(stack: Stack, table: Table, request: bots_pb2.FillSeatsRequest) -> None:
    request.seats[0].token = stack.token()


@pytest.mark.parametrize(
    ("spoil", "status", "reason"),
    [
        (change(game="chess"), grpc.StatusCode.NOT_FOUND, reasons_pb2.REASON_UNKNOWN_GAME),
        (change(bot="nobody"), grpc.StatusCode.NOT_FOUND, reasons_pb2.REASON_UNKNOWN_BOT),
        (change(seat=4), grpc.StatusCode.INVALID_ARGUMENT, reasons_pb2.REASON_BAD_SEAT_COUNT),
        (change(token="rubbish"), grpc.StatusCode.UNAUTHENTICATED, reasons_pb2.REASON_TOKEN_INVALID),
        (foreign_token(None, 1), grpc.StatusCode.PERMISSION_DENIED, reasons_pb2.REASON_NOT_YOUR_SEAT),
        (foreign_token("z" * 26, 0), grpc.StatusCode.PERMISSION_DENIED, reasons_pb2.REASON_NOT_YOUR_SEAT),
        (host_token, grpc.StatusCode.PERMISSION_DENIED, reasons_pb2.REASON_NOT_YOUR_SEAT),
        (change(match_id="UPPER"), grpc.StatusCode.INVALID_ARGUMENT, reasons_pb2.REASON_MALFORMED),
        (change(bot_seed=b""), grpc.StatusCode.INVALID_ARGUMENT, reasons_pb2.REASON_MALFORMED),
        (change(rules_target=""), grpc.StatusCode.INVALID_ARGUMENT, reasons_pb2.REASON_MALFORMED),
        (twice, grpc.StatusCode.INVALID_ARGUMENT, reasons_pb2.REASON_MALFORMED),
        (no_seats, grpc.StatusCode.INVALID_ARGUMENT, reasons_pb2.REASON_MALFORMED),
    ],
)
async def test_rubbish_is_refused_with_its_reason_and_nothing_is_kept(
    stack: Stack,
    spoil: Callable[[Stack, Table, bots_pb2.FillSeatsRequest], None],
    status: grpc.StatusCode,
    reason: reasons_pb2.Reason.ValueType,
) -> None:
    table = stack.deal(2)
    request = stack.request(table, "random")
    spoil(stack, table, request)
    async with stack.bots() as address:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await fill(address, request, stack.token())
    assert refused.value.code() is status
    assert error_of(refused.value).reason == reason
    assert await stack.book() == []


@pytest.mark.parametrize(
    ("roles", "reason"),
    [
        (None, reasons_pb2.REASON_UNAUTHENTICATED_NO_TOKEN),
        (("player",), reasons_pb2.REASON_FORBIDDEN_ROLE),
    ],
)
async def test_only_services_and_hosts_may_fill_seats(
    stack: Stack, roles: tuple[str, ...] | None, reason: reasons_pb2.Reason.ValueType
) -> None:
    request = stack.request(stack.deal(2), "random")
    async with stack.bots() as address, stub(address) as bots:
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await bots.FillSeats(request, metadata=bearer(stack.token(roles)) if roles else None)
    assert error_of(refused.value).reason == reason


async def test_a_match_that_the_rules_service_does_not_know_is_given_up(stack: Stack) -> None:
    table = stack.deal(2)
    del stack.rules.tables[table.match_id]
    async with stack.bots() as address:
        assert await fill(address, stack.request(table, "random"), stack.token()) == [0]
        await until_forgotten(stack)


async def test_an_address_at_which_nobody_answers_is_refused_in_time_and_nothing_is_kept(stack: Stack) -> None:
    table = stack.deal(2)
    gone = await FakeHost(stack.rules.tables).start()
    await gone.stop()
    request = stack.request(table, "random", "greedy")
    request.rules_target = gone.target
    async with stack.bots() as address, stub(address) as bots:
        await fill(address, stack.request(stack.deal(2), "random"), stack.token())
        begun = asyncio.get_running_loop().time()
        with pytest.raises(grpc.aio.AioRpcError) as refused:
            await bots.FillSeats(request, metadata=bearer(stack.token()), timeout=20)
        assert asyncio.get_running_loop().time() - begun < house.ANSWER_WITHIN + 2
        error = error_of(refused.value)
        assert (error.status, error.reason) == (grpc.StatusCode.UNAVAILABLE, reasons_pb2.REASON_RULES_UNREACHABLE)
        assert (error.subject, error.retry_after) == (gone.target, 1)
        assert table.match_id not in {from_bytes(entry.value).match_id for entry in await stack.book()}
        request.rules_target = stack.rules.target
        assert await fill(address, request, stack.token()) == [0, 1]
        await until(lambda: table.match.over)


async def test_a_seat_whose_rules_service_stays_away_is_given_up_when_its_token_expires(stack: Stack) -> None:
    table = stack.deal(2)
    request = stack.request(table, "random")  # alone: the match cannot end
    request.seats[0].token = stack.seat_token(table.match_id, 0, lifetime=5)
    given_up = metrics.SEATS_ENDED.labels("medico", "random", "unreachable")
    before = given_up._value.get()
    async with stack.bots() as address:
        assert await fill(address, request, stack.token()) == [0]
        await stack.rules.stop()
        await until_forgotten(stack)
    assert given_up._value.get() == before + 1
    assert not table.match.over


async def test_a_seat_whose_rules_service_has_moved_is_played_on_at_the_new_address(stack: Stack) -> None:
    bots = ("random", "greedy")
    table = stack.deal(2)
    before = await FakeHost(stack.rules.tables).start()
    request = stack.request(table, bots[0])
    request.rules_target = before.target
    async with stack.bots() as address:
        assert await fill(address, request, stack.token()) == [0]
        await before.stop()
    async with stack.bots() as address:  # taken up from the book, still at the address where nobody is
        assert await fill(address, stack.request(table, *bots), stack.token()) == [1]
        await until(lambda: table.match.over)
        await until_forgotten(stack)
    assert played(table) == at_home(table, *bots)


async def test_rules_replicas_may_die_at_any_time(stack: Stack) -> None:
    bots = ("greedy", "random")
    table = stack.deal(2)
    other = await FakeHost(stack.rules.tables, lose_every=5).start()
    request = stack.request(table, *bots)
    request.rules_target = f"{stack.rules.target},{other.target}"
    try:
        async with stack.bots() as address:
            await fill(address, request, stack.token())
            while not table.match.over:
                for replica in (stack.rules, other):
                    await asyncio.sleep(0.1)
                    await replica.stop()
                    await replica.start(replica.port)
    finally:
        await other.stop()
    assert played(table) == at_home(table, *bots)


async def test_a_killed_bots_process_is_taken_up_by_the_next(stack: Stack) -> None:
    bots = ("random", "greedy", "random")
    tables = [stack.deal(3) for _ in range(3)]
    process, address = await stack.process("bots")
    try:
        for table in tables:
            await fill(address, stack.request(table, *bots), stack.token())
        await until(lambda: all(len(table.log) > 5 for table in tables))
        process.kill()
        await process.wait()
        unfinished = [table for table in tables if not table.match.over]
        process, _ = await stack.process("bots")
        await until(lambda: all(table.match.over for table in tables))
    finally:
        process.kill()
        await process.wait()
    assert unfinished
    for table in tables:
        assert played(table) == at_home(table, *bots)


async def is_active(bots: Any, request: bots_pb2.FillSeatsRequest, token: str) -> bool:
    try:
        await bots.FillSeats(request, metadata=bearer(token))
    except grpc.aio.AioRpcError as error:
        return error_of(error).reason != reasons_pb2.REASON_NOT_ACTIVE
    return True


async def test_one_instance_plays_and_the_other_takes_over(stack: Stack) -> None:
    table = stack.deal(2)
    request = stack.request(table, "random")
    async with stack.bots(1) as second:
        async with stack.bots(0) as first, stub(first) as one, stub(second) as two:
            active = None
            async with asyncio.timeout(10):
                while active is None:
                    for bots in (one, two):
                        if await is_active(bots, request, stack.token()):
                            active = bots
            standby = two if active is one else one
            with pytest.raises(grpc.aio.AioRpcError) as passive:
                await standby.FillSeats(request, metadata=bearer(stack.token()))
            assert error_of(passive.value).reason == reasons_pb2.REASON_NOT_ACTIVE
            assert error_of(passive.value).retry_after
            assert (await standby.ListBots(bots_pb2.ListBotsRequest())).bots
            health = {await health_of(address, BOT_SERVICE) for address in (first, second)}
            assert health == {"SERVING", "NOT_SERVING"}
            assert {await health_of(address) for address in (first, second)} == {"SERVING"}
        await fill(second, stack.request(table, "random", "random"), stack.token())
        await until(lambda: table.match.over)
        assert await health_of(second, BOT_SERVICE) == "SERVING"


async def test_a_bot_that_fails_does_not_stop_the_table(stack: Stack, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(view: Any, legal: Any, rng: Any) -> Any:
        raise RuntimeError("a fault of the bot")

    monkeypatch.setattr(house, "house_bot", lambda game_name, name: broken)
    errors = metrics.ERRORS.labels("medico", "greedy")
    before = errors._value.get()
    table = stack.deal(2)
    async with stack.bots() as address:
        await fill(address, stack.request(table, "greedy", "greedy"), stack.token())
        await until(lambda: table.match.over)
    assert errors._value.get() - before == len(table.log)


async def test_a_seat_that_loses_the_cancellation_is_stopped_all_the_same(
    stack: Stack, monkeypatch: pytest.MonkeyPatch
) -> None:
    cancellations = []

    async def deaf_once(*args: Any, **kwargs: Any) -> None:
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                cancellations.append(1)
                if len(cancellations) > 1:
                    raise

    monkeypatch.setattr(house, "play_match", deaf_once)
    async with asyncio.timeout(20):
        async with stack.bots() as address:
            assert await fill(address, stack.request(stack.deal(2), "random"), stack.token()) == [0]
            await asyncio.sleep(0)
        assert len(cancellations) == 2
    assert len(await stack.book()) == 1, "stopped, not given up"


def test_an_illegal_choice_of_a_house_bot_is_replaced_by_a_legal_one() -> None:
    seat = FilledSeat("m" * 26, "medico", "t", 0, "greedy", "t", b"s")
    catalogue = game("medico").catalogue
    bot = HardenedBot(lambda view, legal, rng: catalogue[7], FaultsOfSeat(seat))
    assert bot(None, [catalogue[3], catalogue[4]], None) is catalogue[3]  # type: ignore[arg-type] # the bot looks at nothing


def test_a_seat_is_kept_as_it_was() -> None:
    seat = FilledSeat("m" * 26, "medico", "127.0.0.1:1,127.0.0.1:2", 3, "greedy", "token", b"\x00seed")
    assert from_bytes(seat.to_bytes()) == seat
    assert seat.key == f"seat.{'m' * 26}.3"


async def test_the_house_opens_again_after_the_bus_was_killed(stack: Stack) -> None:
    bots = ("random", "greedy")
    first, second = stack.deal(2), stack.deal(2)
    async with stack.bots() as address:
        await fill(address, stack.request(first, *bots), stack.token())
        stack.nats.kill9()
        await asyncio.sleep(1.5)  # longer than the lease lives
        stack.nats.restart()
        await fill(address, stack.request(second, *bots), stack.token())
        await until(lambda: first.match.over and second.match.over)
        await until_forgotten(stack)
    assert [played(table) for table in (first, second)] == [at_home(table, *bots) for table in (first, second)]
