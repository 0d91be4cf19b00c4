"""The complete state of a game of Medico, with the rulebook's words.

Stacks and supplies are tuples with the top first (``favor_stack[0]`` is displayed). A tuple is replaced, never changed, so copies of a
state share it. Multisets whose order means nothing (pouches, favor cards in hand) are kept sorted, so equal states are equal in bytes.
"""

from __future__ import annotations

from typing import Annotated

from engine_core.games.medico.data import MedicoData
from engine_core.games.medico.options import Options
from engine_core.games.medico.vocabulary import (
    Abilities,
    Favor,
    Figure,
    Instrument,
    Letter,
    MainActions,
    Market,
    MaybePlace,
    MaybeRecipeBook,
    MaybeRemedy,
    MaybeSeat,
    Owner,
    Phase,
    Place,
    PlaceCard,
    RecipeBook,
    Remedy,
    Rods,
    Seat,
)
from engine_core.ownership import ownership
from engine_core.rng import Rng
from engine_core.values import CopyOnChange, Packed, Value
from engine_core.vocabulary import Shared, Signed


class BoardPlace(Value):
    """One of the 7 places of the ring; its path is the one that leaves it clockwise (MED-RUL-02).

    Never changed, always replaced: ``state.places[i] = evolve(place, market_remedies=...)`` (:func:`engine_core.codec.evolve`), so
    copies of a state share all places that did not change since.
    """

    __slots__ = (
        "apprentices",
        "book_stack",
        "card",
        "favor_stack",
        "instrument_stacks",
        "knowledge_markers",
        "letter_stack",
        "market_remedies",
        "market_stack",
        "path_remedy",
    )

    card: PlaceCard
    """Which board part lies here: what letters and place cards name."""
    path_remedy: Remedy
    favor_stack: tuple[Favor, ...]
    instrument_stacks: tuple[tuple[Instrument, ...], tuple[Instrument, ...]]
    book_stack: tuple[RecipeBook, ...]
    market_stack: tuple[Market, ...]
    market_remedies: tuple[MaybeRemedy, ...]
    """Per space of the displayed market, from the left: the remedy that lies there or NONE; empty without a market."""
    letter_stack: tuple[Letter, ...]
    apprentices: tuple[Owner, ...]
    """Cheapest space first."""
    knowledge_markers: int


class Player(CopyOnChange):
    """One seat's board, hand and surgeon. Changed only by a step that owns it (:func:`own_player`)."""

    __slots__ = (
        "abilities",
        "apprentices_left",
        "book_covered",
        "books",
        "coins",
        "collected_markers",
        "destination",
        "favors",
        "fulfilled_books",
        "gold_rods",
        "instrument_counts",
        "instruments",
        "letter_delivered",
        "letters",
        "main_actions",
        "markets",
        "place",
        "points",
        "pouches",
        "prestige",
        "silver_rods",
    )

    place: MaybePlace
    """Where the surgeon stands; NONE before the start place is chosen."""
    destination: MaybePlace
    """The dial: hidden from the others until the own turn; NONE before it is set and after the round."""
    coins: int
    points: int
    """The point track: points gained during the game."""
    prestige: int
    pouches: tuple[Remedy, ...]
    """The filled pouches, sorted."""
    books: tuple[MaybeRecipeBook, MaybeRecipeBook]
    """The two recipe spaces."""
    book_covered: tuple[MaybeRemedy, MaybeRemedy]
    """Per recipe space, the remedy that lies on the book, or NONE."""
    fulfilled_books: tuple[RecipeBook, ...]
    markets: tuple[Market, ...]
    """Completed markets, in order of completion."""
    letters: tuple[Letter, ...]
    """The topmost (the target) last."""
    letter_delivered: bool
    """The topmost letter is delivered and no new one was there to take (MED-RUL-32)."""
    favors: tuple[Favor, ...]
    """Favor cards in hand, sorted."""
    instruments: tuple[Instrument, ...]
    """The kind in each used column, from the left."""
    instrument_counts: tuple[int, ...]
    """How many pieces lie in each used column."""
    apprentices_left: int
    """Apprentices still on the player board, 0..6."""
    abilities: Abilities
    """Placed knowledge markers."""
    collected_markers: int
    """Knowledge markers collected this turn, not yet placed."""
    gold_rods: Rods
    silver_rods: Rods
    main_actions: MainActions
    """Types of main action carried out this round (MED-RUL-24)."""


