"""What things in Azerland are worth to one seat, in prestige of the final count: rough estimates, nothing is searched.

Everything is read from the seat's view and the card tables; nothing hidden is guessed at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from engine_core.games.azerland.column_actions import BASES
from engine_core.games.azerland.data import AzerlandData
from engine_core.games.azerland.view import AzerlandView, PlayerView
from engine_core.games.azerland.vocabulary import (
    BONUS_CONCOCT,
    COLUMNS,
    CONCOCT,
    CONCOCT_STEP,
    DAYS,
    GOLD_SIDE,
    HARVEST,
    HARVEST_COLUMN,
    POTIONS,
    TRADE,
)
from engine_core.vocabulary import NONE

Tokens = tuple[int, int, int]
TYPES: Final = (0, 1, 2)
POTION_AT_END: Final = 2.0
"""Prestige of a potion that is left (AZE-END-05)."""


LATER_POTION: Final = 0.3
"""What a potion without a use in sight is worth more than at the end, per day still to come (three at most)."""
INGREDIENT: Final = 1.1
"""An ingredient that can still be concocted."""
SPARE_INGREDIENT: Final = 0.3
"""An ingredient beyond what can be concocted."""
GOLD: Final = 1.1
"""Gold that can still be spent."""
MUCH_GOLD: Final = 0.7
"""Gold beyond what a Trade takes."""
GOLD_SPENT: Final = 5
"""In a Trade."""
APPRENTICE: Final = 0.95
"""An apprentice that can still help."""
MANY_APPRENTICES: Final = 0.7
"""Apprentices beyond what an action takes."""
APPRENTICES_SPENT: Final = 3
"""In an action."""
INGREDIENTS_USED: Final = 6
"""In a Concoct action of a day to come."""


def plus(tokens: Tokens, more: Tokens) -> Tokens:
    """Tokens by type, with more of them."""
    return (tokens[0] + more[0], tokens[1] + more[1], tokens[2] + more[2])


def minus(tokens: Tokens, fewer: Tokens) -> Tokens:
    """Tokens by type, with fewer of them."""
    return (tokens[0] - fewer[0], tokens[1] - fewer[1], tokens[2] - fewer[2])


def one(kind: int) -> Tokens:
    """One token of a type."""
    return ((1, 0, 0), (0, 1, 0), (0, 0, 1))[kind]


@dataclass(frozen=True, slots=True)
class Order:
    """A use for potions: an order in sight, or a potion to be drunk."""

    worth: float
    specific: Tokens
    jokers: int

    @property
    def size(self) -> int:
        """Potions that it takes."""
        return sum(self.specific) + self.jokers

    @property
    def each(self) -> float:
        """Worth per potion."""
        return self.worth / self.size


class Worth:
    """The estimates for the seat whose view it is."""

    def __init__(self, view: AzerlandView, data: AzerlandData) -> None:
        self.data = data
        self.board = view
        self.seat = view.seat
        self.me: PlayerView = view.players[view.seat]
        self.days_left = DAYS - max(view.day, 1)
        """Days after the present one."""
        self.to_come = tuple(map(self._to_come, range(COLUMNS)))
        """By column, whether the own action of today is still to come or in progress."""
        self.bases = BASES[len(view.cauldrons)]
        self.rivals = tuple(holder for holder in view.cauldrons if holder != view.seat)
        self._potions: dict[Tokens, float] = {}

    def _to_come(self, column: int) -> bool:
        board, me = self.board, self.me
        if len(me.placed_sides) == COLUMNS and me.placed_sides[column] == GOLD_SIDE:
            return False
        current = board.phase - HARVEST_COLUMN
        if current != column:
            return current < column
        return board.active_seat == self.seat

    def times(self, column: int) -> int:
        """How often the own action of a column is still to come."""
        return self.days_left + self.to_come[column]

    @cached_property
    def drinks_left(self) -> int:
        """Phases in which potions can still be drunk."""
        return self.days_left + (self.board.phase <= POTIONS)

    @property
    def bonus(self) -> int:
        """The bonus tile in force; NONE on day 1."""
        return self.board.bonus_tiles[-1] if self.board.bonus_tiles else NONE

    # -- potions -----------------------------------------------------------------------------------------------------------------

    def in_sight(self) -> Iterable[Order]:
        """The orders that can be served now or later, and the potions that can be drunk."""
        raise NotImplementedError

    @cached_property
    def orders(self) -> tuple[Order, ...]:
        """What potions can be used for, the best per potion first."""
        floor = self.potion_floor
        found = [order for order in self.in_sight() if order.each > floor]
        return tuple(sorted(found, key=lambda order: -order.each))

    @cached_property
    def potion_floor(self) -> float:
        """A potion without a use in sight."""
        return POTION_AT_END + LATER_POTION * min(self.days_left, 3)

    def potions(self, held: Tokens) -> float:
        """Potions, used for the best orders in sight, one after the other."""
        known = self._potions.get(held)
        if known is None:
            known = self._potions[held] = self.packed(held, self.orders)
        return known

    def packed(self, held: Tokens, orders: Iterable[Order]) -> float:
        """Potions, used for these orders as long as they last; the rest is worth little."""
        c, h, i = held
        left = c + h + i
        total = 0.0
        for order in orders:
            first, second, third = order.specific
            if c >= first and h >= second and i >= third and left >= first + second + third + order.jokers:
                c, h, i = c - first, h - second, i - third
                for _ in range(order.jokers):
                    if c >= h and c >= i:
                        c -= 1
                    elif h >= i:
                        h -= 1
                    else:
                        i -= 1
                left = c + h + i
                total += order.worth
                if not left:
                    break
        return total + left * self.potion_floor

    def potion(self, kind: int) -> float:
        """One more potion of a type."""
        held = self.me.potions
        return self.potions(plus(held, one(kind))) - self.potions(held)

    @cached_property
    def any_potion(self) -> float:
        """One more potion of the best type."""
        return max(map(self.potion, TYPES))

    # -- ingredients -------------------------------------------------------------------------------------------------------------

    @cached_property
    def repetitions(self) -> int:
        """Potions that can be made in the next Concoct action without apprentices."""
        for waiting in reversed(self.board.pending):
            if waiting.kind == CONCOCT_STEP:
                return int(waiting.left)
        return self.bases[len(self.bases) // 2] if self.times(CONCOCT) else 0

    def ingredients(self, held: Tokens, potions: Tokens, repetitions: int) -> float:
        """Ingredients and potions together, the best potions made one after the other, so many of them soon."""
        recipes = self.data.recipes
        made = 0.0
        for _ in range(repetitions):
            best, chosen = 0.0, NONE
            before = self.potions(potions)
            for kind in TYPES:
                needed = recipes[kind]
                if held[0] >= needed[0] and held[1] >= needed[1] and held[2] >= needed[2]:
                    gain = self.potions(plus(potions, one(kind))) - before + self._spread(minus(held, needed)) * 0.01
                    if gain > best:
                        best, chosen = gain, kind
            if chosen == NONE:
                break
            held, potions = minus(held, recipes[chosen]), plus(potions, one(chosen))
            made += self.bonus == BONUS_CONCOCT and self.to_come[CONCOCT]
        later = self.times(CONCOCT) - self.to_come[CONCOCT]
        return made + self.potions(potions) + self._kept(held, later)

    def _spread(self, held: Tokens) -> float:
        """How many ingredients find a partner of another type."""
        total = sum(held)
        return min(total, 2 * (total - max(held)))

    def _kept(self, held: Tokens, later: int) -> float:
        useful = min(self._spread(held), float(INGREDIENTS_USED * later))
        spare = sum(held) - useful
        return INGREDIENT * useful + (SPARE_INGREDIENT * spare if later else 0.0)

    def holding(self, ingredients: Tokens, potions: Tokens, more: int = 0) -> float:
        """Ingredients and potions, with ``more`` repetitions than the rank gives."""
        return self.ingredients(ingredients, potions, self.repetitions + more)

    @cached_property
    def held(self) -> float:
        """The own ingredients and potions as they are."""
        return self.holding(self.me.ingredients, self.me.potions)

    def ingredient(self, kind: int) -> float:
        """One more ingredient of a type."""
        return self.holding(plus(self.me.ingredients, one(kind)), self.me.potions) - self.held

    @cached_property
    def some_ingredient(self) -> float:
        """An ingredient that a die gives."""
        if not self.times(CONCOCT):
            return 0.0
        owned = sum(self.me.ingredients)
        room = 2 * (self.repetitions * self.to_come[CONCOCT] + 3 * (self.times(CONCOCT) - self.to_come[CONCOCT]))
        return INGREDIENT if owned < room else SPARE_INGREDIENT

    @cached_property
    def any_ingredient(self) -> float:
        """An ingredient of choice."""
        return max(self.some_ingredient, *map(self.ingredient, TYPES))

    # -- gold and apprentices ----------------------------------------------------------------------------------------------------

    def gold(self, owned: int) -> float:
        """Gold: what it buys, or a half each at the end."""
        at_end = 1.0 if 36 in self.me.display else 0.5
        times = self.times(TRADE) - (self.board.phase == HARVEST_COLUMN + TRADE and self.to_come[TRADE])
        spent = min(owned, GOLD_SPENT * times)
        return spent * max(GOLD, at_end) + (owned - spent) * max(at_end, MUCH_GOLD * (times > 0))

    def gold_gain(self, more: int) -> float:
        """Gaining (or with a negative number paying) gold."""
        return self.gold(self.me.gold + more) - self.gold(self.me.gold)

    def apprentices(self, owned: int) -> float:
        """Apprentices: repetitions, or a half each at the end."""
        at_end = 1.0 if 37 in self.me.display else 0.5
        uses = self.times(HARVEST) + self.times(CONCOCT)
        spent = min(owned, APPRENTICES_SPENT * uses)
        return spent * max(APPRENTICE, at_end) + (owned - spent) * max(at_end, MANY_APPRENTICES * (uses > 0))

    def apprentice_gain(self, more: int) -> float:
        """Gaining (or with a negative number spending) apprentices."""
        return self.apprentices(self.me.apprentices + more) - self.apprentices(self.me.apprentices)


__all__ = ["TYPES", "Order", "Tokens", "Worth", "minus", "one", "plus"]
