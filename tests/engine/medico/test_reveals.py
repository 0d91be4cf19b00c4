"""What a step tells whoever takes it: another card, a place card, another seat's dial. There a plan stops, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.actions import Action
from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    BuyRecipeBook,
    DeclineDuelReward,
    DeliverLetter,
    EndTurn,
    PlaceKnowledge,
    PlayGreatDemand,
    SellRemedy,
    SetDestination,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.vocabulary import (
    BOREDOM,
    DUEL_REWARD,
    EARLY_BIRD,
    FRIENDLY_GIFT,
    GREAT_DEMAND,
    HERBS,
    LEECH,
    MANDRAKE,
    ONE_COIN,
    OPTIMAL_CONDITION,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import letter, market
from tests.engine.medico.table import Table, table


def reveals(t: Table, action: Action, seat: int = 0) -> bool:
    assert t.offers(action, seat)
    return MEDICO.apply(t.state, seat, action)


def at_destination(**fields: Any) -> Table:
    """Seat 0, able to do everything at place 3, beside the Medicus; ``fields`` replaces what lies there."""
    t = table()
    t.me.coins, t.me.pouches, t.me.favors, t.me.letters = 9, (LEECH, MANDRAKE), (GREAT_DEMAND,), (letter(0, 3),)
    lying = {"market_stack": (market(LEECH, HERBS), market(HERBS, LEECH)), "market_remedies": (NONE, HERBS)}
    return t.put(3, **(lying | fields)).arrive(3)


LAST_MARKET = {"market_stack": (market(LEECH, HERBS),)}
FREE_MARKET = {"market_remedies": (NONE, NONE)}


@pytest.mark.parametrize(
    ("action", "lying", "expected"),
    [
        (SellRemedy(LEECH, 0), {}, True),
        (SellRemedy(LEECH, 0), LAST_MARKET, False),
        (SellRemedy(LEECH, 0), FREE_MARKET, False),
        (PlayGreatDemand(MANDRAKE, 0), {}, True),
        (PlayGreatDemand(MANDRAKE, 0), LAST_MARKET, False),
        (DeliverLetter(ONE_COIN), {}, True),
        (DeliverLetter(ONE_COIN), {"letter_stack": (letter(3, 4),)}, False),
        (DeliverLetter(ONE_COIN), {"letter_stack": ()}, False),
        (BuyRecipeBook(), {"book_stack": (0, 1)}, True),
        (BuyRecipeBook(), {"book_stack": (0,)}, False),
        (TakeFavorCard(), {"favor_stack": (EARLY_BIRD, FRIENDLY_GIFT)}, True),
        (TakeFavorCard(), {"favor_stack": (EARLY_BIRD,)}, False),
        (BuyInstrument(0), {"instrument_stacks": ((0, 1), (2,))}, True),
        (BuyInstrument(1), {"instrument_stacks": ((0, 1), (2,))}, False),
        (BuyBothInstruments(0), {"instrument_stacks": ((0, 1), (2,))}, True),
        (BuyBothInstruments(1), {"instrument_stacks": ((0, 1), (2,))}, True),
        (BuyBothInstruments(0), {"instrument_stacks": ((0,), (2,))}, False),
        (TrainApprentice(), {}, False),
        (TakeMoney(), {}, False),
    ],
)
def test_a_card_turned_up_is_told(action: Action, lying: dict[str, Any], expected: bool) -> None:
    assert reveals(at_destination(**lying), action) is expected


@pytest.mark.parametrize(("markers", "favors"), [(0, ()), (1, ()), (1, (OPTIMAL_CONDITION,))])
def test_the_end_of_a_turn_reveals_the_next_dial_when_it_closes(markers: int, favors: tuple[int, ...]) -> None:
    t = at_destination()
    t.me.favors = favors
    t.me.markets = (0, 1, 2, 3) if favors else ()
    t.play(0, TakeMoney())
    t.me.collected_markers = markers
    assert reveals(t, EndTurn()) is (markers == 0)
    if markers:
        assert reveals(t, PlaceKnowledge(BOREDOM)) is (not favors), "while favor 3 can be played the turn goes on"
        if favors:
            assert reveals(t, EndTurn())


@pytest.mark.parametrize(("seats", "emptied", "expected"), [(3, False, False), (3, True, True), (2, False, True)])
def test_after_the_last_turn_refilling_and_place_cards_are_told(seats: int, emptied: bool, expected: bool) -> None:
    t = table(seats)
    t.dials(1)
    while t.state.turns_left:
        t.finish_turn()
    last = t.state.active_seat
    t.walk(last).play(last, TakeMoney())
    if emptied:
        t.put(4, book_stack=())
    assert reveals(t, EndTurn(), last) is expected
    assert t.state.round == 2


@pytest.mark.parametrize(
    ("seats", "action", "supply", "expected"),
    [
        (3, DeclineDuelReward(), (), False),
        (2, DeclineDuelReward(), (), True),
        (3, TrainApprentice(), (), False),
        (3, TakeFavorCard(), (), False),
        (3, TakeFavorCard(), (EARLY_BIRD,), True),
    ],
)
def test_a_reward_tells_what_it_refills_and_the_next_place_card(
    seats: int, action: Action, supply: tuple[int, ...], expected: bool
) -> None:
    t = table(seats).prestige({0: 9}).put(3, favor_stack=(FRIENDLY_GIFT,))
    t.state.favor_supply = supply
    t.arrive(3).play(0, TakeMoney()).finish_round()
    assert t.state.phase == DUEL_REWARD
    assert reveals(t, action) is expected


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (1, 2, 0), (2, 1, 0)])
def test_the_last_dial_reveals_the_starting_player_s_to_all_others(order: tuple[int, ...]) -> None:
    t = table()
    told = [reveals(t, SetDestination(2), seat) for seat in order]
    assert told == [False, False, order[-1] != 0]
