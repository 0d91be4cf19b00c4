"""The house bots play legally, quickly and, for ``greedy``, well (`arena play` measures more games)."""

from __future__ import annotations

import statistics
import time
from typing import Any

import pytest

from arena.house import HOUSE_BOTS, UnknownBot, house_bot
from engine_core.games import GAMES, game
from engine_core.playing import bot_rng, play, random_bot
from engine_core.rng import key_from_seed
from tests.profiles import profile


@pytest.mark.parametrize(("name", "playing"), [(bot.name, g) for bot in HOUSE_BOTS.values() for g in bot.games])
def test_every_house_bot_plays_its_games_with_every_number_of_seats(name: str, playing: str) -> None:
    rules = game(playing)
    bot = house_bot(playing, name)
    for seats in rules.seat_counts:
        record = play(rules, [bot] * seats, key_from_seed(seats))
        assert record.outcome is not None
        assert len(record.outcome.seats) == seats


def test_random_plays_every_game() -> None:
    assert set(HOUSE_BOTS["random"].games) == set(GAMES)


@pytest.mark.parametrize(("playing", "name"), [("medico", "nobody"), ("chess", "random"), ("chess", "greedy")])
def test_an_unknown_bot_or_game_is_named(playing: str, name: str) -> None:
    with pytest.raises(UnknownBot, match=name if name == "nobody" else playing):
        house_bot(playing, name)


GREEDY = HOUSE_BOTS["greedy"].games


def test_every_game_has_a_greedy() -> None:
    assert set(GREEDY) == set(GAMES)


@pytest.mark.parametrize("name", GREEDY)
def test_the_same_question_gets_the_same_answer(name: str) -> None:
    rules = game(name)
    greedy = house_bot(name, "greedy")
    asked = 0

    def twice(view: Any, legal: Any, rng: Any) -> Any:
        nonlocal asked
        asked += 1
        first = greedy(view, list(legal), bot_rng(b"a", "m", view.seat, 0))
        assert greedy(view, list(legal), bot_rng(b"b", "m", view.seat, 1)) is first
        return first

    for seed in range(3, 9):
        play(rules, [twice, random_bot, twice], key_from_seed(seed))
        if asked > 50:
            return
    raise AssertionError(f"asked {asked} times only")


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_beats_random_in_every_seat(name: str) -> None:
    greedy = house_bot(name, "greedy")
    wins = 0
    seats = max(game(name).seat_counts)
    for number in range(20):
        bots = [greedy if seat == number % seats else random_bot for seat in range(seats)]
        outcome = play(game(name), bots, key_from_seed(number)).outcome
        assert outcome is not None
        wins += outcome.seats[number % seats].place == 1
    assert wins >= profile(name).greedy_wins


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_decides_within_a_millisecond_or_two(name: str) -> None:
    greedy = house_bot(name, "greedy")
    spent: list[float] = []

    def timed(view: Any, legal: Any, rng: Any) -> Any:
        started = time.thread_time()
        choice = greedy(view, legal, rng)
        spent.append(time.thread_time() - started)
        return choice

    play(game(name), [timed] * max(game(name).seat_counts), key_from_seed(5))
    assert sum(spent) / len(spent) < profile(name).greedy_seconds


def test_greedy_collects_in_azerland_what_a_good_player_does() -> None:
    greedy = house_bot("azerland", "greedy")
    outcomes = [play(game("azerland"), [greedy, greedy], key_from_seed(number)).outcome for number in range(10)]
    assert statistics.median(seat.points for outcome in outcomes if outcome is not None for seat in outcome.seats) >= 55


def test_greedy_wins_easy_solo_games_of_azerland() -> None:
    rules, greedy = game("azerland"), house_bot("azerland", "greedy")
    easy = rules.read_options({"solo_difficulty": "easy"})
    outcomes = [play(rules, [greedy], key_from_seed(number), easy).outcome for number in range(10)]
    assert sum(outcome.seats[0].place == 1 for outcome in outcomes if outcome is not None) >= 4


def test_greedy_beats_three_random_in_tinctura_and_collects() -> None:
    rules, greedy = game("tinctura"), house_bot("tinctura", "greedy")
    results = []
    for number in range(100):
        bots = [greedy if seat == number % 4 else random_bot for seat in range(4)]
        outcome = play(rules, bots, key_from_seed(number)).outcome
        assert outcome is not None
        results.append(outcome.seats[number % 4])
    assert sum(seat.place == 1 for seat in results) >= 95
    assert statistics.mean(seat.points for seat in results) >= 60


def test_greedy_wins_solo_games_of_tinctura_at_level_1() -> None:
    rules, greedy = game("tinctura"), house_bot("tinctura", "greedy")
    outcomes = [play(rules, [greedy], key_from_seed(number)).outcome for number in range(100)]
    assert sum(outcome.seats[0].place == 1 for outcome in outcomes if outcome is not None) >= 40
