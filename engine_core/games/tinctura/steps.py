"""What carries out each kind of action, and what refuses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import Sink
from engine_core.games.tinctura import actions as a
from engine_core.games.tinctura import (
    bonus_tracks,
    courses,
    experiments,
    final,
    forest,
    free_actions,
    leftovers,
    main_actions,
    melanie_choices,
    merchant,
    patients,
    payments,
    planning,
    powder,
    production,
    repeat,
    tea,
    training,
)
from engine_core.games.tinctura.state import Player, TincturaState

Step = Callable[[TincturaState, int, Player, Any, Sink | None], None]
"""``step(state, seat, player, action, sink)`` changes the state and the stack; what follows is up to the hour loop. ``seat`` is the
participant of the innermost frame, ``player`` its player, owned by the step."""
Refuse = Callable[[TincturaState, int, Player, Any], Rejection | None]
"""``refuse(state, seat, player, action)``: why the action is illegal at a decision point where its kind exists; ``None`` if it is legal."""

_KINDS: Final[Mapping[type[Action], tuple[Step, Refuse]]] = MappingProxyType(
    {
        a.ChoosePersonality: (planning.choose_personality, planning.refuse_personality),
        a.ChoosePrivateGoal: (planning.choose_private_goal, planning.refuse_private_goal),
        a.PlanHour: (planning.plan_hour, planning.refuse_plan_hour),
        a.DeclinePatient: (patients.decline_patient, patients.refuse_decline),
        a.TradePlants: (free_actions.trade_plants, free_actions.refuse_trade),
        a.UseFreeTea: (free_actions.use_free_tea, free_actions.refuse_free_tea),
        a.UseFreeExperiment: (free_actions.use_free_experiment, free_actions.refuse_free_experiment),
        a.UseFreeDraw: (free_actions.use_free_draw, free_actions.refuse_free_draw),
        a.TakePatient: (patients.take_patient, patients.refuse_take),
        a.PremonitionPeek: (patients.premonition_peek, patients.refuse_peek),
        a.PremonitionTake: (patients.premonition_take, patients.refuse_premonition_take),
        a.PremonitionReturn: (patients.premonition_return, patients.refuse_premonition_return),
        a.ProduceMedication: (production.produce_medication, production.refuse_production),
        a.PayPlant: (payments.pay_plant, payments.refuse_pay_plant),
        a.OmitPlant: (production.omit_plant, production.refuse_omit),
        a.AddMushrooms: (production.add_mushrooms, production.refuse_mushrooms),
        a.ProduceTea: (tea.produce_tea, tea.refuse_tea),
        a.RepeatAction: (repeat.repeat_action, repeat.refuse_repeat),
        a.StartCourse: (courses.start_course, courses.refuse_start),
        a.CompleteCourse: (courses.complete_course, courses.refuse_complete),
        a.ChooseCourseReward: (courses.choose_course_reward, courses.refuse_course_reward),
        a.ChooseMarkerColour: (courses.choose_marker_colour, courses.refuse_marker_colour),
        a.IndividualTraining: (training.individual_training, training.refuse_training),
        a.HireApprentice: (training.hire_apprentice, training.refuse_hiring),
        a.VisitMerchant: (merchant.visit_merchant, merchant.refuse_visit),
        a.BuyWare: (merchant.buy_ware, merchant.refuse_buy),
        a.FinishVisit: (merchant.finish_visit, merchant.refuse_finish_visit),
        a.ChooseSkill: (experiments.choose_skill, experiments.refuse_choose_skill),
        a.ResolveBonus: (bonus_tracks.resolve_bonus, bonus_tracks.refuse_resolve_bonus),
        a.GatherPlants: (forest.gather_plants, forest.refuse_gathering),
        a.TakeForestPlant: (forest.take_forest_plant, forest.refuse_pick),
        a.UseExtraPlant: (forest.use_extra_plant, forest.refuse_extra_plant),
        a.TakeRapidGrowth: (forest.take_rapid_growth, forest.refuse_rapid_growth),
        a.StopGathering: (forest.stop_gathering, forest.refuse_stop),
        a.Experiment: (experiments.experiment, experiments.refuse_experiment),
        a.ForgoAction: (main_actions.forgo_action, main_actions.refuse_forgo),
        a.EndTurn: (main_actions.end_turn, main_actions.refuse_end_turn),
        a.ClaimLeftover: (leftovers.claim_leftover, leftovers.refuse_claim),
        a.PassLeftover: (leftovers.pass_leftover, leftovers.refuse_pass),
        a.PowderOrService: (powder.powder_or_service, powder.refuse_powder_or_service),
        a.MakePowder: (powder.make_powder, powder.refuse_make_powder),
        a.TakeBlossomsOrPlants: (powder.take_blossoms_or_plants, powder.refuse_blossoms),
        a.FinishPowder: (powder.finish_powder, powder.refuse_finish_powder),
        a.FinishFinal: (final.finish_final, final.refuse_finish_final),
        a.SoloChoose: (melanie_choices.solo_choose, melanie_choices.refuse_solo_choose),
    }
)
STEPS: Final[Mapping[type[Action], Step]] = MappingProxyType({kind: step for kind, (step, _) in _KINDS.items()})
"""One entry per class of the catalogue."""
CONDITIONS: Final[Mapping[type[Action], Refuse]] = MappingProxyType({kind: no for kind, (_, no) in _KINDS.items()})
"""One entry per class of the catalogue."""
