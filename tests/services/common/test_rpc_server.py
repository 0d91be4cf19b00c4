"""The life of a server process: where it listens, what it announces, how it stops."""

import asyncio
import json
import os
import signal
import socket
import sys
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]

from arena.channel import KEEPALIVE_SECONDS
from services.common.access import Identity
from services.common.announcement import Announcement, announcement_file, announcements, read_announcement
from services.common.directory import Directory
from services.common.rpc import RpcServer
from services.common.rpc.server import MIN_PING_SECONDS
from services.common.settings import ServiceSettings
from services.common.startup import PortInUse, SettingsInvalid, StartupError
from tests.services.common import echo

ROOT = Path(__file__).parents[3]
Health = health_pb2.HealthCheckResponse


class EchoSettings(ServiceSettings):
    service = "echo"


async def anybody(_token: str) -> Identity:
    return Identity("p", frozenset({"player"}), 2**40)


def make(tmp_path: Path, **overrides: object) -> tuple[RpcServer, echo.Echo]:
    servicer = echo.Echo()
    settings = EchoSettings.load(data_dir=tmp_path, nats_url="nats://unused", **overrides)
    server = RpcServer(settings, [echo.served(servicer)], anybody)
    servicer.draining = server.draining
    return server, servicer


@pytest.fixture
async def running(tmp_path: Path) -> AsyncIterator[tuple[RpcServer, echo.Echo]]:
    server, servicer = make(tmp_path)
    await server.start()
    yield server, servicer
    await server.stop(grace=0)


async def test_it_announces_what_it_bound_and_takes_it_back(tmp_path: Path) -> None:
    server, _ = make(tmp_path, replica=2)
    await server.start()
    announced = read_announcement(announcement_file(tmp_path, "echo", 2))
    assert announced is not None
    assert (announced.grpc, announced.metrics) == (server.address, server.metrics_address)
    assert announcements(tmp_path) == announcements(tmp_path, "echo") == [announced]
    assert announcements(tmp_path, "rules") == []
    async with grpc.aio.insecure_channel(announced.grpc) as channel:
        assert len(await echo.Caller(channel, "t")("One", echo.detail())) == 1
    await server.stop(grace=0)
    assert announcements(tmp_path) == []


async def test_the_advertised_address_is_the_announced_one(tmp_path: Path) -> None:
    server, _ = make(tmp_path, advertise="rules.example:443")
    await server.start()
    (announced,) = announcements(tmp_path)
    assert announced.grpc == "rules.example:443"
    await server.stop(grace=0)


def test_a_dead_process_is_not_listed(tmp_path: Path) -> None:
    Announcement("echo", 0, "a:1", "b:2", 2**22 + 1, "1").publish(tmp_path)
    assert announcements(tmp_path) == []
    good = Announcement("echo", 2, "a:1", "b:2", os.getpid(), "1")
    good.publish(tmp_path)
    assert announcements(tmp_path) == [good]
    damaged = announcement_file(tmp_path, "echo", 1)
    for text in ("{}", "junk", "[]", "", damaged.with_name("echo-2.json").read_text().replace("pid", "replica")):
        damaged.write_text(text)
        with pytest.raises(SettingsInvalid, match=r"echo-1\.json is not an announcement"):
            announcements(tmp_path)
    damaged.write_text(damaged.with_name("echo-2.json").read_text().replace(str(os.getpid()), '"x"'))
    with pytest.raises(SettingsInvalid, match="of the wrong kind"):
        announcements(tmp_path)


def test_a_damaged_announcement_hides_nobody_who_was_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Announcement("rules", 0, "a:1", "b:2", os.getpid(), "1").publish(tmp_path)
    directory = Directory(tmp_path, "")
    assert directory.rules("medico") == "a:1"
    announcement_file(tmp_path, "rules", 1).write_text("junk")
    monkeypatch.setattr("services.common.directory._BELIEVED_SECONDS", 0.0)
    assert directory.rules("medico") == "a:1"
    assert directory.bots() == ""
    announcement_file(tmp_path, "rules", 1).unlink()
    announcement_file(tmp_path, "rules", 0).unlink()
    assert directory.rules("medico") == ""


async def test_metrics_are_scraped_on_their_own_port(running: tuple[RpcServer, echo.Echo]) -> None:
    def scrape() -> str:
        with urllib.request.urlopen(f"http://{running[0].metrics_address}/metrics", timeout=10) as answer:
            return str(answer.read().decode())

    assert "arena_rpc_calls_total" in await asyncio.to_thread(scrape)


async def test_reflection_names_every_service(running: tuple[RpcServer, echo.Echo]) -> None:
    async with grpc.aio.insecure_channel(running[0].address) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        async for answer in stub.ServerReflectionInfo(iter([request])):
            names = {service.name for service in answer.list_services_response.service}
    assert names == {echo.NAME, "grpc.health.v1.Health", "grpc.reflection.v1alpha.ServerReflection"}


@pytest.mark.parametrize("which", ["listen", "metrics_listen"])
async def test_a_port_in_use_is_one_line_and_leaves_nothing_open(tmp_path: Path, which: str) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        server, _ = make(tmp_path, **{which: address})
        with pytest.raises(PortInUse, match=address) as caught:
            await server.start()
    assert isinstance(caught.value, StartupError)
    assert "\n" not in str(caught.value)
    assert announcements(tmp_path) == []
    again, _ = make(tmp_path, **{which: address})
    await again.start()
    await again.stop(grace=0)


