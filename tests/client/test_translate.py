"""Every action, view, option and event of every game survives the way to its message and back, without code for any game."""

from __future__ import annotations

import random
from dataclasses import fields
from typing import Any

import pytest

from arena import translate
from arena.pb.azerland.v1 import actions_pb2 as azerland_pb2
from arena.pb.azerland.v1 import options_pb2 as azerland_options_pb2
from arena.pb.medico.v1 import actions_pb2, options_pb2
from arena.pb.rules.v1 import games_pb2, reasons_pb2
from arena.wire import SchemaMismatch
from engine_core import schema
from engine_core.errors import BadEncoding
from engine_core.events import EVERYONE
from engine_core.games import GAMES, game
from engine_core.playing import play, random_bot
from tests.client import made_up


@pytest.fixture(params=sorted(GAMES))
def any_game(request: pytest.FixtureRequest) -> Any:
    return game(request.param)


def test_every_action_by_id_and_spelled_out(any_game: Any) -> None:
    for action in any_game.catalogue:
        by_id = translate.action_to_proto(any_game, action)
        typed = translate.action_to_proto(any_game, action, typed=True)
        assert by_id.WhichOneof("action") == "id"
        assert typed.WhichOneof("action") == any_game.name
        assert getattr(typed, any_game.name).WhichOneof("kind") == action.kind
        assert translate.action_from_proto(any_game, by_id) is action
        assert translate.action_from_proto(any_game, typed) is action


def test_made_up_views_are_canonical_and_come_back(any_game: Any) -> None:
    draw = random.Random(7)
    for _ in range(100):
        view = made_up.instance(any_game.view_type, draw)
        message = translate.view_to_proto(any_game, view)
        assert message.SerializeToString(deterministic=True) == translate.view_bytes(any_game, view)
        assert made_up.plain(translate.view_from_proto(any_game, message)) == made_up.plain(view)


def test_every_view_of_random_games(any_game: Any) -> None:
    for seats in any_game.seat_counts:
        seen: set[int | None] = set()

        def bot(view: Any, legal: Any, rng: Any, seen: set[int | None] = seen) -> Any:
            message = translate.view_to_proto(any_game, view)
            assert made_up.plain(translate.view_from_proto(any_game, message)) == made_up.plain(view)
            seen.add(view.seat)
            return random_bot(view, legal, rng)

        play(any_game, [bot] * seats, key=bytes(31) + bytes([seats]))
        assert seen == set(range(seats))


def test_every_event_and_audience(any_game: Any) -> None:
    draw = random.Random(8)
    for kind in any_game.events:
        for audience in (EVERYONE, 0, 3):
            event = made_up.instance(kind, draw)
            message = translate.event_to_proto(any_game, audience, event)
            assert getattr(message, any_game.name).WhichOneof("kind") == kind.kind
            assert message.HasField("audience") == (audience != EVERYONE)
            assert translate.event_from_proto(any_game, message) == (audience, event)


def test_every_option_value(any_game: Any) -> None:
    for name, node in schema.schema_of(any_game.options_type).fields:
        assert isinstance(node, schema.Number | schema.Boolean)
        values = range(node.limit or 0) if isinstance(node, schema.Number) else (False, True)
        for value in values:
            options = any_game.options_type(**{name: value})
            message = translate.options_to_proto(any_game, options)
            assert translate.options_from_proto(any_game, message) == options
    assert translate.options_from_proto(any_game, None) == any_game.options_type()
    assert translate.options_from_proto(any_game, games_pb2.GameOptions()) == any_game.options_type()
    nothing_chosen = games_pb2.GameOptions()
    getattr(nothing_chosen, any_game.name).SetInParent()
    assert translate.options_from_proto(any_game, nothing_chosen) == any_game.options_type()
    assert len(fields(any_game.options_type)) == len(schema.schema_of(any_game.options_type).fields)


MEDICO = game("medico")
Typed = actions_pb2.Action


