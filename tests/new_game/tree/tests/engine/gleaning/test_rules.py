"""Every rule of Gleaning, on positions arranged by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core import key_from_seed
from engine_core.errors import BadSetup
from engine_core.games.gleaning import GLEANING, Options
from engine_core.games.gleaning.actions import CallNumber, DrawHerb, PassTurn, PickHerb
from engine_core.games.gleaning.events import HerbDrawn, NumberSet, RoundStarted
from engine_core.games.gleaning.options import THREE_ROUNDS
from engine_core.games.gleaning.vocabulary import CALL, HIGHEST, OVER

ARNICA, BETONY, CHERVIL, DILL = range(4)
Heard = list[tuple[int, Any]]


def new_game(seats: int = 3, options: Options = Options()) -> Any:  # noqa: B008 - options never change
    return GLEANING.new(seats, options, key_from_seed(1))


def called(state: Any, *numbers: int) -> Heard:
    """Every seat calls its number."""
    heard: Heard = []
    for seat, number in enumerate(numbers):
        GLEANING.apply(state, seat, CallNumber(number), lambda audience, event: heard.append((audience, event)))
    return heard


def order(state: Any) -> list[int]:
    return [state.active_seat, *state.order]


@pytest.mark.rule("GLE-SET-01")
@pytest.mark.parametrize("seats", [0, 1, 5])
def test_two_to_four_play(seats: int) -> None:
    with pytest.raises(BadSetup) as wrong:
        new_game(seats)
    assert wrong.value.rule_id == "GLE-SET-01"


@pytest.mark.rule("GLE-SET-02")
def test_all_tiles_but_those_of_the_meadow_are_in_the_bag_and_the_start_seat_is_drawn() -> None:
    state = new_game()
    assert len(state.bag) + sum(state.meadow) == sum(state.data.tiles)
    starts = {GLEANING.new(3, Options(), key_from_seed(seed)).start_seat for seed in range(20)}
    assert starts == {0, 1, 2}


@pytest.mark.rule("GLE-CALL-01")
def test_numbers_are_hidden_until_all_have_called() -> None:
    state = new_game()
    assert GLEANING.legal(state, 1) == [CallNumber(number) for number in range(1, HIGHEST + 1)]
    heard: Heard = []
    GLEANING.apply(state, 1, CallNumber(4), lambda audience, event: heard.append((audience, event)))
    assert [audience for audience, event in heard if isinstance(event, NumberSet)] == [1]
    assert GLEANING.view(state, 1).players[1].number == 4
    assert GLEANING.view(state, 0).players[1].number == -1
    assert GLEANING.view(state, 0).players[1].has_called
    assert GLEANING.to_act(state) == (0, 2)
    rejection = GLEANING.check(state, 1, CallNumber(2))
    assert rejection is not None
    assert rejection.rule_id == "GLE-CALL-01"


@pytest.mark.rule("GLE-CALL-02")
def test_the_meadow_is_filled_up_as_far_as_the_bag_goes() -> None:
    state = new_game(4)
    assert sum(state.meadow) == 4
    state.bag = state.bag[:1]
    called(state, 1, 2, 3, 4)
    for seat in range(4):
        GLEANING.apply(state, seat, PickHerb(next(herb for herb in range(4) if state.meadow[herb])))
    assert sum(state.meadow) == 1
    assert state.bag == ()
    assert state.phase == CALL


@pytest.mark.rule("GLE-CALL-03")
def test_the_lower_number_is_first_and_equal_ones_from_the_start_seat() -> None:
    state = new_game()
    state.start_seat = 1
    called(state, 2, 3, 2)
    assert order(state) == [2, 0, 1]


@pytest.mark.rule("GLE-CALL-04")
def test_a_number_of_its_own_scores() -> None:
    state = new_game()
    called(state, 2, 3, 2)
    assert [player.points for player in state.players] == [0, 3, 0]


@pytest.mark.rule("GLE-PICK-01")
def test_a_herb_is_taken_from_the_meadow() -> None:
    state = new_game()
    state.meadow = (2, 0, 1, 0)
    called(state, 1, 2, 3)
    rejection = GLEANING.check(state, 0, PickHerb(BETONY))
    assert rejection is not None
    assert rejection.rule_id == "GLE-PICK-01"
    GLEANING.apply(state, 0, PickHerb(ARNICA))
    assert (state.meadow, state.players[0].herbs) == ((1, 0, 1, 0), (1, 0, 0, 0))
    assert state.active_seat == 1


@pytest.mark.rule("GLE-PICK-02")
def test_a_herb_is_drawn_from_the_bag() -> None:
    state = new_game()
    called(state, 1, 2, 3)
    top, left = state.bag[0], len(state.bag)
    heard: Heard = []
    assert GLEANING.apply(state, 0, DrawHerb(), lambda audience, event: heard.append((audience, event)))
    assert (len(state.bag), state.players[0].herbs[top]) == (left - 1, 1)
    assert [event.herb for _, event in heard if isinstance(event, HerbDrawn)] == [top]
    state.bag = ()
    rejection = GLEANING.check(state, 1, DrawHerb())
    assert rejection is not None
    assert rejection.rule_id == "GLE-PICK-02"


@pytest.mark.rule("GLE-PICK-03")
def test_a_seat_may_take_nothing() -> None:
    state = new_game()
    called(state, 1, 2, 3)
    before = state.meadow
    GLEANING.apply(state, 0, PassTurn())
    assert (state.meadow, state.players[0].herbs, state.active_seat) == (before, (0, 0, 0, 0), 1)


@pytest.mark.rule("GLE-END-01")
@pytest.mark.parametrize(("options", "rounds"), [(Options(), 5), (Options(rounds=THREE_ROUNDS), 3)])
def test_the_game_has_so_many_rounds(options: Options, rounds: int) -> None:
    state = new_game(2, options)
    first = state.start_seat
    starts = []
    while state.phase != OVER:
        starts.append(state.start_seat)
        called(state, 1, 2)
        GLEANING.apply(state, 0, PassTurn())
        heard: Heard = []
        GLEANING.apply(state, 1, PassTurn(), lambda audience, event, heard=heard: heard.append((audience, event)))  # type: ignore[misc]
        assert any(isinstance(event, RoundStarted) for _, event in heard) == (len(starts) < rounds)
    assert starts == [(first + number) % 2 for number in range(rounds)]


def over(*herbs: tuple[int, int, int, int], bunches: bool = True) -> list[Any]:
    """The result of a game that ends with these herbs."""
    state = new_game(len(herbs), Options(bunches=bunches))
    state.phase, state.active_seat, state.start_seat = OVER, -1, 0
    for player, held in zip(state.players, herbs, strict=True):
        player.herbs = held
    return list(GLEANING.outcome(state).seats)


@pytest.mark.rule("GLE-END-02")
def test_herbs_pay_their_points() -> None:
    assert [one.points for one in over((1, 0, 2, 0), (0, 1, 0, 3))] == [8, 6]


@pytest.mark.rule("GLE-END-03")
def test_a_bunch_pays_with_the_option() -> None:
    assert [one.points for one in over((2, 2, 2, 2), (1, 1, 1, 0))] == [30, 9]
    assert [one.points for one in over((2, 2, 2, 2), (1, 1, 1, 0), bunches=False)] == [20, 9]


@pytest.mark.rule("GLE-END-04")
def test_ties_go_to_fewer_herbs_then_to_the_later_seat() -> None:
    assert [one.place for one in over((0, 0, 2, 0), (1, 0, 0, 0), (0, 0, 2, 0))] == [3, 1, 2]
