"""Positions by hand: what the rules cannot play on from is named, a broken invariant is noticed, every action has its sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from engine_core.codec import evolve
from engine_core.errors import BadEncoding
from engine_core.games.tinctura.frames import FIELDS_OF, frame
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.module_words import DROUGHT
from engine_core.games.tinctura.state import TincturaState
from engine_core.games.tinctura.vocabulary import (
    ANY_PLANT,
    FROM_TRAINING,
    PAYMENT,
    PENDING,
    PHASE,
    PLAN_PHASE,
    PRODUCTION,
    SOLO_CHOICE,
)
from engine_core.vocabulary import NONE
from tests.engine.tinctura.solo_table import holds, solo
from tests.engine.tinctura.table import Table, fresh, planning, table

Fault = Callable[[TincturaState], None]


def set_field(path: str, value: object) -> Fault:
    """Put a value into a field of the state or of the first player."""

    def fault(state: TincturaState) -> None:
        holder: object = state
        *owners, name = path.split(".")
        for owner in owners:
            holder = getattr(holder, owner) if owner != "me" else state.players[0]
        setattr(holder, name, value)

    return fault


def event_without_plant(state: TincturaState) -> None:
    rest = [event for event in range(12) if event != DROUGHT]
    state.week = evolve(state.week, events=(DROUGHT, *rest))


def doubled_patient(state: TincturaState) -> None:
    state.players[0].patients, state.players[0].stamps = (state.patients.deck[0],), (0,)


def doubled_apprentice(state: TincturaState) -> None:
    state.players[0].apprentices = (next(card for card in state.apprentices.display if card >= 0),)


CHOICES = [("personalities", "personality", "dealt_personalities"), ("private_goals", "private_goal", "dealt_goals")]
FAULTS: list[tuple[str, Fault]] = [
    ("tea_pile", set_field("tea_pile", (0, 1))),
    ("tea_pile", set_field("tea_pile", (0, 0, 1))),
    ("players.tea", set_field("me.tea", 99)),
    ("day", set_field("day", 6)),
    ("hour", set_field("hour", 7)),
    ("order", set_field("order", (0, 1))),
    ("turns_left", set_field("turns_left", 3)),
    ("active_seat", set_field("active_seat", 1)),
    ("innermost frame is a decision", set_field("pending", (frame(PRODUCTION, 0, patient=1, medication=0),))),
    ("pending", set_field("pending", ())),
    (
        "left: what a payment demands",
        set_field("pending", (frame(PAYMENT, 0, 1, plants=ANY_PLANT, source=FROM_TRAINING),)),
    ),
    ("ware: not set for payment", set_field("pending", (frame(PAYMENT, 0, 1, plants=ANY_PLANT, ware=1),))),
    ("kind: of the solo game", set_field("pending", (frame(SOLO_CHOICE, 0, question=0, choices=(1, 2)),))),
    ("plan", set_field("me.plan", (0,))),
    ("skills", set_field("me.skills", (1, 1, 0, 1))),
    ("mortar", set_field("me.mortar", 9)),
    ("knowledge", set_field("me.knowledge", 99)),
    ("bonus", set_field("me.bonus", (0, 5, 0, 0))),
    ("patients, stamps", set_field("me.stamps", (1,))),
    ("markers", set_field("me.markers", (3, 3, 2))),
    ("course", set_field("me.course", 0)),
    ("each in one place", doubled_patient),
    ("every card in one place", doubled_apprentice),
    ("week.events", event_without_plant),
    ("week.open_goals", lambda state: setattr(state, "week", evolve(state.week, open_goals=(1, 2, 3)))),
    ("week.courses", lambda state: setattr(state, "week", evolve(state.week, courses=(1, 1)))),
    ("patients.known", lambda state: setattr(state, "patients", evolve(state.patients, known=99))),
    ("apprentices.blocked", lambda state: setattr(state, "apprentices", evolve(state.apprentices, blocked=-1))),
]


@pytest.mark.parametrize(("sentence", "fault"), FAULTS)
def test_a_position_that_cannot_be_played_is_refused(sentence: str, fault: Fault) -> None:
    t = table(3)
    assert list(TINCTURA.faults(t.state)) == []
    fault(t.state)
    assert any(sentence in found for found in TINCTURA.faults(t.state)), list(TINCTURA.faults(t.state))
    with pytest.raises(BadEncoding):
        TINCTURA.from_bytes(TINCTURA.to_bytes(t.state), t.state.options, t.state.data)


@pytest.mark.rule("TIN-RUL-30", "TIN-PHARM-08", "TIN-SOLO-12")
@pytest.mark.parametrize(
    ("day", "hour", "is_planning", "fault"),
    [
        (3, 10, False, ""),
        (2, 10, False, ""),
        (2, 9, False, "deadline"),
        (3, 11, False, "future"),
        (2, 16, True, ""),
        (1, 16, True, ""),
        (1, 15, True, "deadline"),
        (3, 8, True, "future"),
    ],
)
def test_time_markers_are_of_hours_played_and_not_past_their_deadline(
    day: int, hour: int, is_planning: bool, fault: str
) -> None:
    t = table(3).turn(hour=10, day=3).patient(4, hour=hour, day=day, seat=1)
    if is_planning:
        t.state.phase, t.state.hour, t.state.active_seat = PLAN_PHASE, 0, NONE
        t.state.order, t.state.pending, t.state.turns_left = (), (), 0
    found = [sentence for sentence in TINCTURA.faults(t.state) if "players[1].stamps" in sentence]
    assert [fault in sentence for sentence in found] == [True] * bool(fault)
    t = holds(solo(day=3), 4, day=1, hour=8)
    assert list(TINCTURA.faults(t.state)) == [], "Melanie's patients wait as long as they like"


@pytest.mark.rule("TIN-PERS-01", "TIN-SET-22", "TIN-PG-01")
@pytest.mark.parametrize(("option", "kept", "dealt"), CHOICES)
def test_cards_to_choose_are_there_with_the_option_only_and_each_once(option: str, kept: str, dealt: str) -> None:
    def with_cards(card: int, cards: tuple[int, ...], others: tuple[int, ...] = (2, 3), *, is_on: bool = True) -> Table:
        options: dict[str, Any] = {option: is_on}
        t = fresh(2, **options)
        setattr(t.player(1), dealt, others)
        setattr(t.me, kept, card)
        setattr(t.me, dealt, cards)
        return t

    def sentences(found: Iterable[str]) -> list[str]:
        return [sentence.split(": ")[1] for sentence in found]

    for possible in (with_cards(NONE, (0, 1)), with_cards(1, (0, 1)), with_cards(1, ())):
        assert possible.broken() == []
    assert with_cards(NONE, (), (), is_on=False).broken() == []
    for t in (with_cards(2, (), (), is_on=False), with_cards(NONE, (0, 1), (), is_on=False)):
        assert sentences(TINCTURA.faults(t.state)) == ["none without the option"]
    assert sentences(TINCTURA.faults(with_cards(NONE, ()).state)) == ["cards to choose from"]
    for t in (with_cards(NONE, (1, 2)), with_cards(3, ())):
        assert (list(TINCTURA.faults(t.state)), sentences(t.broken())) == ([], ["each card is with one seat"])
    t = with_cards(4, (0, 1))
    assert (list(TINCTURA.faults(t.state)), sentences(t.broken())) == ([], ["one of the cards dealt is kept"])


@pytest.mark.rule("TIN-SET-22")
def test_a_view_with_more_personalities_than_there_are_has_no_position_that_fits() -> None:
    t = planning(4, personalities=True)
    t.me.personality = t.player(1).dealt_personalities[1]
    assert t.player(1).personality != t.me.personality
    assert t.broken() != []
    with pytest.raises(ValueError, match="can be dealt"):
        TINCTURA.determinize(t.view(0), bytes(32), t.state.data)


BROKEN: list[tuple[str, Fault]] = [
    ("112 plants", set_field("me.plants", (1, 0, 0, 0))),
    ("forest holds", lambda state: setattr(state, "forest", (9, 9, 9, 9))),
    ("items", set_field("items", (3, 3, 3, 3))),
    ("mortars", set_field("mortars", 3)),
    ("planning markers", set_field("me.markers", (17, 3, 3))),
    (
        "patients of illness",
        lambda state: setattr(state, "patients", evolve(state.patients, deck=state.patients.deck[1:])),
    ),
    (
        "sorted by illness",
        lambda state: setattr(state, "patients", evolve(state.patients, deck=state.patients.deck[::-1])),
    ),
    ("Green Thumb", set_field("me.knowledge_steps", 1)),
]


@pytest.mark.rule("TIN-SET-16")
@pytest.mark.parametrize(("sentence", "fault"), BROKEN)
def test_a_broken_invariant_is_noticed(sentence: str, fault: Fault) -> None:
    t = table(3)
    fault(t.state)
    assert any(sentence in found for found in t.broken()), t.broken()


def test_lists_without_an_order_may_be_written_in_any() -> None:
    t = table(3, open_goals=True)
    goals = t.json()["week"]["open_goals"]
    before = TINCTURA.to_bytes(t.state)
    t.position.set("week.open_goals", goals[::-1])
    assert TINCTURA.to_bytes(t.state) == before


def test_every_action_has_a_sentence_of_its_own() -> None:
    sentences = [TINCTURA.describe(action) for action in TINCTURA.catalogue]
    assert all(sentence.endswith(".") and sentence[0].isupper() and "_" not in sentence for sentence in sentences)
    assert len(set(sentences)) == len(sentences)


@pytest.mark.rule("TIN-RUL-110")
def test_decision_points_that_are_always_asked() -> None:
    always = {point.name for point in TINCTURA.decision_points if point.always_asked}
    assert always == {
        "choose_personality",
        "choose_private_goal",
        "plan",
        "turn",
        "turn_after",
        "merchant",
        "gather",
        "share_16",
        "premonition",
        "powder",
        "final_production",
    }
    assert {point.name for point in TINCTURA.decision_points if point.simultaneous} == set(
        PHASE.words[: PLAN_PHASE + 1]
    )
    assert set(FIELDS_OF) == set(range(len(PENDING)))


def test_the_catalogue_is_small() -> None:
    assert len(TINCTURA.catalogue) < 1000


def test_a_seat_that_is_not_asked_has_nothing_to_play() -> None:
    t = planning(2).plan()
    waiting = 1 - t.asked()[0]
    assert (t.legal(waiting), t.point(waiting)) == ([], "")
    with pytest.raises(ValueError, match="not asked"):
        TINCTURA.fallback(t.state, waiting)
