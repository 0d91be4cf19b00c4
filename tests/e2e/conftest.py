"""One platform for all tests that break it: each leaves it whole."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.e2e.site import Site, bus_in, opened


def pytest_configure(config: pytest.Config) -> None:
    """Known also where xdist is switched off."""
    config.addinivalue_line("markers", "xdist_group(name): tests that run one after the other in one process")


@pytest.fixture(scope="session")
def bare_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The bus alone; started here because it dies with the thread that started it."""
    with bus_in(tmp_path_factory.mktemp("site") / "data") as site:
        yield site


@pytest.fixture(scope="session")
async def whole_site(bare_site: Site) -> AsyncIterator[Site]:
    """Every process of the platform."""
    async with opened(bare_site) as site:
        yield site


@pytest.fixture
async def site(whole_site: Site) -> AsyncIterator[Site]:
    """The platform, whole at the start and again at the end."""
    await whole_site.heal()
    yield whole_site
    await whole_site.heal()
