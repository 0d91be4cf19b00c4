"""Leaks planted into Azerland are found, each by the way in which it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Event, Sink
from engine_core.games.azerland.actions import DrinkPotion
from engine_core.games.azerland.events import TileExchanged, TileSet
from engine_core.games.azerland.game import Azerland
from engine_core.games.azerland.state import AzerlandState
from engine_core.games.azerland.view import AzerlandView
from engine_core.games.azerland.vocabulary import PRIORITIES
from tests.conformance.azerland_hidden import AzerlandHiddenFacts, hidden_plaquettes
from tests.conformance.configurations import Configuration
from tests.conformance.noninterference import Findings, run_game


def _zeros_removed(state: AzerlandState) -> int:
    """0 tiles that wait for the reveal to return to the box: nobody else may know of them (AZE-RUL-30)."""
    return sum(
        player.tiles.count(0) + player.tiles_replaced - player.placed_numbers.count(0)
        for player in state.players
        if player.tiles_replaced
    )


def _secret(state: AzerlandState) -> int:
    """A number that nobody may know: it changes with nearly every variation."""
    return sum(place * card for place, card in enumerate(state.market.deck))


class ViewTellsPlaquette(Azerland):
    """A plaquette that is full lies open."""

    def view(self, state: AzerlandState, seat: int | None) -> AzerlandView:
        view = super().view(state, seat)
        for other in hidden_plaquettes(state, seat):
            if len(state.players[other].placed_numbers) == 5:
                view.players[other].placed_numbers = state.players[other].placed_numbers
        return view


class ViewTellsRemovedTile(Azerland):
    """The stock of 0 tiles grows as soon as one is removed."""

    def view(self, state: AzerlandState, seat: int | None) -> AzerlandView:
        view = super().view(state, seat)
        if state.phase > PRIORITIES:
            view.zero_tiles += _zeros_removed(state)
        return view


class CheckTellsRemovedTile(Azerland):
    """A sentence counts the removed 0 tiles."""

    def check(self, state: AzerlandState, seat: int, action: Action) -> Rejection | None:
        rejection = super().check(state, seat, action)
        if rejection is not None and isinstance(action, DrinkPotion):
            return Rejection(rejection.rule_id, f"{rejection.sentence} {_zeros_removed(state)} tiles wait.")
        return rejection


class ViewTellsBonus(Azerland):
    """Tomorrow's bonus tile lies open today."""

    def view(self, state: AzerlandState, seat: int | None) -> AzerlandView:
        view = super().view(state, seat)
        view.bonus_tiles = state.bonus_tiles[: max(state.day, 1)]
        return view


class ViewTellsSheet(Azerland):
    """The AI's priorities of the day are uncovered with its potions."""

    def view(self, state: AzerlandState, seat: int | None) -> AzerlandView:
        view = super().view(state, seat)
        if view.ai_drinks:
            view.ai_plaquettes = state.data.ai_plaquettes[state.sheet][: len(view.ai_drinks)]
        return view


class ViewTellsDeck(Azerland):
    """A count is not a count."""

    def view(self, state: AzerlandState, seat: int | None) -> AzerlandView:
        view = super().view(state, seat)
        view.visitors.deck = sum(place * card for place, card in enumerate(state.visitors.deck))
        return view


class _Talkative(Azerland):
    """An event for one seat goes to all."""

    said: type[Event]

    def apply(self, state: AzerlandState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        def tell(audience: int, event: Event) -> None:
            if sink is not None:
                sink(EVERYONE if isinstance(event, self.said) else audience, event)

        return super().apply(state, seat, action, tell)


class EventTellsTile(_Talkative):
    """What is inserted."""

    said = TileSet


class EventTellsRemovedTile(_Talkative):
    """What the 0 tile replaced."""

    said = TileExchanged


class LegalTellsDeck(Azerland):
    """An action is missing when something hidden is so."""

    def legal(self, state: AzerlandState, seat: int) -> list[Action]:
        legal = super().legal(state, seat)
        return legal[1:] if len(legal) > 1 and _secret(state) % 2 else legal


class FallbackTellsDeck(Azerland):
    """What a seat that is gone plays follows from hidden facts."""

    def fallback(self, state: AzerlandState, seat: int) -> Action:
        legal = self.legal(state, seat)
        return legal[_secret(state) % len(legal)]


WITH_OTHERS: Final = (2, 4)
ANY: Final = (1, 3)
LEAKS: Final[Sequence[tuple[type[Azerland], str, tuple[int, ...]]]] = (
    (ViewTellsPlaquette, "view bytes", WITH_OTHERS),
    (ViewTellsRemovedTile, "view bytes", WITH_OTHERS),
    (CheckTellsRemovedTile, "error of DrinkPotion", WITH_OTHERS),
    (ViewTellsBonus, "view bytes", ANY),
    (ViewTellsSheet, "view bytes", (1,)),
    (ViewTellsDeck, "view bytes", ANY),
    (EventTellsTile, "events of place_tile", WITH_OTHERS),
    (EventTellsRemovedTile, "events of replace_tile", WITH_OTHERS),
    (LegalTellsDeck, "legal actions", ANY),
    (FallbackTellsDeck, "fallback", ANY),
)


@pytest.mark.rule("AZE-PRIO-04", "AZE-RUL-30", "AZE-RUL-32", "AZE-RUL-76", "AZE-RUL-83")
@pytest.mark.parametrize(
    ("leaky", "words", "seats"),
    [
        pytest.param(leaky, words, seats, id=f"{leaky.__name__}-{seats}")
        for leaky, words, counts in LEAKS
        for seats in counts
    ],
)
def test_a_planted_leak_is_found(leaky: type[Azerland], words: str, seats: int) -> None:
    game: Any = leaky()
    findings = Findings()
    for seed in range(30):
        run_game(Configuration(game, seats, game.read_options({})), AzerlandHiddenFacts(), seed, findings, enough=20)
        if any(words in difference for difference in findings.differences):
            return
    raise AssertionError(f"{leaky.__name__} was not found; differences: {findings.differences[:3]}")
