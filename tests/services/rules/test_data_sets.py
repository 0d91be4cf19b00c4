"""Card tables that are not the game's own: stored by digest, played with by any replica, carried by the record."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Iterator, Mapping
from pathlib import Path
from typing import Any

import grpc
import pytest

from arena.pb.events.v1.stored_pb2 import StoredDataSet
from arena.pb.rules.v1 import results_pb2 as pb
from arena.pb.rules.v1.catalogue_pb2 import DescribeGameRequest
from arena.pb.rules.v1.data_sets_pb2 import DataFile, ListDataSetsRequest, StoreDataSetRequest, StoreDataSetResponse
from arena.pb.rules.v1.reasons_pb2 import ErrorDetail
from engine_core import games
from engine_core.playing import play, random_bot
from engine_core.record import Record, load, save
from engine_core.replay import verify
from engine_core.rng import key_from_seed
from services.cli.commands.play import play as play_at_home
from services.cli.record_files import record_of_message
from services.common.bus import Bucket, EmbeddedNats, subjects
from services.rules import data_sets, second_opinion
from services.rules.served_game import serve_game
from tests.services.rules.hosting import (
    Hosted,
    House,
    Replica,
    create_request,
    detail_of,
    house_on,
    name_of,
    submission,
)
from tests.services.rules.test_platform_faults import finished, refusal

MEDICO = games.game("medico")
OWN: Mapping[str, str] = MEDICO.load_data().texts
_NUMBERS: Iterator[int] = iter(range(1000))


def tables(**changed: str) -> dict[str, str]:
    """Medico's tables with some of them replaced."""
    return {**OWN, **changed}


def fresh() -> dict[str, str]:
    """Tables that no other test has: another threshold of a rod."""
    old = "letters,6"
    assert old in OWN["rods"]
    return tables(rods=OWN["rods"].replace(old, f"letters,{20 + next(_NUMBERS)}"))


def files(texts: Mapping[str, str]) -> list[DataFile]:
    return [DataFile(name=f"{table}.csv", text=text) for table, text in texts.items()]


async def store(house: House, replica: Replica, texts: Mapping[str, str], role: str = "host") -> StoreDataSetResponse:
    request = StoreDataSetRequest(game="medico", files=files(texts))
    answer: StoreDataSetResponse = await replica.rpc.StoreDataSet(request, metadata=house.token(role))
    return answer


async def refused(call: Awaitable[Any]) -> ErrorDetail:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        await call
    return detail_of(error.value)


async def follow(hosted: Hosted, record: Record, entries: slice) -> None:
    """Play what the record says."""
    for entry in record.entries[entries]:
        view = await hosted.view(entry.seat)
        assert (await hosted.submit(entry.seat, submission(view, *entry.actions))).HasField("accepted")


async def test_a_hosted_match_with_other_tables_is_that_of_a_game_played_at_home(house: House, tmp_path: Path) -> None:
    """The same key and choices give the same digests as `arena play --data`, also if the replica is another one in between."""
    places = OWN["places"].replace("leech", "-").replace("herbs", "leech").replace("-", "herbs")
    texts = {**fresh(), "places": places}
    key = key_from_seed(11)
    folder = tmp_path / "tables"
    folder.mkdir()
    for table, text in texts.items():
        (folder / f"{table}.csv").write_text(text)
    play_at_home("medico", seats="random,random", seed=11, data=folder, record=tmp_path / "home.json")
    at_home = load(tmp_path / "home.json")
    assert at_home.entries != play(MEDICO, [random_bot] * 2, key).entries
    middle = len(at_home.entries) // 2
    async with house.replica() as first:
        stored = await store(house, first, texts)
        assert (stored.data_digest.hex(), stored.stored) == (at_home.data, True)
        hosted = await Hosted.create(house, first, 2, seed=key, data_digest=stored.data_digest)
        assert hosted.created.data_digest == stored.data_digest
        assert hosted.created.commitment == at_home.commitment
        await follow(hosted, at_home, slice(middle))
        running = await hosted.record()
        assert json.loads(running.data) == texts
    async with house.replica() as second:
        there = hosted.at(second)
        await follow(there, at_home, slice(middle, None))
        record = await there.record()
    assert record.result.ending == pb.MATCH_ENDING_COMPLETED
    assert [entry.digest for entry in record.entries] == [entry.digest for entry in at_home.entries]
    assert json.loads(record.data) == texts
    kept = tmp_path / "record.json"
    save(record_of_message(record), kept)
    assert verify(load(kept)).outcome == at_home.outcome


