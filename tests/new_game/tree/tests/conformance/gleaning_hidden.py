"""What Gleaning hides, written from the rules: numbers until all have called one, the order of the bag, the key."""

from __future__ import annotations

from typing import Any, Final

from engine_core.actions import Action
from engine_core.codec import codec
from engine_core.events import Event
from engine_core.game import Game
from engine_core.games.gleaning.actions import CallNumber
from engine_core.games.gleaning.state import GleaningState, Player
from engine_core.games.gleaning.vocabulary import CALL, HIGHEST
from engine_core.rng import Rng, derive_key
from engine_core.vocabulary import NONE

VARY: Final = 1
"""The stream that variations are drawn from."""
_CODEC: Final = codec(GleaningState)
_PLAYER: Final = codec(Player)


class GleaningHiddenFacts:
    """See :class:`tests.conformance.noninterference.HiddenFacts`."""

    def vary(self, state: GleaningState, observer: int | None, rng: Rng) -> GleaningState:
        """Other numbers, another order of the bag, another key."""
        twin = _CODEC.clone(state)
        twin.bag = rng.shuffle(VARY, state.bag)
        for seat in _secretive(state, observer):
            twin.players[seat] = player = _PLAYER.copy(state.players[seat])
            player.number = 1 + rng.below(VARY, HIGHEST)
        twin.rng = Rng(derive_key(state.rng.secret, rng.below(VARY, 1 << 32)), state.rng.purposes, state.rng.counters)
        return twin

    def known(self, state: GleaningState, observer: int | None) -> Any:
        """The bytes of the state with every hidden fact replaced."""
        bare = _CODEC.clone(state)
        bare.bag = tuple(sorted(state.bag))
        for seat in _secretive(state, observer):
            bare.players[seat] = player = _PLAYER.copy(state.players[seat])
            player.number = 0
        bare.rng = Rng(b"unknown", state.rng.purposes, state.rng.counters)
        return _CODEC.to_bytes(bare)

    def hidden(self, state: GleaningState, observer: int | None) -> Any:
        """Everything that :meth:`known` leaves out, the key excepted."""
        return state.bag, [state.players[seat].number for seat in _secretive(state, observer)]

    def disguise(self, game: Game[Any, Any], state: GleaningState, seat: int, action: Action, rng: Rng) -> Action:
        """Another number."""
        return CallNumber(1 + rng.below(VARY, HIGHEST)) if isinstance(action, CallNumber) else action

    def prepare(self, state: GleaningState, rng: Rng) -> None:
        """Nothing is rare."""

    def situation(self, state: GleaningState) -> str:
        """Nothing is special."""
        return ""

    def shown(self, events: list[Event]) -> Any:
        """Nothing that the position does not show too."""
        return None


def _secretive(state: GleaningState, observer: int | None) -> list[int]:
    """The seats whose number the observer must not know (GLE-CALL-01)."""
    if state.phase != CALL:
        return []
    return [seat for seat, player in enumerate(state.players) if seat != observer and player.number != NONE]
