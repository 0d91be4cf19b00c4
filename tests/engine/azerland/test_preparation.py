"""Phase 1 (AZE-PREP): restocking the market, welcoming visitors, uprighting cards, the days."""

from __future__ import annotations

import pytest

from engine_core.codec import evolve
from engine_core.events import Event
from engine_core.games.azerland.actions import (
    BuyMarketCard,
    ChooseIngredient,
    DrinkPotion,
    Finish,
    Hypnotize,
    PlaceTile,
    ServeOrder,
)
from engine_core.games.azerland.events import (
    BlackMarketDrawn,
    BonusRevealed,
    ColumnStarted,
    DayStarted,
    GameEnded,
    MarketReshuffled,
    MarketRestocked,
    PlaquetteRevealed,
    PotionDrunk,
    RoadFilled,
    TilePlaced,
    VisitorsWelcomed,
)
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    BONUS_BUY,
    BONUS_INGREDIENT_TILE,
    CELERITY,
    CHARM,
    EXPERT,
    GAME_OVER,
    NOVICE,
    PREPARATION,
    PRIORITIES,
    SERVE,
    TRADE,
    TRADE_COLUMN,
)
from tests.engine.azerland.table import Table, fresh, started, table

every_count = pytest.mark.parametrize(("seats", "players"), [(1, 2), (2, 2), (3, 3), (4, 4)])


@pytest.mark.rule("AZE-PREP-01")
@every_count
def test_six_days_of_preparation_priorities_potions_and_actions(seats: int, players: int) -> None:
    t = started(seats)
    days: dict[int, list[str]] = {}
    while t.state.phase != GAME_OVER:
        for player in t.state.players:
            player.potions = (1, 0, 0)
        t.next_day_drinking()
    for event in t.events:
        if isinstance(event, DayStarted):
            days[event.day] = []
        kind = type(event)
        if days and kind in (MarketRestocked, TilePlaced, PotionDrunk, PlaquetteRevealed, ColumnStarted):
            word = f"column {event.column}" if isinstance(event, ColumnStarted) else kind.__name__
            if word not in days[max(days)]:
                days[max(days)].append(word)
    assert list(days) == [1, 2, 3, 4, 5, 6]
    phases = ["MarketRestocked", "TilePlaced", "PotionDrunk", "PlaquetteRevealed"]
    columns = [f"column {column}" for column in range(5)]
    assert all(words == phases + columns for words in days.values())
    assert len(t.happened(GameEnded)) == 1


@pytest.mark.rule("AZE-PREP-02", "AZE-RUL-05")
@every_count
def test_on_the_first_day_the_row_of_set_up_stays(seats: int, players: int) -> None:
    t = fresh(seats)
    row, deck = t.state.market.row, t.state.market.deck
    t.until(PRIORITIES)
    assert (t.state.day, t.state.market.row, t.state.market.deck) == (1, row, deck)
    assert t.state.market.discards == ()
    assert [event.row for event in t.happened(MarketRestocked)] == [row]


@pytest.mark.rule("AZE-PREP-03")
@every_count
def test_from_the_second_day_on_the_old_row_is_discarded_and_a_new_one_laid(seats: int, players: int) -> None:
    t = started(seats)
    row, deck = t.state.market.row, t.state.market.deck
    t.skip_day()
    market = t.state.market
    size = 2 * players
    assert market.row == tuple(sorted(deck[:size]))
    assert market.deck == deck[size:]
    assert market.discards == row


@pytest.mark.rule("AZE-PREP-03", "AZE-PREP-13")
def test_the_old_row_is_discarded_before_the_new_one_is_drawn() -> None:
    t = table(3).row(1, 2, 3, 4, 5, 6).only_deck(40)
    everything = set(t.state.market.discards)
    t.skip_day()
    market = t.state.market
    assert len(market.row) == 6
    assert 40 in market.row
    assert (len(market.deck), market.discards) == (len(everything) + 6 - 5, ())
    assert sorted((*market.row, *market.deck)) == list(range(1, 45))
    assert [event.cards for event in t.happened(MarketReshuffled)] == [len(everything) + 6]


@pytest.mark.rule("AZE-PREP-03", "AZE-PREP-13")
def test_cards_of_the_old_row_can_come_back_after_a_reshuffle() -> None:
    for first in range(5):
        t = table(3).row(1, 2, 3, 4, 5, 6)
        t.state.market = evolve(t.state.market, deck=(40,), discards=())
        row = t.draws("market_deck", first, of=6).skip_day().state.market.row
        assert len(row) == 6
        assert 40 in row
        assert set(row) <= {1, 2, 3, 4, 5, 6, 40}


