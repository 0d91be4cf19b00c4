"""Write the Python stubs of the schema into ``clients/python/arena/pb``; with ``--check`` only say whether they are current.

The package ``arena.<area>.v1`` of the schema becomes the Python package ``arena.pb.<area>.v1``. The descriptors keep their names
(``arena/<area>/v1/...``), so the wire, reflection and other languages do not notice.

Everything under ``pb`` is generated, ``__init__.py`` included: never edit it.
"""

from __future__ import annotations

import argparse
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import grpc_tools  # type: ignore[import-untyped]

SCHEMA = Path(__file__).resolve().parent
ROOT = SCHEMA.parent
STUBS = ROOT / "clients" / "python" / "arena" / "pb"
WELL_KNOWN_TYPES = Path(grpc_tools.__file__).parent / "_proto"

MARKER = '"""Generated from proto/ by proto/generate.py: do not edit."""\n'

# A process may hold only one file descriptor named buf/validate/validate.proto. An installed buf.validate of the google.protobuf
# runtime has registered its own, so that one is taken; protovalidate >= 2 brings none for this runtime.
VALIDATE_INIT = (
    MARKER
    + """
try:
    from buf.validate import validate_pb2
except ImportError:
    from arena.pb.buf.validate import vendored_pb2 as validate_pb2

__all__ = ["validate_pb2"]
"""
)

# Applied to every generated line; the quoted form is the module name that the messages report as their own.
REWRITES = (
    (re.compile(r"^from arena\.(?=[a-z])"), "from arena.pb."),
    (re.compile(r"^import arena\.(?=[a-z])"), "import arena.pb."),
    (re.compile(r"^from buf\.validate import validate_pb2\b"), "from arena.pb.buf.validate import validate_pb2"),
    (re.compile(r"(BuildTopDescriptorsAndMessages\(DESCRIPTOR, ')arena\."), r"\1arena.pb."),
    (
        re.compile(r"(BuildTopDescriptorsAndMessages\(DESCRIPTOR, ')buf\.validate\.validate_pb2"),
        r"\1arena.pb.buf.validate.vendored_pb2",
    ),
)


class GenerationFailed(Exception):
    """The compiler refused the schema; the text is its output."""


def compile_schema(target: Path) -> None:
    """Run the protocol compiler on every file of the schema; raw output in the layout of the schema."""
    schema_files = sorted(str(path.relative_to(SCHEMA)) for path in SCHEMA.rglob("*.proto"))
    plugins = Path(sys.executable).parent
    outputs = [f"--{kind}_out={target}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    command = [
        *(sys.executable, "-m", "grpc_tools.protoc"),
        *("-I", str(SCHEMA), "-I", str(WELL_KNOWN_TYPES)),
        f"--plugin=protoc-gen-mypy={plugins / 'protoc-gen-mypy'}",
        f"--plugin=protoc-gen-mypy_grpc={plugins / 'protoc-gen-mypy_grpc'}",
        *outputs,
        *schema_files,
    ]
    environment = {**os.environ, "PATH": f"{plugins}{os.pathsep}{os.environ.get('PATH', '')}"}
    done = subprocess.run(command, cwd=SCHEMA, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise GenerationFailed(done.stderr or done.stdout)


def rewrite(text: str) -> str:
    """Move the imports of generated code under ``arena.pb``."""
    lines = []
    for line in text.splitlines(keepends=True):
        for pattern, replacement in REWRITES:
            line = pattern.sub(replacement, line)
        lines.append(line)
    return "".join(lines)


def has_service(grpc_module: Path) -> bool:
    """The compiler writes a module of gRPC stubs for every file; only those with a service are worth keeping."""
    return "Stub" in grpc_module.with_suffix(".py").read_text(encoding="utf-8")


def generate(target: Path) -> None:
    """Fill ``target`` (empty or absent) with the packages of ``arena.pb``."""
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder)
        compile_schema(raw)
        for source in sorted(raw.rglob("*.py*")):
            if "_pb2_grpc." in source.name and not has_service(source):
                continue
            relative = source.relative_to(raw)
            if relative.parts[0] == "arena":
                relative = Path(*relative.parts[1:])
            elif source.suffix == ".py":
                relative = relative.with_name("vendored_pb2.py")
            else:
                continue  # nothing refers to the types of the validation rules
            destination = target / relative
            destination.parent.mkdir(parents=True, exist_ok=True)
            destination.write_text(rewrite(source.read_text(encoding="utf-8")), encoding="utf-8")
    for package in [target, *sorted(path for path in target.rglob("*") if path.is_dir())]:
        (package / "__init__.py").write_text(MARKER, encoding="utf-8")
    (target / "buf" / "validate" / "__init__.py").write_text(VALIDATE_INIT, encoding="utf-8")
    (target / "py.typed").write_text("", encoding="utf-8")


def stub_files(folder: Path) -> set[Path]:
    """All files below ``folder``, caches of the interpreter excepted, relative to it."""
    return {
        path.relative_to(folder) for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    }


def differences(fresh: Path, committed: Path) -> list[str]:
    """Files that are missing, superfluous or different in ``committed``; empty when it is current."""
    wanted, present = stub_files(fresh), stub_files(committed)
    found = [f"missing: {path}" for path in wanted - present]
    found += [f"superfluous: {path}" for path in present - wanted]
    found += [
        f"different: {path}"
        for path in wanted & present
        if not filecmp.cmp(fresh / path, committed / path, shallow=False)
    ]
    return sorted(found)


def main(arguments: list[str] | None = None) -> int:
    """0 when the stubs are (now) current, 1 when ``--check`` found differences, 2 when the schema does not compile."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="change nothing; name the files that are not current")
    check = parser.parse_args(arguments).check
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "pb"
        try:
            generate(fresh)
        except GenerationFailed as failure:
            print(failure, file=sys.stderr)
            return 2
        if check:
            found = differences(fresh, STUBS)
            for line in found:
                print(f"{STUBS.relative_to(ROOT)}: {line}", file=sys.stderr)
            return 1 if found else 0
        shutil.rmtree(STUBS, ignore_errors=True)
        shutil.copytree(fresh, STUBS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
