"""A full position that fits what a seat knows, the unknown drawn uniformly: for search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from engine_core.games.medico.data import MedicoData
from engine_core.games.medico.options import NO_STARTING_MARKETS, RANDOM_STARTING_MARKETS, Options
from engine_core.games.medico.state import BoardPlace, MedicoState, Player, Turn
from engine_core.games.medico.streams import STREAMS
from engine_core.games.medico.view import MedicoView, PlayerView, TurnView
from engine_core.games.medico.vocabulary import INDIVIDUAL_PATH, PLACES
from engine_core.rng import Rng, derive_key
from engine_core.vocabulary import NONE

_PURPOSES: Final = ("favor_cards", "instruments", "recipe_books", "letters", "markets", "neutral_deck", "dials")
_FAVOR_CARDS, _INSTRUMENTS, _RECIPE_BOOKS, _LETTERS, _MARKETS, _NEUTRAL_DECK, _DIALS = range(len(_PURPOSES))


def determinize_view(view: MedicoView, key: bytes, data: MedicoData) -> MedicoState:
    """A state whose view is ``view``: lower stack elements, supplies, dials and the neutral deck's order are drawn from ``key``.

    The set-up options are not in a view and have no effect after it; they are guessed from the markets in play.
    """
    rng = Rng(derive_key(key, "medico", "determinize"), _PURPOSES)
    state = MedicoState()
    state.data = data
    seen_markets = _seen_markets(view)
    starting = any(market >= data.regular_markets for market in seen_markets)
    state.options = Options(starting_markets=RANDOM_STARTING_MARKETS if starting else NO_STARTING_MARKETS)
    state.rng = Rng(derive_key(key, "medico", "rng"), STREAMS)
    state._owned = 0
    state._revealed = False
    state.round = view.round
    state.phase = view.phase
    state.starting_seat = view.starting_seat
    state.active_seat = view.active_seat
    state.turns_left = view.turns_left
    state.duel_places_left = view.duel_places_left
    state.medicus_place = view.medicus_place
    state.medicus_start = view.medicus_start
    state.medicus_prestige = view.medicus_prestige
    state.neutral_place = view.neutral_place
    state.neutral_prestige = view.neutral_prestige
    state.prestige_order = view.prestige_order
    state.neutral_deck = rng.shuffle(_NEUTRAL_DECK, view.neutral_deck)
    state.boxed_markets = view.boxed_markets
    state.played_favors = view.played_favors
    state.gold_rods_left = view.gold_rods_left
    state.silver_rods_left = view.silver_rods_left
    state.players = [_player(player, rng) for player in view.players]
    state.turn = _turn(view.turn)
    _deal(state, view, rng, data, seen_markets)
    return state


def _deal(state: MedicoState, view: MedicoView, rng: Rng, data: MedicoData, seen_markets: Iterable[int]) -> None:
    """The stacks below their tops and the supplies, from everything that does not lie open."""
    places = view.places
    players = view.players
    favors = _Deal(rng, _FAVOR_CARDS, _unseen(_copies(data.favor_cards, without=INDIVIDUAL_PATH), _seen_favors(view)))
    instruments = _Deal(rng, _INSTRUMENTS, _unseen(_copies(data.instrument_pieces), _seen_instruments(view)))
    seen_books = [book for player in players for book in (*player.books, *player.fulfilled_books)]
    all_books = Counter(range(len(data.book_symbols)))
    books = _Deal(rng, _RECIPE_BOOKS, _unseen(all_books, [*seen_books, *(place.book for place in places)]))
    markets = _Deal(rng, _MARKETS, _unseen(Counter(range(data.regular_markets)), seen_markets))
    seen_letters = [letter for player in players for letter in player.letters]
    seen_letters += [place.letter for place in places]
    state.places = []
    for place in places:
        at_origin = Counter(letter for letter, origin in enumerate(data.letter_origin) if origin == place.card)
        letters = _Deal(rng, _LETTERS, _unseen(at_origin, seen_letters))
        first, second = place.instruments
        stacks = place.instruments_in_stack
        state.places.append(
            BoardPlace(
                card=place.card,
                path_remedy=place.path_remedy,
                favor_stack=favors.below(place.favor, place.favors_in_stack),
                instrument_stacks=(instruments.below(first, stacks[0]), instruments.below(second, stacks[1])),
                book_stack=books.below(place.book, place.books_in_stack),
                market_stack=markets.below(place.market, place.markets_in_stack),
                market_remedies=place.market_remedies,
                letter_stack=letters.below(place.letter, place.letters_in_stack),
                apprentices=place.apprentices,
                knowledge_markers=place.knowledge_markers,
            )
        )
    state.favor_supply = favors.rest(view.favor_supply)
    state.instrument_supply = instruments.rest(view.instrument_supply)
    state.book_supply = books.rest(view.book_supply)
    state.market_supply = markets.rest(view.market_supply)


class _Deal:
    """Unseen cards in a random order, dealt out below displayed cards."""

    __slots__ = ("cards",)

    def __init__(self, rng: Rng, stream: int, unseen: Sequence[int]) -> None:
        self.cards = rng.shuffle(stream, unseen)

    def below(self, top: int, height: int) -> tuple[int, ...]:
        """A stack of that height under a displayed card; ``()`` for an empty one."""
        return (top, *self.rest(height - 1)) if height else ()

    def rest(self, number: int) -> tuple[int, ...]:
        """The next cards. ``ValueError`` if there are not enough: the view is no view of this data."""
        if number > len(self.cards):
            raise ValueError("the view shows cards that do not fit the card data")
        dealt, self.cards = self.cards[:number], self.cards[number:]
        return dealt


def _copies(numbers: tuple[int, ...], without: int = NONE) -> Counter[int]:
    return Counter({card: number for card, number in enumerate(numbers) if card != without})


def _unseen(all_cards: Counter[int], seen: Iterable[int]) -> list[int]:
    return sorted((all_cards - Counter(seen)).elements())


def _seen_favors(view: MedicoView) -> list[int]:
    held = [favor for player in view.players for favor in player.favors]
    return [*held, *view.played_favors, *(place.favor for place in view.places)]


def _seen_instruments(view: MedicoView) -> list[int]:
    seen = [instrument for place in view.places for instrument in place.instruments]
    for player in view.players:
        for instrument, count in zip(player.instruments, player.instrument_counts, strict=True):
            seen += [instrument] * count
    return seen


def _seen_markets(view: MedicoView) -> list[int]:
    completed = [market for player in view.players for market in player.markets]
    return [*completed, *view.boxed_markets, *(place.market for place in view.places)]


def _player(view: PlayerView, rng: Rng) -> Player:
    """A player; a dial that is set but not known is any other place, each equally likely (MED-ROUND-05)."""
    player = Player()
    player.place = view.place
    player.destination = view.destination
    if view.destination_set and view.destination == NONE:
        player.destination = (view.place + 1 + rng.below(_DIALS, PLACES - 1)) % PLACES
    player.coins = view.coins
    player.points = view.points
    player.prestige = view.prestige
    player.pouches = view.pouches
    player.books = view.books
    player.book_covered = view.book_covered
    player.fulfilled_books = view.fulfilled_books
    player.markets = view.markets
    player.letters = view.letters
    player.letter_delivered = view.letter_delivered
    player.favors = view.favors
    player.instruments = view.instruments
    player.instrument_counts = view.instrument_counts
    player.apprentices_left = view.apprentices_left
    player.abilities = view.abilities
    player.collected_markers = view.collected_markers
    player.gold_rods = view.gold_rods
    player.silver_rods = view.silver_rods
    player.main_actions = view.main_actions
    return player


def _turn(view: TurnView) -> Turn:
    turn = Turn()
    turn.start_place = view.start_place
    turn.free_decision = view.free_decision
    turn.privilege_used = view.privilege_used
    turn.waypoint = view.waypoint
    turn.waypoint_step = 0 if view.waypoint == NONE else 1 if view.waypoint_clockwise else -1
    turn.steps_left = view.steps_left
    turn.taken_here = view.taken_here
    turn.rich_find = view.rich_find
    turn.market_open = view.market_open
    turn.sold = view.sold
    turn.book_bought = view.book_bought
    turn.medicus_met = view.medicus_met
    return turn
