"""Errors, settings, ids, logs, files: what everything else stands on."""

import io
import json
import logging
import os
import re
import stat
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
import structlog

from arena.pb.rules.v1 import reasons_pb2 as reasons
from services.common import clock, ids, logs, trace
from services.common.errors import REJECTIONS, STATUS, ArenaError
from services.common.files import ensure_secret, write_atomically
from services.common.rpc.failures import trailing
from services.common.run import run
from services.common.settings import ServiceSettings, split_address
from services.common.startup import PortInUse, SettingsInvalid

ROOT = Path(__file__).parents[3]


class TestSettings(ServiceSettings):
    __test__ = False
    service = "rules"


def test_every_reason_has_a_status() -> None:
    assert set(STATUS) == set(reasons.Reason.values())
    assert grpc.StatusCode.OK not in STATUS.values()


def test_the_statuses_are_those_that_the_schema_documents() -> None:
    schema = (ROOT / "proto" / "arena" / "rules" / "v1" / "reasons.proto").read_text()
    documented: dict[str, str] = {}
    comment = ""
    for line in schema.split("enum Reason {")[1].split("\n}")[0].splitlines():
        if line.strip().startswith("//"):
            comment += line.strip().removeprefix("//")
        elif found := re.match(r"\s*(REASON_\w+) = \d+;", line):
            documented[found[1]] = comment
            comment = ""
    assert set(documented) == set(reasons.Reason.keys())
    for name, text in documented.items():
        number = reasons.Reason.Value(name)
        if status := re.match(r"\s*Status (\w+):", text):
            assert STATUS[number].name == status[1], name
            assert number not in REJECTIONS, name
        else:
            assert (number in REJECTIONS) == text.strip().startswith("Rejection:"), name


def test_a_detail_never_outgrows_the_schema() -> None:
    detail = ArenaError(reasons.REASON_UNKNOWN_MATCH, "x" * 9999, subject="y" * 9999, retry_after=0.25).detail()
    assert (len(detail.sentence), len(detail.subject)) == (500, 200)
    assert detail.retry_after.ToMilliseconds() == 250


def test_whatever_is_written_in_an_error_fits_into_the_headers_of_an_answer() -> None:
    """gRPC clients drop answers with more than 8 KiB of headers, some of the time: whose error is lost tries again without end."""
    for letter in ("x", "\u00e4", "\U0001f600", "\udc80"):
        error = ArenaError(reasons.REASON_BAD_DATA_SET, letter * 9999, subject=letter * 9999)
        assert 0 < len(error.sentence) <= len(error.sentence.encode()) <= 500
        ((_, detail),) = trailing(error)
        escaped = 3 * len(error.sentence.encode()) if letter != "x" else len(error.sentence)
        assert escaped + len(detail) * 4 / 3 < 4096


def test_ids_are_distinct_well_formed_and_sorted_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [ids.new_id() for _ in range(2000)]
    assert len(set(made)) == 2000
    assert all(re.fullmatch("[a-z0-9]{26}", each) and ids.is_id(each) for each in made)
    now = clock.now_ns()
    monkeypatch.setattr(clock, "now_ns", lambda: now + 5_000_000)
    assert ids.new_id() > max(made)
    assert not any(ids.is_id(bad) for bad in ("", "A" * 26, "a" * 25, "a" * 27, "a" * 25 + "\n", "a" * 26 + "\n"))


def test_timestamps_keep_the_nanosecond() -> None:
    assert clock.to_ns(clock.timestamp(1_234_567_890_123_456_789)) == 1_234_567_890_123_456_789
    assert abs(clock.to_ns(clock.timestamp()) - clock.now_ns()) < 10**9
    assert clock.now().tzinfo is not None


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ARENA_NATS_URL", "nats://a,nats://b")
    monkeypatch.setenv("ARENA_REPLICA", "3")
    settings = TestSettings.load(data_dir=tmp_path)
    address = settings.bus_address
    assert (address.url, address.user, address.name) == ("nats://a,nats://b", "rules", "rules-3")
    assert address.seed_file == tmp_path / "keys" / "rules.nk"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("ARENA_NATS_URL", None),
        ("ARENA_LISTEN", "nowhere"),
        ("ARENA_LISTEN", "127.0.0.1:65536"),
        ("ARENA_METRICS_LISTEN", ":1"),
        ("ARENA_REPLICA", "-1"),
        ("ARENA_LOG_LEVEL", "shout"),
        ("ARENA_GRACE_SECONDS", "long"),
    ],
)
def test_a_wrong_setting_is_one_line_that_names_the_variable(
    monkeypatch: pytest.MonkeyPatch, variable: str, value: str | None
) -> None:
    monkeypatch.setenv("ARENA_NATS_URL", "nats://a")
    if value is None:
        monkeypatch.delenv(variable)
    else:
        monkeypatch.setenv(variable, value)
    with pytest.raises(SettingsInvalid) as caught:
        TestSettings.load()
    assert variable in str(caught.value)
    assert "\n" not in str(caught.value)


