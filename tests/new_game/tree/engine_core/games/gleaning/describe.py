"""One sentence for people per action."""

from __future__ import annotations

from engine_core.actions import Action
from engine_core.games.gleaning.actions import CallNumber, DrawHerb, PickHerb
from engine_core.games.gleaning.vocabulary import HERB


def describe_action(action: Action) -> str:
    """What the action does."""
    match action:
        case CallNumber(number):
            return f"Call number {number}."
        case PickHerb(herb):
            return f"Pick {HERB.words[herb]} from the meadow."
        case DrawHerb():
            return "Draw a herb from the bag."
    return "Take nothing."
