"""Phase 3 (AZE-POT-01 to 05, 44) and the order of what one drink sets off (AZE-RUL-20 to 22)."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    BuyMarketCard,
    ChooseIngredient,
    DrinkPotion,
    Finish,
    Hypnotize,
    ServeOrder,
)
from engine_core.games.azerland.events import PotionDrunk, TurnEnded
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    BONUS_DRINK,
    CELERITY,
    CHARM,
    CONCOCT,
    EFFICIENCY,
    EXPERT,
    FLOWER,
    INTELLIGENCE,
    INTERMEDIATE,
    MUSHROOM,
    NOVICE,
    PERSUASION,
    POTIONS,
    PRIORITIES,
    SAP,
    SERVE,
    TRADE,
)
from tests.engine.azerland.cards import POTION_DIE
from tests.engine.azerland.table import Table, table


def thirsty(seats: int = 3) -> Table:
    """Phase 3 of a real day, everybody with a charm potion; cauldrons are held by the last seat first."""
    t = table(seats)
    t.state.cauldrons = tuple(reversed(range(seats)))
    for player in t.state.players:
        player.potions = (0, 2, 0)
    return t.plan("1 2 3 4 5", "2 3 4 5 1", "3 4 5 1 2", "4 5 1 2 3")


@pytest.mark.rule("AZE-POT-01", "AZE-RUL-20")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_players_drink_once_each_by_cauldron(seats: int) -> None:
    t = thirsty(seats)
    asked = []
    for turn in range(seats):
        (seat,) = t.asked()
        asked.append(seat)
        assert t.point(seat) == "drink"
        for other in range(seats):
            if other != seat:
                t.rejects(DrinkPotion(CHARM, NOVICE), "AZE-POT-04", "AZE-RUL-20", seat=other)
        t.play(seat, *[DrinkPotion(CHARM, NOVICE)] * (turn % 3))
        if turn % 3 < 2:
            t.play(seat, Finish())
        if t.state.phase == POTIONS:
            t.rejects(DrinkPotion(CHARM, NOVICE), "AZE-RUL-20", "AZE-POT-04", seat=seat)
    assert asked == list(reversed(range(seats)))
    assert [player.potions[CHARM] for player in t.state.players] == [2 - turn % 3 for turn in range(seats)][::-1]
    assert [event.seat for event in t.happened(TurnEnded)][:seats] == asked
    assert t.state.phase > POTIONS


@pytest.mark.rule("AZE-POT-02")
@pytest.mark.parametrize("potion", [CELERITY, CHARM, INTELLIGENCE])
def test_a_potion_goes_back_to_the_supply_for_one_effect(potion: int) -> None:
    t = table(3).levels(EXPERT, EXPERT, EXPERT).town(10, 11)
    t.me.potions = (2, 2, 2)
    t.drinking().play(0, DrinkPotion(potion, NOVICE))
    while t.point() == "pick_ingredient":
        t.play(0, ChooseIngredient(MUSHROOM))
    assert t.point() == "drink"
    assert t.me.potions == tuple(2 - (other == potion) for other in range(3))
    assert t.happened(PotionDrunk) == [PotionDrunk(0, potion, NOVICE)]
    gained = (t.me.gold, t.me.apprentices, sum(t.me.ingredients))
    assert gained == ((2, 0, 0), (0, 2, 0), (0, 0, 2))[potion]
    assert t.me.placed_numbers.count(0) == 0
    assert t.me.pawn == -1


@pytest.mark.rule("AZE-POT-03")
@pytest.mark.parametrize("potion", [CELERITY, CHARM, INTELLIGENCE])
@pytest.mark.parametrize("level", [NOVICE, INTERMEDIATE, EXPERT])
def test_effects_up_to_the_own_level_of_that_type_can_be_chosen(potion: int, level: int) -> None:
    t = table(3).levels(*[EXPERT if other != potion else level for other in range(3)]).town(10, 11)
    t.me.potions = tuple(int(other == potion) for other in range(3))  # type: ignore[assignment]
    t.drinking()
    assert t.offered(DrinkPotion) == [(potion, effect) for effect in range(level + 1)]
    for effect in range(level + 1, 3):
        t.rejects(DrinkPotion(potion, effect), "AZE-POT-03")
    for effect in range(level + 1):
        assert t.offers(DrinkPotion(potion, effect))


@pytest.mark.rule("AZE-POT-04")
def test_only_held_potions_in_the_own_turn_of_phase_three() -> None:
    t = table(3).town(10)
    t.me.potions = (1, 0, 0)
    t.drinking()
    t.rejects(DrinkPotion(CHARM, NOVICE), "AZE-POT-04").rejects(DrinkPotion(INTELLIGENCE, NOVICE), "AZE-POT-04")
    t.rejects(DrinkPotion(CELERITY, NOVICE), "AZE-POT-04", seat=1)
    before = table(3)
    before.me.potions = (1, 0, 0)
    before.rejects(DrinkPotion(CELERITY, NOVICE), "AZE-POT-04")
    for column in (TRADE, CONCOCT):
        later = table(3).row(3, 25)
        later.me.potions, later.me.gold, later.me.ingredients = (1, 1, 1), 9, (9, 9, 9)
        later.column(column).rejects(DrinkPotion(CELERITY, NOVICE), "AZE-POT-04")
    serving = table(3).town(10)
    serving.me.potions = (1, 1, 1)
    serving.column(SERVE).rejects(DrinkPotion(CELERITY, NOVICE), "AZE-SERVE-21", "AZE-POT-04")


@pytest.mark.rule("AZE-POT-05")
def test_what_a_potion_gives_can_be_used_at_once() -> None:
    t = table(3).levels(NOVICE, NOVICE, EXPERT)
    free = next(i for i, face in enumerate(POTION_DIE) if face == {"celerity": 1, "charm": 1})
    t.me.potions = (0, 0, 1)
    t.draws("potion_die", free, of=len(POTION_DIE)).drinking()
    t.play(0, DrinkPotion(INTELLIGENCE, EXPERT), DrinkPotion(CHARM, NOVICE), DrinkPotion(CELERITY, NOVICE))
    assert (t.me.gold, t.me.apprentices, t.me.potions) == (2, 2, (0, 0, 0))
    assert t.me.abilities == 1 << PERSUASION | 1 << BLACK_MARKET
    wages = table(3)
    wages.me.potions = (0, 1, 0)
    wages.plan("g1 g2 g3 g4 g5", "1 2 3 4 5", "5 4 3 2 1").play(0, DrinkPotion(CHARM, NOVICE))
    assert wages.point() == "split_wages", "Persuasion of this very phase"


@pytest.mark.rule("AZE-POT-05", "AZE-POT-41")
def test_a_level_reached_counts_for_the_next_potion() -> None:
    t = table(3).level(INTELLIGENCE, INTERMEDIATE).town(10, 11)
    t.me.potions = (1, 0, 1)
    t.drinking().rejects(DrinkPotion(CELERITY, INTERMEDIATE), "AZE-POT-03")
    t.play(0, DrinkPotion(INTELLIGENCE, INTERMEDIATE), *[AdvanceDisc(CELERITY)] * 6)
    assert t.offers(DrinkPotion(CELERITY, INTERMEDIATE))
    t.rejects(DrinkPotion(CELERITY, EXPERT), "AZE-POT-03")


@pytest.mark.rule("AZE-POT-44")
def test_an_ability_once_unlocked_stays() -> None:
    t = table(3)
    t.me.potions = (1, 1, 1)
    t.plan("1 2 3 4 5", "2 3 4 5 1", "3 4 5 1 2")
    t.play(0, DrinkPotion(CELERITY, NOVICE), DrinkPotion(CHARM, NOVICE), DrinkPotion(INTELLIGENCE, NOVICE))
    t.play(0, ChooseIngredient(SAP), ChooseIngredient(SAP))
    every = 1 << BLACK_MARKET | 1 << PERSUASION | 1 << EFFICIENCY
    for day in range(2, 7):
        t.until(PRIORITIES, day)
        assert t.me.abilities == every
    t.next_day()
    assert t.me.abilities == every
    assert t.player(1).abilities == 0


@pytest.mark.rule("AZE-RUL-21")
def test_potion_then_bonus_then_visitors_by_number_then_effect() -> None:
    t = table(3).level(CELERITY, INTERMEDIATE).bonus(BONUS_DRINK).deck(4, 6, 9)
    t.me.potions, t.me.display = (2, 0, 0), (1, 5, 6)
    t.me.prestige = 1
    t.drinking().play(0, DrinkPotion(CELERITY, INTERMEDIATE))
    assert (t.me.potions, t.me.prestige, t.me.gold) == ((1, 0, 0), 2, 2), "bonus and visitor 1 came first"
    assert t.point() == "pick_ingredient", "visitor 5"
    t.play(0, ChooseIngredient(FLOWER))
    assert t.point() == "study_step", "visitor 6"
    assert t.state.market.deck[0] == 4, "the effect has not begun"
    t.play(0, AdvanceDisc(CHARM), AdvanceDisc(INTELLIGENCE))
    assert t.point() == "reveal_or_stop"
    assert t.state.market.deck[0] == 6
    assert t.me.ingredients == (0, 1, 0)


@pytest.mark.rule("AZE-RUL-21")
def test_the_bonus_prestige_can_be_lost_to_the_same_potion() -> None:
    hands = (4, 6, 9)
    t = table(3).level(CELERITY, INTERMEDIATE).bonus(BONUS_DRINK).deck(*hands)
    t.me.potions, t.me.prestige = (1, 0, 0), 1
    t.drinking().play(0, DrinkPotion(CELERITY, INTERMEDIATE))
    for _ in range(2):
        t.position.play(0, {"reveal_market_card": {}})
    assert t.me.prestige == 0
    assert t.point() == "pick_ingredient"


@pytest.mark.rule("AZE-RUL-22")
def test_effects_that_could_do_nothing_are_not_offered() -> None:
    t = table(3).levels(EXPERT, EXPERT, EXPERT).town(33, 34, 35)
    t.me.potions = (1, 1, 1)
    t.drinking()
    t.rejects(DrinkPotion(CHARM, EXPERT), "AZE-RUL-22")
    t.state.visitors = table(3).town(33, 12).state.visitors
    assert t.offers(DrinkPotion(CHARM, EXPERT))
    t.player(1).pawn = 12
    t.rejects(DrinkPotion(CHARM, EXPERT), "AZE-RUL-22")
    assert t.offers(DrinkPotion(CELERITY, EXPERT))
    t.state.zero_tiles = 0
    t.rejects(DrinkPotion(CELERITY, EXPERT), "AZE-RUL-22")
    assert t.offered(DrinkPotion) == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]


@pytest.mark.rule("AZE-POT-04")
def test_nothing_else_is_done_in_phase_three() -> None:
    t = table(3).town(10).row(25)
    t.me.potions, t.me.gold = (1, 1, 1), 9
    t.drinking()
    t.rejects(ServeOrder(10), "AZE-SERVE-01").rejects(BuyMarketCard(25), "AZE-TRADE-01")
    t.rejects(Hypnotize(10), "AZE-POT-30")
    assert t.kinds() == {DrinkPotion, Finish}
