"""The portable record of a match: everything that is needed to play it again, and what must come out.

One JSON document (``docs/engine.md`` lists its fields). :func:`load` and :func:`save` move it to and from a file, :func:`read` and
:meth:`Record.to_json` to and from plain JSON; :mod:`engine_core.replay` plays and verifies it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine_core.documents import canonical
from engine_core.errors import BadRecord
from engine_core.game import Game, Outcome, SeatOutcome

FORMAT: Final = "arena-record-1"
MOST_BYTES: Final = 64 << 20
"""A larger record is refused."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted submission: actions of a seat in order, or its resignation."""

    seat: int
    actions: tuple[int, ...]
    digest: bytes
    """:meth:`Match.digest` after the entry; empty if the record does not say."""
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """A match as data."""

    game: str
    rules_version: int
    catalogue: str
    """Hex digest of the catalogue that the action ids refer to."""
    data: str
    """Hex digest of the card tables."""
    options: Mapping[str, Any]
    seats: int
    commitment: bytes
    key: bytes | None
    """``None`` while the match runs."""
    start: bytes
    """:meth:`Match.digest` before the first entry; empty if the record does not say."""
    entries: tuple[Entry, ...]
    outcome: Outcome | None = None
    """``None`` if the match did not end by its rules."""
    tables: Mapping[str, str] | None = None
    """The card tables, if they are not the built-in ones."""
    players: tuple[str, ...] = ()
    """Names by seat, for people; not verified."""
    match: str = ""
    """The id of a hosted match; not verified."""
    seeded: bool = False
    """Somebody supplied the key: such a match is never rated."""
    fault: int | None = None
    """The match was ended as a fault of the platform that hosted it: the first entry, from 0, that it could not play again itself; -1:
    the set-up. ``None`` in every other record."""

    def to_json(self) -> dict[str, Any]:
        """The record as plain JSON values."""
        document = {
            "format": FORMAT,
            "match": self.match,
            "game": self.game,
            "rules_version": self.rules_version,
            "catalogue": self.catalogue,
            "data": self.data,
            "tables": None if self.tables is None else dict(self.tables),
            "options": dict(self.options),
            "seats": self.seats,
            "players": list(self.players),
            "seeded": self.seeded,
            "commitment": self.commitment.hex(),
            "key": None if self.key is None else self.key.hex(),
            "start": self.start.hex(),
            "entries": [_entry_to_json(entry) for entry in self.entries],
            "outcome": None if self.outcome is None else [_seat_to_json(seat) for seat in self.outcome.seats],
        }
        if self.fault is not None:
            document["fault"] = self.fault
        return document


def record_of(
    game: Game[Any, Any],
    seats: int,
    options: Any,
    key: bytes,
    data: Any,
    start: bytes,
    entries: Sequence[Entry],
    outcome: Outcome | None,
    players: Sequence[str] = (),
    match: str = "",
    seeded: bool = False,
) -> Record:
    """The record of a match that was just played; card tables travel with it only if they are not the built-in ones."""
    built_in = game.data_digest(data) == game.data_digest(game.load_data())
    return Record(
        game=game.name,
        rules_version=game.rules_version,
        catalogue=game.catalogue.digest,
        data=game.data_digest(data),
        options=game.options_to_json(options),
        seats=seats,
        commitment=game.commitment(options, key, data),
        key=key,
        start=start,
        entries=tuple(entries),
        outcome=outcome,
        tables=None if built_in else dict(data.texts),
        players=tuple(players),
        match=match,
        seeded=seeded,
    )


def save(record: Record, path: str | Path) -> None:
    """Write the record as a JSON file, the same bytes for the same record."""
    Path(path).write_bytes(canonical(record.to_json()) + b"\n")


def load(path: str | Path) -> Record:
    """Read a record file; :class:`~engine_core.errors.BadRecord` if it cannot be read."""
    file = Path(path)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadRecord(f"{file}: larger than {MOST_BYTES} bytes")
        document = json.loads(file.read_bytes())
    except OSError as error:
        raise BadRecord(f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"{file}: no JSON: {error}") from None
    return read(document)


