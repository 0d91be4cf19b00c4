"""The abilities that knowledge markers unlock (MED-KNOW)."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    BuyInstrument,
    CollectRemedy,
    DeclineDuelReward,
    DeliverLetter,
    DiscardRemedy,
    EndTurn,
    LeaveWaypoint,
    MeetMedicus,
    PlaceKnowledge,
    SellRemedy,
    ShiftRemedy,
    StartMove,
    TakeFavorCard,
    TakeMarketKnowledge,
    TakeMoney,
    TrainApprentice,
    UsePrivilege,
)
from engine_core.games.medico.events import IncomePaid, KnowledgePlaced, PrivilegeUsed, RecipeFulfilled
from engine_core.games.medico.vocabulary import (
    ABILITY,
    BOOK_SPACE_0,
    BOREDOM,
    BOTH_REWARDS,
    CHOOSE_DESTINATION,
    COURIER_1,
    COURIER_2,
    COURIERS_WAGE,
    DUEL_REWARD,
    EXTRA_POUCH,
    HAGGLING,
    HEALING_WATER,
    HERBS,
    JACK_OF_ALL_TRADES,
    LEECH,
    LUMINARY,
    MARIGOLD,
    OBOLUS,
    ONE_COIN,
    ONE_PRESTIGE,
    POUCH,
    PRIVILEGE,
    ROSE_QUARTZ,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import POUCHES, book, letter
from tests.engine.medico.table import Table, table


def able(*abilities: int, seats: int = 3) -> Table:
    """Seat 0 has these abilities."""
    t = table(seats)
    t.me.abilities = sum(1 << ability for ability in abilities)
    return t


def placing(markers: int = 1, t: Table | None = None) -> Table:
    """Seat 0 is to place collected markers at the end of its turn at place 2."""
    t = t or table()
    t.arrive(2).play(0, TakeMoney())
    t.me.collected_markers = markers
    return t.play(0, EndTurn())


@pytest.mark.rule("MED-KNOW-01", "MED-RUL-51")
@pytest.mark.parametrize("ability", range(len(ABILITY)))
def test_a_marker_unlocks_any_free_space_once(ability: int) -> None:
    assert len(ABILITY) == 11
    t = placing(2).play(0, PlaceKnowledge(ability))
    assert t.me.abilities == 1 << ability
    t.rejects(PlaceKnowledge(ability), "MED-KNOW-01")
    assert len(t.legal()) == 10


@pytest.mark.rule("MED-KNOW-02")
@pytest.mark.parametrize(("covered", "coins"), [({}, 3), ({0: LEECH}, 3), ({0: LEECH, 1: MARIGOLD}, 3)])
def test_haggling_pays_for_all_symbols_of_the_market(covered: dict[int, int], coins: int) -> None:
    t = able(HAGGLING).market_at(2, LEECH, MARIGOLD, HERBS, covered=covered)
    t.me.pouches = (HERBS,)
    t.arrive(2).play(0, SellRemedy(HERBS, 2))
    assert t.me.coins == coins


@pytest.mark.rule("MED-KNOW-02")
def test_haggling_pays_two_at_a_market_of_two_and_for_every_sale() -> None:
    t = able(HAGGLING).market_at(2, LEECH, HERBS)
    t.me.pouches = (LEECH, HERBS)
    t.arrive(2).play(0, SellRemedy(LEECH, 0), SellRemedy(HERBS, 1))
    assert t.me.coins == 4


@pytest.mark.rule("MED-KNOW-03")
@pytest.mark.parametrize(
    ("pair", "prestige", "points"), [((HEALING_WATER, LEECH), 1, 2), ((HEALING_WATER, HEALING_WATER), 2, 3)]
)
def test_luminary_scores_at_once_for_a_fulfilled_recipe(pair: tuple[int, int], prestige: int, points: int) -> None:
    t = able(LUMINARY).books(pair, covered=(pair[1], NONE))
    t.depart(2).play(0, StartMove(), CollectRemedy(BOOK_SPACE_0))
    assert (t.me.prestige, t.me.points) == (prestige, points)
    assert t.happened(RecipeFulfilled) == [RecipeFulfilled(seat=0, book=book(*pair), prestige=prestige, points=points)]


@pytest.mark.rule("MED-KNOW-04", "MED-RUL-45")
@pytest.mark.parametrize(("sold", "income"), [(1, 1), (2, 2), (3, 3)])
def test_obolus_pays_a_coin_per_remedy_sold_by_another(sold: int, income: int) -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS).put(2, apprentices=(1, 2))
    t.player(1).abilities = 1 << OBOLUS
    t.me.pouches = (MARIGOLD, LEECH, HERBS)
    t.arrive(2).play(0, *[SellRemedy((LEECH, MARIGOLD, HERBS)[space], space) for space in range(sold)])
    assert t.player(1).coins == income
    assert t.player(2).coins == 1


@pytest.mark.rule("MED-KNOW-05")
def test_obolus_pays_for_own_sales_only_beside_an_own_apprentice() -> None:
    t = able(OBOLUS).market_at(2, LEECH, HERBS).put(2, apprentices=(1,))
    t.me.pouches = (LEECH, HERBS)
    t.arrive(2).play(0, SellRemedy(LEECH, 0), SellRemedy(HERBS, 1))
    assert t.me.coins == 3
    beside = able(OBOLUS).market_at(2, LEECH, HERBS).put(2, apprentices=(1, 0))
    beside.me.pouches = (LEECH, HERBS)
    beside.arrive(2).play(0, SellRemedy(LEECH, 0), SellRemedy(HERBS, 1))
    assert beside.me.coins == 5


@pytest.mark.rule("MED-KNOW-04", "MED-KNOW-05")
def test_the_rulebook_s_obolus_example() -> None:
    """Red (seat 0) sells 2 remedies for 3 coins; Blue (seat 1) and Red have Obolus and an apprentice here: 2 coins each."""
    t = table().market_at(2, LEECH, HERBS).put(2, apprentices=(1, 0))
    t.me.abilities = t.player(1).abilities = 1 << OBOLUS
    t.me.pouches = (LEECH, HERBS)
    t.arrive(2).play(0, SellRemedy(LEECH, 0), SellRemedy(HERBS, 1))
    assert (t.me.coins, t.player(1).coins, t.player(2).coins) == (3 + 2, 2, 0)
    assert sorted(event.seat for event in t.happened(IncomePaid)) == [0, 0, 1, 1]


@pytest.mark.rule("MED-KNOW-06", "MED-RUL-53")
def test_courier_s_wage_pays_at_once_and_both_for_every_later_letter() -> None:
    t = placing()
    before = t.me.coins
    t.play(0, PlaceKnowledge(COURIERS_WAGE))
    assert (t.me.coins - before, t.me.prestige) == (1, 1)
    assert t.happened(KnowledgePlaced) == [
        KnowledgePlaced(seat=0, ability=COURIERS_WAGE, prestige=1, coins=1, points=0)
    ]
    wage = able(COURIERS_WAGE)
    wage.me.letters = (letter(5, 2),)
    wage.arrive(2)
    wage.rejects(DeliverLetter(ONE_COIN), "MED-KNOW-06")
    wage.rejects(DeliverLetter(ONE_PRESTIGE), "MED-KNOW-06")
    wage.play(0, DeliverLetter(BOTH_REWARDS))
    assert (wage.me.coins, wage.me.prestige) == (1, 1)


def jack(*abilities: int, coins: int = 20) -> Table:
    """Seat 0 took money in its turn and has won the duel at place 3."""
    t = able(*abilities).prestige({0: 9})
    t.arrive(3).play(0, TakeMoney())
    t.me.coins = coins
    t.finish_round()
    assert t.state.phase == DUEL_REWARD
    return t


@pytest.mark.rule("MED-KNOW-07")
def test_jack_of_all_trades_carries_out_every_other_type_once_in_any_order() -> None:
    t = jack(JACK_OF_ALL_TRADES).play(0, BuyInstrument(0))
    assert t.state.phase == DUEL_REWARD
    prestige = t.me.prestige
    for action in (TakeMoney(), BuyInstrument(1)):
        t.rejects(action, "MED-DUEL-06", "MED-KNOW-07")
    t.play(0, TrainApprentice())
    assert t.state.phase == DUEL_REWARD
    t.play(0, TakeFavorCard())
    assert t.state.phase == CHOOSE_DESTINATION
    assert t.me.prestige == prestige + 2 - 1, "the training's prestige, and one lost once, after the last"
    assert jack().play(0, BuyInstrument(0)).state.phase == CHOOSE_DESTINATION


@pytest.mark.rule("MED-KNOW-07")
def test_jack_of_all_trades_may_stop_early() -> None:
    t = jack(JACK_OF_ALL_TRADES).play(0, TakeFavorCard())
    assert t.me.prestige == 9
    t.play(0, DeclineDuelReward())
    assert t.state.phase == CHOOSE_DESTINATION
    assert t.me.prestige == 8


@pytest.mark.rule("MED-KNOW-08", "MED-RUL-01")
@pytest.mark.parametrize("start", range(7))
def test_privilege_takes_the_remedy_of_the_opposite_path_into_an_empty_pouch(start: int) -> None:
    t = able(PRIVILEGE)
    t.me.place = start
    t.depart((start + 1) % 7).play(0, UsePrivilege())
    assert t.me.pouches == ((start + 3) % 7,)
    assert t.happened(PrivilegeUsed) == [PrivilegeUsed(seat=0, remedy=(start + 3) % 7)]


@pytest.mark.rule("MED-KNOW-08")
def test_privilege_needs_the_ability_an_empty_pouch_and_the_start_of_the_turn() -> None:
    table().depart(2).rejects(UsePrivilege(), "MED-KNOW-08")
    full = able(PRIVILEGE)
    full.me.pouches = (LEECH,) * POUCHES
    full.depart(2).rejects(UsePrivilege(), "MED-KNOW-08")
    full.play(0, DiscardRemedy(LEECH))
    assert full.offers(UsePrivilege())
    full.play(0, StartMove())
    assert not full.offers(UsePrivilege())


@pytest.mark.rule("MED-KNOW-09")
def test_privilege_goes_to_a_pouch_only_and_once_per_turn() -> None:
    t = able(PRIVILEGE).books((ROSE_QUARTZ, ROSE_QUARTZ))
    t.depart(2).play(0, UsePrivilege())
    assert (t.me.pouches, t.me.book_covered) == ((ROSE_QUARTZ,), (NONE, NONE))
    t.rejects(UsePrivilege(), "MED-KNOW-09")
    t.arrive_next(4)
    t.next_round().turn_of_seat_0(2)
    assert t.offers(UsePrivilege())


@pytest.mark.rule("MED-KNOW-10", "MED-RUL-53")
def test_boredom_scores_four_points_at_once() -> None:
    t = placing().play(0, PlaceKnowledge(BOREDOM))
    assert t.me.points == 4
    assert t.happened(KnowledgePlaced) == [KnowledgePlaced(seat=0, ability=BOREDOM, prestige=0, coins=0, points=4)]


@pytest.mark.rule("MED-KNOW-12")
def test_there_are_two_courier_spaces() -> None:
    t = placing(2).play(0, PlaceKnowledge(COURIER_1), PlaceKnowledge(COURIER_2))
    assert t.me.abilities == 1 << COURIER_1 | 1 << COURIER_2


@pytest.mark.rule("MED-KNOW-13", "MED-SET-20")
def test_the_extra_pouch_holds_one_remedy_from_its_placement_on() -> None:
    t = able()
    t.me.pouches = (LEECH,) * POUCHES
    t.depart(2).play(0, StartMove()).rejects(CollectRemedy(POUCH), "MED-COLL-04")
    wide = able(EXTRA_POUCH)
    wide.me.pouches = (LEECH,) * POUCHES
    wide.depart(2).play(0, StartMove(), CollectRemedy(POUCH), LeaveWaypoint())
    assert len(wide.me.pouches) == POUCHES + 1
    wide.rejects(CollectRemedy(POUCH), "MED-COLL-04")
    placed = placing().play(0, PlaceKnowledge(EXTRA_POUCH))
    placed.me.pouches = (LEECH,) * POUCHES
    placed.next_round().turn_of_seat_0(4)
    placed.play(0, StartMove())
    assert placed.offers(CollectRemedy(POUCH))


@pytest.mark.rule("MED-KNOW-14")
def test_with_the_extra_pouch_remedies_move_from_pouches_onto_matching_open_symbols_only() -> None:
    t = able(EXTRA_POUCH).books((HERBS, MARIGOLD), (LEECH, HERBS), covered=(NONE, LEECH))
    t.me.pouches = (LEECH, HERBS)
    t.depart(2)
    t.rejects(ShiftRemedy(LEECH, 0), "MED-KNOW-14")
    t.rejects(ShiftRemedy(LEECH, 1), "MED-KNOW-14", "MED-COLL-11")
    t.rejects(ShiftRemedy(MARIGOLD, 0), "MED-KNOW-14")
    t.play(0, ShiftRemedy(HERBS, 1))
    assert t.me.fulfilled_books == (book(LEECH, HERBS),)
    assert (t.player(0).pouches, t.player(0).prestige) == ((LEECH,), 1)
    assert t.me.book_covered == (NONE, NONE)


@pytest.mark.rule("MED-RUL-51")
def test_eleven_markers_are_the_most() -> None:
    t = able(*range(10)).market_at(2, LEECH, HERBS).put(2, knowledge_markers=2)
    t.me.pouches = (LEECH,)
    t.me.coins = 9
    t.state.medicus_place = 2
    t.arrive(2).play(0, SellRemedy(LEECH, 0), TakeMarketKnowledge())
    t.rejects(TakeMarketKnowledge(), "MED-RUL-51")
    t.rejects(MeetMedicus(), "MED-RUL-51")
    assert t.me.collected_markers == 1
