"""Experiments (TIN-EXP): the two markers of the day, the die, the choice of a skill, free ones; Green Thumb and Lab Damage."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import ChooseSkill, EndTurn, Experiment, UseFreeExperiment
from engine_core.games.tinctura.events import DieRolled, ExperimentMarkerRemoved
from engine_core.games.tinctura.hours import go_on
from engine_core.games.tinctura.module_words import GREEN_THUMB, KEY_TO_THE_LAB, LAB_DAMAGE
from engine_core.games.tinctura.state import begin_step
from engine_core.games.tinctura.tracks import step_knowledge, watch_knowledge
from engine_core.games.tinctura.vocabulary import (
    CARE,
    FILTERING,
    FOREST,
    FROM_FOREST,
    HEATING,
    KEY_ABILITY,
    MIXING,
    PHARMACY,
    PLANT_KNOWLEDGE,
    PRESSING,
    TABLETS,
    VILLAGE,
)
from tests.engine.tinctura.cards import KNOWLEDGE_END, apprentices_with
from tests.engine.tinctura.table import table

EXPERIMENTER = apprentices_with("experiment", "tablets")[0]


@pytest.mark.rule("TIN-EXP-01")
@pytest.mark.parametrize("area", [PHARMACY, VILLAGE, FOREST])
def test_an_experiment_takes_a_marker_and_a_roll_in_any_area(area: int) -> None:
    t = table(3).turn(area).die(2).play(0, Experiment())
    assert t.state.experiment_markers == 1
    assert [event.face for event in t.happened(DieRolled)] == [2]
    assert t.happened(ExperimentMarkerRemoved)[0].left == 1
    assert t.point() == "turn_after"


@pytest.mark.rule("TIN-EXP-02", "TIN-EXP-03", "TIN-RUL-92")
def test_two_experiments_a_day_for_all_together() -> None:
    t = table(3).die(2, 3).play(0, Experiment()).finish_turn().next_hour()
    t.play(0, Experiment()).finish_turn()
    assert t.state.experiment_markers == 0
    assert Experiment() not in t.legal(1)
    t.rejects(Experiment(), "TIN-EXP-02", seat=1)
    t.next_day()
    assert t.state.experiment_markers == 2


@pytest.mark.rule("TIN-EXP-04", "TIN-EXP-10")
def test_a_one_gives_two_steps_of_plant_knowledge() -> None:
    t = table(3).die(1).play(0, Experiment())
    assert (t.me.knowledge, t.me.skills) == (2, (1, 1, 1, 1))
    assert t.state.discard == (0, 0, 0, 0)


@pytest.mark.rule("TIN-EXP-05")
@pytest.mark.parametrize(("face", "skill"), [(2, MIXING), (3, PRESSING), (4, HEATING), (5, FILTERING)])
def test_two_to_five_raise_a_skill(face: int, skill: int) -> None:
    t = table(3).die(face).play(0, Experiment())
    assert [level for level in t.me.skills if level == 2] == [2]
    assert t.me.skills[skill] == 2
    assert t.me.knowledge == 0


@pytest.mark.rule("TIN-EXP-06")
@pytest.mark.parametrize("skill", range(5))
def test_a_six_lets_the_player_choose(skill: int) -> None:
    t = table(3).die(6).play(0, Experiment())
    assert t.point() == "skill_choice"
    assert t.offered(ChooseSkill) == [0, 1, 2, 3, PLANT_KNOWLEDGE]
    t.rejects(EndTurn(), "TIN-EXP-06")
    t.play(0, ChooseSkill(skill))
    assert (sum(t.me.skills), t.me.knowledge) == ((4, 2) if skill == PLANT_KNOWLEDGE else (5, 0))
    assert t.point() == "turn_after"


@pytest.mark.rule("TIN-RUL-17", "TIN-RUL-110")
def test_full_tracks_are_not_offered_and_one_choice_is_none() -> None:
    t = table(3).die(6)
    t.me.skills, t.me.knowledge = (9, 8, 9, 1), KNOWLEDGE_END
    t.play(0, Experiment())
    assert t.offered(ChooseSkill) == [PRESSING, HEATING]
    t.rejects(ChooseSkill(MIXING), "TIN-RUL-17").rejects(ChooseSkill(PLANT_KNOWLEDGE), "TIN-RUL-17")
    t = table(3).die(6)
    t.me.skills, t.me.knowledge = (9, 9, 9, 1), KNOWLEDGE_END
    t.play(0, Experiment())
    assert (t.point(), t.me.skills) == ("turn_after", (9, 9, 9, 2))
    t = table(3).die(6)
    t.me.skills, t.me.knowledge = (9, 9, 9, 9), KNOWLEDGE_END
    t.play(0, Experiment())
    assert t.point() == "turn_after"


@pytest.mark.rule("TIN-EXP-07")
def test_a_full_track_takes_nothing_and_there_is_no_second_roll() -> None:
    t = table(3).die(2)
    t.me.skills = (9, 1, 1, 1)
    t.play(0, Experiment())
    assert t.me.skills == (9, 1, 1, 1)
    assert len(t.happened(DieRolled)) == 1


@pytest.mark.rule("TIN-EXP-08")
def test_the_last_step_of_plant_knowledge_is_the_last() -> None:
    t = table(3).die(1)
    t.me.knowledge = KNOWLEDGE_END - 1
    t.play(0, Experiment())
    assert t.me.knowledge == KNOWLEDGE_END


@pytest.mark.rule("TIN-EXP-09", "TIN-APP-09", "TIN-APP-12", "TIN-VIL-21")
def test_a_journeyman_experiments_once_a_day_without_marker() -> None:
    t = table(3).journeyman(EXPERIMENTER).die(3)
    t.state.experiment_markers = 0
    t.play(0, UseFreeExperiment(TABLETS))
    assert (t.me.skills[PRESSING], t.state.experiment_markers, t.point()) == (2, 0, "turn")
    t.rejects(UseFreeExperiment(TABLETS), "TIN-APP-12")
    table(3).rejects(UseFreeExperiment(TABLETS), "TIN-APP-09")
    table(3).apprentice(EXPERIMENTER).rejects(UseFreeExperiment(TABLETS), "TIN-VIL-21")


@pytest.mark.rule("TIN-PERS-05", "TIN-RUL-40")
def test_key_to_the_lab_experiments_once_a_day_even_in_a_care_hour() -> None:
    t = table(3, personalities=True).personality(KEY_TO_THE_LAB).turn(CARE).die(4)
    t.play(0, UseFreeExperiment(KEY_ABILITY))
    assert (t.me.skills[HEATING], t.state.experiment_markers) == (2, 2)
    t.rejects(UseFreeExperiment(KEY_ABILITY), "TIN-PERS-05")
    table(3, personalities=True).rejects(UseFreeExperiment(KEY_ABILITY), "TIN-PERS-05")


@pytest.mark.rule("TIN-EVT-07", "TIN-RUL-84")
def test_lab_damage_forbids_every_experiment() -> None:
    t = table(3, events=True, personalities=True).event(LAB_DAMAGE).journeyman(EXPERIMENTER).personality(KEY_TO_THE_LAB)
    assert not {Experiment, UseFreeExperiment} & t.kinds()
    for action in (Experiment(), UseFreeExperiment(TABLETS), UseFreeExperiment(KEY_ABILITY)):
        t.rejects(action, "TIN-EVT-07")


@pytest.mark.rule("TIN-PERS-06", "TIN-RUL-58")
@pytest.mark.parametrize(("personality", "start", "reached"), [(GREEN_THUMB, 0, 3), (0, 0, 2), (GREEN_THUMB, 1, 4)])
def test_green_thumb_adds_a_step_to_two_within_an_action(personality: int, start: int, reached: int) -> None:
    t = table(3, personalities=True).personality(personality).die(1)
    t.me.knowledge = start
    t.play(0, Experiment())
    assert (t.me.knowledge, t.me.knowledge_steps) == (reached, 0)


@pytest.mark.rule("TIN-PERS-06", "TIN-RUL-58")
def test_green_thumb_counts_a_chosen_plant_knowledge_and_not_a_single_step() -> None:
    t = table(3, personalities=True).personality(GREEN_THUMB).die(6).play(0, Experiment(), ChooseSkill(PLANT_KNOWLEDGE))
    assert t.me.knowledge == 3
    t = table(3, personalities=True).personality(GREEN_THUMB).die(1)
    t.me.knowledge = KNOWLEDGE_END - 1
    t.play(0, Experiment())
    assert (t.me.knowledge, t.me.knowledge_steps) == (KNOWLEDGE_END, 0)


@pytest.mark.rule("TIN-PERS-06", "TIN-RUL-58")
@pytest.mark.parametrize(("steps", "reached"), [(0, 0), (1, 1), (2, 3), (3, 4)])
def test_green_thumb_looks_at_all_the_steps_of_an_action_together(steps: int, reached: int) -> None:
    t = table(3, personalities=True).personality(GREEN_THUMB)
    player = begin_step(t.state, 0)
    watch_knowledge(t.state, 0, player)
    for _ in range(steps):
        step_knowledge(t.state, 0, player, 1, FROM_FOREST, None)
    go_on(t.state, None)
    assert (t.me.knowledge, t.me.knowledge_steps, t.point()) == (reached, 0, "turn")
