"""A full position that fits what a seat knows, the unknown drawn uniformly: for search."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from engine_core.games.tinctura.card_piles import Apprentices, Patients, Solo, Week
from engine_core.games.tinctura.data import TincturaData
from engine_core.games.tinctura.module_words import EVENT, PERSONALITY, PRIVATE_GOAL
from engine_core.games.tinctura.setup import DEALT, REMOVED_PATIENTS
from engine_core.games.tinctura.solo_tables import MERCHANT_CARDS, SOLO_CARDS
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.streams import STREAMS
from engine_core.games.tinctura.view import PlayerView, TincturaView
from engine_core.games.tinctura.vocabulary import (
    CARE,
    COURSES,
    DAYS,
    HOURS,
    ILLNESSES,
    MEDICATION,
    PATIENTS,
    PERSONALITIES_PHASE,
    PRIVATE_GOALS_PHASE,
)
from engine_core.rng import Rng, derive_key
from engine_core.schema import schema_of
from engine_core.vocabulary import NONE

_PURPOSES: Final = ("patients", "apprentices", "week", "solo", "plans", "personalities", "private_goals")
_PATIENTS, _APPRENTICES, _WEEK, _SOLO, _PLANS, _PERSONALITIES, _PRIVATE_GOALS = range(len(_PURPOSES))
_SAME: Final = tuple(name for name, _ in schema_of(Player).fields if name in PlayerView.__slots__)
"""The fields of a player that a view shows as they are, or hides by an empty value that is replaced afterwards."""


def determinize_view(view: TincturaView, key: bytes, data: TincturaData) -> TincturaState:
    """A state whose view is ``view``: decks, coming cards and others' secrets are drawn from ``key``."""
    rng = Rng(derive_key(key, "tinctura", "determinize"), _PURPOSES)
    state = TincturaState()
    state.data = data
    state.options = view.options
    state.rng = Rng(derive_key(key, "tinctura", "rng"), STREAMS)
    state._owned = 0
    state._revealed = False
    state.day = view.day
    state.hour = view.hour
    state.phase = view.phase
    state.active_seat = view.active_seat
    state.order = view.order
    state.turns_left = view.turns_left
    state.pending = view.pending
    state.tea_pile = view.tea_pile
    state.bag = view.bag
    state.forest = view.forest
    state.discard = view.discard
    state.experiment_markers = view.experiment_markers
    state.items = view.items
    state.mortars = view.mortars
    state.event_plant = view.event_plant
    state.week = _week(view, rng)
    state.patients = _patients(view, rng, data)
    state.apprentices = _apprentices(view, rng, data)
    state.solo = _solo(view, rng)
    state.players = [_player(player) for player in view.players]
    _plans(view, state.players, rng)
    if view.options.personalities:
        _secrets(view, state, rng, _PERSONALITIES, range(len(PERSONALITY)))
    if view.options.private_goals:
        _secrets(view, state, rng, _PRIVATE_GOALS, range(len(PRIVATE_GOAL)))
    return state


def _rest(rng: Rng, purpose: int, cards: Iterable[int], seen: Sequence[int]) -> tuple[int, ...]:
    """The cards that were not seen, in a random order."""
    return rng.shuffle(purpose, [card for card in cards if card not in seen])


def _week(view: TincturaView, rng: Rng) -> Week:
    events: tuple[int, ...] = ()
    if view.options.events:
        events = (*view.events, *_rest(rng, _WEEK, range(len(EVENT)), view.events))
    return Week(
        courses=(*view.courses, *_rest(rng, _WEEK, range(1, COURSES + 1), view.courses)),
        openings=(*view.openings, *_rest(rng, _WEEK, range(DAYS), view.openings)),
        events=events,
        open_goals=view.open_goals,
    )


def _patients(view: TincturaView, rng: Rng, data: TincturaData) -> Patients:
    """Of each illness so many are left; which of the unseen ones, and their order, is unknown. The cards on top that Premonition has
    put back may lie in any order (TIN-SET-03, TIN-SET-04, TIN-PERS-09)."""
    shown = view.patients
    seen = {card for card in shown.display if card != NONE} | set(shown.gone)
    for player in view.players:
        seen.update(player.patients)
    known = shown.known_cards
    deck: list[int] = []
    for illness in range(1, ILLNESSES + 1):
        cards = [card for card in range(1, PATIENTS + 1) if data.patients[card].illness == illness]
        left = len(cards) - REMOVED_PATIENTS[len(view.players)]
        left -= sum(card in seen or card in known for card in cards)
        unseen = [card for card in cards if card not in seen and card not in known]
        if not 0 <= left <= len(unseen):
            raise ValueError("the view shows other patients than a deck can hold")
        deck += rng.shuffle(_PATIENTS, unseen)[:left]
    if len(deck) + len(known) != shown.deck:
        raise ValueError("the view shows another number of patients than there are")
    hidden = shown.known - len(known)
    top = rng.shuffle(_PATIENTS, deck[:hidden])
    return Patients(deck=(*known, *top, *deck[hidden:]), display=shown.display, gone=shown.gone, known=shown.known)


