"""Nobody learns a destination before its turn: all that spectators and other seats receive of real matches is held against the record.

Twice: what the bytes say, decoded, is never ahead of the truth; and two matches that differ in one hidden destination alone look the
same to everybody else, byte for byte, until that destination is revealed.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import grpc
import pytest
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from arena.channel import bearer, open_channel
from arena.pb.rules.v1 import matches_pb2, play_pb2, records_pb2, results_pb2, views_pb2
from arena.pb.rules.v1.games_pb2 import GameAction
from arena.pb.rules.v1.submissions_pb2 import Submission
from arena.runner import choose
from engine_core.playing import random_bot
from services.cli.record_files import record_of_message
from services.common.ids import new_id
from tests.e2e.disclosure import Leak, Truth, leaks, truth_of, view_in
from tests.e2e.site import Metadata, Site

pytestmark = pytest.mark.xdist_group("e2e")

SERVICE = "/arena.rules.v1.RulesService"
KEY = bytes(range(32))
OBSERVERS = 5
"""Besides the last seat: the other two, a spectator who watches, and two callers who ask."""


def raw(channel: grpc.aio.Channel, method: str) -> Callable[..., Any]:
    """A call that takes a message and gives the bytes that came."""
    kinds: dict[str, Callable[..., Any]] = {"Play": channel.stream_stream, "Watch": channel.unary_stream}
    call: Callable[..., Any] = kinds.get(method, channel.unary_unary)(f"{SERVICE}/{method}", _serialized, None)
    return call


def _serialized(message: Message) -> bytes:
    return message.SerializeToString()


async def create(site: Site, seats: int, players: list[str]) -> str:
    """A seeded match of these players; its id."""
    request = matches_pb2.CreateMatchRequest(
        match_id=new_id(),
        game="medico",
        seats=[
            results_pb2.Seat(player_id=players[n], name=f"Player {n}", kind=results_pb2.SEAT_KIND_PLAYER)
            for n in range(seats)
        ],
        seed=KEY,
    )
    await site.rules.CreateMatch(request, metadata=site.as_("service"))
    return request.match_id


# -- all that is received of a match ---------------------------------------------------------------------------------------------


class Round:
    """The first round in which destinations are set: the last seat waits until everybody has seen the others' dials turned away."""

    def __init__(self, seats: int) -> None:
        self._changed = asyncio.Condition()
        self._last = seats - 1
        self._set: set[int] = set()
        self._ply = 0
        self._seen: dict[str, int] = {}

    async def destination_set(self, seat: int, ply: int) -> None:
        """A seat has set its dial, at this ply."""
        async with self._changed:
            self._set.add(seat)
            self._ply = max(self._ply, ply)
            self._changed.notify_all()

    async def seen(self, observer: str, ply: int) -> None:
        """An observer was sent a view of this ply."""
        async with self._changed:
            self._seen[observer] = max(ply, self._seen.get(observer, 0))
            self._changed.notify_all()

    async def before_destination(self, seat: int, observers: int) -> None:
        """Returns at once but for the last seat."""
        if seat != self._last:
            return
        async with asyncio.timeout(20), self._changed:
            await self._changed.wait_for(
                lambda: (
                    len(self._set) >= self._last and sum(ply >= self._ply for ply in self._seen.values()) >= observers
                )
            )


async def play_and_keep(channel: grpc.aio.Channel, match_id: str, seat: int, token: str, first: Round) -> list[Message]:
    """Play a seat at random with full views throughout; everything that was received."""
    call = raw(channel, "Play")(metadata=bearer(token))
    opening = play_pb2.Open(match_id=match_id, seat=seat, always_full_views=True)
    await call.write(play_pb2.PlayRequest(open=opening))
    kept: list[Message] = []
    answered = -1
    sets_destination = False
    while (came := await call.read()) is not grpc.aio.EOF:
        message = play_pb2.PlayResponse.FromString(came)
        kept.append(message)
        view = message.answer.view if message.HasField("answer") else message.view
        if message.HasField("answer") and sets_destination:
            await first.destination_set(seat, message.answer.ply)
        await first.seen(f"seat {seat}", view.ply)
        if seat in view.seats_to_act and view.decision > answered:
            answered = view.decision
            sets_destination = view.decision_point == "choose_destination"
            if sets_destination:
                await first.before_destination(seat, OBSERVERS)
            submission = Submission(
                request_id=new_id(),
                decision=view.decision,
                actions=[GameAction(id=choose(random_bot, view, b"watched"))],
                known_ply=view.ply,
            )
            await call.write(play_pb2.PlayRequest(submission=submission))
    assert await call.code() is grpc.StatusCode.OK
    return kept


