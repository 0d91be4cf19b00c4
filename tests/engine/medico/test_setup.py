"""Setup (MED-SET): what lies where before the first round, and the start places."""

from __future__ import annotations

from collections import Counter

import pytest

from engine_core.errors import BadSetup
from engine_core.games.medico.actions import (
    BuyInstrument,
    BuyRecipeBook,
    CollectRemedy,
    DeliverLetter,
    EndTurn,
    LeaveWaypoint,
    StartMove,
    TakeFavorCard,
    TakeMoney,
)
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.options import (
    MATCHED_STARTING_MARKETS,
    NO_STARTING_MARKETS,
    RANDOM_START_PLACES,
    RANDOM_STARTING_MARKETS,
    Options,
)
from engine_core.games.medico.vocabulary import (
    EXTRA_POUCH,
    HEALING_WATER,
    INDIVIDUAL_PATH,
    LEECH,
    MEDICUS,
    NEUTRAL,
    NEUTRAL_SURGEON,
    ONE_COIN,
    POUCH,
)
from engine_core.rng import Rng, key_from_seed
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import (
    BOOKS,
    DATA,
    FAVOR_COUNTS,
    INSTRUMENT_PIECES,
    LETTERS,
    MARKETS,
    POUCHES,
    REGULAR_MARKETS,
    letter,
)
from tests.engine.medico.table import fresh, stacks, table

SEEDS = range(12)
SEATS = [2, 3, 4]


@pytest.mark.rule("MED-SET-01")
@pytest.mark.parametrize("seats", [-1, 0, 1, 5, 7])
def test_only_two_to_four_can_play(seats: int) -> None:
    with pytest.raises(BadSetup) as caught:
        MEDICO.new(seats, Options(), key_from_seed(1), DATA)
    assert (caught.value.field, caught.value.rule_id) == ("seats", "MED-SET-01")
    for good in SEATS:
        assert len(MEDICO.new(good, Options(), key_from_seed(1), DATA).players) == good


@pytest.mark.rule("MED-SET-02", "MED-RUL-02")
def test_seven_parts_lie_in_seeded_order_each_with_the_path_it_brings() -> None:
    rings = set()
    for seed in SEEDS:
        t = fresh(seed=seed, tables={"places": SHIFTED_PATHS})
        ring = [place.card for place in t.state.places]
        assert sorted(ring) == list(range(7))
        assert [place.path_remedy for place in t.state.places] == [(card + 1) % 7 for card in ring]
        rings.add(tuple(ring))
    assert len(rings) == len(SEEDS)


SHIFTED_PATHS = {
    f"place_{name}": {"path_remedy": word}
    for name, word in zip(
        "abcdefg",
        ("marigold", "leech", "rose_quartz", "mushroom", "herbs", "mandrake", "healing_water"),
        strict=True,
    )
}


@pytest.mark.rule("MED-SET-03", "MED-RUL-41")
def test_favor_cards_lie_in_stacks_of_three_and_thirteen_are_left() -> None:
    state = fresh().state
    assert [len(stack) for stack in stacks(state, "favor_stack")] == [3] * 7
    assert len(state.favor_supply) == 13
    dealt = Counter(card for stack in stacks(state, "favor_stack") for card in stack) + Counter(state.favor_supply)
    assert [dealt[favor] for favor in range(8)] == [0, *FAVOR_COUNTS[1:]]
    assert sum(FAVOR_COUNTS) == 38


@pytest.mark.rule("MED-SET-04")
def test_instruments_lie_in_two_stacks_of_three_and_seven_are_left() -> None:
    state = fresh().state
    assert [[len(stack) for stack in place.instrument_stacks] for place in state.places] == [[3, 3]] * 7
    assert len(state.instrument_supply) == 7
    on_board = [kind for place in state.places for stack in place.instrument_stacks for kind in stack]
    dealt = Counter(on_board) + Counter(state.instrument_supply)
    assert [dealt[kind] for kind in range(7)] == INSTRUMENT_PIECES
    assert sum(INSTRUMENT_PIECES) == 49


