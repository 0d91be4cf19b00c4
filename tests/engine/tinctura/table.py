"""The table at which the rule tests sit: a bare position, and the few moves that every test needs.

``table()`` stands in the turn of seat 0 on Monday at 10 o'clock: seat ``k`` is ``k``-th in turn order with its tea marker on space 0 and
planned the pharmacy for this hour and the next two. Supplies and boards are as at set-up but for the plants, which nobody has. A test
arranges what its rule needs, with everything that changes hands going through the bag, so nothing is ever lost:

    t = table(seats=3).turn(VILLAGE).supply(root=1)
    t.play(0, IndividualTraining(PRESSING, ROOT))
    assert t.me.skills[PRESSING] == 2

Nothing here knows how a rule is implemented: positions are made by the state's fields, moves by ``apply``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.games.tinctura.actions import (
    CompleteCourse,
    EndTurn,
    FinishFinal,
    FinishPowder,
    FinishVisit,
    ForgoAction,
    PassLeftover,
    PlanHour,
    PowderOrService,
    RepeatAction,
    ResolveBonus,
    StopGathering,
    TakeRapidGrowth,
    UseExtraPlant,
)
from engine_core.games.tinctura.data import TincturaData
from engine_core.games.tinctura.frames import frame
from engine_core.games.tinctura.game import TINCTURA
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.view import TincturaView
from engine_core.games.tinctura.vocabulary import (
    AREA,
    CARE,
    FIRST_HOUR,
    HOUR_PHASE,
    LAST_HOUR,
    PHARMACY,
    PLAN_PHASE,
    PLANT,
    TURN,
)
from engine_core.position import Position, replace_tables
from engine_core.vocabulary import NONE
from tests.engine.tabletop import Tabletop
from tests.engine.tinctura.cards import DATA, OPENING

NOTHING = (0, 0, 0, 0)
LETTERS = "pvfc"
"""Pharmacy, village, forest, care, in a plan written as a text."""
THIRDS = "pppvvvfff"


class Table(Tabletop[TincturaState, Player, TincturaView]):
    """A game of Tinctura that is played on; see the module's docstring."""

    plain = (
        EndTurn(),
        ForgoAction(),
        FinishVisit(),
        FinishPowder(),
        FinishFinal(),
        PassLeftover(),
        StopGathering(),
        CompleteCourse(),
        RepeatAction(0),
        ResolveBonus(0),
        UseExtraPlant(0),
        TakeRapidGrowth(0),
        PowderOrService(2),
    )

    # -- moving ----------------------------------------------------------------------------------------------------------------

    def plan(self, *plans: str) -> Table:
        """All seats plan the day, ``"ppvvffcpp"``; who is not named plans three hours of each area, care hours last."""
        assert self.state.phase == PLAN_PHASE
        for seat in self.asked():
            self.play(seat, *plan_actions(plans[seat] if seat < len(plans) else self.any_plan(seat)))
        return self

    def any_plan(self, seat: int) -> str:
        """Three hours of each area, the last ones given to the care that is due."""
        care = len(self.player(seat).apprentices)
        return THIRDS[: 9 - care] + "c" * care

    def plainest(self, seat: int) -> Action:
        """See :meth:`Tabletop.plainest`; of a plan whatever is allowed last."""
        return self.legal(seat)[-1] if self.state.phase == PLAN_PHASE else super().plainest(seat)

    def finish_turn(self, seat: int = 0) -> Table:
        """The seat does as little as possible until another one is asked, or its next turn begins."""
        hour, day = self.state.hour, self.state.day
        while self.asked() == (seat,) and (self.state.hour, self.state.day) == (hour, day):
            self.play(seat, self.plainest(seat))
        return self

    def until(self, hour: int, day: int | None = None) -> Table:
        """Everybody does as little as possible until an hour begins, of that day or the next time it comes."""
        return self.idle_until(lambda s: s.phase == HOUR_PHASE and s.hour == hour and day in (None, s.day))

    def next_hour(self) -> Table:
        """As little as possible until the next hour of the same day begins."""
        return self.until(self.state.hour + 1, self.state.day)

    def next_day(self) -> Table:
        """As little as possible until the planning of the next day."""
        day = self.state.day + 1
        return self.idle_until(lambda state: state.phase == PLAN_PHASE and state.day == day)

    # -- arranging: time -------------------------------------------------------------------------------------------------------

    def turn(self, area: int = PHARMACY, *, hour: int = 10, day: int = 1, seat: int = 0) -> Table:
        """It is the seat's turn in that hour; the seats follow each other in the order of their numbers, and whoever comes before has
        had its turn. The seat has planned the area for this hour and the two round it that fit, the others the pharmacy."""
        state = self.state
        players = range(len(state.players))
        assert FIRST_HOUR <= hour <= LAST_HOUR
        state.phase, state.day, state.hour = HOUR_PHASE, day, hour
        state.order = tuple(players)
        state.turns_left = len(state.order) - 1 - seat
        state.active_seat = seat
        state.pending = (frame(TURN, seat),)
        for other in range(1 if state.solo else len(players)):
            chosen = area if other == seat else PHARMACY
            self.planned(other, plan_with(chosen, hour))
        return self

    def planned(self, seat: int, plan: str) -> Table:
        """The seat's plan of the day, revealed; the seat owns the markers it takes."""
        player = self.player(seat)
        player.plan = tuple(LETTERS.index(letter) for letter in plan)
        white, blue, green = (max(3, player.plan.count(area)) for area in range(CARE))
        player.markers = (white, blue, green)
        return self

    def event(self, event: int, plant: int = NONE) -> Table:
        """The event of the day, with the option in play."""
        week, day = self.state.week, self.state.day
        rest = [other for other in range(12) if other != event]
        self.state.week = evolve(week, events=(*rest[: day - 1], event, *rest[day - 1 :]))
        self.state.event_plant = plant
        return self

    def courses(self, first: int, second: int) -> Table:
        """The courses of the day."""
        week, day = self.state.week, self.state.day
        rest = [course for course in range(1, 14) if course not in (first, second)]
        self.state.week = evolve(week, courses=(*rest[: 2 * day - 2], first, second, *rest[2 * day - 2 :]))
        return self

    def opens(self, first: int, last: int) -> Table:
        """The merchant's hours of the day; one of the tables' intervals."""
        week, day = self.state.week, self.state.day
        tile = OPENING.index((first, last))
        rest = [other for other in range(5) if other != tile]
        self.state.week = evolve(week, openings=(*rest[: day - 1], tile, *rest[day - 1 :]))
        return self

    # -- arranging: tea, dice ----------------------------------------------------------------------------------------------------

    def tea(self, *spaces: int, pile: Sequence[int] | None = None) -> Table:
        """Per participant the space of the tea marker; ``pile`` from first to last, otherwise the lower seat lies higher."""
        for seat, space in enumerate(spaces):
            self.player(seat).tea = space
        order = pile if pile is not None else sorted(range(len(spaces)), key=lambda seat: -spaces[seat])
        self.state.tea_pile = tuple(order)
        return self

    def die(self, *faces: int) -> Table:
        """The next rolls of the die."""
        return self.draws("die", *(face - 1 for face in faces), of=6)

    # -- arranging: plants, wares -------------------------------------------------------------------------------------------------

    def supply(self, seat: int = 0, **plants: int) -> Table:
        """The seat has exactly these plants, ``supply(herb=2, root=1)``; the bag makes up for it."""
        self._balance(self.player(seat).plants, tiles(**plants))
        self.player(seat).plants = tiles(**plants)
        return self

    def forest(self, **plants: int) -> Table:
        """Exactly these plants lie in the forest; the bag makes up for it."""
        self._balance(self.state.forest, tiles(**plants))
        self.state.forest = tiles(**plants)
        return self

    def discard(self, **plants: int) -> Table:
        """Exactly these plants are discarded; the bag makes up for it."""
        self._balance(self.state.discard, tiles(**plants))
        self.state.discard = tiles(**plants)
        return self

    def only_bag(self, **plants: int) -> Table:
        """Exactly these plants are in the bag; the discard makes up for it."""
        before, after = self.state.bag, tiles(**plants)
        discard = [d + b - a for d, b, a in zip(self.state.discard, before, after, strict=True)]
        assert min(discard) >= 0, "there are not so many plants"
        self.state.bag, self.state.discard = after, (discard[0], discard[1], discard[2], discard[3])
        return self

    def _balance(self, before: Sequence[int], after: Sequence[int]) -> None:
        bag = [n + b - a for n, b, a in zip(self.state.bag, before, after, strict=True)]
        assert min(bag) >= 0, "there are not so many plants"
        self.state.bag = (bag[0], bag[1], bag[2], bag[3])

    def items(self, white: int = 0, blue: int = 0, purple: int = 0, green: int = 0, mortars: int = 0) -> Table:
        """What the merchant displays."""
        self.state.items, self.state.mortars = (white, blue, purple, green), mortars
        return self

    # -- arranging: cards --------------------------------------------------------------------------------------------------------

    def display(self, *patients: int) -> Table:
        """These patients are on display, space by space; NONE leaves a space empty. What was there is in the deck."""
        spaces = len(self.state.patients.display)
        shown = (*patients, *(NONE,) * (spaces - len(patients)))
        self._lay(display=shown)
        return self

    def deck(self, *patients: int, only: bool = False) -> Table:
        """These patients come next from the deck; with ``only`` there are no others, the rest has left the game."""
        self._lay(top=patients, only=only)
        return self

    def patient(self, patient: int, *, hour: int, day: int = 1, seat: int = 0) -> Table:
        """The seat has taken this patient at that time."""
        player = self.player(seat)
        player.patients = (*player.patients, patient)
        player.stamps = (*player.stamps, 9 * (day - 1) + hour - FIRST_HOUR)
        self._lay()
        return self

    def _lay(self, display: tuple[int, ...] | None = None, top: tuple[int, ...] = (), *, only: bool = False) -> None:
        """Bring every patient to one place: the boards first, then the display, then the top of the deck."""
        patients = self.state.patients
        held = {patient for player in self.state.players for patient in player.patients}
        shown = tuple(NONE if p in held or p in top else p for p in (patients.display if display is None else display))
        taken = held | {p for p in shown if p != NONE} | set(top)
        faces = self.state.data.patients
        was_shown = [p for p in patients.display if p != NONE and p not in taken]
        rest = [p for p in (*patients.deck, *was_shown) if p not in taken]
        rest = [] if only else sorted(rest, key=lambda p: faces[p].illness)
        gone = tuple(p for p in patients.gone if p not in taken)
        self.state.patients = evolve(patients, display=shown, deck=(*top, *rest), gone=gone)

    def apprentices(self, *cards: int) -> Table:
        """These apprentices are on display, space by space; NONE leaves a space empty."""
        self._staff(display=(*cards, *(NONE,) * (4 - len(cards))))
        return self

    def apprentice(self, card: int, seat: int = 0) -> Table:
        """The seat has this untrained apprentice."""
        player = self.player(seat)
        player.apprentices = tuple(sorted((*player.apprentices, card)))
        self._staff()
        return self

    def journeyman(self, card: int, seat: int = 0) -> Table:
        """The seat has this journeyman."""
        player = self.player(seat)
        player.journeymen = tuple(sorted((*player.journeymen, card)))
        self._staff()
        return self

    def _staff(self, display: tuple[int, ...] | None = None) -> None:
        """Bring every apprentice to one place: the boards first, then the display, all others on the stacks."""
        found = self.state.apprentices
        held = {card for player in self.state.players for card in (*player.apprentices, *player.journeymen)}
        shown = tuple(NONE if card in held else card for card in (found.display if display is None else display))
        cards = self.state.data.apprentices
        stacks: list[tuple[int, ...]] = []
        for kind, stack in enumerate(found.stacks):
            order = [*stack, *(card for card in range(len(cards)) if card not in stack)]
            placed = {*held, *shown, *found.gone}
            stacks.append(tuple(card for card in order if cards[card].medication == kind and card not in placed))
        self.state.apprentices = evolve(found, display=shown, stacks=tuple(stacks), known=NOTHING)

    def personality(self, personality: int, seat: int = 0) -> Table:
        """The seat keeps this personality, with the option in play."""
        self.player(seat).personality = personality
        return self


