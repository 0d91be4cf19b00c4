"""The engine's figures: one core, pure Python, each game beside python-chess's random play in the same run."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import chess

from engine_core.game import Game
from engine_core.games import GAMES
from engine_core.games import game as load_game
from engine_core.match import Match
from engine_core.rng import key_from_seed
from tests.bench.measure import Figure, alternated

PLIES = 6_000
POSITIONS = 300


def random_chess() -> int:
    """Random play of python-chess: legal moves made, one applied."""
    dice = random.Random(7)
    done = 0
    while done < PLIES:
        board = chess.Board()
        for _ in range(200):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(dice.random() * len(moves))])
            done += 1
    return done


def random_play(game: Game[Any, Any], seats: int) -> Callable[[], int]:
    """Random play of a game: legal actions made, one applied; units are decisions."""

    def work() -> int:
        dice = random.Random(7)
        options = game.options_type()
        done = 0
        seed = 0
        while done < PLIES:
            seed += 1
            state = game.new(seats, options, key_from_seed(seed))
            while to_act := game.to_act(state):
                seat = to_act[0]
                legal = game.legal(state, seat)
                game.apply(state, seat, legal[int(dice.random() * len(legal))])
                done += 1
        return done

    return work


def positions(game: Game[Any, Any], seats: int) -> list[tuple[Any, int]]:
    """Positions spread over random games, with a seat that is asked."""
    dice = random.Random(11)
    found: list[tuple[Any, int]] = []
    seed = 0
    while len(found) < POSITIONS:
        seed += 1
        state = game.new(seats, game.options_type(), key_from_seed(seed))
        while to_act := game.to_act(state):
            if dice.random() < 0.05:
                found.append((game.clone(state), to_act[0]))
            legal = game.legal(state, to_act[0])
            game.apply(state, to_act[0], legal[int(dice.random() * len(legal))])
    return found[:POSITIONS]


def over_positions(sample: list[tuple[Any, int]], act: Callable[[Any, int], object]) -> Callable[[], int]:
    """``act`` on every position several times; units are calls."""

    def work() -> int:
        for _ in range(5):
            for state, seat in sample:
                act(state, seat)
        return 5 * len(sample)

    return work


def full_replay(game: Game[Any, Any], seats: int) -> Callable[[], int]:
    """Fold the log of whole games, one digest per input as in a hosted match; units are games."""
    games: list[tuple[bytes, list[tuple[int, int]]]] = []
    for seed in range(5):
        dice = random.Random(seed)
        key = key_from_seed(seed)
        state = game.new(seats, game.options_type(), key)
        inputs = []
        while to_act := game.to_act(state):
            legal = game.legal(state, to_act[0])
            action = legal[int(dice.random() * len(legal))]
            inputs.append((to_act[0], action.id))
            game.apply(state, to_act[0], action)
        games.append((key, inputs))

    def work() -> int:
        for key, inputs in games:
            match = Match.new(game, seats, game.options_type(), key)
            for seat, action_id in inputs:
                match.apply(seat, game.catalogue[action_id])
                match.digest()
        return len(games)

    return work


def figures() -> list[Figure]:
    """All engine figures of all games, at four seats (or the most that the game seats)."""
    result: list[Figure] = []
    for name in GAMES:
        game = load_game(name)
        seats = max(game.seat_counts)
        sample = positions(game, seats)
        median = alternated(
            {
                "chess": random_chess,
                "play": random_play(game, seats),
                "clone": over_positions(sample, lambda state, seat, g=game: g.clone(state)),  # type: ignore[misc]
                "view": over_positions(sample, lambda state, seat, g=game: g.view(state, seat)),  # type: ignore[misc]
                "digest": over_positions(sample, lambda state, seat, g=game: g.digest(state)),  # type: ignore[misc]
                "replay": full_replay(game, seats),
            }
        )
        result += [
            Figure("python-chess: random play", 1 / median["chess"], "decisions/s"),
            Figure(f"{name}: random play, {seats} seats", 1 / median["play"], "decisions/s"),
            Figure(f"{name}: random play / python-chess", median["chess"] / median["play"], "x", 2.0, True),
            Figure(f"{name}: clone", median["clone"] * 1e6, "us"),
            Figure(f"{name}: clone / one decision", median["clone"] / median["play"], "x", 0.25),
            Figure(f"{name}: view", median["view"] * 1e6, "us", 20),
            Figure(f"{name}: bytes and digest", median["digest"] * 1e6, "us", 8),
            Figure(f"{name}: full replay with digests", median["replay"] * 1e3, "ms", 15),
        ]
    return result
