"""The tree shows the architecture, and keeps to it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("engine_core", "clients/python/arena", "services")


def _modules() -> list[Path]:
    return sorted(
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if "pb" not in path.relative_to(ROOT).parts
    )


def test_the_engine_needs_the_standard_library_only() -> None:
    """A foreign import anywhere in engine_core would end ``pip install apothecary-arena`` without dependencies."""
    foreign = set()
    for path in sorted((ROOT / "engine_core").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom) and node.level == 0
                else []
            )
            for name in names:
                top = name.split(".")[0]
                if top != "engine_core" and top not in sys.stdlib_module_names:
                    foreign.add(f"{path.relative_to(ROOT)}: {name}")
    assert not foreign


@pytest.mark.parametrize(
    "forbidden", ["random", "time", "datetime", "socket", "asyncio", "threading", "secrets", "uuid"]
)
def test_the_engine_has_no_clock_no_network_and_no_global_randomness(forbidden: str) -> None:
    """Law 4: same key and same inputs give the same digests everywhere."""
    users = []
    for path in sorted((ROOT / "engine_core").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import) and forbidden in {alias.name.split(".")[0] for alias in node.names}:
                users.append(str(path.relative_to(ROOT)))
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == forbidden:
                users.append(str(path.relative_to(ROOT)))
    assert not users


def test_no_game_is_known_by_name_outside_its_own_modules() -> None:
    """Only the registry names games; everything else in the core, in the client and in the services is the same for all."""
    games = ROOT / "engine_core" / "games"
    names = {path.name for path in games.iterdir() if (path / "__init__.py").exists()}
    assert names, "no games found"
    house = ROOT / "clients" / "python" / "arena" / "house"
    telling = []
    for path in _modules():
        if games in path.parents or (path.parent == house and path.stem.split("_")[0] in names):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        docstrings = {
            id(node.body[0].value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
            and node.body
            and isinstance(node.body[0], ast.Expr)
        }
        where = path.relative_to(ROOT)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                telling += [f"{where}: {node.value!r}" for name in names if name in node.value.lower()]
            if isinstance(node, ast.ImportFrom) and node.module:
                if node.module.startswith("engine_core.games."):
                    telling.append(f"{where} imports {node.module}")
                telling += [f"{where} imports {node.module}" for name in names if f".pb.{name}" in node.module]
    assert not telling


def test_the_same_file_has_the_same_job_in_every_game() -> None:
    """The files that ``docs/new-game.md`` lists are there in each game, the one of the tests included."""
    page = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    listed = {name for row in rows for name in re.findall(r"`([a-z_]+\.py)`", row)}
    assert len(listed) > 15
    games = [path for path in (ROOT / "engine_core" / "games").iterdir() if (path / "__init__.py").exists()]
    games += list((ROOT / "tests" / "new_game" / "tree" / "engine_core" / "games").iterdir())
    assert len(games) > 3
    missing = {path.name: sorted(name for name in listed if not (path / name).exists()) for path in games}
    assert not any(missing.values()), missing


def test_modules_can_be_read_in_one_sitting() -> None:
    """One idea a file: 400 lines is the goal, 500 the limit."""
    long = {
        str(path.relative_to(ROOT)): lines
        for path in _modules()
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 500
    }
    assert not long


def test_no_commit_names_a_registry() -> None:
    """Lock files pin by hash; where a package comes from is the installer's business."""
    for lock in ("requirements.lock", "requirements-uv.lock"):
        text = (ROOT / lock).read_text(encoding="utf-8")
        assert "://" not in text
        assert "--index-url" not in text
        assert "--hash=sha256:" in text


def test_the_base_install_has_no_dependencies() -> None:
    """engine_core alone is what ``pip install apothecary-arena`` brings."""
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == []


def test_imports_point_one_way() -> None:
    """services -> arena -> engine_core, and services never import each other (contracts in pyproject.toml)."""
    run = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert run.returncode == 0, run.stdout


def test_nothing_that_can_be_cancelled_waits_by_wait_for() -> None:
    """In Python 3.11 it swallows a cancellation that comes together with the result: then a stop waits for ever."""
    waiting = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in _modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute | ast.Name)
        and (node.attr if isinstance(node, ast.Attribute) else node.id) == "wait_for"
    ]
    assert not waiting, "use asyncio.timeout"
