"""The study-level prestige bonus of an order (chapter Study-level prestige bonus)."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.events import OrderBonusPaid
from engine_core.games.azerland.frames import Frame
from engine_core.games.azerland.state import AzerlandState, Player, own_player
from engine_core.games.azerland.study import order_bonus
from engine_core.stack import pop

BONUS_AFTER_BENEFIT: Final = frozenset({12, 14, 18, 22, 41})
"""Orders whose bonus is computed with the levels after the benefit; visitor 19 as the card that it repeats (AZE-RUL-49)."""


def pay_order_bonus(state: AzerlandState, seat: int, player: Player, visitor: int, sink: Sink | None) -> None:
    """The bonus with the levels of this moment, once per order (AZE-SERVE-05)."""
    bonus = order_bonus(state, player, visitor)
    if bonus:
        player.prestige += bonus
        if sink:
            sink(EVERYONE, OrderBonusPaid(seat, visitor, bonus))


def resume_level_bonus(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The benefit is resolved, the bonus that waited for it is paid (AZE-RUL-49)."""
    pop(state)
    pay_order_bonus(state, seat, own_player(state, seat), top.visitor, sink)
    return False
