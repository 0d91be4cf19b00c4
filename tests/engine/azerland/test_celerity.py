"""Celerity effects (AZE-POT-06 to 23): Black Market, revealing market cards, 0 tiles."""

from __future__ import annotations

import pytest

from engine_core.codec import evolve
from engine_core.games.azerland.actions import (
    BuyMarketCard,
    ChooseIngredient,
    DrinkPotion,
    Finish,
    PayPotion,
    PlaceTile,
    ReplaceTile,
    RevealMarketCard,
    ServeOrder,
    StopRevealing,
    UnlockAbility,
)
from engine_core.games.azerland.events import (
    AbilityUnlocked,
    BlackMarketDrawn,
    MarketCardsTurned,
    MarketReshuffled,
    PlaquetteRevealed,
    RevealingEnded,
    TileExchanged,
    TileReplaced,
)
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    CELERITY,
    CHARM,
    EFFICIENCY,
    EXPERT,
    FLOWER,
    GOLD_SIDE,
    HARVEST,
    INTERMEDIATE,
    MUSHROOM,
    NOVICE,
    NUMBER_SIDE,
    PERSUASION,
    SAP,
    SERVE,
    TRADE,
)
from tests.engine.azerland.cards import HANDS, NO_HANDS
from tests.engine.azerland.table import Table, table, tiles

BLACK = 1 << BLACK_MARKET


def drinker(*deck: int, potions: int = 1, level: int = INTERMEDIATE, prestige: int = 9) -> Table:
    """Seat 0 is to drink celerity; these market cards come next."""
    t = table(3).level(CELERITY, level).deck(*deck)
    t.me.potions, t.me.prestige = (potions, 0, 0), prestige
    return t.drinking()


# -- Novice and Black Market -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-POT-06", "AZE-POT-09")
def test_novice_gives_two_gold_and_unlocks_black_market_with_two_cards() -> None:
    t = drinker(31, 7, 30, level=NOVICE)
    t.play(0, DrinkPotion(CELERITY, NOVICE))
    assert (t.me.gold, t.me.abilities, t.me.black_market) == (2, BLACK, (7, 31))
    assert t.state.market.deck[0] == 30
    assert t.happened(AbilityUnlocked) == [AbilityUnlocked(0, BLACK_MARKET)]
    assert t.happened(BlackMarketDrawn) == [BlackMarketDrawn(0, (7, 31))]
    assert t.view(2).players[0].black_market == (7, 31)


@pytest.mark.rule("AZE-POT-07")
def test_novice_again_gives_only_gold() -> None:
    t = drinker(31, 7, 30, 8, potions=2, level=NOVICE)
    t.play(0, DrinkPotion(CELERITY, NOVICE), DrinkPotion(CELERITY, NOVICE))
    assert (t.me.gold, t.me.abilities, t.me.black_market) == (4, BLACK, (7, 31))
    assert t.state.market.deck[0] == 30
    by_visitor = table(3).town(13).deck(31, 7, 30)
    by_visitor.me.potions = (1, 1, 0)
    by_visitor.column(SERVE).play(0, ServeOrder(13), PayPotion(CHARM), UnlockAbility(BLACK_MARKET))
    by_visitor.drinking().play(0, DrinkPotion(CELERITY, NOVICE))
    assert (by_visitor.me.gold, by_visitor.me.black_market) == (2, (7, 31))
    assert len(by_visitor.happened(AbilityUnlocked)) == 1


@pytest.mark.rule("AZE-POT-08")
def test_the_higher_effects_never_unlock_black_market() -> None:
    t = drinker(*NO_HANDS[:2], potions=2, level=EXPERT)
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), StopRevealing(), ChooseIngredient(SAP))
    t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(TRADE, NUMBER_SIDE))
    assert (t.me.abilities, t.me.black_market, t.me.gold) == (0, (), 0)


