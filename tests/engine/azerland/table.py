"""The table at which the rule tests sit: a bare position, and the few moves that every test needs.

``table()`` stands in phase 2 of day 1: seat ``k`` holds cauldron ``k + 1`` and nothing else, town and road are empty, the market deck
has all cards in the order of their numbers, no bonus tile has an effect. A test arranges what its rule needs, then goes to where it
happens:

    t = table(seats=3).town(10)
    t.me.potions = (0, 1, 0)
    t.column(SERVE).play(0, ServeOrder(10))
    assert t.me.gold == 3

Seat 0 has the best priority of the column. Seat 1 holds enough to be asked after it, so that the game stands still there (``brake``).
Nothing here knows how a rule is implemented: positions are made by the state's fields, moves by ``apply``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine_core.codec import evolve
from engine_core.games.azerland.actions import (
    DrinkPotion,
    Finish,
    PlaceTile,
    SpendApprentices,
    SplitWages,
    StopRevealing,
)
from engine_core.games.azerland.data import AzerlandData
from engine_core.games.azerland.frames import Frame, frame
from engine_core.games.azerland.game import AZERLAND
from engine_core.games.azerland.options import SOLO_DIFFICULTY
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.view import AzerlandView
from engine_core.games.azerland.vocabulary import (
    AI,
    APPRENTICES,
    BONUS_BUY,
    BONUS_CONCOCT,
    BONUS_DRINK,
    BONUS_SERVE,
    CONCOCT,
    CONCOCT_STEP,
    DRINK,
    GAME_OVER,
    GOLD_SIDE,
    HARVEST,
    HARVEST_COLUMN,
    MARKET_CARDS,
    NUMBER_SIDE,
    POTIONS,
    PRIORITIES,
    SERVE,
    SERVE_TURN,
    STUDY,
    STUDY_STEP,
    TRADE,
    TRADE_TURN,
)
from engine_core.position import Position, replace_tables
from engine_core.vocabulary import NONE
from tests.engine.azerland.cards import DATA, LEVEL_SPACE
from tests.engine.tabletop import Tabletop

PARKED = 25
"""A visitor with one charm symbol that waits in town, so that seat 1 can be asked in Serve."""
ALL_GOLD = "g1 g2 g3 g4 g5"
"""A player who works in town all day."""


class Table(Tabletop[AzerlandState, Player, AzerlandView]):
    """A game of Azerland that is played on; see the module's docstring."""

    plain = (Finish(), StopRevealing(), SpendApprentices(0), SplitWages(0))

    # -- moving ----------------------------------------------------------------------------------------------------------------

    def plan(self, *plaquettes: str) -> Table:
        """Phase 2: every seat fills its plaquette, ``"1 2 g3 4 5"``; seats that are not named work in town all day."""
        assert self.state.phase == PRIORITIES
        for seat in range(len(self.state.players)):
            self.play(seat, *tiles(plaquettes[seat] if seat < len(plaquettes) else ALL_GOLD))
        return self

    def until(self, phase: int, day: int | None = None) -> Table:
        """Everybody does as little as possible until this phase begins, of that day or whenever it comes next."""
        return self.idle_until(lambda state: state.phase == phase and day in (None, state.day))

    def next_day(self) -> Table:
        """As little as possible until phase 2 of the next day, or the end of the game."""
        day = self.state.day + 1
        return self.until(PRIORITIES, day) if day <= 6 else self.until(GAME_OVER)

    def skip_day(self, *plaquettes: str) -> Table:
        """From phase 2 to phase 2 of the next day, or to the end; who is not named works in town all day."""
        day = self.state.day
        self.plan(*plaquettes)
        return self.next_day() if self.state.day == day and self.state.phase != GAME_OVER else self

    def next_day_drinking(self) -> Table:
        """As :meth:`next_day`, but every potion that is held in phase 3 is drunk for its Novice effect."""
        self.until(POTIONS)
        while self.state.phase == POTIONS:
            seat = self.asked()[0]
            drinks = [action for action in self.legal(seat) if isinstance(action, DrinkPotion)]
            self.play(seat, drinks[0] if drinks else self.plainest(seat))
        return self.next_day()

    def finish(self, seat: int = 0) -> Table:
        return self.play(seat, Finish())

    # -- arranging ---------------------------------------------------------------------------------------------------------------

    def town(self, *visitors: int) -> Table:
        """These visitors are in town, nobody else."""
        self.state.visitors = evolve(self.state.visitors, town=tuple(sorted(visitors)))
        return self

    def road(self, *visitors: int) -> Table:
        """These visitors are on the road."""
        self.state.visitors = evolve(self.state.visitors, road=tuple(sorted(visitors)))
        return self

    def row(self, *cards: int) -> Table:
        """These cards make up the market row; no other pile holds them."""
        market = self.state.market
        self.state.market = evolve(
            market,
            row=tuple(sorted(cards)),
            deck=tuple(card for card in market.deck if card not in cards),
            discards=tuple(card for card in market.discards if card not in cards),
        )
        return self

    def deck(self, *cards: int) -> Table:
        """These cards come next from the market deck."""
        market = self.state.market
        rest = tuple(card for card in market.deck if card not in cards)
        self.state.market = evolve(market, deck=(*cards, *rest))
        return self

    def only_deck(self, *cards: int) -> Table:
        """The market deck holds just these cards; all others outside the row are discarded."""
        market = self.state.market
        gone = tuple(c for c in range(1, MARKET_CARDS + 1) if c not in cards and c not in market.row)
        self.state.market = evolve(market, deck=cards, discards=gone)
        return self

    def bonus(self, tile: int, day: int = 2) -> Table:
        """It is that day, with this bonus tile in force."""
        self.state.day = day
        tiles_of_days = list(self.state.bonus_tiles)
        tiles_of_days[day - 2] = tile
        self.state.bonus_tiles = tuple(tiles_of_days)
        return self

    def level(self, potion: int, level: int, seat: int = 0) -> Table:
        """The seat's disc stands on the space of a level."""
        discs = list(self.player(seat).discs)
        discs[potion] = LEVEL_SPACE[level]
        self.player(seat).discs = (discs[0], discs[1], discs[2])
        return self

    def levels(self, *levels: int, seat: int = 0) -> Table:
        for potion, level in enumerate(levels):
            self.level(potion, level, seat)
        return self

    def placed(self, seat: int, plaquette: str) -> Table:
        """The seat's plaquette is filled like this, whatever it was."""
        player = self.player(seat)
        player.placed_numbers, player.placed_sides = numbers_and_sides(plaquette)
        return self

    def drinking(self, seat: int = 0, *, brake: bool = True) -> Table:
        """Phase 3: it is the seat's turn to drink. With ``brake`` seat 1 has a potion, so it will be asked."""
        state = self.state
        state.phase = POTIONS
        state.order = state.cauldrons
        state.turns_left = len(state.order) - 1 - state.order.index(seat)
        state.active_seat = seat
        state.pending = (frame(DRINK),)
        self._fill_plaquettes(HARVEST)
        if brake and len(state.players) > 1 and seat != 1:
            self.player(1).potions = (1, 1, 1)
        return self

    def column(self, column: int, *, repetitions: int = 3, brake: bool = True) -> Table:
        """Phase 4: seat 0 performs a column with the best priority, the others follow in seat order.

        Apprentices are asked for if it has some, then it has ``repetitions`` of Study or Concoct; Harvest needs an apprentice.
        """
        state = self.state
        seats = len(state.players)
        state.phase = HARVEST_COLUMN + column
        state.order = tuple(range(seats)) if seats > 1 else (0, AI)
        state.turns_left = len(state.order) - 1
        state.active_seat = 0
        self._fill_plaquettes(column)
        for earlier in range(column + 1):
            self._rank(earlier)
        self._brake(column) if brake and seats > 1 else None
        state.pending = (self._first_frame(column, repetitions),)
        return self

    def _first_frame(self, column: int, repetitions: int) -> Frame:
        if column in (HARVEST, STUDY, CONCOCT) and self.me.apprentices:
            return frame(APPRENTICES, repetitions, column=column)
        if column in (STUDY, CONCOCT):
            return frame(STUDY_STEP if column == STUDY else CONCOCT_STEP, repetitions)
        assert column != HARVEST, "without apprentices nothing is asked in Harvest"
        return frame(TRADE_TURN if column == TRADE else SERVE_TURN)

    def _fill_plaquettes(self, column: int) -> None:
        """Seat ``k`` has ``k + 1`` in the column; nobody ties with anybody anywhere."""
        for seat, player in enumerate(self.state.players):
            player.tiles = (1, 2, 3, 4, 5)
            player.placed_numbers = tuple((other - column + seat) % 5 + 1 for other in range(5))
            player.placed_sides = (NUMBER_SIDE,) * 5

    def _rank(self, column: int) -> None:
        seats = sorted(range(len(self.state.players)), key=lambda seat: self.player(seat).placed_numbers[column])
        for rank, seat in enumerate(seats, start=1):
            ranks = self.player(seat).ranks
            self.player(seat).ranks = (*ranks[:column], rank, *ranks[column + 1 :])  # type: ignore[assignment]

    def _brake(self, column: int) -> None:
        braking = self.player(1)
        if column in (HARVEST, STUDY):
            braking.apprentices = 1
        elif column in (TRADE, CONCOCT):
            braking.ingredients = (3, 3, 3)
        else:
            assert column == SERVE
            braking.potions = (0, 1, 0)
            if PARKED not in self.state.visitors.town:
                self.town(*self.state.visitors.town, PARKED)


