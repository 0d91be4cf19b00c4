"""Creating, starting and following tournaments."""

import asyncio
import contextlib
import hashlib
import re
import secrets
from collections.abc import AsyncGenerator, Sequence

import sqlalchemy as sa

from arena.pb.matchmaking.v1 import tournaments_pb2
from arena.pb.rules.v1 import reasons_pb2
from engine_core.game import places_at
from engine_core.rng import key_from_seed
from services.common import clock
from services.common.errors import ArenaError
from services.matchmaking.domain import names
from services.matchmaking.domain.entry import BadTournament, expand
from services.matchmaking.domain.event import Entrant, Event, EventState, Leg, Progress
from services.matchmaking.domain.standings import default_points
from services.matchmaking.games import checked_options
from services.matchmaking.live_event import LiveEvent
from services.matchmaking.messages import progress_message, standing_messages, table_message, tournament_message
from services.matchmaking.peers import BotsPeer, RulesPeer
from services.matchmaking.store import matches, players, tournaments
from services.matchmaking.tenure import Office, Tenure

DEFAULT_TOURNAMENTS = 50
DEFAULT_TABLES = 100
COALESCE_SECONDS = 0.05
"""Changes of a tournament within this time reach a watcher as one."""

_TABLE_TOKEN = re.compile(r"([0-9]{1,6})\.([0-9]{1,6})")
_TOURNAMENT_TOKEN = re.compile(r"([0-9]{1,19})\.([a-z0-9]{26})")


