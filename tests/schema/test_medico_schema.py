"""``arena.medico.v1`` says the same as the engine: every class, field and word of one has its counterpart in the other.

Services translate by name (``arena.wire``); a difference found here would be a service that does not start.
"""

from __future__ import annotations

import inspect
import types
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args, get_origin, get_type_hints

import protovalidate
import pytest
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor

from arena.pb.medico.v1 import actions_pb2, events_pb2, options_pb2, view_pb2, vocabulary_pb2
from arena.pb.rules.v1 import games_pb2
from engine_core.actions import snake_case
from engine_core.games.medico import actions, events, options, view, vocabulary
from engine_core.vocabulary import Card, Count, Flags, Index, Labels, Signed
from tests.schema.conftest import rules_of

MODULES = (actions_pb2, events_pb2, options_pb2, view_pb2, vocabulary_pb2)
RENAMED = {"MedicoView": "View"}
WRAPPERS = {"CardSlot"}
"""Messages that no engine class stands behind: they let a list hold "nothing here"."""


@dataclass(frozen=True)
class Shape:
    """What a field of a message has to look like. ``words`` is the enum's list, ``size`` the first number too large."""

    type: int
    repeated: bool = False
    presence: bool = False
    message: str = ""
    words: Labels | None = None
    size: int | None = None


def shape_of(hint: Any) -> Shape:
    """The shape that an engine annotation asks for."""
    if get_origin(hint) is tuple:
        item = shape_of(get_args(hint)[0])
        if item.presence and item.words is None and not item.message:
            return Shape(FieldDescriptor.TYPE_MESSAGE, repeated=True, message="CardSlot")
        return replace(item, repeated=True, presence=False, size=None)
    if get_origin(hint) is types.UnionType:
        (inner,) = (arg for arg in get_args(hint) if arg is not type(None))
        return shape_of(inner)
    for word in getattr(hint, "__metadata__", ()):
        return shape_of_word(word)
    if hint is bool:
        return Shape(FieldDescriptor.TYPE_BOOL)
    if hint is int:
        return Shape(FieldDescriptor.TYPE_UINT32)
    assert inspect.isclass(hint), hint
    return Shape(FieldDescriptor.TYPE_MESSAGE, presence=True, message=RENAMED.get(hint.__name__, hint.__name__))


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


def shape_in_schema(field: FieldDescriptor, labels: Mapping[str, Labels]) -> Shape:
    """The shape that a message's field has."""
    rules = rules_of(field)
    enum = field.enum_type
    return Shape(
        type=field.type,
        repeated=field.is_repeated,
        presence=field.has_presence,
        message=field.message_type.name if field.message_type is not None else "",
        words=labels[enum.name] if enum is not None else None,
        size=rules.uint32.lt if rules.uint32.HasField("lt") else None,
    )


def engine_labels() -> dict[str, Labels]:
    """Every list of words that the engine declares for Medico, by name."""
    return {
        value.name: value
        for module in (vocabulary, options)
        for value in vars(module).values()
        if isinstance(value, Labels)
    }


def engine_classes() -> dict[str, type]:
    """Actions, events, options and views, by the name that their message has."""
    views = [cls for _, cls in inspect.getmembers(view, inspect.isclass) if cls.__module__ == view.__name__]
    classes: list[type] = [*actions.CATALOGUE.kinds, *events.EVENTS, options.Options, *views]
    return {RENAMED.get(cls.__name__, cls.__name__): cls for cls in classes}


def field_hints(cls: type) -> dict[str, Any]:
    """The annotated fields of a class itself, in order."""
    hints = get_type_hints(cls, include_extras=True)
    return {name: hints[name] for name in inspect.get_annotations(cls)}


def schema_messages() -> dict[str, Descriptor]:
    return {name: message for module in MODULES for name, message in module.DESCRIPTOR.message_types_by_name.items()}


def schema_enums() -> dict[str, EnumDescriptor]:
    return {name: enum for module in MODULES for name, enum in module.DESCRIPTOR.enum_types_by_name.items()}


def pairs() -> list[tuple[type, Descriptor]]:
    messages = schema_messages()
    return [(cls, messages[name]) for name, cls in engine_classes().items()]


def test_every_class_has_a_message_and_no_message_is_left_over() -> None:
    assert set(schema_messages()) == set(engine_classes()) | WRAPPERS | {"Action", "Event"}


def test_every_list_of_words_has_an_enum_and_no_enum_is_left_over() -> None:
    assert set(schema_enums()) == set(engine_labels())


