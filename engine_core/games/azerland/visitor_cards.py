"""Which visitors have which icon, and what else the rulebook states of the cards (AZE-DAT-01)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine_core.errors import BadData
from engine_core.games.azerland.rewards import Reward
from engine_core.games.azerland.sets import sets_of_two
from engine_core.games.azerland.vocabulary import CELERITY, CHARM, INTELLIGENCE, VISITORS
from engine_core.tables import Row

ONCE_PER_DAY: Final = frozenset(range(1, 10))
DRINKERS: Final = frozenset(range(1, 7))
"""Once-per-day visitors that react to a potion drunk (AZE-VIS-01 to 06)."""
IMMEDIATE: Final = frozenset({*range(10, 27), *range(36, 44)})
END_OF_GAME: Final = frozenset({*range(27, 33), *range(36, 43)})
INFINITY: Final = frozenset({33, 34, 35})

ICON: Final = ("once_per_day", "immediate", "end_of_game", "infinity")
_CARDS_WITH: Final = (ONCE_PER_DAY, IMMEDIATE, END_OF_GAME, INFINITY)
_LEAST_OF_SIZE: Final = {1: 8, 2: 14, 3: 4}
"""What a game of 4 players takes from the piles."""
_EXAMPLE_DISPLAY: Final = (10, 23, 1, 43, 15)
_EXAMPLE_SETS: Final = 2
_EXAMPLE_PRESTIGE: Final = 6


def check_visitors(
    rows: Sequence[Row],
    icons: Sequence[int],
    potions: Sequence[tuple[int, int, int]],
    jokers: Sequence[int],
    prestige: Sequence[int],
    rewards: Sequence[Reward],
) -> None:
    """Raise :class:`BadData` for the first statement that the cards break; all lists are by card number."""
    for row in rows:
        number = row.number
        stated = sum(1 << icon for icon, cards in enumerate(_CARDS_WITH) if number in cards)
        if icons[number] != stated:
            words = " ".join(word for icon, word in enumerate(ICON) if stated >> icon & 1)
            raise row.broken(f"icons of visitor {number}: {words}")
        if number in DRINKERS and rewards[number] == Reward():
            raise row.broken(f"visitor {number} prints a reward")
        if number in ONCE_PER_DAY - DRINKERS and rewards[number] != Reward(prestige=1):
            raise row.broken(f"the reward of visitor {number} is 1 prestige")
        if number not in ONCE_PER_DAY and rewards[number] != Reward():
            raise row.broken(f"the benefit of visitor {number} is a rule, not a reward")
    for number, symbol in ((27, CELERITY), (28, CHARM), (29, INTELLIGENCE), (43, CELERITY), (43, CHARM)):
        if not potions[number][symbol]:
            raise rows[number - 1].broken(f"the order of visitor {number} shows the type it is about")
    if not jokers[42]:
        raise rows[41].broken("the order of visitor 42 shows a joker")
    if potions[29] != (0, 0, 2) or jokers[29] or prestige[29] != _EXAMPLE_PRESTIGE:
        raise rows[28].broken(f"visitor 29 orders two intelligence potions for {_EXAMPLE_PRESTIGE} prestige")
    _check_orders(potions, jokers)


def _check_orders(potions: Sequence[tuple[int, int, int]], jokers: Sequence[int]) -> None:
    file = "visitors.csv"
    others = [number for number in range(1, VISITORS + 1) if number not in INFINITY]
    for size, least in _LEAST_OF_SIZE.items():
        found = sum(sum(potions[number]) + jokers[number] == size for number in others)
        if found < least:
            raise BadData(file, 0, f"{least} orders or more have {size} symbols, Infinity visitors apart, not {found}")
    kinds = [sum(count > 0 for count in order) for order in potions]
    if not any(kind > 1 for kind in kinds):
        raise BadData(file, 0, "some orders have several specific types")
    if not any(joker and kind for joker, kind in zip(jokers, kinds, strict=True)):
        raise BadData(file, 0, "some orders have jokers and specific types")
    if not any(joker and not kind for joker, kind in zip(jokers, kinds, strict=True)):
        raise BadData(file, 0, "some orders have jokers only")
    shown = [sum(1 << symbol for symbol, count in enumerate(order) if count) for order in potions]
    if not {CELERITY, CHARM} <= {s for n in (10, 23) for s, count in enumerate(potions[n]) if count}:
        raise BadData(file, 0, "visitors 10 and 23 together show celerity and charm")
    for display in (_EXAMPLE_DISPLAY, (*_EXAMPLE_DISPLAY, 30)):
        if sets_of_two((shown[number] for number in display), 1 << CELERITY | 1 << CHARM) != _EXAMPLE_SETS:
            raise BadData(file, 0, f"visitors {display} hold {_EXAMPLE_SETS} sets of celerity and charm")
