"""The solo game (AZE-SOLO): the AI's sheet, what it does, what it never gains."""

from __future__ import annotations

import pytest

from engine_core.games.azerland.actions import (
    AdvanceDisc,
    ChooseIngredient,
    Concoct,
    DrinkPotion,
)
from engine_core.games.azerland.events import (
    AiDrank,
    AiTookCards,
    CauldronsExchanged,
    ColumnStarted,
    DiceRolled,
    Gained,
    GoldTaken,
    OrderServed,
    PlaquetteRevealed,
)
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.options import ANY_DIFFICULTY, EASY, HARD, MEDIUM
from engine_core.games.azerland.vocabulary import (
    AI,
    BONUS_APPRENTICE,
    BONUS_BUY,
    BONUS_CONCOCT,
    BONUS_DRINK,
    BONUS_GOLD,
    BONUS_INGREDIENT_TILE,
    BONUS_SERVE,
    CELERITY,
    CHARM,
    GAME_OVER,
    HARVEST,
    INTELLIGENCE,
    INTERMEDIATE,
    POTIONS,
    PRIORITIES,
    SAP,
    STUDY_COLUMN,
)
from engine_core.vocabulary import NONE
from tests.engine.azerland.arranged import WORKS, alone, row
from tests.engine.azerland.cards import DATA, rows, sheets
from tests.engine.azerland.table import fresh, started, table


@pytest.mark.rule("AZE-SOLO-01")
def test_solo_is_the_game_of_two_with_the_ai_as_the_second() -> None:
    t = fresh(1)
    market, visitors = t.state.market, t.state.visitors
    assert (len(market.row), len(market.deck)) == (4, 40)
    assert (len(visitors.town), len(visitors.road), len(visitors.deck)) == (4, 2, 8)
    assert sorted(t.state.cauldrons) == [0, AI]
    assert len(t.state.players) == 1


@pytest.mark.rule("AZE-SOLO-02")
@pytest.mark.parametrize(("ai", "human"), [(1, 2), (2, 1)])
def test_the_sheet_says_which_cauldron_the_ai_holds(ai: int, human: int) -> None:
    t = fresh(1, tables=sheets({}, ai), difficulty=EASY)
    assert t.state.cauldrons == ((AI, 0) if ai == 1 else (0, AI))
    assert t.view(0).ai_cauldron == ai
    assert t.point() == "start_potion"
    t.until(PRIORITIES)
    held = (t.me.gold, t.me.apprentices, t.me.ingredients, sum(t.me.potions))
    assert held == ((1, 1, (0, 1, 1), 1) if human == 1 else (3, 0, (0, 0, 0), 1))
    assert {event.seat for event in t.happened(Gained)} == {0}


@pytest.mark.rule("AZE-SOLO-03", "AZE-SOLO-10")
def test_the_ai_has_nothing_and_gains_nothing() -> None:
    day = row("1 2 3 4 5", "celerity_novice intelligence_novice charm_novice", "10 11")
    t = alone(day).town(10, 11, 12)
    t.row(2, 7, 3)
    before = t.json()["players"]
    assert len(before) == 1
    t.plan(WORKS)
    assert {event.seat for event in t.happened(Gained)} == {0}
    assert t.happened(DiceRolled) == []
    assert set(t.json()) == set(table(2).json())
    assert t.me.display == ()
    assert t.state.visitors.gone == (10, 11)


# -- the sheet -------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-SOLO-04", "AZE-RUL-77")
@pytest.mark.parametrize(
    ("difficulty", "words"), [(ANY_DIFFICULTY, "easy medium hard"), (EASY, "easy"), (MEDIUM, "medium"), (HARD, "hard")]
)
def test_the_sheet_is_drawn_within_the_difficulty(difficulty: int, words: str) -> None:
    drawn = {fresh(1, seed=seed, difficulty=difficulty).state.sheet for seed in range(120)}
    allowed = {i for i, sheet in enumerate(rows("solo_sheets")) if sheet["difficulty"] in words.split()}
    assert drawn == allowed
    assert len(rows("solo_sheets")) == 12
    assert len(allowed) == 4 * len(words.split())


@pytest.mark.rule("AZE-SOLO-04")
def test_the_sheet_stays_for_the_whole_game_and_is_hidden() -> None:
    t = started(1, seed=3)
    sheet = t.state.sheet
    t.until(GAME_OVER)
    assert t.state.sheet == sheet
    assert "sheet" not in AZERLAND.view_to_json(t.view(0), DATA)


