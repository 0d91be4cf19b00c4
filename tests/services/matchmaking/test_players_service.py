"""Registering players and getting tokens, over gRPC."""

import asyncio

import grpc
import pytest
import sqlalchemy as sa

from arena.channel import bearer
from arena.errors import detail_of
from arena.pb.matchmaking.v1 import players_pb2, tournaments_pb2
from arena.pb.rules.v1 import reasons_pb2
from services.common import clock
from services.common.access import PLAYER, TokenVerifier
from services.common.bus import connect
from services.common.ids import new_id
from services.matchmaking import credentials, players
from tests.services.matchmaking.conftest import Service


def name() -> str:
    return f"Anna {new_id()}"[:40]


async def test_a_registered_player_gets_a_token_that_other_services_accept(service: Service) -> None:
    called = name()
    made = await service.players.RegisterPlayer(players_pb2.RegisterPlayerRequest(name=called))
    issued = await service.players.IssueToken(
        players_pb2.IssueTokenRequest(player_id=made.player_id, secret=made.secret)
    )
    assert list(issued.roles) == [players_pb2.ROLE_PLAYER]
    async with await connect(service.around.nats.address("rules")) as bus:
        verifier = TokenVerifier(bus)
        await verifier.start()
        identity = await verifier.verify(issued.token)
        await verifier.stop()
    assert (identity.subject, identity.roles, identity.match) == (made.player_id, frozenset({PLAYER}), None)
    assert abs(identity.expires - issued.expires.seconds) <= 1
    assert issued.expires.seconds * 10**9 > clock.now_ns()

    found = await service.players.GetPlayer(players_pb2.GetPlayerRequest(player_id=made.player_id))
    assert found.name == called
    assert abs(clock.to_ns(found.registered) - clock.now_ns()) < 60 * 10**9


async def test_the_secret_is_nowhere_in_the_database(service: Service) -> None:
    made = await service.players.RegisterPlayer(players_pb2.RegisterPlayerRequest(name=name()))
    engine = sa.create_engine(f"sqlite:///{service.around.data_dir / 'matchmaking.sqlite'}")
    with engine.connect() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM matchmaking_players").all()
    engine.dispose()
    assert any(made.player_id in row for row in rows)
    assert made.secret not in repr(rows)
    raw = b"".join(path.read_bytes() for path in service.around.data_dir.glob("matchmaking.sqlite*"))
    assert made.secret.encode() not in raw


async def test_the_same_name_and_secret_are_the_same_player_even_at_the_same_time(service: Service) -> None:
    request = players_pb2.RegisterPlayerRequest(name=name(), secret=credentials.new_secret())
    answers = await asyncio.gather(*(service.players.RegisterPlayer(request) for _ in range(5)))
    assert len({answer.player_id for answer in answers}) == 1
    assert {answer.secret for answer in answers} == {request.secret}


@pytest.mark.parametrize("secret", ["", credentials.new_secret()], ids=["no secret", "another secret"])
async def test_somebody_elses_name_is_taken_however_it_is_written(service: Service, secret: str) -> None:
    called = name()
    await service.players.RegisterPlayer(players_pb2.RegisterPlayerRequest(name=called))
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await service.players.RegisterPlayer(players_pb2.RegisterPlayerRequest(name=called.upper(), secret=secret))
    assert caught.value.code() is grpc.StatusCode.ALREADY_EXISTS
    detail = detail_of(caught.value)
    assert detail is not None
    assert detail.reason == reasons_pb2.REASON_NAME_TAKEN


async def test_a_wrong_secret_and_a_wrong_id_are_told_the_same(service: Service) -> None:
    made = await service.players.RegisterPlayer(players_pb2.RegisterPlayerRequest(name=name()))
    answers = []
    for player_id, secret in ((made.player_id, credentials.new_secret()), (new_id(), made.secret)):
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await service.players.IssueToken(players_pb2.IssueTokenRequest(player_id=player_id, secret=secret))
        answers.append((caught.value.code(), detail_of(caught.value)))
    assert answers[0] == answers[1]
    assert answers[0][0] is grpc.StatusCode.UNAUTHENTICATED
    assert answers[0][1] is not None
    assert answers[0][1].reason == reasons_pb2.REASON_BAD_CREDENTIALS


async def test_a_flood_of_sign_ins_is_put_off_not_queued_without_end(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "HASHES_WAITING", 5)
    credentials_of, _ = await service.player()
    request = players_pb2.IssueTokenRequest(player_id=credentials_of.player_id, secret=credentials_of.secret)
    answers = await asyncio.gather(*(service.players.IssueToken(request) for _ in range(40)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, grpc.aio.AioRpcError)]
    assert {error.code() for error in refused} == {grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert 5 <= len(answers) - len(refused) < 40
    details = [detail_of(error) for error in refused]
    assert all(detail is not None and detail.HasField("retry_after") for detail in details)
    assert (await service.players.IssueToken(request)).token


async def test_a_player_may_look_at_tournaments(service: Service) -> None:
    _, signed_in = await service.player()
    await service.tournaments.ListTournaments(tournaments_pb2.ListTournamentsRequest(), metadata=signed_in)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await service.tournaments.ListTournaments(
            tournaments_pb2.ListTournamentsRequest(), metadata=bearer("not a token")
        )
    assert caught.value.code() is grpc.StatusCode.UNAUTHENTICATED
