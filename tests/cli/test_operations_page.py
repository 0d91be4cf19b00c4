"""docs/operations.md names every setting with its default, and only metrics and exit codes that exist."""

from __future__ import annotations

import re

import pytest
from pydantic_core import PydanticUndefined

from services.bots.settings import BotsSettings
from services.cli import failures
from services.common import startup
from services.common.settings import ServiceSettings
from services.matchmaking.settings import MatchmakingSettings
from services.rules.settings import RulesSettings
from services.scoring.settings import ScoringSettings
from tests.cli.conftest import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
CLASSES: tuple[type[ServiceSettings], ...] = (RulesSettings, MatchmakingSettings, BotsSettings, ScoringSettings)
ROWS = dict(re.findall(r"^\| `(ARENA_[A-Z_]+)` \| ([^|]+) \|", PAGE, re.MULTILINE))


def test_every_setting_is_on_the_page_and_no_other() -> None:
    known = {f"ARENA_{name.upper()}" for cls in CLASSES for name in cls.model_fields}
    assert set(ROWS) == known


@pytest.mark.parametrize("cls", CLASSES)
def test_defaults_are_those_of_the_code(cls: type[ServiceSettings]) -> None:
    for name, field in cls.model_fields.items():
        shown = ROWS[f"ARENA_{name.upper()}"].strip()
        default = field.default
        if default is PydanticUndefined:
            assert shown == "(required)"
        elif default in (None, ""):
            assert shown.startswith(("(", "`<data>"))
        else:
            text = ",".join(default) if isinstance(default, tuple) else str(default)
            assert shown == f"`{text.lower() if isinstance(default, bool) else text}`"


def test_every_metric_of_the_page_is_measured() -> None:
    sources = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "services").rglob("*.py"))
    named = set(re.findall(r"`(arena_(?:rules|scoring|matchmaking|bots|rpc)_[a-z_]+)`", PAGE))
    assert len(named) >= 10
    for name in named:
        assert f'"{name}"' in sources or f'"{name.removesuffix("_total")}"' in sources, name


def test_exit_codes_are_those_of_the_code() -> None:
    codes = {int(code) for code in re.findall(r"^\| (\d+) \| ", PAGE, re.MULTILINE)}
    assert codes == {0} | {error.exit_code for error in startup.StartupError.__subclasses__()}
    for error, code in (
        (failures.CommandFailed, 1),
        (failures.UsageError, 2),
        (failures.StillRunning, 3),
        (failures.Unavailable, 4),
    ):
        assert error.exit_code == code
        assert re.search(rf"\b{code}\b", PAGE.split("The other commands end with")[1].split("130")[0])