async def test_two_servers_never_share_a_port(running: tuple[RpcServer, echo.Echo], tmp_path: Path) -> None:
    second, _ = make(tmp_path / "second", listen=running[0].address)
    with pytest.raises(PortInUse):
        await second.start()


async def test_a_stop_reports_not_serving_and_ends_watch_streams_without_the_grace_period(tmp_path: Path) -> None:
    server, servicer = make(tmp_path, grace_seconds=60)
    await server.start()
    async with grpc.aio.insecure_channel(server.address) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        for name in ("", echo.NAME):
            assert (await health.Check(health_pb2.HealthCheckRequest(service=name))).status == Health.SERVING
        statuses = []

        async def watch() -> None:
            async for answer in health.Watch(health_pb2.HealthCheckRequest(service=echo.NAME)):
                statuses.append(answer.status)
                if answer.status == Health.NOT_SERVING:
                    return

        watcher = asyncio.create_task(watch())
        stream = echo.Caller(channel, "t").start("Count", echo.detail("until drained"))
        await asyncio.wait_for(servicer.started.wait(), 10)
        stopping = asyncio.create_task(server.stop())
        assert [answer.sentence async for answer in stream] == ["until drained", "p"]
        await asyncio.wait_for(watcher, 10)
        assert statuses[-1] == Health.NOT_SERVING
        await asyncio.wait_for(stopping, 20)


async def test_a_standby_lives_but_is_not_the_one_to_call(tmp_path: Path) -> None:
    """What decides about a restart and what decides about traffic are two questions."""
    server, _ = make(tmp_path, grace_seconds=60)
    server.health.stand_by(True)
    await server.start()
    async with grpc.aio.insecure_channel(server.address) as channel:
        health = health_pb2_grpc.HealthStub(channel)
        watched = {
            name: health.Watch(health_pb2.HealthCheckRequest(service=name)) for name in ("", echo.NAME, "unknown")
        }

        async def told(name: str) -> int:
            return int((await asyncio.wait_for(watched[name].read(), 10)).status)

        assert [await told(name) for name in watched] == [Health.SERVING, Health.NOT_SERVING, Health.SERVICE_UNKNOWN]
        server.health.stand_by(True)
        server.health.stand_by(False)
        assert await told(echo.NAME) == Health.SERVING
        assert (await health.Check(health_pb2.HealthCheckRequest(service=echo.NAME))).status == Health.SERVING
        server.health.stand_by(True)
        assert await told(echo.NAME) == Health.NOT_SERVING
        server.health.stand_by(False)
        assert await told(echo.NAME) == Health.SERVING
        stopping = asyncio.create_task(server.stop())
        assert [await told(name) for name in ("", echo.NAME)] == [Health.NOT_SERVING] * 2
        for stream in watched.values():
            assert await asyncio.wait_for(stream.read(), 10) is grpc.aio.EOF
        await asyncio.wait_for(stopping, 20)


def test_clients_ping_less_often_than_the_server_allows() -> None:
    assert KEEPALIVE_SECONDS > MIN_PING_SECONDS


_PROCESS = """
import asyncio, sys
from pathlib import Path
from services.common.access import Identity
from services.common.rpc import configure_logs, serve
from services.common.run import run
from services.common.settings import ServiceSettings
from tests.services.common import echo

class EchoSettings(ServiceSettings):
    service = "echo"

async def anybody(token):
    return Identity("p", frozenset({"player"}), 2**40)

async def main():
    settings = EchoSettings.load()
    configure_logs(settings)
    await serve(settings, [echo.served(echo.Echo())], anybody)

sys.exit(run(main))
"""


async def _spawn(tmp_path: Path, **environment: str) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        _PROCESS,
        cwd=ROOT,
        env={"ARENA_DATA_DIR": str(tmp_path), "ARENA_NATS_URL": "nats://unused", **environment},
        stderr=asyncio.subprocess.PIPE,
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_the_process_in_order_with_exit_code_0(tmp_path: Path, number: signal.Signals) -> None:
    process = await _spawn(tmp_path)
    async with asyncio.timeout(30):
        while not announcements(tmp_path):
            assert process.returncode is None
            await asyncio.sleep(0.02)
    (announced,) = announcements(tmp_path)
    assert announced.pid == process.pid
    async with grpc.aio.insecure_channel(announced.grpc) as channel:
        assert len(await echo.Caller(channel, "t")("One", echo.detail())) == 1
    process.send_signal(number)
    _, errors = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == 0, errors.decode()
    assert announcements(tmp_path) == []
    lines = [json.loads(line) for line in errors.decode().splitlines()]
    assert [line["event"] for line in lines] == ["serving", "stopping", "stopped"]
    assert {line["service"] for line in lines} == {"echo-0"}


async def test_a_start_that_cannot_succeed_is_one_line_and_an_exit_code(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        process = await _spawn(tmp_path, ARENA_LISTEN=f"127.0.0.1:{taken.getsockname()[1]}")
        _, errors = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == PortInUse.exit_code
    assert errors.decode().count("\n") == 1
    assert "ARENA_LISTEN" in errors.decode()