def tiles(herb: int = 0, berry: int = 0, mushroom: int = 0, root: int = 0) -> tuple[int, int, int, int]:
    """Plants by type."""
    assert PLANT.words == ("herb", "berry", "mushroom", "root")
    return (herb, berry, mushroom, root)


def plan_with(area: int, hour: int) -> str:
    """A plan of three hours of each area, those of this one in this hour and the next two that fit; a care hour stands alone."""
    at = hour - FIRST_HOUR
    if area == CARE:
        return "pppvvvff"[:at] + "c" + "pppvvvff"[at:]
    first = min(at, 6)
    rest = THIRDS.replace(AREA.words[area][0], "")
    return rest[:first] + AREA.words[area][0] * 3 + rest[first:]


def plan_actions(plan: str) -> list[PlanHour]:
    """``"ppvvffcpp"``: an action per hour."""
    return [PlanHour(LETTERS.index(letter)) for letter in plan]


@lru_cache(maxsize=64)
def _data(tables: str) -> TincturaData:
    """The tests' tables with some rows replaced; they are never changed, so they are read once."""
    data: TincturaData = replace_tables(TINCTURA, DATA, json.loads(tables))
    return data


def fresh(seats: int = 3, *, seed: int = 1, tables: Mapping[str, Any] | None = None, **options: Any) -> Table:
    """A new game as the set-up makes it, with the tests' tables; ``tables`` replaces some of their rows, options are written as words."""
    return Table(Position(TINCTURA, seats, seed=seed, options=options, data=_data(json.dumps(tables or {}))))


def planning(seats: int = 3, *, seed: int = 1, tables: Mapping[str, Any] | None = None, **options: Any) -> Table:
    """A new game in the planning of Monday; everybody has kept the first card of each choice."""
    t = fresh(seats, seed=seed, tables=tables, **options)
    while t.state.phase != PLAN_PHASE:
        seat = t.asked()[0]
        t.play(seat, t.legal(seat)[0])
    return t


def table(seats: int = 3, *, tables: Mapping[str, Any] | None = None, **options: Any) -> Table:
    """A bare position in the turn of seat 0, Monday 10 o'clock; see the module's docstring. With personalities in play nobody holds one
    until ``personality`` gives it; with events in play the event of the day is one without effect on the test (New Spa is not)."""
    t = planning(seats, tables=tables, **options)
    for seat, player in enumerate(t.state.players):
        t.supply(seat)
        player.personality, player.dealt_personalities = NONE, ()
    t.tea(*(0,) * len(t.state.players))
    t.events.clear()
    return t.turn()
