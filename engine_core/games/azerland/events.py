"""What happens in a game of Azerland. All events are public but :class:`TileSet` and :class:`TileExchanged`, which only their own seat
receives."""

from __future__ import annotations

from typing import Final

from engine_core.events import Event, EventType
from engine_core.games.azerland.vocabulary import (
    Ability,
    BonusTile,
    Cauldron,
    Column,
    DieFace,
    DieIndex,
    Ingredient,
    Level,
    MarketCard,
    MaybeIngredient,
    Participant,
    Potion,
    PotionDieFace,
    Seat,
    Side,
    Source,
    TileNumber,
    Visitor,
)


class Gained(Event):
    """A player gains things from the supply, all at once; what is a choice comes as a ``Gained`` of its own."""

    seat: Seat
    source: Source
    gold: int
    apprentices: int
    prestige: int
    ingredients: tuple[int, int, int]
    potions: tuple[int, int, int]


class DayStarted(Event):
    """Preparation begins (AZE-PREP-01)."""

    day: int


class MarketRestocked(Event):
    """The row of the day (AZE-PREP-02, AZE-PREP-03)."""

    row: tuple[MarketCard, ...]


class MarketReshuffled(Event):
    """The discard pile became the market deck (AZE-PREP-13)."""

    cards: int


class BlackMarketDrawn(Event):
    """The private cards of an owner of Black Market, open to all (AZE-PREP-12, AZE-POT-09)."""

    seat: Seat
    cards: tuple[MarketCard, ...]


class VisitorsWelcomed(Event):
    """Visitors came from the road into town (AZE-PREP-05)."""

    visitors: tuple[Visitor, ...]


class RoadFilled(Event):
    """Visitors appeared on the road (AZE-PREP-07)."""

    visitors: tuple[Visitor, ...]


class BonusRevealed(Event):
    """The bonus tile of the day (AZE-PREP-11)."""

    bonus: BonusTile


class TileSet(Event):
    """The own tile; nobody else receives this."""

    seat: Seat
    column: Column
    number: TileNumber
    side: Side


class TilePlaced(Event):
    """A seat filled its next column; with what, nobody learns before the reveal (AZE-PRIO-04)."""

    seat: Seat
    column: Column


class PotionDrunk(Event):
    """A potion went back to the supply for this effect (AZE-POT-02)."""

    seat: Seat
    potion: Potion
    level: Level


class AbilityUnlocked(Event):
    """For the rest of the game (AZE-POT-44)."""

    seat: Seat
    ability: Ability


class MarketCardsTurned(Event):
    """Cards of the market deck were turned up by an effect."""

    seat: Seat
    cards: tuple[MarketCard, ...]


class RevealingEnded(Event):
    """Celerity I is over: how many ingredients are to be picked and what it cost (AZE-POT-14 to 16)."""

    seat: Seat
    ingredients: int
    prestige_lost: int


class TileExchanged(Event):
    """The own plaquette after Celerity E; nobody else receives this."""

    seat: Seat
    column: Column
    side: Side
    removed: TileNumber


class TileReplaced(Event):
    """A 0 tile came to a plaquette; where, nobody learns before the reveal (AZE-RUL-32)."""

    seat: Seat


class GoldTaken(Event):
    """Charm I: a player paid 1 gold to another one, or for the AI's potion (AZE-POT-28, AZE-SOLO-06)."""

    participant: Participant
    payer: Seat


class VisitorHypnotized(Event):
    """A pawn stands on a visitor, wherever it stood before (AZE-POT-30, AZE-POT-35)."""

    seat: Seat
    visitor: Visitor


class PlaquetteRevealed(Event):
    """What a player, or the AI, has in its columns (AZE-ACT-01)."""

    participant: Participant
    numbers: tuple[TileNumber, ...]
    sides: tuple[Side, ...]


class ColumnStarted(Event):
    """The participants by rank (AZE-ACT-02, AZE-ACT-06, AZE-ACT-07)."""

    column: Column
    ranking: tuple[Participant, ...]


class ApprenticesSpent(Event):
    """Apprentices for more repetitions (AZE-ACT-14)."""

    seat: Seat
    column: Column
    count: int


class DiceRolled(Event):
    """Ingredient dice, in the order rolled (AZE-HARV-01, AZE-HARV-05)."""

    seat: Seat
    dice: tuple[DieFace, ...]


class DieDiscarded(Event):
    """Efficiency (AZE-POT-39)."""

    seat: Seat
    die_index: DieIndex


