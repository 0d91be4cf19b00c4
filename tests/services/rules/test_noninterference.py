"""What a seat or a spectator receives from the service does not depend on another seat's hidden destination.

Two matches with the same key are played in step; they differ only in the destination that one seat has dialled, until its dial is
revealed. Everything that the others get is compared as bytes: views, notices, answers, rejections, records, and how many of them.
"""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import pytest

from arena.pb.rules.v1.games_pb2 import GameAction
from arena.pb.rules.v1.records_pb2 import MatchRecord
from arena.pb.rules.v1.results_pb2 import SEAT_KIND_PLAYER, Seat
from arena.pb.rules.v1.views_pb2 import WatchRequest, WatchResponse
from engine_core.games import game as registered_game
from engine_core.match import Match
from engine_core.rng import key_from_seed
from services.common.ids import new_id
from services.rules import play_stream, views
from services.rules.hosted_match import HostedMatch
from tests.services.rules.hosting import Hosted, House, Replica, Stream, submission

GAME = registered_game("medico")
PROBES = 10


@dataclass
class Side:
    """One of the two matches, its engine twin, and all that the observers got from it."""

    hosted: Hosted
    match: Match[Any, Any]
    streams: dict[int, Stream]
    watching: Any
    received: dict[object, list[bytes]] = field(default_factory=dict)

    def note(self, observer: object, message: Any) -> None:
        """Keep a message as bytes, the match's own id replaced."""
        data = message.SerializeToString(deterministic=True)
        self.received.setdefault(observer, []).append(data.replace(self.hosted.match_id.encode(), b"M" * 26))

    async def listen(self, hidden: int) -> None:
        """Read every observer's streams up to the present ply."""
        ply = self.match.ply
        for seat, stream in self.streams.items():
            if seat == hidden:
                continue
            reached = -1
            while reached < ply:
                message = await stream.read()
                assert message is not None
                self.note(seat, message)
                reached = message.view.ply if message.HasField("view") else message.notice.ply
        reached = -1
        while reached < ply:
            message = await self.watching.read()
            assert isinstance(message, WatchResponse)
            self.note("spectator", message)
            reached = message.view.ply

    async def ask(self, hidden: int, dice: random.Random) -> None:
        """Everything that observers can ask for and try, without effect."""
        for seat in range(self.hosted.seats):
            if seat == hidden:
                continue
            view = await self.hosted.view(seat)
            self.note(seat, view)
            record = await self.hosted.record(self.hosted.tokens[seat])
            _without_times(record)
            self.note(seat, record)
            legal = list(view.legal_action_ids)
            for _ in range(PROBES):
                action = dice.randrange(len(GAME.catalogue))
                request_id = "".join(dice.choices("abcdefghij", k=26))
                if action not in legal:
                    self.note(seat, await self.hosted.submit(seat, submission(view, action, request_id=request_id)))
                if legal:
                    plan: list[int | GameAction] = [dice.choice(legal), action, GameAction()]
                    request = submission(view, *plan, request_id=request_id, all_or_nothing=True)
                    self.note(seat, await self.hosted.submit(seat, request))
        self.note("spectator", await self.hosted.view())
        record = await self.hosted.record()
        _without_times(record)
        self.note("spectator", record)

    async def play(self, seat: int, action_id: int, request_id: str) -> None:
        """The action on both."""
        view = await self.hosted.view(seat)
        answer = await self.hosted.submit(seat, submission(view, action_id, request_id=request_id))
        assert answer.HasField("accepted"), answer
        self.match.apply(seat, GAME.catalogue[action_id])
        assert answer.ply == self.match.ply


async def _two_sides(house: House, replica: Replica, seats: int, seed: int) -> list[Side]:
    key = key_from_seed(seed)
    who = [Seat(player_id=new_id(), name=f"Player {n}", kind=SEAT_KIND_PLAYER) for n in range(seats)]
    sides = []
    for _ in range(2):
        match_id = new_id()
        hosted = await Hosted.create(house, replica, seats, match_id=match_id, seed=key, players=who)
        match = Match.new(GAME, seats, GAME.options_type(), key)
        streams = {seat: Stream(hosted, seat, always_full_views=seat == 0) for seat in range(seats)}
        for stream in streams.values():
            await stream.__aenter__()
        watching = replica.rpc.Watch(WatchRequest(match_id=match_id, with_events=True), metadata=house.token())
        sides.append(Side(hosted, match, streams, watching))
    return sides


