"""Azerland's actions: one small decision each; the actor and what it belongs to follow from the state."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action, Catalogue
from engine_core.games.azerland.vocabulary import (
    Ability,
    ApprenticeCount,
    Column,
    DieIndex,
    Ingredient,
    Level,
    MarketCard,
    Potion,
    Side,
    TileNumber,
    Visitor,
    WageSplit,
)


class _NamesCard(Action):
    """Base of actions with one field, the number printed on a card."""

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """Cards are numbered from 1."""
        return values[0] > 0


class ChoosePotion(Action):
    """Gain 1 potion of this type (AZE-RUL-03, AZE-VIS-20, AZE-VIS-43)."""

    potion: Potion


class ChooseIngredient(Action):
    """Gain 1 ingredient of this type (AZE-BON-07, AZE-RUL-23)."""

    ingredient: Ingredient


class PlaceTile(Action):
    """Insert a tile into the leftmost empty column, hidden until the reveal (AZE-PRIO-01 to 04)."""

    number: TileNumber
    side: Side


class DrinkPotion(Action):
    """Drink a potion for the effect of this level (AZE-POT-02, AZE-POT-03)."""

    potion: Potion
    level: Level


class RevealMarketCard(Action):
    """Celerity I: turn up another market card (AZE-POT-11)."""


class StopRevealing(Action):
    """Celerity I: be content with the cards turned up so far (AZE-POT-14)."""


class ReplaceTile(Action):
    """Celerity E: put the new 0 tile into this column, with this side showing (AZE-POT-19, AZE-POT-20)."""

    column: Column
    side: Side


class Hypnotize(_NamesCard):
    """Charm E: put the pawn on this visitor (AZE-POT-30)."""

    visitor_id: Visitor


class SplitWages(Action):
    """Persuasion: take this part of the wages as apprentices (AZE-POT-26)."""

    apprentices: WageSplit


class SpendApprentices(Action):
    """Discard apprentices for as many more repetitions (AZE-ACT-14)."""

    count: ApprenticeCount


class DiscardDie(Action):
    """Efficiency: discard a die of the roll, counted from 0 in the order rolled (AZE-POT-39)."""

    die_index: DieIndex


class AdvanceDisc(Action):
    """One study step with the disc of this type (AZE-STUDY-01)."""

    potion: Potion


class BuyMarketCard(_NamesCard):
    """Buy a card of the row or of the own black market (AZE-TRADE-02, AZE-TRADE-08)."""

    card_id: MarketCard


class ExchangeIngredients(Action):
    """Return 2 ingredients for 1 (AZE-TRADE-05)."""

    give_first: Ingredient
    give_second: Ingredient
    take: Ingredient

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """Which of the two is given first makes no difference."""
        return values[0] <= values[1]


class Concoct(Action):
    """Make a potion from its whole recipe (AZE-CONC-02)."""

    potion: Potion


class ConcoctDiscounted(Action):
    """Visitor 17: make a potion without one ingredient of its recipe (AZE-RUL-56)."""

    potion: Potion
    omitted: Ingredient


class ServeOrder(_NamesCard):
    """Serve this visitor in town (AZE-SERVE-02)."""

    visitor_id: Visitor


class PayPotion(Action):
    """Pay a joker, or a symbol of a hypnotised order, with this potion (AZE-SERVE-03, AZE-POT-32)."""

    potion: Potion


class TakeMarketCard(_NamesCard):
    """Visitors 18 and 41: take the rewards of this card that was turned up (AZE-VIS-18, AZE-VIS-41)."""

    card_id: MarketCard


class RepeatVisitor(_NamesCard):
    """Visitor 19: resolve the immediate benefit of this own card again (AZE-VIS-19)."""

    visitor_id: Visitor


class ScoreVisitor(_NamesCard):
    """Visitor 40: gain the prestige that this own card would bring at the end (AZE-VIS-40)."""

    visitor_id: Visitor


class UnlockAbility(Action):
    """Visitor 13: unlock this ability (AZE-VIS-13)."""

    ability: Ability


class ReactivateColumn(Action):
    """Visitor 42: perform this action of today again (AZE-VIS-42)."""

    column: Column


class AssignAiOrder(_NamesCard):
    """Solo: of two visitors equally close the AI serves this one (AZE-SOLO-14)."""

    visitor_id: Visitor


class Finish(Action):
    """No more of this: drinking, trading, concocting, serving."""


CATALOGUE: Final = Catalogue(
    "azerland",
    (
        ChoosePotion,
        ChooseIngredient,
        PlaceTile,
        DrinkPotion,
        RevealMarketCard,
        StopRevealing,
        ReplaceTile,
        Hypnotize,
        SplitWages,
        SpendApprentices,
        DiscardDie,
        AdvanceDisc,
        BuyMarketCard,
        ExchangeIngredients,
        Concoct,
        ConcoctDiscounted,
        ServeOrder,
        PayPotion,
        TakeMarketCard,
        RepeatVisitor,
        ScoreVisitor,
        UnlockAbility,
        ReactivateColumn,
        AssignAiOrder,
        Finish,
    ),
)
"""All actions of Azerland; ``CATALOGUE[id]``."""
