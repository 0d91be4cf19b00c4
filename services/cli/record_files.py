"""Records on disk: one file format, the engine's JSON, for local games and for hosted matches (converted).

A record that somebody saved in the schema's own form is read too: `arena.rules.v1.MatchRecord` or `GetRecordResponse` as protobuf
JSON (what `buf curl` prints) or as bytes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine_core import games
from engine_core.errors import BadRecord, UnknownGame
from engine_core.game import Outcome, SeatOutcome
from engine_core.record import FORMAT, MOST_BYTES, Entry, Record, read

if TYPE_CHECKING:
    from arena.pb.rules.v1.records_pb2 import MatchRecord
    from arena.pb.rules.v1.results_pb2 import MatchResult


def load_record(path: Path) -> Record:
    """The record in a file, in whichever form; BadRecord if it is none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadRecord(f"larger than {MOST_BYTES} bytes")
        content = path.read_bytes()
    except OSError as error:
        raise BadRecord(error.strerror or str(error)) from None
    document = _json(content)
    if isinstance(document, dict) and document.get("format") == FORMAT:
        return read(document)
    return record_of_message(_message(content, document))


def record_of_message(message: MatchRecord) -> Record:
    """The engine's record of a hosted match; BadRecord for a game or options that are not known here.

    While the match runs the record has no key and no entries.
    """
    from arena.translate import NoSuchOption, options_from_proto

    try:
        game = games.game(message.game)
        options = game.options_to_json(options_from_proto(game, message.options))
    except UnknownGame as error:
        raise BadRecord(f"game: {error}") from None
    except NoSuchOption as error:
        raise BadRecord(f"options: {error}") from None
    return Record(
        game=message.game,
        rules_version=message.rules_version,
        catalogue=message.catalogue_digest.hex(),
        data=message.data_digest.hex(),
        options=options,
        seats=len(message.seats),
        commitment=message.commitment,
        key=message.key or None,
        start=b"",
        entries=tuple(_entries(message)),
        outcome=_outcome(message.result) if message.HasField("result") else None,
        tables=_tables(message.data),
        players=tuple(seat.name for seat in message.seats),
        match=message.match_id,
        seeded=message.seeded,
        fault=_fault(message),
    )


def _json(content: bytes) -> Any:
    if not content.lstrip().startswith(b"{"):
        return None
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _message(content: bytes, document: Any) -> MatchRecord:
    from google.protobuf import json_format
    from google.protobuf.message import DecodeError

    from arena.pb.rules.v1.records_pb2 import MatchRecord

    message = MatchRecord()
    try:
        if isinstance(document, dict):
            saved = document.get("record", document)
            # Half a character (a lone surrogate), which JSON can write, takes protobuf's parser down: encoding finds it first.
            json.dumps(saved, ensure_ascii=False).encode()
            json_format.ParseDict(saved if isinstance(saved, dict) else {}, message)
        else:
            message.MergeFromString(content)
    except (DecodeError, json_format.ParseError, UnicodeEncodeError):
        raise BadRecord(f"neither a record ({FORMAT}) nor a saved arena.rules.v1.MatchRecord") from None
    if not message.match_id or not message.game:
        raise BadRecord(f"neither a record ({FORMAT}) nor a saved arena.rules.v1.MatchRecord")
    return message


def _fault(message: MatchRecord) -> int | None:
    from arena.pb.rules.v1.records_pb2 import RECORD_ENTRY_KIND_PLATFORM_FAULT

    faults = [entry for entry in message.entries if entry.kind == RECORD_ENTRY_KIND_PLATFORM_FAULT]
    return faults[0].broken_entry - 1 if faults else None


def _entries(message: MatchRecord) -> list[Entry]:
    from arena.pb.rules.v1.records_pb2 import (
        RECORD_ENTRY_KIND_ABORT,
        RECORD_ENTRY_KIND_PLATFORM_FAULT,
        RECORD_ENTRY_KIND_RESIGNATION,
    )

    # That a match was stopped is told by its missing outcome; the position did not change by it.
    return [
        Entry(
            entry.seat,
            tuple(entry.action_ids),
            entry.digest,
            resigned=entry.kind == RECORD_ENTRY_KIND_RESIGNATION,
        )
        for entry in message.entries
        if entry.kind not in (RECORD_ENTRY_KIND_ABORT, RECORD_ENTRY_KIND_PLATFORM_FAULT)
    ]


def _outcome(result: MatchResult) -> Outcome | None:
    from arena.pb.rules.v1.results_pb2 import MATCH_ENDING_ABORTED, MATCH_ENDING_PLATFORM_FAULT

    if result.ending in (MATCH_ENDING_ABORTED, MATCH_ENDING_PLATFORM_FAULT):
        return None
    return Outcome(
        tuple(
            SeatOutcome(
                seat.seat,
                seat.place,
                seat.points,
                tuple((category.category, category.points) for category in seat.categories),
                tuple(seat.tie_breaks),
            )
            for seat in result.seats
        )
    )


def _tables(data: bytes) -> dict[str, str] | None:
    if not data:
        return None
    try:
        tables = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRecord("data: no JSON") from None
    if not isinstance(tables, dict) or not all(isinstance(text, str) for text in tables.values()):
        raise BadRecord("data: the text of each table by name")
    return tables
