"""Game end and final scoring."""

from __future__ import annotations

from typing import Final

from engine_core.game import Outcome, SeatOutcome
from engine_core.games.medico.data import APPRENTICES
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.vocabulary import COURIER_1, COURIER_2, SPECIALIST
from engine_core.vocabulary import NONE

CATEGORIES: Final = (
    "point_track",
    "recipes_and_markets",
    "apprentices",
    "letters",
    "instruments",
    "rods",
    "coins_and_remedies",
    "unused_favor_cards",
    "specialist",
)
GOLD_POINTS: Final = 4
SILVER_POINTS: Final = 2
SPECIALIST_POINTS: Final = 5
SPECIALIST_PIECES: Final = 3


def score(state: MedicoState, player: Player) -> tuple[tuple[str, int], ...]:
    """Points per category; prestige scores none (MED-END-01 to 10, MED-END-12, MED-END-13)."""
    data = state.data
    counts = player.instrument_counts
    abilities = player.abilities
    couriers = (abilities >> COURIER_1 & 1) + (abilities >> COURIER_2 & 1)
    left_over = player.coins + len(player.pouches) + sum(remedy != NONE for remedy in player.book_covered)
    points = (
        player.points,  # MED-END-09
        (len(player.fulfilled_books) + 1) * (len(player.markets) + 1),  # MED-END-01
        sum(data.apprentice_points[: APPRENTICES - player.apprentices_left]),  # MED-END-02
        len(player.letters) * (1 + couriers),  # MED-END-03, MED-RUL-30
        sum(count * points for count, points in zip(counts, data.column_points, strict=False)),  # MED-END-04
        GOLD_POINTS * player.gold_rods.bit_count() + SILVER_POINTS * player.silver_rods.bit_count(),  # MED-END-05
        left_over // 2,  # MED-END-06, MED-RUL-28
        data.unused_favor_points * len(player.favors),  # MED-END-08, MED-RUL-27
        _specialist(player),
    )
    return tuple(zip(CATEGORIES, points, strict=True))


def _specialist(player: Player) -> int:
    """5 points once per kind of which at least 3 pieces are owned (MED-END-07, MED-KNOW-11, MED-RUL-29)."""
    if not player.abilities >> SPECIALIST & 1:
        return 0
    return SPECIALIST_POINTS * sum(count >= SPECIALIST_PIECES for count in player.instrument_counts)


def outcome_of(state: MedicoState) -> Outcome:
    """Places by points, then prestige, then height in the prestige stack: never shared (MED-END-11)."""
    categories = [score(state, player) for player in state.players]
    points = [sum(value for _, value in entry) for entry in categories]
    ties = [(player.prestige, state.prestige_order.index(seat)) for seat, player in enumerate(state.players)]
    seats = range(len(state.players))
    ranked = sorted(seats, key=lambda seat: (points[seat], ties[seat]), reverse=True)
    return Outcome(
        tuple(SeatOutcome(seat, ranked.index(seat) + 1, points[seat], categories[seat], ties[seat]) for seat in seats)
    )
