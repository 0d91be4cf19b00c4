"""What is left at the merchant after closing (TIN-APP-10, TIN-APP-13, TIN-PERS-02)."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.games.tinctura.actions import (
    ClaimLeftover,
    EndTurn,
    FinishPowder,
    ForgoAction,
    PassLeftover,
    PayPlant,
    PowderOrService,
    ProduceMedication,
    ResolveBonus,
    TradePlants,
)
from engine_core.games.tinctura.card_events import LeftoverClaimed
from engine_core.games.tinctura.events import MortarRaised
from engine_core.games.tinctura.flow_events import HourStarted, ItemDrawn
from engine_core.games.tinctura.module_words import FELL_OFF_THE_CART, PRIVATE_APPOINTMENT, SINGLE_HOUR, SURPLUS
from engine_core.games.tinctura.vocabulary import (
    BLUE,
    CART_ABILITY,
    CHOOSE_SERVICE,
    FROM_LEFTOVER,
    GREEN,
    HERB,
    MORTAR,
    PHARMACY,
    ROOT,
    SPECIAL,
    SPECIAL_JOURNEYMAN,
    TABLETS,
    TABLETS_JOURNEYMAN,
    TINCTURE_JOURNEYMAN,
    VILLAGE,
    WHITE,
)
from tests.engine.tinctura.cards import apprentices_with, patients_with
from tests.engine.tinctura.serving import levels, plants_of
from tests.engine.tinctura.table import Table, table

(TABLETS_CARD,) = apprentices_with("leftover", "tablets")
(TINCTURE_CARD,) = apprentices_with("leftover", "tincture")
(SPECIAL_CARD,) = apprentices_with("leftover", "special")
LAST = 11


def before_closing(hour: int = LAST, **options: Any) -> Table:
    """The first turn of the merchant's last open hour; a white, two green items and a mortar lie there."""
    t = table(**options).turn(PHARMACY, hour=hour).opens(9, LAST).items(white=1, green=2, mortars=1)
    for seat in range(3):
        t.supply(seat, herb=3)
    return t


def close(t: Table) -> Table:
    """All turns of the hour are played."""
    for seat in range(3):
        t.play(seat, ForgoAction(), EndTurn())
    return t


@pytest.mark.rule("TIN-APP-10", "TIN-RUL-22", "TIN-RUL-23")
def test_a_journeyman_claims_a_leftover_for_one_plant() -> None:
    t = close(before_closing().journeyman(TABLETS_CARD))
    assert (t.state.hour, t.asked(), t.point()) == (LAST, (0,), "leftover")
    assert t.offered(ClaimLeftover) == [WHITE, GREEN, MORTAR]
    assert t.kinds() == {ClaimLeftover, PassLeftover}
    t.rejects(ClaimLeftover(BLUE), "TIN-RUL-22").rejects(TradePlants(HERB, HERB, ROOT), "TIN-RUL-23")
    t.play(0, ClaimLeftover(GREEN))
    assert (t.state.items, t.state.mortars, t.me.bonus) == ((1, 0, 0, 1), 1, (0, 0, 0, 1))
    assert sum(t.me.plants) == 3 - 1 + 2  # paid, and what the first space of the track draws
    assert (t.state.discard, t.me.used) == ((1, 0, 0, 0), 1 << TABLETS_JOURNEYMAN)
    assert (t.state.hour, t.point(), t.broken()) == (LAST + 1, "turn", [])


@pytest.mark.rule("TIN-APP-10", "TIN-RUL-110")
def test_the_plant_is_of_any_type_and_a_mortar_raises_the_level() -> None:
    t = close(before_closing().journeyman(TABLETS_CARD).supply(berry=1, root=1)).play(0, ClaimLeftover(MORTAR))
    assert t.point() == "payment"
    t.play(0, PayPlant(ROOT))
    assert (t.me.plants, t.me.mortar, t.state.mortars) == ((0, 1, 0, 0), 2, 0)


@pytest.mark.rule("TIN-APP-10", "TIN-RUL-110")
def test_without_a_plant_or_a_ware_the_ability_lapses() -> None:
    assert close(before_closing().journeyman(TABLETS_CARD).supply()).state.hour == LAST + 1
    t = close(before_closing().journeyman(TABLETS_CARD).items())
    assert (t.state.hour, t.happened(LeftoverClaimed)) == (LAST + 1, [])
    t = close(before_closing().journeyman(TABLETS_CARD)).play(0, PassLeftover())
    assert (t.state.hour, t.me.plants, t.me.used) == (LAST + 1, (3, 0, 0, 0), 0)


