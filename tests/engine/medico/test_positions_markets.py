"""Positions in which several rules meet: markets, sales, income and knowledge markers. Every number was reckoned from the rulebook."""

from __future__ import annotations

from engine_core.games.medico.actions import (
    DiscardRemedy,
    EndTurn,
    FinishLongFingers,
    MeetMedicus,
    PlaceKnowledge,
    PlayGreatDemand,
    PlayLongFingers,
    SellRemedy,
    TakeFromMarket,
    TakeMarketKnowledge,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.events import IncomePaid, KnowledgePlaced, NeutralRemedyPlaced, RemedySold
from engine_core.games.medico.vocabulary import (
    BOREDOM,
    COURIERS_WAGE,
    END_OF_TURN,
    GREAT_DEMAND,
    HAGGLING,
    HERBS,
    LEECH,
    LONG_FINGERS,
    LONG_FINGERS_PHASE,
    MANDRAKE,
    MARIGOLD,
    NEUTRAL,
    OBOLUS,
    POUCH,
    ROD_PRESTIGE,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import APPRENTICE_PRESTIGE, SPACE_COSTS, book, market
from tests.engine.medico.table import table

ALL_SPACES = (1 << 11) - 1


def test_a_market_completed_in_the_turn_closes_it_to_great_demand_and_leaves_long_fingers_two_points() -> None:
    t = table().market_at(2, HERBS, MARIGOLD).market_at(2, LEECH, HERBS, covered={0: LEECH})
    t.me.pouches = t.player(1).pouches = (HERBS, HERBS)
    t.me.favors = (LONG_FINGERS, GREAT_DEMAND)
    t.arrive(2, 2).play(0, SellRemedy(HERBS, 1))
    assert (t.me.coins, t.me.markets) == (1, (market(LEECH, HERBS),))
    assert t.place(2).market_stack[0] == market(HERBS, MARIGOLD)
    assert t.place(2).market_remedies == (NONE, NONE)
    t.rejects(SellRemedy(HERBS, 0), "MED-RUL-39").rejects(PlayGreatDemand(HERBS, 1), "MED-RUL-39")
    t.play(0, TakeMoney()).rejects(PlayGreatDemand(HERBS, 1), "MED-RUL-39")
    t.play(0, PlayLongFingers())
    assert t.legal() == [DiscardRemedy(HERBS), FinishLongFingers()]
    t.rejects(TakeFromMarket(0, POUCH), "MED-FAV-5").play(0, FinishLongFingers(), EndTurn())
    assert (t.player(0).coins, t.player(0).points, t.player(0).favors) == (3, 2, (GREAT_DEMAND,))
    t.walk(1).play(1, SellRemedy(HERBS, 0))
    assert t.player(1).coins == 2, "for the next player the new market is open"


def test_a_great_demand_after_the_main_action_completes_the_market_and_opens_its_markers() -> None:
    t = table().market_at(2, LEECH, HERBS, covered={0: LEECH}).put(2, knowledge_markers=2)
    t.me.pouches, t.me.favors = (MANDRAKE,), (GREAT_DEMAND,)
    t.arrive(2).play(0, TakeMoney()).rejects(TakeMarketKnowledge(), "MED-SELL-11")
    t.play(0, PlayGreatDemand(MANDRAKE, 1))
    assert (t.me.coins, t.me.markets) == (2 + 1, (market(LEECH, HERBS),))
    t.play(0, TakeMarketKnowledge(), EndTurn())
    assert t.state.phase == END_OF_TURN
    t.play(0, PlaceKnowledge(BOREDOM))
    assert (t.me.points, t.place(2).knowledge_markers, t.state.active_seat) == (4, 1, 1)


def test_long_fingers_free_a_space_and_raise_what_the_next_sale_pays() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS, covered={0: LEECH, 1: MARIGOLD})
    t.me.pouches, t.me.favors = (MANDRAKE,), (LONG_FINGERS, GREAT_DEMAND)
    t.arrive(2).play(0, TakeMoney(), PlayLongFingers(), TakeFromMarket(0, POUCH), FinishLongFingers())
    assert t.player(0).pouches == (LEECH, MANDRAKE)
    t.rejects(SellRemedy(LEECH, 0), "MED-MOVE-09").play(0, PlayGreatDemand(LEECH, 2))
    assert t.me.coins == 2 + 2, "two spaces were free"
    assert t.place(2).market_remedies == (NONE, MARIGOLD, LEECH)
    assert t.me.markets == ()


def test_long_fingers_carried_out_exclude_a_sale_in_between() -> None:
    t = table().market_at(2, LEECH, HERBS, covered={0: LEECH})
    t.me.pouches, t.me.favors = (MANDRAKE,), (LONG_FINGERS, GREAT_DEMAND)
    t.arrive(2).play(0, TakeMoney(), PlayLongFingers()).rejects(PlayGreatDemand(MANDRAKE, 1), "MED-FAV-5")
    assert t.state.phase == LONG_FINGERS_PHASE


def test_a_piece_sold_by_great_demand_keeps_its_kind_for_whoever_takes_it() -> None:
    t = table().market_at(2, LEECH, HERBS)
    t.me.pouches, t.me.favors = (MANDRAKE,), (GREAT_DEMAND,)
    t.player(1).favors = (LONG_FINGERS,)
    t.books((LEECH, HERBS), (MANDRAKE, HERBS), covered=(NONE, HERBS), seat=1)
    t.arrive(2, 2).play(0, PlayGreatDemand(MANDRAKE, 0)).finish_turn()
    assert t.me.coins == 2 + 2
    t.walk(1).play(1, TakeMoney(), PlayLongFingers())
    t.rejects(TakeFromMarket(0, 1), "MED-COLL-03", seat=1).play(1, TakeFromMarket(0, 2))
    assert (t.player(1).prestige, t.player(1).fulfilled_books) == (1, (book(MANDRAKE, HERBS),))
    assert t.place(2).market_remedies == (NONE, NONE)


def test_great_demand_may_cover_another_space_although_the_own_symbol_is_free() -> None:
    t = table().market_at(2, LEECH, HERBS)
    t.me.pouches, t.me.favors = (LEECH, LEECH), (GREAT_DEMAND,)
    t.arrive(2).rejects(PlayGreatDemand(LEECH, 0), "MED-RUL-48")
    t.play(0, PlayGreatDemand(LEECH, 1), SellRemedy(LEECH, 0))
    assert (t.me.coins, t.me.markets) == (2 + 1, (market(LEECH, HERBS),))


def test_haggling_pays_for_all_symbols_in_a_great_demand_that_completes() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS, covered={0: LEECH, 1: MARIGOLD})
    t.me.pouches, t.me.favors, t.me.abilities = (MANDRAKE,), (GREAT_DEMAND,), 1 << HAGGLING
    t.arrive(2).play(0, PlayGreatDemand(MANDRAKE, 2))
    assert (t.me.coins, len(t.me.markets)) == (3, 1)


