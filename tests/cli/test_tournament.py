"""`arena tournament run`: from a file to standings and verified records."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import pytest

from arena.channel import bearer, open_channel
from arena.pb.matchmaking.v1 import services_pb2, services_pb2_grpc
from arena.pb.matchmaking.v1.tournaments_pb2 import TOURNAMENT_STATE_ABORTED, ListTournamentsRequest
from arena.pb.rules.v1.data_sets_pb2 import DataFile, StoreDataSetRequest
from engine_core import games
from engine_core.record import Record, save
from services.cli.card_tables import CardTables
from services.cli.stack import Stack, running_stack
from services.common.announcement import announcements
from services.common.ids import new_id
from tests.cli.conftest import ROOT, SCRIPT, Arena, Said, script

pytestmark = pytest.mark.xdist_group("platform")

SMALL = """
name = "A small night!"
game = "medico"
table_size = 2
rounds = 2

[[entrants]]
bot = "random"
count = 3
label = "Rand"

[[entrants]]
bot = "greedy"
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.toml"
    path.write_text(SMALL)
    return path


def on(stack: Stack, file: Path, records: Path) -> tuple[object, ...]:
    where = ("--connect", stack.address("matchmaking"), "--data", stack.data_dir)
    return ("tournament", "run", file, *where, "--records", records)


def test_a_tournament_on_a_running_platform(arena: Arena, stack: Stack, small: Path, tmp_path: Path) -> None:
    said = arena(*on(stack, small, tmp_path / "records"))
    assert said.code == 0, said.err
    progress = said.err.splitlines()
    assert progress[0] == "A small night!: 4 entrants, 2 rounds of medico"
    id_line = progress[1].split()  # what `arena tournament abort` takes
    assert (id_line[0], len(id_line[1])) == ("tournament", 26)
    assert progress[-1].startswith("round 2 of 2: 4 of 4 matches played, ")
    assert any(line.startswith("round 1 of 2: ") for line in progress)
    lines = said.out.splitlines()
    assert lines[0] == "A small night!: final standings"
    for name in ("Rand 1", "Rand 2", "Rand 3", "greedy"):
        assert sum(f" {name} " in line for line in lines) == 1
    assert lines[-1] == "all records verified"
    folder = Path(lines[-2].removeprefix("4 records in "))
    assert folder.parent == tmp_path / "records"
    assert folder.name == f"a-small-night-{id_line[1]}"
    files = sorted(folder.iterdir())
    assert [file.name[:18] for file in files] == [
        f"round-0{number}-table-0{table}-" for number in (1, 2) for table in (1, 2)
    ]
    assert arena("record", "verify", *files).code == 0
    document = json.loads(files[0].read_text())
    assert document["match"] in files[0].name
    assert len(document["players"]) == 2
    assert not document["seeded"]


def test_a_solo_event_of_one(arena: Arena, stack: Stack, tmp_path: Path) -> None:
    file = tmp_path / "solo.toml"
    file.write_text(
        'name = "Alone"\ngame = "tinctura"\ntable_size = 1\nrounds = 1\n\n[options]\nsolo_level = "level_2"\n'
        '\n[[entrants]]\nbot = "random"\n'
    )
    said = arena(*on(stack, file, tmp_path / "records"))
    assert said.code == 0, said.err
    assert said.err.splitlines()[0] == "Alone: 1 entrant, 1 round of tinctura"
    assert said.out.splitlines()[-2].startswith("1 record in ")


def test_an_event_whose_options_do_not_go_with_its_tables_is_refused(
    arena: Arena, stack: Stack, tmp_path: Path
) -> None:
    """It used to begin, and no match of it ever did."""
    file = tmp_path / "solo.toml"
    file.write_text(
        'name = "Alone"\ngame = "tinctura"\ntable_size = 1\nrounds = 1\n\n[options]\nevents = true\n'
        '\n[[entrants]]\nbot = "random"\n'
    )
    said = arena(*on(stack, file, tmp_path / "records"))
    assert (said.code, said.out) == (4, "")
    assert said.err.startswith("events can be true with 2, 3, 4 seats, not with 1")


