# ruff: noqa: N802 - methods are called as in the schema
"""The BotService: translates calls into what the house does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from arena.house import HOUSE_BOTS, UnknownBot
from arena.pb.bots.v1 import bots_pb2, bots_pb2_grpc
from arena.pb.rules.v1 import reasons_pb2
from engine_core.errors import UnknownGame
from engine_core.games import game
from services.bots.house import House, NobodyAnswers, SeatTaken
from services.bots.seats import seats_of
from services.common.access import Identity
from services.common.errors import ArenaError, NotActive
from services.common.rpc import EVERYBODY, Access, roles

ACCESS: Final[dict[str, Access]] = {"ListBots": EVERYBODY, "FillSeats": roles("service", "host")}


class BotsServicer(bots_pb2_grpc.BotServiceServicer):
    """All calls of one instance. ``house`` is set while this instance is the active one."""

    def __init__(self, verify: Callable[[str], Awaitable[Identity]]) -> None:
        self._verify = verify
        self.house: House | None = None

    async def ListBots(self, request: bots_pb2.ListBotsRequest, context: Any) -> bots_pb2.ListBotsResponse:
        """Which house bots there are; any instance answers."""
        if request.game:
            _known_game(request.game)
        return bots_pb2.ListBotsResponse(
            bots=[
                bots_pb2.HouseBot(bot=bot.name, sentence=bot.sentence, games=bot.games, version=bot.version)
                for bot in HOUSE_BOTS.values()
                if not request.game or request.game in bot.games
            ]
        )

    async def FillSeats(self, request: bots_pb2.FillSeatsRequest, context: Any) -> bots_pb2.FillSeatsResponse:
        """Have house bots play seats; all of them or, with an error, none."""
        if self.house is None:
            raise NotActive
        most_seats = max(_known_game(request.game).seat_counts)
        for seat in request.seats:
            if seat.seat >= most_seats:
                raise ArenaError(
                    reasons_pb2.REASON_BAD_SEAT_COUNT,
                    f"{request.game} has no seat {seat.seat}; seats run from 0 to {most_seats - 1}.",
                    subject=str(seat.seat),
                )
            (await self._verify(seat.token)).require_seat(request.match_id, seat.seat)
        try:
            filled = await self.house.fill(seats_of(request))
        except UnknownBot as error:
            raise ArenaError(reasons_pb2.REASON_UNKNOWN_BOT, f"{error}.") from None
        except SeatTaken as error:
            raise ArenaError(reasons_pb2.REASON_SEAT_TAKEN, f"{error}.", subject=str(error.seat)) from None
        except NobodyAnswers as error:
            raise ArenaError(
                reasons_pb2.REASON_RULES_UNREACHABLE, f"{error}.", subject=error.rules_target, retry_after=1
            ) from None
        return bots_pb2.FillSeatsResponse(filled=filled)


def _known_game(name: str) -> Any:
    try:
        return game(name)
    except UnknownGame as error:
        raise ArenaError(reasons_pb2.REASON_UNKNOWN_GAME, f"{error}.", subject=name) from None


__all__ = ["ACCESS", "BotsServicer"]
