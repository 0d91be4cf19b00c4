"""Whether a refusal names the rule that really stands in the way, and says what is true at that moment."""

from __future__ import annotations

import random
from typing import Final

import pytest

from engine_core.actions import Action
from engine_core.games.medico.actions import (
    CATALOGUE,
    BuyBothInstruments,
    BuyInstrument,
    EndTurn,
    PlayFriendlyGift,
    PlayGreatDemand,
    PlayLongFingers,
    SetDestination,
    StartMove,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    END_OF_TURN,
    FRIENDLY_GIFT,
    GAME_OVER,
    GREAT_DEMAND,
    LEECH,
    LONG_FINGERS,
    WAYPOINT,
)
from tests.engine.medico.table import fresh, table

MAIN_KINDS: Final = (TakeMoney, TakeFavorCard, TrainApprentice, BuyInstrument, BuyBothInstruments)


@pytest.mark.rule("MED-MOVE-05")
def test_a_main_action_on_the_way_is_refused_because_the_destination_is_not_reached() -> None:
    t = table().depart(2).play(0, StartMove())
    assert t.state.phase == WAYPOINT
    t.rejects_kinds(MAIN_KINDS, "MED-MOVE-05")


@pytest.mark.rule("MED-RUL-08", "MED-ROUND-04", "MED-FAV-0")
def test_whoever_has_set_the_dial_hears_of_the_dial_only_when_turning_it() -> None:
    t = table().play(0, SetDestination(2))
    assert t.state.phase == CHOOSE_DESTINATION
    for action in CATALOGUE:
        if isinstance(action, SetDestination):
            t.rejects(action, "MED-RUL-08")
        elif type(action).__name__.startswith("Play"):
            t.rejects(action, "MED-FAV-0")
        else:
            t.rejects(action, "MED-ROUND-04")
            t.rejects(action, "MED-ROUND-04", seat=1)


@pytest.mark.rule("MED-FAV-4", "MED-FAV-5", "MED-FAV-6")
@pytest.mark.parametrize(
    ("action", "rule"),
    [(PlayFriendlyGift(), "MED-FAV-4"), (PlayLongFingers(), "MED-FAV-5"), (PlayGreatDemand(LEECH, 0), "MED-FAV-6")],
)
def test_while_markers_are_placed_the_turn_s_cards_are_over(action: Action, rule: str) -> None:
    """At the destination, after the main action, and yet refused: the sentence has to say that the turn is ended."""
    t = table()
    t.me.favors, t.me.pouches = (FRIENDLY_GIFT, LONG_FINGERS, GREAT_DEMAND), (LEECH,)
    t.arrive(3).play(0, TakeMoney())
    t.me.collected_markers = 1
    assert t.offers(PlayFriendlyGift())
    assert t.offers(PlayLongFingers())
    t.play(0, EndTurn())
    assert t.state.phase == END_OF_TURN
    t.rejects(action, rule)
    assert "until the turn is ended" in t.position.rejected(0, action).sentence


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_seat_that_does_not_exist_is_never_asked(seats: int) -> None:
    choose = random.Random(seats)
    t = fresh(seats)
    while t.state.phase != GAME_OVER:
        for stranger in (-1, seats, 99):
            assert MEDICO.legal(t.state, stranger) == []
            assert all(MEDICO.check(t.state, stranger, action) for action in CATALOGUE.actions[:40:3])
        seat = choose.choice(MEDICO.to_act(t.state))
        t.play(seat, choose.choice(t.legal(seat)))
