"""A fresh database for each test, on every backend that can be had."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from services.scoring.store.database import Database


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An open database."""
    opened = Database(database_url)
    await opened.open()
    yield opened
    await opened.close()
