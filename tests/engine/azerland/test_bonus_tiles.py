"""Bonus of the day (AZE-BON): what each tile pays, when, and what it does not pay for."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    BuyMarketCard,
    ChooseIngredient,
    ChoosePotion,
    Concoct,
    ConcoctDiscounted,
    DrinkPotion,
    ExchangeIngredients,
    Finish,
    PayPotion,
    ServeOrder,
    TakeMarketCard,
)
from engine_core.games.azerland.events import BonusRevealed
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    BONUS_APPRENTICE,
    BONUS_BUY,
    BONUS_CONCOCT,
    BONUS_DRINK,
    BONUS_GOLD,
    BONUS_INGREDIENT_TILE,
    BONUS_SERVE,
    CELERITY,
    CHARM,
    CONCOCT,
    EXPERT,
    FLOWER,
    INTELLIGENCE,
    MUSHROOM,
    NOVICE,
    PREPARATION,
    PRIORITIES,
    SAP,
    SERVE,
    TRADE,
)
from tests.engine.azerland.cards import POTION_DIE, PRESTIGE
from tests.engine.azerland.table import Table, started, table


def brewing(bonus: int, day: int = 2) -> Table:
    """Seat 0 is about to concoct, with plenty of everything."""
    t = table(3).bonus(bonus, day)
    t.me.ingredients = (20, 20, 20)
    return t.column(CONCOCT, repetitions=5)


@pytest.mark.rule("AZE-BON-01", "AZE-BON-08")
def test_concoct_pays_one_prestige_for_each_potion_without_a_cap() -> None:
    t = brewing(BONUS_CONCOCT)
    for made, potion in enumerate((CHARM, CELERITY, INTELLIGENCE, CHARM), start=1):
        t.play(0, Concoct(potion))
        assert t.me.prestige == made
    assert t.player(1).prestige == 0


@pytest.mark.rule("AZE-BON-02", "AZE-BON-08", "AZE-RUL-28")
def test_buy_pays_for_every_card_of_the_row_and_of_the_own_black_market() -> None:
    t = table(3).row(3, 12, 25).bonus(BONUS_BUY)
    t.me.gold = 20
    t.me.abilities = 1 << BLACK_MARKET
    t.me.black_market = (4, 26)
    t.column(TRADE)
    for bought, card in enumerate((25, 26, 3, 4), start=1):
        t.play(0, BuyMarketCard(card))
        assert t.me.prestige == bought
    t.play(0, ExchangeIngredients(MUSHROOM, MUSHROOM, SAP))
    assert t.me.prestige == 4
    assert t.player(1).prestige == 0


@pytest.mark.rule("AZE-BON-03", "AZE-BON-08")
def test_serve_pays_for_every_order() -> None:
    t = table(3).town(10, 11, 16).bonus(BONUS_SERVE)
    t.me.potions = (2, 1, 1)
    t.column(SERVE)
    expected = 0
    for visitor in (10, 11, 16):
        t.play(0, ServeOrder(visitor))
        expected += PRESTIGE[visitor] + 1
        assert t.me.prestige == expected


@pytest.mark.rule("AZE-BON-04", "AZE-BON-08")
def test_drink_pays_for_every_potion_before_its_effect() -> None:
    t = table(3).bonus(BONUS_DRINK)
    t.me.potions = (2, 2, 1)
    t.drinking()
    for drunk, potion in enumerate((CELERITY, CHARM, CHARM, CELERITY), start=1):
        t.play(0, DrinkPotion(potion, NOVICE))
        assert t.me.prestige == drunk
    t.play(0, DrinkPotion(INTELLIGENCE, NOVICE))
    assert t.point() == "pick_ingredient"
    assert t.me.prestige == 5, "paid although the effect is not over"


@pytest.mark.rule("AZE-BON-05")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_gold_gives_every_player_one_gold(seats: int) -> None:
    t = started(seats)
    t.state.bonus_tiles = (BONUS_GOLD, 0, 1, 2, 3)
    t.skip_day()
    with_gold = [player.gold for player in t.state.players]
    other = started(seats)
    other.state.bonus_tiles = (0, 0, 1, 2, 3)
    other.skip_day()
    assert with_gold == [player.gold + 1 for player in other.state.players]


@pytest.mark.rule("AZE-BON-06")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_apprentice_gives_every_player_one_apprentice(seats: int) -> None:
    t = started(seats)
    before = [player.apprentices for player in t.state.players]
    t.state.bonus_tiles = (BONUS_APPRENTICE, 0, 1, 2, 3)
    t.skip_day()
    assert [player.apprentices for player in t.state.players] == [number + 1 for number in before]


@pytest.mark.rule("AZE-BON-07")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_ingredient_gives_every_player_one_of_choice(seats: int) -> None:
    t = table(seats)
    t.state.bonus_tiles = (BONUS_INGREDIENT_TILE, 0, 1, 2, 3)
    t.plan().until(PREPARATION)
    for _ in range(seats):
        (seat,) = t.asked()
        assert t.offered(ChooseIngredient, seat) == [MUSHROOM, FLOWER, SAP]
        t.play(seat, ChooseIngredient(SAP))
    assert [player.ingredients for player in t.state.players] == [(0, 0, 1)] * seats
    assert t.state.phase == PRIORITIES


EVENT_TILES = (BONUS_CONCOCT, BONUS_BUY, BONUS_SERVE, BONUS_DRINK)


def everything(t: Table) -> int:
    """Prestige from one potion drunk, one card bought, one concocted and one visitor (worth 4) served, apart from the 4."""
    t.me.potions, t.me.gold, t.me.ingredients = (0, 1, 0), 9, (9, 9, 9)
    t.drinking(brake=False).play(0, DrinkPotion(CHARM, NOVICE))
    t.me.apprentices = 0
    t.row(25).column(TRADE).play(0, BuyMarketCard(25))
    t.column(CONCOCT).play(0, Concoct(CHARM))
    t.town(10).column(SERVE).play(0, ServeOrder(10))
    return t.me.prestige - PRESTIGE[10]


@pytest.mark.rule("AZE-BON-09")
@pytest.mark.parametrize("tile", EVENT_TILES)
def test_a_tile_pays_for_its_own_event_on_its_own_day_only(tile: int) -> None:
    assert everything(table(3).bonus(tile)) == 1
    for day in (3, 6):
        late = table(3)
        late.state.bonus_tiles = (tile, BONUS_GOLD, BONUS_GOLD, BONUS_GOLD, BONUS_GOLD)
        late.state.day = day
        assert everything(late) == 0, "a tile of an earlier day"
    early = table(3)
    early.state.bonus_tiles = (BONUS_GOLD, tile, BONUS_GOLD, BONUS_GOLD, BONUS_GOLD)
    early.state.day = 2
    assert everything(early) == 0, "a tile of a coming day"


@pytest.mark.rule("AZE-BON-13")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_first_day_has_no_tile(seats: int) -> None:
    t = started(seats)
    assert t.happened(BonusRevealed) == []
    assert t.view(None).bonus_tiles == ()
    for tile in EVENT_TILES:
        first = table(3)
        first.state.bonus_tiles = (tile,) * 5
        assert everything(first) == 0


@pytest.mark.rule("AZE-BON-10")
def test_potions_of_visitor_17_and_cards_of_18_and_41_count() -> None:
    t = table(3).town(17).bonus(BONUS_CONCOCT)
    t.me.potions, t.me.ingredients = (0, 2, 0), (9, 9, 9)
    t.column(SERVE).play(0, ServeOrder(17))
    assert t.me.prestige == PRESTIGE[17]
    t.play(0, ConcoctDiscounted(CHARM, FLOWER), ConcoctDiscounted(CELERITY, SAP))
    assert t.me.prestige == PRESTIGE[17] + 2

    buying = table(3).town(18).deck(3, 25, 28).bonus(BONUS_BUY)
    buying.me.potions = (0, 0, 2)
    buying.column(SERVE).play(0, ServeOrder(18), TakeMarketCard(25))
    assert buying.me.prestige == PRESTIGE[18] + 1

    many = table(3).town(41).deck(3, 25, 28).bonus(BONUS_BUY)
    many.me.potions, many.me.display = (1, 0, 2), (10, 11)
    many.column(SERVE).play(0, ServeOrder(41), TakeMarketCard(25), TakeMarketCard(3))
    assert many.me.prestige == PRESTIGE[41] + 2


@pytest.mark.rule("AZE-BON-11", "AZE-RUL-68")
def test_potions_merely_gained_are_not_concocted() -> None:
    t = table(3).town(20, 43).bonus(BONUS_CONCOCT)
    t.me.potions, t.me.display = (1, 2, 2), (14,)
    t.column(SERVE).play(0, ServeOrder(43), ChoosePotion(CELERITY))
    assert t.me.prestige == PRESTIGE[43]
    t.play(0, ServeOrder(20), ChoosePotion(CELERITY))
    assert t.me.prestige == PRESTIGE[43] + PRESTIGE[20]

    rolling = table(3).bonus(BONUS_CONCOCT).level(INTELLIGENCE, EXPERT)
    face = next(i for i, shown in enumerate(POTION_DIE) if shown == {"charm": 1, "prestige": 2})
    rolling.me.potions = (0, 0, 1)
    rolling.draws("potion_die", face, of=len(POTION_DIE)).drinking().play(0, DrinkPotion(INTELLIGENCE, EXPERT))
    assert (rolling.me.potions, rolling.me.prestige) == ((0, 1, 0), 2)

    trading = table(3).row(14, 17).bonus(BONUS_CONCOCT)
    trading.me.gold = 7
    trading.column(TRADE).play(0, BuyMarketCard(14), BuyMarketCard(17), ChoosePotion(CHARM))
    assert (trading.me.potions, trading.me.prestige) == ((1, 1, 0), 0)


@pytest.mark.rule("AZE-BON-12", "AZE-RUL-69")
def test_each_serving_of_an_infinity_visitor_counts_again() -> None:
    t = table(3).town(33, 35).bonus(BONUS_SERVE)
    t.me.potions = (3, 0, 0)
    t.column(SERVE).play(0, ServeOrder(33), ServeOrder(33))
    assert t.me.prestige == 2 * (PRESTIGE[33] + 1)
    t.play(0, ServeOrder(35))
    assert t.me.prestige == 2 * (PRESTIGE[33] + 1) + PRESTIGE[35] + 1


@pytest.mark.rule("AZE-BON-01", "AZE-BON-03")
def test_nothing_is_paid_for_what_was_not_done() -> None:
    t = brewing(BONUS_CONCOCT)
    t.play(0, Finish())
    assert t.me.prestige == 0
    t = table(3).town(39).bonus(BONUS_SERVE)
    t.me.potions = (1, 0, 3)
    t.column(SERVE).play(0, ServeOrder(39))
    assert t.me.prestige == 0, "the jokers are not paid yet"
    t.play(0, PayPotion(INTELLIGENCE), PayPotion(CELERITY))
    assert t.me.prestige == PRESTIGE[39] + 1
