# ruff: noqa: N802 - methods are called as in the schema
"""The ScoringService: translates calls into what the tables say. Every instance answers, the counting one and those on standby."""

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Final, TypeVar

from sqlalchemy.engine import Connection

from arena.pb.rules.v1 import reasons_pb2 as reasons
from arena.pb.scoring.v1 import scoring_service_pb2_grpc as stubs
from arena.pb.scoring.v1.finished_matches_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    ListMatchesRequest,
    ListMatchesResponse,
)
from arena.pb.scoring.v1.ratings_pb2 import (
    GetHistoryRequest,
    GetHistoryResponse,
    GetLeaderboardRequest,
    GetLeaderboardResponse,
    GetRatingRequest,
    GetRatingResponse,
    WatchLeaderboardRequest,
    WatchLeaderboardResponse,
)
from services.common.changes import Changes, first_of
from services.common.errors import ArenaError
from services.common.rpc import SIGNED_IN, Access
from services.common.sql import Database, DatabaseUnavailable
from services.scoring.store import boards, matches
from services.scoring.store.pages import BadPageToken

T = TypeVar("T")

ACCESS: Final[dict[str, Access]] = dict.fromkeys(
    ("GetRating", "GetLeaderboard", "WatchLeaderboard", "GetHistory", "GetMatch", "ListMatches"), SIGNED_IN
)
"""Any token will do: results are public once they are there."""

TOP_ROWS: Final = 10
LOOK_AGAIN_SECONDS: Final = 5.0
"""How often a watched leaderboard is read although nothing was counted here: another instance may have counted."""


class ScoringServicer(stubs.ScoringServiceServicer):
    """All calls of one instance."""

    def __init__(self, database: Database, watchers: Changes[boards.Board], draining: asyncio.Event) -> None:
        self._database = database
        self._watchers = watchers
        self._draining = draining

    async def GetRating(self, request: GetRatingRequest, context: object) -> GetRatingResponse:
        """A player's rating."""
        rating = await self._read(lambda c: boards.rating(c, request.player_id, request.game, request.seats))
        if rating is None:
            raise ArenaError(
                reasons.REASON_NO_RATING,
                f"The player has no rating for {request.game} with {request.seats} seats yet.",
                subject=request.player_id,
            )
        return GetRatingResponse(rating=rating)

    async def GetLeaderboard(self, request: GetLeaderboardRequest, context: object) -> GetLeaderboardResponse:
        """A page of a leaderboard."""
        size = request.page_size or boards.DEFAULT_ROWS
        rows, following = await self._read(
            lambda c: boards.leaderboard(c, request.game, request.seats, size, request.page_token)
        )
        return GetLeaderboardResponse(rows=rows, next_page_token=following)

    async def WatchLeaderboard(
        self, request: WatchLeaderboardRequest, context: object
    ) -> AsyncIterator[WatchLeaderboardResponse]:
        """The top of a leaderboard, at once and after every change."""
        size = request.top or TOP_ROWS
        last: WatchLeaderboardResponse | None = None
        with self._watchers.watch((request.game, request.seats)) as changed:
            while not self._draining.is_set():
                changed.clear()
                rows, _ = await self._read(lambda c: boards.leaderboard(c, request.game, request.seats, size))
                now = WatchLeaderboardResponse(rows=rows)
                if now != last:
                    last = now
                    yield now
                await first_of(changed, self._draining, seconds=LOOK_AGAIN_SECONDS)
        raise ArenaError(reasons.REASON_SHUTTING_DOWN, "This server is going down; connect again.", retry_after=0.5)

    async def GetHistory(self, request: GetHistoryRequest, context: object) -> GetHistoryResponse:
        """A page of a player's matches."""
        rows, following = await self._read(
            lambda c: matches.history(
                c,
                request.player_id,
                game=request.game,
                seats=request.seats,
                rows=request.page_size or matches.DEFAULT_ROWS,
                token=request.page_token,
            )
        )
        return GetHistoryResponse(rows=rows, next_page_token=following)

    async def GetMatch(self, request: GetMatchRequest, context: object) -> GetMatchResponse:
        """A finished match, with the copy of its record when asked for and kept."""
        result = await self._read(lambda c: matches.find_match(c, request.match_id))
        if result is None:
            raise ArenaError(
                reasons.REASON_NO_RECORD, "No finished match of this id is known (yet).", subject=request.match_id
            )
        record = None
        if request.with_record:
            record = await self._read(lambda c: matches.find_record(c, request.match_id))
        return GetMatchResponse(result=result, record=record)

    async def ListMatches(self, request: ListMatchesRequest, context: object) -> ListMatchesResponse:
        """A page of finished matches."""
        results, following = await self._read(
            lambda c: matches.list_matches(
                c,
                game=request.game,
                seats=request.seats,
                tournament_id=request.tournament_id,
                pool=request.pool,
                rows=request.page_size or matches.DEFAULT_ROWS,
                token=request.page_token,
            )
        )
        return ListMatchesResponse(results=results, next_page_token=following)

    async def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            return await self._database.read(work)
        except BadPageToken:
            raise ArenaError(
                reasons.REASON_BAD_PAGE_TOKEN,
                "The page token is not one that this call gave out for this question.",
                subject="page_token",
            ) from None
        except DatabaseUnavailable:
            raise ArenaError(
                reasons.REASON_BUS_UNAVAILABLE, "The ratings cannot be read now; try again.", retry_after=1.0
            ) from None
