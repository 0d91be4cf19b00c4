"""One platform for all tests that break it: each leaves it whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from services.cli.stack import Stack, StackSettings
from tests.e2e.site import RULES_REPLICAS, Site, opened


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Every process of the platform; started here, in the main thread, because they die with the thread that started them."""
    with Stack(StackSettings(tmp_path_factory.mktemp("site") / "data", rules_replicas=RULES_REPLICAS)) as stack:
        yield stack


@pytest.fixture(scope="session")
async def open_site(stack: Stack) -> AsyncIterator[Site]:
    """Channels to the platform."""
    async with opened(stack) as site:
        yield site


@pytest.fixture
async def site(open_site: Site) -> AsyncIterator[Site]:
    """The platform, whole at the start and again at the end."""
    await open_site.heal()
    yield open_site
    await open_site.heal()