@pytest.mark.rule("AZE-SOLO-05", "AZE-RUL-76")
def test_the_potion_row_is_uncovered_in_phase_three_and_the_priority_row_at_the_reveal() -> None:
    cells = ("2 g3 4 5 1", "3 g4 5 1 2", "4 g5 1 2 3", "5 g1 2 3 4", "1 g2 3 4 5", "2 g3 4 5 1")
    days = {day: row(cells[day - 1], "charm_novice") for day in range(1, 7)}
    t = table(1, tables=sheets(days), difficulty=EASY)
    for day in range(1, 7):
        view = t.view(0)
        assert (len(view.ai_drinks), len(view.ai_plaquettes)) == (day - 1, day - 1)
        t.me.potions = (1, 0, 0)
        t.plan(WORKS)
        view = t.view(0)
        assert t.state.phase == POTIONS
        assert (len(view.ai_drinks), len(view.ai_plaquettes)) == (day, day - 1)
        assert view.ai_drinks[-1].potions == (CHARM,)
        t.finish(0)
        view = t.view(0)
        assert (len(view.ai_drinks), len(view.ai_plaquettes)) == (day, day)
        assert view.ai_plaquettes[-1].numbers[HARVEST] == day % 5 + 1
        revealed = [event for event in t.happened(PlaquetteRevealed) if event.participant == AI]
        assert len(revealed) == day
    assert t.state.phase == GAME_OVER


# -- phase 3 -----------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-SOLO-06", "AZE-RUL-71")
@pytest.mark.parametrize(("gold", "left"), [(0, 0), (1, 0), (5, 4)])
def test_the_ais_charm_takes_a_gold_of_the_human(gold: int, left: int) -> None:
    t = alone(row(WORKS, "charm_intermediate"))
    t.me.gold = gold
    t.plan("1 2 3 4 5")
    assert t.me.gold == left
    assert t.happened(AiDrank) == [AiDrank(CHARM, INTERMEDIATE)]
    assert t.happened(GoldTaken) == ([GoldTaken(AI, 0)] if gold else [])


@pytest.mark.rule("AZE-SOLO-06")
def test_each_charm_takes_one() -> None:
    t = alone(row(WORKS, "charm_intermediate charm_intermediate"))
    t.me.gold = 5
    assert t.plan("1 2 3 4 5").me.gold == 3


@pytest.mark.rule("AZE-RUL-71")
@pytest.mark.parametrize(
    "potion",
    [f"{p}_{lv}" for p in ("celerity", "charm", "intelligence") for lv in ("novice", "intermediate", "expert")],
)
def test_no_other_potion_of_the_ai_changes_anything(potion: str) -> None:
    def played(drinks: str) -> dict[str, object]:
        t = alone(row("1 g2 g3 4 g5", drinks)).town(10, 11)
        t.me.gold = 5
        t.plan("5 4 3 2 1")
        document = t.json()
        document["players"][0]["gold"] += drinks == "charm_intermediate"
        return document

    assert played(potion) == played("")


@pytest.mark.rule("AZE-RUL-74")
@pytest.mark.parametrize(("cauldron", "gold"), [(1, 0), (2, 1)])
def test_phase_three_goes_by_cauldron_with_the_ai(cauldron: int, gold: int) -> None:
    t = alone(row(WORKS, "charm_intermediate"), cauldron)
    t.me.gold, t.me.potions = 1, (1, 0, 0)
    t.plan("1 2 3 4 5")
    assert t.state.phase == POTIONS
    assert t.me.gold == gold
    t.finish(0)
    assert t.me.gold == 0


@pytest.mark.rule("AZE-SOLO-15")
def test_the_humans_charm_gives_three_gold_of_the_supply() -> None:
    t = alone(row(WORKS)).level(CHARM, INTERMEDIATE)
    t.me.potions = (0, 1, 0)
    t.plan("1 2 3 4 5").play(0, DrinkPotion(CHARM, INTERMEDIATE))
    assert t.me.gold == 3
    assert t.happened(GoldTaken) == []


# -- ranks -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-SOLO-07")
@pytest.mark.parametrize(("ai", "human", "dice"), [(1, 2, 2), (3, 2, 3), (5, 4, 3), (2, 5, 2)])
def test_the_ais_number_ranks_like_a_second_players(ai: int, human: int, dice: int) -> None:
    others = [n for n in range(1, 6) if n != ai]
    own = [n for n in range(1, 6) if n != human]
    t = alone(row(f"{ai} " + " ".join(f"g{n}" for n in others)))
    t.plan(f"{human} " + " ".join(map(str, own)))
    assert [len(event.dice) for event in t.happened(DiceRolled)] == [dice]


@pytest.mark.rule("AZE-SOLO-08")
@pytest.mark.parametrize(("cauldron", "ranking"), [(1, (AI, 0)), (2, (0, AI))])
def test_a_tie_with_the_ai_goes_to_the_lower_cauldron_and_they_exchange(
    cauldron: int, ranking: tuple[int, ...]
) -> None:
    t = alone(row("3 g1 g2 g4 g5"), cauldron).plan("3 1 2 4 5")
    assert t.happened(ColumnStarted)[0].ranking == ranking
    assert t.state.phase == STUDY_COLUMN
    assert t.state.cauldrons == ((0, AI) if cauldron == 1 else (AI, 0))
    assert len(t.happened(CauldronsExchanged)) == 1
    assert [len(event.dice) for event in t.happened(DiceRolled)] == [2 if cauldron == 1 else 3]


