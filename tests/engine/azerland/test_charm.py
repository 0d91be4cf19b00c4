"""Charm effects (AZE-POT-24 to 36): Persuasion, gold of the others, hypnosis."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    DrinkPotion,
    Finish,
    Hypnotize,
    PayPotion,
    ServeOrder,
    SplitWages,
    UnlockAbility,
)
from engine_core.games.azerland.events import AbilityUnlocked, GoldTaken, OrderBonusPaid, OrderChosen, VisitorHypnotized
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    EXPERT,
    GAME_OVER,
    INTELLIGENCE,
    INTERMEDIATE,
    NOVICE,
    PERSUASION,
    SERVE,
)
from engine_core.vocabulary import NONE
from tests.engine.azerland.cards import ORDER, PRESTIGE, TILE_GOLD
from tests.engine.azerland.table import ALL_GOLD, PARKED, Table, table

PERSUASIVE = 1 << PERSUASION


def drinker(seats: int = 3, potions: int = 1, level: int = NOVICE) -> Table:
    t = table(seats).level(CHARM, level)
    t.me.potions = (0, potions, 0)
    return t


# -- Novice and Persuasion -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-POT-24")
def test_novice_gives_two_apprentices_and_unlocks_persuasion() -> None:
    t = drinker().drinking().play(0, DrinkPotion(CHARM, NOVICE))
    assert (t.me.apprentices, t.me.abilities, t.me.gold) == (2, PERSUASIVE, 0)
    assert t.happened(AbilityUnlocked) == [AbilityUnlocked(0, PERSUASION)]


@pytest.mark.rule("AZE-POT-25")
def test_novice_again_gives_only_apprentices_and_the_higher_effects_unlock_nothing() -> None:
    t = drinker(potions=2).drinking().play(0, DrinkPotion(CHARM, NOVICE), DrinkPotion(CHARM, NOVICE))
    assert (t.me.apprentices, t.me.abilities) == (4, PERSUASIVE)
    assert len(t.happened(AbilityUnlocked)) == 1
    high = drinker(potions=2, level=EXPERT).town(10, 11).drinking()
    high.play(0, DrinkPotion(CHARM, INTERMEDIATE), DrinkPotion(CHARM, EXPERT), Hypnotize(11))
    assert (high.me.apprentices, high.me.abilities) == (0, 0)


@pytest.mark.rule("AZE-POT-26", "AZE-RUL-19")
@pytest.mark.parametrize("taken", [0, 1, 4, 8])
def test_persuasion_takes_any_part_of_the_wages_as_apprentices(taken: int) -> None:
    t = table(2)
    t.me.abilities = PERSUASIVE
    t.plan("g1 2 g3 4 5", "5 1 4 2 3")
    wages = TILE_GOLD[1] + TILE_GOLD[3]
    assert t.point() == "split_wages"
    assert t.offered(SplitWages) == list(range(wages + 1))
    t.rejects(SplitWages(wages + 1), "AZE-POT-26").rejects(SplitWages(50), "AZE-POT-26")
    t.rejects(SplitWages(1), "AZE-POT-27", "AZE-RUL-19", seat=1)
    t.play(0, SplitWages(taken))
    assert (t.me.gold, t.me.apprentices) == (wages - taken, taken)


@pytest.mark.rule("AZE-POT-27")
def test_without_persuasion_wages_are_gold_only() -> None:
    t = table(3)
    t.me.apprentices = 1
    t.plan("g1 g2 3 4 g5", "1 2 3 4 5", "2 3 4 5 1")
    assert (t.me.gold, t.me.apprentices) == (TILE_GOLD[1] + TILE_GOLD[2] + TILE_GOLD[5], 1)
    assert t.point() == ""
    t.rejects(SplitWages(1), "AZE-POT-27").rejects(SplitWages(0), "AZE-POT-27")


@pytest.mark.rule("AZE-RUL-19")
def test_wages_are_split_by_cauldron_after_all_plaquettes_are_open() -> None:
    t = table(3)
    t.state.cauldrons = (2, 0, 1)
    for player in t.state.players:
        player.abilities = PERSUASIVE
    t.plan("g1 2 3 4 5", "1 2 3 4 5", ALL_GOLD)
    assert t.asked() == (2,)
    assert t.view(1).players[0].placed_numbers == (1, 2, 3, 4, 5)
    t.play(2, SplitWages(3))
    assert t.asked() == (0,), "seat 1 has no wages and is not asked"
    assert t.me.gold == 0
    t.play(0, SplitWages(TILE_GOLD[1]))
    assert (t.me.gold, t.me.apprentices) == (0, TILE_GOLD[1])
    assert t.player(2).apprentices == 3


# -- Intermediate ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-POT-28", "AZE-POT-29", "AZE-RUL-34")
@pytest.mark.parametrize(
    ("seats", "others"),
    [
        (2, [0]),
        (2, [5]),
        (3, [1, 0]),
        (3, [2, 7]),
        (3, [0, 0]),
        (4, [1, 1, 1]),
        (4, [0, 3, 0]),
        (4, [0, 0, 0]),
    ],
)
def test_everybody_else_gives_a_gold_and_the_drinker_gains_three(seats: int, others: list[int]) -> None:
    t = drinker(seats, level=INTERMEDIATE)
    t.me.gold = 4
    for seat, gold in enumerate(others, start=1):
        t.player(seat).gold = gold
    t.drinking().play(0, DrinkPotion(CHARM, INTERMEDIATE))
    assert t.me.gold == 7
    assert [player.gold for player in t.state.players[1:]] == [max(gold - 1, 0) for gold in others]
    payers = [seat for seat, gold in enumerate(others, start=1) if gold]
    assert t.happened(GoldTaken) == [GoldTaken(0, seat) for seat in payers]
    assert t.asked() == (1,), "nobody is asked whether to pay"


# -- Expert: hypnosis ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-POT-30")
def test_the_pawn_goes_to_a_visitor_in_town() -> None:
    t = drinker(level=EXPERT).town(10, 18, 33, 42).road(20)
    t.player(1).display = (12,)
    t.drinking().play(0, DrinkPotion(CHARM, EXPERT))
    assert t.point() == "hypnotize"
    assert t.offered(Hypnotize) == [10, 18, 42]
    t.rejects(Hypnotize(33), "AZE-POT-30").rejects(Hypnotize(12), "AZE-POT-30").rejects(Hypnotize(41), "AZE-POT-30")
    t.rejects(Hypnotize(20), "AZE-PREP-09").rejects(Finish(), "AZE-POT-30")
    t.play(0, Hypnotize(42))
    assert t.me.pawn == 42
    assert t.happened(VisitorHypnotized) == [VisitorHypnotized(0, 42)]
    assert t.view(2).players[0].pawn == 42


def hypnotised(visitor: int, *potions: int, seats: int = 3) -> Table:
    """Seat 0's pawn is on a visitor, and it is its turn to serve."""
    t = table(seats).town(visitor)
    t.me.pawn = visitor
    celerity, charm, intelligence = potions
    t.me.potions = (celerity, charm, intelligence)
    return t.column(SERVE)


