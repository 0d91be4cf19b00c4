"""Melanie's turn as a whole: solo card, areas, forest, abilities, notes, the end of the game (chapter Solo Mode)."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine_core.games.tinctura.actions import EndTurn, Experiment, FinishFinal, GatherPlants
from engine_core.games.tinctura.card_events import PatientServed, WareBought
from engine_core.games.tinctura.events import (
    AbilityUsed,
    DieRolled,
    ExperimentMarkerRemoved,
    PlantGathered,
    PlantsGained,
    PointsGained,
    SkillRaised,
    SoloCardRevealed,
    TeaMoved,
    TeaProduced,
)
from engine_core.games.tinctura.scoring import score
from engine_core.games.tinctura.vocabulary import (
    AREA,
    BERRY,
    EXTRA_PLANT_ABILITY,
    FOREST,
    FROM_JOURNEYMAN,
    FROM_SOLO_NOTE,
    FROM_TRAINING,
    HERB,
    MELANIE,
    MUSHROOM,
    OINTMENT,
    OINTMENT_JOURNEYMAN,
    PRESSING,
    ROOT,
    SPECIAL,
    SPECIAL_JOURNEYMAN,
    TABLETS_JOURNEYMAN,
    TINCTURE_JOURNEYMAN,
)
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import KNOWLEDGE_END, KNOWLEDGE_IMAGE, apprentices_with, knowledge_space
from tests.engine.tinctura.solo_table import (
    EMPTY,
    act,
    areas_used,
    choose,
    her,
    holds,
    merchant_cards,
    options,
    reserved,
    skills,
    solo,
)
from tests.engine.tinctura.table import Table

MC_1, MC_9 = 0, 8
"""Rows of the tests' merchant cards: a maximum of 1 and of 3."""


def gathered(t: Table, participant: int = MELANIE) -> list[int]:
    return [event.plant for event in t.happened(PlantGathered) if event.participant == participant]


# -- the card ------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-06")
def test_a_card_is_revealed_per_turn_and_the_cards_of_the_day_stay_in_order() -> None:
    t = solo()
    assert t.state.solo is not None
    stack = t.state.solo.cards
    act(t)
    act(t)
    assert t.state.solo.revealed == stack[:2]
    assert t.state.solo.cards == stack[2:]
    assert [event.card for event in t.happened(SoloCardRevealed)] == [stack[1]]
    shown = t.view(0).solo
    assert shown is not None
    assert shown.revealed == stack[:2]


@pytest.mark.rule("TIN-SOLO-07")
@pytest.mark.parametrize("words", list(permutations(AREA.words[:3])))
def test_the_first_area_of_the_card_with_a_possible_action_is_used(words: tuple[str, ...]) -> None:
    first, second, third = (AREA.words.index(word) for word in words)

    def possible(*areas: int) -> Table:
        t = solo(" ".join(words))
        if AREA.words.index("pharmacy") in areas:
            t.display(1)
        if AREA.words.index("village") in areas:
            t.apprentices(6, *EMPTY[1:])
        return t.forest(berry=1) if FOREST in areas else t

    assert areas_used(act(possible(first, second, third))) == [first]
    assert areas_used(act(possible(second, third))) == [second]
    assert areas_used(act(possible(third))) == [third]


@pytest.mark.rule("TIN-SOLO-08", "TIN-RUL-108")
def test_without_a_possible_action_she_experiments_without_limit_and_without_marker() -> None:
    t = act(solo())
    assert areas_used(t) == [NONE]
    assert [event.participant for event in t.happened(DieRolled)] == [MELANIE]
    assert (t.state.experiment_markers, t.happened(ExperimentMarkerRemoved)) == (2, [])
    t.play(0, Experiment()).finish_turn()
    t.state.experiment_markers = 0
    act(t)
    assert [event.participant for event in t.happened(DieRolled)] == [MELANIE]


@pytest.mark.rule("TIN-SOLO-48")
def test_the_human_keeps_to_the_usual_rules() -> None:
    t = solo().patient(1, hour=8)
    t.state.experiment_markers = 0
    t.rejects(Experiment(), "TIN-EXP-02")
    t.until(9, 2)
    assert t.me.patients == ()
    assert t.me.points == -1


