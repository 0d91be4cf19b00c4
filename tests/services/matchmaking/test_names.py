"""When two names are the same name."""

import pytest

from services.matchmaking.domain import names


@pytest.mark.parametrize("other", ["anna", "ANNA", " Anna ", "Ａｎｎａ"])
def test_case_width_and_outer_spaces_make_no_other_name(other: str) -> None:
    assert names.compared(other) == names.compared("Anna")


def test_composed_and_decomposed_letters_are_the_same_name_and_shown_composed() -> None:
    assert names.compared("Jose\u0301") == names.compared("Jos\u00e9")
    assert names.shown("Jose\u0301") == "Jos\u00e9"


def test_inner_spaces_are_single() -> None:
    assert names.shown("Anna   B.") == "Anna B."
    assert names.compared("Anna   B.") == names.compared("anna b.")


@pytest.mark.parametrize("other", ["Anne", "Anna1", "An na"])
def test_other_letters_are_another_name(other: str) -> None:
    assert names.compared(other) != names.compared("Anna")
