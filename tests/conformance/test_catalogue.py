"""Every game: the catalogue is pinned, every action has words for people, and names are fit for the wire."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine_core.game import Game
from engine_core.games import GAMES, game
from tests.profiles import profile

every_game = pytest.mark.parametrize("rules", [game(name) for name in GAMES], ids=list(GAMES))


@every_game
def test_the_catalogue_is_pinned(rules: Game[Any, Any]) -> None:
    assert (rules.rules_version, rules.catalogue.digest) == profile(rules.name).pinned


@every_game
def test_every_action_has_a_sentence_of_its_own(rules: Game[Any, Any]) -> None:
    sentences = [rules.describe(action) for action in rules.catalogue]
    assert len(set(sentences)) == len(sentences)
    for sentence in sentences:
        assert sentence[0].isupper()
        assert sentence.endswith(".")


@every_game
def test_every_action_round_trips_through_json(rules: Game[Any, Any]) -> None:
    for action in rules.catalogue:
        assert rules.catalogue.from_json(rules.catalogue.to_json(action)) is action


@every_game
def test_names_are_fit_for_the_wire(rules: Game[Any, Any]) -> None:
    assert re.fullmatch(r"[a-z]+", rules.name)
    assert re.fullmatch(r"[A-Z]{3}", rules.rule_prefix)
    names = [
        *(kind.kind for kind in rules.catalogue.kinds),
        *(event.kind for event in rules.events),
        *(point.name for point in rules.decision_points),
        *rules.streams,
    ]
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)
    for group in (rules.catalogue.kinds, rules.events, rules.decision_points, rules.streams):
        assert len(set(group)) == len(group)


@every_game
def test_card_tables_are_named_and_have_a_digest(rules: Game[Any, Any]) -> None:
    data = rules.load_data()
    assert data is rules.load_data()
    assert re.fullmatch(r"[0-9a-f]{32}", rules.data_digest(data))
    again = rules.parse_data(dict(data.texts))
    assert rules.data_digest(again) == rules.data_digest(data)
    assert {table: list(ids) for table, ids in again.names.items()} == {t: list(ids) for t, ids in data.names.items()}
