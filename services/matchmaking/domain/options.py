"""Options in their one canonical form, so that "nothing said" and "the default, spelled out" meet in the same queue.

What a game offers is taken from its description (RulesService.DescribeGame), by field name: no game is named here.
"""

import re
from typing import cast

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from arena.pb.rules.v1 import catalogue_pb2, games_pb2

_WORD_START = re.compile(r"(?<!^)(?=[A-Z])")


class UnknownOption(Exception):
    """The game has no such option, or the option no such value; `subject` is the option's path."""

    def __init__(self, subject: str, sentence: str) -> None:
        super().__init__(sentence)
        self.subject = subject
        self.sentence = sentence


def canonical(
    options: games_pb2.GameOptions | None, description: catalogue_pb2.DescribeGameResponse
) -> games_pb2.GameOptions:
    """A copy of `options` in which every option of the game is spelled out; None means all defaults.

    Raises UnknownOption for the options of another game, an option that the game does not have, or a value that the
    option does not have.
    """
    game = description.game
    full = games_pb2.GameOptions()
    if game not in full.DESCRIPTOR.fields_by_name:
        # A game without options of its own has no message either.
        if options is not None and options.WhichOneof("options") is not None:
            raise UnknownOption("options", f"{game} has no options")
        return full
    if options is not None:
        _refuse_unknown_fields(options)
        chosen = options.WhichOneof("options")
        if chosen not in (None, game):
            raise UnknownOption(f"options.{chosen}", f"these are options of {chosen}, the game is {game}")
        full.CopyFrom(options)
    message: Message = getattr(full, game)
    message.SetInParent()
    described = {option.name: option for option in description.options}
    for field in cast(list[FieldDescriptor], message.DESCRIPTOR.fields):
        path = f"options.{game}.{field.name}"
        option = described.get(field.name)
        if option is None:
            if _is_said(message, field):
                raise UnknownOption(path, f"{game} has no option {field.name}")
            continue
        _spell_out(message, field, option, path)
    return full


def require_seats(options: games_pb2.GameOptions, description: catalogue_pb2.DescribeGameResponse, seats: int) -> None:
    """Raises UnknownOption for a value of canonical `options` that the game does not offer with so many seats."""
    if options.WhichOneof("options") is None:
        return
    message: Message = getattr(options, description.game)
    fields = message.DESCRIPTOR.fields_by_name
    for option in description.options:
        if option.name not in fields:
            continue
        name = _name(cast(FieldDescriptor, fields[option.name]), getattr(message, option.name))
        for value in option.values:
            # No numbers: the description is that of an older service, and the match will tell.
            if value.name == name and value.seat_counts and seats not in value.seat_counts:
                counts = ", ".join(map(str, value.seat_counts))
                raise UnknownOption(
                    f"options.{description.game}.{option.name}",
                    f"{option.name} can be {name} with {counts} seats, not with {seats}",
                )


def canonical_bytes(options: games_pb2.GameOptions) -> bytes:
    """Equal for equal canonical options, in every process."""
    return options.SerializeToString(deterministic=True)


def _refuse_unknown_fields(options: games_pb2.GameOptions) -> None:
    known = games_pb2.GameOptions()
    known.CopyFrom(options)
    known.DiscardUnknownFields()
    if known.ByteSize() != options.ByteSize():
        raise UnknownOption("options", "the options have a field that this service does not know")


def _is_said(message: Message, field: FieldDescriptor) -> bool:
    return bool(message.HasField(field.name)) if field.has_presence else bool(getattr(message, field.name))


def _spell_out(message: Message, field: FieldDescriptor, option: catalogue_pb2.OptionDescription, path: str) -> None:
    names = {value.name for value in option.values}
    if not _is_said(message, field):
        if option.default_value:
            setattr(message, field.name, _from_name(field, option.default_value))
        return
    name = _name(field, getattr(message, field.name))
    if name not in names:
        listed = ", ".join(sorted(names))
        raise UnknownOption(path, f"{option.name} cannot be {name or 'that'}; it can be {listed}")


def _name(field: FieldDescriptor, value: int | bool | str) -> str | None:
    """The value as the description spells it; None when it has no spelling."""
    if field.enum_type is None:
        return str(value).lower() if isinstance(value, bool) else str(value)
    known = field.enum_type.values_by_number.get(int(value))
    return None if known is None else known.name.removeprefix(_enum_prefix(field.enum_type)).lower()


def _from_name(field: FieldDescriptor, name: str) -> int | bool | str:
    if field.enum_type is not None:
        return int(field.enum_type.values_by_name[_enum_prefix(field.enum_type) + name.upper()].number)
    if field.cpp_type == FieldDescriptor.CPPTYPE_BOOL:
        return name == "true"
    return name if field.cpp_type == FieldDescriptor.CPPTYPE_STRING else int(name)


def _enum_prefix(enum: EnumDescriptor) -> str:
    return _WORD_START.sub("_", enum.name).upper() + "_"