@pytest.mark.rule("AZE-POT-10", "AZE-TRADE-08")
def test_black_market_cards_are_bought_by_their_owner_in_trade_only() -> None:
    t = table(3).row(25)
    t.me.gold = t.player(1).gold = 20
    t.me.abilities, t.me.black_market = BLACK, (7, 31)
    t.column(TRADE)
    assert t.offered(BuyMarketCard) == [7, 25, 31]
    t.play(0, BuyMarketCard(31))
    assert list(t.me.black_market) == [7]
    assert 31 in t.state.market.discards
    t.play(0, Finish())
    assert t.point(1) == "trade_turn"
    t.rejects(BuyMarketCard(7), "AZE-POT-10", seat=1)
    t.rejects(BuyMarketCard(7), "AZE-TRADE-01", seat=0)
    drinking = drinker()
    drinking.me.abilities, drinking.me.black_market, drinking.me.gold = BLACK, (7, 31), 9
    drinking.rejects(BuyMarketCard(7), "AZE-TRADE-01")
    serving = table(3).town(10)
    serving.me.gold, serving.me.black_market, serving.me.abilities = 9, (7, 31), BLACK
    serving.me.potions = (0, 1, 0)
    serving.column(SERVE).rejects(BuyMarketCard(7), "AZE-SERVE-21")


# -- Intermediate: revealing -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-POT-11", "AZE-RUL-24")
def test_cards_are_revealed_one_at_a_time_and_the_first_by_itself() -> None:
    cards = NO_HANDS[:6]
    t = drinker(*cards)
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE))
    for revealed in range(1, 6):
        assert t.point() == "reveal_or_stop"
        assert [event.cards for event in t.happened(MarketCardsTurned)] == [(card,) for card in cards[:revealed]]
        assert t.kinds() == {RevealMarketCard, StopRevealing}
        assert t.view(1).pending[-1].cards == tuple(cards[:revealed])
        if revealed < 5:
            t.play(0, RevealMarketCard())
    t.play(0, StopRevealing())
    assert t.happened(RevealingEnded) == [RevealingEnded(0, 5, 0)]
    t.rejects(RevealMarketCard(), "AZE-POT-13", "AZE-RUL-23", "AZE-POT-11")


@pytest.mark.rule("AZE-POT-12")
def test_revealing_ends_with_the_sixth_card() -> None:
    t = drinker(*NO_HANDS[:7])
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), *[RevealMarketCard()] * 5)
    assert t.point() == "pick_ingredient"
    t.rejects(RevealMarketCard(), "AZE-POT-12")
    assert t.state.market.deck[0] == NO_HANDS[6]
    assert t.happened(RevealingEnded) == [RevealingEnded(0, 6, 0)]


@pytest.mark.rule("AZE-POT-13", "AZE-POT-15")
@pytest.mark.parametrize("number", [3, 4, 5, 6])
def test_revealing_ends_with_the_third_icon_for_two_prestige(number: int) -> None:
    cards = [*NO_HANDS[: number - 3], *HANDS[:3]]
    t = drinker(*cards, NO_HANDS[9], prestige=2)
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), *[RevealMarketCard()] * (number - 1))
    assert t.point() == "pick_ingredient"
    t.rejects(RevealMarketCard(), "AZE-POT-13" if number < 6 else "AZE-POT-12")
    assert t.me.prestige == 0
    assert t.happened(RevealingEnded) == [RevealingEnded(0, number, 2)]
    t.play(0, *[ChooseIngredient(SAP)] * number)
    assert t.me.ingredients == (0, 0, number)
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-POT-14", "AZE-RUL-23")
@pytest.mark.parametrize("icons", [0, 1, 2])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_stopping_gives_one_ingredient_of_choice_per_card(number: int, icons: int) -> None:
    icons = min(icons, number)
    t = drinker(*HANDS[:icons], *NO_HANDS[:6], prestige=2)
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), *[RevealMarketCard()] * (number - 1), StopRevealing())
    for picked in range(number):
        assert t.point() == "pick_ingredient"
        assert t.offered(ChooseIngredient) == [MUSHROOM, FLOWER, SAP]
        t.play(0, ChooseIngredient(picked % 2))
    assert t.me.ingredients == ((number + 1) // 2, number // 2, 0)
    assert t.me.prestige == 2
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-POT-14", "AZE-POT-12")
def test_six_cards_with_two_icons_give_six_ingredients() -> None:
    t = drinker(*HANDS[:2], *NO_HANDS[:4], prestige=1)
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), *[RevealMarketCard()] * 5, *[ChooseIngredient(FLOWER)] * 6)
    assert (t.me.ingredients, t.me.prestige) == ((0, 6, 0), 1)


