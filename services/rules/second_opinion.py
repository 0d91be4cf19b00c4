"""A match that a replica cannot fold: it says so, the others look for themselves, and two who agree end the match.

Every two seconds, and at once when a match goes into quarantine here, each replica

* notes its own doubts, and looks whether the matches that it has in quarantine have been ended;
* folds every match that another replica doubts anew from its first entry. If it finds the same entry broken, it notes that as its own
  doubt, and then ends the match as a fault of the platform. If it finds nothing, it goes on serving the match.

So a replica that is wrong alone never ends a match, and one that is alone ends none: its matches wait in quarantine for a second
replica, or for an operator who aborts them.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from typing import Final

import structlog

from arena.pb.events.v1.log_pb2 import LogEntry, MatchFaulted
from arena.pb.rules.v1 import reasons_pb2 as reason
from services.common.bus import BusError, Conflict
from services.common.errors import ArenaError
from services.rules.desk import Desk
from services.rules.doubts import Doubts, Noted

log = structlog.get_logger(__name__)

LOOK_SECONDS: Final = 2.0
"""How often a replica looks at the doubts of the others."""

AGAIN_SECONDS: Final = 30.0
"""How often it looks whether a match is over on whose doubt it had no say."""

_GONE = (reason.REASON_UNKNOWN_MATCH,)
_NOT_OURS = (reason.REASON_RULES_VERSION_NOT_SERVED, reason.REASON_UNKNOWN_GAME)


class SecondOpinion:
    """The part of one replica."""

    def __init__(self, desk: Desk, doubts: Doubts) -> None:
        self._desk = desk
        self._doubts = doubts
        self._judged: dict[str, tuple[int, float]] = {}
        """Key of a doubt -> its revision, and when its match was looked at last. A log never changes, nor does our judgement of an
        entry of it: one that we could fold, or do not get to, is not folded again for the same doubt."""

    async def run(self) -> None:
        """For ever."""
        while True:
            try:
                await self.look()
            except (ArenaError, BusError) as error:
                log.info("doubts are looked at again", why=str(error))
            except Exception:
                # A fault of ours in one round must not leave the platform without second opinions.
                log.exception("doubts could not be looked at")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._desk.doubting.wait()
            self._desk.doubting.clear()

    async def look(self) -> None:
        """One round. What fails for one match is tried again in the next round and does not hold up the others."""
        for table in self._desk.quarantined:
            with _left_for_later("own doubt", table.where.match_id):
                await table.look_for_the_end()
                if table.broken is not None and not table.ended and self._doubts.announced:
                    await self._doubts.note(table.where, table.broken)
        noted = await self._doubts.all()
        self._judged = {each.key: self._judged[each.key] for each in noted if each.key in self._judged}
        loop = asyncio.get_running_loop()
        for each in noted:
            revision, looked = self._judged.get(each.key, (0, 0.0))
            began = loop.time()
            with _left_for_later("doubt", each.doubt.match_id):
                if revision != each.revision:
                    await self._consider(each)
                    # A replica that doubts everything must not keep those busy that are right: half of the time is the players'.
                    await asyncio.sleep(loop.time() - began)
                elif began - looked >= AGAIN_SECONDS:
                    await self._withdraw_if_over(each)

    async def _consider(self, noted: Noted) -> None:
        doubt = noted.doubt
        try:
            table = await self._desk.table(doubt.match_id)
            broken = await table.examine()
        except ArenaError as refused:
            if refused.reason in _GONE:
                await self._withdraw(noted)
            elif refused.reason in _NOT_OURS:
                self._note_judged(noted)
            else:
                raise
            return
        if table.ended:
            await self._withdraw(noted)
        elif broken is None:
            # In order here: whoever doubts it is wrong, and we go on serving it. Our own former doubt is taken back.
            if doubt.replica == self._doubts.replica:
                await self._withdraw(noted)
            else:
                log.warning("a match that another replica doubts is in order here", match_id=doubt.match_id)
                self._note_judged(noted)
        elif broken.sequence == doubt.broken_sequence and await self._doubts.is_of_another(doubt):
            if self._doubts.announced:
                # Written down before it counts: the server has then checked that we are who we say.
                await self._doubts.note(table.where, broken)
                await self._end(noted, self._doubts.replica)
        else:
            self._note_judged(noted)

    async def _end(self, noted: Noted, ours: int) -> None:
        doubt = noted.doubt
        fault = MatchFaulted(broken_sequence=doubt.broken_sequence, replicas=[ours, doubt.replica])
        table = await self._desk.table(doubt.match_id)
        if await table.stop(LogEntry(faulted=fault)):
            self._desk.metrics.platform_faults.labels(doubt.game).inc()
            log.error("match ended as a platform fault", match_id=doubt.match_id, replicas=list(fault.replicas))

    async def _withdraw_if_over(self, noted: Noted) -> None:
        self._note_judged(noted)
        try:
            over = await (await self._desk.table(noted.doubt.match_id)).is_over()
        except ArenaError as refused:
            if refused.reason in _NOT_OURS:
                return
            if refused.reason not in _GONE:
                raise
            over = True
        if over:
            await self._withdraw(noted)

    async def _withdraw(self, noted: Noted) -> None:
        with contextlib.suppress(Conflict):
            await self._doubts.withdraw(noted)

    def _note_judged(self, noted: Noted) -> None:
        self._judged[noted.key] = noted.revision, asyncio.get_running_loop().time()


@contextlib.contextmanager
def _left_for_later(what: str, match_id: str) -> Iterator[None]:
    try:
        yield
    except (ArenaError, BusError) as error:
        log.info("left for later", what=what, match_id=match_id, why=str(error))