class PotionDieRolled(Event):
    """Intelligence E (AZE-POT-42)."""

    seat: Seat
    face: PotionDieFace


class DiscAdvanced(Event):
    """A study step; ``level`` is that of the disc now (AZE-STUDY-01, AZE-STUDY-04, AZE-STUDY-05)."""

    seat: Seat
    potion: Potion
    space: int
    level: Level


class MarketCardBought(Event):
    """A card was bought, its benefits follow (AZE-TRADE-02)."""

    seat: Seat
    card: MarketCard
    cost: int


class MarketCardTaken(Event):
    """Visitors 18 and 41: the rewards of a card for free (AZE-VIS-18, AZE-VIS-41)."""

    seat: Seat
    card: MarketCard


class IngredientsExchanged(Event):
    """2 ingredients for 1 (AZE-TRADE-05)."""

    seat: Seat
    give_first: Ingredient
    give_second: Ingredient
    take: Ingredient


class PotionConcocted(Event):
    """A potion was made; ``omitted`` is set for visitor 17 (AZE-CONC-02, AZE-VIS-17)."""

    seat: Seat
    potion: Potion
    omitted: MaybeIngredient


class OrderChosen(Event):
    """An order is being served: these potions are set aside for its specific symbols (AZE-SERVE-02)."""

    seat: Seat
    visitor: Visitor
    potions: tuple[int, int, int]


class PotionPaid(Event):
    """A potion for a joker, or for a symbol of a hypnotised order (AZE-SERVE-03, AZE-POT-32)."""

    seat: Seat
    potion: Potion


class OrderServed(Event):
    """The card is the server's, or stays in town if it is an Infinity card; ``prestige`` is printed (AZE-SERVE-04, AZE-SERVE-10)."""

    participant: Participant
    visitor: Visitor
    prestige: int


class OrderBonusPaid(Event):
    """The study-level bonus of an order, or 4 for a hypnotised one (AZE-SERVE-05, AZE-POT-36)."""

    seat: Seat
    visitor: Visitor
    prestige: int


class VisitorTilted(Event):
    """A once-per-day card pays (AZE-SERVE-15)."""

    seat: Seat
    visitor: Visitor


class VisitorRepeated(Event):
    """Visitor 19 (AZE-VIS-19)."""

    seat: Seat
    visitor: Visitor


class VisitorScored(Event):
    """Visitor 40 (AZE-VIS-40)."""

    seat: Seat
    visitor: Visitor
    prestige: int


class ColumnReactivated(Event):
    """Visitor 42 (AZE-VIS-42)."""

    seat: Seat
    column: Column


class TurnEnded(Event):
    """A player has finished the phase or column."""

    seat: Seat


class CauldronsExchanged(Event):
    """Two players, or a player and the AI, that had the same number (AZE-ACT-08 to 11)."""

    first: Participant
    first_cauldron: Cauldron
    """What ``first`` holds now."""
    second: Participant
    second_cauldron: Cauldron


class AiDrank(Event):
    """Solo: a potion of the AI's row (AZE-SOLO-06)."""

    potion: Potion
    level: Level


class AiTookCards(Event):
    """Solo: the AI removed its cards from the row (AZE-SOLO-11)."""

    cards: tuple[MarketCard, ...]


class VisitorLeft(Event):
    """An Infinity visitor that was served today left the game (AZE-SERVE-20)."""

    visitor: Visitor


class GameEnded(Event):
    """The last day is over; the final count follows from the position."""


EVENTS: Final[tuple[EventType, ...]] = (
    Gained,
    DayStarted,
    MarketRestocked,
    MarketReshuffled,
    BlackMarketDrawn,
    VisitorsWelcomed,
    RoadFilled,
    BonusRevealed,
    TileSet,
    TilePlaced,
    PotionDrunk,
    AbilityUnlocked,
    MarketCardsTurned,
    RevealingEnded,
    TileExchanged,
    TileReplaced,
    GoldTaken,
    VisitorHypnotized,
    PlaquetteRevealed,
    ColumnStarted,
    ApprenticesSpent,
    DiceRolled,
    DieDiscarded,
    PotionDieRolled,
    DiscAdvanced,
    MarketCardBought,
    MarketCardTaken,
    IngredientsExchanged,
    PotionConcocted,
    OrderChosen,
    PotionPaid,
    OrderServed,
    OrderBonusPaid,
    VisitorTilted,
    VisitorRepeated,
    VisitorScored,
    ColumnReactivated,
    TurnEnded,
    CauldronsExchanged,
    AiDrank,
    AiTookCards,
    VisitorLeft,
    GameEnded,
)
