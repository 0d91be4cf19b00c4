"""Turn and movement (MED-MOVE): the way round the ring, what may be done where."""

from __future__ import annotations

import pytest

from engine_core.actions import Action
from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    BuyRecipeBook,
    CollectRemedy,
    DeliverLetter,
    DiscardRemedy,
    EndTurn,
    LeaveWaypoint,
    MeetMedicus,
    PlayEarlyBird,
    PlayGreatDemand,
    SellRemedy,
    StartMove,
    TakeFavorCard,
    TakeMarketKnowledge,
    TakeMoney,
    TrainApprentice,
    UsePrivilege,
)
from engine_core.games.medico.events import IncomePaid, PlaceReached, TurnStarted, WaypointReached
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    DEPART,
    DESTINATION,
    EARLY_BIRD,
    GREAT_DEMAND,
    HEALING_WATER,
    HERBS,
    LEECH,
    MANDRAKE,
    MARIGOLD,
    MAX_SEATS,
    ONE_COIN,
    POUCH,
    PRIVILEGE,
    WAYPOINT,
)
from tests.engine.medico.cards import letter
from tests.engine.medico.table import Table, table

MAIN_KINDS = (TakeMoney, TakeFavorCard, TrainApprentice, BuyInstrument, BuyBothInstruments)
SIDE_KINDS = (SellRemedy, TakeMarketKnowledge, DeliverLetter, BuyRecipeBook, MeetMedicus)


def busy(t: Table, place: int) -> Table:
    """Everything that could be done at ``place`` is possible there for seat 0: sale, marker, letter, book, Medicus, instruments."""
    t.me.pouches = (LEECH,)
    t.me.coins = 9
    t.market_at(place, LEECH, HERBS)
    t.put(place, knowledge_markers=1)
    t.me.letters = (letter((place + 1) % 7, place),)
    t.state.medicus_place = place
    return t


@pytest.mark.rule("MED-MOVE-01")
def test_turn_start_reveals_the_dial_while_the_surgeon_still_stands_on_its_start_place() -> None:
    t = table().depart(2)
    assert t.state.phase == DEPART
    assert t.happened(TurnStarted) == [TurnStarted(seat=0, start_place=0, destination=2)]
    assert t.me.place == 0
    assert t.view(1).players[0].destination == 2
    assert t.view(None).players[0].destination == 2


@pytest.mark.rule("MED-MOVE-02", "MED-RUL-04")
@pytest.mark.parametrize("start", range(7))
@pytest.mark.parametrize("distance", range(1, 7))
def test_the_surgeon_takes_the_way_with_fewer_steps(start: int, distance: int) -> None:
    t = table()
    t.me.place = start
    t.arrive((start + distance) % 7)
    crossed = [event.path for event in t.happened(WaypointReached)]
    if distance <= 3:
        assert crossed == [(start + step) % 7 for step in range(distance)]
    else:
        assert crossed == [(start - 1 - step) % 7 for step in range(7 - distance)]
    assert t.me.place == (start + distance) % 7
    assert t.happened(PlaceReached) == [PlaceReached(seat=0, place=(start + distance) % 7)]


@pytest.mark.rule("MED-MOVE-03")
@pytest.mark.parametrize(
    ("to", "remedies"), [(1, [0]), (2, [0, 1]), (3, [0, 1, 2]), (6, [6]), (5, [6, 5]), (4, [6, 5, 4])]
)
def test_each_path_crossed_is_offered_once_in_walking_order(to: int, remedies: list[int]) -> None:
    t = table().depart(to).play(0, StartMove())
    for steps_left, remedy in zip(range(len(remedies), 0, -1), remedies, strict=True):
        assert t.state.phase == WAYPOINT
        assert t.state.turn.steps_left == steps_left
        t.me.pouches = ()
        t.play(0, CollectRemedy(POUCH))
        assert t.player(0).pouches == (remedy,)
        t.play(0, LeaveWaypoint())
    assert t.state.phase == DESTINATION


@pytest.mark.rule("MED-MOVE-04")
def test_a_waypoint_offers_no_side_action_but_collecting() -> None:
    t = busy(table(), 2)
    t.depart(2).play(0, StartMove())
    t.me.coins = 9
    while t.state.phase == WAYPOINT:
        assert {type(action) for action in t.legal()} == {CollectRemedy, DiscardRemedy, LeaveWaypoint}
        t.rejects_kinds((SellRemedy, BuyRecipeBook), "MED-MOVE-04")
        t.rejects_kinds((DeliverLetter,), "MED-LET-05")
        t.rejects_kinds((MeetMedicus,), "MED-MEDICUS-02")
        t.rejects_kinds((TakeMarketKnowledge,), "MED-SELL-11")
        t.play(0, LeaveWaypoint())
    assert t.offers(SellRemedy(LEECH, 0))


