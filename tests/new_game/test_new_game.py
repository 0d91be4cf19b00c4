"""A fourth game, added as ``docs/new-game.md`` says: its files are laid over a copy of the tree and two registries get their lines.

The game is Gleaning (``tree``, ten actions). Nothing else of the copy is changed, and what a game of this tree can do, it can do too.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OVERLAY = Path(__file__).resolve().parent / "tree"
BIN = Path(sys.executable).parent
GAME = "gleaning"
COPIED = ("engine_core", "clients", "services", "proto", "tests", "docs", "deploy", "pyproject.toml", "buf.yaml")

pytestmark = [pytest.mark.xdist_group("new_game"), pytest.mark.timeout(400)]


def overlay_files() -> Iterator[Path]:
    """The files of the new game, by their place in the tree."""
    for path in sorted(OVERLAY.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(OVERLAY)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the tree with the game in it."""
    copy = tmp_path_factory.mktemp("tree")
    ignored = shutil.ignore_patterns("__pycache__", "new_game", ".*")
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, copy)
    for path in overlay_files():
        assert not (copy / path).exists(), f"{path} is no new file"
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(OVERLAY / path, copy / path)
    register_in_the_engine(copy / "engine_core" / "games" / "__init__.py")
    register_in_the_schema(copy / "proto" / "arena" / "rules" / "v1" / "games.proto")
    run(copy, str(BIN / "buf"), "format", "-w")
    run(copy, sys.executable, "proto/generate.py")
    run(copy, sys.executable, "-m", "tests.golden.regenerate", GAME)
    return copy


def register_in_the_engine(path: Path) -> None:
    """One line."""
    text = path.read_text(encoding="utf-8")
    end = "\n    }\n)"
    assert text.count(end) == 1
    line = f'\n        "{GAME}": "engine_core.games.{GAME}.game:{GAME.upper()}",'
    path.write_text(text.replace(end, line + end), encoding="utf-8")


def register_in_the_schema(path: Path) -> None:
    """The imports, and one field in each of the four messages, with the next free number."""
    text = path.read_text(encoding="utf-8")
    number = 1 + max(int(found) for found in re.findall(r"^    arena\.\w+\.v1\.View \w+ = (\d+);", text, re.MULTILINE))
    imports = "".join(f'import "arena/{GAME}/v1/{file}.proto";\n' for file in ("actions", "events", "options", "view"))
    text = text.replace('import "buf/validate', imports + 'import "buf/validate', 1)
    for kind in ("Action", "View", "Options", "Event"):
        last = re.findall(rf"^    arena\.\w+\.v1\.{kind} \w+ = \d+;\n", text, re.MULTILINE)[-1]
        text = text.replace(last, f"{last}    // {kind} of Gleaning.\n    arena.{GAME}.v1.{kind} {GAME} = {number};\n")
    path.write_text(text, encoding="utf-8")


def run(tree: Path, *command: str, seconds: float = 300) -> str:
    """What the command prints; it must end with 0."""
    environment = {**os.environ, "PYTHONPATH": f"{tree}{os.pathsep}{tree / 'clients' / 'python'}"}
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, timeout=seconds, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout


def test_the_schema_of_the_new_game_is_in_order(tree: Path) -> None:
    run(tree, str(BIN / "buf"), "lint")
    run(tree, str(BIN / "buf"), "format", "--diff", "--exit-code")
    run(tree, str(BIN / "buf"), "breaking", "--against", "proto/released.binpb")
    said = run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/schema", "-k", GAME)
    assert " passed" in said


def test_the_shared_tests_pick_the_new_game_up(tree: Path) -> None:
    """Conformance, non-interference, golden games, translation, house bot; and the game's own tests."""
    shared = ("tests/conformance", "tests/golden", "tests/client/test_translate.py", "tests/client/test_house.py")
    said = run(
        tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *shared, "tests/engine", "-k", GAME
    )
    passed = re.search(r"(\d+) passed", said)
    assert passed
    assert int(passed[1]) > 150


def test_every_rule_of_the_new_game_is_tested(tree: Path) -> None:
    said = run(
        tree,
        sys.executable,
        "-c",
        "from pathlib import Path; from tests import rules_report as r;"
        f"page = r.read_page(Path('docs/rules/{GAME}.md').read_text());"
        f"lines, fine = r.report('{GAME}', 'GLE', page, r.collect_markers(['tests/engine/{GAME}']).named);"
        "print(*lines); raise SystemExit(not fine)",
    )
    assert f"{GAME}: 13 rules, 13 tested, 0 untested" in said


def test_the_new_game_is_hosted(tree: Path) -> None:
    """By a rules replica with a real bus, over gRPC, to its result."""
    hosting = "tests/services/rules/test_games.py"
    said = run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", hosting, "-k", GAME)
    assert "3 passed" in said


def test_the_command_line_plays_the_new_game(tree: Path) -> None:
    said = run(
        tree,
        *(sys.executable, "-m", "services.cli", "play", GAME),
        *("--seats", "greedy,random,random", "--games", "6", "--seed", "1", "--option", "rounds=three"),
    )
    assert "greedy" in said


def test_the_new_game_is_as_clean_as_the_others(tree: Path) -> None:
    new = [str(path) for path in overlay_files() if path.suffix == ".py"]
    run(tree, str(BIN / "ruff"), "check", "--no-cache", *new)
    run(tree, str(BIN / "ruff"), "format", "--no-cache", "--check", *new)
    run(tree, str(BIN / "lint-imports"), "--no-cache")
