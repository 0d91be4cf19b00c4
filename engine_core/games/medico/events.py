"""What happens in a game of Medico. All events are public but :class:`DestinationSet`, which only its own seat receives."""

from __future__ import annotations

from typing import Final

from engine_core.events import Event, EventType
from engine_core.games.medico.vocabulary import (
    Ability,
    Favor,
    Figure,
    Instrument,
    Letter,
    Market,
    MaybeFavor,
    MaybeInstrument,
    MaybeLetter,
    MaybeMarket,
    MaybeRecipeBook,
    Place,
    RecipeBook,
    Remedy,
    Rod,
    Seat,
    SpaceIndex,
    Stack,
    Store,
)


class StartPlaceTaken(Event):
    """A surgeon, its first apprentice and its first letter are in place (MED-SET-25)."""

    seat: Seat
    place: Place
    letter: Letter


class RoundStarted(Event):
    """The Medicus stands at ``medicus_place``; destinations are chosen next."""

    round: int
    medicus_place: Place


class NeutralSurgeonMoved(Event):
    """The neutral surgeon moved (MED-2P-05)."""

    place: Place


class NeutralRemedyPlaced(Event):
    """The neutral surgeon filled a market space (MED-2P-06)."""

    place: Place
    space_index: SpaceIndex
    remedy: Remedy


class MarketBoxed(Event):
    """A market left the game (MED-2P-08)."""

    place: Place
    market: Market


class DestinationSet(Event):
    """The own dial; nobody else receives this."""

    seat: Seat
    place: Place


class DestinationCommitted(Event):
    """A seat has set its dial; where to, nobody learns yet (MED-ROUND-07)."""

    seat: Seat


class TurnStarted(Event):
    """The dial is revealed (MED-MOVE-01)."""

    seat: Seat
    start_place: Place
    destination: Place


class DestinationChanged(Event):
    """Favor 1 (MED-FAV-1)."""

    seat: Seat
    destination: Place


class PrivilegeUsed(Event):
    """A remedy came from the opposite path (MED-KNOW-08)."""

    seat: Seat
    remedy: Remedy


class WaypointReached(Event):
    """The path that leaves ``path`` clockwise is being crossed."""

    seat: Seat
    path: Place


class PlaceReached(Event):
    """The surgeon arrived at its destination."""

    seat: Seat
    place: Place


class RemedyStored(Event):
    """A remedy came to a pouch or onto a book, from a path or a market."""

    seat: Seat
    remedy: Remedy
    store_in: Store


class RemedyDiscarded(Event):
    """A remedy went back to the supply."""

    seat: Seat
    remedy: Remedy


class RemedyShifted(Event):
    """A remedy moved from a pouch onto a book (MED-KNOW-14)."""

    seat: Seat
    remedy: Remedy
    store_in: Store


class RecipeFulfilled(Event):
    """A book is fulfilled (MED-COLL-05); ``points`` come from Luminary."""

    seat: Seat
    book: RecipeBook
    prestige: int
    points: int


class RemedySold(Event):
    """A sale, Favor 6 included; ``coins`` is what the seller took, apprentice income not included."""

    seat: Seat
    place: Place
    remedy: Remedy
    space_index: SpaceIndex
    coins: int


class IncomePaid(Event):
    """An apprentice earned (MED-APP-01)."""

    seat: Seat
    place: Place
    coins: int


class MarketCompleted(Event):
    """The seller takes the market (MED-SELL-07)."""

    seat: Seat
    place: Place
    market: Market


class KnowledgeTaken(Event):
    """A marker came from a market (MED-SELL-10)."""

    seat: Seat
    place: Place


class MedicusMet(Event):
    """A marker was bought from the Medicus (MED-MEDICUS-01)."""

    seat: Seat


class LetterDelivered(Event):
    """``new_letter`` is the next target, NONE if the stack was empty (MED-LET-04)."""

    seat: Seat
    letter: Letter
    prestige: int
    coins: int
    new_letter: MaybeLetter


class RecipeBookBought(Event):
    """A book came to a recipe space (MED-BOOK-01)."""

    seat: Seat
    book: RecipeBook


class MoneyTaken(Event):
    """Main action (MED-MAIN-02)."""

    seat: Seat
    coins: int


class FavorCardTaken(Event):
    """Main action (MED-MAIN-03)."""

    seat: Seat
    favor: Favor


class ApprenticeTrained(Event):
    """Main action (MED-MAIN-06)."""

    seat: Seat
    place: Place
    cost: int
    prestige: int


class InstrumentBought(Event):
    """Main action (MED-MAIN-09); rewards of the column are included."""

    seat: Seat
    stack: Stack
    instrument: Instrument
    coins: int
    prestige: int


class FavorPlayed(Event):
    """A favor card is used up (MED-FAV-0); ``coins`` and ``points`` are what the card itself gave."""

    seat: Seat
    favor: Favor
    coins: int
    points: int


class KnowledgePlaced(Event):
    """A marker unlocks an ability (MED-EOT-01); ``prestige``, ``coins`` and ``points`` are its immediate pay."""

    seat: Seat
    ability: Ability
    prestige: int
    coins: int
    points: int


class RodTaken(Event):
    """A rod of Asclepius (MED-ROD-01, MED-FAV-3)."""

    seat: Seat
    rod: Rod
    gold: bool


class StackRefilled(Event):
    """An empty space was refilled from the supply (MED-EOT-04): exactly one of the cards is set."""

    place: Place
    favor: MaybeFavor
    instrument: MaybeInstrument
    book: MaybeRecipeBook
    market: MaybeMarket


class TurnEnded(Event):
    """The turn is over, end-of-turn steps included."""

    seat: Seat


class DuelWon(Event):
    """The winner of a prestige duel (MED-DUEL-03)."""

    place: Place
    figure: Figure


class MarkerLaid(Event):
    """A knowledge marker lies at the market of the place (MED-DUEL-09)."""

    place: Place


class DuelRewardDeclined(Event):
    """No (further) main action (MED-DUEL-07)."""

    seat: Seat


class PrestigeMoved(Event):
    """A prestige marker came to rest on another space, on top of its stack (MED-RUL-17)."""

    figure: Figure
    prestige: int


class GameEnded(Event):
    """The last round is over; the final scoring follows from the position."""


EVENTS: Final[tuple[EventType, ...]] = (
    StartPlaceTaken,
    RoundStarted,
    NeutralSurgeonMoved,
    NeutralRemedyPlaced,
    MarketBoxed,
    DestinationSet,
    DestinationCommitted,
    TurnStarted,
    DestinationChanged,
    PrivilegeUsed,
    WaypointReached,
    PlaceReached,
    RemedyStored,
    RemedyDiscarded,
    RemedyShifted,
    RecipeFulfilled,
    RemedySold,
    IncomePaid,
    MarketCompleted,
    KnowledgeTaken,
    MedicusMet,
    LetterDelivered,
    RecipeBookBought,
    MoneyTaken,
    FavorCardTaken,
    ApprenticeTrained,
    InstrumentBought,
    FavorPlayed,
    KnowledgePlaced,
    RodTaken,
    StackRefilled,
    TurnEnded,
    DuelWon,
    MarkerLaid,
    DuelRewardDeclined,
    PrestigeMoved,
    GameEnded,
)
