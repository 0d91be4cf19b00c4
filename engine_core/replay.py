"""Playing a record again, and proving that it says what happened.

:func:`verify` trusts nothing in the record but the key: it draws the game from it, checks every action against the rules, and compares
the commitment, every digest and the outcome.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine_core import games
from engine_core.errors import (
    BadData,
    BadRecord,
    BadSetup,
    RecordNotComplete,
    UnknownAction,
    UnknownGame,
)
from engine_core.events import Sink
from engine_core.game import Outcome
from engine_core.match import Match
from engine_core.record import Record


@dataclass(frozen=True, slots=True)
class Verified:
    """A record that replays to exactly what it claims."""

    game: str
    seats: int
    entries: int
    plies: int
    """Actions applied, fallbacks of absent seats included."""
    outcome: Outcome | None
    """``None`` if the match did not end by its rules."""
    fault: int | None = None
    """The record's ``fault``: the match was ended by its platform and has no result; ``entries`` are those that replay all the same."""


def verify(record: Record) -> Verified:
    """Replay with every check. :class:`BadRecord` names the first entry that differs; :class:`RecordNotComplete` without a key.

    In a record that tells of a fault nothing is claimed of the entry at fault and of what follows it, so they may differ.
    """
    match, entries = None, -1
    try:
        for match in _checked(record):  # noqa: B007 - the last one counts
            entries += 1
    except BadRecord:
        if record.fault is None or entries < record.fault:
            raise
    if record.fault is not None:
        if record.outcome is not None:
            raise BadRecord("a match that was ended by a fault of its platform has no outcome")
        return Verified(
            record.game, record.seats, max(entries, 0), 0 if match is None else match.ply, None, record.fault
        )
    assert match is not None
    outcome = Outcome(match.places()) if match.over else None
    if record.outcome != outcome:
        raise BadRecord(f"the outcome is {_places(outcome)}, the record says {_places(record.outcome)}")
    return Verified(record.game, record.seats, len(record.entries), match.ply, outcome)


def replay(record: Record, entries: int | None = None, sink: Sink | None = None) -> Match[Any, Any]:
    """The match after that many entries (``None``: all), rules and digests unchecked; raises what :func:`verify` raises on set-up."""
    match = begin(record, sink)
    catalogue = match.game.catalogue
    for entry in record.entries[:entries]:
        for action in entry.actions:
            match.apply(entry.seat, catalogue[action], sink)
        if entry.resigned:
            match.resign(entry.seat, sink)
    return match


def begin(record: Record, sink: Sink | None = None) -> Match[Any, Any]:
    """The match before its first entry, set up from the record's key. :class:`RecordNotComplete` without one."""
    if record.key is None:
        raise RecordNotComplete(
            f"the match {record.match or 'of this record'} still runs: its key is not published yet"
        )
    try:
        game = games.game(record.game)
    except UnknownGame as error:
        raise BadRecord(f"game: {error}") from None
    if record.rules_version != game.rules_version:
        raise BadRecord(
            f"rules_version: {record.game} is here in version {game.rules_version}, the record needs {record.rules_version}"
        )
    if record.catalogue != game.catalogue.digest:
        raise BadRecord("catalogue: the record's action ids belong to another catalogue")
    try:
        data = game.load_data() if record.tables is None else game.parse_data(record.tables)
    except BadData as error:
        raise BadRecord(f"tables: {error}") from None
    if game.data_digest(data) != record.data:
        raise BadRecord("data: the digest of the card tables differs")
    try:
        options = game.read_options(record.options)
        if game.commitment(options, record.key, data) != record.commitment:
            raise BadRecord("commitment: it does not belong to this key, game, options and data")
        match = Match.new(game, record.seats, options, record.key, data, sink)
    except BadSetup as error:
        raise BadRecord(f"{error.field}: {error}") from None
    if record.start and match.digest() != record.start:
        raise BadRecord("start: the set-up position differs")
    return match


def _checked(record: Record) -> Iterator[Match[Any, Any]]:
    match = begin(record)
    yield match
    catalogue = match.game.catalogue
    for number, entry in enumerate(record.entries):
        if not 0 <= entry.seat < record.seats:
            raise BadRecord(f"there is no seat {entry.seat}", number)
        for action_id in entry.actions:
            try:
                action = catalogue[action_id]
            except UnknownAction as error:
                raise BadRecord(str(error), number) from None
            rejection = match.check(entry.seat, action)
            if rejection is not None:
                raise BadRecord(f"{action!r} breaks {rejection.rule_id}: {rejection.sentence}", number)
            match.apply(entry.seat, action)
        if entry.resigned:
            match.resign(entry.seat)
        if entry.digest and match.digest() != entry.digest:
            raise BadRecord("the digest differs", number)
        yield match


def _places(outcome: Outcome | None) -> str:
    if outcome is None:
        return "that the game is not over"
    return ", ".join(f"seat {seat.seat}: place {seat.place} with {seat.points}" for seat in outcome.seats)
