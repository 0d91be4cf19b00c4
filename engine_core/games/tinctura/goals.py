"""Open goals during the game and private goals at its end (chapters Private Goals, Open Goals and their appendices)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.events import OpenGoalPaid
from engine_core.games.tinctura.gains import gain_points
from engine_core.games.tinctura.module_words import TEA_LEAD
from engine_core.games.tinctura.state import Player, TincturaState, own_player
from engine_core.games.tinctura.tea_track import tea_order
from engine_core.games.tinctura.vocabulary import (
    BLUE,
    FILTERING,
    FROM_OPEN_GOAL,
    GREEN,
    HEATING,
    ILLNESSES,
    MIXING,
    OINTMENT,
    PRESSING,
    PURPLE,
    SPECIAL,
    TABLETS,
    TINCTURE,
    WHITE,
)
from engine_core.vocabulary import NONE

_GOOD_SKILL: Final = 7
_OPEN_TEAS: Final = 4
_OPEN_JOURNEYMEN: Final = 3
_OPEN_RECIPES: Final = 2
_LAST_SPACE: Final = 4
_PRIVATE_SPACE: Final = 3
_PRIVATE_SKILLS: Final = 3
_PRIVATE_MORTAR: Final = 6
_PRIVATE_PATIENTS: Final = 6
_PRIVATE_PLANTS: Final = 4
_PRIVATE_RECIPES: Final = 3

OPEN_GOALS: Final[tuple[Callable[[Player], bool], ...]] = (
    lambda player: min(player.skills[FILTERING], player.skills[MIXING]) >= _GOOD_SKILL,
    lambda player: min(player.skills[PRESSING], player.skills[HEATING]) >= _GOOD_SKILL,
    lambda player: player.most_teas >= _OPEN_TEAS,
    lambda player: len(player.journeymen) >= _OPEN_JOURNEYMEN,
    lambda player: min(player.produced[TINCTURE], player.produced[OINTMENT]) >= _OPEN_RECIPES,
    lambda player: min(player.produced[TABLETS], player.produced[SPECIAL]) >= _OPEN_RECIPES,
    lambda player: min(player.bonus[WHITE], player.bonus[GREEN]) >= _LAST_SPACE,
    lambda player: min(player.bonus[BLUE], player.bonus[PURPLE]) >= _LAST_SPACE,
)
"""Whether a player fulfils each open goal (TIN-OG-06 to 13)."""

PRIVATE_GOALS: Final[tuple[Callable[[Player], bool], ...]] = (
    lambda player: player.illnesses == (1 << ILLNESSES) - 1,
    lambda player: min(player.bonus) >= _PRIVATE_SPACE,
    lambda player: sum(level >= _GOOD_SKILL for level in player.skills) >= _PRIVATE_SKILLS,
    lambda player: False,
    lambda player: min(player.produced) > 0,
    lambda player: player.mortar >= _PRIVATE_MORTAR,
    lambda player: player.served >= _PRIVATE_PATIENTS,
    lambda player: sum(map(min, player.gathered_after_end, player.plants)) >= _PRIVATE_PLANTS,
    lambda player: player.produced[OINTMENT] >= _PRIVATE_RECIPES,
    lambda player: player.produced[TINCTURE] >= _PRIVATE_RECIPES,
    lambda player: player.produced[TABLETS] >= _PRIVATE_RECIPES,
    lambda player: player.produced[SPECIAL] >= _PRIVATE_RECIPES,
)
"""Whether a player fulfils each private goal (TIN-PG-04 to 15); the tea lead depends on the others, see :func:`private_points`."""


def pay_open_goals(state: TincturaState, sink: Sink | None) -> None:
    """Whoever fulfils a displayed goal for the first time is paid, in tea order; called after every completed action
    (TIN-OG-02 to 04, TIN-RUL-70)."""
    for goal in state.week.open_goals:
        fulfilled = OPEN_GOALS[goal]
        for player in state.players:
            if not player.goals_paid >> goal & 1 and fulfilled(player):
                _pay(state, goal, sink)
                break


def _pay(state: TincturaState, goal: int, sink: Sink | None) -> None:
    """Pay a goal to all that fulfil it now; how many were paid before decides what it is worth."""
    paid = sum([player.goals_paid >> goal & 1 for player in state.players])
    for seat in tea_order(state):
        if not state.players[seat].goals_paid >> goal & 1 and OPEN_GOALS[goal](state.players[seat]):
            player = own_player(state, seat)
            player.goals_paid |= 1 << goal
            points = state.data.open_goal_points[goal][paid]
            paid += 1
            if sink:
                sink(EVERYONE, OpenGoalPaid(seat, goal, points))
            gain_points(state, seat, player, points, FROM_OPEN_GOAL, sink)


def private_points(state: TincturaState, seat: int) -> int:
    """What the private goal of a seat pays as things are; 0 without one (TIN-PG-02)."""
    player = state.players[seat]
    goal = player.private_goal
    if goal == NONE:
        return 0
    is_met = tea_order(state)[0] == seat if goal == TEA_LEAD else PRIVATE_GOALS[goal](player)
    return state.data.private_goal_points[goal] if is_met else 0
