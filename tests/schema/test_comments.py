"""Everything that a bot author meets in the schema is explained where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator

import grpc
from google.protobuf import descriptor_pb2

Path = tuple[int, ...]

# field numbers in descriptor.proto, from which the paths of source locations are made
FILE_MESSAGE, FILE_ENUM, FILE_SERVICE = 4, 5, 6
MESSAGE_FIELD, MESSAGE_NESTED, MESSAGE_ENUM, MESSAGE_ONEOF = 2, 3, 4, 8
ENUM_VALUE, SERVICE_METHOD = 2, 2


def elements(file: descriptor_pb2.FileDescriptorProto) -> Iterator[tuple[str, Path]]:
    """Name and path of every message, field, oneof, enum, value, service and RPC."""
    for i, message in enumerate(file.message_type):
        yield from message_elements(message, (FILE_MESSAGE, i), file.package)
    for i, enum in enumerate(file.enum_type):
        yield from enum_elements(enum, (FILE_ENUM, i), file.package)
    for i, service in enumerate(file.service):
        yield f"{file.package}.{service.name}", (FILE_SERVICE, i)
        for j, method in enumerate(service.method):
            yield f"{file.package}.{service.name}.{method.name}", (FILE_SERVICE, i, SERVICE_METHOD, j)


def message_elements(message: descriptor_pb2.DescriptorProto, path: Path, scope: str) -> Iterator[tuple[str, Path]]:
    name = f"{scope}.{message.name}"
    yield name, path
    for i, field in enumerate(message.field):
        yield f"{name}.{field.name}", (*path, MESSAGE_FIELD, i)
    for i, oneof in enumerate(message.oneof_decl):
        if not oneof.name.startswith("_"):  # made by the compiler for `optional`
            yield f"{name}.{oneof.name}", (*path, MESSAGE_ONEOF, i)
    for i, enum in enumerate(message.enum_type):
        yield from enum_elements(enum, (*path, MESSAGE_ENUM, i), name)
    for i, nested in enumerate(message.nested_type):
        yield from message_elements(nested, (*path, MESSAGE_NESTED, i), name)


def enum_elements(enum: descriptor_pb2.EnumDescriptorProto, path: Path, scope: str) -> Iterator[tuple[str, Path]]:
    yield f"{scope}.{enum.name}", path
    for i, value in enumerate(enum.value):
        yield f"{scope}.{enum.name}.{value.name}", (*path, ENUM_VALUE, i)


def comments(file: descriptor_pb2.FileDescriptorProto) -> dict[Path, str]:
    """Leading comment by path."""
    return {tuple(location.path): location.leading_comments.strip() for location in file.source_code_info.location}


def uncommented(file: descriptor_pb2.FileDescriptorProto) -> list[str]:
    """Elements without a sentence in front of them."""
    known = comments(file)
    return [name for name, path in elements(file) if not re.search(r"\w.*[.)]$", known.get(path, ""), re.DOTALL)]


def test_every_element_has_a_comment(image: descriptor_pb2.FileDescriptorSet) -> None:
    found = [name for file in image.file for name in uncommented(file)]
    assert found == []
    assert sum(1 for file in image.file for _ in elements(file)) > 800


def test_a_missing_comment_is_found(image: descriptor_pb2.FileDescriptorSet) -> None:
    """Each kind of element, with its comment taken away, is named and nothing else."""
    for file in image.file:
        names = {path: name for name, path in elements(file)}
        for location in file.source_code_info.location:
            name = names.get(tuple(location.path))
            if name is None:
                continue
            comment = location.leading_comments
            location.leading_comments = ""
            assert uncommented(file) == [name]
            location.leading_comments = comment


def test_every_reason_says_how_it_comes_back(image: descriptor_pb2.FileDescriptorSet) -> None:
    """A reason is a rejection, or the detail of a status that gRPC has; its comment begins with which."""
    (file,) = [file for file in image.file if file.name == "arena/rules/v1/reasons.proto"]
    known = comments(file)
    statuses = {code.name for code in grpc.StatusCode}
    values = [(name, path) for name, path in elements(file) if ".Reason.REASON_" in name]
    assert len(values) > 50
    for name, path in values:
        text = known[path]
        status = re.match(r"Status ([A-Z_]+): ", text)
        if status:
            assert status[1] in statuses, name
        else:
            assert re.match(r"Rejection: |Reported by the command line: |Never sent\.", text), name
