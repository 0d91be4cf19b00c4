"""Whole random games of 1 to 4 seats, with every option: nothing is lost, no step is stuck, refusals and offers agree."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine_core.games.tinctura.data import load_data
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.options import BONUS_TRACKS, Options
from engine_core.games.tinctura.state import TincturaState
from engine_core.games.tinctura.vocabulary import DAYS, HOURS
from engine_core.rng import key_from_seed

MOST_LEGAL = 200
MOST_DECISIONS = 20_000
DATA = load_data()
SETTINGS = [(seats, seed) for seats in (1, 2, 3, 4) for seed in range(4)]


def options_of(seats: int, draw: Random) -> Options:
    """Options at random; the solo game has only its level."""
    flags = {name: draw.random() < 0.5 for name in ("leftover_includes_mortar", "rapid_growth_per_plant")}
    flags["training_production_counts"] = draw.random() < 0.5
    if seats == 1:
        return Options(solo_level=draw.randrange(4), **flags)
    modules = {name: draw.random() < 0.6 for name in ("personalities", "events", "private_goals", "open_goals")}
    return Options(bonus_tracks=draw.randrange(len(BONUS_TRACKS)), mushroom_model=draw.randrange(2), **modules, **flags)


def walk(seats: int, seed: int) -> Iterator[tuple[TincturaState, int, list[Any]]]:
    """A random game: before every decision the state, the seat that is going to decide, its legal actions."""
    draw = Random(seed * 4 + seats)
    state = TINCTURA.new(seats, options_of(seats, draw), key_from_seed(seed))
    for _ in range(MOST_DECISIONS):
        asked = TINCTURA.to_act(state)
        if not asked:
            return
        seat = draw.choice(asked)
        legal = TINCTURA.legal(state, seat)
        yield state, seat, legal
        # ends of turns and visits are rarer than they would be by chance: more happens in a game
        TINCTURA.apply(state, seat, draw.choice(legal[: max(1, len(legal) - draw.randrange(2))]))
    raise AssertionError("the game does not end")


@pytest.mark.rule("TIN-SET-16", "TIN-SET-04", "TIN-RUL-12", "TIN-RUL-87")
@pytest.mark.parametrize(("seats", "seed"), SETTINGS)
def test_a_random_game_ends_and_nothing_is_lost(seats: int, seed: int) -> None:
    state = None
    for state, seat, legal in walk(seats, seed):
        assert list(TINCTURA.conserved(state)) == []
        assert 0 < len(legal) < MOST_LEGAL, TINCTURA.decision_point(state, seat)
        ids = [action.id for action in legal]
        assert ids == sorted(set(ids)), "catalogue order, each action once"
    assert state is not None
    assert (state.day, state.hour) == (DAYS, 16)
    places = sorted(seat.place for seat in TINCTURA.outcome(state).seats)
    assert places == list(range(1, seats + 1)) or (seats == 1 and places == [2])
    for outcome in TINCTURA.outcome(state).seats:
        assert sum(points for _, points in outcome.categories) == outcome.points


@pytest.mark.rule("TIN-WORK-10")
@pytest.mark.parametrize(("seats", "seed"), SETTINGS[::3])
def test_offers_and_refusals_agree_on_the_whole_catalogue(seats: int, seed: int) -> None:
    seen: set[tuple[str, int]] = set()
    for state, seat, legal in walk(seats, seed):
        point = (TINCTURA.decision_point(state, seat), state.hour)
        if point in seen:
            continue
        seen.add(point)
        before = TINCTURA.to_bytes(state)
        for action in TINCTURA.catalogue:
            rejection = TINCTURA.check(state, seat, action)
            assert (rejection is None) == (action in legal), (point, action, rejection)
            assert rejection is None or rejection.rule_id.startswith("TIN-")
        assert TINCTURA.to_bytes(state) == before
    assert len(seen) > 2 * HOURS


@pytest.mark.parametrize(("seats", "seed"), SETTINGS[::2])
def test_positions_survive_bytes_json_and_determinization(seats: int, seed: int) -> None:
    draw = Random(seed)
    for state, _, _ in walk(seats, seed):
        if draw.random() > 0.05:
            continue
        encoded = TINCTURA.to_bytes(state)
        assert TINCTURA.to_bytes(TINCTURA.from_bytes(encoded, state.options)) == encoded
        assert TINCTURA.to_bytes(TINCTURA.from_json(TINCTURA.to_json(state), state.options)) == encoded
        for observer in (None, *range(seats)):
            view = TINCTURA.view(state, observer)
            imagined = TINCTURA.determinize(view, key_from_seed(draw.randrange(10_000)), DATA)
            assert TINCTURA.view_to_bytes(TINCTURA.view(imagined, observer)) == TINCTURA.view_to_bytes(view)
            assert list(TINCTURA.conserved(imagined)) == []


@pytest.mark.parametrize(("seats", "seed"), SETTINGS[1::4])
def test_a_copy_is_not_touched_by_later_steps(seats: int, seed: int) -> None:
    before: tuple[TincturaState, bytes] | None = None
    for state, _, _ in walk(seats, seed):
        if before is not None:
            assert TINCTURA.to_bytes(before[0]) == before[1]
        copy = TINCTURA.clone(state)
        before = copy, TINCTURA.to_bytes(copy)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_game_of_fallbacks_ends(seats: int) -> None:
    state = TINCTURA.new(seats, options_of(seats, Random(seats)), key_from_seed(seats))
    for _ in range(MOST_DECISIONS):
        asked = TINCTURA.to_act(state)
        if not asked:
            break
        action = TINCTURA.fallback(state, asked[0])
        assert action in TINCTURA.legal(state, asked[0])
        TINCTURA.apply(state, asked[0], action)
    assert not TINCTURA.to_act(state)


@pytest.mark.rule("TIN-RUL-06")
@pytest.mark.parametrize("seats", [1, 3])
def test_the_same_key_and_actions_give_the_same_bytes(seats: int) -> None:
    ends = [[TINCTURA.to_bytes(state) for state, _, _ in walk(seats, 5)][-1] for _ in range(2)]
    assert ends[0] == ends[1]
