"""What holds in every position: its shape, which a position written by hand has to respect, and what is conserved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine_core.codec import evolve
from engine_core.games.tinctura.data import ITEMS, PLANNING_MARKERS, PLANT_TILES
from engine_core.games.tinctura.experiments import EXPERIMENT_MARKERS
from engine_core.games.tinctura.frame_positions import frame_faults
from engine_core.games.tinctura.module_words import EVENT, EVENTS_WITH_PLANT
from engine_core.games.tinctura.patients import MOST_PATIENTS
from engine_core.games.tinctura.refill import ITEMS_ON_DISPLAY, MORTARS
from engine_core.games.tinctura.setup import OPEN_GOALS_ON_DISPLAY, REMOVED_PATIENTS
from engine_core.games.tinctura.solo_positions import solo_faults, solo_frame_faults
from engine_core.games.tinctura.state import Player, TincturaState, hour_index, is_melanie, own_player, seat_count
from engine_core.games.tinctura.tracks import marker_supply
from engine_core.games.tinctura.training import MOST_APPRENTICES
from engine_core.games.tinctura.vocabulary import (
    BONUS_SPACES,
    CARE,
    COURSES,
    DAYS,
    FINAL,
    FIRST_HOUR,
    GAME_OVER,
    HOURS,
    ILLNESSES,
    LAST_HOUR,
    MEDICATION,
    PERSONALITIES_PHASE,
    PLAN_PHASE,
    PRIVATE_GOALS_PHASE,
    SOLO_CHOICE,
)
from engine_core.vocabulary import NONE

_SORTED: Final = ("apprentices", "journeymen", "dealt_personalities", "dealt_goals")
"""Fields of a player that have no order of their own."""


def normalise(state: TincturaState) -> None:
    """Sort what has no order of its own."""
    state._owned = 0
    state._revealed = False
    state.patients = evolve(state.patients, gone=tuple(sorted(state.patients.gone)))
    state.apprentices = evolve(state.apprentices, gone=tuple(sorted(state.apprentices.gone)))
    state.week = evolve(state.week, open_goals=tuple(sorted(state.week.open_goals)))
    for seat in range(len(state.players)):
        player = own_player(state, seat)
        for field in _SORTED:
            setattr(player, field, tuple(sorted(getattr(player, field))))


def shape_faults(state: TincturaState) -> Iterator[str]:
    """Why the rules cannot play on from here: ``field: sentence``; nothing for every reachable position."""
    participants = len(state.players)
    if not 2 <= participants <= 4 or (state.solo is not None and participants != 2):
        yield "players: 2, 3 or 4; in the solo game the human and Melanie"
        return
    if sorted(state.tea_pile) != list(range(participants)):
        yield "tea_pile: every participant once"
        return
    places = [state.players[seat].tea for seat in state.tea_pile]
    if places != sorted(places, reverse=True):
        yield "tea_pile: from the marker furthest ahead to the last"
    if places[-1] or places[0] > state.data.tea_end:
        yield f"players.tea: 0 to {state.data.tea_end}, somebody on 0"
    yield from _flow_faults(state)
    yield from _deck_faults(state)
    for seat, player in enumerate(state.players):
        for fault in (*_player_faults(state, player), *_stamp_faults(state, seat, player)):
            yield f"players[{seat}].{fault}"
    yield from _choice_faults(state)
    yield from solo_faults(state)
    for place in range(len(state.pending)):
        for fault in (*frame_faults(state, place), *solo_frame_faults(state, place)):
            yield f"pending[{place}].{fault}"


def _flow_faults(state: TincturaState) -> Iterator[str]:
    phase, seats = state.phase, seat_count(state)
    if not 1 <= state.day <= DAYS:
        yield f"day: 1 to {DAYS}"
    if phase <= PLAN_PHASE:
        if state.active_seat != NONE or state.order or state.pending or state.turns_left:
            yield "active_seat, order, pending, turns_left: empty while all choose"
        if state.hour:
            yield "hour: 0 while all choose"
        is_played = {PERSONALITIES_PHASE: state.options.personalities, PRIVATE_GOALS_PHASE: state.options.private_goals}
        if not is_played.get(phase, True):
            yield "phase: not without the option"
        return
    if not FIRST_HOUR <= state.hour <= LAST_HOUR:
        yield f"hour: {FIRST_HOUR} to {LAST_HOUR}"
    if phase == GAME_OVER:
        if state.active_seat != NONE or state.order or state.pending or state.turns_left:
            yield "active_seat, order, pending, turns_left: empty at the end"
        return
    if sorted(state.order) != sorted(state.tea_pile) or state.turns_left >= len(state.order):
        yield "order, turns_left: every participant once, and how many of them come after the active one"
        return
    if not state.pending or state.pending[-1].kind > SOLO_CHOICE:
        yield "pending: the innermost frame is a decision"
        return
    top = state.pending[-1]
    asked = 0 if top.kind == SOLO_CHOICE else top.seat
    if state.active_seat != asked or not 0 <= asked < seats:
        yield "active_seat: the seat of the innermost frame"
    for seat in range(seats):
        if len(state.players[seat].plan) != HOURS:
            yield f"players[{seat}].plan: {HOURS} hours once the day is played"


def _deck_faults(state: TincturaState) -> Iterator[str]:
    week, options = state.week, state.options
    if sorted(week.courses) != list(range(1, COURSES + 1)):
        yield f"week.courses: the {COURSES} courses, each once"
    if sorted(week.openings) != list(range(DAYS)):
        yield f"week.openings: the {DAYS} tiles, each once"
    if sorted(week.events) != (list(range(len(EVENT))) if options.events else []):
        yield f"week.events: the {len(EVENT)} events, each once; empty without the option"
    goals = OPEN_GOALS_ON_DISPLAY if options.open_goals else 0
    if len(set(week.open_goals)) != goals or len(week.open_goals) != goals:
        yield f"week.open_goals: {OPEN_GOALS_ON_DISPLAY}, each once; empty without the option"
    event = week.events[state.day - 1] if week.events and 1 <= state.day <= DAYS else NONE
    if (state.event_plant != NONE) != (event in EVENTS_WITH_PLANT):
        yield "event_plant: set exactly for an event that concerns a type of plant"
    if len(state.patients.display) != state.data.patient_spaces[len(state.players)]:
        yield f"patients.display: {state.data.patient_spaces[len(state.players)]} spaces"
    patients = [*state.patients.deck, *state.patients.gone, *(card for card in state.patients.display if card != NONE)]
    for player in state.players:
        patients += player.patients
    if 0 in patients or len(set(patients)) != len(patients):
        yield "patients: cards numbered from 1, each in one place"
    if state.patients.known > len(state.patients.deck):
        yield "patients.known: at most the deck"
    apprentices = [card for stack in state.apprentices.stacks for card in stack]
    apprentices += [card for card in state.apprentices.display if card != NONE]
    for player in state.players:
        apprentices += (*player.apprentices, *player.journeymen)
    if sorted([*apprentices, *state.apprentices.gone]) != list(range(len(state.data.apprentices))):
        yield "apprentices: every card in one place"
    if any(known > len(stack) for known, stack in zip(state.apprentices.known, state.apprentices.stacks, strict=True)):
        yield "apprentices.known: at most the stack"
    if (state.apprentices.blocked == NONE) != (len(state.players) == 4):
        yield "apprentices.blocked: a card with 2 and 3 players"


def _player_faults(state: TincturaState, player: Player) -> Iterator[str]:
    data, cards = state.data, state.data.apprentices
    if max(player.skills) > data.skill_end or min(player.skills) < 1:
        yield f"skills: 1 to {data.skill_end}"
    if not 1 <= player.mortar <= data.mortar_end:
        yield f"mortar: 1 to {data.mortar_end}"
    if player.knowledge > data.knowledge_end:
        yield f"knowledge: {data.knowledge_end} at most"
    if max(player.bonus) > BONUS_SPACES:
        yield f"bonus: {BONUS_SPACES} at most"
    if len(player.patients) != len(player.stamps) or len(player.patients) > MOST_PATIENTS:
        yield f"patients, stamps: equally many, {MOST_PATIENTS} at most"
    types = [cards[card].medication for card in (*player.apprentices, *player.journeymen)]
    if len(set(types)) != len(types) or len(player.apprentices) > MOST_APPRENTICES:
        yield f"apprentices, journeymen: one per medication, {MOST_APPRENTICES} untrained at most"
    if sum(player.markers) < HOURS:
        yield f"markers: {HOURS} at least"
    plan = player.plan
    if len(plan) > HOURS or any(plan.count(area) > player.markers[area] for area in range(CARE)):
        yield f"plan: {HOURS} hours at most, with markers that are owned"
    if player.course == 0 or player.attended == 0:
        yield "course, attended: courses are numbered from 1"


def _stamp_faults(state: TincturaState, seat: int, player: Player) -> Iterator[str]:
    """Time markers of hours that have been played, none past its deadline: only Melanie's patients have none (TIN-RUL-30)."""
    last = hour_index(state) if state.phase > PLAN_PHASE else HOURS * (state.day - 1) - 1
    if any(stamp > last for stamp in player.stamps):
        yield "stamps: no time marker of the future"
    if any(stamp < last - HOURS for stamp in player.stamps) and not is_melanie(state, seat):
        yield "stamps: no patient past its deadline"


