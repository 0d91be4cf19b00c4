"""Deliver Letter (MED-LET): only the topmost, only where it is addressed."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import DeliverLetter, EndTurn, LeaveWaypoint, StartMove, TakeMoney
from engine_core.games.medico.events import LetterDelivered
from engine_core.games.medico.vocabulary import BOTH_REWARDS, ONE_COIN, ONE_PRESTIGE, WAYPOINT
from tests.engine.medico.cards import letter
from tests.engine.medico.table import Table, table


def carrier(*letters: int) -> Table:
    """Seat 0 will go to place 2 with these letters, the topmost last."""
    t = table()
    t.me.letters = letters
    return t


@pytest.mark.rule("MED-LET-01")
def test_the_topmost_letter_is_delivered_at_its_target() -> None:
    assert carrier(letter(5, 2)).arrive(2).offers(DeliverLetter(ONE_COIN))
    elsewhere = carrier(letter(5, 3)).arrive(2)
    for reward in (ONE_COIN, ONE_PRESTIGE):
        elsewhere.rejects(DeliverLetter(reward), "MED-LET-01")


@pytest.mark.rule("MED-LET-01")
def test_a_letter_names_the_board_part_and_not_the_position_on_the_ring() -> None:
    t = carrier(letter(5, 6))
    t.put(2, card=6).put(6, card=2)
    t.arrive(2)
    assert t.offers(DeliverLetter(ONE_COIN))


@pytest.mark.rule("MED-LET-02")
def test_the_reward_is_one_prestige_or_one_coin() -> None:
    t = carrier(letter(5, 2)).arrive(2)
    t.rejects(DeliverLetter(BOTH_REWARDS), "MED-LET-02")
    t.play(0, DeliverLetter(ONE_COIN))
    assert (t.me.coins, t.me.prestige) == (1, 0)
    other = carrier(letter(5, 2)).arrive(2).play(0, DeliverLetter(ONE_PRESTIGE))
    assert (other.me.coins, other.me.prestige) == (0, 1)


@pytest.mark.rule("MED-LET-03", "MED-LET-04")
def test_the_letter_stays_and_the_one_displayed_here_becomes_the_target() -> None:
    t = carrier(letter(4, 0), letter(5, 2))
    t.put(2, letter_stack=(letter(2, 6), letter(2, 3)))
    t.arrive(2).play(0, DeliverLetter(ONE_COIN))
    assert t.me.letters == (letter(4, 0), letter(5, 2), letter(2, 6))
    assert t.place(2).letter_stack == (letter(2, 3),)
    assert t.happened(LetterDelivered) == [
        LetterDelivered(seat=0, letter=letter(5, 2), prestige=0, coins=1, new_letter=letter(2, 6))
    ]


@pytest.mark.rule("MED-LET-04")
def test_the_new_letter_is_delivered_next() -> None:
    t = carrier(letter(5, 2))
    t.put(2, letter_stack=(letter(2, 4),))
    t.arrive(2).play(0, DeliverLetter(ONE_COIN))
    t.arrive_next(4).play(0, DeliverLetter(ONE_COIN))
    assert t.me.letters[:2] == (letter(5, 2), letter(2, 4))


@pytest.mark.rule("MED-LET-05")
def test_a_target_that_is_only_passed_gets_nothing() -> None:
    t = carrier(letter(5, 1)).depart(2).play(0, StartMove())
    while t.state.phase == WAYPOINT:
        t.rejects(DeliverLetter(ONE_COIN), "MED-LET-05")
        t.play(0, LeaveWaypoint())
    t.rejects(DeliverLetter(ONE_COIN), "MED-LET-01")
    assert t.me.letters == (letter(5, 1),)


@pytest.mark.rule("MED-LET-05")
def test_a_letter_for_the_start_place_is_not_delivered_on_departure() -> None:
    t = carrier(letter(5, 0)).depart(2)
    t.rejects(DeliverLetter(ONE_COIN), "MED-MOVE-06")


@pytest.mark.rule("MED-LET-06")
def test_a_lower_letter_is_not_delivered() -> None:
    t = carrier(letter(5, 2), letter(2, 6)).arrive(2)
    t.rejects(DeliverLetter(ONE_COIN), "MED-LET-06")


@pytest.mark.rule("MED-LET-07")
def test_one_delivery_per_turn() -> None:
    t = carrier(letter(5, 2))
    t.put(2, letter_stack=(letter(2, 6), letter(2, 3)))
    t.arrive(2).play(0, DeliverLetter(ONE_COIN))
    for reward in (ONE_COIN, ONE_PRESTIGE):
        t.rejects(DeliverLetter(reward), "MED-LET-06", "MED-LET-07")


@pytest.mark.rule("MED-LET-08", "MED-RUL-75")
def test_a_letter_may_be_kept_although_its_target_is_reached() -> None:
    t = carrier(letter(5, 2)).arrive(2).play(0, TakeMoney(), EndTurn())
    assert t.me.letters == (letter(5, 2),)
    assert t.state.active_seat == 1
    t.arrive_next(4)
    t.arrive_next(2).play(0, DeliverLetter(ONE_PRESTIGE))
    assert t.me.prestige == 1
