"""The neutral surgeon of the two-player game (MED-2P)."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import BuyBothInstruments, PlayFriendlyGift, TakeMoney
from engine_core.games.medico.events import (
    DuelWon,
    IncomePaid,
    MarketBoxed,
    MarketCompleted,
    NeutralRemedyPlaced,
    NeutralSurgeonMoved,
    PrestigeMoved,
    RoundStarted,
    WaypointReached,
)
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    FRIENDLY_GIFT,
    HERBS,
    LEECH,
    MARIGOLD,
    MEDICUS,
    NEUTRAL,
    NEUTRAL_SURGEON,
    OBOLUS,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import market
from tests.engine.medico.table import Table, fresh, table


def neutral_to(place: int) -> Table:
    """A two-player position in which the neutral surgeon goes to this place at the start of round 2."""
    t = table(2)
    t.state.neutral_deck = (place, *(card for card in range(7) if card != place))
    return t


def second_round(t: Table) -> Table:
    """The neutral surgeon's move of round 2 is done (seat 0 ends at place 2, seat 1 at place 5)."""
    t.dials(2, 5).next_round()
    assert (t.state.phase, t.state.round) == (CHOOSE_DESTINATION, 2)
    return t


@pytest.mark.rule("MED-2P-01", "MED-SET-27")
def test_only_two_players_have_a_neutral_surgeon() -> None:
    for seed in range(8):
        state = fresh(2, seed=seed).state
        assert state.neutral_place not in (NONE, state.medicus_place)
        assert NEUTRAL_SURGEON in state.prestige_order
    for seats in (3, 4):
        state = fresh(seats).state
        assert state.neutral_place == NONE
        assert NEUTRAL_SURGEON not in state.prestige_order
        assert state.neutral_deck == ()


@pytest.mark.rule("MED-2P-02")
def test_two_neutral_apprentices_at_each_of_the_two_first_places() -> None:
    state = fresh(2).state
    standing = {i: place.apprentices for i, place in enumerate(state.places) if place.apprentices}
    assert standing == {state.medicus_place: (NEUTRAL, NEUTRAL), state.neutral_place: (NEUTRAL, NEUTRAL)}


@pytest.mark.rule("MED-2P-03")
def test_the_neutral_surgeon_starts_with_two_prestige_on_top_of_the_medicus() -> None:
    state = fresh(2).state
    assert (state.medicus_prestige, state.neutral_prestige) == (2, 2)
    assert state.prestige_order[-2:] == (MEDICUS, NEUTRAL_SURGEON)


@pytest.mark.rule("MED-2P-04", "MED-RUL-13")
def test_all_seven_place_cards_are_shuffled_again_and_one_is_turned_per_round_from_the_second() -> None:
    t = fresh(2, start_places=1)
    deck = t.state.neutral_deck
    assert sorted(deck) == list(range(7))
    games = [fresh(2, seed=seed).state for seed in range(40)]
    assert len({state.neutral_deck for state in games}) > 35
    for figure in ("medicus_place", "neutral_place"):
        first = {state.neutral_deck.index(state.places[getattr(state, figure)].card) for state in games}
        assert len(first) > 4, "the card that was drawn for the first round may lie anywhere in the deck"
    assert t.happened(NeutralSurgeonMoved) == []
    for turned in range(1, 8):
        t.dials().next_round()
        assert t.state.neutral_deck == deck[turned:]
        at = next(i for i, place in enumerate(t.state.places) if place.card == deck[turned - 1])
        assert t.state.neutral_place == at
    assert t.state.round == 8


@pytest.mark.rule("MED-2P-05")
def test_the_neutral_surgeon_moves_after_the_medicus_and_straight_to_its_place() -> None:
    t = second_round(neutral_to(1))
    assert t.state.neutral_place == 1
    t.events.clear()
    third = t.dials(3, 6)
    third.state.neutral_deck = (5, *third.state.neutral_deck[1:])
    third.next_round()
    moves = [e for e in t.events if isinstance(e, NeutralSurgeonMoved | RoundStarted | PrestigeMoved)]
    assert moves[-4:] == [
        RoundStarted(round=3, medicus_place=5),
        PrestigeMoved(figure=MEDICUS, prestige=6),
        NeutralSurgeonMoved(place=5),
        PrestigeMoved(figure=NEUTRAL_SURGEON, prestige=6),
    ]
    assert {event.seat for event in t.happened(WaypointReached)} <= {0, 1}


@pytest.mark.rule("MED-2P-05")
def test_a_place_card_names_the_board_part_and_not_the_position() -> None:
    t = neutral_to(1).put(1, card=4).put(4, card=1)
    assert second_round(t).state.neutral_place == 4