def _apprentices(view: TincturaView, rng: Rng, data: TincturaData) -> Apprentices:
    shown = view.apprentices
    seen = {*shown.display, *shown.gone}
    for player in view.players:
        seen.update(player.apprentices, player.journeymen)
    stacks: list[tuple[int, ...]] = []
    for kind in range(len(MEDICATION)):
        known = shown.known[kind]
        unseen = [
            card
            for card, face in enumerate(data.apprentices)
            if face.medication == kind and card not in seen and card not in known
        ]
        stacks.append((*known, *rng.shuffle(_APPRENTICES, unseen)))
        if len(stacks[kind]) != shown.stacks[kind]:
            raise ValueError("the view shows another number of apprentices than there are")
    tablets, ointment, tincture, special = (len(known) for known in shown.known)
    return Apprentices(
        stacks=(stacks[0], stacks[1], stacks[2], stacks[3]),
        display=shown.display,
        blocked=shown.blocked,
        gone=shown.gone,
        known=(tablets, ointment, tincture, special),
    )


def _solo(view: TincturaView, rng: Rng) -> Solo | None:
    shown = view.solo
    if shown is None:
        return None
    return Solo(
        cards=_rest(rng, _SOLO, range(SOLO_CARDS), shown.revealed),
        revealed=shown.revealed,
        merchant_cards=_rest(rng, _SOLO, range(MERCHANT_CARDS), shown.merchant_revealed),
        merchant_revealed=shown.merchant_revealed,
        markers=shown.markers,
        reserved=shown.reserved,
    )


def _player(view: PlayerView) -> Player:
    player = Player()
    for name in _SAME:
        setattr(player, name, getattr(view, name))
    return player


# -- what other seats have decided in secret -----------------------------------------------------------------------------------


def _plans(view: TincturaView, players: list[Player], rng: Rng) -> None:
    """Plans that are not shown: each that the markers and care hours allow is equally likely (TIN-PLAN-04, TIN-PLAN-06)."""
    for player, shown in zip(players, view.players, strict=True):
        if len(shown.plan) < shown.planned:
            player.plan = _draw_plan(rng, shown)


def _draw_plan(rng: Rng, shown: PlayerView) -> tuple[int, ...]:
    left = [*shown.markers, len(shown.apprentices)]
    later = HOURS - shown.planned
    plan: list[int] = []
    for hours in range(shown.planned, 0, -1):
        weights = []
        for area in range(CARE + 1):
            after = [*left]
            after[area] -= 1
            weights.append(_plans_left(hours - 1, later, *after) if left[area] else 0)
        at = rng.below(_PLANS, sum(weights))
        area = 0
        while at >= weights[area]:
            at -= weights[area]
            area += 1
        left[area] -= 1
        plan.append(area)
    return tuple(plan)


@lru_cache(maxsize=8192)
def _plans_left(hours: int, later: int, white: int, blue: int, green: int, care: int) -> int:
    """How many ways there are to plan so many hours with these markers, so that the care hours left over fit into those later."""
    if not hours:
        return int(care <= later)
    ways = 0
    if white:
        ways += _plans_left(hours - 1, later, white - 1, blue, green, care)
    if blue:
        ways += _plans_left(hours - 1, later, white, blue - 1, green, care)
    if green:
        ways += _plans_left(hours - 1, later, white, blue, green - 1, care)
    if care:
        ways += _plans_left(hours - 1, later, white, blue, green, care - 1)
    return ways


def _secrets(view: TincturaView, state: TincturaState, rng: Rng, purpose: int, cards: range) -> None:
    """Two cards were dealt to every seat; what others were dealt, and what they kept in secret, is unknown (TIN-SET-22, TIN-PG-01)."""
    is_personality = purpose == _PERSONALITIES
    dealt_name, kept_name = (
        ("dealt_personalities", "personality") if is_personality else ("dealt_goals", "private_goal")
    )
    own_phase = PERSONALITIES_PHASE if is_personality else PRIVATE_GOALS_PHASE
    seen = {getattr(player, kept_name) for player in view.players}
    for shown in view.players:
        seen.update(getattr(shown, dealt_name))
    unseen = list(rng.shuffle(purpose, [card for card in cards if card not in seen]))
    hidden = [player for player in view.players if not getattr(player, dealt_name)]
    if len(unseen) < sum([DEALT - (getattr(player, kept_name) != NONE) for player in hidden]):
        raise ValueError("the view shows other cards to choose than can be dealt")
    for player, shown in zip(state.players, view.players, strict=True):
        if getattr(shown, dealt_name):
            continue
        kept = getattr(shown, kept_name)
        if kept != NONE:
            dealt = [kept, unseen.pop()]
        else:
            dealt = [unseen.pop() for _ in range(DEALT)]
            if view.phase > own_phase or (view.phase == own_phase and shown.has_chosen):
                setattr(player, kept_name, dealt[rng.below(purpose, DEALT)])
        setattr(player, dealt_name, tuple(sorted(dealt)))
