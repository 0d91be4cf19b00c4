"""A game's actions, views, options and events to and from the messages of ``arena/rules/v1/games.proto``.

Generic: the game's name is the field in ``GameAction``, ``GameView``, ``GameOptions`` and ``GameEvent``; below that everything meets by
name (see :mod:`arena.wire`). A new game needs no code here.

    Untranslatable
    ├── EmptyAction       an action without content                            REASON_EMPTY_ACTION
    ├── OtherGame         an action (or options, a view, an event) of another game  REASON_ACTION_OF_OTHER_GAME
    ├── NoSuchAction      no action of the catalogue has this id or these values    REASON_UNKNOWN_ACTION
    └── NoSuchOption      an option has no such value                          REASON_UNKNOWN_OPTION
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final

from google.protobuf import unknown_fields
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from arena.pb.rules.v1 import games_pb2, reasons_pb2
from arena.wire import (
    Encode,
    Fields,
    Read,
    SchemaMismatch,
    class_reader,
    class_writer,
    delimited,
    reader,
    varint,
    writer,
)
from engine_core import schema
from engine_core.actions import Action, ActionType
from engine_core.errors import BadEncoding, UnknownAction
from engine_core.events import EVERYONE, Event
from engine_core.game import Game

AnyGame = Game[Any, Any]


class Untranslatable(Exception):
    """A message that says nothing in the game's words. ``reason`` is what the caller is told, the text one sentence."""

    reason: ClassVar[reasons_pb2.Reason.ValueType] = reasons_pb2.REASON_MALFORMED


class EmptyAction(Untranslatable):
    """An action without content."""

    reason = reasons_pb2.REASON_EMPTY_ACTION


class OtherGame(Untranslatable):
    """Content of another game."""

    reason = reasons_pb2.REASON_ACTION_OF_OTHER_GAME


class NoSuchAction(Untranslatable):
    """No action of the catalogue has this id or these values."""

    reason = reasons_pb2.REASON_UNKNOWN_ACTION


class NoSuchOption(Untranslatable):
    """An option has no such value; ``option`` is its name, or the game that the options are for."""

    reason = reasons_pb2.REASON_UNKNOWN_OPTION

    def __init__(self, option: str, sentence: str) -> None:
        super().__init__(sentence)
        self.option = option


def action_to_proto(game: AnyGame, action: Action, *, typed: bool = False) -> games_pb2.GameAction:
    """The action by its catalogue id, or spelled out."""
    if not typed:
        return games_pb2.GameAction(id=action.id)
    return games_pb2.GameAction.FromString(_actions(game).encode(action))


def action_from_proto(game: AnyGame, message: games_pb2.GameAction) -> Action:
    """The catalogue's action; :class:`EmptyAction`, :class:`OtherGame` or :class:`NoSuchAction` if there is none."""
    which = message.WhichOneof("action")
    if which == "id":
        try:
            return game.catalogue.actions[message.id]
        except IndexError:
            raise NoSuchAction(
                f"{game.name} has no action {message.id}; ids run from 0 to {len(game.catalogue) - 1}"
            ) from None
    if which is None:
        if len(unknown_fields.UnknownFieldSet(message)):
            raise OtherGame("the action belongs to a game that is not known here")
        raise EmptyAction("the action is empty: give an id or spell it out")
    if which != game.name:
        raise OtherGame(f"the action belongs to {which}, the match is {game.name}")
    return _actions(game).decode(getattr(message, which))


def view_to_proto(game: AnyGame, view: Any) -> games_pb2.GameView:
    """A view as a message; 30-60 us for Medico with four seats."""
    return games_pb2.GameView.FromString(view_bytes(game, view))


def view_bytes(game: AnyGame, view: Any) -> bytes:
    """The serialized ``GameView``: canonical, equal views give equal bytes."""
    return _views(game)[0](view)


def view_from_proto(game: AnyGame, message: games_pb2.GameView) -> Any:
    """The engine's view object; :class:`OtherGame`, or :class:`~engine_core.errors.BadEncoding` naming the field."""
    return _views(game)[1](_content(game, message, "view"))


def options_to_proto(game: AnyGame, options: Any) -> games_pb2.GameOptions:
    """Options as a message, every option spelled out."""
    field = _game_field(games_pb2.GameOptions.DESCRIPTOR, game)
    body = class_writer(game.options_type, _message_type(field))(options)
    return games_pb2.GameOptions.FromString(delimited(field.number)(body))


def options_from_proto(game: AnyGame, message: games_pb2.GameOptions | None) -> Any:
    """The game's options; whatever is unset has its default. :class:`NoSuchOption` names the option that has no such value."""
    if message is None:
        return game.options_type()
    if message.WhichOneof("options") is None:
        if len(unknown_fields.UnknownFieldSet(message)):
            raise NoSuchOption(game.name, "the options belong to a game that is not known here")
        return game.options_type()
    try:
        content = _content(game, message, "options")
    except OtherGame as error:
        raise NoSuchOption(game.name, str(error)) from None
    extra = unknown_fields.UnknownFieldSet(content)
    if len(extra):
        number = str(extra[0].field_number)
        raise NoSuchOption(number, f"{game.name} has no option with field number {number}")
    chosen: dict[str, Any] = {}
    for name, node in schema.schema_of(game.options_type).fields:
        field = content.DESCRIPTOR.fields_by_name[name]
        value = getattr(content, name)
        if field.enum_type is not None:
            if value == 0:
                continue
            if not isinstance(node, schema.Number) or not 0 < value <= (node.limit or 0):
                raise NoSuchOption(name, f"{game.name}: option {name} has no value number {value}")
            chosen[name] = value - 1
        elif not field.has_presence or content.HasField(name):
            chosen[name] = value
    return game.options_type(**chosen)


