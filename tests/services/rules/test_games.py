"""Every game is hosted, with every number of seats; a replica serves the games that it was told."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import grpc
import pytest

from arena.pb.rules.v1.reasons_pb2 import REASON_UNKNOWN_GAME
from engine_core.games import GAMES, game
from services.rules.settings import RulesSettings
from tests.services.rules.hosting import Hosted, House, Replica, create_request, detail_of

TABLES = [(name, seats) for name in GAMES for seats in game(name).seat_counts]


@pytest.mark.parametrize(("name", "seats"), TABLES)
async def test_every_game_is_hosted_to_its_result(house: House, replica: Replica, name: str, seats: int) -> None:
    hosted = await Hosted.create(house, replica, seats, game=name)
    view = await hosted.play(3000, random.Random(seats))
    assert view.finished
    assert (view.result.game, view.view.WhichOneof("view")) == (name, name)
    places = sorted(seat.place for seat in view.result.seats)
    assert places == list(range(1, seats + 1)) if seats > 1 else places in ([1], [2])


async def test_a_replica_serves_the_games_that_it_was_told(house: House) -> None:
    async with house.replica(rules_games="azerland") as replica:
        await Hosted.create(house, replica, 1, game="azerland")
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await replica.rpc.CreateMatch(create_request(2, game="medico"), metadata=house.token("service"))
        assert detail_of(caught.value).reason == REASON_UNKNOWN_GAME
        assert detail_of(caught.value).sentence == "the game 'medico' is not played here; games are azerland"


def test_a_replica_serves_every_game_unless_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ARENA_NATS_URL", "nats://127.0.0.1:1")
    assert RulesSettings.load().rules_games == tuple(GAMES)
    monkeypatch.setenv("ARENA_RULES_GAMES", "azerland, medico")
    assert RulesSettings.load().rules_games == ("azerland", "medico")


def test_the_games_can_be_named_on_the_command_line() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "services.rules", "--games", "azerland,chess"],
        env={**os.environ, "ARENA_NATS_URL": "nats://127.0.0.1:1", "ARENA_RULES_GAMES": "medico"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith("ARENA_RULES_GAMES: there is no game 'chess'")
