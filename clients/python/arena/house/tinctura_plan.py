"""The plan of a day of Tinctura: which area each hour is worth, and the best way to lay the markers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from arena.house.tinctura_patients import Sight
from engine_core.games.tinctura.forest import PLANTS_OF_HOUR
from engine_core.games.tinctura.module_words import MASTER_CLASS
from engine_core.games.tinctura.vocabulary import CARE, FIRST_HOUR, FOREST, HOURS, LAST_HOUR, PHARMACY, VILLAGE

AREAS: Final = 4
Laid = tuple[int, int, int, int, bool, bool]
"""Markers laid so far by area, whether the last hour began a course, and whether the merchant is visited."""
SECOND_VISIT: Final = 0.33
FIRST_VISIT: Final = 0.9
FEW_PLANTS: Final = 4
LITTLE_TO_PAY: Final = 0.5
"""How much of a visit remains to whoever has few plants now."""
GATHERED: Final = 0.75
"""What a plant of the forest is worth to the plan, its step of plant knowledge included."""
KNOWLEDGE_PICK: Final = 0.65
OWN_PICKS: Final = 7
"""Plants that the seat takes before 16 o'clock."""
OTHER_PICKS: Final = 4.5
"""Plants that each other seat does."""
OTHER_GATHERS: Final = 0.6
"""How likely another seat takes part in the share."""
LAST_DAY_USE: Final = 0.135
"""How much of a plant's worth remains on Friday, per hour that is left."""
PHARMACY_HOUR: Final = (5.0, 3.6, 3.6, 3.6, 2.6, 2.0, 1.5, 1.0, 1.0)
"""The first, second, ... pharmacy hour of a day."""
WITHOUT_PLANTS: Final = 1.5
"""A pharmacy hour of Monday morning can take patients only."""
VILLAGE_HOUR: Final = 1.95
"""Hiring, training: a village hour without course and merchant."""
LATER_PHARMACY: Final = 0.03
"""Per hour of the day, earlier is better: plants are there, patients wait."""
LATER_WITHOUT: Final = -0.12
"""Without plants later is better: the deadline comes later too."""


class Day:
    """Estimates per hour, and the plan that is best for them."""

    def __init__(self, sight: Sight) -> None:
        self.sight = sight
        me, view = sight.me, sight.view
        self.left = (*me.markers, len(me.apprentices))
        first, last = sight.opening()
        visits = [sight.visit(hour) if first <= hour <= last else 0.0 for hour in range(FIRST_HOUR, LAST_HOUR + 1)]
        self.merchant = [max(worth * FIRST_VISIT, 0.0) for worth in visits]
        if sum(me.plants) < FEW_PLANTS:
            self.merchant = [worth * LITTLE_TO_PAY for worth in self.merchant]
        starts: dict[int, float] = {}
        for course in view.courses[-2:]:
            start = sight.data.courses[course].start
            starts[start - FIRST_HOUR] = max(starts.get(start - FIRST_HOUR, 0.0), sight.course(course))
        self.course = starts
        self.is_short = bool(view.events) and view.events[-1] == MASTER_CLASS
        self.forest = self._forest()
        self.pharmacy = self._pharmacy()
        self.lateness = LATER_PHARMACY if self.pharmacy is PHARMACY_HOUR else LATER_WITHOUT
        self._searched: dict[Laid, tuple[float, int]] = {}

    def _forest(self) -> list[float]:
        """What gathering brings, hour by hour; at 16 the rest, shared with those who may come too."""
        view, sight = self.sight.view, self.sight
        others = len(view.players) - 1
        share = max(sum(view.forest) - OWN_PICKS - others * OTHER_PICKS, 0) / (1 + OTHER_GATHERS * others)
        step = min(sight.knowledge(), 1.2) * KNOWLEDGE_PICK
        numbers = (*PLANTS_OF_HOUR, share)
        if sight.days_after:
            return [(GATHERED + step) * number for number in numbers]
        return [
            (GATHERED * min(1.0, LAST_DAY_USE * (HOURS - 1 - hour)) + step) * number
            for hour, number in enumerate(numbers)
        ]

    def best_area(self) -> int:
        """The area of the next hour of the best plan."""
        planned = self.sight.me.plan
        white, blue, green, care = (planned.count(area) for area in range(AREAS))
        started = bool(planned) and planned[-1] == VILLAGE and len(planned) - 1 in self.course
        visited = any(area == VILLAGE and self.merchant[hour] > VILLAGE_HOUR for hour, area in enumerate(planned))
        return self._search((white, blue, green, care, started, visited))[1]

    def _search(self, state: Laid) -> tuple[float, int]:
        """What the hours without a marker are worth, and the area of the first of them."""
        known = self._searched.get(state)
        if known is None:
            known = (0.0, CARE)
            if sum(state[:AREAS]) < HOURS:
                known = max((worth + self._search(after)[0], area) for area, worth, after in self._ways(state))
            self._searched[state] = known
        return known

    def _ways(self, state: Laid) -> Iterator[tuple[int, float, Laid]]:
        """What can be done with the next hour: the area, what it is worth, and what is laid then."""
        white, blue, green, care, started, visited = state
        hour = white + blue + green + care
        left = self.left
        due = left[CARE] - care
        if due:
            yield CARE, 0.0, (white, blue, green, care + 1, False, visited)
        if due > HOURS - hour - 1:
            return
        if white < left[PHARMACY]:
            worth = self.pharmacy[white] - self.lateness * hour
            yield PHARMACY, worth, (white + 1, blue, green, care, False, visited)
        if green < left[FOREST]:
            yield FOREST, self.forest[hour], (white, blue, green + 1, care, False, visited)
        if blue < left[VILLAGE]:
            if started:
                yield VILLAGE, self.course[hour - 1], (white, blue + 1, green, care, False, visited)
            if hour in self.course:
                worth = self.course[hour] if self.is_short else 0.0
                yield VILLAGE, worth, (white, blue + 1, green, care, not self.is_short, visited)
            shop = self.merchant[hour] * (SECOND_VISIT if visited else 1.0)
            is_visit = shop > VILLAGE_HOUR
            yield VILLAGE, max(shop, VILLAGE_HOUR), (white, blue + 1, green, care, False, visited or is_visit)

    def _pharmacy(self) -> tuple[float, ...]:
        """What the first, second, ... pharmacy hour of the day is worth."""
        sight = self.sight
        if sum(sight.me.plants) < FEW_PLANTS and not sight.me.patients:
            return tuple(min(worth, WITHOUT_PLANTS) for worth in PHARMACY_HOUR)
        return PHARMACY_HOUR


__all__ = ["Day"]
