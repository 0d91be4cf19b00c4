"""Rulings on the turn, its waypoints and what stands where (MED-RUL-03 to 14)."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    BuyRecipeBook,
    CollectRemedy,
    DeliverLetter,
    LeaveWaypoint,
    MeetMedicus,
    PlayEarlyBird,
    PlayFreeDecision,
    PlayFriendlyGift,
    SellRemedy,
    SetDestination,
    StartMove,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
    UsePrivilege,
)
from engine_core.games.medico.events import IncomePaid, NeutralRemedyPlaced, NeutralSurgeonMoved
from engine_core.games.medico.vocabulary import (
    DEPART,
    EARLY_BIRD,
    FREE_DECISION,
    FRIENDLY_GIFT,
    HERBS,
    LEECH,
    MARIGOLD,
    ONE_COIN,
    POUCH,
    PRIVILEGE,
    WAYPOINT,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import letter
from tests.engine.medico.table import NEUTRAL_HOME, Table, table


@pytest.mark.rule("MED-RUL-03")
@pytest.mark.parametrize("place", [0, 1, 2])
def test_sale_letter_book_and_medicus_belong_to_the_destination_alone(place: int) -> None:
    """Walking from 0 over 1 and 2 to 3 with everything possible at ``place``: never offered, until it is the destination."""
    wanted = (SellRemedy(LEECH, 0), DeliverLetter(ONE_COIN), BuyRecipeBook(), MeetMedicus())

    def ready(to: int) -> Table:
        t = table().market_at(place, LEECH, HERBS)
        t.me.pouches = (LEECH,)
        t.me.coins = 5
        t.me.letters = (letter((place + 1) % 7, place),)
        t.state.medicus_place = place
        t.put(3, book_stack=())
        return t.depart(to)

    t = ready(3)
    seen = [t.state.phase]
    while t.state.phase in (DEPART, WAYPOINT):
        assert not [action for action in wanted if t.offers(action)]
        t.play(0, StartMove() if t.state.phase == DEPART else LeaveWaypoint())
        seen.append(t.state.phase)
    assert seen.count(WAYPOINT) == 3
    assert not [action for action in wanted if t.offers(action)]
    if place:
        arrived = ready(place).walk()
        assert [action for action in wanted if arrived.offers(action)] == list(wanted)


@pytest.mark.rule("MED-RUL-05")
def test_side_actions_are_interleaved_and_all_precede_the_main_action() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS)
    t.me.pouches = (MARIGOLD, LEECH, HERBS)
    t.me.letters = (letter(5, 2),)
    t.arrive(2)
    t.play(0, SellRemedy(LEECH, 0), BuyRecipeBook(), SellRemedy(HERBS, 2), DeliverLetter(ONE_COIN))
    assert t.me.coins == 3 - 1 + 2 + 1
    t.play(0, TakeMoney()).rejects(SellRemedy(MARIGOLD, 1), "MED-MOVE-09")


@pytest.mark.rule("MED-RUL-07")
def test_a_place_left_earlier_may_be_chosen_again() -> None:
    t = table().arrive(2)
    t.next_round()
    assert t.me.place == 2
    t.play(0, SetDestination(0))
    t.rejects(SetDestination(2), "MED-ROUND-04", "MED-RUL-08")
    again = table().arrive(2).next_round()
    again.rejects(SetDestination(2), "MED-ROUND-05")


@pytest.mark.rule("MED-RUL-09")
def test_what_precedes_the_first_step_comes_in_any_order_and_the_first_step_closes_it() -> None:
    steps = {
        "privilege": (UsePrivilege(),),
        "early bird": (PlayEarlyBird(), TakeMoney()),
        "gift": (PlayFriendlyGift(),),
        "longer way": (PlayFreeDecision(),),
    }
    results: set[tuple[object, ...]] = set()
    for order in permutations(steps):
        t = table()
        t.me.favors = (EARLY_BIRD, EARLY_BIRD, FRIENDLY_GIFT, FREE_DECISION, FREE_DECISION)
        t.me.abilities = 1 << PRIVILEGE
        t.player(1).place = 0
        t.depart(2, 5)
        for name in order:
            t.play(0, *steps[name])
            assert t.state.phase == DEPART
        me = t.player(0)
        results.add((me.coins, me.pouches, me.favors, t.state.turn.free_decision))
        t.play(0, StartMove())
        assert not [action for name in steps for action in steps[name] if t.offers(action)]
    assert results == {(4, (3,), (EARLY_BIRD, FREE_DECISION), True)}


@pytest.mark.rule("MED-RUL-10")
def test_figures_never_block_each_other() -> None:
    t = table()
    t.player(1).coins = t.me.coins = 5
    t.arrive(3, 3).play(0, TrainApprentice()).finish_turn()
    t.walk(1)
    assert t.state.medicus_place == t.me.place == t.player(1).place == 3
    t.play(1, TrainApprentice())
    assert t.place(3).apprentices == (0, 1)
    for action in (TakeMoney(), TakeFavorCard(), BuyInstrument(0), BuyBothInstruments(0)):
        t = table()
        t.player(1).coins = t.me.coins = 5
        t.player(2).place = 2
        t.arrive(2, 2).play(0, action).finish_turn()
        t.walk(1).play(1, action)
        assert t.me.main_actions == t.player(1).main_actions, "the same place, the same area"


@pytest.mark.rule("MED-RUL-11")
def test_who_is_present_is_judged_at_the_moment_of_the_action() -> None:
    t = table()
    t.me.coins = 5
    t.me.favors = (FRIENDLY_GIFT,)
    t.arrive(4, 0)
    assert t.player(1).place == 4, "has not taken its turn yet"
    assert t.offers(PlayFriendlyGift())
    assert t.offers(BuyBothInstruments(0))
    t.finish_turn()
    t.walk(1)
    t.player(1).favors = (FRIENDLY_GIFT,)
    t.player(1).coins = 5
    assert t.player(1).place == 0
    assert not t.offers(PlayFriendlyGift(), seat=1), "seat 0 has left place 0"
    assert not t.offers(BuyBothInstruments(0), seat=1)


@pytest.mark.rule("MED-RUL-14", "MED-RUL-47")
@pytest.mark.parametrize("market_there", [True, False])
def test_the_neutral_surgeon_may_draw_its_own_place_and_needs_no_market_to_move(market_there: bool) -> None:
    t = table(2).put(NEUTRAL_HOME, apprentices=(0,))
    t.state.neutral_deck = (NEUTRAL_HOME, 0, 1, 2, 3, 4, 5)
    if market_there:
        t.market_at(NEUTRAL_HOME, LEECH, MARIGOLD, HERBS)
    else:
        t.no_market_at(NEUTRAL_HOME)
        t.state.market_supply = ()
    t.dials(2, 5).next_round()
    assert t.state.neutral_place == NEUTRAL_HOME
    assert t.state.neutral_prestige == 4
    assert t.happened(NeutralSurgeonMoved) == [NeutralSurgeonMoved(place=NEUTRAL_HOME)]
    if market_there:
        assert t.place(NEUTRAL_HOME).market_remedies == (LEECH, NONE, NONE)
        assert t.me.coins == 2 + 1
    else:
        assert t.happened(NeutralRemedyPlaced) == t.happened(IncomePaid) == []
        assert t.me.coins == 2


@pytest.mark.rule("MED-RUL-54")
def test_privilege_is_offered_after_the_dial_is_revealed_and_looks_from_the_start_place() -> None:
    t = table()
    t.me.abilities = 1 << PRIVILEGE
    t.me.place = 1
    assert not t.offers(UsePrivilege())
    t.depart(6)
    assert t.offers(UsePrivilege())
    t.play(0, UsePrivilege())
    assert t.me.pouches == (4,), "opposite of place 1, wherever the surgeon goes"
    t.play(0, StartMove())
    assert not t.offers(UsePrivilege())
    assert t.offers(CollectRemedy(POUCH))
