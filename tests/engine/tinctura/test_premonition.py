"""The personality Premonition (TIN-PERS-09 to 11, TIN-RUL-59)."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import (
    DeclinePatient,
    EndTurn,
    ForgoAction,
    PremonitionPeek,
    PremonitionReturn,
    PremonitionTake,
    RepeatAction,
    TakePatient,
)
from engine_core.games.tinctura.card_events import PatientsPeeked, PatientTaken, PeekedPatients, PeekedReturned
from engine_core.games.tinctura.module_words import NEW_SPA, PREMONITION
from engine_core.games.tinctura.vocabulary import FOREST, PREMONITION_ABILITY
from engine_core.vocabulary import NONE
from tests.engine.tinctura.table import Table, table


def holder(*deck: int, only: bool = False, events: bool = False) -> Table:
    t = table(personalities=True, events=events).display(1, 2, 3).deck(*deck, only=only)
    return t.personality(PREMONITION)


@pytest.mark.rule("TIN-PERS-09", "TIN-RUL-59")
@pytest.mark.parametrize(
    ("index", "swap", "rest"),
    [(0, 0, (5, 6)), (0, 1, (6, 5)), (1, 0, (4, 6)), (1, 1, (6, 4)), (2, 0, (4, 5)), (2, 1, (5, 4))],
)
def test_one_of_three_is_taken_and_two_go_back(index: int, swap: int, rest: tuple[int, int]) -> None:
    t = holder(4, 5, 6, 9)
    t.play(0, PremonitionPeek())
    assert t.point() == "premonition"
    assert t.state.patients.deck[:4] == (4, 5, 6, 9)
    assert t.offered(PremonitionTake) == [(i, s) for i in range(3) for s in range(2)]
    assert t.offered(PremonitionReturn) == list(range(6))
    t.play(0, PremonitionTake(index, swap))
    taken = (4, 5, 6)[index]
    assert (t.me.patients, t.me.stamps) == ((taken,), (2,))
    assert t.state.patients.deck[:3] == (*rest, 9)
    assert t.state.patients.display == (1, 2, 3)
    assert t.happened(PatientTaken) == [PatientTaken(0, taken, NONE)]
    assert (t.point(), t.me.used) == ("turn_after", 1 << PREMONITION_ABILITY)
    assert t.state.patients.known == 2


@pytest.mark.rule("TIN-PERS-10", "TIN-RUL-59")
@pytest.mark.parametrize(
    ("order", "deck"), [(0, (4, 5, 6)), (1, (4, 6, 5)), (2, (5, 4, 6)), (3, (5, 6, 4)), (4, (6, 4, 5)), (5, (6, 5, 4))]
)
def test_all_go_back_and_a_displayed_patient_is_taken(order: int, deck: tuple[int, ...]) -> None:
    t = holder(4, 5, 6, 9).play(0, PremonitionPeek())
    t.rejects(TakePatient(0), "TIN-PERS-10")
    t.play(0, PremonitionReturn(order))
    assert t.state.patients.deck[:4] == (*deck, 9)
    assert t.happened(PeekedReturned) == [PeekedReturned(0, 3)]
    assert t.point() == "premonition"
    assert t.offered(TakePatient) == [0, 1, 2]
    assert t.kinds() == {TakePatient}
    t.rejects(PremonitionTake(0, 0), "TIN-PERS-10").rejects(PremonitionReturn(0), "TIN-PERS-10")
    t.rejects(ForgoAction(), "TIN-RUL-59").rejects(EndTurn(), "TIN-RUL-59")
    t.play(0, TakePatient(1))
    assert t.me.patients == (2,)
    assert t.state.patients.display == (1, deck[0], 3)
    assert (t.point(), t.me.used) == ("turn_after", 1 << PREMONITION_ABILITY)


@pytest.mark.rule("TIN-PERS-09", "TIN-PERS-10")
def test_once_a_day() -> None:
    t = holder(4, 5, 6).play(0, PremonitionPeek(), PremonitionTake(0, 0))
    t.until(11)
    t.rejects(PremonitionPeek(), "TIN-PERS-09")
    t.until(8, day=2).turn(day=2, hour=9)
    assert t.offers(PremonitionPeek())


@pytest.mark.rule("TIN-PERS-09")
def test_only_the_holder_in_a_pharmacy_hour_within_taking_a_patient() -> None:
    t = holder(4, 5, 6)
    t.turn(seat=1).rejects(PremonitionPeek(), "TIN-PERS-09", seat=1)
    t.turn(FOREST).rejects(PremonitionPeek(), "TIN-WORK-04")
    t.turn().play(0, ForgoAction()).rejects(PremonitionPeek(), "TIN-PERS-09")
    table().rejects(PremonitionPeek(), "TIN-PERS-09")
    t.turn().rejects(PremonitionTake(0, 0), "TIN-PERS-09").rejects(PremonitionReturn(0), "TIN-PERS-10")


@pytest.mark.rule("TIN-RUL-59")
@pytest.mark.parametrize("cards", [1, 2])
def test_fewer_cards_in_the_deck(cards: int) -> None:
    t = holder(*(4, 5)[:cards], only=True).play(0, PremonitionPeek())
    assert t.offered(PremonitionTake) == [(index, 0) for index in range(cards)]
    assert t.offered(PremonitionReturn) == list(range(cards))
    t.rejects(PremonitionTake(0, 1), "TIN-PERS-09").rejects(PremonitionTake(2, 0), "TIN-RUL-59")
    t.rejects(PremonitionReturn(2), "TIN-RUL-59")
    t.play(0, PremonitionTake(cards - 1, 0))
    assert t.me.patients == ((4, 5)[cards - 1],)
    assert t.state.patients.deck == (4,)[: cards - 1]


@pytest.mark.rule("TIN-RUL-59", "TIN-PHARM-07")
def test_nothing_to_look_at_or_to_take() -> None:
    holder(only=True).rejects(PremonitionPeek(), "TIN-RUL-59")
    holder(4, 5).patient(9, hour=8).patient(12, hour=9).rejects(PremonitionPeek(), "TIN-PHARM-03")
    t = holder(4, 5, 6, events=True).event(NEW_SPA).display()
    t.rejects(PremonitionPeek(), "TIN-PHARM-07")


@pytest.mark.rule("TIN-PHARM-13", "TIN-RUL-32", "TIN-RUL-59")
def test_the_time_marker_has_to_be_free() -> None:
    t = holder(4, 5, 6).patient(9, hour=10, day=1).turn(day=2)
    t.rejects(PremonitionPeek(), "TIN-PHARM-13")
    t.play(0, DeclinePatient(9), PremonitionPeek(), PremonitionTake(2, 0))
    assert t.me.patients == (6,)


@pytest.mark.rule("TIN-RUL-59", "TIN-BON-09")
def test_one_of_two_takes_is_a_premonition() -> None:
    t = holder(4, 5, 6)
    t.me.bonus = (3, 0, 0, 0)
    t.play(0, PremonitionPeek(), PremonitionTake(0, 0))
    assert t.point() == "repeat"
    t.play(0, RepeatAction(1))
    assert t.offered(TakePatient) == [0, 1, 2]
    t.rejects(PremonitionPeek(), "TIN-PERS-09")
    second = holder(4, 5, 6)
    second.me.bonus = (3, 0, 0, 0)
    second.play(0, TakePatient(0), RepeatAction(1), PremonitionPeek(), PremonitionTake(0, 0))
    assert second.me.patients == (1, 5), "the first one of the deck went on display"
    assert second.me.stamps == (2, 2)
    assert second.point() == "turn_after"


@pytest.mark.rule("TIN-PERS-11")
def test_nobody_else_sees_the_cards_or_their_order() -> None:
    views = {}
    one, two, three, four, five = table(personalities=True).state.patients.deck[:5]
    for deck, order in (((one, two, three), 0), ((five, four, two), 3)):
        rest = [card for card in (one, two, three, four, five) if card not in deck]
        t = table(personalities=True).deck(*deck, *rest).personality(PREMONITION).play(0, PremonitionPeek())
        assert t.broken() == []
        assert t.received[0].count(PeekedPatients(0, deck)) == 1
        assert t.view(0).patients.known_cards == deck
        for observer in (1, 2, None):
            assert not [event for event in t.received[observer] if isinstance(event, PeekedPatients)]
            assert PatientsPeeked(0, 3) in t.received[observer]
            assert t.view(observer).patients.known_cards == ()
        peeked = [t.position.game.view_to_bytes(t.view(observer)) for observer in (1, 2, None)]
        t.play(0, PremonitionReturn(order))
        returned = [t.position.game.view_to_bytes(t.view(observer)) for observer in (1, 2, None)]
        told = [t.received[observer] for observer in (1, 2, None)]
        views[deck] = (peeked, returned, told)
        assert len(t.view(0).patients.known_cards) == 3
    first, second = views.values()
    assert first == second


@pytest.mark.rule("TIN-PERS-11")
def test_what_is_known_of_the_deck_grows_less_as_cards_leave_it() -> None:
    t = holder(4, 5, 6, 9).play(0, PremonitionPeek(), PremonitionReturn(5), TakePatient(0))
    assert t.state.patients.display == (6, 2, 3)
    assert t.view(0).patients.known_cards == (5, 4)
    t.play(0, EndTurn()).play(1, TakePatient(1))
    assert t.view(0).patients.known_cards == (4,)
