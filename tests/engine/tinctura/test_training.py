"""Individual training and hiring (TIN-VIL-12 to 22)."""

from __future__ import annotations

from itertools import product

import pytest

from engine_core.games.tinctura.actions import EndTurn, HireApprentice, IndividualTraining
from engine_core.games.tinctura.card_events import ApprenticeHired
from engine_core.games.tinctura.vocabulary import BERRY, FILTERING, HERB, MIXING, PRESSING, ROOT, VILLAGE
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import SPACE_TYPE, apprentices_of
from tests.engine.tinctura.table import Table, table

CARDS = [apprentices_of(kind)[0] for kind in SPACE_TYPE]
"""An apprentice for each space."""


def village(seats: int = 3) -> Table:
    return table(seats).turn(VILLAGE).apprentices(*CARDS)


@pytest.mark.rule("TIN-VIL-12", "TIN-VIL-01")
def test_training_costs_a_plant_and_raises_a_skill_by_one() -> None:
    t = village().supply(berry=1, root=2)
    assert set(t.offered(IndividualTraining)) == set(product(range(4), (BERRY, ROOT)))
    t.play(0, IndividualTraining(FILTERING, ROOT))
    assert t.me.skills == (1, 1, 2, 1)
    assert t.me.plants == (0, 1, 0, 1)
    assert t.state.discard == (0, 0, 0, 1)
    assert t.point() == "turn_after"
    t.play(0, EndTurn())
    assert t.asked() == (1,)


@pytest.mark.rule("TIN-VIL-13", "TIN-RUL-109")
def test_only_the_four_skills_can_be_trained() -> None:
    assert {skill for skill, _ in village().supply(root=1).offered(IndividualTraining)} == {0, 1, 2, 3}


@pytest.mark.rule("TIN-VIL-14")
def test_training_needs_the_plant() -> None:
    village().rejects(IndividualTraining(MIXING, ROOT), "TIN-VIL-14")
    village().supply(root=1).rejects(IndividualTraining(MIXING, HERB), "TIN-VIL-14")


@pytest.mark.rule("TIN-VIL-15", "TIN-RUL-17")
def test_a_full_track_cannot_be_trained() -> None:
    t = village().supply(root=1)
    t.me.skills = (9, 8, 1, 1)
    t.rejects(IndividualTraining(MIXING, ROOT), "TIN-VIL-15")
    t.play(0, IndividualTraining(PRESSING, ROOT))
    assert t.me.skills == (9, 9, 1, 1)


@pytest.mark.rule("TIN-VIL-16", "TIN-VIL-17")
def test_an_apprentice_is_hired_for_nothing_and_its_space_stays_empty() -> None:
    t = village()
    t.play(0, HireApprentice(2))
    assert t.me.apprentices == (CARDS[2],)
    assert t.me.journeymen == ()
    assert t.state.apprentices.display[2] == NONE
    assert [(event.space, event.apprentice) for event in t.happened(ApprenticeHired)] == [(2, CARDS[2])]
    t.finish_turn().turn(VILLAGE, seat=1).rejects(HireApprentice(2), "TIN-VIL-17", seat=1)
    assert t.broken() == []


@pytest.mark.rule("TIN-VIL-18", "TIN-VIL-20")
@pytest.mark.parametrize("as_journeyman", [False, True])
def test_one_apprentice_or_journeyman_per_type(as_journeyman: bool) -> None:
    t = village()
    other = apprentices_of(SPACE_TYPE[0])[1]
    t = t.journeyman(other) if as_journeyman else t.apprentice(other)
    assert t.offered(HireApprentice) == [1, 2, 3]
    t.rejects(HireApprentice(0), "TIN-VIL-18")


@pytest.mark.rule("TIN-VIL-19")
def test_two_untrained_apprentices_are_the_most_and_journeymen_do_not_count() -> None:
    t = village().apprentice(CARDS[0]).apprentice(CARDS[1])
    assert t.offered(HireApprentice) == []
    t.rejects(HireApprentice(2), "TIN-VIL-19")
    t = village().journeyman(CARDS[0]).apprentice(CARDS[1])
    t.play(0, HireApprentice(2))
    assert len(t.me.apprentices) == 2


@pytest.mark.rule("TIN-PERS-01")
def test_without_apprentices_nothing_can_be_hired() -> None:
    t = village().apprentices()
    assert t.offered(HireApprentice) == []
    t.rejects(HireApprentice(0), "TIN-VIL-17")