@pytest.mark.rule("AZE-POT-16", "AZE-RUL-25", "AZE-RUL-39")
@pytest.mark.parametrize("prestige", [0, 1])
def test_who_has_less_than_two_prestige_loses_and_gains_nothing(prestige: int) -> None:
    t = drinker(*HANDS[:3], prestige=prestige)
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), RevealMarketCard(), RevealMarketCard())
    assert (t.me.prestige, t.me.ingredients) == (prestige, (0, 0, 0))
    assert t.happened(RevealingEnded) == [RevealingEnded(0, 0, 0)]
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-RUL-26", "AZE-POT-13")
@pytest.mark.parametrize(("prestige", "left", "gained"), [(2, 0, 6), (1, 1, 0), (5, 3, 6)])
def test_the_third_icon_on_the_sixth_card_is_a_third_icon(prestige: int, left: int, gained: int) -> None:
    t = drinker(*HANDS[:2], *NO_HANDS[:3], HANDS[2], prestige=prestige)
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), *[RevealMarketCard()] * 5)
    t.play(0, *[ChooseIngredient(MUSHROOM)] * gained)
    assert (t.me.prestige, t.me.ingredients) == (left, (gained, 0, 0))
    assert t.asked() == (1,)


@pytest.mark.rule("AZE-POT-17", "AZE-RUL-27")
def test_an_empty_deck_is_made_anew_from_the_discard_pile() -> None:
    t = drinker()
    t.state.market = evolve(t.state.market, deck=(3, 8), discards=(10, 11, 12))
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), RevealMarketCard())
    assert t.state.market.deck == ()
    assert t.happened(MarketReshuffled) == []
    t.play(0, RevealMarketCard())
    assert t.happened(MarketReshuffled) == [MarketReshuffled(3)]
    third = t.happened(MarketCardsTurned)[-1].cards[0]
    assert third in (10, 11, 12), "the cards turned up by this effect are not shuffled in"
    assert set(t.state.market.deck) == {10, 11, 12} - {third}
    assert t.state.market.discards == ()
    t.play(0, StopRevealing())
    assert t.state.market.discards == tuple(sorted((3, 8, third)))


@pytest.mark.rule("AZE-RUL-27")
def test_revealing_stops_short_when_there_is_no_card_at_all() -> None:
    t = drinker()
    t.state.market = evolve(t.state.market, deck=(3,), discards=(8,))
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), RevealMarketCard())
    assert t.point() == "pick_ingredient"
    t.play(0, ChooseIngredient(SAP), ChooseIngredient(SAP))
    assert t.me.ingredients == (0, 0, 2)
    assert t.state.market.discards == (3, 8)


@pytest.mark.rule("AZE-POT-18")
def test_revealed_cards_give_and_cost_nothing_and_are_discarded() -> None:
    cards = [1, 7, 10, 14, 8]
    t = drinker(*cards, prestige=4)
    t.me.gold = 3
    t.play(0, DrinkPotion(CELERITY, INTERMEDIATE), *[RevealMarketCard()] * 4, StopRevealing())
    assert t.state.market.discards == tuple(sorted(cards))
    t.play(0, *[ChooseIngredient(SAP)] * 5)
    held = (t.me.gold, t.me.apprentices, t.me.prestige, t.me.potions, t.me.discs, t.me.ingredients)
    assert held == (3, 0, 4, (0, 0, 0), (5, 0, 0), (0, 0, 5))


