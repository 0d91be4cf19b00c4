"""Rulings on player boards, apprentices and instruments, favor cards (MED-RUL-55 to 67)."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    ChooseStartPlace,
    CollectRemedy,
    DiscardRemedy,
    LeaveWaypoint,
    PlayEarlyBird,
    PlayFreeDecision,
    PlayFriendlyGift,
    PlayIndividualPath,
    PlayLongFingers,
    PlayOptimalCondition,
    PlayRichFind,
    StartMove,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.events import WaypointReached
from engine_core.games.medico.vocabulary import (
    DEPART,
    EARLY_BIRD,
    EARLY_MAIN,
    EXTRA_POUCH,
    FREE_DECISION,
    FRIENDLY_GIFT,
    HEALING_WATER,
    INDIVIDUAL_PATH,
    LEECH,
    LONG_FINGERS,
    MUSHROOM,
    NEUTRAL,
    OPTIMAL_CONDITION,
    POUCH,
    RICH_FIND,
    ROD,
)
from tests.engine.medico.cards import (
    APPRENTICE_POINTS,
    APPRENTICE_PRESTIGE,
    COLUMN_COINS,
    COLUMN_PRESTIGE,
    POUCHES,
    SPACE_COSTS,
)
from tests.engine.medico.table import fresh, table


@pytest.mark.rule("MED-RUL-55")
def test_the_extra_pouch_is_the_owner_s_alone() -> None:
    t = table()
    t.player(1).abilities = 1 << EXTRA_POUCH
    t.me.pouches = t.player(1).pouches = (LEECH,) * POUCHES
    t.depart(2, 6).play(0, StartMove())
    assert not t.offers(CollectRemedy(POUCH))
    t.finish_turn().play(1, StartMove())
    assert t.offers(CollectRemedy(POUCH), seat=1)


@pytest.mark.rule("MED-RUL-56")
def test_while_favor_7_is_active_the_same_kind_is_not_returned() -> None:
    t = table()
    t.me.favors = (RICH_FIND,)
    t.me.pouches = (HEALING_WATER, LEECH)
    t.depart(2).play(0, StartMove())
    assert t.offers(DiscardRemedy(HEALING_WATER))
    t.play(0, PlayRichFind()).rejects(DiscardRemedy(HEALING_WATER), "MED-RUL-56")
    t.play(0, DiscardRemedy(LEECH), CollectRemedy(POUCH))
    t.rejects(DiscardRemedy(HEALING_WATER), "MED-RUL-56")
    t.play(0, LeaveWaypoint(), DiscardRemedy(HEALING_WATER))
    assert t.player(0).pouches == (HEALING_WATER,)


@pytest.mark.rule("MED-RUL-58", "MED-SET-25")
def test_the_free_apprentice_brings_neither_prestige_nor_points() -> None:
    t = fresh()
    seat = t.state.starting_seat
    place = next(i for i in range(7) if i != t.state.medicus_place)
    t.play(seat, ChooseStartPlace(place))
    assert (t.player(seat).prestige, t.player(seat).points) == (0, 0)
    assert (APPRENTICE_POINTS[0], APPRENTICE_PRESTIGE[0]) == (0, 0)
    trained = table()
    trained.me.coins = 9
    trained.arrive(2).play(0, TrainApprentice())
    assert trained.me.prestige == APPRENTICE_PRESTIGE[1] > 0, "the next one is the first of the five trained"


@pytest.mark.rule("MED-RUL-59")
def test_spaces_fill_from_the_cheapest_on_and_a_full_place_trains_nobody() -> None:
    for standing in range(len(SPACE_COSTS) + 1):
        t = table().put(2, apprentices=(NEUTRAL,) * standing)
        t.me.coins = 99
        t.arrive(2)
        if standing == len(SPACE_COSTS):
            t.rejects(TrainApprentice(), "MED-RUL-59", "MED-MAIN-06")
        else:
            t.play(0, TrainApprentice())
            assert t.me.coins == 99 - SPACE_COSTS[standing]


@pytest.mark.rule("MED-RUL-61")
def test_the_buyer_chooses_which_instrument_is_placed_first() -> None:
    results: dict[int, tuple[object, ...]] = {}
    for first in (0, 1):
        t = table()
        t.me.coins = 3
        t.me.instruments, t.me.instrument_counts = (6,), (1,)
        t.arrive(3).play(0, BuyBothInstruments(first))
        results[first] = (t.me.instruments, t.me.coins, t.me.prestige)
    rewards = (sum(COLUMN_COINS[1:3]), sum(COLUMN_PRESTIGE[1:3]))
    assert results == {0: ((6, 0, 3), *rewards), 1: ((6, 3, 0), *rewards)}


@pytest.mark.rule("MED-RUL-61")
def test_two_of_a_kind_go_to_one_column() -> None:
    t = table().put(3, instrument_stacks=((5, 1), (5, 2)))
    t.me.coins = 3
    t.me.instruments, t.me.instrument_counts = (6,), (1,)
    t.arrive(3).play(0, BuyBothInstruments(0))
    assert (t.player(0).instruments, t.player(0).instrument_counts) == ((6, 5), (1, 2))
    assert (t.me.coins, t.me.prestige) == (2 * COLUMN_COINS[1], 2 * COLUMN_PRESTIGE[1])


@pytest.mark.rule("MED-RUL-62")
@pytest.mark.parametrize("shown", [0, 1])
def test_both_needs_two_displayed_instruments(shown: int) -> None:
    t = table().put(3, instrument_stacks=((1, 2), ()) if shown == 0 else ((), (1, 2)))
    t.me.coins = 9
    t.arrive(3)
    for first in (0, 1):
        t.rejects(BuyBothInstruments(first), "MED-RUL-62", "MED-MAIN-12")
    assert [action for action in t.legal() if type(action) is BuyInstrument] == [BuyInstrument(shown)]


@pytest.mark.rule("MED-RUL-63")
def test_favor_1_looks_at_final_destinations_of_earlier_players_only() -> None:
    t = table(4)
    for player in t.state.players:
        player.favors = (INDIVIDUAL_PATH,)
    t.depart(3, 3, 6, 0)
    for place in range(7):
        t.rejects(PlayIndividualPath(place), "MED-FAV-1", "MED-RUL-63")
    t.finish_turn().play(1, PlayIndividualPath(6)).finish_turn()
    assert t.offers(PlayIndividualPath(3), seat=2), "seat 1 went to 6 in the end; the new place may be shared again"
    t.finish_turn()
    assert t.player(3).destination == 0
    assert not [action for action in t.legal(3) if type(action) is PlayIndividualPath]


@pytest.mark.rule("MED-RUL-63")
def test_favor_1_ignores_medicus_neutral_surgeon_and_later_players() -> None:
    t = table(2)
    t.player(1).favors = t.me.favors = (INDIVIDUAL_PATH,)
    t.depart(6, 6)
    assert t.state.neutral_place == 6
    assert not [action for action in t.legal() if type(action) is PlayIndividualPath]
    medicus = table(2)
    medicus.player(1).favors = (INDIVIDUAL_PATH,)
    medicus.depart(2, 3).finish_turn()
    assert medicus.state.medicus_place == 3
    assert not [action for action in medicus.legal(1) if type(action) is PlayIndividualPath]


@pytest.mark.rule("MED-RUL-64")
def test_favor_2_may_repeat_a_type_and_be_chained() -> None:
    t = table().put(0, favor_stack=(EARLY_BIRD, LONG_FINGERS))
    t.me.favors = (EARLY_BIRD,)
    t.depart(2).play(0, PlayEarlyBird(), TakeFavorCard())
    assert t.state.phase == DEPART
    t.play(0, PlayEarlyBird(), TakeFavorCard())
    assert t.me.favors == (LONG_FINGERS,)
    t.walk().play(0, TakeFavorCard())
    assert t.me.main_actions == 0b10
    assert len(t.me.favors) == 2


@pytest.mark.rule("MED-RUL-64")
def test_favor_2_s_action_must_be_carried_out() -> None:
    t = table()
    t.me.favors = (EARLY_BIRD,)
    t.depart(2).play(0, PlayEarlyBird())
    assert t.state.phase == EARLY_MAIN
    t.rejects(StartMove(), "MED-FAV-2", "MED-RUL-64")
    assert TakeMoney() in t.legal()


@pytest.mark.rule("MED-RUL-65")
def test_favor_4_counts_the_start_place_before_and_the_destination_after_the_move() -> None:
    t = table()
    t.me.favors = (FRIENDLY_GIFT, FRIENDLY_GIFT)
    t.player(1).place = t.player(2).place = 0
    t.depart(2, 5).play(0, PlayFriendlyGift())
    assert t.me.coins == 4
    t.walk().rejects(PlayFriendlyGift(), "MED-RUL-65")
    there = table()
    there.me.favors = (FRIENDLY_GIFT, FRIENDLY_GIFT)
    there.depart(3).rejects(PlayFriendlyGift(), "MED-RUL-65")
    there.walk().play(0, PlayFriendlyGift())
    assert there.me.coins == 2


@pytest.mark.rule("MED-RUL-66")
def test_a_play_without_effect_is_refused_but_favors_2_5_7_and_8_always_have_one() -> None:
    t = table().no_market_at(2)
    t.me.favors = (EARLY_BIRD, OPTIMAL_CONDITION, FRIENDLY_GIFT, LONG_FINGERS, RICH_FIND, FREE_DECISION)
    t.me.pouches = (MUSHROOM,) * POUCHES
    t.state.gold_rods_left = t.state.silver_rods_left = 0
    t.me.markets = (0, 1, 2, 3, 4)
    t.depart(2)
    assert t.offers(PlayEarlyBird())
    assert t.offers(PlayFreeDecision())
    t.rejects(PlayFriendlyGift(), "MED-RUL-65")
    for rod in range(len(ROD)):
        t.rejects(PlayOptimalCondition(rod), "MED-FAV-3", "MED-RUL-66")
    t.play(0, StartMove())
    assert not t.offers(CollectRemedy(POUCH))
    assert t.offers(PlayRichFind()), "although nothing can be stored"
    t.play(0, LeaveWaypoint(), LeaveWaypoint())
    t.play(0, TakeMoney(), PlayLongFingers())
    assert t.me.points == 2


@pytest.mark.rule("MED-RUL-67")
def test_favors_1_and_8_are_combined_in_any_order() -> None:
    for order in permutations((PlayIndividualPath(6), PlayFreeDecision())):
        t = table()
        t.player(1).favors = (INDIVIDUAL_PATH, FREE_DECISION)
        t.depart(2, 2).finish_turn()
        t.events.clear()
        t.play(1, *order).walk(1)
        assert t.player(1).place == 6
        assert [event.path for event in t.happened(WaypointReached)] == [3, 2, 1, 0, 6]
