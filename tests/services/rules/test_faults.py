"""When something is broken: a bus that is gone, a log that does not fold, a fault of ours, a replica that goes down, keys that change."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any
from unittest.mock import patch

import grpc
import pytest
from structlog.testing import capture_logs

from arena.pb.events.v1.log_pb2 import LogEntry
from arena.pb.events.v1.stored_pb2 import DOUBT_KIND_DIGEST
from arena.pb.rules.v1.play_pb2 import Open, PlayRequest
from arena.pb.rules.v1.views_pb2 import GetViewRequest
from services.common.bus import Bucket, Conflict, EmbeddedNats, connect, read_after, subjects
from services.common.ids import new_id
from services.rules import table as table_module
from services.rules.hosted_match import BrokenLog, HostedMatch
from services.rules.journal import Journal, Location
from tests.services.rules.hosting import (
    Hosted,
    House,
    Replica,
    Stream,
    detail_of,
    end_of,
    house_on,
    name_of,
    submission,
)


async def test_a_log_that_does_not_fold_is_never_served_and_raises_an_alert(house: House, replica: Replica) -> None:
    async with house.replica() as doubting, house.rules_bus() as bus:
        hosted = await Hosted.create(house, replica)
        elsewhere = hosted.at(doubting)
        view = await elsewhere.first()
        async with Stream(elsewhere, 0) as stream:
            await stream.until("view")
            with capture_logs() as logs:
                # An entry whose digest is not what the engine gives: a replica that computes something else wrote it.
                where = Location.of("medico", 1, hosted.match_id)
                log = await Journal(bus).read(where)
                answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
                wrong = LogEntry.FromString((await Journal(bus).read(where))[-1].entry.SerializeToString())
                wrong.after_sequence = (await Journal(bus).read(where))[-1].sequence
                wrong.ply_before = answer.ply
                wrong.ply_after = answer.ply + 1
                wrong.submission.request_id = new_id()
                wrong.digest = bytes(16)
                await Journal(bus).append(where, wrong, ends_match=False)
                error = await end_of(stream.call)
        assert error.code() is grpc.StatusCode.UNAVAILABLE
        assert name_of(detail_of(error).reason) == "MATCH_QUARANTINED"
        for call in (elsewhere.view(), elsewhere.record(), elsewhere.resign(0)):
            with pytest.raises(grpc.aio.AioRpcError) as refused:
                await call
            assert refused.value.code() is grpc.StatusCode.UNAVAILABLE
        assert doubting.registry.get_sample_value("arena_rules_matches_quarantined") == 1
        alert = next(line for line in logs if line["event"] == "match quarantined")
        assert alert["log_level"] == "error"
        key = log[0].entry.created.key
        assert key.hex() not in json.dumps(logs, default=str)
        assert repr(key) not in json.dumps(logs, default=str)
        # Other matches go on there.
        assert (await Hosted.create(house, doubting)).created.created


async def test_a_fold_that_went_wrong_in_memory_is_made_anew(house: House, replica: Replica) -> None:
    """A digest that differs because our copy is damaged, not the log: folded from zero, and nobody notices."""
    async with house.replica() as damaged:
        hosted = await Hosted.create(house, replica, 3)
        elsewhere = hosted.at(damaged)
        view = await hosted.first()
        watching = (view.seat + 1) % 3
        real = HostedMatch.follow
        broken: list[int] = []

        def spoilt(self: Any, sequence: int, entry: LogEntry, sink: Any = None) -> None:
            if not broken:
                broken.append(sequence)
                raise BrokenLog("damaged", sequence, DOUBT_KIND_DIGEST)
            real(self, sequence, entry, sink)

        async with Stream(elsewhere, watching, always_full_views=True) as stream:
            await stream.until("view")
            with patch.object(HostedMatch, "follow", spoilt):
                answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
                async with asyncio.timeout(5):
                    while (await stream.until("view")).ply < answer.ply:
                        pass
        assert broken
        assert damaged.registry.get_sample_value("arena_rules_folds_total", {"why": "digest differs"}) == 1


async def test_a_fault_of_ours_is_internal_without_a_word_and_changes_nothing(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    with (
        patch.object(table_module, "judge", side_effect=RuntimeError("the destination is 5")),
        pytest.raises(grpc.aio.AioRpcError) as caught,
    ):
        await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
    assert caught.value.code() is grpc.StatusCode.INTERNAL
    assert name_of(detail_of(caught.value).reason) == "INTERNAL"
    assert "destination" not in str(caught.value)
    assert await hosted.view(view.seat) == view
    assert (await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))).HasField("accepted")


async def test_a_new_stream_at_a_replica_that_goes_down_is_told_so(house: House) -> None:
    async with house.replica() as leaving:
        hosted = await Hosted.create(house, leaving)
        async with Stream(hosted, 0) as holding:
            await holding.until("view")
            call = leaving.rpc.Play(metadata=hosted.tokens[1])
            leaving.rpc_server.draining.set()
            await asyncio.sleep(0)
            await call.write(PlayRequest(open=Open(match_id=hosted.match_id, seat=1)))
            error = await end_of(call)
        assert error.code() is grpc.StatusCode.UNAVAILABLE
        assert name_of(detail_of(error).reason) == "SHUTTING_DOWN"


async def test_a_token_key_may_rotate_during_a_match(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    await hosted.play(5)
    async with Stream(hosted, 0) as stream:
        await stream.until("view")
        async with await connect(house.server.address("matchmaking")) as bus:
            await house.issuer.rotate(Bucket(bus, subjects.KEYS_BUCKET))
        old = hosted.tokens
        hosted.tokens = [house.token(match=hosted.match_id, seat=seat) for seat in range(2)]
        assert hosted.tokens[0] != old[0]
        await hosted.play(5)  # new tokens of the new key
        hosted.tokens = old
        end = await hosted.play(2000)  # old ones go on until they expire
        assert end.finished
        assert await stream.until("ended") == end.result


async def test_the_bus_may_die_and_come_back_on_the_same_data(own_nats: EmbeddedNats, tmp_path: Path) -> None:
    async with house_on(own_nats, tmp_path / "data") as house, house.replica() as replica:
        hosted = await Hosted.create(house, replica)
        await hosted.play(10)
        view = await hosted.first()
        request = submission(view, view.legal_action_ids[0])
        async with Stream(hosted, 1 - view.seat, always_full_views=True) as stream:
            await stream.until("view")
            own_nats.kill9()
            # Sent into the outage: waits, and is accepted once the bus is back.
            waiting = asyncio.create_task(hosted.submit(view.seat, request))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            await asyncio.to_thread(own_nats.restart)
            answer = await waiting
            assert answer.HasField("accepted")
            async with asyncio.timeout(15):
                while (await stream.until("view")).ply < answer.ply:
                    pass
        end = await hosted.play(2000)
        assert end.finished
        async with house.rules_bus() as bus:
            stored = await read_after(bus, subjects.MATCHES, subjects.match_tree("medico", 1, hosted.match_id))
        entries = [LogEntry.FromString(message.payload) for message in stored]
        assert sum(entry.submission.request_id == request.request_id for entry in entries) == 1
        assert [entry.ply_before for entry in entries[1:]] == [entry.ply_after for entry in entries[:-1]]


async def test_memory_is_a_cache_of_bounded_size(house: House) -> None:
    async with house.replica(rules_matches_cached=16) as small:
        matches = [await Hosted.create(house, small) for _ in range(40)]
        views = [await hosted.play(3) for hosted in matches]
        for hosted, view in zip(matches, views, strict=True):
            assert await hosted.view(view.seat) == view
        async with asyncio.timeout(5):
            await asyncio.sleep(0.6)
        cached = small.registry.get_sample_value("arena_rules_matches_cached")
        assert cached is not None
        assert cached <= 16
        folds = small.registry.get_sample_value("arena_rules_folds_total", {"why": "first use"})
        assert folds is not None
        assert folds >= 24


async def test_a_followed_match_stays_in_memory_whatever_comes(house: House) -> None:
    async with house.replica(rules_matches_cached=16) as small:
        hosted = await Hosted.create(house, small)
        async with Stream(hosted, 0) as stream:
            await stream.until("view")
            for _ in range(30):
                await Hosted.create(house, small)
            view = await hosted.first()
            await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
            message = await stream.read()
            assert message is not None


async def test_metrics_name_what_became_of_submissions(house: House) -> None:
    async with house.replica() as counted:
        hosted = await Hosted.create(house, counted)
        view = await hosted.first()
        request = submission(view, view.legal_action_ids[0])
        await hosted.submit(view.seat, request)
        await hosted.submit(view.seat, request)
        await hosted.submit(view.seat, submission(view, 0, decision=view.decision))

        def count(outcome: str) -> float | None:
            labels = {"game": "medico", "outcome": outcome}
            return counted.registry.get_sample_value("arena_rules_submissions_total", labels)

        assert (count("accepted"), count("repeated"), count("stale_decision")) == (1, 1, 1)
        assert counted.registry.get_sample_value("arena_rules_append_seconds_count") == 1
        await asyncio.sleep(0.6)
        assert counted.registry.get_sample_value("arena_rules_matches_running") == 1
        oldest = counted.registry.get_sample_value("arena_rules_oldest_progress_seconds")
        assert oldest is not None
        assert 0 < oldest < 60


async def test_an_entry_that_races_a_conflict_is_not_an_error(house: House, replica: Replica) -> None:
    """The bus refuses the first append although nothing came between: judged again and stored."""
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    real, refused = Journal.append, list[LogEntry]()

    async def once(self: Journal, where: Location, entry: LogEntry, *, ends_match: bool) -> int:
        if not refused:
            refused.append(entry)
            raise Conflict("wrong last sequence")
        return await real(self, where, entry, ends_match=ends_match)

    with patch.object(Journal, "append", once):
        answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
    assert answer.HasField("accepted")
    request = GetViewRequest(match_id=hosted.match_id)
    assert (await replica.rpc.GetView(request, metadata=house.token())).view.ply == 1
