"""Whether a seat can tell apart two positions that differ only in what it must not know.

A *trial* takes a position of a random game and an observer (a seat, or a spectator), makes a twin that differs in hidden facts alone, and
plays both in step, all seats alike; where another seat acts in secret, the twin's seat acts differently in secret. At every point the
observer's view, its legal actions, every error that it can provoke, and every event that it receives must be the same. When a step reveals
hidden facts, so that the twins lawfully look different, a new twin is made and the play goes on; the step of the observer that did it must
have said so, or a plan would go on that was made without that knowledge.

What is hidden is said per game by a :class:`HiddenFacts`, written from the rules and from the state alone: neither from the view nor from
``determinize``, which it judges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from engine_core.actions import Action
from engine_core.events import EVERYONE, Event
from engine_core.game import Game
from engine_core.rng import Rng, key_from_seed
from tests.conformance.configurations import Configuration

Observer = int | None


class HiddenFacts(Protocol):
    """What a game hides, independently of its views."""

    def vary(self, state: Any, observer: Observer, rng: Rng) -> Any:
        """Another state that is possible for all the observer knows; nothing of the first is changed."""

    def known(self, state: Any, observer: Observer) -> Any:
        """Everything that the observer may know, as a comparable value."""

    def hidden(self, state: Any, observer: Observer) -> Any:
        """The hidden facts apart from the key, as a comparable value: what must differ for a trial to count."""

    def disguise(self, game: Game[Any, Any], state: Any, seat: int, action: Action, rng: Rng) -> Action:
        """Another action that nobody but the seat can tell from this one; the action itself if there is none."""

    def prepare(self, state: Any, rng: Rng) -> None:
        """Change a fresh state so that rare decision points come up; it stays one that could be played."""

    def situation(self, state: Any) -> str:
        """What makes a position special among those of its decision point, if anything: it gets trials of its own."""

    def shown(self, events: list[Event]) -> Any:
        """What events lawfully bring to light of hidden facts even where the position after them is the same, as a comparable value."""


@dataclass(slots=True)
class Findings:
    """What the trials of one run showed."""

    trials: Counter[str] = field(default_factory=Counter)
    """Comparisons of positions that differed in hidden facts, per decision point, and apart for special situations."""
    played: Counter[str] = field(default_factory=Counter)
    """How often each kind of action was played on the way to positions."""
    tried: Counter[str] = field(default_factory=Counter)
    """How often each kind of action was played within trials."""
    own: Counter[str] = field(default_factory=Counter)
    """How often each kind of action was played in a trial by the observer itself, from a position that differed in hidden facts."""
    differences: list[str] = field(default_factory=list)
    """What an observer could tell apart; empty if nothing leaks."""


RARE_ACTIONS: Final = 20
"""Every kind of action that comes up is played so often by an observer who is watched."""
VARIATIONS: Final = 6
"""Trials per observer at a decision point that has not had enough of them."""


def run_game(
    setting: Configuration,
    hidden: HiddenFacts,
    seed: int,
    findings: Findings,
    enough: int,
    length: int = 5,
) -> None:
    """One random game. At points that have had fewer than ``enough`` trials, for every observer some sequences of ``length`` steps; where
    a seat may do what an observer has seldom done, one with that; elsewhere now and then one."""
    game = setting.game
    rng = Rng(key_from_seed(seed), ("play", "vary", "choose"))
    state = setting.match(seed).state
    hidden.prepare(state, rng)
    observers: list[Observer] = [None, *range(setting.seats)]
    ply = 0
    while asked := game.to_act(state):
        seat, action = _next(game, state, rng, findings.played)
        watched: list[Observer] = [
            actor for actor in asked if min(findings.own[own.kind] for own in game.legal(state, actor)) < RARE_ACTIONS
        ]
        if findings.trials[_kind(game, hidden, state, asked[0])] < enough:
            watched = observers * VARIATIONS
        elif not watched and rng.below(2, 60) == 0:
            watched = [observers[rng.below(2, len(observers))]]
        for observer in watched:
            words = "spectator" if observer is None else f"seat {observer}"
            for difference in sequence(game, hidden, game.clone(state), observer, rng, length, findings, enough):
                findings.differences.append(f"{setting} seed {seed} ply {ply}, {words}: {difference}")
        game.apply(state, seat, action)
        ply += 1


def sequence(
    game: Game[Any, Any],
    hidden: HiddenFacts,
    state: Any,
    observer: Observer,
    rng: Rng,
    length: int,
    findings: Findings,
    enough: int,
) -> Iterator[str]:
    """Play up to ``length`` steps from a position with a twin; yields what the observer can tell apart. Changes ``state``.

    Where a kind of position has had twice ``enough`` trials, three times in four the sequence ends there.
    """
    twin = hidden.vary(state, observer, rng)
    assert hidden.known(twin, observer) == hidden.known(state, observer), "the variation changes what is known"
    for _ in range(length + 1):
        asked = game.to_act(state)
        if asked and findings.trials[_kind(game, hidden, state, asked[0])] > 2 * enough and rng.below(2, 4):
            return
        differ = hidden.hidden(twin, observer) != hidden.hidden(state, observer)
        if asked and differ:
            findings.trials.update({game.decision_point(state, asked[0]), _kind(game, hidden, state, asked[0])})
        yield from compare(game, state, twin, observer)
        if not asked:
            return
        seat, action = _next(game, state, rng, findings.tried, None if observer is None else (observer, findings.own))
        if seat == observer and differ:
            findings.own[action.kind] += 1
        twin_action = action if seat == observer else hidden.disguise(game, twin, seat, action, rng)
        heard, twin_heard = _Listener(observer), _Listener(observer)
        revealed = game.apply(state, seat, action, heard)
        twin_revealed = game.apply(twin, seat, twin_action, twin_heard)
        known = hidden.known(state, observer), hidden.shown(heard.events)
        if (hidden.known(twin, observer), hidden.shown(twin_heard.events)) != known:
            if seat == observer and not (revealed and twin_revealed):
                yield f"a plan goes on although {action.kind} told the seat something that it did not know"
            twin = hidden.vary(state, observer, rng)
            continue
        if heard.events != twin_heard.events:
            yield f"events of {action.kind}: {heard.events} != {twin_heard.events}"
        if seat == observer and revealed != twin_revealed:
            yield f"what apply says of {action.kind}: {revealed} != {twin_revealed}"


def compare(game: Game[Any, Any], state: Any, twin: Any, observer: Observer) -> Iterator[str]:
    """What the observer can tell apart without anybody acting."""
    if game.to_act(state) != game.to_act(twin):
        yield f"seats to act: {game.to_act(state)} != {game.to_act(twin)}"
    if game.view_to_bytes(game.view(state, observer)) != game.view_to_bytes(game.view(twin, observer)):
        yield "view bytes"
    if observer is None:
        return
    if game.legal(state, observer) != game.legal(twin, observer):
        yield f"legal actions: {game.legal(state, observer)} != {game.legal(twin, observer)}"
    if game.decision_point(state, observer) != game.decision_point(twin, observer):
        yield "decision point"
    if observer in game.to_act(state) and game.fallback(state, observer) is not game.fallback(twin, observer):
        yield "fallback"
    for action in game.catalogue:
        one, other = game.check(state, observer, action), game.check(twin, observer, action)
        if one != other:
            yield f"error of {action!r}: {one} != {other}"


def _kind(game: Game[Any, Any], hidden: HiddenFacts, state: Any, seat: int) -> str:
    """What trials are counted by: the decision point, apart in special situations."""
    return " ".join(filter(None, (game.decision_point(state, seat), hidden.situation(state))))


class _Listener:
    """A sink that keeps what one observer receives."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer
        self.events: list[Event] = []

    def __call__(self, audience: int, event: Event) -> None:
        if audience in (EVERYONE, self.observer):
            self.events.append(event)