# -- forest --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-11", "TIN-SOLO-35")
@pytest.mark.parametrize(("hour", "plants"), [(8, 1), (10, 1), (11, 2), (13, 2), (14, 3), (15, 4)])
def test_she_takes_as_many_plants_as_the_hour_allows(hour: int, plants: int) -> None:
    t = act(solo("forest village pharmacy", hour=hour).forest(herb=3, berry=3, mushroom=3, root=3))
    assert len(gathered(t)) == plants
    assert sum(her(t).plants) == plants
    assert not t.broken()
    t = act(solo("forest village pharmacy", hour=hour).forest(root=1))
    assert gathered(t) == [ROOT]


@pytest.mark.rule("TIN-SOLO-35", "TIN-RUL-78")
def test_at_16_she_shares_with_the_human() -> None:
    t = solo("forest village pharmacy", hour=16).planned(0, "pppvvvfff").forest(root=3, herb=2)
    t.play(0, GatherPlants(), EndTurn())
    assert gathered(t) == []
    while t.point() == "share_16":
        t.play(0, t.legal()[0])
    assert len(gathered(t, 0)) == 3
    assert gathered(t) == [HERB, ROOT], "the human took a herb first"
    t = act(solo("forest village pharmacy", hour=16).forest(root=3, herb=2))
    assert sum(her(t).plants) == 5, "alone she takes everything"
    assert gathered(t) == [HERB, HERB, ROOT, ROOT, ROOT]


@pytest.mark.rule("TIN-SOLO-36")
def test_she_takes_what_her_patients_need_then_the_scarcest_then_a_root_or_a_herb() -> None:
    def forest(**plants: int) -> Table:
        return solo("forest village pharmacy").forest(**plants)

    assert gathered(act(holds(forest(berry=9, root=1), 1))) == [BERRY]
    assert gathered(act(holds(forest(berry=9, root=1), 1, berry=1))) == [ROOT], "the berry lies on the card already"
    assert gathered(act(forest(berry=2, root=3, herb=4, mushroom=5))) == [BERRY]
    assert gathered(act(forest(root=3, herb=4, mushroom=5))) == [ROOT], "no berries lie there at all"
    assert gathered(act(forest(berry=2, root=2, herb=2, mushroom=2))) == [ROOT]
    assert gathered(act(forest(berry=2, herb=2, mushroom=2))) == [HERB]


@pytest.mark.rule("TIN-RUL-78")
def test_several_needed_types_and_ties() -> None:
    def forest(**plants: int) -> Table:
        return solo("forest village pharmacy").forest(**plants)

    assert gathered(act(holds(holds(forest(mushroom=5, root=1), 3, herb=1), 5))) == [MUSHROOM], "the older card"
    t = act(holds(holds(forest(mushroom=1, herb=5), 3), 5))
    assert gathered(t) == [MUSHROOM], "what the younger card needs too is no reason"
    assert gathered(act(holds(forest(berry=2, herb=3, root=1), 1))) == [BERRY], "the scarcer one that it needs"
    assert gathered(act(holds(forest(mushroom=2, herb=2, root=2, berry=1), 6))) == [ROOT], "a special recipe"
    t = act(forest(berry=2, mushroom=2, root=3))
    assert (gathered(t), options(t)) == ([], (BERRY, MUSHROOM))
    assert gathered(choose(t, MUSHROOM)) == [MUSHROOM]


@pytest.mark.rule("TIN-RUL-78", "TIN-RUL-72")
def test_the_human_decides_within_the_share_too() -> None:
    t = act(solo("forest village pharmacy", hour=16).forest(berry=1, mushroom=1))
    assert options(t) == (BERRY, MUSHROOM)
    assert gathered(choose(t, MUSHROOM)) == [MUSHROOM, BERRY]


@pytest.mark.rule("TIN-SOLO-37")
def test_each_plant_moves_her_plant_knowledge_whatever_the_image() -> None:
    t = act(solo("forest village pharmacy", hour=14).forest(berry=3))
    assert BERRY not in KNOWLEDGE_IMAGE[1:3]
    assert (her(t).knowledge, her(t).plants) == (3, (0, 3, 0, 0))
    t = act(skills(solo("forest village pharmacy", hour=14), space=KNOWLEDGE_END - 1).forest(berry=3))
    assert (her(t).knowledge, her(t).plants) == (KNOWLEDGE_END, (0, 3, 0, 0))


