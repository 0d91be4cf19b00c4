"""One NATS server for all tests of the rules service; replicas are started per test module or per test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio

from services.common.bus import EmbeddedNats, EmbeddedNatsSettings
from tests.services.rules.hosting import House, Replica, open_house


@pytest.fixture(scope="session")
def rules_data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder."""
    return tmp_path_factory.mktemp("rules") / "data"


@pytest.fixture(scope="session")
def rules_nats(rules_data: Path) -> Iterator[EmbeddedNats]:
    """The NATS server."""
    with EmbeddedNats(EmbeddedNatsSettings(rules_data)) as server:
        yield server


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def house(rules_nats: EmbeddedNats, rules_data: Path) -> AsyncIterator[House]:
    """The server with token keys."""
    async with AsyncExitStack() as stack:
        yield await open_house(stack, rules_nats, rules_data)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def replica(house: House) -> AsyncIterator[Replica]:
    """One replica that lives as long as the tests."""
    async with house.replica() as running:
        yield running
