"""Gathering plants, plant knowledge, the share at 16 o'clock (chapter Actions in the Forest)."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import (
    FOREST_PICKS,
    GATHER_PLANTS,
    STOP_GATHERING,
    TAKE_RAPID_GROWTH,
    USE_EXTRA_PLANT,
)
from engine_core.games.tinctura.actions import (
    GatherPlants,
    StopGathering,
    TakeForestPlant,
    TakeRapidGrowth,
    UseExtraPlant,
)
from engine_core.games.tinctura.bonus_tracks import has_extra_plant
from engine_core.games.tinctura.events import GatheringChosen, PlantGathered
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.free_actions import use_ability
from engine_core.games.tinctura.gains import ONE_OF, gain_plants, minus, plus
from engine_core.games.tinctura.main_actions import begin_action
from engine_core.games.tinctura.melanie_picks import choose_plant
from engine_core.games.tinctura.module_words import RAPID_GROWTH
from engine_core.games.tinctura.state import Player, TincturaState, event_of_the_day, is_melanie, own_player
from engine_core.games.tinctura.tracks import step_knowledge, watch_knowledge
from engine_core.games.tinctura.vocabulary import (
    ADVANCE_GIVING_UP,
    ADVANCE_MATCHING,
    EXTRA_PLANT,
    EXTRA_PLANT_ABILITY,
    FIRST_HOUR,
    FROM_EVENT,
    FROM_FOREST,
    GATHER,
    KEEP,
    LAST_HOUR,
    MELANIE,
    PLANT,
    PLANT_TYPES,
    RAPID_GROWTH_EXTRA,
    SHARE_16,
)
from engine_core.stack import pop, push, swap_top
from engine_core.vocabulary import NONE

PLANTS_OF_HOUR: Final = (1, 1, 1, 2, 2, 2, 3, 4)
"""From 8 to 15 o'clock (TIN-FOR-02 to 05)."""


