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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("bob", "b\u043eb"),  # a Cyrillic o
        ("COP", "\u0421\u041e\u0420"),  # all of it Cyrillic
        ("Nora", "\u039dora"),  # a Greek capital Ny
        ("Kim", "K\u0131m"),  # a dotless i
        ("bob", "bob\u3164"),  # a filler, drawn as nothing
        ("bob", "\U0001d41b\U0001d428\U0001d41b"),  # bold letters of mathematics
    ],
)
def test_letters_that_look_alike_make_no_other_name(one: str, other: str) -> None:
    assert names.compared(one) == names.compared(other)


@pytest.mark.parametrize("name", ["\u3164", "\u115f\u1160", "\uffa0 \u3164", "", "\ufdfa" * 40])
def test_a_name_with_nothing_to_see_or_too_much_is_not_readable(name: str) -> None:
    assert not names.is_readable(name)


@pytest.mark.parametrize("name", ["Anna", "7", "\u6771\u4eac", "\u05d0\u05d1", "o'Neill (2)"])
def test_names_of_all_alphabets_are_readable(name: str) -> None:
    assert names.is_readable(name)


@pytest.mark.parametrize("name", ["greedy", "GREEDY 2", "gr\u0435edy", "random 11", "Anna (house bot)", "House  Bot"])
def test_names_like_a_house_bots_are_of_the_house(name: str) -> None:
    assert names.is_of_the_house(name, ("greedy", "random"))


@pytest.mark.parametrize("name", ["greedy anna", "randomizer", "greedy2", "Warehouse bottle", "random walk 3"])
def test_other_names_are_not_of_the_house(name: str) -> None:
    assert not names.is_of_the_house(name, ("greedy", "random"))


@pytest.mark.parametrize(
    "text", ["\x1b[31m", "\x9b31m", "a\u202eb", "a\u200bb", "a\u2028b", "a\x00", "\ue000", "\u2066x"]
)
def test_what_steers_turns_or_hides_is_not_plain(text: str) -> None:
    assert not names.is_plain(text)


@pytest.mark.parametrize(
    "text", ["Medico [night]", "\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\U0001f469\u200d\U0001f52c 1"]
)
def test_brackets_joiners_and_pictures_are_plain(text: str) -> None:
    assert names.is_plain(text)
