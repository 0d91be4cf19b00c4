"""Melanie's turn: the solo card, the areas, the priorities (chapter Solo Mode).

Her turn is a ``melanie_turn`` frame that goes from stage to stage (:mod:`~engine_core.games.tinctura.melanie_turn`); what an action
brings lies above it as everybody's effects do, and so does a question to the human.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.actions import UseFreeDraw, UseFreeExperiment, UseFreeTea
from engine_core.games.tinctura.bonus_tracks import has_extra_plant
from engine_core.games.tinctura.events import GatheringChosen, MelanieActs, SoloCardRevealed
from engine_core.games.tinctura.experiments import grant_experiments
from engine_core.games.tinctura.forest import PLANTS_OF_HOUR, gather_for_melanie
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.free_actions import (
    offer_abilities,
    use_ability,
    use_free_draw,
    use_free_experiment,
    use_free_tea,
)
from engine_core.games.tinctura.melanie_choices import note
from engine_core.games.tinctura.melanie_pharmacy import find_production, produce, try_produce, try_take, try_tea
from engine_core.games.tinctura.melanie_picks import choose_plant
from engine_core.games.tinctura.melanie_turn import (
    ABILITIES,
    ACT,
    AGAIN_ACT,
    COURSE_NOTE,
    DONE,
    GATHERING,
    IMPOSSIBLE,
    VISIT,
    Tried,
    begin_action,
    stage,
)
from engine_core.games.tinctura.melanie_village import (
    go_on_buying,
    raise_lowest,
    try_apprentice,
    try_course,
    try_merchant,
    try_training,
)
from engine_core.games.tinctura.solo_tables import NOTE_GATHER_KNOWLEDGE, NOTE_GATHER_PLANTS
from engine_core.games.tinctura.state import Player, TincturaState, own_player
from engine_core.games.tinctura.tracks import step_knowledge
from engine_core.games.tinctura.vocabulary import (
    EXTRA_PLANT_ABILITY,
    FINAL,
    FIRST_HOUR,
    FOREST,
    FROM_EXPERIMENT,
    FROM_SOLO_NOTE,
    LAST_HOUR,
    MELANIE,
)
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE


def begin_turn(state: TincturaState, sink: Sink | None) -> None:
    """Her turn of an hour: reveal a solo card, then the frame ``melanie_turn`` (TIN-SOLO-06); in the final production what is possible
    for her cards, the older one first (TIN-RUL-77)."""
    if state.phase == FINAL:
        melanie = own_player(state, MELANIE)
        while (found := find_production(state, melanie)) is not None:
            produce(state, melanie, found, sink)
        return
    assert state.solo is not None
    card, *rest = state.solo.cards
    state.solo = evolve(state.solo, cards=tuple(rest), revealed=(*state.solo.revealed, card))
    state._revealed = True
    if sink:
        sink(EVERYONE, SoloCardRevealed(card))
    push(state, stage(ABILITIES))


def resume_melanie_turn(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The next stage of her turn; ``choices`` holds the human's answer if one was asked for."""
    melanie = own_player(state, MELANIE)
    if top.done == ABILITIES:
        _use_abilities(state, melanie, sink)
    elif top.done == ACT:
        _act(state, melanie, top, sink)
    elif top.done == AGAIN_ACT:
        if _AGAIN[top.main](state, melanie, top, sink) == IMPOSSIBLE:
            pop(state)
    elif top.done == VISIT:
        go_on_buying(state, melanie, top, sink)
    elif top.done == COURSE_NOTE:
        raise_lowest(state, melanie, top, sink)
    else:
        _go_on_gathering(state, melanie, top, sink)
    return False


