"""Positions by hand within a production or a look at the deck: what the rules cannot play on from is named."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.codec import evolve
from engine_core.games.tinctura.actions import AddMushrooms, OmitPlant, PayPlant, PremonitionTake
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.module_words import PREMONITION, SECRET_INGREDIENT
from engine_core.games.tinctura.vocabulary import (
    FROM_PRODUCTION,
    HERB,
    MUSHROOMS,
    OMIT,
    PAYMENT,
    PREMONITION_PEEK,
    PRODUCTION,
    SPECIAL,
    SPECIAL_PLANTS,
    TABLETS,
    TINCTURE,
    TURN_AFTER,
)
from tests.engine.tinctura.table import Table, table


def stack(*frames: Frame, event: int = SECRET_INGREDIENT, **plants: int) -> Table:
    """Seat 0 has the patients 5 (tincture) and 6 (special) and the highest levels."""
    t = (
        table(events=True, personalities=True)
        .event(event)
        .patient(5, hour=8)
        .patient(6, hour=9)
        .personality(PREMONITION)
    )
    t.me.skills = (9, 9, 9, 9)
    t.me.knowledge = len(t.state.data.knowledge_level) - 1
    t.supply(**(plants or {"herb": 3, "root": 2, "mushroom": 2}))
    t.state.pending = (frame(TURN_AFTER, 0), *frames)
    return t


def production(kind: int, patient: int, medication: int, units: int = 1) -> Frame:
    return frame(kind, 0, patient=patient, medication=medication, amount=units)


def payment(count: int = 3) -> Frame:
    return frame(PAYMENT, 0, count, plants=SPECIAL_PLANTS, source=FROM_PRODUCTION)


@pytest.mark.parametrize(
    ("frames", "action"),
    [
        ((production(OMIT, 5, TINCTURE),), OmitPlant(HERB)),
        ((production(MUSHROOMS, 5, TINCTURE),), AddMushrooms(0)),
        ((production(PRODUCTION, 6, SPECIAL), payment()), PayPlant(HERB)),
    ],
)
def test_a_production_by_hand_is_played_on(frames: tuple[Frame, ...], action: Any) -> None:
    t = stack(*frames)
    assert list(TINCTURA.faults(t.state)) == []
    t.play(0, action)


@pytest.mark.parametrize(
    ("sentence", "frames", "arranged"),
    [
        ("patient: active", (production(OMIT, 9, TABLETS),), {}),
        ("medication: one", (production(OMIT, 5, TABLETS),), {}),
        ("amount: 1 unit", (production(OMIT, 5, TINCTURE, 2),), {}),
        ("amount: 1 unit", (production(OMIT, 5, TINCTURE, 0),), {}),
        ("with Secret Ingredient", (production(OMIT, 5, TINCTURE),), {"event": 5}),
        ("with Secret Ingredient", (production(OMIT, 5, TINCTURE),), {"berry": 1}),
        ("for a tincture", (production(MUSHROOMS, 6, SPECIAL),), {}),
        ("innermost frame", (production(MUSHROOMS, 5, TINCTURE), production(MUSHROOMS, 5, TINCTURE)), {}),
        ("innermost frame", (production(OMIT, 5, TINCTURE), payment()), {}),
        ("innermost frame", (production(PRODUCTION, 5, TINCTURE), payment()), {}),
        ("innermost frame", (production(PRODUCTION, 6, SPECIAL), production(OMIT, 5, TINCTURE)), {}),
    ],
)
def test_a_production_that_cannot_be_played_is_refused(
    sentence: str, frames: tuple[Frame, ...], arranged: dict[str, int]
) -> None:
    t = stack(*frames, **arranged)
    assert any(sentence in fault for fault in TINCTURA.faults(t.state)), list(TINCTURA.faults(t.state))


def test_mushrooms_that_are_needed_have_to_be_owned() -> None:
    t = stack(production(MUSHROOMS, 5, TINCTURE))
    t.me.skills = (1, 1, 1, 1)
    t.me.knowledge = 0
    assert list(TINCTURA.faults(t.state)) == []
    t.state.players[0].patients = (26, 6)
    t.state.pending = (frame(TURN_AFTER, 0), production(MUSHROOMS, 26, TINCTURE))
    assert any("those that it needs" in fault for fault in TINCTURA.faults(t.state))


def looking(seen: int, known: int) -> Table:
    t = table(personalities=True).personality(PREMONITION)
    t.state.patients = evolve(t.state.patients, known=known)
    t.state.pending = (frame(TURN_AFTER, 0), frame(PREMONITION_PEEK, 0, seen))
    return t


def test_a_look_at_the_deck_by_hand() -> None:
    t = looking(3, 3)
    assert list(TINCTURA.faults(t.state)) == []
    t.play(0, PremonitionTake(1, 1))
    assert any("left: the patients looked at" in fault for fault in TINCTURA.faults(looking(3, 2).state))
    assert any("left: the patients looked at" in fault for fault in TINCTURA.faults(looking(4, 9).state))
    full = looking(3, 3).patient(1, hour=8).patient(2, hour=9)
    assert any("a patient can be taken" in fault for fault in TINCTURA.faults(full.state))
    empty = looking(0, 0).display()
    assert any("a patient can be taken" in fault for fault in TINCTURA.faults(empty.state))
