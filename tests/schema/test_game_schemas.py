"""``arena.<game>.v1`` says the same as the engine: every class, field and word of one has its counterpart in the other.

Services translate by name (``arena.wire``); a difference found here would be a service that does not start.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar, get_args, get_origin, get_type_hints

import protovalidate
import pytest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from arena.pb.rules.v1 import games_pb2
from arena.translate import action_to_proto
from engine_core.actions import Action, snake_case
from engine_core.games import GAMES, game
from engine_core.vocabulary import Card, Count, Flags, Index, Labels, Signed
from tests.schema.conftest import files, rules_of

every_game = pytest.mark.parametrize("name", GAMES)


@dataclass(frozen=True)
class Shape:
    """What a field of a message has to look like.

    ``words`` is the enum's list, ``size`` the first number too large; ``slot`` is set for a message that no engine class stands
    behind and that has a single field of that shape: it lets a list hold "nothing here", or lists.
    """

    type: int
    repeated: bool = False
    presence: bool = False
    message: str = ""
    words: Labels | None = None
    size: int | None = None
    slot: Shape | None = None


def shape_of(hint: Any, renamed: Mapping[type, str]) -> Shape:
    """The shape that an engine annotation asks for."""
    if get_origin(hint) is tuple:
        item = shape_of(get_args(hint)[0], renamed)
        if item.repeated or (item.presence and item.words is None and not item.message):
            return Shape(FieldDescriptor.TYPE_MESSAGE, repeated=True, slot=item)
        return replace(item, repeated=True, presence=False, size=None)
    if get_origin(hint) is types.UnionType:
        (inner,) = (arg for arg in get_args(hint) if arg is not type(None))
        return shape_of(inner, renamed)
    for word in getattr(hint, "__metadata__", ()):
        return shape_of_word(word)
    if hint is bool:
        return Shape(FieldDescriptor.TYPE_BOOL)
    if hint is int:
        return Shape(FieldDescriptor.TYPE_UINT32)
    assert inspect.isclass(hint), hint
    return Shape(FieldDescriptor.TYPE_MESSAGE, presence=True, message=renamed.get(hint, hint.__name__))


def shape_of_word(word: object) -> Shape:
    match word:
        case Labels():
            return Shape(FieldDescriptor.TYPE_ENUM, presence=word.optional, words=replace(word, optional=False))
        case Flags():
            return Shape(FieldDescriptor.TYPE_ENUM, repeated=True, words=word.labels)
        case Index():
            return Shape(FieldDescriptor.TYPE_UINT32, presence=word.optional, size=word.size)
        case Card():
            return Shape(FieldDescriptor.TYPE_UINT32, presence=word.optional)
        case Count():
            return Shape(FieldDescriptor.TYPE_UINT32)
        case Signed():
            return Shape(FieldDescriptor.TYPE_INT32)
    raise AssertionError(f"no shape for {word}")


def shape_in_schema(field: FieldDescriptor, name: str) -> Shape:
    """The shape that a message's field has."""
    rules = rules_of(field)
    enum, message = field.enum_type, field.message_type
    is_class = message is not None and message.name in engine_classes(name)
    return Shape(
        type=field.type,
        repeated=field.is_repeated,
        presence=field.has_presence,
        message=message.name if message is not None and is_class else "",
        words=engine_labels(name)[enum.name] if enum is not None else None,
        size=rules.uint32.lt if rules.uint32.HasField("lt") else None,
        slot=shape_in_schema(only_field(message), name) if message is not None and not is_class else None,
    )


def only_field(message: Descriptor) -> FieldDescriptor:
    (field,) = message.fields
    return field


