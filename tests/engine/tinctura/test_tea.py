"""Tea (TIN-TEA): mortars and plants, the pile, the shift, the end of the track; Big Brew and free teas."""

from __future__ import annotations

import pytest

from engine_core.games.tinctura.actions import EndTurn, ProduceTea, ResolveBonus, UseFreeTea
from engine_core.games.tinctura.events import TeaMoved, TeaProduced, TeaShifted
from engine_core.games.tinctura.module_words import BIG_BREW
from engine_core.games.tinctura.vocabulary import BERRY, MUSHROOM, TABLETS
from tests.engine.tinctura.cards import NUMBERS, apprentices_with
from tests.engine.tinctura.table import Table, table

END = NUMBERS["tea_spaces"]
TEA_JOURNEYMAN = apprentices_with("teas", "tablets")[0]


def brewing(*spaces: int, mortar: int = 4, herb: int = 8, root: int = 8, pile: tuple[int, ...] | None = None) -> Table:
    """Seat 0 may brew; the markers stand on these spaces."""
    t = table(len(spaces)).supply(herb=herb, root=root).tea(*spaces, pile=pile)
    t.me.mortar = mortar
    return t


@pytest.mark.rule("TIN-TEA-01", "TIN-TEA-11")
@pytest.mark.parametrize("mortar", [1, 3, 7])
def test_one_tea_up_to_the_mortar_level(mortar: int) -> None:
    offered = brewing(0, 0, mortar=mortar).offered(ProduceTea)
    assert {roots + herbs for roots, herbs in offered} == set(range(1, mortar + 1))
    assert len(offered) == sum(teas + 1 for teas in range(1, mortar + 1))
    if mortar < 7:
        brewing(0, 0, mortar=mortar).rejects(ProduceTea(mortar + 1, 0), "TIN-TEA-01")


