"""A day of Azerland on the plaquette: which tile in which column, and which columns are given up for wages."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import comb
from typing import Final

from arena.house.azerland_orders import Sight
from arena.house.azerland_worth import TYPES, one, plus
from engine_core.games.azerland.vocabulary import (
    COLUMNS,
    GOLD_SIDE,
    NUMBER_SIDE,
)

TAKES_PART: Final = 0.8
"""How often a rival does not give a column up."""
LATER: Final = 0.9
"""Of an ingredient or a potion that could be had today and is not."""

Arrangement = tuple[tuple[int, int], ...]
"""Number and side, by column."""


def behind(worth: Sight, number: int) -> tuple[float, ...]:
    """The chances that 0, 1, ... rivals have a better priority than a tile with that number."""
    rivals = len(worth.rivals)
    mine = worth.board.cauldrons.index(worth.seat)
    tied = mine / max(rivals, 1) / 5 if number else 0.0
    chance = min(TAKES_PART * (max(number - 1, 0) / 5 + tied), 1.0)
    return tuple(comb(rivals, k) * chance**k * (1 - chance) ** (rivals - k) for k in range(rivals + 1))


class Day:
    """What the columns of a day are worth, by number of rivals that come first."""

    def __init__(self, worth: Sight) -> None:
        self.worth = worth
        columns = (self._harvest(), self._study(), self.trade(), self._concoct(), self._serve())
        self.by_tile = tuple(
            tuple(
                sum(chance * gain for chance, gain in zip(behind(worth, number), gains, strict=True))
                for gains in columns
            )
            for number in range(6)
        )
        """``by_tile[number][column]``, for the number side."""
        self.wages = tuple(worth.gold_gain(gold) for gold in worth.data.tile_gold)

    def _harvest(self) -> list[float]:
        return [base * self.worth.some_ingredient for base in self.worth.bases]

    def _study(self) -> list[float]:
        return [self.worth.steps(base) for base in self.worth.bases]

    def trade(self) -> list[float]:
        """The best cards for the gold that is there and some wages."""
        worth = self.worth
        cost = worth.data.card_cost
        offers = sorted(
            ((worth.reward(worth.data.card_reward[card]), cost[card]) for card in self._cards()),
            key=lambda offer: -offer[0] / max(offer[1], 1),
        )
        gold, gain = worth.me.gold + 2, 0.0
        for reward, price in offers:
            paid = price * (1.0 if worth.days_left else 0.5)
            if price <= gold and reward > paid:
                gold -= price
                gain += reward - paid
        return [gain * (1.0 - 0.12 * rank) for rank in range(len(worth.bases))]

    def _cards(self) -> tuple[int, ...]:
        return self.worth.board.market.row + self.worth.me.black_market

    def _concoct(self) -> list[float]:
        """The potions that can be made today and no later."""
        worth = self.worth
        me = worth.me
        ingredients = me.ingredients
        for kind in range(3):
            ingredients = plus(ingredients, one(kind))  # a harvest brings about this
        made = []
        for base in worth.bases:
            now = worth.ingredients(ingredients, me.potions, base + me.apprentices)
            kept = worth.ingredients(ingredients, me.potions, 0)
            made.append(max(now - kept * (LATER if worth.days_left else 1.0), 0.0))
        return made

    def _serve(self) -> list[float]:
        """The orders that can be served today, with some potions more, instead of tomorrow."""
        worth = self.worth
        held = worth.me.potions
        for kind in sorted(TYPES, key=worth.potion, reverse=True)[:2]:
            held = plus(held, one(kind))
        town = [order for visitor in worth.board.visitors.town for order in worth.in_town(visitor)]
        town.sort(key=lambda order: -order.each)
        served = worth.packed(held, town) - sum(held) * worth.potion_floor
        lost = 0.5 if worth.days_left else 1.0
        return [served * lost * (1.0 - 0.2 * rank) for rank in range(len(worth.bases))]

    def tile(self, column: int, number: int) -> tuple[float, int]:
        """What a tile brings in a column, and its better side."""
        shown, given_up = self.by_tile[number][column], self.wages[number]
        return (shown, NUMBER_SIDE) if shown >= given_up else (given_up, GOLD_SIDE)

    def side(self, column: int, number: int, side: int) -> float:
        """What a tile brings in a column with that side showing."""
        return self.by_tile[number][column] if side == NUMBER_SIDE else self.wages[number]

    def best_tiles(self, tiles: Sequence[int], first: int) -> Arrangement:
        """The tiles for the columns from ``first`` on."""
        best, chosen = -1.0, tuple(tiles)
        values = {number: [self.tile(column, number)[0] for column in range(COLUMNS)] for number in set(tiles)}
        for order in permutations(tiles):
            total = sum(values[number][column] for column, number in enumerate(order, start=first))
            if total > best:
                best, chosen = total, order
        return tuple((number, self.tile(column, number)[1]) for column, number in enumerate(chosen, start=first))


__all__ = ["Day"]