# -- Expert: 0 tiles -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-POT-19", "AZE-POT-21")
@pytest.mark.parametrize("column", range(5))
def test_a_zero_tile_replaces_any_one_tile_and_nothing_else_moves(column: int) -> None:
    t = drinker(level=EXPERT)
    t.placed(0, "3 g1 5 g2 4")
    numbers, sides = t.me.placed_numbers, t.me.placed_sides
    t.play(0, DrinkPotion(CELERITY, EXPERT))
    assert t.point() == "replace_tile"
    assert t.offered(ReplaceTile) == [(place, side) for place in range(5) for side in (0, 1)]
    t.play(0, ReplaceTile(column, NUMBER_SIDE))
    assert t.me.placed_numbers == (*numbers[:column], 0, *numbers[column + 1 :])
    assert t.me.placed_sides == (*sides[:column], NUMBER_SIDE, *sides[column + 1 :])
    assert t.state.zero_tiles == 9
    assert t.happened(TileExchanged) == [TileExchanged(0, column, NUMBER_SIDE, numbers[column])]
    assert t.asked() == (1,)
    t.rejects_kinds([ReplaceTile], "AZE-POT-21")


@pytest.mark.rule("AZE-POT-19")
def test_the_zero_tile_goes_in_at_once() -> None:
    t = drinker(level=EXPERT, potions=2)
    t.play(0, DrinkPotion(CELERITY, EXPERT))
    assert t.kinds() == {ReplaceTile}
    t.rejects(Finish(), "AZE-POT-19").rejects(DrinkPotion(CELERITY, NOVICE), "AZE-POT-19")


@pytest.mark.rule("AZE-POT-20", "AZE-RUL-33")
@pytest.mark.parametrize("before", ["3", "g3"])
@pytest.mark.parametrize("side", [NUMBER_SIDE, GOLD_SIDE])
def test_the_side_of_the_zero_tile_is_free(before: str, side: int) -> None:
    t = table(2).level(CELERITY, EXPERT)
    t.me.potions = (1, 0, 0)
    t.plan(f"1 2 {before} 4 5", "5 4 2 1 g3")
    t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(TRADE, side))
    assert t.me.gold == (6 if side == GOLD_SIDE else 0), "the gold of a 0 tile is data"
    assert t.happened(PlaquetteRevealed)[0].sides == (0, 0, side, 0, 0)


@pytest.mark.rule("AZE-POT-22")
def test_the_removed_tile_is_gone_and_the_zero_tile_stays() -> None:
    t = table(2).level(CELERITY, EXPERT)
    t.me.potions = (1, 0, 0)
    t.plan("1 2 3 4 5", "g1 g2 g3 g4 g5")
    t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(TRADE, NUMBER_SIDE))
    t.next_day()
    assert t.me.tiles == (0, 1, 2, 4, 5)
    assert t.offered(PlaceTile) == [(number, side) for number in (0, 1, 2, 4, 5) for side in (0, 1)]
    t.rejects(PlaceTile(3, NUMBER_SIDE), "AZE-PRIO-02")
    assert t.state.zero_tiles == 9
    t.skip_day("0 1 2 4 5", "g1 g2 g3 g4 g5")
    assert t.me.tiles == (0, 1, 2, 4, 5)
    assert t.player(1).tiles == (1, 2, 3, 4, 5)


@pytest.mark.rule("AZE-POT-23")
def test_every_expert_potion_gives_one_more() -> None:
    t = table(2).level(CELERITY, EXPERT)
    t.me.potions = (5, 0, 0)
    t.plan("1 2 3 4 5", "g1 g2 g3 g4 g5")
    for column in range(5):
        t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(column, NUMBER_SIDE))
    assert t.state.zero_tiles == 5
    t.next_day()
    assert t.me.tiles == (0, 0, 0, 0, 0)


