"""Setting up the solo game and the evening of it (chapter Solo Mode)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.card_piles import Solo
from engine_core.games.tinctura.flow_events import ApprenticeMarkersPlaced
from engine_core.games.tinctura.gains import replaced
from engine_core.games.tinctura.solo_tables import MERCHANT_CARDS, SOLO_CARDS
from engine_core.games.tinctura.state import TincturaState
from engine_core.games.tinctura.streams import MERCHANT_CARDS_STREAM, SOLO_CARDS_STREAM, SOLO_DIE_STREAM
from engine_core.games.tinctura.vocabulary import DAYS
from engine_core.vocabulary import NONE

HUMAN: Final = 0
_LOW_ROLL: Final = 3
_NO_MARKERS: Final = (0, 0, 0, 0)


def set_up_solo(state: TincturaState, sink: Sink | None) -> None:
    """Solo cards and merchant cards, the apprentice markers (TIN-SOLO-04, TIN-SOLO-05). Apprentices lie there already."""
    state.solo = Solo(
        cards=state.rng.shuffle(SOLO_CARDS_STREAM, range(SOLO_CARDS)),
        revealed=(),
        merchant_cards=state.rng.shuffle(MERCHANT_CARDS_STREAM, range(MERCHANT_CARDS)),
        merchant_revealed=(),
        markers=_NO_MARKERS,
        reserved=(),
    )
    place_markers(state, sink)


def end_day(state: TincturaState, sink: Sink | None) -> None:
    """The solo cards are collected and shuffled, the markers placed anew (TIN-SOLO-38, TIN-SOLO-39). ``day`` is the new one already."""
    assert state.solo is not None
    state.solo = evolve(state.solo, cards=state.rng.shuffle(SOLO_CARDS_STREAM, range(SOLO_CARDS)), revealed=())
    place_markers(state, sink)


def place_markers(state: TincturaState, sink: Sink | None) -> None:
    """By die, 1 marker on the first displayed apprentice and 2 on the second, or the reverse; none on Friday
    (TIN-SOLO-04, TIN-SOLO-39, TIN-RUL-71, TIN-RUL-112)."""
    assert state.solo is not None
    markers = _NO_MARKERS
    spaces = [space for space, card in enumerate(state.apprentices.display) if card != NONE]
    if state.day < DAYS and len(spaces) > 1:
        is_low = state.rng.below(SOLO_DIE_STREAM, 6) < _LOW_ROLL
        first, second = (1, 2) if is_low else (2, 1)
        markers = replaced(replaced(markers, spaces[0], first), spaces[1], second)
        state._revealed = True
    state.solo = evolve(state.solo, markers=markers)
    if sink:
        sink(EVERYONE, ApprenticeMarkersPlaced(markers))
