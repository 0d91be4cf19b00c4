"""Set-up (TIN-SET): what lies where, who gets what, what leaves the game unseen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine_core.errors import BadSetup
from engine_core.games.tinctura.actions import ChoosePersonality, PlanHour
from engine_core.games.tinctura.events import PlantsGained
from engine_core.games.tinctura.flow_events import (
    ApprenticeMarkersPlaced,
    CoursesLaidOut,
    OpenGoalsLaidOut,
    PersonalitiesDealt,
    PersonalityRevealed,
    PrivateGoalsDealt,
)
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.options import DEFAULT_OPTIONS, LEVEL_3
from engine_core.games.tinctura.tracks import raise_mortar, raise_skill, step_knowledge
from engine_core.games.tinctura.vocabulary import MELANIE, PHARMACY, PLAN_PHASE
from engine_core.rng import key_from_seed
from engine_core.vocabulary import NONE
from tests.engine.tinctura.cards import COURSES, FOREST, ILLNESS, NUMBERS, PATIENT_SPACES, SPACE_TYPE
from tests.engine.tinctura.table import Table, fresh, planning

every_count = pytest.mark.parametrize(("seats", "players"), [(1, 2), (2, 2), (3, 3), (4, 4)])
"""The seats, and the players that set-up counts: Melanie is one."""
REMOVED = {2: 3, 3: 2, 4: 1}
ITEMS = {2: 4, 3: 6, 4: 8}
SEEDS = range(30)


def in_game(t: Table) -> list[int]:
    patients = t.state.patients
    return [*patients.deck, *(patient for patient in patients.display if patient != NONE)]


@pytest.mark.rule("TIN-SET-01")
@pytest.mark.parametrize("seats", [-1, 0, 5, 6])
def test_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(BadSetup) as refused:
        TINCTURA.new(seats, DEFAULT_OPTIONS, key_from_seed(1))
    assert (refused.value.field, refused.value.rule_id) == ("seats", "TIN-SET-01")


@pytest.mark.rule("TIN-SET-01", "TIN-SOLO-01")
@every_count
def test_one_to_four_seats_make_a_game_and_one_seat_the_solo_game(seats: int, players: int) -> None:
    t = fresh(seats)
    assert len(t.state.players) == players
    assert t.asked() == tuple(range(seats))
    assert (t.state.solo is not None) == (seats == 1)
    assert t.broken() == []


@pytest.mark.rule("TIN-SOLO-45", "TIN-RUL-79")
@pytest.mark.parametrize("module", ["personalities", "events", "private_goals", "open_goals", "bonus_tracks"])
def test_the_solo_game_refuses_the_modules(module: str) -> None:
    word = "simple" if module == "bonus_tracks" else True
    with pytest.raises(BadSetup) as refused:
        TINCTURA.new(1, TINCTURA.read_options({module: word}), key_from_seed(1))
    assert (refused.value.field, refused.value.rule_id) == (module, "TIN-SOLO-45")
    TINCTURA.new(2, TINCTURA.read_options({module: word}), key_from_seed(1))


@pytest.mark.parametrize(
    ("option", "value"), [("solo_level", 4), ("bonus_tracks", -1), ("events", 2), ("final_level", 7)]
)
def test_an_option_without_such_a_value_is_refused(option: str, value: Any) -> None:
    with pytest.raises(BadSetup) as refused:
        TINCTURA.new(2, replace(DEFAULT_OPTIONS, **{option: value}), key_from_seed(1))
    assert refused.value.field == option


def test_options_are_read_by_word_and_stored_resolved() -> None:
    options = TINCTURA.read_options({"solo_level": "level_3", "powder_last_space_mix": True})
    assert options.solo_level == LEVEL_3
    written = TINCTURA.options_to_json(options)
    assert written["mushroom_model"] == "flat_quality"
    assert written["powder_last_space_mix"] is True
    assert len(written) == 16


@pytest.mark.rule("TIN-SET-02", "TIN-SET-03", "TIN-SET-04", "TIN-SET-26", "TIN-RUL-05")
@every_count
def test_each_illness_loses_cards_unseen_and_the_deck_is_sorted_by_illness(seats: int, players: int) -> None:
    left_out: set[int] = set()
    for seed in SEEDS:
        t = fresh(seats, seed=seed)
        cards = in_game(t)
        whole, kept = Counter(ILLNESS.values()), Counter(ILLNESS[card] for card in cards)
        assert {illness: whole[illness] - kept[illness] for illness in whole} == dict.fromkeys(whole, REMOVED[players])
        illnesses = [ILLNESS[card] for card in t.state.patients.deck]
        assert illnesses == sorted(illnesses)
        assert all(ILLNESS[card] <= illnesses[0] for card in t.state.patients.display)
        left_out |= set(ILLNESS) - set(cards)
    assert len(left_out) > len(ILLNESS) // 2


@pytest.mark.rule("TIN-SET-05")
@every_count
def test_patients_are_displayed_on_the_spaces_in_use(seats: int, players: int) -> None:
    display = fresh(seats).state.patients.display
    assert len(display) == PATIENT_SPACES[players]
    assert NONE not in display
    assert PATIENT_SPACES[4] - PATIENT_SPACES[players] == 4 - players


@pytest.mark.rule("TIN-SET-06", "TIN-SET-07", "TIN-SET-08")
@every_count
def test_apprentices_lie_on_the_spaces_that_are_not_blocked(seats: int, players: int) -> None:
    blocked_cards = set()
    tops: dict[int, set[int]] = {kind: set() for kind in range(4)}
    for seed in SEEDS:
        t = fresh(seats, seed=seed)
        found = t.state.apprentices
        blocked_cards.add(found.blocked)
        card_data = t.state.data.apprentices
        empty = [space for space, card in enumerate(found.display) if card == NONE]
        for space, card in enumerate(found.display):
            if card != NONE:
                assert card_data[card].medication == SPACE_TYPE[space]
                tops[SPACE_TYPE[space]].add(card)
        if players == 4:
            assert found.blocked == NONE
            assert not empty
        else:
            flags = t.state.data.blocked[found.blocked][players][0]
            assert empty == [space for space in range(4) if flags >> space & 1]
            assert len(empty) == (1 if players == 3 else 2)
        for kind, stack in enumerate(found.stacks):
            assert all(card_data[card].medication == kind for card in stack)
            assert len(stack) == 6 - (SPACE_TYPE.index(kind) not in empty)
    assert len(blocked_cards) == (1 if players == 4 else 4)
    assert all(len(cards) > 2 for cards in tops.values())


@pytest.mark.rule("TIN-SET-09", "TIN-RUL-04")
def test_two_courses_lie_open_sorted_by_start() -> None:
    pairs = set()
    for seed in SEEDS:
        t = fresh(3, seed=seed)
        shown = t.happened(CoursesLaidOut)[0].courses
        assert sorted(shown) == sorted(t.state.week.courses[:2])
        starts = [int(COURSES[course]["start"]) for course in shown]
        assert starts == sorted(starts)
        pairs.add(frozenset(shown))
        assert t.view(0).courses == t.state.week.courses[:2]
    assert len(pairs) > 15


@pytest.mark.rule("TIN-SET-10", "TIN-SET-11")
@every_count
def test_the_merchant_has_both_mortars_and_items_by_count(seats: int, players: int) -> None:
    seen = set()
    for seed in SEEDS:
        state = fresh(seats, seed=seed).state
        assert state.mortars == 2
        assert sum(state.items) == ITEMS[players]
        assert max(state.items) <= NUMBERS["items_per_colour"]
        seen.add(state.items)
    assert len(seen) > 3


@pytest.mark.rule("TIN-SET-12", "TIN-RUL-02")
def test_one_opening_tile_is_open_the_others_are_hidden() -> None:
    first = {fresh(2, seed=seed).view(None).openings for seed in SEEDS}
    assert {len(openings) for openings in first} == {1}
    assert len(first) == 5


@pytest.mark.rule("TIN-SET-13", "TIN-RUL-01")
@every_count
def test_the_forest_is_full(seats: int, players: int) -> None:
    assert sum(fresh(seats).state.forest) == FOREST[players]


@pytest.mark.rule("TIN-SET-14", "TIN-SET-25")
def test_it_is_monday_and_two_experiment_markers_lie_there() -> None:
    state = fresh(4).state
    assert (state.day, state.experiment_markers) == (1, 2)


@pytest.mark.rule("TIN-SET-15", "TIN-SET-19", "TIN-SET-21", "TIN-RUL-111", "TIN-SET-24")
@every_count
def test_boards_are_as_printed(seats: int, players: int) -> None:
    t = fresh(seats)
    for seat, player in enumerate(t.state.players):
        assert player.skills == (1, 1, 1, 1)
        assert (player.mortar, player.knowledge, player.points, player.blossoms) == (1, 0, 0, 0)
        assert t.view(0).players[seat].knowledge_level == 1
        assert player.bonus == (0, 0, 0, 0)
        assert player.patients == player.stamps == player.apprentices == player.journeymen == ()


@pytest.mark.rule("TIN-SET-16")
@every_count
def test_players_own_three_markers_of_each_colour(seats: int, players: int) -> None:
    for player in fresh(seats).state.players:
        assert player.markers == (3, 3, 3)


@pytest.mark.rule("TIN-SET-17", "TIN-SET-18", "TIN-RUL-03")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_random_pile_is_the_order_in_which_starting_plants_are_drawn(seats: int) -> None:
    piles = set()
    for seed in SEEDS:
        t = fresh(seats, seed=seed)
        pile = t.state.tea_pile
        piles.add(pile)
        assert [player.tea for player in t.state.players] == [0] * seats
        gained = t.happened(PlantsGained)
        assert [event.participant for event in gained] == list(pile)
        assert [sum(t.player(seat).plants) for seat in pile] == [1, 2, 3, 3][:seats]
    assert len(piles) > 1
    assert len(piles) == 2 or seats > 2


@pytest.mark.rule("TIN-SOLO-02", "TIN-SOLO-03")
def test_the_human_lies_above_melanie_and_draws_one_plant() -> None:
    for seed in SEEDS:
        state = fresh(1, seed=seed).state
        assert state.tea_pile == (0, MELANIE)
        assert [sum(player.plants) for player in state.players] == [1, 2]


@pytest.mark.rule("TIN-SOLO-04", "TIN-SOLO-05", "TIN-RUL-71", "TIN-RUL-112")
def test_apprentice_markers_are_placed_by_die() -> None:
    results: Counter[tuple[int, ...]] = Counter()
    decks = set()
    for seed in SEEDS:
        t = fresh(1, seed=seed)
        solo = t.state.solo
        assert solo is not None
        assert sorted(solo.cards) == list(range(12))
        assert sorted(solo.merchant_cards) == list(range(9))
        decks.add((solo.cards, solo.merchant_cards))
        shown = [space for space, card in enumerate(t.state.apprentices.display) if card != NONE]
        assert len(shown) == 2
        results[tuple(solo.markers[space] for space in shown)] += 1
        assert sum(solo.markers) == 3
        assert t.happened(ApprenticeMarkersPlaced)[0].markers == solo.markers
    assert set(results) == {(1, 2), (2, 1)}
    assert min(results.values()) > 5
    assert len(decks) == len(SEEDS)


@pytest.mark.rule("TIN-SET-22", "TIN-RUL-07", "TIN-PERS-01")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_personalities_are_dealt_and_one_is_kept(seats: int) -> None:
    t = fresh(seats, personalities=True)
    dealt = [player.dealt_personalities for player in t.state.players]
    assert len({card for cards in dealt for card in cards}) == 2 * seats
    for seat in range(seats):
        assert t.point(seat) == "choose_personality"
        assert t.offered(ChoosePersonality, seat) == list(dealt[seat])
        assert [event.participant for event in t.received[seat] if isinstance(event, PersonalitiesDealt)] == [seat]
        assert t.view(seat).players[seat].dealt_personalities == dealt[seat]
        assert all(t.view(seat).players[other].dealt_personalities == () for other in range(seats) if other != seat)
    assert not [event for event in t.received[None] if isinstance(event, PersonalitiesDealt)]
    foreign = next(card for card in range(8) if card not in dealt[0])
    t.rejects(ChoosePersonality(foreign), "TIN-SET-22")
    t.rejects(PlanHour(PHARMACY), "TIN-PLAN-12")
    for seat in reversed(range(1, seats)):
        t.play(seat, ChoosePersonality(dealt[seat][1]))
        assert t.view(0).players[seat].personality == NONE
        assert t.view(0).players[seat].has_chosen
        assert t.view(seat).players[seat].personality == dealt[seat][1]
        t.rejects(ChoosePersonality(dealt[seat][0]), "TIN-SET-22", seat=seat)
    assert t.happened(PersonalityRevealed) == []
    t.play(0, ChoosePersonality(dealt[0][0]))
    assert len(t.happened(PersonalityRevealed)) == seats
    assert t.view(None).players[1].personality == dealt[1][1]
    assert t.view(None).players[1].dealt_personalities == ()
    assert t.state.phase == PLAN_PHASE


@pytest.mark.rule("TIN-SET-22", "TIN-PERS-01", "TIN-EVT-01", "TIN-OG-01", "TIN-PG-01")
def test_without_the_options_nothing_of_them_exists() -> None:
    state = fresh(3).state
    assert state.phase == PLAN_PHASE
    assert all(player.personality == player.private_goal == NONE for player in state.players)
    assert state.week.events == state.week.open_goals == ()


@pytest.mark.rule("TIN-OG-01")
def test_three_open_goals_are_laid_out() -> None:
    seen = set()
    for seed in SEEDS:
        t = fresh(2, seed=seed, open_goals=True)
        goals = t.state.week.open_goals
        assert len(set(goals)) == 3
        assert t.happened(OpenGoalsLaidOut)[0].open_goals == goals
        seen |= set(goals)
    assert seen == set(range(8))


@pytest.mark.rule("TIN-PG-01", "TIN-PG-03")
def test_a_private_goal_is_kept_in_secret() -> None:
    t = fresh(3, private_goals=True, personalities=True)
    while t.point(0) != "choose_private_goal":
        seat = t.asked()[0]
        t.play(seat, t.legal(seat)[0])
    dealt = [player.dealt_goals for player in t.state.players]
    assert len({card for cards in dealt for card in cards}) == 6
    for seat in range(3):
        assert len([event for event in t.received[seat] if isinstance(event, PrivateGoalsDealt)]) == 1
        t.play(seat, t.legal(seat)[1])
    assert [player.private_goal for player in t.state.players] == [cards[1] for cards in dealt]
    for observer in (None, 1, 2):
        assert t.view(observer).players[0].private_goal == NONE
        assert t.view(observer).players[0].dealt_goals == ()
    assert t.view(0).players[0].private_goal == dealt[0][1]
    assert t.state.phase == PLAN_PHASE


@pytest.mark.rule("TIN-SET-23")
def test_a_marker_stops_at_the_end_of_its_track() -> None:
    t = planning(2)
    state, player = t.state, t.me
    raise_skill(state, 0, player, 1, 99, 0, None)
    raise_mortar(state, 0, player, 99, 0, None)
    step_knowledge(state, 0, player, 99, 0, None)
    assert player.skills == (1, 9, 1, 1)
    assert player.mortar == NUMBERS["mortar_levels"]
    assert t.view(0).players[0].knowledge_level == 9
    assert player.knowledge == state.data.knowledge_end
