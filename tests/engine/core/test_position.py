"""The builder behind scenarios and rule tests: it plays by the rules, and says no when it should."""

from __future__ import annotations

import pytest

from engine_core.errors import BadEncoding, BadScenario, BadSetup, UnknownAction, UnknownGame
from engine_core.games.medico.actions import ChooseStartPlace
from engine_core.position import NotRefused, Position, Refused


def start() -> Position:
    """Three seats, start places being chosen; seat 2 is asked."""
    position = Position("medico", seats=3, seed=7)
    assert position.to_act() == (2,)
    return position


def test_values_are_set_by_path_and_read_back() -> None:
    position = start().set("players[0].coins", 5).merge({"players": {"1": {"pouches": ["leech"]}}})
    assert position.get("players[0].coins") == 5
    assert position.get("players[1].pouches") == ["leech"]
    assert position.get("players[2].coins") == start().get("players[2].coins")
    with pytest.raises(KeyError):
        position.get("players[0].gold")


@pytest.mark.parametrize(("path", "value"), [("players[0].coins", "five"), ("players[0].gold", 1), ("round", None)])
def test_what_a_field_cannot_hold_is_refused_with_its_path(path: str, value: object) -> None:
    with pytest.raises(BadEncoding) as wrong:
        start().set(path, value)
    assert str(wrong.value).startswith(path)


def test_actions_may_be_written_in_every_way() -> None:
    action = ChooseStartPlace(3)
    for word in (action, action.id, {"choose_start_place": {"place": 3}}):
        assert start().play(2, word).get("players[2].place") == 3
    with pytest.raises(UnknownAction):
        start().play(2, "castle")


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    position = start()
    before = position.match.digest()
    with pytest.raises(Refused, match="seat 0") as wrong:
        position.play(0, ChooseStartPlace(3))
    assert wrong.value.rejection == position.rejected(0, ChooseStartPlace(3))
    assert wrong.value.rejection.rule_id.startswith("MED-")
    assert position.match.digest() == before
    with pytest.raises(NotRefused):
        position.rejected(2, ChooseStartPlace(3))


def test_events_are_those_of_the_latest_step_and_of_the_receiver() -> None:
    position = start()
    assert "choose_start_place" in position.legal_kinds(2)
    position.play(2, ChooseStartPlace(3))
    assert [event.kind for event in position.events] == ["start_place_taken"]
    assert position.events_of(None) == position.events
    while position.get("phase") == "start_place":
        position.fallback(position.to_act()[0])
    position.play(0, position.legal(0)[0])
    assert "destination_set" in [event.kind for event in position.events_of(0)]
    assert "destination_set" not in [event.kind for event in position.events_of(1)]
    assert "destination_set" not in [event.kind for event in position.events_of(None)]


def test_a_clone_goes_its_own_way() -> None:
    position = start()
    before = position.match.digest()
    position.clone().play(2, ChooseStartPlace(3)).set("players[0].coins", 9)
    assert position.match.digest() == before
    assert [event.kind for event in position.events] == [event.kind for event in start().events]


def test_views_are_read_in_words() -> None:
    position = start().set("players[1].coins", 9)
    assert position.view_get(0, "players[1].coins") == 9
    assert position.view_get(None, "seat") is None
    with pytest.raises(KeyError):
        position.view_get(0, "rng")


def test_tables_can_be_replaced_row_by_row_or_whole() -> None:
    rows = Position("medico", seats=2, tables={"numbers": {"pouches": {"value": 4}}})
    assert rows.data.digest != start().data.digest
    text = rows.data.texts["numbers"]
    whole = Position("medico", seats=2, tables={"numbers": text})
    assert whole.data.digest == rows.data.digest
    with pytest.raises(BadScenario):
        Position("medico", seats=2, tables={"numbers": 4})


def test_impossible_set_ups_are_refused() -> None:
    with pytest.raises(UnknownGame):
        Position("chess", seats=2)
    with pytest.raises(BadSetup):
        Position("medico", seats=1)
    with pytest.raises(BadSetup):
        Position("medico", seats=2, options={"colour": "red"})


def test_the_outcome_is_there_when_the_game_is_over_and_warnings_when_it_is_broken() -> None:
    position = start()
    with pytest.raises(ValueError, match="over"):
        position.outcome()
    assert position.warnings == ()
    position.set("players[0].fulfilled_books", position.get("places[0].book_stack"))
    assert position.warnings
    position = start().resign(0)
    while position.to_act():
        position.fallback(position.to_act()[0])
    assert position.outcome().seats[0].place == 3