@pytest.mark.rule("MED-SET-05", "MED-SET-15")
@pytest.mark.parametrize("seats", SEATS)
def test_recipe_books_lie_in_stacks_of_three_and_each_player_takes_one_from_the_rest(seats: int) -> None:
    state = fresh(seats).state
    assert [len(stack) for stack in stacks(state, "book_stack")] == [3] * 7
    assert len(state.book_supply) == 7 - seats
    for player in state.players:
        assert player.books[0] != NONE
        assert player.books[1] == NONE
    held = [player.books[0] for player in state.players]
    on_board = [book for stack in stacks(state, "book_stack") for book in stack]
    assert sorted([*on_board, *state.book_supply, *held]) == list(range(28))
    assert len(BOOKS) == 28


@pytest.mark.rule("MED-SET-06", "MED-RUL-31")
def test_letters_lie_where_they_come_from_six_each_and_none_is_left() -> None:
    state = fresh().state
    for place in state.places:
        assert [LETTERS[letter][0] for letter in place.letter_stack] == [place.card] * 6
        assert sorted(LETTERS[letter][1] for letter in place.letter_stack) == [c for c in range(7) if c != place.card]
    orders = set()
    for seed in SEEDS:
        origin_0 = next(place for place in fresh(seed=seed).state.places if place.card == 0)
        orders.add(tuple(LETTERS[letter][1] for letter in origin_0.letter_stack))
    assert len(orders) > 6


@pytest.mark.rule("MED-SET-07", "MED-RUL-40")
def test_regular_markets_lie_in_stacks_of_three_and_seven_are_left() -> None:
    state = fresh().state
    assert [len(stack) for stack in stacks(state, "market_stack")] == [3] * 7
    on_board = [market for stack in stacks(state, "market_stack") for market in stack]
    assert sorted([*on_board, *state.market_supply]) == list(range(28))
    assert len(state.market_supply) == 7
    for place in state.places:
        assert place.market_remedies == (NONE,) * len(MARKETS[place.market_stack[0]])


@pytest.mark.rule("MED-SET-08", "MED-RUL-42")
def test_starting_markets_are_left_out_matched_or_random() -> None:
    assert Options().starting_markets == NO_STARTING_MARKETS
    none = fresh(starting_markets=NO_STARTING_MARKETS).state
    assert not [m for stack in stacks(none, "market_stack") for m in stack if m >= REGULAR_MARKETS]
    for seed in SEEDS:
        matched = fresh(seed=seed, starting_markets=MATCHED_STARTING_MARKETS).state
        assert [len(stack) for stack in stacks(matched, "market_stack")] == [4] * 7
        for index, place in enumerate(matched.places):
            shown = place.market_stack[0]
            assert shown >= REGULAR_MARKETS
            assert MARKETS[shown] == (matched.places[(index + 1) % 7].path_remedy,)
            assert place.market_remedies == (NONE,)
    layouts = set()
    for seed in SEEDS:
        random = fresh(seed=seed, starting_markets=RANDOM_STARTING_MARKETS).state
        tops = [stack[0] for stack in stacks(random, "market_stack")]
        assert sorted(tops) == list(range(REGULAR_MARKETS, REGULAR_MARKETS + 7))
        assert {len(stack) for stack in stacks(random, "market_stack")} == {4}
        layouts.add(tuple(MARKETS[top][0] for top in tops))
        assert len(random.market_supply) == 7
    assert len(layouts) == len(SEEDS)


@pytest.mark.rule("MED-SET-09")
@pytest.mark.parametrize("observer", [None, 0, 1, 2])
def test_only_the_top_of_a_stack_is_disclosed(observer: int | None) -> None:
    t = fresh(start_places=RANDOM_START_PLACES)
    seen = MEDICO.view_to_json(t.view(observer), DATA)
    for index, place in enumerate(t.state.places):
        t.put(
            index,
            favor_stack=place.favor_stack[:1] + (7,) * 2,
            instrument_stacks=tuple(stack[:1] + stack[:0:-1] for stack in place.instrument_stacks),
            book_stack=place.book_stack[:1] + place.book_stack[:0:-1],
            market_stack=place.market_stack[:1] + place.market_stack[:0:-1],
            letter_stack=place.letter_stack[:1] + place.letter_stack[:0:-1],
        )
    assert MEDICO.view_to_json(t.view(observer), DATA) == seen
    t.put(0, favor_stack=(2, 3, 4), book_stack=())
    assert MEDICO.view_to_json(t.view(observer), DATA) != seen