@pytest.mark.rule("TIN-TEA-02")
def test_teas_are_paid_with_roots_and_herbs_in_any_mix() -> None:
    t = table(2).supply(herb=1, berry=5, mushroom=5, root=2)
    t.me.mortar = 5
    assert sorted(t.offered(ProduceTea)) == [(0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    t.rejects(ProduceTea(0, 2), "TIN-TEA-02").rejects(ProduceTea(3, 0), "TIN-TEA-02")
    t.play(0, ProduceTea(2, 1))
    assert t.me.plants == (0, 5, 5, 0)
    assert t.state.discard == (1, 0, 0, 2)
    assert t.broken() == []
    assert [t.state.discard[plant] for plant in (BERRY, MUSHROOM)] == [0, 0]


@pytest.mark.rule("TIN-TEA-03", "TIN-TEA-07")
def test_the_marker_moves_a_space_per_tea() -> None:
    t = brewing(0, 0).play(0, ProduceTea(2, 1))
    assert [player.tea for player in t.state.players] == [3, 0]
    assert t.happened(TeaShifted) == []
    assert [(event.teas, event.free) for event in t.happened(TeaProduced)] == [(3, False)]


@pytest.mark.rule("TIN-TEA-04", "TIN-TEA-05")
def test_a_marker_comes_to_lie_on_top_and_those_above_it_drop() -> None:
    t = brewing(0, 0, 2, 0, pile=(2, 1, 0, 3)).play(0, ProduceTea(1, 1))
    assert t.state.tea_pile == (0, 2, 1, 3)
    t = brewing(0, 0, 2, 0, pile=(2, 1, 0, 3)).play(0, ProduceTea(1, 0))
    assert t.state.tea_pile == (2, 0, 1, 3)


@pytest.mark.rule("TIN-TEA-06", "TIN-TEA-08")
def test_all_markers_shift_back_when_the_start_is_empty() -> None:
    t = brewing(0, 2, 6).play(0, ProduceTea(3, 0))
    assert [player.tea for player in t.state.players] == [1, 0, 4]
    assert t.happened(TeaShifted)[0].spaces == 2
    assert t.happened(TeaMoved)[0].space == 3
    assert t.state.tea_pile == (2, 0, 1)


@pytest.mark.rule("TIN-TEA-06")
@pytest.mark.parametrize("lowest", [1, 2, 5])
def test_the_shift_is_as_long_as_the_last_marker_is_ahead(lowest: int) -> None:
    t = brewing(0, lowest, lowest + 2, mortar=7).play(0, ProduceTea(7, 0))
    assert [player.tea for player in t.state.players] == [7 - lowest, 0, 2]
    assert [event.spaces for event in t.happened(TeaShifted)] == [lowest]


@pytest.mark.rule("TIN-TEA-09", "TIN-RUL-43")
def test_the_end_of_the_track_is_checked_before_the_shift() -> None:
    t = brewing(END - 2, END - 1, END - 1, mortar=5)
    t.tea(END - 2, 0, END - 1)
    assert {roots + herbs for roots, herbs in t.offered(ProduceTea)} == {1, 2}
    t.rejects(ProduceTea(3, 0), "TIN-TEA-09")


@pytest.mark.rule("TIN-TEA-10", "TIN-RUL-44")
def test_on_the_end_one_tea_lifts_the_marker_and_nothing_more() -> None:
    t = brewing(END, END, 0, pile=(1, 0, 2))
    assert sorted(t.offered(ProduceTea)) == [(0, 1), (1, 0)]
    t.rejects(ProduceTea(2, 0), "TIN-TEA-10")
    t.play(0, ProduceTea(1, 0))
    assert t.state.tea_pile == (0, 1, 2)
    assert t.me.tea == END
    for pile, spaces in (((0, 1, 2), (END, END, 0)), ((0, 1, 2), (END, 3, 0))):
        t = brewing(*spaces, pile=pile)
        assert t.offered(ProduceTea) == []
        t.rejects(ProduceTea(1, 0), "TIN-TEA-10")


@pytest.mark.rule("TIN-PERS-04", "TIN-RUL-27", "TIN-RUL-42")
def test_big_brew_offers_one_more_step_from_two_teas_on() -> None:
    t = table(3, personalities=True).supply(root=4).personality(BIG_BREW)
    t.me.mortar = 4
    t.play(0, ProduceTea(2, 0))
    assert t.point() == "bonus"
    t.rejects(EndTurn(), "TIN-BON-01")
    t.play(0, ResolveBonus(1))
    assert (t.me.tea, t.me.plants, t.me.most_teas) == (3, (0, 0, 0, 2), 2)
    assert t.point() == "turn_after"
    for teas, personality in ((1, BIG_BREW), (2, 0)):
        t = table(3, personalities=True).supply(root=4).personality(personality)
        t.me.mortar = 4
        t.play(0, ProduceTea(teas, 0))
        assert (t.point(), t.me.tea) == ("turn_after", teas)


@pytest.mark.rule("TIN-PERS-04")
def test_big_brew_may_be_declined_and_lapses_on_top_of_the_end() -> None:
    t = table(3, personalities=True).supply(root=4).personality(BIG_BREW)
    t.me.mortar = 4
    t.play(0, ProduceTea(2, 0), ResolveBonus(0))
    assert t.me.tea == 2
    t = table(3, personalities=True).supply(root=4).personality(BIG_BREW).tea(END - 2, 0, 0)
    t.me.mortar = 4
    t.play(0, ProduceTea(2, 0))
    assert (t.me.tea, t.point()) == (END, "turn_after")


@pytest.mark.rule("TIN-APP-08", "TIN-APP-12", "TIN-RUL-41", "TIN-RUL-42")
def test_a_journeyman_makes_up_to_two_teas_once_a_day_without_mortars() -> None:
    t = table(3).supply(root=2, herb=1).journeyman(TEA_JOURNEYMAN)
    offered = t.offered(UseFreeTea)
    assert offered == [(TABLETS, 0, 1), (TABLETS, 1, 0), (TABLETS, 1, 1), (TABLETS, 2, 0)]
    t.play(0, UseFreeTea(TABLETS, 1, 1))
    assert (t.me.tea, t.me.plants, t.me.most_teas) == (2, (0, 0, 0, 1), 0)
    assert t.point() == "turn"
    t.rejects(UseFreeTea(TABLETS, 1, 0), "TIN-APP-12")
    assert [(event.teas, event.free) for event in t.happened(TeaProduced)] == [(2, True)]


@pytest.mark.rule("TIN-VIL-21", "TIN-APP-08")
def test_an_untrained_apprentice_gives_nothing() -> None:
    t = table(3).supply(root=2).apprentice(TEA_JOURNEYMAN)
    assert t.offered(UseFreeTea) == []
    t.rejects(UseFreeTea(TABLETS, 1, 0), "TIN-VIL-21")
    table(3).supply(root=2).rejects(UseFreeTea(TABLETS, 1, 0), "TIN-APP-08")


@pytest.mark.rule("TIN-RUL-41", "TIN-TEA-09")
def test_free_teas_obey_the_end_of_the_track() -> None:
    t = table(3).supply(root=3).journeyman(TEA_JOURNEYMAN).tea(END - 1, 0, 0)
    assert t.offered(UseFreeTea) == [(TABLETS, 1, 0)]
    t.rejects(UseFreeTea(TABLETS, 2, 0), "TIN-TEA-09")
    t.rejects(UseFreeTea(TABLETS, 0, 1), "TIN-APP-08")
