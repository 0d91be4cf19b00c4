"""Judging what a seat sends: the order of checks, the entry that an accepted submission becomes, and its answer.

The order: (authentication, before us), request id, match and seat still in play, decision number, whose turn, rules. Pure: a
verdict is either an answer that changes nothing, or a :class:`Proposal` that counts once its entry is stored.

Rejected submissions are not stored: their request id stays free and may be used again, with the same content or another.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from google.protobuf.timestamp_pb2 import Timestamp

from arena.pb.events.v1.log_pb2 import LogEntry, MatchAborted
from arena.pb.events.v1.log_pb2 import Resignation as ResignationLogged
from arena.pb.rules.v1 import reasons_pb2 as reason
from arena.pb.rules.v1.reasons_pb2 import Reason, Rejection
from arena.pb.rules.v1.results_pb2 import FAULT_SEAT, SEAT_ENDING_RESIGNED
from arena.pb.rules.v1.submissions_pb2 import Accepted, Resignation, Submission, SubmissionAnswer
from arena.translate import Untranslatable, action_from_proto
from engine_core.events import Event
from engine_core.match import Match
from services.rules.hosted_match import Answered, HostedMatch

LEGAL_IDS_MOST = 4096
"""A rejection lists at most so many legal actions (the schema's bound; the games stay far below it)."""


ACTIONS_MOST = 200
"""A submission carries at most so many actions; more are a status, not a rejection."""


@dataclass(slots=True)
class Proposal:
    """A submission, resignation or abort that may be stored: the entry to append, where it leads, and the answer if it is stored."""

    entry: LogEntry
    match: Match[Any, Any]
    answer: SubmissionAnswer
    events: list[tuple[int, Event]]
    """What happens, with its audience; empty unless events were asked for."""
    ends_match: bool


Verdict = SubmissionAnswer | Proposal


def content_hash(submission: Submission) -> bytes:
    """BLAKE2b-128 over the decision, the actions as they were sent and ``all_or_nothing``; not over ``known_ply``."""
    content = hashlib.blake2b(b"%d %d" % (submission.decision, submission.all_or_nothing), digest_size=16)
    for action in submission.actions:
        part = action.SerializeToString(deterministic=True)
        content.update(b" %d " % len(part))
        content.update(part)
    return content.digest()


def judge(hosted: HostedMatch, seat: int, submission: Submission, received_ns: int, *, events: bool = False) -> Verdict:
    """What becomes of a submission on this position. Leaves ``hosted`` alone."""
    request_id = submission.request_id
    content = content_hash(submission)
    if (answered := hosted.requests.get((seat, request_id))) is not None:
        return _again(hosted, seat, request_id, answered, content)
    if (refused := _not_in_play(hosted, seat, request_id)) is not None:
        return refused
    decision = hosted.match.decisions[seat]
    if submission.decision != decision:
        if submission.decision < decision:
            why, sentence = reason.REASON_STALE_DECISION, "the seat has answered this decision already"
        else:
            why, sentence = reason.REASON_FUTURE_DECISION, "the seat has not been asked this decision yet"
        return reject(hosted, seat, request_id, why, f"{sentence}; its number now is {decision}")
    if seat not in hosted.asked:
        return reject(hosted, seat, request_id, reason.REASON_NOT_TO_ACT, "the seat is not asked now")
    return _play(hosted, seat, submission, content, received_ns, events)


def judge_resignation(
    hosted: HostedMatch, seat: int, resignation: Resignation, received_ns: int, *, events: bool = False
) -> Verdict:
    """What becomes of a resignation; allowed at any time until the match is over. Leaves ``hosted`` alone."""
    request_id = resignation.request_id
    if (answered := hosted.requests.get((seat, request_id))) is not None:
        return _again(hosted, seat, request_id, answered, b"")
    if (refused := _not_in_play(hosted, seat, request_id)) is not None:
        return refused
    trial = hosted.match.clone()
    happened: list[tuple[int, Event]] = []
    trial.resign(seat, (lambda audience, event: happened.append((audience, event))) if events else None)
    entry = _entry(hosted, trial, hosted.opened[seat] if seat in hosted.asked else received_ns, received_ns)
    entry.resignation.MergeFrom(
        ResignationLogged(seat=seat, request_id=request_id, ending=SEAT_ENDING_RESIGNED, fault=FAULT_SEAT)
    )
    answer = SubmissionAnswer(
        request_id=request_id, accepted=Accepted(), ply=trial.ply, next_decision=trial.decisions[seat]
    )
    return Proposal(entry, trial, answer, happened, trial.over)


def judge_abort(hosted: HostedMatch, by: str, received_ns: int) -> Verdict:
    """What becomes of the host's wish to stop the match; a match that is over stays as it is. Leaves ``hosted`` alone.

    There is no request id: whoever repeats it finds the match over.
    """
    if hosted.over:
        return SubmissionAnswer(accepted=Accepted(), ply=hosted.match.ply, repeated_request=True)
    entry = _entry(hosted, hosted.match, received_ns, received_ns)
    entry.aborted.MergeFrom(MatchAborted(by=by))
    return Proposal(entry, hosted.match, SubmissionAnswer(accepted=Accepted(), ply=hosted.match.ply), [], True)


def reject(
    hosted: HostedMatch,
    seat: int,
    request_id: str,
    why: Reason.ValueType,
    sentence: str,
    *,
    rule_id: str = "",
    position: int = 0,
) -> SubmissionAnswer:
    """The answer no, with what the seat may do now."""
    match = hosted.match
    return SubmissionAnswer(
        request_id=request_id,
        rejection=Rejection(
            reason=why,
            rule_id=rule_id,
            sentence=sentence,
            legal_action_ids=hosted.legal_ids(seat)[:LEGAL_IDS_MOST],
            position=position,
        ),
        ply=match.ply,
        next_decision=match.decisions[seat],
    )


def _again(hosted: HostedMatch, seat: int, request_id: str, answered: Answered, content: bytes) -> SubmissionAnswer:
    if answered.content_hash != content:
        sentence = "the request id was used before for something else"
        return reject(hosted, seat, request_id, reason.REASON_REQUEST_ID_REUSED, sentence)
    return SubmissionAnswer(
        request_id=request_id,
        accepted=Accepted(
            accepted_count=answered.accepted_count, sent_count=answered.sent_count, stopped_by=answered.stopped_by
        ),
        ply=answered.ply,
        next_decision=answered.next_decision,
        repeated_request=True,
    )


def _not_in_play(hosted: HostedMatch, seat: int, request_id: str) -> SubmissionAnswer | None:
    if hosted.over:
        return reject(hosted, seat, request_id, reason.REASON_MATCH_FINISHED, "the match is over")
    if seat in hosted.match.forfeited:
        return reject(hosted, seat, request_id, reason.REASON_SEAT_FORFEITED, "the seat has been given up")
    return None


def _play(
    hosted: HostedMatch, seat: int, submission: Submission, content: bytes, received_ns: int, events: bool
) -> Verdict:
    """Try the actions on a clone, up to the first that may not follow."""
    game = hosted.match.game
    trial = hosted.match.clone()
    happened: list[tuple[int, Event]] = []
    sink = (lambda audience, event: happened.append((audience, event))) if events else None
    played: list[int] = []
    stop: Rejection | None = None
    revealed = False
    for position, message in enumerate(submission.actions):
        if position and (stop := _may_not_go_on(trial, seat, revealed)) is not None:
            break
        try:
            action = action_from_proto(game, message)
        except Untranslatable as error:
            stop = Rejection(reason=error.reason, sentence=str(error))
            break
        if (refused := trial.check(seat, action)) is not None:
            stop = Rejection(reason=reason.REASON_AGAINST_THE_RULES, rule_id=refused.rule_id, sentence=refused.sentence)
            break
        revealed = trial.apply(seat, action, sink)
        played.append(action.id)
    if stop is not None and (submission.all_or_nothing or not played):
        # The trial is thrown away, and nothing that only the trial showed may be told: not the legal actions there, not its
        # ply. That a sequence stops at a reveal is known beforehand; what would have come to light is not.
        return reject(
            hosted,
            seat,
            submission.request_id,
            stop.reason,
            stop.sentence,
            rule_id=stop.rule_id,
            position=len(played),
        )
    sent = len(submission.actions)
    if stop is not None:
        stop.position = len(played)
        if seat in game.to_act(trial.state):
            stop.legal_action_ids.extend([a.id for a in game.legal(trial.state, seat)][:LEGAL_IDS_MOST])
    # Filled in place: on the way of every single action, and nested constructors would cost twice as much.
    entry = _entry(hosted, trial, hosted.opened[seat], received_ns)
    logged = entry.submission
    logged.seat = seat
    logged.request_id = submission.request_id
    logged.content_hash = content
    logged.decision = submission.decision
    logged.action_ids.extend(played)
    logged.sent_count = sent
    logged.all_or_nothing = submission.all_or_nothing
    answer = SubmissionAnswer(request_id=submission.request_id, ply=trial.ply, next_decision=trial.decisions[seat])
    accepted = answer.accepted
    accepted.accepted_count = len(played)
    accepted.sent_count = sent
    if stop is not None:
        logged.stopped_by.CopyFrom(stop)
        accepted.stopped_by.CopyFrom(stop)
    return Proposal(entry, trial, answer, happened, trial.over)


def _entry(hosted: HostedMatch, trial: Match[Any, Any], opened_ns: int, received_ns: int) -> LogEntry:
    """An entry without its body."""
    entry = LogEntry(
        after_sequence=hosted.sequence, ply_before=hosted.match.ply, ply_after=trial.ply, digest=trial.digest()
    )
    _set(entry.opened, opened_ns)
    _set(entry.received, received_ns)
    return entry


def _set(stamp: Timestamp, ns: int) -> None:
    stamp.seconds, stamp.nanos = divmod(ns, 1_000_000_000)


def _may_not_go_on(trial: Match[Any, Any], seat: int, revealed: bool) -> Rejection | None:
    if revealed:
        return Rejection(
            reason=reason.REASON_CROSSES_REVEAL,
            sentence="something came to light here; what follows has to be decided with that knowledge",
        )
    if seat not in trial.game.to_act(trial.state):
        return Rejection(
            reason=reason.REASON_SEQUENCE_PAST_TURN, sentence="the seat is no longer asked after the action before"
        )
    return None
