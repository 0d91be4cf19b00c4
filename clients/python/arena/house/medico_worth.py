"""What things in Medico are worth to one seat, in points of the final scoring: rough estimates, nothing is searched.

Everything is read from the seat's view and the card tables; nothing hidden is guessed at.
"""

from __future__ import annotations

from typing import Final

from engine_core.games.medico.data import APPRENTICES, MedicoData
from engine_core.games.medico.view import MedicoView, PlaceView
from engine_core.games.medico.vocabulary import (
    ABILITY,
    BOREDOM,
    COURIER_1,
    COURIER_2,
    COURIERS_WAGE,
    EXTRA_POUCH,
    GREAT_DEMAND,
    HAGGLING,
    JACK_OF_ALL_TRADES,
    LUMINARY,
    NEUTRAL,
    OBOLUS,
    PRIVILEGE,
    ROD_DIFFERENT_INSTRUMENTS,
    ROD_FULFILLED_RECIPE_BOOKS,
    ROD_KNOWLEDGE_MARKERS,
    ROD_LETTERS,
    ROD_MARKETS,
    ROD_PLACED_APPRENTICES,
    ROD_PRESTIGE,
    SPECIALIST,
)
from engine_core.vocabulary import NONE

GOLD_POINTS: Final = 4
SILVER_POINTS: Final = 2
BOREDOM_POINTS: Final = 4
SPECIALIST_POINTS: Final = 5
SPECIALIST_PIECES: Final = 3
DOUBLE_BOOK_PRESTIGE: Final = 2


