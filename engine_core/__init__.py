"""Rules of Euro board games as a pure library: standard library only, no network, no clock.

    >>> from engine_core import Match, key_from_seed
    >>> from engine_core.games import game
    >>> medico = game("medico")
    >>> match = Match.new(medico, 3, medico.read_options({}), key_from_seed(7))
    >>> while not match.over:
    ...     seat = medico.to_act(match.state)[0]
    ...     _ = match.apply(seat, medico.legal(match.state, seat)[0])
    >>> sorted(seat.place for seat in match.places())
    [1, 2, 3]

``docs/engine.md`` is the guide. Functions that are named like modules are not exported here: the registry
:func:`engine_core.games.game` and :func:`engine_core.replay.replay`.
"""

from __future__ import annotations

from engine_core.actions import Action, Catalogue
from engine_core.errors import (
    BadData,
    BadEncoding,
    BadRecord,
    BadScenario,
    BadSetup,
    EngineError,
    IllegalChoice,
    RecordNotComplete,
    Rejection,
    UnknownAction,
    UnknownGame,
)
from engine_core.events import EVERYONE, Event, Sink
from engine_core.game import SPECTATOR, DecisionPoint, Game, Outcome, SeatOutcome, places_at
from engine_core.games import GAMES
from engine_core.match import Match
from engine_core.playing import Bot, bot_rng, play, random_bot
from engine_core.position import NotRefused, Position, Refused
from engine_core.record import Record
from engine_core.replay import Verified, verify
from engine_core.rng import Rng, commitment, derive_key, key_from_seed
from engine_core.vocabulary import NONE

__all__ = [
    "EVERYONE",
    "GAMES",
    "NONE",
    "SPECTATOR",
    "Action",
    "BadData",
    "BadEncoding",
    "BadRecord",
    "BadScenario",
    "BadSetup",
    "Bot",
    "Catalogue",
    "DecisionPoint",
    "EngineError",
    "Event",
    "Game",
    "IllegalChoice",
    "Match",
    "NotRefused",
    "Outcome",
    "Position",
    "Record",
    "RecordNotComplete",
    "Refused",
    "Rejection",
    "Rng",
    "SeatOutcome",
    "Sink",
    "UnknownAction",
    "UnknownGame",
    "Verified",
    "bot_rng",
    "commitment",
    "derive_key",
    "key_from_seed",
    "places_at",
    "play",
    "random_bot",
    "verify",
]
