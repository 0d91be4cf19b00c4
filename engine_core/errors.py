"""Every error the engine raises, and the one answer that is not an exception.

    EngineError
    ├── UnknownGame       no game of that name is registered
    ├── BadSetup          seats, options or key that the game cannot be played with
    ├── BadData           a card table breaks a constraint: file, row and constraint are named
    ├── UnknownAction     no such action in the catalogue
    ├── BadEncoding       bytes or JSON that are no state, view or record
    ├── BadRecord         a record that cannot be read or does not replay to what it claims
    ├── RecordNotComplete a record of a match that still runs: it has no key and cannot be verified yet
    ├── IllegalChoice     a bot chose what it may not play
    └── BadScenario       a scenario file that cannot be read

A move against the rules is no exception but a :class:`Rejection`: callers always have to deal with it.
"""

from __future__ import annotations

from dataclasses import dataclass


class EngineError(Exception):
    """Base class; the text is one sentence for people."""


class UnknownGame(EngineError):
    """No game of that name is registered."""


class BadSetup(EngineError):
    """A game cannot be set up like this. ``field`` is ``seats``, ``key`` or the option's name; ``rule_id`` may be empty."""

    def __init__(self, field: str, sentence: str, rule_id: str = "") -> None:
        super().__init__(sentence)
        self.field = field
        self.rule_id = rule_id


class BadData(EngineError):
    """A data table breaks a constraint. ``row`` counts from 1; 0 means the whole file."""

    def __init__(self, file: str, row: int, constraint: str) -> None:
        super().__init__(f"{file}, row {row}: {constraint}" if row else f"{file}: {constraint}")
        self.file = file
        self.row = row
        self.constraint = constraint


class UnknownAction(EngineError):
    """No action of the catalogue has this id or these values."""


class BadEncoding(EngineError):
    """Bytes or JSON that are no state, view or record of this game."""


class BadRecord(EngineError):
    """A record that cannot be read or does not replay to what it claims. ``entry`` is the first entry that differs, counted from 0;
    -1: it is wrong before its first entry or as a whole."""

    def __init__(self, sentence: str, entry: int = -1) -> None:
        super().__init__(sentence if entry < 0 else f"entry {entry}: {sentence}")
        self.entry = entry


class RecordNotComplete(EngineError):
    """A record of a match that still runs has no key yet: nothing can be verified."""


class IllegalChoice(EngineError):
    """A bot chose an action that it may not play."""


class BadScenario(EngineError):
    """A scenario file that cannot be read."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """Why an action may not be played now.

    ``rule_id`` names the numbered rule (``MED-SELL-02``); ``sentence`` is for people and says nothing that the seat must not know.
    """

    rule_id: str
    sentence: str


def shown(value: object) -> str:
    """What somebody sent, short enough to stand in an error; truth values and nothing as documents spell them."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
