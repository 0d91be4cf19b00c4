"""Scenario files: a position, steps, and what must be true; see ``docs/scenarios.md`` for the format.

:func:`load` reads a TOML or JSON file, :func:`parse` a document, :func:`run` plays it and answers :class:`Passed` or the first
:class:`Difference`. A document that cannot be read, names something that does not exist or holds a key that nobody knows is a
:class:`~engine_core.errors.BadScenario` with the path of the fault.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from engine_core import games
from engine_core.errors import BadData, BadEncoding, BadScenario, BadSetup, EngineError, UnknownAction, UnknownGame
from engine_core.expectations import Difference, check_expectations, read_expectations
from engine_core.position import Position, replace_tables

FORMAT: Final = "arena-scenario-1"
WARN, ALLOW, STRICT = "warn", "allow", "strict"
MOST_BYTES: Final = 4 << 20
"""A larger scenario file is refused."""


@dataclass(frozen=True, slots=True)
class Passed:
    """Everything was as expected. ``warnings``: invariants that the position breaks."""

    title: str
    steps: int
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to try. ``action`` is ``None`` for a step that only looks, or for a resignation."""

    seat: int = -1
    action: Any = None
    rejected: str | None = None
    """The id of the rule that must refuse the action; ``""``: any; ``None``: the action must be accepted."""
    resigns: bool = False
    expect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it was read."""

    game: str
    seats: int
    title: str = ""
    seed: int = 0
    key: bytes | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    tables: Mapping[str, Any] = field(default_factory=dict)
    position: Mapping[str, Any] = field(default_factory=dict)
    conservation: str = WARN
    expect: Mapping[str, Any] = field(default_factory=dict)
    """What must hold before the first step."""
    steps: tuple[Step, ...] = ()


def load(path: str | Path) -> Scenario:
    """Read a ``.toml`` or ``.json`` file."""
    file = Path(path)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadScenario(f"{file}: larger than {MOST_BYTES} bytes")
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise BadScenario(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadScenario(f"{file}: no UTF-8 text") from None
    try:
        if file.suffix == ".json":
            return parse(json.loads(text))
        if file.suffix == ".toml":
            return parse(read_toml(text))
    except (ValueError, RecursionError) as error:
        raise BadScenario(f"{file}: {error}") from None
    except BadScenario as error:
        raise BadScenario(f"{file}: {error}") from None
    raise BadScenario(f"{file}: a scenario is a .toml or .json file")


def read_toml(text: str) -> dict[str, Any]:
    """A TOML document, the text ``"null"`` read as ``null``, which TOML has no word for."""
    document: dict[str, Any] = _with_null(tomllib.loads(text))
    return document


def _with_null(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _with_null(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_with_null(inner) for inner in value]
    return None if value == "null" else value


def parse(document: object) -> Scenario:
    """A scenario from its JSON form."""
    top = _mapping(document, "the scenario")
    _only(top, "the scenario", {"format", *_SCENARIO_FIELDS})
    if top.get("format", FORMAT) != FORMAT:
        raise BadScenario(f"format: {FORMAT!r} is the only one, not {top['format']!r}")
    for needed in ("game", "seats"):
        if needed not in top:
            raise BadScenario(f"{needed}: missing")
    conservation = _typed(top, "conservation", str, WARN)
    if conservation not in (WARN, ALLOW, STRICT):
        raise BadScenario(f"conservation: one of {WARN}, {ALLOW}, {STRICT}, not {conservation!r}")
    if "seed" in top and "key" in top:
        raise BadScenario("seed, key: one of them")
    steps = top.get("steps", [])
    if not isinstance(steps, list):
        raise BadScenario("steps: a list")
    return Scenario(
        game=_typed(top, "game", str, ""),
        seats=_typed(top, "seats", int, 0),
        title=_typed(top, "title", str, ""),
        seed=_typed(top, "seed", int, 0),
        key=_key(top["key"]) if "key" in top else None,
        options=_mapping(top.get("options", {}), "options"),
        tables=_mapping(top.get("tables", {}), "tables"),
        position=_mapping(top.get("position", {}), "position"),
        conservation=conservation,
        expect=read_expectations(top.get("expect", {}), "expect"),
        steps=tuple(_step(step, f"steps[{i}]") for i, step in enumerate(steps)),
    )


def set_up(scenario: Scenario, data: Any = None) -> Position:
    """The position before the first step; ``data`` replaces the built-in card tables."""
    try:
        game = games.game(scenario.game)
        tables = replace_tables(game, data, scenario.tables)
        position = Position(
            game, scenario.seats, seed=scenario.seed, key=scenario.key, options=scenario.options, data=tables
        )
        if scenario.position:
            position.merge(scenario.position)
    except BadEncoding as error:
        raise BadScenario(f"position.{error}") from None
    except BadData as error:
        raise BadScenario(f"tables: {error}") from None
    except BadSetup as error:
        where = "seats" if error.field == "seats" else f"options.{error.field}"
        raise BadScenario(f"{where}: {error}") from None
    except UnknownGame as error:
        raise BadScenario(f"game: {error}") from None
    if scenario.conservation == STRICT and position.warnings:
        raise BadScenario(f"position: {position.warnings[0]}")
    return position


def run(scenario: Scenario, data: Any = None) -> Passed | Difference:
    """Play the steps and compare; the first difference ends it."""
    position = set_up(scenario, data)
    warnings = position.warnings if scenario.conservation == WARN else ()
    wrong = check_expectations(position, scenario.expect, 0, "expect")
    for number, step in enumerate(scenario.steps, start=1):
        if wrong is None:
            wrong = _take(position, step, number)
        if wrong is None:
            wrong = check_expectations(position, step.expect, number, f"steps[{number - 1}].expect")
    return wrong if wrong is not None else Passed(scenario.title, len(scenario.steps), warnings)


def _take(position: Position, step: Step, number: int) -> Difference | None:
    where = f"steps[{number - 1}]"
    if step.action is None and not step.resigns:
        return None
    if not 0 <= step.seat < len(position.match.decisions):
        raise BadScenario(f"{where}.seat: there is no seat {step.seat}")
    if step.resigns:
        position.resign(step.seat)
        return None
    try:
        action = position.action(step.action)
    except UnknownAction as error:
        raise BadScenario(f"{where}.action: {error}") from None
    rejection = position.match.check(step.seat, action)
    found = "accepted" if rejection is None else f"rejected by {rejection.rule_id}: {rejection.sentence}"
    if step.rejected is None:
        if rejection is not None:
            return Difference(number, "action", "accepted", found)
        position.play(step.seat, action)
        return None
    if rejection is None or (step.rejected and rejection.rule_id != step.rejected):
        return Difference(number, "action", f"rejected by {step.rejected or 'some rule'}", found)
    position.rejected(step.seat, action)
    return None


# -- reading -------------------------------------------------------------------------------------------------------------------

_SCENARIO_FIELDS: Final = frozenset(Scenario.__slots__)


def _step(document: object, path: str) -> Step:
    step = _mapping(document, path)
    _only(step, path, {"seat", "action", "rejected", "resigns", "expect"})
    try:
        rejected = step.get("rejected")
        if rejected is not None and not isinstance(rejected, str):
            raise BadScenario(f"rejected: the id of a rule, not {rejected!r}")
        made = Step(
            seat=_typed(step, "seat", int, -1),
            action=step.get("action"),
            rejected=rejected,
            resigns=_typed(step, "resigns", bool, False),
            expect=read_expectations(step.get("expect", {}), "expect"),
        )
    except EngineError as error:
        raise BadScenario(f"{path}.{error}") from None
    acts = made.action is not None or made.resigns
    if acts and "seat" not in step:
        raise BadScenario(f"{path}.seat: missing")
    if made.action is not None and made.resigns:
        raise BadScenario(f"{path}: either an action or a resignation")
    if rejected is not None and made.action is None:
        raise BadScenario(f"{path}.rejected: without an action")
    if not acts and not made.expect:
        raise BadScenario(f"{path}: neither an action nor an expectation")
    return made


def _mapping(value: object, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadScenario(f"{path}: an object, not {value!r}")
    return value


def _only(document: Mapping[str, Any], path: str, known: set[str]) -> None:
    for key in document:
        if key not in known:
            raise BadScenario(f"{path}: nobody knows {key!r}; known are {', '.join(sorted(known))}")


def _typed(document: Mapping[str, Any], name: str, kind: type, default: Any) -> Any:
    value = document.get(name, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        words = {str: "a text", int: "a whole number", bool: "true or false"}
        raise BadScenario(f"{name}: {words[kind]}, not {value!r}")
    return value


def _key(value: object) -> bytes:
    if not isinstance(value, str):
        raise BadScenario(f"key: hex digits, not {value!r}")
    try:
        key = bytes.fromhex(value)
    except ValueError:
        raise BadScenario(f"key: hex digits, not {value!r}") from None
    if not 1 <= len(key) <= 64:
        raise BadScenario(f"key: 1 to 64 bytes, not {len(key)}")
    return key
