"""The end of the game (GLE-END)."""

from __future__ import annotations

from typing import Final

from engine_core.game import Outcome, SeatOutcome
from engine_core.games.gleaning.state import GleaningState, Player

CATEGORIES: Final = ("numbers", "herbs", "bunches")
BUNCH_POINTS: Final = 5


def score(state: GleaningState, player: Player) -> tuple[tuple[str, int], ...]:
    """Points per category (GLE-CALL-04, GLE-END-02, GLE-END-03)."""
    herbs = sum(count * points for count, points in zip(player.herbs, state.data.points, strict=True))
    bunches = BUNCH_POINTS * min(player.herbs) if state.options.bunches else 0
    return tuple(zip(CATEGORIES, (player.points, herbs, bunches), strict=True))


def outcome_of(state: GleaningState) -> Outcome:
    """Places by points, then fewer herbs, then the seat that comes later after the start seat (GLE-END-04)."""
    seats = range(len(state.players))
    categories = [score(state, player) for player in state.players]
    points = [sum(value for _, value in entry) for entry in categories]
    ties = [
        (-sum(player.herbs), (seat - state.start_seat) % len(state.players))
        for seat, player in enumerate(state.players)
    ]
    ranked = sorted(seats, key=lambda seat: (points[seat], ties[seat]), reverse=True)
    return Outcome(
        tuple(SeatOutcome(seat, ranked.index(seat) + 1, points[seat], categories[seat], ties[seat]) for seat in seats)
    )
