"""The AI of the solo game: what its rows do (chapter Solo Mode). It never gains anything (AZE-SOLO-10)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import AssignAiOrder
from engine_core.games.azerland.events import AiDrank, AiTookCards, OrderServed
from engine_core.games.azerland.frames import Frame, frame
from engine_core.games.azerland.potions import take_gold
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.visitor_cards import INFINITY
from engine_core.games.azerland.vocabulary import AI, AI_ORDERS, AI_TIE, CHARM, INTERMEDIATE, SERVE, TRADE
from engine_core.stack import pop, push, swap_top

HUMAN: Final = 0
"""The one seat of the solo game."""


def drink(state: AzerlandState, sink: Sink | None) -> None:
    """The potions of today's row; only Charm I reaches the human, who pays 1 gold (AZE-SOLO-06, AZE-RUL-71, AZE-RUL-74)."""
    row = state.data.ai_drinks[state.sheet][state.day - 1]
    for potion, level in zip(row.potions, row.levels, strict=True):
        if sink:
            sink(EVERYONE, AiDrank(potion, level))
        if (potion, level) == (CHARM, INTERMEDIATE):
            take_gold(state, AI, HUMAN, sink)


def perform(state: AzerlandState, column: int, sink: Sink | None) -> None:
    """The AI's turn in a column: it trades and serves, the others are without effect (AZE-SOLO-10 to 12)."""
    if column == TRADE:
        _take_cards(state, sink)
    elif column == SERVE:
        row = state.data.ai_plaquettes[state.sheet][state.day - 1]
        push(state, frame(AI_ORDERS, visitors=row.visitors))


def _take_cards(state: AzerlandState, sink: Sink | None) -> None:
    """Its cards of the row go to the discard pile (AZE-SOLO-11, AZE-RUL-73)."""
    market = state.market
    taken = tuple([card for card in market.row if card in state.data.ai_cards])
    if taken:
        state.market = evolve(
            market,
            row=tuple([card for card in market.row if card not in taken]),
            discards=tuple(sorted((*market.discards, *taken))),
        )
    if sink:
        sink(EVERYONE, AiTookCards(taken))


def resume_ai_orders(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The next listed number: that visitor, or the closest one; of two equally close ones the human chooses
    (AZE-SOLO-12 to 14, AZE-RUL-72)."""
    if not top.visitors:
        pop(state)
        return False
    number, *others = top.visitors
    swap_top(state, frame(AI_ORDERS, visitors=tuple(others)))
    pawn = state.players[HUMAN].pawn
    available = [visitor for visitor in state.visitors.town if visitor != pawn]
    if not available:
        return False
    distance = min(abs(visitor - number) for visitor in available)
    closest = tuple([visitor for visitor in available if abs(visitor - number) == distance])
    if len(closest) > 1:
        push(state, frame(AI_TIE, visitors=closest))
    else:
        _serve(state, closest[0], sink)
    return False


def assign_ai_order(state: AzerlandState, seat: int, player: Player, action: AssignAiOrder, sink: Sink | None) -> None:
    """The human's choice between two visitors equally close (AZE-SOLO-14)."""
    pop(state)
    _serve(state, action.visitor_id, sink)


def _serve(state: AzerlandState, visitor: int, sink: Sink | None) -> None:
    """The visitor leaves the game, an Infinity visitor at the end of the day; the AI gains nothing (AZE-RUL-72)."""
    visitors = state.visitors
    if visitor not in INFINITY:
        town = tuple([other for other in visitors.town if other != visitor])
        state.visitors = evolve(visitors, town=town, gone=tuple(sorted((*visitors.gone, visitor))))
    elif visitor not in visitors.served_infinity:
        state.visitors = evolve(visitors, served_infinity=tuple(sorted((*visitors.served_infinity, visitor))))
    if sink:
        sink(EVERYONE, OrderServed(AI, visitor, 0))
