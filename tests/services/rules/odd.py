"""Replicas whose engine computes something else: what a fault of the engine, or of the machine below it, looks like to the others."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import patch

from engine_core.events import Sink
from engine_core.games.medico.data import MedicoData
from engine_core.games.medico.game import Medico
from engine_core.games.medico.options import Options
from engine_core.games.medico.state import MedicoState
from services.rules import bootstrap
from services.rules.served_game import serve_game
from tests.services.rules.hosting import House, Replica


class OddMedico(Medico):
    """Medico that gives other bytes, hence other digests, from a round on; from round 0 on: from the set-up on."""

    def __init__(self, from_round: int) -> None:
        self.from_round = from_round

    def to_bytes(self, state: MedicoState) -> bytes:
        """Not what everybody else has."""
        odd = b"odd" if self.from_round == 0 or state.round >= self.from_round else b""
        return super().to_bytes(state) + odd


class StuckMedico(Medico):
    """Medico that can set up no game, but for the one of the key of nothing but zeros."""

    def new(
        self, seats: int, options: Options, key: bytes, data: MedicoData | None = None, sink: Sink | None = None
    ) -> MedicoState:
        """Fails where everybody else does not."""
        if any(key):
            raise IndexError(key)
        return super().new(seats, options, key, data, sink)


@asynccontextmanager
async def odd_replica(house: House, engine: int | Medico, **settings: Any) -> AsyncIterator[Replica]:
    """A replica with an engine of its own, or (a number) one that is wrong from that round on."""
    odd = replace(serve_game("medico"), game=OddMedico(engine) if isinstance(engine, int) else engine)
    running = house.replica(**settings)
    with patch.object(bootstrap, "serve_games", return_value={"medico": odd}):
        replica = await running.__aenter__()
    try:
        yield replica
    finally:
        await running.__aexit__(None, None, None)
