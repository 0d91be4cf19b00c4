"""The events of the days (TIN-EVT): drawing them, their types of plant, and what they do at the start of a day."""

from __future__ import annotations

from collections import Counter

import pytest

from engine_core.codec import evolve
from engine_core.games.tinctura.days import opening_hours
from engine_core.games.tinctura.events import PlantsGained
from engine_core.games.tinctura.flow_events import ApprenticeRemoved, DayEventDrawn
from engine_core.games.tinctura.module_words import (
    A_WILD_NIGHT,
    BOUNTIFUL_HARVEST,
    DROUGHT,
    GRATITUDE,
    PRIVATE_APPOINTMENT,
    RAPID_GROWTH,
    SURPLUS,
    THIEVES_IN_THE_FOREST,
)
from engine_core.games.tinctura.vocabulary import FROM_EVENT, HERB, PLANT, ROOT
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import FOREST
from tests.engine.tinctura.table import Table, fresh, planning, table


def coming(event: int, seats: int = 2, day: int = 2) -> Table:
    """The last turn of the day before an event."""
    t = table(seats, events=True).turn(hour=16, day=day - 1, seat=seats - 1).event(SURPLUS)
    events = [other for other in t.state.week.events if other != event]
    t.state.week = evolve(t.state.week, events=(*events[: day - 1], event, *events[day - 1 :]))
    return t


@pytest.mark.rule("TIN-EVT-01", "TIN-EVT-15", "TIN-RUL-60")
def test_each_day_has_another_event_drawn_open() -> None:
    firsts: Counter[int] = Counter()
    for seed in range(20):
        t = planning(2, seed=seed, events=True)
        firsts[t.happened(DayEventDrawn)[0].day_event] += 1
    assert len(firsts) > 6
    for day in range(1, 6):
        shown = t.view(None).events
        assert len(shown) == len(set(shown)) == day
        assert shown[-1] == t.happened(DayEventDrawn)[-1].day_event
        if day < 5:
            t.plan().next_day()
    assert len(t.happened(DayEventDrawn)) == 5


@pytest.mark.rule("TIN-EVT-01")
def test_coming_events_are_hidden() -> None:
    t = fresh(2, events=True)
    assert len(t.view(0).events) == 1
    assert len(t.state.week.events) == 12


@pytest.mark.rule("TIN-RUL-62")
@pytest.mark.parametrize("event", [DROUGHT, THIEVES_IN_THE_FOREST, BOUNTIFUL_HARVEST, RAPID_GROWTH])
def test_a_type_is_determined_by_a_look_into_the_bag(event: int) -> None:
    t = coming(event).forest(herb=6).only_bag(root=20)
    t.next_day()
    assert t.state.event_plant == ROOT
    assert t.happened(DayEventDrawn)[-1].plant == ROOT
    assert t.broken() == []


@pytest.mark.rule("TIN-RUL-62")
def test_an_empty_bag_gets_the_discard_before_the_look() -> None:
    t = coming(RAPID_GROWTH).forest(herb=12).supply(0, herb=16, berry=28).supply(1, mushroom=28).only_bag()
    t.next_day()
    assert (t.state.event_plant, t.state.discard, t.state.bag) == (ROOT, (0, 0, 0, 0), (0, 0, 0, 28))


@pytest.mark.rule("TIN-EVT-01")
@pytest.mark.parametrize("event", [GRATITUDE, PRIVATE_APPOINTMENT, A_WILD_NIGHT])
def test_other_events_have_no_type(event: int) -> None:
    assert coming(event).next_day().state.event_plant == NONE


@pytest.mark.rule("TIN-EVT-03", "TIN-EVT-04", "TIN-RUL-63")
@pytest.mark.parametrize(("event", "most"), [(DROUGHT, 2), (THIEVES_IN_THE_FOREST, 0)])
@pytest.mark.parametrize("lying", [0, 5])
def test_a_type_is_rare_in_the_forest_and_all_spaces_are_filled(event: int, most: int, lying: int) -> None:
    t = coming(event).forest(root=lying).only_bag(herb=6, berry=6, root=20)
    t.draws("event_type", 31, of=32)
    before = t.state.discard[ROOT]
    t.next_day()
    assert t.state.event_plant == ROOT
    assert t.state.forest[ROOT] <= most
    assert sum(t.state.forest) == FOREST[2]
    assert t.state.discard[ROOT] + t.state.bag[ROOT] >= before + lying - most
    assert t.broken() == []


@pytest.mark.rule("TIN-EVT-14")
def test_an_event_lasts_a_day() -> None:
    t = coming(THIEVES_IN_THE_FOREST).next_day()
    kind = t.state.event_plant
    assert t.state.forest[kind] == 0
    week = t.state.week
    rest = [event for event in week.events if event != GRATITUDE]
    t.state.week = evolve(week, events=(*rest[:2], GRATITUDE, *rest[2:]))
    t.plan().until(16).forest().only_bag(**{PLANT.words[kind]: 20})
    t.next_day()
    assert t.state.event_plant == NONE
    assert t.state.forest[kind] == FOREST[2]


@pytest.mark.rule("TIN-EVT-02", "TIN-RUL-61")
def test_a_wild_night_removes_the_leftmost_apprentice() -> None:
    t = coming(A_WILD_NIGHT, seats=4)
    t.state.apprentices = evolve(t.state.apprentices)
    shown = t.state.apprentices.display
    t.next_day()
    assert t.state.apprentices.display == (NONE, *shown[1:])
    assert t.state.apprentices.gone == (shown[0],)
    assert [event.space for event in t.happened(ApprenticeRemoved)] == [0]
    t.plan().next_day()
    assert t.state.apprentices.display[0] not in (NONE, shown[0])
    assert t.broken() == []


@pytest.mark.rule("TIN-EVT-05", "TIN-RUL-85")
def test_a_private_appointment_closes_two_hours_early() -> None:
    t = table(2, events=True).opens(8, 12).event(GRATITUDE)
    assert opening_hours(t.state) == (8, 12)
    t.event(PRIVATE_APPOINTMENT)
    assert opening_hours(t.state) == (8, 10)


@pytest.mark.rule("TIN-EVT-08", "TIN-RUL-97")
def test_a_bountiful_harvest_is_dealt_out_in_tea_order_after_the_refill() -> None:
    t = coming(BOUNTIFUL_HARVEST, seats=3).forest(herb=FOREST[3] - 5).only_bag(root=20)
    for seat in range(3):
        t.supply(seat)
    t.tea(0, 4, 2).next_day()
    assert t.state.event_plant == ROOT
    assert [player.plants[ROOT] for player in t.state.players] == [1, 2, 2]
    assert t.state.forest == (FOREST[3] - 5, 0, 0, 0)
    gained = [event for event in t.happened(PlantsGained) if event.source == FROM_EVENT]
    assert [event.participant for event in gained] == [1, 2, 0]
    assert [player.knowledge for player in t.state.players] == [0, 0, 0]
    assert t.state.forest[HERB] == FOREST[3] - 5
