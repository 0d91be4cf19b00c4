"""Golden games: one finished game per seat count and choice of options, replayed by ``test_golden.py``.

    python -m tests.golden.regenerate [GAME ...]

writes those that are missing and those of an older rules version, of all games or of those named. It refuses while a golden game of
the *current* rules version does not replay: then either the change of the rules is a mistake, or ``rules_version`` has to be raised first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from engine_core.actions import Action
from engine_core.errors import BadRecord
from engine_core.game import Game
from engine_core.games import GAMES, game
from engine_core.playing import CHOICE, Bot, play
from engine_core.record import Record, load, save
from engine_core.replay import verify
from engine_core.rng import Rng, key_from_seed
from engine_core.schema import schema_of
from tests.conformance.configurations import MOST_WORDS, allowed, words_of
from tests.profiles import Profile, profile

FOLDER: Final = Path(__file__).resolve().parent


def shunned(told: Profile, action: Action) -> bool:
    """Whether the action is seldom played."""
    field, value = told.shunned_values.get(action.kind, ("", None))
    return action.kind in told.shunned or (bool(field) and getattr(action, field) == value)


def varied_bot(told: Profile) -> Bot:
    """Plays each legal kind of action with the same probability, then each action of it: so rare kinds are played too."""

    def play_varied(view: Any, legal: list[Action], rng: Rng) -> Action:
        by_kind: dict[str, list[Action]] = {}
        kept = [action for action in legal if not shunned(told, action)]
        for action in kept if kept and rng.below(CHOICE, 8) else legal:
            by_kind.setdefault(action.kind, []).append(action)
        kinds = list(by_kind.values())
        kind = kinds[rng.below(CHOICE, len(kinds))]
        return kind[rng.below(CHOICE, len(kind))]

    return play_varied


def wanted(names: Iterable[str] = GAMES) -> Iterator[tuple[Path, Game[Any, Any], int, dict[str, Any]]]:
    """Per game and seat count as many games as the option with the most words has, each other than the rest; every word of every
    option occurs with every seat count that can have it."""
    for name in names:
        rules, told = game(name), profile(name)
        words = {option: words_of(node) for option, node in schema_of(rules.options_type).fields}
        for seats in rules.seat_counts:
            seen: list[dict[str, Any]] = []
            for i in range(max(map(len, words.values()), default=1)):
                chosen = {
                    option: choices[(i + place // 2) % len(choices)]
                    for place, (option, choices) in enumerate(words.items())
                    if seats == 1 or option not in told.solo_options
                }
                options = rules.options_to_json(allowed(rules, seats, chosen))
                if options in seen:
                    continue
                seen.append(options)
                label = "-".join(str(word).lower() for word in options.values()) if len(words) <= MOST_WORDS else str(i)
                yield FOLDER / f"{name}-{seats}-{label}.json", rules, seats, options


def _key(rules: Game[Any, Any], seats: int) -> bytes:
    return key_from_seed(10 * profile(rules.name).golden_seed + seats)


def golden_game(rules: Game[Any, Any], seats: int, options: dict[str, Any]) -> Record:
    """The game itself: always the same for the same rules."""
    return play(rules, [varied_bot(profile(rules.name))] * seats, _key(rules, seats), rules.read_options(options))


def main(names: Sequence[str] = ()) -> int:
    """Write what is missing or outdated."""
    games = names or tuple(GAMES)
    for path, rules, _, _ in wanted(games):
        if path.exists():
            record = load(path)
            if record.rules_version == rules.rules_version:
                try:
                    verify(record)
                except BadRecord as wrong:
                    print(f"{path.name}: {wrong}", file=sys.stderr)
                    print(f"raise the rules_version of {rules.name} first, or mend the rules", file=sys.stderr)
                    return 1
    for path, rules, seats, options in wanted(games):
        if not path.exists() or load(path).rules_version < rules.rules_version:
            save(golden_game(rules, seats, options), path)
            print(f"written: {path.name}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
