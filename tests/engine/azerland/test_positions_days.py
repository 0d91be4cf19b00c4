"""Positions of whole days in which several rules meet: drinking, ties in every column, restocking, the AI, what comes to light.

As in ``test_positions.py`` each was invented from the rulebook before it was played.
"""

from __future__ import annotations

from typing import Final

import pytest

from engine_core.codec import evolve
from engine_core.games.azerland.actions import (
    AdvanceDisc,
    AssignAiOrder,
    BuyMarketCard,
    ChooseIngredient,
    DrinkPotion,
    Finish,
    PlaceTile,
    ReactivateColumn,
    ReplaceTile,
    ServeOrder,
    SpendApprentices,
    SplitWages,
)
from engine_core.games.azerland.events import (
    CauldronsExchanged,
    DiceRolled,
    MarketReshuffled,
    OrderServed,
)
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.vocabulary import (
    AI,
    BLACK_MARKET,
    BONUS_BUY,
    BONUS_DRINK,
    BONUS_INGREDIENT_TILE,
    BONUS_SERVE,
    CELERITY,
    CHARM,
    CONCOCT,
    EFFICIENCY,
    EXPERT,
    FLOWER,
    GAME_OVER,
    GOLD_SIDE,
    HARVEST,
    INTELLIGENCE,
    INTERMEDIATE,
    MUSHROOM,
    NOVICE,
    NUMBER_SIDE,
    PERSUASION,
    PRIORITIES,
    SAP,
    SERVE,
    SERVE_COLUMN,
    STUDY,
    TRADE,
)
from engine_core.vocabulary import NONE
from tests.engine.azerland.cards import (
    HARVEST_SPACES,
    LEVEL_SPACE,
    ONLY_MUSHROOMS,
    PRESTIGE,
    TILE_GOLD,
    sheets,
)
from tests.engine.azerland.table import fresh, table

BIT: Final = {ability: 1 << ability for ability in (BLACK_MARKET, PERSUASION, EFFICIENCY)}


# -- drinking ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-RUL-21", "AZE-POT-39", "AZE-POT-37", "AZE-POT-03")
def test_rewards_come_before_the_effect_so_efficiency_comes_too_late_for_their_harvest() -> None:
    t = table(3, tables=ONLY_MUSHROOMS).bonus(BONUS_DRINK)
    t.me.display, t.me.potions = (5, 6), (0, 0, 2)
    t.me.discs = (HARVEST_SPACES[0] - 1, 0, LEVEL_SPACE[1] - 1)
    t.drinking().rejects(DrinkPotion(INTELLIGENCE, INTERMEDIATE), "AZE-POT-03")
    t.play(
        0, DrinkPotion(INTELLIGENCE, NOVICE), ChooseIngredient(SAP), AdvanceDisc(CELERITY), AdvanceDisc(INTELLIGENCE)
    )
    assert len(t.happened(DiceRolled)[0].dice) == 1
    t.play(0, ChooseIngredient(FLOWER), ChooseIngredient(FLOWER))
    assert t.me.abilities == BIT[EFFICIENCY]
    assert (t.me.ingredients, t.me.prestige, t.me.tilted) == ((1, 2, 1), 1, (5, 6))
    t.play(0, DrinkPotion(INTELLIGENCE, INTERMEDIATE))  # the level just reached, no card a second time
    t.play(0, *[AdvanceDisc(CELERITY)] * 6)
    assert (t.me.prestige, t.me.discs[CELERITY]) == (2, HARVEST_SPACES[0] + 6)
    assert [len(event.dice) for event in t.happened(DiceRolled)] == [1, 3, 3], "spaces 7 and 8, with Efficiency"
    assert t.me.ingredients == (3, 2, 1)


@pytest.mark.rule("AZE-POT-43", "AZE-POT-42", "AZE-POT-09", "AZE-RUL-37", "AZE-RUL-20")
def test_a_chain_of_the_potion_die_goes_on_through_other_potions() -> None:
    t = table(3).deck(3, 8)
    t.me.potions = (0, 0, 1)
    t.levels(INTERMEDIATE, NOVICE, EXPERT).draws("potion_die", 1, 2, of=5)
    t.drinking()
    t.play(0, DrinkPotion(INTELLIGENCE, EXPERT))  # an intelligence potion
    t.play(0, DrinkPotion(INTELLIGENCE, EXPERT))  # celerity and charm
    assert t.me.potions == (1, 1, 0)
    t.play(0, DrinkPotion(CELERITY, NOVICE), DrinkPotion(CHARM, NOVICE))
    assert (t.me.gold, t.me.apprentices, t.me.black_market) == (2, 2, (3, 8))
    assert t.me.abilities == BIT[BLACK_MARKET] | BIT[PERSUASION]
    assert t.asked() == (1,), "without a potion the turn ends by itself"
    t.rejects(DrinkPotion(CELERITY, NOVICE), "AZE-RUL-20", "AZE-POT-04")


