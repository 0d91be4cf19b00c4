"""Scenario files: the examples of the documentation pass, every kind of wrong expectation is found, every fault of a file is named."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

from engine_core.errors import BadScenario
from engine_core.expectations import Difference
from engine_core.scenario import Passed, load, parse, read_toml, run
from tests.rules_report import ROOT

PAGE: Final = (ROOT / "docs/scenarios.md").read_text(encoding="utf-8")
EXAMPLES: Final = re.findall(r"```(toml|json)\n(.*?)```", PAGE, re.DOTALL)
PYTHON: Final = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def example(number: int) -> dict[str, Any]:
    """A fresh copy of an example's document."""
    kind, text = EXAMPLES[number]
    document: dict[str, Any] = read_toml(text) if kind == "toml" else json.loads(text)
    return document


SALE, DIAL, HOUR, END = range(4)


def test_the_page_has_four_examples_and_one_in_python() -> None:
    assert len(EXAMPLES) == 4
    assert len(PYTHON) == 1


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_of_the_page_pass_from_files(number: int, tmp_path: Path) -> None:
    kind, text = EXAMPLES[number]
    path = tmp_path / f"scenario.{kind}"
    path.write_text(text, encoding="utf-8")
    result = run(load(path))
    assert result == Passed(example(number)["title"], len(example(number)["steps"]))


def test_the_python_example_of_the_page_runs() -> None:
    exec(PYTHON[0], {})


@pytest.mark.parametrize(
    ("number", "where", "value", "difference"),
    [
        (SALE, "steps.0.rejected", "MED-SELL-01", (1, "action", "rejected by MED-SELL-01")),
        (SALE, "steps.0.rejected", None, (1, "action", "accepted")),
        (SALE, "steps.1.rejected", "", (2, "action", "rejected by some rule")),
        (SALE, "steps.1.expect.state", {"players[0].coins": 3}, (2, "players[0].coins", 3)),
        (SALE, "steps.1.expect.state", {"players[0]": {"coins": 3}}, (2, "players[0].coins", 3)),
        (SALE, "steps.1.expect.state", {"absent": ["players[0].coins"]}, (2, "players[0].coins", None)),
        (SALE, "steps.1.expect.legal", {"0": {"contains": ["end_turn"]}}, (2, "legal actions of seat 0", "end_turn")),
        (
            SALE,
            "steps.1.expect.legal",
            {"0": {"excludes": ["take_money"]}},
            (2, "legal actions of seat 0", "no take_money"),
        ),
        (
            SALE,
            "steps.1.expect.legal",
            {"0": {"exact": ["take_money"]}},
            (2, "legal actions of seat 0", "only ['take_money']"),
        ),
        (SALE, "steps.1.expect.events", {"all": {"exact": []}}, (2, "events of all", "only []")),
        (SALE, "steps.1.expect.events", {"1": {"contains": ["game_ended"]}}, (2, "events of 1", "game_ended")),
        (DIAL, "expect.to_act", [1], (0, "to_act", [1])),
        (DIAL, "expect.decision_points", {"1": "depart"}, (0, "decision point of seat 1", "depart")),
        (DIAL, "steps.1.expect.views.0", {"players[1].destination": 6}, (2, "view of 0: players[1].destination", 6)),
        (DIAL, "steps.1.expect.views.spectator", {"absent": ["round"]}, (2, "view of spectator: round", None)),
        (DIAL, "steps.1.expect.outcome", {"0": {"place": 1}}, (2, "outcome", "a finished game")),
        (END, "steps.1.expect.outcome.0.points", 21, (2, "outcome of seat 0: points", 21)),
        (END, "steps.1.expect.outcome.0.categories.rods", 4, (2, "outcome of seat 0: categories.rods", 4)),
    ],
)
def test_the_first_difference_is_named(
    number: int, where: str, value: object, difference: tuple[int, str, object]
) -> None:
    document = _with(example(number), where, value)
    result = run(parse(document))
    assert isinstance(result, Difference)
    step, path, expected = difference
    assert (result.step, result.path) == (step, path)
    if expected is not None:
        assert result.expected == expected
    assert f"step {step}" in str(result)


