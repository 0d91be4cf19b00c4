"""How a match came out, built once and purely from its log, so that every replica gives the same bytes."""

from __future__ import annotations

from arena.pb.rules.v1 import results_pb2 as pb
from arena.pb.rules.v1.results_pb2 import CategoryPoints, MatchResult, SeatResult
from engine_core.game import SeatOutcome
from services.common.clock import timestamp
from services.rules.hosted_match import HostedMatch

_WHOSE_FAULT = {pb.MATCH_ENDING_ABORTED: pb.FAULT_HOST, pb.MATCH_ENDING_PLATFORM_FAULT: pb.FAULT_PLATFORM}
_UNRATED = (pb.MATCH_ENDING_ABORTED, pb.MATCH_ENDING_PLATFORM_FAULT)


def build_result(hosted: HostedMatch) -> MatchResult:
    """The result of a match that is over; ``ValueError`` before.

    A match that was stopped (aborted, or a fault of the platform) has no ranking: every seat has place 0 and no points.
    """
    if not hosted.over:
        raise ValueError("the match is not over")
    created, endings = hosted.created, hosted.endings
    ending: pb.MatchEnding.ValueType
    fault: pb.Fault.ValueType
    if hosted.stopped:
        ending, fault = hosted.stopped, _WHOSE_FAULT[hosted.stopped]
    elif len(endings) == len(created.seats):
        ending, fault = pb.MATCH_ENDING_ABANDONED, pb.FAULT_SEAT
    else:
        ending, fault = pb.MATCH_ENDING_COMPLETED, pb.FAULT_NOBODY
    outcomes = (
        [SeatOutcome(seat, place=0, points=0, categories=()) for seat in range(len(created.seats))]
        if hosted.stopped
        else hosted.match.places()
    )
    return MatchResult(
        match_id=created.match_id,
        game=created.game,
        rules_version=created.rules_version,
        ending=ending,
        seats=[_seat_result(hosted, outcome) for outcome in outcomes],
        rated=created.rated and not created.seeded and ending not in _UNRATED,
        pool=created.pool,
        tournament=created.tournament if created.HasField("tournament") else None,
        started=timestamp(hosted.started_ns),
        finished=timestamp(hosted.last_received_ns),
        fault=fault,
    )


def _seat_result(hosted: HostedMatch, outcome: SeatOutcome) -> SeatResult:
    who = hosted.created.seats[outcome.seat]
    ending, fault = hosted.endings.get(outcome.seat, (pb.SEAT_ENDING_PLAYED, pb.FAULT_NOBODY))
    return SeatResult(
        seat=outcome.seat,
        player_id=who.player_id,
        name=who.name,
        kind=who.kind,
        bot=who.bot,
        place=outcome.place,
        points=outcome.points,
        categories=[CategoryPoints(category=name, points=points) for name, points in outcome.categories],
        ending=ending,
        fault=fault,
        tie_breaks=outcome.tie_breaks,
    )
