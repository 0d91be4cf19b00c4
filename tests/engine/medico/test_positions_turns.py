"""Positions in which several rules meet: the way, storage, letters, main actions and cards of one turn. Every number was reckoned from
the rulebook."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    BuyRecipeBook,
    CollectRemedy,
    DeclineDuelReward,
    DeliverLetter,
    DiscardRemedy,
    EndTurn,
    LeaveWaypoint,
    MeetMedicus,
    PlaceKnowledge,
    PlayEarlyBird,
    PlayFreeDecision,
    PlayFriendlyGift,
    PlayIndividualPath,
    PlayOptimalCondition,
    PlayRichFind,
    ShiftRemedy,
    StartMove,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
    UsePrivilege,
)
from engine_core.games.medico.vocabulary import (
    BOTH_REWARDS,
    COURIERS_WAGE,
    DESTINATION,
    DUEL_REWARD,
    EARLY_BIRD,
    EXTRA_POUCH,
    FREE_DECISION,
    FRIENDLY_GIFT,
    HERBS,
    INDIVIDUAL_PATH,
    LEECH,
    LUMINARY,
    MARIGOLD,
    NEUTRAL,
    ONE_COIN,
    ONE_PRESTIGE,
    OPTIMAL_CONDITION,
    POUCH,
    PRIVILEGE,
    RICH_FIND,
    ROD_DIFFERENT_INSTRUMENTS,
    ROD_KNOWLEDGE_MARKERS,
    ROD_LETTERS,
    ROD_PRESTIGE,
    ROSE_QUARTZ,
    WAYPOINT,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import (
    APPRENTICE_PRESTIGE,
    COLUMN_COINS,
    COLUMN_PRESTIGE,
    POUCHES,
    SPACE_COSTS,
    book,
    letter,
)
from tests.engine.medico.table import Table, table

# -- the way and what is collected on it -----------------------------------------------------------------------------------------


def test_a_rich_find_completes_two_books_and_fills_every_pouch() -> None:
    t = table()
    t.books((MARIGOLD, MARIGOLD), (LEECH, MARIGOLD), covered=(NONE, LEECH))
    t.me.favors, t.me.abilities = (RICH_FIND,), 1 << LUMINARY
    t.depart(2).play(0, StartMove(), LeaveWaypoint(), CollectRemedy(1), PlayRichFind(), CollectRemedy(1))
    assert (t.me.prestige, t.me.points) == (2, 3)
    t.play(0, CollectRemedy(2)).rejects(CollectRemedy(2), "MED-COLL-03")
    assert (t.me.prestige, t.me.points, t.me.books) == (2 + 1, 3 + 2, (NONE, NONE))
    t.play(0, *[CollectRemedy(POUCH)] * POUCHES).rejects(CollectRemedy(POUCH), "MED-COLL-04")
    assert t.me.pouches == (MARIGOLD,) * POUCHES
    assert t.me.fulfilled_books == (book(MARIGOLD, MARIGOLD), book(LEECH, MARIGOLD))


def test_a_rich_find_goes_through_the_extra_pouch_onto_a_book() -> None:
    t = table()
    t.books((MARIGOLD, MARIGOLD))
    t.me.favors, t.me.abilities, t.me.pouches = (RICH_FIND,), 1 << EXTRA_POUCH, (LEECH,) * (POUCHES + 1)
    t.depart(2).play(0, StartMove(), LeaveWaypoint(), PlayRichFind()).rejects(CollectRemedy(POUCH), "MED-COLL-02")
    t.play(0, DiscardRemedy(LEECH), CollectRemedy(POUCH), ShiftRemedy(MARIGOLD, 0), CollectRemedy(POUCH))
    t.rejects(DiscardRemedy(MARIGOLD), "MED-RUL-56").play(0, ShiftRemedy(MARIGOLD, 0), CollectRemedy(POUCH))
    assert (t.me.prestige, t.me.fulfilled_books) == (2, (book(MARIGOLD, MARIGOLD),))
    assert sorted(t.me.pouches) == [MARIGOLD] + [LEECH] * POUCHES
    t.play(0, LeaveWaypoint(), DiscardRemedy(MARIGOLD))
    assert t.me.pouches == (LEECH,) * POUCHES


def test_a_book_fulfilled_on_the_way_makes_room_for_one_book_at_the_destination() -> None:
    t = table()
    t.books((HERBS, HERBS), (MARIGOLD, LEECH), covered=(HERBS, LEECH))
    t.me.coins = 2
    t.depart(2).play(0, StartMove(), LeaveWaypoint(), CollectRemedy(2), LeaveWaypoint())
    assert (t.state.phase, t.me.prestige, t.me.book_covered) == (DESTINATION, 1, (HERBS, NONE))
    shown = t.place(2).book_stack[0]
    t.play(0, BuyRecipeBook()).rejects(BuyRecipeBook(), "MED-RUL-06")
    assert (t.me.coins, t.me.books) == (1, (book(HERBS, HERBS), shown))


def test_privilege_and_the_longer_way_bring_the_opposite_remedy_twice() -> None:
    t = table()
    t.me.abilities, t.me.favors, t.me.pouches = 1 << PRIVILEGE, (FREE_DECISION,), (LEECH,) * POUCHES
    t.depart(4).rejects(UsePrivilege(), "MED-KNOW-08")
    t.play(0, DiscardRemedy(LEECH), UsePrivilege(), PlayFreeDecision()).rejects(UsePrivilege(), "MED-KNOW-09")
    t.play(0, StartMove())
    crossed = [t.state.turn.waypoint]
    for _ in range(3):
        t.play(0, LeaveWaypoint())
        crossed.append(t.state.turn.waypoint)
    assert crossed == [0, 1, 2, 3], "from place 0 to place 4 the shorter way has three paths, the longer four"
    t.play(0, DiscardRemedy(LEECH), CollectRemedy(POUCH), LeaveWaypoint())
    assert (t.state.phase, t.me.place) == (DESTINATION, 4)
    assert t.me.pouches == (LEECH,) * (POUCHES - 2) + (ROSE_QUARTZ,) * 2


@pytest.mark.parametrize("path_first", [True, False])
def test_individual_path_and_free_decision_walk_the_longer_way_to_the_new_destination(path_first: bool) -> None:
    t = table()
    t.player(1).favors = (INDIVIDUAL_PATH, FREE_DECISION)
    t.dials(2, 2).walk().finish_turn()
    cards = (PlayIndividualPath(5), PlayFreeDecision())
    t.play(1, *(cards if path_first else cards[::-1]), StartMove())
    crossed = []
    while t.state.phase == WAYPOINT:
        crossed.append(t.state.turn.waypoint)
        t.play(1, LeaveWaypoint())
    assert crossed == [3, 2, 1, 0, 6, 5], "from place 4 counter-clockwise to place 5"
    assert (t.player(1).place, t.player(1).favors) == (5, ())


def test_a_destination_changed_by_the_card_counts_for_those_who_come_later() -> None:
    t = table(4)
    for seat in range(4):
        t.player(seat).favors = (INDIVIDUAL_PATH,)
    t.dials(1, 1, 2, 1).rejects(PlayIndividualPath(3), "MED-RUL-63").finish_turn()
    t.play(1, PlayIndividualPath(2)).finish_turn()
    t.rejects(PlayIndividualPath(5), "MED-FAV-1", seat=2).rejects(PlayIndividualPath(2), "MED-FAV-1", seat=2)
    t.play(2, PlayIndividualPath(1)).finish_turn()
    assert t.offers(PlayIndividualPath(2), seat=3), "seats 0 and 2 go to place 1"
    assert [player.place for player in t.state.players] == [1, 2, 1, 6]


# -- letters ---------------------------------------------------------------------------------------------------------------------


def test_after_the_last_letter_the_target_is_none_for_the_rest_of_the_game() -> None:
    t = table().put(2, letter_stack=(letter(2, 5),))
    t.me.letters, t.me.abilities = (letter(0, 2),), 1 << COURIERS_WAGE
    t.player(1).letters = (letter(4, 2),)
    t.arrive(2, 2).rejects(DeliverLetter(ONE_COIN), "MED-KNOW-06").play(0, DeliverLetter(BOTH_REWARDS)).finish_turn()
    assert (t.player(0).coins, t.player(0).prestige, t.player(0).letters) == (1 + 2, 1, (letter(0, 2), letter(2, 5)))
    t.walk(1).play(1, DeliverLetter(ONE_COIN)).rejects(DeliverLetter(ONE_COIN), "MED-RUL-32", seat=1).finish_turn()
    assert (t.player(1).coins, t.player(1).letters, t.place(2).letter_stack) == (1 + 2, (letter(4, 2),), ())
    for others, destination in ((5, 1), (6, 2)):
        t.next_round().dials(others, destination)
        while t.state.active_seat != 1:
            t.finish_turn()
        t.walk(1).rejects(DeliverLetter(ONE_PRESTIGE), "MED-RUL-32", seat=1)


def test_one_delivery_completes_two_conditions() -> None:
    t = table().prestige({0: 14})
    t.me.letters = (letter(1, 0), letter(3, 0), letter(4, 0), letter(5, 0), letter(6, 2))
    t.arrive(2).play(0, DeliverLetter(ONE_PRESTIGE), TakeMoney())
    assert (len(t.me.letters), t.me.prestige, t.me.gold_rods) == (6, 15, 0)
    t.play(0, EndTurn())
    assert t.me.gold_rods == 1 << ROD_LETTERS | 1 << ROD_PRESTIGE


def test_a_marker_collected_before_the_letter_pays_for_the_next_letter_only() -> None:
    t = table()
    t.me.letters, t.me.coins = (letter(0, 3),), 2
    t.arrive(3).play(0, MeetMedicus()).rejects(DeliverLetter(BOTH_REWARDS), "MED-LET-02")
    t.play(0, DeliverLetter(ONE_COIN), TakeMoney(), EndTurn(), PlaceKnowledge(COURIERS_WAGE))
    assert (t.me.coins, t.me.prestige) == (0 + 1 + 2 + 1, 1)
    target = (3 + 1) % 7
    assert t.me.letters[-1] == letter(3, target)
    t.arrive_next(target).play(0, DeliverLetter(BOTH_REWARDS))
    assert t.me.prestige == 2


# -- main actions and cards ------------------------------------------------------------------------------------------------------


def test_a_chain_of_early_birds_leaves_one_type_for_the_reward() -> None:
    t = table().put(0, favor_stack=(EARLY_BIRD, RICH_FIND))
    t.me.favors, t.me.coins = (EARLY_BIRD,), SPACE_COSTS[0]
    t.depart(3).play(0, PlayEarlyBird(), TakeFavorCard(), PlayEarlyBird(), TrainApprentice())
    assert (t.player(0).favors, t.player(0).coins, t.player(0).prestige) == ((), 0, APPRENTICE_PRESTIGE[1])
    assert t.me.prestige == t.state.medicus_prestige, "the marker that moved later lies higher"
    t.walk().play(0, TakeMoney()).finish_round()
    assert t.state.phase == DUEL_REWARD
    assert t.legal() == [BuyInstrument(0), BuyInstrument(1), DeclineDuelReward()]
    t.rejects_kinds((TakeMoney, TakeFavorCard, TrainApprentice), "MED-DUEL-06")
    t.rejects(BuyBothInstruments(0), "MED-MAIN-13").play(0, BuyInstrument(0))
    assert t.me.coins == 2 - 1 + COLUMN_COINS[0]


def test_early_bird_beside_a_surgeon_that_has_not_moved_yet_sells_both_instruments() -> None:
    t = table()
    t.me.favors, t.me.coins = (EARLY_BIRD,), 6
    t.player(1).place = 0
    t.depart(1, 2).play(0, PlayEarlyBird(), BuyBothInstruments(1))
    assert (t.me.instruments, t.me.instrument_counts) == ((3, 0), (1, 1))
    assert t.me.coins == 6 - 3 + COLUMN_COINS[0] + COLUMN_COINS[1]
    assert t.me.prestige == COLUMN_PRESTIGE[0] + COLUMN_PRESTIGE[1]
    t.walk().rejects(BuyBothInstruments(0), "MED-MAIN-11")


def test_friendly_gifts_at_the_start_and_at_the_destination_pay_for_both_instruments() -> None:
    t = table()
    t.me.favors = (FRIENDLY_GIFT,) * 2
    t.player(1).place = 0
    t.state.medicus_place = t.state.medicus_start = 0
    t.depart(5).play(0, PlayFriendlyGift())
    assert t.me.coins == 2 * 2
    t.play(0, StartMove()).rejects(PlayFriendlyGift(), "MED-FAV-4").play(0, LeaveWaypoint(), LeaveWaypoint())
    t.play(0, PlayFriendlyGift(), BuyBothInstruments(0))
    assert t.me.coins == 2 * 2 + 2 * 1 - 3 + COLUMN_COINS[0] + COLUMN_COINS[1]
    assert t.player(0).favors == ()


def test_two_instruments_of_one_new_kind_share_a_column_and_count_as_one_kind() -> None:
    t = table().put(3, instrument_stacks=((6,), (6,)))
    t.me.instruments, t.me.instrument_counts, t.me.coins = (0, 1, 2, 3), (1, 1, 1, 1), 3
    t.arrive(3).play(0, BuyBothInstruments(0))
    assert (t.player(0).instruments, t.player(0).instrument_counts) == ((0, 1, 2, 3, 6), (1, 1, 1, 1, 2))
    assert (t.me.coins, t.me.prestige) == (2 * COLUMN_COINS[4], 2 * COLUMN_PRESTIGE[4])
    t.play(0, EndTurn())
    assert t.me.gold_rods & 1 << ROD_DIFFERENT_INSTRUMENTS == 0, "five kinds in six pieces"


def test_neutral_apprentices_make_training_dearer_and_fill_the_place() -> None:
    t = table().put(2, apprentices=(NEUTRAL, NEUTRAL))
    t.me.coins = SPACE_COSTS[2]
    t.arrive(2, 2).play(0, TrainApprentice()).finish_turn()
    assert (t.me.coins, t.place(2).apprentices) == (0, (NEUTRAL, NEUTRAL, 0))
    t.put(2, apprentices=(NEUTRAL, NEUTRAL, 0, 2, 3)[: len(SPACE_COSTS)])
    t.player(1).coins = 99
    t.walk(1).rejects(TrainApprentice(), "MED-RUL-59", seat=1)


def test_the_medicus_is_met_where_he_stands_now_and_not_where_he_stood() -> None:
    t = table().dials().next_round()
    assert t.state.medicus_place == 4
    t.me.coins = 2
    Table(t.position.clone()).turn_of_seat_0(3).walk().rejects(MeetMedicus(), "MED-MEDICUS-02")
    t.turn_of_seat_0(4).walk().play(0, MeetMedicus())
    assert (t.me.coins, t.me.collected_markers) == (0, 1)


# -- end of the turn -------------------------------------------------------------------------------------------------------------


def test_luminary_placed_now_pays_for_the_next_recipe_only() -> None:
    t = table()
    t.books((MARIGOLD, LEECH), (HERBS, HERBS), covered=(LEECH, HERBS))
    t.depart(2).play(0, StartMove(), LeaveWaypoint(), CollectRemedy(1), LeaveWaypoint(), TakeMoney())
    t.me.collected_markers = 1
    t.play(0, EndTurn(), PlaceKnowledge(LUMINARY))
    assert (t.me.prestige, t.me.points) == (1, 0)
    t.next_round().turn_of_seat_0(6)
    t.me.pouches, t.me.abilities = (HERBS,), t.me.abilities | 1 << EXTRA_POUCH
    t.play(0, ShiftRemedy(HERBS, 1))
    assert (t.me.prestige, t.me.points) == (1 + 2, 3)


def extra_pouch_placed() -> Table:
    """Seat 0 has full pouches and has just unlocked Privilege and the extra pouch."""
    t = table()
    t.me.pouches = (LEECH,) * POUCHES
    t.arrive(2).play(0, TakeMoney())
    t.me.collected_markers = 2
    return t.play(0, EndTurn(), PlaceKnowledge(PRIVILEGE), PlaceKnowledge(EXTRA_POUCH))


def test_privilege_fills_the_extra_pouch_at_the_start_of_the_next_turn() -> None:
    t = extra_pouch_placed().next_round().turn_of_seat_0(3).play(0, UsePrivilege())
    opposite = t.place((2 + 3) % 7).path_remedy
    assert sorted(t.me.pouches) == sorted([LEECH] * POUCHES + [opposite])


def test_favor_3_between_two_placements_takes_the_rod_and_the_check_takes_no_second() -> None:
    t = table()
    t.me.favors, t.me.abilities = (OPTIMAL_CONDITION,) * 2, 0b111
    t.arrive(2).play(0, TakeMoney())
    t.me.collected_markers = 2
    t.play(0, EndTurn()).rejects(PlayOptimalCondition(ROD_KNOWLEDGE_MARKERS), "MED-FAV-3")
    t.play(0, PlaceKnowledge(EXTRA_POUCH), PlayOptimalCondition(ROD_KNOWLEDGE_MARKERS))
    assert t.me.gold_rods == 1 << ROD_KNOWLEDGE_MARKERS
    t.rejects(PlayOptimalCondition(ROD_KNOWLEDGE_MARKERS), "MED-ROD-03").rejects(EndTurn(), "MED-RUL-52")
    t.play(0, PlaceKnowledge(PRIVILEGE))
    assert (t.me.abilities.bit_count(), t.me.silver_rods, t.state.active_seat) == (5, 0, 1)
    assert t.player(0).favors == (OPTIMAL_CONDITION,)
    assert t.state.silver_rods_left >> ROD_KNOWLEDGE_MARKERS & 1


def test_favor_3_takes_the_last_rod_from_the_player_who_reaches_the_condition_later_this_round() -> None:
    t = table().prestige({1: 15, 0: 14})
    t.state.gold_rods_left &= ~(1 << ROD_PRESTIGE)
    t.me.favors = (OPTIMAL_CONDITION,)
    t.depart(2).play(0, PlayOptimalCondition(ROD_PRESTIGE)).finish_turn().finish_turn()
    assert (t.me.silver_rods, t.player(1).silver_rods, t.player(1).gold_rods) == (1 << ROD_PRESTIGE, 0, 0)
    t.prestige({0: 15}).next_round()
    assert (t.me.gold_rods, t.me.silver_rods) == (0, 1 << ROD_PRESTIGE)
