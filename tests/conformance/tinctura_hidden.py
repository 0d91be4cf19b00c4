"""What Tinctura hides, written from the rules (TIN-RUL-91 and the table of visibility): the order of the patient deck and which patients
left at set-up; the stacks of apprentices below cards sent back for all to see; the courses, opening hours and events of coming days; the
solo and merchant cards; plans until the reveal; personalities dealt, and kept until all have chosen; private goals; the key. What
Premonition showed, only its holder knows. Independent of the engine's views."""

from __future__ import annotations

from typing import Any, Final

from engine_core.actions import Action
from engine_core.codec import codec, evolve
from engine_core.events import Event
from engine_core.game import Game
from engine_core.games.tinctura.actions import (
    ChoosePersonality,
    ChoosePrivateGoal,
    PlanHour,
    PremonitionReturn,
    PremonitionTake,
)
from engine_core.games.tinctura.events import DieRolled
from engine_core.games.tinctura.module_words import (
    PERSONALITY,
    PREMONITION,
    PRIVATE_GOAL,
    RAPID_GROWTH,
    SECRET_INGREDIENT,
)
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.vocabulary import CARE, GAME_OVER, HOURS, PATIENTS, PERSONALITIES_PHASE, PLAN_PHASE
from engine_core.rng import Rng, derive_key
from engine_core.vocabulary import NONE

VARY: Final = 1
"""The stream that variations are drawn from."""
QUALITY_TINCTURES: Final = (5, 11)
"""Patients who leave a choice of how many extra mushrooms there are: without them it is a rare one."""
RARE_EVENTS: Final = (RAPID_GROWTH, SECRET_INGREDIENT)
"""Events that ask what nothing else does."""
DISGUISED: Final = (ChoosePersonality, ChoosePrivateGoal, PlanHour, PremonitionReturn)
"""Kinds of action of which nobody else learns the values."""
_CODEC: Final = codec(TincturaState)
_PLAYER: Final = codec(Player)


