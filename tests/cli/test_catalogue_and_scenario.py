"""`arena catalogue` and `arena scenario`."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from engine_core import games
from engine_core.rng import key_from_seed
from engine_core.schema import schema_of
from tests.cli.conftest import SCRIPT, Arena, script

MEDICO = games.game("medico")
TINCTURA = games.game("tinctura")


def test_the_catalogue_lists_every_action_once_by_id(arena: Arena) -> None:
    said = arena("catalogue", "medico")
    assert (said.code, said.err) == (0, "")
    assert [int(line.split()[0]) for line in said.out.splitlines()] == list(range(len(MEDICO.catalogue)))


def test_the_catalogue_as_json_can_be_read_back(arena: Arena) -> None:
    document = json.loads(arena("catalogue", "medico", "--json").out)
    assert document["digest"] == MEDICO.catalogue.digest
    assert document["size"] == len(MEDICO.catalogue) == len(document["actions"])
    for entry in document["actions"]:
        action = MEDICO.catalogue.from_json(entry["action"])
        assert action is MEDICO.catalogue[entry["id"]]
        assert entry["kind"] == action.kind
        assert entry["sentence"] == MEDICO.describe(action)


def test_the_catalogue_as_a_page_has_a_chapter_for_each_kind(arena: Arena) -> None:
    page = arena("catalogue", "medico", "--markdown").out
    assert page.startswith("# Actions of medico\n")
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == [
        kind.kind for kind in MEDICO.catalogue.kinds
    ]
    assert page.count("\n| ") == len(MEDICO.catalogue) + len(MEDICO.catalogue.kinds)


def test_one_kind_alone(arena: Arena) -> None:
    lines = arena("catalogue", "medico", "--kind", "sell_remedy").out.splitlines()
    assert lines
    assert all("SellRemedy(" in line for line in lines)


def test_the_options_of_a_game_with_default_and_seats(arena: Arena) -> None:
    said = arena("catalogue", "tinctura", "--options")
    assert (said.code, said.err) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in said.out.splitlines())
    assert list(lines) == [name for name, _ in schema_of(TINCTURA.options_type).fields]
    assert lines["events"] == "false (default), true (with 2, 3, 4 seats)"
    assert lines["bonus_tracks"] == "standard (default), simple (with 2, 3, 4 seats), powder (with 2, 3, 4 seats)"
    assert lines["rapid_growth_per_plant"] == "true (default), false"


@pytest.mark.parametrize("name", games.GAMES)
def test_the_options_as_json_are_what_the_game_reads(arena: Arena, name: str) -> None:
    document = json.loads(arena("catalogue", name, "--options", "--json").out)
    game = games.game(name)
    assert document["seat_counts"] == list(game.seat_counts)
    words = {"false": False, "true": True}
    defaults = {option["name"]: words.get(option["default"], option["default"]) for option in document["options"]}
    assert defaults == game.options_to_json(game.options_type())
    for option in document["options"]:
        for value in option["values"]:
            game.read_options({option["name"]: words.get(value["name"], value["name"])})
            assert set(value["seat_counts"]) <= set(game.seat_counts)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["medico", "--options", "--kind", "end_turn"], "it lists no actions"),
        (["medico", "--options", "--markdown"], "it lists no actions"),
        (["chess"], "there is no game 'chess'"),
        (["medico", "--kind", "fly"], "medico has no actions of the kind fly; it has choose_start_place"),
        (["medico", "--json", "--markdown"], "not both"),
        ([], "GAME"),
    ],
)
def test_a_catalogue_that_cannot_be_shown_is_one_clear_line(arena: Arena, arguments: list[str], says: str) -> None:
    said = arena("catalogue", *arguments)
    assert (said.code, said.out) == (2, "")
    assert says in said.line


def test_a_reader_that_goes_away_is_no_fault() -> None:
    done = subprocess.run(
        f"{SCRIPT} catalogue medico --json | head -1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("{\n", "")


PASSES = """
game = "medico"
seats = 3
seed = 1
title = "somebody begins"

[[steps]]
expect.state = {"players[0].coins" = 0}
"""


def test_a_scenario_passes_or_shows_the_first_difference(arena: Arena, tmp_path: Path) -> None:
    position = MEDICO.new(3, MEDICO.read_options({}), key_from_seed(1))
    coins = position.players[0].coins
    good = tmp_path / "good.toml"
    good.write_text(PASSES.replace('coins" = 0', f'coins" = {coins}'))
    said = arena("scenario", good)
    assert (said.code, said.err) == (0, "")
    assert said.out == f"{good}: passed, 1 steps (somebody begins)\n"
    bad = tmp_path / "bad.toml"
    bad.write_text(PASSES.replace('coins" = 0', f'coins" = {coins + 1}'))
    said = arena("scenario", bad, good)
    assert said.code == 1
    assert said.line.startswith(f"{bad}: step 1: ")
    assert f"expected {coins + 1}, found {coins}" in said.line
    assert "passed" in said.out


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("game = ", "Invalid value"),
        ('game = "medico"\n', "seats: missing"),
        ('game = "chess"\nseats = 3\n', "there is no game 'chess'"),
        ('game = "medico"\nseats = 3\nposition = {players = {"7" = {coins = 1}}}\n', "position."),
        ('game = "medico"\nseats = 9\n', "seats: "),
    ],
)
def test_a_scenario_that_cannot_be_read_is_one_clear_line(
    arena: Arena, tmp_path: Path, content: str, says: str
) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(content)
    said = arena("scenario", path)
    assert said.code == 2
    assert said.line.startswith(f"{path}: ")
    assert says in said.line


def test_a_scenario_file_that_is_missing_is_one_clear_line(arena: Arena, tmp_path: Path) -> None:
    said = arena("scenario", tmp_path / "none.toml")
    assert said.code == 2
    assert said.line == f"{tmp_path / 'none.toml'}: No such file or directory"


def test_help_and_version_of_the_installed_command() -> None:
    top = script("--help")
    assert top.code == 0
    for name in ("play", "up", "tournament", "record", "catalogue", "scenario", "leaderboard", "status", "scoring"):
        assert f" {name} " in top.out
    assert script("--version").out.startswith("apothecary-arena ")


@pytest.mark.parametrize(
    "command",
    [
        "play",
        "up",
        "tournament run",
        "record verify",
        "catalogue",
        "scenario",
        "leaderboard",
        "status",
        "scoring rebuild",
    ],
)
def test_every_command_explains_every_parameter(arena: Arena, command: str) -> None:
    said = arena(*command.split(), "--help")
    assert said.code == 0
    page = said.out
    assert f"Usage: arena {command}" in page
    assert len(page.splitlines()) >= 5


def test_an_unknown_command_is_one_clear_line(arena: Arena) -> None:
    said = arena("frobnicate")
    assert said.code == 2
    assert said.line.startswith('Unknown command "frobnicate"')
