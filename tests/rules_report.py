"""Which numbered rules have a test: ``python -m tests.rules_report [--rulings]``.

Per game, ``docs/rules/<game>.md`` numbers the rules in lines that begin with ``- MED-SELL-03``; tests name the rules that they exercise
with ``@pytest.mark.rule("MED-SELL-03")``. Rulings (``-RUL-``) and data (``-DAT-``) have numbers too and may be named; the figures count
the rules proper, and ``--rulings`` lists the others that no test names. A rule that states an absence is listed with its reason in the
section *By construction*: ``* MED-SET-27: reason``.

Prints one line per game, then the untested ids; ends with 1 if a rule is untested, if a marker or the section names no rule of the
page, or if the tests cannot be collected.
"""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pytest

from engine_core.games import GAMES, game

ROOT: Final = Path(__file__).resolve().parent.parent
_DEFINED: Final = re.compile(r"^- ([A-Z]{3}-[A-Z0-9]+-[0-9]+)\b")
_BY_CONSTRUCTION: Final = re.compile(r"^\* ([A-Z]{3}-[A-Z0-9]+-[0-9]+): (\S.*)$")
_NOT_COUNTED: Final = ("RUL", "DAT")


@dataclass(frozen=True, slots=True)
class RulePage:
    """The numbers that a page defines, in its order, and those it lists as true by construction, with the reason."""

    ids: tuple[str, ...]
    by_construction: Mapping[str, str]
    faults: tuple[str, ...] = ()

    def rules(self) -> tuple[str, ...]:
        """The rules proper."""
        return tuple(rule for rule in self.ids if rule.split("-")[1] not in _NOT_COUNTED)

    def others(self) -> tuple[str, ...]:
        """Rulings and data."""
        return tuple(rule for rule in self.ids if rule.split("-")[1] in _NOT_COUNTED)


@dataclass(slots=True)
class MarkerCollector:
    """A pytest plugin that gathers, per rule id, the tests that name it. Tests that never run do not count."""

    named: dict[str, list[str]] = field(default_factory=dict)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Read the markers of everything collected."""
        for item in session.items:
            if any(item.iter_markers("skip")) or any(item.iter_markers("xfail")):
                continue
            for marker in item.iter_markers("rule"):
                for rule in marker.args:
                    self.named.setdefault(str(rule), []).append(item.nodeid)


def read_page(text: str) -> RulePage:
    """Parse a rules page."""
    ids: list[str] = []
    reasons: dict[str, str] = {}
    faults: list[str] = []
    inside = False
    for line in text.splitlines():
        if line.startswith("## "):
            inside = line == "## By construction"
        elif inside and line.startswith("* "):
            match = _BY_CONSTRUCTION.match(line)
            if match is None:
                faults.append(f"by construction without a reason: {line}")
            else:
                reasons[match[1]] = match[2]
        elif not inside and (match := _DEFINED.match(line)):
            if match[1] in ids:
                faults.append(f"{match[1]} is defined twice")
            ids.append(match[1])
    faults += [f"by construction names no rule: {rule}" for rule in reasons if rule not in ids]
    return RulePage(tuple(ids), reasons, tuple(faults))


def collect_markers(paths: Sequence[str] = ("tests/engine", "tests/conformance")) -> MarkerCollector:
    """Collect the tests below the paths; ``RuntimeError`` with pytest's words if that fails."""
    collector = MarkerCollector()
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        status = pytest.main(
            [
                "--collect-only",
                "-q",
                "-p",
                "no:cacheprovider",
                "-c",
                str(ROOT / "pyproject.toml"),
                *(str(ROOT / p) for p in paths),
            ],
            plugins=[collector],
        )
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise RuntimeError(said.getvalue())
    return collector


def report(
    name: str, prefix: str, page: RulePage, named: Iterable[str], rulings: bool = False
) -> tuple[list[str], bool]:
    """The lines to print for one game, and whether everything is in order."""
    tested = set(named) | set(page.by_construction)
    rules = page.rules()
    untested = [rule for rule in rules if rule not in tested]
    by_construction = sum(rule in page.by_construction and rule not in set(named) for rule in rules)
    line = f"{name}: {len(rules)} rules, {len(rules) - len(untested)} tested, {len(untested)} untested"
    lines = [line + (f" ({by_construction} by construction)" if by_construction else "")]
    lines += [f"  untested: {rule}" for rule in untested]
    strays = sorted(rule for rule in named if rule.startswith(f"{prefix}-") and rule not in page.ids)
    lines += [f"  a test names a rule that does not exist: {rule}" for rule in strays]
    lines += [f"  {fault}" for fault in page.faults]
    if rulings:
        lines += [f"  not named by a test: {rule}" for rule in page.others() if rule not in tested]
    return lines, not (untested or strays or page.faults)


def main(arguments: Sequence[str]) -> int:
    """Print the report of every game."""
    try:
        named = collect_markers().named
    except RuntimeError as error:
        print(f"the tests cannot be collected:\n{error}", file=sys.stderr)
        return 1
    fine = True
    prefixes = set()
    for name in GAMES:
        prefix = game(name).rule_prefix
        prefixes.add(prefix)
        page = read_page((ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8"))
        lines, in_order = report(name, prefix, page, named, rulings="--rulings" in arguments)
        print("\n".join(lines))
        fine = fine and in_order
    for rule in sorted(named):
        if rule.partition("-")[0] not in prefixes:
            print(f"a test names a rule of no game: {rule}")
            fine = False
    return 0 if fine else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
