"""A position set up by hand, to try things out: what scenario files and Python tests are made of.

    >>> p = Position("medico", seats=3, seed=7).set("players[2].coins", 5)
    >>> p.play(2, {"choose_start_place": {"place": 3}}).get("players[2].place")
    3
    >>> p.rejected(2, {"choose_start_place": {"place": 4}}).rule_id
    'MED-SET-23'

Values are written as in the JSON of the state: words for everything that has a word.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any, Final

from engine_core import games
from engine_core.actions import Action
from engine_core.errors import BadScenario, EngineError, Rejection
from engine_core.events import EVERYONE, Event
from engine_core.game import Game, Outcome
from engine_core.match import Match
from engine_core.paths import MISSING, at, look_up, overlay
from engine_core.rng import key_from_seed

ActionWord = Action | int | str | Mapping[str, Any]
"""An action, its id, its kind (if that has no fields), or ``{kind: {field: word}}``."""


class Refused(EngineError):
    """An action that was to be played is illegal; ``rejection`` says why."""

    def __init__(self, seat: int, action: Action, rejection: Rejection) -> None:
        super().__init__(f"seat {seat} may not play {action!r}: {rejection.rule_id} {rejection.sentence}")
        self.rejection = rejection


class NotRefused(EngineError):
    """An action that was to be rejected is legal."""


class Position:
    """A match that stands at any position one likes. ``set``, ``merge`` and ``play`` change it and return it."""

    def __init__(
        self,
        game: str | Game[Any, Any],
        seats: int,
        *,
        seed: int = 0,
        key: bytes | None = None,
        options: Mapping[str, Any] | None = None,
        data: Any = None,
        tables: Mapping[str, Any] | None = None,
    ) -> None:
        """A fresh game. ``tables`` replaces card tables: by a whole text, or row by row, ``{"rods": {"letters": {"threshold": 4}}}``.

        Raises :class:`~engine_core.errors.UnknownGame`, :class:`~engine_core.errors.BadSetup`, :class:`~engine_core.errors.BadData`,
        and :class:`~engine_core.errors.BadScenario` for a table or row that does not exist.
        """
        self.game: Final = games.game(game) if isinstance(game, str) else game
        self.data: Final = replace_tables(self.game, data, tables or {})
        self.options: Final = self.game.read_options(options or {})
        self.key: Final = key if key is not None else key_from_seed(seed)
        self._received: list[tuple[int, Event]] = []
        self.match = Match.new(self.game, seats, self.options, self.key, self.data, self._receive)

    # -- setting up ------------------------------------------------------------------------------------------------------------

    def set(self, path: str, value: Any) -> Position:
        """Put a value at a path of the state: ``set("players[0].pouches", ["leech"])``. Objects merge, lists are replaced."""
        return self.merge(at(path, value))

    def merge(self, document: Mapping[str, Any]) -> Position:
        """Lay a partial document over the state, see :func:`engine_core.paths.overlay`.

        :class:`~engine_core.errors.BadEncoding` names the path of an unknown field or of a value that the field cannot hold.
        """
        merged = overlay(self.game.to_json(self.state), document)
        self.state = self.game.from_json(merged, self.options, self.data)
        return self

    def clone(self) -> Position:
        """An independent copy."""
        copy = object.__new__(Position)
        for field, value in vars(self).items():
            object.__setattr__(copy, field, value)
        copy.match = self.match.clone()
        copy._received = list(self._received)
        return copy

    @property
    def state(self) -> Any:
        """The game's state; may be replaced."""
        return self.match.state

    @state.setter
    def state(self, state: Any) -> None:
        self.match.state = state

    @property
    def warnings(self) -> tuple[str, ...]:
        """The invariants of the rule index that the position breaks."""
        return tuple(self.game.conserved(self.state))

    # -- playing ---------------------------------------------------------------------------------------------------------------

    def play(self, seat: int, *actions: ActionWord) -> Position:
        """Play one action after another; :class:`Refused` at the first that is illegal."""
        for word in actions:
            action = self.action(word)
            rejection = self._judge(seat, action)
            if rejection is not None:
                raise Refused(seat, action, rejection)
            self._received = []
            self.match.apply(seat, action, self._receive)
        return self

    def rejected(self, seat: int, action: ActionWord) -> Rejection:
        """Why the action is illegal; :class:`NotRefused` if it is legal. The position stays as it is."""
        wanted = self.action(action)
        before = self.game.to_bytes(self.state)
        rejection = self._judge(seat, wanted)
        assert self.game.to_bytes(self.state) == before, "check changed the state"
        if rejection is None:
            raise NotRefused(f"seat {seat} may play {wanted!r}")
        return rejection

    def resign(self, seat: int) -> Position:
        """The seat is gone; it plays the game's fallback from now on."""
        self._received = []
        self.match.resign(seat, self._receive)
        return self

    def fallback(self, seat: int) -> Position:
        """Play what a seat that is gone would play."""
        return self.play(seat, self.game.fallback(self.state, seat))

    # -- looking ---------------------------------------------------------------------------------------------------------------

    def action(self, word: ActionWord) -> Action:
        """The catalogue's action; :class:`~engine_core.errors.UnknownAction` if there is none."""
        return word if isinstance(word, Action) else self.game.catalogue.from_json(word)

    def legal(self, seat: int) -> list[Action]:
        """The seat's legal actions."""
        return self.game.legal(self.state, seat)

    def legal_kinds(self, seat: int) -> frozenset[str]:
        """The kinds among the seat's legal actions."""
        return frozenset(action.kind for action in self.legal(seat))

    def to_act(self) -> tuple[int, ...]:
        """The seats that must decide now."""
        return self.game.to_act(self.state)

    def get(self, path: str) -> Any:
        """What stands at a path of the state, in words; ``KeyError`` if there is nothing."""
        found = look_up(self.game.to_json(self.state), path)
        if found is MISSING:
            raise KeyError(path)
        return found

    def view(self, seat: int | None) -> Any:
        """What the seat (``None``: anybody) may know."""
        return self.game.view(self.state, seat)

    def view_get(self, seat: int | None, path: str) -> Any:
        """What stands at a path of the view, in words; ``KeyError`` if there is nothing."""
        found = look_up(self.game.view_to_json(self.view(seat), self.data), path)
        if found is MISSING:
            raise KeyError(path)
        return found

    @property
    def events(self) -> list[Event]:
        """All events of the latest step, whoever their audience is."""
        return [event for _, event in self._received]

    def events_of(self, seat: int | None) -> list[Event]:
        """The events of the latest step that the seat (``None``: a spectator) receives."""
        return [event for audience, event in self._received if audience in (EVERYONE, seat)]

    def outcome(self) -> Outcome:
        """The final result, absent seats last; ``ValueError`` while somebody is asked."""
        return Outcome(self.match.places())

    def _receive(self, audience: int, event: Event) -> None:
        self._received.append((audience, event))

    def _judge(self, seat: int, action: Action) -> Rejection | None:
        rejection = self.match.check(seat, action)
        is_legal = action in self.legal(seat)
        assert (rejection is None) == is_legal, f"check says {rejection}, legal says {is_legal} for {action!r}"
        return rejection


