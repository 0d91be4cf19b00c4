"""Every hidden fact of Tinctura is varied, and leaks planted into the game are found, each by the way in which it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import pytest

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Event, Sink
from engine_core.games.tinctura.actions import TakePatient
from engine_core.games.tinctura.card_events import PeekedPatients
from engine_core.games.tinctura.flow_events import HourSet, PersonalitiesDealt, PrivateGoalsDealt
from engine_core.games.tinctura.game import Tinctura
from engine_core.games.tinctura.module_words import PREMONITION
from engine_core.games.tinctura.state import TincturaState
from engine_core.games.tinctura.view import TincturaView
from engine_core.games.tinctura.vocabulary import PLAN_PHASE
from engine_core.rng import Rng, key_from_seed
from tests.conformance.configurations import SEAT_COUNTS, Configuration, walk
from tests.conformance.noninterference import Findings, run_game
from tests.conformance.tinctura_hidden import TincturaHiddenFacts

ALL_MODULES: Final = {"personalities": True, "events": True, "private_goals": True, "open_goals": True}
TINCTURA: Final = tuple(setting for setting in SEAT_COUNTS if setting.game.name == "tinctura")


def _options(game: Any, seats: int) -> Any:
    return game.read_options(ALL_MODULES if seats > 1 else {})


@pytest.mark.parametrize("setting", TINCTURA, ids=str)
def test_variations_reach_every_hidden_fact(setting: Configuration) -> None:
    hidden = TincturaHiddenFacts()
    rng = Rng(key_from_seed(44), ("play", "vary", "choose"))
    with_modules = Configuration(setting.game, setting.seats, _options(setting.game, setting.seats))
    reached: set[str] = set()
    for seed in (44, 45):
        match = with_modules.match(seed)
        hidden.prepare(match.state, rng)
        for _ in walk(match, seed):
            one, twin = (hidden.hidden(state, 0) for state in (match.state, hidden.vary(match.state, 0, rng)))
            reached.update(fact for fact in one if one[fact] != twin[fact])
    facts = {"patients", "apprentices", "courses", "openings"}
    facts |= {"solo cards", "merchant cards"} if setting.seats == 1 else {"events", "plan", "dealt_personalities"}
    facts |= set() if setting.seats == 1 else {"personality", "dealt_goals", "private_goal"}
    assert reached == facts


@pytest.mark.rule("TIN-PERS-11")
def test_what_premonition_showed_is_varied_for_all_but_its_holder() -> None:
    hidden = TincturaHiddenFacts()
    rng = Rng(key_from_seed(46), ("play", "vary", "choose"))
    game: Any = Tinctura()
    seen = moved = 0
    for seed in range(60):
        match = Configuration(game, 2, game.read_options(ALL_MODULES)).match(seed)
        hidden.prepare(match.state, rng)
        for _ in walk(match, seed):
            state = match.state
            known = state.patients.known
            if not known or state.patients.deck[known:] == ():
                continue
            seen += 1
            holder = next(seat for seat, player in enumerate(state.players) if player.personality == PREMONITION)
            own, others = (hidden.vary(state, seat, rng).patients.deck for seat in (holder, 1 - holder))
            assert own[:known] == state.patients.deck[:known]
            moved += others[:known] != own[:known]
        if seen > 20:
            break
    assert seen > 20
    assert moved > seen / 2


# -- planted leaks -------------------------------------------------------------------------------------------------------------


def _secret(state: TincturaState) -> int:
    """A number that nobody may know: it changes with nearly every variation."""
    return sum(place * card for place, card in enumerate(state.patients.deck))


class ViewTellsPlan(Tinctura):
    """A plan that is finished lies open."""

    def view(self, state: TincturaState, seat: int | None) -> TincturaView:
        view = super().view(state, seat)
        if state.phase == PLAN_PHASE:
            for shown, player in zip(view.players, state.players, strict=True):
                shown.plan = player.plan if len(player.plan) == 9 else shown.plan
        return view


class ViewTellsGoal(Tinctura):
    """A private goal that is chosen lies open."""

    def view(self, state: TincturaState, seat: int | None) -> TincturaView:
        view = super().view(state, seat)
        for shown, player in zip(view.players, state.players, strict=True):
            shown.private_goal = player.private_goal
        return view


class ViewTellsRejectedPersonality(Tinctura):
    """The card that was not kept lies open."""

    def view(self, state: TincturaState, seat: int | None) -> TincturaView:
        view = super().view(state, seat)
        for shown, player in zip(view.players, state.players, strict=True):
            shown.dealt_personalities = player.dealt_personalities
        return view


class ViewTellsPeek(Tinctura):
    """What Premonition showed, everybody sees."""

    def view(self, state: TincturaState, seat: int | None) -> TincturaView:
        view = super().view(state, seat)
        view.patients.known_cards = state.patients.deck[: state.patients.known]
        return view


class ViewTellsTomorrow(Tinctura):
    """Tomorrow's courses lie open today."""

    def view(self, state: TincturaState, seat: int | None) -> TincturaView:
        view = super().view(state, seat)
        view.courses = state.week.courses[: 2 * state.day + 2]
        return view