def tiles(plaquette: str) -> list[PlaceTile]:
    """``"1 2 g3 4 5"``: the number, with a g where the gold side shows."""
    return [
        PlaceTile(int(word.lstrip("g")), GOLD_SIDE if word.startswith("g") else NUMBER_SIDE)
        for word in plaquette.split()
    ]


def numbers_and_sides(plaquette: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    placed = tiles(plaquette)
    return tuple(tile.number for tile in placed), tuple(tile.side for tile in placed)


def fresh(
    seats: int = 3,
    *,
    seed: int = 1,
    difficulty: int = 0,
    tables: Mapping[str, Any] | None = None,
) -> Table:
    """A new game as the set-up makes it, with the tests' tables; ``tables`` replaces some of their rows."""
    options = {"solo_difficulty": SOLO_DIFFICULTY.words[difficulty]}
    return Table(Position(AZERLAND, seats, seed=seed, options=options, data=_data(json.dumps(tables or {}))))


@lru_cache(maxsize=64)
def _data(tables: str) -> AzerlandData:
    """The tests' tables with some rows replaced; they are never changed, so they are read once."""
    data: AzerlandData = replace_tables(AZERLAND, DATA, json.loads(tables))
    return data


def started(seats: int = 3, *, seed: int = 1, difficulty: int = 0, tables: Mapping[str, Any] | None = None) -> Table:
    """A new game in phase 2 of day 1; the starting potions are celerity."""
    return fresh(seats, seed=seed, difficulty=difficulty, tables=tables).until(PRIORITIES)


def table(seats: int = 3, *, tables: Mapping[str, Any] | None = None, difficulty: int = 0) -> Table:
    """A bare position in phase 2 of day 1; see the module's docstring."""
    t = started(seats, tables=tables, difficulty=difficulty)
    state = t.state
    if seats > 1:
        state.cauldrons = tuple(range(seats))
    for player in state.players:
        player.gold = player.apprentices = player.prestige = 0
        player.ingredients = player.potions = (0, 0, 0)
        player.pawn = NONE
    state.bonus_tiles = (BONUS_BUY, BONUS_CONCOCT, BONUS_SERVE, BONUS_DRINK, BONUS_BUY)
    state.visitors = evolve(state.visitors, deck=(), road=(), town=(), served_infinity=(), gone=())
    state.market = evolve(state.market, deck=tuple(range(1, MARKET_CARDS + 1)), row=(), discards=())
    return t


def named(row: Sequence[Any], **fields: Any) -> list[Any]:
    """The events among these whose fields have these values."""
    return [event for event in row if all(getattr(event, name) == value for name, value in fields.items())]
