"""Joining queues and getting matches, over gRPC."""

import asyncio

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from arena.channel import bearer
from arena.client import ArenaClient, Credentials
from arena.errors import Refused, detail_of
from arena.pb.matchmaking.v1 import tickets_pb2
from arena.pb.medico.v1 import options_pb2
from arena.pb.rules.v1 import games_pb2, reasons_pb2, results_pb2
from arena.runner import wait_in_queue
from services.common import clock
from services.common.access import TokenVerifier
from services.common.bus import connect
from services.common.ids import new_id
from tests.services.conftest import eventually
from tests.services.matchmaking.conftest import Metadata, Service, next_of
from tests.services.matchmaking.fakes import DEFAULTS, RULES_VERSION

WITHIN = 10.0


def join(pool: str = "", seats: int = 2, **fields: object) -> tickets_pb2.JoinQueueRequest:
    return tickets_pb2.JoinQueueRequest(
        request_id=new_id(),
        game="medico",
        seats=seats,
        pool=pool,
        **fields,  # type: ignore[arg-type]  # fields of the request
    )


async def assigned(service: Service, ticket: tickets_pb2.Ticket, signed_in: Metadata) -> tickets_pb2.Ticket:
    """The ticket at the end of its stream."""
    last = tickets_pb2.Ticket()
    async with asyncio.timeout(WITHIN):
        watch = service.queues.WatchTicket(
            tickets_pb2.WatchTicketRequest(ticket_id=ticket.ticket_id), metadata=signed_in
        )
        async for update in watch:
            last = update.ticket
    return last


async def waiting(service: Service, pool: str, **fields: object) -> tuple[Credentials, Metadata, tickets_pb2.Ticket]:
    """A fresh player who waits."""
    credentials, signed_in = await service.player()
    answer = await service.queues.JoinQueue(join(pool, **fields), metadata=signed_in)  # type: ignore[arg-type]
    return credentials, signed_in, answer.ticket


