"""The tracks of the skills board: skills, mortar, plant knowledge; planning markers (chapter Setup, per player)."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.events import KnowledgeAdvanced, MarkerGained, MortarRaised, SkillRaised
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.gains import replaced
from engine_core.games.tinctura.module_words import GREEN_THUMB
from engine_core.games.tinctura.state import Player, TincturaState, own_player
from engine_core.games.tinctura.vocabulary import FROM_PERSONALITY, KNOWLEDGE_END
from engine_core.stack import pop, push


def raise_skill(
    state: TincturaState, seat: int, player: Player, skill: int, levels: int, source: int, sink: Sink | None
) -> None:
    """One of the four skills, up to the end of its track (TIN-SET-23)."""
    skills = player.skills
    level = min(skills[skill] + levels, state.data.skill_end)
    if level > skills[skill]:
        player.skills = replaced(skills, skill, level)
        if sink:
            sink(EVERYONE, SkillRaised(seat, source, skill, level))


def raise_mortar(state: TincturaState, seat: int, player: Player, levels: int, source: int, sink: Sink | None) -> None:
    """The mortar level, up to the end of its track (TIN-SET-23, TIN-RUL-28)."""
    level = min(player.mortar + levels, state.data.mortar_end)
    if level > player.mortar:
        player.mortar = level
        if sink:
            sink(EVERYONE, MortarRaised(seat, source, level))


def step_knowledge(state: TincturaState, seat: int, player: Player, steps: int, source: int, sink: Sink | None) -> None:
    """Plant knowledge by so many spaces, up to the last one; images are the business of the forest (TIN-EXP-10, TIN-RUL-47)."""
    space = min(player.knowledge + steps, state.data.knowledge_end)
    if space > player.knowledge:
        if player.personality == GREEN_THUMB:
            player.knowledge_steps += space - player.knowledge
        player.knowledge = space
        if sink:
            sink(EVERYONE, KnowledgeAdvanced(seat, source, space, state.data.knowledge_level[space]))


def knowledge_level(state: TincturaState, player: Player) -> int:
    """The level of plant knowledge (TIN-SET-24)."""
    return state.data.knowledge_level[player.knowledge]


def watch_knowledge(state: TincturaState, seat: int, player: Player) -> None:
    """An action begins that may advance plant knowledge: put the end of it on the stack, below what the action pushes, for the holder
    of Green Thumb (TIN-PERS-06). Nothing for everybody else."""
    if player.personality == GREEN_THUMB:
        push(state, frame(KNOWLEDGE_END, seat))


def resume_knowledge_end(state: TincturaState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The action is over (TIN-RUL-58)."""
    pop(state)
    end_knowledge(state, seat, own_player(state, seat), sink)
    return False


def end_knowledge(state: TincturaState, seat: int, player: Player, sink: Sink | None) -> None:
    """2 or more steps of plant knowledge within the action that ends give 1 more, once (TIN-PERS-06). For an action that moves plant
    knowledge in one place only, instead of :func:`watch_knowledge`."""
    if player.knowledge_steps:
        if player.knowledge_steps >= 2:
            step_knowledge(state, seat, player, 1, FROM_PERSONALITY, sink)
        player.knowledge_steps = 0


def marker_supply(state: TincturaState, colour: int) -> int:
    """Planning markers of a colour that are in the general supply (TIN-SET-16)."""
    return state.data.markers_per_colour - sum([player.markers[colour] for player in state.players])


def gain_marker(state: TincturaState, seat: int, player: Player, colour: int, sink: Sink | None) -> None:
    """A planning marker from the supply, for the rest of the game (TIN-PLAN-14)."""
    markers = list(player.markers)
    markers[colour] += 1
    player.markers = (markers[0], markers[1], markers[2])
    if sink:
        sink(EVERYONE, MarkerGained(seat, colour))