def read(document: object) -> Record:
    """A record from plain JSON values; :class:`~engine_core.errors.BadRecord` names the field that is wrong."""
    if not isinstance(document, Mapping):
        raise BadRecord(f"a record is an object, not {type(document).__name__}")
    if document.get("format") != FORMAT:
        raise BadRecord(f"format: {FORMAT!r} is the only one, not {document.get('format')!r}")
    for name in document:
        if name not in _FIELDS:
            raise BadRecord(f"nobody knows the field {name!r}")
    entries = _field(document, "entries", list)
    return Record(
        game=_field(document, "game", str),
        rules_version=_field(document, "rules_version", int),
        catalogue=_field(document, "catalogue", str),
        data=_field(document, "data", str),
        options=_field(document, "options", dict),
        seats=_field(document, "seats", int),
        commitment=_hex(_field(document, "commitment", str), "commitment"),
        key=None if document.get("key") is None else _hex(_field(document, "key", str), "key"),
        start=_hex(_field(document, "start", str, ""), "start"),
        entries=tuple(_entry(entry, number) for number, entry in enumerate(entries)),
        outcome=_outcome(document.get("outcome")),
        tables=_tables(document.get("tables")),
        players=tuple(str(name) for name in _field(document, "players", list, [])),
        match=_field(document, "match", str, ""),
        seeded=_field(document, "seeded", bool, False),
        fault=None if document.get("fault") is None else _field(document, "fault", int),
    )


_FIELDS: Final = frozenset({"format", *Record.__slots__})


def _entry_to_json(entry: Entry) -> dict[str, Any]:
    written: dict[str, Any] = {"seat": entry.seat, "actions": list(entry.actions), "digest": entry.digest.hex()}
    if entry.resigned:
        written["resigned"] = True
    return written


def _seat_to_json(seat: SeatOutcome) -> dict[str, Any]:
    return {
        "place": seat.place,
        "points": seat.points,
        "categories": [[name, points] for name, points in seat.categories],
        "tie_breaks": list(seat.tie_breaks),
    }


def _category(pair: object) -> tuple[str, int]:
    match pair:
        case [str(name), int(points)]:
            return name, points
    raise BadRecord("categories: pairs of a name and its points, in the rulebook's order")


def _entry(document: object, number: int) -> Entry:
    if not isinstance(document, Mapping) or not set(document) <= {"seat", "actions", "digest", "resigned"}:
        raise BadRecord("an object with seat, actions, digest, and resigned if that is what happened", number)
    try:
        actions = _field(document, "actions", list, [])
        if not all(isinstance(action, int) and not isinstance(action, bool) for action in actions):
            raise BadRecord("actions: a list of ids")
        entry = Entry(
            seat=_field(document, "seat", int),
            actions=tuple(actions),
            digest=_hex(_field(document, "digest", str, ""), "digest"),
            resigned=_field(document, "resigned", bool, False),
        )
    except BadRecord as error:
        raise BadRecord(str(error), number) from None
    if bool(entry.actions) == entry.resigned:
        raise BadRecord("either actions or a resignation", number)
    return entry


def _outcome(document: object) -> Outcome | None:
    if document is None:
        return None
    if not isinstance(document, list):
        raise BadRecord("outcome: one object per seat")
    seats = []
    for seat, one in enumerate(document):
        try:
            seats.append(
                SeatOutcome(
                    seat,
                    _field(one, "place", int),
                    _field(one, "points", int),
                    tuple(_category(pair) for pair in _field(one, "categories", list)),
                    tuple(_field(one, "tie_breaks", list, [])),
                )
            )
        except BadRecord as error:
            raise BadRecord(f"outcome[{seat}].{error}") from None
    return Outcome(tuple(seats))


def _tables(document: object) -> dict[str, str] | None:
    if document is None:
        return None
    if not isinstance(document, Mapping) or not all(isinstance(text, str) for text in document.values()):
        raise BadRecord("tables: the text of each table by name")
    return {str(name): text for name, text in document.items()}


_REQUIRED: Final = object()


def _field(document: Any, name: str, kind: type, default: Any = _REQUIRED) -> Any:
    value = document.get(name, default) if isinstance(document, Mapping) else _REQUIRED
    if value is _REQUIRED:
        raise BadRecord(f"{name}: missing")
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise BadRecord(f"{name}: {kind.__name__}, not {type(value).__name__}")
    return value


def _hex(text: str, name: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise BadRecord(f"{name}: hex digits") from None
