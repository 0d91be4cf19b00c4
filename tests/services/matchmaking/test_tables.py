"""Drawing the tables of a round."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.matchmaking.domain.tables import draw_round, tables_per_round

KEY = b"k" * 32


@st.composite
def events(draw: st.DrawFn) -> tuple[int, int, int, bytes]:
    table_size = draw(st.integers(1, 6))
    entrants = draw(st.integers(table_size, 40))
    return entrants, table_size, draw(st.integers(1, 12)), draw(st.binary(min_size=32, max_size=32))


@given(events())
def test_numbers_of_games_differ_by_at_most_one_after_every_round(event: tuple[int, int, int, bytes]) -> None:
    entrants, table_size, rounds, key = event
    games = [0] * entrants
    for number in range(1, rounds + 1):
        for table in draw_round(games, table_size, key, number):
            for entrant in table:
                games[entrant] += 1
        assert max(games) - min(games) <= 1


@given(events())
def test_a_round_fills_as_many_tables_as_it_can_and_seats_nobody_twice(event: tuple[int, int, int, bytes]) -> None:
    entrants, table_size, number, key = event
    tables = draw_round([0] * entrants, table_size, key, number)
    seated = [entrant for table in tables for entrant in table]
    assert len(tables) == entrants // table_size == tables_per_round(entrants, table_size)
    assert {len(table) for table in tables} == {table_size}
    assert len(set(seated)) == len(seated)
    assert set(seated) <= set(range(entrants))


def test_who_has_fewer_games_plays_first() -> None:
    tables = draw_round([1, 1, 1, 0, 0, 1, 1], 3, KEY, 2)
    assert {3, 4} <= {entrant for table in tables for entrant in table}


def test_the_same_key_and_round_give_the_same_tables_and_others_differ() -> None:
    def drawn(key: bytes, number: int) -> tuple[tuple[int, ...], ...]:
        return draw_round([0] * 16, 4, key, number)

    assert drawn(KEY, 1) == drawn(KEY, 1)
    assert len({drawn(KEY, 1), drawn(KEY, 2), drawn(b"x" * 32, 1)}) == 3


def test_every_entrant_comes_to_every_seat_and_meets_everybody() -> None:
    met: set[tuple[int, int]] = set()
    seats: set[tuple[int, int]] = set()
    for number in range(1, 101):
        for table in draw_round([0] * 8, 4, KEY, number):
            seats |= {(entrant, seat) for seat, entrant in enumerate(table)}
            met |= {(one, other) for one in table for other in table if one != other}
    assert len(seats) == 8 * 4
    assert len(met) == 8 * 7


@pytest.mark.parametrize(("entrants", "table_size"), [(3, 4), (0, 1), (4, 0)])
def test_too_few_entrants_for_a_table_are_refused(entrants: int, table_size: int) -> None:
    with pytest.raises(ValueError, match="no table"):
        draw_round([0] * entrants, table_size, KEY, 1)
