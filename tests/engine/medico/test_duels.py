"""Prestige duels at the end of the round (MED-DUEL)."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    CATALOGUE,
    BuyBothInstruments,
    BuyInstrument,
    DeclineDuelReward,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.events import DuelRewardDeclined, DuelWon, MarkerLaid, PrestigeMoved
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    DUEL_REWARD,
    FRIENDLY_GIFT,
    JACK_OF_ALL_TRADES,
    LEECH,
    MEDICUS,
    NEUTRAL_SURGEON,
)
from tests.engine.medico.cards import APPRENTICE_PRESTIGE, SPACE_COSTS
from tests.engine.medico.table import Table, table

MAIN_KINDS = (TakeMoney, TakeFavorCard, TrainApprentice, BuyInstrument, BuyBothInstruments)


def won(coins: int = 10, *, prestige: int = 9, seats: int = 3) -> Table:
    """Seat 0 took money in its turn and won the duel against the Medicus at place 3; its reward is due."""
    t = table(seats).prestige({0: prestige})
    t.arrive(3).play(0, TakeMoney())
    t.me.coins = coins
    t.finish_round()
    assert (t.state.phase, t.state.active_seat) == (DUEL_REWARD, 0)
    return t


@pytest.mark.rule("MED-DUEL-01")
@pytest.mark.parametrize(("medicus", "order"), [(3, [5, 1]), (4, [5, 1]), (6, [1, 5]), (0, [1, 5]), (2, [5, 1])])
def test_places_are_checked_clockwise_from_the_medicus(medicus: int, order: list[int]) -> None:
    t = table(4)
    t.state.medicus_place = t.state.medicus_start = medicus
    t.dials(5, 5, 1, 1).next_round()
    assert [event.place for event in t.happened(DuelWon)] == order


@pytest.mark.rule("MED-DUEL-01")
def test_the_medicus_s_own_place_comes_first() -> None:
    t = table(4)
    t.dials(3, 2, 2, 5).next_round()
    assert [event.place for event in t.happened(DuelWon)] == [3, 2]


@pytest.mark.rule("MED-DUEL-02")
@pytest.mark.parametrize(
    ("dials", "duels"),
    [((1, 2, 4, 5), []), ((1, 2, 4, 4), [4]), ((1, 1, 1, 1), [1]), ((3, 1, 4, 5), [3]), ((3, 3, 3, 1), [3])],
)
def test_one_duel_for_all_figures_of_a_place_and_none_for_one_figure(dials: tuple[int, ...], duels: list[int]) -> None:
    t = table(4)
    t.dials(*dials).next_round()
    assert [event.place for event in t.happened(DuelWon)] == duels


@pytest.mark.rule("MED-DUEL-03")
@pytest.mark.parametrize("winner", [0, 1, 2, MEDICUS])
def test_the_highest_prestige_wins(winner: int) -> None:
    t = table().prestige({0: 3, 1: 4, 2: 5, MEDICUS: 2})
    t.prestige({winner: 6})
    t.dials(3, 3, 3).finish_round()
    assert [event.figure for event in t.happened(DuelWon)] == [winner]


@pytest.mark.rule("MED-DUEL-03")
def test_only_figures_of_the_place_take_part() -> None:
    t = table().prestige({0: 3, 1: 1, 2: 9, MEDICUS: 8})
    t.dials(1, 1, 2).finish_round()
    assert t.happened(DuelWon) == [DuelWon(place=1, figure=0)]


@pytest.mark.rule("MED-DUEL-04")
@pytest.mark.parametrize("order", [(0, 1, MEDICUS), (MEDICUS, 1, 0), (0, MEDICUS, 1), (1, 0, MEDICUS)])
def test_among_equals_the_higher_marker_wins(order: tuple[int, ...]) -> None:
    t = table().prestige(dict.fromkeys(order, 5))
    t.dials(3, 3, 1).finish_round()
    assert [event.figure for event in t.happened(DuelWon)] == [order[-1]]


@pytest.mark.rule("MED-DUEL-05")
def test_the_winner_may_carry_out_one_more_main_action_at_that_place() -> None:
    t = won()
    kinds = {type(action) for action in t.legal()}
    assert kinds == {TakeFavorCard, TrainApprentice, BuyInstrument, BuyBothInstruments, DeclineDuelReward}
    t.play(0, TrainApprentice())
    assert t.place(3).apprentices == (0,)
    assert t.me.coins == 10 - SPACE_COSTS[0]
    assert t.me.prestige == 9 + APPRENTICE_PRESTIGE[1] - 1
    assert t.state.phase == CHOOSE_DESTINATION, "one action only"


@pytest.mark.rule("MED-DUEL-06")
@pytest.mark.parametrize("abilities", [0, 1 << JACK_OF_ALL_TRADES])
def test_the_type_of_the_turn_is_excluded(abilities: int) -> None:
    t = won()
    t.me.abilities = abilities
    t.rejects(TakeMoney(), "MED-DUEL-06")
    bought = table().prestige({0: 9})
    bought.me.coins = 9
    bought.me.abilities = abilities
    bought.arrive(3).play(0, BuyInstrument(0)).finish_round()
    for action in (BuyInstrument(0), BuyInstrument(1), BuyBothInstruments(0), BuyBothInstruments(1)):
        bought.rejects(action, "MED-DUEL-06")
    assert bought.offers(TakeMoney())


@pytest.mark.rule("MED-DUEL-07")
def test_the_reward_may_be_declined() -> None:
    t = won()
    coins, favors = t.me.coins, t.me.favors
    t.play(0, DeclineDuelReward())
    assert t.happened(DuelRewardDeclined) == [DuelRewardDeclined(seat=0)]
    assert (t.me.coins, t.me.favors) == (coins, favors)
    assert t.state.phase == CHOOSE_DESTINATION


@pytest.mark.rule("MED-DUEL-08")
@pytest.mark.parametrize("action", [TakeFavorCard(), DeclineDuelReward()])
def test_a_winning_player_loses_one_prestige(action: TakeFavorCard | DeclineDuelReward) -> None:
    t = won().play(0, action)
    assert t.me.prestige == 8
    assert PrestigeMoved(figure=0, prestige=8) in t.events


@pytest.mark.rule("MED-DUEL-08")
def test_the_medicus_loses_one_too_and_nobody_falls_below_zero() -> None:
    t = table().prestige({MEDICUS: 5})
    t.dials(3).finish_round()
    assert t.state.round == 2
    assert t.state.medicus_prestige == 5 - 1 + 2
    zero = table()
    zero.dials(1, 1, 2).next_round()
    assert zero.happened(DuelWon) == [DuelWon(place=1, figure=1)]
    assert [player.prestige for player in zero.state.players] == [0, 0, 0]


@pytest.mark.rule("MED-DUEL-09")
def test_a_winning_medicus_leaves_a_marker_and_nobody_acts() -> None:
    t = table().prestige({MEDICUS: 5, 0: 1})
    t.dials(3).finish_round()
    assert (t.state.phase, t.state.round) == (CHOOSE_DESTINATION, 2)
    assert t.place(3).knowledge_markers == 1
    assert [t.place(place).knowledge_markers for place in (0, 1, 2, 4, 5, 6)] == [0] * 6
    assert t.happened(MarkerLaid) == [MarkerLaid(place=3)]


@pytest.mark.rule("MED-DUEL-10")
def test_losing_changes_nothing() -> None:
    t = table(4).prestige({0: 9, 1: 4, 2: 3})
    t.arrive(3, 3, 3, 1).finish_round()
    changes = t.changes(0, DeclineDuelReward())
    touched = {path for path in changes if path.startswith(("players[1]", "players[2]", "players[3]"))}
    assert {path for path in touched if not path.endswith((".main_actions", ".destination"))} == set()
    assert t.state.medicus_prestige == 2 + 2, "only the new round's gain"


@pytest.mark.rule("MED-DUEL-11")
def test_the_reward_is_no_turn() -> None:
    t = won()
    t.me.pouches = (LEECH,)
    t.me.collected_markers = 0
    others = {type(action) for action in CATALOGUE} - {*MAIN_KINDS, DeclineDuelReward}
    offered = {type(action) for action in t.legal()}
    assert not offered & others
    side_kinds = [k for k in others if k.kind in ("sell_remedy", "deliver_letter", "buy_recipe_book", "meet_medicus")]
    assert len(side_kinds) == 4
    t.rejects_kinds(side_kinds, "MED-DUEL-11")
    walk_kinds = [k for k in others if k.kind in ("start_move", "leave_waypoint", "collect_remedy", "use_privilege")]
    assert len(walk_kinds) == 4
    t.rejects_kinds(walk_kinds, "MED-DUEL-11")


@pytest.mark.rule("MED-DUEL-12")
def test_both_instruments_are_for_sale_because_the_loser_is_there() -> None:
    t = won(3)
    t.play(0, BuyBothInstruments(1))
    assert t.me.instruments == (3, 0)
    assert won(2).offers(BuyInstrument(0))
    assert not won(2).offers(BuyBothInstruments(0))


@pytest.mark.rule("MED-DUEL-13")
def test_costs_and_conditions_are_the_usual_ones() -> None:
    t = won(0)
    t.rejects(TrainApprentice(), "MED-MAIN-08")
    t.rejects(BuyInstrument(0), "MED-MAIN-13")
    t.rejects(BuyBothInstruments(0), "MED-MAIN-13")
    t.put(3, favor_stack=())
    t.rejects(TakeFavorCard(), "MED-MAIN-03")
    own = won(10)
    own.put(3, apprentices=(0,))
    own.rejects(TrainApprentice(), "MED-MAIN-07")
    paid = won(10).play(0, BuyInstrument(0))
    assert paid.me.coins == 9


@pytest.mark.rule("MED-DUEL-09", "MED-2P-11")
def test_a_winning_neutral_surgeon_leaves_a_marker_and_loses_one() -> None:
    t = table(2).prestige({NEUTRAL_SURGEON: 6})
    t.state.neutral_deck = (1, 0, 2, 3, 4, 5, 6)
    t.dials(6, 5).finish_round()
    assert t.happened(DuelWon) == [DuelWon(place=6, figure=NEUTRAL_SURGEON)]
    assert t.place(6).knowledge_markers == 1
    assert t.state.neutral_prestige == 6 - 1 + 2
    assert (t.state.phase, t.state.round) == (CHOOSE_DESTINATION, 2)


@pytest.mark.rule("MED-DUEL-11")
def test_favor_cards_stay_in_hand_during_the_reward() -> None:
    t = won()
    t.me.favors = (FRIENDLY_GIFT,)
    assert not [action for action in t.legal() if type(action).kind.startswith("play_")]