def field_hints(cls: type) -> dict[str, Any]:
    """The annotated fields of a class itself, in order."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hints[name] for name in inspect.get_annotations(cls) if get_origin(hints[name]) is not ClassVar}


def inner_hints(hint: Any) -> Iterator[Any]:
    """An annotation without the tuple or union around it."""
    if get_origin(hint) in (tuple, types.UnionType):
        for item in get_args(hint):
            if item is not Ellipsis and item is not type(None):
                yield from inner_hints(item)
    else:
        yield hint


def renamed_classes(name: str) -> dict[type, str]:
    """Classes whose message is not called like them."""
    return {game(name).view_type: "View", game(name).options_type: "Options"}


@cache
def engine_classes(name: str) -> dict[str, type]:
    """Actions, events, options and what views are made of, by the name that their message has."""
    playing = game(name)
    classes: list[type] = [*playing.catalogue.kinds, *playing.events, playing.options_type, playing.view_type]
    for cls in classes:
        for hint in field_hints(cls).values():
            classes += [
                inner
                for inner in inner_hints(hint)
                if inspect.isclass(inner) and inner not in (bool, int) and inner not in classes
            ]
    found = {renamed_classes(name).get(cls, cls.__name__): cls for cls in classes}
    assert len(found) == len(classes), "two classes have one name"
    return found


@cache
def engine_labels(name: str) -> dict[str, Labels]:
    """Every list of words that these classes use, by name."""
    found: dict[str, Labels] = {}
    for cls in engine_classes(name).values():
        for hint in field_hints(cls).values():
            for inner in inner_hints(hint):
                words = shape_of(inner, {}).words
                if words is not None:
                    assert found.setdefault(words.name, words) == words, "two lists have one name"
    return found


def schema_messages(name: str) -> dict[str, Descriptor]:
    return {m: message for file in game_files(name) for m, message in file.message_types_by_name.items()}


def schema_enums(name: str) -> dict[str, EnumDescriptor]:
    return {e: enum for file in game_files(name) for e, enum in file.enum_types_by_name.items()}


def game_files(name: str) -> list[Any]:
    return [file for file in files() if file.package == f"arena.{name}.v1"]


def pairs(name: str) -> list[tuple[type, Descriptor]]:
    messages = schema_messages(name)
    return [(cls, messages[message]) for message, cls in engine_classes(name).items()]


def test_every_game_is_in_the_schema() -> None:
    assert {field.name for field in games_pb2.GameView.DESCRIPTOR.oneofs_by_name["view"].fields} == set(GAMES)


@every_game
def test_every_class_has_a_message_and_no_message_is_left_over(name: str) -> None:
    """What no class stands behind is the oneof of the kinds, or lets a list hold nothing (and has a user)."""
    messages = schema_messages(name)
    others = set(messages) - set(engine_classes(name)) - {"Action", "Event"}
    assert set(engine_classes(name)) <= set(messages)
    slots = {
        field.message_type.name
        for _, message in pairs(name)
        for field in message.fields
        if field.message_type is not None and shape_in_schema(field, name).slot is not None
    }
    assert others == slots


@every_game
def test_every_list_of_words_has_an_enum_and_no_enum_is_left_over(name: str) -> None:
    assert set(schema_enums(name)) == set(engine_labels(name))


@pytest.mark.parametrize(
    ("name", "labels"),
    [(name, labels) for name in GAMES for labels in engine_labels(name).values()],
    ids=lambda value: getattr(value, "name", value),
)
def test_an_enum_has_the_words_in_order(name: str, labels: Labels) -> None:
    """Number = index + 1; 0 is unspecified."""
    enum = schema_enums(name)[labels.name]
    prefix = snake_case(labels.name).upper()
    wanted = {f"{prefix}_UNSPECIFIED": 0} | {
        f"{prefix}_{word.upper()}": i for i, word in enumerate(labels.words, start=1)
    }
    assert {value.name: value.number for value in enum.values} == wanted


@pytest.mark.parametrize(
    ("name", "cls"),
    [(name, cls) for name in GAMES for cls in engine_classes(name).values()],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_message_has_the_fields_of_its_class(name: str, cls: type) -> None:
    """Same names, same order, numbered from 1, each of the shape that the annotation asks for."""
    renamed = renamed_classes(name)
    message = schema_messages(name)[renamed.get(cls, cls.__name__)]
    hints = field_hints(cls)
    assert [field.name for field in message.fields] == list(hints)
    assert [field.number for field in message.fields] == list(range(1, len(hints) + 1))
    for field in message.fields:
        wanted = shape_of(hints[field.name], renamed)
        if cls is game(name).options_type and hints[field.name] is bool:
            wanted = replace(wanted, presence=True)  # an option left out has its default, which need not be "no"
        assert shape_in_schema(field, name) == wanted, field.full_name


@every_game
def test_the_kinds_are_those_of_the_engine(name: str) -> None:
    """Same kinds, same order, and nothing beside the oneof."""
    messages = schema_messages(name)
    both: tuple[tuple[str, tuple[type[Any], ...]], ...] = (
        ("Action", game(name).catalogue.kinds),
        ("Event", game(name).events),
    )
    for message, kinds in both:
        kind_fields = messages[message].oneofs_by_name["kind"].fields
        assert [(field.name, field.message_type and field.message_type.name) for field in kind_fields] == [
            (kind.kind, kind.__name__) for kind in kinds
        ]
        assert len(kind_fields) == len(messages[message].fields)


@every_game
def test_a_typed_action_cannot_name_a_word_that_is_none(name: str) -> None:
    """Every enum of an action refuses 0 and unknown numbers; an event's and a view's too, unless 0 says "nothing"."""
    for _, message in pairs(name):
        if message.file.name.endswith("/options.proto"):
            continue
        for field in message.fields:
            if field.enum_type is None:
                continue
            rules = rules_of(field).repeated.items if field.is_repeated else rules_of(field)
            assert rules.enum.defined_only, field.full_name
            assert field.is_repeated or list(rules.enum.not_in) == [0], field.full_name


def spelled_out(name: str, action: Action) -> Any:
    """The message of an action, filled field by field; without what the platform translates with."""
    own = schema_messages(name)[type(action).__name__]
    message = games_pb2.GameAction()
    typed = getattr(getattr(message, name), action.kind)
    typed.SetInParent()
    for field in own.fields:
        setattr(typed, field.name, getattr(action, field.name) + (1 if field.enum_type is not None else 0))
    return message


@every_game
def test_every_action_of_the_catalogue_can_be_sent_spelled_out(name: str) -> None:
    """The validation rules refuse no action that the game knows, and two actions never look the same on the wire."""
    catalogue = game(name).catalogue
    sent = set()
    for action in catalogue:
        message = spelled_out(name, action)
        protovalidate.validate(message)
        assert message == action_to_proto(game(name), action, typed=True)
        sent.add(message.SerializeToString(deterministic=True))
    assert len(sent) == len(catalogue)


@every_game
@pytest.mark.parametrize(
    ("shared", "own"),
    [
        (games_pb2.GameAction.DESCRIPTOR, "Action"),
        (games_pb2.GameView.DESCRIPTOR, "View"),
        (games_pb2.GameOptions.DESCRIPTOR, "Options"),
        (games_pb2.GameEvent.DESCRIPTOR, "Event"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_the_game_meets_the_shared_schema_with_these_messages(name: str, shared: Descriptor, own: str) -> None:
    assert shared.fields_by_name[name].message_type is schema_messages(name)[own]


def test_a_difference_is_noticed() -> None:
    """The comparison itself: another range, another word list and a lost ``optional`` are all other shapes."""
    classes = engine_classes("medico")

    def shape(cls: str, field: str) -> Shape:
        return shape_of(field_hints(classes[cls])[field], {})

    place = shape("ChooseStartPlace", "place")
    assert place == Shape(FieldDescriptor.TYPE_UINT32, size=7)
    assert shape("PlayerView", "place") == replace(place, presence=True)
    slot = Shape(FieldDescriptor.TYPE_UINT32, presence=True)
    assert shape("PlayerView", "books") == Shape(FieldDescriptor.TYPE_MESSAGE, repeated=True, slot=slot)
    assert shape("SellRemedy", "remedy") != shape("PlaceKnowledge", "ability")
