"""Playing a game in this process: bots as callables, a record at the end.

A bot is asked with its view, its legal actions and a random source of its own, made for this one decision by :func:`bot_rng`; so the same
question gets the same answer however often it is asked, here and where matches are hosted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine_core.actions import Action
from engine_core.errors import IllegalChoice
from engine_core.events import Sink
from engine_core.game import Game, Outcome
from engine_core.match import Match
from engine_core.record import Entry, Record, record_of
from engine_core.rng import Rng, derive_key

Bot = Callable[[Any, list[Action], Rng], Action]
"""``bot(view, legal, rng)`` answers one of ``legal``; it draws from ``rng`` with ``rng.below(CHOICE, n)``."""

CHOICE: Final = 0
"""The one stream of a bot's random source; its purpose is ``choice``."""


def bot_rng(bot_seed: bytes, match: str, seat: int, decision: int) -> Rng:
    """The random source of one decision: key ``derive_key(bot_seed, match, seat, decision)``, one stream ``choice``.

    ``match`` is the match's id (in local play a label), ``decision`` the seat's own decision number, counted from 0.
    """
    return Rng(derive_key(bot_seed, match, seat, decision), ("choice",))


def random_bot(view: Any, legal: list[Action], rng: Rng) -> Action:
    """Each legal action with the same probability."""
    return legal[rng.below(CHOICE, len(legal))]


def play(
    game: Game[Any, Any],
    bots: Sequence[Bot],
    key: bytes,
    options: Any = None,
    data: Any = None,
    *,
    bot_seed: bytes | None = None,
    match: str = "local",
    players: Sequence[str] = (),
    seeded: bool = True,
    sink: Sink | None = None,
) -> Record:
    """One game, a bot per seat, to its end. ``options`` is an options object or ``None`` for the defaults.

    ``bot_seed`` defaults to a key derived from ``key``. Raises :class:`~engine_core.errors.BadSetup`, and
    :class:`~engine_core.errors.IllegalChoice` if a bot answers what is not legal.
    """
    if options is None:
        options = game.read_options({})
    tables = game.load_data() if data is None else data
    seed = derive_key(key, "bots") if bot_seed is None else bot_seed
    running = Match.new(game, len(bots), options, key, tables, sink)
    start = running.digest()
    entries: list[Entry] = []
    while asked := game.to_act(running.state):
        seat = asked[0]
        legal = game.legal(running.state, seat)
        rng = bot_rng(seed, match, seat, running.decisions[seat])
        choice = bots[seat](game.view(running.state, seat), list(legal), rng)
        if choice not in legal:
            raise IllegalChoice(f"the bot of seat {seat} chose {choice!r}, which is not legal")
        running.apply(seat, choice, sink)
        entries.append(Entry(seat, (choice.id,), running.digest()))
    outcome = Outcome(running.places())
    return record_of(
        game,
        len(bots),
        options,
        key,
        tables,
        start,
        entries,
        outcome,
        players,
        "" if match == "local" else match,
        seeded,
    )
