"""The rules report counts what it should and fails when it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.rules_report import ROOT, read_page, report

PAGE = """
## Rules

- MED-SELL-01: Given something, then something.
- MED-FAV-0 (all types): Given a card.
- MED-SET-27: Given nothing.

## Rulings

- MED-RUL-01: The board is a ring.
- MED-DAT-01 Places: seven.

## By construction

* MED-SET-27: material of unused colours is no part of the state
"""


def test_counts_rules_but_neither_rulings_nor_data() -> None:
    page = read_page(PAGE)
    assert page.rules() == ("MED-SELL-01", "MED-FAV-0", "MED-SET-27")
    assert page.others() == ("MED-RUL-01", "MED-DAT-01")


def test_the_line_of_a_game_that_is_tested() -> None:
    lines, fine = report("medico", "MED", read_page(PAGE), ["MED-SELL-01", "MED-FAV-0"])
    assert fine
    assert lines == ["medico: 3 rules, 3 tested, 0 untested (1 by construction)"]


def test_untested_rules_are_listed_and_fail() -> None:
    lines, fine = report("medico", "MED", read_page(PAGE), ["MED-FAV-0", "MED-RUL-01"])
    assert not fine
    assert lines[0].startswith("medico: 3 rules, 2 tested, 1 untested")
    assert lines[1:] == ["  untested: MED-SELL-01"]


def test_a_marker_that_names_no_rule_fails() -> None:
    lines, fine = report("medico", "MED", read_page(PAGE), ["MED-SELL-01", "MED-FAV-0", "MED-SELL-99"])
    assert not fine
    assert lines[-1] == "  a test names a rule that does not exist: MED-SELL-99"


def test_by_construction_needs_a_rule_and_a_reason() -> None:
    page = read_page(PAGE + "* MED-SET-28\n* MED-SET-99: because\n")
    assert len(page.faults) == 2
    assert not report("medico", "MED", page, ["MED-SELL-01", "MED-FAV-0"])[1]


def test_rulings_are_listed_on_request() -> None:
    lines, _ = report("medico", "MED", read_page(PAGE), ["MED-RUL-01"], rulings=True)
    assert "  not named by a test: MED-DAT-01" in lines
    assert "  not named by a test: MED-RUL-01" not in lines


def test_medico_has_199_rules() -> None:
    assert len(read_page((ROOT / "docs/rules/medico.md").read_text(encoding="utf-8")).rules()) == 199


def test_markers_of_tests_that_never_run_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "test_marked.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('MED-SELL-01', 'MED-SELL-02')\ndef test_one(): pass\n"
        "@pytest.mark.skip\n@pytest.mark.rule('MED-SELL-03')\ndef test_two(): pass\n",
        encoding="utf-8",
    )
    code = f"from tests.rules_report import collect_markers; print(sorted(collect_markers([{str(tmp_path)!r}]).named))"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "['MED-SELL-01', 'MED-SELL-02']"
