"""Plays hosted matches with a bot: ``bot(view, legal, rng)`` on the engine's own views, as :mod:`engine_core.playing` has it.

The same bot plays in this process (``engine_core.playing.play``), on the command line and hosted, and makes the same choices there: its
random source depends on (bot seed, match, seat, decision number) only, never on time, replica or how often it was asked.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import Any, Final

from arena.client import ArenaClient
from arena.errors import ArenaError, Refused, Rejected
from arena.ids import request_id_from
from arena.pb.matchmaking.v1 import tickets_pb2
from arena.pb.rules.v1 import reasons_pb2, results_pb2, views_pb2
from arena.seat import Seat
from arena.translate import view_from_proto
from engine_core import games
from engine_core.errors import IllegalChoice
from engine_core.playing import Bot, bot_rng
from engine_core.rng import derive_key

BOT_SEED_BYTES: Final = 32
LEAVE_SECONDS: Final = 3.0
"""How long a bot that is stopped tries to take its ticket back."""
MOST_STALE: Final = 20
"""How often in a row a decision may turn out to be answered already before that is taken for a fault."""

Around = Callable[[], AbstractContextManager[Any]]
"""Called for every decision; the bot thinks inside of it (metrics, timing)."""

_TAKE_NEW_VIEW: Final = (
    reasons_pb2.REASON_STALE_DECISION,
    reasons_pb2.REASON_FUTURE_DECISION,
    reasons_pb2.REASON_NOT_TO_ACT,
    reasons_pb2.REASON_REQUEST_ID_REUSED,
    reasons_pb2.REASON_MATCH_FINISHED,
    reasons_pb2.REASON_SEAT_FORFEITED,
)


def choose(bot: Bot, view: views_pb2.SeatView, bot_seed: bytes) -> int:
    """The catalogue id that the bot answers to a view in which its seat is asked.

    Raises :class:`~engine_core.errors.IllegalChoice` if that is not legal.
    """
    game = games.game(view.game)
    legal = [game.catalogue[action_id] for action_id in view.legal_action_ids]
    rng = bot_rng(bot_seed, view.match_id, view.seat, view.decision)
    choice = bot(view_from_proto(game, view.view), list(legal), rng)
    if choice not in legal:
        raise IllegalChoice(f"the bot of seat {view.seat} chose {choice!r}, which is not legal")
    return choice.id


async def play_match(
    bot: Bot, seat: Seat, *, bot_seed: bytes | None = None, around: Around = nullcontext
) -> results_pb2.MatchResult:
    """Play a seat until its match is over. ``bot_seed`` is drawn if not given.

    With the same seed a match can be taken up again at any time, even while an earlier run's last submission is on its way: the
    request ids follow from the seed too. Raises what :class:`~arena.seat.Seat` raises, and what the bot raises.
    """
    seed = bot_seed if bot_seed is not None else secrets.token_bytes(BOT_SEED_BYTES)
    stale = 0
    while (view := await seat.next_decision()) is not None:
        with around():
            action_id = choose(bot, view, seed)
        request_id = request_id_from(derive_key(seed, "request", seat.match_id, seat.seat, view.decision))
        try:
            await seat.submit(action_id, request_id=request_id, decision=view.decision)
            stale = 0
        except Rejected as rejected:
            stale += 1
            if rejected.reason not in _TAKE_NEW_VIEW or stale > MOST_STALE:
                raise
            await seat.refresh()
        except Refused:
            if seat.result is None:
                raise
    assert seat.result is not None
    return seat.result


async def play_assignment(
    bot: Bot, client: ArenaClient, assignment: tickets_pb2.Assignment, *, bot_seed: bytes | None = None
) -> results_pb2.MatchResult:
    """Play the seat of an assignment."""
    version = games.game(assignment.game).rules_version
    if assignment.rules_version not in (0, version):
        raise Refused(
            f"the match is played by version {assignment.rules_version} of {assignment.game}, this client knows {version}",
            reason=reasons_pb2.REASON_RULES_VERSION_NOT_SERVED,
        )
    async with client.seat(assignment) as seat:
        return await play_match(bot, seat, bot_seed=bot_seed)


async def wait_in_queue(
    client: ArenaClient, game: str, seats: int, *, options: Any = None, pool: str = ""
) -> tickets_pb2.Assignment:
    """Join a queue and wait for the match; if the player waits in this queue already, go on with that ticket.

    Who is cancelled meanwhile (Ctrl-C) takes the ticket back: nobody shall get a seat opposite a bot that has gone.
    """
    try:
        ticket_id = (await client.join(game, seats, options, pool=pool)).ticket_id
    except Refused as refused:
        if refused.reason != reasons_pb2.REASON_ALREADY_QUEUED:
            raise
        ticket_id = refused.subject
    return await _wait_for(client, ticket_id)


async def _wait_for(client: ArenaClient, ticket_id: str) -> tickets_pb2.Assignment:
    """The ticket's assignment; the ticket is taken back by who is cancelled meanwhile."""
    try:
        return await client.wait(ticket_id)
    except asyncio.CancelledError:
        # At best: a ticket that cannot be taken back now expires, and one that has its match is played by coming back.
        with suppress(ArenaError, TimeoutError):
            async with asyncio.timeout(LEAVE_SECONDS):
                await client.leave(ticket_id)
        raise


