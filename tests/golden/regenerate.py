"""Golden games: one finished game per seat count and choice of options, replayed by ``test_golden.py``.

    python -m tests.golden.regenerate

writes those that are missing and those of an older rules version. It refuses while a golden game of the *current* rules version does not
replay: then either the change of the rules is a mistake, or ``rules_version`` has to be raised first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from engine_core.actions import Action
from engine_core.errors import BadRecord
from engine_core.game import Game
from engine_core.games import GAMES, game
from engine_core.playing import CHOICE, play
from engine_core.record import Record, load, save
from engine_core.replay import verify
from engine_core.rng import Rng, key_from_seed
from engine_core.schema import Boolean, Number, schema_of
from engine_core.vocabulary import Labels

FOLDER: Final = Path(__file__).resolve().parent
SEEDS: Final = {"azerland": 150, "medico": 117}
"""Chosen so that the games together play every kind of action; change one when a test says that they no longer do."""


SHUNNED: Final = frozenset({"discard_remedy", "exchange_ingredients", "finish", "stop_revealing"})
"""Kinds of action that undo or prevent what others bring about: seldom played."""
SHUNNED_VALUES: Final = {"drink_potion": ("level", 0), "place_tile": ("side", 1), "spend_apprentices": ("count", 0)}
"""Kind -> a field and its value: such actions are seldom played either."""


def shunned(action: Action) -> bool:
    """Whether the action is seldom played."""
    field, value = SHUNNED_VALUES.get(action.kind, ("", None))
    return action.kind in SHUNNED or (bool(field) and getattr(action, field) == value)


def varied_bot(view: Any, legal: list[Action], rng: Rng) -> Action:
    """Each legal kind of action with the same probability, then each action of it: so rare kinds are played too."""
    by_kind: dict[str, list[Action]] = {}
    kept = [action for action in legal if not shunned(action)]
    for action in kept if kept and rng.below(CHOICE, 8) else legal:
        by_kind.setdefault(action.kind, []).append(action)
    kinds = list(by_kind.values())
    kind = kinds[rng.below(CHOICE, len(kinds))]
    return kind[rng.below(CHOICE, len(kind))]


def wanted() -> Iterator[tuple[Path, Game[Any, Any], int, dict[str, Any]]]:
    """Per game and seat count as many games as the option with the most words has; every word of every option occurs.

    Where options change nothing of a game and have all occurred, it is left out.
    """
    for name in GAMES:
        rules = game(name)
        words = {option: words_of(node) for option, node in schema_of(rules.options_type).fields}
        shown: set[tuple[str, Any]] = set()
        for seats in rules.seat_counts:
            starts: set[bytes] = set()
            for i in range(max(map(len, words.values()), default=1)):
                options = {option: choices[i % len(choices)] for option, choices in words.items()}
                start = rules.digest(rules.new(seats, rules.read_options(options), _key(rules, seats)))
                if start in starts and shown.issuperset(options.items()):
                    continue
                starts.add(start)
                shown.update(options.items())
                label = "-".join(str(word).lower() for word in options.values())
                yield FOLDER / f"{name}-{seats}-{label}.json", rules, seats, options


def _key(rules: Game[Any, Any], seats: int) -> bytes:
    return key_from_seed(10 * SEEDS[rules.name] + seats)


def words_of(node: object) -> list[Any]:
    """The words that an option can be set to."""
    if isinstance(node, Boolean):
        return [False, True]
    assert isinstance(node, Number)
    assert isinstance(node.word, Labels)
    return list(node.word.words)


def golden_game(rules: Game[Any, Any], seats: int, options: dict[str, Any]) -> Record:
    """The game itself: always the same for the same rules."""
    return play(rules, [varied_bot] * seats, _key(rules, seats), rules.read_options(options))


def main() -> int:
    """Write what is missing or outdated."""
    for path, rules, _, _ in wanted():
        if path.exists():
            record = load(path)
            if record.rules_version == rules.rules_version:
                try:
                    verify(record)
                except BadRecord as wrong:
                    print(f"{path.name}: {wrong}", file=sys.stderr)
                    print(f"raise the rules_version of {rules.name} first, or mend the rules", file=sys.stderr)
                    return 1
    for path, rules, seats, options in wanted():
        if not path.exists() or load(path).rules_version < rules.rules_version:
            save(golden_game(rules, seats, options), path)
            print(f"written: {path.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
