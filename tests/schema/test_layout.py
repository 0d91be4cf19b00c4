"""Directory, package, file and stub names follow one pattern, and what is committed is what the schema says."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest
from google.protobuf import descriptor_pb2

from arena.pb.rules.v1 import games_pb2
from engine_core.games import GAMES
from tests.schema.conftest import BUF, ROOT, files, stub_modules

AREAS = {"rules", "matchmaking", "bots", "scoring", "events"}


def run_buf(*arguments: str) -> subprocess.CompletedProcess[str]:
    # no proxy answers on the discard port: a dependency that had to be fetched would fail
    environment = {
        "PATH": "/usr/bin:/bin",
        "HTTPS_PROXY": "http://127.0.0.1:9",
        "HOME": "/nonexistent",
        "BUF_CACHE_DIR": ".",
    }
    return subprocess.run([BUF, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint",),
        ("format", "--diff", "--exit-code"),
        ("breaking", "--against", "proto/released.binpb"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_buf_is_content_without_a_network(arguments: tuple[str, ...]) -> None:
    """The checks of ``make check`` on the schema, one by one."""
    done = run_buf(*arguments)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_removed_field_is_a_breaking_change(tmp_path: Path) -> None:
    """The released image is a real one: taking something away from the schema is noticed."""
    shutil.copytree(ROOT / "proto", tmp_path / "proto")
    shutil.copy(ROOT / "buf.yaml", tmp_path)
    victim = tmp_path / "proto" / "arena" / "rules" / "v1" / "views.proto"
    text = victim.read_text(encoding="utf-8")
    assert "  uint64 decision = 5;\n" in text
    victim.write_text(text.replace("  uint64 decision = 5;\n", ""), encoding="utf-8")
    done = subprocess.run(
        [BUF, "breaking", "--against", "proto/released.binpb"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 100
    assert '"5"' in done.stdout
    assert "decision" in done.stdout


def test_directory_package_and_stub_have_the_same_name(image: descriptor_pb2.FileDescriptorSet) -> None:
    for file in image.file:
        folder, name = file.name.rsplit("/", maxsplit=1)
        assert file.package == folder.replace("/", ".")
        area, version = file.package.split(".")[1:]
        assert version == "v1"
        stub = stub_modules()[file.name]
        assert stub.__name__ == f"arena.pb.{area}.{version}.{name.removesuffix('.proto')}_pb2"


def test_areas_and_games_are_packages_of_their_own(image: descriptor_pb2.FileDescriptorSet) -> None:
    """A package that is no area is a game, and a game imports nothing but itself (and the validation rules)."""
    games = {field.name for field in games_pb2.GameView.DESCRIPTOR.oneofs_by_name["view"].fields}
    packages = {file.package.split(".")[1] for file in image.file}
    assert packages == AREAS | games
    for file in image.file:
        if file.package.split(".")[1] in games:
            foreign = [name for name in file.dependency if name.startswith("arena/")]
            assert all(name.startswith(file.name.rsplit("/", maxsplit=1)[0] + "/") for name in foreign)


def test_only_games_proto_names_games(image: descriptor_pb2.FileDescriptorSet) -> None:
    """A new game changes one shared file."""
    games = {field.name for field in games_pb2.GameView.DESCRIPTOR.oneofs_by_name["view"].fields}
    importing = {
        file.name
        for file in image.file
        if file.package.split(".")[1] in AREAS
        and any(name.split("/")[1] in games for name in file.dependency if "arena" in name)
    }
    assert importing == {"arena/rules/v1/games.proto"}


def test_a_game_has_one_number_everywhere() -> None:
    numbers = {
        message.DESCRIPTOR.name: {
            field.name: field.number for field in message.DESCRIPTOR.oneofs[0].fields if field.message_type is not None
        }
        for message in (games_pb2.GameAction, games_pb2.GameView, games_pb2.GameOptions, games_pb2.GameEvent)
    }
    games = numbers["GameView"]
    assert set(games) == set(GAMES)
    assert len(set(games.values())) == len(games)
    assert all(found == games for found in numbers.values())


def test_the_descriptors_keep_their_names_on_the_wire() -> None:
    for file in files():
        assert file.package == file.name.rsplit("/", maxsplit=1)[0].replace("/", ".")


def test_messages_know_their_module() -> None:
    """Pickling and error texts name an importable module."""
    assert games_pb2.GameAction.__module__ == "arena.pb.rules.v1.games_pb2"


def test_the_stubs_are_current(generator: ModuleType) -> None:
    assert generator.main(["--check"]) == 0


def test_a_stale_stub_is_named(
    generator: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Changed, missing and superfluous files make ``--check`` fail, each by name; nothing is repaired."""
    stubs = tmp_path / "clients" / "pb"
    shutil.copytree(generator.STUBS, stubs, ignore=shutil.ignore_patterns("__pycache__"))
    (stubs / "rules" / "v1" / "games_pb2.py").write_text("", encoding="utf-8")
    (stubs / "rules" / "v1" / "views_pb2.pyi").unlink()
    (stubs / "rules" / "v1" / "old_pb2.py").write_text("", encoding="utf-8")
    monkeypatch.setattr(generator, "STUBS", stubs)
    monkeypatch.setattr(generator, "ROOT", tmp_path)
    assert generator.main(["--check"]) == 1
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "clients/pb: different: rules/v1/games_pb2.py",
        "clients/pb: missing: rules/v1/views_pb2.pyi",
        "clients/pb: superfluous: rules/v1/old_pb2.py",
    ]
    assert (stubs / "rules" / "v1" / "old_pb2.py").exists()


def test_a_schema_that_does_not_compile_is_an_error_of_its_own(
    generator: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.proto").write_text('syntax = "proto3";\nmessage {', encoding="utf-8")
    monkeypatch.setattr(generator, "SCHEMA", tmp_path)
    assert generator.main(["--check"]) == 2
    assert "broken.proto:2" in capsys.readouterr().err


def test_validation_rules_of_another_package_are_not_registered_twice(tmp_path: Path) -> None:
    """Next to an installed ``buf.validate`` the vendored copy stays unused: two files of one name cannot live together."""
    folder = tmp_path / "buf" / "validate"
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "clients/python/arena/pb/buf/validate/vendored_pb2.py", folder / "validate_pb2.py")
    program = (
        "import sys\n"
        "from arena.pb.rules.v1 import games_pb2\n"
        "from arena.pb.buf.validate import validate_pb2\n"
        "print(validate_pb2.__name__, 'arena.pb.buf.validate.vendored_pb2' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": f"{tmp_path}:{ROOT / 'clients/python'}"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == ["buf.validate.validate_pb2", "False"]
