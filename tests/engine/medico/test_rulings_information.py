"""Rulings on what is open, what is asked, and what never happens (MED-RUL-70 to 78)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    BuyRecipeBook,
    CollectRemedy,
    DeclineDuelReward,
    EndTurn,
    FinishLongFingers,
    LeaveWaypoint,
    MeetMedicus,
    PlaceKnowledge,
    PlayEarlyBird,
    PlayLongFingers,
    PlayOptimalCondition,
    SellRemedy,
    StartMove,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.events import DuelWon, KnowledgePlaced, PrestigeMoved
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.options import RANDOM_START_PLACES
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    CHOOSE_DESTINATION,
    DEPART,
    DESTINATION,
    DUEL_REWARD,
    EARLY_BIRD,
    END_OF_TURN,
    EXTRA_POUCH,
    GAME_OVER,
    HERBS,
    JACK_OF_ALL_TRADES,
    LEECH,
    LONG_FINGERS,
    LONG_FINGERS_PHASE,
    MEDICUS,
    NEUTRAL_SURGEON,
    OPTIMAL_CONDITION,
    POUCH,
    ROD_MARKETS,
    START_PLACE,
    WAYPOINT,
)
from engine_core.rng import key_from_seed
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import DATA, SPACE_COSTS, letter
from tests.engine.medico.table import Table, fresh, table
from tests.engine.tabletop import flat


def seen(t: Table, observer: int | None) -> dict[str, Any]:
    return flat(MEDICO.view_to_json(t.view(observer), DATA))


@pytest.mark.rule("MED-RUL-70")
@pytest.mark.parametrize("observer", [None, 0, 1])
def test_every_board_is_open_to_everybody(observer: int | None) -> None:
    t = table(2)
    before = seen(t, observer)
    other = t.player(1)
    other.coins, other.points, other.pouches = 7, 3, (LEECH, HERBS)
    other.favors, other.letters = (EARLY_BIRD, LONG_FINGERS), (letter(0, 1), letter(0, 2))
    other.books, other.book_covered = (3, 5), (-1, 6)
    other.abilities, other.gold_rods = 0b101, 0b1
    after = seen(t, observer)
    changed = {path.removeprefix("players[1].") for path in after if after[path] != before.get(path)}
    assert changed == {
        "coins",
        "points",
        "pouches",
        "favors",
        "letters",
        "books",
        "book_covered",
        "abilities",
        "gold_rods",
    }


@pytest.mark.rule("MED-RUL-70")
@pytest.mark.parametrize("observer", [None, 0, 1])
def test_supplies_the_order_of_place_cards_and_the_key_are_closed(observer: int | None) -> None:
    t = table(2)
    before = seen(t, observer)
    state = t.state
    state.favor_supply = tuple(reversed(state.favor_supply))
    state.instrument_supply = tuple((kind + 1) % 7 for kind in state.instrument_supply)
    state.book_supply = tuple(reversed(state.book_supply))
    state.market_supply = tuple(reversed(state.market_supply))
    state.neutral_deck = tuple(reversed(state.neutral_deck))
    state.rng.secret = key_from_seed(99)
    assert seen(t, observer) == before
    assert not [path for path in before if "rng" in path or "secret" in path]
    state.book_supply = state.book_supply[1:]
    assert seen(t, observer) != before, "sizes are open"


@pytest.mark.rule("MED-RUL-71")
def test_a_single_legal_action_is_still_asked_where_it_is_a_choice() -> None:
    t = table().no_market_at(2).put(2, favor_stack=(), book_stack=())
    t.me.favors = (LONG_FINGERS,)
    assert t.depart(2).legal() == [StartMove()]
    assert t.state.phase == DEPART
    t.walk()
    assert t.state.phase == DESTINATION
    assert t.legal() == [TakeMoney()]
    t.play(0, TakeMoney(), PlayLongFingers())
    assert t.legal() == [FinishLongFingers()]
    assert t.state.phase == LONG_FINGERS_PHASE
    t.play(0, FinishLongFingers())
    assert (t.state.phase, t.legal()) == (AFTER_MAIN, [EndTurn()])
    duel = table().prestige({0: 9}).put(3, favor_stack=())
    duel.state.favor_supply = ()
    duel.arrive(3).play(0, TakeMoney())
    duel.me.coins = 0
    duel.finish_round()
    assert (duel.state.phase, duel.legal()) == (DUEL_REWARD, [DeclineDuelReward()])
    points = {point.name: point for point in MEDICO.decision_points}
    assert [name for name, point in points.items() if not point.always_asked] == ["end_of_turn"]
    assert [name for name, point in points.items() if point.simultaneous] == ["choose_destination"]
    full = table()
    full.me.favors = (EARLY_BIRD,)
    full.depart(2).put(0, favor_stack=()).play(0, PlayEarlyBird())
    assert full.legal() == [TakeMoney()]
    full.play(0, TakeMoney(), StartMove())
    while full.state.phase == WAYPOINT:
        full.me.pouches = ()
        assert full.legal() == [CollectRemedy(POUCH), LeaveWaypoint()]
        full.play(0, CollectRemedy(POUCH))
        full.me.pouches = ()
        assert full.legal() == [LeaveWaypoint()]
        full.play(0, LeaveWaypoint())


@pytest.mark.rule("MED-RUL-71")
def test_the_last_free_ability_is_placed_without_asking() -> None:
    t = table()
    t.me.abilities = (1 << 11) - 1 - (1 << EXTRA_POUCH)
    t.arrive(2).play(0, TakeMoney())
    t.me.collected_markers = 1
    t.play(0, EndTurn())
    assert t.me.abilities == (1 << 11) - 1
    assert t.state.active_seat == 1
    assert [event.ability for event in t.happened(KnowledgePlaced)] == [EXTRA_POUCH]


@pytest.mark.rule("MED-RUL-71")
def test_the_end_of_turn_waits_after_the_last_marker_only_for_favor_3() -> None:
    t = table()
    t.me.favors = (OPTIMAL_CONDITION,)
    t.me.markets = (0, 1, 2, 3)
    t.arrive(2).play(0, TakeMoney())
    t.me.collected_markers = 1
    t.play(0, EndTurn(), PlaceKnowledge(EXTRA_POUCH))
    assert (t.state.phase, t.state.active_seat) == (END_OF_TURN, 0)
    assert t.legal() == [PlayOptimalCondition(ROD_MARKETS), EndTurn()]
    played = Table(t.position.clone())
    t.play(0, EndTurn())
    assert (t.state.active_seat, t.me.gold_rods) == (1, 0)
    played.play(0, PlayOptimalCondition(ROD_MARKETS))
    assert (played.state.active_seat, played.me.gold_rods) == (1, 1 << ROD_MARKETS)


@pytest.mark.rule("MED-RUL-71")
def test_no_reward_is_asked_when_all_four_types_were_carried_out() -> None:
    t = table().prestige({0: 9})
    t.me.favors = (EARLY_BIRD,) * 3
    t.me.coins = 20
    t.me.abilities = 1 << JACK_OF_ALL_TRADES
    t.depart(3)
    for action in (TakeFavorCard(), BuyInstrument(0), TrainApprentice()):
        t.play(0, PlayEarlyBird(), action)
    prestige = t.me.prestige
    t.walk().play(0, TakeMoney()).finish_round()
    assert DuelWon(place=3, figure=0) in t.events
    assert t.state.phase == CHOOSE_DESTINATION
    assert t.me.prestige == prestige - 1


@pytest.mark.rule("MED-RUL-71")
def test_the_last_start_place_is_asked_like_the_first() -> None:
    t = fresh(4)
    asked = 0
    while t.state.phase == START_PLACE:
        seat = MEDICO.to_act(t.state)[0]
        t.play(seat, t.legal(seat)[0])
        asked += 1
    assert asked == 4


@pytest.mark.rule("MED-RUL-74")
@pytest.mark.parametrize("shift", [1, 2])
def test_no_seat_is_special(shift: int) -> None:
    """The same round, all seats shifted: every player's board ends the same."""

    def played(shift: int) -> list[dict[str, Any]]:
        t = table()
        places = (0, 4, 5)
        dials = (2, 2, 3)
        pouches = ((LEECH,), (LEECH, HERBS), ())
        seats = [(role + shift) % 3 for role in range(3)]
        t.state.starting_seat = seats[0]
        t.prestige({seats[0]: 1, seats[1]: 1, seats[2]: 5, MEDICUS: 2})
        t.market_at(2, LEECH, HERBS).put(2, apprentices=(seats[2],))
        for role, seat in enumerate(seats):
            player = t.player(seat)
            player.place, player.pouches = places[role], pouches[role]
            player.letters = (letter(6, dials[role]),)
        by_seat = [dials[seats.index(seat)] for seat in range(3)]
        t.dials(*by_seat)
        for seat in seats:
            t.walk(seat)
            sales = [action for action in t.legal(seat) if type(action) is SellRemedy]
            if sales:
                t.play(seat, sales[0])
            t.finish_turn()
        t.next_round()
        boards = t.json()["players"]
        return [boards[seat] for seat in seats]

    assert played(shift) == played(0)


