"""Ctrl-C and SIGTERM while child processes are started, tended and stopped: noted at once, acted upon where nothing is half done.

    with Interruption() as interruption, Stack(settings, look=interruption.check) as stack:
        while True:
            interruption.wait(0.25)
            stack.tend()

An exception out of a signal handler could fall between the start of a child and the note that it runs. So the handler only notes the
signal; whoever waits calls `check` a few dozen times a second. Further signals change nothing: what has begun to stop stops in order.
"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Coroutine
from types import FrameType, TracebackType
from typing import Any, Final, Self

_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)


class Interrupted(SystemExit):
    """A signal was noted; exit code 128 + its number, as shells have it."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)


class Interruption:
    """A block of the main thread in which signals are noted; the handlers from before are back after it."""

    def __init__(self) -> None:
        self._noted = threading.Event()
        self._number = 0
        self._before: dict[signal.Signals, Any] = {}

    def __enter__(self) -> Self:
        for number in _SIGNALS:
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def check(self) -> None:
        """Raises Interrupted if a signal has come."""
        if self._noted.is_set():
            raise Interrupted(self._number)

    def wait(self, seconds: float) -> None:
        """Sleep; raises Interrupted as soon as a signal has come."""
        self._noted.wait(seconds)
        self.check()

    def _note(self, number: int, frame: FrameType | None) -> None:
        if not self._noted.is_set():
            self._number = number
            self._noted.set()


def run_to_signal(work: Coroutine[Any, Any, None]) -> None:
    """Run to its end; SIGTERM cancels it as Ctrl-C does. Raises Interrupted after a SIGTERM, KeyboardInterrupt after Ctrl-C.

    The exception comes when the loop is closed: out of a signal handler it would end whatever task runs at that moment, and Python
    would report tasks that nobody waited for.
    """
    stopped = False

    async def watched() -> None:
        task = asyncio.current_task()
        assert task is not None

        def stop() -> None:
            nonlocal stopped
            stopped = True
            task.cancel()

        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop)
        try:
            await work
        except asyncio.CancelledError:
            if not stopped:
                raise

    before = signal.getsignal(signal.SIGTERM)
    try:
        asyncio.run(watched())
    finally:
        signal.signal(signal.SIGTERM, before)
    if stopped:
        raise Interrupted(signal.SIGTERM)
