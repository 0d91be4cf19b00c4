"""A hosted match with a known key, and the same game in the engine beside it: finds plans that the service must stop."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from arena.pb.rules.v1.views_pb2 import SeatView
from engine_core.games import game as registered_game
from engine_core.match import Match
from engine_core.rng import key_from_seed
from tests.services.rules.hosting import Hosted, House, Replica, submission


@dataclass
class Plan:
    """What to submit at a view: ``actions`` are catalogue ids; the last of them is the one that must not be played."""

    view: SeatView
    actions: list[int]


class Mirror:
    """The two, in step."""

    def __init__(self, hosted: Hosted, match: Match[Any, Any], seed: int) -> None:
        self.hosted = hosted
        self.match = match
        self._rng = random.Random(seed)

    @classmethod
    async def create(cls, house: House, replica: Replica, seats: int = 2, seed: int = 1, **fields: Any) -> Mirror:
        """A seeded match."""
        game = registered_game("medico")
        key = key_from_seed(seed)
        hosted = await Hosted.create(house, replica, seats, seed=key, **fields)
        return cls(hosted, Match.new(game, seats, game.options_type(), key), seed)

    async def step(self) -> None:
        """One random action on both sides."""
        seat = self.match.game.to_act(self.match.state)[0]
        action = self._rng.choice(self.match.game.legal(self.match.state, seat))
        view = await self.hosted.view(seat)
        answer = await self.hosted.submit(seat, submission(view, action.id))
        assert answer.HasField("accepted"), answer
        self.match.apply(seat, action)
        assert answer.ply == self.match.ply

    async def play_to_a_plan_that_reveals(self) -> Plan:
        """A plan whose first action brings something to light while the seat stays asked, with a second that is legal then."""
        return await self._play_to(lambda revealed, asked: revealed and asked)

    async def play_to_a_plan_past_the_turn(self) -> Plan:
        """A plan whose first action ends the turn and reveals nothing."""
        return await self._play_to(lambda revealed, asked: not revealed and not asked)

    async def _play_to(self, wanted: Any) -> Plan:
        game = self.match.game
        for _ in range(400):
            seat = game.to_act(self.match.state)[0]
            for action in game.legal(self.match.state, seat):
                trial = self.match.clone()
                revealed = trial.apply(seat, action)
                asked = seat in game.to_act(trial.state)
                if trial.over or not wanted(revealed, asked):
                    continue
                follow = game.legal(trial.state, seat)[0].id if asked else action.id
                return Plan(await self.hosted.view(seat), [action.id, follow])
            await self.step()
        raise AssertionError("no such plan in this game")
