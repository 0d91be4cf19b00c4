"""Reading tables: rows that have to be numbered."""

from __future__ import annotations

import pytest

from engine_core.errors import BadData
from engine_core.tables import read_table, require_numbered


@pytest.mark.parametrize(("text", "first"), [("id\n1\n2\n3\n", 1), ("id\n0\n1\n", 0), ("id\n", 1)])
def test_rows_in_the_order_of_their_numbers_are_accepted(text: str, first: int) -> None:
    require_numbered(read_table("cards.csv", text, ()), "cards", first)


@pytest.mark.parametrize(
    ("text", "first", "row"), [("id\n1\n3\n2\n", 1, 2), ("id\n1\n2\n", 0, 1), ("id\n1\n02\n", 1, 2)]
)
def test_the_first_row_out_of_order_is_named(text: str, first: int, row: int) -> None:
    with pytest.raises(BadData, match="cards stand in the order of their numbers") as refused:
        require_numbered(read_table("cards.csv", text, ()), "cards", first)
    assert refused.value.row == row