def _next(
    game: Game[Any, Any],
    state: Any,
    rng: Rng,
    played: Counter[str],
    own: tuple[int, Counter[str]] | None = None,
) -> tuple[int, Action]:
    """Any seat that is asked and any of its actions, or half of the time a kind that was played least: so rare decision points come up.

    Where ``own`` gives a seat and what it has played in trials, that seat always plays what it has played least, as long as it is rare.
    """
    asked = game.to_act(state)
    seat = asked[rng.below(0, len(asked))]
    if own is not None and own[0] in asked and (rare := _rare(game.legal(state, own[0]), own[1])):
        return own[0], _played(rare[rng.below(0, len(rare))], played)
    legal = game.legal(state, seat)
    if rng.below(0, 2):
        fewest = min(played[action.kind] for action in legal)
        legal = [action for action in legal if played[action.kind] == fewest]
    return seat, _played(legal[rng.below(0, len(legal))], played)


def _rare(legal: list[Action], own: Counter[str]) -> list[Action]:
    """Those of a kind that was played least, if that is seldom."""
    fewest = min(own[action.kind] for action in legal)
    return [action for action in legal if own[action.kind] == fewest] if fewest < RARE_ACTIONS else []


def _played(action: Action, played: Counter[str]) -> Action:
    played[action.kind] += 1
    return action
