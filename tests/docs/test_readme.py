"""Every code block of the README runs as it stands there; only addresses are those of the platform that the test started."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"<!-- run: ([\w-]+) -->\n```\w+\n(.*?)```", README, re.DOTALL))
BIN = Path(sys.executable).parent
ENVIRONMENT = os.environ | {"PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1", "COLUMNS": "120"}

pytestmark = [pytest.mark.xdist_group("readme"), pytest.mark.timeout(180)]


def sh(script: str, folder: Path, *, timeout: float = 150) -> str:
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the commands run: what they write lands here, and the files that they name are found."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "deploy").symlink_to(ROOT / "deploy")
    return folder


@pytest.fixture(scope="module")
def addresses(folder: Path) -> Iterator[dict[str, str]]:
    """The platform of the block ``up``, on free ports: the README's address -> the real one."""
    command = BLOCKS["up"].replace("7000", "0").split()
    log = (folder / "up.log").open("w", encoding="utf-8")
    with subprocess.Popen(
        [str(BIN / command[0]), *command[1:]],
        cwd=folder,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    ) as up:
        try:
            found: dict[str, str] = {}
            assert up.stdout is not None
            for line in up.stdout:
                if match := re.search(r"(matchmaking|rules|scoring)-0 +(\S+:\d+)", line):
                    found[match[1]] = match[2]
                if "Ctrl-C" in line:
                    break
            assert len(found) == 3, (folder / "up.log").read_text(encoding="utf-8")
            yield {
                "127.0.0.1:7000": found["matchmaking"],
                "127.0.0.1:7010": found["rules"],
                "127.0.0.1:7001": found["scoring"],
            }
        finally:
            up.terminate()
            up.communicate(timeout=30)
            log.close()
    assert up.returncode == 0


def with_addresses(block: str, addresses: dict[str, str]) -> str:
    for written, real in addresses.items():
        block = block.replace(written, real)
    return block


def test_every_block_is_run_here() -> None:
    blocks = README.count("```") // 2
    assert blocks == len(BLOCKS) + 1, "the two make commands are what CI and this test run are started by"
    assert set(BLOCKS) == {"game", "play", "bot", "up", "two-bots", "curl", "event", "more"}


def test_the_game_takes_ten_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert len([line for line in BLOCKS["game"].splitlines() if line]) <= 10
    exec(compile(BLOCKS["game"], "README.md", "exec"), {"__name__": "readme"})
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["0", "1", "2"]
    assert sorted(line.split()[1] for line in lines) == ["1", "2", "3"]


def test_games_between_bots(folder: Path) -> None:
    assert "greedy" in sh(BLOCKS["play"], folder)


def test_two_bots_meet_in_the_queue(folder: Path, addresses: dict[str, str]) -> None:
    assert len(BLOCKS["bot"].splitlines()) <= 25
    (folder / "my_bot.py").write_text(BLOCKS["bot"], encoding="utf-8")
    one, two = with_addresses(BLOCKS["two-bots"], addresses).splitlines()
    # To files of their own: what two processes write into one pipe may lie in pieces.
    results = sh(f"{one} > one.out & {two} > two.out; wait; cat one.out two.out", folder).splitlines()
    assert len(results) == 4
    assert len({line.split()[0] for line in results}) == 1


def test_calls_from_any_language(folder: Path, addresses: dict[str, str]) -> None:
    answer = sh(with_addresses(BLOCKS["curl"], addresses), folder)
    assert '"seatCounts"' in answer
    assert '"secret"' in answer


def test_more_commands(folder: Path, addresses: dict[str, str]) -> None:
    answer = sh(BLOCKS["more"], folder)
    assert "SellRemedy" in answer or "sell_remedy" in answer
    assert "SERVING" in answer


def test_an_event_ends_with_verified_records(folder: Path) -> None:
    assert "all records verified" in sh(BLOCKS["event"], folder)


def test_links_lead_somewhere() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in pages
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not broken