def _destinations(match: Match[Any, Any], hidden: int) -> tuple[int, int] | None:
    """Two choices of the hidden seat after which, the others choosing first, another seat moves first in both."""
    if len(GAME.to_act(match.state)) < len(match.decisions):
        return None
    trial = match.clone()
    for seat in range(len(match.decisions)):
        if seat != hidden:
            trial.apply(seat, GAME.legal(trial.state, seat)[0])
    choices = GAME.legal(trial.state, hidden)
    found = []
    for choice in choices:
        after = trial.clone()
        after.apply(hidden, choice)
        if hidden not in GAME.to_act(after.state):
            found.append(choice.id)
    return (found[0], found[-1]) if len(found) >= 2 else None


async def _run(house: House, replica: Replica, seats: int, seed: int) -> tuple[list[Side], int, int]:
    """The two sides after the hidden dial was turned differently and everything until its reveal was played in step."""
    sides = await _two_sides(house, replica, seats, seed)
    dice = random.Random(seed)
    first = sides[0].match
    compared = 0
    hidden = -1
    for _ in range(60):
        for candidate in range(seats):
            if _destinations(first, candidate) is not None:
                hidden = candidate
        if hidden >= 0:
            break
        seat = GAME.to_act(first.state)[0]
        action = dice.choice(GAME.legal(first.state, seat)).id
        request_id = new_id()
        for side in sides:
            await side.play(seat, action, request_id)
            await side.listen(-1)
    assert hidden >= 0, "no phase with hidden dials"
    for side in sides:
        side.received.clear()
    others = [seat for seat in range(seats) if seat != hidden]
    different = _destinations(first, hidden)
    assert different is not None
    for seat in others:
        choice = GAME.legal(first.state, seat)[0].id
        request_id = new_id()
        for side in sides:
            await side.play(seat, choice, request_id)
            await side.listen(hidden)
    request_id = new_id()
    for side, choice in zip(sides, different, strict=True):
        await side.play(hidden, choice, request_id)
        await side.listen(hidden)
    while hidden not in GAME.to_act(first.state) and not first.over:
        probing = dice.randrange(1 << 30)
        for side in sides:
            await side.ask(hidden, random.Random(probing))
        compared += 1
        seat = GAME.to_act(first.state)[0]
        assert GAME.to_act(sides[1].match.state) == GAME.to_act(first.state)
        legal = GAME.legal(first.state, seat)
        action = legal[dice.randrange(len(legal))].id
        trials = [side.match.clone() for side in sides]
        for trial in trials:
            trial.apply(seat, GAME.catalogue[action])
        if any(trial.over or hidden in GAME.to_act(trial.state) for trial in trials):
            break  # the dial is revealed by this step
        request_id = new_id()
        for side in sides:
            await side.play(seat, action, request_id)
            await side.listen(hidden)
    return sides, hidden, compared


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3)])
async def test_a_hidden_destination_shows_in_nothing_that_others_receive(
    house: House, replica: Replica, seats: int, seed: int
) -> None:
    with patch.object(play_stream, "NOTICE_SECONDS", 0.0):
        sides, hidden, compared = await _run(house, replica, seats, seed)
        assert compared >= 1
        # They do differ in what is hidden: its owner sees two destinations.
        own = [await side.hosted.view(hidden) for side in sides]
        assert own[0].view != own[1].view
        for observer in sides[0].received:
            one, two = (side.received[observer] for side in sides)
            assert len(one) == len(two)
            assert one == two
        await asyncio.gather(*(_leave(side) for side in sides))


async def test_a_planted_leak_is_noticed(house: House, replica: Replica) -> None:
    """The same comparison over a service whose views carry one byte that depends on a hidden dial."""
    real = views.seat_view

    def leaking(hosted: HostedMatch, seat: int | None, result: Any) -> bytes:
        total = sum(player.destination + 1 for player in hosted.match.state.players)
        return real(hosted, seat, result) + bytes(
            (0x50, total)
        )  # a field that is not in the schema, as one for debugging

    with (
        patch.object(play_stream, "NOTICE_SECONDS", 0.0),
        patch("services.rules.table.seat_view", leaking),
    ):
        sides, _, _ = await _run(house, replica, 2, 1)
        await asyncio.gather(*(_leave(side) for side in sides))
    for observer in sides[0].received:
        assert sides[0].received[observer] != sides[1].received[observer]


def _without_times(record: MatchRecord) -> None:
    """The two matches were not played at the same moment."""
    for time in ("started", "last_progress"):
        assert record.HasField(time)
        record.ClearField(time)


async def _leave(side: Side) -> None:
    for stream in side.streams.values():
        stream.call.cancel()
    side.watching.cancel()