def _choices(state: TincturaState) -> Iterator[tuple[bool, int, str, list[tuple[int, tuple[int, ...]]]]]:
    """Personalities and private goals: whether the option is on, the phase of the choice, the fields, per seat the card kept and those
    dealt."""
    options, players = state.options, state.players
    personalities = [(player.personality, player.dealt_personalities) for player in players]
    yield options.personalities, PERSONALITIES_PHASE, "players.personality, dealt_personalities", personalities
    goals = [(player.private_goal, player.dealt_goals) for player in players]
    yield options.private_goals, PRIVATE_GOALS_PHASE, "players.private_goal, dealt_goals", goals


def _choice_faults(state: TincturaState) -> Iterator[str]:
    """There are cards to choose with the option only, and whoever has to choose can."""
    for is_played, phase, fields, cards in _choices(state):
        if not is_played and any(kept != NONE or dealt for kept, dealt in cards):
            yield f"{fields}: none without the option"
        elif state.phase == phase and any(kept == NONE and not dealt for kept, dealt in cards):
            yield f"{fields}: cards to choose from"


def broken_invariants(state: TincturaState) -> list[str]:
    """The invariants of the rules reference that do not hold, one sentence each."""
    broken = list(shape_faults(state))
    if not broken:
        broken += _tiles_conserved(state)
        broken += _patients_conserved(state)
        broken += _choices_conserved(state)
        for seat, player in enumerate(state.players):
            broken += [f"seat {seat}: {sentence}" for sentence in _board(state, player)]
    return broken


