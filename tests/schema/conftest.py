"""The schema as the tests look at it: with comments (buf's image) and as the generated stubs register it."""

from __future__ import annotations

import importlib.util
import pkgutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from google.protobuf import descriptor_pb2
from google.protobuf.descriptor import Descriptor, FieldDescriptor, FileDescriptor

ROOT = Path(__file__).resolve().parents[2]
BUF = Path(sys.executable).with_name("buf")


@pytest.fixture(scope="session")
def image(tmp_path_factory: pytest.TempPathFactory) -> descriptor_pb2.FileDescriptorSet:
    """Our own files of the schema as buf compiles them, comments included."""
    target = tmp_path_factory.mktemp("image") / "image.binpb"
    subprocess.run([BUF, "build", "-o", target], cwd=ROOT, check=True, capture_output=True, text=True)
    everything = descriptor_pb2.FileDescriptorSet.FromString(target.read_bytes())
    return descriptor_pb2.FileDescriptorSet(file=[f for f in everything.file if f.name.startswith("arena/")])


@pytest.fixture(scope="session")
def generator() -> ModuleType:
    """``proto/generate.py`` as a module."""
    spec = importlib.util.spec_from_file_location("generate", ROOT / "proto" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def stub_modules() -> dict[str, Any]:
    """Every generated ``_pb2`` module of ours by the name of its schema file."""
    package = import_module("arena.pb")
    modules = {}
    for info in pkgutil.walk_packages(package.__path__, "arena.pb."):
        if info.name.endswith("_pb2") and not info.name.startswith("arena.pb.buf."):
            module = import_module(info.name)
            modules[module.DESCRIPTOR.name] = module
    return modules


def files() -> list[FileDescriptor]:
    """The registered files, by name."""
    return [module.DESCRIPTOR for _, module in sorted(stub_modules().items())]


def messages() -> Iterator[Descriptor]:
    """All registered messages of ours."""
    pending = [message for file in files() for message in file.message_types_by_name.values()]
    while pending:
        message = pending.pop(0)
        pending.extend(message.nested_types)
        yield message


def rules_of(field: FieldDescriptor) -> Any:
    """The validation rules written at a field."""
    validate_pb2 = import_module("arena.pb.buf.validate").validate_pb2
    return field.GetOptions().Extensions[validate_pb2.field]
