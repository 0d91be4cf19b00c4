"""What an event makes of the way in which a match ended."""

import pytest

from arena.pb.rules.v1 import results_pb2
from services.matchmaking.domain.standings import Finish
from services.matchmaking.domain.verdict import MAX_ATTEMPTS, Verdict, finishes, verdict

COMPLETED = results_pb2.MATCH_ENDING_COMPLETED
ABANDONED = results_pb2.MATCH_ENDING_ABANDONED
ABORTED = results_pb2.MATCH_ENDING_ABORTED
FAULT = results_pb2.MATCH_ENDING_PLATFORM_FAULT


@pytest.mark.parametrize("ending", [COMPLETED, ABANDONED])
@pytest.mark.parametrize("attempt", [1, MAX_ATTEMPTS])
def test_a_match_that_came_to_its_end_is_scored(ending: results_pb2.MatchEnding.ValueType, attempt: int) -> None:
    assert verdict(ending, attempt) is Verdict.SCORED


@pytest.mark.parametrize("ending", [ABORTED, FAULT])
def test_a_stopped_match_is_replayed_until_it_has_been_tried_often_enough(
    ending: results_pb2.MatchEnding.ValueType,
) -> None:
    verdicts = [verdict(ending, attempt) for attempt in range(1, MAX_ATTEMPTS + 2)]
    assert verdicts == [Verdict.REPLAY] * (MAX_ATTEMPTS - 1) + [Verdict.VOID] * 2


@pytest.mark.parametrize("attempt", [1, MAX_ATTEMPTS])
def test_nothing_is_replayed_in_a_tournament_that_is_called_off_and_what_came_to_its_end_counts(attempt: int) -> None:
    assert verdict(ABORTED, attempt, goes_on=False) is verdict(FAULT, attempt, goes_on=False) is Verdict.CALLED_OFF
    assert verdict(COMPLETED, attempt, goes_on=False) is Verdict.SCORED


def test_places_and_points_come_from_the_result_and_given_up_seats_are_marked() -> None:
    result = results_pb2.MatchResult(
        ending=COMPLETED,
        seats=[
            results_pb2.SeatResult(player_id="a", place=2, points=7, ending=results_pb2.SEAT_ENDING_RESIGNED),
            results_pb2.SeatResult(player_id="b", place=1, points=5, ending=results_pb2.SEAT_ENDING_PLAYED),
        ],
    )
    assert finishes(result) == [Finish("a", 2, 7, given_up=True), Finish("b", 1, 5)]


def test_an_abandoned_match_gives_nobody_a_place() -> None:
    seat = results_pb2.SeatResult(player_id="a", place=1, points=7, ending=results_pb2.SEAT_ENDING_RESIGNED)
    result = results_pb2.MatchResult(ending=ABANDONED, seats=[seat])
    assert finishes(result) == [Finish("a", 0, 7, given_up=True)]