@pytest.mark.rule("TIN-APP-10", "TIN-RUL-23")
@pytest.mark.parametrize("hour", [9, 10, 12, 16])
def test_leftovers_follow_on_the_last_open_hour_only(hour: int) -> None:
    t = before_closing(hour, personalities=True).journeyman(TABLETS_CARD).personality(FELL_OFF_THE_CART)
    close(t)
    assert t.point() != "leftover"


@pytest.mark.rule("TIN-VIL-21", "TIN-APP-10")
def test_an_apprentice_claims_nothing_nor_does_another_journeyman() -> None:
    (other,) = apprentices_with("draw", "ointment")
    t = before_closing().journeyman(other)
    t.me.apprentices = ()
    assert close(t.apprentice(TABLETS_CARD)).point() != "leftover"


@pytest.mark.rule("TIN-RUL-85", "TIN-EVT-05")
def test_private_appointment_brings_the_leftovers_forward() -> None:
    t = before_closing(9, events=True).event(PRIVATE_APPOINTMENT).journeyman(TABLETS_CARD)
    assert close(t).point() == "leftover"
    t = before_closing(LAST, events=True).event(PRIVATE_APPOINTMENT).journeyman(TABLETS_CARD)
    assert close(t).point() == "turn"


@pytest.mark.rule("TIN-RUL-22")
def test_mortars_are_leftovers_unless_the_option_says_no() -> None:
    t = close(before_closing(leftover_includes_mortar=False).journeyman(TABLETS_CARD))
    assert t.offered(ClaimLeftover) == [WHITE, GREEN]
    t.rejects(ClaimLeftover(MORTAR), "TIN-RUL-22")
    t = before_closing(leftover_includes_mortar=False).journeyman(TABLETS_CARD).items(mortars=2)
    assert close(t).state.hour == LAST + 1


@pytest.mark.rule("TIN-PERS-02", "TIN-RUL-22")
def test_fell_off_the_cart_takes_a_ware_for_free() -> None:
    t = close(before_closing(personalities=True).personality(FELL_OFF_THE_CART).supply())
    assert (t.asked(), t.offered(ClaimLeftover)) == ((0,), [WHITE, GREEN, MORTAR])
    t.play(0, ClaimLeftover(MORTAR))
    assert (t.me.mortar, t.state.mortars, t.state.discard) == (2, 0, (0, 0, 0, 0))
    assert t.happened(LeftoverClaimed) == [LeftoverClaimed(0, MORTAR, CART_ABILITY)]
    assert t.happened(MortarRaised) == [MortarRaised(0, FROM_LEFTOVER, 2)]
    assert (t.state.hour, t.me.used) == (LAST + 1, 1 << CART_ABILITY)
    t = close(before_closing(personalities=True).personality(FELL_OFF_THE_CART)).play(0, ClaimLeftover(MORTAR))
    assert t.me.plants == (3, 0, 0, 0)
    t = close(before_closing(personalities=True).personality(SINGLE_HOUR))
    assert t.state.hour == LAST + 1


@pytest.mark.rule("TIN-PERS-02", "TIN-APP-14", "TIN-RUL-53")
def test_the_abilities_come_back_every_day() -> None:
    t = close(before_closing(personalities=True).personality(FELL_OFF_THE_CART).journeyman(TABLETS_CARD))
    t.play(0, ClaimLeftover(MORTAR), ClaimLeftover(WHITE)).next_day()
    assert t.me.used == 0
    t.opens(9, LAST).plan()
    while t.point() != "leftover":
        t.idle()
    assert (t.state.day, t.state.hour) == (2, LAST)


@pytest.mark.rule("TIN-APP-13", "TIN-PERS-02", "TIN-RUL-23")
def test_the_cart_comes_first_then_journeymen_in_tea_order() -> None:
    t = before_closing(personalities=True).tea(2, 1, 0).personality(FELL_OFF_THE_CART, seat=2)
    close(t.journeyman(TABLETS_CARD, seat=1).journeyman(SPECIAL_CARD, seat=0))
    claims = []
    while t.point(t.asked()[0]) == "leftover":
        seat = t.asked()[0]
        claims.append(seat)
        t.play(seat, PassLeftover())
    assert claims == [2, 0, 1]


