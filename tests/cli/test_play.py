"""`arena play`."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine_core import games
from engine_core.playing import play, random_bot
from engine_core.record import load
from engine_core.rng import key_from_seed
from services.cli.series import Played, Tally, game_key, labels, seating, tally
from tests.cli.conftest import ROOT, SCRIPT, Arena, script

MEDICO = games.game("medico")


def test_a_table_tells_games_points_share_and_interval_of_each_bot(arena: Arena) -> None:
    said = arena("play", "medico", "--seats", "greedy,random,random", "--seed", 7, "--games", 6)
    assert (said.code, said.err) == (0, "")
    lines = said.out.splitlines()
    assert lines[0] == "medico, seed 7, starting_markets=none, start_places=chosen"
    assert "95 % interval" in said.out
    rows = {line.split("   ")[0].strip(): line for line in lines if line.startswith((" greedy", " random"))}
    assert set(rows) == {"greedy", "random 1", "random 2"}
    assert all(row.split()[1 + (" " in name)] == "6" for name, row in rows.items())


def test_the_same_seed_gives_the_same_series_and_another_seed_another(arena: Arena) -> None:
    def digests(seed: int, count: int) -> list[str]:
        said = arena("play", "medico", "--seats", "random,random", "--seed", seed, "--games", count, "--json")
        return [game["digest"] for game in json.loads(said.out)["games"]]

    assert digests(3, 3) == digests(3, 5)[:3]
    assert digests(3, 3) != digests(4, 3)
    assert len(set(digests(3, 3))) == 3


def test_a_seed_that_is_drawn_is_shown_and_can_be_used_again(arena: Arena) -> None:
    first = json.loads(arena("play", "medico", "--seats", "random,random", "--json").out)
    again = arena("play", "medico", "--seats", "random,random", "--json", "--seed", first["seed"])
    assert json.loads(again.out) == first
    other = json.loads(arena("play", "medico", "--seats", "random,random", "--json").out)
    assert other["seed"] != first["seed"]


def test_the_figures_are_those_of_the_games(arena: Arena) -> None:
    said = arena("play", "medico", "--seats", "greedy,random,random", "--seed", 1, "--games", 4, "--json")
    document = json.loads(said.out)
    for bot in document["bots"]:
        points = [game["points"][game["seating"].index(bot["bot"])] for game in document["games"]]
        places = [game["places"][game["seating"].index(bot["bot"])] for game in document["games"]]
        assert bot["games"] == 4
        assert bot["mean_points"] == sum(points) / 4
        assert bot["wins"] == places.count(1)
        assert bot["win_share"] == places.count(1) / 4
        assert bot["places"] == [places.count(place) for place in (1, 2, 3)]
        assert bot["win_share_95"][0] <= bot["win_share"] <= bot["win_share_95"][1]
    assert sum(bot["wins"] for bot in document["bots"]) == 4


def test_seats_rotate_unless_told_otherwise(arena: Arena) -> None:
    call = ("play", "medico", "--seats", "greedy,random,random", "--seed", 1, "--games", 3, "--json")
    rotated = [game["seating"] for game in json.loads(arena(*call).out)["games"]]
    assert rotated == [
        ["greedy", "random 1", "random 2"],
        ["random 1", "random 2", "greedy"],
        ["random 2", "greedy", "random 1"],
    ]
    fixed = [game["seating"] for game in json.loads(arena(*call, "--no-rotate").out)["games"]]
    assert fixed == [["greedy", "random 1", "random 2"]] * 3


def test_the_first_game_is_what_the_engine_plays_with_the_key_of_the_seed(arena: Arena) -> None:
    """Anybody can play it again with the library alone; hosted with this key and these choices it gives the same digests."""
    said = arena("play", "medico", "--seats", "random,random", "--seed", 11, "--json")
    record = play(MEDICO, [random_bot, random_bot], key_from_seed(11))
    assert json.loads(said.out)["games"][0]["digest"] == record.entries[-1].digest.hex()
    assert game_key(11, 1) == key_from_seed(11)
    assert len({game_key(11, number) for number in range(1, 50)}) == 49


def test_a_record_is_written_and_verifies(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "new" / "game.json"
    said = arena("play", "medico", "--seats", "greedy,random", "--seed", 7, "--record", path)
    assert f"record written to {path}" in said.out
    assert load(path).players == ("greedy", "random")
    assert load(path).seeded
    assert arena("record", "verify", path).code == 0


def test_several_records_are_written_into_a_folder(arena: Arena, tmp_path: Path) -> None:
    said = arena("play", "medico", "--seats", "random,random", "--seed", 7, "--games", 3, "--record", tmp_path / "r")
    assert "3 records written" in said.out
    files = sorted((tmp_path / "r").iterdir())
    assert [file.name for file in files] == ["game-1.json", "game-2.json", "game-3.json"]
    assert arena("record", "verify", *files).code == 0


def test_options_of_the_game_are_passed_on(arena: Arena, tmp_path: Path) -> None:
    chosen = ("--option", "starting_markets=matched", "--option", "start_places=random")
    path = tmp_path / "game.json"
    said = arena("play", "medico", "--seats", "random,random", "--seed", 7, *chosen, "--record", path)
    assert said.out.startswith("medico, seed 7, starting_markets=matched, start_places=random\n")
    assert load(path).options == {"starting_markets": "matched", "start_places": "random"}


def test_options_can_be_given_as_a_list(arena: Arena, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    chosen = ("--options", "events, open_goals,bonus_tracks=powder,rapid_growth_per_plant=false")
    said = arena("play", "tinctura", "--seats", "greedy,random", "--seed", 7, *chosen, "--record", path)
    title = "tinctura, seed 7, events=True, open_goals=True, bonus_tracks=powder, rapid_growth_per_plant=False\n"
    assert said.out.startswith(title), said.err
    options = load(path).options
    assert (options["events"], options["private_goals"], options["bonus_tracks"]) == (True, False, "powder")
    plain = arena("play", "tinctura", "--seats", "random,random", "--seed", 7)
    assert plain.out.startswith("tinctura, seed 7, default options\n")


def test_own_card_tables_are_played_with_and_travel_in_the_record(arena: Arena, tmp_path: Path) -> None:
    tables = tmp_path / "tables"
    tables.mkdir()
    for file in (ROOT / "engine_core/games/medico/data").glob("*.csv"):
        (tables / file.name).write_text(file.read_text())
    books = tables / "recipe_books.csv"
    lines = books.read_text().splitlines()
    lines[1:3] = [lines[2], lines[1]]  # the same books in another order
    books.write_text("\n".join(lines) + "\n")
    path = tmp_path / "game.json"
    said = arena("play", "medico", "--seats", "random,random", "--seed", 7, "--data", tables, "--record", path)
    assert said.code == 0, said.err
    assert load(path).tables is not None
    assert arena("record", "verify", path).code == 0
    books.write_text("rubbish\n")
    broken = arena("play", "medico", "--seats", "random,random", "--data", tables)
    assert broken.code == 2
    assert "recipe_books.csv" in broken.line


def test_a_bot_of_ones_own_plays(tmp_path: Path) -> None:
    """The command finds it in the current folder, as `python -m` would."""
    (tmp_path / "mine.py").write_text(
        "class First:\n    def __call__(self, view, legal, rng):\n        return legal[0]\n"
    )
    command = [str(SCRIPT), "play", "medico", "--seats", "mine:First,random", "--seed", "2", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert [bot["bot"] for bot in json.loads(done.stdout)["bots"]] == ["mine:First", "random"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["medicoo", "--seats", "random,random"], "there is no game 'medicoo'; games are medico"),
        (["medico", "--seats", "random"], "--seats: medico is played with 2, 3, 4 seats, not 1"),
        (["medico", "--seats", "random,,random"], "--seats: one bot per seat"),
        (["medico", "--seats", "random,foo"], "there is no house bot 'foo'; there are greedy, random"),
        (["medico", "--seats", "random,no_such_module:bot"], "bot no_such_module:bot: No module named"),
        (["medico", "--seats", "random,json:bot"], "bot json:bot: module json has no bot"),
        (["medico", "--seats", "random,:"], "bot :: a bot of your own is given as"),
        (["medico", "--seats", "random,..:x"], "bot ..:x: a bot of your own is given as"),
        (["medico", "--seats", "random,my-bot:play"], "bot my-bot:play: a bot of your own is given as"),
        (["medico", "--seats", "random,json:__name__"], "it cannot be called"),
        (["medico", "--seats", "random,random", "--option", "x=y"], "medico has no option 'x'"),
        (["medico", "--seats", "random,random", "--option", "start_places=here"], "'here' is none of"),
        (["medico", "--seats", "random,random", "--option", "start_places"], "--option: name=value"),
        (["medico", "--seats", "random,random", "--options", "start_places=random,"], "--options: names or name=value"),
        (
            ["medico", "--seats", "random,random", "--options", "start_places"],
            "start_places: true is none of chosen, random",
        ),
        (["tinctura", "--seats", "random", "--options", "events"], "the solo game is played without events"),
        (
            [
                "medico",
                "--seats",
                "random,random",
                "--option",
                "start_places=random",
                "--option",
                "start_places=chosen",
            ],
            "start_places is given twice",
        ),
        (["medico", "--seats", "random,random", "--games", "0"], "Must be >= 1"),
        (["medico", "--seats", "random,random", "--seed", "-1"], "Must be >= 0"),
        (["medico", "--seats", "random,random", "--seed", "x"], "--seed"),
        (["medico", "--seats", "random,random", "--gamess", "2"], "Unknown option"),
        (["medico"], "--seats"),
        (["medico", "--seats", "random,random", "--record", "/proc/no/file.json"], "--record: /proc/no"),
        (["medico", "--seats", "random,random", "--data", "/nowhere"], "--data: /nowhere: no such folder"),
        (["medico", "--seats", "random,random", "--data", "/dev/null"], "--data: /dev/null: no such folder"),
        (["medico", "--seats", "random,random", "--data", "x" * 300], f"--data: {'x' * 300}: File name too long"),
        (["medico", "--seats", "random,random", "--data", "/proc/self/task"], "places.csv"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(arena: Arena, arguments: list[str], says: str) -> None:
    said = arena("play", *arguments)
    assert (said.code, said.out) == (2, "")
    assert says in said.line


def test_a_bot_that_cheats_is_named(arena: Arena, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "cheat.py").write_text("def bot(view, legal, rng):\n    return None\n")
    monkeypatch.syspath_prepend(tmp_path)
    said = arena("play", "medico", "--seats", "random,cheat:bot", "--seed", 1, "--no-rotate")
    assert said.code == 2
    assert "the bot of seat 1 chose None, which is not legal" in said.line


def test_it_imports_nothing_that_needs_a_network() -> None:
    """What makes it start in well under two seconds."""
    code = (
        "import sys; from services.cli.__main__ import run;"
        "code = run(['play', 'medico', '--seats', 'greedy,random', '--seed', '1']);"
        "heavy = {'grpc', 'google', 'nats', 'sqlalchemy', 'pydantic', 'structlog', 'asyncio'} & set(sys.modules);"
        "print(code, sorted(heavy))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.splitlines()[-1] == "0 []"


def test_the_installed_command_writes_no_bars_into_a_pipe() -> None:
    said = script("play", "medico", "--seats", "random,random", "--seed", 1, "--games", 3)
    assert (said.code, said.err) == (0, "")
    assert "\x1b" not in said.out


def test_a_terminal_sees_a_bar_and_no_color_is_respected() -> None:
    def on_a_terminal(**environment: str) -> str:
        master, slave = pty.openpty()
        command = [str(SCRIPT), "play", "medico", "--seats", "random,random", "--seed", "1", "--games", "30"]
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", **environment}
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=slave, cwd=ROOT, env=env)
        os.close(slave)
        seen = b""
        while True:
            try:
                read = os.read(master, 65536)
            except OSError:  # the other end was closed
                break
            if not read:
                break
            seen += read
        os.close(master)
        assert process.wait(60) == 0
        return seen.decode()

    colored = on_a_terminal()
    assert "games" in colored
    assert "/30" in colored
    assert "\x1b[38;5" in colored or "\x1b[35m" in colored or "\x1b[32m" in colored
    plain = on_a_terminal(NO_COLOR="1")
    assert "/30" in plain
    assert "\x1b[38;5" not in plain
    assert "\x1b[35m" not in plain
    assert "\x1b[32m" not in plain


@pytest.mark.parametrize(("bot", "wins"), [("greedy", True), ("random", False)])
def test_a_solo_series_tells_the_games_won_from_the_games_lost(arena: Arena, bot: str, wins: bool) -> None:
    series = ("play", "azerland", "--seats", bot, "--seed", 3, "--games", 5)
    document = json.loads(arena(*series, "--json").out)
    places = [1 if game["points"][0] >= 65 else 2 for game in document["games"]]
    assert (1 in places) == wins
    assert [game["places"] for game in document["games"]] == [[place] for place in places]
    won, lost = places.count(1), places.count(2)
    (line,) = document["bots"]
    assert (line["wins"], line["win_share"], line["places"]) == (won, won / 5, [won, lost])
    table = arena(*series).out
    assert "places 1/2" in table
    assert f" {won / 5:.1%} " in table


def test_seatings_labels_and_tallies() -> None:
    assert [seating(3, number, rotate=True) for number in (1, 2, 3, 4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert labels(["a", "b", "a"]) == ["a 1", "b", "a 2"]
    line = [Tally("x"), Tally("y")]
    record = play(MEDICO, [random_bot, random_bot], key_from_seed(1))
    assert record.outcome is not None
    tally(line, Played(1, (1, 0), record))
    first = record.outcome.seats[0]
    assert (line[1].points, line[1].wins) == (first.points, int(first.place == 1))
    assert line[0].places[record.outcome.seats[1].place - 1] == 1
    assert Tally("z").win_share == Tally("z").mean_points == 0.0


def test_house_bots_play_on_where_other_tables_leave_them_helpless(arena: Arena, tmp_path: Path) -> None:
    """They estimate by the game's own tables. Hosted they then play their first legal action, so they do at home."""
    folder = tmp_path / "tables"
    shutil.copytree(ROOT / "engine_core/games/medico/data", folder)
    (folder / "instruments.csv").write_text("id,pieces\n" + "".join(f"kind_{number},1\n" for number in range(49)))
    columns = "".join(f"column_{number},{2 - number % 2},{number % 2},1\n" for number in range(49))
    (folder / "instrument_columns.csv").write_text("id,points,coins,prestige\n" + columns)
    command = ("play", "medico", "--seats", "greedy,greedy,random", "--games", "12", "--seed", "1", "--data", folder)
    said = arena(*command)
    assert said.code == 0
    assert said.line.startswith("note: greedy estimates by the game's own tables; ")
    again = arena(*command)
    assert (again.code, again.out) == (0, said.out)