# -- abilities -----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-43", "TIN-RUL-102")
def test_once_per_day_abilities_are_used_at_the_start_of_her_turn_draws_teas_experiments() -> None:
    def ready(**plants: int) -> Table:
        t = solo().supply(MELANIE, **plants)
        for card in (
            apprentices_with("draw", "ointment")[0],
            apprentices_with("teas", "special")[0],
            apprentices_with("experiment", "tablets")[0],
        ):
            t.journeyman(card, MELANIE)
        return t

    t = act(ready(root=2, herb=1).only_bag(berry=2).die(4))
    abilities = [event.ability for event in t.happened(AbilityUsed)]
    assert abilities == [OINTMENT_JOURNEYMAN, SPECIAL_JOURNEYMAN, TABLETS_JOURNEYMAN]
    assert [(event.teas, event.free) for event in t.happened(TeaProduced)] == [(2, True), (1, False)]
    assert [event.source for event in t.happened(PlantsGained)] == [FROM_JOURNEYMAN]
    assert [event.source for event in t.happened(DieRolled)] == [FROM_JOURNEYMAN]
    assert areas_used(t) == [0], "and then her action"
    act(t)
    assert not t.happened(AbilityUsed), "once per day"
    t = act(ready(berry=1).only_bag())
    assert [event.ability for event in t.happened(AbilityUsed)] == [TABLETS_JOURNEYMAN]
    act(t.only_bag(root=1).supply(MELANIE, root=1))
    assert [event.ability for event in t.happened(AbilityUsed)] == [SPECIAL_JOURNEYMAN], "as early as it is possible"


@pytest.mark.rule("TIN-RUL-104")
def test_free_teas_take_herbs_first() -> None:
    t = solo("forest village pharmacy").forest(berry=1).supply(MELANIE, herb=1, root=2)
    act(t.journeyman(apprentices_with("teas", "tincture")[0], MELANIE))
    assert [event.ability for event in t.happened(AbilityUsed)] == [TINCTURE_JOURNEYMAN]
    assert her(t).plants == (0, 1, 0, 1)


@pytest.mark.rule("TIN-SOLO-43", "TIN-RUL-102")
def test_green_3_gives_a_plant_more_with_the_first_forest_action() -> None:
    def green(hour: int, **plants: int) -> Table:
        t = solo("forest village pharmacy", hour=hour).forest(**plants)
        her(t).bonus = (0, 0, 0, 3)
        return t

    t = act(green(10, root=5))
    assert gathered(t) == [ROOT, ROOT]
    assert [event.ability for event in t.happened(AbilityUsed)] == [EXTRA_PLANT_ABILITY]
    t = act(green(10, root=1))
    assert not t.happened(AbilityUsed), "not without a plant"
    t = green(16, root=5).planned(0, "pppvvvfff").play(0, GatherPlants(), EndTurn())
    assert gathered(t) == []
    while t.point() == "share_16":
        t.play(0, t.legal()[0])
    assert (len(gathered(t, 0)), len(gathered(t))) == (2, 3), "once within the share"


@pytest.mark.rule("TIN-RUL-103")
def test_an_ability_alone_is_no_action() -> None:
    t = act(solo().journeyman(apprentices_with("draw", "ointment")[0], MELANIE).only_bag(mushroom=2))
    assert [event.source for event in t.happened(SkillRaised)] == [FROM_TRAINING], "a drawn plant pays for it"


# -- notes ---------------------------------------------------------------------------------------------------------------------


def noted(text: str, level: int, areas: str = "pharmacy village forest", *, hour: int = 10) -> Table:
    """A card with this note of level 2."""
    return solo(areas, level=level, notes=(text, "course_lowest:1", "course_lowest:1"), hour=hour)


@pytest.mark.rule("TIN-SOLO-46")
@pytest.mark.parametrize(("level", "more"), [(1, 0), (2, 1), (3, 3), (4, 6)])
def test_notes_of_a_level_and_of_those_below_apply(level: int, more: int) -> None:
    notes = ("produce_points:1", "produce_points:2", "produce_points:3")
    t = act(holds(solo(level=level, notes=notes), 1, berry=1, herb=1))
    assert her(t).points == 7 + more
    assert [event.points for event in t.happened(PointsGained) if event.source == FROM_SOLO_NOTE] == [more] * (more > 0)


