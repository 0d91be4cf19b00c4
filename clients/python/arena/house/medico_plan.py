"""What a turn of Medico may bring: the way to a destination, what fits into pouches and onto books, what can be done there."""

from __future__ import annotations

from dataclasses import dataclass

from arena.house.medico_worth import Worth
from engine_core.games.medico.data import EXTRA_POUCHES
from engine_core.games.medico.view import PlaceView
from engine_core.games.medico.vocabulary import EXTRA_POUCH, INDIVIDUAL_PATH, PLACES
from engine_core.vocabulary import NONE

MONEY = 2
MEDICUS_PRICE = 2
BOTH_PRICE = 3


def paths(start: int, destination: int, longer: bool = False) -> list[int]:
    """The paths crossed in walking order, each by the place that it leaves clockwise."""
    clockwise = (destination - start) % PLACES
    if (2 * clockwise < PLACES) != longer:
        return [(start + step) % PLACES for step in range(clockwise)]
    return [(start - 1 - step) % PLACES for step in range(PLACES - clockwise)]


def free_symbols(worth: Worth, place: PlaceView) -> list[int]:
    """The remedies that the displayed market still takes."""
    if place.market == NONE:
        return []
    symbols = worth.data.market_symbols[place.market]
    return [symbol for symbol, lies in zip(symbols, place.market_remedies, strict=True) if lies == NONE]


@dataclass(slots=True)
class Load:
    """What the seat carries while a plan is thought through."""

    worth: Worth
    pouches: list[int]
    books: list[int]
    covered: list[int]
    capacity: int

    @classmethod
    def of(cls, worth: Worth) -> Load:
        """The seat's present load."""
        me = worth.me
        extra = EXTRA_POUCHES if me.abilities >> EXTRA_POUCH & 1 else 0
        return cls(worth, list(me.pouches), list(me.books), list(me.book_covered), worth.data.pouches + extra)

    def missing(self, place: PlaceView) -> list[int]:
        """What the market there takes and the pouches do not hold."""
        held = list(self.pouches)
        wanted = []
        for symbol in free_symbols(self.worth, place):
            if symbol in held:
                held.remove(symbol)
            else:
                wanted.append(symbol)
        return wanted

    def needless(self, place: PlaceView) -> int:
        """A remedy in a pouch that the market there does not take; NONE if there is none."""
        spare = list(self.pouches)
        for symbol in free_symbols(self.worth, place):
            if symbol in spare:
                spare.remove(symbol)
        return spare[0] if spare else NONE

    def on_book(self, space: int, remedy: int) -> float:
        """The gain of putting the remedy onto a book; -1 if it does not fit."""
        book, covered = self.books[space], self.covered[space]
        if book == NONE or not self.worth.data.book_open[book][covered] >> remedy & 1:
            return -1.0
        if covered != NONE:
            return self.worth.fulfilled(book)
        return self.worth.fulfilled(book) * (0.45 if self.worth.rounds_left else 0.25)

    def in_pouch(self, remedy: int, missing: list[int]) -> float:
        """The gain of having the remedy in a pouch on arrival at a market that misses these."""
        if remedy not in missing:
            return 0.55 if self.worth.rounds_left else 0.4
        return 1.3 + (self.worth.completed() / len(missing) if len(missing) <= 2 else 0.0)

    def put_on_book(self, space: int, remedy: int) -> None:
        """The remedy lies there; a second one fulfils the book."""
        if self.covered[space] == NONE:
            self.covered[space] = remedy
        else:
            self.books[space] = self.covered[space] = NONE


def turn_worth(worth: Worth, start: int, destination: int, *, longer: bool = False) -> float:
    """The estimated worth of a whole turn from ``start`` to ``destination``."""
    load = Load.of(worth)
    places = worth.board.places
    goal = places[destination]
    return _way(load, paths(start, destination, longer), goal) + _arrival(load, destination, goal)


