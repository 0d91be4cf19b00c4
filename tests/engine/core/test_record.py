"""Records: what is read is what was written, and whatever does not replay is refused where it first differs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from engine_core.documents import canonical
from engine_core.errors import BadRecord, IllegalChoice, RecordNotComplete
from engine_core.game import Outcome
from engine_core.games import game
from engine_core.match import Match
from engine_core.playing import bot_rng, play, random_bot
from engine_core.position import replace_tables
from engine_core.record import Entry, Record, load, read, record_of, save
from engine_core.replay import begin, verify
from engine_core.rng import derive_key, key_from_seed

GAME: Final = game("medico")
KEY: Final = key_from_seed(5)
RECORD: Final = play(GAME, [random_bot] * 3, KEY)


def test_a_played_game_verifies() -> None:
    verified = verify(RECORD)
    assert verified.entries == verified.plies == len(RECORD.entries)
    assert verified.outcome == RECORD.outcome
    assert RECORD.seeded


def test_records_round_trip_through_files(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    save(RECORD, path)
    assert load(path) == RECORD
    again = tmp_path / "again.json"
    save(load(path), again)
    assert again.read_bytes() == path.read_bytes()


def test_a_running_match_has_no_key_and_says_so() -> None:
    running = read(json.loads(canonical(replace(RECORD, key=None, outcome=None).to_json())))
    with pytest.raises(RecordNotComplete):
        verify(running)
    with pytest.raises(RecordNotComplete):
        begin(running)


def _entry(number: int, **changes: Any) -> Callable[[Record], Record]:
    def change(record: Record) -> Record:
        entries = list(record.entries)
        entries[number] = replace(entries[number], **changes)
        return replace(record, entries=tuple(entries))

    return change


@pytest.mark.parametrize(
    ("change", "entry", "words"),
    [
        (_entry(7, digest=bytes(16)), 7, "the digest differs"),
        (_entry(7, seat=9), 7, "there is no seat 9"),
        (_entry(7, actions=(99999,)), 7, "no action 99999"),
        (_entry(0, actions=(RECORD.entries[-1].actions[0],)), 0, "breaks MED-"),
        (lambda r: replace(r, entries=r.entries[:-1]), -1, "the outcome is"),
        (lambda r: replace(r, outcome=None), -1, "the outcome is"),
        (lambda r: replace(r, key=key_from_seed(6)), -1, "commitment"),
        (lambda r: replace(r, commitment=bytes(32)), -1, "commitment"),
        (lambda r: replace(r, options={"start_places": "random"}), -1, "commitment"),
        (lambda r: replace(r, options={"colour": "red"}), -1, "colour: medico has no option"),
        (lambda r: replace(r, start=bytes(16)), -1, "start"),
        (lambda r: replace(r, seats=2), -1, "start"),
        (lambda r: replace(r, seats=7), -1, "seats"),
        (lambda r: replace(r, game="chess"), -1, "game: there is no game 'chess'"),
        (lambda r: replace(r, rules_version=99), -1, "rules_version"),
        (lambda r: replace(r, catalogue="00"), -1, "catalogue"),
        (lambda r: replace(r, data="00"), -1, "data"),
        (lambda r: replace(r, tables={"rods": "id\n"}), -1, "tables"),
        (lambda r: replace(r, key=b""), -1, "key"),
    ],
)
def test_the_first_difference_is_named(change: Callable[[Record], Record], entry: int, words: str) -> None:
    with pytest.raises(BadRecord, match=words) as wrong:
        verify(change(RECORD))
    assert wrong.value.entry == entry


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d.update(format="arena-record-9"), "format"),
        (lambda d: d.update(colour="red"), "colour"),
        (lambda d: d.pop("game"), "game: missing"),
        (lambda d: d.update(seats="3"), "seats: int"),
        (lambda d: d.update(seats=True), "seats: int"),
        (lambda d: d.update(key="xyz"), "key: hex"),
        (lambda d: d.update(tables=[1]), "tables"),
        (lambda d: d.update(outcome=3), "outcome"),
        (lambda d: d["outcome"][1].pop("place"), r"outcome\[1\]\.place: missing"),
        (lambda d: d["outcome"][1].update(categories=[["x"]]), r"outcome\[1\]\.categories"),
        (lambda d: d["entries"].append(3), "entry"),
        (lambda d: d["entries"][4].update(actions=["1"]), "entry 4: actions"),
        (lambda d: d["entries"][4].update(actions=[]), "entry 4: either"),
        (lambda d: d["entries"][4].update(resigned=True), "entry 4: either"),
        (lambda d: d["entries"][4].update(digest="q"), "entry 4: digest: hex"),
        (lambda d: d["entries"][4].update(note=1), "entry 4: an object"),
    ],
)
def test_rubbish_is_refused_by_name(change: Callable[[dict[str, Any]], Any], words: str) -> None:
    document = json.loads(canonical(RECORD.to_json()))
    change(document)
    with pytest.raises(BadRecord, match=words):
        read(document)


@pytest.mark.parametrize("text", ["", "[]", "{", "3", '{"format": 1}', "[" * 100000])
def test_files_that_are_no_record(tmp_path: Path, text: str) -> None:
    path = tmp_path / "record.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadRecord):
        load(path)
    with pytest.raises(BadRecord, match="No such file"):
        load(tmp_path / "missing.json")


def test_own_card_tables_travel_with_the_record() -> None:
    data = replace_tables(GAME, None, {"numbers": {"unused_favor_points": {"value": 3}}})
    record = play(GAME, [random_bot] * 2, KEY, data=data)
    assert record.tables is not None
    assert RECORD.tables is None
    assert verify(read(json.loads(canonical(record.to_json())))).outcome == record.outcome
    with pytest.raises(BadRecord, match="data"):
        verify(replace(record, tables=None))


def test_plans_and_resignations_are_entries() -> None:
    options = GAME.read_options({})
    match = Match.new(GAME, 3, options, KEY)
    start, entries = match.digest(), []
    while not match.over:
        seat = GAME.to_act(match.state)[0]
        plan: list[int] = []
        while GAME.to_act(match.state)[:1] == (seat,) and len(plan) < 3:
            action = GAME.legal(match.state, seat)[0]
            plan.append(action.id)
            if match.apply(seat, action):
                break
        entries.append(Entry(seat, tuple(plan), match.digest()))
        if len(entries) == 20:
            match.resign(1)
            entries.append(Entry(1, (), match.digest(), resigned=True))
    assert any(len(entry.actions) > 1 for entry in entries)
    record = record_of(GAME, 3, options, KEY, GAME.load_data(), start, entries, None)
    with pytest.raises(BadRecord, match="the outcome is"):
        verify(record)
    verified = verify(replace(record, outcome=Outcome(match.places())))
    assert verified.plies == match.ply > len(entries)
    assert verified.outcome is not None
    assert verified.outcome.seats[1].place == 3


def test_a_decision_that_is_asked_again_is_answered_alike() -> None:
    one, other = bot_rng(KEY, "m", 1, 4), bot_rng(KEY, "m", 1, 4)
    assert [one.below(0, 99) for _ in range(5)] == [other.below(0, 99) for _ in range(5)]
    assert one.secret == derive_key(KEY, "m", 1, 4)
    assert (
        len({bot_rng(KEY, match, seat, decision).secret for match in "ab" for seat in (0, 1) for decision in (0, 1)})
        == 8
    )


def test_play_is_the_same_for_the_same_keys_and_only_then() -> None:
    assert play(GAME, [random_bot] * 3, KEY) == RECORD
    assert play(GAME, [random_bot] * 3, KEY, match="other").entries != RECORD.entries
    assert play(GAME, [random_bot] * 3, KEY, bot_seed=b"other").entries != RECORD.entries


def test_a_bot_that_chooses_what_is_not_legal_is_named() -> None:
    with pytest.raises(IllegalChoice, match="seat 1"):
        play(GAME, [random_bot, lambda view, legal, rng: GAME.catalogue[len(GAME.catalogue) - 1]], KEY)


def test_a_bot_may_do_with_its_list_what_it_likes() -> None:
    def greedy_for_lists(view: Any, legal: list[Any], rng: Any) -> Any:
        choice = legal[0]
        legal.clear()
        return choice

    assert verify(play(GAME, [greedy_for_lists] * 2, KEY)).outcome is not None