def test_obolus_of_seller_and_rival_among_neutral_and_plain_apprentices() -> None:
    t = table().market_at(2, LEECH, MARIGOLD, HERBS).put(2, apprentices=(NEUTRAL, 0, NEUTRAL, 1, 2))
    t.me.pouches = (MARIGOLD, LEECH, HERBS)
    t.me.abilities = t.player(1).abilities = 1 << OBOLUS
    t.arrive(2).play(0, SellRemedy(LEECH, 0), SellRemedy(HERBS, 2), SellRemedy(MARIGOLD, 1))
    assert [player.coins for player in t.state.players] == [(3 + 2 + 1) + 3, 3, 1]
    assert [event.coins for event in t.happened(RemedySold)] == [3, 2, 1]
    assert [event.seat for event in t.happened(IncomePaid)] == [0, 1, 2, 0, 1, 0, 1]


def test_an_apprentice_trained_before_the_great_demand_earns_with_obolus() -> None:
    t = table().market_at(2, LEECH, HERBS)
    t.me.pouches, t.me.favors, t.me.abilities = (MANDRAKE,), (GREAT_DEMAND,), 1 << OBOLUS
    t.me.coins = SPACE_COSTS[0]
    t.arrive(2).play(0, TrainApprentice(), PlayGreatDemand(MANDRAKE, 0))
    assert t.me.coins == 2 + 1
    assert t.me.prestige == APPRENTICE_PRESTIGE[1]


def test_a_sale_before_and_one_after_the_main_action_are_one_turn_for_the_income() -> None:
    t = table().market_at(2, LEECH, HERBS).put(2, apprentices=(1, 2))
    t.me.pouches, t.me.favors = (LEECH, MANDRAKE), (GREAT_DEMAND,)
    t.player(2).abilities = 1 << OBOLUS
    t.arrive(2).play(0, SellRemedy(LEECH, 0), TakeMoney(), PlayGreatDemand(MANDRAKE, 1))
    assert [player.coins for player in t.state.players] == [2 + 2 + 1, 1, 2]


