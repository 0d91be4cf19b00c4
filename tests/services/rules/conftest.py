"""Replicas on the shared NATS server: one that lives as long as the tests, more per test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.common.access import TokenIssuer
from services.common.bus import EmbeddedNats
from tests.services.rules.hosting import House, Replica


@pytest.fixture(scope="session")
def house(nats_server: EmbeddedNats, data_dir: Path, issuer: TokenIssuer) -> House:
    """The shared server as the rules service's tests use it."""
    return House(nats_server, data_dir, issuer)


@pytest.fixture(scope="session")
async def replica(house: House) -> AsyncIterator[Replica]:
    """One replica that lives as long as the tests."""
    async with house.replica() as running:
        yield running


@pytest.fixture
async def other(house: House) -> AsyncIterator[Replica]:
    """A second replica of the same matches, for one test."""
    async with house.replica() as running:
        yield running