class ViewTellsSoloCard(Tinctura):
    """Melanie's next card lies open."""

    def view(self, state: TincturaState, seat: int | None) -> TincturaView:
        view = super().view(state, seat)
        if state.solo is not None and view.solo is not None:
            view.solo.revealed = (*state.solo.revealed, *state.solo.cards[:1])
        return view


class CheckTellsDeck(Tinctura):
    """A sentence says too much."""

    def check(self, state: TincturaState, seat: int, action: Action) -> Rejection | None:
        rejection = super().check(state, seat, action)
        if rejection is not None and isinstance(action, TakePatient):
            return Rejection(rejection.rule_id, f"{rejection.sentence} Patient {state.patients.deck[:1]} comes next.")
        return rejection


class LegalTellsDeck(Tinctura):
    """An action is missing when something hidden is so."""

    def legal(self, state: TincturaState, seat: int) -> list[Action]:
        legal = super().legal(state, seat)
        return legal[1:] if len(legal) > 1 and _secret(state) % 2 else legal


class FallbackTellsDeck(Tinctura):
    """What a seat that is gone plays follows from hidden facts."""

    def fallback(self, state: TincturaState, seat: int) -> Action:
        legal = self.legal(state, seat)
        return legal[_secret(state) % len(legal)]


class _Talkative(Tinctura):
    """An event for one seat goes to all."""

    said: type[Event]

    def apply(self, state: TincturaState, seat: int, action: Action, sink: Sink | None = None) -> bool:
        def tell(audience: int, event: Event) -> None:
            if sink is not None:
                sink(EVERYONE if isinstance(event, self.said) else audience, event)

        return super().apply(state, seat, action, tell)


class EventTellsHour(_Talkative):
    """What is planned."""

    said = HourSet


class EventTellsPeek(_Talkative):
    """What Premonition shows."""

    said = PeekedPatients


WITH_OTHERS: Final = (2, 4)
ANY: Final = (1, 3)
LEAKS: Final[Sequence[tuple[type[Tinctura], str, tuple[int, ...]]]] = (
    (ViewTellsPlan, "view bytes", WITH_OTHERS),
    (ViewTellsGoal, "view bytes", WITH_OTHERS),
    (ViewTellsRejectedPersonality, "view bytes", WITH_OTHERS),
    (ViewTellsPeek, "view bytes", WITH_OTHERS),
    (ViewTellsTomorrow, "view bytes", ANY),
    (ViewTellsSoloCard, "view bytes", (1,)),
    (CheckTellsDeck, "error of TakePatient", ANY),
    (LegalTellsDeck, "legal actions", ANY),
    (FallbackTellsDeck, "fallback", ANY),
    (EventTellsHour, "events of plan_hour", WITH_OTHERS),
    (EventTellsPeek, "events of premonition_peek", (2,)),
)


ENOUGH: Final[dict[type[Tinctura], int]] = {EventTellsPeek: 20}
"""Trials per decision point for what comes up seldom; 5 for all others."""


def test_every_private_event_is_meant_for_one_seat() -> None:
    """Those whose leaks are planted above, and the two that come up before the first decision."""
    private = {HourSet, PeekedPatients, PersonalitiesDealt, PrivateGoalsDealt}
    heard: set[type[Event]] = set()
    game: Any = Tinctura()
    for seed in range(12):
        setting = Configuration(game, 4, game.read_options(ALL_MODULES))

        def listen(audience: int, event: Event) -> None:
            if audience != EVERYONE:
                heard.add(type(event))

        match = setting.match(seed, listen)
        for seat, _, choice in walk(match, seed):
            game.apply(game.clone(match.state), seat, choice, listen)
    assert heard == private


@pytest.mark.rule("TIN-PLAN-01", "TIN-PG-03", "TIN-RUL-91", "TIN-PERS-11")
@pytest.mark.parametrize(
    ("leaky", "words", "seats"),
    [
        pytest.param(leaky, words, seats, id=f"{leaky.__name__}-{seats}")
        for leaky, words, counts in LEAKS
        for seats in counts
    ],
)
def test_a_planted_leak_is_found(leaky: type[Tinctura], words: str, seats: int) -> None:
    game: Any = leaky()
    findings = Findings()
    for seed in range(60):
        setting = Configuration(game, seats, _options(game, seats))
        run_game(setting, TincturaHiddenFacts(), seed, findings, ENOUGH.get(leaky, 5))
        if any(words in difference for difference in findings.differences):
            return
    raise AssertionError(f"{leaky.__name__} was not found; differences: {findings.differences[:3]}")