@pytest.mark.rule("AZE-RUL-30", "AZE-RUL-22")
def test_there_are_ten_zero_tiles_and_a_removed_one_returns_at_the_reveal() -> None:
    t = table(2).level(CELERITY, EXPERT)
    t.me.tiles = (0, 0, 0, 1, 2)
    t.player(1).tiles = (0, 0, 0, 4, 5)
    t.state.zero_tiles = 4
    t.me.potions = t.player(1).potions = (5, 0, 0)
    t.plan("0 0 0 1 2", "0 0 0 4 5")
    for left in (3, 2, 1, 0):
        t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(HARVEST, NUMBER_SIDE))
        assert t.state.zero_tiles == left
        assert t.view(1).zero_tiles == left
    t.rejects(DrinkPotion(CELERITY, EXPERT), "AZE-RUL-22")
    t.finish(0).finish(1)
    assert t.state.zero_tiles == 4, "4 taken, 4 zeros removed"
    assert t.me.tiles == (0, 0, 0, 1, 2)


@pytest.mark.rule("AZE-RUL-31")
def test_a_zero_tile_may_replace_a_zero_tile_to_turn_it() -> None:
    t = table(2).level(CELERITY, EXPERT)
    t.me.tiles = (0, 2, 3, 4, 5)
    t.state.zero_tiles = 9
    t.me.potions = (1, 0, 0)
    t.plan("0 2 3 4 5", "g1 g2 g3 g4 g5")
    t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(HARVEST, GOLD_SIDE))
    assert (t.me.placed_numbers[HARVEST], t.me.placed_sides[HARVEST]) == (0, GOLD_SIDE)
    assert t.me.gold == 6
    assert t.state.zero_tiles == 9
    assert t.me.tiles == (0, 2, 3, 4, 5)


@pytest.mark.rule("AZE-RUL-32", "AZE-RUL-30", "AZE-PRIO-04")
def test_others_see_that_a_tile_was_replaced_but_not_where_nor_what() -> None:
    twins = [table(3).level(CELERITY, EXPERT), table(3).level(CELERITY, EXPERT)]
    choices = [ReplaceTile(HARVEST, NUMBER_SIDE), ReplaceTile(SERVE, GOLD_SIDE)]
    for t, choice in zip(twins, choices, strict=True):
        t.me.tiles, t.state.zero_tiles = (0, 2, 3, 4, 5), 9
        t.me.potions, t.player(1).potions, t.player(2).potions = (2, 0, 0), (1, 0, 0), (1, 0, 0)
        t.level(CELERITY, EXPERT, seat=1)
        t.play(0, *tiles("0 2 3 4 5")).play(1, *tiles("1 2 3 4 5")).play(2, *tiles("1 2 3 4 5"))
        t.play(0, DrinkPotion(CELERITY, EXPERT), choice, Finish())
        assert TileReplaced(0) in t.received[1]
        assert not any(isinstance(event, TileExchanged) for event in t.received[1] + t.received[None])
        assert any(isinstance(event, TileExchanged) for event in t.received[0])
    for observer in (None, 1, 2):
        one, other = (AZERLAND.view_to_bytes(t.view(observer)) for t in twins)
        assert one == other
        assert twins[0].received[observer] == twins[1].received[observer]
    assert twins[0].legal(1) == twins[1].legal(1)
    assert twins[0].view(1).players[0].tiles_replaced == 1
    assert twins[0].view(1).players[0].tiles == (0, 2, 3, 4, 5)
    for t in twins:
        t.finish(1).finish(2)
    assert [t.state.zero_tiles for t in twins] == [9, 8]
    assert twins[0].view(1).players[0].placed_numbers == (0, 2, 3, 4, 5)
    assert twins[1].view(1).players[0].placed_numbers == (0, 2, 3, 4, 0)


@pytest.mark.rule("AZE-POT-08")
def test_black_market_is_one_of_three_separate_abilities() -> None:
    t = drinker(level=NOVICE)
    t.play(0, DrinkPotion(CELERITY, NOVICE))
    assert not t.me.abilities & (1 << PERSUASION | 1 << EFFICIENCY)
    assert t.player(1).abilities == 0
