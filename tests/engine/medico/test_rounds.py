"""Rounds (MED-ROUND): their number, their start, the secret dials, the order of turns and of the round's end."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine_core.games.medico.actions import DeclineDuelReward, EndTurn, SetDestination, TakeFavorCard, TakeMoney
from engine_core.games.medico.events import (
    DestinationCommitted,
    DestinationSet,
    DuelWon,
    GameEnded,
    RoundStarted,
    TurnEnded,
    TurnStarted,
)
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.options import RANDOM_START_PLACES
from engine_core.games.medico.vocabulary import CHOOSE_DESTINATION, DEPART, DUEL_REWARD, GAME_OVER, MEDICUS
from engine_core.vocabulary import NONE
from tests.engine.medico.table import MEDICUS_HOME, NEUTRAL_HOME, Table, fresh, table

SEATS = [2, 3, 4]


def whole_game(seats: int) -> list[tuple[int, int, int, int]]:
    """Per round: its number, the starting seat, the Medicus's steps from his first place, place cards left."""
    t = fresh(seats, start_places=RANDOM_START_PLACES)
    rounds = []
    while t.state.phase != GAME_OVER:
        state = t.state
        steps = (state.medicus_place - state.medicus_start) % 7
        rounds.append((state.round, state.starting_seat, steps, len(state.neutral_deck)))
        t.dials().next_round()
    assert MEDICO.to_act(t.state) == ()
    assert len(t.happened(GameEnded)) == 1
    return rounds


@pytest.mark.rule("MED-ROUND-01")
@pytest.mark.parametrize(("seats", "rounds", "each"), [(2, 8, 4), (3, 9, 3), (4, 8, 2)])
def test_everybody_is_starting_player_equally_often(seats: int, rounds: int, each: int) -> None:
    played = whole_game(seats)
    assert [number for number, *_ in played] == list(range(1, rounds + 1))
    starting = [seat for _, seat, *_ in played]
    assert [starting.count(seat) for seat in range(seats)] == [each] * seats


@pytest.mark.rule("MED-ROUND-02")
@pytest.mark.parametrize("seats", SEATS)
def test_in_round_one_neither_the_medicus_nor_the_neutral_surgeon_moves(seats: int) -> None:
    before = fresh(seats)
    t = fresh(seats, start_places=RANDOM_START_PLACES)
    assert t.state.round == 1
    assert t.state.medicus_place == before.state.medicus_place == t.state.medicus_start
    assert t.state.neutral_place == before.state.neutral_place
    assert t.state.medicus_prestige == 2
    assert t.state.neutral_prestige == (2 if seats == 2 else 0)
    assert t.happened(RoundStarted) == [RoundStarted(round=1, medicus_place=t.state.medicus_place)]


@pytest.mark.rule("MED-ROUND-03")
@pytest.mark.parametrize("seats", SEATS)
def test_from_round_two_on_the_medicus_walks_one_place_and_gains_two(seats: int) -> None:
    t = table(seats)
    t.dials(2).next_round()
    assert t.state.round == 2
    assert t.state.medicus_place == MEDICUS_HOME + 1
    assert t.state.medicus_prestige == 4
    assert t.state.phase == CHOOSE_DESTINATION, "before the dials"
    wrap = table(seats)
    wrap.state.medicus_place = wrap.state.medicus_start = 6
    wrap.dials(2).next_round()
    assert wrap.state.medicus_place == 0


@pytest.mark.rule("MED-ROUND-04", "MED-RUL-08")
@pytest.mark.parametrize("seats", SEATS)
def test_all_dials_are_set_at_once_in_any_order(seats: int) -> None:
    results = set()
    for order in permutations(range(seats)):
        t = table(seats)
        assert MEDICO.to_act(t.state) == tuple(range(seats))
        waiting = set(range(seats))
        for seat in order:
            t.play(seat, SetDestination((t.player(seat).place + 2) % 7))
            waiting.remove(seat)
            if waiting:
                assert MEDICO.to_act(t.state) == tuple(sorted(waiting))
                t.rejects(SetDestination(1), "MED-RUL-08", seat=seat)
        assert t.state.phase == DEPART
        results.add(MEDICO.digest(t.state))
    assert len(results) == 1
    again = table(seats)
    again.dials().next_round()
    assert MEDICO.to_act(again.state) == tuple(range(seats)), "every round"


@pytest.mark.rule("MED-ROUND-05")
@pytest.mark.parametrize("place", range(7))
def test_nobody_may_stay(place: int) -> None:
    t = table()
    t.me.place = place
    t.rejects(SetDestination(place), "MED-ROUND-05")
    assert len(t.legal()) == 6


@pytest.mark.rule("MED-ROUND-06")
def test_any_other_place_is_a_destination_whoever_stands_there() -> None:
    t = table(2)
    t.player(1).place = 4
    assert t.legal(0) == [SetDestination(place) for place in (1, 2, 3, 4, 5, 6)]
    assert {MEDICUS_HOME, NEUTRAL_HOME, 4} < {1, 2, 3, 4, 5, 6}
    t.play(0, SetDestination(4))