@pytest.mark.rule("MED-SET-09")
def test_only_the_top_of_a_stack_can_be_acted_on() -> None:
    t = table()
    t.me.coins = 9
    top, below = t.place(2).favor_stack[:2]
    t.arrive(2)
    takes = [action for action in t.legal() if type(action) in (TakeFavorCard, BuyInstrument)]
    assert takes == [TakeFavorCard(), BuyInstrument(0), BuyInstrument(1)]
    t.play(0, TakeFavorCard())
    assert t.me.favors == (top,)
    assert t.view(1).places[2].favor == below
    t = table()
    t.me.coins, t.me.letters = 9, (letter(5, 2),)
    shown = t.view(None).places[2]
    t.arrive(2).play(0, BuyRecipeBook(), DeliverLetter(ONE_COIN), BuyInstrument(1))
    assert (t.me.books[0], t.me.letters[-1], t.me.instruments) == (shown.book, shown.letter, (shown.instruments[1],))


@pytest.mark.rule("MED-SET-10")
def test_each_condition_has_a_silver_rod_under_a_gold_one() -> None:
    state = fresh().state
    assert (state.gold_rods_left, state.silver_rods_left) == (0b1111111, 0b1111111)


@pytest.mark.rule("MED-SET-11")
def test_the_medicus_stands_at_the_place_of_the_top_place_card() -> None:
    firsts = set()
    for seed in range(60):
        state = fresh(seed=seed).state
        assert state.medicus_place == state.medicus_start
        cards = Rng(key_from_seed(seed), MEDICO.streams).shuffle(MEDICO.streams.index("place_cards"), range(7))
        assert state.places[state.medicus_place].card == cards[0]
        firsts.add(cards[0])
    assert firsts == set(range(7))


@pytest.mark.rule("MED-SET-12")
@pytest.mark.parametrize(("seats", "number"), [(2, 2), (3, 2), (4, 1)])
def test_neutral_apprentices_take_the_cheapest_spaces_at_the_medicus(seats: int, number: int) -> None:
    state = fresh(seats).state
    assert state.places[state.medicus_place].apprentices == (NEUTRAL,) * number
    others = [i for i in range(7) if i not in (state.medicus_place, state.neutral_place)]
    assert {state.places[i].apprentices for i in others} == {()}


@pytest.mark.rule("MED-SET-13")
@pytest.mark.parametrize("seats", SEATS)
def test_the_medicus_starts_with_two_prestige(seats: int) -> None:
    state = fresh(seats).state
    assert state.medicus_prestige == 2
    assert MEDICUS in state.prestige_order


@pytest.mark.rule("MED-SET-14")
@pytest.mark.parametrize("seats", SEATS)
def test_every_board_starts_empty_with_six_apprentices_and_one_starting_card(seats: int) -> None:
    for player in fresh(seats).state.players:
        assert player.apprentices_left == 6
        assert player.favors == (INDIVIDUAL_PATH,)
        assert player.pouches == player.instruments == player.instrument_counts == ()
        assert player.fulfilled_books == player.markets == player.letters == ()
        assert (player.abilities, player.collected_markers, player.gold_rods, player.silver_rods) == (0, 0, 0, 0)
        assert (player.points, player.prestige) == (0, 0)
        assert (player.place, player.destination) == (NONE, NONE)


@pytest.mark.rule("MED-SET-16")
@pytest.mark.parametrize("seats", SEATS)
def test_anybody_can_be_the_starting_player(seats: int) -> None:
    drawn = Counter(fresh(seats, seed=seed).state.starting_seat for seed in range(60))
    assert set(drawn) == set(range(seats))
    assert min(drawn.values()) > 5


