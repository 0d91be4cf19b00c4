"""Views as messages: what one seat, or anybody, may know of a hosted match. Built from the engine's view and public facts only.

A view is built as bytes: the engine's part comes as bytes from its compiled writer, and putting it into a message and out again would
cost more than building it.
"""

from __future__ import annotations

from arena.pb.rules.v1.play_pb2 import PlayResponse
from arena.pb.rules.v1.results_pb2 import MatchResult
from arena.pb.rules.v1.submissions_pb2 import SubmissionAnswer
from arena.pb.rules.v1.views_pb2 import Notice, SeatView
from arena.translate import view_bytes
from arena.wire import delimited
from services.rules.hosted_match import HostedMatch

_VIEW = delimited(SeatView.VIEW_FIELD_NUMBER)
_RESULT = delimited(SeatView.RESULT_FIELD_NUMBER)
_PLAY_VIEW = delimited(PlayResponse.VIEW_FIELD_NUMBER)
_PLAY_ANSWER = delimited(PlayResponse.ANSWER_FIELD_NUMBER)
_ANSWER_VIEW = delimited(SubmissionAnswer.VIEW_FIELD_NUMBER)


def seat_view(hosted: HostedMatch, seat: int | None, result: MatchResult | None) -> bytes:
    """The full view of ``seat`` (``None``: the public one), a serialized SeatView; ``result`` once the match is over."""
    match, asked = hosted.match, hosted.asked
    game, state = match.game, match.state
    asks = seat if seat in asked else asked[0] if asked else None
    now = SeatView(
        seat=seat,
        ply=match.ply,
        decision=0 if seat is None else match.decisions[seat],
        seats_to_act=asked,
        legal_action_ids=() if seat is None else hosted.legal_ids(seat),
        decision_point="" if asks is None else game.decision_point(state, asks),
        finished=not asked,
        forfeited_seats=match.forfeited,
    ).SerializeToString()
    view = _VIEW(view_bytes(game, game.view(state, seat)))
    if result is None:
        return hosted.unchanging + now + view
    return hosted.unchanging + now + view + _RESULT(result.SerializeToString(deterministic=True))


def play_view(view: bytes) -> bytes:
    """A serialized PlayResponse that holds a view."""
    return _PLAY_VIEW(view)


def play_answer(answer: SubmissionAnswer, view: bytes | None) -> bytes:
    """A serialized PlayResponse that holds an answer and, if the seat is asked again at once, its next view."""
    body = answer.SerializeToString()
    return _PLAY_ANSWER(body if view is None else body + _ANSWER_VIEW(view))


def play_notice(hosted: HostedMatch) -> bytes:
    """A serialized PlayResponse: the match went on, for a seat that has nothing to do."""
    return PlayResponse(notice=Notice(ply=hosted.match.ply, seats_to_act=hosted.asked)).SerializeToString()