@pytest.mark.rule("TIN-SOLO-46")
@pytest.mark.parametrize("level", [1, 2])
def test_a_note_of_the_pharmacy_applies_to_its_action_only(level: int) -> None:
    is_on = level == 2
    t = act(noted("take_draw:2", level).display(1))
    assert sum(her(t).plants) + sum(map(sum, reserved(t))) == 2 * is_on
    t = act(noted("tea_step:2", level).supply(MELANIE, root=1))
    assert [event.space for event in t.happened(TeaMoved)] == [1 + 2 * is_on]
    assert not t.happened(PlantsGained)
    t = act(holds(noted("tea_step:2", level), 1, berry=1, herb=1))
    assert not t.happened(TeaMoved), "another action of the same area"
    t = act(noted("gather_plants:3", level).display(1).forest(root=5))
    assert not gathered(t), "another area"


@pytest.mark.rule("TIN-SOLO-46")
def test_the_step_of_a_note_ends_at_the_end_of_the_track() -> None:
    t = noted("tea_step:2", 2).tea(0, 9, pile=(1, 0)).supply(MELANIE, root=1)
    act(t)
    assert t.happened(TeaMoved)[0].space == 10


@pytest.mark.rule("TIN-SOLO-46")
@pytest.mark.parametrize("level", [1, 2])
def test_a_note_on_a_course_raises_her_lowest_skill(level: int) -> None:
    t = act(noted("course_lowest:2", level, "village forest pharmacy").courses(6, 12))
    assert her(t).skills == ((1, 3, 2, 3) if level == 2 else (1, 1, 2, 3))
    t = noted("course_lowest:1", level, "village forest pharmacy", hour=14).courses(13, 12).die(3, 3)
    act(t)
    assert her(t).skills == ((1, 3, 1, 2) if level == 2 else (1, 3, 1, 1)), "after its experiments"


@pytest.mark.rule("TIN-SOLO-46", "TIN-RUL-115")
@pytest.mark.parametrize("level", [1, 2])
def test_notes_on_the_merchant_change_price_and_maximum_but_not_whether_he_is_visited(level: int) -> None:
    def visit(text: str, card: int, *, hour: int = 11, berries: int = 9) -> Table:
        t = noted(text, level, "village forest pharmacy", hour=hour).opens(10, 13).supply(MELANIE, berry=berries)
        return merchant_cards(t, card).items(white=1, purple=1, blue=1)

    def prices(t: Table) -> list[int]:
        return [event.price for event in act(t).happened(WareBought)]

    is_on = level == 2
    assert prices(visit("merchant_discount:1", MC_9)) == ([0, 1, 2] if is_on else [1, 1, 2])
    assert prices(visit("merchant_discount:2", MC_9)) == ([0, 0, 2] if is_on else [1, 1, 2])
    assert prices(visit("merchant_discount:1", MC_9, hour=13)) == ([0, 0, 2] if is_on else [0, 1, 2])
    assert prices(visit("merchant_discount:1", MC_9, hour=10, berries=1)) == [], "two plants without the note"
    assert prices(visit("merchant_maximum:1", MC_1)) == ([1, 1] if is_on else [1])
    assert prices(visit("merchant_maximum:1", MC_9)) == [1, 1, 2], "a fourth ware is never bought"


@pytest.mark.rule("TIN-SOLO-46")
@pytest.mark.parametrize("level", [1, 2])
def test_notes_on_apprentices_and_training(level: int) -> None:
    is_on = level == 2
    t = act(noted("apprentice_draw:2", level, "village forest pharmacy").apprentices(6, *EMPTY[1:]))
    assert sum(her(t).plants) == 2 * is_on
    t = act(noted("training_free:1", level, "village forest pharmacy").supply(MELANIE, berry=1))
    assert her(t).plants == (0, 1 * is_on, 0, 0)
    assert [event.skill for event in t.happened(SkillRaised)] == [PRESSING]
    t = act(noted("training_points:2", level, "village forest pharmacy").supply(MELANIE, berry=1))
    assert her(t).skills == ((1, 2, 1, 2) if is_on else (1, 2, 1, 1))


