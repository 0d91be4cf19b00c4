"""Intelligence effects (AZE-POT-37 to 43): Efficiency, study steps, the potion die."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    ChooseIngredient,
    ChoosePotion,
    DiscardDie,
    DrinkPotion,
    Finish,
    SpendApprentices,
)
from engine_core.games.azerland.events import AbilityUnlocked, DiceRolled, DieDiscarded, Gained, PotionDieRolled
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    EFFICIENCY,
    EXPERT,
    FLOWER,
    FROM_DICE,
    HARVEST,
    INTELLIGENCE,
    INTERMEDIATE,
    MUSHROOM,
    NOVICE,
    SAP,
    STUDY,
)
from tests.engine.azerland.cards import DIE_FACE, LEVEL_SPACE, ONLY_MUSHROOMS, POTION_DIE
from tests.engine.azerland.table import Table, table

EFFICIENT = 1 << EFFICIENCY
MUSHROOM_FACE, FLOWER_FACE, SAP_FACE, MIXED_FACE, OTHER_MUSHROOM_FACE, TWO_SAP_FACE = range(6)
FACES = len(POTION_DIE)


def drinker(potions: int = 1, level: int = NOVICE) -> Table:
    t = table(3).level(INTELLIGENCE, level)
    t.me.potions = (0, 0, potions)
    return t.drinking()


@pytest.mark.rule("AZE-POT-37", "AZE-RUL-23")
def test_novice_gives_two_ingredients_of_choice_and_unlocks_efficiency() -> None:
    t = drinker().play(0, DrinkPotion(INTELLIGENCE, NOVICE))
    assert t.me.abilities == EFFICIENT
    for picked in (SAP, FLOWER):
        assert t.point() == "pick_ingredient"
        assert t.offered(ChooseIngredient) == [MUSHROOM, FLOWER, SAP]
        t.play(0, ChooseIngredient(picked))
    assert t.me.ingredients == (0, 1, 1)
    assert t.asked() == (1,)
    assert t.happened(AbilityUnlocked) == [AbilityUnlocked(0, EFFICIENCY)]


@pytest.mark.rule("AZE-POT-38")
def test_novice_again_gives_only_ingredients_and_the_higher_effects_unlock_nothing() -> None:
    t = drinker(potions=2)
    for _ in range(2):
        t.play(0, DrinkPotion(INTELLIGENCE, NOVICE), ChooseIngredient(SAP), ChooseIngredient(SAP))
    assert (t.me.ingredients, t.me.abilities) == ((0, 0, 4), EFFICIENT)
    assert len(t.happened(AbilityUnlocked)) == 1
    high = drinker(potions=2, level=EXPERT)
    face = POTION_DIE.index({"celerity": 1, "charm": 1})  # type: ignore[arg-type]
    high.draws("potion_die", face, of=FACES)
    high.play(0, DrinkPotion(INTELLIGENCE, EXPERT), DrinkPotion(INTELLIGENCE, INTERMEDIATE))
    high.play(0, *[AdvanceDisc(CHARM)] * 6)
    assert high.me.abilities == 0


# -- Efficiency ------------------------------------------------------------------------------------------------------------------


def rolled(apprentices: int, faces: list[int], efficient: bool = True) -> Table:
    """Seat 0 harvests with base 3 and these dice."""
    t = table(3).draws("ingredient_dice", *faces[:6], of=len(DIE_FACE))
    t.me.apprentices = apprentices
    t.me.abilities = EFFICIENT if efficient else 0
    t.column(HARVEST).play(0, SpendApprentices(apprentices))
    return t


@pytest.mark.rule("AZE-POT-39", "AZE-HARV-03", "AZE-RUL-38")
def test_efficiency_rolls_two_more_dice_and_discards_two_before_anything_is_gained() -> None:
    t = rolled(1, [SAP_FACE, FLOWER_FACE, SAP_FACE, TWO_SAP_FACE, MIXED_FACE, FLOWER_FACE])
    assert t.happened(DiceRolled) == [DiceRolled(0, (2, 1, 2, 5, 3, 1))]
    assert t.point() == "discard_die"
    assert t.me.ingredients == (0, 0, 0)
    assert t.offered(DiscardDie) == [0, 1, 3, 4], "of equal dice only the first"
    t.rejects(DiscardDie(2), "AZE-POT-39").rejects(DiscardDie(6), "AZE-POT-39").rejects(
        AdvanceDisc(CHARM), "AZE-RUL-38", "AZE-STUDY-01"
    )
    t.play(0, DiscardDie(0))
    assert t.me.ingredients == (0, 0, 0)
    assert t.offered(DiscardDie) == [1, 2, 3, 4]
    t.rejects(DiscardDie(0), "AZE-POT-39")
    t.play(0, DiscardDie(1))
    assert t.happened(DieDiscarded) == [DieDiscarded(0, 0), DieDiscarded(0, 1)]
    assert t.me.ingredients == (1, 2, 3), "sap, two sap, mushroom and flower, flower"
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-POT-39")
def test_faces_that_give_the_same_are_one_choice() -> None:
    t = rolled(1, [OTHER_MUSHROOM_FACE, MUSHROOM_FACE, SAP_FACE, OTHER_MUSHROOM_FACE, SAP_FACE, SAP_FACE])
    assert t.offered(DiscardDie) == [0, 2]
    t.play(0, DiscardDie(0), DiscardDie(1))
    assert t.me.ingredients == (1, 0, 3)


@pytest.mark.rule("AZE-POT-39", "AZE-RUL-38", "AZE-HARV-05")
def test_efficiency_works_on_harvest_spaces_one_roll_each() -> None:
    t = table(3).draws("ingredient_dice", SAP_FACE, FLOWER_FACE, MIXED_FACE, of=len(DIE_FACE))
    t.me.abilities, t.me.discs = EFFICIENT, (6, 0, 0)
    t.column(STUDY, repetitions=2).play(0, AdvanceDisc(CELERITY))
    assert t.point() == "discard_die"
    assert len(t.happened(DiceRolled)[0].dice) == 3
    t.rejects(AdvanceDisc(CELERITY), "AZE-RUL-38")
    t.play(0, DiscardDie(0), DiscardDie(1))
    assert t.me.ingredients == (1, 1, 0)
    t.play(0, AdvanceDisc(CELERITY))
    assert [len(event.dice) for event in t.happened(DiceRolled)] == [3, 3]


@pytest.mark.rule("AZE-POT-39")
def test_without_efficiency_nothing_is_discarded() -> None:
    t = rolled(2, [SAP_FACE, FLOWER_FACE, SAP_FACE, TWO_SAP_FACE, MIXED_FACE], efficient=False)
    assert t.me.ingredients == (1, 2, 4)
    assert t.asked() == (1,)
    assert t.happened(DieDiscarded) == []


@pytest.mark.rule("AZE-RUL-38")
def test_efficiency_is_compulsory() -> None:
    t = rolled(1, [SAP_FACE, FLOWER_FACE, SAP_FACE, TWO_SAP_FACE, MIXED_FACE, FLOWER_FACE])
    assert t.kinds() == {DiscardDie}
    same = table(3, tables=ONLY_MUSHROOMS)
    same.me.abilities, same.me.apprentices = EFFICIENT, 1
    same.column(HARVEST).play(0, SpendApprentices(1))
    assert same.me.ingredients == (4, 0, 0), "two of six equal dice are discarded without asking"
    assert len(same.happened(DieDiscarded)) == 2


# -- Intermediate and Expert -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-POT-40")
def test_intermediate_gives_six_steps_split_freely() -> None:
    t = drinker(level=INTERMEDIATE).play(0, DrinkPotion(INTELLIGENCE, INTERMEDIATE))
    for step, potion in enumerate((CELERITY, CHARM, INTELLIGENCE, CHARM, CHARM, CELERITY)):
        assert t.point() == "study_step"
        assert t.state.pending[-1].left == 6 - step
        assert t.offered(AdvanceDisc) == [CELERITY, CHARM, INTELLIGENCE]
        t.play(0, AdvanceDisc(potion))
    assert t.me.discs == (2, 3, LEVEL_SPACE[1] + 1)
    assert t.asked() == (1,)
    alone = drinker(level=INTERMEDIATE)
    alone.play(0, DrinkPotion(INTELLIGENCE, INTERMEDIATE), *[AdvanceDisc(INTELLIGENCE)] * 6)
    assert alone.me.discs == (0, 0, LEVEL_SPACE[1] + 6)


@pytest.mark.rule("AZE-POT-41")
def test_expert_reached_with_these_steps_counts_for_the_next_potion() -> None:
    t = drinker(potions=2, level=INTERMEDIATE)
    t.play(0, DrinkPotion(INTELLIGENCE, INTERMEDIATE), *[AdvanceDisc(INTELLIGENCE)] * 5)
    assert t.point() == "study_step"
    t.play(0, AdvanceDisc(CELERITY))
    assert t.offers(DrinkPotion(INTELLIGENCE, EXPERT))
    fewer = drinker(potions=2, level=INTERMEDIATE)
    fewer.play(0, DrinkPotion(INTELLIGENCE, INTERMEDIATE), *[AdvanceDisc(INTELLIGENCE)] * 4)
    fewer.play(0, *[AdvanceDisc(CELERITY)] * 2)
    fewer.rejects(DrinkPotion(INTELLIGENCE, EXPERT), "AZE-POT-03")


@pytest.mark.rule("AZE-POT-42")
@pytest.mark.parametrize("face", range(FACES))
def test_expert_gives_all_that_the_potion_die_shows(face: int) -> None:
    t = drinker(level=EXPERT).draws("potion_die", face, of=FACES)
    t.play(0, DrinkPotion(INTELLIGENCE, EXPERT))
    assert t.happened(PotionDieRolled) == [PotionDieRolled(0, face)]
    shown = POTION_DIE[face]
    if shown["potion"]:
        assert t.point() == "choose_potion"
        t.play(0, ChoosePotion(CHARM))
    free = shown["potion"]
    assert t.me.potions == (shown["celerity"], shown["charm"] + free, shown["intelligence"])
    assert t.me.prestige == shown["prestige"]
    assert t.me.ingredients == (0, 0, 0)


@pytest.mark.rule("AZE-POT-43", "AZE-RUL-37")
def test_a_won_intelligence_potion_may_be_drunk_for_another_roll_and_so_on() -> None:
    won = next(face for face, shown in enumerate(POTION_DIE) if shown["intelligence"] == 1)
    last = next(face for face, shown in enumerate(POTION_DIE) if shown["charm"] == 1 and shown["prestige"])
    t = drinker(level=EXPERT).draws("potion_die", won, won, won, last, of=FACES)
    for rolls in (1, 2, 3):
        t.play(0, DrinkPotion(INTELLIGENCE, EXPERT))
        assert t.me.potions == (0, 0, 1)
        assert len(t.happened(PotionDieRolled)) == rolls
        assert t.offers(DrinkPotion(INTELLIGENCE, NOVICE))
    t.play(0, DrinkPotion(INTELLIGENCE, EXPERT))
    assert (t.me.potions, t.me.prestige) == ((0, 1, 0), 2)
    t.play(0, DrinkPotion(CHARM, NOVICE))
    assert t.me.apprentices == 2
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-RUL-37")
def test_a_won_potion_may_also_be_kept() -> None:
    won = next(face for face, shown in enumerate(POTION_DIE) if shown["intelligence"] == 1)
    t = drinker(level=EXPERT).draws("potion_die", won, of=FACES)
    t.play(0, DrinkPotion(INTELLIGENCE, EXPERT), Finish())
    assert t.me.potions == (0, 0, 1)
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-HARV-02")
def test_gains_of_a_roll_come_together() -> None:
    t = rolled(1, [SAP_FACE, FLOWER_FACE, TWO_SAP_FACE, MIXED_FACE], efficient=False)
    gained = [event.ingredients for event in t.happened(Gained) if event.source == FROM_DICE and event.seat == 0]
    assert gained == [(1, 2, 3)]
