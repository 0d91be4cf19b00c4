"""The house: every filled seat is a task that plays by the public RPCs, with the seat's own token, like any client.

What a house bot does follows from (bot seed, match, seat, decision number) alone, request ids included. So a seat may be played again
from any point, by this process or the next one, even while the last submission of the one before is still on its way.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final, Protocol

import grpc
import structlog

from arena.channel import open_channel
from arena.errors import Refused, Unreachable
from arena.house import HardenedBot, house_bot
from arena.pb.rules.v1 import reasons_pb2, rules_service_pb2
from arena.runner import play_match
from arena.seat import Seat
from services.bots import metrics
from services.bots.seats import FilledSeat
from services.common import clock
from services.common.access import expiry_of

log = structlog.get_logger(__name__)

LONGEST_PAUSE: Final = 30.0
"""Seconds between tries of a seat that fails in an unforeseen way."""
CANCELLED_WITHIN: Final = 1.0
"""Seconds after which a seat that was to stop and plays on is told so again."""
ANSWER_WITHIN: Final = 3.0
"""Seconds for somebody to answer at the address of a seat that is to be filled."""


class SeatBook(Protocol):
    """Where filled seats are kept until their match is over."""

    async def read(self) -> list[FilledSeat]:
        """All of them."""

    async def add(self, seat: FilledSeat) -> None:
        """Keep a seat; the same key again replaces it."""

    async def remove(self, seat: FilledSeat) -> None:
        """Forget a seat."""


class SeatTaken(Exception):
    """Another bot, or the same with another seed, plays this seat."""

    def __init__(self, playing: FilledSeat) -> None:
        super().__init__(f"seat {playing.seat} of match {playing.match_id} is played by {playing.bot} already")
        self.seat = playing.seat


class NobodyAnswers(Exception):
    """Nobody answers at the rules service's address."""

    def __init__(self, rules_target: str) -> None:
        super().__init__(f"nobody answers at {rules_target}")
        self.rules_target = rules_target


