"""The embedded server: starts clean, fails in one line, and loses nothing that it acknowledged."""

import asyncio
import socket
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from services.common.bus import (
    Bus,
    EmbeddedNats,
    EmbeddedNatsSettings,
    Unavailable,
    append,
    connect,
    consume,
    ensure_streams,
    follow_live,
    last,
    read_after,
    streams,
    subjects,
)
from services.common.bus import server as server_module
from services.common.bus.__main__ import main as bus_command
from services.common.ids import new_id
from services.common.startup import DataFolderInUse, MissingBinary, PortInUse, StartFailed, StartupError
from tests.services.conftest import BusAs, eventually

GAME, RULES = "medico", 4
ROOT = Path(__file__).parents[3]


def one_line(error: StartupError) -> bool:
    return "\n" not in str(error) and 20 < len(str(error)) < 400


async def test_acknowledged_appends_survive_kill_9_and_the_clients_come_back(own_nats: EmbeddedNats) -> None:
    match_id = new_id()
    log, tree = subjects.match_log(GAME, RULES, match_id), subjects.match_tree(GAME, RULES, match_id)
    acknowledged: list[int] = []
    async with await connect(own_nats.address("rules")) as bus:
        killed = asyncio.Event()

        async def write() -> None:
            sequence = 0
            while True:
                try:
                    sequence = await append(bus, log, b"%d" % len(acknowledged), expected_last_sequence=sequence)
                except Unavailable:
                    killed.set()
                    return
                acknowledged.append(sequence)

        writer = asyncio.create_task(write())
        await eventually(lambda: len(acknowledged) > 200)
        url = own_nats.url
        own_nats.kill9()
        await asyncio.wait_for(writer, 10)
        assert killed.is_set()
        heard: list[object] = []
        own_nats.restart()
        assert own_nats.url == url
        stored = await read_after(bus, subjects.MATCHES, tree)
        assert [m.sequence for m in stored][: len(acknowledged)] == acknowledged
        assert len(stored) - len(acknowledged) in (0, 1)  # the one without an answer may have been stored
        await follow_live(bus, subjects.live_tree(GAME, RULES, match_id), heard.append)
        await append(bus, log, b"on", expected_last_sequence=stored[-1].sequence)
        await eventually(lambda: len(heard) == 1)


async def test_a_follower_is_told_when_it_may_have_missed_something(own_nats: EmbeddedNats) -> None:
    match_id, again = new_id(), asyncio.Event()
    heard: list[object] = []
    log = subjects.match_log(GAME, RULES, match_id)
    async with await connect(own_nats.address("rules")) as bus:
        bus.on_reconnect(again.set)
        await follow_live(bus, subjects.live_tree(GAME, RULES, match_id), heard.append)
        own_nats.kill9()
        own_nats.restart()
        await asyncio.wait_for(again.wait(), 10)
        await append(bus, log, b"a", expected_last_sequence=0)
        await eventually(lambda: len(heard) == 1)  # the subscription itself was renewed too


async def test_a_consumer_goes_on_after_kill_9_and_misses_nothing(own_nats: EmbeddedNats) -> None:
    async with await connect(own_nats.address("rules")) as rules, await connect(own_nats.address("scoring")) as scoring:
        seen: list[bytes] = []

        async def work() -> None:
            async for batch in consume(scoring, subjects.RESULTS, "scoring", subjects.results(), batch=7):
                for delivery in batch:
                    seen.append(delivery.message.payload)
                    await delivery.acknowledge()

        worker = asyncio.create_task(work())
        for n in range(40):
            await append(rules, subjects.result(GAME, f"a{n}"), b"a%d" % n, expected_last_sequence=0)
        await eventually(lambda: len(seen) == 40)
        own_nats.kill9()
        own_nats.restart()
        assert await last(rules, subjects.RESULTS, subjects.results()) is not None
        for n in range(40):
            await append(rules, subjects.result(GAME, f"b{n}"), b"b%d" % n, expected_last_sequence=0)
        await eventually(lambda: len(set(seen)) == 80, within=20)
        worker.cancel()
        await asyncio.wait([worker])
        # Acknowledgements of the last moments may be forgotten, so what was seen may come again, but in order.
        assert list(dict.fromkeys(seen)) == [b"a%d" % n for n in range(40)] + [b"b%d" % n for n in range(40)]


async def test_unacknowledged_work_comes_again(own_nats: EmbeddedNats) -> None:
    async with await connect(own_nats.address("rules")) as rules, await connect(own_nats.address("scoring")) as scoring:
        await append(rules, subjects.result(GAME, "m"), b"r", expected_last_sequence=0)
        deliveries = []
        async with asyncio.timeout(20):
            async for batch in consume(scoring, subjects.RESULTS, "d", subjects.results(), ack_wait=0.5):
                deliveries += [delivery.deliveries for delivery in batch]
                if len(deliveries) == 2:
                    break
        assert deliveries == [1, 2]


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = EmbeddedNats(EmbeddedNatsSettings(tmp_path / "data", port=taken.getsockname()[1]))
        with pytest.raises(PortInUse, match=str(taken.getsockname()[1])) as caught:
            server.start()
    assert one_line(caught.value)
    assert server.pid is None
    server.start()  # the port is free now, and nothing of the failed start is in the way
    server.stop()