class TincturaHiddenFacts:
    """See :class:`tests.conformance.noninterference.HiddenFacts`."""

    def vary(self, state: TincturaState, observer: int | None, rng: Rng) -> TincturaState:
        """Shuffle what lies unseen, deal the others other cards, plan for them anew, replace the key."""
        twin = _CODEC.clone(state)
        twin.patients = evolve(state.patients, deck=_other_patients(state, observer, rng))
        stacks = [
            (*stack[:seen], *rng.shuffle(VARY, stack[seen:]))
            for stack, seen in zip(state.apprentices.stacks, state.apprentices.known, strict=True)
        ]
        twin.apprentices = evolve(state.apprentices, stacks=tuple(stacks))
        twin.week = evolve(
            state.week,
            **{
                deck: (*cards[:open_], *rng.shuffle(VARY, cards[open_:]))
                for deck, (cards, open_) in _coming(state).items()
            },
        )
        if state.solo is not None:
            cards, merchant_cards = state.solo.cards, state.solo.merchant_cards
            twin.solo = evolve(
                state.solo, cards=rng.shuffle(VARY, cards), merchant_cards=rng.shuffle(VARY, merchant_cards)
            )
        secrets = _secrets(state, observer)
        if secrets:
            for seat in secrets:
                twin.players[seat] = _PLAYER.copy(state.players[seat])
                if "plan" in secrets[seat]:
                    twin.players[seat].plan = _other_plan(state.players[seat], rng)
            _deal_again(state, twin, secrets, rng)
        twin.rng = Rng(derive_key(state.rng.secret, rng.below(VARY, 1 << 32)), state.rng.purposes, state.rng.counters)
        return twin

    def known(self, state: TincturaState, observer: int | None) -> Any:
        """The bytes of the state with every hidden fact replaced by 0; numbers of cards stay."""
        bare = _CODEC.clone(state)
        seen = _seen_patients(state, observer)
        bare.patients = evolve(state.patients, deck=(*state.patients.deck[:seen], *_zeros(state.patients.deck[seen:])))
        stacks = [
            (*stack[:seen], *_zeros(stack[seen:]))
            for stack, seen in zip(state.apprentices.stacks, state.apprentices.known, strict=True)
        ]
        bare.apprentices = evolve(state.apprentices, stacks=tuple(stacks))
        bare.week = evolve(
            state.week,
            **{deck: (*cards[:open_], *_zeros(cards[open_:])) for deck, (cards, open_) in _coming(state).items()},
        )
        if state.solo is not None:
            bare.solo = evolve(
                state.solo, cards=_zeros(state.solo.cards), merchant_cards=_zeros(state.solo.merchant_cards)
            )
        for seat, fields in _secrets(state, observer).items():
            bare.players[seat] = player = _PLAYER.copy(state.players[seat])
            for field in fields:
                value = getattr(player, field)
                hidden = _zeros(value) if isinstance(value, tuple) else (NONE if value == NONE else 0)
                setattr(player, field, hidden)
        bare.rng = Rng(b"unknown", state.rng.purposes, state.rng.counters)
        return _CODEC.to_bytes(bare)

    def hidden(self, state: TincturaState, observer: int | None) -> dict[str, Any]:
        """Everything that :meth:`known` leaves out, the key excepted."""
        return {
            "patients": state.patients.deck[_seen_patients(state, observer) :],
            "apprentices": [
                stack[seen:] for stack, seen in zip(state.apprentices.stacks, state.apprentices.known, strict=True)
            ],
            **{deck: cards[open_:] for deck, (cards, open_) in _coming(state).items()},
            "solo cards": state.solo.cards if state.solo is not None else (),
            "merchant cards": state.solo.merchant_cards if state.solo is not None else (),
            **{
                field: [
                    getattr(state.players[seat], field)
                    for seat, fields in _secrets(state, observer).items()
                    if field in fields
                ]
                for field in ("plan", "dealt_personalities", "personality", "dealt_goals", "private_goal")
            },
        }

    def disguise(self, game: Game[Any, Any], state: TincturaState, seat: int, action: Action, rng: Rng) -> Action:
        """Another card kept, another area planned; the patients of Premonition put back in another order."""
        if not isinstance(action, (*DISGUISED, PremonitionTake)):
            return action
        others = [other for other in game.legal(state, seat) if type(other) is type(action)]
        if isinstance(action, PremonitionTake):
            others = [other for other in (PremonitionTake(action.index, swap) for swap in (0, 1)) if other in others]
        return others[rng.below(VARY, len(others))]

    def prepare(self, state: TincturaState, rng: Rng) -> None:
        """Everybody has learnt something, owns plants, is ahead on bonus tracks and has journeymen; some have a patient for whom a
        tincture may have any quality; rare events come early."""
        stacks = [list(stack) for stack in state.apprentices.stacks]
        for seat in range(len(state.players)):
            state.players[seat] = player = _PLAYER.copy(state.players[seat])
            first, second, third, fourth = (
                1 + rng.below(VARY, 1 + rng.below(VARY, state.data.skill_end)) for _ in range(4)
            )
            player.skills = (first, second, third, fourth)
            player.mortar = 1 + rng.below(VARY, state.data.mortar_end)
            player.knowledge = rng.below(VARY, state.data.knowledge_end + 1)
            first, second, third, fourth = (rng.below(VARY, 5) * rng.below(VARY, 2) for _ in range(4))
            player.bonus = (first, second, third, fourth)
            player.blossoms = 3
            herbs, berries, mushrooms, roots = (
                min(4, (state.data.plants_per_type - state.forest[kind] - state.discard[kind]) // len(state.players))
                for kind in range(4)
            )
            player.plants = (herbs, berries, mushrooms, roots)
            player.journeymen = tuple(
                sorted(stack.pop(rng.below(VARY, len(stack))) for stack in stacks if rng.below(VARY, 2))
            )
        given = [sum(player.plants[kind] for player in state.players) for kind in range(4)]
        herbs, berries, mushrooms, roots = (
            state.data.plants_per_type - state.forest[kind] - state.discard[kind] - given[kind] for kind in range(4)
        )
        state.bag = (herbs, berries, mushrooms, roots)
        state.apprentices = evolve(state.apprentices, stacks=tuple(map(tuple, stacks)))
        _give_patients(state)
        if state.week.events:
            first, *coming = state.week.events
            coming.sort(key=lambda event: event not in RARE_EVENTS)
            state.week = evolve(state.week, events=(first, *coming))

    def situation(self, state: TincturaState) -> str:
        """Premonition has shown somebody patients."""
        return "after a peek" if state.patients.known else ""

    def shown(self, events: list[Event]) -> Any:
        """A die that changes nothing is news of the key."""
        return [event.face for event in events if isinstance(event, DieRolled)]


def _give_patients(state: TincturaState) -> None:
    """A patient each for the first seats, taken on Monday at 8, in the place of another of the same illness in the deck."""
    faces = state.data.patients
    display, deck = [*state.patients.display], [*state.patients.deck]
    seats = 1 if state.solo is not None else len(state.players)
    for player, patient in zip(state.players[:seats], QUALITY_TINCTURES, strict=False):
        place = next(place for place, card in enumerate(deck) if faces[card].illness == faces[patient].illness)
        card = deck.pop(place)
        for pile in (display, deck):
            if patient in pile:
                pile[pile.index(patient)] = card
        player.patients, player.stamps = (patient,), (0,)
    state.patients = evolve(state.patients, display=tuple(display), deck=tuple(deck))


def _zeros(cards: tuple[int, ...]) -> tuple[int, ...]:
    return (0,) * len(cards)


def _coming(state: TincturaState) -> dict[str, tuple[tuple[int, ...], int]]:
    """The decks of the week, and how many of each have come to light: two courses, a tile and an event per day."""
    week, day = state.week, state.day
    return {
        "courses": (week.courses, 2 * day),
        "openings": (week.openings, day),
        "events": (week.events, min(day, len(week.events))),
    }


def _seen_patients(state: TincturaState, observer: int | None) -> int:
    """How many cards on top of the patient deck the observer knows (TIN-PERS-11)."""
    if observer is None or state.players[observer].personality != PREMONITION:
        return 0
    return state.patients.known


def _other_patients(state: TincturaState, observer: int | None, rng: Rng) -> tuple[int, ...]:
    """Of each illness as many cards, any of those that nobody has seen; what another has put back on top lies in any order there."""
    patients, faces = state.patients, state.data.patients
    seen = _seen_patients(state, observer)
    out = {*patients.display, *patients.gone, *patients.deck[:seen]}
    for player in state.players:
        out.update(player.patients)
    unseen = rng.shuffle(VARY, [card for card in range(1, PATIENTS + 1) if card not in out])
    by_illness: dict[int, list[int]] = {}
    for card in unseen:
        by_illness.setdefault(faces[card].illness, []).append(card)
    deck = [by_illness[faces[card].illness].pop() for card in patients.deck[seen:]]
    put_back = patients.known - seen
    return (*patients.deck[:seen], *rng.shuffle(VARY, deck[:put_back]), *deck[put_back:])


def _secrets(state: TincturaState, observer: int | None) -> dict[int, tuple[str, ...]]:
    """By seat, the fields of a player that the observer must not know, as far as they are set."""
    phase = state.phase
    fields: list[str] = []
    if state.options.personalities:
        fields.append("dealt_personalities")
        if phase == PERSONALITIES_PHASE:
            fields.append("personality")
    if state.options.private_goals:
        fields.append("dealt_goals")
        if phase != GAME_OVER:
            fields.append("private_goal")
    if phase == PLAN_PHASE:
        fields.append("plan")
    if not fields:
        return {}
    seats = 1 if state.solo is not None else len(state.players)
    return {seat: tuple(fields) for seat in range(seats) if seat != observer}


def _deal_again(state: TincturaState, twin: TincturaState, secrets: dict[int, tuple[str, ...]], rng: Rng) -> None:
    """Other cards for those whose cards are hidden; who kept one for all to see was dealt that one."""
    for dealt, kept, number in (
        ("dealt_personalities", "personality", len(PERSONALITY)),
        ("dealt_goals", "private_goal", len(PRIVATE_GOAL)),
    ):
        if not any(dealt in fields for fields in secrets.values()):
            continue
        held: set[int] = set()
        for seat, player in enumerate(state.players):
            if seat not in secrets:
                held.update(getattr(player, dealt))
            elif kept not in secrets[seat]:
                held.add(getattr(player, kept))
        rest = list(rng.shuffle(VARY, [card for card in range(number) if card not in held]))
        for seat, fields in secrets.items():
            player = twin.players[seat]
            if kept not in fields:
                cards = [getattr(player, kept), rest.pop()]
            else:
                cards = [rest.pop(), rest.pop()]
                if getattr(player, kept) != NONE:
                    setattr(player, kept, cards[rng.below(VARY, 2)])
            setattr(player, dealt, tuple(sorted(cards)))


def _other_plan(player: Player, rng: Rng) -> tuple[int, ...]:
    """As many hours planned, with markers owned, so that the care hours that are left fit into the day (TIN-PLAN-04, TIN-PLAN-06)."""
    left = [*player.markers, len(player.apprentices)]
    plan: list[int] = []
    for hours_after in range(HOURS - 1, HOURS - 1 - len(player.plan), -1):
        areas = [area for area in range(CARE + 1) if left[area] and left[CARE] - (area == CARE) <= hours_after]
        area = areas[rng.below(VARY, len(areas))]
        left[area] -= 1
        plan.append(area)
    return tuple(plan)
