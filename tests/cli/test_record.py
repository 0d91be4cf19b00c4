"""`arena record verify`, for every form that a record may have on disk."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format

from arena.pb.rules.v1.records_pb2 import (
    RECORD_ENTRY_KIND_PLATFORM_FAULT,
    RECORD_ENTRY_KIND_RESIGNATION,
    RECORD_ENTRY_KIND_SUBMISSION,
    GetRecordResponse,
    MatchRecord,
    RecordEntry,
)
from arena.pb.rules.v1.results_pb2 import (
    MATCH_ENDING_COMPLETED,
    MATCH_ENDING_PLATFORM_FAULT,
    SEAT_KIND_HOUSE_BOT,
    CategoryPoints,
    MatchResult,
    Seat,
    SeatResult,
)
from arena.translate import options_to_proto
from engine_core import games
from engine_core.game import Outcome
from engine_core.match import Match
from engine_core.playing import play, random_bot
from engine_core.record import Entry, Record, record_of, save
from engine_core.rng import key_from_seed
from services.cli.record_files import load_record, record_of_message
from tests.cli.conftest import Arena

MEDICO = games.game("medico")
MATCH_ID = "01k5m1x0000000000000000000"


def a_game() -> Record:
    """A whole game of three random bots, one of which resigns on the way."""
    options = MEDICO.read_options({"start_places": "random"})
    key = key_from_seed(5)
    whole = play(MEDICO, [random_bot] * 3, key, options)
    match: Match[Any, Any] = Match.new(MEDICO, 3, options, key)
    start = match.digest()
    entries = []
    for entry in whole.entries[:40]:
        match.apply(entry.seat, MEDICO.catalogue[entry.actions[0]])
        entries.append(Entry(entry.seat, entry.actions, match.digest()))
    match.resign(1)
    entries.append(Entry(1, (), match.digest(), resigned=True))
    while asked := MEDICO.to_act(match.state):
        action = MEDICO.legal(match.state, asked[0])[0]
        match.apply(asked[0], action)
        entries.append(Entry(asked[0], (action.id,), match.digest()))
    names = ("ada", "bo", "cy")
    return record_of(MEDICO, 3, options, key, MEDICO.load_data(), start, entries, Outcome(match.places()), names)


def as_hosted(record: Record) -> MatchRecord:
    """The same match as the rules service would send it."""
    assert record.outcome is not None
    assert record.key is not None
    return MatchRecord(
        format_version=1,
        match_id=MATCH_ID,
        game=record.game,
        rules_version=record.rules_version,
        data_digest=bytes.fromhex(record.data),
        catalogue_digest=bytes.fromhex(record.catalogue),
        commitment=record.commitment,
        options=options_to_proto(MEDICO, MEDICO.read_options(record.options)),
        seats=[
            Seat(player_id=f"{number}" * 26, name=name, kind=SEAT_KIND_HOUSE_BOT, bot="random")
            for number, name in enumerate(record.players)
        ],
        key=record.key,
        complete=True,
        entries=[
            RecordEntry(
                kind=RECORD_ENTRY_KIND_RESIGNATION if entry.resigned else RECORD_ENTRY_KIND_SUBMISSION,
                seat=entry.seat,
                request_id="a" * 26,
                action_ids=entry.actions,
                digest=entry.digest,
            )
            for entry in record.entries
        ],
        result=MatchResult(
            match_id=MATCH_ID,
            game=record.game,
            rules_version=record.rules_version,
            ending=MATCH_ENDING_COMPLETED,
            seats=[
                SeatResult(
                    seat=seat.seat,
                    place=seat.place,
                    points=seat.points,
                    categories=[CategoryPoints(category=name, points=points) for name, points in seat.categories],
                    tie_breaks=seat.tie_breaks,
                )
                for seat in record.outcome.seats
            ],
        ),
    )


@pytest.fixture(scope="module")
def record() -> Record:
    return a_game()


@pytest.fixture
def good(record: Record, tmp_path: Path) -> Path:
    path = tmp_path / "good.json"
    save(record, path)
    return path


def test_a_good_record_says_what_happened(arena: Arena, good: Path, record: Record) -> None:
    said = arena("record", "verify", good)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith(f"{good}: verified, {len(record.entries)} entries, ")
    assert record.outcome is not None
    points = ", ".join(str(seat.points) for seat in record.outcome.seats)
    assert f"points {points}, won by seat " in said.out
    assert arena("record", "verify", good, "--quiet").out == ""


def test_a_record_of_a_solo_game_says_whether_it_was_lost(arena: Arena, tmp_path: Path) -> None:
    azerland = games.game("azerland")
    record = play(azerland, [random_bot], key_from_seed(1))
    assert record.outcome is not None
    assert record.outcome.seats[0].points < 65
    save(record, tmp_path / "solo.json")
    said = arena("record", "verify", tmp_path / "solo.json")
    assert (said.code, said.err) == (0, "")
    assert said.out.endswith(f", points {record.outcome.seats[0].points}, lost\n")


FORMS: dict[str, Callable[[MatchRecord], bytes]] = {
    "bytes": lambda message: message.SerializeToString(),
    "json": lambda message: json_format.MessageToJson(message).encode(),
    "json with field names": lambda message: json_format.MessageToJson(
        message, preserving_proto_field_name=True
    ).encode(),
    "the answer of GetRecord": lambda message: json_format.MessageToJson(GetRecordResponse(record=message)).encode(),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_hosted_record_is_read_in_each_form_in_which_it_may_be_saved(
    arena: Arena, record: Record, tmp_path: Path, form: str
) -> None:
    path = tmp_path / "hosted"
    path.write_bytes(FORMS[form](as_hosted(record)))
    said = arena("record", "verify", path)
    assert said.code == 0, said.err
    assert f"{len(record.entries)} entries" in said.out


def test_a_hosted_record_is_kept_in_the_engines_format_without_loss(record: Record, tmp_path: Path) -> None:
    converted = record_of_message(as_hosted(record))
    path = tmp_path / "converted.json"
    save(converted, path)
    assert load_record(path) == converted
    assert converted.entries == record.entries
    assert converted.outcome == record.outcome
    assert converted.options == record.options
    assert (converted.match, converted.players) == (MATCH_ID, ("ada", "bo", "cy"))


def test_a_match_that_still_runs_has_an_exit_code_of_its_own(arena: Arena, record: Record, tmp_path: Path) -> None:
    message = as_hosted(record)
    for hidden in ("key", "entries", "result", "complete"):
        message.ClearField(hidden)
    for name, content in {
        "hosted": message.SerializeToString(),
        "engine": json.dumps(record_of_message(message).to_json()).encode(),
    }.items():
        path = tmp_path / name
        path.write_bytes(content)
        said = arena("record", "verify", path)
        assert said.code == 3
        assert said.line.startswith(f"{path}: not verified: the match {MATCH_ID} still runs")


def replaced(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    document = json.loads(path.read_text())
    change(document)
    broken = path.with_name("broken.json")
    broken.write_text(json.dumps(document))
    return broken


def _flip(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def _change_entry(number: int, name: str, value: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document["entries"][number][name] = value(document["entries"][number][name])

    return change


def _change(name: str, value: Callable[[Any], Any]) -> Callable[[dict[str, Any]], None]:
    def change(document: dict[str, Any]) -> None:
        document[name] = value(document[name])

    return change


def _more_points(document: dict[str, Any]) -> None:
    document["outcome"][0]["points"] += 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_change_entry(7, "digest", _flip), "entry 7: the digest differs"),
        (_change_entry(9, "seat", lambda seat: (seat + 1) % 3), "entry 9: "),
        (_change_entry(0, "seat", lambda seat: 9), "entry 0: there is no seat 9"),
        (_change_entry(3, "actions", lambda actions: [99999]), "entry 3: "),
        (_change("entries", lambda entries: entries[:-1]), "the outcome is that the game is not over"),
        (_change("entries", lambda entries: entries[:20] + entries[21:]), "entry 20: "),
        (_change("commitment", _flip), "commitment: it does not belong to this key"),
        (_change("key", _flip), "commitment: it does not belong to this key"),
        (_change("data", _flip), "data: the digest of the card tables differs"),
        (_change("catalogue", _flip), "catalogue: "),
        (_change("start", _flip), "start: the set-up position differs"),
        (_change("rules_version", lambda version: version + 1), "rules_version: "),
        (_change("game", lambda game: "chess"), "game: there is no game 'chess'"),
        (_change("options", lambda options: {"start_places": "chosen"}), "commitment: "),
        (_change("seats", lambda seats: 5), "seats: "),
        (_more_points, "the record says seat 0: "),
    ],
)
def test_a_broken_record_names_what_differs_first(
    arena: Arena, good: Path, change: Callable[[dict[str, Any]], None], says: str
) -> None:
    broken = replaced(good, change)
    said = arena("record", "verify", broken)
    assert (said.code, said.out) == (1, "")
    assert said.line.startswith(f"{broken}: broken: ")
    assert says in said.line


@pytest.mark.parametrize(
    "content", [b"", b"rubbish", b"{}", b"[1, 2]", b'{"format": "arena-record-9"}', b"{" * 100_000]
)
def test_a_file_that_is_no_record_is_said_to_be_none(arena: Arena, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rubbish"
    path.write_bytes(content)
    said = arena("record", "verify", path)
    assert said.code == 1
    assert said.line == f"{path}: broken: neither a record (arena-record-1) nor a saved arena.rules.v1.MatchRecord"


@pytest.mark.parametrize("junk", [None, [1, 2], "x", 5, "\ud800"], ids=repr)
def test_an_answer_that_holds_no_record_is_said_to_be_none(arena: Arena, tmp_path: Path, junk: object) -> None:
    path = tmp_path / "answer.json"
    path.write_text(json.dumps({"record": junk}))
    assert arena("record", "verify", path).line.endswith("nor a saved arena.rules.v1.MatchRecord")


@pytest.mark.parametrize("field", ["seats", "options", "result", "entries", "matchId"])
def test_half_characters_in_a_hosted_record_are_no_fault_of_ours(
    arena: Arena, record: Record, tmp_path: Path, field: str
) -> None:
    document = json_format.MessageToDict(as_hosted(record))
    document[field] = "\ud800" if field in ("options", "result", "matchId") else ["\ud800"]
    path = tmp_path / "halves.json"
    path.write_text(json.dumps(document))
    said = arena("record", "verify", path)
    assert (said.code, said.out) == (1, "")
    assert said.line.endswith("nor a saved arena.rules.v1.MatchRecord")


def test_card_tables_nested_without_end_are_no_fault_of_ours(arena: Arena, record: Record, tmp_path: Path) -> None:
    message = as_hosted(record)
    message.data = b"[" * 100_000
    path = tmp_path / "deep"
    path.write_bytes(message.SerializeToString())
    assert arena("record", "verify", path).line.endswith("data: no JSON")


def test_the_name_of_a_file_steers_no_terminal(arena: Arena, good: Path, tmp_path: Path) -> None:
    steering = tmp_path / "\x1b[31m\udcff.json"
    steering.write_bytes(good.read_bytes())
    assert "\x1b" not in arena("record", "verify", steering).out
    steering.write_bytes(b"rubbish")
    assert "\x1b" not in arena("record", "verify", steering).line


def test_a_hosted_record_of_an_unknown_game_is_broken(arena: Arena, record: Record, tmp_path: Path) -> None:
    message = as_hosted(record)
    message.game = "chess"
    path = tmp_path / "other"
    path.write_bytes(message.SerializeToString())
    assert "game: there is no game 'chess'" in arena("record", "verify", path).line


def test_called_wrongly_is_exit_code_2(arena: Arena, tmp_path: Path) -> None:
    assert arena("record", "verify").code == 2
    missing = arena("record", "verify", tmp_path / "missing.json")
    assert missing.code == 2
    assert missing.line == f"{tmp_path / 'missing.json'}: no such file"
    folder = arena("record", "verify", tmp_path)
    assert (folder.code, folder.line) == (2, f"{tmp_path}: a folder; name the record files in it")


def test_of_several_files_each_is_judged_and_the_gravest_decides(
    arena: Arena, good: Path, record: Record, tmp_path: Path
) -> None:
    running = tmp_path / "running"
    message = as_hosted(record)
    message.ClearField("key")
    running.write_bytes(message.SerializeToString())
    broken = replaced(good, _change("commitment", _flip))
    missing = tmp_path / "missing"
    said = arena("record", "verify", running, good, missing, broken, good)
    assert said.code == 1
    assert said.out.count("verified, ") == 2
    assert len(said.err.splitlines()) == 3
    assert arena("record", "verify", running, missing, good).code == 2
    assert arena("record", "verify", running, good).code == 3


def faulted(record: Record, broken_entry: int) -> MatchRecord:
    """The match as it would be sent had its platform ended it after 30 entries, for what it found at one of them (from 1; 0: set-up)."""
    message = as_hosted(record)
    del message.entries[30:]
    last = message.entries[-1]
    message.entries.add(kind=RECORD_ENTRY_KIND_PLATFORM_FAULT, digest=last.digest, broken_entry=broken_entry)
    message.result.ending = MATCH_ENDING_PLATFORM_FAULT
    for seat in message.result.seats:
        seat.ClearField("place")
    return message


@pytest.mark.parametrize(("spoilt", "replays"), [(None, 30), (24, 24), (20, 20)])
def test_a_match_that_its_platform_could_not_end_has_an_answer_and_an_exit_code_of_its_own(
    arena: Arena, record: Record, tmp_path: Path, spoilt: int | None, replays: int
) -> None:
    """Whether the engine here agrees with those that doubted the entry or not: there is no result."""
    message = faulted(record, 21)
    if spoilt is not None:
        message.entries[spoilt].digest = bytes(16)
    save(record_of_message(message), tmp_path / "engine")
    (tmp_path / "hosted").write_bytes(message.SerializeToString())
    for name in ("engine", "hosted"):
        path = tmp_path / name
        said = arena("record", "verify", path)
        assert (said.code, said.out) == (5, "")
        assert said.line == (
            f"{path}: no result: the platform could not play the match on from entry 20 and ended it; {replays} entries replay here"
        )


def test_what_lies_before_the_fault_has_to_verify(arena: Arena, record: Record, tmp_path: Path) -> None:
    message = faulted(record, 21)
    message.entries[19].digest = bytes(16)
    path = tmp_path / "hosted"
    path.write_bytes(message.SerializeToString())
    said = arena("record", "verify", path)
    assert said.code == 1
    assert said.line == f"{path}: broken: entry 19: the digest differs"


def test_a_set_up_at_fault_and_an_outcome_that_cannot_be(arena: Arena, record: Record, tmp_path: Path) -> None:
    path = tmp_path / "record"
    save(record_of_message(faulted(record, 0)), path)
    assert " from its set-up and ended it" in arena("record", "verify", path).line
    save(replace(record, fault=3), path)
    said = arena("record", "verify", path)
    assert said.code == 1
    assert "has no outcome" in said.line