def test_where_the_last_market_left_nothing_is_sold_the_marker_stays_and_the_neutral_surgeon_only_moves() -> None:
    t = table(2).put(2, market_stack=(market(LEECH, HERBS),), market_remedies=(LEECH, NONE), knowledge_markers=1)
    t.state.market_supply = ()
    t.state.neutral_deck = (2, 0, 1, 3, 4, 5, 6)
    t.me.pouches = t.player(1).pouches = (HERBS,)
    t.arrive(2, 2).play(0, SellRemedy(HERBS, 1)).finish_turn()
    assert (t.place(2).market_stack, t.place(2).market_remedies) == ((), ())
    t.walk(1).rejects(SellRemedy(HERBS, 1), "MED-SELL-09", seat=1)
    t.rejects(TakeMarketKnowledge(), "MED-SELL-11", seat=1)
    t.next_round()
    assert (t.state.neutral_place, t.state.neutral_prestige) == (2, 4)
    assert t.happened(NeutralRemedyPlaced) == []
    assert (t.place(2).knowledge_markers, t.place(2).market_stack) == (1, ())


def test_two_markers_taken_before_and_after_the_main_action_are_both_placed() -> None:
    t = table().market_at(2, LEECH, HERBS).put(2, knowledge_markers=2)
    t.me.pouches = (LEECH,)
    t.arrive(2).play(0, SellRemedy(LEECH, 0), TakeMarketKnowledge(), TakeMoney(), TakeMarketKnowledge())
    t.rejects(TakeMarketKnowledge(), "MED-SELL-10").rejects(PlaceKnowledge(BOREDOM), "MED-EOT-01")
    t.play(0, EndTurn(), PlaceKnowledge(BOREDOM)).rejects(EndTurn(), "MED-RUL-52")
    t.rejects(TakeMarketKnowledge(), "MED-RUL-43").rejects(PlaceKnowledge(BOREDOM), "MED-KNOW-01")
    t.play(0, PlaceKnowledge(COURIERS_WAGE))
    assert (t.me.coins, t.me.points, t.me.prestige) == (2 + 2 + 1, 4, 1)
    assert (t.place(2).knowledge_markers, t.state.active_seat) == (0, 1)


def test_with_ten_markers_placed_only_one_of_two_is_collected_and_placed_unasked() -> None:
    t = table().market_at(3, LEECH, HERBS).put(3, knowledge_markers=1)
    t.me.abilities = ALL_SPACES & ~(1 << BOREDOM)
    t.me.pouches, t.me.coins = (LEECH,), 2
    t.arrive(3).play(0, MeetMedicus(), SellRemedy(LEECH, 0)).rejects(TakeMarketKnowledge(), "MED-RUL-51")
    t.play(0, TakeMoney()).rejects(TakeMarketKnowledge(), "MED-RUL-51").play(0, EndTurn())
    assert (t.me.abilities, t.me.points, t.state.active_seat) == (ALL_SPACES, 4, 1)
    assert t.place(3).knowledge_markers == 1


def test_with_nine_placed_and_two_collected_the_first_is_asked_and_the_second_follows() -> None:
    t = table().market_at(3, LEECH, HERBS).put(3, knowledge_markers=1)
    t.me.abilities = ALL_SPACES & ~(1 << BOREDOM) & ~(1 << COURIERS_WAGE)
    t.me.pouches, t.me.coins = (LEECH,), 2
    t.arrive(3).play(0, MeetMedicus(), SellRemedy(LEECH, 0), TakeMarketKnowledge(), TakeMoney(), EndTurn())
    assert t.legal() == [PlaceKnowledge(COURIERS_WAGE), PlaceKnowledge(BOREDOM)]
    t.play(0, PlaceKnowledge(COURIERS_WAGE))
    assert [event.ability for event in t.happened(KnowledgePlaced)] == [COURIERS_WAGE, BOREDOM]
    assert (t.me.abilities, t.me.points, t.me.prestige, t.state.active_seat) == (ALL_SPACES, 4, 1, 1)


def test_long_fingers_onto_a_book_lift_prestige_to_fifteen_in_time_for_the_rod() -> None:
    t = table().market_at(2, LEECH, HERBS, covered={0: LEECH}).prestige({0: 13})
    t.books((LEECH, LEECH), covered=(LEECH, NONE))
    t.me.favors = (LONG_FINGERS,)
    t.arrive(2).play(0, TakeMoney(), PlayLongFingers(), TakeFromMarket(0, 1), FinishLongFingers())
    assert (t.me.prestige, t.me.gold_rods) == (15, 0)
    t.play(0, EndTurn())
    assert t.me.gold_rods == 1 << ROD_PRESTIGE
