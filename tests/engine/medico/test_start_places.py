"""Choosing start places (MED-SET-23 to 26): one at a time, what it brings, and that it is nothing else."""

from __future__ import annotations

import pytest

from engine_core.games.medico.actions import (
    CATALOGUE,
    ChooseStartPlace,
    EndTurn,
    SetDestination,
    TakeMoney,
)
from engine_core.games.medico.events import StartPlaceTaken
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    HERBS,
    LEECH,
    MANDRAKE,
    MARIGOLD,
    START_PLACE,
)
from engine_core.vocabulary import NONE
from tests.engine.medico.table import Table, fresh

SEATS = [2, 3, 4]


@pytest.mark.rule("MED-SET-23")
@pytest.mark.parametrize("seats", SEATS)
def test_start_places_are_chosen_one_at_a_time_from_the_starting_player_on(seats: int) -> None:
    t = fresh(seats)
    order = [(t.state.starting_seat + turn) % seats for turn in range(seats)]
    for seat in order:
        assert t.state.phase == START_PLACE
        assert MEDICO.to_act(t.state) == (seat,)
        for other in range(seats):
            if other != seat:
                assert t.legal(other) == []
                t.rejects(ChooseStartPlace(free(t)), "MED-SET-23", seat=other)
        t.play(seat, ChooseStartPlace(free(t)))
    assert t.state.phase == CHOOSE_DESTINATION
    assert [event.seat for event in t.happened(StartPlaceTaken)] == order


def free(t: Table) -> int:
    """A place without any figure."""
    state = t.state
    taken = {state.medicus_place, state.neutral_place, *(player.place for player in state.players)}
    return min(place for place in range(7) if place not in taken)


@pytest.mark.rule("MED-SET-24")
@pytest.mark.parametrize(("seats", "choices"), [(2, [5, 4]), (3, [6, 5, 4]), (4, [6, 5, 4, 3])])
def test_a_start_place_holds_no_figure(seats: int, choices: list[int]) -> None:
    t = fresh(seats)
    for number in choices:
        state = t.state
        seat = MEDICO.to_act(state)[0]
        taken = {state.medicus_place, state.neutral_place, *(player.place for player in state.players)} - {NONE}
        assert len(t.legal(seat)) == number == 7 - len(taken)
        for place in taken:
            t.rejects(ChooseStartPlace(place), "MED-SET-24", seat=seat)
        t.play(seat, ChooseStartPlace(free(t)))


@pytest.mark.rule("MED-SET-25")
def test_the_start_place_brings_an_apprentice_for_nothing_and_a_letter() -> None:
    t = fresh(4, tables={"apprentice_spaces": {"space_1": {"cost": 1}}})
    seat = t.state.starting_seat
    place = free(t)
    letter, *below = t.place(place).letter_stack
    changes = t.changes(seat, ChooseStartPlace(place))
    player = t.player(seat)
    assert player.place == place
    assert t.place(place).apprentices == (seat,)
    assert player.apprentices_left == 5
    assert player.letters == (letter,)
    assert t.place(place).letter_stack == tuple(below)
    assert {path for path in changes if path.startswith("players")} == {
        f"players[{seat}].{field}" for field in ("place", "apprentices_left", "letters")
    }, "neither coins nor prestige"
    assert t.happened(StartPlaceTaken) == [StartPlaceTaken(seat=seat, place=place, letter=letter)]


@pytest.mark.rule("MED-SET-26")
def test_nothing_else_can_be_done_while_start_places_are_chosen() -> None:
    t = fresh()
    seat = t.state.starting_seat
    t.player(seat).favors = tuple(range(8))
    t.player(seat).pouches = (LEECH, HERBS, MANDRAKE, MARIGOLD)
    assert {type(action) for action in t.legal(seat)} == {ChooseStartPlace}
    for action in CATALOGUE:
        if type(action) is not ChooseStartPlace:
            assert not t.offers(action, seat=seat)
    t.rejects(TakeMoney(), "MED-SET-26", seat=seat)
    t.rejects(SetDestination(free(t)), "MED-SET-26", seat=seat)
    t.rejects(EndTurn(), "MED-SET-26", seat=seat)
