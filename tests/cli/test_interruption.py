"""Signals are noted at once and acted upon where it is safe."""

from __future__ import annotations

import os
import signal
import threading
import time

import pytest

from services.cli.interruption import Interrupted, Interruption


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_raises_where_it_is_looked_for_and_nowhere_else(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with Interruption() as interruption:
        interruption.check()
        os.kill(os.getpid(), number)
        time.sleep(0.01)  # the handler has run, and nothing was raised
        other = signal.SIGTERM if number is signal.SIGINT else signal.SIGINT
        os.kill(os.getpid(), other)
        for _ in range(2):
            with pytest.raises(Interrupted) as interrupted:
                interruption.check()
            assert interrupted.value.code == 128 + number, "the first one counts"
        assert signal.getsignal(number) is not before
    assert signal.getsignal(number) is before


def test_who_waits_is_woken() -> None:
    main = threading.main_thread().ident
    assert main == threading.get_ident()
    with Interruption() as interruption:
        interruption.wait(0.01)
        later = threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT))
        later.start()
        begun = time.monotonic()
        with pytest.raises(Interrupted):
            interruption.wait(20)
        assert time.monotonic() - begun < 10
        later.join()
