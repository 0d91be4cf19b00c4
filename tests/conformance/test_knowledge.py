"""Every game: views stand alone, and a state made from a view fits it."""

from __future__ import annotations

from engine_core.match import Match
from engine_core.rng import derive_key, key_from_seed
from tests.conformance.configurations import Configuration, every_configuration, every_seat_count, positions, walk


@every_seat_count
def test_a_view_does_not_change_with_the_state(setting: Configuration) -> None:
    game = setting.game
    match = setting.match(31)
    kept = []
    for ply, _ in enumerate(walk(match, 31)):
        if ply % 25 == 0:
            for seat in (None, *range(setting.seats)):
                view = game.view(match.state, seat)
                kept.append((view, game.view_to_bytes(view), game.view_to_json(view)))
    for view, packed, document in kept:
        assert game.view_to_json(view) == document
        assert game.view_to_bytes(view) == packed


@every_configuration
def test_a_determinization_fits_its_view(setting: Configuration) -> None:
    game = setting.game
    for match in positions(setting, 32, every=35):
        for seat in (None, *range(setting.seats)):
            view = game.view(match.state, seat)
            key = derive_key(key_from_seed(32), match.ply, -1 if seat is None else seat)
            state = game.determinize(view, key)
            assert game.view_to_bytes(game.view(state, seat)) == game.view_to_bytes(view)
            assert list(game.conserved(state)) == []
            assert game.to_act(state) == game.to_act(match.state)
            if seat is not None:
                assert game.legal(state, seat) == game.legal(match.state, seat)
            assert game.digest(game.determinize(view, key)) == game.digest(state)


@every_seat_count
def test_a_determinization_is_playable_to_the_end(setting: Configuration) -> None:
    game = setting.game
    for match in positions(setting, 33, every=60):
        if match.over:
            continue
        state = game.determinize(game.view(match.state, 0), key_from_seed(match.ply))
        trial = Match(game, state, match.ply, match.decisions)
        for _ in walk(trial, 33):
            pass
        assert list(game.conserved(trial.state)) == []


@every_seat_count
def test_determinizations_differ_with_the_key(setting: Configuration) -> None:
    game = setting.game
    match = setting.match(34)
    view = game.view(match.state, None)
    assert len({game.digest(game.determinize(view, key_from_seed(seed))) for seed in range(5)}) == 5
