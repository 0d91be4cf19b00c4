"""Prestige duels at the end of the round (chapter Prestige Duel)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.board import figures_at
from engine_core.games.medico.events import DuelWon, MarkerLaid
from engine_core.games.medico.main_actions import ALL_MAIN_ACTIONS
from engine_core.games.medico.prestige import lose_prestige
from engine_core.games.medico.refill import refill
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.vocabulary import DUEL_REWARD, JACK_OF_ALL_TRADES, MEDICUS, PLACES

_JACK_BIT: Final = 1 << JACK_OF_ALL_TRADES


def duel_winner(state: MedicoState, place: int) -> int | None:
    """The figure with the highest prestige, the higher marker among equals; ``None`` with fewer than 2 figures
    (MED-DUEL-02 to 04)."""
    figures = figures_at(state, place)
    if len(figures) < 2:
        return None
    return max(figures, key=state.prestige_order.index)


def hold_duels(state: MedicoState, places_left: int, sink: Sink | None) -> bool:
    """The last ``places_left`` places of the walk that begins at the Medicus, clockwise (MED-DUEL-01, MED-RUL-22).

    True if a winner is asked for its reward now: ``DUEL_REWARD`` is the phase, and the rest waits for :func:`conclude_duel`.
    """
    while places_left:
        place = (state.medicus_place - places_left) % PLACES
        places_left -= 1
        winner = duel_winner(state, place)
        if winner is None:
            continue
        if sink:
            sink(EVERYONE, DuelWon(place, winner))
        if winner < MEDICUS and reward_left(state.players[winner]):
            state.phase = DUEL_REWARD
            state.active_seat = winner
            state.duel_places_left = places_left
            return True
        if winner >= MEDICUS:
            _lay_marker(state, place, sink)
        lose_prestige(state, winner, sink)
    return False


def _lay_marker(state: MedicoState, place: int, sink: Sink | None) -> None:
    """The Medicus or the neutral surgeon won: a knowledge marker for the market, no main action (MED-DUEL-09)."""
    before = state.places[place]
    state.places[place] = evolve(before, knowledge_markers=before.knowledge_markers + 1)
    if sink:
        sink(EVERYONE, MarkerLaid(place))


def reward_left(player: Player) -> int:
    """The types of main action, as flags, not yet carried out this round (MED-DUEL-05, MED-DUEL-06, MED-RUL-24)."""
    return ALL_MAIN_ACTIONS & ~player.main_actions


def reward_goes_on(player: Player) -> bool:
    """After a reward action: with Jack-of-all-trades every type left may follow (MED-KNOW-07)."""
    return bool(player.abilities & _JACK_BIT and reward_left(player))


def conclude_duel(state: MedicoState, seat: int, sink: Sink | None) -> None:
    """After the reward or its refusal: the winner loses 1 prestige, spaces are refilled (MED-DUEL-08, MED-RUL-23, MED-RUL-38)."""
    lose_prestige(state, seat, sink)
    refill(state, sink)