def _way(load: Load, way: list[int], goal: PlaceView) -> float:
    total = 0.0
    for path in way:
        remedy = load.worth.board.places[path].path_remedy
        missing = load.missing(goal)
        on_books = [load.on_book(space, remedy) for space in (0, 1)]
        best = max(on_books)
        pouch = load.in_pouch(remedy, missing)
        if best >= pouch:
            total += best
            load.put_on_book(on_books.index(best), remedy)
        elif len(load.pouches) < load.capacity:
            load.pouches.append(remedy)
            total += 0.0 if remedy in missing else pouch
        elif remedy in missing and (spare := load.needless(goal)) != NONE:
            load.pouches.remove(spare)
            load.pouches.append(remedy)
            total -= 0.4
    return total


def _arrival(load: Load, destination: int, goal: PlaceView) -> float:
    worth = load.worth
    me = worth.me
    coins = me.coins
    total = 0.0
    symbols = free_symbols(worth, goal)
    free, spaces = len(symbols), len(goal.market_remedies)
    sold = 0
    for symbol in symbols:
        if symbol in load.pouches:
            load.pouches.remove(symbol)
            total += worth.sale(free, spaces, income=not sold and worth.pays_rivals(goal))
            coins += free
            free -= 1
            sold += 1
    if sold and goal.knowledge_markers:
        total += worth.marker()
    if me.letters and not me.letter_delivered and worth.data.letter_target[me.letters[-1]] == goal.card:
        total += (worth.letter if goal.letter != NONE else 0.0) + max(worth.coin, worth.prestige_gain(1))
        coins += 1
    if worth.board.medicus_place == destination and coins >= MEDICUS_PRICE:
        gain = worth.marker() - MEDICUS_PRICE * worth.coin
        if gain > 0:
            total += gain
            coins -= MEDICUS_PRICE
    if goal.book != NONE and NONE in load.books and coins:
        gain = worth.new_book(goal.book) - worth.coin
        if gain > 0:
            total += gain
            coins -= 1
    return total + main_worth(worth, destination, coins) + _duel(worth, destination)


def main_worth(worth: Worth, place: int, coins: int) -> float:
    """The best main action at a place with so many coins in hand."""
    here = worth.board.places[place]
    best = max(MONEY * worth.coin, worth.favor_card(here.favor), worth.apprentice(here, coins))
    shown = [kind for kind in here.instruments if kind != NONE]
    if coins:
        for kind in shown:
            best = max(best, worth.instrument(kind, worth.me.instruments, worth.me.instrument_counts) - worth.coin)
    if len(shown) > 1 and coins >= BOTH_PRICE and worth.others_at(place):
        best = max(best, worth.both_instruments(*shown) - BOTH_PRICE * worth.coin)
    return best


def _duel(worth: Worth, place: int) -> float:
    """The chance of one more main action by a won duel."""
    board = worth.board
    rivals = [p.prestige for seat, p in enumerate(board.players) if seat != worth.seat and p.place == place]
    if board.medicus_place == place:
        rivals.append(board.medicus_prestige)
    if board.neutral_place == place:
        rivals.append(board.neutral_prestige)
    return 1.2 if rivals and worth.me.prestige > max(rivals) else 0.0


def best_destination(worth: Worth, start: int) -> tuple[int, float]:
    """The destination with the highest worth; the lowest place among equals."""
    worths = {place: turn_worth(worth, start, place) for place in range(PLACES) if place != start}
    best = max(worths, key=lambda place: (worths[place], -place))
    return best, worths[best]


def keeps(worth: Worth, favor: int) -> float:
    """What a favor card is worth if it stays in hand."""
    later = 0.8 if favor != INDIVIDUAL_PATH else 0.3
    return worth.data.unused_favor_points + (later if worth.rounds_left else 0.0)


__all__ = [
    "BOTH_PRICE",
    "MONEY",
    "Load",
    "best_destination",
    "free_symbols",
    "keeps",
    "main_worth",
    "paths",
    "turn_worth",
]