class House:
    """The seats that are being played. One instance at a time, see bootstrap."""

    def __init__(self, book: SeatBook) -> None:
        self._book = book
        self._playing: dict[str, FilledSeat] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._channels: dict[str, grpc.aio.Channel] = {}
        self._filling = asyncio.Lock()

    @property
    def playing(self) -> int:
        """How many seats are being played."""
        return len(self._tasks)

    async def fill(self, seats: Iterable[FilledSeat]) -> list[int]:
        """Play these seats, all or none; returns those that were not played before.

        A seat that is played is played on, at the new address if that is another one: rules replicas do not come back where they
        were when the whole platform was started again. Raises :class:`~arena.house.UnknownBot`, :class:`SeatTaken` or
        :class:`NobodyAnswers`. A seat is remembered before it is played.
        """
        wanted = list(seats)
        for seat in wanted:
            house_bot(seat.game, seat.bot)
        # Outside of the lock: a wrong address must not keep others waiting.
        for rules_target in {seat.rules_target for seat in wanted if not self._is_there(seat)}:
            await self._expect_answer(rules_target)
        async with self._filling:
            for seat in wanted:
                playing = self._playing.get(seat.key)
                if playing is not None and not playing.same_bot(seat):
                    raise SeatTaken(playing)
            new = [seat for seat in wanted if seat.key not in self._playing]
            moved = [seat for seat in wanted if seat not in new and self._is_elsewhere(seat)]
            for seat in new + moved:
                await self._book.add(seat)
                await self._interrupt(seat.key)
                self._start(seat)
        return [seat.seat for seat in new]

    async def resume(self) -> int:
        """Take up the seats that an earlier instance left; returns how many."""
        async with self._filling:
            left = [seat for seat in await self._book.read() if seat.key not in self._playing]
            for seat in left:
                self._start(seat)
        return len(left)

    async def stop(self) -> None:
        """Stop playing; the seats stay remembered."""
        await _end(self._tasks.values())
        for channel in self._channels.values():
            await channel.close()
        self._channels.clear()

    def _start(self, seat: FilledSeat) -> None:
        self._playing[seat.key] = seat
        task = asyncio.create_task(self._play_out(seat), name=seat.key)
        self._tasks[seat.key] = task
        metrics.SEATS_PLAYING.labels(seat.game, seat.bot).inc()
        task.add_done_callback(lambda ended: self._ended(seat, ended))

    async def _interrupt(self, key: str) -> None:
        task = self._tasks.get(key)
        if task is not None:
            await _end([task])

    async def _expect_answer(self, rules_target: str) -> None:
        """Raises NobodyAnswers unless a connection is there or comes about in time."""
        kept = self._channels.get(rules_target)
        channel = kept if kept is not None else open_channel(rules_target, rules_service_pb2.DESCRIPTOR)
        try:
            async with asyncio.timeout(ANSWER_WITHIN):
                await channel.channel_ready()
        except TimeoutError:
            raise NobodyAnswers(rules_target) from None
        finally:
            # Kept are the channels of seats: whoever names wrong addresses fills no memory.
            if kept is None:
                await channel.close()

    def _is_there(self, seat: FilledSeat) -> bool:
        playing = self._playing.get(seat.key)
        return playing is not None and playing.rules_target == seat.rules_target

    def _is_elsewhere(self, seat: FilledSeat) -> bool:
        playing = self._playing.get(seat.key)
        return playing is not None and playing.rules_target != seat.rules_target

    def _ended(self, seat: FilledSeat, task: asyncio.Task[None]) -> None:
        if self._tasks.get(seat.key) is task:
            del self._tasks[seat.key], self._playing[seat.key]
        metrics.SEATS_PLAYING.labels(seat.game, seat.bot).dec()

    async def _play_out(self, seat: FilledSeat) -> None:
        """Play until the match is over or the platform says no for good; anything else is logged and tried again."""
        pause = 0.5
        while not await self._tried(seat):
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _tried(self, filled: FilledSeat) -> bool:
        bot = HardenedBot(house_bot(filled.game, filled.bot), FaultsOfSeat(filled))
        decision = metrics.DECISION_SECONDS.labels(filled.game, filled.bot)
        channel = self._channel(filled.rules_target)
        try:
            # Who is away may come back, but after the token's last second nobody lets this seat in any more.
            patience = max(0.0, expiry_of(filled.token) - clock.now_ns() / 1e9)
            async with Seat(channel, filled.match_id, filled.seat, filled.token, patience=patience) as seat:
                await play_match(bot, seat, bot_seed=filled.bot_seed, around=decision.time)
            metrics.SEATS_ENDED.labels(filled.game, filled.bot, "finished").inc()
        except Refused as refused:
            log.error(
                "seat given up",
                match=filled.match_id,
                seat=filled.seat,
                reason=refused.reason_name,
                why=str(refused),
            )
            metrics.SEATS_ENDED.labels(filled.game, filled.bot, "refused").inc()
        except Unreachable as unreachable:
            log.error(
                "seat given up",
                match=filled.match_id,
                seat=filled.seat,
                reason=reasons_pb2.Reason.Name(reasons_pb2.REASON_RULES_UNREACHABLE).removeprefix("REASON_"),
                rules_target=filled.rules_target,
                why=str(unreachable),
            )
            metrics.SEATS_ENDED.labels(filled.game, filled.bot, "unreachable").inc()
        except Exception:
            log.exception("seat failed", match=filled.match_id, seat=filled.seat, bot=filled.bot)
            metrics.ERRORS.labels(filled.game, filled.bot).inc()
            return False
        try:
            await self._book.remove(filled)
        except Exception:
            # played again after the pause: the rules service then says at once that the match is over
            log.exception("finished seat not forgotten", match=filled.match_id, seat=filled.seat)
            return False
        return True

    def _channel(self, target: str) -> grpc.aio.Channel:
        if target not in self._channels:
            self._channels[target] = open_channel(target, rules_service_pb2.DESCRIPTOR)
        return self._channels[target]


async def _end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel the tasks and wait for their ends. Asked again: a cancellation can get lost while a connection breaks."""
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=CANCELLED_WITHIN)


class FaultsOfSeat:
    """What is told of a bot's faults: every one is counted; the first is logged with its traceback, the others would only repeat it."""

    def __init__(self, seat: FilledSeat) -> None:
        self._seat = seat
        self._reported = False

    def __call__(self, error: Exception) -> None:
        """Note a fault."""
        metrics.ERRORS.labels(self._seat.game, self._seat.bot).inc()
        if not self._reported:
            self._reported = True
            log.error(
                "house bot failed",
                match=self._seat.match_id,
                seat=self._seat.seat,
                bot=self._seat.bot,
                exc_info=error,
            )


__all__ = ["FaultsOfSeat", "House", "NobodyAnswers", "SeatBook", "SeatTaken"]