@pytest.mark.rule("AZE-POT-26", "AZE-POT-33", "AZE-RUL-19", "AZE-RUL-33", "AZE-PRIO-08")
def test_persuasion_of_the_same_day_splits_wages_with_the_gold_of_a_zero_tile() -> None:
    t = table(3)
    t.me.potions = (1, 1, 0)
    t.level(CELERITY, EXPERT)
    t.plan("1 2 3 g4 g5", "g1 g2 g3 g4 g5")
    t.play(0, DrinkPotion(CHARM, NOVICE), DrinkPotion(CELERITY, EXPERT), ReplaceTile(TRADE, GOLD_SIDE))
    wages = TILE_GOLD[0] + TILE_GOLD[4] + TILE_GOLD[5]
    assert (t.point(), t.offered(SplitWages)) == ("split_wages", list(range(wages + 1)))
    t.rejects(SplitWages(wages + 1), "AZE-POT-26")
    t.play(0, SplitWages(wages - 1))
    assert (t.me.gold, t.me.apprentices) == (1, 2 + wages - 1)
    assert t.player(1).gold == sum(TILE_GOLD[1:]), "no Persuasion, no question"


@pytest.mark.rule("AZE-POT-22", "AZE-POT-23", "AZE-RUL-30", "AZE-RUL-31", "AZE-RUL-32")
def test_two_zero_tiles_into_one_column_cost_the_box_one() -> None:
    t = table(3)
    t.me.potions, t.player(1).potions = (2, 0, 0), (1, 0, 0)
    t.level(CELERITY, EXPERT).plan("1 2 3 4 5", "1 2 3 4 5", "2 3 4 5 1")
    t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(HARVEST, NUMBER_SIDE))
    t.play(0, DrinkPotion(CELERITY, EXPERT), ReplaceTile(HARVEST, NUMBER_SIDE))
    assert t.asked() == (1,)
    seen = t.view(1)
    assert (seen.zero_tiles, seen.players[0].tiles_replaced, seen.players[0].tiles) == (8, 2, (1, 2, 3, 4, 5))
    t.finish(1)
    assert t.state.zero_tiles == 9, "at the reveal the 0 tile that was replaced comes back"
    assert t.state.cauldrons == (0, 1, 2), "0 beats 1: nobody ties in Harvest"
    t.next_day()
    assert t.me.tiles == (0, 2, 3, 4, 5)


# -- ties --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-ACT-03", "AZE-ACT-08", "AZE-ACT-11", "AZE-RUL-13", "AZE-RUL-14")
def test_two_players_who_tie_everywhere_take_turns_in_going_first() -> None:
    t = table(2, tables=ONLY_MUSHROOMS).town(25, 10).row(1)
    for player in t.state.players:
        player.potions, player.gold = (0, 3, 0), 1
    t.plan("1 2 3 4 5", "1 2 3 4 5").finish(0).finish(1)
    assert [player.ingredients for player in t.state.players] == [(3, 0, 0), (2, 0, 0)]
    assert t.asked() == (1,), "cauldron 1 is seat 1's in Study"
    assert [player.ranks[STUDY] for player in t.state.players] == [2, 1]
    t.play(1, *[AdvanceDisc(CHARM)] * 3)
    t.play(0, *[AdvanceDisc(CHARM)] * 2)
    assert t.asked() == (0,), "and again seat 0's in Trade"
    t.play(0, BuyMarketCard(1), Finish())
    t.rejects(BuyMarketCard(1), "AZE-TRADE-03", seat=1).finish(1)
    assert t.state.phase == SERVE_COLUMN, "nobody can concoct: two ranks, two empty turns, an exchange all the same"
    assert t.asked() == (0,)
    t.finish(0).finish(1)
    assert len(t.happened(CauldronsExchanged)) == 5
    assert t.state.cauldrons == (1, 0)