async def play_queue(
    bot: Bot,
    client: ArenaClient,
    game: str,
    seats: int,
    *,
    options: Any = None,
    pool: str = "",
    matches: int = 1,
) -> list[results_pb2.MatchResult]:
    """Join a queue and play, so many matches one after another."""
    results = []
    for _ in range(matches):
        assignment = await wait_in_queue(client, game, seats, options=options, pool=pool)
        results.append(await play_assignment(bot, client, assignment))
    return results


async def play_left(
    bot: Bot, client: ArenaClient, game: str, seats: int, *, options: Any = None, pool: str = ""
) -> list[results_pb2.MatchResult]:
    """Go on with what an earlier process of this player left in a queue, all at once: matches that run, a ticket that waits.

    Not while another process plays for the same player. A ticket that expires meanwhile is left out.
    """

    async def one(ticket: tickets_pb2.Ticket) -> results_pb2.MatchResult | None:
        try:
            assigned = ticket.state == tickets_pb2.TICKET_STATE_ASSIGNED
            assignment = ticket.assignment if assigned else await _wait_for(client, ticket.ticket_id)
        except Refused as refused:
            if refused.reason == reasons_pb2.REASON_TICKET_EXPIRED:
                return None
            raise
        return await play_assignment(bot, client, assignment)

    # Not a task group: who calls has to see the error of a match as it is, not in a group.
    left = [asyncio.create_task(one(ticket)) for ticket in await client.tickets(game, seats, options, pool=pool)]
    try:
        return [result for result in await asyncio.gather(*left) if result is not None]
    finally:
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


async def play_assignments(
    bot: Bot, client: ArenaClient, *, on_result: Callable[[results_pb2.MatchResult], None] | None = None
) -> None:
    """Play every match that the player is given (tournaments), several at once; runs until it is cancelled.

    The matches that still run come first: a bot that died comes back by this.
    """
    async with asyncio.TaskGroup() as tasks:

        async def one(assignment: tickets_pb2.Assignment) -> None:
            result = await play_assignment(bot, client, assignment)
            if on_result is not None:
                on_result(result)

        async for assignment in client.assignments():
            tasks.create_task(one(assignment))


def run(
    bot: Bot,
    address: str,
    name: str,
    game: str,
    seats: int,
    *,
    secret: str | None = None,
    options: Any = None,
    pool: str = "",
    matches: int = 1,
) -> list[results_pb2.MatchResult]:
    """All of it, blocking: register (or sign in again, with the same ``secret``), join the queue, play, return the results.

    What an earlier process of the player left in this queue comes first (:func:`play_left`) and counts as some of the ``matches``.
    """

    async def main() -> list[results_pb2.MatchResult]:
        async with ArenaClient(address) as client:
            await client.register(name, secret)
            left = await play_left(bot, client, game, seats, options=options, pool=pool)
            more = matches - len(left)
            return left + await play_queue(bot, client, game, seats, options=options, pool=pool, matches=more)

    return asyncio.run(main())


__all__ = [
    "choose",
    "play_assignment",
    "play_assignments",
    "play_left",
    "play_match",
    "play_queue",
    "run",
    "wait_in_queue",
]
