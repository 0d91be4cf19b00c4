"""Positions in which several rules meet: duels, the neutral surgeon, refilling, rods and the last round. Every number was reckoned from
the rulebook."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    BuyInstrument,
    ChooseStartPlace,
    DeclineDuelReward,
    EndTurn,
    FinishLongFingers,
    LeaveWaypoint,
    PlaceKnowledge,
    PlayIndividualPath,
    PlayLongFingers,
    SetDestination,
    StartMove,
    TakeFavorCard,
    TakeFromMarket,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.events import (
    DuelWon,
    IncomePaid,
    MarkerLaid,
    MarketBoxed,
    NeutralRemedyPlaced,
    PrestigeMoved,
    RoundStarted,
    TurnStarted,
)
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    COURIERS_WAGE,
    DUEL_REWARD,
    FRIENDLY_GIFT,
    GAME_OVER,
    GREAT_DEMAND,
    HERBS,
    INDIVIDUAL_PATH,
    JACK_OF_ALL_TRADES,
    LEECH,
    LONG_FINGERS,
    MARIGOLD,
    MEDICUS,
    NEUTRAL,
    NEUTRAL_SURGEON,
    POUCH,
    RICH_FIND,
    ROD_PLACED_APPRENTICES,
    ROD_PRESTIGE,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import APPRENTICE_POINTS, APPRENTICE_PRESTIGE, COLUMN_COINS, SPACE_COSTS, market
from tests.engine.medico.table import Table, fresh, table

# -- duels -----------------------------------------------------------------------------------------------------------------------


def two_winners_drop_to_four() -> Table:
    """Round 1: at place 1 seat 0 wins, then at place 2 seat 2; both fall from 5 to 4, where seat 1 lies; then the Medicus comes."""
    t = table(4).prestige({3: 0, 1: 4, 0: 5, 2: 5})
    return t.dials(1, 2, 2, 1).next_round()


def test_a_tie_of_three_is_decided_by_the_order_in_which_markers_dropped_on_the_space() -> None:
    t = two_winners_drop_to_four()
    assert t.happened(DuelWon) == [DuelWon(place=1, figure=0), DuelWon(place=2, figure=2)]
    assert t.state.prestige_order == (3, 1, 0, 2, MEDICUS)
    t.dials(5, 5, 5, 6).next_round()
    assert t.happened(DuelWon)[2:] == [DuelWon(place=5, figure=2)]
    assert t.state.prestige_order == (3, 2, 1, 0, MEDICUS)
    assert [player.prestige for player in t.state.players] == [4, 4, 3, 0]


def test_the_medicus_who_moved_last_wins_a_tie_leaves_a_marker_and_nobody_is_asked() -> None:
    t = two_winners_drop_to_four().dials(5, 6, 4, 3).next_round()
    assert t.happened(DuelWon)[2:] == [DuelWon(place=4, figure=MEDICUS)]
    assert t.happened(MarkerLaid) == [MarkerLaid(place=4)]
    assert (t.place(4).knowledge_markers, t.state.medicus_prestige) == (1, 4 - 1 + 2)


def test_the_neutral_surgeon_beats_the_medicus_at_equal_prestige_and_loses_one() -> None:
    t = table(2)
    t.state.neutral_deck = (4, 0, 1, 2, 3, 5, 6)
    t.dials(1, 5).next_round().dials(2, 6).next_round()
    assert t.happened(DuelWon) == [DuelWon(place=4, figure=NEUTRAL_SURGEON)]
    assert t.place(4).knowledge_markers == 1
    assert (t.state.medicus_prestige, t.state.neutral_prestige) == (2 + 2 + 2, 2 + 2 - 1 + 2)


def test_a_winner_without_prestige_stays_at_zero_and_on_top() -> None:
    t = table().dials(1, 1, 5 + 1 - 4).next_round()
    t.dials(2, 2, 6).next_round()
    assert [event.figure for event in t.happened(DuelWon)] == [1, 1]
    assert [event for event in t.happened(PrestigeMoved) if event.figure != MEDICUS] == []
    assert t.state.prestige_order == (0, 1, 2, MEDICUS)


def test_prestige_of_the_reward_comes_first_and_the_loss_puts_the_marker_on_top() -> None:
    t = table().prestige({0: 3, 1: 4})
    t.arrive(3).play(0, TakeMoney()).finish_round()
    t.play(0, TrainApprentice())
    assert APPRENTICE_PRESTIGE[1] == 2
    assert (t.me.prestige, t.me.coins) == (3 + 2 - 1, 2 - SPACE_COSTS[0])
    assert t.state.prestige_order == (2, 1, 0, MEDICUS), "the Medicus then moves from 2 to 4, on top of both"


def test_jack_of_all_trades_pays_an_action_with_what_the_one_before_earned_and_loses_one_prestige() -> None:
    t = table().prestige({0: 9})
    t.me.abilities, t.me.instruments, t.me.instrument_counts = 1 << JACK_OF_ALL_TRADES, (6,), (1,)
    t.arrive(3).play(0, TakeMoney())
    t.me.coins = 1
    t.finish_round().rejects(TakeMoney(), "MED-DUEL-06").play(0, BuyInstrument(0))
    assert t.me.coins == COLUMN_COINS[1] == SPACE_COSTS[0]
    t.rejects(BuyInstrument(0), "MED-DUEL-06").play(0, TrainApprentice(), TakeFavorCard())
    assert t.state.phase == CHOOSE_DESTINATION, "every type is used: nothing is asked any more"
    assert (t.me.coins, t.me.prestige) == (0, 9 + APPRENTICE_PRESTIGE[1] - 1)
    assert t.place(3).apprentices == (0,)


def test_the_reward_of_the_first_duel_takes_the_last_card_of_the_supply() -> None:
    t = table(4).prestige({1: 8, 0: 9}).put(3, favor_stack=(FRIENDLY_GIFT,)).put(5, favor_stack=(RICH_FIND,))
    t.state.favor_supply = (GREAT_DEMAND,)
    t.dials(3, 5, 1, 5).finish_round()
    t.play(0, TakeFavorCard())
    assert (t.place(3).favor_stack, len(t.state.favor_supply)) == ((GREAT_DEMAND,), 0)
    assert (t.state.phase, t.state.active_seat) == (DUEL_REWARD, 1)
    t.play(1, TakeFavorCard())
    assert t.place(5).favor_stack == ()
    assert (t.me.favors, t.player(1).favors) == ((FRIENDLY_GIFT,), (RICH_FIND,))


def test_courier_s_wage_reaches_fifteen_for_the_rod_and_the_duel_takes_it_back() -> None:
    t = table().prestige({1: 15, 0: 14})
    t.arrive(3).play(0, TakeMoney())
    t.me.collected_markers = 1
    t.play(0, EndTurn(), PlaceKnowledge(COURIERS_WAGE))
    assert (t.me.prestige, t.me.gold_rods) == (15, 1 << ROD_PRESTIGE)
    t.finish_turn()
    assert t.player(1).silver_rods == 1 << ROD_PRESTIGE
    t.finish_round().play(0, DeclineDuelReward())
    assert (t.me.prestige, t.me.gold_rods) == (14, 1 << ROD_PRESTIGE)


# -- the neutral surgeon and refilling -------------------------------------------------------------------------------------------


def test_the_neutral_surgeon_draws_its_own_place_and_fills_the_last_space() -> None:
    t = table(2).put(
        6, market_stack=(market(LEECH, HERBS),), market_remedies=(LEECH, NONE), apprentices=(NEUTRAL, 1, 0)
    )
    t.state.market_supply = (market(HERBS, MARIGOLD),)
    t.state.neutral_deck = (6, 5, 0, 1, 2, 3, 4)
    t.dials(1, 5)
    while t.state.round == 1:
        seat = MEDICO.to_act(t.state)[0]
        coins = [player.coins for player in t.state.players]
        t.play(seat, t.plainest(seat))
    assert [player.coins for player in t.state.players] == [coins[0] + 1, coins[1] + 1]
    assert [event.seat for event in t.happened(IncomePaid)] == [1, 0]
    assert t.happened(NeutralRemedyPlaced) == [NeutralRemedyPlaced(place=6, space_index=1, remedy=HERBS)]
    assert t.happened(MarketBoxed) == [MarketBoxed(place=6, market=market(LEECH, HERBS))]
    assert (t.state.neutral_place, t.state.neutral_prestige) == (6, 4)
    assert (t.place(6).market_stack, t.place(6).market_remedies) == ((market(HERBS, MARIGOLD),), (NONE, NONE))
    assert (len(t.state.market_supply), [player.markets for player in t.state.players]) == (0, [(), ()])
    t.no_market_at(5).dials(2, 1).next_round()
    assert (t.state.neutral_place, t.state.neutral_prestige) == (5, 6)
    assert len(t.happened(NeutralRemedyPlaced)) == 1, "no market, no remedy, no income"


def test_the_neutral_surgeon_fills_the_space_that_long_fingers_emptied() -> None:
    t = table(2).market_at(2, LEECH, MARIGOLD, HERBS, covered={0: LEECH, 1: MARIGOLD})
    t.me.favors = (LONG_FINGERS,)
    t.state.neutral_deck = (2, 0, 1, 3, 4, 5, 6)
    t.arrive(2).play(0, TakeMoney(), PlayLongFingers(), TakeFromMarket(0, POUCH), FinishLongFingers())
    t.next_round()
    assert t.happened(NeutralRemedyPlaced) == [NeutralRemedyPlaced(place=2, space_index=0, remedy=LEECH)]
    assert t.place(2).market_remedies == (LEECH, MARIGOLD, NONE)


def test_a_short_supply_of_instruments_is_dealt_in_ring_order_and_no_further() -> None:
    t = table().put(5, instrument_stacks=((), ())).put(1, instrument_stacks=((0,), ()))
    t.state.instrument_supply = (4, 2)
    t.player(1).coins = 3
    t.arrive(2, 5).finish_turn()
    assert t.place(1).instrument_stacks == ((0,), (4,))
    assert (t.place(5).instrument_stacks, len(t.state.instrument_supply)) == (((2,), ()), 0)
    t.walk(1).rejects(BuyInstrument(1), "MED-EOT-05", seat=1).play(1, BuyInstrument(0)).finish_turn()
    assert t.place(5).instrument_stacks == ((), ())


# -- rounds, the last round, the end ---------------------------------------------------------------------------------------------


def test_three_players_begin_three_rounds_each_and_the_medicus_ends_one_place_beyond_his_first() -> None:
    t = fresh(3)
    while t.state.phase != GAME_OVER:
        seat = MEDICO.to_act(t.state)[0]
        legal = t.legal(seat)
        simple = [action for action in legal if isinstance(action, ChooseStartPlace | SetDestination)]
        t.play(seat, simple[0] if simple else t.plainest(seat))
    first = t.happened(TurnStarted)[::3]
    assert sorted(event.seat for event in first) == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert [event.seat for event in first[:3]] == [event.seat for event in first[3:6]]
    assert [event.round for event in t.happened(RoundStarted)] == list(range(1, 10))
    assert t.happened(RoundStarted)[-1].medicus_place == (t.happened(RoundStarted)[0].medicus_place + 1) % 7


def last_duel() -> Table:
    """The last round is played; seats 0 and 1 met at place 1, seat 0 leads by one prestige and has won."""
    t = table().last_round().prestige({2: 0, 1: 4, 0: 5})
    t.dials(1, 1, 6).finish_round()
    assert (t.state.phase, t.state.active_seat) == (DUEL_REWARD, 0)
    return t


def test_the_loss_of_the_last_duel_ties_prestige_and_the_stack_decides_the_game() -> None:
    t = last_duel().play(0, DeclineDuelReward())
    result = t.outcome()
    assert {entry.points for entry in result} == {1 * 1 + 1 + 2 // 2}, "product, one letter, two coins"
    assert [player.prestige for player in t.state.players] == [4, 4, 0]
    assert [entry.place for entry in result] == [1, 2, 3], "the winner's marker fell on top of the other one"


def test_the_reward_of_the_last_duel_scores_but_earns_no_rod() -> None:
    t = last_duel()
    t.me.apprentices_left = 2
    card = Table(t.position.clone()).play(0, TakeFavorCard())
    t.play(0, TrainApprentice())
    assert t.state.phase == GAME_OVER
    assert t.me.gold_rods & 1 << ROD_PLACED_APPRENTICES == 0
    assert dict(t.outcome()[0].categories)["apprentices"] == sum(APPRENTICE_POINTS[:5])
    assert dict(t.outcome()[0].categories)["rods"] == 0
    assert dict(card.outcome()[0].categories)["unused_favor_cards"] == 2


@pytest.mark.parametrize("committed", range(3))
def test_in_the_last_round_no_dial_shows_before_its_turn(committed: int) -> None:
    t = table().last_round()
    t.player(2).favors = (INDIVIDUAL_PATH,)
    for seat in range(committed):
        t.play(seat, SetDestination(2))
    for observer in (None, 0, 1, 2):
        for seat, player in enumerate(t.view(observer).players):
            assert player.destination_set == (seat < committed)
            assert player.destination == (2 if seat < committed and seat == observer else NONE)
    for seat in range(committed, 3):
        t.play(seat, SetDestination(2))
    t.finish_turn()
    assert [player.destination for player in t.view(None).players] == [2, 2, NONE]
    t.rejects(PlayIndividualPath(3), "MED-FAV-0", seat=2).finish_turn()
    assert t.offers(PlayIndividualPath(3), seat=2)


def test_what_a_step_reveals_is_told_to_whoever_takes_it() -> None:
    """A plan stops exactly where something came to light: another card, another seat's dial."""
    t = table().put(2, favor_stack=(FRIENDLY_GIFT,)).market_at(2, LEECH, HERBS)
    state = t.state
    assert [MEDICO.apply(state, seat, SetDestination(2)) for seat in (1, 2, 0)] == [False, False, False]
    for action in (StartMove(), LeaveWaypoint(), LeaveWaypoint()):
        assert not MEDICO.apply(state, 0, action)
    twin = MEDICO.clone(state)
    assert not MEDICO.apply(state, 0, TakeFavorCard()), "no card lay below the one taken"
    assert MEDICO.apply(state, 0, EndTurn()), "the refilled card and the next dial"
    twin.players[0].coins = 1
    assert MEDICO.apply(twin, 0, BuyInstrument(0)), "the next instrument of the stack"
