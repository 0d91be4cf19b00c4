"""A hosted match: the fold of its log entries, and what the log says about requests, times and endings. Pure: no bus, no clock.

HostedMatch.begin(served, sequence, entry)     from the first entry
hosted.follow(sequence, entry)                 one entry further; BrokenLog if it does not continue the match
hosted.adopt(proposal, sequence)               the entry that we wrote ourselves, once it is acknowledged
"""

from __future__ import annotations

from typing import Any, NamedTuple

from arena.pb.events.v1.log_pb2 import LogEntry, MatchCreated
from arena.pb.rules.v1.reasons_pb2 import Rejection
from arena.pb.rules.v1.results_pb2 import Fault, SeatEnding
from arena.pb.rules.v1.views_pb2 import SeatView
from engine_core.events import Sink
from engine_core.match import Match
from services.common.clock import to_ns
from services.rules.creation import options_of
from services.rules.served_game import ServedGame


class BrokenLog(Exception):
    """An entry that does not continue the match as we have it; the text is for our logs and names no hidden fact."""


class Answered(NamedTuple):
    """What a repeated request is answered with: all that the log keeps about a submission or a resignation."""

    content_hash: bytes
    """Empty for a resignation, which has no content."""
    accepted_count: int
    sent_count: int
    stopped_by: Rejection | None
    ply: int
    next_decision: int


class HostedMatch:
    """One match as a replica has it in memory. Everything in it follows from the log, so it can be thrown away at any time."""

    __slots__ = (
        "aborted",
        "asked",
        "created",
        "endings",
        "last_received_ns",
        "match",
        "opened",
        "requests",
        "sequence",
        "served",
        "started_ns",
        "unchanging",
    )

    def __init__(
        self, served: ServedGame, created: MatchCreated, match: Match[Any, Any], sequence: int, at_ns: int
    ) -> None:
        self.served = served
        self.created = created
        self.match = match
        self.sequence = sequence
        """Stream sequence of the last entry of this match that is folded in: what the next append expects."""
        self.asked = match.game.to_act(match.state)
        """The seats that must decide now; none in a match that was aborted."""
        self.aborted = False
        """Whether the host stopped it."""
        self.opened = [at_ns] * len(created.seats)
        """Per seat, when the decision that it faces was opened to it (ns since the epoch); only meaningful while it is asked."""
        self.requests: dict[tuple[int, str], Answered] = {}
        """Accepted requests by seat and request id."""
        self.endings: dict[int, tuple[SeatEnding.ValueType, Fault.ValueType]] = {}
        """Per seat that gave up: its SeatEnding and the Fault."""
        self.started_ns = at_ns
        self.last_received_ns = at_ns
        self.unchanging = SeatView(
            match_id=created.match_id,
            game=created.game,
            seats=created.seats,
            rated=created.rated,
            seeded=created.seeded,
        ).SerializeToString()
        """The public part of every view that never changes, serialized."""

    @classmethod
    def begin(cls, served: ServedGame, sequence: int, entry: LogEntry, sink: Sink | None = None) -> HostedMatch:
        """The match at its first decision, from the entry that created it; raises BrokenLog."""
        if entry.WhichOneof("body") != "created":
            raise BrokenLog(f"the log begins with {entry.WhichOneof('body')!r} at {sequence}")
        created = entry.created
        if created.game != served.name or created.rules_version != served.rules_version:
            raise BrokenLog(f"the log is of {created.game} {created.rules_version}")
        if created.data_digest != served.data_digest:
            raise BrokenLog("the log is of other card tables")
        options = options_of(served, created.options)
        match = Match.new(served.game, len(created.seats), options, created.key, served.data, sink)
        if match.digest() != entry.digest:
            raise BrokenLog(f"the digest at {sequence} differs")
        return cls(served, created, match, sequence, to_ns(entry.received))

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return not self.asked

    def legal_ids(self, seat: int) -> list[int]:
        """What the seat may do now, as catalogue ids; empty when it is not asked."""
        if seat not in self.asked:
            return []
        return [action.id for action in self.match.game.legal(self.match.state, seat)]

    def follow(self, sequence: int, entry: LogEntry, sink: Sink | None = None) -> None:
        """Fold in the next entry; raises BrokenLog, after which this object must be thrown away."""
        if entry.after_sequence != self.sequence or entry.ply_before != self.match.ply:
            raise BrokenLog(f"the entry at {sequence} continues {entry.after_sequence}, not {self.sequence}")
        if self.aborted:
            raise BrokenLog(f"the entry at {sequence} comes after the match was aborted")
        match = self.match
        try:
            kind = entry.WhichOneof("body")
            if kind == "submission":
                catalogue = match.game.catalogue
                for action_id in entry.submission.action_ids:
                    match.apply(entry.submission.seat, catalogue[action_id], sink)
            elif kind == "resignation":
                match.resign(entry.resignation.seat, sink)
            elif kind == "aborted":
                pass  # the position stays; that nobody is asked any more is noted below
            else:
                raise BrokenLog(f"the entry at {sequence} is {kind!r}")
        except BrokenLog:
            raise
        except Exception as error:
            # Logged inputs are trusted by the engine; on a position that is not theirs anything may happen.
            raise BrokenLog(f"the entry at {sequence} cannot be played: {type(error).__name__}") from error
        if match.ply != entry.ply_after or match.digest() != entry.digest:
            raise BrokenLog(f"the digest at {sequence} differs")
        self._note(sequence, entry, match)

    def adopt(self, entry: LogEntry, match: Match[Any, Any], sequence: int) -> None:
        """Take over the match that ``entry``, now stored at ``sequence``, leads to."""
        self._note(sequence, entry, match)

    def _note(self, sequence: int, entry: LogEntry, match: Match[Any, Any]) -> None:
        received = to_ns(entry.received)
        asked_before, asked = self.asked, match.game.to_act(match.state)
        decided = None
        if entry.HasField("aborted"):
            self.aborted = True
            asked = ()
        elif entry.HasField("submission"):
            submission = entry.submission
            decided = submission.seat
            accepted = len(submission.action_ids)
            self.requests[decided, submission.request_id] = Answered(
                submission.content_hash,
                accepted,
                submission.sent_count,
                submission.stopped_by if submission.HasField("stopped_by") else None,
                entry.ply_after,
                submission.decision + accepted,
            )
        else:
            resignation = entry.resignation
            decided = resignation.seat
            self.endings[decided] = (resignation.ending, resignation.fault)
            if resignation.request_id:
                self.requests[decided, resignation.request_id] = Answered(
                    b"", 0, 0, None, entry.ply_after, match.decisions[decided]
                )
        for seat in asked:
            if seat == decided or seat not in asked_before:
                self.opened[seat] = received
        self.match = match
        self.asked = asked
        self.sequence = sequence
        self.last_received_ns = received
