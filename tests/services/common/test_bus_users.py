"""Only the rules service can learn anything of a match from the bus, by whatever way."""

import asyncio
import json
import stat
from pathlib import Path

import pytest
from nats.aio.msg import Msg

from services.common.bus import (
    Bucket,
    Bus,
    BusAddress,
    BusRefused,
    EmbeddedNats,
    Unavailable,
    append,
    connect,
    follow_live,
    last,
    read_after,
    subjects,
    users,
)
from services.common.startup import BusUnreachable, SettingsInvalid
from tests.services.conftest import BusAs, eventually

GAME, RULES = "medico", 3
OTHERS = [user.name for user in users.USERS if user.name != "rules"]
SHORT = 0.4


async def refused(bus: Bus, subject: str, body: object) -> None:
    with pytest.raises((Unavailable, BusRefused)) as caught:
        await bus.api(subject, body, timeout=SHORT)  # type: ignore[arg-type]
    # A refusal by the API would mean that the request got through: then what it refuses must be the mismatch.
    if isinstance(caught.value, BusRefused):
        assert "does not match" in str(caught.value)


@pytest.mark.parametrize("user", OTHERS)
async def test_nobody_else_reads_a_match(bus: Bus, bus_as: BusAs, match_id: str, user: str) -> None:
    log = subjects.match_log(GAME, RULES, match_id)
    await append(bus, log, b"hidden", expected_last_sequence=0)
    other = await bus_as(user)
    stream = subjects.MATCHES
    with pytest.raises(Unavailable):
        await read_after(other, stream, log, budget=SHORT)
    await asyncio.gather(
        refused(other, f"STREAM.MSG.GET.{stream}", {"last_by_subj": log}),
        refused(other, f"DIRECT.GET.{stream}", {"seq": 1}),
        refused(other, f"DIRECT.GET.{stream}.{log}", {}),
        refused(other, f"CONSUMER.CREATE.{stream}", {"stream_name": stream, "config": {"name": "spy"}}),
        refused(other, f"CONSUMER.CREATE.{stream}.spy", {"stream_name": stream, "config": {"name": "spy"}}),
        refused(other, f"CONSUMER.DURABLE.CREATE.{stream}.spy", {"stream_name": stream, "config": {}}),
        refused(other, f"STREAM.SNAPSHOT.{stream}", {"deliver_subject": f"{users.inbox_root(user)}.x"}),
        refused(other, f"STREAM.PURGE.{stream}", {}),
    )


@pytest.mark.parametrize("user", ["matchmaking", "scoring"])
async def test_a_consumer_of_one_stream_cannot_be_made_to_read_another(bus_as: BusAs, user: str) -> None:
    other = await bus_as(user)
    body = {"stream_name": subjects.MATCHES, "config": {"name": "spy", "durable_name": "spy"}}
    await refused(other, f"CONSUMER.CREATE.{subjects.RESULTS}.spy", body)


@pytest.mark.parametrize("user", [u for u in OTHERS if u != "provisioner"])
async def test_no_service_makes_a_stream_that_copies_the_matches(bus_as: BusAs, user: str) -> None:
    other = await bus_as(user)
    config = {"name": f"KV_arena_{user}", "subjects": [], "sources": [{"name": subjects.MATCHES}]}
    await asyncio.gather(
        refused(other, f"STREAM.UPDATE.KV_arena_{user}", config),
        refused(other, f"STREAM.CREATE.KV_arena_{user}", config),
        refused(other, "STREAM.CREATE.COPY", {**config, "name": "COPY"}),
    )


@pytest.mark.parametrize("user", OTHERS)
async def test_nobody_else_hears_a_match_or_the_answers_to_its_reads(
    bus: Bus, bus_as: BusAs, match_id: str, user: str
) -> None:
    other = await bus_as(user, own=True)
    overheard: list[str] = []

    async def spy(message: Msg) -> None:
        overheard.append(message.subject)

    for subject in ("arena.match.>", "arena.live.>", f"{users.inbox_root('rules')}.>", "_INBOX.>", ">"):
        await other.nc.subscribe(subject, cb=spy)
    await other.nc.flush()
    heard: list[object] = []
    stop = await follow_live(bus, subjects.live_tree(GAME, RULES, match_id), heard.append)
    await append(bus, subjects.match_log(GAME, RULES, match_id), b"hidden", expected_last_sequence=0)
    await last(bus, subjects.MATCHES, subjects.match_log(GAME, RULES, match_id))
    await eventually(lambda: bool(heard))
    await stop()
    await other.nc.flush()
    assert overheard == []