@pytest.mark.rule("AZE-PREP-04")
def test_a_bought_card_is_not_replaced_before_the_next_day() -> None:
    t = table(3).row(3, 12, 25, 28)
    t.me.gold = 9
    t.column(TRADE).play(0, BuyMarketCard(25), BuyMarketCard(3), Finish())
    assert t.state.market.row == (12, 28)
    assert t.point(1) == "trade_turn"
    t.play(1, Finish())
    assert t.state.phase > TRADE_COLUMN
    assert t.state.market.row == (12, 28)
    t.next_day()
    assert len(t.state.market.row) == 6


@pytest.mark.rule("AZE-PREP-05", "AZE-PREP-07", "AZE-PREP-08", "AZE-RUL-01")
@every_count
def test_the_timeline_of_the_visitors(seats: int, players: int) -> None:
    t = started(seats, tables=None)
    visitors = t.state.visitors
    known = {*visitors.town, *visitors.road, *visitors.deck}
    for day in range(1, 7):
        visitors = t.state.visitors
        assert t.state.day == day
        road = 0 if day == 6 else players
        assert (len(visitors.road), len(visitors.deck)) == (road, players * max(5 - day, 0))
        displays = [visitor for player in t.state.players for visitor in player.display]
        assert len({*visitors.town, *visitors.gone, *displays}) == (day + 1) * players
        on_road, in_town, deck = visitors.road, visitors.town, visitors.deck
        t.events.clear()
        t.skip_day()
        if day < 6:
            assert t.happened(VisitorsWelcomed) == [VisitorsWelcomed(on_road)]
            left = set(t.state.visitors.gone)
            assert set(t.state.visitors.town) == {*in_town, *on_road} - left
            assert set(t.state.visitors.road) == set(deck[:players])
    assert not known - {*t.state.visitors.town, *t.state.visitors.gone}


@pytest.mark.rule("AZE-PREP-06")
def test_town_is_unlimited_and_nobody_leaves_unserved() -> None:
    t = started(4)
    sizes = [len(t.state.visitors.town)]
    for _ in range(5):
        before = set(t.state.visitors.town)
        t.skip_day()
        assert before < set(t.state.visitors.town)
        sizes.append(len(t.state.visitors.town))
    assert sizes == [8, 12, 16, 20, 24, 28]
    t.skip_day()
    assert t.state.phase == GAME_OVER
    assert len(t.state.visitors.town) == 28


@pytest.mark.rule("AZE-PREP-09")
def test_visitors_on_the_road_are_neither_served_nor_hypnotised() -> None:
    t = table(3).town(12, 18).road(10, 23)
    t.me.potions = (1, 2, 1)
    t.level(CHARM, EXPERT).drinking().play(0, DrinkPotion(CHARM, EXPERT))
    t.rejects(Hypnotize(10), "AZE-PREP-09").rejects(Hypnotize(23), "AZE-PREP-09")
    assert t.offered(Hypnotize) == [12, 18]
    t.play(0, Hypnotize(18))
    serving = table(3).town(12).road(10, 23)
    serving.me.potions = (1, 2, 1)
    serving.column(SERVE)
    serving.rejects(ServeOrder(10), "AZE-PREP-09").rejects(ServeOrder(23), "AZE-PREP-09")
    assert serving.offers(ServeOrder(12))


@pytest.mark.rule("AZE-PREP-10")
def test_tilted_cards_are_upright_the_next_day_and_pay_again() -> None:
    t = table(3)
    t.me.display = (1, 2, 7, 9)
    t.me.tilted = (1, 2, 7)
    t.player(1).display = t.player(1).tilted = (3,)
    t.skip_day()
    assert [list(t.me.tilted), list(t.player(1).tilted)] == [[], []]
    gold = t.me.gold
    t.me.potions = (1, 0, 0)
    t.drinking().play(0, DrinkPotion(CELERITY, NOVICE))
    assert t.me.gold == gold + 2 + 2, "2 of the potion, 2 of visitor 1"
    assert list(t.me.tilted) == [1, 2]


