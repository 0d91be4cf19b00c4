"""Trade (AZE-TRADE): buying market cards and exchanging ingredients."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    ChooseIngredient,
    ChoosePotion,
    ExchangeIngredients,
    Finish,
    ReactivateColumn,
    ServeOrder,
)
from engine_core.games.azerland.events import DiceRolled, MarketCardBought
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    CELERITY,
    CHARM,
    CONCOCT,
    FLOWER,
    INGREDIENT,
    MUSHROOM,
    POTION,
    SAP,
    SERVE,
    TRADE,
)
from tests.engine.azerland.cards import CARD_REWARD, COST
from tests.engine.azerland.table import Table, table

BLACK = 1 << BLACK_MARKET


def trader(*row: int, gold: int = 0, ingredients: tuple[int, int, int] = (0, 0, 0)) -> Table:
    t = table(3).row(*row)
    t.me.gold, t.me.ingredients = gold, ingredients
    return t.column(TRADE)


@pytest.mark.rule("AZE-TRADE-01")
def test_any_number_of_cards_is_bought_while_gold_lasts() -> None:
    t = trader(3, 6, 8, 12, 28, gold=3)
    t.play(0, BuyMarketCard(3), BuyMarketCard(6), BuyMarketCard(28))
    assert t.me.gold == 0
    assert t.asked() == (1,), "nothing left to pay with or to exchange"
    none = trader(3, 8, gold=3).finish(0)
    assert (none.me.gold, none.state.market.row) == (3, (3, 8))


@pytest.mark.rule("AZE-TRADE-02")
@pytest.mark.parametrize("card", range(1, 45))
def test_a_card_costs_its_gold_and_gives_all_its_benefits_at_once(card: int) -> None:
    t = trader(card, 3 if card != 3 else 4, gold=COST[card] + 5)
    t.play(0, BuyMarketCard(card))
    reward = CARD_REWARD[card]
    assert t.happened(MarketCardBought) == [MarketCardBought(0, card, COST[card])]
    assert t.me.gold == 5 + reward["gold"]
    assert (t.me.apprentices, t.me.prestige) == (reward["apprentice"], reward["prestige"])
    steps = picks = potions = 0
    while t.point() in ("study_step", "pick_ingredient", "choose_potion"):
        t.rejects(Finish(), "AZE-RUL-41", "AZE-RUL-23", "AZE-RUL-50")
        if t.point() == "study_step":
            steps += 1
            t.play(0, AdvanceDisc(CHARM))
        elif t.point() == "pick_ingredient":
            picks += 1
            t.play(0, ChooseIngredient(SAP))
        else:
            potions += 1
            t.play(0, ChoosePotion(CELERITY))
    assert (steps, picks, potions) == (reward["study_step"], reward["ingredient"], reward["potion"])
    if not t.happened(DiceRolled):
        ingredients = [reward[word] + picks * (word == "sap") for word in INGREDIENT.words]
        assert list(t.me.ingredients) == ingredients
    assert list(t.me.potions) == [reward[word] + potions * (word == "celerity") for word in POTION.words]
    assert card in t.state.market.discards


@pytest.mark.rule("AZE-TRADE-02")
def test_without_the_gold_a_card_cannot_be_bought() -> None:
    for card in (11, 18, 22, 3):
        short = trader(card, gold=COST[card] - 1, ingredients=(2, 0, 0))
        short.rejects(BuyMarketCard(card), "AZE-TRADE-02")
        assert trader(card, gold=COST[card]).offers(BuyMarketCard(card))


@pytest.mark.rule("AZE-TRADE-03")
def test_a_bought_card_is_discarded_and_not_replaced() -> None:
    t = trader(3, 8, 25, gold=4)
    t.player(1).gold = 4
    deck = t.state.market.deck
    t.play(0, BuyMarketCard(25))
    assert (t.state.market.row, t.state.market.discards, t.state.market.deck) == ((3, 8), (25,), deck)
    t.rejects(BuyMarketCard(25), "AZE-TRADE-03")
    t.finish(0).rejects(BuyMarketCard(25), "AZE-TRADE-03", seat=1)
    t.rejects(BuyMarketCard(deck[0]), "AZE-TRADE-03", seat=1)
    assert t.offered(BuyMarketCard, seat=1) == [3, 8]


@pytest.mark.rule("AZE-TRADE-04", "AZE-RUL-44")
def test_what_a_card_gives_is_used_in_the_same_turn() -> None:
    t = trader(1, 2, 11, gold=2)
    t.rejects(BuyMarketCard(11), "AZE-TRADE-02")
    t.play(0, BuyMarketCard(1))
    assert t.me.gold == 3
    t.play(0, BuyMarketCard(2))
    assert t.me.gold == 5
    t.play(0, BuyMarketCard(11))
    assert (t.me.gold, t.me.prestige) == (1, 5)
    swap = trader(4, 3, gold=1)
    assert ExchangeIngredients not in swap.kinds()
    swap.play(0, BuyMarketCard(4), ExchangeIngredients(FLOWER, FLOWER, SAP))
    assert swap.me.ingredients == (0, 0, 1)


@pytest.mark.rule("AZE-RUL-44")
def test_benefits_are_resolved_before_the_next_purchase() -> None:
    t = trader(9, 3, gold=9)
    t.me.discs = (1, 0, 0)
    t.play(0, BuyMarketCard(9))
    t.rejects(BuyMarketCard(3), "AZE-RUL-41")
    t.play(0, AdvanceDisc(CELERITY))
    assert len(t.happened(DiceRolled)) == 1
    t.rejects(BuyMarketCard(3), "AZE-RUL-41")
    assert 9 not in t.state.market.discards
    t.play(0, *[AdvanceDisc(CHARM)] * 3)
    assert 9 in t.state.market.discards
    t.play(0, BuyMarketCard(3))


@pytest.mark.rule("AZE-TRADE-05")
def test_any_two_ingredients_make_any_one() -> None:
    for first, second in combinations_with_replacement(range(3), 2):
        for take in range(3):
            owned = Counter((first, second))
            t = trader(3, ingredients=(owned[0], owned[1], owned[2]))
            t.play(0, ExchangeIngredients(first, second, take))
            assert t.me.ingredients == tuple(int(kind == take) for kind in range(3))
    t = trader(3, ingredients=(5, 0, 0))
    for left in (4, 3, 2, 1):
        t.play(0, ExchangeIngredients(MUSHROOM, MUSHROOM, MUSHROOM))
        assert t.me.ingredients == (left, 0, 0)


@pytest.mark.rule("AZE-TRADE-05", "AZE-TRADE-07")
def test_both_ingredients_must_be_owned() -> None:
    t = trader(3, ingredients=(1, 0, 1))
    assert t.offered(ExchangeIngredients) == [(MUSHROOM, SAP, take) for take in range(3)]
    t.rejects(ExchangeIngredients(MUSHROOM, MUSHROOM, SAP), "AZE-TRADE-05")
    t.rejects(ExchangeIngredients(MUSHROOM, FLOWER, SAP), "AZE-TRADE-05")
    one = trader(3, gold=3, ingredients=(1, 0, 0))
    one.rejects(ExchangeIngredients(MUSHROOM, MUSHROOM, SAP), "AZE-TRADE-07")
    one.rejects(ExchangeIngredients(MUSHROOM, FLOWER, SAP), "AZE-TRADE-07")


@pytest.mark.rule("AZE-TRADE-06", "AZE-RUL-43")
def test_exchanges_and_purchases_are_independent_and_in_any_order() -> None:
    only = trader(3, ingredients=(2, 2, 0)).play(0, ExchangeIngredients(MUSHROOM, FLOWER, SAP), Finish())
    assert (only.me.ingredients, only.asked()) == ((1, 1, 1), (1,))
    mixed = trader(3, 25, gold=4, ingredients=(4, 0, 0))
    mixed.play(0, ExchangeIngredients(MUSHROOM, MUSHROOM, SAP), BuyMarketCard(3))
    mixed.play(0, ExchangeIngredients(MUSHROOM, SAP, FLOWER), BuyMarketCard(25), Finish())
    assert mixed.me.ingredients == (2, 1, 1)
    nothing = trader(3, gold=4, ingredients=(4, 0, 0)).finish(0)
    assert (nothing.me.gold, nothing.me.ingredients) == (4, (4, 0, 0))
    same = trader(3, ingredients=(2, 0, 0)).play(0, ExchangeIngredients(MUSHROOM, MUSHROOM, MUSHROOM))
    assert same.me.ingredients == (1, 0, 0)


@pytest.mark.rule("AZE-TRADE-07", "AZE-RUL-43")
def test_exchanges_happen_in_the_own_trade_turn_only() -> None:
    swap = ExchangeIngredients(MUSHROOM, MUSHROOM, SAP)
    t = trader(3, gold=3, ingredients=(2, 0, 0))
    t.player(2).ingredients = (4, 0, 0)
    t.rejects(swap, "AZE-ACT-02", seat=1).rejects(swap, "AZE-ACT-02", seat=2)
    t.finish(0).rejects(swap, "AZE-TRADE-01", seat=0)
    brewing = table(3)
    brewing.me.ingredients = (9, 9, 9)
    brewing.column(CONCOCT).rejects(swap, "AZE-TRADE-07")
    gave_up = table(2)
    gave_up.me.ingredients = gave_up.player(1).ingredients = (9, 9, 9)
    gave_up.plan("g1 g2 g3 g4 5", "g1 g2 3 g4 g5")
    assert gave_up.point(1) == "trade_turn"
    gave_up.rejects(swap, "AZE-PRIO-09", seat=0)
    drinking = table(3)
    drinking.me.ingredients, drinking.me.potions = (9, 9, 9), (1, 0, 0)
    drinking.drinking().rejects(swap, "AZE-TRADE-07")


@pytest.mark.rule("AZE-TRADE-07", "AZE-POT-10", "AZE-RUL-67")
def test_a_reactivated_trade_is_trade() -> None:
    t = table(3).town(42).row(25)
    t.me.potions, t.me.gold, t.me.ingredients = (3, 0, 0), 9, (2, 0, 0)
    t.me.abilities, t.me.black_market = BLACK, (31,)
    t.column(SERVE).play(0, ServeOrder(42), ReactivateColumn(TRADE))
    assert t.point() == "trade_turn"
    t.play(0, ExchangeIngredients(MUSHROOM, MUSHROOM, SAP), BuyMarketCard(31), BuyMarketCard(25))
    assert t.me.ingredients == (0, 0, 2)
    assert list(t.me.black_market) == []


@pytest.mark.rule("AZE-TRADE-08")
def test_private_cards_cost_their_gold_and_are_not_replaced() -> None:
    t = trader(25, gold=2)
    t.me.abilities, t.me.black_market = BLACK, (3, 11)
    t.rejects(BuyMarketCard(11), "AZE-TRADE-02")
    t.play(0, BuyMarketCard(3))
    assert (t.me.gold, t.me.ingredients, list(t.me.black_market)) == (1, (1, 0, 0), [11])
    t.finish(0).next_day()
    assert len(t.me.black_market) == 2
