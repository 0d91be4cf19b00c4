"""Positions by hand within a course, a visit, a gathering, a leftover or a powder: what the rules cannot play on from is named."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import (
    BuyWare,
    ChooseCourseReward,
    ChooseMarkerColour,
    ClaimLeftover,
    FinishPowder,
    PayPlant,
    TakeBlossomsOrPlants,
    TakeForestPlant,
    TakeRapidGrowth,
    UseExtraPlant,
)
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.module_words import RAPID_GROWTH
from engine_core.games.tinctura.vocabulary import (
    ANY_PLANT,
    BERRY,
    BLOSSOMS,
    BLUE,
    CART_ABILITY,
    CHOOSE_POWDER,
    CHOOSE_SKIP,
    COURSE_REWARD,
    EXTRA_PLANT,
    EXTRA_PLANT_ABILITY,
    FROM_WARE,
    GATHER,
    HERB,
    LEFTOVER,
    MARKER_CHOICE,
    MERCHANT,
    PAYMENT,
    POWDER,
    RAPID_GROWTH_EXTRA,
    ROOT,
    SHARE_16,
    TABLETS_JOURNEYMAN,
    TURN_AFTER,
    VILLAGE,
    WARE_GAINED,
)
from tests.engine.tinctura.table import Table, table

WITH_MARKER, WITHOUT = 2, 1
"""Courses."""


def stack(*frames: Frame, hour: int = 10, **options: Any) -> Table:
    """Seat 0 in a village hour with two plants; one blue item lies there, a berry in the forest, no roots in bag or discard."""
    t = table(events=True, **options).event(RAPID_GROWTH, HERB).turn(VILLAGE, hour=hour).opens(9, 11)
    t.supply(herb=1, berry=1).forest(berry=1).supply(1, root=28).items(blue=1)
    t.me.bonus = (0, 0, 0, 3)
    t.me.gathering = hour == 16
    t.state.pending = (frame(TURN_AFTER, 0), *frames)
    return t


def bought(done: int) -> tuple[Frame, Frame, Frame]:
    """A ware of a visit is being paid."""
    gained = frame(WARE_GAINED, 0, ware=BLUE, source=FROM_WARE)
    return frame(MERCHANT, 0, done=done), gained, frame(PAYMENT, 0, 1, plants=ANY_PLANT, source=FROM_WARE)


PLAYED_ON: list[tuple[tuple[Frame, ...], Any, dict[str, Any]]] = [
    ((frame(COURSE_REWARD, 0, course=WITH_MARKER),), ChooseCourseReward(0), {}),
    ((frame(MARKER_CHOICE, 0, 1),), ChooseMarkerColour(0), {}),
    ((frame(MERCHANT, 0),), BuyWare(BLUE), {}),
    (bought(3), PayPlant(HERB), {}),
    ((frame(GATHER, 0, 1),), TakeForestPlant(BERRY, 0), {}),
    ((frame(EXTRA_PLANT, 0),), UseExtraPlant(1), {}),
    ((frame(RAPID_GROWTH_EXTRA, 0, plant=HERB),), TakeRapidGrowth(1), {}),
    ((frame(SHARE_16, 0),), TakeForestPlant(BERRY, 0), {"hour": 16}),
    (
        (frame(SHARE_16, 0), frame(SHARE_16, 0, ability=EXTRA_PLANT_ABILITY)),
        TakeForestPlant(BERRY, 0),
        {"hour": 16},
    ),
    ((frame(LEFTOVER, 0, ability=TABLETS_JOURNEYMAN),), ClaimLeftover(BLUE), {}),
    ((frame(POWDER, 0, 1, choice=CHOOSE_POWDER),), FinishPowder(), {"bonus_tracks": "powder"}),
    ((frame(BLOSSOMS, 0, 2),), TakeBlossomsOrPlants(0), {"bonus_tracks": "powder"}),
]


@pytest.mark.parametrize(("frames", "action", "arranged"), PLAYED_ON)
def test_a_position_by_hand_is_played_on(frames: tuple[Frame, ...], action: Any, arranged: dict[str, Any]) -> None:
    t = stack(*frames, **arranged)
    assert list(TINCTURA.faults(t.state)) == []
    t.play(0, action)
    assert t.broken() == []


FAULTY: list[tuple[tuple[Frame, ...], str, dict[str, Any]]] = [
    ((frame(COURSE_REWARD, 0),), "course: one with planning markers", {}),
    ((frame(COURSE_REWARD, 0, course=WITHOUT),), "course: one with planning markers", {}),
    ((frame(MARKER_CHOICE, 0),), "left: planning markers to take", {}),
    ((frame(MERCHANT, 0, done=3),), "done: fewer than 3 wares", {}),
    ((frame(MERCHANT, 0),), "done: fewer than 3 wares", {"hour": 9, "poor": True}),
    (bought(0), "done: 1 to 3 wares", {}),
    (bought(4), "done: 1 to 3 wares", {}),
    ((frame(GATHER, 0),), "left: plants to take", {}),
    ((frame(GATHER, 0, 1),), "kind: before 16", {"hour": 16}),
    ((frame(EXTRA_PLANT, 0),), "kind: Green 3 is owned and unused", {"bonus_tracks": "simple"}),
    ((frame(RAPID_GROWTH_EXTRA, 0),), "plant: a type", {}),
    ((frame(RAPID_GROWTH_EXTRA, 0, plant=ROOT),), "plant: a type", {}),
    ((frame(SHARE_16, 0),), "kind: at 16", {}),
    ((frame(SHARE_16, 0, ability=EXTRA_PLANT_ABILITY),), "ability: the plant of Green 3", {"hour": 16}),
    ((frame(LEFTOVER, 0),), "ability: a journeyman", {}),
    ((frame(LEFTOVER, 0, ability=CART_ABILITY),), "kind: a ware is left", {"sold_out": True}),
    ((frame(POWDER, 0, 1),), "kind: with the powder set only", {}),
    ((frame(POWDER, 0, 1, choice=CHOOSE_SKIP),), "choice: powder, service", {"bonus_tracks": "powder"}),
    ((frame(POWDER, 0),), "left: powders or services", {"bonus_tracks": "powder"}),
    ((frame(BLOSSOMS, 0),), "left: blossoms", {"bonus_tracks": "powder"}),
    ((frame(WARE_GAINED, 0, ware=BLUE), bought(1)[2]), "ware, source:", {}),
]


@pytest.mark.parametrize(("frames", "sentence", "arranged"), FAULTY)
def test_a_position_that_cannot_be_played_on_is_refused(
    frames: tuple[Frame, ...], sentence: str, arranged: dict[str, Any]
) -> None:
    poor, sold_out = arranged.get("poor"), arranged.get("sold_out")
    t = stack(*frames, **{word: value for word, value in arranged.items() if word not in ("poor", "sold_out")})
    if poor:
        t.supply()
    if sold_out:
        t.items()
    faults = [fault.partition(".")[2] for fault in TINCTURA.faults(t.state)]
    assert any(fault.startswith(sentence) for fault in faults), faults


def test_an_empty_forest_or_supply_of_markers_leaves_no_decision() -> None:
    for kind, hour in ((GATHER, 10), (EXTRA_PLANT, 10), (SHARE_16, 16)):
        t = stack(frame(kind, 0, 1 if kind == GATHER else 0), hour=hour).forest()
        assert list(TINCTURA.faults(t.state)) != []
    t = stack(frame(MARKER_CHOICE, 0, 1))
    t.player(1).markers = (10, 10, 10)
    assert list(TINCTURA.faults(t.state)) == ["pending[1].left: planning markers to take, and one in the supply"]