async def watch_and_keep(channel: grpc.aio.Channel, match_id: str, metadata: Metadata, first: Round) -> list[Message]:
    """Everything that a spectator is sent."""
    request = views_pb2.WatchRequest(match_id=match_id, with_events=True)
    kept: list[Message] = []
    async for came in raw(channel, "Watch")(request, metadata=metadata):
        message = views_pb2.WatchResponse.FromString(came)
        kept.append(message)
        await first.seen("watching", message.view.ply)
    return kept


async def ask_and_keep(
    channel: grpc.aio.Channel, match_id: str, seat: int | None, metadata: Metadata, over: asyncio.Event, first: Round
) -> list[Message]:
    """Everything that a caller is told who asks for view and record again and again."""
    kept: list[Message] = []
    while not over.is_set():
        view = views_pb2.GetViewRequest(match_id=match_id, seat=seat)
        answer = views_pb2.GetViewResponse.FromString(await raw(channel, "GetView")(view, metadata=metadata))
        kept.append(answer)
        record = records_pb2.GetRecordRequest(match_id=match_id)
        came = await raw(channel, "GetRecord")(record, metadata=metadata)
        kept.append(records_pb2.GetRecordResponse.FromString(came))
        await first.seen(f"asking {seat}", answer.view.ply)
        await asyncio.sleep(0.02)
    return kept


async def test_no_message_of_a_match_tells_a_destination_before_its_turn(site: Site) -> None:
    seats = 3
    match_id = await create(site, seats, [new_id() for _ in range(seats)])
    over, first = asyncio.Event(), Round(seats)
    async with open_channel(site.rules_target) as channel:
        watching = asyncio.create_task(watch_and_keep(channel, match_id, site.as_("player"), first))
        tokens = [site.seat_token(match_id, seat) for seat in range(seats)]
        asking = {
            None: asyncio.create_task(ask_and_keep(channel, match_id, None, site.as_("player"), over, first)),
            1: asyncio.create_task(ask_and_keep(channel, match_id, 1, bearer(tokens[1]), over, first)),
        }
        played = await asyncio.gather(
            *(play_and_keep(channel, match_id, seat, token, first) for seat, token in enumerate(tokens))
        )
        over.set()
        watched = await watching
        asked = {observer: await task for observer, task in asking.items()}
        request = records_pb2.GetRecordRequest(match_id=match_id)
        record = (await site.rules.GetRecord(request, metadata=site.as_("player"))).record
    truth = truth_of(record_of_message(record))
    received: list[tuple[int | None, list[Message]]] = [(None, watched), *asked.items(), *enumerate(played)]
    for observer, messages in received:
        assert list(leaks(observer, messages, truth)) == []

    # Was there anything to hide from everybody, and would it have been noticed?
    for observer, messages in received:
        assert tampered(observer, messages, truth), f"observer {observer} was never sent a view while a dial was hidden"
    begun, last = watched[0].SerializeToString(), watched[-1].SerializeToString()
    event_told_early = views_pb2.WatchResponse.FromString(last)
    event_told_early.events.add().medico.turn_started.seat = 0
    event_of_a_seat = views_pb2.WatchResponse.FromString(begun)
    event_of_a_seat.events.add().medico.destination_set.seat = 0
    beyond_the_schema = views_pb2.WatchResponse.FromString(begun + b"\xf8\x3f\x05")
    for planted in ([*watched, event_told_early], [event_of_a_seat], [beyond_the_schema]):
        assert list(leaks(None, planted, truth))


def tampered(observer: int | None, messages: list[Message], truth: list[Truth]) -> list[Leak]:
    """The leaks that are found when the first view with a hidden dial is made to show it."""
    for message in messages:
        changed = type(message).FromString(message.SerializeToString())
        view = view_in(changed)
        if view is None:
            continue
        for seat in truth[view.ply].hidden[observer]:
            view.view.medico.players[seat].destination = 0
            return list(leaks(observer, [changed], truth))
    return []


# -- twins: the same match but for one hidden destination ------------------------------------------------------------------------


@dataclass
class Twin:
    """A match that is played step by step, and everything that everybody was sent at each step, as bytes."""

    match_id: str
    by_step: list[dict[str, bytes]]
    revealed_at: int
    """The step from which on the varied destination is open."""