@pytest.mark.parametrize("labels", engine_labels().values(), ids=lambda labels: labels.name)
def test_an_enum_has_the_words_in_order(labels: Labels) -> None:
    """Number = index + 1; 0 is unspecified."""
    enum = schema_enums()[labels.name]
    prefix = snake_case(labels.name).upper()
    wanted = {f"{prefix}_UNSPECIFIED": 0} | {
        f"{prefix}_{word.upper()}": i for i, word in enumerate(labels.words, start=1)
    }
    assert {value.name: value.number for value in enum.values} == wanted


@pytest.mark.parametrize(("cls", "message"), pairs(), ids=lambda value: getattr(value, "__name__", ""))
def test_a_message_has_the_fields_of_its_class(cls: type, message: Descriptor) -> None:
    """Same names, same order, numbered from 1, each of the shape that the annotation asks for."""
    hints = field_hints(cls)
    assert [field.name for field in message.fields] == list(hints)
    assert [field.number for field in message.fields] == list(range(1, len(hints) + 1))
    labels = engine_labels()
    for field in message.fields:
        assert shape_in_schema(field, labels) == shape_of(hints[field.name]), field.full_name


@pytest.mark.parametrize(
    ("message", "kinds"),
    [(actions_pb2.Action.DESCRIPTOR, actions.CATALOGUE.kinds), (events_pb2.Event.DESCRIPTOR, events.EVENTS)],
    ids=["actions", "events"],
)
def test_the_kinds_are_those_of_the_engine(message: Descriptor, kinds: tuple[type[Any], ...]) -> None:
    """Same kinds, same order, and nothing beside the oneof."""
    kind_fields = message.oneofs_by_name["kind"].fields
    assert [(field.name, field.message_type and field.message_type.name) for field in kind_fields] == [
        (kind.kind, kind.__name__) for kind in kinds
    ]
    assert len(kind_fields) == len(message.fields)


def test_a_typed_action_cannot_name_a_word_that_is_none() -> None:
    """Every enum of an action refuses 0 and unknown numbers; an event's and a view's too, unless 0 says "nothing"."""
    for _, message in pairs():
        if message.file.name.endswith("/options.proto"):
            continue
        for field in message.fields:
            if field.enum_type is None:
                continue
            rules = rules_of(field).repeated.items if field.is_repeated else rules_of(field)
            assert rules.enum.defined_only, field.full_name
            assert field.is_repeated or list(rules.enum.not_in) == [0], field.full_name


def test_every_action_of_the_catalogue_can_be_sent_spelled_out() -> None:
    """The validation rules refuse no action that the game knows, and two actions never look the same on the wire."""
    sent = set()
    for action in actions.CATALOGUE:
        own = schema_messages()[type(action).__name__]
        values = {
            field.name: getattr(action, field.name) + (1 if field.enum_type is not None else 0) for field in own.fields
        }
        typed = actions_pb2.Action()
        getattr(typed, action.kind).SetInParent()
        for name, value in values.items():
            setattr(getattr(typed, action.kind), name, value)
        protovalidate.validate(games_pb2.GameAction(medico=typed))
        sent.add(typed.SerializeToString(deterministic=True))
    assert len(sent) == len(actions.CATALOGUE)


@pytest.mark.parametrize(
    ("shared", "own"),
    [
        (games_pb2.GameAction.DESCRIPTOR, actions_pb2.Action.DESCRIPTOR),
        (games_pb2.GameView.DESCRIPTOR, view_pb2.View.DESCRIPTOR),
        (games_pb2.GameOptions.DESCRIPTOR, options_pb2.Options.DESCRIPTOR),
        (games_pb2.GameEvent.DESCRIPTOR, events_pb2.Event.DESCRIPTOR),
    ],
    ids=lambda message: message.name,
)
def test_the_game_meets_the_shared_schema_with_these_messages(shared: Descriptor, own: Descriptor) -> None:
    assert shared.fields_by_name["medico"].message_type is own


def test_a_difference_is_noticed() -> None:
    """The comparison itself: another range, another word list and a lost ``optional`` are all other shapes."""
    place = shape_of(get_type_hints(actions.ChooseStartPlace, include_extras=True)["place"])
    assert place == Shape(FieldDescriptor.TYPE_UINT32, size=vocabulary.PLACES)
    maybe = shape_of(get_type_hints(view.PlayerView, include_extras=True)["place"])
    assert maybe == replace(place, presence=True)
    books = shape_of(get_type_hints(view.PlayerView, include_extras=True)["books"])
    assert books == Shape(FieldDescriptor.TYPE_MESSAGE, repeated=True, message="CardSlot")
    remedy = shape_of(get_type_hints(actions.SellRemedy, include_extras=True)["remedy"])
    ability = shape_of(get_type_hints(actions.PlaceKnowledge, include_extras=True)["ability"])
    assert remedy != ability
