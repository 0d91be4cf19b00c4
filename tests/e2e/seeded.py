"""Seeded matches between house bots, how they come out undisturbed, and the proof that a hosted one came out the same.

A house bot draws from (bot seed, match, seat, decision number), so the match that is played in this process is the one that a
hosted, disturbed or undisturbed, has to be.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from arena.house import house_bot
from arena.pb.bots.v1 import bots_pb2
from arena.pb.rules.v1 import matches_pb2, records_pb2, results_pb2, views_pb2
from engine_core import games
from engine_core.playing import play
from engine_core.record import Record
from engine_core.replay import begin, verify
from engine_core.rng import derive_key
from services.cli.record_files import record_of_message
from services.common.ids import new_id
from tests.e2e.site import Site, patiently

GAME: Final = "medico"
LINE_UPS: Final = (
    ("random", "greedy"),
    ("random", "greedy", "random"),
    ("greedy", "random"),
    ("greedy", "random", "random", "greedy"),
)
_SIMULTANEOUS: Final = frozenset(point.name for point in games.game(GAME).decision_points if point.simultaneous)


@dataclass(frozen=True, slots=True)
class SeededMatch:
    """A match that is determined before it is played."""

    match_id: str
    bots: tuple[str, ...]
    key: bytes
    bot_seed: bytes

    def at_home(self) -> Record:
        """The match as it is played in this process, where nothing can go wrong."""
        bots = [house_bot(GAME, bot) for bot in self.bots]
        return play(games.game(GAME), bots, self.key, bot_seed=self.bot_seed, match=self.match_id)


def deal(matches: int) -> list[SeededMatch]:
    """So many new matches of two to four seats, every one another game."""
    drawn = []
    for number, bots in zip(range(matches), itertools.cycle(LINE_UPS), strict=False):
        match_id = new_id()
        drawn.append(SeededMatch(match_id, bots, derive_key(match_id.encode(), number), b"house bots of the tests"))
    return drawn


async def host(site: Site, matches: Iterable[SeededMatch]) -> None:
    """Create the matches and have house bots play them, all beginning together.

    One seat of each stays empty until every match is set up: else the first would be over before the last has begun.
    """
    service, waiting = site.as_("service"), []
    for match in matches:
        seats = [
            results_pb2.Seat(player_id=new_id(), name=f"{bot} {n}", kind=results_pb2.SEAT_KIND_HOUSE_BOT, bot=bot)
            for n, bot in enumerate(match.bots)
        ]
        create = matches_pb2.CreateMatchRequest(match_id=match.match_id, game=GAME, seats=seats, seed=match.key)
        await patiently(site.rules.CreateMatch, create, service)
        *first, last = range(len(match.bots))
        await patiently(site.bots.FillSeats, _filled(site, match, first), service)
        waiting.append(_filled(site, match, [last]))
    await asyncio.gather(*(patiently(site.bots.FillSeats, request, service) for request in waiting))


def _filled(site: Site, match: SeededMatch, seats: Iterable[int]) -> bots_pb2.FillSeatsRequest:
    return bots_pb2.FillSeatsRequest(
        match_id=match.match_id,
        game=GAME,
        rules_target=site.rules_target,
        seats=[
            bots_pb2.BotSeat(
                seat=seat, bot=match.bots[seat], token=site.seat_token(match.match_id, seat), bot_seed=match.bot_seed
            )
            for seat in seats
        ],
    )


async def plies(site: Site, matches: Iterable[SeededMatch]) -> list[int]:
    """How far each match is; -1 once it is over."""
    anybody = site.as_("player")

    async def ply(match: SeededMatch) -> int:
        request = views_pb2.GetViewRequest(match_id=match.match_id)
        view = (await patiently(site.rules.GetView, request, anybody)).view
        return -1 if view.finished else int(view.ply)

    return list(await asyncio.gather(*(ply(match) for match in matches)))


async def under_way(site: Site, matches: list[SeededMatch], ply: int) -> int:
    """Wait until the first of the matches has come to this ply; returns how many are running then.

    On a machine that is busy with other things a short match may be over by then, so deal some more than are needed.
    """
    while True:
        now = await plies(site, matches)
        if max(now) >= ply or -1 in now:
            return sum(each >= 0 for each in now)
        await asyncio.sleep(0.02)


async def records(site: Site, matches: Iterable[SeededMatch], *, within: float = 90.0) -> list[records_pb2.MatchRecord]:
    """The records of all matches once every one is over; fails the test if that takes too long."""
    anybody = site.as_("player")

    async def record(match: SeededMatch) -> records_pb2.MatchRecord:
        watch = views_pb2.GetViewRequest(match_id=match.match_id)
        while True:
            view = (await patiently(site.rules.GetView, watch, anybody)).view
            if view.finished:
                break
            await asyncio.sleep(0.25)
        request = records_pb2.GetRecordRequest(match_id=match.match_id)
        got: records_pb2.MatchRecord = (await patiently(site.rules.GetRecord, request, anybody)).record
        return got

    async with asyncio.timeout(within):
        return list(await asyncio.gather(*(record(match) for match in matches)))


def settled_digests(record: Record) -> Mapping[int, bytes]:
    """Ply -> digest after every action at which no simultaneous phase is open, and at the end."""
    match = begin(record)
    digests = {}
    for entry in record.entries:
        for action in entry.actions:
            match.apply(entry.seat, match.game.catalogue[action])
        asked = match.game.to_act(match.state)
        if not any(match.game.decision_point(match.state, seat) in _SIMULTANEOUS for seat in asked):
            digests[match.ply] = match.digest()
            assert entry.digest == digests[match.ply]
    return digests


def assert_nothing_lost_or_doubled(record: records_pb2.MatchRecord) -> None:
    """The record verifies; each seat answered every decision exactly once, under request ids of its own."""
    assert record.complete
    verify(record_of_message(record))
    requests: set[tuple[int, str]] = set()
    decisions = [0] * len(record.seats)
    ply = 0
    for entry in record.entries:
        assert entry.kind == records_pb2.RECORD_ENTRY_KIND_SUBMISSION
        assert entry.decision == decisions[entry.seat]
        assert (entry.seat, entry.request_id) not in requests
        requests.add((entry.seat, entry.request_id))
        decisions[entry.seat] += len(entry.action_ids)
        ply += len(entry.action_ids)
        assert entry.ply == ply


def assert_undisturbed(match: SeededMatch, record: records_pb2.MatchRecord) -> None:
    """The hosted match came out as the one at home: every choice, every settled digest, the result."""
    assert_nothing_lost_or_doubled(record)
    home, hosted = match.at_home(), record_of_message(record)
    assert hosted.commitment == home.commitment
    assert choices(hosted) == choices(home)
    assert settled_digests(hosted) == settled_digests(home)
    assert hosted.entries[-1].digest == home.entries[-1].digest
    assert hosted.outcome == home.outcome


def choices(record: Record) -> list[list[int]]:
    """What each seat played, in order."""
    made: list[list[int]] = [[] for _ in range(record.seats)]
    for entry in record.entries:
        made[entry.seat].extend(entry.actions)
    return made


__all__ = [
    "SeededMatch",
    "assert_nothing_lost_or_doubled",
    "assert_undisturbed",
    "choices",
    "deal",
    "host",
    "plies",
    "records",
    "settled_digests",
    "under_way",
]