async def observe(
    site: Site, channel: grpc.aio.Channel, match_id: str, seats: int, known_ply: int, watch: Any
) -> dict[str, bytes]:
    """What every seat and a spectator are told now: views, records, refusals, and the messages of a stream."""
    told: dict[str, bytes] = {}
    observers: list[int | None] = [None, *range(seats)]
    for observer in observers:
        metadata = site.as_("player") if observer is None else bearer(site.seat_token(match_id, observer))
        view = views_pb2.GetViewRequest(match_id=match_id, seat=observer, known_ply=known_ply)
        told[f"view {observer}"] = await raw(channel, "GetView")(view, metadata=metadata)
        request = records_pb2.GetRecordRequest(match_id=match_id, known_ply=known_ply)
        record = records_pb2.GetRecordResponse.FromString(await raw(channel, "GetRecord")(request, metadata=metadata))
        shown: Message = record.record  # when something happened differs from run to run
        for field in shown.DESCRIPTOR.fields:
            if field.message_type is Timestamp.DESCRIPTOR:
                shown.ClearField(field.name)
        told[f"record {observer}"] = record.SerializeToString(deterministic=True)
        if observer is not None:
            # Nothing of this can be played: the decision lies far ahead.
            ahead = Submission(request_id="a" * 26, decision=9999, actions=[GameAction(id=0)], known_ply=known_ply)
            submit = play_pb2.SubmitRequest(match_id=match_id, seat=observer, submission=ahead)
            told[f"refusal {observer}"] = await raw(channel, "Submit")(submit, metadata=metadata)
            other = (observer + 1) % seats
            peek = views_pb2.GetViewRequest(match_id=match_id, seat=other, known_ply=known_ply)
            try:
                await raw(channel, "GetView")(peek, metadata=metadata)
            except grpc.aio.AioRpcError as error:
                told[f"status {observer}"] = f"{error.code()} {error.details()}".encode()
    stream = b""
    while True:
        came = await watch.read()
        stream += came
        if views_pb2.WatchResponse.FromString(came).view.ply >= known_ply:
            break
    told["watch"] = stream
    mine = match_id.encode()
    return {what: sent.replace(mine, b"-" * len(mine)) for what, sent in told.items()}


async def play_twin(site: Site, seats: int, players: list[str], varied: int, choice: int) -> Twin:
    """Play one round; ``varied`` sets its dial first, on the legal place number ``choice``. Everybody else plays the first legal action."""
    match_id = await create(site, seats, players)
    async with open_channel(site.rules_target) as channel:
        watch = raw(channel, "Watch")(
            views_pb2.WatchRequest(match_id=match_id, with_events=True), metadata=site.as_("player")
        )
        by_step = [await observe(site, channel, match_id, seats, 0, watch)]
        known_ply = 0
        for step in count(1):
            view = await view_of(site, match_id, None, known_ply)
            seat = varied if varied in view.seats_to_act else view.seats_to_act[0]
            view = await view_of(site, match_id, seat, known_ply)
            if view.decision_point == "depart" and seat == varied:
                watch.cancel()
                return Twin(match_id, by_step, step - 1)
            hidden_choice = view.decision_point == "choose_destination" and seat == varied
            action = view.legal_action_ids[choice if hidden_choice else 0]
            request_id = hashlib.sha256(f"{step}".encode()).hexdigest()[:26]
            submission = Submission(
                request_id=request_id, decision=view.decision, actions=[GameAction(id=action)], known_ply=view.ply
            )
            submit = play_pb2.SubmitRequest(match_id=match_id, seat=seat, submission=submission)
            metadata = bearer(site.seat_token(match_id, seat))
            answer = (await site.rules.Submit(submit, metadata=metadata)).answer
            assert answer.HasField("accepted"), answer
            known_ply = answer.ply
            by_step.append(await observe(site, channel, match_id, seats, known_ply, watch))
    raise AssertionError("count() does not end")


async def view_of(site: Site, match_id: str, seat: int | None, known_ply: int) -> views_pb2.SeatView:
    """A view."""
    metadata = site.as_("player") if seat is None else bearer(site.seat_token(match_id, seat))
    request = views_pb2.GetViewRequest(match_id=match_id, seat=seat, known_ply=known_ply)
    view: views_pb2.SeatView = (await site.rules.GetView(request, metadata=metadata)).view
    return view


def differences(left: Twin, right: Twin) -> Iterator[tuple[int, str]]:
    """Every step and message that differs between twins."""
    for step, (one, other) in enumerate(zip(left.by_step, right.by_step, strict=True)):
        assert one.keys() == other.keys()
        yield from ((step, what) for what in one if one[what] != other[what])


@pytest.mark.parametrize("seats", [2, 4])
async def test_matches_that_differ_in_a_hidden_destination_look_the_same_until_it_is_revealed(
    site: Site, seats: int
) -> None:
    players = [new_id() for _ in range(seats)]
    first = await view_of(site, await create(site, seats, players), None, 0)
    starting = first.view.medico.starting_seat
    varied = (starting + seats - 1) % seats  # its turn comes last: hidden for longest
    twins = await asyncio.gather(*(play_twin(site, seats, players, varied, choice) for choice in (0, 5)))
    one, other = twins
    assert one.revealed_at == other.revealed_at
    own = {f"view {varied}", f"record {varied}"}
    found = list(differences(one, other))
    assert {what for step, what in found if step < one.revealed_at} == own
    # The destination was worth hiding: once it is open, everybody sees another match.
    assert {what for step, what in found if step >= one.revealed_at} > own | {"watch", "view None"}