@pytest.mark.rule("MED-ROUND-07", "MED-RUL-08")
def test_a_dial_stays_hidden_until_its_owner_s_turn() -> None:
    t = table(4)
    t.play(1, SetDestination(6))
    hidden(t)
    assert t.view(1).players[1].destination == 6
    for observer in (None, 0, 2, 3):
        assert t.received[observer][-1] == DestinationCommitted(seat=1)
        assert not [event for event in t.received[observer] if isinstance(event, DestinationSet)]
    assert DestinationSet(seat=1, place=6) in t.received[1]
    for seat in (0, 2, 3):
        t.play(seat, SetDestination(2))
    hidden(t)
    t.finish_turn()
    assert t.state.active_seat == 1
    for observer in (None, 0, 1, 2, 3):
        assert t.view(observer).players[1].destination == 6
        assert t.view(observer).players[3].destination == (2 if observer == 3 else NONE)


def hidden(t: Table) -> None:
    for observer in (None, 0, 2, 3):
        seen = t.view(observer).players[1]
        assert (seen.destination, seen.destination_set) == (NONE, True)


@pytest.mark.rule("MED-ROUND-08")
@pytest.mark.parametrize("starting", [0, 1, 2, 3])
def test_turns_go_clockwise_from_the_starting_player(starting: int) -> None:
    t = table(4)
    t.state.starting_seat = starting
    t.dials()
    order = [(starting + turn) % 4 for turn in range(4)]
    for seat in order:
        assert MEDICO.to_act(t.state) == (seat,)
        for other in range(4):
            if other != seat:
                t.rejects(EndTurn(), "MED-ROUND-08", seat=other)
        t.finish_turn()
    assert [event.seat for event in t.happened(TurnStarted)] == order


@pytest.mark.rule("MED-ROUND-09")
def test_the_round_ends_with_duels_then_the_starting_figure_passes() -> None:
    t = table().prestige({0: 9})
    t.dials(3).finish_round()
    assert (t.state.phase, t.state.round, t.state.starting_seat) == (DUEL_REWARD, 1, 0)
    t.play(0, DeclineDuelReward())
    assert (t.state.phase, t.state.round, t.state.starting_seat) == (CHOOSE_DESTINATION, 2, 1)
    kinds = [type(event) for event in t.events if isinstance(event, TurnEnded | DuelWon | RoundStarted)]
    assert kinds[-5:] == [TurnEnded, TurnEnded, TurnEnded, DuelWon, RoundStarted]
    t.dials().next_round()
    assert t.state.starting_seat == 2
    t.dials().next_round()
    assert t.state.starting_seat == 0


@pytest.mark.rule("MED-ROUND-09", "MED-RUL-15")
def test_the_final_scoring_comes_after_the_last_round_s_duels() -> None:
    t = table().last_round().prestige({0: 9})
    t.dials(3).finish_round()
    assert t.state.phase == DUEL_REWARD
    with pytest.raises(ValueError, match=r".+"):
        MEDICO.outcome(t.state)
    t.play(0, DeclineDuelReward())
    assert t.state.phase == GAME_OVER
    assert t.outcome()[0].tie_breaks[0] == 8, "prestige after the duel decides ties"


@pytest.mark.rule("MED-ROUND-10", "MED-RUL-12")
def test_with_four_the_last_round_begins_when_the_medicus_is_back_at_his_first_place() -> None:
    assert [steps for _, _, steps, _ in whole_game(4)] == [0, 1, 2, 3, 4, 5, 6, 0]


@pytest.mark.rule("MED-ROUND-11", "MED-RUL-12")
def test_with_three_the_medicus_walks_one_place_further() -> None:
    assert [steps for _, _, steps, _ in whole_game(3)] == [0, 1, 2, 3, 4, 5, 6, 0, 1]


@pytest.mark.rule("MED-ROUND-12")
def test_with_two_the_last_place_card_opens_the_last_round() -> None:
    assert [cards for *_, cards in whole_game(2)] == [7, 6, 5, 4, 3, 2, 1, 0]


@pytest.mark.rule("MED-ROUND-13", "MED-RUL-15")
@pytest.mark.parametrize("seats", SEATS)
def test_the_last_round_has_turns_and_duels_like_any_other(seats: int) -> None:
    t = table(seats).last_round().prestige({0: 9})
    t.dials(3)
    for seat in range(seats):
        assert t.state.active_seat == seat
        t.walk(seat).play(seat, TakeMoney(), EndTurn())
    assert (t.state.phase, t.state.active_seat) == (DUEL_REWARD, 0)
    top = t.place(3).favor_stack[0]
    t.play(0, TakeFavorCard())
    assert t.me.favors == (top,)
    assert t.state.phase == GAME_OVER
    assert t.me.prestige == 8
    medicus = table(seats).last_round().prestige({MEDICUS: 9})
    medicus.dials(3).finish_round()
    assert medicus.state.phase == GAME_OVER
    assert medicus.state.medicus_prestige == 8
