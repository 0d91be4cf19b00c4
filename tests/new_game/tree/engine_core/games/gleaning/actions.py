"""Gleaning's ten actions."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action, Catalogue
from engine_core.games.gleaning.vocabulary import Herb, Number


class CallNumber(Action):
    """Call a number, hidden until all have called one (GLE-CALL-01)."""

    number: Number

    @classmethod
    def exists(cls, values: tuple[int, ...]) -> bool:
        """From 1."""
        return values[0] > 0


class PickHerb(Action):
    """Take a herb from the meadow (GLE-PICK-01)."""

    herb: Herb


class DrawHerb(Action):
    """Take a herb from the bag unseen (GLE-PICK-02)."""


class PassTurn(Action):
    """Take nothing (GLE-PICK-03)."""


CATALOGUE: Final = Catalogue("gleaning", (CallNumber, PickHerb, DrawHerb, PassTurn))
"""All actions of Gleaning; ``CATALOGUE[id]``. Legal lists are in this order."""
