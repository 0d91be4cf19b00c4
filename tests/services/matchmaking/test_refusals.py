"""Every bad request gets its own status and reason; one row per kind."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import grpc
import jwt
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from arena.channel import bearer
from arena.errors import detail_of
from arena.pb.azerland.v1 import options_pb2 as azerland_options_pb2
from arena.pb.matchmaking.v1 import players_pb2, tickets_pb2, tournaments_pb2
from arena.pb.medico.v1 import options_pb2
from arena.pb.rules.v1 import games_pb2, reasons_pb2
from services.common import clock
from services.common.access.keyring import ISSUER, KeyRing, keyring_file
from services.common.ids import new_id
from tests.services.matchmaking.conftest import Metadata, Service

BAD_VALUE = games_pb2.GameOptions(medico=options_pb2.Options(start_places=77))  # type: ignore[arg-type]  # rubbish
FOR_ONE_SEAT = games_pb2.GameOptions(
    azerland=azerland_options_pb2.Options(solo_difficulty=azerland_options_pb2.SOLO_DIFFICULTY_EASY)
)
"""The fake rules service describes it so."""
NOBODY = "0" * 26


@dataclass(slots=True)
class Cast:
    """Who and what the requests are about."""

    service: Service
    player_id: str
    player: Metadata
    host: Metadata
    tournament_id: str

    def join(self, **fields: Any) -> Awaitable[Any]:
        described: dict[str, Any] = {"request_id": new_id(), "game": "medico", "seats": 2, "pool": new_id()}
        request = tickets_pb2.JoinQueueRequest(**(described | fields))
        return self.service.queues.JoinQueue(request, metadata=self.player)

    def create(self, metadata: Metadata | None = None, **fields: Any) -> Awaitable[Any]:
        return self.service.tournaments.CreateTournament(
            self.tournament(**fields), metadata=self.host if metadata is None else metadata
        )

    def tournament(self, **fields: Any) -> tournaments_pb2.CreateTournamentRequest:
        described: dict[str, Any] = {
            "tournament_id": new_id(),
            "name": "Night",
            "game": "medico",
            "table_size": 2,
            "rounds": 1,
            "entrants": [house("random", 2)],
        }
        return tournaments_pb2.CreateTournamentRequest(**(described | fields))


def house(bot: str, count: int, label: str = "") -> tournaments_pb2.EntrantSpec:
    return tournaments_pb2.EntrantSpec(house_bot=tournaments_pb2.HouseBotEntry(bot=bot, count=count, label=label))


def person(player_id: str) -> tournaments_pb2.EntrantSpec:
    return tournaments_pb2.EntrantSpec(player_id=player_id)


def start(cast: Cast, tournament_id: str, metadata: Metadata | None = None) -> Awaitable[Any]:
    request = tournaments_pb2.StartTournamentRequest(tournament_id=tournament_id)
    return cast.service.tournaments.StartTournament(request, metadata=cast.host if metadata is None else metadata)


def abort(cast: Cast, tournament_id: str, metadata: Metadata | None = None) -> Awaitable[Any]:
    request = tournaments_pb2.AbortTournamentRequest(tournament_id=tournament_id)
    return cast.service.tournaments.AbortTournament(request, metadata=cast.host if metadata is None else metadata)


def tables(cast: Cast, **fields: Any) -> Awaitable[Any]:
    request = tournaments_pb2.ListTablesRequest(**({"tournament_id": cast.tournament_id} | fields))
    return cast.service.tournaments.ListTables(request, metadata=cast.player)


def register(cast: Cast, **fields: Any) -> Awaitable[Any]:
    return cast.service.players.RegisterPlayer(players_pb2.RegisterPlayerRequest(**fields))


def watch_ticket(cast: Cast, metadata: Metadata | None) -> Awaitable[Any]:
    request = tickets_pb2.WatchTicketRequest(ticket_id=NOBODY)
    return cast.service.queues.WatchTicket(request, metadata=metadata).read()


def watch_assignments(cast: Cast, **since: int) -> Awaitable[Any]:
    request = tickets_pb2.WatchAssignmentsRequest()
    request.since.CopyFrom(Timestamp(**since))
    return cast.service.queues.WatchAssignments(request, metadata=cast.player).read()


def expired(cast: Cast) -> Metadata:
    """A token that was good once."""
    key = KeyRing(keyring_file(cast.service.around.data_dir)).current()
    now = clock.now_ns() // 10**9
    claims = {"iss": ISSUER, "aud": "arena", "sub": cast.player_id, "roles": ["player"], "iat": now, "exp": now}
    return bearer(jwt.encode(claims, key.private, algorithm="EdDSA", headers={"kid": key.key_id}))


S = grpc.StatusCode
R = reasons_pb2
Call = Callable[[Cast], Awaitable[Any]]

ROWS: list[tuple[str, Call, grpc.StatusCode, reasons_pb2.Reason.ValueType, str | None]] = [
    ("a name of signs", lambda c: register(c, name="<b>"), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "name"),
    ("an empty name", lambda c: register(c, name=""), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "name"),
    ("a name too long", lambda c: register(c, name="x" * 41), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "name"),
    ("a name of nothing", lambda c: register(c, name="\u3164"), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "name"),
    ("a house bot's name", lambda c: register(c, name="Greedy 2"), S.ALREADY_EXISTS, R.REASON_NAME_TAKEN, "Greedy 2"),
    (
        "a name that steers the terminal",
        lambda c: c.create(name="Night\x9b31m"),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_TOURNAMENT,
        "name",
    ),
    (
        "a name that turns the line around",
        lambda c: c.create(name="\u202eNight"),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_TOURNAMENT,
        "name",
    ),
    (
        "a moment that is none",
        lambda c: watch_assignments(c, nanos=10**9),
        S.INVALID_ARGUMENT,
        R.REASON_MALFORMED,
        "since.nanos",
    ),
    ("a weak secret", lambda c: register(c, name="Q", secret="1"), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "secret"),
    (
        "an unknown player",
        lambda c: c.service.players.GetPlayer(players_pb2.GetPlayerRequest(player_id=NOBODY)),
        S.NOT_FOUND,
        R.REASON_UNKNOWN_PLAYER,
        NOBODY,
    ),
    (
        "credentials of nobody",
        lambda c: c.service.players.IssueToken(players_pb2.IssueTokenRequest(player_id=NOBODY, secret="x" * 43)),
        S.UNAUTHENTICATED,
        R.REASON_BAD_CREDENTIALS,
        "",
    ),
    ("an unknown game", lambda c: c.join(game="chess"), S.NOT_FOUND, R.REASON_UNKNOWN_GAME, "chess"),
    ("no game", lambda c: c.join(game=""), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "game"),
    ("too many seats", lambda c: c.join(seats=5), S.INVALID_ARGUMENT, R.REASON_BAD_SEAT_COUNT, "5"),
    ("too few seats", lambda c: c.join(seats=1), S.INVALID_ARGUMENT, R.REASON_BAD_SEAT_COUNT, "1"),
    ("no seats", lambda c: c.join(seats=0), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "seats"),
    (
        "an unknown option",
        lambda c: c.join(options=BAD_VALUE),
        S.INVALID_ARGUMENT,
        R.REASON_UNKNOWN_OPTION,
        "options.medico.start_places",
    ),
    (
        "an option that does not go with the seats",
        lambda c: c.join(game="azerland", options=FOR_ONE_SEAT),
        S.INVALID_ARGUMENT,
        R.REASON_UNKNOWN_OPTION,
        "options.azerland.solo_difficulty",
    ),
    ("a pool of signs", lambda c: c.join(pool="A B"), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "pool"),
    ("a bad request id", lambda c: c.join(request_id="1"), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "request_id"),
    ("no token", lambda c: watch_ticket(c, None), S.UNAUTHENTICATED, R.REASON_UNAUTHENTICATED_NO_TOKEN, None),
    ("a wrong token", lambda c: watch_ticket(c, bearer("x.y.z")), S.UNAUTHENTICATED, R.REASON_TOKEN_INVALID, None),
    ("an expired token", lambda c: watch_ticket(c, expired(c)), S.UNAUTHENTICATED, R.REASON_TOKEN_EXPIRED, None),
    ("a host in a queue", lambda c: watch_ticket(c, c.host), S.PERMISSION_DENIED, R.REASON_FORBIDDEN_ROLE, None),
    ("an unknown ticket", lambda c: watch_ticket(c, c.player), S.NOT_FOUND, R.REASON_UNKNOWN_TICKET, NOBODY),
    ("a player as host", lambda c: c.create(c.player), S.PERMISSION_DENIED, R.REASON_FORBIDDEN_ROLE, None),
    (
        "a player who starts",
        lambda c: start(c, c.tournament_id, c.player),
        S.PERMISSION_DENIED,
        R.REASON_FORBIDDEN_ROLE,
        None,
    ),
    ("a start of nothing", lambda c: start(c, NOBODY), S.NOT_FOUND, R.REASON_UNKNOWN_TOURNAMENT, NOBODY),
    (
        "a tournament's unknown game",
        lambda c: c.create(game="chess"),
        S.NOT_FOUND,
        R.REASON_UNKNOWN_GAME,
        "chess",
    ),
    ("tables too big", lambda c: c.create(table_size=9), S.INVALID_ARGUMENT, R.REASON_BAD_SEAT_COUNT, "9"),
    (
        "a tournament's unknown option",
        lambda c: c.create(options=BAD_VALUE),
        S.INVALID_ARGUMENT,
        R.REASON_UNKNOWN_OPTION,
        "options.medico.start_places",
    ),
    (
        "a tournament's option that does not go with its tables",
        lambda c: c.create(game="azerland", options=FOR_ONE_SEAT),
        S.INVALID_ARGUMENT,
        R.REASON_UNKNOWN_OPTION,
        "options.azerland.solo_difficulty",
    ),
    ("no rounds", lambda c: c.create(rounds=0), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "rounds"),
    ("no entrants", lambda c: c.create(entrants=[]), S.INVALID_ARGUMENT, R.REASON_MALFORMED, "entrants"),
    ("an unknown bot", lambda c: c.create(entrants=[house("deep", 2)]), S.NOT_FOUND, R.REASON_UNKNOWN_BOT, "deep"),
    (
        "an unknown entrant",
        lambda c: c.create(entrants=[house("random", 2), person(NOBODY)]),
        S.NOT_FOUND,
        R.REASON_UNKNOWN_PLAYER,
        NOBODY,
    ),
    (
        "too few entrants",
        lambda c: c.create(entrants=[house("random", 1)]),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_TOURNAMENT,
        "entrants",
    ),
    (
        "too many entrants",
        lambda c: c.create(entrants=[house("random", 1024), house("greedy", 1)]),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_TOURNAMENT,
        "entrants",
    ),
    (
        "an entrant twice",
        lambda c: c.create(entrants=[person(c.player_id), person(c.player_id)]),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_TOURNAMENT,
        None,
    ),
    (
        "two entrants of one name",
        lambda c: c.create(entrants=[house("random", 1, "Twin"), house("greedy", 1, "twin")]),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_TOURNAMENT,
        "twin",
    ),
    (
        "points for too few places",
        lambda c: c.create(placement_points=[1]),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_TOURNAMENT,
        "placement_points",
    ),
    (
        "points that grow downwards",
        lambda c: c.create(placement_points=[1, 2]),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_TOURNAMENT,
        "placement_points",
    ),
    ("a name of spaces", lambda c: c.create(name="  "), S.INVALID_ARGUMENT, R.REASON_BAD_TOURNAMENT, "name"),
    ("a name that rings", lambda c: c.create(name="a\x07b"), S.INVALID_ARGUMENT, R.REASON_BAD_TOURNAMENT, "name"),
    (
        "a tournament that exists",
        lambda c: c.create(tournament_id=c.tournament_id, name="Another"),
        S.ALREADY_EXISTS,
        R.REASON_TOURNAMENT_EXISTS,
        None,
    ),
    ("aborting nothing", lambda c: abort(c, NOBODY), S.NOT_FOUND, R.REASON_UNKNOWN_TOURNAMENT, NOBODY),
    (
        "a player aborting",
        lambda c: abort(c, c.tournament_id, c.player),
        S.PERMISSION_DENIED,
        R.REASON_FORBIDDEN_ROLE,
        None,
    ),
    (
        "standings of nothing",
        lambda c: c.service.tournaments.GetStandings(
            tournaments_pb2.GetStandingsRequest(tournament_id=NOBODY), metadata=c.player
        ),
        S.NOT_FOUND,
        R.REASON_UNKNOWN_TOURNAMENT,
        NOBODY,
    ),
    (
        "watching nothing",
        lambda c: c.service.tournaments.WatchTournament(
            tournaments_pb2.WatchTournamentRequest(tournament_id=NOBODY), metadata=c.player
        ).read(),
        S.NOT_FOUND,
        R.REASON_UNKNOWN_TOURNAMENT,
        NOBODY,
    ),
    ("tables of nothing", lambda c: tables(c, tournament_id=NOBODY), S.NOT_FOUND, R.REASON_UNKNOWN_TOURNAMENT, NOBODY),
    ("a page of tables", lambda c: tables(c, page_token="x"), S.INVALID_ARGUMENT, R.REASON_BAD_PAGE_TOKEN, "x"),
    (
        "a page of tournaments",
        lambda c: c.service.tournaments.ListTournaments(
            tournaments_pb2.ListTournamentsRequest(page_token=f"9999999999999999999.{NOBODY}"), metadata=c.player
        ),
        S.INVALID_ARGUMENT,
        R.REASON_BAD_PAGE_TOKEN,
        None,
    ),
]


@pytest.fixture(scope="module")
async def shared_cast(shared_service: Service) -> Cast:
    credentials, signed_in = await shared_service.player()
    made = Cast(shared_service, credentials.player_id, signed_in, shared_service.host(), new_id())
    await made.create(tournament_id=made.tournament_id)
    return made


@pytest.fixture
def cast(shared_cast: Cast, service: Service) -> Cast:
    assert shared_cast.service is service
    return shared_cast


@pytest.mark.parametrize(
    ("call", "status", "reason", "subject"), [row[1:] for row in ROWS], ids=[row[0].replace(" ", "_") for row in ROWS]
)
async def test_bad_requests_get_their_own_reason(
    cast: Cast, call: Call, status: grpc.StatusCode, reason: reasons_pb2.Reason.ValueType, subject: str | None
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call(cast)
    detail = detail_of(caught.value)
    assert detail is not None
    found = (caught.value.code(), reasons_pb2.Reason.Name(detail.reason))
    assert found == (status, reasons_pb2.Reason.Name(reason))
    assert detail.sentence
    assert subject is None or detail.subject == subject


@pytest.mark.parametrize("bots_down", [True, False])
async def test_another_service_that_is_away_is_said_to_be_away(cast: Cast, bots_down: bool) -> None:
    cast.service.bots.down = bots_down
    cast.service.rules.down = not bots_down
    # A game that nobody has asked for yet is not known from before.
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await (cast.create() if bots_down else cast.join(game="tinctura"))
    detail = detail_of(caught.value)
    assert detail is not None
    assert caught.value.code() is grpc.StatusCode.UNAVAILABLE
    assert detail.HasField("retry_after")


async def test_an_unknown_bot_is_answered_with_those_that_play_the_game(cast: Cast) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await cast.create(entrants=[house("deep", 2)])
    detail = detail_of(caught.value)
    assert detail is not None
    assert detail.sentence == "No house bot deep plays medico; there are greedy, random."