def event_to_proto(game: AnyGame, audience: int, event: Event) -> games_pb2.GameEvent:
    """What happened and who may know it: a seat, or :data:`~engine_core.events.EVERYONE`."""
    return games_pb2.GameEvent.FromString(_events(game).encode(event) + _audience(audience))


def event_from_proto(game: AnyGame, message: games_pb2.GameEvent) -> tuple[int, Event]:
    """Audience and event; :class:`OtherGame`, or :class:`~engine_core.errors.BadEncoding` naming what is wrong."""
    content = _content(game, message, "event")
    kind = content.WhichOneof("kind")
    if kind is None:
        raise BadEncoding(f"{game.name}: the event is empty or not known here")
    event: Event = _events(game).reads[kind](getattr(content, kind))
    return (message.audience if message.HasField("audience") else EVERYONE), event


class _Kinds:
    """The members of a game's ``oneof kind``: actions or events."""

    __slots__ = ("_field", "_oneof", "_writes", "reads")

    def __init__(self, field: FieldDescriptor, kinds: Mapping[str, tuple[type, Fields]], *, by_call: bool) -> None:
        message = _message_type(field)
        members = {member.name: member for member in message.oneofs_by_name["kind"].fields}
        if set(members) != set(kinds) or len(members) != len(message.fields):
            raise SchemaMismatch(f"{message.full_name}: kinds differ by {sorted(set(members) ^ set(kinds))}")
        self._field = field
        outer = delimited(field.number)
        self._writes: dict[type, Encode] = {}
        self.reads: dict[str, Read] = {}
        for name, (cls, fields) in kinds.items():
            body = writer(fields, _message_type(members[name]))
            self._writes[cls] = _nest(outer, delimited(members[name].number), body)
            self.reads[name] = reader(fields, _message_type(members[name]), cls, by_call=by_call)

    def encode(self, thing: Any) -> bytes:
        """Bytes of the message that holds the game's field."""
        return self._writes[type(thing)](thing)

    def decode(self, content: Message) -> Action:
        """The catalogue's action from a typed one."""
        kind = content.WhichOneof("kind")
        if kind is None:
            if len(unknown_fields.UnknownFieldSet(content)):
                raise NoSuchAction(f"{self._field.name} has no such kind of action in this rules version")
            raise EmptyAction("the action is empty: spell out one kind")
        try:
            action: Action = self.reads[kind](getattr(content, kind))
        except (BadEncoding, UnknownAction) as error:
            raise NoSuchAction(f"{kind}: {error}") from None
        return action


def _nest(outer: Encode, inner: Encode, body: Encode) -> Encode:
    return lambda thing: outer(inner(body(thing)))


@cache
def _actions(game: AnyGame) -> _Kinds:
    return _Kinds(
        _game_field(games_pb2.GameAction.DESCRIPTOR, game),
        {kind.kind: (kind, _action_fields(kind)) for kind in game.catalogue.kinds},
        by_call=True,
    )


def _action_fields(kind: ActionType) -> Fields:
    return tuple((name, schema.Number(domain)) for name, domain in kind.domains().items())


@cache
def _events(game: AnyGame) -> _Kinds:
    return _Kinds(
        _game_field(games_pb2.GameEvent.DESCRIPTOR, game),
        {kind.kind: (kind, schema.schema_of(kind).fields) for kind in game.events},
        by_call=False,
    )


@cache
def _views(game: AnyGame) -> tuple[Encode, Read]:
    field = _game_field(games_pb2.GameView.DESCRIPTOR, game)
    message = _message_type(field)
    body, wrap = class_writer(game.view_type, message), delimited(field.number)
    return (lambda view: wrap(body(view))), class_reader(game.view_type, message)


_AUDIENCE: Final = varint(games_pb2.GameEvent.DESCRIPTOR.fields_by_name["audience"].number << 3)


def _audience(audience: int) -> bytes:
    return b"" if audience == EVERYONE else _AUDIENCE + varint(audience)


def _game_field(message: Descriptor, game: AnyGame) -> FieldDescriptor:
    field = message.fields_by_name.get(game.name)
    if field is None:
        raise SchemaMismatch(f"{message.full_name} has no field for {game.name}")
    return field


def _message_type(field: FieldDescriptor) -> Descriptor:
    if field.message_type is None:
        raise SchemaMismatch(f"{field.full_name} is no message")
    return field.message_type


def _content(game: AnyGame, message: Any, oneof: str) -> Any:
    which = message.WhichOneof(oneof)
    if which != game.name:
        raise OtherGame(f"{which or 'nothing'} where {game.name} was expected")
    return getattr(message, which)


__all__ = [
    "EmptyAction",
    "NoSuchAction",
    "NoSuchOption",
    "OtherGame",
    "Untranslatable",
    "action_from_proto",
    "action_to_proto",
    "event_from_proto",
    "event_to_proto",
    "options_from_proto",
    "options_to_proto",
    "view_bytes",
    "view_from_proto",
    "view_to_proto",
]
