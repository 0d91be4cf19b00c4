"""House bots at tables whose cards are not the game's own: they estimate by the game's own, and may not know what lies there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine_core.actions import Action
from engine_core.errors import IllegalChoice
from engine_core.playing import Bot
from engine_core.rng import Rng


class HardenedBot:
    """A bot whose faults do not stop the table: it then plays its first legal action, hosted as at home. ``report`` gets each fault."""

    def __init__(self, bot: Bot, report: Callable[[Exception], None]) -> None:
        self._bot = bot
        self._report = report

    def __call__(self, view: Any, legal: list[Action], rng: Rng) -> Action:
        """The bot's choice, or the first of ``legal``."""
        try:
            choice = self._bot(view, list(legal), rng)
        except Exception as error:
            self._report(error)
            return legal[0]
        if choice not in legal:
            self._report(IllegalChoice(f"{choice!r} is not legal"))
            return legal[0]
        return choice


__all__ = ["HardenedBot"]
