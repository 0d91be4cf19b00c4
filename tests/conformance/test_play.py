"""Every game, every seat count, every option: play keeps what the contract of a game promises."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from engine_core.documents import to_json
from engine_core.errors import BadSetup
from engine_core.events import EVERYONE, Event
from engine_core.game import Outcome, places_at
from engine_core.match import Match
from engine_core.rng import Rng, key_from_seed
from tests.conformance.configurations import (
    Configuration,
    every_configuration,
    every_seat_count,
    positions,
    walk,
)

MOST_IDS = 200
"""The wire carries the legal ids of one decision; it is built for fewer than these."""


@every_configuration
def test_random_play_ends_and_asks_properly(setting: Configuration) -> None:
    game = setting.game
    points = {point.name: point for point in game.decision_points}
    match = setting.match(1)
    for seat, legal, _ in walk(match, 1):
        ids = [action.id for action in legal]
        assert ids == sorted(set(ids)), "legal actions stand in catalogue order, each once"
        assert all(game.catalogue[action.id] is action for action in legal)
        assert 0 < len(legal) < MOST_IDS
        point = points[game.decision_point(match.state, seat)]
        assert len(legal) > 1 or point.always_asked, f"{point.name} asks although there is no choice"
        asked = game.to_act(match.state)
        assert list(asked) == sorted(set(asked))
        assert len(asked) == 1 or point.simultaneous
        for other in set(range(setting.seats)) - set(asked):
            assert game.legal(match.state, other) == []
            assert game.decision_point(match.state, other) == ""
        with pytest.raises(ValueError, match=r"over|end|finish"):
            game.outcome(match.state)
    assert all(game.legal(match.state, seat) == [] for seat in range(setting.seats))
    _check_outcome(game.outcome(match.state), setting.seats)


def _check_outcome(outcome: Outcome, seats: int) -> None:
    assert [one.seat for one in outcome.seats] == list(range(seats))
    assert all(sum(points for _, points in one.categories) == one.points for one in outcome.seats)
    ranked = sorted(outcome.seats, key=lambda one: one.place)
    # Alone, the seat wins or loses against the game.
    assert ranked[0].place == 1 or (seats, ranked[0].place) == (1, 2)
    for better, worse in pairwise(ranked):
        assert (better.points, better.tie_breaks) >= (worse.points, worse.tie_breaks)


@every_configuration
def test_nothing_is_lost_or_made_up(setting: Configuration) -> None:
    for seed in (2, 3):
        match = setting.match(seed)
        assert list(setting.game.conserved(match.state)) == []
        for _ in walk(match, seed):
            assert list(setting.game.conserved(match.state)) == []
        assert list(setting.game.conserved(match.state)) == []


@every_configuration
def test_a_game_of_fallbacks_ends(setting: Configuration) -> None:
    game = setting.game
    match = setting.match(4)
    plies = 0
    while asked := game.to_act(match.state):
        seat = asked[plies % len(asked)]
        action = game.fallback(match.state, seat)
        assert action in game.legal(match.state, seat)
        assert game.fallback(match.state, seat) is action
        match.apply(seat, action)
        plies += 1
        assert plies < 5000
    _check_outcome(game.outcome(match.state), setting.seats)


@every_configuration
def test_check_agrees_with_legal_and_changes_nothing(setting: Configuration) -> None:
    game = setting.game
    for match in positions(setting, 5, every=9):
        before = game.digest(match.state)
        document = game.to_json(match.state)
        for seat in range(setting.seats):
            legal = set(game.legal(match.state, seat))
            for action in game.catalogue:
                rejection = game.check(match.state, seat, action)
                assert (rejection is None) == (action in legal), f"{action!r} of seat {seat}: {rejection}"
                if rejection is not None:
                    assert rejection.sentence.endswith(".")
                    assert rejection.rule_id == "" or rejection.rule_id.startswith(f"{game.rule_prefix}-")
        assert game.digest(match.state) == before
        assert game.to_json(match.state) == document


@every_configuration
def test_simultaneous_commits_commute(setting: Configuration) -> None:
    game = setting.game
    met = 0
    has_simultaneous = any(point.simultaneous for point in game.decision_points) and setting.seats > 1
    for match in positions(setting, 6, every=1):
        asked = game.to_act(match.state)
        if len(asked) < 2 or met >= 8:
            continue
        met += 1
        rng = Rng(key_from_seed(met), ("choices",))
        chosen = {}
        for seat in asked:
            legal = game.legal(match.state, seat)
            chosen[seat] = legal[rng.below(0, len(legal))]
        digests = set()
        for order in permutations(asked):
            trial = match.clone()
            for seat in order:
                trial.apply(seat, chosen[seat])
            digests.add(trial.digest())
        assert len(digests) == 1
    assert met or not has_simultaneous


@every_seat_count
def test_events_are_declared_and_have_an_audience(setting: Configuration) -> None:
    game = setting.game
    heard: list[tuple[int, Event]] = []
    match = setting.match(7, sink=lambda audience, event: heard.append((audience, event)))
    for seat, _, choice in walk(match, 7):
        game.apply(game.clone(match.state), seat, choice, lambda audience, event: heard.append((audience, event)))
    assert heard
    assert len({event.kind for event in game.events}) == len(game.events)
    for audience, event in heard:
        assert type(event) in game.events
        assert audience == EVERYONE or 0 <= audience < setting.seats
        ((kind, fields),) = game.event_to_json(event).items()
        assert kind == event.kind
        assert fields == to_json(event, game.context(None))


@every_seat_count
def test_a_sink_changes_nothing(setting: Configuration) -> None:
    silent, loud = setting.match(8), setting.match(8, sink=lambda audience, event: None)
    assert silent.digest() == loud.digest()
    for seat, _, choice in walk(silent, 8):
        loud.apply(seat, choice, lambda audience, event: None)
    assert silent.digest() == loud.digest()


@every_seat_count
def test_a_seat_that_resigns_is_played_and_ranked_last(setting: Configuration) -> None:
    match = setting.match(9)
    gone = setting.seats - 1
    for ply, (seat, _, choice) in enumerate(walk(match.clone(), 9)):
        if ply == 20:
            break
        match.apply(seat, choice)
    match.resign(gone)
    match.resign(gone)
    while not match.over:
        assert gone not in match.game.to_act(match.state)
        seat = match.game.to_act(match.state)[0]
        match.apply(seat, match.game.legal(match.state, seat)[0])
    places = match.places()
    last = places_at(setting.seats)
    assert places[gone].place == last
    assert sorted(one.place for one in places) == list(range(1, last + 1))[-setting.seats :]


@every_seat_count
def test_impossible_set_ups_are_refused(setting: Configuration) -> None:
    game = setting.game
    for seats in {0, -1, 1, 2, 3, 4, 5, 6, 99} - set(game.seat_counts):
        with pytest.raises(BadSetup) as wrong:
            Match.new(game, seats, setting.options, key_from_seed(1))
        assert wrong.value.field == "seats"
    for key in (b"", b"x" * 65):
        with pytest.raises((BadSetup, ValueError)):
            Match.new(game, setting.seats, setting.options, key)
    with pytest.raises(BadSetup) as wrong:
        game.read_options({"no_such_option": True})
    assert wrong.value.field == "no_such_option"
    for name in game.options_to_json(setting.options):
        with pytest.raises(BadSetup) as wrong:
            game.read_options({name: "no such word"})
        assert wrong.value.field == name


@every_configuration
def test_same_key_same_game(setting: Configuration) -> None:
    one, other = setting.match(10), setting.match(10)
    assert one.digest() == other.digest()
    assert setting.match(11).digest() != one.digest()
    for seat, _, choice in walk(one, 10):
        assert choice in other.game.legal(other.state, seat)
        other.apply(seat, choice)
        # the walk applies its own choice after this; compare one ply later, at the end of the game
    assert one.digest() == other.digest()
