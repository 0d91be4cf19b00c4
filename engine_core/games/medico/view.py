"""What one seat, or anybody, may know of a game of Medico (MED-RUL-70). Built from an allow-list, never stripped from a state."""

from __future__ import annotations

from engine_core.games.medico.vocabulary import (
    Abilities,
    Favor,
    Figure,
    Instrument,
    Letter,
    MainActions,
    Market,
    MaybeFavor,
    MaybeInstrument,
    MaybeLetter,
    MaybeMarket,
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


class PlaceView:
    """A place: what is displayed, and how high its stacks are."""

    __slots__ = (
        "apprentices",
        "book",
        "books_in_stack",
        "card",
        "favor",
        "favors_in_stack",
        "instruments",
        "instruments_in_stack",
        "knowledge_markers",
        "letter",
        "letters_in_stack",
        "market",
        "market_remedies",
        "markets_in_stack",
        "path_remedy",
    )

    card: PlaceCard
    path_remedy: Remedy
    """The remedy of the path that leaves the place clockwise."""
    favor: MaybeFavor
    favors_in_stack: int
    instruments: tuple[MaybeInstrument, MaybeInstrument]
    """The displayed kind of each of the two stacks."""
    instruments_in_stack: tuple[int, int]
    book: MaybeRecipeBook
    books_in_stack: int
    market: MaybeMarket
    market_remedies: tuple[MaybeRemedy, ...]
    """Per space of the displayed market, from the left: what lies there or NONE; empty without a market."""
    markets_in_stack: int
    letter: MaybeLetter
    letters_in_stack: int
    apprentices: tuple[Owner, ...]
    knowledge_markers: int


class PlayerView:
    """A player's board and hand; everything open, the dial excepted."""

    __slots__ = (
        "abilities",
        "apprentices_left",
        "book_covered",
        "books",
        "coins",
        "collected_markers",
        "destination",
        "destination_set",
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
    destination: MaybePlace
    """The own dial always; another's from the start of its turn; NONE if unknown or not set."""
    destination_set: bool
    """Whether the dial is set: public."""
    coins: int
    points: int
    prestige: int
    pouches: tuple[Remedy, ...]
    books: tuple[MaybeRecipeBook, MaybeRecipeBook]
    book_covered: tuple[MaybeRemedy, MaybeRemedy]
    fulfilled_books: tuple[RecipeBook, ...]
    markets: tuple[Market, ...]
    letters: tuple[Letter, ...]
    letter_delivered: bool
    favors: tuple[Favor, ...]
    instruments: tuple[Instrument, ...]
    instrument_counts: tuple[int, ...]
    apprentices_left: int
    abilities: Abilities
    collected_markers: int
    gold_rods: Rods
    silver_rods: Rods
    main_actions: MainActions


class TurnView:
    """The running turn: all of it is open."""

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
        "waypoint_clockwise",
    )

    start_place: MaybePlace
    free_decision: bool
    privilege_used: bool
    waypoint: MaybePlace
    waypoint_clockwise: bool
    steps_left: int
    taken_here: bool
    rich_find: bool
    market_open: bool
    sold: int
    book_bought: bool
    medicus_met: bool


class MedicoView:
    """A position as one seat sees it; ``seat`` is NONE for the public view."""

    __slots__ = (
        "active_seat",
        "book_supply",
        "boxed_markets",
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
        "phase",
        "places",
        "played_favors",
        "players",
        "prestige_order",
        "round",
        "rounds",
        "seat",
        "silver_rods_left",
        "starting_seat",
        "turn",
        "turns_left",
    )

    seat: MaybeSeat
    round: int
    rounds: int
    phase: Phase
    starting_seat: Seat
    active_seat: MaybeSeat
    turns_left: int
    duel_places_left: int
    places: tuple[PlaceView, ...]
    players: tuple[PlayerView, ...]
    medicus_place: Place
    medicus_start: Place
    medicus_prestige: int
    neutral_place: MaybePlace
    neutral_prestige: int
    prestige_order: tuple[Figure, ...]
    neutral_deck: tuple[PlaceCard, ...]
    """The place cards not turned yet, sorted: which ones is open, their order is not. Empty with 3 or 4 players."""
    favor_supply: int
    """How many cards the supply still holds, as for the next three."""
    instrument_supply: int
    book_supply: int
    market_supply: int
    boxed_markets: tuple[Market, ...]
    played_favors: tuple[Favor, ...]
    gold_rods_left: Rods
    silver_rods_left: Rods
    turn: TurnView