def _use_abilities(state: TincturaState, melanie: Player, sink: Sink | None) -> None:
    """Before she acts: the first once-per-day ability of a journeyman that can be used, then the next one; draws before teas before
    experiments, as many teas as possible, herbs first (TIN-SOLO-43, TIN-RUL-102, TIN-RUL-104)."""
    possible: list[Action] = []
    offer_abilities(state, MELANIE, melanie, possible)
    if not possible:
        swap_top(state, stage(ACT))
        return
    action = max(possible, key=_urgency)
    if isinstance(action, UseFreeDraw):
        use_free_draw(state, MELANIE, melanie, action, sink)
    elif isinstance(action, UseFreeTea):
        use_free_tea(state, MELANIE, melanie, action, sink)
    elif isinstance(action, UseFreeExperiment):
        use_free_experiment(state, MELANIE, melanie, action, sink)


def _urgency(action: Action) -> tuple[int, int, int]:
    if isinstance(action, UseFreeTea):
        return (1, action.roots + action.herbs, action.herbs)
    return (2 if isinstance(action, UseFreeDraw) else 0, 0, 0)


# -- the solo card -------------------------------------------------------------------------------------------------------------


def _act(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> None:
    """The first action that is possible, area by area in the order of the card; if none is she experiments, without a marker
    (TIN-SOLO-07 to 11, TIN-RUL-103, TIN-RUL-108)."""
    assert state.solo is not None
    areas = state.data.solo_cards[state.solo.revealed[-1]].areas
    actions = [action for area in areas for action in _PRIORITIES[area]]
    for at in range(top.left, len(actions)):
        if at > top.left:
            top = stage(ACT, at)
            swap_top(state, top)
        if actions[at](state, melanie, top, sink) != IMPOSSIBLE:
            return
    pop(state)
    if sink:
        sink(EVERYONE, MelanieActs(NONE))
    grant_experiments(state, MELANIE, 1, FROM_EXPERIMENT)


# -- forest --------------------------------------------------------------------------------------------------------------------


def _try_gather(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> Tried:
    """Take as many plants as the hour allows; at 16 o'clock she takes part in the share, and only what a note adds is taken at once
    (TIN-SOLO-11, TIN-SOLO-35, TIN-RUL-78)."""
    if not any(state.forest):
        return IMPOSSIBLE
    plants = note(state, NOTE_GATHER_PLANTS)
    if state.hour == LAST_HOUR:
        melanie.gathering = True
    else:
        plants += PLANTS_OF_HOUR[state.hour - FIRST_HOUR]
    begin_action(state, FOREST, sink, stage(GATHERING, plants))
    if sink and melanie.gathering:
        sink(EVERYONE, GatheringChosen(MELANIE))
    step_knowledge(state, MELANIE, melanie, note(state, NOTE_GATHER_KNOWLEDGE), FROM_SOLO_NOTE, sink)
    return DONE


def _go_on_gathering(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> None:
    """The next plant of her gathering, or its end; Green 3 is used with the first one of the day, at 16 o'clock within the share
    (TIN-SOLO-36, TIN-SOLO-43, TIN-RUL-25, TIN-RUL-102)."""
    if not any(state.forest):
        pop(state)
    elif top.left:
        plant = choose_plant(state, top)
        if plant != NONE:
            gather_for_melanie(state, melanie, plant, sink)
            swap_top(state, stage(GATHERING, top.left - 1))
    elif state.hour < LAST_HOUR and has_extra_plant(state, melanie):
        use_ability(state, MELANIE, melanie, EXTRA_PLANT_ABILITY, sink)
        swap_top(state, stage(GATHERING, 1))
    else:
        pop(state)


Try = Callable[[TincturaState, Player, Frame, Sink | None], Tried]
_PHARMACY: Final[tuple[Try, ...]] = (try_produce, try_take, try_tea)
_PRIORITIES: Final[tuple[tuple[Try, ...], ...]] = (
    _PHARMACY,
    (try_course, try_merchant, try_apprentice, try_training),
    (_try_gather,),
)
"""By area, what she prefers first (TIN-SOLO-09 to 11)."""
_AGAIN: Final[tuple[Try, ...]] = (try_take, try_produce, try_tea)
"""By main action, what White 3 repeats."""
