"""Ports on which a process that died can be started again."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from services.common import ports
from services.common.ports import lasting_port


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
