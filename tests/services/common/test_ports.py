"""Ports on which a process that died can be started again."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from services.common import ports
from services.common.metrics import serve_metrics
from services.common.ports import lasting_port
from services.common.startup import StartFailed


def test_a_lasting_port_is_free_and_none_that_the_system_hands_out() -> None:
    first, last = map(int, Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split())
    for host in ("127.0.0.1", "localhost"):
        port = lasting_port(host)
        assert 0 < port < 65536
        assert not first <= port <= last


def test_ports_in_use_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        number = taken.getsockname()[1]
        monkeypatch.setattr(ports, "_HANDED_OUT", Path("/nowhere"))
        monkeypatch.setattr(ports, "_CHOSEN_FROM", range(number, number + 1))
        assert lasting_port("127.0.0.1") == 0
    assert lasting_port("127.0.0.1") == number


def test_what_the_system_hands_out_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    handed_out = tmp_path / "range"
    handed_out.write_text("10000\t20998\n")
    monkeypatch.setattr(ports, "_HANDED_OUT", handed_out)
    assert lasting_port("127.0.0.1") in (20999, 0)
    handed_out.write_text("10000\t65535\n")
    assert lasting_port("127.0.0.1") == 0


@pytest.mark.parametrize("host", ["nowhere.invalid", "203.0.113.7"])
def test_a_host_that_is_none_of_ours_is_looked_up_once(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    """Looking up a name that nobody knows may take seconds, and while it does Ctrl-C is not heard."""
    asked = []
    known = socket.getaddrinfo

    def count(*arguments: Any, **more: Any) -> Any:
        asked.append(arguments)
        if host == "nowhere.invalid":
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return known(*arguments, **more)

    monkeypatch.setattr(socket, "getaddrinfo", count)
    assert lasting_port(host) == 0
    assert len(asked) == 1


@pytest.mark.parametrize("host", ["x" * 80, "a..b"])
def test_what_cannot_be_the_name_of_a_host_is_one_line(host: str) -> None:
    assert lasting_port(host) == 0
    with pytest.raises(StartFailed, match="metrics cannot listen on"):
        serve_metrics(f"{host}:0")
