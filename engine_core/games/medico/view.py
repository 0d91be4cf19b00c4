"""What one seat, or anybody, may know of a game of Medico (MED-RUL-70). Built from an allow-list, never stripped from a state."""

from __future__ import annotations

from engine_core.games.medico.rounds import rounds_for
from engine_core.games.medico.state import BoardPlace, MedicoState, Turn
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    GAME_OVER,
    START_PLACE,
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
from engine_core.vocabulary import NONE


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


def view_of(state: MedicoState, seat: int | None) -> MedicoView:
    """What ``seat`` may know, or anybody for ``None``: every field is named here, nothing else leaves the state (MED-RUL-70)."""
    view = MedicoView()
    view.seat = NONE if seat is None else seat
    view.round = state.round
    view.rounds = rounds_for(len(state.players))
    view.phase = state.phase
    view.starting_seat = state.starting_seat
    view.active_seat = state.active_seat
    view.turns_left = state.turns_left
    view.duel_places_left = state.duel_places_left
    view.places = tuple([_place_view(place) for place in state.places])
    view.players = _player_views(state, seat)
    view.medicus_place = state.medicus_place
    view.medicus_start = state.medicus_start
    view.medicus_prestige = state.medicus_prestige
    view.neutral_place = state.neutral_place
    view.neutral_prestige = state.neutral_prestige
    view.prestige_order = state.prestige_order
    view.neutral_deck = tuple(sorted(state.neutral_deck))
    view.favor_supply = len(state.favor_supply)
    view.instrument_supply = len(state.instrument_supply)
    view.book_supply = len(state.book_supply)
    view.market_supply = len(state.market_supply)
    view.boxed_markets = state.boxed_markets
    view.played_favors = state.played_favors
    view.gold_rods_left = state.gold_rods_left
    view.silver_rods_left = state.silver_rods_left
    view.turn = _turn_view(state.turn)
    return view


def _place_view(place: BoardPlace) -> PlaceView:
    """Tops and heights of the stacks; nothing below a top (MED-SET-09)."""
    view = PlaceView()
    view.card = place.card
    view.path_remedy = place.path_remedy
    stack = place.favor_stack
    view.favor = stack[0] if stack else NONE
    view.favors_in_stack = len(stack)
    first, second = place.instrument_stacks
    view.instruments = (first[0] if first else NONE, second[0] if second else NONE)
    view.instruments_in_stack = (len(first), len(second))
    stack = place.book_stack
    view.book = stack[0] if stack else NONE
    view.books_in_stack = len(stack)
    stack = place.market_stack
    view.market = stack[0] if stack else NONE
    view.market_remedies = place.market_remedies
    view.markets_in_stack = len(stack)
    stack = place.letter_stack
    view.letter = stack[0] if stack else NONE
    view.letters_in_stack = len(stack)
    view.apprentices = place.apprentices
    view.knowledge_markers = place.knowledge_markers
    return view


def revealed_seats(phase: int, starting_seat: int, turns_left: int, seats: int) -> set[int]:
    """The seats whose dials lie open: those whose turn of this round has begun (MED-ROUND-07, MED-MOVE-01)."""
    if phase in (START_PLACE, CHOOSE_DESTINATION, GAME_OVER):
        return set()
    return {(starting_seat + turn) % seats for turn in range(seats - turns_left)}


def _player_views(state: MedicoState, seat: int | None) -> tuple[PlayerView, ...]:
    """The boards and hands; the dial only where it is the own one or revealed (MED-ROUND-07)."""
    known = revealed_seats(state.phase, state.starting_seat, state.turns_left, len(state.players))
    if seat is not None:
        known.add(seat)
    views = []
    for index, player in enumerate(state.players):
        view = PlayerView()
        view.place = player.place
        view.destination = player.destination if index in known else NONE
        view.destination_set = player.destination != NONE
        view.coins = player.coins
        view.points = player.points
        view.prestige = player.prestige
        view.pouches = player.pouches
        view.books = player.books
        view.book_covered = player.book_covered
        view.fulfilled_books = player.fulfilled_books
        view.markets = player.markets
        view.letters = player.letters
        view.letter_delivered = player.letter_delivered
        view.favors = player.favors
        view.instruments = player.instruments
        view.instrument_counts = player.instrument_counts
        view.apprentices_left = player.apprentices_left
        view.abilities = player.abilities
        view.collected_markers = player.collected_markers
        view.gold_rods = player.gold_rods
        view.silver_rods = player.silver_rods
        view.main_actions = player.main_actions
        views.append(view)
    return tuple(views)


def _turn_view(turn: Turn) -> TurnView:
    view = TurnView()
    view.start_place = turn.start_place
    view.free_decision = turn.free_decision
    view.privilege_used = turn.privilege_used
    view.waypoint = turn.waypoint
    view.waypoint_clockwise = turn.waypoint_step > 0
    view.steps_left = turn.steps_left
    view.taken_here = turn.taken_here
    view.rich_find = turn.rich_find
    view.market_open = turn.market_open
    view.sold = turn.sold
    view.book_bought = turn.book_bought
    view.medicus_met = turn.medicus_met
    return view