def test_a_tournament_with_card_tables_of_its_host(arena: Arena, stack: Stack, small: Path, tmp_path: Path) -> None:
    """Found from the file, stored on the platform, played with, carried by the records, which verify where the folder is not."""
    folder = tmp_path / "my tables"
    shutil.copytree(ROOT / "engine_core/games/medico/data", folder)
    places = (folder / "places.csv").read_text()
    (folder / "places.csv").write_text(places.replace("leech", "-").replace("herbs", "leech").replace("-", "herbs"))
    small.write_text(SMALL.replace("rounds = 2", 'rounds = 1\ndata = "my tables"').replace("A small", "A changed"))
    said = arena(*on(stack, small, tmp_path / "records"))
    assert said.code == 0, said.err
    medico = games.game("medico")
    digest = medico.load_data(str(folder)).digest
    shutil.rmtree(folder)
    files = sorted((tmp_path / "records").glob("a-changed-night-*/*.json"))
    assert len(files) == 2
    for file in files:
        document = json.loads(file.read_text())
        assert document["data"] == digest != medico.load_data().digest
        assert document["tables"]["places"] != places
    assert arena("record", "verify", *files).code == 0


def test_card_tables_that_the_platform_refuses_leave_no_tournament_behind(
    arena: Arena, stack: Stack, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it is if the platform has another rules version than the command: its game may judge otherwise."""
    shutil.copytree(ROOT / "engine_core/games/medico/data", tmp_path / "tables")
    small.write_text(SMALL.replace("rounds = 2", 'rounds = 1\ndata = "tables"').replace("A small", "A refused"))
    monkeypatch.setattr(
        CardTables,
        "request",
        lambda _: StoreDataSetRequest(game="medico", files=[DataFile(name="rods.csv", text="id")]),
    )
    said = arena(*on(stack, small, tmp_path / "records"))
    assert said.code == 4
    assert "rods.csv: " in said.line or "places.csv: " in said.line
    assert asyncio.run(newest_state(stack)) == ("A refused night!", TOURNAMENT_STATE_ABORTED)


async def newest_state(stack: Stack) -> tuple[str, int]:
    """Name and state of the tournament that was created last."""
    async with open_channel(stack.address("matchmaking"), services_pb2.DESCRIPTOR) as channel:
        listed = services_pb2_grpc.TournamentServiceStub(channel).ListTournaments(
            ListTournamentsRequest(page_size=1), metadata=bearer(stack.token())
        )
        found = (await listed).tournaments[0]
        return str(found.name), int(found.state)


def test_card_tables_that_are_broken_are_named_before_anything_is_sent(
    arena: Arena, small: Path, tmp_path: Path
) -> None:
    small.write_text(SMALL.replace("rounds = 2", 'rounds = 1\ndata = "tables"'))
    nowhere = ("tournament", "run", small, "--connect", "127.0.0.1:1", "--data", tmp_path, "--records", tmp_path)
    missing = arena(*nowhere)
    assert (missing.code, missing.line) == (2, f"{small}: data: {tmp_path / 'tables'}: no such folder")
    small.write_text(SMALL.replace("rounds = 2", f'rounds = 1\ndata = "{"x" * 300}"'))
    unreadable = arena(*nowhere)
    assert (unreadable.code, unreadable.line) == (2, f"{small}: data: {tmp_path / ('x' * 300)}: File name too long")
    small.write_text(SMALL.replace("rounds = 2", 'rounds = 1\ndata = "tables"'))
    shutil.copytree(ROOT / "engine_core/games/medico/data", tmp_path / "tables")
    (tmp_path / "tables" / "rods.csv").write_text("id,threshold\nletters,none\n")
    broken = arena(*nowhere)
    assert broken.code == 2
    assert broken.line.startswith(f"{small}: data: {tmp_path / 'tables'}: rods.csv, row 1: ")


def test_a_tournament_is_aborted_from_elsewhere(arena: Arena, stack: Stack, small: Path, tmp_path: Path) -> None:
    small.write_text(SMALL.replace("rounds = 2", "rounds = 500").replace("A small", "A long"))
    command = [str(SCRIPT), *map(str, on(stack, small, tmp_path / "records"))]
    holding = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    try:
        assert holding.stderr is not None
        for line in holding.stderr:
            if line.startswith("round 2 of 500"):
                break
        found = asyncio.run(newest(stack))
        said = arena("tournament", "abort", found, "--data", stack.data_dir)
        assert (said.code, said.err) == (0, "")
        assert said.out.splitlines()[0].strip() == "A long night!: standings when it was aborted"
        assert said.out.splitlines()[-1] == "A long night! is aborted; no match of it runs any more"
        out, err = holding.communicate(timeout=60)
    finally:
        holding.kill()
        holding.communicate()
    assert holding.returncode == 1
    assert err.splitlines()[-1] == f"the tournament {found} was stopped before its end"
    assert out.splitlines()[0].strip() == "A long night!: final standings"
    assert arena("tournament", "abort", found, "--data", stack.data_dir).code == 0, "once more changes nothing"
    unknown = arena("tournament", "abort", new_id(), "--data", stack.data_dir)
    assert (unknown.code, "no tournament with this id" in unknown.line) == (4, True)


async def newest(stack: Stack) -> str:
    """Id of the tournament that was created last."""
    async with open_channel(stack.address("matchmaking"), services_pb2.DESCRIPTOR) as channel:
        listed = services_pb2_grpc.TournamentServiceStub(channel).ListTournaments(
            ListTournamentsRequest(page_size=1), metadata=bearer(stack.token())
        )
        return str((await listed).tournaments[0].tournament_id)


def test_a_record_that_does_not_verify_fails_the_command(
    arena: Arena, stack: Stack, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As it would be if the platform had answered with something else than what was played."""
    spoiled: list[Path] = []

    def spoil(record: Record, path: Path) -> None:
        save(record, path)
        if not spoiled:
            spoiled.append(path)
            document = json.loads(path.read_text())
            document["entries"].pop()
            path.write_text(json.dumps(document))

    monkeypatch.setattr("services.cli.commands.tournament.save_record", spoil)
    said = arena(*on(stack, small, tmp_path / "records"))
    assert said.code == 1
    assert "all records verified" not in said.out
    last = said.err.splitlines()[-1]
    assert last.startswith("1 of 4 records do not verify: ")
    assert str(spoiled[0]) in last


def test_kills_on_the_way_cost_time_and_nothing_else(stack: Stack, small: Path, tmp_path: Path) -> None:
    """The command, the bots and the other replica go on over a killed replica, a killed matchmaking and a killed bus."""
    small.write_text(SMALL.replace("rounds = 2", "rounds = 8"))
    ended: list[Said] = []
    running = threading.Thread(target=lambda: ended.append(script(*on(stack, small, tmp_path / "r"))), daemon=True)
    running.start()
    for service in ("rules", "matchmaking", "nats"):
        time.sleep(1.5)
        stack.kill9(service)
        stack.tend()
    running.join(100)
    assert ended, "the command did not end"
    said = ended[0]
    assert said.code == 0, said.err
    assert said.out.splitlines()[-1] == "all records verified"
    assert said.out.splitlines()[-2].startswith("16 records in ")


def test_without_an_address_a_platform_is_started_for_the_tournament(small: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    said = script("tournament", "run", small, "--records", tmp_path / "records", "--data", data)
    assert said.code == 0, said.err
    assert said.err.splitlines()[0] == "starting the platform"
    assert said.out.splitlines()[-1] == "all records verified"
    assert "\x1b" not in said.out + said.err
    # What was given is kept: the ratings can be counted from it anew. Two tables of each night seat greedy with a random,
    # the others a bot with its own copy, which says nothing about strength.
    rebuilt = script("scoring", "rebuild", "--data", data)
    assert (rebuilt.code, rebuilt.out) == (0, "4 results counted anew, 2 of them rated\n")


def test_a_signal_stops_the_platform_that_was_started(small: Path, tmp_path: Path) -> None:
    small.write_text(SMALL.replace("rounds = 2", "rounds = 500"))
    command = [str(SCRIPT), "tournament", "run", str(small), "--data", str(tmp_path / "data")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("round 1 of 500"):
            break
    found = announcements(tmp_path / "data")
    assert len(found) == 4
    process.terminate()
    process.communicate(timeout=60)
    assert process.returncode == 128 + signal.SIGTERM
    assert not any(each.is_alive() for each in found)
    assert running_stack(tmp_path / "data") is None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("rounds = 2", "rounds = 0"), "line 5: rounds: it must be a whole number from 1 to 1000"),
        (('game = "medico"', 'game = "medico'), "line 3: "),
        (("count = 3", "count = 0"), "line 9: count: "),
        (("table_size = 2", 'table_size = "two"'), "line 4: table_size: "),
        (("rounds = 2", "rounds = 2\ncolour = 1"), "line 6: colour: there is no such key"),
    ],
)
def test_a_file_that_describes_no_tournament_names_line_and_key(
    arena: Arena, small: Path, change: tuple[str, str], says: str
) -> None:
    small.write_text(SMALL.replace(*change))
    said = arena("tournament", "run", small)
    assert (said.code, said.out) == (2, "")
    assert said.line.startswith(f"{small}: {says}")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('bot = "greedy"', 'bot = "genius"'), "genius"),
        (("table_size = 2", "table_size = 1"), "1"),
        (('bot = "greedy"', 'player = "01k5m1x0000000000000000000"'), "01k5m1x0000000000000000000"),
    ],
)
def test_what_only_the_platform_knows_is_its_own_refusal(
    arena: Arena, stack: Stack, small: Path, tmp_path: Path, change: tuple[str, str], says: str
) -> None:
    small.write_text(SMALL.replace(*change))
    said = arena(*on(stack, small, tmp_path / "records"))
    assert (said.code, said.out) == (4, "")
    assert says in said.line


