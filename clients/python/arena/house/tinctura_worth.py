"""What things are worth in Tinctura, in RP: plants, skills, the tea track, wares, courses, apprentices.

Estimates for :mod:`arena.house.tinctura`.
"""

from __future__ import annotations

from typing import Final

from engine_core.games.tinctura.data import TincturaData
from engine_core.games.tinctura.module_words import PRIVATE_APPOINTMENT
from engine_core.games.tinctura.scoring import JOURNEYMEN, KNOWLEDGE_FINISHED, LEAST_SKILL, TEA_PLACES
from engine_core.games.tinctura.view import PlayerView, TincturaView
from engine_core.games.tinctura.vocabulary import (
    BONUS_SPACES,
    COLOURS,
    DAYS,
    FINAL,
    HERB,
    MORTAR,
    PLANT_TYPES,
    POINTS_ONCE,
    ROOT,
    SKILLS,
    Plants,
)

TILE: Final = (0.9, 0.8, 0.75, 0.7, 0.45, 0.4, 0.35)
"""What the first, second, ... tile of a type is worth; more of it are worth as much as the last."""
LAST_DAY_TILE: Final = 0.47
"""How much of that remains on Friday."""
EXPERIMENT: Final = 1.1
DRAWN_TILE: Final = 0.6
TEA_STEP: Final = 0.9
"""RP per space of the tea track, for those steps that a later shift does not take back."""
LEVEL_USE: Final = 1.3
"""What a level of a skill is worth for patients still to come, on Monday."""
KNOWLEDGE_USE: Final = 0.6
USEFUL_LEVEL: Final = 7
"""Higher ones serve few patients."""
BEHIND: Final = (1.0, 0.55, 0.4, 0.25)
"""How much of the least-skill table counts for a skill so many levels above the least one."""
MARKER: Final = 0.7
"""A planning marker, per day to come."""
DOUBLE: Final = 3.5
"""White 3, per day."""
EXTRA: Final = 0.6
"""Green 3, per day."""
MORTAR_LEVEL: Final = 1.6
POWDER_PART: Final = 2.0
NEXT_SPACES: Final = 0.2
"""How much of the space after the next one a ware is worth besides."""
JOURNEYMAN: Final = (1.1, 2.6, 7.0, 7.0)
"""The first, second, ... journeyman: between what the table pays for it and for four."""


