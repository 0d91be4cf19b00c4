"""Positions in which several rules meet, each invented from the rulebook before it was played; and the scenario files beside this module.

What every rule says by itself is tested elsewhere. Here the question is whether they agree with each other: nested benefits, abilities that
come in the middle of a chain, ties in every column, a hypnosis that moves.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from engine_core.codec import evolve
from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    ChooseIngredient,
    ChoosePotion,
    Concoct,
    ConcoctDiscounted,
    DiscardDie,
    DrinkPotion,
    Finish,
    Hypnotize,
    PayPotion,
    ReactivateColumn,
    RepeatVisitor,
    ScoreVisitor,
    ServeOrder,
    SpendApprentices,
    TakeMarketCard,
    UnlockAbility,
)
from engine_core.games.azerland.events import (
    DiceRolled,
    MarketReshuffled,
    OrderBonusPaid,
)
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    BONUS_BUY,
    BONUS_CONCOCT,
    CELERITY,
    CHARM,
    CONCOCT,
    EFFICIENCY,
    EXPERT,
    FLOWER,
    GAME_OVER,
    HARVEST,
    INTELLIGENCE,
    INTERMEDIATE,
    PERSUASION,
    SAP,
    SERVE,
    SERVE_COLUMN,
    STUDY,
    TRADE,
)
from engine_core.scenario import Passed, load, run
from engine_core.vocabulary import NONE
from tests.engine.azerland.cards import (
    COST,
    HARVEST_SPACES,
    LAST_SPACE,
    LEVEL_SPACE,
    ONLY_MUSHROOMS,
    PRESTIGE,
    orders,
)
from tests.engine.azerland.table import Table, table

SCENARIOS: Final = sorted(Path(__file__).with_name("scenarios").glob("*.toml"))
BIT: Final = {ability: 1 << ability for ability in (BLACK_MARKET, PERSUASION, EFFICIENCY)}


@pytest.mark.parametrize("file", SCENARIOS, ids=[file.stem for file in SCENARIOS])
def test_scenario(file: Path) -> None:
    """Each file is complete in itself: what it says of cards, dice and sheets replaces the built-in tables."""
    result = run(load(file))
    assert isinstance(result, Passed), str(result)


def test_there_are_scenarios() -> None:
    assert len(SCENARIOS) >= 12


def serving(*town: int, display: tuple[int, ...] = (), seats: int = 3, changes: dict[int, str] | None = None) -> Table:
    """Seat 0 is about to serve with 9 potions of each type; every die shows a mushroom."""
    t = table(seats, tables={**ONLY_MUSHROOMS, **(orders(changes) if changes else {})}).town(*town)
    t.me.display, t.me.potions = tuple(sorted(display)), (9, 9, 9)
    return t.column(SERVE)


def pay(t: Table, visitor: int, *jokers: int) -> Table:
    """Serve a visitor; jokers are paid with these types."""
    return t.play(0, ServeOrder(visitor), *[PayPotion(potion) for potion in jokers])


# -- chains of benefits ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-VIS-19", "AZE-VIS-42", "AZE-RUL-67", "AZE-RUL-58", "AZE-RUL-49")
def test_nineteen_repeats_forty_two_with_the_base_of_today_and_new_apprentices() -> None:
    t = serving(19, display=(42,)).level(CELERITY, INTERMEDIATE)
    t.placed(0, "3 g2 1 4 5")
    t.me.ranks, t.me.apprentices = (2, 0, 1, 3, 1), 3
    pay(t, 19, CHARM)  # celerity and a joker; 42 is the only card to repeat
    assert t.point() == "reactivate"
    assert t.me.prestige == PRESTIGE[19] + 1, "the bonus of 19 does not wait for 42"
    assert t.offered(ReactivateColumn) == [HARVEST, TRADE, CONCOCT]
    t.rejects(ReactivateColumn(STUDY), "AZE-VIS-42").rejects(ReactivateColumn(SERVE), "AZE-RUL-67")
    cauldrons, others = t.state.cauldrons, t.json()["players"][1:]
    t.play(0, ReactivateColumn(HARVEST), SpendApprentices(2))
    assert t.me.ingredients == (3 + 2, 0, 0), "the second of three rolls 3 dice, and 2 for apprentices"
    assert (t.me.apprentices, t.point()) == (1, "serve_turn")
    assert t.state.cauldrons == cauldrons
    assert t.json()["players"][1:] == others


@pytest.mark.rule("AZE-VIS-13", "AZE-VIS-19", "AZE-VIS-42", "AZE-POT-39")
def test_efficiency_unlocked_by_thirteen_counts_for_the_harvest_of_forty_two() -> None:
    t = serving(13, 42)
    t.me.ranks = (1, 1, 1, 1, 1)
    pay(t, 13, CHARM).play(0, UnlockAbility(EFFICIENCY))
    pay(t, 42, CHARM, CHARM, CHARM).play(0, ReactivateColumn(HARVEST))
    assert len(t.happened(DiceRolled)[-1].dice) == 4 + 2
    assert t.me.ingredients == (4, 0, 0)


@pytest.mark.rule("AZE-VIS-13", "AZE-VIS-42", "AZE-RUL-29", "AZE-RUL-67", "AZE-TRADE-08")
def test_black_market_of_thirteen_is_bought_from_in_the_trade_of_forty_two() -> None:
    t = serving(13, 42).row(20).deck(1, 3)
    t.me.gold = COST[1]
    pay(t, 13, CHARM).play(0, UnlockAbility(BLACK_MARKET))
    assert t.me.black_market == (1, 3)
    t.rejects(BuyMarketCard(1), "AZE-SERVE-21")
    pay(t, 42, CHARM, CHARM, CHARM).play(0, ReactivateColumn(TRADE))
    assert t.offered(BuyMarketCard) == [1, 3]
    t.play(0, BuyMarketCard(1))  # 2 gold, so the third one can be paid, and card 20
    t.play(0, BuyMarketCard(3))
    assert (t.me.gold, t.me.ingredients) == (1, (1, 0, 0))
    assert not t.me.black_market
    assert t.state.market.discards == (1, 3)
    assert t.point() == "serve_turn", "nothing more can be bought or exchanged"


@pytest.mark.rule("AZE-VIS-09", "AZE-RUL-54", "AZE-VIS-42")
def test_a_purchase_in_trade_and_one_through_forty_two_are_two() -> None:
    t = table(3).town(42).row(3, 12)
    t.me.display, t.me.potions, t.me.gold = (9,), (3, 0, 0), 2
    t.column(TRADE).play(0, BuyMarketCard(3), Finish())
    assert t.me.prestige == 0
    t.until(SERVE_COLUMN)
    pay(t, 42).play(0, ReactivateColumn(TRADE), BuyMarketCard(12))
    assert t.me.prestige == PRESTIGE[42] + 1
    assert t.me.tilted == (9,)


@pytest.mark.rule("AZE-VIS-17", "AZE-VIS-19", "AZE-BON-10", "AZE-SERVE-13")
def test_potions_of_seventeen_pay_for_nineteen_which_repeats_it() -> None:
    t = table(3).town(17, 19, 11).bonus(BONUS_CONCOCT)
    t.me.potions, t.me.ingredients = (1, 2, 1), (3, 2, 0)
    t.column(SERVE)
    pay(t, 17, CHARM)  # charm and a joker
    # A charm potion takes 2 mushrooms and a flower, one of celerity a flower and 2 saps.
    assert (INTELLIGENCE, SAP) in t.offered(ConcoctDiscounted)
    t.rejects(ConcoctDiscounted(CELERITY, SAP), "AZE-VIS-17").rejects(ConcoctDiscounted(CHARM, SAP), "AZE-RUL-56")
    t.play(0, ConcoctDiscounted(CHARM, FLOWER), ConcoctDiscounted(INTELLIGENCE, SAP))
    assert (t.me.potions, t.me.ingredients) == ((1, 1, 2), (0, 1, 0))
    pay(t, 19, INTELLIGENCE)
    assert t.point() == "serve_turn", "with one flower no potion can be made: 17 is over by itself"
    assert t.me.prestige == PRESTIGE[17] + PRESTIGE[19] + 2


@pytest.mark.rule("AZE-VIS-20", "AZE-VIS-19", "AZE-RUL-59", "AZE-RUL-61")
def test_twenty_repeated_counts_all_cards_anew_and_nineteen_with_them() -> None:
    # 20 alone shows charm and intelligence, 11 celerity; 19 shows celerity besides its joker, 12 and 3 complete it.
    t = serving(20, 19, display=(11, 12), changes={12: "intelligence"})
    pay(t, 20)
    assert t.state.pending[-1].left == 1, "11 and 20; 12 is left alone"
    t.play(0, ChoosePotion(CELERITY))
    t.me.display = tuple(sorted((*t.me.display, 10)))
    pay(t, 19, CHARM).play(0, RepeatVisitor(20))
    assert t.state.pending[-1].left == 2, "11 and 20; 19, 10 and 12"
    t.play(0, ChoosePotion(CHARM), ChoosePotion(CHARM))
    assert t.me.potions == (9 + 1 - 1, 9 - 1 - 1 + 2, 9 - 1)


@pytest.mark.rule("AZE-VIS-41", "AZE-BON-10", "AZE-RUL-49", "AZE-RUL-57", "AZE-RUL-66", "AZE-VIS-09")
def test_forty_one_with_black_market_takes_two_of_the_deck_and_its_bonus_comes_last() -> None:
    t = table(3, tables=ONLY_MUSHROOMS).town(41).bonus(BONUS_BUY).deck(33, 17, 2, 5)
    t.me.display, t.me.potions, t.me.black_market, t.me.abilities = (9, 11, 27), (1, 0, 2), (43, 44), BIT[BLACK_MARKET]
    t.state.market = evolve(t.state.market, deck=tuple(c for c in t.state.market.deck if c < 43))
    t.me.discs = (LEVEL_SPACE[1], 0, LEVEL_SPACE[1] - 3)
    pay(t.column(SERVE), 41)
    assert t.offered(TakeMarketCard) == [2, 5, 17, 33], "four visitors, four cards; not those of the black market"
    t.rejects(TakeMarketCard(43), "AZE-RUL-57")
    t.play(0, TakeMarketCard(33))
    t.rejects(TakeMarketCard(17), "AZE-RUL-41")  # the first card's steps come before the second card
    t.play(0, *[AdvanceDisc(INTELLIGENCE)] * 3)
    assert t.me.prestige == PRESTIGE[41] + 1, "the bonus of the order waits for both cards"
    t.play(0, TakeMarketCard(17), ChoosePotion(CHARM))
    assert t.me.prestige == PRESTIGE[41] + 2 + 1, "both levels are Intermediate now"
    assert (t.me.potions, t.me.gold, t.me.tilted) == ((0, 1, 0), 0, ())
    assert t.state.market.discards == (2, 5, 17, 33)
    assert t.me.black_market == (43, 44)


@pytest.mark.rule("AZE-VIS-41", "AZE-PREP-13", "AZE-RUL-27")
def test_forty_one_reshuffles_in_the_middle_and_its_own_cards_stay_out() -> None:
    t = serving(41, display=(1, 2, 3)).only_deck(30, 31)
    before = set(t.state.market.discards)
    pay(t, 41)
    turned = t.offered(TakeMarketCard)
    assert len(turned) == 4
    assert {30, 31} < set(turned)
    assert t.happened(MarketReshuffled) == [MarketReshuffled(len(before))]
    assert t.state.market.discards == ()
    assert set(t.state.market.deck) == before - set(turned)


@pytest.mark.rule("AZE-VIS-40", "AZE-RUL-65", "AZE-RUL-63", "AZE-VIS-36", "AZE-VIS-19")
def test_forty_scores_a_card_twice_now_and_once_more_at_the_end() -> None:
    t = serving(40, 19, display=(36,))
    t.me.gold = 7
    pay(t, 40, CELERITY)
    t.rejects(ScoreVisitor(19), "AZE-VIS-40")
    t.play(0, ScoreVisitor(36))
    pay(t, 19, CHARM)
    assert t.offered(RepeatVisitor) == [36, 40]
    t.play(0, RepeatVisitor(40), ScoreVisitor(40))
    assert t.me.prestige == PRESTIGE[40] + 7 + PRESTIGE[19] + 2, "36 and 40 are End-of-game cards"
    t.state.day = 6
    t.finish().until(GAME_OVER)
    found = dict(t.outcome()[0].categories)
    assert (found["gold"], found["end_of_game_benefits"]) == (0, 7 + 2)


@pytest.mark.rule("AZE-VIS-39", "AZE-RUL-64", "AZE-POT-39", "AZE-STUDY-02")
def test_thirty_nine_walks_through_rewards_with_efficiency_dice_in_between() -> None:
    t = table(3).town(39)
    t.me.display, t.me.tilted, t.me.potions, t.me.abilities = (5, 6, 8), (6,), (0, 3, 1), BIT[EFFICIENCY]
    t.me.discs = (HARVEST_SPACES[0] - 1, 0, 0)
    t.draws("ingredient_dice", 0, 1, 2, of=6)
    pay(t.column(SERVE), 39)  # only charm is left for the jokers
    assert t.point() == "pick_ingredient"
    t.play(0, ChooseIngredient(SAP), AdvanceDisc(CELERITY))
    assert t.point() == "discard_die"
    assert t.offered(DiscardDie) == [0, 1, 2]
    t.rejects(AdvanceDisc(CELERITY), "AZE-RUL-38")
    t.play(0, DiscardDie(0), DiscardDie(2), AdvanceDisc(CHARM))
    assert (t.me.ingredients, t.me.discs) == ((0, 1, 1), (HARVEST_SPACES[0], 1, 0))
    assert (t.me.prestige, t.point()) == (PRESTIGE[39] + 1, "serve_turn")
    assert list(t.me.tilted) == [5, 6, 8]


@pytest.mark.rule("AZE-VIS-42", "AZE-BON-10", "AZE-BON-08", "AZE-CONC-03")
def test_a_concoct_of_forty_two_pays_under_the_bonus_and_ends_at_its_base() -> None:
    t = table(2).town(42, 11).bonus(BONUS_CONCOCT)
    t.me.potions, t.me.ingredients = (0, 3, 0), (9, 9, 9)
    t.column(SERVE)
    t.me.ranks = (1, 1, 1, 2, 1)
    pay(t, 42).play(0, ReactivateColumn(CONCOCT), Concoct(CELERITY), Concoct(CELERITY))
    assert (t.me.prestige, t.point()) == (PRESTIGE[42] + 2, "serve_turn"), "rank 2 of 2 has base 2"
    t.play(0, ServeOrder(11))
    assert t.me.potions == (1, 0, 0)


@pytest.mark.rule("AZE-RUL-67", "AZE-VIS-42")
def test_forty_two_does_nothing_for_who_gave_up_everything_else() -> None:
    t = serving(42).placed(0, "g1 g2 g3 g4 5")
    t.me.ranks = (0, 0, 0, 0, 1)
    pay(t, 42, CHARM, CHARM, CHARM)
    assert (t.point(), t.me.prestige) == ("serve_turn", PRESTIGE[42])


@pytest.mark.rule("AZE-STUDY-10", "AZE-VIS-22", "AZE-RUL-41")
def test_steps_move_by_themselves_when_one_disc_is_left_and_are_lost_when_none_is() -> None:
    t = serving(22, display=(1, 2, 3, 4, 5))
    t.me.discs = (LAST_SPACE, LAST_SPACE - 2, LAST_SPACE)
    pay(t, 22)
    assert t.point() == "serve_turn"
    assert t.me.discs == (LAST_SPACE,) * 3
    assert t.me.ingredients == (1, 0, 0), "only the last space is a Harvest space"
    assert t.me.prestige == PRESTIGE[22] + 2


# -- hypnosis ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-POT-35", "AZE-POT-31", "AZE-POT-32", "AZE-POT-36")
def test_a_pawn_that_moved_frees_the_first_visitor_for_the_others() -> None:
    t = table(3).town(20, 21, 33, 43).road(24)
    t.me.potions, t.me.pawn = (3, 1, 0), 21
    t.level(CHARM, EXPERT).drinking()
    t.player(1).potions = (0, 3, 0)
    t.play(0, DrinkPotion(CHARM, EXPERT))
    assert t.offered(Hypnotize) == [20, 43]
    t.rejects(Hypnotize(21), "AZE-RUL-35").rejects(Hypnotize(33), "AZE-POT-30").rejects(Hypnotize(24), "AZE-PREP-09")
    t.play(0, Hypnotize(43)).finish().finish(1)
    t.until(SERVE_COLUMN)
    assert t.asked() == (1,), "seat 1 has the best priority in Serve"
    t.rejects(ServeOrder(43), "AZE-POT-31", seat=1)
    t.play(1, ServeOrder(21))
    assert t.player(1).prestige == PRESTIGE[21]
    assert t.asked() == (0,)
    t.play(0, ServeOrder(43))
    assert (t.me.prestige, t.me.potions, t.me.pawn) == (PRESTIGE[43] + 4, (0, 0, 0), NONE)


@pytest.mark.rule("AZE-RUL-36", "AZE-RUL-49", "AZE-VIS-12", "AZE-VIS-19")
@pytest.mark.parametrize("visitor", [12, 19])
def test_the_level_clause_gives_nothing_on_a_hypnotised_order(visitor: int) -> None:
    t = serving(visitor, display=(12,) if visitor == 19 else ())
    t.me.discs, t.me.pawn = (LEVEL_SPACE[1] - 1, LEVEL_SPACE[1] - 1, 0), visitor
    t.play(0, ServeOrder(visitor))
    while t.point() == "pay_potion":
        t.play(0, PayPotion(INTELLIGENCE))
    t.play(0, AdvanceDisc(CELERITY), AdvanceDisc(CHARM), AdvanceDisc(INTELLIGENCE))
    assert t.me.prestige == PRESTIGE[visitor] + 4
    assert [event.prestige for event in t.happened(OrderBonusPaid)] == [4]
    assert (t.me.pawn, t.point()) == (NONE, "serve_turn")
