"""Every game: copies are independent, bytes and JSON are complete and canonical."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine_core.codec import Codec, codec
from engine_core.documents import from_json
from engine_core.errors import BadEncoding
from engine_core.match import Match
from tests.conformance.configurations import (
    Configuration,
    every_configuration,
    every_seat_count,
    positions,
    walk,
)
from tests.engine.core.samples import mutable_parts


@every_configuration
def test_playing_on_a_copy_leaves_the_original_alone(setting: Configuration) -> None:
    game = setting.game
    for match in positions(setting, 21, every=25):
        before, document = game.to_bytes(match.state), game.to_json(match.state)
        copy = match.clone()
        for ply, _ in enumerate(walk(copy, match.ply)):
            if ply == 12:
                break
        assert game.to_json(match.state) == document
        assert game.to_bytes(match.state) == before
        assert _fresh(match) == before


@every_configuration
def test_playing_on_the_original_leaves_the_copy_alone(setting: Configuration) -> None:
    game = setting.game
    match = setting.match(22)
    copies: list[tuple[Match[Any, Any], bytes, dict[str, Any]]] = []
    for ply, _ in enumerate(walk(match, 22)):
        if ply % 20 == 0:
            copies.append((match.clone(), game.to_bytes(match.state), game.to_json(match.state)))
    for copy, before, document in copies:
        assert game.to_json(copy.state) == document
        assert _fresh(copy) == before
        assert game.to_bytes(copy.state) == before


@every_seat_count
def test_copies_share_nothing_that_changes_in_place(setting: Configuration) -> None:
    for match in positions(setting, 23, every=40):
        ours = {id(part) for part in mutable_parts(match.state)}
        assert len(ours) > 1
        assert not ours & {id(part) for part in mutable_parts(match.game.clone(match.state))}


@every_configuration
def test_bytes_and_json_round_trip(setting: Configuration) -> None:
    game = setting.game
    for match in positions(setting, 24, every=15):
        packed = game.to_bytes(match.state)
        again = game.from_bytes(packed, setting.options)
        assert game.to_bytes(again) == packed
        assert game.digest(again) == game.digest(match.state)
        document = json.loads(json.dumps(game.to_json(match.state)))
        rebuilt = game.from_json(document, setting.options)
        assert game.to_bytes(rebuilt) == packed, "remembered bytes are stale, or JSON is incomplete"
        for seat in range(setting.seats):
            assert game.legal(again, seat) == game.legal(match.state, seat) == game.legal(rebuilt, seat)


@every_seat_count
def test_states_read_back_are_playable_to_the_same_end(setting: Configuration) -> None:
    game = setting.game
    match = setting.match(25)
    for ply, _ in enumerate(walk(match, 25)):
        if ply == 60:
            break
    read = Match(game, game.from_bytes(game.to_bytes(match.state), setting.options), match.ply, match.decisions)
    written = Match(game, game.from_json(game.to_json(match.state), setting.options), match.ply, match.decisions)
    for seat, _, choice in walk(match, 26):
        read.apply(seat, choice)
        written.apply(seat, choice)
    assert read.digest() == written.digest() == match.digest()


@every_seat_count
def test_damaged_bytes_are_refused(setting: Configuration) -> None:
    game = setting.game
    match = setting.match(27)
    packed = game.to_bytes(match.state)
    for cut in range(1, 40):
        with pytest.raises(BadEncoding):
            game.from_bytes(packed[:-cut], setting.options)
    with pytest.raises(BadEncoding):
        game.from_bytes(packed + b"\0", setting.options)
    for where in range(len(packed)):
        damaged = packed[:where] + bytes([packed[where] ^ 0x55]) + packed[where + 1 :]
        try:
            state = game.from_bytes(damaged, setting.options)
        except BadEncoding:
            continue
        assert game.to_bytes(state) == damaged


@every_seat_count
def test_views_round_trip(setting: Configuration) -> None:
    game = setting.game
    view_codec: Codec[Any] = codec(game.view_type)
    for match in positions(setting, 28, every=30):
        for seat in (None, *range(setting.seats)):
            view = game.view(match.state, seat)
            packed = game.view_to_bytes(view)
            assert view_codec.to_bytes(view_codec.from_bytes(packed, game.context(setting.options))) == packed
            document = json.loads(json.dumps(game.view_to_json(view)))
            rebuilt: Any = from_json(game.view_type, document, game.context(setting.options))
            assert game.view_to_bytes(rebuilt) == packed


@every_configuration
def test_options_round_trip(setting: Configuration) -> None:
    game = setting.game
    document = game.options_to_json(setting.options)
    assert game.read_options(json.loads(json.dumps(document))) == setting.options
    assert game.read_options({}) == game.options_type()


def _fresh(match: Match[Any, Any]) -> bytes:
    """The bytes of the position without anything remembered."""
    shared = match.state
    return match.game.to_bytes(match.game.from_json(match.game.to_json(match.state), shared.options))