class Worth:
    """The view of a seat with what it needs for estimates; made anew for every decision."""

    def __init__(self, view: TincturaView, data: TincturaData) -> None:
        self.view = view
        self.data = data
        self.me: PlayerView = view.players[view.seat]
        self.now = 9 * view.day + view.hour - 17
        """The hour counted from Monday 8 o'clock; 8 less while the day is planned."""
        self.days_after = DAYS - view.day
        self.time_left = max(0.0, 1.0 - max(self.now, 9 * view.day - 9) / 45) if view.phase < FINAL else 0.0
        """From 1 at the beginning to 0 at the end."""
        self.fade = LAST_DAY_TILE if not self.days_after else 1.0
        self.needs: Plants = (0, 0, 0, 0)
        """Tiles that active patients wait for (set by :mod:`arena.house.tinctura_patients`)."""

    # -- plants ----------------------------------------------------------------------------------------------------------------

    def tiles(self, plants: Plants) -> float:
        """A supply."""
        total = 0.0
        for kind in range(PLANT_TYPES):
            count = plants[kind]
            for place in range(count):
                total += TILE[place] if place < len(TILE) else TILE[-1]
            total += 1.2 * min(count, self.needs[kind])
        return total * self.fade if self.view.phase < FINAL else 0.01 * total

    def tile(self, kind: int, plants: Plants | None = None) -> float:
        """One tile more of a type."""
        held = (self.me.plants if plants is None else plants)[kind]
        worth = TILE[held] if held < len(TILE) else TILE[-1]
        return (worth + 1.2 * (held < self.needs[kind])) * self.fade

    def lost_tile(self, kind: int, plants: Plants | None = None) -> float:
        """One tile less of a type."""
        held = (self.me.plants if plants is None else plants)[kind] - 1
        worth = TILE[held] if held < len(TILE) else TILE[-1]
        return (worth + 1.2 * (held < self.needs[kind])) * self.fade

    def cheapest(self, count: int) -> float:
        """What any plants that make up a price are worth."""
        plants = list(self.me.plants)
        total = 0.0
        for _ in range(count):
            held = [kind for kind in range(PLANT_TYPES) if plants[kind]]
            if not held:
                return total + 99.0
            supply: Plants = (plants[0], plants[1], plants[2], plants[3])
            kind = min(held, key=lambda kind, supply=supply: self.lost_tile(kind, supply))  # type: ignore[misc]
            total += self.lost_tile(kind, supply)
            plants[kind] -= 1
        return total

    # -- skills ----------------------------------------------------------------------------------------------------------------

    def level_up(self, level: int, least: int) -> float:
        """One level more of one of the five skills that the end counts: its share of the least-skill table."""
        if level + 1 >= len(LEAST_SKILL):
            return 0.0
        above = level - least
        share = BEHIND[above] if above < len(BEHIND) else 0.1
        return share * (LEAST_SKILL[level + 1] - LEAST_SKILL[level]) / 3.0

    def skill(self, skill: int, levels: int = 1) -> float:
        """Levels of one of the four skills."""
        skills = self.me.skills
        level = skills[skill]
        least = min(*skills, self.me.knowledge_level)
        total = 0.0
        for step in range(level, min(level + levels, self.data.skill_end)):
            total += self.level_up(step, least)
            if step < USEFUL_LEVEL:
                total += LEVEL_USE * self.time_left * 2
        return total

    def best_skill(self, levels: int = 1) -> float:
        """Levels of the skill that gains most."""
        return max(self.skill(skill, levels) for skill in range(SKILLS))

    def knowledge(self, steps: int = 1) -> float:
        """Steps of plant knowledge."""
        data, me = self.data, self.me
        space = me.knowledge
        total = 0.0
        for step in range(space, min(space + steps, data.knowledge_end)):
            total += KNOWLEDGE_FINISHED / data.knowledge_end
            level = data.knowledge_level[step]
            total += self.level_up(level, min(*me.skills, level)) / 2
            if level < USEFUL_LEVEL:
                total += KNOWLEDGE_USE * self.time_left * 2
        return total

    # -- tea -------------------------------------------------------------------------------------------------------------------

    def tea(self, steps: int) -> float:
        """The tea marker so many spaces ahead: spaces, and places taken from others."""
        me, view = self.me, self.view
        target = min(me.tea + steps, self.data.tea_end)
        others = [player.tea for seat, player in enumerate(view.players) if seat != view.seat]
        shift = min(target, *others) if me.tea == 0 and all(others) else 0
        passed = sum(me.tea <= other <= target for other in others)
        place = view.tea_pile.index(view.seat)
        better = max(place - passed, 0)
        gain = TEA_PLACES[better] - TEA_PLACES[place]
        weight = 0.3 + 0.7 * (1.0 - self.time_left)
        return TEA_STEP * (target - me.tea - shift) * (0.75 + 0.25 * weight) + gain * weight * 0.7 + 0.1

    def tea_room(self) -> int:
        """How many teas the track has room for."""
        room = self.data.tea_end - self.me.tea
        return room or int(self.view.tea_pile[0] != self.view.seat)

    def teas(self, roots: int, herbs: int) -> float:
        """Teas from these plants."""
        return self.tea(roots + herbs) - self.give(((HERB, herbs), (ROOT, roots)))

    def give(self, parts: tuple[tuple[int, int], ...]) -> float:
        """What plants given up are worth."""
        plants = list(self.me.plants)
        for kind, count in parts:
            plants[kind] -= count
        return self.tiles(self.me.plants) - self.tiles((plants[0], plants[1], plants[2], plants[3]))

    # -- the village -----------------------------------------------------------------------------------------------------------

    def ware(self, ware: int) -> float:
        """A ware, without its price."""
        if ware == MORTAR:
            return self.mortar()
        bonus = self.me.bonus[ware]
        if bonus >= BONUS_SPACES:
            return 0.0
        worth = self.space(ware, bonus + 1)
        if bonus + 2 <= BONUS_SPACES and self.days_after:
            worth += NEXT_SPACES * self.space(ware, bonus + 2)
        return worth

    def mortar(self, levels: int = 1) -> float:
        """Mortar levels."""
        room = min(levels, self.data.mortar_end - self.me.mortar)
        return MORTAR_LEVEL * room * (0.3 + 0.7 * self.time_left) if self.me.mortar < 6 else 0.3 * room

    def space(self, colour: int, space: int) -> float:
        """What a space of a bonus track gives."""
        reward = self.data.tracks[self.view.options.bonus_tracks][colour][space]
        worth = float(reward.points + reward.weekday_points * self.view.day)
        days = self.days_after + 0.5
        if reward.tea:
            worth += self.tea(reward.tea)
        if reward.mortar:
            worth += self.mortar(reward.mortar)
        worth += reward.experiment * EXPERIMENT + reward.plants * DRAWN_TILE * self.fade
        if reward.skill_points or reward.one_skill:
            worth += reward.skill_points * self.best_skill() * 0.9 + self.best_skill(reward.one_skill)
        worth += reward.double_action * DOUBLE * days + reward.extra_plant * EXTRA * days
        if reward.powder or reward.equipment or reward.powder_level or reward.blossoms:
            worth += 3.0 * reward.powder + POWDER_PART * (1 if reward.equipment or reward.powder_level else 0)
            worth += reward.blossoms * DRAWN_TILE * 1.5
        return worth

    def opening(self) -> tuple[int, int]:
        """The merchant's first and last open hour of today."""
        first, last = self.data.opening[self.view.openings[-1]]
        if self.view.events and self.view.events[-1] == PRIVATE_APPOINTMENT:
            last -= 2
        return first, last

    def price(self, bought: int, hour: int) -> int:
        """Plants for the next ware of a visit."""
        first, last = self.opening()
        price = 2 if bought == 2 else 1
        return price if bought else price + (hour == first) - (hour == last)

    def visit(self, hour: int) -> float:
        """The best wares of a visit that can be paid."""
        view = self.view
        wares: list[float] = []
        for colour in range(COLOURS):
            bonus = self.me.bonus[colour]
            left = min(view.items[colour], BONUS_SPACES - bonus)
            wares += [self.space(colour, bonus + 1 + further) for further in range(left)]
        wares += [self.mortar()] * view.mortars
        wares.sort(reverse=True)
        total, paid, plants = 0.0, 0, sum(self.me.plants)
        for bought, worth in enumerate(wares[:3]):
            price = self.price(bought, hour)
            if paid + price > plants or worth <= price * 0.3:
                break
            paid += price
            total += worth
        return total - self.cheapest(min(paid, plants)) if total else 0.0

    def course(self, course: int) -> float:
        """A completed course."""
        card = self.data.courses[course]
        worth = sum(self.skill(skill, levels) for skill, levels in enumerate(card.skills) if levels)
        return worth + max(card.markers * MARKER * self.days_after, card.experiments * EXPERIMENT)

    def journeyman(self, card: int) -> float:
        """An apprentice once it is trained: the table of the end and its bonus."""
        me, face = self.me, self.data.apprentices[card]
        number = len(me.journeymen) + len(me.apprentices)
        worth = JOURNEYMAN[min(number, len(JOURNEYMAN) - 1)] * min(1.0, 0.25 + 0.25 * self.days_after)
        if face.bonus == POINTS_ONCE:
            return worth + face.amount
        return worth + (_DAILY[face.bonus] + 0.3 * face.amount) * self.days_after

    def trained_journeymen(self, more: int = 1) -> int:
        """RP that so many more journeymen bring at the end."""
        number = len(self.me.journeymen)
        return JOURNEYMEN[min(number + more, 4)] - JOURNEYMEN[number]


_DAILY: Final = (0.0, 0.6, 0.6, 0.8, 1.2, 0.8, 1.4, 0.8)
"""Per kind of bonus, what it brings on a day, besides 0.3 per RP, level, step, tea or plant of it."""

__all__ = ["Worth"]