@pytest.mark.rule("AZE-ACT-10", "AZE-ACT-05", "AZE-RUL-13")
def test_four_who_tie_in_two_columns_turn_the_order_round_and_back() -> None:
    t = table(4, tables=ONLY_MUSHROOMS)
    t.plan(*["1 g2 g3 4 g5"] * 4)
    assert [player.ingredients[MUSHROOM] for player in t.state.players] == [4, 3, 3, 2]
    exchanged = [(event.first, event.second) for event in t.happened(CauldronsExchanged)]
    assert exchanged == [(0, 3), (1, 2), (3, 0), (2, 1)]
    assert t.state.cauldrons == (0, 1, 2, 3)


@pytest.mark.rule("AZE-RUL-79", "AZE-END-08", "AZE-ACT-11")
def test_a_tie_in_the_last_serve_turns_the_tie_of_the_final_count_round() -> None:
    t = table(3)
    t.state.day = 6
    for player in t.state.players:
        player.prestige = 12
    t.plan("g1 g2 g3 g4 5", "g1 g2 g3 g4 5", "g1 g2 g3 g4 g5")
    assert t.state.phase == GAME_OVER
    assert t.state.cauldrons == (1, 0, 2)
    wages = [sum(TILE_GOLD[1:5]), sum(TILE_GOLD[1:5]), sum(TILE_GOLD[1:])]
    assert [seat.points for seat in t.outcome()] == [12 + gold // 2 for gold in wages]
    assert wages[2] // 2 == wages[0] // 2, "all three are equal"
    assert [seat.place for seat in t.outcome()] == [2, 1, 3]


@pytest.mark.rule("AZE-END-07", "AZE-END-08")
def test_a_game_can_be_won_with_nothing() -> None:
    t = table(4)
    t.state.cauldrons = (2, 3, 0, 1)
    t.state.day = 6
    t.plan(*["1 2 3 4 5"] * 4).until(GAME_OVER)
    # Five columns, in each all tie: the cauldrons end the other way round. What dice and steps gave is worth nothing.
    assert t.state.cauldrons == (1, 0, 3, 2)
    assert [(seat.points, seat.place) for seat in t.outcome()] == [(0, 2), (0, 1), (0, 4), (0, 3)]


# -- days and decks ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-PREP-06", "AZE-PREP-07", "AZE-PREP-08", "AZE-PREP-14")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_six_days_without_a_served_order(seats: int) -> None:
    t = fresh(seats, seed=5, tables=sheets({}) if seats == 1 else None).until(PRIORITIES)
    players = max(seats, 2)
    for day in range(1, 7):
        visitors = t.state.visitors
        found = (len(visitors.town), len(visitors.road), len(visitors.deck))
        road, deck = (players, (5 - day) * players) if day < 6 else (0, 0)
        assert found == ((1 + day) * players, road, deck)
        assert len(t.state.market.row) == 2 * players
        assert AZERLAND.conserved(t.state) == []
        t.skip_day()
    assert t.state.phase == GAME_OVER


@pytest.mark.rule("AZE-PREP-12", "AZE-PREP-13", "AZE-RUL-06", "AZE-RUL-28")
def test_a_restock_runs_out_between_row_and_black_markets() -> None:
    t = table(3).row(1, 2, 3)
    t.state.cauldrons = (2, 0, 1)
    for seat, cards in ((0, (4, 5)), (2, (6,))):
        t.player(seat).abilities, t.player(seat).black_market = BIT[BLACK_MARKET], cards
    deck = (10, 11, 12, 13, 14, 15, 16)
    rest = (7, 8, 9, *range(17, 45))
    t.state.market = evolve(t.state.market, deck=deck, discards=tuple(sorted(rest)))
    t.skip_day()
    assert t.state.market.row == (10, 11, 12, 13, 14, 15)
    first, second = t.player(2).black_market, t.player(0).black_market
    assert 16 in first, "cauldron 1 draws before cauldron 2"
    assert (len(first), len(second)) == (2, 2)
    reshuffled = t.happened(MarketReshuffled)
    assert [event.cards for event in reshuffled] == [len(rest) + 3 + 3], "unsold cards of all were discarded before"
    held = {*t.state.market.deck, *t.state.market.row, *first, *second}
    assert t.state.market.discards == ()
    assert held == set(range(1, 45))


@pytest.mark.rule("AZE-BON-07", "AZE-RUL-07", "AZE-PREP-15", "AZE-PREP-10")
def test_the_ingredient_tile_asks_by_cauldron_after_ties_of_the_day_before() -> None:
    t = table(3)
    t.state.bonus_tiles = (BONUS_INGREDIENT_TILE, *t.state.bonus_tiles[1:])
    t.me.display = t.me.tilted = (7,)
    t.plan("g1 g2 g3 g4 5", "g1 g2 g3 g4 5")
    assert t.state.cauldrons == (1, 0, 2)
    assert t.asked() == (1,)
    assert not t.me.tilted
    t.rejects(ChooseIngredient(SAP), "AZE-RUL-07").rejects(PlaceTile(1, 0), "AZE-PREP-15", seat=1)
    for seat in (1, 0, 2):
        t.play(seat, ChooseIngredient(SAP))
    assert [player.ingredients for player in t.state.players] == [(0, 0, 1)] * 3
    assert t.asked() == (0, 1, 2)


# -- solo --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-SOLO-12", "AZE-SOLO-13", "AZE-SOLO-14", "AZE-RUL-72", "AZE-SOLO-18", "AZE-BON-03")
def test_the_ai_serves_number_after_number_and_the_human_parts_equals() -> None:
    t = table(1, tables=sheets({2: ("", "g1 g2 g3 g4 5", "20 20 33 33 38")}, cauldron=1)).town(18, 22, 33, 40)
    t.bonus(BONUS_SERVE)
    t.me.pawn, t.me.potions = 40, (3, 0, 0)
    t.plan("g1 g2 g3 g4 5").finish()
    assert t.point() == "ai_tie", "both have 5, the AI has cauldron 1"
    assert t.offered(AssignAiOrder) == [18, 22]
    t.rejects(ServeOrder(33), "AZE-SOLO-14").rejects(AssignAiOrder(33), "AZE-SOLO-14")
    t.play(0, AssignAiOrder(18))
    # 22 is the closest to 20 now; the Infinity visitor is served for 33 and stays, so again, and for 38: 40 is hypnotised.
    assert [e.visitor for e in t.happened(OrderServed)] == [18, 22, 33, 33, 33]
    assert {e.participant for e in t.happened(OrderServed)} == {AI}
    assert t.state.visitors.town == (33, 40)
    assert t.me.prestige == 0
    t.play(0, ServeOrder(33))
    assert t.me.prestige == PRESTIGE[33] + 1
    t.finish()
    assert t.state.visitors.gone == (18, 22, 33)
    assert t.state.cauldrons == (0, AI)


@pytest.mark.rule("AZE-SOLO-06", "AZE-SOLO-15", "AZE-RUL-71", "AZE-RUL-74", "AZE-RUL-76", "AZE-SOLO-10")
@pytest.mark.parametrize(("gold", "left"), [(0, 3), (1, 3), (2, 4)])
def test_charm_of_ai_and_human_in_one_phase(gold: int, left: int) -> None:
    row = ("charm_intermediate charm_expert celerity_expert celerity_intermediate", "g1 g2 g3 g4 g5", "")
    t = table(1, tables=sheets({1: row}, cauldron=1)).town(10, 20)
    t.me.potions, t.me.gold = (0, 1, 0), gold
    deck = t.state.market.deck
    assert t.view(0).ai_drinks == ()
    t.level(CHARM, INTERMEDIATE).plan("g1 g2 g3 g4 5")
    assert (t.me.gold, t.me.pawn, t.state.zero_tiles, t.state.market.deck) == (max(0, gold - 1), NONE, 10, deck)
    assert (len(t.view(0).ai_drinks), t.view(0).ai_plaquettes) == (1, ())
    t.play(0, DrinkPotion(CHARM, INTERMEDIATE))
    assert t.me.gold == left + sum(TILE_GOLD[1:5]), "3 from the supply, and the wages follow"


@pytest.mark.rule("AZE-SOLO-11", "AZE-SOLO-08", "AZE-RUL-73", "AZE-SOLO-18", "AZE-BON-02")
@pytest.mark.parametrize("cauldron", [1, 2])
def test_in_trade_a_tie_decides_who_gets_the_cards_of_the_ai(cauldron: int) -> None:
    t = table(1, tables=sheets({2: ("", "g1 g2 3 g4 g5", "")}, cauldron=cauldron)).row(2, 3, 7).bonus(BONUS_BUY)
    t.me.gold, t.me.abilities, t.me.black_market = 9, BIT[BLACK_MARKET], (42,)
    t.state.market = evolve(t.state.market, deck=tuple(c for c in t.state.market.deck if c != 42))
    t.plan("g1 g2 3 g4 g5")
    first = cauldron == 2
    assert t.offered(BuyMarketCard) == ([2, 3, 7, 42] if first else [3, 42]), "2, 7 and 42 carry the icon of the AI"
    t.play(0, BuyMarketCard(3), Finish())
    assert t.me.prestige == 1, "what the AI takes pays nobody"
    assert t.state.cauldrons == ((AI, 0) if first else (0, AI))
    assert t.state.day == 3, "the others are given up"


@pytest.mark.rule("AZE-SOLO-04", "AZE-SOLO-02", "AZE-RUL-77", "AZE-SOLO-05")
@pytest.mark.parametrize("difficulty", [0, 1, 2, 3])
def test_every_sheet_of_a_difficulty_and_no_other_comes_up(difficulty: int) -> None:
    dealt = set()
    for seed in range(60):
        state = fresh(1, seed=seed, difficulty=difficulty).state
        dealt.add(state.sheet)
        held = state.cauldrons.index(AI) + 1
        assert held == state.data.sheet_cauldron[state.sheet]
        assert AZERLAND.view(state, 0).ai_cauldron == held
    four = range(4 * (difficulty - 1), 4 * difficulty)
    assert dealt == (set(four) if difficulty else set(range(12)))


# -- what comes to light -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-RUL-32", "AZE-PRIO-04")
def test_a_replacement_shows_in_nothing_that_others_receive() -> None:
    """Views, legal lists, refusals, events and whether the step revealed something are the same for every replacement."""
    told = []
    for choice in (ReplaceTile(HARVEST, NUMBER_SIDE), ReplaceTile(SERVE, GOLD_SIDE)):
        t = table(3)
        t.me.potions, t.player(1).potions = (2, 0, 0), (1, 0, 0)
        t.level(CELERITY, EXPERT).level(CELERITY, EXPERT, seat=1).plan("1 2 3 4 5", "1 2 3 4 5", "2 3 4 5 1")
        t.play(0, DrinkPotion(CELERITY, EXPERT))
        revealed = AZERLAND.apply(AZERLAND.clone(t.state), 0, choice)
        t.play(0, choice).finish()
        game, state = AZERLAND, t.state
        told.append(
            (
                revealed,
                [game.view_to_json(t.view(seat), state.data) for seat in (1, 2, None)],
                t.legal(1),
                [game.check(state, seat, action) for action in game.catalogue for seat in (1, 2)],
                [t.received[observer] for observer in (1, 2, None)],
            )
        )
    assert told[0] == told[1]
    assert told[0][0] is False


@pytest.mark.rule("AZE-POT-01", "AZE-ACT-02", "AZE-RUL-45")
@pytest.mark.parametrize(("column", "rule"), [(TRADE, "AZE-ACT-02"), (CONCOCT, "AZE-RUL-45"), (SERVE, "AZE-ACT-02")])
def test_who_waits_cannot_finish_the_turn_of_another(column: int, rule: str) -> None:
    t = table(3).column(column).rejects(Finish(), rule, seat=1)
    t.placed(2, "g1 g2 g3 g4 g5").rejects(Finish(), "AZE-PRIO-09", seat=2)
    drinking = table(3).drinking()
    drinking.me.potions = (1, 0, 0)
    drinking.rejects(Finish(), "AZE-POT-01", seat=2)


@pytest.mark.rule("AZE-RUL-18", "AZE-ACT-15", "AZE-RUL-19")
def test_what_comes_first_is_named_by_its_rule() -> None:
    for column, action in ((STUDY, AdvanceDisc(CHARM)), (CONCOCT, Finish())):
        t = table(3)
        t.me.apprentices = 1
        t.column(column).rejects(action, "AZE-RUL-18")
    again = table(3).town(42)
    again.me.potions, again.me.apprentices, again.me.ingredients = (3, 0, 0), 2, (9, 9, 9)
    again.column(SERVE).play(0, ServeOrder(42), ReactivateColumn(CONCOCT), SpendApprentices(1))
    again.rejects(SpendApprentices(1), "AZE-ACT-15")
    wages = table(3)
    wages.me.abilities = wages.player(2).abilities = BIT[PERSUASION]
    wages.plan()
    wages.rejects(SplitWages(0), "AZE-POT-27", seat=1).rejects(SplitWages(0), "AZE-RUL-19", seat=2)