async def test_the_game_s_own_tables_travel_in_no_record_and_need_no_storing(house: House, replica: Replica) -> None:
    stored = await store(house, replica, OWN)
    assert (stored.data_digest.hex(), stored.stored) == (MEDICO.load_data().digest, False)
    hosted = await Hosted.create(house, replica, data_digest=stored.data_digest)
    assert not (await hosted.record()).data


async def test_storing_again_changes_nothing_whoever_does_it(house: House, replica: Replica, other: Replica) -> None:
    texts = fresh()
    first = await store(house, replica, texts, "service")
    assert first.stored
    for again in (replica, other):
        assert await store(house, again, texts, "operator") == StoreDataSetResponse(data_digest=first.data_digest)
    # Spaces round a cell are no other tables: what was stored first stays.
    spaced = {**texts, "rods": texts["rods"].replace("prestige,15", "prestige, 15")}
    assert await store(house, other, spaced) == StoreDataSetResponse(data_digest=first.data_digest)


async def test_what_a_host_s_tables_are_padded_with_is_not_stored(
    house: House, replica: Replica, other: Replica
) -> None:
    """Else whoever stores the tables of another first, with empty lines, makes the records of all matches with them longer."""
    texts = fresh()
    padded = {table: text + "\n" * 900 for table, text in texts.items()}
    first = await store(house, replica, padded)
    assert await store(house, other, texts) == StoreDataSetResponse(data_digest=first.data_digest)
    hosted = await Hosted.create(house, other, data_digest=first.data_digest)
    assert json.loads((await hosted.record()).data) == texts


async def test_hosts_that_store_one_after_the_other_leave_the_players_their_time(
    house: House, replica: Replica
) -> None:
    hosted = await Hosted.create(house, replica)
    junk = tables(rods="id,threshold\n" + "".join(f"x{number},1\n" for number in range(45_000)))
    storing = asyncio.gather(*(store(house, replica, junk) for _ in range(40)), return_exceptions=True)
    waits = []
    while not storing.done():
        began = time.monotonic()
        await hosted.view()
        waits.append(time.monotonic() - began)
    assert {type(answer) for answer in await storing} == {grpc.aio.AioRpcError}
    # In threads side by side, line by line to the end, they kept a view waiting for 16 seconds.
    assert max(waits) < 3.0, waits


async def test_what_is_stored_is_listed_and_described(house: House, replica: Replica, other: Replica) -> None:
    texts = [fresh() for _ in range(3)]
    digests = sorted([(await store(house, replica, each)).data_digest for each in texts])
    listed = await other.rpc.ListDataSets(ListDataSetsRequest(game="medico"))
    assert listed.default_digest.hex() == MEDICO.load_data().digest
    assert set(digests) <= set(listed.data_digests)
    assert list(listed.data_digests) == sorted(set(listed.data_digests))
    page = await other.rpc.ListDataSets(ListDataSetsRequest(game="medico", after_digest=digests[0], limit=1))
    position = list(listed.data_digests).index(digests[0])
    assert list(page.data_digests) == [listed.data_digests[position + 1]]
    assert not (await other.rpc.ListDataSets(ListDataSetsRequest(game="azerland"))).data_digests
    for digest in digests:
        request = DescribeGameRequest(game="medico", with_data=True, data_digest=digest)
        described = await other.rpc.DescribeGame(request)
        assert described.data_digest == digest
        assert json.loads(described.data) in texts
    own = await other.rpc.DescribeGame(DescribeGameRequest(game="medico", with_data=True))
    assert (own.data_digest, json.loads(own.data)) == (listed.default_digest, OWN)
    assert not (await other.rpc.DescribeGame(DescribeGameRequest(game="medico"))).data