@pytest.mark.parametrize(
    ("number", "where", "value", "words"),
    [
        (DIAL, "game", "chess", "game: there is no game 'chess'"),
        (DIAL, "seats", 9, "seats: "),
        (DIAL, "seats", "two", "seats: a whole number"),
        (DIAL, "seats", True, "seats: a whole number"),
        (DIAL, "format", "arena-scenario-2", "format"),
        (DIAL, "colour", "red", "nobody knows 'colour'"),
        (DIAL, "options", {"colour": "red"}, r"options\.colour"),
        (DIAL, "options", {"start_places": "beach"}, r"options\.start_places"),
        (DIAL, "key", "00", "seed, key: one of them"),
        (DIAL, "conservation", "maybe", "conservation"),
        (DIAL, "position.players.0.coin", 3, r"position\.players\[0\]\.coin: Player has no such field"),
        (DIAL, "position.players.0.coins", -3, r"position\.players\[0\]\.coins: -3 is negative"),
        (DIAL, "position.players.7", {"coins": 3}, r"position\.players\[7\]: there are 2 of them"),
        (DIAL, "position.phase", "lunch", r"position\.phase: 'lunch' is none of"),
        (DIAL, "tables", {"knights": {}}, r"tables\.knights: there is no such table"),
        (DIAL, "tables", {"rods": {"beauty": {"threshold": 3}}}, r"tables\.rods\.beauty: there is no row"),
        (DIAL, "tables", {"rods": {"letters": {"colour": 3}}}, r"tables\.rods\.letters\.colour"),
        (DIAL, "tables", {"rods": {"letters": {"threshold": "many"}}}, "tables: rods.csv"),
        (DIAL, "steps", {}, "steps: a list"),
        (DIAL, "steps.0.colour", 1, r"steps\[0\]: nobody knows 'colour'"),
        (DIAL, "steps.0.seat", 5, r"steps\[0\]\.seat: there is no seat 5"),
        (DIAL, "steps.0.action", "castle", r"steps\[0\]\.action: .*castle"),
        (DIAL, "steps.0.action", {"set_destination": {"place": 9}}, r"steps\[0\]\.action"),
        (DIAL, "steps.0.resigns", True, r"steps\[0\]: either"),
        (DIAL, "steps.0.rejected", 7, r"steps\[0\]\.rejected: the id of a rule"),
        (DIAL, "steps.0", {"rejected": ""}, r"steps\[0\]\.rejected: without an action"),
        (DIAL, "steps.0", {"seat": 1}, r"steps\[0\]: neither"),
        (DIAL, "steps.0", {"action": "start_move"}, r"steps\[0\]\.seat: missing"),
        (DIAL, "expect.colour", 1, r"expect\.colour: nobody knows it"),
        (DIAL, "expect.state", {"players[": 1}, r"expect\.state: 'players\[' is no path"),
        (DIAL, "expect.state", {"absent": "round"}, r"expect\.state\.absent: a list"),
        (DIAL, "expect.to_act", 1, r"expect\.to_act: a list"),
        (DIAL, "expect.views", {"first": {}}, r"expect\.views: a seat number or spectator"),
        (DIAL, "expect.views", {"5": {"round": 1}}, r"expect\.views: there is no seat 5"),
        (DIAL, "expect.legal", {"0": {"some": []}}, r"expect\.legal\.0: lists named"),
        (DIAL, "expect.legal", {"0": {"excludes": ["set_dial"]}}, r"expect\.legal\.0: there is no kind 'set_dial'"),
        (
            DIAL,
            "expect.legal",
            {"0": {"excludes": [{"set_destination": {"spot": 1}}]}},
            r"expect\.legal\.0: set_destination has no field 'spot'",
        ),
        (DIAL, "expect.legal", {"0": {"excludes": [3]}}, r"expect\.legal\.0\.excludes: a kind"),
        (DIAL, "expect.events", {"0": {"contains": ["rain"]}}, r"expect\.events\.0: there is no kind 'rain'"),
    ],
)
def test_faults_of_a_file_are_named(number: int, where: str, value: object, words: str) -> None:
    document = _with(example(number), where, value)
    with pytest.raises(BadScenario, match=words):
        run(parse(document))


def test_a_key_decides_like_a_seed() -> None:
    document = example(DIAL)
    del document["seed"]
    for key, words in ((7, "key: hex"), ("xy", "key: hex"), ("", "key: 1 to 64")):
        with pytest.raises(BadScenario, match=words):
            parse({**document, "key": key})
    assert isinstance(run(parse({**document, "key": "0badcafe"})), Passed)


def test_a_broken_invariant_is_a_warning_an_error_or_nothing() -> None:
    document = example(END)
    result = run(parse({**document, "conservation": "warn"}))
    assert isinstance(result, Passed)
    assert any("recipe books" in warning for warning in result.warnings)
    with pytest.raises(BadScenario, match="recipe books"):
        run(parse({**document, "conservation": "strict"}))
    assert run(parse(document)) == Passed(document["title"], 2)


def test_a_seat_can_resign() -> None:
    document = example(DIAL)
    document["steps"] = [
        {"seat": 1, "resigns": True, "expect": {"to_act": [0], "views": {"0": {"players[1].destination_set": True}}}}
    ]
    assert isinstance(run(parse(document)), Passed)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.json", b"{", "a.json: "),
        ("a.toml", b"game =", "a.toml: "),
        ("a.yaml", b"game: medico", r"a \.toml or \.json file"),
        ("a.json", b"[]", "an object"),
        ("a.json", b"\xff", "no UTF-8 text"),
        ("a.json", b"[" * 100000, "a.json: "),
        ("a.json", b"9" * 100000, "a.json: "),
        ("a.toml", b"seed = " + b"9" * 100000, "a.toml: "),
    ],
)
def test_files_that_are_no_scenario(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(BadScenario, match=words):
        load(tmp_path / name)
    with pytest.raises(BadScenario, match="No such file"):
        load(tmp_path / "missing.toml")


def _with(document: dict[str, Any], where: str, value: object) -> dict[str, Any]:
    changed = copy.deepcopy(document)
    holder: Any = changed
    *way, last = where.split(".")
    for part in way:
        holder = holder[int(part)] if isinstance(holder, list) else holder.setdefault(part, {})
    key: Any = int(last) if isinstance(holder, list) else last
    if value is None:
        del holder[key]
    else:
        holder[key] = value
    return changed
