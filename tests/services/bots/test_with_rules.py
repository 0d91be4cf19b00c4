"""House bots against real rules replicas, one of which is killed in the middle: the same games come out as at home."""

from __future__ import annotations

import asyncio

from arena.channel import bearer, open_channel
from arena.house import house_bot
from arena.pb.bots.v1 import bots_pb2
from arena.pb.rules.v1 import matches_pb2, records_pb2, results_pb2, rules_service_pb2, rules_service_pb2_grpc
from engine_core.games import game
from engine_core.playing import play
from services.common.ids import new_id
from tests.services.bots.conftest import KEY, SEED, Stack, fill

BOTS = ("greedy", "random", "greedy")
MATCHES = 6


def seat(number: int) -> results_pb2.Seat:
    return results_pb2.Seat(
        player_id=new_id(), name=f"Bot {number}", kind=results_pb2.SEAT_KIND_HOUSE_BOT, bot=BOTS[number]
    )


async def test_a_killed_rules_replica_changes_no_game(stack: Stack) -> None:
    processes = {}
    processes[0], first = await stack.process("rules", 0)
    processes[1], second = await stack.process("rules", 1)
    service = bearer(stack.token())
    try:
        async with open_channel(f"{first},{second}", rules_service_pb2.DESCRIPTOR) as channel, stack.bots() as bots:
            rules = rules_service_pb2_grpc.RulesServiceStub(channel)
            ids = [new_id() for _ in range(MATCHES)]
            for match_id in ids:
                await rules.CreateMatch(
                    matches_pb2.CreateMatchRequest(
                        match_id=match_id, game="medico", seats=[seat(n) for n in range(len(BOTS))], seed=KEY
                    ),
                    metadata=service,
                )
                seats = [
                    bots_pb2.BotSeat(seat=n, bot=bot, token=stack.seat_token(match_id, n), bot_seed=SEED)
                    for n, bot in enumerate(BOTS)
                ]
                request = bots_pb2.FillSeatsRequest(
                    match_id=match_id, game="medico", rules_target=f"{first},{second}", seats=seats
                )
                await fill(bots, request, stack.token())
            under_way = [await begun(rules, match_id, service) for match_id in ids]
            assert not all(record.complete for record in under_way)
            processes[0].kill()
            await processes[0].wait()
            processes[0], _ = await stack.process("rules", 0, listen=first)
            async with asyncio.timeout(60):
                records = [await finished(rules, match_id, service) for match_id in ids]
    finally:
        for process in processes.values():
            process.kill()
            await process.wait()
    for record in records:
        made: list[list[int]] = [[] for _ in BOTS]
        for entry in record.entries:
            made[entry.seat].extend(entry.action_ids)
        home = play(
            game("medico"), [house_bot("medico", bot) for bot in BOTS], KEY, bot_seed=SEED, match=record.match_id
        )
        expected: list[list[int]] = [[] for _ in BOTS]
        for played in home.entries:
            expected[played.seat].extend(played.actions)
        assert made == expected
        assert record.entries[-1].digest == home.entries[-1].digest


async def begun(
    rules: rules_service_pb2_grpc.RulesServiceAsyncStub, match_id: str, metadata: tuple[tuple[str, str], ...]
) -> records_pb2.MatchRecord:
    """The record once something has happened in the match beyond its set-up."""
    while True:
        record = (await rules.GetRecord(records_pb2.GetRecordRequest(match_id=match_id), metadata=metadata)).record
        if record.complete or any(event.ply > 3 for event in record.events):
            return record
        await asyncio.sleep(0.02)


async def finished(
    rules: rules_service_pb2_grpc.RulesServiceAsyncStub, match_id: str, metadata: tuple[tuple[str, str], ...]
) -> records_pb2.MatchRecord:
    """The record once the match is over."""
    while True:
        record = (await rules.GetRecord(records_pb2.GetRecordRequest(match_id=match_id), metadata=metadata)).record
        if record.complete:
            return record
        await asyncio.sleep(0.1)
