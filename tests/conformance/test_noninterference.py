"""No seat and no spectator can tell apart what it must not know; and the test that says so would notice if one could."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Event, Sink
from engine_core.games.medico.actions import BuyRecipeBook
from engine_core.games.medico.events import DestinationSet
from engine_core.games.medico.game import Medico
from engine_core.games.medico.state import MedicoState
from engine_core.games.medico.view import MedicoView
from engine_core.rng import Rng, key_from_seed
from tests.conformance.azerland_hidden import AzerlandHiddenFacts
from tests.conformance.configurations import ALL, SEAT_COUNTS, Configuration, positions, walk
from tests.conformance.medico_hidden import MedicoHiddenFacts, hidden_dials
from tests.conformance.noninterference import RARE_ACTIONS, Findings, run_game
from tests.profiles import profile

TRIALS: Final = 200
MOST_GAMES: Final = 1500


@pytest.mark.parametrize("setting", SEAT_COUNTS, ids=str)
def test_hidden_facts_never_show(setting: Configuration) -> None:
    told = profile(setting.game.name)
    absent = told.solo_only if setting.seats > 1 else told.never_solo
    points = {point.name for point in setting.game.decision_points} - told.nothing_hidden - absent
    settings = [other for other in ALL if other.game is setting.game and other.seats == setting.seats]
    kinds = {kind.kind for kind in setting.game.catalogue.kinds} - absent
    findings = Findings()
    for seed in range(MOST_GAMES):
        run_game(settings[seed % len(settings)], told.hidden, seed, findings, TRIALS)
        assert not findings.differences, findings.differences[:3]
        points_done = all(findings.trials[point] >= TRIALS for point in points)
        if seed + 1 >= len(settings) and points_done and all(findings.own[kind] >= RARE_ACTIONS for kind in kinds):
            break
    assert {point: findings.trials[point] for point in points if findings.trials[point] < TRIALS} == {}
    assert {kind: findings.own[kind] for kind in kinds if findings.own[kind] < RARE_ACTIONS} == {}


@pytest.mark.parametrize("setting", SEAT_COUNTS, ids=str)
def test_variations_differ_and_keep_what_is_known(setting: Configuration) -> None:
    hidden = profile(setting.game.name).hidden
    rng = Rng(key_from_seed(41), ("play", "vary", "choose"))
    for match in positions(setting, 41, every=30):
        before = match.digest()
        for observer in (None, *range(setting.seats)):
            twin = hidden.vary(match.state, observer, rng)
            assert hidden.known(twin, observer) == hidden.known(match.state, observer)
            assert setting.game.digest(twin) != setting.game.digest(match.state)
            assert list(setting.game.conserved(twin)) == []
        assert match.digest() == before


@pytest.mark.parametrize("setting", [setting for setting in SEAT_COUNTS if setting.game.name == "medico"], ids=str)
def test_variations_of_medico_reach_every_hidden_fact(setting: Configuration) -> None:
    hidden = MedicoHiddenFacts()
    rng = Rng(key_from_seed(42), ("play", "vary", "choose"))
    names = ("favor", "book", "market", "letter", "instruments")
    reached: set[str] = set()
    for match in positions(setting, 42, every=5):
        (stacks, supplies, dials) = hidden.hidden(match.state, 0)
        (twin_stacks, twin_supplies, twin_dials) = hidden.hidden(hidden.vary(match.state, 0, rng), 0)
        for one, other in zip(stacks, twin_stacks, strict=True):
            reached.update(name for name, a, b in zip(names, one, other, strict=True) if a != b)
        kinds = ("favors", "books", "markets", "instrument supply", "deck")
        reached.update(name for name, a, b in zip(kinds, supplies, twin_supplies, strict=True) if a != b)
        if dials and all(a != b for a, b in zip(dials, twin_dials, strict=True)):
            reached.add("dials")
    unreachable = {"deck"} if setting.seats > 2 else set()
    assert reached == {*names, "favors", "books", "markets", "instrument supply", "deck", "dials"} - unreachable


@pytest.mark.parametrize("setting", [setting for setting in SEAT_COUNTS if setting.game.name == "azerland"], ids=str)
def test_variations_of_azerland_reach_every_hidden_fact(setting: Configuration) -> None:
    hidden = AzerlandHiddenFacts()
    rng = Rng(key_from_seed(43), ("play", "vary", "choose"))
    reached: set[str] = set()
    for seed in (43, 44):
        match = setting.match(seed)
        hidden.prepare(match.state, rng)
        for _ in walk(match, seed):
            state = match.state
            one, twin = hidden.hidden(state, 0), hidden.hidden(hidden.vary(state, 0, rng), 0)
            reached.update(fact for fact in one if one[fact] != twin[fact])
            if one["plaquettes"] != twin["plaquettes"] and any(player.tiles_replaced for player in state.players[1:]):
                reached.add("0 tiles")
    facts = {"market", "visitors", "bonus tiles", "plaquettes", "0 tiles", "sheet"}
    assert reached == facts - ({"plaquettes", "0 tiles"} if setting.seats == 1 else {"sheet"})


# -- planted leaks: each must be found ------------------------------------------------------------------------------------------


def _secret(state: MedicoState) -> int:
    """A number that nobody may know: it changes with nearly every variation."""
    return sum(sum(place.favor_stack[1:]) + 3 * sum(place.letter_stack[1::2]) for place in state.places)


class ViewTellsSupply(Medico):
    """A count is not a count."""

    def view(self, state: MedicoState, seat: int | None) -> MedicoView:
        view = super().view(state, seat)
        view.book_supply = _secret(state)
        return view


class ViewTellsDial(Medico):
    """A dial that is set can be seen."""

    def view(self, state: MedicoState, seat: int | None) -> MedicoView:
        view = super().view(state, seat)
        for other in hidden_dials(state, seat):
            view.players[other].destination = state.players[other].destination
        return view


class CheckTellsSupply(Medico):
    """A sentence says too much, in one rejection of many."""

    def check(self, state: MedicoState, seat: int, action: Action) -> Rejection | None:
        rejection = super().check(state, seat, action)
        if rejection is not None and isinstance(action, BuyRecipeBook):
            return Rejection(rejection.rule_id, f"{rejection.sentence} The next one is {_secret(state)}.")
        return rejection


class LegalTellsSupply(Medico):
    """An action is missing when something hidden is so."""

    def legal(self, state: MedicoState, seat: int) -> list[Action]:
        legal = super().legal(state, seat)
        return legal[1:] if len(legal) > 1 and _secret(state) % 2 else legal


class FallbackTellsSupply(Medico):
    """What a seat that is gone plays follows from hidden facts."""

    def fallback(self, state: MedicoState, seat: int) -> Action:
        legal = self.legal(state, seat)
        return legal[_secret(state) % len(legal)]


class EventTellsDial(Medico):
    """The own dial's event goes to everybody."""

    def apply(self, state: MedicoState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        def tell(audience: int, event: Event) -> None:
            if sink is not None:
                sink(EVERYONE if isinstance(event, DestinationSet) else audience, event)

        return super().apply(state, seat, action, tell)


class EventsTellSupplyByTheirNumber(Medico):
    """One event more when something hidden is so."""

    def apply(self, state: MedicoState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        twice = _secret(state) % 2

        def tell(audience: int, event: Event) -> None:
            if sink is not None:
                sink(audience, event)
                if twice:
                    sink(audience, event)

        return super().apply(state, seat, action, tell)


class ApplyTellsSupply(Medico):
    """A plan is cut short when something hidden is so."""

    def apply(self, state: MedicoState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        return bool(_secret(state) % 2) | super().apply(state, seat, action, sink)


class ApplyHidesWhatCameToLight(Medico):
    """A plan goes on although a recipe book was turned up."""

    def apply(self, state: MedicoState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        return super().apply(state, seat, action, sink) and not isinstance(action, BuyRecipeBook)


LEAKS: Final[Sequence[tuple[type[Medico], str]]] = (
    (ViewTellsSupply, "view bytes"),
    (ViewTellsDial, "view bytes"),
    (CheckTellsSupply, "error of BuyRecipeBook"),
    (LegalTellsSupply, "legal actions"),
    (FallbackTellsSupply, "fallback"),
    (EventTellsDial, "events of set_destination"),
    (EventsTellSupplyByTheirNumber, "events of"),
    (ApplyTellsSupply, "what apply says"),
    (ApplyHidesWhatCameToLight, "a plan goes on although buy_recipe_book"),
)


@pytest.mark.parametrize("seats", Medico.seat_counts)
@pytest.mark.parametrize(("leaky", "words"), LEAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_planted_leak_is_found(leaky: type[Medico], words: str, seats: int) -> None:
    game: Any = leaky()
    findings = Findings()
    for seed in range(20):
        run_game(Configuration(game, seats, game.read_options({})), MedicoHiddenFacts(), seed, findings, enough=5)
        if any(words in difference for difference in findings.differences):
            return
    raise AssertionError(f"{leaky.__name__} was not found; differences: {findings.differences[:3]}")
