"""The four main actions (MED-MAIN)."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    EndTurn,
    PlayFriendlyGift,
    PlayOptimalCondition,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.events import ApprenticeTrained, FavorCardTaken, InstrumentBought, MoneyTaken
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    EARLY_BIRD,
    FREE_DECISION,
    FRIENDLY_GIFT,
    GREAT_DEMAND,
    LONG_FINGERS,
    NEUTRAL,
    OPTIMAL_CONDITION,
    RICH_FIND,
    ROD_LETTERS,
)
from tests.engine.medico.cards import (
    APPRENTICE_PRESTIGE,
    COLUMN_COINS,
    COLUMN_POINTS,
    COLUMN_PRESTIGE,
    SPACE_COSTS,
)
from tests.engine.medico.table import Table, table

MAIN_KINDS = (TakeMoney, TakeFavorCard, TrainApprentice, BuyInstrument, BuyBothInstruments)
ALONE = 2
WITH_MEDICUS = 3


def buyer(coins: int, *, at: int = ALONE) -> Table:
    """Seat 0 with these coins stands at its destination; kinds 0 and 3 are displayed there."""
    t = table()
    t.me.coins = coins
    return t.arrive(at)


@pytest.mark.rule("MED-MAIN-01")
def test_the_main_action_is_exactly_one_of_four() -> None:
    t = buyer(20, at=WITH_MEDICUS)
    offered = {type(action) for action in t.legal()}
    assert {*MAIN_KINDS} <= offered
    for action, code in ((TakeMoney(), 0), (TakeFavorCard(), 1), (TrainApprentice(), 2), (BuyInstrument(0), 3)):
        done = buyer(20, at=WITH_MEDICUS).play(0, action)
        assert done.state.phase == AFTER_MAIN
        assert done.me.main_actions == 1 << code
        assert not {type(action) for action in done.legal()} & {*MAIN_KINDS}
        done.rejects_kinds(MAIN_KINDS, "MED-MOVE-07", "MED-MAIN-01")


@pytest.mark.rule("MED-MAIN-02")
@pytest.mark.parametrize("coins", [0, 1, 61, 400])
def test_take_money_gives_two_coins_and_is_always_legal(coins: int) -> None:
    t = buyer(coins)
    t.put(ALONE, favor_stack=())
    t.put(ALONE, instrument_stacks=((), ()))
    t.me.apprentices_left = 0
    t.play(0, TakeMoney())
    assert t.me.coins == coins + 2
    assert t.happened(MoneyTaken) == [MoneyTaken(seat=0, coins=2)]


@pytest.mark.rule("MED-MAIN-03")
def test_the_displayed_favor_card_is_taken_and_none_where_none_lies() -> None:
    t = table()
    t.put(2, favor_stack=(RICH_FIND, EARLY_BIRD))
    t.arrive(2).play(0, TakeFavorCard())
    assert t.me.favors == (RICH_FIND,)
    assert t.place(2).favor_stack == (EARLY_BIRD,)
    assert t.happened(FavorCardTaken) == [FavorCardTaken(seat=0, favor=RICH_FIND)]
    empty = table()
    empty.put(2, favor_stack=())
    empty.arrive(2).rejects(TakeFavorCard(), "MED-MAIN-03")


@pytest.mark.rule("MED-MAIN-04")
def test_a_favor_card_just_taken_may_be_played_at_once_if_its_condition_holds() -> None:
    t = table()
    t.put(WITH_MEDICUS, favor_stack=(FRIENDLY_GIFT,))
    t.arrive(WITH_MEDICUS).play(0, TakeFavorCard(), PlayFriendlyGift())
    assert t.me.coins == 2
    alone = table()
    alone.put(2, favor_stack=(FRIENDLY_GIFT,))
    alone.arrive(2).play(0, TakeFavorCard())
    alone.rejects(PlayFriendlyGift(), "MED-RUL-65")


@pytest.mark.rule("MED-MAIN-05")
def test_any_number_of_favor_cards_is_held_and_played() -> None:
    t = table()
    t.me.favors = (OPTIMAL_CONDITION, *(FRIENDLY_GIFT,) * 7, LONG_FINGERS, GREAT_DEMAND, FREE_DECISION)
    t.me.favors = tuple(sorted(t.me.favors))
    t.me.letters = t.me.letters * 5
    t.put(WITH_MEDICUS, favor_stack=(EARLY_BIRD,))
    t.arrive(WITH_MEDICUS)
    t.play(0, PlayOptimalCondition(ROD_LETTERS), *[PlayFriendlyGift()] * 6, TakeFavorCard(), PlayFriendlyGift())
    assert t.me.coins == 14
    assert t.me.favors == tuple(sorted((LONG_FINGERS, GREAT_DEMAND, FREE_DECISION, EARLY_BIRD)))


@pytest.mark.rule("MED-MAIN-06")
@pytest.mark.parametrize(
    ("standing", "trained"),
    [((), 1), ((1,), 1), ((NEUTRAL, 1), 2), ((NEUTRAL, 2, 1), 5), ((NEUTRAL, NEUTRAL, 2, 1), 3)],
)
def test_training_pays_the_next_space_and_shows_the_next_apprentice(standing: tuple[int, ...], trained: int) -> None:
    t = table()
    t.put(2, apprentices=standing)
    t.me.apprentices_left = 6 - trained
    t.me.coins = 9
    t.arrive(2).play(0, TrainApprentice())
    cost, prestige = SPACE_COSTS[len(standing)], APPRENTICE_PRESTIGE[trained]
    assert t.place(2).apprentices == (*standing, 0)
    assert t.me.coins == 9 - cost
    assert t.me.prestige == prestige
    assert t.me.apprentices_left == 5 - trained
    assert t.happened(ApprenticeTrained) == [ApprenticeTrained(seat=0, place=2, cost=cost, prestige=prestige)]


@pytest.mark.rule("MED-MAIN-07")
def test_one_apprentice_per_place_and_player() -> None:
    t = table()
    t.me.coins = 9
    t.put(2, apprentices=(1, 0))
    t.arrive(2).rejects(TrainApprentice(), "MED-MAIN-07")


@pytest.mark.rule("MED-MAIN-08")
def test_training_needs_the_coins_and_an_apprentice() -> None:
    poor = table()
    poor.put(2, apprentices=(1, 2))
    poor.me.coins = SPACE_COSTS[2] - 1
    poor.arrive(2).rejects(TrainApprentice(), "MED-MAIN-08")
    poor.me.coins = SPACE_COSTS[2]
    assert poor.offers(TrainApprentice())
    none = table()
    none.me.coins = 9
    none.me.apprentices_left = 0
    none.arrive(2).rejects(TrainApprentice(), "MED-MAIN-08")


@pytest.mark.rule("MED-MAIN-09")
@pytest.mark.parametrize(("stack", "kind"), [(0, 0), (1, 3)])
def test_one_coin_buys_one_displayed_instrument_of_either_stack(stack: int, kind: int) -> None:
    t = buyer(1).play(0, BuyInstrument(stack))
    assert t.me.instruments == (kind,)
    assert t.me.instrument_counts == (1,)
    assert t.me.coins == 1 - 1 + COLUMN_COINS[0]
    assert t.place(ALONE).instrument_stacks[stack] == ((1, 2), (4, 5))[stack]
    assert len(t.place(ALONE).instrument_stacks[1 - stack]) == 3
    assert t.happened(InstrumentBought) == [
        InstrumentBought(seat=0, stack=stack, instrument=kind, coins=COLUMN_COINS[0], prestige=COLUMN_PRESTIGE[0])
    ]


@pytest.mark.rule("MED-MAIN-10")
@pytest.mark.parametrize("at", [WITH_MEDICUS, 4], ids=["Medicus", "surgeon"])
def test_three_coins_buy_both_beside_another_figure(at: int) -> None:
    t = buyer(3, at=at).play(0, BuyBothInstruments(0))
    assert t.me.instruments == (0, 3)
    assert t.me.coins == 3 - 3 + COLUMN_COINS[0] + COLUMN_COINS[1]
    assert t.me.prestige == COLUMN_PRESTIGE[0] + COLUMN_PRESTIGE[1]
    assert t.place(at).instrument_stacks == ((1, 2), (4, 5))


@pytest.mark.rule("MED-MAIN-11")
def test_alone_at_the_place_only_one_instrument_is_sold() -> None:
    t = buyer(9)
    t.put(ALONE, apprentices=(1, 2, NEUTRAL))
    for first in (0, 1):
        t.rejects(BuyBothInstruments(first), "MED-MAIN-11")
    assert t.offers(BuyInstrument(0))


@pytest.mark.rule("MED-MAIN-12")
def test_two_instruments_never_come_from_one_stack() -> None:
    for stacks in (((0, 1, 2), ()), ((), (0, 1, 2))):
        t = buyer(9, at=WITH_MEDICUS).put(WITH_MEDICUS, instrument_stacks=stacks)
        for first in (0, 1):
            t.rejects(BuyBothInstruments(first), "MED-RUL-62")
    both = buyer(9, at=WITH_MEDICUS).play(0, BuyBothInstruments(0))
    assert [len(stack) for stack in both.place(WITH_MEDICUS).instrument_stacks] == [2, 2]
    one = buyer(9, at=WITH_MEDICUS).play(0, BuyInstrument(0))
    one.rejects(BuyInstrument(0), "MED-MOVE-07")
    assert one.me.instrument_counts == (1,)


@pytest.mark.rule("MED-MAIN-13")
def test_too_few_coins_buy_nothing() -> None:
    for coins in (0, 1, 2):
        t = buyer(coins, at=WITH_MEDICUS)
        t.rejects(BuyBothInstruments(0), "MED-MAIN-13")
        assert t.offers(BuyInstrument(0)) == (coins > 0)
    for stack in (0, 1):
        buyer(0).rejects(BuyInstrument(stack), "MED-MAIN-13")


@pytest.mark.rule("MED-MAIN-14")
def test_a_new_kind_goes_to_the_leftmost_empty_column() -> None:
    t = table()
    t.me.coins = 1
    t.me.instruments, t.me.instrument_counts = (5, 2), (1, 3)
    t.arrive(2).play(0, BuyInstrument(1))
    assert t.player(0).instruments == (5, 2, 3)
    assert t.player(0).instrument_counts == (1, 3, 1)
    assert (t.me.coins, t.me.prestige) == (COLUMN_COINS[2], COLUMN_PRESTIGE[2])


@pytest.mark.rule("MED-MAIN-15", "MED-RUL-60")
def test_a_known_kind_is_stacked_and_earns_its_column_again() -> None:
    t = table()
    t.me.coins = 1
    t.me.instruments, t.me.instrument_counts = (5, 2, 3), (1, 3, 1)
    t.arrive(2).play(0, BuyInstrument(1))
    assert t.me.instruments == (5, 2, 3)
    assert t.me.instrument_counts == (1, 3, 2)
    assert (t.me.coins, t.me.prestige) == (COLUMN_COINS[2], COLUMN_PRESTIGE[2])


@pytest.mark.rule("MED-MAIN-16")
@pytest.mark.parametrize("column", range(7))
def test_the_column_pays_coins_and_prestige_at_once_but_no_points(column: int) -> None:
    t = table()
    t.me.coins = 1
    kinds = [kind for kind in range(7) if kind != 3][:column]
    t.me.instruments, t.me.instrument_counts = tuple(kinds), (1,) * column
    t.arrive(2).play(0, BuyInstrument(1))
    assert t.me.instruments[column] == 3
    assert (t.me.coins, t.me.prestige, t.me.points) == (COLUMN_COINS[column], COLUMN_PRESTIGE[column], 0)


@pytest.mark.rule("MED-MAIN-16")
def test_the_rulebook_s_two_new_instruments_bring_one_coin_and_two_prestige() -> None:
    t = table()
    t.me.coins = 3
    t.me.instruments, t.me.instrument_counts = (6,), (1,)
    t.arrive(WITH_MEDICUS).play(0, BuyBothInstruments(0))
    assert (t.me.coins, t.me.prestige) == (1, 2), "columns 2 and 3 of the test tables"


@pytest.mark.rule("MED-MAIN-17")
def test_gaps_above_shorter_columns_stay_open_and_change_nothing() -> None:
    t = table().last_round()
    t.me.coins = 1
    t.me.instruments, t.me.instrument_counts = (6, 5, 4), (1, 4, 1)
    t.arrive(2)
    changes = t.changes(0, BuyInstrument(0))
    assert t.player(0).instruments == (6, 5, 4, 0)
    assert t.player(0).instrument_counts == (1, 4, 1, 1)
    assert {path for path in changes if path.startswith("players[0].")} == {
        "players[0].instrument_counts",
        "players[0].instruments",
        "players[0].main_actions",
        "players[0].prestige",
    }
    assert (t.me.coins, t.me.prestige) == (COLUMN_COINS[3], COLUMN_PRESTIGE[3])
    t.finish_round()
    pieces = sum(number * points for number, points in zip((1, 4, 1, 1), COLUMN_POINTS, strict=False))
    assert dict(t.outcome()[0].categories)["instruments"] == pieces, "a gap scores nothing"


@pytest.mark.rule("MED-MAIN-18", "MED-RUL-69")
def test_rewards_of_a_purchase_do_not_help_to_pay_for_it() -> None:
    t = table()
    t.me.instruments, t.me.instrument_counts = (4, 5, 6, 1), (1, 1, 1, 1)
    t.me.coins = 2
    t.arrive(WITH_MEDICUS).rejects(BuyBothInstruments(0), "MED-MAIN-13", "MED-MAIN-18")
    broke = table()
    broke.me.instruments, broke.me.instrument_counts = (4, 5, 6, 1), (1, 1, 1, 1)
    broke.arrive(2).rejects(BuyInstrument(0), "MED-MAIN-13", "MED-MAIN-18")
    assert COLUMN_COINS[4] == 2, "the fifth column alone would pay for it"


@pytest.mark.rule("MED-MAIN-01")
def test_the_next_round_allows_every_main_action_again() -> None:
    t = table().arrive(2).play(0, TakeMoney(), EndTurn())
    t.arrive_next(4)
    assert t.me.main_actions == 0
    assert t.offers(TakeMoney())
