"""What a step of a game is made of, from the functions of its chapters."""

from __future__ import annotations

from typing import Any, Final

import pytest

from engine_core.actions import Action, Catalogue
from engine_core.errors import Rejection
from engine_core.steps import applying, checking


class Count(Action):
    """An action without a condition."""


class Doubt(Action):
    """An action with one."""


CATALOGUE: Final = Catalogue("counting", (Count, Doubt))


class Position:
    """What the functions of a step need of a state."""

    def __init__(self) -> None:
        self.players = ["left", "right"]
        self._revealed = True
        self.told: list[Any] = []


LATE = Rejection("TOY-1", "Too late.")
OUT = Rejection("TOY-2", "Another one's turn.")
DOUBTFUL = Rejection("TOY-3", "There is a doubt.")


def out_of_turn(state: Position, seat: int, action: Action) -> Rejection | None:
    return OUT if seat == 1 else None


def never_late(state: Position, seat: int, player: str, action: Action) -> Rejection | None:
    return None


def always_late(state: Position, seat: int, player: str, action: Action) -> Rejection | None:
    return LATE


def doubt(state: Position, seat: int, player: str, action: Action) -> Rejection | None:
    state.told.append((seat, player))
    return DOUBTFUL


def test_the_most_specific_refusal_comes_last() -> None:
    state = Position()
    late = checking(out_of_turn, always_late, {Doubt: doubt})
    check = checking(out_of_turn, never_late, {Doubt: doubt})
    assert (late(state, 1, Doubt()), late(state, 0, Doubt()), check(state, 0, Doubt())) == (OUT, LATE, DOUBTFUL)
    assert check(state, 0, Count()) is None


def test_a_decision_for_somebody_else_is_checked_against_that_player() -> None:
    state = Position()
    checking(out_of_turn, never_late, {Doubt: doubt}, lambda state, seat: 1 - seat)(state, 0, Doubt())
    assert state.told == [(1, "right")]


def begin(state: Position, seat: int) -> str:
    return f"the copy of {state.players[seat]}"


def step(state: Position, seat: int, player: str, action: Action, sink: object) -> None:
    state.told.append((seat, player))


def reveal(state: Position, sink: object) -> None:
    state.told.append("what follows")
    state._revealed = True


@pytest.mark.parametrize(
    ("follows", "told", "revealed"),
    [(None, [(0, "the copy of left")], False), (reveal, [(0, "the copy of left"), "what follows"], True)],
)
def test_a_step_is_the_action_then_what_follows_and_says_what_both_revealed(
    follows: Any, told: list[Any], revealed: bool
) -> None:
    state = Position()
    assert applying({Count: step}, begin, follows)(state, 0, Count(), None) is revealed
    assert state.told == told


def test_a_decision_for_somebody_else_is_carried_out_by_that_player() -> None:
    state = Position()
    applying({Count: step}, begin, None, lambda state, seat: 1 - seat)(state, 0, Count(), None)
    assert state.told == [(1, "the copy of right")]
