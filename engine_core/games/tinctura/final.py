"""The final production (chapter End of the Game)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import FINISH_FINAL
from engine_core.games.tinctura.actions import FinishFinal
from engine_core.games.tinctura.flow_events import PrivateGoalRevealed
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.free_actions import offer_trades
from engine_core.games.tinctura.goals import private_points
from engine_core.games.tinctura.production import offer_final_productions
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.vocabulary import FINAL_PRODUCTION
from engine_core.stack import pop, push
from engine_core.vocabulary import NONE


def begin_turn(state: TincturaState, seat: int) -> None:
    """A seat's turn of the final production, asked even without a patient (TIN-RUL-54)."""
    push(state, frame(FINAL_PRODUCTION, seat))


def legal_final(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Trades, productions, the end (TIN-END-02, TIN-RUL-54)."""
    legal: list[Action] = []
    offer_trades(state, player, legal)
    offer_final_productions(state, player, legal)
    legal.append(FINISH_FINAL)
    return legal


def refuse_finish_final(state: TincturaState, seat: int, player: Player, action: FinishFinal) -> Rejection | None:
    """Always possible."""
    return None


def finish_final(state: TincturaState, seat: int, player: Player, action: FinishFinal, sink: Sink | None) -> None:
    """No more final production."""
    pop(state)


def reveal_private_goals(state: TincturaState, sink: Sink) -> None:
    """At the end of the game (TIN-PG-02)."""
    for seat, player in enumerate(state.players):
        if player.private_goal != NONE:
            sink(EVERYONE, PrivateGoalRevealed(seat, player.private_goal, private_points(state, seat)))
