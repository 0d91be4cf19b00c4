"""docs/tournaments.md says what is."""

import re
from pathlib import Path

import pytest
from prometheus_client.metrics import MetricWrapperBase

from services.common.tournament_file import BadTournamentFile, parse
from services.matchmaking import gauges
from services.matchmaking.domain.standings import default_points
from services.matchmaking.domain.verdict import MAX_ATTEMPTS
from services.matchmaking.queues import MAX_WAITING
from services.matchmaking.settings import MatchmakingSettings

PAGE = (Path(__file__).parents[3] / "docs" / "tournaments.md").read_text()
COLLECTORS = [each for each in vars(gauges).values() if isinstance(each, MetricWrapperBase)]


def test_every_setting_on_the_page_exists() -> None:
    named = set(re.findall(r"ARENA_[A-Z_]+", PAGE))
    assert named
    assert {name.removeprefix("ARENA_").lower() for name in named} <= set(MatchmakingSettings.model_fields)


def test_every_metric_of_the_service_is_on_the_page() -> None:
    exposed = {metric.name.removeprefix("arena_matchmaking") for each in COLLECTORS for metric in each.describe()}
    missing = {name for name in exposed if not re.search(rf"{name}(_total)?`", PAGE)}
    assert (len(exposed), missing) == (9, set())


def test_the_example_error_is_what_a_host_sees() -> None:
    text = (
        'name = "N"\ngame = "medico"\ntable_size = 2\nrounds = 1\n' + "\n" * 6 + '[[entrants]]\ncount = 0\nbot = "x"\n'
    )
    with pytest.raises(BadTournamentFile) as caught:
        parse(text)
    assert f"    {caught.value}\n" in PAGE


def test_the_numbers_on_the_page_are_those_of_the_code() -> None:
    assert f"`{list(default_points(4))}`" in PAGE
    assert MAX_ATTEMPTS == 3
    assert "three attempts in all" in PAGE
    assert f"({MAX_WAITING} at most)" in PAGE
    assert MatchmakingSettings.model_fields["ticket_seconds"].default == 15 * 60
