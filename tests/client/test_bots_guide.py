"""Every code block of docs/bots.md runs as it stands there."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from arena.client import ArenaClient
from arena.runner import play_queue
from engine_core.playing import random_bot
from tests.client.fake_host import FakeHost, Table

GUIDE = Path(__file__).parents[2] / "docs" / "bots.md"
BLOCKS = dict(re.findall(r"<!-- run: (\w+) -->\n```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL))


def run_block(name: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "guide"}
    exec(compile(BLOCKS[name], f"{GUIDE.name}:{name}", "exec"), names)
    return names


def test_every_block_is_run_here() -> None:
    assert GUIDE.read_text(encoding="utf-8").count("```python") == len(BLOCKS)
    assert set(BLOCKS) == {"home", "hosted", "tournaments", "seat", "house"}


def test_a_game_at_home(capsys: pytest.CaptureFixture[str]) -> None:
    run_block("home")
    assert len(capsys.readouterr().out.splitlines()) == 3


def test_a_game_against_house_bots(capsys: pytest.CaptureFixture[str]) -> None:
    run_block("house")
    assert sorted(capsys.readouterr().out) == sorted("[1, 2, 3, 4]\n")


async def test_a_bot_in_25_lines_plays_a_hosted_match(tmp_path: Path) -> None:
    assert len(BLOCKS["hosted"].splitlines()) <= 25
    script = tmp_path / "my_bot.py"
    script.write_text(BLOCKS["hosted"], encoding="utf-8")
    host = await FakeHost().start()
    try:
        processes = [
            await asyncio.create_subprocess_exec(
                sys.executable, str(script), host.target, name, cwd=tmp_path, stdout=asyncio.subprocess.PIPE
            )
            for name in ("one", "two")
        ]
        outputs = [(await process.communicate())[0].decode() for process in processes]
    finally:
        await host.stop()
    assert [process.returncode for process in processes] == [0, 0]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 2


async def test_a_bot_that_plays_whatever_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(BLOCKS["hosted"], encoding="utf-8")
    (tmp_path / "given.py").write_text(BLOCKS["tournaments"], encoding="utf-8")
    host = await FakeHost().start()
    try:
        async with ArenaClient(host.target) as one, ArenaClient(host.target) as two:
            me = await one.register("one")
            await two.register("two")
            results = await asyncio.gather(
                *(play_queue(random_bot, client, "medico", 2) for client in (one, two)),
            )
        script = await asyncio.create_subprocess_exec(
            *(sys.executable, "given.py", host.target, "one"), cwd=tmp_path, stdout=asyncio.subprocess.PIPE
        )
        assert script.stdout is not None
        try:
            async with asyncio.timeout(30):
                assert (await script.stdout.readline()).decode() == f"player {me.player_id}\n"
                assert (await script.stdout.readline()).decode().startswith(f"{results[0][0].match_id} [(0, ")
        finally:
            script.kill()
            await script.wait()
    finally:
        await host.stop()


async def test_a_seat_by_hand() -> None:
    play_first_legal = run_block("seat")["play_first_legal"]
    table = Table("medico", 2, bytes(32))
    host = await FakeHost({table.match_id: table}).start()
    try:
        results = await asyncio.gather(
            *(play_first_legal(host.target, table.match_id, number, "t") for number in (0, 1))
        )
    finally:
        await host.stop()
    assert results[0] == results[1]
    assert results[0].match_id == table.match_id
