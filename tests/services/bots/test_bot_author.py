"""What a bot author does first, on the real services: the guide's bot, twice, over queue, match and result."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from arena.client import ArenaClient
from arena.errors import Refused
from arena.pb.rules.v1 import reasons_pb2, results_pb2
from arena.runner import play_queue
from engine_core.games.medico.options import MATCHED_STARTING_MARKETS, Options
from engine_core.playing import random_bot
from tests.client.test_bots_guide import BLOCKS
from tests.services.bots.conftest import Stack


async def test_the_bot_in_25_lines_plays_on_the_real_services(stack: Stack, tmp_path: Path) -> None:
    script = tmp_path / "my_bot.py"
    script.write_text(BLOCKS["hosted"], encoding="utf-8")
    rules, _ = await stack.process("rules")
    matchmaking, address = await stack.process("matchmaking")
    try:
        bots = [
            await asyncio.create_subprocess_exec(
                sys.executable, str(script), address, name, stdout=asyncio.subprocess.PIPE
            )
            for name in ("one", "two")
        ]
        async with asyncio.timeout(60):
            outputs = [(await bot.communicate())[0].decode() for bot in bots]
    finally:
        for process in (rules, matchmaking):
            process.kill()
            await process.wait()
    assert [bot.returncode for bot in bots] == [0, 0]
    assert outputs[0] == outputs[1]
    assert [line.split()[1] for line in outputs[0].splitlines()] == ["0", "1"]


SLOW_BOT = """
import sys, time
from arena.runner import run
from engine_core.playing import random_bot

def bot(view, legal, rng):
    time.sleep(float(sys.argv[3]))
    print("decides", flush=True)
    return random_bot(view, legal, rng)

for result in run(bot, sys.argv[1], "one", "medico", 2, secret=sys.argv[2]):
    print("ended", result.match_id, flush=True)
"""


async def test_a_bot_process_that_died_goes_on_with_its_match_when_it_is_started_again(
    stack: Stack, tmp_path: Path
) -> None:
    script = tmp_path / "slow_bot.py"
    script.write_text(SLOW_BOT, encoding="utf-8")
    rules, _ = await stack.process("rules")
    matchmaking, address = await stack.process("matchmaking")
    bots: list[asyncio.subprocess.Process] = []

    async def start(pause: float) -> asyncio.StreamReader:
        bots.append(
            await asyncio.create_subprocess_exec(
                sys.executable, str(script), address, "s" * 43, str(pause), stdout=asyncio.subprocess.PIPE
            )
        )
        assert bots[-1].stdout is not None
        return bots[-1].stdout

    try:
        async with ArenaClient(address) as two, asyncio.timeout(60):
            await two.register("two")
            opposite = asyncio.create_task(play_queue(random_bot, two, "medico", 2))
            said = await start(0.05)
            for _ in range(3):
                assert await said.readline() == b"decides\n"
            bots[0].kill()
            await bots[0].wait()
            assert not opposite.done()
            await start(0)
            said_again = (await bots[1].communicate())[0].decode().splitlines()
            (result,) = await opposite
    finally:
        for process in (rules, matchmaking, *bots):
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert bots[1].returncode == 0
    assert said_again[-1] == f"ended {result.match_id}"
    assert len(said_again) > 10, "it played most of the match"
    assert {seat.ending for seat in result.seats} == {results_pb2.SEAT_ENDING_PLAYED}


async def test_the_client_finds_matches_and_says_why_it_cannot(stack: Stack) -> None:
    rules, _ = await stack.process("rules")
    matchmaking, address = await stack.process("matchmaking")
    options = Options(starting_markets=MATCHED_STARTING_MARKETS)
    try:
        async with ArenaClient(address) as one, ArenaClient(address) as two:
            mine = await one.register("one")
            assert await one.register("one", mine.secret) == mine
            with pytest.raises(Refused) as taken:
                await two.register("one")
            assert taken.value.reason == reasons_pb2.REASON_NAME_TAKEN
            await two.register("two")

            ticket = await one.join("medico", 2)
            await one.leave(ticket.ticket_id)
            with pytest.raises(Refused) as cancelled:
                await one.wait(ticket.ticket_id)
            assert cancelled.value.reason == reasons_pb2.REASON_TICKET_EXPIRED
            with pytest.raises(Refused) as seats:
                await one.join("medico", 7)
            assert seats.value.reason == reasons_pb2.REASON_BAD_SEAT_COUNT

            async with asyncio.timeout(60):
                results = await asyncio.gather(
                    play_queue(random_bot, one, "medico", 2, options=options),
                    play_queue(random_bot, two, "medico", 2, options=options),
                )
            assert results[0] == results[1]
    finally:
        for process in (rules, matchmaking):
            process.kill()
            await process.wait()
