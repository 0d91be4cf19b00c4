"""What a player can carry: pouches and recipe books (chapter Collect Remedies)."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.data import EXTRA_POUCHES
from engine_core.games.medico.events import RecipeFulfilled
from engine_core.games.medico.prestige import gain_prestige
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.vocabulary import EXTRA_POUCH, LUMINARY, POUCH
from engine_core.vocabulary import NONE

EXTRA_POUCH_BIT: Final = 1 << EXTRA_POUCH
_LUMINARY_BIT: Final = 1 << LUMINARY


def pouch_capacity(state: MedicoState, player: Player) -> int:
    """How many remedies the pouches hold, one each; the extra pouch counts once unlocked (MED-COLL-02, MED-SET-20, MED-KNOW-13)."""
    pouches = state.data.pouches
    return pouches + EXTRA_POUCHES if player.abilities & EXTRA_POUCH_BIT else pouches


def open_on_book(state: MedicoState, player: Player, space: int, remedy: int) -> bool:
    """Whether the book on a recipe space has an open symbol of the remedy (MED-COLL-03, MED-COLL-11)."""
    return bool(state.data.book_open[player.books[space]][player.book_covered[space]] >> remedy & 1)


def can_store(state: MedicoState, player: Player, remedy: int, store_in: int) -> bool:
    """Whether the remedy has room there: an empty pouch or a matching open symbol (MED-COLL-02 to 04)."""
    if store_in == POUCH:
        return len(player.pouches) < pouch_capacity(state, player)
    return open_on_book(state, player, store_in - 1, remedy)


def store(state: MedicoState, seat: int, player: Player, remedy: int, store_in: int, sink: Sink | None) -> None:
    """Put a remedy into an empty pouch or onto a book (MED-COLL-02, MED-COLL-03, MED-COLL-10)."""
    if store_in == POUCH:
        player.pouches = tuple(sorted((*player.pouches, remedy)))
    else:
        cover_symbol(state, seat, player, remedy, store_in - 1, sink)


def take_from_pouch(player: Player, remedy: int) -> None:
    """Empty one pouch that holds the remedy."""
    at = player.pouches.index(remedy)
    player.pouches = player.pouches[:at] + player.pouches[at + 1 :]


def cover_symbol(state: MedicoState, seat: int, player: Player, remedy: int, space: int, sink: Sink | None) -> None:
    """Cover a symbol; the 2nd fulfils the recipe: prestige, the book face down, its space free, its remedies back in the supply
    (MED-COLL-05, MED-COLL-06, MED-RUL-49), and Luminary's points (MED-KNOW-03)."""
    books = player.books
    covered = player.book_covered
    if covered[space] == NONE:
        player.book_covered = (covered[0], remedy) if space else (remedy, covered[1])
        return
    book = books[space]
    player.book_covered = (covered[0], NONE) if space else (NONE, covered[1])
    player.books = (books[0], NONE) if space else (NONE, books[1])
    player.fulfilled_books = (*player.fulfilled_books, book)
    prestige = state.data.book_prestige[book]
    points = prestige + 1 if player.abilities & _LUMINARY_BIT else 0
    player.points += points
    if sink:
        sink(EVERYONE, RecipeFulfilled(seat, book, prestige, points))
    gain_prestige(state, seat, prestige, sink)