@pytest.mark.rule("MED-MOVE-05")
def test_nothing_is_possible_at_a_place_that_is_only_passed() -> None:
    t = busy(table(), 1).depart(3).play(0, StartMove())
    points = []
    while t.state.phase == WAYPOINT:
        points.append(t.state.turn.waypoint)
        t.rejects_kinds(MAIN_KINDS, "MED-MOVE-04", "MED-MOVE-05")
        offered = {type(action) for action in t.legal()}
        assert not offered & {*SIDE_KINDS, *MAIN_KINDS}
        t.play(0, LeaveWaypoint())
    assert points == [0, 1, 2]
    assert t.me.place == 3


@pytest.mark.rule("MED-MOVE-06")
@pytest.mark.parametrize(
    "order",
    [
        (SellRemedy(LEECH, 0), DeliverLetter(ONE_COIN), BuyRecipeBook(), MeetMedicus()),
        (MeetMedicus(), BuyRecipeBook(), DeliverLetter(ONE_COIN), SellRemedy(LEECH, 0)),
        (DeliverLetter(ONE_COIN), MeetMedicus(), SellRemedy(LEECH, 0), BuyRecipeBook()),
    ],
)
def test_the_destination_offers_all_side_actions_before_the_main_action(order: tuple[Action, ...]) -> None:
    t = busy(table(), 2).arrive(2)
    for action in order:
        assert t.state.phase == DESTINATION
        assert t.offers(action)
        t.play(0, action)
    assert t.offers(TakeMoney())
    unused = busy(table(), 2).arrive(2).play(0, TakeMoney())
    assert not any(unused.offers(action) for action in order)


@pytest.mark.rule("MED-MOVE-07")
def test_the_turn_cannot_end_without_a_main_action() -> None:
    t = table().arrive(2)
    t.rejects(EndTurn(), "MED-MOVE-07")
    t.play(0, TakeMoney())
    assert t.state.phase == AFTER_MAIN
    t.rejects_kinds(MAIN_KINDS, "MED-MOVE-07")
    assert t.offers(EndTurn())


@pytest.mark.rule("MED-MOVE-08")
def test_every_side_action_may_be_left_out_but_apprentices_are_paid_by_themselves() -> None:
    t = busy(table(), 2)
    t.put(2, apprentices=(1,))
    t.arrive(2).play(0, TakeMoney(), EndTurn())
    assert (t.me.pouches, t.me.coins, t.player(1).coins) == ((LEECH,), 11, 0)
    sold = busy(table(), 2)
    sold.put(2, apprentices=(1,))
    sold.arrive(2).play(0, SellRemedy(LEECH, 0))
    assert sold.player(1).coins == 1
    assert sold.happened(IncomePaid) == [IncomePaid(seat=1, place=2, coins=1)]


@pytest.mark.rule("MED-MOVE-09")
def test_after_the_main_action_only_favor_6_sells_and_only_a_marker_may_be_taken() -> None:
    t = busy(table(), 2)
    t.me.pouches = (LEECH, LEECH, MANDRAKE)
    t.me.favors = (GREAT_DEMAND,)
    t.put(2, knowledge_markers=2)
    t.arrive(2).play(0, TakeMoney())
    t.rejects_kinds((SellRemedy, DeliverLetter, BuyRecipeBook, MeetMedicus), "MED-MOVE-09")
    assert not t.offers(TakeMarketKnowledge())
    t.play(0, PlayGreatDemand(MANDRAKE, 0))
    t.rejects_kinds((SellRemedy,), "MED-MOVE-09")
    t.play(0, TakeMarketKnowledge(), TakeMarketKnowledge())
    assert t.me.collected_markers == 2


@pytest.mark.rule("MED-MOVE-10")
def test_what_lies_behind_cannot_be_used_any_more() -> None:
    t = table()
    t.me.favors = (EARLY_BIRD,)
    t.me.abilities = 1 << PRIVILEGE
    t.depart(2).play(0, StartMove())
    t.rejects(StartMove(), "MED-MOVE-10")
    t.rejects(UsePrivilege(), "MED-KNOW-08")
    t.rejects(PlayEarlyBird(), "MED-FAV-2")
    t.play(0, LeaveWaypoint())
    t.play(0, CollectRemedy(POUCH))
    assert t.me.pouches == (MARIGOLD,), "the path behind (healing water) is gone"
    assert HEALING_WATER not in t.me.pouches
    t.play(0, LeaveWaypoint())
    for _ in (DESTINATION, AFTER_MAIN):
        t.rejects(StartMove(), "MED-MOVE-10")
        t.rejects(CollectRemedy(POUCH), "MED-COLL-01")
        t.rejects(LeaveWaypoint(), "MED-COLL-12")
        if t.state.phase == DESTINATION:
            t.play(0, TakeMoney())


@pytest.mark.rule("MED-MOVE-01")
@pytest.mark.parametrize("seats", range(2, MAX_SEATS + 1))
def test_the_dial_of_a_later_seat_stays_down_until_its_own_turn(seats: int) -> None:
    t = table(seats).depart(2)
    assert t.view(0).players[1].destination == -1
    t.finish_turn()
    assert t.state.active_seat == 1
    assert t.view(0).players[1].destination == 5
