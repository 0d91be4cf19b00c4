"""The hour loop (TIN-WORK): frozen order, one main action, care hours, the end of the turn, days and the end of the game."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import (
    EndTurn,
    Experiment,
    ForgoAction,
    GatherPlants,
    HireApprentice,
    IndividualTraining,
    ProduceTea,
    TakePatient,
    TradePlants,
    VisitMerchant,
)
from engine_core.games.tinctura.events import ActionForgone, TurnEnded
from engine_core.games.tinctura.flow_events import GameEnded, HourStarted
from engine_core.games.tinctura.module_words import MASTERFUL_TEA_CEREMONY
from engine_core.games.tinctura.vocabulary import CARE, FOREST, HERB, MELANIE, PHARMACY, ROOT, VILLAGE
from tests.engine.tinctura.cards import apprentices_with
from tests.engine.tinctura.table import planning, table

MAIN_ACTIONS = (TakePatient, ProduceTea, IndividualTraining, HireApprentice, VisitMerchant, GatherPlants, Experiment)


@pytest.mark.rule("TIN-WORK-02")
def test_who_is_further_ahead_is_first_and_the_higher_marker_on_a_shared_space() -> None:
    t = planning(4)
    t.tea(0, 3, 3, 5, pile=(3, 2, 1, 0))
    t.plan()
    assert t.happened(HourStarted)[-1].order == (3, 2, 1, 0)
    assert t.asked() == (3,)
    asked = []
    while t.state.hour == 8:
        seat = t.asked()[0]
        asked.append(seat)
        t.finish_turn(seat)
    assert asked == [3, 2, 1, 0]


@pytest.mark.rule("TIN-WORK-03", "TIN-RUL-11")
def test_a_change_on_the_tea_track_counts_from_the_next_hour_on() -> None:
    t = table(3).supply(2, root=1).turn(PHARMACY, seat=2)
    t.play(2, ProduceTea(1, 0)).finish_turn(2)
    assert t.happened(HourStarted)[-1].order == (2, 0, 1)
    assert t.state.order == (2, 0, 1)
    t = table(3).supply(1, root=1).turn(PHARMACY, seat=1)
    t.play(1, ProduceTea(1, 0))
    assert t.state.order == (0, 1, 2)
    t.finish_turn(1)
    assert t.asked() == (2,)


@pytest.mark.rule("TIN-WORK-03")
def test_the_new_order_counts_across_the_night_too() -> None:
    t = table(2).supply(1, root=1).turn(PHARMACY, hour=16, seat=1)
    t.play(1, ProduceTea(1, 0)).next_day().plan()
    assert t.state.order == (1, 0)


@pytest.mark.rule("TIN-PERS-08", "TIN-RUL-88", "TIN-WORK-02")
def test_masterful_tea_ceremony_counts_as_ahead_on_a_shared_space() -> None:
    t = planning(3, personalities=True)
    for player in t.state.players:
        player.personality = 0
    t.personality(MASTERFUL_TEA_CEREMONY, 2).tea(2, 0, 0, pile=(0, 1, 2)).plan()
    assert t.state.order == (0, 2, 1)
    assert t.state.tea_pile == (0, 1, 2)


@pytest.mark.rule("TIN-WORK-04", "TIN-VIL-01", "TIN-PHARM-01", "TIN-FOR-01", "TIN-PLAN-03")
@pytest.mark.parametrize("area", [PHARMACY, VILLAGE, FOREST])
def test_only_actions_of_the_planned_area_and_the_experiment_are_open(area: int) -> None:
    t = table(3).supply(root=3).turn(area)
    kinds = t.kinds()
    assert (TakePatient in kinds, ProduceTea in kinds) == (area == PHARMACY,) * 2
    assert (IndividualTraining in kinds, HireApprentice in kinds) == (area == VILLAGE,) * 2
    assert {Experiment, ForgoAction, TradePlants} <= kinds
    assert EndTurn not in kinds
    closed = {PHARMACY: (TakePatient, ProduceTea), VILLAGE: (IndividualTraining, HireApprentice, VisitMerchant)}
    for other, actions in closed.items():
        if other != area:
            t.rejects_kinds(actions, "TIN-WORK-04")
    if area != FOREST:
        t.rejects(GatherPlants(), "TIN-WORK-04")
    t.rejects(EndTurn(), "TIN-WORK-04")


@pytest.mark.rule("TIN-WORK-05")
@pytest.mark.parametrize("first", [ForgoAction(), TakePatient(0), ProduceTea(1, 0), Experiment()])
def test_a_second_main_action_is_illegal(first: ForgoAction) -> None:
    t = table(3).supply(root=3).die(2).play(0, first)
    assert t.point() == "turn_after"
    t.rejects_kinds((TakePatient, ProduceTea, Experiment), "TIN-WORK-05")
    t.rejects(ForgoAction(), "TIN-RUL-12")
    assert EndTurn() in t.legal()


@pytest.mark.rule("TIN-WORK-06", "TIN-RUL-09")
def test_in_a_care_hour_there_is_a_turn_without_main_action() -> None:
    t = table(3).supply(root=3).turn(CARE)
    assert t.point() == "turn"
    assert t.kinds() == {TradePlants, EndTurn}
    for kind in MAIN_ACTIONS:
        t.rejects_kinds((kind,), "TIN-WORK-06")
    t.rejects(ForgoAction(), "TIN-WORK-06")
    t.play(0, TradePlants(ROOT, ROOT, HERB), EndTurn())
    assert t.asked() == (1,)


@pytest.mark.rule("TIN-RUL-10", "TIN-PLAN-09")
def test_a_hired_apprentice_blocks_nothing_today_and_an_hour_tomorrow() -> None:
    t = table(3).turn(VILLAGE)
    t.apprentices(apprentices_with("experiment", "tablets")[0])
    t.play(0, HireApprentice(0))
    assert CARE not in t.me.plan
    t.next_day()
    assert t.any_plan(0).count("c") == 1
    t.plan()
    assert t.me.plan.count(CARE) == 1
    t.next_day().plan()
    assert t.me.plan.count(CARE) == 1


@pytest.mark.rule("TIN-WORK-09", "TIN-RUL-12")
@pytest.mark.parametrize("area", [PHARMACY, VILLAGE, FOREST])
def test_an_hour_may_be_forgone_for_nothing(area: int) -> None:
    t = table(3).turn(area)
    changed = t.changes(0, ForgoAction())
    assert {path.split(".")[0].split("[")[0] for path in changed} == {"pending"}
    assert [event.participant for event in t.happened(ActionForgone)] == [0]


@pytest.mark.rule("TIN-WORK-10")
def test_only_the_seat_whose_turn_it_is_acts() -> None:
    t = table(3).turn(seat=1)
    for seat in (0, 2):
        assert t.legal(seat) == []
        for action in (TakePatient(0), ForgoAction(), EndTurn()):
            t.rejects(action, "TIN-WORK-10", seat=seat)
    t.rejects(EndTurn(), "TIN-WORK-10", seat=3)


@pytest.mark.rule("TIN-WORK-08", "TIN-RUL-40")
def test_every_seat_ends_exactly_one_turn_per_hour() -> None:
    t = planning(3).plan().to_the_end()
    ended = [event.participant for event in t.happened(TurnEnded)]
    assert {seat: ended.count(seat) for seat in range(3)} == dict.fromkeys(range(3), 45)
    assert len(t.happened(GameEnded)) == 1


@pytest.mark.rule("TIN-END-01", "TIN-EOD-01")
def test_friday_16_ends_the_week_without_an_end_of_day() -> None:
    t = table(2).turn(day=5, hour=16, seat=1)
    forest = t.state.forest
    t.finish_turn(1)
    assert t.point(0) == "final_production"
    assert (t.state.day, t.state.forest) == (5, forest)
    t.rejects(ForgoAction(), "TIN-END-01")
    t.to_the_end()
    t.rejects(ForgoAction(), "TIN-END-01")


@pytest.mark.rule("TIN-SOLO-06", "TIN-SOLO-48", "TIN-RUL-80")
def test_melanie_has_turns_but_is_never_asked() -> None:
    t = planning(1).plan("pppvvvfff")
    while t.asked() and t.state.day == 1:
        assert t.asked() == (0,)
        t.idle()
    solo_cards = t.state.solo
    assert solo_cards is not None
    assert len(solo_cards.revealed) == 0
    assert t.player(MELANIE).plan == ()
    assert len({event.hour for event in t.happened(HourStarted)}) == 9