@pytest.mark.parametrize(
    ("texts", "file", "says"),
    [
        (
            tables(rods=OWN["rods"].replace("prestige,15", "prestige,many")),
            "rods.csv",
            "rods.csv, row 2: threshold is a whole",
        ),
        (tables(rods="id,threshold\n"), "rods.csv", "rods.csv: has a row for "),
        (tables(rods="nonsense"), "rods.csv", "rods.csv: the header is id,threshold"),
        (
            {name: text for name, text in OWN.items() if name != "letters"},
            "letters.csv",
            "letters.csv: is missing from the data folder",
        ),
        (tables(extra="id\n"), "extra.csv", "extra.csv: is none of the tables of medico: "),
        (
            tables(rods=OWN["rods"] + " " * ((512 << 10) - 1000)),
            "rods.csv",
            "rods.csv: the tables together have at most 524288 bytes",
        ),
    ],
    ids=["cell", "row", "header", "missing", "unknown", "size"],
)
async def test_broken_tables_are_answered_with_file_row_and_constraint(
    house: House, replica: Replica, texts: dict[str, str], file: str, says: str
) -> None:
    before = (await replica.rpc.ListDataSets(ListDataSetsRequest(game="medico"))).data_digests
    detail = await refused(store(house, replica, texts))
    assert (name_of(detail.reason), detail.subject) == ("BAD_DATA_SET", file)
    assert detail.sentence.startswith(says)
    assert (await replica.rpc.ListDataSets(ListDataSetsRequest(game="medico"))).data_digests == before


async def test_a_table_that_comes_twice_is_refused(house: House, replica: Replica) -> None:
    request = StoreDataSetRequest(game="medico", files=[*files(OWN), DataFile(name="rods.csv", text=OWN["rods"])])
    detail = await refused(replica.rpc.StoreDataSet(request, metadata=house.token("host")))
    assert (name_of(detail.reason), detail.sentence) == ("BAD_DATA_SET", "rods.csv: comes once")


async def test_a_digest_of_nobody_or_of_another_game_is_unknown(house: House, replica: Replica) -> None:
    digest = (await store(house, replica, fresh())).data_digest
    calls = [
        replica.rpc.CreateMatch(create_request(data_digest=bytes(16)), metadata=house.token("host")),
        replica.rpc.CreateMatch(create_request(game="azerland", data_digest=digest), metadata=house.token("host")),
        replica.rpc.DescribeGame(DescribeGameRequest(game="azerland", data_digest=digest)),
    ]
    for call in calls:
        assert name_of((await refused(call)).reason) == "UNKNOWN_DATA_SET"


async def test_players_store_nothing(house: House, replica: Replica) -> None:
    assert name_of((await refused(store(house, replica, fresh(), "player"))).reason) == "FORBIDDEN_ROLE"


async def test_memory_holds_a_bounded_number_of_sets(
    house: House, replica: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data_sets, "SETS_KEPT", 2)
    digests = [(await store(house, replica, fresh())).data_digest for _ in range(4)]
    async with house.rules_bus() as bus:
        known, served = data_sets.DataSets(bus), serve_game("medico")
        for digest in (*digests, *reversed(digests)):
            assert (await known.served_with(served, digest)).data_digest == digest
            assert len(known._kept) <= 2
        # What is kept is not read again; what was forgotten is.
        newest = await known.served_with(served, digests[0])
        assert await known.served_with(served, digests[0]) is newest
        for digest in digests[1:]:
            await known.served_with(served, digest)
        assert await known.served_with(served, digests[0]) is not newest


async def test_tables_that_are_gone_put_the_match_in_quarantine_and_two_replicas_end_it(
    own_nats: EmbeddedNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_opinion, "LOOK_SECONDS", 0.1)
    async with house_on(own_nats, tmp_path / "data") as house:
        async with house.replica() as first:
            kept, lost = [(await store(house, first, fresh())).data_digest for _ in range(2)]
            sound = await Hosted.create(house, first, 2, data_digest=kept)
            hosted = await Hosted.create(house, first, 2, data_digest=lost)
            await sound.play(5)
            await hosted.play(5)
        async with house.rules_bus() as bus:
            bucket = Bucket(bus, subjects.DATA_BUCKET)
            entry = await bucket.get(f"medico.{lost.hex()}")
            assert entry is not None
            damaged = StoredDataSet(game="medico", data=json.dumps(dict(OWN)).encode())
            await bucket.update(entry.key, damaged.SerializeToString(), entry.revision)
        async with house.replica() as one, house.replica():
            assert await refusal(hosted.at(one).view()) == "MATCH_QUARANTINED"
            assert (await finished(hosted.at(one))).result.ending == pb.MATCH_ENDING_PLATFORM_FAULT
            record = await hosted.at(one).record()
            assert (record.data_digest, record.data, record.entries[-1].broken_entry) == (lost, b"", 0)
            assert verify(record_of_message(record)).fault == -1
            assert not (await sound.at(one).view()).finished
