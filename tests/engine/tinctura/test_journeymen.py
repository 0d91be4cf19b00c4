"""Training apprentices and what journeymen give for productions (TIN-APP-01 to 07)."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import EndTurn, UseFreeExperiment
from engine_core.games.tinctura.card_events import ApprenticeTrained
from engine_core.games.tinctura.events import PointsGained, SkillRaised
from engine_core.games.tinctura.vocabulary import (
    FROM_JOURNEYMAN,
    FROM_PRODUCTION,
    HEATING,
    MEDICATION,
    MIXING,
    OINTMENT,
    SPECIAL,
    TABLETS,
    TINCTURE,
)
from tests.engine.tinctura.cards import APPRENTICES, KNOWLEDGE_END, apprentices_with, knowledge_space
from tests.engine.tinctura.serving import levels, plants_of, produce, serving
from tests.engine.tinctura.table import table

PATIENT_OF = {TABLETS: 1, OINTMENT: 3, TINCTURE: 26, SPECIAL: 6}
"""Patients with a fixed reward."""
REWARD_OF = {TABLETS: 7, OINTMENT: 7, TINCTURE: 12, SPECIAL: 8}


def special_plants(medication: int) -> dict[str, int]:
    """What the patient of a medication needs, paid without a choice."""
    return {"herb": 3} if medication == SPECIAL else plants_of(PATIENT_OF[medication], medication)


@pytest.mark.rule("TIN-APP-01", "TIN-VIL-21")
@pytest.mark.parametrize("medication", range(4))
@pytest.mark.parametrize("made", range(4))
def test_a_production_of_its_type_trains_an_apprentice(medication: int, made: int) -> None:
    card = apprentices_with("skill", MEDICATION.words[medication])[0] if medication != OINTMENT else 2
    t = serving(PATIENT_OF[made], **special_plants(made)).apprentice(card).play(0, produce(PATIENT_OF[made]))
    trained = medication == made
    assert (t.me.apprentices, t.me.journeymen) == (((), (card,)) if trained else ((card,), ()))
    assert t.happened(ApprenticeTrained) == ([ApprenticeTrained(0, card)] if trained else [])
    assert t.point() == "turn_after"


@pytest.mark.rule("TIN-APP-01", "TIN-RUL-89", "TIN-PHARM-35")
def test_a_quick_patient_from_the_display_trains_too() -> None:
    card = apprentices_with("draw", "ointment")[0]
    other = apprentices_with("leftover", "special")[0]
    t = table().display(13, 1, 3).supply(herb=3).apprentice(card).apprentice(other)
    levels(t, SPECIAL, 2, 2).play(0, produce(13))
    assert (t.me.apprentices, t.me.journeymen) == ((card,), (other,))


@pytest.mark.rule("TIN-APP-02")
@pytest.mark.parametrize("made", [TABLETS, OINTMENT])
def test_of_a_dual_patient_only_the_type_made_trains(made: int) -> None:
    tablets, ointment = apprentices_with("experiment", "tablets")[0], apprentices_with("experiment", "ointment")[0]
    t = serving(7, made, herb=1, berry=1, mushroom=1).apprentice(tablets).apprentice(ointment)
    t.play(0, produce(7, medication=made))
    assert t.me.journeymen == ((tablets,) if made == TABLETS else (ointment,))
    assert t.me.apprentices == ((ointment,) if made == TABLETS else (tablets,))


@pytest.mark.rule("TIN-APP-03")
def test_a_lasting_ability_counts_from_this_moment() -> None:
    card = apprentices_with("experiment", "tablets")[0]
    t = serving(1).apprentice(card)
    t.rejects(UseFreeExperiment(TABLETS), "TIN-VIL-21")
    t.play(0, produce(1), UseFreeExperiment(TABLETS))
    assert t.me.used == 1 << TABLETS


@pytest.mark.rule("TIN-APP-04", "TIN-APP-03")
@pytest.mark.parametrize("card", apprentices_with("points_once"))
def test_points_once_are_paid_at_the_flip_and_never_again(card: int) -> None:
    medication = MEDICATION.words.index(APPRENTICES[card]["type"])
    amount = int(APPRENTICES[card]["amount"])
    patient, reward = PATIENT_OF[medication], REWARD_OF[medication]
    t = serving(patient, **special_plants(medication)).apprentice(card).play(0, produce(patient))
    assert t.happened(PointsGained) == [
        PointsGained(0, FROM_PRODUCTION, reward),
        PointsGained(0, FROM_JOURNEYMAN, amount),
    ]
    assert t.me.points == reward + amount
    again = serving(patient, **special_plants(medication)).journeyman(card).play(0, produce(patient))
    assert again.me.points == reward


@pytest.mark.rule("TIN-APP-05", "TIN-RUL-47", "TIN-RUL-27")
@pytest.mark.parametrize("card", apprentices_with("plant_knowledge"))
def test_each_production_of_the_type_moves_plant_knowledge_two_spaces(card: int) -> None:
    medication = MEDICATION.words.index(APPRENTICES[card]["type"])
    patient = PATIENT_OF[medication]
    start = knowledge_space(4)
    t = serving(patient, knowledge=4, **special_plants(medication)).journeyman(card)
    t.play(0, produce(patient))
    assert t.me.knowledge == start + 2
    last = serving(patient, **special_plants(medication)).journeyman(card)
    last.me.knowledge = KNOWLEDGE_END - 1
    assert last.play(0, produce(patient)).me.knowledge == KNOWLEDGE_END


@pytest.mark.rule("TIN-APP-06", "TIN-RUL-27")
def test_each_production_of_the_type_raises_the_printed_skill() -> None:
    card = apprentices_with("skill", "tablets")[0]
    t = serving(1, skill=4).journeyman(card).play(0, produce(1))
    assert t.happened(SkillRaised) == [SkillRaised(0, FROM_JOURNEYMAN, MIXING, 2)]
    assert t.me.skills[MIXING] == 2
    t.patient(9, hour=9).supply(**plants_of(9, TABLETS)).turn().play(0, produce(9))
    assert t.me.skills[MIXING] == 3
    assert t.me.skills[HEATING] == 1
    other = serving(3).journeyman(card).play(0, produce(3))
    assert other.happened(SkillRaised) == []


@pytest.mark.rule("TIN-APP-07", "TIN-RUL-38")
def test_each_production_of_the_type_pays_extra_points() -> None:
    card = apprentices_with("points", "ointment")[0]
    amount = int(APPRENTICES[card]["amount"])
    t = serving(3).journeyman(card).play(0, produce(3))
    assert t.me.points == 7 + amount
    multiple = serving(10, mushroom=3, root=3).journeyman(card).play(0, produce(10, 3))
    assert multiple.me.points == 14 + amount, "one production, however many units"
    assert serving(1).journeyman(card).play(0, produce(1)).me.points == 7


@pytest.mark.rule("TIN-RUL-39", "TIN-APP-03")
@pytest.mark.parametrize("counts", [True, False])
def test_whether_the_training_production_yields_the_bonus(counts: bool) -> None:
    options = {"training_production_counts": counts}
    card = apprentices_with("points", "tablets")[0]
    amount = int(APPRENTICES[card]["amount"])
    t = serving(1, options=options).apprentice(card).play(0, produce(1))
    assert (t.me.points, t.me.journeymen) == (7 + amount * counts, (card,))
    t.play(0, EndTurn())
    t.patient(9, hour=9).supply(**plants_of(9, TABLETS)).turn().play(0, produce(9))
    assert t.me.points == 7 + amount * counts + 9 + amount


@pytest.mark.rule("TIN-RUL-29")
def test_the_reward_counts_the_levels_before_the_bonus() -> None:
    card = apprentices_with("plant_knowledge", "tablets")[0]
    t = serving(2, knowledge=1, skill=3).apprentice(card)
    t.me.knowledge = knowledge_space(2) - 1
    t.play(0, produce(2))
    assert t.me.points == 2
    assert t.me.knowledge == knowledge_space(2) + 1
    kinds = [type(event).__name__ for event in t.events]
    assert kinds == ["PlantsGivenUp", "PatientServed", "PointsGained", "ApprenticeTrained", "KnowledgeAdvanced"]