def test_a_missing_binary_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("ARENA_NATS_SERVER_BIN", raising=False)
    with pytest.raises(MissingBinary, match="ARENA_NATS_SERVER_BIN") as caught:
        EmbeddedNats(EmbeddedNatsSettings(tmp_path / "data")).start()
    assert one_line(caught.value)
    named = tmp_path / "elsewhere"
    named.write_text("#!/bin/sh\nexit 3\n")
    named.chmod(0o755)
    monkeypatch.setenv("ARENA_NATS_SERVER_BIN", str(named))
    assert server_module.find_nats_server() == named
    with pytest.raises(StartFailed, match="exit code 3"):
        EmbeddedNats(EmbeddedNatsSettings(tmp_path / "data")).start()


def test_two_servers_never_work_on_the_same_data(own_nats: EmbeddedNats, tmp_path: Path) -> None:
    with pytest.raises(DataFolderInUse) as caught:
        EmbeddedNats(EmbeddedNatsSettings(tmp_path / "data")).start()
    assert one_line(caught.value)
    assert own_nats.pid is not None


def test_the_server_dies_with_the_process_that_started_it(tmp_path: Path) -> None:
    script = textwrap.dedent(
        """
        import os, sys
        from pathlib import Path
        from services.common.bus import EmbeddedNats, EmbeddedNatsSettings
        server = EmbeddedNats(EmbeddedNatsSettings(Path(sys.argv[1])))
        server.start()
        print(server.pid, flush=True)
        os.kill(os.getpid(), 9)
        """
    )
    child = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "data")], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert int(child.stdout) > 0
    # The data lock is freed by the server's death, so this start waits for it and proves it.
    with EmbeddedNats(EmbeddedNatsSettings(tmp_path / "data")) as again:
        assert again.pid is not None


async def test_provisioning_again_or_at_the_same_time_is_harmless(own_nats: EmbeddedNats) -> None:
    async with (
        await connect(own_nats.address("provisioner")) as one,
        await connect(own_nats.address("provisioner")) as two,
    ):
        before = await one.api(f"STREAM.INFO.{subjects.MATCHES}", {})
        await asyncio.gather(streams.provision(one), streams.provision(two))
        assert (await two.api(f"STREAM.INFO.{subjects.MATCHES}", {}))["config"] == before["config"]


@pytest.mark.parametrize("service", sorted(streams.NEEDED_BY))
async def test_every_service_finds_its_streams(bus_as: BusAs, service: str) -> None:
    await ensure_streams(await bus_as(service), service, budget=2.0)


async def test_a_bus_that_was_never_provisioned_is_one_line(bus: Bus, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = streams.StreamPlan(subjects.MATCHES + "_X", ("x",))
    monkeypatch.setitem(streams.NEEDED_BY, "rules", (missing,))
    with pytest.raises(StartFailed) as caught:
        await ensure_streams(bus, "rules", budget=0.3)
    assert one_line(caught.value)


async def test_sync_always_reaches_the_server(tmp_path: Path) -> None:
    with EmbeddedNats(EmbeddedNatsSettings(tmp_path / "data", sync_always=True)) as server:
        assert "sync_interval: always" in (tmp_path / "data" / "nats" / "nats.conf").read_text()
        async with await connect(server.address("rules")) as bus:
            assert await append(bus, subjects.match_log(GAME, RULES, "m"), b"a", expected_last_sequence=0) == 1


def test_a_production_node_accepts_our_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bus_command(["keys", "--data", str(tmp_path)]) == 0
    (tmp_path / "authorization.conf").write_text(capsys.readouterr().out)
    (tmp_path / "nats.conf").write_bytes((ROOT / "deploy" / "nats" / "nats.conf").read_bytes())
    environment = {"NODE": "n0", "ROUTES": '["nats://127.0.0.1:1"]', "STORE": str(tmp_path / "store")}
    checked = subprocess.run(
        [str(server_module.find_nats_server()), "-t", "-c", str(tmp_path / "nats.conf")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert checked.returncode == 0, checked.stderr


async def test_the_command_provisions_and_says_in_one_line_what_is_wrong(own_nats: EmbeddedNats) -> None:
    seed = str(own_nats.address("provisioner").seed_file)

    async def run(*arguments: str) -> tuple[int | None, str]:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "services.common.bus", *arguments, cwd=ROOT, stderr=asyncio.subprocess.PIPE
        )
        _, errors = await asyncio.wait_for(process.communicate(), 60)
        return process.returncode, errors.decode()

    assert await run("provision", "--replicas", "1", "--nats-url", own_nats.url, "--seed-file", seed) == (0, "")
    code, errors = await run("provision", "--nats-url", own_nats.url, "--seed-file", seed)
    assert code == 1
    assert errors.count("\n") == 1
    assert "replicas" in errors


def test_a_start_that_is_ended_while_streams_are_made_does_not_wait_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Enough(BaseException):
        pass

    making = threading.Event()

    async def never_done(bus: object) -> None:
        making.set()
        await asyncio.sleep(60)

    def look() -> None:
        if making.is_set():
            raise Enough

    monkeypatch.setattr("services.common.bus.server.streams.provision", never_done)
    server = EmbeddedNats(EmbeddedNatsSettings(tmp_path / "data"), look=look)
    begun = time.monotonic()
    with pytest.raises(Enough):
        server.start()
    assert time.monotonic() - begun < 20
    assert server.pid is None