def offer_gathering(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """If the forest holds a plant (TIN-RUL-45)."""
    if any(state.forest):
        legal.append(GATHER_PLANTS)


def refuse_gathering(state: TincturaState, seat: int, player: Player, action: GatherPlants) -> Rejection | None:
    """See :func:`offer_gathering`."""
    if not any(state.forest):
        return Rejection("TIN-RUL-45", "The forest is empty.")
    return None


def gather_plants(state: TincturaState, seat: int, player: Player, action: GatherPlants, sink: Sink | None) -> None:
    """Before 16 o'clock a ``gather`` frame (``left`` picks, ``done`` ones); at 16 ``gathering`` is set, the plants are shared after the
    last turn (TIN-RUL-46)."""
    begin_action(state, seat)
    if state.hour == LAST_HOUR:
        player.gathering = True
        if sink:
            sink(EVERYONE, GatheringChosen(seat))
    else:
        watch_knowledge(state, seat, player)
        push(state, frame(GATHER, seat, PLANTS_OF_HOUR[state.hour - FIRST_HOUR]))


def resume_gather(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked while picks are left and the forest is not empty; then Green 3 (TIN-RUL-25)."""
    if top.left and any(state.forest):
        return True
    if top.ability == NONE:
        swap_top(state, frame(EXTRA_PLANT, seat, amount=top.amount))
    else:
        pop(state)
    return False


def legal_gather(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Displayed plants with the modes that fit the next image; the end of gathering after the first pick (TIN-FOR-08 to 16)."""
    legal = _picks(state, player)
    if top.done:
        legal.append(STOP_GATHERING)
    return legal


def next_image(state: TincturaState, player: Player) -> int:
    """The plant shown on the next space of plant knowledge; NONE at its end (TIN-FOR-12, TIN-FOR-16)."""
    data = state.data
    return NONE if player.knowledge >= data.knowledge_end else data.knowledge_image[player.knowledge + 1]


def _picks(state: TincturaState, player: Player) -> list[Action]:
    herbs, berries, mushrooms, roots = state.forest
    shown = (herbs > 0) | (berries > 0) << 1 | (mushrooms > 0) << 2 | (roots > 0) << 3
    image = next_image(state, player)
    return [*FOREST_PICKS[PLANT_TYPES if image == NONE else image][shown]]


def refuse_pick(state: TincturaState, seat: int, player: Player, action: TakeForestPlant) -> Rejection | None:
    """See :func:`legal_gather`; ``gather`` and ``share_16`` alike."""
    word = PLANT.words[action.plant]
    if not state.forest[action.plant]:
        return Rejection("TIN-FOR-08", f"There is no {word} in the forest.")
    if action.knowledge == KEEP:
        return None
    image = next_image(state, player)
    if image == NONE:
        return Rejection("TIN-FOR-16", "Plant knowledge is at its end.")
    if action.knowledge == ADVANCE_MATCHING and image != action.plant:
        return Rejection("TIN-FOR-13", f"The next space does not show a {word}: it is given up for the step.")
    if action.knowledge == ADVANCE_GIVING_UP and image == action.plant:
        return Rejection("TIN-FOR-14", f"The next space shows a {word}: it is not given up for the step.")
    return None


def take_forest_plant(
    state: TincturaState, seat: int, player: Player, action: TakeForestPlant, sink: Sink | None
) -> None:
    """One pick of the innermost frame, a ``gather`` or a ``share_16`` (TIN-FOR-12 to 15)."""
    top = state.pending[-1]
    gather(state, seat, player, action.plant, action.knowledge, sink)
    grows = _grows(state, seat, action.plant, top.amount)
    amount = top.amount | 1 << seat if grows and not state.options.rapid_growth_per_plant else top.amount
    if top.kind == SHARE_16:
        swap_top(state, frame(SHARE_16, seat, ability=top.ability, amount=amount))
        next_share(state, seat, sink)
    else:
        swap_top(state, frame(GATHER, seat, top.left - 1, done=top.done + 1, ability=top.ability, amount=amount))
    if grows:
        push(state, frame(RAPID_GROWTH_EXTRA, seat, plant=action.plant))


def gather(state: TincturaState, seat: int, player: Player, plant: int, knowledge: int, sink: Sink | None) -> None:
    """A plant leaves the forest for the supply or, given up for a step of plant knowledge, for the discard; also counts it for the goal of
    plants gathered once plant knowledge is at its end (TIN-FOR-12, TIN-FOR-13, TIN-RUL-67). Of any participant; touches no frame."""
    one = ONE_OF[plant]
    state.forest = minus(state.forest, one)
    if sink:
        sink(EVERYONE, PlantGathered(seat, plant, knowledge))
    if player.knowledge >= state.data.knowledge_end:
        player.gathered_after_end = plus(player.gathered_after_end, one)
    if knowledge != KEEP:
        step_knowledge(state, seat, player, 1, FROM_FOREST, sink)
    if knowledge == ADVANCE_GIVING_UP:
        state.discard = plus(state.discard, one)
    else:
        gain_plants(state, seat, player, one, FROM_FOREST, sink)


def gather_for_melanie(state: TincturaState, melanie: Player, plant: int, sink: Sink | None) -> None:
    """She keeps every plant, and each moves her plant knowledge, whatever image is shown (TIN-SOLO-37)."""
    is_at_end = melanie.knowledge >= state.data.knowledge_end
    gather(state, MELANIE, melanie, plant, KEEP if is_at_end else ADVANCE_MATCHING, sink)


def refuse_stop(state: TincturaState, seat: int, player: Player, action: StopGathering) -> Rejection | None:
    """After the first pick."""
    if not state.pending[-1].done:
        return Rejection("TIN-RUL-45", "At least one plant is taken.")
    return None


def stop_gathering(state: TincturaState, seat: int, player: Player, action: StopGathering, sink: Sink | None) -> None:
    """No more picks, Green 3 included (TIN-RUL-25)."""
    pop(state)


# -- Green 3 -------------------------------------------------------------------------------------------------------------------


def resume_extra_plant(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked while Green 3 is unused and a plant is left (TIN-BON-13); Melanie always takes it (TIN-RUL-102)."""
    if not any(state.forest) or not has_extra_plant(state, state.players[seat]):
        pop(state)
        return False
    if is_melanie(state, seat):
        use_extra_plant(state, seat, own_player(state, seat), USE_EXTRA_PLANT[1], sink)
        return False
    return True


def legal_extra_plant(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Yes or no."""
    return [*USE_EXTRA_PLANT]


def refuse_extra_plant(state: TincturaState, seat: int, player: Player, action: UseExtraPlant) -> Rejection | None:
    """Both answers are legal."""
    return None


def use_extra_plant(state: TincturaState, seat: int, player: Player, action: UseExtraPlant, sink: Sink | None) -> None:
    """One more pick that counts as gathered: the frame of the kind of this hour, with the ability in it."""
    amount = state.pending[-1].amount
    if not action.use:
        pop(state)
        return
    use_ability(state, seat, player, EXTRA_PLANT_ABILITY, sink)
    if state.hour == LAST_HOUR:
        swap_top(state, frame(SHARE_16, seat, ability=EXTRA_PLANT_ABILITY, amount=amount))
    else:
        swap_top(state, frame(GATHER, seat, 1, ability=EXTRA_PLANT_ABILITY, amount=amount))


# -- Rapid Growth --------------------------------------------------------------------------------------------------------------


def _grows(state: TincturaState, seat: int, plant: int, had: int) -> bool:
    """Whether a plant just gathered entitles to one more; ``had`` are the participants that had theirs, where it is one per action."""
    return event_of_the_day(state) == RAPID_GROWTH and plant == state.event_plant and not had >> seat & 1


def resume_rapid_growth(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if one more of the type lies in discard or bag (TIN-EVT-09, TIN-RUL-64)."""
    if state.discard[top.plant] or state.bag[top.plant]:
        return True
    pop(state)
    return False


def legal_rapid_growth(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Yes or no."""
    return [*TAKE_RAPID_GROWTH]


def refuse_rapid_growth(state: TincturaState, seat: int, player: Player, action: TakeRapidGrowth) -> Rejection | None:
    """Both answers are legal."""
    return None


def take_rapid_growth(
    state: TincturaState, seat: int, player: Player, action: TakeRapidGrowth, sink: Sink | None
) -> None:
    """One more of the type, from the discard or else the bag; plant knowledge does not move."""
    plant = state.pending[-1].plant
    pop(state)
    if action.take:
        one = ONE_OF[plant]
        if state.discard[plant]:
            state.discard = minus(state.discard, one)
        else:
            state.bag = minus(state.bag, one)
        gain_plants(state, seat, player, one, FROM_EVENT, sink)


# -- the share at 16 o'clock ---------------------------------------------------------------------------------------------------


def begin_share(state: TincturaState, sink: Sink | None) -> None:
    """After the last turn of 16 o'clock: ``knowledge_end`` for a gatherer with Green Thumb, above it ``share_16`` for the first gatherer in
    the frozen order; Melanie picks by herself (TIN-FOR-06, TIN-RUL-46, TIN-RUL-78)."""
    gatherers = [seat for seat in state.order if state.players[seat].gathering]
    for seat in gatherers:
        watch_knowledge(state, seat, state.players[seat])
    if gatherers:
        push(state, frame(SHARE_16, gatherers[0]))


def resume_share(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The next pick of the share, always asked; over when the forest is empty (TIN-FOR-06, TIN-FOR-07)."""
    if not any(state.forest):
        pop(state)
        return False
    if is_melanie(state, seat):
        plant = choose_plant(state, top)
        if plant != NONE:
            gather_for_melanie(state, own_player(state, seat), plant, sink)
            next_share(state, seat, sink)
        return False
    return True


def legal_share(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Displayed plants with the modes that fit; nobody may refuse (TIN-RUL-45)."""
    return _picks(state, player)


def next_share(state: TincturaState, picker: int, sink: Sink | None) -> None:
    """A participant has picked: its ``share_16`` frame, the innermost one, gives way to that of the next gatherer in the frozen order, or
    is done when the forest is empty (TIN-FOR-06). The question of Green 3 is above it; the pick of Green 3 itself is no turn of the share
    (TIN-RUL-25)."""
    top = state.pending[-1]
    pop(state)
    if top.ability != NONE:
        _remember(state, top.amount)
        return
    if not any(state.forest):
        return
    order = state.order
    at = order.index(picker)
    following = next(seat for seat in (*order[at + 1 :], *order[: at + 1]) if state.players[seat].gathering)
    push(state, frame(SHARE_16, following, amount=top.amount))
    if has_extra_plant(state, state.players[picker]):
        push(state, frame(EXTRA_PLANT, picker, amount=top.amount))


def _remember(state: TincturaState, amount: int) -> None:
    """After the pick of Green 3 the share, whose frame lies below it, goes on with who has had the extra of Rapid Growth."""
    below = state.pending[-1]
    if below.amount != amount:
        swap_top(state, evolve(below, amount=amount))