async def test_not_even_rules_listens_where_rejected_appends_are_heard(bus_as: BusAs, match_id: str) -> None:
    rules = await bus_as("rules", own=True)
    heard: list[str] = []

    async def spy(message: Msg) -> None:
        heard.append(message.subject)

    await rules.nc.subscribe("arena.match.>", cb=spy)
    await append(rules, subjects.match_log(GAME, RULES, match_id), b"x", expected_last_sequence=0)
    await rules.nc.flush()
    assert heard == []


@pytest.mark.parametrize("user", OTHERS)
async def test_nobody_else_writes_a_match_or_a_result(bus: Bus, bus_as: BusAs, match_id: str, user: str) -> None:
    other = await bus_as(user)
    for subject in (subjects.match_log(GAME, RULES, match_id), subjects.result(GAME, match_id)):
        with pytest.raises(Unavailable):
            await append(other, subject, b"forged", timeout=SHORT)
    assert await last(bus, subjects.MATCHES, subjects.match_log(GAME, RULES, match_id)) is None
    assert await last(bus, subjects.RESULTS, subjects.result(GAME, match_id)) is None


@pytest.mark.parametrize("user", ["rules", "bots", "scoring", "operator", "provisioner"])
async def test_only_matchmaking_publishes_token_keys(bus_as: BusAs, user: str) -> None:
    with pytest.raises(Unavailable):
        await append(await bus_as(user), f"$KV.{subjects.KEYS_BUCKET}.forged", b"key", timeout=SHORT)


@pytest.mark.parametrize("user", OTHERS)
async def test_only_rules_replicas_tell_each_other_their_doubts(
    bus: Bus, bus_as: BusAs, match_id: str, user: str
) -> None:
    doubts = Bucket(bus, subjects.DOUBTS_BUCKET)
    key = f"doubt.{match_id}.1"
    revision = await doubts.create(key, b"doubt")
    other = await bus_as(user)
    with pytest.raises(Unavailable):
        await Bucket(other, subjects.DOUBTS_BUCKET).get(key, budget=SHORT)
    with pytest.raises(Unavailable):
        await append(other, doubts.subject(f"doubt.{match_id}.2"), b"forged", timeout=SHORT)
    await doubts.delete(key, revision)


async def test_results_are_written_once_and_never_purged(bus: Bus, bus_as: BusAs, match_id: str) -> None:
    subject = subjects.result(GAME, match_id)
    sequence = await append(bus, subject, b"result", expected_last_sequence=0)
    scoring = await bus_as("scoring")
    found = await last(scoring, subjects.RESULTS, subject)
    assert found is not None
    assert found.payload == b"result"
    # Even the user with the most rights finds the stream itself refusing.
    provisioner = await bus_as("provisioner")
    info = await provisioner.api(f"STREAM.INFO.{subjects.RESULTS}", {})
    assert info["config"]["deny_purge"]
    assert info["config"]["deny_delete"]
    assert found.sequence == sequence


async def test_the_operator_sees_streams_but_no_messages(bus_as: BusAs) -> None:
    operator = await bus_as("operator")
    info = await operator.api(f"STREAM.INFO.{subjects.MATCHES}", {})
    assert info["config"]["republish"] == {"src": "arena.match.>", "dest": "arena.live.>"}
    assert len((await operator.api("STREAM.NAMES", {}))["streams"]) >= 7


async def test_without_a_key_nobody_enters(nats_server: EmbeddedNats, tmp_path: Path) -> None:
    users.ensure_seed(tmp_path, "rules")
    stranger = BusAddress(nats_server.url, "rules", users.seed_file(tmp_path, "rules"))
    with pytest.raises(BusUnreachable, match="rules"):
        await connect(stranger, budget=1.0)
    host, port = nats_server.url.removeprefix("nats://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    await reader.readline()
    writer.write(b"CONNECT {}\r\nPING\r\n")
    assert b"Authorization Violation" in await asyncio.wait_for(reader.readline(), 10)
    writer.close()
    await writer.wait_closed()


def test_seeds_are_made_once_for_their_owner_only(tmp_path: Path) -> None:
    public = users.ensure_seed(tmp_path, "bots")
    path = users.seed_file(tmp_path, "bots")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert users.ensure_seed(tmp_path, "bots") == public
    assert users.ensure_seed(tmp_path / "other", "bots") != public
    path.chmod(0o644)
    with pytest.raises(SettingsInvalid, match="readable by others"):
        users.ensure_seed(tmp_path, "bots")


def test_the_configuration_holds_no_seed(nats_server: EmbeddedNats, data_dir: Path) -> None:
    conf = (data_dir / "nats" / "nats.conf").read_text()
    for user in users.USERS:
        seed = users.seed_file(data_dir, user.name).read_text()
        assert seed not in conf
        assert users.public_key(seed.encode()) in conf
    assert json.dumps("arena.live.>") in conf