@pytest.mark.rule("MED-SET-17", "MED-SET-18")
@pytest.mark.parametrize(("seats", "coins"), [(2, [3, 3]), (3, [2, 3, 4]), (4, [2, 3, 3, 4])])
def test_three_coins_each_and_one_goes_from_the_first_to_the_last_player(seats: int, coins: list[int]) -> None:
    for seed in SEEDS:
        state = fresh(seats, seed=seed).state
        in_turn_order = [state.players[(state.starting_seat + turn) % seats].coins for turn in range(seats)]
        assert in_turn_order == coins


@pytest.mark.rule("MED-SET-19", "MED-RUL-18")
@pytest.mark.parametrize("seats", SEATS)
def test_prestige_markers_form_a_stack_on_zero_in_turn_order(seats: int) -> None:
    for seed in SEEDS:
        state = fresh(seats, seed=seed).state
        order = tuple((state.starting_seat + turn) % seats for turn in range(seats))
        assert state.prestige_order[:seats] == order
        assert state.prestige_order[seats:] == ((MEDICUS, NEUTRAL_SURGEON) if seats == 2 else (MEDICUS,))


@pytest.mark.rule("MED-SET-20")
def test_the_extra_pouch_stores_nothing_until_it_is_unlocked() -> None:
    t = table()
    t.me.pouches = (LEECH,) * (POUCHES - 1)
    t.depart(2).play(0, StartMove(), CollectRemedy(POUCH), LeaveWaypoint())
    t.rejects(CollectRemedy(POUCH), "MED-COLL-04")
    t.me.abilities = 1 << EXTRA_POUCH
    assert t.offers(CollectRemedy(POUCH))


@pytest.mark.rule("MED-SET-21")
def test_remedies_coins_and_markers_never_run_out() -> None:
    t = table()
    t.put(6, market_stack=(MARKETS.index((LEECH, LEECH, LEECH)),), market_remedies=(HEALING_WATER, HEALING_WATER, NONE))
    for player in t.state.players:
        player.pouches = (HEALING_WATER,) * POUCHES
        player.coins = 61
        player.abilities = (1 << 10) - 1
    t.me.pouches = ()
    t.prestige({MEDICUS: 9})
    t.depart(3).play(0, StartMove(), CollectRemedy(POUCH)).play(0, LeaveWaypoint(), LeaveWaypoint(), LeaveWaypoint())
    assert t.player(0).pouches == (HEALING_WATER,), "10 other pieces lie elsewhere, 8 exist in the box"
    t.play(0, TakeMoney())
    assert t.me.coins == 63
    t.next_round()
    assert t.place(3).knowledge_markers == 1, "30 markers are in use, 20 exist in the box"


@pytest.mark.rule("MED-SET-22")
def test_what_is_printed_is_never_substituted() -> None:
    t = table()
    t.state.favor_supply = t.state.instrument_supply = ()
    t.put(2, favor_stack=(4,), instrument_stacks=((1,), ()))
    t.me.coins = 9
    t.arrive(2, 2).play(0, TakeFavorCard(), EndTurn())
    assert (t.place(2).favor_stack, t.place(2).instrument_stacks[1]) == ((), ())
    t.player(1).coins = 9
    t.walk(1)
    assert not t.offers(TakeFavorCard(), seat=1)
    assert not t.offers(BuyInstrument(1), seat=1)


@pytest.mark.rule("MED-SET-27")
@pytest.mark.parametrize("seats", SEATS)
def test_material_of_unused_colours_takes_no_part(seats: int) -> None:
    t = fresh(seats, start_places=RANDOM_START_PLACES)
    state = t.state
    assert len(state.players) == seats
    markers = {*range(seats), MEDICUS} | ({NEUTRAL_SURGEON} if seats == 2 else set())
    assert set(state.prestige_order) == markers
    assert len(state.prestige_order) == len(markers)
    owners = {owner for place in state.places for owner in place.apprentices}
    assert owners == {*range(seats), NEUTRAL}
