"""A hosted match: the fold of its log entries, and what the log says about requests, times and endings. Pure: no bus, no clock.

HostedMatch.begin(served, sequence, entry)     from the first entry
hosted.follow(sequence, entry)                 one entry further; BrokenLog if it does not continue the match
hosted.adopt(proposal, sequence)               the entry that we wrote ourselves, once it is acknowledged
hosted.stop(rest)                              the rest of a log that cannot be followed, but whose last entry stopped the match
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from arena.pb.events.v1 import stored_pb2 as doubts
from arena.pb.events.v1.log_pb2 import LogEntry, MatchCreated
from arena.pb.rules.v1 import results_pb2 as results
from arena.pb.rules.v1.reasons_pb2 import Rejection
from arena.pb.rules.v1.results_pb2 import Fault, MatchEnding, SeatEnding
from arena.pb.rules.v1.views_pb2 import SeatView
from engine_core.events import Sink
from engine_core.match import Match
from engine_core.rng import KEY_BYTES
from services.common.clock import to_ns
from services.rules.creation import options_of
from services.rules.served_game import ServedGame

STOPS: Final[dict[str | None, MatchEnding.ValueType]] = {
    "aborted": results.MATCH_ENDING_ABORTED,
    "faulted": results.MATCH_ENDING_PLATFORM_FAULT,
}
"""Entries that end a match without changing its position, and how the match ends by them."""


class BrokenLog(Exception):
    """An entry that does not continue the match as we have it; the text is for our logs and names no hidden fact.

    ``sequence`` is the stream sequence of the entry, ``kind`` what is wrong with it.
    """

    def __init__(self, text: str, sequence: int, kind: doubts.DoubtKind.ValueType) -> None:
        super().__init__(text)
        self.sequence = sequence
        self.kind = kind


def is_stop(entry: LogEntry) -> bool:
    """Whether the entry ends its match, whatever the position is: such a match is over even for who cannot fold it."""
    return entry.WhichOneof("body") in STOPS


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
        "stopped",
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
        """The seats that must decide now; none in a match that was stopped."""
        self.stopped: MatchEnding.ValueType = results.MATCH_ENDING_UNSPECIFIED
        """How the match ended if an entry stopped it: ABORTED or PLATFORM_FAULT."""
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
        created = _created(served, sequence, entry)
        if created.data_digest != served.data_digest:
            raise BrokenLog("the log is of other card tables", sequence, doubts.DOUBT_KIND_SET_UP)
        try:
            options = options_of(served, created.options)
            match = Match.new(served.game, len(created.seats), options, created.key, served.data, sink)
            digest = match.digest()
        except Exception as error:
            # The replica that created the match could do it: whatever goes wrong here is a difference between us.
            raise _no_set_up(sequence, error) from error
        if digest != entry.digest:
            raise BrokenLog(f"the digest at {sequence} differs", sequence, doubts.DOUBT_KIND_DIGEST)
        return cls(served, created, match, sequence, to_ns(entry.received))

    @classmethod
    def stand_in(cls, served: ServedGame, sequence: int, entry: LogEntry) -> HostedMatch:
        """A match that was stopped and cannot be set up as its first entry says: the nearest set-up that we can make.

        Its players have to see that the match is over, and a view needs some position. That of the match as we compute it; if we cannot,
        any of the game. Raises BrokenLog if there is none.
        """
        created = _created(served, sequence, entry)
        seats = len(created.seats)
        try:
            match = Match.new(served.game, seats, options_of(served, created.options), created.key, served.data)
        except Exception:
            try:
                match = Match.new(served.game, seats, served.game.options_type(), bytes(KEY_BYTES))
            except Exception as error:
                raise _no_set_up(sequence, error) from error
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
            text = f"the entry at {sequence} continues {entry.after_sequence}, not {self.sequence}"
            raise BrokenLog(text, sequence, doubts.DOUBT_KIND_OUT_OF_ORDER)
        if self.stopped:
            text = f"the entry at {sequence} comes after the match was stopped"
            raise BrokenLog(text, sequence, doubts.DOUBT_KIND_OUT_OF_ORDER)
        match = self.match
        kind = entry.WhichOneof("body")
        try:
            if kind == "submission":
                catalogue = match.game.catalogue
                for action_id in entry.submission.action_ids:
                    match.apply(entry.submission.seat, catalogue[action_id], sink)
            elif kind == "resignation":
                match.resign(entry.resignation.seat, sink)
        except Exception as error:
            # Logged inputs are trusted by the engine; on a position that is not theirs anything may happen.
            text = f"the entry at {sequence} cannot be played: {type(error).__name__}"
            raise BrokenLog(text, sequence, doubts.DOUBT_KIND_UNPLAYABLE) from error
        if kind is None or kind == "created":
            raise BrokenLog(f"the entry at {sequence} is {kind!r}", sequence, doubts.DOUBT_KIND_OUT_OF_ORDER)
        if match.ply != entry.ply_after or match.digest() != entry.digest:
            raise BrokenLog(f"the digest at {sequence} differs", sequence, doubts.DOUBT_KIND_DIGEST)
        self._note(sequence, entry, match)

    def adopt(self, entry: LogEntry, match: Match[Any, Any], sequence: int) -> None:
        """Take over the match that ``entry``, now stored at ``sequence``, leads to."""
        self._note(sequence, entry, match)

    def stop(self, rest: Iterable[tuple[int, LogEntry]]) -> None:
        """The entries from the first that cannot be folded to the last, which stopped the match (see is_stop).

        The position stays. What the entries say without the engine counts: who had given up, and which requests were accepted.
        """
        for sequence, entry in rest:
            self._note_input(entry, self.match)
            self.sequence = sequence
            self.last_received_ns = to_ns(entry.received)
        self.asked = ()

    def _note(self, sequence: int, entry: LogEntry, match: Match[Any, Any]) -> None:
        received = to_ns(entry.received)
        decided = self._note_input(entry, match)
        asked_before, asked = self.asked, () if self.stopped else match.game.to_act(match.state)
        for seat in asked:
            if seat == decided or seat not in asked_before:
                self.opened[seat] = received
        self.match = match
        self.asked = asked
        self.sequence = sequence
        self.last_received_ns = received

    def _note_input(self, entry: LogEntry, match: Match[Any, Any]) -> int | None:
        """What the entry itself says; the seat that it is of."""
        kind = entry.WhichOneof("body")
        if kind == "submission":
            submission = entry.submission
            accepted = len(submission.action_ids)
            self.requests[submission.seat, submission.request_id] = Answered(
                submission.content_hash,
                accepted,
                submission.sent_count,
                submission.stopped_by if submission.HasField("stopped_by") else None,
                entry.ply_after,
                submission.decision + accepted,
            )
            return submission.seat
        if kind == "resignation":
            resignation = entry.resignation
            seat = resignation.seat
            self.endings[seat] = (resignation.ending, resignation.fault)
            if resignation.request_id and seat < len(match.decisions):
                self.requests[seat, resignation.request_id] = Answered(
                    b"", 0, 0, None, entry.ply_after, match.decisions[seat]
                )
            return seat
        self.stopped = STOPS.get(kind, self.stopped)
        return None


def _no_set_up(sequence: int, error: Exception) -> BrokenLog:
    return BrokenLog(f"no set-up at {sequence}: {type(error).__name__}", sequence, doubts.DOUBT_KIND_SET_UP)


def _created(served: ServedGame, sequence: int, entry: LogEntry) -> MatchCreated:
    """What the first entry of a log says; raises BrokenLog if it is none, or of another game or rules version."""
    kind = entry.WhichOneof("body")
    if kind != "created":
        raise BrokenLog(f"the log begins with {kind!r} at {sequence}", sequence, doubts.DOUBT_KIND_OUT_OF_ORDER)
    created = entry.created
    if created.game != served.name or created.rules_version != served.rules_version:
        text = f"the log is of {created.game} {created.rules_version}"
        raise BrokenLog(text, sequence, doubts.DOUBT_KIND_SET_UP)
    return created