@pytest.mark.rule("MED-2P-06")
def test_a_remedy_matching_the_leftmost_free_space_is_put_there_for_no_coins() -> None:
    t = neutral_to(1).market_at(1, LEECH, MARIGOLD, HERBS, covered={0: LEECH})
    t.me.coins = t.player(1).coins = 0
    second_round(t)
    assert t.place(1).market_remedies == (LEECH, MARIGOLD, NONE)
    assert [player.coins for player in t.state.players] == [2, 2], "the main actions only"
    assert t.happened(NeutralRemedyPlaced) == [NeutralRemedyPlaced(place=1, space_index=1, remedy=MARIGOLD)]
    gap = second_round(neutral_to(1).market_at(1, LEECH, MARIGOLD, HERBS, covered={1: MARIGOLD}))
    assert gap.place(1).market_remedies == (LEECH, MARIGOLD, NONE)


@pytest.mark.rule("MED-2P-07", "MED-RUL-46")
@pytest.mark.parametrize(
    ("apprentices", "income"), [((), [0, 0]), ((1,), [0, 1]), ((NEUTRAL, 0, 1), [1, 1]), ((NEUTRAL, NEUTRAL), [0, 0])]
)
@pytest.mark.parametrize("abilities", [0, 1 << OBOLUS])
def test_everybody_with_an_apprentice_there_earns_one_coin(
    apprentices: tuple[int, ...], income: list[int], abilities: int
) -> None:
    t = neutral_to(1).market_at(1, LEECH, MARIGOLD, HERBS).put(1, apprentices=apprentices)
    t.me.abilities = t.player(1).abilities = abilities
    second_round(t)
    assert [player.coins - 2 for player in t.state.players] == income
    assert [event.seat for event in t.happened(IncomePaid)] == [seat for seat in (0, 1) if income[seat]]


@pytest.mark.rule("MED-2P-08")
def test_a_market_filled_by_the_neutral_surgeon_goes_to_the_box() -> None:
    t = neutral_to(1).market_at(1, LEECH, HERBS, covered={0: LEECH})
    below = t.place(1).market_stack[1]
    second_round(t)
    assert t.state.boxed_markets == (market(LEECH, HERBS),)
    assert [player.markets for player in t.state.players] == [(), ()]
    assert t.place(1).market_stack[0] == below
    assert set(t.place(1).market_remedies) == {NONE}
    assert t.happened(MarketBoxed) == [MarketBoxed(place=1, market=market(LEECH, HERBS))]
    assert t.happened(MarketCompleted) == []


@pytest.mark.rule("MED-2P-09")
def test_the_neutral_surgeon_gains_two_prestige_after_its_move() -> None:
    t = second_round(neutral_to(1).put(1, apprentices=(0,)))
    assert t.state.neutral_prestige == 4
    assert t.state.prestige_order[-2:] == (MEDICUS, NEUTRAL_SURGEON), "later than the Medicus, so on top of him"
    kinds = [
        type(event)
        for event in t.events
        if isinstance(event, NeutralSurgeonMoved | NeutralRemedyPlaced | IncomePaid)
        or event == PrestigeMoved(figure=NEUTRAL_SURGEON, prestige=4)
    ]
    assert kinds == [NeutralSurgeonMoved, NeutralRemedyPlaced, IncomePaid, PrestigeMoved]


@pytest.mark.rule("MED-2P-10")
def test_the_neutral_surgeon_counts_as_a_figure_but_never_acts() -> None:
    t = table(2)
    t.me.favors = (FRIENDLY_GIFT,)
    t.me.coins = 3
    t.arrive(6).play(0, PlayFriendlyGift())
    assert t.me.coins == 5
    assert t.offers(BuyBothInstruments(0))
    marked = second_round(neutral_to(1).put(1, knowledge_markers=1, letter_stack=()))
    assert marked.place(1).knowledge_markers == 1
    assert marked.state.active_seat == NONE
    duel = table(2).prestige({NEUTRAL_SURGEON: 6})
    duel.arrive(6).play(0, TakeMoney())
    duel.finish_round()
    assert duel.happened(DuelWon) == [DuelWon(place=6, figure=NEUTRAL_SURGEON)]
    assert duel.state.phase == CHOOSE_DESTINATION, "nobody is asked for a reward"


@pytest.mark.rule("MED-2P-11")
def test_a_duel_won_by_the_neutral_surgeon_costs_it_one_and_leaves_a_marker() -> None:
    t = neutral_to(1).prestige({NEUTRAL_SURGEON: 6})
    t.dials(6, 5).next_round()
    assert t.state.neutral_prestige == 6 - 1 + 2
    assert t.place(6).knowledge_markers == 1
