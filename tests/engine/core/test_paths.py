"""Addresses inside documents, and one document laid over another."""

from __future__ import annotations

from typing import Any

import pytest

from engine_core.errors import BadEncoding
from engine_core.paths import MISSING, at, look_up, overlay, parts

DOCUMENT: dict[str, Any] = {
    "players": [{"coins": 1, "pouches": ["leech"]}, {"coins": 2, "pouches": []}],
    "deck": [1, 2, 3],
    "turn": {"sold": 0, "open": True},
}


def test_parts() -> None:
    assert parts("players[1].coins") == ["players", 1, "coins"]
    assert parts("grid[0][12]") == ["grid", 0, 12]


@pytest.mark.parametrize("path", ["", ".a", "a..b", "a[", "a[-1]", "a[x]", "a b", "[", "a."])
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(BadEncoding, match="path"):
        parts(path)


def test_look_up() -> None:
    assert look_up(DOCUMENT, "players[1].coins") == 2
    assert look_up(DOCUMENT, "turn.open") is True
    for path in ("players[2].coins", "deck.coins", "turn[0]", "turn.closed", "deck[0].a"):
        assert look_up(DOCUMENT, path) is MISSING


def test_objects_merge_and_lists_of_objects_merge_by_element() -> None:
    merged = overlay(DOCUMENT, {"players": [None, {"coins": 7}], "turn": {"sold": 1}})
    assert merged["players"] == [DOCUMENT["players"][0], {"coins": 7, "pouches": []}]
    assert merged["turn"] == {"sold": 1, "open": True}
    assert DOCUMENT["turn"]["sold"] == 0


def test_plain_lists_are_replaced() -> None:
    assert overlay(DOCUMENT, {"deck": [9]})["deck"] == [9]


def test_an_empty_list_empties_a_list_of_objects() -> None:
    assert overlay(DOCUMENT, {"players": []})["players"] == []


def test_elements_are_addressed_by_index() -> None:
    merged = overlay(DOCUMENT, {"deck": {"1": 5}, "players": {"0": {"pouches": ["herbs", "herbs"]}}})
    assert merged["deck"] == [1, 5, 3]
    assert merged["players"][0] == {"coins": 1, "pouches": ["herbs", "herbs"]}
    assert overlay(DOCUMENT, at("players[0].coins", 4))["players"][0]["coins"] == 4


@pytest.mark.parametrize("top", [{"deck": {"3": 1}}, {"players": {"x": {}}}, {"players": [{}, {}, {}]}])
def test_elements_that_do_not_exist_are_named(top: dict[str, Any]) -> None:
    with pytest.raises(BadEncoding, match=r"(deck|players)"):
        overlay(DOCUMENT, top)
