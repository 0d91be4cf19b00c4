"""Golden games replay to the same digests: whoever changes the rules raises ``rules_version`` and regenerates them.

See :mod:`tests.golden.regenerate`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine_core.errors import BadRecord
from engine_core.games import GAMES, game
from engine_core.record import load, save
from engine_core.replay import replay, verify
from engine_core.schema import schema_of
from tests.conformance.configurations import words_of
from tests.golden import regenerate
from tests.golden.regenerate import FOLDER, golden_game, wanted

GOLDEN = sorted(FOLDER.glob("*.json"))


def test_every_seat_count_and_every_word_of_every_option_has_a_golden_game() -> None:
    assert {path for path, *_ in wanted()} == set(GOLDEN)
    for rules in map(game, GAMES):
        games = [(seats, options) for _, its_rules, seats, options in wanted() if its_rules is rules]
        assert {seats for seats, _ in games} == set(rules.seat_counts)
        for option, node in schema_of(rules.options_type).fields:
            assert {options[option] for _, options in games} == set(words_of(node)), option


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_games_replay(path: Path) -> None:
    record = load(path)
    assert record.rules_version == game(record.game).rules_version, "regenerate: python -m tests.golden.regenerate"
    try:
        verified = verify(record)
    except BadRecord as wrong:
        pytest.fail(f"the rules changed ({wrong}): raise rules_version, then python -m tests.golden.regenerate")
    assert verified.outcome is not None
    assert all(entry.digest for entry in record.entries)


@pytest.mark.parametrize(
    ("path", "rules", "seats", "options"), list(wanted()), ids=lambda value: getattr(value, "stem", "")
)
def test_golden_games_come_out_the_same_when_played_again(path: Path, rules: Any, seats: int, options: Any) -> None:
    assert golden_game(rules, seats, options) == load(path)


@pytest.mark.parametrize("name", GAMES)
def test_golden_games_together_play_every_kind_of_action(name: str) -> None:
    rules = game(name)
    played = {
        rules.catalogue[action].kind
        for path, its_rules, _, _ in wanted()
        if its_rules is rules
        for entry in load(path).entries
        for action in entry.actions
    }
    assert played == {kind.kind for kind in rules.catalogue.kinds}


def test_a_change_without_a_new_version_is_found_and_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, *rest = next(wanted())
    record = load(path)
    entries = list(record.entries)
    entries[10] = replace(entries[10], digest=bytes(16))
    changed = replace(record, entries=tuple(entries))
    copy = tmp_path / path.name
    save(changed, copy)
    with pytest.raises(BadRecord, match="entry 10: the digest differs"):
        verify(load(copy))
    before = copy.read_bytes()
    monkeypatch.setattr(regenerate, "wanted", lambda names: iter([(copy, *rest)]))
    assert regenerate.main() == 1
    assert "raise the rules_version" in capsys.readouterr().err
    assert copy.read_bytes() == before
    save(replace(changed, rules_version=0), copy)
    assert regenerate.main() == 0
    assert load(copy) == record


def test_a_record_replays_without_checks_to_the_same_position() -> None:
    record = load(GOLDEN[0])
    match = replay(record)
    assert match.over
    assert match.digest() == record.entries[-1].digest
    assert replay(record, entries=5).digest() == record.entries[4].digest
