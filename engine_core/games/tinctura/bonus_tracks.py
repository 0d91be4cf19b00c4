"""The four bonus tracks, whichever set is in play (chapters The Bonus Tracks, Alternative Bonus Tracks)."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import RESOLVE_BONUS
from engine_core.games.tinctura.actions import ResolveBonus
from engine_core.games.tinctura.events import BonusAdvanced
from engine_core.games.tinctura.experiments import grant_experiments
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.gains import draw_plants, gain_points, replaced
from engine_core.games.tinctura.options import STANDARD_TRACKS
from engine_core.games.tinctura.state import Player, TincturaState, is_melanie, own_player
from engine_core.games.tinctura.tea_track import move_tea, tea_room
from engine_core.games.tinctura.track_rewards import TrackReward
from engine_core.games.tinctura.tracks import raise_mortar
from engine_core.games.tinctura.vocabulary import (
    BLOSSOMS,
    BLUE,
    BONUS,
    BONUS_SPACES,
    DOUBLE_ACTION,
    EXTRA_PLANT_ABILITY,
    FROM_BONUS_TRACK,
    GREEN,
    POWDER,
    PURPLE,
    SKILL_CHOICE,
    WHITE,
)
from engine_core.stack import pop, push

ABILITY_SPACE: Final = 3
"""White 3 and Green 3 of the standard set; the table is checked to have them there."""


def advance_bonus(state: TincturaState, seat: int, player: Player, colour: int, sink: Sink | None) -> None:
    """Move a bonus marker by 1 and resolve the space it reaches; on the last space nothing happens (TIN-BON-01, TIN-BON-02).

    What needs a choice is pushed on the stack; all else happens at once.
    """
    space = player.bonus[colour] + 1
    if space > BONUS_SPACES:
        return
    player.bonus = replaced(player.bonus, colour, space)
    if sink:
        sink(EVERYONE, BonusAdvanced(seat, colour, space))
    _pay(state, seat, player, state.data.tracks[state.options.bonus_tracks][colour][space], sink)


def _pay(state: TincturaState, seat: int, player: Player, reward: TrackReward, sink: Sink | None) -> None:
    """Each kind of reward (TIN-BON-03 to 13, TIN-ALT-02 to 12)."""
    points = reward.points + reward.weekday_points * state.day
    gain_points(state, seat, player, points, FROM_BONUS_TRACK, sink)
    raise_mortar(state, seat, player, reward.mortar, FROM_BONUS_TRACK, sink)
    draw_plants(state, seat, player, reward.plants, FROM_BONUS_TRACK, sink)
    if reward.skill_points:
        push(state, frame(SKILL_CHOICE, seat, reward.skill_points, amount=1, source=FROM_BONUS_TRACK))
    if reward.one_skill:
        push(state, frame(SKILL_CHOICE, seat, 1, amount=reward.one_skill, source=FROM_BONUS_TRACK))
    if reward.powder:
        push(state, frame(POWDER, seat, reward.powder))
    if reward.blossoms:
        push(state, frame(BLOSSOMS, seat, reward.blossoms))
    if reward.tea:
        offer_tea_steps(state, seat, reward.tea, FROM_BONUS_TRACK)
    grant_experiments(state, seat, reward.experiment, FROM_BONUS_TRACK)


def has_double_action(state: TincturaState, player: Player) -> bool:
    """White 3 is owned and unused today (TIN-BON-09, TIN-BON-14)."""
    return (
        player.bonus[WHITE] >= ABILITY_SPACE
        and state.options.bonus_tracks == STANDARD_TRACKS
        and not player.used >> DOUBLE_ACTION & 1
    )


def has_extra_plant(state: TincturaState, player: Player) -> bool:
    """Green 3 is owned and unused today (TIN-BON-13, TIN-BON-14)."""
    return (
        player.bonus[GREEN] >= ABILITY_SPACE
        and state.options.bonus_tracks == STANDARD_TRACKS
        and not player.used >> EXTRA_PLANT_ABILITY & 1
    )


def equipment(state: TincturaState, player: Player) -> int:
    """The best piece for powder: 0 none, 1 Basin, 2 Oven, 3 Mill (TIN-ALT-10)."""
    return state.data.tracks[state.options.bonus_tracks][BLUE][player.bonus[BLUE]].equipment


def powder_level(state: TincturaState, player: Player) -> int:
    """0 not started, otherwise I to III (TIN-ALT-11)."""
    return state.data.tracks[state.options.bonus_tracks][PURPLE][player.bonus[PURPLE]].powder_level


# -- optional tea steps --------------------------------------------------------------------------------------------------------


def offer_tea_steps(state: TincturaState, seat: int, steps: int, source: int) -> None:
    """The player may move the tea marker, all the steps or none (TIN-RUL-27, TIN-RUL-101): a frame on the stack."""
    push(state, frame(BONUS, seat, steps, source=source))


def resume_bonus(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """Asked if the marker would move or be lifted; Melanie always goes ahead (TIN-SOLO-43)."""
    if not tea_room(state, seat, state.players[seat]):
        pop(state)
        return False
    if is_melanie(state, seat):
        pop(state)
        move_tea(state, seat, own_player(state, seat), top.left, top.source, sink)
        return False
    return True


def legal_bonus(state: TincturaState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Yes or no."""
    return [*RESOLVE_BONUS]


def refuse_resolve_bonus(state: TincturaState, seat: int, player: Player, action: ResolveBonus) -> Rejection | None:
    """Both answers are legal."""
    return None


def resolve_bonus(state: TincturaState, seat: int, player: Player, action: ResolveBonus, sink: Sink | None) -> None:
    """Move the tea marker, or not."""
    top = state.pending[-1]
    pop(state)
    if action.accept:
        move_tea(state, seat, player, top.left, top.source, sink)
