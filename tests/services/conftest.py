"""A real NATS server for every test of the services, and the ways in which it can fail.

One server per test process (`nats_server`); tests that kill it take one of their own (`own_nats`). Whatever a test
writes it writes under fresh ids, so that tests do not see each other.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.engine import Connection

from services.common.access import TokenIssuer, TokenVerifier, token_issuer
from services.common.bus import Bucket, Bus, BusAddress, EmbeddedNats, EmbeddedNatsSettings, connect
from services.common.bus.subjects import KEYS_BUCKET
from services.common.ids import new_id
from services.common.sql import Tables
from tests.services.postgres import NoPostgres, postgres


class BusAs(Protocol):
    """`await bus_as("rules")`: a connection of that user, shared unless `own=True`; closed for you."""

    def __call__(self, user: str, *, own: bool = False) -> Awaitable[Bus]: ...


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Data folder of the shared server: its keys, and the issuer's."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def nats_server(data_dir: Path) -> Iterator[EmbeddedNats]:
    """A running, provisioned server. Not to be killed: see `own_nats`."""
    with EmbeddedNats(EmbeddedNatsSettings(data_dir)) as server:
        yield server


@pytest.fixture
def own_nats(tmp_path: Path) -> Iterator[EmbeddedNats]:
    """A running server for one test, which may kill and restart it."""
    with EmbeddedNats(EmbeddedNatsSettings(tmp_path / "data")) as server:
        yield server


@pytest.fixture(scope="session")
async def bus_as(nats_server: EmbeddedNats) -> AsyncIterator[BusAs]:
    """Connections to the shared server, by user."""
    shared: dict[str, Bus] = {}
    opened: list[Bus] = []

    async def enter(user: str, *, own: bool = False) -> Bus:
        if not own and user in shared:
            return shared[user]
        bus = await connect(nats_server.address(user))
        opened.append(bus)
        if not own:
            shared[user] = bus
        return bus

    yield enter
    for bus in opened:
        await bus.close()


@pytest.fixture(scope="session")
async def bus(bus_as: BusAs) -> Bus:
    """The connection of the rules service to the shared server."""
    return await bus_as("rules")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server; skips with the reason where there is none."""
    server = postgres()
    try:
        url = server.__enter__()
    except NoPostgres as missing:
        pytest.skip(str(missing))
    try:
        yield url
    finally:
        server.__exit__(None, None, None)


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, on each backend that can be had."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/empty.sqlite"
    server: str = request.getfixturevalue("postgres_server")
    name = f"test_{new_id()}"  # a schema of its own: a hundred times cheaper than a database
    with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as connection:
        connection.execute(f'CREATE SCHEMA "{name}"')
    return f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{name}"


def schema_differences(tables: Tables) -> Callable[[Connection], list[object]]:
    """How the tables of a database differ from those of the code; to be given to `Database.read`."""

    def differences(connection: Connection) -> list[object]:
        def ours(name: str | None, kind: str, parents: object) -> bool:
            return name != tables.version_table

        context = MigrationContext.configure(connection, opts={"compare_type": True, "include_name": ours})
        return list(compare_metadata(context, tables.metadata))

    return differences


@pytest.fixture
def match_id() -> str:
    """The id of a match that nobody else uses."""
    return new_id()


@pytest.fixture(scope="session")
async def issuer(data_dir: Path, bus_as: BusAs) -> TokenIssuer:
    """Signs tokens that every service of the shared server accepts."""
    tokens = token_issuer(data_dir)
    await tokens.publish(Bucket(await bus_as("matchmaking"), KEYS_BUCKET))
    return tokens


@pytest.fixture(scope="session")
async def verifier(bus: Bus, issuer: TokenIssuer) -> AsyncIterator[TokenVerifier]:
    """Verifies them, as the rules service does."""
    verifier = TokenVerifier(bus)
    await verifier.start()
    yield verifier
    await verifier.stop()


class Wire:
    """A connection to the bus that can lose what the server says: the way to lose an acknowledgement.

    `deaf` drops everything from the server while requests still arrive there; `cut` closes the connections, so that
    clients reconnect (and hear again, unless still deaf).
    """

    def __init__(self, server: EmbeddedNats) -> None:
        self._server = server
        self._writers: set[asyncio.StreamWriter] = set()
        self._listener: asyncio.Server | None = None
        self.deaf = False

    async def open(self) -> None:
        self._listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)

    def address(self, user: str) -> BusAddress:
        """How `user` enters through this wire."""
        assert self._listener is not None
        port = self._listener.sockets[0].getsockname()[1]
        return replace(self._server.address(user), url=f"nats://127.0.0.1:{port}")

    def cut(self) -> None:
        """Close every connection."""
        for writer in self._writers:
            writer.close()

    async def close(self) -> None:
        assert self._listener is not None
        self._listener.close()
        self.cut()
        await self._listener.wait_closed()

    async def _serve(self, client_reader: asyncio.StreamReader, client_writer: asyncio.StreamWriter) -> None:
        host, port = self._server.url.removeprefix("nats://").split(":")
        try:
            reader, writer = await asyncio.open_connection(host, int(port))
        except ConnectionError:
            client_writer.close()
            return
        pair = {client_writer, writer}
        self._writers |= pair
        try:
            await asyncio.gather(
                self._pump(client_reader, writer, lambda: False), self._pump(reader, client_writer, lambda: self.deaf)
            )
        finally:
            self._writers -= pair
            for each in pair:
                each.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, lose: Callable[[], bool]) -> None:
        try:
            while data := await reader.read(65536):
                if not lose():
                    writer.write(data)
                    await writer.drain()
        except ConnectionError:
            pass  # cut; the other end is closed below
        finally:
            writer.close()


@pytest.fixture
async def wire(nats_server: EmbeddedNats) -> AsyncIterator[Wire]:
    """A lossy way into the shared server."""
    wire = Wire(nats_server)
    await wire.open()
    yield wire
    await wire.close()


async def eventually(condition: Callable[[], bool], *, within: float = 10.0) -> None:
    """Wait until `condition` holds; fails the test if it does not within so many seconds."""
    async with asyncio.timeout(within):
        while not condition():  # noqa: ASYNC110 - what is waited for has no event to set
            await asyncio.sleep(0.005)
