"""The end of the day (TIN-EOD): refills, what comes back, what is laid out; and the evening of the solo game."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.flow_events import ApprenticeReturned, DiscardReturned, ForestRefilled, MerchantStocked
from engine_core.games.tinctura.vocabulary import PLAN_PHASE
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import FOREST, SPACE_TYPE, apprentices_with
from tests.engine.tinctura.table import Table, planning, table

CARDS = {
    kind: apprentices_with("experiment", word)
    for kind, word in enumerate(("tablets", "ointment", "tincture", "special"))
}


def evening(seats: int = 3, day: int = 1) -> Table:
    """The last turn of a day."""
    return table(seats).turn(hour=16, day=day, seat=max(seats - 1, 0))


@pytest.mark.rule("TIN-EOD-02", "TIN-RUL-50", "TIN-FOR-10")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_forest_is_topped_up(seats: int) -> None:
    t = evening(seats).forest(root=3)
    t.next_day()
    assert sum(t.state.forest) == FOREST[max(seats, 2)]
    assert t.state.forest[3] >= 3
    assert t.broken() == []


@pytest.mark.rule("TIN-PLT-02", "TIN-RUL-51")
def test_a_bag_that_becomes_empty_gets_the_whole_discard() -> None:
    t = evening(2).forest(herb=8).only_bag(root=3)
    returned = t.state.discard
    t.next_day()
    assert [event.plants for event in t.happened(DiscardReturned)] == [returned]
    assert t.state.discard == (0, 0, 0, 0)
    assert sum(t.state.forest) == FOREST[2]
    assert t.broken() == []


@pytest.mark.rule("TIN-RUL-51")
def test_the_discard_returns_even_if_the_last_tile_completes_the_refill() -> None:
    t = evening(2).forest(herb=8).only_bag(root=4)
    t.next_day()
    assert len(t.happened(DiscardReturned)) == 1
    assert t.state.forest == (8, 0, 0, 4)
    assert sum(t.state.bag) > 0


@pytest.mark.rule("TIN-RUL-51", "TIN-PLT-03")
def test_an_empty_bag_is_left_alone_where_nothing_is_refilled() -> None:
    t = evening(2).forest(herb=8, berry=4).only_bag()
    t.next_day()
    assert t.happened(DiscardReturned) == []
    assert t.state.bag == (0, 0, 0, 0)


@pytest.mark.rule("TIN-RUL-51")
def test_too_few_plants_leave_spaces_empty() -> None:
    t = evening(2).forest().supply(0, herb=28, berry=28, mushroom=28).supply(1, root=21).discard(root=2)
    assert t.state.bag == (0, 0, 0, 5)
    t.next_day()
    assert t.state.forest == (0, 0, 0, 7)
    assert t.broken() == []


@pytest.mark.rule("TIN-EOD-03", "TIN-EOD-04")
def test_courses_and_opening_hours_change_every_day() -> None:
    t = planning(2)
    days = []
    for day in range(1, 5):
        view = t.view(None)
        days.append((view.courses[-2:], view.openings[-1]))
        assert (len(view.courses), len(view.openings)) == (2 * day, day)
        t.plan().next_day()
    assert len({course for courses, _ in days for course in courses}) == 8
    assert len({opening for _, opening in days}) == 4


@pytest.mark.rule("TIN-EOD-05", "TIN-EOD-06", "TIN-VIL-30", "TIN-VIL-34")
@pytest.mark.parametrize(("seats", "items"), [(2, 4), (3, 6), (4, 8)])
def test_the_merchant_is_stocked_anew(seats: int, items: int) -> None:
    t = evening(seats).items(white=1)
    assert (sum(t.state.items), t.state.mortars) == (1, 0)
    t.next_day()
    assert (sum(t.state.items), t.state.mortars) == (items, 2)
    assert t.happened(MerchantStocked)[-1].items == t.state.items


@pytest.mark.rule("TIN-EOD-07", "TIN-EOD-08", "TIN-RUL-52")
def test_a_blocked_apprentice_goes_back_on_top_and_comes_again() -> None:
    tables = {
        "blocked_apprentices": {
            card: {
                "three_monday": "1",
                "three_tuesday": "2",
                "three_wednesday": "1",
                "three_thursday": "",
                "three_friday": "",
            }
            for card in ("ba_1", "ba_2", "ba_3", "ba_4")
        }
    }
    t = table(3, tables=tables)
    second, third = CARDS[SPACE_TYPE[1]][0], CARDS[SPACE_TYPE[2]][0]
    t.apprentices(NONE, second, third, NONE).turn(hour=16, seat=2)
    fourth = t.state.apprentices.stacks[SPACE_TYPE[3]][0]
    t.next_day()
    found = t.state.apprentices
    assert found.display[1:] == (NONE, third, fourth)
    assert found.display[0] != NONE
    assert found.stacks[SPACE_TYPE[1]][0] == second
    assert [(event.space, event.apprentice) for event in t.happened(ApprenticeReturned)] == [(1, second)]
    assert t.view(None).apprentices.known[SPACE_TYPE[1]] == (second,)
    first = found.display[0]
    t.plan().next_day()
    assert t.state.apprentices.display[:2] == (NONE, second)
    assert t.view(None).apprentices.known[SPACE_TYPE[1]] == ()
    assert t.view(None).apprentices.known[SPACE_TYPE[0]] == (first,)
    t.plan().next_day()
    assert t.state.apprentices.display[0] == first
    assert t.broken() == []


@pytest.mark.rule("TIN-EOD-10", "TIN-RUL-53", "TIN-APP-14", "TIN-EXP-02")
def test_a_new_day_brings_back_markers_and_abilities() -> None:
    t = evening(2)
    t.state.experiment_markers = 0
    t.me.used = 0b111
    t.next_day()
    assert (t.state.day, t.state.experiment_markers, t.me.used) == (2, 2, 0)
    assert t.state.phase == PLAN_PHASE


@pytest.mark.rule("TIN-EOD-01")
def test_the_steps_run_in_their_order() -> None:
    t = evening(2)
    t.next_day()
    kinds = [event.kind for event in t.events]
    expected = ["forest_refilled", "merchant_stocked", "apprentice_laid_out", "day_started"]
    assert sorted(expected, key=kinds.index) == expected
    assert len(t.happened(ForestRefilled)) == 1


@pytest.mark.rule("TIN-SOLO-38", "TIN-SOLO-39")
def test_solo_cards_are_collected_and_markers_placed_until_friday() -> None:
    t = planning(1)
    decks = set()
    for day in range(1, 6):
        solo = t.state.solo
        assert solo is not None
        assert sorted(solo.cards) == list(range(12))
        decks.add(solo.cards)
        shown = [space for space, card in enumerate(t.state.apprentices.display) if card != NONE]
        assert len(shown) == (2 if day < 5 else 4)
        assert sorted(n for n in solo.markers if n) == ([1, 2] if day < 5 else [])
        assert all(space in shown for space, number in enumerate(solo.markers) if number)
        if day < 5:
            t.plan().next_day()
    assert len(decks) == 5