@pytest.mark.rule("AZE-POT-31", "AZE-SERVE-12")
def test_nobody_else_may_serve_a_hypnotised_visitor() -> None:
    t = table(3).town(10, 11)
    t.player(1).pawn = 10
    t.me.potions = (1, 1, 0)
    t.column(SERVE)
    t.rejects(ServeOrder(10), "AZE-POT-31")
    assert t.offered(ServeOrder) == [11, PARKED]
    t.play(0, ServeOrder(11), Finish())
    assert t.offers(ServeOrder(10), seat=1)


@pytest.mark.rule("AZE-POT-32")
@pytest.mark.parametrize(("visitor", "potions"), [(10, (1, 0, 0)), (21, (1, 0, 1)), (43, (3, 0, 0)), (42, (0, 2, 1))])
def test_the_owner_pays_with_any_potions_exactly_as_many(visitor: int, potions: tuple[int, int, int]) -> None:
    size = len(ORDER[visitor])
    assert sum(potions) == size
    t = hypnotised(visitor, *(number + 1 for number in potions))
    t.play(0, ServeOrder(visitor))
    assert t.happened(OrderChosen)[-1].potions == (0, 0, 0)
    for potion, number in enumerate(potions):
        for _ in range(number):
            assert t.point() == "pay_potion"
            assert t.offered(PayPotion) == [kind for kind in range(3) if t.me.potions[kind]]
            t.rejects(Finish(), "AZE-RUL-46")
            t.play(0, PayPotion(potion))
    assert t.me.potions == (1, 1, 1)
    assert t.me.pawn == NONE
    assert t.point() != "pay_potion"


@pytest.mark.rule("AZE-POT-32")
def test_too_few_potions_do_not_serve_a_hypnotised_order() -> None:
    short = hypnotised(43, 1, 1, 0)
    short.rejects(ServeOrder(43), "AZE-POT-32")
    enough = hypnotised(43, 1, 2, 0)
    assert enough.offers(ServeOrder(43))


@pytest.mark.rule("AZE-POT-33")
def test_the_pawn_and_the_visitor_stay_for_as_many_days_as_it_takes() -> None:
    t = table(3).town(10, 21)
    t.me.pawn = 21
    for _ in range(4):
        t.skip_day()
        assert t.me.pawn == 21
        assert 21 in t.state.visitors.town
    t.me.potions = (2, 0, 1)
    t.column(SERVE).play(0, ServeOrder(21), PayPotion(CELERITY), PayPotion(INTELLIGENCE))
    assert t.me.display == (21,)