class Turn(Packed):
    """What the running turn must remember; all zero between turns."""

    __slots__ = (
        "book_bought",
        "free_decision",
        "market_open",
        "medicus_met",
        "privilege_used",
        "rich_find",
        "sold",
        "start_place",
        "steps_left",
        "taken_here",
        "waypoint",
        "waypoint_step",
    )

    start_place: MaybePlace
    """Where the surgeon stood when the turn began; NONE between turns."""
    free_decision: bool
    """Favor 8 was played: the longer way round."""
    privilege_used: bool
    waypoint: MaybePlace
    """While walking: the path being crossed, by the place that it leaves clockwise; NONE otherwise."""
    waypoint_step: Annotated[int, Signed()]
    """+1 clockwise, -1 counter-clockwise, 0 when not walking."""
    steps_left: int
    """Paths still to be crossed, the present one included."""
    taken_here: bool
    """A remedy was taken at this waypoint."""
    rich_find: bool
    """Favor 7 is active at this waypoint."""
    market_open: bool
    """The market displayed on arrival is still displayed (MED-RUL-39)."""
    sold: int
    """Remedies sold this turn, Favor 6 included."""
    book_bought: bool
    medicus_met: bool


class MedicoState(Packed):
    """A position. Holds no history; ``data`` and ``options`` are shared and no part of its bytes."""

    __slots__ = (
        "_owned",
        "_revealed",
        "active_seat",
        "book_supply",
        "boxed_markets",
        "data",
        "duel_places_left",
        "favor_supply",
        "gold_rods_left",
        "instrument_supply",
        "market_supply",
        "medicus_place",
        "medicus_prestige",
        "medicus_start",
        "neutral_deck",
        "neutral_place",
        "neutral_prestige",
        "options",
        "phase",
        "places",
        "played_favors",
        "players",
        "prestige_order",
        "rng",
        "round",
        "silver_rods_left",
        "starting_seat",
        "turn",
        "turns_left",
    )

    data: Annotated[MedicoData, Shared()]
    options: Annotated[Options, Shared()]
    rng: Rng
    round: int
    """1..8 (9 with 3 players); 0 while start places are chosen."""
    phase: Phase
    starting_seat: Seat
    active_seat: MaybeSeat
    """The seat whose turn, start place or duel reward it is; NONE while destinations are chosen and when the game is over."""
    turns_left: int
    """Turns (or start places) still to come after the active seat's."""
    duel_places_left: int
    """In DUEL_REWARD: places still to be checked for duels after this one."""
    places: list[BoardPlace]
    players: list[Player]
    medicus_place: Place
    medicus_start: Place
    medicus_prestige: int
    neutral_place: MaybePlace
    """NONE with 3 or 4 players."""
    neutral_prestige: int
    prestige_order: tuple[Figure, ...]
    """All prestige markers, the lowest first: by prestige, then by height in the stack (MED-RUL-17)."""
    neutral_deck: tuple[PlaceCard, ...]
    favor_supply: tuple[Favor, ...]
    instrument_supply: tuple[Instrument, ...]
    book_supply: tuple[RecipeBook, ...]
    market_supply: tuple[Market, ...]
    boxed_markets: tuple[Market, ...]
    played_favors: tuple[Favor, ...]
    """Sorted."""
    gold_rods_left: Rods
    silver_rods_left: Rods
    turn: Turn
    _owned: int
    """The players, as flags, that the running step has copied and may change."""
    _revealed: bool
    """The running step brought something hidden to light."""


begin_step, own_player = ownership(Player)