class TournamentDesk:
    """What hosts and spectators can do with tournaments."""

    def __init__(self, office: Office, rules: RulesPeer, bots: BotsPeer) -> None:
        self._office = office
        self._rules = rules
        self._bots = bots

    async def create(self, request: tournaments_pb2.CreateTournamentRequest) -> tournaments_pb2.Tournament:
        """The tournament of this request, now or from before; raises TOURNAMENT_EXISTS if its id has other content."""
        tenure = self._office.tenure()
        content = hashlib.blake2b(request.SerializeToString(deterministic=True), digest_size=32).digest()
        known = await tenure.director.find(request.tournament_id)
        if known is None:
            event = await self._event(tenure, request, content)
            # Sent twice at once, or another tournament of the same id: told apart below.
            with contextlib.suppress(sa.exc.IntegrityError):
                await tenure.database.write(tournaments.insert, event)
            known = await _found(tenure, request.tournament_id)
        if known.event.content_hash != content:
            raise ArenaError(
                reasons_pb2.REASON_TOURNAMENT_EXISTS,
                "Another tournament has this id.",
                subject=request.tournament_id,
            )
        return self._shown(known.event, known.progress)

    async def start(self, tournament_id: str) -> tournaments_pb2.Tournament:
        """Start a tournament; one that runs goes on.

        Raises TOURNAMENT_STATE for one that is over, UNKNOWN_DATA_SET while the card tables of a leg are not stored: once it runs,
        its matches could not be created.
        """
        tenure = self._office.tenure()
        live = await _found(tenure, tournament_id)
        if live.progress.state in (EventState.FINISHED, EventState.ABORTED):
            raise _is_over(tournament_id)
        if live.progress.state is EventState.CREATED:
            for game, digest in {(leg.game, leg.data_digest) for leg in live.event.programme if leg.data_digest}:
                await self._rules.check_tables(game, digest)
            await tenure.director.start(tournament_id)
            live = await _found(tenure, tournament_id)
        return self._shown(live.event, live.progress)

    async def abort(self, tournament_id: str) -> tournaments_pb2.Tournament:
        """Stop a tournament; one that was aborted stays so. Raises TOURNAMENT_STATE for one that has finished."""
        tenure = self._office.tenure()
        live = await _found(tenure, tournament_id)
        if live.progress.state in (EventState.CREATED, EventState.RUNNING):
            await tenure.director.abort(tournament_id)
            live = await _found(tenure, tournament_id)
        if live.progress.state is EventState.FINISHED:  # perhaps just now
            raise _is_over(tournament_id)
        return self._shown(live.event, live.progress)

    async def standings(self, tournament_id: str) -> tournaments_pb2.GetStandingsResponse:
        """The standings so far; raises UNKNOWN_TOURNAMENT."""
        live = await _found(self._office.tenure(), tournament_id)
        return tournaments_pb2.GetStandingsResponse(
            tournament=self._shown(live.event, live.progress),
            standings=standing_messages(live.event, live.standings()),
        )

    async def watch(self, tournament_id: str) -> AsyncGenerator[tournaments_pb2.WatchTournamentResponse, None]:
        """The tournament now and after changes, until it is over; changes that come quickly are told together."""
        tenure = self._office.tenure()
        with tenure.director.changes.watch(tournament_id) as stirred:
            while True:
                stirred.clear()
                live = await _found(tenure, tournament_id)
                # It goes on while the watcher reads: what counts is what the message says.
                is_over = live.is_settled
                yield progress_message(live, self._rules.target)
                if is_over:
                    return
                await self._office.wait(stirred, tenure)
                await asyncio.sleep(COALESCE_SECONDS)

    async def tables(self, request: tournaments_pb2.ListTablesRequest) -> tournaments_pb2.ListTablesResponse:
        """A page of the tables."""
        tenure = self._office.tenure()
        after = (0, 0)
        if request.page_token:
            token = _TABLE_TOKEN.fullmatch(request.page_token)
            if token is None:
                raise _bad_page_token(request.page_token)
            after = (int(token[1]), int(token[2]))
        await _found(tenure, request.tournament_id)
        limit = request.page_size or DEFAULT_TABLES
        found = await tenure.database.read(
            matches.tables,
            request.tournament_id,
            round_number=request.round or None,
            after=after,
            limit=limit + 1,
        )
        page = found[:limit]
        more = f"{page[-1].round}.{page[-1].table}" if len(found) > limit else ""
        return tournaments_pb2.ListTablesResponse(tables=map(table_message, page), next_page_token=more)

    async def list(self, request: tournaments_pb2.ListTournamentsRequest) -> tournaments_pb2.ListTournamentsResponse:
        """A page of all tournaments, newest first."""
        before = None
        if request.page_token:
            token = _TOURNAMENT_TOKEN.fullmatch(request.page_token)
            if token is None or int(token[1]) >= 2**63:
                raise _bad_page_token(request.page_token)
            before = (int(token[1]), token[2])
        limit = request.page_size or DEFAULT_TOURNAMENTS
        found = await self._office.tenure().database.read(tournaments.page, request.game, before, limit + 1)
        page = found[:limit]
        more = f"{page[-1][0].created}.{page[-1][0].tournament_id}" if len(found) > limit else ""
        return tournaments_pb2.ListTournamentsResponse(
            tournaments=[self._shown(event, progress) for event, progress in page], next_page_token=more
        )

    def _shown(self, event: Event, progress: Progress) -> tournaments_pb2.Tournament:
        return tournament_message(event, progress, self._rules.target)

    async def _event(self, tenure: Tenure, request: tournaments_pb2.CreateTournamentRequest, content: bytes) -> Event:
        try:
            wanted = _programme(request)
            points = _points(request)
            name = _name(request.name)
            legs = [await self._leg(leg, request.table_size) for leg in wanted]
            entrants = await self._entrants(tenure, request, legs)
            if len(entrants) < request.table_size:
                raise BadTournament(f"{len(entrants)} entrants fill no table of {request.table_size}.", "entrants")
        except BadTournament as error:
            raise ArenaError(reasons_pb2.REASON_BAD_TOURNAMENT, error.sentence, subject=error.subject) from None
        seeded = request.HasField("pairing_seed")
        return Event(
            tournament_id=request.tournament_id,
            name=name,
            game=legs[0].game,
            options=legs[0].options,
            table_size=request.table_size,
            rounds=request.rounds,
            points=points,
            rated=request.rated,
            entrants=entrants,
            content_hash=content,
            pairing_key=key_from_seed(request.pairing_seed) if seeded else secrets.token_bytes(32),
            bot_key=secrets.token_bytes(32),
            created=clock.now_ns(),
            legs=tuple(legs) if request.legs else (),
            data_digest=legs[0].data_digest,
        )

    async def _leg(self, leg: tournaments_pb2.Leg, table_size: int) -> Leg:
        options = await checked_options(
            self._rules, leg.game, table_size, leg.options if leg.HasField("options") else None
        )
        return Leg(leg.game, options, leg.rounds, leg.data_digest)

    async def _entrants(
        self, tenure: Tenure, request: tournaments_pb2.CreateTournamentRequest, legs: Sequence[Leg]
    ) -> tuple[Entrant, ...]:
        bots = {spec.house_bot.bot for spec in request.entrants if spec.HasField("house_bot")}
        for game in dict.fromkeys(leg.game for leg in legs) if bots else ():
            known = await self._bots.names(game)
            if missing := bots - known:
                bot = min(missing)
                there_are = f"there are {', '.join(sorted(known))}" if known else "none does"
                raise ArenaError(
                    reasons_pb2.REASON_UNKNOWN_BOT, f"No house bot {bot} plays {game}; {there_are}.", subject=bot
                )
        wanted = [spec.player_id for spec in request.entrants if not spec.HasField("house_bot")]
        registered = await tenure.database.read(players.by_ids, wanted)
        for player_id in wanted:
            if player_id not in registered:
                raise ArenaError(
                    reasons_pb2.REASON_UNKNOWN_PLAYER, "There is no player with this id.", subject=player_id
                )
        return expand(request.entrants, {player_id: player.name for player_id, player in registered.items()})