def _tiles_conserved(state: TincturaState) -> Iterator[str]:
    players = len(state.players)
    for kind in range(4):
        tiles = state.bag[kind] + state.forest[kind] + state.discard[kind]
        tiles += sum(player.plants[kind] for player in state.players)
        if state.solo is not None:
            tiles += sum(plants[kind] for plants in state.solo.reserved)
        if tiles != state.data.plants_per_type:
            yield f"there are {PLANT_TILES} plants, as many of each type"
    if min(*state.bag, *state.forest, *state.discard) < 0:
        yield "no pile of plants is negative"
    if sum(state.forest) > state.data.forest_capacity[players]:
        yield f"the forest holds {state.data.forest_capacity[players]} plants at most"
    if sum(state.items) > ITEMS_ON_DISPLAY[players] or max(state.items) > state.data.items_per_colour:
        yield f"of {ITEMS} items {ITEMS_ON_DISPLAY[players]} at most are displayed"
    if state.mortars > MORTARS or state.experiment_markers > EXPERIMENT_MARKERS:
        yield f"there are {MORTARS} mortars and {EXPERIMENT_MARKERS} experiment markers"
    if any(marker_supply(state, colour) < 0 for colour in range(CARE)):
        yield f"there are {PLANNING_MARKERS} planning markers, as many of each colour"


def _patients_conserved(state: TincturaState) -> Iterator[str]:
    """So many of each illness take part; the deck is sorted by illness below what Premonition has put back."""
    patients = state.patients
    cards = [*patients.deck, *patients.gone, *(card for card in patients.display if card != NONE)]
    for player in state.players:
        cards += player.patients
    faces = state.data.patients
    removed = REMOVED_PATIENTS[len(state.players)]
    for illness in range(1, ILLNESSES + 1):
        number = sum(face.illness == illness for face in faces[1:]) - removed
        if sum(faces[card].illness == illness for card in cards) != number:
            yield f"{number} patients of illness {illness} take part"
    rest = [faces[card].illness for card in patients.deck[patients.known :]]
    if rest != sorted(rest):
        yield "the patient deck is sorted by illness"


def _choices_conserved(state: TincturaState) -> Iterator[str]:
    """Every card is with one seat, and what a seat has kept was dealt to it; a position by hand may leave the cards dealt out."""
    for _, _, fields, cards in _choices(state):
        held = [{kept, *dealt} - {NONE} for kept, dealt in cards]
        if len(set().union(*held)) != sum(map(len, held)):
            yield f"{fields}: each card is with one seat"
        if any(dealt and kept not in (NONE, *dealt) for kept, dealt in cards):
            yield f"{fields}: one of the cards dealt is kept"


def _board(state: TincturaState, player: Player) -> Iterator[str]:
    if min(*player.plants, player.blossoms, *player.produced) < 0:
        yield "nothing is negative"
    if len(player.apprentices) + len(player.journeymen) > len(MEDICATION):
        yield "one apprentice or journeyman per medication"
    if state.phase not in (PERSONALITIES_PHASE, FINAL, GAME_OVER) and len(player.plan) == HOURS:
        trained = len(player.journeymen)
        if not 0 <= player.plan.count(CARE) <= len(player.apprentices) + trained:
            yield "care hours are for apprentices"
    if player.knowledge_steps and not state.options.personalities:
        yield "steps are counted for Green Thumb only"
