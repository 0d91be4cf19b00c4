"""Final count and places (chapter End of the Game)."""

from __future__ import annotations

from typing import Final

from engine_core.game import Outcome, SeatOutcome
from engine_core.games.tinctura.goals import private_points
from engine_core.games.tinctura.patients import PATIENT_LOST
from engine_core.games.tinctura.state import TincturaState, seat_count
from engine_core.games.tinctura.tea_track import tea_order
from engine_core.games.tinctura.tracks import knowledge_level

CATEGORIES: Final = (
    "recovery_points",
    "unserved_patients",
    "tea_place",
    "tea_position",
    "plant_knowledge",
    "journeymen",
    "least_skill",
    "private_goal",
)
TEA_PLACES: Final = (10, 6, 3, 0)
"""TIN-END-09, TIN-RUL-86."""
KNOWLEDGE_FINISHED: Final = 8
"""TIN-END-11."""
JOURNEYMEN: Final = (0, 0, 4, 9, 18)
"""TIN-END-12."""
LEAST_SKILL: Final = (0, 0, 3, 6, 10, 14, 19, 24, 30, 36)
"""By level (TIN-END-13)."""


def score(state: TincturaState, seat: int) -> tuple[tuple[str, int], ...]:
    """RP per category of a participant, as if the game ended now (TIN-END-08 to 14, TIN-PG-02, TIN-RUL-96)."""
    player = state.players[seat]
    points = (
        player.points,
        PATIENT_LOST * len(player.patients),
        TEA_PLACES[tea_order(state).index(seat)],
        player.tea,
        KNOWLEDGE_FINISHED if player.knowledge == state.data.knowledge_end else 0,
        JOURNEYMEN[len(player.journeymen)],
        LEAST_SKILL[min(*player.skills, knowledge_level(state, player))],
        private_points(state, seat),
    )
    return tuple(zip(CATEGORIES, points, strict=True))


def ranking(state: TincturaState) -> tuple[int, ...]:
    """The participants, best first: by RP, then by the tea order, so never shared (TIN-END-15, TIN-END-16, TIN-RUL-87)."""
    order = tea_order(state)
    points = {seat: sum(value for _, value in score(state, seat)) for seat in order}
    return tuple(sorted(order, key=lambda seat: -points[seat]))


def outcome_of(state: TincturaState) -> Outcome:
    """Places by RP, then by the tea order. The solo player has place 1 if ahead of Melanie, else place 2 (TIN-SOLO-49)."""
    seats = range(seat_count(state))
    order = tea_order(state)
    ranked = ranking(state)
    outcomes = []
    for seat in seats:
        categories = score(state, seat)
        points = sum(value for _, value in categories)
        tie_break = len(order) - order.index(seat)
        outcomes.append(SeatOutcome(seat, ranked.index(seat) + 1, points, categories, (tie_break,)))
    return Outcome(tuple(outcomes))
