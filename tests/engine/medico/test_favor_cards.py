"""The eight favor cards (MED-FAV)."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    CATALOGUE,
    BuyInstrument,
    CollectRemedy,
    EndTurn,
    FinishLongFingers,
    LeaveWaypoint,
    PlayEarlyBird,
    PlayFreeDecision,
    PlayFriendlyGift,
    PlayGreatDemand,
    PlayIndividualPath,
    PlayLongFingers,
    PlayOptimalCondition,
    PlayRichFind,
    SellRemedy,
    StartMove,
    TakeFavorCard,
    TakeFromMarket,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.events import DestinationChanged, FavorPlayed, PlaceReached, RemedySold, WaypointReached
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    BOOK_SPACE_0,
    CHOOSE_DESTINATION,
    DEPART,
    DESTINATION,
    DUEL_REWARD,
    EARLY_BIRD,
    EARLY_MAIN,
    FAVOR,
    FREE_DECISION,
    FRIENDLY_GIFT,
    GREAT_DEMAND,
    HEALING_WATER,
    HERBS,
    INDIVIDUAL_PATH,
    LEECH,
    LONG_FINGERS,
    LONG_FINGERS_PHASE,
    MANDRAKE,
    MARIGOLD,
    MUSHROOM,
    NEUTRAL,
    OPTIMAL_CONDITION,
    POUCH,
    RICH_FIND,
    ROD_LETTERS,
    WAYPOINT,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import POUCHES, book, market
from tests.engine.medico.table import Table, fresh, table

PLAYS = (
    PlayIndividualPath,
    PlayEarlyBird,
    PlayOptimalCondition,
    PlayFriendlyGift,
    PlayLongFingers,
    PlayGreatDemand,
    PlayRichFind,
    PlayFreeDecision,
)
EVERY_FAVOR = tuple(range(len(FAVOR)))


def holder(*favors: int, seats: int = 3) -> Table:
    """Seat 0 holds these favor cards before the dials are set."""
    t = table(seats)
    t.me.favors = tuple(sorted(favors))
    return t


@pytest.mark.rule("MED-FAV-0")
def test_no_favor_card_is_played_outside_the_own_turn() -> None:
    t = table()
    for player in t.state.players:
        player.favors = EVERY_FAVOR
        player.pouches = (LEECH,)
        player.letters = player.letters * 5
    assert t.state.phase == CHOOSE_DESTINATION
    t.rejects_kinds(PLAYS, "MED-FAV-0")
    t.depart(2, 2, 2).rejects_kinds(PLAYS, "MED-FAV-0", seat=1)
    t.walk().rejects_kinds(PLAYS, "MED-FAV-0", seat=2)
    t.finish_turn().rejects_kinds(PLAYS, "MED-FAV-0", seat=0)
    duel = table().prestige({0: 9})
    duel.arrive(3).finish_round()
    duel.me.favors = EVERY_FAVOR
    assert duel.state.phase == DUEL_REWARD
    duel.rejects_kinds(PLAYS, "MED-FAV-0", "MED-RUL-25")


@pytest.mark.rule("MED-FAV-0")
def test_a_card_that_is_not_held_cannot_be_played() -> None:
    t = holder().depart(3)
    t.rejects(PlayEarlyBird(), "MED-FAV-0")
    t.rejects(PlayFreeDecision(), "MED-FAV-0")
    t.walk().rejects(PlayFriendlyGift(), "MED-FAV-0")


@pytest.mark.rule("MED-FAV-0", "MED-RUL-68")
def test_a_played_card_is_used_up() -> None:
    t = holder(FREE_DECISION, FREE_DECISION, EARLY_BIRD).depart(2)
    t.play(0, PlayFreeDecision())
    assert t.me.favors == (EARLY_BIRD, FREE_DECISION)
    assert t.json()["played_favors"] == ["free_decision"]
    assert t.happened(FavorPlayed) == [FavorPlayed(seat=0, favor=FREE_DECISION, coins=0, points=0)]
    t.play(0, PlayEarlyBird(), TakeMoney())
    assert t.player(0).favors == (FREE_DECISION,)
    t.rejects(PlayEarlyBird(), "MED-FAV-0")
    t.next_round()
    assert t.json()["played_favors"] == ["early_bird", "free_decision"]
    everywhere = [card for place in t.state.places for card in place.favor_stack]
    assert everywhere.count(FREE_DECISION) == 0


@pytest.mark.rule("MED-FAV-1")
def test_a_destination_already_chosen_by_an_earlier_player_may_be_replaced() -> None:
    t = table()
    for seat in (0, 1, 2):
        t.player(seat).favors = (INDIVIDUAL_PATH,)
    t.depart(2, 2, 1)
    t.finish_turn()
    assert t.state.active_seat == 1
    offered = [action for action in t.legal(1) if type(action) is PlayIndividualPath]
    assert offered == [PlayIndividualPath(place) for place in (0, 1, 3, 5, 6)], (
        "neither the start place nor the old one"
    )
    t.rejects(PlayIndividualPath(4), "MED-FAV-1", seat=1)
    t.rejects(PlayIndividualPath(2), "MED-FAV-1", seat=1)
    t.play(1, PlayIndividualPath(6))
    assert t.player(1).destination == 6
    assert t.player(1).favors == ()
    assert t.happened(DestinationChanged) == [DestinationChanged(seat=1, destination=6)]
    t.walk(1)
    assert t.player(1).place == 6


@pytest.mark.rule("MED-FAV-1")
def test_without_the_same_destination_or_after_the_first_step_it_is_refused() -> None:
    t = table()
    t.player(1).favors = (INDIVIDUAL_PATH,)
    t.depart(2, 6, 6).finish_turn()
    for place in range(7):
        t.rejects(PlayIndividualPath(place), "MED-FAV-1", seat=1)
    late = table()
    late.player(1).favors = (INDIVIDUAL_PATH,)
    late.depart(2, 2).finish_turn().play(1, StartMove())
    late.rejects(PlayIndividualPath(6), "MED-FAV-1", "MED-MOVE-10", seat=1)
    late.play(1, LeaveWaypoint(), LeaveWaypoint())
    late.rejects(PlayIndividualPath(6), "MED-FAV-1", "MED-MOVE-10", seat=1)


@pytest.mark.rule("MED-FAV-1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_is_every_player_s_starting_card(seats: int) -> None:
    assert [player.favors for player in fresh(seats).state.players] == [(INDIVIDUAL_PATH,)] * seats


@pytest.mark.rule("MED-FAV-2")
def test_the_early_bird_adds_one_main_action_at_the_start_place() -> None:
    t = holder(EARLY_BIRD).put(0, favor_stack=(RICH_FIND,))
    t.me.coins = 1
    t.depart(2).play(0, PlayEarlyBird())
    assert t.state.phase == EARLY_MAIN
    assert {type(action) for action in t.legal()} == {TakeMoney, TakeFavorCard, TrainApprentice, BuyInstrument}
    t.play(0, TakeFavorCard())
    assert t.me.favors == (RICH_FIND,)
    assert t.place(0).favor_stack == ()
    assert t.state.phase == DEPART
    t.walk().play(0, TakeFavorCard())
    assert t.player(0).favors == (FRIENDLY_GIFT, RICH_FIND)


@pytest.mark.rule("MED-FAV-2")
def test_the_early_bird_is_too_late_after_the_first_step() -> None:
    t = holder(EARLY_BIRD).depart(2).play(0, StartMove())
    t.rejects(PlayEarlyBird(), "MED-FAV-2", "MED-MOVE-10")
    t.play(0, LeaveWaypoint(), LeaveWaypoint())
    t.rejects(PlayEarlyBird(), "MED-FAV-2", "MED-MOVE-10")
    t.play(0, TakeMoney())
    t.rejects(PlayEarlyBird(), "MED-FAV-2", "MED-MOVE-10")


@pytest.mark.rule("MED-FAV-3")
@pytest.mark.parametrize("gold_left", [True, False])
def test_the_optimal_condition_takes_a_rod_one_step_early_gold_first(gold_left: bool) -> None:
    t = holder(OPTIMAL_CONDITION)
    t.me.letters = (*range(5),)
    if not gold_left:
        t.state.gold_rods_left &= ~(1 << ROD_LETTERS)
    t.depart(2).play(0, PlayOptimalCondition(ROD_LETTERS))
    bit = 1 << ROD_LETTERS
    assert (t.me.gold_rods, t.me.silver_rods) == ((bit, 0) if gold_left else (0, bit))
    assert not t.state.gold_rods_left & bit
    assert bool(t.state.silver_rods_left & bit) == gold_left


@pytest.mark.rule("MED-FAV-3")
def test_the_optimal_condition_needs_all_but_one_a_rod_and_none_of_the_own() -> None:
    t = holder(OPTIMAL_CONDITION)
    t.me.letters = (*range(4),)
    t.depart(2).rejects(PlayOptimalCondition(ROD_LETTERS), "MED-FAV-3")
    t.me.letters = (*range(5),)
    assert t.offers(PlayOptimalCondition(ROD_LETTERS))
    t.me.silver_rods = 1 << ROD_LETTERS
    t.rejects(PlayOptimalCondition(ROD_LETTERS), "MED-ROD-03")
    t.me.silver_rods = 0
    t.state.gold_rods_left &= ~(1 << ROD_LETTERS)
    t.state.silver_rods_left &= ~(1 << ROD_LETTERS)
    t.rejects(PlayOptimalCondition(ROD_LETTERS), "MED-FAV-3")


@pytest.mark.rule("MED-FAV-4")
def test_the_friendly_gift_brings_two_coins_per_other_figure_at_start_or_destination() -> None:
    t = holder(FRIENDLY_GIFT, FRIENDLY_GIFT, FRIENDLY_GIFT, seats=4)
    t.player(1).place = t.player(2).place = 0
    t.put(0, apprentices=(1, 2, NEUTRAL))
    t.depart(3, 5, 4).play(0, PlayFriendlyGift())
    assert t.me.coins == 4, "two surgeons at the start place"
    t.play(0, StartMove()).rejects(PlayFriendlyGift(), "MED-FAV-4")
    while t.state.phase == WAYPOINT:
        t.play(0, LeaveWaypoint())
    t.play(0, PlayFriendlyGift())
    assert t.me.coins == 6, "the Medicus at the destination"
    t.play(0, TakeMoney(), PlayFriendlyGift())
    assert t.me.coins == 10
    assert [event.coins for event in t.happened(FavorPlayed)] == [4, 2, 2]


@pytest.mark.rule("MED-FAV-4")
def test_the_friendly_gift_needs_somebody() -> None:
    t = holder(FRIENDLY_GIFT).depart(2)
    t.rejects(PlayFriendlyGift(), "MED-RUL-65")
    t.walk().rejects(PlayFriendlyGift(), "MED-RUL-65")


@pytest.mark.rule("MED-FAV-5")
def test_the_long_fingers_take_what_lies_on_the_destination_s_market() -> None:
    t = holder(LONG_FINGERS).market_at(2, LEECH, MARIGOLD, HERBS, covered={0: LEECH, 2: HERBS})
    t.books((HERBS, MARIGOLD))
    t.depart(2).rejects(PlayLongFingers(), "MED-FAV-5")
    t.walk().rejects(PlayLongFingers(), "MED-FAV-5")
    t.play(0, TakeMoney(), PlayLongFingers())
    assert t.state.phase == LONG_FINGERS_PHASE
    assert t.me.points == 2
    t.rejects(TakeFromMarket(1, POUCH), "MED-FAV-5")
    t.play(0, TakeFromMarket(2, BOOK_SPACE_0), TakeFromMarket(0, POUCH))
    assert t.me.pouches == (LEECH,)
    assert t.me.book_covered == (HERBS, NONE)
    assert t.place(2).market_remedies == (NONE, NONE, NONE)
    t.play(0, FinishLongFingers())
    assert t.state.phase == AFTER_MAIN
    assert t.happened(FavorPlayed) == [FavorPlayed(seat=0, favor=LONG_FINGERS, coins=0, points=2)]


@pytest.mark.rule("MED-FAV-5")
def test_the_long_fingers_may_take_nothing_and_store_only_where_there_is_room() -> None:
    t = holder(LONG_FINGERS).market_at(2, LEECH, MARIGOLD, HERBS, covered={0: LEECH, 1: MARIGOLD})
    t.me.pouches = (MUSHROOM,) * (POUCHES - 1)
    t.arrive(2).play(0, TakeMoney(), PlayLongFingers(), TakeFromMarket(0, POUCH))
    for store in (POUCH, BOOK_SPACE_0):
        t.rejects(TakeFromMarket(1, store), "MED-COLL-04", "MED-FAV-5")
    t.play(0, FinishLongFingers(), EndTurn())
    assert t.place(2).market_remedies == (NONE, MARIGOLD, NONE)
    nothing = holder(LONG_FINGERS).market_at(2, LEECH, HERBS, covered={0: LEECH})
    nothing.arrive(2).play(0, TakeMoney(), PlayLongFingers(), FinishLongFingers())
    assert (nothing.me.points, nothing.me.pouches) == (2, ())


@pytest.mark.rule("MED-FAV-6")
def test_the_great_demand_sells_onto_a_space_of_another_kind() -> None:
    t = holder(GREAT_DEMAND).market_at(2, LEECH, MARIGOLD, HERBS, covered={0: LEECH})
    t.put(2, apprentices=(1, 2))
    t.me.pouches = (LEECH, HERBS, MANDRAKE)
    t.arrive(2)
    t.rejects(PlayGreatDemand(MANDRAKE, 0), "MED-FAV-6")
    t.rejects(PlayGreatDemand(HERBS, 2), "MED-RUL-48")
    t.rejects(PlayGreatDemand(MUSHROOM, 1), "MED-FAV-6", "MED-SELL-01")
    t.play(0, PlayGreatDemand(MANDRAKE, 1))
    assert t.me.coins == 2
    assert [t.player(seat).coins for seat in (1, 2)] == [1, 1]
    assert t.place(2).market_remedies == (LEECH, MANDRAKE, NONE)
    assert t.player(0).pouches == (LEECH, HERBS)
    assert t.happened(RemedySold) == [RemedySold(seat=0, place=2, remedy=MANDRAKE, space_index=1, coins=2)]


@pytest.mark.rule("MED-FAV-6")
def test_the_great_demand_completes_a_market_like_any_sale() -> None:
    t = holder(GREAT_DEMAND).market_at(2, LEECH, HERBS, covered={0: LEECH})
    t.me.pouches = (MANDRAKE,)
    t.arrive(2).play(0, PlayGreatDemand(MANDRAKE, 1))
    assert t.me.markets == (market(LEECH, HERBS),)
    assert t.me.coins == 1


@pytest.mark.rule("MED-FAV-7")
def test_the_rich_find_takes_as_many_of_one_kind_as_can_be_stored() -> None:
    t = holder(RICH_FIND).books((HEALING_WATER, HEALING_WATER), (HEALING_WATER, LEECH))
    t.me.pouches = (LEECH,)
    t.depart(2).rejects(PlayRichFind(), "MED-FAV-7")
    t.play(0, StartMove(), PlayRichFind())
    t.play(0, CollectRemedy(BOOK_SPACE_0), CollectRemedy(BOOK_SPACE_0), CollectRemedy(BOOK_SPACE_0 + 1))
    t.play(0, *[CollectRemedy(POUCH)] * (POUCHES - 1))
    assert t.me.fulfilled_books == (book(HEALING_WATER, HEALING_WATER),)
    assert t.me.book_covered == (NONE, HEALING_WATER)
    assert t.me.pouches == (*(HEALING_WATER,) * (POUCHES - 1), LEECH)
    for store in (POUCH, BOOK_SPACE_0, BOOK_SPACE_0 + 1):
        assert not t.offers(CollectRemedy(store))
    t.play(0, LeaveWaypoint())
    assert t.state.turn.rich_find is False
    t.me.pouches = ()
    t.play(0, CollectRemedy(POUCH))
    assert not t.offers(CollectRemedy(POUCH)), "exactly one kind: the next path gives one piece again"


@pytest.mark.rule("MED-FAV-7")
def test_the_rich_find_may_follow_the_ordinary_piece_but_is_not_played_twice_at_one_path() -> None:
    t = holder(RICH_FIND, RICH_FIND).depart(2)
    t.play(0, StartMove(), CollectRemedy(POUCH), PlayRichFind(), CollectRemedy(POUCH))
    assert t.me.pouches == (HEALING_WATER, HEALING_WATER)
    t.rejects(PlayRichFind(), "MED-FAV-7")
    t.play(0, LeaveWaypoint(), PlayRichFind(), CollectRemedy(POUCH), CollectRemedy(POUCH))
    assert t.player(0).pouches == (HEALING_WATER, HEALING_WATER, MARIGOLD, MARIGOLD)
    t.play(0, LeaveWaypoint())
    t.me.favors = (RICH_FIND,)
    assert t.state.phase == DESTINATION
    t.rejects(PlayRichFind(), "MED-FAV-7", "MED-MOVE-10")


@pytest.mark.rule("MED-FAV-8")
@pytest.mark.parametrize(
    ("to", "crossed"),
    [(1, [6, 5, 4, 3, 2, 1]), (2, [6, 5, 4, 3, 2]), (3, [6, 5, 4, 3]), (4, [0, 1, 2, 3]), (6, [0, 1, 2, 3, 4, 5])],
)
def test_the_free_decision_takes_the_longer_way(to: int, crossed: list[int]) -> None:
    t = holder(FREE_DECISION).depart(to).play(0, PlayFreeDecision())
    t.walk()
    assert [event.path for event in t.happened(WaypointReached)] == crossed
    assert t.happened(PlaceReached) == [PlaceReached(seat=0, place=to)]


@pytest.mark.rule("MED-FAV-8")
def test_the_free_decision_is_played_once_and_before_the_first_step() -> None:
    t = holder(FREE_DECISION, FREE_DECISION).depart(2).play(0, PlayFreeDecision())
    t.rejects(PlayFreeDecision(), "MED-FAV-8")
    late = holder(FREE_DECISION).depart(2).play(0, StartMove())
    late.rejects(PlayFreeDecision(), "MED-FAV-8", "MED-MOVE-10")
    late.play(0, LeaveWaypoint(), LeaveWaypoint())
    late.rejects(PlayFreeDecision(), "MED-FAV-8", "MED-MOVE-10")
    assert late.state.turn.free_decision is False
    t.walk().next_round().turn_of_seat_0(4).walk()
    assert [event.path for event in t.happened(WaypointReached) if event.seat == 0][-2:] == [2, 3], "one move only"


@pytest.mark.rule("MED-FAV-6")
def test_the_great_demand_is_not_played_before_the_arrival() -> None:
    t = holder(GREAT_DEMAND).market_at(0, LEECH, HERBS).market_at(2, LEECH, HERBS)
    t.me.pouches = (MANDRAKE,)
    t.depart(2)
    t.rejects_kinds((PlayGreatDemand,), "MED-FAV-6")
    t.play(0, StartMove())
    t.rejects_kinds((PlayGreatDemand,), "MED-FAV-6")
    assert len([action for action in CATALOGUE if type(action) is PlayGreatDemand]) == 21
    t.play(0, LeaveWaypoint(), LeaveWaypoint())
    assert t.offers(PlayGreatDemand(MANDRAKE, 0))
    assert not t.offers(SellRemedy(MANDRAKE, 0))
