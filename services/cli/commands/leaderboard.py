"""`arena leaderboard`: the strongest players of a game."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import grpc
from cyclopts import Parameter
from cyclopts.validators import Number

from arena.channel import bearer, open_channel
from arena.errors import error_of
from arena.pb.rules.v1.results_pb2 import SEAT_KIND_HOUSE_BOT
from arena.pb.scoring.v1 import scoring_service_pb2, scoring_service_pb2_grpc
from arena.pb.scoring.v1.ratings_pb2 import GetLeaderboardRequest, LeaderboardRow
from engine_core import games
from services.cli import console
from services.cli.failures import UsageError
from services.cli.platform import DEFAULT_DATA, Platform

_CALL_SECONDS = 10.0
_MOST_ROWS = 500


def leaderboard(
    game: str,
    seats: Annotated[int, Parameter(validator=Number(gte=1, lte=16))],
    /,
    *,
    connect: str = "",
    token_file: Path | None = None,
    data: Path = DEFAULT_DATA,
    top: Annotated[int, Parameter(validator=Number(gte=1, lte=_MOST_ROWS))] = 20,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Show a leaderboard.

    Parameters
    ----------
    game
        The game, such as medico; a name that is none lists those that there are.
    seats
        The number of seats: strength at tables of different sizes is rated apart.
    connect
        Address of a scoring service. Default: that of the platform that runs on the data folder.
    token_file
        A file with any token of that platform. Default: the one in the data folder.
    data
        Data folder of a platform that runs on this machine.
    top
        How many rows.
    json
        One JSON document instead of a table.
    """
    if seats not in games.game(game).seat_counts:
        raise UsageError(f"{game} is not played with {seats} seats")
    platform = Platform(data, connect, token_file)
    rows = asyncio.run(_fetch(platform.address("scoring"), platform.token(), game, seats, top))
    if json:
        console.print_json([_document(row) for row in rows])
        return
    if not rows:
        nobody = f"nobody has a rating for {game} with {seats} seats yet"
        console.out().print("solo games are not rated" if seats == 1 else nobody, markup=False)
        return
    shown = [
        (
            row.rank,
            row.rating.name + (" (house bot)" if row.rating.kind == SEAT_KIND_HOUSE_BOT else ""),
            f"{row.rating.ordinal:.2f}",
            f"{row.rating.mu:.2f}",
            f"{row.rating.sigma:.2f}",
            row.rating.games,
            row.rating.wins,
        )
        for row in rows
    ]
    columns = ("rank", "player", "rating", "mu", "sigma", "games", "won")
    title = f"{game}, {seats} seats ({rows[0].rating.algorithm}; rating = mu - 3 sigma)"
    console.out().print(console.table(title, columns, shown, left=("player",)))


async def _fetch(address: str, token: str, game: str, seats: int, top: int) -> list[LeaderboardRow]:
    request = GetLeaderboardRequest(game=game, seats=seats, page_size=top)
    async with open_channel(address, scoring_service_pb2.DESCRIPTOR) as channel:
        stub = scoring_service_pb2_grpc.ScoringServiceStub(channel)
        try:
            answer = await stub.GetLeaderboard(request, metadata=bearer(token), timeout=_CALL_SECONDS)
        except grpc.aio.AioRpcError as failed:
            raise error_of(failed) from failed
    return list(answer.rows)


def _document(row: LeaderboardRow) -> dict[str, object]:
    rating = row.rating
    return {
        "rank": row.rank,
        "player_id": rating.player_id,
        "name": rating.name,
        "house_bot": rating.kind == SEAT_KIND_HOUSE_BOT,
        "rating": rating.ordinal,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": rating.games,
        "wins": rating.wins,
        "algorithm": rating.algorithm,
        "algorithm_version": rating.algorithm_version,
    }