@pytest.mark.rule("TIN-RUL-115")
def test_free_training_needs_a_plant_all_the_same() -> None:
    t = act(noted("training_free:1", 2, "village forest pharmacy"))
    assert areas_used(t) == [NONE]


@pytest.mark.rule("TIN-SOLO-46")
@pytest.mark.parametrize("level", [1, 2])
def test_notes_on_gathering(level: int) -> None:
    is_on = level == 2
    t = act(noted("gather_plants:2", level, "forest village pharmacy").forest(root=5))
    assert (len(gathered(t)), her(t).knowledge) == (1 + 2 * is_on, 1 + 2 * is_on)
    t = act(noted("gather_knowledge:2", level, "forest village pharmacy").forest(root=5))
    assert (len(gathered(t)), her(t).knowledge) == (1, 1 + 2 * is_on)
    t = noted("gather_plants:1", level, "forest village pharmacy", hour=16).planned(0, "pppvvvfff").forest(root=5)
    t.play(0, GatherPlants(), EndTurn())
    while t.point() == "share_16":
        t.play(0, t.legal()[0])
    assert (len(gathered(t, 0)), len(gathered(t))) == ((2, 3) if is_on else (3, 2)), "taken before the share"


# -- the end -------------------------------------------------------------------------------------------------------------------


def last_hour() -> Table:
    """Friday 16 o'clock; in her turn Melanie experiments."""
    return solo(hour=16, day=5)


@pytest.mark.rule("TIN-RUL-77")
def test_in_the_final_production_she_produces_what_is_possible_one_unit_each() -> None:
    t = skills(solo("village forest pharmacy", hour=16, day=5), heating=2, mixing=4, space=knowledge_space(4))
    holds(holds(t, 10, mushroom=1, root=1), 16, herb=1).supply(MELANIE, mushroom=3, root=1)
    t.apprentices(6, *EMPTY[1:])
    act(t)
    assert not t.happened(PatientServed), "her last turn was in the village"
    t.play(0, FinishFinal())
    assert [(e.patient, e.medication, e.units, e.points) for e in t.happened(PatientServed)] == [
        (10, OINTMENT, 1, 1),
        (16, SPECIAL, 1, 2),
    ]
    assert t.state.players[MELANIE].points == 3
    assert not her(t).patients


@pytest.mark.rule("TIN-RUL-77", "TIN-SOLO-49")
def test_the_end_scores_hers_like_everybodys_and_costs_unserved_patients() -> None:
    t = holds(last_hour(), 38)
    her(t).journeymen = (0, 6)
    act(t).play(0, FinishFinal())
    found = dict(score(t.state, MELANIE))
    assert (found["unserved_patients"], found["journeymen"], found["tea_place"]) == (-1, 4, 6)


@pytest.mark.rule("TIN-SOLO-49")
@pytest.mark.parametrize(("mine", "hers", "place"), [(40, 10, 1), (10, 40, 2)])
def test_the_human_wins_with_more_points_than_melanie(mine: int, hers: int, place: int) -> None:
    t = last_hour()
    t.me.points, her(t).points = mine, hers
    act(t).play(0, FinishFinal())
    assert [seat.place for seat in t.outcome()] == [place]


@pytest.mark.rule("TIN-SOLO-49")
@pytest.mark.parametrize(("pile", "place"), [((0, 1), 1), ((1, 0), 2)])
def test_on_a_tie_of_points_the_tea_track_decides(pile: tuple[int, int], place: int) -> None:
    t = last_hour().tea(0, 0, pile=pile)
    act(t)
    t.state.tea_pile = pile
    totals = [sum(points for _, points in score(t.state, seat)) for seat in (0, MELANIE)]
    her(t).points += totals[0] - totals[1]
    t.play(0, FinishFinal())
    assert [seat.place for seat in t.outcome()] == [place]


# -- values --------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("TIN-SOLO-47")
def test_a_question_survives_bytes_and_json() -> None:
    t = act(solo("forest village pharmacy").forest(berry=2, mushroom=2))
    game, state = t.position.game, t.state
    copied = game.from_bytes(game.to_bytes(state), state.options, state.data)
    assert game.to_bytes(game.from_json(game.to_json(state), state.options, state.data)) == game.to_bytes(state)
    game.apply(copied, 0, game.legal(copied, 0)[1])
    assert copied.players[MELANIE].plants == (0, 0, 1, 0)
