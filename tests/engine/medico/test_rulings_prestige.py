"""Rulings on the prestige track, duels and rods (MED-RUL-17 to 35)."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.medico.actions import (
    BuyInstrument,
    DeclineDuelReward,
    DeliverLetter,
    EndTurn,
    FinishLongFingers,
    PlaceKnowledge,
    PlayEarlyBird,
    PlayFriendlyGift,
    PlayLongFingers,
    PlayOptimalCondition,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.events import ApprenticeTrained, DuelWon, PrestigeMoved, RodTaken
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    COURIERS_WAGE,
    DUEL_REWARD,
    EARLY_BIRD,
    EARLY_MAIN,
    END_OF_TURN,
    FRIENDLY_GIFT,
    GAME_OVER,
    JACK_OF_ALL_TRADES,
    LONG_FINGERS,
    LONG_FINGERS_PHASE,
    MEDICUS,
    OBOLUS,
    ONE_COIN,
    ONE_PRESTIGE,
    OPTIMAL_CONDITION,
    ROD_DIFFERENT_INSTRUMENTS,
    ROD_KNOWLEDGE_MARKERS,
    ROD_LETTERS,
    ROD_MARKETS,
    ROD_PLACED_APPRENTICES,
    ROD_PRESTIGE,
)
from tests.engine.medico.cards import APPRENTICE_PRESTIGE, COLUMN_PRESTIGE, SPACE_COSTS, letter
from tests.engine.medico.table import Table, table


@pytest.mark.rule("MED-RUL-17")
def test_a_marker_that_moves_lies_on_top_of_its_new_space() -> None:
    t = table().prestige({0: 1, 1: 2, 2: 2, MEDICUS: 9})
    t.me.letters = (letter(5, 2),)
    t.arrive(2).play(0, DeliverLetter(ONE_PRESTIGE))
    assert t.state.prestige_order == (1, 2, 0, MEDICUS), "forward"
    back = table().prestige({0: 2, 1: 1, 2: 1, MEDICUS: 0})
    back.dials(3).finish_round().play(0, DeclineDuelReward())
    assert back.me.prestige == 1
    assert back.state.prestige_order[:3] == (1, 2, 0), "backward"


@pytest.mark.rule("MED-RUL-19")
def test_a_gain_is_one_move_to_its_final_space_and_no_gain_is_no_move() -> None:
    t = table().prestige({0: 0, 1: 1, 2: 2, MEDICUS: 9})
    t.me.coins = 1
    t.me.instruments, t.me.instrument_counts = (6, 5), (1, 1)
    assert COLUMN_PRESTIGE[:3] == [1, 0, 2]
    t.arrive(2).play(0, BuyInstrument(0))
    assert t.happened(PrestigeMoved) == [PrestigeMoved(figure=0, prestige=2)]
    assert t.state.prestige_order == (1, 2, 0, MEDICUS)
    still = table().prestige({0: 1, 1: 1, 2: 1, MEDICUS: 9})
    still.me.coins = 1
    still.me.instruments, still.me.instrument_counts = (6,), (1,)
    still.arrive(2).play(0, BuyInstrument(0))
    assert still.happened(PrestigeMoved) == []
    assert still.state.prestige_order == (0, 1, 2, MEDICUS)


@pytest.mark.rule("MED-RUL-20")
def test_a_winner_at_zero_stays_there_and_keeps_its_height() -> None:
    t = table().prestige({0: 0, 1: 0, 2: 0})
    t.dials(1, 1, 2).finish_round()
    assert (t.state.phase, t.state.active_seat) == (DUEL_REWARD, 1)
    t.play(1, DeclineDuelReward())
    assert t.player(1).prestige == 0
    assert t.state.prestige_order == (0, 1, 2, MEDICUS)


@pytest.mark.rule("MED-RUL-21")
def test_prestige_has_no_upper_limit() -> None:
    t = table().prestige({0: 250, MEDICUS: 99})
    t.me.letters = (letter(5, 2),)
    t.arrive(2).play(0, DeliverLetter(ONE_PRESTIGE))
    assert t.me.prestige == 251
    t.next_round()
    assert t.state.medicus_prestige == 101


@pytest.mark.rule("MED-RUL-22")
@pytest.mark.parametrize(("medicus", "order"), [(3, (1, 0)), (6, (0, 1))])
def test_the_later_duel_s_winner_lies_on_top(medicus: int, order: tuple[int, int]) -> None:
    """Seats 0 and 1 win at places 1 and 5 and both fall to 6; each figure fights once."""
    t = table(4).prestige({0: 7, 1: 7, 2: 0, 3: 0})
    t.state.medicus_place = t.state.medicus_start = medicus
    t.dials(1, 5, 1, 5).finish_round()
    while t.state.phase == DUEL_REWARD:
        t.play(t.state.active_seat, DeclineDuelReward()).finish_round()
    assert [event.figure for event in t.happened(DuelWon)] == list(order)
    assert [t.player(seat).prestige for seat in (0, 1)] == [6, 6]
    assert t.state.prestige_order[-2:] == order


@pytest.mark.rule("MED-RUL-23")
def test_the_reward_precedes_the_loss() -> None:
    t = table().prestige({0: 9})
    t.arrive(3).play(0, TakeMoney()).finish_round()
    assert t.me.prestige == 9, "not yet lost"
    t.me.coins = 9
    t.play(0, TrainApprentice())
    told = [event for event in t.events if isinstance(event, DuelWon | ApprenticeTrained | PrestigeMoved)]
    gained = 9 + APPRENTICE_PRESTIGE[1]
    won = told.index(DuelWon(place=3, figure=0))
    assert told[won + 1 : won + 4] == [
        ApprenticeTrained(seat=0, place=3, cost=SPACE_COSTS[0], prestige=APPRENTICE_PRESTIGE[1]),
        PrestigeMoved(figure=0, prestige=gained),
        PrestigeMoved(figure=0, prestige=gained - 1),
    ]


@pytest.mark.rule("MED-RUL-24")
def test_every_type_of_the_round_is_excluded_the_early_bird_s_too() -> None:
    t = table().prestige({0: 9})
    t.me.favors = (EARLY_BIRD,)
    t.me.coins = 9
    t.depart(3).play(0, PlayEarlyBird(), TakeFavorCard()).walk().play(0, TakeMoney()).finish_round()
    t.rejects(TakeMoney(), "MED-DUEL-06", "MED-RUL-24")
    t.rejects(TakeFavorCard(), "MED-DUEL-06", "MED-RUL-24")
    assert t.offers(TrainApprentice())
    assert t.offers(BuyInstrument(0))


@pytest.mark.rule("MED-RUL-25")
def test_in_a_duel_no_card_is_played_and_a_card_won_is_kept() -> None:
    t = table().prestige({0: 9}).put(3, favor_stack=(FRIENDLY_GIFT,))
    t.me.abilities = 1 << JACK_OF_ALL_TRADES
    t.arrive(3).play(0, TakeMoney()).finish_round()
    t.play(0, TakeFavorCard())
    assert t.state.phase == DUEL_REWARD
    t.rejects(PlayFriendlyGift(), "MED-FAV-0", "MED-RUL-25")
    t.play(0, DeclineDuelReward())
    assert t.me.favors == (FRIENDLY_GIFT,)


@pytest.mark.rule("MED-RUL-26")
def test_the_free_apprentice_counts_for_the_rod() -> None:
    t = table()
    t.me.coins = 9
    t.me.apprentices_left = 2
    for place in (3, 4, 5, 6):
        t.put(place, apprentices=(0,))
    t.arrive(2).play(0, TrainApprentice(), EndTurn())
    assert t.me.apprentices_left == 1
    assert t.me.gold_rods == 1 << ROD_PLACED_APPRENTICES


@pytest.mark.rule("MED-RUL-30")
def test_the_undelivered_letter_counts_for_the_rod_and_for_points() -> None:
    t = table().last_round()
    t.me.letters = (letter(0, 1), letter(0, 2), letter(0, 3), letter(0, 4), letter(5, 2))
    t.put(2, letter_stack=(letter(2, 6),))
    t.arrive(2).play(0, DeliverLetter(ONE_COIN), TakeMoney(), EndTurn())
    assert t.me.gold_rods == 1 << ROD_LETTERS
    t.finish_round()
    assert t.state.phase == GAME_OVER
    assert dict(t.outcome()[0].categories)["letters"] == 6


@pytest.mark.rule("MED-RUL-32", "MED-EOT-06")
def test_without_a_letter_to_take_the_reward_is_paid_and_there_is_no_target() -> None:
    t = table().put(2, letter_stack=(), instrument_stacks=((1,), ()))
    t.me.letters = (letter(5, 2),)
    t.arrive(2).play(0, DeliverLetter(ONE_COIN))
    assert t.me.coins == 1
    assert t.me.letters == (letter(5, 2),)
    assert t.me.letter_delivered
    t.rejects(DeliverLetter(ONE_COIN), "MED-LET-07", "MED-RUL-32")
    t.arrive_next(4)
    assert t.place(2).letter_stack == (), "letters are never refilled"
    t.arrive_next(2)
    t.rejects(DeliverLetter(ONE_COIN), "MED-LET-01", "MED-LET-07", "MED-RUL-32")


@pytest.mark.rule("MED-RUL-33")
def test_what_a_duel_s_reward_completes_is_checked_at_the_next_own_turn_s_end() -> None:
    def won(t: Table) -> Table:
        t.prestige({0: 9})
        t.me.apprentices_left = 2
        t.arrive(3).play(0, TakeMoney())
        t.me.coins = 9
        return t.finish_round().play(0, TrainApprentice())

    t = won(table())
    assert (t.state.phase, t.me.apprentices_left) == (CHOOSE_DESTINATION, 1)
    assert t.me.gold_rods == 0
    t.turn_of_seat_0(5).walk().play(0, TakeMoney())
    assert t.me.gold_rods == 0
    t.play(0, EndTurn())
    assert t.me.gold_rods == 1 << ROD_PLACED_APPRENTICES
    last = won(table().last_round())
    assert last.state.phase == GAME_OVER
    assert last.me.gold_rods == 0


@pytest.mark.rule("MED-RUL-34")
def test_one_rod_per_condition_and_player_however_it_was_gained() -> None:
    t = table()
    t.me.favors = (OPTIMAL_CONDITION,)
    t.me.markets = (0, 1, 2, 3)
    t.depart(2).play(0, PlayOptimalCondition(ROD_MARKETS)).walk().play(0, TakeMoney())
    t.me.markets = (0, 1, 2, 3, 4)
    t.play(0, EndTurn())
    assert (t.me.gold_rods, t.me.silver_rods) == (1 << ROD_MARKETS, 0)
    assert t.happened(RodTaken) == [RodTaken(seat=0, rod=ROD_MARKETS, gold=True)]
    none_left = table()
    none_left.me.markets = (0, 1, 2, 3, 4)
    none_left.state.gold_rods_left = none_left.state.silver_rods_left = 0
    none_left.arrive(2).next_round()
    assert (none_left.me.gold_rods, none_left.me.silver_rods) == (0, 0)


def at_end_of_turn(**fields: Any) -> Table:
    """Seat 0 places markers, Favor 3 in hand."""
    t = table()
    t.me.favors = (OPTIMAL_CONDITION,)
    for field, value in fields.items():
        setattr(t.me, field, value)
    t.arrive(2).play(0, TakeMoney())
    t.me.collected_markers = 1
    return t.play(0, EndTurn())


@pytest.mark.rule("MED-RUL-35")
def test_favor_3_counts_the_moment_and_may_come_before_the_rod_check() -> None:
    t = at_end_of_turn(abilities=0b0111)
    assert t.state.phase == END_OF_TURN
    t.rejects(PlayOptimalCondition(ROD_KNOWLEDGE_MARKERS), "MED-FAV-3")
    t.play(0, PlaceKnowledge(COURIERS_WAGE), PlayOptimalCondition(ROD_KNOWLEDGE_MARKERS))
    assert t.me.gold_rods == 1 << ROD_KNOWLEDGE_MARKERS
    full = at_end_of_turn(markets=(0, 1, 2, 3, 4))
    full.play(0, PlayOptimalCondition(ROD_MARKETS))
    assert full.me.gold_rods == 1 << ROD_MARKETS, "also when the whole condition holds"
    assert full.state.phase == END_OF_TURN


@pytest.mark.rule("MED-RUL-35")
def test_favor_3_is_not_played_in_the_middle_of_favor_2_or_5() -> None:
    t = table()
    t.me.favors = (EARLY_BIRD, OPTIMAL_CONDITION, LONG_FINGERS)
    t.me.markets = (0, 1, 2, 3)
    t.depart(2)
    assert t.offers(PlayOptimalCondition(ROD_MARKETS))
    t.play(0, PlayEarlyBird())
    assert t.state.phase == EARLY_MAIN
    t.rejects(PlayOptimalCondition(ROD_MARKETS), "MED-FAV-0", "MED-FAV-3", "MED-RUL-35")
    t.play(0, TakeMoney()).walk()
    assert t.offers(PlayOptimalCondition(ROD_MARKETS))
    t.play(0, TakeMoney(), PlayLongFingers())
    assert t.state.phase == LONG_FINGERS_PHASE
    t.rejects(PlayOptimalCondition(ROD_MARKETS), "MED-FAV-0", "MED-FAV-3", "MED-RUL-35")
    t.play(0, FinishLongFingers())
    assert t.offers(PlayOptimalCondition(ROD_MARKETS))


@pytest.mark.rule("MED-RUL-35")
@pytest.mark.parametrize(
    ("rod", "field", "too_few", "enough"),
    [
        (ROD_LETTERS, "letters", (0,) * 4, (0,) * 5),
        (ROD_PRESTIGE, "prestige", 13, 14),
        (ROD_KNOWLEDGE_MARKERS, "abilities", 0b111, 0b1111),
        (ROD_DIFFERENT_INSTRUMENTS, "instruments", (0, 1, 2, 3), (0, 1, 2, 3, 4)),
        (ROD_MARKETS, "markets", (0,) * 3, (0,) * 4),
        (ROD_PLACED_APPRENTICES, "apprentices_left", 3, 2),
    ],
)
def test_favor_3_lowers_each_threshold_by_one(rod: int, field: str, too_few: Any, enough: Any) -> None:
    t = table()
    t.me.favors = (OPTIMAL_CONDITION,)
    t.depart(2)
    for value, offered in ((too_few, False), (enough, True)):
        if field == "prestige":
            t.prestige({0: value})
        else:
            setattr(t.me, field, value)
        if field == "instruments":
            t.me.instrument_counts = (1,) * len(value)
        assert t.offers(PlayOptimalCondition(rod)) == offered


@pytest.mark.rule("MED-RUL-53")
def test_courier_s_wage_lifts_fourteen_prestige_to_fifteen_in_time_for_the_rod() -> None:
    t = table().prestige({0: 14})
    t.me.abilities = 1 << OBOLUS
    t.arrive(2).play(0, TakeMoney())
    t.me.collected_markers = 1
    t.play(0, EndTurn(), PlaceKnowledge(COURIERS_WAGE))
    assert t.me.gold_rods == 1 << ROD_PRESTIGE