class Worth:
    """The estimates for the seat whose view it is."""

    __slots__ = (
        "board",
        "book",
        "coin",
        "data",
        "letter",
        "market",
        "me",
        "prestige",
        "rounds_left",
        "seat",
    )

    def __init__(self, view: MedicoView, data: MedicoData) -> None:
        self.data = data
        self.board = view
        self.seat = view.seat
        self.me = me = view.players[view.seat]
        left = view.rounds - max(view.round, 1)
        self.rounds_left = left
        """Rounds after the present one."""
        self.coin = 0.5 + 0.45 * min(left, 4) / 4
        self.prestige = 0.25 + 0.35 * min(left, 3) / 3
        self.book = min(len(me.markets) + 0.5 * left, 6.0) + 1.0
        self.market = min(len(me.fulfilled_books) + 0.45 * left, 6.0) + 1.0
        couriers = (me.abilities >> COURIER_1 & 1) + (me.abilities >> COURIER_2 & 1)
        self.letter = 1.0 + couriers + self.rod_step(ROD_LETTERS, len(me.letters))

    def rod_step(self, rod: int, count: int, steps: int = 1) -> float:
        """What ``steps`` more towards a rod condition are worth; the last step is worth the rod."""
        me, bit = self.me, 1 << rod
        if (me.gold_rods | me.silver_rods) & bit:
            return 0.0
        if self.board.gold_rods_left & bit:
            points = GOLD_POINTS
        elif self.board.silver_rods_left & bit:
            points = SILVER_POINTS
        else:
            return 0.0
        missing = self.data.thresholds[rod] - count
        if missing <= 0:
            return 0.0
        if missing <= steps:
            return float(points)
        if missing - steps > 2 * self.rounds_left:
            return 0.0
        return points * steps / (missing * missing)

    def prestige_gain(self, amount: int) -> float:
        """Prestige: duels, ties and the rod."""
        if amount <= 0:
            return 0.0
        return amount * self.prestige + self.rod_step(ROD_PRESTIGE, self.me.prestige, amount)

    def fulfilled(self, book: int) -> float:
        """A recipe book that becomes fulfilled now."""
        prestige = self.data.book_prestige[book]
        luminary = (3.0 if prestige == DOUBLE_BOOK_PRESTIGE else 2.0) if self.me.abilities >> LUMINARY & 1 else 0.0
        step = self.rod_step(ROD_FULFILLED_RECIPE_BOOKS, len(self.me.fulfilled_books))
        return self.book + self.prestige_gain(prestige) + luminary + step

    def completed(self) -> float:
        """A market that comes to the own board now."""
        return self.market + self.rod_step(ROD_MARKETS, len(self.me.markets))

    def new_book(self, book: int) -> float:
        """A recipe book to be fulfilled later."""
        if self.rounds_left < 1:
            return 0.0
        return self.fulfilled(book) * min(0.25 * self.rounds_left, 0.75)

    def sale(self, free: int, spaces: int, income: bool) -> float:
        """One remedy onto a market with ``free`` free spaces; what a left-over remedy would be worth is deducted."""
        coins = spaces if self.me.abilities >> HAGGLING & 1 else free
        return coins * self.coin - 0.5 - (0.4 if income else 0.0) + (self.completed() if free == 1 else 0.0)

    def pays_rivals(self, place: PlaceView) -> bool:
        """Whether the first sale at the place brings others income."""
        return any(owner not in (self.seat, NEUTRAL) for owner in place.apprentices)

    def marker(self) -> float:
        """A knowledge marker: the best ability still free, and the rod."""
        me = self.me
        held = me.abilities.bit_count() + me.collected_markers
        free = (ability for ability in range(len(ABILITY)) if not me.abilities >> ability & 1)
        open_spaces = sorted(map(self.ability, free), reverse=True)
        if len(open_spaces) <= me.collected_markers:
            return 0.0
        return open_spaces[me.collected_markers] + self.rod_step(ROD_KNOWLEDGE_MARKERS, held)

    def ability(self, ability: int) -> float:
        """An ability that is unlocked at the end of this turn."""
        me, left = self.me, self.rounds_left
        if ability == BOREDOM:
            return float(BOREDOM_POINTS)
        if ability in (COURIER_1, COURIER_2):
            return len(me.letters) + 0.4 * left
        if ability == SPECIALIST:
            sets = sum(count >= SPECIALIST_PIECES for count in me.instrument_counts)
            pairs = sum(count == SPECIALIST_PIECES - 1 for count in me.instrument_counts)
            return SPECIALIST_POINTS * (sets + min(0.25 * left, 0.6) * pairs)
        if ability == COURIERS_WAGE:
            return self.prestige_gain(1) + self.coin + 0.35 * left
        if ability == LUMINARY:
            return 1.3 * min(0.55 * left, 4.0)
        if ability == HAGGLING:
            return 0.5 * left
        if ability == EXTRA_POUCH:
            return 0.6 * left
        if ability == PRIVILEGE:
            return 0.7 * left
        if ability == OBOLUS:
            return 0.12 * left * (APPRENTICES - me.apprentices_left)
        if ability == JACK_OF_ALL_TRADES:
            return 0.35 * left
        return 0.1

    def apprentice(self, place: PlaceView, coins: int) -> float:
        """Training the next apprentice at a place with so many coins in hand; below 0 if it is not possible."""
        spaces = self.data.space_costs
        if not self.me.apprentices_left or self.seat in place.apprentices or len(place.apprentices) >= len(spaces):
            return -1.0
        cost = spaces[len(place.apprentices)]
        if cost > coins:
            return -1.0
        number = APPRENTICES - self.me.apprentices_left
        points = self.data.apprentice_points[number]
        gain = self.prestige_gain(self.data.apprentice_prestige[number])
        later = 0.35 * (self.me.apprentices_left - 1) if self.rounds_left else 0.0
        return (
            points
            + gain
            + later
            + 0.3 * self.rounds_left
            + self.rod_step(ROD_PLACED_APPRENTICES, number)
            - cost * self.coin
        )

    def instrument(self, kind: int, kinds: tuple[int, ...], counts: tuple[int, ...]) -> float:
        """An instrument that is placed now, its price not included."""
        data = self.data
        if kind in kinds:
            column = kinds.index(kind)
            third = counts[column] == SPECIALIST_PIECES - 1 and self.me.abilities >> SPECIALIST & 1
            bonus = float(SPECIALIST_POINTS) if third else 0.0
        else:
            column = len(kinds)
            bonus = self.rod_step(ROD_DIFFERENT_INSTRUMENTS, len(kinds))
        return (
            data.column_points[column]
            + data.column_coins[column] * self.coin
            + self.prestige_gain(data.column_prestige[column])
            + bonus
        )

    def both_instruments(self, first: int, second: int) -> float:
        """Two instruments placed in this order, their price not included."""
        kinds, counts = self.me.instruments, self.me.instrument_counts
        worth = self.instrument(first, kinds, counts)
        if first in kinds:
            column = kinds.index(first)
            counts = (*counts[:column], counts[column] + 1, *counts[column + 1 :])
        else:
            kinds, counts = (*kinds, first), (*counts, 1)
        return worth + self.instrument(second, kinds, counts)

    def favor_card(self, favor: int) -> float:
        """A favor card in hand: its points if it is never used, and a little for its use."""
        if favor == NONE:
            return -1.0
        use = 1.0 if favor == GREAT_DEMAND else 0.6
        return self.data.unused_favor_points + (use if self.rounds_left else 0.0)

    def others_at(self, place: int) -> int:
        """How many other figures stand at a place."""
        board = self.board
        surgeons = sum(player.place == place for seat, player in enumerate(board.players) if seat != self.seat)
        return surgeons + (board.medicus_place == place) + (board.neutral_place == place)


__all__ = ["Worth"]