def test_addresses() -> None:
    assert split_address("127.0.0.1:0") == ("127.0.0.1", 0)
    assert split_address("[::1]:7000") == ("[::1]", 7000)
    for bad in ("", "host", "host:", ":1", "host:x", "host:-1", "host:²"):
        with pytest.raises(ValueError, match="host:port"):
            split_address(bad)


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    stream = io.StringIO()
    logs.configure("test-0", level="info", version="1.2", stream=stream)
    yield stream
    structlog.reset_defaults()
    root.handlers[:] = handlers
    root.setLevel(level)


def test_a_log_line_is_one_json_object_with_the_match(out: io.StringIO) -> None:
    with logs.match_context("m1"):
        structlog.get_logger().info("moved", ply=4)
    structlog.get_logger().debug("not wanted")
    logging.getLogger("elsewhere").warning("from %s", "afar")
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert (first["event"], first["match"], first["ply"], first["service"], first["version"]) == (
        "moved",
        "m1",
        4,
        "test-0",
        "1.2",
    )
    assert (second["event"], second["level"]) == ("from afar", "warning")
    assert "match" not in second


def test_secrets_stay_out_of_the_log_however_they_come(out: io.StringIO, tmp_path: Path) -> None:
    from services.common.access import token_issuer
    from services.common.bus import users

    token = token_issuer(tmp_path).issue("p", ["player"], lifetime=60)
    users.ensure_seed(tmp_path, "rules")
    seed = users.seed_file(tmp_path, "rules").read_text()
    structlog.get_logger().info(
        "a", token=token, seed=seed, client_secret="hush", authorization="Bearer x", note=f"got {token}"
    )
    structlog.get_logger().info(f"seed {seed}", fence_token=7)
    logging.getLogger("x").error("bearer %s", token)
    try:
        raise RuntimeError(f"refused {token}")
    except RuntimeError:
        structlog.get_logger().exception("failed")
    text = out.getvalue()
    for secret in (token, seed, "hush", "Bearer x"):
        assert secret not in text
    assert len(text.splitlines()) == 4
    assert json.loads(text.splitlines()[1])["fence_token"] == 7


def test_a_trace_is_carried_on_or_begun() -> None:
    assert trace.begin(f"00-{'ab' * 16}-{'cd' * 8}-01") == "ab" * 16
    assert trace.trace_id() == "ab" * 16
    assert trace.traceparent().startswith(f"00-{'ab' * 16}-")
    for bad in (None, "", "00-x-y-01", f"00-{'AB' * 16}-{'cd' * 8}-01", f"00-{'ab' * 16}-{'cd' * 8}-01\n"):
        assert re.fullmatch("[0-9a-f]{32}", trace.begin(bad))
        assert trace.trace_id() != "ab" * 16


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "f"
    write_atomically(path, b"one", mode=0o600)
    write_atomically(path, b"two", mode=0o600)
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(TypeError):
        write_atomically(path, "no bytes")  # type: ignore[arg-type]
    assert [p.name for p in tmp_path.iterdir()] == ["f"]
    assert path.read_bytes() == b"two"


def test_racing_processes_end_with_the_same_secret(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        made = list(pool.map(lambda _: ensure_secret(tmp_path / "k" / "s", lambda: os.urandom(16)), range(64)))
    assert len(set(made)) == 1
    assert [p.name for p in (tmp_path / "k").iterdir()] == ["s"]


def test_the_entry_turns_errors_into_lines_and_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    async def port_in_use() -> None:
        raise PortInUse("it is\nin use")

    async def fine() -> None:
        return

    async def broken() -> None:
        raise RuntimeError("oh")

    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(run, port_in_use).result() == PortInUse.exit_code
        assert capsys.readouterr().err == "it is in use\n"
        assert pool.submit(run, fine).result() == 0
        assert pool.submit(run, broken).result() == 70