@pytest.mark.rule("AZE-SOLO-09")
def test_where_the_ai_works_the_human_is_first_and_never_tied() -> None:
    t = alone(row("g3 1 2 4 5"), 1).plan("3 2 1 4 5")
    assert t.happened(ColumnStarted)[0].ranking == (0,)
    assert [len(event.dice) for event in t.happened(DiceRolled)] == [3]
    assert t.happened(CauldronsExchanged) == []


@pytest.mark.rule("AZE-SOLO-17")
def test_the_example_of_the_rulebook() -> None:
    t = alone(row("1 3 5 4 g2")).town(10, 11).row(3)
    t.me.ingredients, t.me.gold, t.me.potions = (50, 50, 50), 9, (3, 3, 3)
    t.plan("4 1 2 5 3").finish(0)
    assert [len(event.dice) for event in t.happened(DiceRolled)] == [2]
    steps = 0
    while t.point() == "study_step":
        t.play(0, AdvanceDisc(INTELLIGENCE))
        steps += 1
    assert steps == 3
    assert (t.point(), t.state.turns_left) == ("trade_turn", 1), "before the AI"
    t.finish(0)
    made = 0
    while t.point() == "concoct_step":
        t.play(0, Concoct(CHARM))
        made += 1
    assert made == 2
    assert (t.point(), t.state.order) == ("serve_turn", (0,))


# -- the end, bonus tiles ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AZE-SOLO-16", "AZE-RUL-75")
@pytest.mark.parametrize(("prestige", "gold", "won"), [(64, 0, False), (65, 0, True), (64, 1, False), (64, 2, True)])
def test_sixty_five_prestige_after_the_final_count_win(prestige: int, gold: int, won: bool) -> None:
    t = alone(row(WORKS))
    t.state.day = 6
    t.plan(WORKS)
    assert t.state.phase == GAME_OVER
    t.me.prestige, t.me.gold = prestige, gold
    outcome = AZERLAND.outcome(t.state)
    assert len(outcome.seats) == 1
    assert outcome.seats[0].place == (1 if won else 2)
    assert outcome.seats[0].points == prestige + gold // 2


@pytest.mark.rule("AZE-SOLO-18")
@pytest.mark.parametrize("tile", [BONUS_GOLD, BONUS_APPRENTICE])
def test_gifts_to_every_player_go_to_the_human_alone(tile: int) -> None:
    t, plain = alone(row(WORKS)), alone(row(WORKS))
    t.state.bonus_tiles = (tile, 0, 1, 2, 3)
    for played in (t, plain):
        played.skip_day("1 2 3 4 g5")
    assert t.me.gold == plain.me.gold + (tile == BONUS_GOLD)
    assert t.me.apprentices == plain.me.apprentices + (tile == BONUS_APPRENTICE)
    assert len(t.json()["players"]) == 1


@pytest.mark.rule("AZE-SOLO-18")
def test_the_bonus_ingredient_is_asked_of_the_human_alone() -> None:
    t = alone(row(WORKS))
    t.state.bonus_tiles = (BONUS_INGREDIENT_TILE, 0, 1, 2, 3)
    t.plan(WORKS)
    assert t.point() == "bonus_ingredient"
    t.play(0, ChooseIngredient(SAP))
    assert t.me.ingredients == (0, 0, 1)
    assert t.state.phase == PRIORITIES


@pytest.mark.rule("AZE-SOLO-18", "AZE-SOLO-10")
@pytest.mark.parametrize("tile", [BONUS_CONCOCT, BONUS_BUY, BONUS_SERVE, BONUS_DRINK])
def test_no_act_of_the_ai_pays_anybody(tile: int) -> None:
    busy = row("1 2 3 4 5", "celerity_expert intelligence_expert", "10 11")
    t = alone(row(WORKS), day_2=busy).town(10, 11, 12)
    t.state.bonus_tiles = (tile, 0, 1, 2, 3)
    t.plan(WORKS)
    assert t.state.day == 2
    t.row(2, 7, 3)
    t.plan(WORKS)
    assert t.state.day == 3
    assert t.me.prestige == 0
    assert len(t.happened(OrderServed)) == 2
    assert t.happened(AiTookCards) == [AiTookCards((2, 7))]


@pytest.mark.rule("AZE-SOLO-06", "AZE-RUL-71")
def test_the_ais_expert_potions_touch_no_pawn_no_deck_and_no_tile() -> None:
    t = alone(row("1 2 3 4 5", "charm_expert celerity_intermediate celerity_expert")).town(10, 11)
    deck, zeros = t.state.market.deck, t.state.zero_tiles
    t.me.potions = (1, 0, 0)
    t.plan("5 4 3 2 1")
    t.finish(0)
    assert (t.me.pawn, t.state.market.deck, t.state.zero_tiles) == (NONE, deck, zeros)
    revealed = next(event for event in t.happened(PlaquetteRevealed) if event.participant == AI)
    assert revealed.numbers == (1, 2, 3, 4, 5)
    assert [event.potion for event in t.happened(AiDrank)] == [CHARM, CELERITY, CELERITY]
