"""What one result does to ratings."""

from __future__ import annotations

import math

import pytest

from arena.pb.rules.v1 import results_pb2 as pb
from services.scoring.domain.counting import changes, counts
from services.scoring.domain.raters import house_bot_id, rater_id, rater_name
from services.scoring.domain.ratings import UNKNOWN, Strength, rate
from tests.services.scoring.results import an_id, match_result, players, seat


def unknown(rater: str) -> Strength:
    return UNKNOWN


def test_places_and_not_points_decide() -> None:
    after = rate([UNKNOWN, UNKNOWN, UNKNOWN], [2, 3, 1])
    assert after[2].mu > after[0].mu > after[1].mu
    assert math.isclose(after[0].mu, UNKNOWN.mu, abs_tol=2)
    assert all(strength.sigma < UNKNOWN.sigma for strength in after)


def test_equal_places_are_a_tie() -> None:
    first, second = rate([UNKNOWN, UNKNOWN], [1, 1])
    assert first == second
    assert math.isclose(first.mu, UNKNOWN.mu)


def test_an_upset_moves_more_than_what_was_expected() -> None:
    strong, weak = Strength(32, 3), Strength(18, 3)
    expected = rate([strong, weak], [1, 2])
    upset = rate([strong, weak], [2, 1])
    assert strong.mu - upset[0].mu > expected[0].mu - strong.mu > 0


@pytest.mark.parametrize(("count", "places"), [(1, [1]), (2, [1]), (2, [0, 1]), (0, [])])
def test_a_table_that_ranks_nobody_cannot_be_rated(count: int, places: list[int]) -> None:
    with pytest.raises(ValueError, match="no table that can be rated"):
        rate([UNKNOWN] * count, places)


def test_the_ordinal_is_cautious() -> None:
    assert Strength(25, 3).ordinal == 16
    assert UNKNOWN.ordinal == pytest.approx(0)


def test_only_rated_results_count() -> None:
    assert counts(players("m", "ada", "bo"))
    assert not counts(players("m", "ada", "bo", rated=False))


@pytest.mark.parametrize("ending", [pb.MATCH_ENDING_ABORTED, pb.MATCH_ENDING_PLATFORM_FAULT])
def test_a_match_that_was_stopped_never_counts_even_if_it_says_so(ending: pb.MatchEnding.ValueType) -> None:
    seats = [seat(0, "ada", 1), seat(1, "bo", 2)]
    assert not counts(match_result("m", seats, ending=ending, rated=True))


def test_a_match_without_a_ranking_does_not_count() -> None:
    assert not counts(match_result("m", [seat(0, "ada", 0), seat(1, "bo", 0)]))


def test_a_bot_against_its_own_copies_does_not_count() -> None:
    seats = [seat(number, f"greedy {number}", number + 1, bot="greedy") for number in range(3)]
    assert not counts(match_result("m", seats))


@pytest.mark.parametrize("ending", [pb.SEAT_ENDING_RESIGNED, pb.SEAT_ENDING_TIMED_OUT, pb.SEAT_ENDING_DISQUALIFIED])
def test_a_seat_that_gave_up_is_ranked_as_the_result_says(ending: pb.SeatEnding.ValueType) -> None:
    result = match_result("m", [seat(0, "ada", 3, ending=ending), seat(1, "bo", 1), seat(2, "cy", 2)])
    assert counts(result)
    after = {change.rater_id: change.after.mu for change in changes(result, unknown)}
    assert after[an_id("ada")] < after[an_id("cy")] < after[an_id("bo")]


def test_copies_of_a_house_bot_share_one_rating_that_moves_by_their_mean() -> None:
    result = match_result(
        "m",
        [seat(0, "ada", 2), seat(1, "random 1", 1, bot="random"), seat(2, "random 2", 3, bot="random")],
    )
    made = changes(result, unknown)
    assert [change.rater_id for change in made] == [an_id("ada"), house_bot_id("random")]
    each = rate([UNKNOWN] * 3, [2, 1, 3])
    assert made[1].after.mu == (each[1].mu + each[2].mu) / 2
    assert made[1].after.sigma == (each[1].sigma + each[2].sigma) / 2
    assert made[1].won
    assert not made[0].won


def test_a_house_bot_is_rated_under_its_name_whatever_its_copy_is_called() -> None:
    copy = seat(0, "Doctor Greedy #3", 1, bot="greedy")
    assert rater_id(copy) == house_bot_id("greedy") != house_bot_id("random")
    assert rater_name(copy) == "greedy"
    assert len(house_bot_id("greedy")) == 26
    assert set(house_bot_id("greedy")) <= set("abcdefghijklmnopqrstuvwxyz234567")
    human = seat(0, "ada", 1)
    assert (rater_id(human), rater_name(human)) == (an_id("ada"), "ada")


def test_the_id_of_a_house_bot_is_the_same_everywhere() -> None:
    """Bookmarked leaderboard entries of one installation are good at another; a change would orphan every rating."""
    assert house_bot_id("greedy") == "xjp4gjfwltp43fitueeaodnbo2"
