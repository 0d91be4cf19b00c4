"""A full position that fits what a seat knows, the unknown drawn uniformly: for search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from engine_core.games.azerland.data import AzerlandData, pile_of
from engine_core.games.azerland.options import Options
from engine_core.games.azerland.setup import DECK_OF, INFINITY_IN_DECK, possible_sheets
from engine_core.games.azerland.state import AzerlandState, Market, Player, Visitors
from engine_core.games.azerland.streams import STREAMS
from engine_core.games.azerland.view import AzerlandView, PlayerView
from engine_core.games.azerland.vocabulary import COLUMNS, MARKET_CARDS, VISITORS
from engine_core.rng import Rng, derive_key
from engine_core.vocabulary import NONE

_PURPOSES: Final = ("bonus_tiles", "market_deck", "visitors", "plaquettes", "sheet")
_BONUS_TILES, _MARKET_DECK, _VISITORS, _PLAQUETTES, _SHEET = range(len(_PURPOSES))


def determinize_view(view: AzerlandView, key: bytes, data: AzerlandData) -> AzerlandState:
    """A state whose view is ``view``: decks, coming bonus tiles, others' plaquettes and the AI's sheet are drawn from ``key``."""
    rng = Rng(derive_key(key, "azerland", "determinize"), _PURPOSES)
    state = AzerlandState()
    state.data = data
    state.options = Options(solo_difficulty=view.solo_difficulty)
    state.rng = Rng(derive_key(key, "azerland", "rng"), STREAMS)
    state._owned = 0
    state._revealed = False
    state.day = view.day
    state.phase = view.phase
    state.active_seat = view.active_seat
    state.order = view.order
    state.turns_left = view.turns_left
    state.pending = view.pending
    state.cauldrons = view.cauldrons
    state.zero_tiles = view.zero_tiles
    coming = Counter(data.bonus_deck) - Counter(view.bonus_tiles)
    hidden = rng.shuffle(_BONUS_TILES, sorted(coming.elements()))
    state.bonus_tiles = (*view.bonus_tiles, *hidden)[:5]
    state.players = [_player(player, rng) for player in view.players]
    state.market = _market(view, rng)
    state.visitors = _visitors(view, rng, data)
    state.sheet = _sheet(view, rng, data)
    return state


def _market(view: AzerlandView, rng: Rng) -> Market:
    """Every card that does not lie open is in the deck."""
    seen = {*view.market.row, *view.market.discards}
    for player in view.players:
        seen.update(player.black_market)
    for waiting in view.pending:
        seen.update(waiting.cards)
        seen.update(waiting.taken)
    unseen = [card for card in range(1, MARKET_CARDS + 1) if card not in seen]
    if len(unseen) != view.market.deck:
        raise ValueError("the view shows another number of market cards than there are")
    return Market(
        deck=rng.shuffle(_MARKET_DECK, unseen),
        row=view.market.row,
        discards=view.market.discards,
    )


def _visitors(view: AzerlandView, rng: Rng, data: AzerlandData) -> Visitors:
    """The deck was built from so many cards of each pile; which of the unseen ones is unknown, and so is their order
    (AZE-SET-05 to 09)."""
    open_cards = view.visitors
    seen = {*open_cards.road, *open_cards.town, *open_cards.gone}
    for player in view.players:
        seen.update(player.display)
    twos, threes = DECK_OF[len(view.cauldrons)]
    deck: list[int] = []
    for pile, number in ((2, twos), (3, threes), (0, INFINITY_IN_DECK)):
        cards = [visitor for visitor in range(1, VISITORS + 1) if pile_of(data, visitor) == pile]
        unseen = [visitor for visitor in cards if visitor not in seen]
        left = number - (len(cards) - len(unseen))
        if not 0 <= left <= len(unseen):
            raise ValueError("the view shows other visitors than a deck can hold")
        deck += rng.shuffle(_VISITORS, unseen)[:left]
    if len(deck) != open_cards.deck:
        raise ValueError("the view shows another number of visitors than there are")
    return Visitors(
        deck=rng.shuffle(_VISITORS, deck),
        road=open_cards.road,
        town=open_cards.town,
        served_infinity=open_cards.served_infinity,
        gone=open_cards.gone,
    )


def _sheet(view: AzerlandView, rng: Rng, data: AzerlandData) -> int:
    """Any sheet that has the cauldron and the rows uncovered so far (AZE-SOLO-05)."""
    if view.ai_cauldron == NONE:
        return NONE
    possible = [
        sheet
        for sheet in possible_sheets(data, view.solo_difficulty)
        if data.sheet_cauldron[sheet] == view.ai_cauldron
        and _same(data.ai_drinks[sheet], view.ai_drinks, ("potions", "levels"))
        and _same(data.ai_plaquettes[sheet], view.ai_plaquettes, ("numbers", "sides", "visitors"))
    ]
    if not possible:
        raise ValueError("the view shows rows that no sheet of the card data has")
    return possible[rng.below(_SHEET, len(possible))]


def _same(rows: Iterable[object], uncovered: Iterable[object], fields: tuple[str, ...]) -> bool:
    """Whether a sheet's first rows are those uncovered."""
    return all(
        getattr(row, field) == getattr(shown, field)
        for row, shown in zip(rows, uncovered, strict=False)
        for field in fields
    )


def _player(view: PlayerView, rng: Rng) -> Player:
    player = Player()
    player.gold = view.gold
    player.apprentices = view.apprentices
    player.prestige = view.prestige
    player.ingredients = view.ingredients
    player.potions = view.potions
    player.discs = view.discs
    player.abilities = view.abilities
    player.black_market = view.black_market
    player.display = view.display
    player.tilted = view.tilted
    player.pawn = view.pawn
    player.tiles = view.tiles
    player.tiles_replaced = view.tiles_replaced
    player.ranks = view.ranks
    player.served = view.served
    player.purchases = view.purchases
    if len(view.placed_numbers) == view.placed:
        player.placed_numbers = view.placed_numbers
        player.placed_sides = view.placed_sides
    else:
        player.placed_numbers, player.placed_sides = _plaquette(view, rng)
    return player


def _plaquette(view: PlayerView, rng: Rng) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What another seat may have put into its columns, replacements included (AZE-PRIO-04, AZE-RUL-32)."""
    numbers = list(rng.shuffle(_PLAQUETTES, view.tiles)[: view.placed])
    sides = [rng.below(_PLAQUETTES, 2) for _ in numbers]
    for _ in range(view.tiles_replaced):
        column = rng.below(_PLAQUETTES, COLUMNS)
        numbers[column] = 0
        sides[column] = rng.below(_PLAQUETTES, 2)
    return tuple(numbers), tuple(sides)