def replace_tables(game: Game[Any, Any], data: Any, tables: Mapping[str, Any]) -> Any:
    """Card data with some tables or rows replaced; ``data`` (``None``: the built-in tables) itself if nothing is.

    :class:`~engine_core.errors.BadScenario` for a table, row or column that does not exist, :class:`~engine_core.errors.BadData` for
    tables that break a constraint.
    """
    base = game.load_data() if data is None else data
    if not tables:
        return base
    texts = dict(base.texts)
    for table, change in tables.items():
        if table not in texts:
            raise BadScenario(f"tables.{table}: there is no such table; tables are {', '.join(sorted(texts))}")
        texts[table] = change if isinstance(change, str) else _with_rows(table, texts[table], change)
    return game.parse_data(texts)


def _with_rows(table: str, text: str, rows: object) -> str:
    if not isinstance(rows, Mapping):
        raise BadScenario(f"tables.{table}: a text, or rows by id")
    reader = csv.DictReader(io.StringIO(text))
    columns = list(reader.fieldnames or ())
    cells = list(reader)
    for row_id, change in rows.items():
        row = next((row for row in cells if row.get("id") == row_id), None)
        if row is None:
            raise BadScenario(f"tables.{table}.{row_id}: there is no row with this id")
        if not isinstance(change, Mapping):
            raise BadScenario(f"tables.{table}.{row_id}: cells by column")
        for column, value in change.items():
            if column not in columns:
                raise BadScenario(f"tables.{table}.{row_id}.{column}: columns are {', '.join(columns)}")
            row[column] = "" if value is None else str(value)
    written = io.StringIO()
    writer = csv.DictWriter(written, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(cells)
    return written.getvalue()
