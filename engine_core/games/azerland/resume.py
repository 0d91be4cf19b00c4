"""What happens when a frame becomes the innermost one: a decision opens, or is made by the engine, or a step follows by itself.

A decision with exactly one legal action is carried out without asking; one with none is dropped (AZE-RUL-80).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine_core.events import Sink
from engine_core.games.azerland import benefits, gains, order_bonus, potions, serve, solo, trade
from engine_core.games.azerland.frames import Frame
from engine_core.games.azerland.legal import LEGAL
from engine_core.games.azerland.state import AzerlandState, own_player
from engine_core.games.azerland.steps import STEPS
from engine_core.games.azerland.trade import EXCHANGED, affordable
from engine_core.stack import pop

Resume = Callable[[AzerlandState, int, Frame, Sink | None], bool]
"""``resume(state, seat, top, sink)``: true if the seat has to decide."""


def _ask(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """There is always a choice."""
    return True


def _ask_if_choice(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Ask only where there is more than one legal action."""
    legal = LEGAL[top.kind](state, seat, state.players[seat], top)
    if len(legal) > 1:
        return True
    if legal:
        STEPS[type(legal[0])](state, seat, own_player(state, seat), legal[0], sink)
    else:
        pop(state)
    return False


def _drink(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Whoever holds a potion can drink it: Novice effects are always legal (AZE-POT-01)."""
    if any(state.players[seat].potions):
        return True
    pop(state)
    return False


def _trade_turn(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Whoever can buy or exchange something is asked (AZE-TRADE-06)."""
    player = state.players[seat]
    if sum(player.ingredients) >= EXCHANGED or affordable(state, player):
        return True
    pop(state)
    return False


def _take_card(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Once the cards are taken, and their rewards resolved, all are discarded (AZE-RUL-57)."""
    if top.left:
        return _ask_if_choice(state, seat, top, sink)
    benefits.put_cards_away(state)
    return False


def _repeat(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Without a card to repeat only the bonus of the order is left (AZE-RUL-58)."""
    if benefits.repeatable(state.players[seat]):
        return _ask_if_choice(state, seat, top, sink)
    benefits.repeat_nothing(state, seat, own_player(state, seat), sink)
    return False


RESUME: Final[tuple[Resume, ...]] = (
    _ask,
    _ask,
    _drink,
    potions.resume_reveal_or_stop,
    _ask,
    _ask,
    _ask_if_choice,
    _ask_if_choice,
    _ask,
    _ask,
    _ask_if_choice,
    _trade_turn,
    _ask_if_choice,
    _ask_if_choice,
    _ask_if_choice,
    _ask,
    _ask_if_choice,
    _ask_if_choice,
    _take_card,
    _repeat,
    _ask_if_choice,
    _ask_if_choice,
    _ask,
    potions.resume_potion_effect,
    gains.resume_reward,
    trade.resume_discard_bought,
    serve.resume_order_served,
    order_bonus.resume_level_bonus,
    solo.resume_ai_orders,
)
"""By kind of frame, in the order of :data:`~engine_core.games.azerland.vocabulary.PENDING`."""