@pytest.mark.rule("AZE-POT-34")
def test_the_pawn_comes_back_and_can_be_used_again() -> None:
    t = hypnotised(10, 0, 0, 2)
    t.town(10, 11, 12).play(0, ServeOrder(10))
    assert t.me.pawn == NONE
    t.level(CHARM, EXPERT)
    t.me.potions = (0, 1, 0)
    t.drinking().play(0, DrinkPotion(CHARM, EXPERT), Hypnotize(12))
    assert t.me.pawn == 12


@pytest.mark.rule("AZE-POT-35")
def test_a_new_potion_moves_the_pawn_and_the_former_visitor_is_free() -> None:
    t = drinker(level=EXPERT).town(10, 11)
    t.me.pawn = 10
    t.player(1).potions = (1, 1, 1)
    t.town(10, 11, 12).drinking().play(0, DrinkPotion(CHARM, EXPERT), Hypnotize(11))
    assert t.me.pawn == 11
    t.column(SERVE)
    t.player(1).potions = (1, 1, 0)
    t.state.active_seat, t.state.turns_left = 1, 1
    assert t.offers(ServeOrder(10), seat=1)
    t.rejects(ServeOrder(11), "AZE-POT-31", seat=1)


@pytest.mark.rule("AZE-RUL-35")
def test_no_pawn_goes_where_a_pawn_stands() -> None:
    t = drinker(level=EXPERT).town(10, 11, 12, 18)
    t.me.pawn, t.player(2).pawn = 10, 12
    t.drinking().play(0, DrinkPotion(CHARM, EXPERT))
    assert t.offered(Hypnotize) == [11, 18]
    t.rejects(Hypnotize(10), "AZE-RUL-35").rejects(Hypnotize(12), "AZE-RUL-35")


@pytest.mark.rule("AZE-POT-36", "AZE-RUL-36")
@pytest.mark.parametrize("visitor", [10, 28, 40])
@pytest.mark.parametrize("level", [NOVICE, EXPERT])
def test_a_hypnotised_order_pays_four_more_and_no_level_bonus(visitor: int, level: int) -> None:
    t = table(3).town(visitor).levels(level, level, level)
    t.me.pawn = visitor
    t.me.potions = (3, 3, 3)
    t.column(SERVE).play(0, ServeOrder(visitor))
    exact = {10: (CHARM,), 28: (CHARM, CHARM), 40: (CELERITY, CHARM, CHARM)}[visitor]
    for potion in exact:
        t.play(0, PayPotion(potion))
    assert t.happened(OrderBonusPaid) == [OrderBonusPaid(0, visitor, 4)]
    own = 1 if visitor == 40 else 0
    assert t.me.prestige == PRESTIGE[visitor] + 4 + own, "visitor 40 scores itself: 1 End-of-game card"


@pytest.mark.rule("AZE-RUL-36")
def test_a_level_reached_by_the_benefit_of_a_hypnotised_order_gives_nothing() -> None:
    t = hypnotised(12, 0, 1, 1)
    t.me.discs = (0, 4, 0)
    t.play(0, ServeOrder(12), PayPotion(INTELLIGENCE))
    t.play(0, *[AdvanceDisc(CHARM)] * 3)
    assert t.me.discs == (0, 7, 0)
    assert t.me.prestige == PRESTIGE[12] + 4


@pytest.mark.rule("AZE-RUL-36", "AZE-RUL-62")
def test_the_printed_order_counts_not_what_was_paid() -> None:
    t = hypnotised(28, 2, 0, 1)
    t.play(0, ServeOrder(28), PayPotion(CELERITY), PayPotion(CELERITY))
    assert t.me.display == (28,)
    t.me.potions, t.me.prestige = (0, 0, 0), 0
    t.until(GAME_OVER)
    assert dict(t.outcome()[0].categories)["end_of_game_benefits"] == 1, "28 shows charm, and counts itself"


@pytest.mark.rule("AZE-POT-25")
def test_visitor_13_can_unlock_persuasion_before() -> None:
    t = table(3).town(13)
    t.me.potions = (1, 1, 0)
    t.column(SERVE).play(0, ServeOrder(13), PayPotion(CELERITY), UnlockAbility(PERSUASION))
    assert (t.me.abilities, t.me.apprentices) == (PERSUASIVE, 0)
    t.drinking().play(0, DrinkPotion(CHARM, NOVICE))
    assert (t.me.abilities, t.me.apprentices) == (PERSUASIVE, 2)
