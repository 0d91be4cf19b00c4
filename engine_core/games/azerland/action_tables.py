"""Actions made once, by what they depend on: legal lists are put together from them."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.games.azerland.actions import (
    AdvanceDisc,
    AssignAiOrder,
    BuyMarketCard,
    ChooseIngredient,
    ChoosePotion,
    Concoct,
    ConcoctDiscounted,
    DiscardDie,
    DrinkPotion,
    ExchangeIngredients,
    Finish,
    Hypnotize,
    PayPotion,
    PlaceTile,
    ReactivateColumn,
    RepeatVisitor,
    ReplaceTile,
    RevealMarketCard,
    ScoreVisitor,
    ServeOrder,
    SpendApprentices,
    SplitWages,
    StopRevealing,
    TakeMarketCard,
    UnlockAbility,
)
from engine_core.games.azerland.vocabulary import (
    ABILITY,
    COLUMNS,
    MARKET_CARDS,
    MOST_APPRENTICES_SPENT,
    MOST_DICE,
    MOST_WAGES,
    VISITORS,
)

_TYPES: Final = range(3)
_VISITORS: Final = range(1, VISITORS + 1)
_CARDS: Final = range(1, MARKET_CARDS + 1)

CHOOSE_POTION: Final = tuple(ChoosePotion(potion) for potion in _TYPES)
CHOOSE_INGREDIENT: Final = tuple(ChooseIngredient(ingredient) for ingredient in _TYPES)
PLACE_TILE: Final = tuple((PlaceTile(number, 0), PlaceTile(number, 1)) for number in range(6))
DRINK: Final = tuple(tuple(DrinkPotion(potion, level) for level in _TYPES) for potion in _TYPES)
REVEAL_MARKET_CARD: Final = RevealMarketCard()
STOP_REVEALING: Final = StopRevealing()
REPLACE_TILE: Final = tuple(ReplaceTile(column, side) for column in range(COLUMNS) for side in (0, 1))
HYPNOTIZE: Final = {visitor: Hypnotize(visitor) for visitor in _VISITORS}
SPLIT_WAGES: Final = tuple(SplitWages(apprentices) for apprentices in range(MOST_WAGES + 1))
SPEND_APPRENTICES: Final = tuple(SpendApprentices(count) for count in range(MOST_APPRENTICES_SPENT + 1))
DISCARD_DIE: Final = tuple(DiscardDie(index) for index in range(MOST_DICE))
ADVANCE_DISC: Final = tuple(AdvanceDisc(potion) for potion in _TYPES)
BUY_MARKET_CARD: Final = {card: BuyMarketCard(card) for card in _CARDS}
CONCOCT: Final = tuple(Concoct(potion) for potion in _TYPES)
CONCOCT_DISCOUNTED: Final = tuple(tuple(ConcoctDiscounted(potion, omitted) for omitted in _TYPES) for potion in _TYPES)
SERVE_ORDER: Final = {visitor: ServeOrder(visitor) for visitor in _VISITORS}
PAY_POTION: Final = tuple(PayPotion(potion) for potion in _TYPES)
TAKE_MARKET_CARD: Final = {card: TakeMarketCard(card) for card in _CARDS}
REPEAT_VISITOR: Final = {visitor: RepeatVisitor(visitor) for visitor in _VISITORS}
SCORE_VISITOR: Final = {visitor: ScoreVisitor(visitor) for visitor in _VISITORS}
UNLOCK_ABILITY: Final = tuple(UnlockAbility(ability) for ability in range(len(ABILITY)))
REACTIVATE_COLUMN: Final = tuple(ReactivateColumn(column) for column in range(COLUMNS))
ASSIGN_AI_ORDER: Final = {visitor: AssignAiOrder(visitor) for visitor in _VISITORS}
FINISH: Final = Finish()


def _exchanges(held: tuple[int, int, int]) -> tuple[Action, ...]:
    """The exchanges that 0, 1 or 2 (or more) of each ingredient allow (AZE-TRADE-05)."""
    return tuple(
        ExchangeIngredients(first, second, take)
        for first in _TYPES
        for second in range(first, 3)
        for take in _TYPES
        if (held[first] >= 2 if first == second else held[first] and held[second])
    )


EXCHANGES: Final = tuple(tuple(tuple(_exchanges((m, f, s)) for s in _TYPES) for f in _TYPES) for m in _TYPES)