def test_called_wrongly_is_one_clear_line(arena: Arena, stack: Stack, small: Path, tmp_path: Path) -> None:
    missing = arena("tournament", "run", tmp_path / "missing.toml")
    assert (missing.code, missing.line) == (2, f"{tmp_path / 'missing.toml'}: No such file or directory")
    small.with_name("latin.toml").write_bytes(b"name = '\xe4'")
    assert arena("tournament", "run", small.with_name("latin.toml")).line.endswith("latin.toml: no UTF-8 text")
    assert arena("tournament", "run", small, "--token-file", "nobody").code == 2
    no_token = arena("tournament", "run", small, "--connect", "127.0.0.1:1", "--data", tmp_path)
    assert no_token.code == 2
    assert no_token.line.startswith("no token: ")
    (tmp_path / "token").write_text("rubbish")
    where = ("--connect", stack.address("matchmaking"), "--token-file", tmp_path / "token")
    refused = arena("tournament", "run", small, *where)
    assert (refused.code, refused.line) == (4, "The token is not valid here.")
    (tmp_path / "token").write_text("two\nlines")
    no_token = arena("tournament", "run", small, *where)
    assert (no_token.code, no_token.line) == (4, "this is no token: a token is one line of ASCII")
    elsewhere = arena("tournament", "run", small, "--connect", stack.address("scoring"), "--data", stack.data_dir)
    assert elsewhere.code == 4
    assert elsewhere.line == "what listens at this address has no such call; is it another service's address?"


def test_who_waits_for_an_answer_is_told_so(
    arena: Arena, stack: Stack, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("services.cli.commands.tournament._SILENT_SECONDS", 0.1)
    monkeypatch.setattr("services.cli.remote_tournament.PATIENCE_SECONDS", 0.5)
    said = arena("tournament", "run", small, "--connect", "127.0.0.1:1", "--data", stack.data_dir)
    assert said.code == 4
    assert said.err.splitlines()[0].startswith("no answer from 127.0.0.1:1 yet")
    assert said.err.splitlines()[-1].startswith("no answer for 0.5 s: ")


def test_a_records_folder_that_cannot_be_made_is_one_clear_line(
    arena: Arena, stack: Stack, small: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    said = arena(*on(stack, small, tmp_path / "file"))
    assert said.code == 2
    assert said.err.splitlines()[-1].startswith(f"--records: {tmp_path / 'file'}")
    shutil.rmtree(tmp_path / "records", ignore_errors=True)
