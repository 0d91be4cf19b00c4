"""The short side actions at the destination: Deliver Letter, Buy Recipe Book, Meet the Medicus."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.actions import BuyRecipeBook, DeliverLetter, MeetMedicus
from engine_core.games.medico.events import LetterDelivered, MedicusMet, RecipeBookBought
from engine_core.games.medico.prestige import gain_prestige
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.vocabulary import ONE_COIN, ONE_PRESTIGE
from engine_core.vocabulary import NONE

BOOK_PRICE: Final = 1
MARKER_PRICE: Final = 2


def letter_arrives(state: MedicoState, player: Player) -> bool:
    """Whether the topmost letter is undelivered and targets the place of the surgeon (MED-LET-01, MED-LET-06, MED-RUL-32)."""
    return (
        bool(player.letters)
        and not player.letter_delivered
        and state.data.letter_target[player.letters[-1]] == state.places[player.place].card
    )


def deliver_letter(state: MedicoState, seat: int, player: Player, action: DeliverLetter, sink: Sink | None) -> None:
    """The reward; the letter stays; the place's displayed letter is the new target (MED-LET-02 to 04, MED-KNOW-06).

    With an empty stack there is no new letter and the delivered one stays on top (MED-RUL-32, MED-EOT-06).
    """
    prestige = 0 if action.reward == ONE_COIN else 1
    coins = 0 if action.reward == ONE_PRESTIGE else 1
    delivered = player.letters[-1]
    place = state.places[player.place]
    stack = place.letter_stack
    if stack:
        player.letters = (*player.letters, stack[0])
        state.places[player.place] = evolve(place, letter_stack=stack[1:])
    else:
        player.letter_delivered = True
    player.coins += coins
    if sink:
        sink(EVERYONE, LetterDelivered(seat, delivered, prestige, coins, stack[0] if stack else NONE))
    gain_prestige(state, seat, prestige, sink)
    state._revealed |= len(stack) > 1


def buy_recipe_book(state: MedicoState, seat: int, player: Player, action: BuyRecipeBook, sink: Sink | None) -> None:
    """1 coin; the displayed book comes to the lower-numbered free space (MED-BOOK-01, MED-RUL-78)."""
    player.coins -= BOOK_PRICE
    state.turn.book_bought = True
    place = state.places[player.place]
    book, *below = place.book_stack
    state.places[player.place] = evolve(place, book_stack=tuple(below))
    lower, upper = player.books
    player.books = (book, upper) if lower == NONE else (lower, book)
    if sink:
        sink(EVERYONE, RecipeBookBought(seat, book))
    state._revealed |= bool(below)


def meet_medicus(state: MedicoState, seat: int, player: Player, action: MeetMedicus, sink: Sink | None) -> None:
    """2 coins for a knowledge marker, kept aside until the end of the turn (MED-MEDICUS-01, MED-MEDICUS-05)."""
    player.coins -= MARKER_PRICE
    player.collected_markers += 1
    state.turn.medicus_met = True
    if sink:
        sink(EVERYONE, MedicusMet(seat))