@pytest.mark.parametrize(
    ("message", "error", "reason"),
    [
        (games_pb2.GameAction(), translate.EmptyAction, reasons_pb2.REASON_EMPTY_ACTION),
        (games_pb2.GameAction(medico=Typed()), translate.EmptyAction, reasons_pb2.REASON_EMPTY_ACTION),
        (
            games_pb2.GameAction(id=len(MEDICO.catalogue)),
            translate.NoSuchAction,
            reasons_pb2.REASON_UNKNOWN_ACTION,
        ),
        (games_pb2.GameAction(id=2**32 - 1), translate.NoSuchAction, reasons_pb2.REASON_UNKNOWN_ACTION),
        (
            games_pb2.GameAction(medico=Typed(sell_remedy=actions_pb2.SellRemedy())),
            translate.NoSuchAction,
            reasons_pb2.REASON_UNKNOWN_ACTION,
        ),
        (
            games_pb2.GameAction(medico=Typed(sell_remedy=actions_pb2.SellRemedy(remedy=1, space_index=3))),  # type: ignore[arg-type] # any number may come over the wire
            translate.NoSuchAction,
            reasons_pb2.REASON_UNKNOWN_ACTION,
        ),
        (
            games_pb2.GameAction(medico=Typed(sell_remedy=actions_pb2.SellRemedy(remedy=99))),  # type: ignore[arg-type] # likewise
            translate.NoSuchAction,
            reasons_pb2.REASON_UNKNOWN_ACTION,
        ),
        (
            # field 200 of GameAction: a game that this build does not know
            games_pb2.GameAction.FromString(b"\xc2\x0c\x00"),
            translate.OtherGame,
            reasons_pb2.REASON_ACTION_OF_OTHER_GAME,
        ),
        (
            games_pb2.GameAction(azerland=azerland_pb2.Action(finish=azerland_pb2.Finish())),
            translate.OtherGame,
            reasons_pb2.REASON_ACTION_OF_OTHER_GAME,
        ),
        (
            # Medico, with a kind of action that this build does not know
            games_pb2.GameAction(medico=Typed.FromString(b"\xc2\x3e\x00")),
            translate.NoSuchAction,
            reasons_pb2.REASON_UNKNOWN_ACTION,
        ),
    ],
)
def test_what_is_no_action_has_its_own_reason(
    message: games_pb2.GameAction, error: type[translate.Untranslatable], reason: reasons_pb2.Reason.ValueType
) -> None:
    with pytest.raises(error) as raised:
        translate.action_from_proto(MEDICO, message)
    assert raised.value.reason == reason


@pytest.mark.parametrize(
    ("message", "option"),
    [
        (games_pb2.GameOptions(medico=options_pb2.Options(starting_markets=9)), "starting_markets"),  # type: ignore[arg-type] # any number may come
        (games_pb2.GameOptions(medico=options_pb2.Options(start_places=-1)), "start_places"),  # type: ignore[arg-type] # likewise
        (games_pb2.GameOptions(medico=options_pb2.Options.FromString(b"\x48\x01")), "9"),
        (games_pb2.GameOptions.FromString(b"\xc2\x0c\x00"), "medico"),
        (games_pb2.GameOptions(azerland=azerland_options_pb2.Options()), "medico"),
    ],
)
def test_an_option_that_does_not_exist_is_named(message: games_pb2.GameOptions, option: str) -> None:
    with pytest.raises(translate.NoSuchOption) as raised:
        translate.options_from_proto(MEDICO, message)
    assert raised.value.option == option
    assert raised.value.reason == reasons_pb2.REASON_UNKNOWN_OPTION


def test_a_value_outside_of_its_annotation_is_not_written() -> None:
    view = made_up.instance(MEDICO.view_type, random.Random(1))
    view.phase = 99
    with pytest.raises(ValueError, match=r"View\.phase"):
        translate.view_bytes(MEDICO, view)


def test_a_view_of_a_newer_schema_is_refused_by_name() -> None:
    view = made_up.instance(MEDICO.view_type, random.Random(1))
    message = translate.view_to_proto(MEDICO, view)
    message.medico.phase = 99  # type: ignore[assignment] # an enum number that this build does not know
    with pytest.raises(BadEncoding, match=r"View\.phase: number 99 is unknown"):
        translate.view_from_proto(MEDICO, message)
    with pytest.raises(translate.OtherGame):
        translate.view_from_proto(MEDICO, games_pb2.GameView())


def test_equal_views_give_equal_bytes_however_often_they_are_written() -> None:
    one = made_up.instance(MEDICO.view_type, random.Random(2))
    other = made_up.instance(MEDICO.view_type, random.Random(2))
    assert translate.view_bytes(MEDICO, one) == translate.view_bytes(MEDICO, other)


def test_a_game_without_its_field_is_a_fault_of_the_programs() -> None:
    class Nameless:
        name = "nameless"
        view_type = MEDICO.view_type

    with pytest.raises(SchemaMismatch, match="no field for nameless"):
        translate.view_bytes(Nameless(), None)  # type: ignore[arg-type] # as little of a game as the test needs
