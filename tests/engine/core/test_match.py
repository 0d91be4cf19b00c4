"""A match counts plies and decisions, plays for seats that are gone and ranks them last."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.errors import UnknownGame
from engine_core.games import GAMES, game
from engine_core.match import Match
from engine_core.rng import key_from_seed

MEDICO = game("medico")


def start(seats: int = 4) -> Match[Any, Any]:
    """A fresh match."""
    return Match.new(MEDICO, seats, MEDICO.read_options({}), key_from_seed(3))


def step(match: Match[Any, Any]) -> int:
    """The first seat that is asked plays its first legal action."""
    seat = MEDICO.to_act(match.state)[0]
    match.apply(seat, MEDICO.legal(match.state, seat)[0])
    return seat


def test_plies_and_decision_numbers_count() -> None:
    match = start()
    seat = step(match)
    assert match.ply == 1
    assert match.decisions == tuple(int(other == seat) for other in range(4))
    for _ in range(9):
        step(match)
    assert match.ply == sum(match.decisions) == 10


def test_one_seats_choice_does_not_make_anothers_stale() -> None:
    match = start()
    while len(MEDICO.to_act(match.state)) < 4:
        step(match)
    before = match.decisions
    match.apply(2, MEDICO.legal(match.state, 2)[0])
    assert [match.decisions[seat] - before[seat] for seat in range(4)] == [0, 0, 1, 0]


def test_a_clone_is_independent() -> None:
    match = start()
    digest = match.digest()
    copy = match.clone()
    step(copy)
    copy.resign(0)
    assert match.digest() == digest
    assert (match.ply, match.forfeited) == (0, ())


def test_the_digest_covers_what_a_match_counts() -> None:
    match = start()
    others = [match.clone() for _ in range(3)]
    others[0].ply += 1
    others[1].decisions = (1, 0, 0, 0)
    others[2].forfeited = (1,)
    assert len({one.digest() for one in (match, *others)}) == 4


def test_absent_seats_are_played_at_once() -> None:
    match = start()
    first = MEDICO.to_act(match.state)[0]
    match.resign(first)
    assert match.ply == 1
    assert match.decisions[first] == 1
    match.resign(first)
    assert (match.ply, match.forfeited) == (1, (first,))
    while len(MEDICO.to_act(match.state)) < 2:
        step(match)
    assert first not in MEDICO.to_act(match.state)
    while not match.over:
        assert step(match) != first


def test_when_all_are_gone_the_game_ends_and_the_first_to_leave_is_last() -> None:
    match = start()
    for seat in (2, 0, 3, 1):
        match.resign(seat)
    assert match.over
    assert [one.place for one in match.places()] == [3, 1, 4, 2]


def test_those_who_stayed_keep_their_order() -> None:
    match = start(3)
    match.resign(1)
    while not match.over:
        step(match)
    plain = {one.seat: one.place for one in MEDICO.outcome(match.state).seats}
    places = {one.seat: one.place for one in match.places()}
    assert places[1] == 3
    assert (places[0] < places[2]) == (plain[0] < plain[2])
    assert {places[0], places[2]} == {1, 2}


@pytest.mark.parametrize(("prestige", "given_up", "place"), [(200, False, 1), (0, False, 2), (200, True, 2)])
def test_alone_a_seat_wins_or_loses_and_to_give_up_is_to_lose(prestige: int, given_up: bool, place: int) -> None:
    azerland = game("azerland")
    match = Match.new(azerland, 1, azerland.read_options({}), key_from_seed(3))
    while not match.over:
        if given_up:
            match.resign(0)
        else:
            match.apply(0, azerland.fallback(match.state, 0))
    match.state.players[0].prestige = prestige
    assert [one.place for one in match.places()] == [place]
    assert azerland.outcome(match.state).seats[0].place == (1 if prestige else 2)


def test_a_seat_that_does_not_exist_cannot_resign() -> None:
    for seat in (-1, 4):
        with pytest.raises(ValueError, match="no seat"):
            start().resign(seat)


def test_the_registry_names_its_games() -> None:
    assert game("medico") is MEDICO
    assert set(GAMES) == {game(name).name for name in GAMES}
    for name in ("chess", "", "Medico"):
        with pytest.raises(UnknownGame, match="medico"):
            game(name)