PRICES: dict[type, tuple[int, ...]] = {
    BuyRecipeBook: (1,),
    MeetMedicus: (2,),
    BuyInstrument: (1,),
    BuyBothInstruments: (3,),
    TrainApprentice: tuple(SPACE_COSTS),
}


@pytest.mark.rule("MED-RUL-77")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_prestige_falls_by_won_duels_alone_and_coins_by_payments_alone(seats: int) -> None:
    choose = random.Random(seats)
    t = fresh(seats, start_places=RANDOM_START_PLACES)
    paid = lost = 0
    winner = NONE
    prestige = marks(t)
    while t.state.phase != GAME_OVER:
        seat = choose.choice(MEDICO.to_act(t.state))
        action = choose.choice(t.legal(seat))
        coins = [player.coins for player in t.state.players]
        t.events.clear()
        t.play(seat, action)
        for other, player in enumerate(t.state.players):
            if player.coins < coins[other]:
                assert other == seat
                assert type(action) in PRICES
                assert coins[other] - player.coins <= max(PRICES[type(action)])
                paid += 1
        for event in t.events:
            if isinstance(event, DuelWon):
                winner = event.figure
            if isinstance(event, PrestigeMoved):
                if event.prestige < prestige[event.figure]:
                    assert (event.figure, event.prestige) == (winner, prestige[event.figure] - 1)
                    winner, lost = NONE, lost + 1
                prestige[event.figure] = event.prestige
        assert prestige == marks(t), "every change is told"
    assert paid > 5
    assert lost > 2


def marks(t: Table) -> dict[int, int]:
    state = t.state
    figures = {seat: player.prestige for seat, player in enumerate(state.players)}
    return figures | {MEDICUS: state.medicus_prestige, NEUTRAL_SURGEON: state.neutral_prestige}


@pytest.mark.rule("MED-RUL-78")
def test_apprentices_leave_in_the_order_of_their_values_and_pouches_are_interchangeable() -> None:
    t = table()
    t.me.pouches = (LEECH, LEECH, HERBS)
    t.depart(2)
    discards = [action for action in t.legal() if type(action).kind == "discard_remedy"]
    assert len(discards) == 2, "one per kind, not per pouch"
