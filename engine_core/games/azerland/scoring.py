"""Final count and places (chapter End of Game Scoring, End-of-game benefits)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine_core.game import Outcome, SeatOutcome
from engine_core.games.azerland.data import AzerlandData
from engine_core.games.azerland.sets import sets_of_two
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.visitor_cards import END_OF_GAME, ONCE_PER_DAY
from engine_core.games.azerland.vocabulary import CELERITY, CHARM, INTELLIGENCE

CATEGORIES: Final = ("prestige", "end_of_game_benefits", "gold", "apprentices", "potions")
SOLO_TARGET: Final = 65
SET_PRESTIGE: Final = 3
POTION_PRESTIGE: Final = 2
GOLD_CARD: Final = 36
"""The visitor that values gold, instead of the pairs."""
APPRENTICE_CARD: Final = 37
"""The visitor that values apprentices, instead of the pairs."""

Worth = Callable[[AzerlandData, Player], int]


def _showing(potion: int) -> Worth:
    """1 prestige per order that shows a type (AZE-VIS-27 to 29, AZE-RUL-62)."""
    return lambda data, player: sum(data.order_types[visitor] >> potion & 1 for visitor in player.display)


def _pairs(one: int, other: int) -> Worth:
    """3 prestige per set that shows two types (AZE-VIS-30 to 32, AZE-RUL-60, AZE-RUL-61)."""
    types = 1 << one | 1 << other
    return lambda data, player: SET_PRESTIGE * sets_of_two((data.order_types[v] for v in player.display), types)


_VALUES: Final[Mapping[int, Worth]] = MappingProxyType(
    {
        27: _showing(CELERITY),
        28: _showing(CHARM),
        29: _showing(INTELLIGENCE),
        30: _pairs(CELERITY, CHARM),
        31: _pairs(CELERITY, INTELLIGENCE),
        32: _pairs(CHARM, INTELLIGENCE),
        GOLD_CARD: lambda data, player: player.gold,
        APPRENTICE_CARD: lambda data, player: player.apprentices,
        38: lambda data, player: sum(player.ingredients) // 2,
        39: lambda data, player: sum(visitor in ONCE_PER_DAY for visitor in player.display),
        40: lambda data, player: sum(visitor in END_OF_GAME for visitor in player.display),
        41: lambda data, player: len(player.display),
        42: lambda data, player: sum(data.order_jokers[visitor] > 0 for visitor in player.display),
    }
)


def end_of_game_value(data: AzerlandData, player: Player, visitor: int) -> int:
    """What the End-of-game benefit of a card of the display is worth at this moment (AZE-VIS-27 to 32, 36 to 42, AZE-RUL-63)."""
    return _VALUES[visitor](data, player)


def score(state: AzerlandState, player: Player) -> tuple[tuple[str, int], ...]:
    """Prestige per category. Gold and apprentices count in pairs unless a card of the display counts each of them
    (AZE-END-02 to 06, AZE-RUL-78)."""
    display = player.display
    benefits = sum(end_of_game_value(state.data, player, visitor) for visitor in display if visitor in END_OF_GAME)
    points = (
        player.prestige,
        benefits,
        0 if GOLD_CARD in display else player.gold // 2,
        0 if APPRENTICE_CARD in display else player.apprentices // 2,
        POTION_PRESTIGE * sum(player.potions),
    )
    return tuple(zip(CATEGORIES, points, strict=True))


def outcome_of(state: AzerlandState) -> Outcome:
    """Places by prestige, then by the lower cauldron: never shared (AZE-END-07, AZE-END-08, AZE-RUL-79).

    The solo player has place 1 with 65 prestige or more after the final count, else place 2 (AZE-SOLO-16, AZE-RUL-75).
    """
    categories = [score(state, player) for player in state.players]
    points = [sum(value for _, value in entry) for entry in categories]
    held = len(state.cauldrons)
    ties = [held - state.cauldrons.index(seat) for seat in range(len(state.players))]
    seats = range(len(state.players))
    ranked = sorted(seats, key=lambda seat: (points[seat], ties[seat]), reverse=True)
    places = [ranked.index(seat) + 1 for seat in seats]
    if len(places) == 1:
        places = [1 if points[0] >= SOLO_TARGET else 2]
    return Outcome(
        tuple(SeatOutcome(seat, places[seat], points[seat], categories[seat], (ties[seat],)) for seat in seats)
    )
