"""Points, ranks and ties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.matchmaking.domain.standings import Finish, Tally, default_points


def tally(players: str, points: tuple[int, ...] = (2, 1, 0)) -> Tally:
    return Tally.of(players, points)


def played(order: str, game_points: tuple[int, ...] = (30, 20, 10)) -> list[Finish]:
    """A match in which the players came in this order."""
    return [
        Finish(player, place, points) for place, (player, points) in enumerate(zip(order, game_points, strict=False), 1)
    ]


def ranks(counted: Tally) -> list[tuple[int, str]]:
    return [(line.rank, line.player_id) for line in counted.standings()]


@pytest.mark.parametrize(("size", "points"), [(1, (1, 0)), (2, (1, 0)), (3, (2, 1, 0)), (4, (3, 2, 1, 0))])
def test_the_default_is_a_point_for_each_opponent_left_behind(size: int, points: tuple[int, ...]) -> None:
    assert default_points(size) == points


def test_a_match_brings_games_points_wins_places_and_game_points() -> None:
    counted = tally("abc")
    counted.add(played("abc"))
    counted.add(played("acb"))
    score = counted.scores["a"]
    assert (score.games, score.points, score.wins, score.places, score.mean_game_points) == (2, 4, 2, [2, 0, 0], 30.0)
    assert counted.scores["b"].places == [0, 1, 1]
    assert ranks(counted) == [(1, "a"), (2, "b"), (2, "c")]


@pytest.mark.parametrize(("table", "points"), [((1, 0), 1), ((5, 2), 9), ((3,), 3)])
def test_a_solo_game_is_won_or_lost_against_the_game_itself(table: tuple[int, ...], points: int) -> None:
    counted = tally("abc", table)
    counted.add([Finish("a", 1, 70)])
    counted.add([Finish("a", 2, 64)])
    counted.add([Finish("a", 2, 50)])
    counted.add([Finish("b", 2, 60)])
    counted.add([Finish("c", 0, 60, given_up=True)])
    score = counted.scores["a"]
    assert (score.games, score.points, score.wins, score.places) == (3, points, 1, [1, 2])
    assert (counted.scores["b"].wins, counted.scores["b"].places) == (0, [0, 1])
    assert next(player for _, player in ranks(counted)) == "a"


def test_a_bye_costs_nothing_because_points_per_game_rank() -> None:
    counted = tally("abcd")
    counted.add(played("abc"))
    counted.add(played("bcd"))
    # a has 2 points of one game, b 3 of two.
    assert counted.scores["b"].points > counted.scores["a"].points
    assert ranks(counted)[0] == (1, "a")


def test_equal_points_are_decided_by_wins_then_mean_place_then_game_points() -> None:
    by_wins = tally("abcd", (2, 2, 0, 0))
    by_wins.add(played("abcd", (9, 9, 9, 9)))
    assert ranks(by_wins)[:2] == [(1, "a"), (2, "b")]

    by_place = tally("abcd", (1, 0, 0, 0))
    by_place.add(played("abcd", (9, 9, 9, 9)))
    assert ranks(by_place) == [(1, "a"), (2, "b"), (3, "c"), (4, "d")]

    by_game_points = tally("ab", (1, 0))
    by_game_points.add(played("ab", (30, 25)))
    by_game_points.add(played("ba", (40, 20)))
    assert ranks(by_game_points) == [(1, "b"), (2, "a")]


def test_who_is_equal_in_everything_shares_the_rank_and_the_next_rank_is_skipped() -> None:
    counted = tally("abc", (1, 0))
    counted.add(played("ab", (30, 20)))
    counted.add(played("ba", (30, 20)))
    counted.add(played("ca", (5, 1)))
    counted.add(played("bc", (5, 1)))
    counted = tally("abcd", (1, 0))
    counted.add(played("ab", (30, 20)))
    counted.add(played("cd", (30, 20)))
    assert ranks(counted) == [(1, "a"), (1, "c"), (3, "b"), (3, "d")]


def test_a_seat_that_was_given_up_has_its_place_but_no_points() -> None:
    counted = tally("abc")
    counted.add([Finish("a", 1, 9), Finish("b", 2, 50, given_up=True), Finish("c", 3, 0, given_up=True)])
    assert [counted.scores[player].points for player in "abc"] == [2, 0, 0]
    assert counted.scores["b"].places == [0, 1, 0]


def test_a_match_without_ranking_is_a_game_without_points_and_counts_as_last_place() -> None:
    counted = tally("ab", (1, 0))
    counted.add([Finish("a", 0, 0, given_up=True), Finish("b", 0, 0, given_up=True)])
    assert (counted.scores["a"].games, counted.scores["a"].points, counted.scores["a"].places) == (1, 0, [0, 0])
    counted.add(played("ab", (0, 0)))
    assert ranks(counted) == [(1, "a"), (2, "b")]


def test_who_has_not_played_is_last_even_behind_those_without_points() -> None:
    counted = tally("abc", (1, 0))
    counted.add(played("ba", (-5, -9)))
    assert ranks(counted) == [(1, "b"), (2, "a"), (3, "c")]


def test_a_stranger_or_an_impossible_place_is_an_error() -> None:
    with pytest.raises(KeyError):
        tally("ab", (1, 0)).add(played("ax"))
    with pytest.raises(IndexError):
        tally("abc", (1, 0)).add(played("abc"))


@given(st.lists(st.permutations("abcdef"), min_size=1, max_size=12))
def test_standings_do_not_depend_on_the_order_in_which_results_come(matches: list[list[str]]) -> None:
    def standing(order: list[list[str]]) -> list[tuple[int, str, int]]:
        counted = tally("abcdef", default_points(4))
        for match in order:
            counted.add(played("".join(match[:4]), (40, 30, 20, 10)))
        return [(line.rank, line.player_id, line.score.points) for line in counted.standings()]

    assert standing(matches) == standing(matches[::-1])
