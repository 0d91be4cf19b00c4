"""White 3: a main action of the pharmacy performed twice in the same hour (TIN-BON-09, TIN-BON-10, TIN-RUL-24)."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura import patients, production, tea
from engine_core.games.tinctura.action_tables import REPEAT_ACTION
from engine_core.games.tinctura.actions import RepeatAction
from engine_core.games.tinctura.bonus_tracks import has_double_action
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.free_actions import offer_abilities, offer_trades, use_ability
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.tea_track import tea_room
from engine_core.games.tinctura.vocabulary import AGAIN, DOUBLE_ACTION, MAIN_PRODUCE, MAIN_TAKE
from engine_core.stack import pop, push


def legal_again(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The second execution: the same kind only (TIN-BON-09, TIN-BON-10)."""
    legal: list[Action] = []
    if top.main == MAIN_TAKE:
        patients.offer_patients(state, player, legal)
        patients.offer_peek(state, seat, player, legal)
    elif top.main == MAIN_PRODUCE:
        production.offer_productions(state, player, legal)
    else:
        tea.offer_tea(state, seat, player, legal)
    return legal


def resume_repeat(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The first execution is complete: asked while the same kind is possible or a free action may make it so, and there is anything but
    "no" (TIN-RUL-24, TIN-RUL-110)."""
    player = state.players[seat]
    if _is_within_reach(state, seat, player, top) and len(legal_repeat(state, seat, player, top)) > 1:
        return True
    pop(state)
    return False


def _is_within_reach(state: TincturaState, seat: int, player: Player, top: Frame) -> bool:
    """Whether nothing is missing for the second execution but what free actions can bring: plants and levels for a patient who is there,
    plants for a tea that the track has room for. For taking a patient they bring nothing."""
    if top.main == MAIN_TAKE:
        return can_repeat(state, seat, player, top)
    if top.main == MAIN_PRODUCE:
        return bool(production.servable_patients(state, player))
    return tea_room(state, seat, player) > 0


def can_repeat(state: TincturaState, seat: int, player: Player, top: Frame) -> bool:
    """Whether White 3 is unused and an action of the same kind is legal now (TIN-BON-10)."""
    return has_double_action(state, player) and bool(legal_again(state, seat, player, top))


def legal_repeat(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Yes or no; free actions are possible before (TIN-RUL-40)."""
    legal: list[Action] = []
    offer_trades(state, player, legal)
    offer_abilities(state, seat, player, legal)
    legal.append(REPEAT_ACTION[0])
    if can_repeat(state, seat, player, top):
        legal.append(REPEAT_ACTION[1])
    return legal


def refuse_repeat(state: TincturaState, seat: int, player: Player, action: RepeatAction) -> Rejection | None:
    """No always, yes while the same kind is possible."""
    if action.repeat and not can_repeat(state, seat, player, state.pending[-1]):
        return Rejection("TIN-BON-10", "The same action is not possible again.")
    return None


def repeat_action(state: TincturaState, seat: int, player: Player, action: RepeatAction, sink: Sink | None) -> None:
    """Perform the same kind again, or leave it (TIN-BON-09)."""
    main = state.pending[-1].main
    pop(state)
    if action.repeat:
        use_ability(state, seat, player, DOUBLE_ACTION, sink)
        push(state, frame(AGAIN, seat, main=main))