@pytest.mark.rule("AZE-PREP-11", "AZE-RUL-06")
def test_the_bonus_tile_is_revealed_after_the_welcome_and_lasts_until_the_day_ends() -> None:
    t = started(3, seed=4)
    t.state.bonus_tiles = (BONUS_BUY, BONUS_BUY, 0, 1, 2)
    assert t.view(1).bonus_tiles == ()
    t.skip_day()
    kinds = [type(event) for event in t.events]
    assert kinds.index(VisitorsWelcomed) < kinds.index(RoadFilled) < kinds.index(BonusRevealed)
    assert t.happened(BonusRevealed) == [BonusRevealed(BONUS_BUY)]
    assert t.view(None).bonus_tiles == (BONUS_BUY,)
    cheap = table(3).row(3, 25).bonus(BONUS_BUY)
    cheap.me.gold = 2
    cheap.column(TRADE).play(0, BuyMarketCard(3))
    assert cheap.me.prestige == 1


@pytest.mark.rule("AZE-PREP-12", "AZE-RUL-06", "AZE-RUL-28")
def test_black_markets_are_renewed_after_the_row_by_cauldron() -> None:
    t = table(3).row(1, 2, 3, 4, 5, 6).deck(*range(20, 44))
    t.state.cauldrons = (2, 0, 1)
    t.me.abilities = t.player(2).abilities = 1 << BLACK_MARKET
    t.me.black_market, t.player(2).black_market = (7, 8), (9,)
    t.state.market = evolve(t.state.market, deck=tuple(c for c in t.state.market.deck if c not in (7, 8, 9)))
    t.skip_day()
    assert t.state.market.row == (20, 21, 22, 23, 24, 25)
    assert t.player(2).black_market == (26, 27)
    assert t.me.black_market == (28, 29)
    assert t.player(1).black_market == ()
    assert t.state.market.discards == (1, 2, 3, 4, 5, 6, 7, 8, 9)
    assert t.happened(BlackMarketDrawn) == [BlackMarketDrawn(2, (26, 27)), BlackMarketDrawn(0, (28, 29))]
    kinds = [type(event) for event in t.events]
    order: list[type[Event]] = [
        DayStarted,
        MarketRestocked,
        BlackMarketDrawn,
        VisitorsWelcomed,
        RoadFilled,
        BonusRevealed,
    ]
    of_day = kinds[kinds.index(DayStarted, kinds.index(ColumnStarted)) :]
    assert [of_day.index(kind) for kind in order] == sorted(of_day.index(kind) for kind in order)


@pytest.mark.rule("AZE-PREP-14")
def test_the_last_row_of_four_players_needs_a_reshuffle() -> None:
    t = started(4)
    for day in range(1, 6):
        assert (t.state.day, len(t.state.market.deck)) == (day, 44 - 8 * day)
        t.skip_day()
    market = t.state.market
    assert (len(market.row), len(market.deck), market.discards) == (8, 36, ())
    assert [event.cards for event in t.happened(MarketReshuffled)] == [40]


@pytest.mark.rule("AZE-PREP-15", "AZE-RUL-07", "AZE-BON-07")
def test_preparation_asks_only_for_the_ingredient_of_the_bonus_tile() -> None:
    t = table(3)
    t.state.cauldrons = (1, 2, 0)
    t.state.bonus_tiles = (BONUS_INGREDIENT_TILE, 0, 1, 2, 3)
    t.plan().until(PREPARATION)
    asked = []
    while t.state.phase == PREPARATION:
        (seat,) = t.asked()
        asked.append(seat)
        assert t.point(seat) == "bonus_ingredient"
        assert t.kinds(seat) == {ChooseIngredient}
        t.rejects(Finish(), "AZE-PREP-15", seat=seat)
        t.rejects(PlaceTile(1, 0), "AZE-PREP-15", seat=seat)
        t.rejects(DrinkPotion(0, 0), "AZE-PREP-15", seat=seat)
        t.rejects(ChooseIngredient(0), "AZE-RUL-07", seat=(seat + 1) % 3)
        t.play(seat, ChooseIngredient(asked.index(seat)))
    assert asked == [1, 2, 0]
    assert [player.ingredients for player in t.state.players] == [(0, 0, 1), (1, 0, 0), (0, 1, 0)]


@pytest.mark.rule("AZE-PREP-15")
@every_count
def test_without_that_tile_preparation_asks_nothing(seats: int, players: int) -> None:
    t: Table = started(seats)
    t.state.bonus_tiles = (0, 1, 2, 3, 4)
    for day in range(2, 7):
        t.plan()
        while t.state.day < day:
            assert t.state.phase != PREPARATION
            seat = t.asked()[0]
            t.play(seat, t.plainest(seat))
        assert t.state.phase == PRIORITIES
