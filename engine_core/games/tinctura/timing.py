"""When each kind of action can be taken at all, and which rule says so. What it needs besides is in its chapter.

Everything here follows from open facts and the seat's own plan.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.tinctura import actions as a
from engine_core.games.tinctura import vocabulary as v
from engine_core.games.tinctura.frames import Frame
from engine_core.games.tinctura.planning import still_choosing
from engine_core.games.tinctura.state import Player, TincturaState, current_area, seat_count
from engine_core.vocabulary import NONE

_FREE: Final = (v.TURN, v.TURN_AFTER, v.REPEAT, v.MERCHANT, v.POWDER)
"""Where free actions are offered (TIN-RUL-40)."""
WHEN: Final[Mapping[type[Action], tuple[int, ...]]] = MappingProxyType(
    {
        a.ChoosePersonality: (),
        a.ChoosePrivateGoal: (),
        a.PlanHour: (),
        a.DeclinePatient: (v.TURN,),
        a.TradePlants: (*_FREE, v.FINAL_PRODUCTION),
        a.UseFreeTea: _FREE,
        a.UseFreeExperiment: _FREE,
        a.UseFreeDraw: _FREE,
        a.TakePatient: (v.TURN, v.AGAIN, v.PREMONITION_PEEK),
        a.PremonitionPeek: (v.TURN, v.AGAIN),
        a.PremonitionTake: (v.PREMONITION_PEEK,),
        a.PremonitionReturn: (v.PREMONITION_PEEK,),
        a.ProduceMedication: (v.TURN, v.AGAIN, v.POWDER, v.FINAL_PRODUCTION),
        a.PayPlant: (v.PAYMENT,),
        a.OmitPlant: (v.OMIT,),
        a.AddMushrooms: (v.MUSHROOMS,),
        a.ProduceTea: (v.TURN, v.AGAIN),
        a.RepeatAction: (v.REPEAT,),
        a.StartCourse: (v.TURN,),
        a.CompleteCourse: (v.TURN,),
        a.ChooseCourseReward: (v.COURSE_REWARD,),
        a.ChooseMarkerColour: (v.MARKER_CHOICE,),
        a.IndividualTraining: (v.TURN,),
        a.HireApprentice: (v.TURN,),
        a.VisitMerchant: (v.TURN,),
        a.BuyWare: (v.MERCHANT,),
        a.FinishVisit: (v.MERCHANT,),
        a.ChooseSkill: (v.SKILL_CHOICE,),
        a.ResolveBonus: (v.BONUS,),
        a.GatherPlants: (v.TURN,),
        a.TakeForestPlant: (v.GATHER, v.SHARE_16),
        a.UseExtraPlant: (v.EXTRA_PLANT,),
        a.TakeRapidGrowth: (v.RAPID_GROWTH_EXTRA,),
        a.StopGathering: (v.GATHER,),
        a.Experiment: (v.TURN,),
        a.ForgoAction: (v.TURN,),
        a.EndTurn: (v.TURN, v.TURN_AFTER),
        a.ClaimLeftover: (v.LEFTOVER,),
        a.PassLeftover: (v.LEFTOVER,),
        a.PowderOrService: (v.POWDER,),
        a.MakePowder: (v.POWDER,),
        a.TakeBlossomsOrPlants: (v.BLOSSOMS,),
        a.FinishPowder: (v.POWDER,),
        a.FinishFinal: (v.FINAL_PRODUCTION,),
        a.SoloChoose: (v.SOLO_CHOICE,),
    }
)
"""The decision points at which a kind of action exists, as kinds of the innermost frame; simultaneous choices need no frame."""

AREA_OF: Final[Mapping[type[Action], int]] = MappingProxyType(
    {
        a.TakePatient: v.PHARMACY,
        a.PremonitionPeek: v.PHARMACY,
        a.ProduceMedication: v.PHARMACY,
        a.ProduceTea: v.PHARMACY,
        a.StartCourse: v.VILLAGE,
        a.CompleteCourse: v.VILLAGE,
        a.IndividualTraining: v.VILLAGE,
        a.HireApprentice: v.VILLAGE,
        a.VisitMerchant: v.VILLAGE,
        a.GatherPlants: v.FOREST,
    }
)
"""The area of each main action (TIN-VIL-01, TIN-PHARM-01, TIN-FOR-01)."""
_FREE_KINDS: Final = frozenset({a.TradePlants, a.UseFreeTea, a.UseFreeExperiment, a.UseFreeDraw})
_ANY_AREA: Final = frozenset({a.Experiment, a.ForgoAction})
_MAIN_OF: Final[Mapping[type[Action], int]] = MappingProxyType(
    {
        a.TakePatient: v.MAIN_TAKE,
        a.PremonitionPeek: v.MAIN_TAKE,
        a.ProduceMedication: v.MAIN_PRODUCE,
        a.ProduceTea: v.MAIN_TEA,
    }
)

_OTHERWISE: Final[Mapping[type[Action], Rejection]] = MappingProxyType(
    {
        a.ChoosePersonality: Rejection("TIN-SET-22", "Personalities are chosen at set-up, where they are in play."),
        a.ChoosePrivateGoal: Rejection("TIN-PG-01", "Private goals are chosen at set-up, where they are in play."),
        a.PlanHour: Rejection("TIN-PLAN-12", "The day is planned at its start; the plan stands."),
        a.DeclinePatient: Rejection("TIN-PHARM-11", "Patients are declined at the start of the own turn."),
        a.TradePlants: Rejection("TIN-RUL-49", "Plants cannot be traded at this moment."),
        a.UseFreeTea: Rejection("TIN-RUL-40", "The ability of a journeyman cannot be used at this moment."),
        a.UseFreeExperiment: Rejection("TIN-RUL-40", "A free experiment cannot be made at this moment."),
        a.UseFreeDraw: Rejection("TIN-RUL-40", "The ability of a journeyman cannot be used at this moment."),
        a.TakePatient: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.PremonitionPeek: Rejection("TIN-PERS-09", "Premonition is used within taking a patient."),
        a.PremonitionTake: Rejection("TIN-PERS-09", "No patients have been looked at."),
        a.PremonitionReturn: Rejection("TIN-PERS-10", "No patients have been looked at."),
        a.ProduceMedication: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.PayPlant: Rejection("TIN-RUL-110", "Nothing is to be paid."),
        a.OmitPlant: Rejection("TIN-EVT-13", "A plant is left out with Secret Ingredient only, within a production."),
        a.AddMushrooms: Rejection("TIN-PHARM-26", "Extra mushrooms are added to a tincture that is being produced."),
        a.ProduceTea: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.RepeatAction: Rejection("TIN-BON-09", "There is no action to be repeated."),
        a.StartCourse: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.CompleteCourse: Rejection("TIN-VIL-05", "No course is to be completed."),
        a.ChooseCourseReward: Rejection("TIN-VIL-08", "No reward of a course is to be chosen."),
        a.ChooseMarkerColour: Rejection("TIN-VIL-08", "No planning marker is to be taken."),
        a.IndividualTraining: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.HireApprentice: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.VisitMerchant: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.BuyWare: Rejection("TIN-VIL-24", "Wares are bought in a visit to the merchant."),
        a.FinishVisit: Rejection("TIN-RUL-18", "There is no visit to be finished."),
        a.ChooseSkill: Rejection("TIN-EXP-06", "No skill is to be chosen."),
        a.ResolveBonus: Rejection("TIN-RUL-27", "No step on the tea track is offered."),
        a.GatherPlants: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.TakeForestPlant: Rejection("TIN-FOR-08", "No plant is to be taken in the forest."),
        a.UseExtraPlant: Rejection("TIN-BON-13", "No additional plant is offered."),
        a.TakeRapidGrowth: Rejection("TIN-EVT-09", "Rapid Growth offers nothing."),
        a.StopGathering: Rejection("TIN-RUL-45", "There is no gathering to be stopped."),
        a.Experiment: Rejection("TIN-WORK-05", "The main action of this hour is not open."),
        a.ForgoAction: Rejection("TIN-RUL-12", "There is no main action to be forgone."),
        a.EndTurn: Rejection("TIN-WORK-04", "The turn cannot be ended now."),
        a.ClaimLeftover: Rejection("TIN-RUL-23", "No leftover can be claimed now."),
        a.PassLeftover: Rejection("TIN-RUL-23", "No leftover can be claimed now."),
        a.PowderOrService: Rejection("TIN-ALT-15", "Powder is made when the white marker advances only."),
        a.MakePowder: Rejection("TIN-ALT-15", "Powder is made when the white marker advances only."),
        a.TakeBlossomsOrPlants: Rejection("TIN-ALT-12", "No blossoms are to be taken."),
        a.FinishPowder: Rejection("TIN-RUL-68", "There is no powder or service to be finished."),
        a.FinishFinal: Rejection("TIN-END-02", "The final production is not open."),
        a.SoloChoose: Rejection("TIN-RUL-72", "Nothing is to be decided for Melanie."),
    }
)
"""Why a kind of action cannot be taken where no frame of the stack offers it."""

_FIRST: Final[Mapping[int, Rejection]] = MappingProxyType(
    {
        v.PAYMENT: Rejection("TIN-RUL-110", "The payment is completed first."),
        v.OMIT: Rejection("TIN-EVT-13", "Whether a plant is left out is decided first."),
        v.MUSHROOMS: Rejection("TIN-PHARM-22", "The extra mushrooms are decided first."),
        v.AGAIN: Rejection("TIN-BON-09", "The repeated action comes first."),
        v.PREMONITION_PEEK: Rejection("TIN-RUL-59", "A patient is taken first: one looked at, or a displayed one."),
        v.COURSE_REWARD: Rejection("TIN-VIL-08", "The reward of the course is chosen first."),
        v.MARKER_CHOICE: Rejection("TIN-VIL-08", "The planning marker is taken first."),
        v.SKILL_CHOICE: Rejection("TIN-EXP-06", "The skill is chosen first."),
        v.BONUS: Rejection("TIN-BON-01", "The step on the tea track is decided first."),
        v.MERCHANT: Rejection("TIN-RUL-18", "The visit to the merchant is finished first."),
        v.GATHER: Rejection("TIN-RUL-45", "The gathering is finished first."),
        v.EXTRA_PLANT: Rejection("TIN-BON-13", "The additional plant is decided first."),
        v.RAPID_GROWTH_EXTRA: Rejection("TIN-EVT-09", "Rapid Growth is decided first."),
        v.SHARE_16: Rejection("TIN-RUL-45", "A plant is taken first."),
        v.LEFTOVER: Rejection("TIN-RUL-23", "The leftover is decided first."),
        v.POWDER: Rejection("TIN-BON-01", "Powder or service comes first."),
        v.BLOSSOMS: Rejection("TIN-BON-01", "Blossoms or plants are taken first."),
        v.FINAL_PRODUCTION: Rejection("TIN-END-01", "The last hour is over: only the final production is left."),
        v.SOLO_CHOICE: Rejection("TIN-RUL-72", "It is to be decided for Melanie first."),
    }
)
"""What is said of any other action while an inner decision is open."""


def out_of_turn(state: TincturaState, seat: int, action: Action) -> Rejection | None:
    """Why the seat is not asked at all; ``None`` if it is. Says nothing but whose decision it is, which is public."""
    phase = state.phase
    if phase == v.GAME_OVER:
        return Rejection("TIN-END-01", "The week is over.")
    if not 0 <= seat < seat_count(state):
        return Rejection("TIN-WORK-10", "Only players of the game act.")
    if phase <= v.PLAN_PHASE:
        if seat in still_choosing(state):
            return None
        if phase == v.PLAN_PHASE and isinstance(action, a.PlanHour):
            return Rejection("TIN-PLAN-12", "The plan is complete and cannot be changed.")
        return _OTHERWISE[type(action)]
    if seat == state.active_seat:
        return None
    return Rejection("TIN-WORK-10", "It is another player's turn.")


def wrong_time(state: TincturaState, seat: int, player: Player, action: Action) -> Rejection | None:
    """Why this kind of action cannot be taken at the present decision point by the seat that is asked; ``None`` if the kind exists there.

    At a turn that includes the planned area and the second hour of a course.
    """
    kind = type(action)
    phase = state.phase
    if phase <= v.PLAN_PHASE:
        expected = (a.ChoosePersonality, a.ChoosePrivateGoal, a.PlanHour)[phase]
        return None if kind is expected else _OTHERWISE[kind]
    top = state.pending[-1]
    if top.kind not in WHEN[kind]:
        return _FIRST.get(top.kind, _OTHERWISE[kind])
    if top.kind == v.TURN:
        return _wrong_area(state, player, kind)
    if kind in _FREE_KINDS and not _is_free_window(state, top):
        return _FIRST[top.kind]
    if top.kind == v.AGAIN and _MAIN_OF[kind] != top.main:
        return Rejection("TIN-BON-09", "The second action is of the same kind.")
    return None


def _is_free_window(state: TincturaState, top: Frame) -> bool:
    """Whether free actions are offered at a decision point that can offer them: in a visit after the first purchase, with powder in the
    own turn only (TIN-RUL-18, TIN-RUL-40)."""
    if top.kind == v.MERCHANT:
        return top.done > 0
    return top.kind != v.POWDER or state.phase == v.HOUR_PHASE


def _wrong_area(state: TincturaState, player: Player, kind: type[Action]) -> Rejection | None:
    """Of the main actions: another area, a care hour, the second hour of a course."""
    if kind not in AREA_OF and kind not in _ANY_AREA:
        return None
    area = current_area(state, player)
    if area == v.CARE:
        return Rejection("TIN-WORK-06", "In a care hour there is no main action.")
    if kind is a.CompleteCourse:
        return None if player.course != NONE else _OTHERWISE[kind]
    if player.course != NONE:
        return Rejection("TIN-RUL-13", "The course that was begun takes this hour too.")
    if kind in AREA_OF and AREA_OF[kind] != area:
        return Rejection("TIN-WORK-04", f"This hour is planned for the {v.AREA.words[area]}.")
    return None