async def _found(tenure: Tenure, tournament_id: str) -> LiveEvent:
    live = await tenure.director.find(tournament_id)
    if live is None:
        raise ArenaError(
            reasons_pb2.REASON_UNKNOWN_TOURNAMENT, "There is no tournament with this id.", subject=tournament_id
        )
    return live


def _is_over(tournament_id: str) -> ArenaError:
    return ArenaError(reasons_pb2.REASON_TOURNAMENT_STATE, "The tournament is over.", subject=tournament_id)


def _programme(request: tournaments_pb2.CreateTournamentRequest) -> list[tournaments_pb2.Leg]:
    """The legs of a request; of an event of one game the one that game, options and rounds are."""
    if not request.legs:
        if not request.game:
            raise BadTournament("A tournament names its game, or the games of its legs.", "game")
        options = request.options if request.HasField("options") else None
        return [
            tournaments_pb2.Leg(
                game=request.game, options=options, rounds=request.rounds, data_digest=request.data_digest
            )
        ]
    if request.game or request.HasField("options") or request.data_digest:
        raise BadTournament(
            "Game, options and card tables are those of the legs; the tournament itself names none.", "legs"
        )
    rounds = sum(leg.rounds for leg in request.legs)
    if rounds != request.rounds:
        raise BadTournament(f"The legs have {rounds} rounds, the tournament {request.rounds}.", "rounds")
    return list(request.legs)


def _points(request: tournaments_pb2.CreateTournamentRequest) -> tuple[int, ...]:
    points = tuple(request.placement_points)
    if not points:
        return default_points(request.table_size)
    places = places_at(request.table_size)
    if len(points) != places:
        raise BadTournament(
            f"There are points for {len(points)} places; tables of {request.table_size} have {places}.",
            "placement_points",
        )
    if sorted(points, reverse=True) != list(points):
        raise BadTournament("A better place must not bring fewer points.", "placement_points")
    return points


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not names.is_readable(name) or not names.is_plain(name):
        raise BadTournament("The name of a tournament needs characters that can be shown, and no others.", "name")
    return name


def _bad_page_token(token: str) -> ArenaError:
    return ArenaError(reasons_pb2.REASON_BAD_PAGE_TOKEN, "This call never gave out such a page token.", subject=token)
