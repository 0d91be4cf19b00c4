"""Concoct (AZE-CONC): recipes and the limit."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import Concoct, DrinkPotion, Finish, ServeOrder, SpendApprentices
from engine_core.games.azerland.events import PotionConcocted
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    CONCOCT,
    INTELLIGENCE,
    NOVICE,
    POTIONS,
    SERVE_COLUMN,
)
from tests.engine.azerland.cards import RECIPE
from tests.engine.azerland.table import Table, table


def brewer(*ingredients: int, repetitions: int = 3, apprentices: int = 0) -> Table:
    t = table(3)
    mushrooms, flowers, sap = ingredients
    t.me.ingredients, t.me.apprentices = (mushrooms, flowers, sap), apprentices
    return t.column(CONCOCT, repetitions=repetitions)


@pytest.mark.rule("AZE-CONC-01", "AZE-CONC-03")
@pytest.mark.parametrize("mix", [(CHARM,) * 3, (CHARM, CELERITY, INTELLIGENCE), (INTELLIGENCE, INTELLIGENCE, CELERITY)])
def test_up_to_the_limit_of_any_mix(mix: tuple[int, ...]) -> None:
    t = brewer(20, 20, 20)
    for potion in mix:
        assert t.offered(Concoct) == [CELERITY, CHARM, INTELLIGENCE]
        t.play(0, Concoct(potion))
    assert t.me.potions == tuple(mix.count(potion) for potion in range(3))
    assert t.asked() == (1,)
    t.rejects(Concoct(CHARM), "AZE-CONC-03")


@pytest.mark.rule("AZE-CONC-01", "AZE-CONC-04")
@pytest.mark.parametrize("made", [0, 1, 2])
def test_stopping_early_gives_no_apprentices_back(made: int) -> None:
    t = brewer(20, 20, 20, repetitions=2, apprentices=3)
    t.play(0, SpendApprentices(2), *[Concoct(CHARM)] * made, Finish())
    assert (t.me.potions, t.me.apprentices) == ((0, made, 0), 1)
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-CONC-03")
def test_the_limit_is_base_and_apprentices() -> None:
    t = brewer(50, 50, 50, repetitions=2, apprentices=3)
    t.play(0, SpendApprentices(2), *[Concoct(CELERITY)] * 4)
    assert t.asked() == (1,)
    assert t.me.potions == (4, 0, 0)


@pytest.mark.rule("AZE-CONC-02")
@pytest.mark.parametrize("potion", [CELERITY, CHARM, INTELLIGENCE])
def test_a_potion_costs_exactly_its_recipe(potion: int) -> None:
    t = brewer(7, 8, 9).play(0, Concoct(potion))
    assert t.me.ingredients == tuple(had - cost for had, cost in zip((7, 8, 9), RECIPE[potion], strict=True))
    assert t.happened(PotionConcocted) == [PotionConcocted(0, potion, -1)]
    exact = brewer(*RECIPE[potion], repetitions=1).play(0, Concoct(potion))
    assert exact.me.ingredients == (0, 0, 0)
    for kind in range(3):
        if RECIPE[potion][kind]:
            short = [9, 9, 9]
            short[kind] = RECIPE[potion][kind] - 1
            t = brewer(*short)
            t.rejects(Concoct(potion), "AZE-CONC-02")


@pytest.mark.rule("AZE-CONC-06")
def test_a_new_potion_is_served_the_same_day_and_drunk_the_next() -> None:
    t = table(2).town(10, 12)
    t.me.ingredients = (6, 3, 0)
    t.plan("g1 g2 g3 4 5", "g1 g2 g3 g4 g5")
    t.play(0, Concoct(CHARM), Concoct(CHARM))
    t.rejects(DrinkPotion(CHARM, NOVICE), "AZE-POT-04")
    t.finish(0)
    assert t.state.phase == SERVE_COLUMN
    t.rejects(DrinkPotion(CHARM, NOVICE), "AZE-SERVE-21", "AZE-POT-04")
    t.play(0, ServeOrder(10), Finish())
    t.plan("1 2 3 4 5", "g1 g2 g3 g4 g5")
    assert (t.state.day, t.state.phase) == (2, POTIONS)
    t.play(0, DrinkPotion(CHARM, NOVICE))
    assert t.me.apprentices == 2
