"""What the visitors of Azerland are worth to one seat: prestige, study-level bonus and benefit, by how likely the order can be served."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, cast

from arena.house.azerland_effects import Effects
from arena.house.azerland_worth import TYPES, Order, minus, one
from engine_core.games.azerland.scoring import end_of_game_value
from engine_core.games.azerland.serve import HYPNOSIS_PRESTIGE
from engine_core.games.azerland.sets import sets_of_three
from engine_core.games.azerland.visitor_cards import DRINKERS, END_OF_GAME, IMMEDIATE, INFINITY, ONCE_PER_DAY
from engine_core.games.azerland.vocabulary import (
    ABILITY,
    AI,
    BONUS_SERVE,
    GOLD_SIDE,
    HARVEST_COLUMN,
    NUMBER_SIDE,
    REVEAL,
    SERVE,
    SERVE_COLUMN,
)

if TYPE_CHECKING:
    from engine_core.games.azerland.state import Player

INFINITY_SERVED: Final = 3
"""How often an Infinity visitor is thought to be served."""
ON_THE_ROAD: Final = 0.7
"""Of an order that comes into town tomorrow."""
RIVAL_PAYS: Final = 0.7
"""The chance that a rival who comes first and can pay an order leaves it."""
RIVAL: Final = 0.92
"""The same of a rival who cannot pay it yet."""
SERVED_A_DAY: Final = 1.3
"""Orders."""
PAYS_A_DAY: Final = MappingProxyType({7: 0.6, 8: 0.4, 9: 0.4})
"""How often visitors 7 to 9 pay on a day."""
REACTS: Final = 0.6
"""How often visitors 1 to 6 pay on a day."""
TURNED_UP: Final = 3.0
"""The best market card of some that are turned up."""
SURER: Final = 0.2
"""Per potion of a hypnotised order, as any will do."""
BEHIND_ALL: Final = 9
"""The number of one who does not take part."""
TOMORROW: Final = 0.9
"""Of a potion to be drunk on another day."""
DRUNK: Final = 2
"""How many potions of a type are thought to be drunk for one effect."""


class Sight(Effects):
    """The estimates of a seat, with the orders that it sees."""

    @cached_property
    def serving(self) -> bool:
        """Whether the own Serve action is going on."""
        return self.board.phase == SERVE_COLUMN and self.board.active_seat == self.seat

    def in_sight(self) -> Iterator[Order]:
        """The orders in town, on the road unless it is being served, and what can be drunk."""
        board, data = self.board, self.data
        if self.times(SERVE):
            foreign = {player.pawn for player in board.players if player is not self.me}
            for visitor in board.visitors.town:
                if visitor not in foreign:
                    yield from self.in_town(visitor)
        if self.days_left and not self.serving:
            for visitor in board.visitors.road:
                worth = self.order(visitor) * ON_THE_ROAD
                yield Order(worth, data.order_potions[visitor], data.order_jokers[visitor])
        if self.drinks_left:
            for kind in TYPES:
                worth = self.best_effect(kind) * TOMORROW
                yield from [Order(worth, one(kind), 0)] * DRUNK

    def best_effect(self, kind: int) -> float:
        """What a potion of a type brings if it is drunk, at the own level."""
        return max(self.effect(kind, level) for level in range(self.me.levels[kind] + 1))

    def in_town(self, visitor: int) -> Iterator[Order]:
        """An order in town: how often and by how likely it can be served."""
        data = self.data
        worth = self.order(visitor)
        if visitor == self.me.pawn:
            yield Order(worth, (0, 0, 0), data.order_size[visitor])
            return
        order = Order(
            worth * self.chance(visitor),
            data.order_potions[visitor],
            data.order_jokers[visitor],
        )
        yield from [order] * (INFINITY_SERVED if visitor in INFINITY else 1)

    @cached_property
    def _paying(self) -> tuple[tuple[int, bool], ...]:
        """Per rival who serves before the own seat, the orders that it can pay (as flags), and whether it is a player."""
        found = []
        for holder in self.ahead(SERVE):
            if holder == AI:
                found.append((0, False))
            else:
                c, h, i = (min(3, count) for count in self.board.players[holder].potions)
                found.append((self.data.payable[c][h][i], True))
        return tuple(found)

    def chance(self, visitor: int) -> float:
        """That nobody else serves the visitor first."""
        if self.serving or visitor in INFINITY:
            return 1.0
        chance = 1.0
        for payable, player in self._paying:
            chance *= RIVAL_PAYS if player and payable >> visitor & 1 else RIVAL
        return chance

    def level_bonus(self, visitor: int) -> int:
        """The study-level bonus of an order."""
        types = self.data.order_types[visitor]
        return min((self.me.levels[kind] for kind in TYPES if types >> kind & 1), default=0)

    def order(self, visitor: int) -> float:
        """An order that is served: what it prints, the bonus and the benefit."""
        total = self.data.printed_prestige[visitor] + self.benefit(visitor)
        total += HYPNOSIS_PRESTIGE if visitor == self.me.pawn else self.level_bonus(visitor)
        return total + (self.bonus == BONUS_SERVE and self.to_come[SERVE])

    # -- rivals ------------------------------------------------------------------------------------------------------------------

    def ahead(self, column: int) -> tuple[int, ...]:
        """The rivals known to act before the own seat in a column of today; before the reveal all of them."""
        board = self.board
        if board.phase < REVEAL:
            return self.rivals
        if board.phase == HARVEST_COLUMN + column:
            done = len(board.order) - board.turns_left - 1
            own = board.order.index(self.seat) if self.seat in board.order else len(board.order)
            return board.order[max(done, 0) : own]
        mine = self.tile(self.seat, column)
        return tuple(holder for holder in self.rivals if self.tile(holder, column) < mine)

    def tile(self, holder: int, column: int) -> tuple[int, int]:
        """Where somebody stands in a column once the plaquettes are open: number and cauldron; behind all if it shows gold."""
        board = self.board
        if holder == AI:
            row = board.ai_plaquettes[-1]
            number, side = row.numbers[column], row.sides[column]
        else:
            player = board.players[holder]
            number, side = player.placed_numbers[column], player.placed_sides[column]
        return (number if side != GOLD_SIDE else BEHIND_ALL, board.cauldrons.index(holder))

    def hypnosis(self, visitor: int) -> float:
        """Charm E on a visitor: the bonus that replaces that of the level, any potions, and nobody else."""
        surer = self.order(visitor) * (1.0 - self.chance(visitor))
        return HYPNOSIS_PRESTIGE - self.level_bonus(visitor) + surer + self.data.order_size[visitor] * SURER

    # -- benefits ----------------------------------------------------------------------------------------------------------------

    @cached_property
    def shown(self) -> int:
        """Visitors in the display, one that is to join included."""
        return len(self.me.display) + 1

    def benefit(self, visitor: int) -> float:
        """Everything that the card brings besides its prestige."""
        if visitor in ONCE_PER_DAY:
            return self.once_per_day(visitor)
        total = 0.0
        if visitor in IMMEDIATE or visitor in INFINITY:
            total += self.immediate(visitor)
        if visitor in END_OF_GAME:
            total += self.at_end(visitor)
        return total

    def once_per_day(self, visitor: int) -> float:
        """A card that may pay on each of the days to come."""
        if visitor in DRINKERS:
            return REACTS * self.days_left * self.rough(self.data.visitor_reward[visitor])
        return PAYS_A_DAY[visitor] * self.days_left + self._pays_now(visitor)

    def _pays_now(self, visitor: int) -> bool:
        """Whether visitor 7 or 8 pays on the day on which it is served."""
        me = self.me
        if not self.serving or visitor == 9:
            return False
        return bool(me.served) if visitor == 7 else all(side == NUMBER_SIDE for side in me.placed_sides)

    def immediate(self, visitor: int) -> float:
        """The benefit right after serving."""
        return _IMMEDIATE[visitor](self)

    def at_end(self, visitor: int) -> float:
        """The End-of-game benefit, with what the display will hold by then."""
        return self.scored(visitor) + _GROWTH[visitor] * self.to_be_served

    def scored(self, visitor: int) -> float:
        """What the End-of-game benefit is worth now; the card itself counts only if it is in the display."""
        return float(end_of_game_value(self.data, cast("Player", self.me), visitor))

    @cached_property
    def to_be_served(self) -> float:
        """Orders that are still expected."""
        return SERVED_A_DAY * self.times(SERVE)

    def sets(self) -> int:
        """Sets of all three types in the display, visitor 20 included."""
        types = self.data.order_types
        return sets_of_three([*(types[visitor] for visitor in self.me.display), types[20]])

    def discounted(self) -> float:
        """Two potions for one ingredient less each."""
        owned, gain = self.me.ingredients, 0.0
        for _ in range(2):
            best = max(TYPES, key=lambda kind: owned[kind])
            if not owned[best]:
                break
            owned = minus(owned, one(best))
            gain += self.potion_floor - self.some_ingredient
        return max(gain, 0.0)

    def repeated(self) -> float:
        """The best benefit that visitor 19 can repeat."""
        others = (visitor for visitor in self.me.display if visitor in IMMEDIATE and visitor != 19)
        return max((self.immediate(visitor) for visitor in others), default=0.0)

    def market_cards(self, cards: int) -> float:
        """Cards of the market deck, the best of those turned up."""
        return TURNED_UP * cards

    def end_card(self) -> float:
        """The best End-of-game benefit that visitor 40 can score."""
        own = (self.scored(visitor) for visitor in self.me.display if visitor in END_OF_GAME)
        return max(1.0, *own, 0.0)

    def all_once_per_day(self) -> float:
        """Visitor 39."""
        return sum(self.rough(self.data.visitor_reward[v]) for v in self.me.display if v in ONCE_PER_DAY)

    def best_ability(self) -> float:
        """Visitor 13."""
        return max(map(self.ability, range(len(ABILITY))))

    def again(self) -> float:
        """Visitor 42."""
        return max(2 * self.some_ingredient, self.steps(3))


_IMMEDIATE: Final[Mapping[int, Callable[[Sight], float]]] = MappingProxyType(
    {
        10: lambda worth: worth.gold_gain(3),
        11: lambda worth: worth.apprentice_gain(3),
        12: lambda worth: worth.steps(3),
        13: Sight.best_ability,
        14: lambda worth: worth.some_ingredient + worth.steps(2),
        15: lambda worth: worth.gold_gain(2) + worth.some_ingredient,
        16: lambda worth: worth.apprentice_gain(2) + worth.some_ingredient,
        17: Sight.discounted,
        18: lambda worth: worth.market_cards(1),
        19: Sight.repeated,
        20: lambda worth: worth.sets() * worth.potion_floor,
        21: lambda worth: worth.gold_gain(worth.shown),
        22: lambda worth: worth.steps(worth.shown),
        23: lambda worth: worth.apprentice_gain(worth.shown),
        24: lambda worth: float(worth.shown),
        25: lambda worth: float(worth.me.gold),
        26: lambda worth: float(sum(worth.me.ingredients) // 2),
        33: lambda worth: worth.gold_gain(1) + worth.apprentice_gain(1),
        34: lambda worth: worth.apprentice_gain(2),
        35: lambda worth: worth.gold_gain(2),
        36: lambda worth: worth.gold_gain(2),
        37: lambda worth: worth.apprentice_gain(2),
        38: lambda worth: 2 * worth.some_ingredient,
        39: Sight.all_once_per_day,
        40: Sight.end_card,
        41: lambda worth: worth.market_cards(min(2, worth.shown)),
        42: Sight.again,
        43: lambda worth: worth.potion_floor,
    }
)
_GROWTH: Final[Mapping[int, float]] = MappingProxyType(
    {27: 0.45, 28: 0.45, 29: 0.45, 30: 0.6, 31: 0.6, 32: 0.6}
    | {36: 0.3, 37: 0.2, 38: 0.1, 39: 0.2, 40: 0.3, 41: 1.0, 42: 0.4}
)
"""What each order to come adds to an End-of-game benefit."""


__all__ = ["Sight"]
