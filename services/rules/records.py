"""Records: the whole log of a finished match, or what one caller has been told of a running one."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Final, NamedTuple

from arena.pb.events.v1.log_pb2 import LogEntry, MatchCreated
from arena.pb.rules.v1.records_pb2 import (
    RECORD_ENTRY_KIND_ABORT,
    RECORD_ENTRY_KIND_PLATFORM_FAULT,
    RECORD_ENTRY_KIND_RESIGNATION,
    RECORD_ENTRY_KIND_SUBMISSION,
    MatchRecord,
    RecordedEvent,
    RecordEntry,
)
from arena.translate import event_to_proto
from engine_core.events import EVERYONE, Event, Sink
from services.rules.hosted_match import BrokenLog, HostedMatch, is_stop
from services.rules.results import build_result
from services.rules.served_game import ServedGame, tables_json

FORMAT_VERSION = 1

ENTRIES_AT_A_TIME: Final = 8
"""How much of a log is folded between two pauses: about a millisecond."""

EVENTS_AT_A_TIME: Final = 64


class Logged(NamedTuple):
    """An entry of a match's log and the stream sequence it is stored at."""

    sequence: int
    entry: LogEntry


def fold(served: ServedGame, log: Sequence[Logged]) -> HostedMatch:
    """The match that a whole log leads to; raises BrokenLog.

    A log whose last entry stopped the match leads to its end even if it cannot be followed up to there: then the position is the one
    before the first entry that breaks.
    """
    *_, hosted = folding(served, log)
    return hosted


def folding(served: ServedGame, log: Sequence[Logged], sink: Sink | None = None) -> Iterator[HostedMatch]:
    """The match after each entry of a whole log, as :func:`fold` has it."""
    followed = 0
    try:
        hosted = HostedMatch.begin(served, *log[0], sink)
        yield hosted
        for followed, (sequence, entry) in enumerate(log[1:], start=1):  # noqa: B007 - counts for who catches
            hosted.follow(sequence, entry, sink)
            yield hosted
    except BrokenLog:
        if not is_stop(log[-1].entry):
            raise
        yield _as_far_as_it_goes(served, log, followed)


def _as_far_as_it_goes(served: ServedGame, log: Sequence[Logged], entries: int) -> HostedMatch:
    """A match that was stopped, folded over so many entries of its log: the one after them cannot be."""
    if entries == 0:
        hosted = HostedMatch.stand_in(served, *log[0])
        hosted.stop(log[1:])
        return hosted
    # Anew, because the attempt to fold the broken entry has changed the position.
    hosted = HostedMatch.begin(served, *log[0])
    for sequence, entry in log[1:entries]:
        hosted.follow(sequence, entry)
    hosted.stop(log[entries:])
    return hosted


def building(served: ServedGame, log: Sequence[Logged], seat: int | None) -> Generator[None, None, MatchRecord]:
    """Makes the complete record if the log has ended, else the events that ``seat`` (``None``: anybody) may know.

    Pauses (yields) every now and then; the record is the generator's return value. Raises BrokenLog.
    """
    told: list[tuple[int, int, Event]] = []
    hosted: HostedMatch | None = None

    def listen(audience: int, event: Event) -> None:
        if audience in (EVERYONE, seat):
            told.append((0 if hosted is None else hosted.match.ply + 1, audience, event))

    for number, hosted in enumerate(folding(served, log, listen), start=1):  # noqa: B007 - the last one counts, and `listen` looks
        if number % ENTRIES_AT_A_TIME == 0:
            yield
    assert hosted is not None
    record = _head(served, hosted.created, log[0].entry)
    record.last_progress.CopyFrom(log[-1].entry.received)
    if hosted.over:
        record.key = hosted.created.key
        record.entries.extend(_entry(entry, log) for _, entry in log[1:])
        record.result.CopyFrom(build_result(hosted))
        record.complete = True
        return record
    for start in range(0, len(told), EVENTS_AT_A_TIME):
        yield
        record.events.extend(
            RecordedEvent(ply=ply, event=event_to_proto(served.game, audience, event))
            for ply, audience, event in told[start : start + EVENTS_AT_A_TIME]
        )
    return record


def _head(served: ServedGame, created: MatchCreated, first: LogEntry) -> MatchRecord:
    # Other tables than the game's own travel in the record: whoever verifies it need not have them.
    own = created.data_digest == bytes.fromhex(served.game.data_digest(served.game.load_data()))
    carried = not own and created.data_digest == served.data_digest
    return MatchRecord(
        data=tables_json(served.data) if carried else b"",
        format_version=FORMAT_VERSION,
        match_id=created.match_id,
        game=created.game,
        rules_version=created.rules_version,
        data_digest=created.data_digest,
        catalogue_digest=created.catalogue_digest,
        commitment=created.commitment,
        options=created.options,
        seats=created.seats,
        rated=created.rated,
        seeded=created.seeded,
        pool=created.pool,
        tournament=created.tournament if created.HasField("tournament") else None,
        started=first.received,
    )


def _entry(entry: LogEntry, log: Sequence[Logged]) -> RecordEntry:
    record = RecordEntry(opened=entry.opened, received=entry.received, ply=entry.ply_after, digest=entry.digest)
    if entry.HasField("submission"):
        submission = entry.submission
        record.kind = RECORD_ENTRY_KIND_SUBMISSION
        record.seat = submission.seat
        record.request_id = submission.request_id
        record.decision = submission.decision
        record.action_ids.extend(submission.action_ids)
        record.sent_count = submission.sent_count
    elif entry.HasField("aborted"):
        record.kind = RECORD_ENTRY_KIND_ABORT
    elif entry.HasField("faulted"):
        record.kind = RECORD_ENTRY_KIND_PLATFORM_FAULT
        broken = entry.faulted.broken_sequence
        record.broken_entry = next(number for number, (sequence, _) in enumerate(log) if sequence >= broken)
    else:
        record.kind = RECORD_ENTRY_KIND_RESIGNATION
        record.seat = entry.resignation.seat
        record.request_id = entry.resignation.request_id
    return record
