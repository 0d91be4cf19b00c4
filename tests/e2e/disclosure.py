"""What messages tell about destinations, read from their bytes, against what was open at that ply, read from the finished record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from google.protobuf import unknown_fields
from google.protobuf.message import Message

from arena.pb.rules.v1.play_pb2 import PlayResponse
from arena.pb.rules.v1.records_pb2 import GetRecordResponse
from arena.pb.rules.v1.views_pb2 import GetViewResponse, SeatView, WatchResponse
from engine_core.games.medico.events import TurnStarted
from engine_core.record import Record
from engine_core.replay import begin
from tests.conformance.medico_hidden import hidden_dials

Received = Message
"""WatchResponse, PlayResponse, GetViewResponse or GetRecordResponse, decoded from the bytes that came."""


class Leak(NamedTuple):
    """Something that an observer was told too early, or that nobody can read."""

    ply: int
    what: str


@dataclass(frozen=True, slots=True)
class Truth:
    """One position of a match: whose dials are set and hidden from whom, and how many turns each seat has begun."""

    hidden: Mapping[int | None, frozenset[int]]
    turns_begun: Mapping[int, int]


def truth_of(record: Record) -> list[Truth]:
    """The truth after every ply, from 0 on."""
    turns: Counter[int] = Counter()

    def count(audience: int, event: object) -> None:
        if isinstance(event, TurnStarted):
            turns[event.seat] += 1

    match = begin(record, count)
    observers = [None, *range(record.seats)]

    def now() -> Truth:
        hidden = {observer: frozenset(hidden_dials(match.state, observer)) for observer in observers}
        return Truth(hidden, dict(turns))

    truth = [now()]
    for entry in record.entries:
        for action in entry.actions:
            match.apply(entry.seat, match.game.catalogue[action], count)
            truth.append(now())
    return truth


def leaks(observer: int | None, received: Iterable[Received], truth: list[Truth]) -> Iterator[Leak]:
    """Everything in the messages of one stream or caller, in order, that the observer may not know at their plies.

    An event that reveals a destination is compared by how many turns its seat has begun: the one that tells of a turn which has not
    begun is one too many.
    """
    begun: Counter[int] = Counter()
    for message in received:
        for part in walk(message):
            if len(unknown_fields.UnknownFieldSet(part)):
                yield Leak(0, f"{part.DESCRIPTOR.full_name} carries fields that the schema does not know")
        if isinstance(message, GetRecordResponse):
            yield from _told_by_record(observer, message, truth)
            continue
        view = view_in(message)
        if view is None:
            continue
        if view.HasField("seat") != (observer is not None) or (observer is not None and view.seat != observer):
            yield Leak(view.ply, "a view of another seat")
        for seat, player in enumerate(view.view.medico.players):
            if player.HasField("destination") and seat in truth[view.ply].hidden[observer]:
                yield Leak(view.ply, f"the view shows the dial of seat {seat}")
        if isinstance(message, WatchResponse):
            for event in message.events:
                kind = event.medico.WhichOneof("kind")
                if event.HasField("audience") or kind == "destination_set":
                    yield Leak(view.ply, f"an event of one seat: {kind}")
                elif kind == "turn_started":
                    seat = event.medico.turn_started.seat
                    begun[seat] += 1
                    if begun[seat] > truth[view.ply].turns_begun.get(seat, 0):
                        yield Leak(view.ply, f"an event reveals the dial of seat {seat}")


def _told_by_record(observer: int | None, message: GetRecordResponse, truth: list[Truth]) -> Iterator[Leak]:
    record = message.record
    if record.complete:
        return
    if record.key or record.entries or record.HasField("result"):
        yield Leak(0, "the record of a running match has a key, entries or a result")
    begun: Counter[int] = Counter()
    for told in record.events:
        event = told.event.medico
        kind = event.WhichOneof("kind")
        if told.event.HasField("audience") and told.event.audience != observer:
            yield Leak(told.ply, f"an event of another seat: {kind}")
        if kind == "destination_set" and event.destination_set.seat != observer:
            yield Leak(told.ply, f"an event tells the dial of seat {event.destination_set.seat}")
        if kind == "turn_started":
            seat = event.turn_started.seat
            begun[seat] += 1
            if begun[seat] > truth[told.ply].turns_begun.get(seat, 0):
                yield Leak(told.ply, f"an event reveals the dial of seat {seat}")


def view_in(message: Received) -> SeatView | None:
    """The view that a message carries."""
    if isinstance(message, GetViewResponse | WatchResponse):
        return message.view
    if not isinstance(message, PlayResponse):
        return None
    match message.WhichOneof("message"):
        case "view":
            return message.view
        case "answer" if message.answer.HasField("view"):
            return message.answer.view
    return None


def walk(message: Message) -> Iterator[Message]:
    """The message and every message in it."""
    yield message
    for field, value in message.ListFields():
        if field.message_type is None:
            continue
        for part in [value] if isinstance(value, Message) else value:
            yield from walk(part)