def waits(client: ArenaClient, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Set as soon as the client has its ticket and waits for the match."""
    begun = asyncio.Event()
    wait = client.wait

    async def wait_and_say_so(ticket_id: str) -> tickets_pb2.Assignment:
        begun.set()
        return await wait(ticket_id)

    monkeypatch.setattr(client, "wait", wait_and_say_so)
    return begun


async def reason(call: object) -> reasons_pb2.Reason.ValueType:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call  # type: ignore[misc]
    detail = detail_of(caught.value)
    assert detail is not None
    return detail.reason


async def test_two_players_meet_and_each_gets_a_seat_with_a_token_for_it(service: Service) -> None:
    pool = new_id()
    players = [await waiting(service, pool) for _ in range(2)]
    tickets = [await assigned(service, ticket, signed_in) for _, signed_in, ticket in players]
    assignments = [ticket.assignment for ticket in tickets]
    assert {ticket.state for ticket in tickets} == {tickets_pb2.TICKET_STATE_ASSIGNED}
    assert len({assignment.match_id for assignment in assignments}) == 1
    assert {assignment.seat for assignment in assignments} == {0, 1}
    created = service.rules.created[assignments[0].match_id]
    assert (created.game, created.rated, created.pool, created.HasField("seed")) == ("medico", True, pool, False)
    assert created.options.medico == DEFAULTS
    async with await connect(service.around.nats.address("rules")) as bus:
        verifier = TokenVerifier(bus)
        await verifier.start()
        for (credentials, _, _), assignment in zip(players, assignments, strict=True):
            assert created.seats[assignment.seat].player_id == credentials.player_id
            assert created.seats[assignment.seat].kind == results_pb2.SEAT_KIND_PLAYER
            identity = await verifier.verify(assignment.token)
            assert identity.subject == credentials.player_id
            assert identity.require_seat(assignment.match_id) == assignment.seat
            assert identity.expires == assignment.token_expires.seconds
            assert identity.expires * 10**9 > clock.now_ns() + 6 * 86_400 * 10**9
        await verifier.stop()
    assert {(one.game, one.seats, one.rules_version) for one in assignments} == {("medico", 2, RULES_VERSION)}
    assert all(one.rules_target for one in assignments)


async def test_the_client_of_bot_authors_gets_there_too(service: Service) -> None:
    pool = new_id()

    async def play() -> str:
        async with service.client() as client:
            await client.register(f"bot {new_id()}")
            ticket = await client.join("medico", 3, pool=pool)
            return (await client.wait(ticket.ticket_id)).match_id

    async with asyncio.timeout(WITHIN):
        assert len(set(await asyncio.gather(play(), play(), play()))) == 1


async def test_a_bot_that_is_stopped_gets_no_seat_any_more(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    pool = new_id()
    async with service.client() as client, asyncio.timeout(WITHIN):
        begun = waits(client, monkeypatch)
        await client.register(f"bot {new_id()}")
        ticket_id = (await client.join("medico", 2, pool=pool)).ticket_id
        stopped = asyncio.create_task(wait_in_queue(client, "medico", 2, pool=pool))
        await begun.wait()
        assert not stopped.done()
        stopped.cancel()
        with pytest.raises(asyncio.CancelledError):
            await stopped
        with pytest.raises(Refused) as refused:
            await client.wait(ticket_id)
        assert refused.value.reason == reasons_pb2.REASON_TICKET_EXPIRED


async def test_a_bot_that_comes_back_goes_on_with_the_ticket_that_it_has(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = new_id()
    credentials, _, ticket = await waiting(service, pool)
    async with service.client(credentials) as client, asyncio.timeout(WITHIN):
        begun = waits(client, monkeypatch)
        back = asyncio.create_task(wait_in_queue(client, "medico", 2, pool=pool))
        await begun.wait()
        _, other, others_ticket = await waiting(service, pool)
        assert (await back).match_id == (await assigned(service, others_ticket, other)).assignment.match_id
        assert (await client.wait(ticket.ticket_id)).match_id == (await back).match_id


async def test_the_default_options_meet_whoever_spelled_them_out_and_nobody_else(service: Service) -> None:
    pool = new_id()
    spelled_out = games_pb2.GameOptions(medico=DEFAULTS)
    other = games_pb2.GameOptions(medico=options_pb2.Options(start_places=options_pb2.START_PLACES_RANDOM))
    _, _, alone = await waiting(service, pool, options=other)
    players = [await waiting(service, pool), await waiting(service, pool, options=spelled_out)]
    matches = {(await assigned(service, ticket, metadata)).assignment.match_id for _, metadata, ticket in players}
    assert len(matches) == 1
    assert alone.options.medico.start_places == options_pb2.START_PLACES_RANDOM
    assert alone.state == tickets_pb2.TICKET_STATE_WAITING


async def test_first_come_first_served_and_the_rest_waits(service: Service) -> None:
    pool = new_id()
    players = [await waiting(service, pool, seats=3) for _ in range(5)]
    first = {(await assigned(service, ticket, metadata)).assignment.match_id for _, metadata, ticket in players[:3]}
    assert len(first) == 1
    for _, metadata, ticket in players[3:]:
        watch = service.queues.WatchTicket(
            tickets_pb2.WatchTicketRequest(ticket_id=ticket.ticket_id), metadata=metadata
        )
        assert (await next_of(watch)).ticket.state == tickets_pb2.TICKET_STATE_WAITING
        watch.cancel()


async def test_a_repeated_request_gets_the_same_ticket_also_when_it_has_a_match(service: Service) -> None:
    pool = new_id()
    _, signed_in = await service.player()
    request = join(pool)
    answers = await asyncio.gather(*(service.queues.JoinQueue(request, metadata=signed_in) for _ in range(5)))
    assert len({answer.ticket.ticket_id for answer in answers}) == 1
    await waiting(service, pool)
    await assigned(service, answers[0].ticket, signed_in)
    again = (await service.queues.JoinQueue(request, metadata=signed_in)).ticket
    assert again.state == tickets_pb2.TICKET_STATE_ASSIGNED
    assert again.assignment.token


async def test_the_same_request_id_for_another_queue_is_refused(service: Service) -> None:
    _, signed_in = await service.player()
    request = join(new_id())
    await service.queues.JoinQueue(request, metadata=signed_in)
    request.pool = new_id()
    call = service.queues.JoinQueue(request, metadata=signed_in)
    assert await reason(call) == reasons_pb2.REASON_REQUEST_ID_REUSED


async def test_a_player_waits_once_in_a_queue_and_in_several_queues_at_once(service: Service) -> None:
    pool = new_id()
    _, signed_in, ticket = await waiting(service, pool)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await service.queues.JoinQueue(join(pool), metadata=signed_in)
    detail = detail_of(caught.value)
    assert detail is not None
    assert (detail.reason, detail.subject) == (reasons_pb2.REASON_ALREADY_QUEUED, ticket.ticket_id)
    other = await service.queues.JoinQueue(join(new_id()), metadata=signed_in)
    assert other.ticket.ticket_id != ticket.ticket_id


async def test_a_player_cannot_fill_the_board(service: Service) -> None:
    _, signed_in = await service.player()
    for _ in range(32):
        await service.queues.JoinQueue(join(new_id()), metadata=signed_in)
    call = service.queues.JoinQueue(join(new_id()), metadata=signed_in)
    assert await reason(call) == reasons_pb2.REASON_OVERLOADED


async def test_a_ticket_that_is_taken_back_meets_nobody_and_its_stream_ends(service: Service) -> None:
    pool = new_id()
    _, signed_in, ticket = await waiting(service, pool)
    leave = tickets_pb2.LeaveQueueRequest(ticket_id=ticket.ticket_id)
    watching = asyncio.create_task(assigned(service, ticket, signed_in))
    await asyncio.sleep(0.05)
    for _ in range(2):
        left = (await service.queues.LeaveQueue(leave, metadata=signed_in)).ticket
        assert left.state == tickets_pb2.TICKET_STATE_CANCELLED
    assert (await watching).state == tickets_pb2.TICKET_STATE_CANCELLED
    players = [await waiting(service, pool) for _ in range(2)]
    for _, metadata, other in players:
        match_id = (await assigned(service, other, metadata)).assignment.match_id
        assert ticket.player_id not in {seat.player_id for seat in service.rules.created[match_id].seats}
    # After leaving one may join again.
    assert (await service.queues.JoinQueue(join(pool), metadata=signed_in)).ticket.ticket_id != ticket.ticket_id


async def test_a_ticket_with_a_match_cannot_be_taken_back(service: Service) -> None:
    pool = new_id()
    players = [await waiting(service, pool) for _ in range(2)]
    _, signed_in, ticket = players[0]
    await assigned(service, ticket, signed_in)
    call = service.queues.LeaveQueue(tickets_pb2.LeaveQueueRequest(ticket_id=ticket.ticket_id), metadata=signed_in)
    assert await reason(call) == reasons_pb2.REASON_TICKET_ASSIGNED


async def test_while_the_rules_service_is_away_tickets_wait_and_then_get_their_match(service: Service) -> None:
    pool = new_id()
    await waiting(service, new_id())  # the description of the game is known from now on
    service.rules.down = True
    players = [await waiting(service, pool) for _ in range(2)]
    before = service.rules.calls
    await eventually(lambda: service.rules.calls >= before + 3)
    _, signed_in, ticket = players[0]
    call = service.queues.LeaveQueue(tickets_pb2.LeaveQueueRequest(ticket_id=ticket.ticket_id), metadata=signed_in)
    assert await reason(call) == reasons_pb2.REASON_TICKET_ASSIGNED
    service.rules.down = False
    matches = {(await assigned(service, ticket, metadata)).assignment.match_id for _, metadata, ticket in players}
    assert len(matches) == 1


async def test_a_match_that_the_rules_service_refuses_for_good_cancels_its_tickets(service: Service) -> None:
    pool = new_id()
    service.rules.refuses = reasons_pb2.REASON_UNKNOWN_OPTION
    players = [await waiting(service, pool) for _ in range(2)]
    for _, metadata, ticket in players:
        assert (await assigned(service, ticket, metadata)).state == tickets_pb2.TICKET_STATE_CANCELLED


async def test_assignments_are_followed_over_many_matches_and_end_with_them(service: Service) -> None:
    pool = new_id()
    credentials, signed_in = await service.player()
    stream = service.queues.WatchAssignments(tickets_pb2.WatchAssignmentsRequest(), metadata=signed_in)
    told: list[str] = []
    for _ in range(2):
        await service.queues.JoinQueue(join(pool), metadata=signed_in)
        await waiting(service, pool)
        assignment = (await next_of(stream)).assignment
        told.append(assignment.match_id)
        seats = service.rules.created[assignment.match_id].seats
        assert seats[assignment.seat].player_id == credentials.player_id
        assert assignment.token
    stream.cancel()
    assert len(set(told)) == 2

    await service.rules.finish(told[0])
    async with asyncio.timeout(WITHIN):
        while True:
            again = service.queues.WatchAssignments(tickets_pb2.WatchAssignmentsRequest(), metadata=signed_in)
            first = (await next_of(again)).assignment.match_id
            again.cancel()
            if first == told[1]:
                break
            await asyncio.sleep(0.02)

    for long_ago in (-(2**63), -1, 0):
        since = tickets_pb2.WatchAssignmentsRequest(since=Timestamp(seconds=long_ago))
        still = service.queues.WatchAssignments(since, metadata=signed_in)
        assert (await next_of(still)).assignment.match_id == told[1]
        still.cancel()
    never = tickets_pb2.WatchAssignmentsRequest(since=Timestamp(seconds=2**63 - 1))
    silence = service.queues.WatchAssignments(never, metadata=signed_in)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(silence.read(), 0.3)

    later = tickets_pb2.WatchAssignmentsRequest(since=clock.timestamp())
    nothing = service.queues.WatchAssignments(later, metadata=signed_in)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(nothing.read(), 0.3)


async def test_who_comes_back_is_told_what_is_left_in_the_queue(service: Service) -> None:
    pool = new_id()
    _, signed_in, ticket = await waiting(service, pool)

    async def left(metadata: Metadata = signed_in, **queue: object) -> list[tickets_pb2.Ticket]:
        asked = {"game": "medico", "seats": 2, "pool": pool} | queue
        request = tickets_pb2.ListTicketsRequest(**asked)  # type: ignore[arg-type]  # fields of the request
        return list((await service.queues.ListTickets(request, metadata=metadata)).tickets)

    assert await left() == [ticket]
    assert await left(options=games_pb2.GameOptions(medico=DEFAULTS)) == [ticket], "defaults are the same, spelled out"
    random = options_pb2.Options(start_places=options_pb2.START_PLACES_RANDOM)
    assert await left(options=games_pb2.GameOptions(medico=random)) == []
    assert await left(seats=3) == await left(pool=new_id()) == []
    _, other, _ = await waiting(service, pool)
    first = await assigned(service, ticket, signed_in)
    again = (await service.queues.JoinQueue(join(pool), metadata=signed_in)).ticket
    listed = await left()
    assert [one.ticket_id for one in listed] == [ticket.ticket_id, again.ticket_id]
    assert (listed[0].assignment.match_id, listed[0].assignment.seat) == (
        first.assignment.match_id,
        first.assignment.seat,
    )
    assert listed[0].assignment.token
    assert [one.assignment.match_id for one in await left(other)] == [first.assignment.match_id]
    await service.rules.finish(first.assignment.match_id)
    async with asyncio.timeout(WITHIN):
        while await left() != [again]:  # noqa: ASYNC110 - the result is read by another task
            await asyncio.sleep(0.02)
    await service.queues.LeaveQueue(tickets_pb2.LeaveQueueRequest(ticket_id=again.ticket_id), metadata=signed_in)
    assert await left() == []
    assert await reason(left(game="chess")) == reasons_pb2.REASON_UNKNOWN_GAME


async def test_another_players_ticket_is_unknown(service: Service) -> None:
    _, _, ticket = await waiting(service, new_id())
    _, signed_in = await service.player()
    for ticket_id in (ticket.ticket_id, new_id()):
        leave = tickets_pb2.LeaveQueueRequest(ticket_id=ticket_id)
        assert await reason(service.queues.LeaveQueue(leave, metadata=signed_in)) == reasons_pb2.REASON_UNKNOWN_TICKET
        watch = service.queues.WatchTicket(tickets_pb2.WatchTicketRequest(ticket_id=ticket_id), metadata=signed_in)
        assert await reason(watch.read()) == reasons_pb2.REASON_UNKNOWN_TICKET


async def test_a_seat_token_joins_no_queue(service: Service) -> None:
    credentials, _ = await service.player()
    seat = service.issuer.issue(credentials.player_id, ["player"], lifetime=60, match=new_id(), seat=0)
    call = service.queues.JoinQueue(join(new_id()), metadata=bearer(seat))
    assert await reason(call) == reasons_pb2.REASON_FORBIDDEN_ROLE


async def test_a_token_of_nobody_joins_no_queue(service: Service) -> None:
    nobody = service.issuer.issue(new_id(), ["player"], lifetime=60)
    call = service.queues.JoinQueue(join(new_id()), metadata=bearer(nobody))
    assert await reason(call) == reasons_pb2.REASON_UNKNOWN_PLAYER