@pytest.mark.rule("TIN-RUL-23")
def test_the_tea_order_of_the_moment_counts_not_the_frozen_one() -> None:
    t = before_closing().journeyman(TABLETS_CARD, seat=1).journeyman(SPECIAL_CARD, seat=0)
    close(t.tea(0, 2, 1))
    assert t.asked() == (1,)


@pytest.mark.rule("TIN-RUL-23", "TIN-APP-10")
def test_one_claim_per_card_and_a_player_may_use_several() -> None:
    t = before_closing(personalities=True).personality(FELL_OFF_THE_CART)
    close(t.journeyman(TABLETS_CARD).journeyman(TINCTURE_CARD).journeyman(SPECIAL_CARD))
    t.play(0, ClaimLeftover(MORTAR)).play(0, ClaimLeftover(GREEN), ClaimLeftover(WHITE))
    while t.point() in ("payment", "bonus"):
        t.idle()
    assert t.point() == "leftover"
    assert t.offered(ClaimLeftover) == [GREEN]
    t.play(0, PassLeftover())
    assert [event.ability for event in t.happened(LeftoverClaimed)] == [
        CART_ABILITY,
        TABLETS_JOURNEYMAN,
        TINCTURE_JOURNEYMAN,
    ]
    assert (TABLETS_JOURNEYMAN, SPECIAL_JOURNEYMAN) == (TABLETS, SPECIAL)
    assert (t.state.hour, t.broken()) == (LAST + 1, [])


@pytest.mark.rule("TIN-RUL-23", "TIN-RUL-106", "TIN-WORK-03")
def test_the_bonus_of_a_leftover_counts_for_the_order_of_the_next_hour() -> None:
    t = close(before_closing().journeyman(TABLETS_CARD, seat=2))
    t.play(2, ClaimLeftover(WHITE))
    assert t.point(2) == "bonus"
    t.play(2, ResolveBonus(1))
    assert t.happened(HourStarted)[-1] == HourStarted(1, LAST + 1, (2, 0, 1))


@pytest.mark.rule("TIN-RUL-21")
def test_surplus_does_not_replace_a_leftover() -> None:
    t = close(before_closing(events=True).event(SURPLUS).journeyman(TABLETS_CARD)).play(0, ClaimLeftover(GREEN))
    assert (t.state.items, t.happened(ItemDrawn)) == ((1, 0, 0, 1), [])


@pytest.mark.rule("TIN-RUL-106")
def test_single_hour_comes_before_the_leftovers() -> None:
    t = before_closing(personalities=True).turn(VILLAGE, hour=LAST).personality(SINGLE_HOUR)
    t.journeyman(TABLETS_CARD).me.attended = 1
    close(t)
    assert t.point() == "skill_choice"
    assert t.play(0, t.legal()[0]).point() == "leftover"


@pytest.mark.rule("TIN-APP-03", "TIN-RUL-23", "TIN-VIL-21")
@pytest.mark.parametrize("is_served", [True, False])
def test_an_apprentice_trained_by_the_service_of_an_earlier_claim_claims_too(is_served: bool) -> None:
    (patient,) = patients_with("quality", "tablets")[:1]
    t = before_closing(personalities=True, bonus_tracks="powder").personality(FELL_OFF_THE_CART)
    t.apprentice(TABLETS_CARD).patient(patient, hour=10).supply(**plants_of(patient, TABLETS), root=1)
    close(levels(t, TABLETS, 9, 9))
    t.play(0, ClaimLeftover(WHITE), PowderOrService(CHOOSE_SERVICE))
    t.play(0, ProduceMedication(patient, TABLETS, 1) if is_served else FinishPowder())
    if is_served:
        assert (t.me.journeymen, t.point(), t.offered(ClaimLeftover)) == ((TABLETS_CARD,), "leftover", [GREEN, MORTAR])
        t.play(0, ClaimLeftover(MORTAR))
        assert (t.me.mortar, t.me.plants) == (2, (0, 0, 0, 0))
    assert (t.state.hour, t.broken()) == (LAST + 1, [])
