"""A seat survives whatever happens to the replica it plays at, and never plays an action twice."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import grpc
import pytest

import arena.seat
from arena.errors import Refused, Rejected, Unreachable
from arena.pb.rules.v1 import reasons_pb2
from arena.seat import Seat
from tests.client.fake_rules import AGAINST_THE_RULES, MATCH_ID, FakeMatch, FakeRules, Faults


@contextlib.asynccontextmanager
async def replicas(*services: FakeRules) -> AsyncIterator[str]:
    """The services, started; their joint address."""
    try:
        for service in services:
            await service.start()
        yield ",".join(f"127.0.0.1:{service.port}" for service in services)
    finally:
        for service in services:
            await service.stop()


async def play_out(seat: Seat) -> None:
    while (view := await seat.next_decision()) is not None:
        await seat.submit(view.legal_action_ids[view.decision % 2])


async def test_a_match_is_played_to_its_end() -> None:
    match = FakeMatch(decisions=5)
    async with replicas(FakeRules(match)) as address, Seat(address, MATCH_ID, 0, "t") as seat:
        await play_out(seat)
        assert seat.result is not None
        assert seat.result.match_id == MATCH_ID
        assert await seat.next_decision() is None
    assert [action for _, action in match.played] == [3, 5, 3, 5, 3]
    assert seat.reconnects == 0


async def test_an_action_whose_answer_was_lost_is_played_once() -> None:
    match = FakeMatch(decisions=4)
    services = FakeRules(match, Faults(die_after_storing=1)), FakeRules(match, Faults(die_after_storing=2))
    async with replicas(*services) as address, Seat(address, MATCH_ID, 0, "t") as seat:
        await play_out(seat)
    assert [action for _, action in match.played] == [3, 5, 3, 5]
    assert len({request_id for request_id, _ in match.played}) == 4
    assert match.opened > 1
    assert seat.reconnects >= 1


async def test_an_action_that_was_not_stored_is_sent_again() -> None:
    match = FakeMatch(decisions=3)
    async with (
        replicas(FakeRules(match, Faults(die_before_storing=1))) as address,
        Seat(address, MATCH_ID, 0, "t") as seat,
    ):
        await play_out(seat)
    assert [action for _, action in match.played] == [3, 5, 3]


async def test_the_other_replica_takes_over_when_one_is_killed() -> None:
    match = FakeMatch(decisions=6)
    one, two = FakeRules(match), FakeRules(match)
    async with replicas(one, two) as address, Seat(address, MATCH_ID, 0, "t") as seat:
        view = await seat.next_decision()
        assert view is not None
        serving, other = (one, two) if one.streams else (two, one)
        await serving.stop()
        await play_out(seat)
        assert other.streams
    assert len(match.played) == 6


async def test_a_seat_waits_while_every_replica_is_away() -> None:
    match = FakeMatch(decisions=3)
    service = FakeRules(match)
    async with replicas(service) as address, Seat(address, MATCH_ID, 0, "t", patience=20) as seat:
        assert await seat.next_decision() is not None
        port = service.port
        await service.stop()
        submitting = asyncio.ensure_future(seat.submit(3))
        await asyncio.sleep(0.5)
        assert not submitting.done()
        await service.start(port)
        answer = await submitting
        assert answer.accepted.accepted_count == 1
    assert [action for _, action in match.played] == [3]


async def test_patience_ends() -> None:
    async with replicas(FakeRules(FakeMatch(decisions=1))) as address:
        pass
    async with Seat(address, MATCH_ID, 0, "t", patience=0.5) as seat:
        with pytest.raises(Unreachable, match=r"no answer for 0\.5 s"):
            await seat.next_decision()


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        (grpc.StatusCode.UNAUTHENTICATED, reasons_pb2.REASON_TOKEN_EXPIRED),
        (grpc.StatusCode.PERMISSION_DENIED, reasons_pb2.REASON_NOT_YOUR_SEAT),
        (grpc.StatusCode.NOT_FOUND, reasons_pb2.REASON_UNKNOWN_MATCH),
    ],
)
async def test_a_final_no_is_not_repeated(code: grpc.StatusCode, reason: reasons_pb2.Reason.ValueType) -> None:
    match = FakeMatch(decisions=1)
    async with (
        replicas(FakeRules(match, Faults(refuse=(code, reason)))) as address,
        Seat(address, MATCH_ID, 0, "t") as seat,
    ):
        with pytest.raises(Refused) as refused:
            await seat.next_decision()
    assert refused.value.reason == reason
    assert refused.value.status is code
    assert refused.value.subject == "token"
    assert str(refused.value) == "No."
    assert match.opened == 1


async def test_a_rejection_names_the_rule_and_the_legal_ids_and_the_stream_goes_on() -> None:
    match = FakeMatch(decisions=1)
    async with replicas(FakeRules(match)) as address, Seat(address, MATCH_ID, 0, "t") as seat:
        await seat.next_decision()
        with pytest.raises(Rejected) as rejected:
            await seat.submit(AGAINST_THE_RULES)
        assert rejected.value.rule_id == "MED-SELL-02"
        assert rejected.value.reason_name == "AGAINST_THE_RULES"
        assert rejected.value.legal_action_ids == (3, 5, 8)
        assert await seat.next_decision() is not None
        await seat.submit(3)
        assert await seat.next_decision() is None
    assert match.opened == 1


async def test_a_stale_decision_is_cured_by_a_new_view() -> None:
    match = FakeMatch(decisions=3)
    async with replicas(FakeRules(match)) as address, Seat(address, MATCH_ID, 0, "t") as seat:
        view = await seat.next_decision()
        assert view is not None
        match.played.append(("b" * 26, 3))  # an earlier run of the same bot was faster
        with pytest.raises(Rejected) as rejected:
            await seat.submit(3, decision=view.decision)
        assert rejected.value.reason == reasons_pb2.REASON_STALE_DECISION
        await seat.refresh()
        view = await seat.next_decision()
        assert view is not None
        assert view.decision == 1
        await play_out(seat)
    assert len(match.played) == 3


async def test_a_lost_view_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena.seat, "SILENCE_SECONDS", 0.05)
    match = FakeMatch(decisions=1)
    async with (
        replicas(FakeRules(match, Faults(keep_silent=True))) as address,
        Seat(address, MATCH_ID, 0, "t") as seat,
    ):
        await play_out(seat)
    assert len(match.played) == 1


async def test_a_seat_that_resigned_is_asked_no_more() -> None:
    match = FakeMatch(decisions=9)
    async with replicas(FakeRules(match)) as address, Seat(address, MATCH_ID, 0, "t") as seat:
        await seat.next_decision()
        await seat.resign()
        assert await seat.next_decision() is None
    assert match.resigned
    assert match.played == []
