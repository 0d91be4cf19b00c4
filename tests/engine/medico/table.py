"""The table at which the rule tests sit: a bare position between two turns, and the few moves that every test needs.

``table()`` puts the board parts in ring order (the part ``k`` at place ``k``, its path with remedy ``k``), takes everything off
the players' boards and spreads the figures, so that a test writes only what its rule needs:

    t = table(seats=3)
    t.me.pouches = (LEECH,)
    t.market_at(2, LEECH, HERBS)
    t.arrive(2).play(0, SellRemedy(LEECH, 0))
    assert t.me.coins == 2

Seat 0 begins. Nothing here knows how a rule is implemented: positions are made by the state's fields, moves by ``apply``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine_core.actions import Action
from engine_core.codec import evolve
from engine_core.games.medico.actions import (
    DeclineDuelReward,
    EndTurn,
    FinishLongFingers,
    LeaveWaypoint,
    PlaceKnowledge,
    SetDestination,
    StartMove,
    TakeMoney,
)
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.options import (
    CHOSEN_START_PLACES,
    NO_STARTING_MARKETS,
    RANDOM_START_PLACES,
    START_PLACES,
    STARTING_MARKETS,
)
from engine_core.games.medico.state import BoardPlace, MedicoState, Player
from engine_core.games.medico.view import MedicoView
from engine_core.games.medico.vocabulary import (
    CHOOSE_DESTINATION,
    DEPART,
    DESTINATION,
    DUEL_REWARD,
    FRIENDLY_GIFT,
    GAME_OVER,
    LONG_FINGERS,
    MEDICUS,
    NEUTRAL_SURGEON,
    RICH_FIND,
    WAYPOINT,
)
from engine_core.position import Position
from engine_core.vocabulary import NONE
from tests.engine.medico.cards import DATA, book, letter, market
from tests.engine.tabletop import Tabletop

HOME = (0, 4, 5, 6)
"""Where the surgeons of the seats stand."""
MEDICUS_HOME = 3
NEUTRAL_HOME = 6


class Table(Tabletop[MedicoState, Player, MedicoView]):
    """A game of Medico that is played on; see the module's docstring."""

    plain = (StartMove(), LeaveWaypoint(), TakeMoney(), FinishLongFingers(), EndTurn(), DeclineDuelReward())

    # -- looking ---------------------------------------------------------------------------------------------------------------

    def place(self, place: int) -> BoardPlace:
        return self.state.places[place]

    # -- moving ----------------------------------------------------------------------------------------------------------------

    def dials(self, *destinations: int) -> Table:
        """Every seat sets its dial: in seat order, and one place clockwise for the seats that are not named."""
        for seat, player in enumerate(self.state.players):
            self.play(seat, SetDestination(destinations[seat] if seat < len(destinations) else (player.place + 1) % 7))
        return self

    def depart(self, to: int, *others: int) -> Table:
        """All dials are set, seat 0's to ``to``; it is to depart."""
        self.dials(to, *others)
        assert (self.state.phase, self.state.active_seat) == (DEPART, 0)
        return self

    def walk(self, seat: int = 0) -> Table:
        """From DEPART to the destination, collecting nothing."""
        self.play(seat, StartMove())
        while self.state.phase == WAYPOINT:
            self.play(seat, LeaveWaypoint())
        assert self.state.phase == DESTINATION
        return self

    def arrive(self, to: int, *others: int) -> Table:
        """Dials set, seat 0 stands at its destination."""
        return self.depart(to, *others).walk()

    def finish_turn(self) -> Table:
        """Play the rest of the active seat's turn with as little effect as possible (it takes money if it must act)."""
        seat = self.state.active_seat
        while self.state.active_seat == seat and self.state.phase not in (DUEL_REWARD, GAME_OVER, CHOOSE_DESTINATION):
            self.play(seat, self.plainest(seat))
        return self

    def finish_round(self) -> Table:
        """Play until the next round's dials, a duel reward or the end."""
        while self.state.phase not in (DUEL_REWARD, GAME_OVER, CHOOSE_DESTINATION):
            self.finish_turn()
        return self

    def next_round(self) -> Table:
        """Play on until the dials of the next round, rewards of duels declined."""
        now = self.state.round
        while self.state.phase != GAME_OVER and (self.state.phase != CHOOSE_DESTINATION or self.state.round == now):
            for seat in MEDICO.to_act(self.state):
                self.play(seat, self.plainest(seat))
        return self

    def arrive_next(self, to: int, *others: int) -> Table:
        """As :meth:`arrive`, in the next round and whenever seat 0's turn comes in it."""
        return self.next_round().turn_of_seat_0(to, *others).walk()

    def turn_of_seat_0(self, to: int, *others: int) -> Table:
        """Dials set, and played on until seat 0 is to depart, wherever its turn comes."""
        self.dials(to, *others)
        while self.state.active_seat != 0:
            self.finish_turn()
        return self

    def plainest(self, seat: int) -> Action:
        """The plain way on; at the end of the turn a marker is placed."""
        found = super().plainest(seat)
        if found in self.plain:
            return found
        return next(action for action in self.legal(seat) if type(action) is PlaceKnowledge)

    def last_round(self) -> Table:
        """Make the round before whose dials the position is the last one."""
        state = self.state
        state.round = 9 if len(state.players) == 3 else 8
        state.medicus_start = (state.medicus_place - state.round + 1) % 7
        state.neutral_deck = ()
        return self

    # -- arranging ---------------------------------------------------------------------------------------------------------------

    def put(self, place: int, **fields: Any) -> Table:
        """Replace fields of a place."""
        self.state.places[place] = evolve(self.state.places[place], **fields)
        return self

    def market_at(self, place: int, *symbols: int, covered: Mapping[int, int] | None = None) -> Table:
        """Lay a market with these symbols (left to right) on the place's stack; ``covered`` maps a space to what lies there."""
        lying = covered or {}
        return self.put(
            place,
            market_stack=(market(*symbols), *self.place(place).market_stack),
            market_remedies=tuple(lying.get(space, NONE) for space in range(len(symbols))),
        )

    def no_market_at(self, place: int) -> Table:
        """The place shows no market and has none left."""
        return self.put(place, market_stack=(), market_remedies=())

    def books(self, *pairs: tuple[int, int], covered: tuple[int, int] = (NONE, NONE), seat: int = 0) -> Table:
        """Put recipe books with these symbols on the seat's recipe spaces."""
        made = [book(*pair) for pair in pairs] + [NONE, NONE]
        self.player(seat).books = (made[0], made[1])
        self.player(seat).book_covered = covered
        return self

    def prestige(self, values: Mapping[int, int]) -> Table:
        """Set the prestige of these figures; among equals the one named later lies higher, unnamed figures below the named."""
        state = self.state
        amount = {seat: player.prestige for seat, player in enumerate(state.players)}
        amount[MEDICUS] = state.medicus_prestige
        if NEUTRAL_SURGEON in state.prestige_order:
            amount[NEUTRAL_SURGEON] = state.neutral_prestige
        amount.update(values)
        for seat, player in enumerate(state.players):
            player.prestige = amount[seat]
        state.medicus_prestige = amount[MEDICUS]
        state.neutral_prestige = amount.get(NEUTRAL_SURGEON, 0)
        named = list(values)
        rest = [figure for figure in state.prestige_order if figure not in values]
        state.prestige_order = tuple(sorted(rest + named, key=lambda figure: amount[figure]))
        return self


def fresh(
    seats: int = 3,
    *,
    seed: int = 1,
    starting_markets: int = NO_STARTING_MARKETS,
    start_places: int = CHOSEN_START_PLACES,
    tables: Mapping[str, Any] | None = None,
) -> Table:
    """A new game as the set-up makes it, with the tests' tables; ``tables`` replaces some of their rows."""
    words = {
        "starting_markets": STARTING_MARKETS.words[starting_markets],
        "start_places": START_PLACES.words[start_places],
    }
    return Table(Position(MEDICO, seats, seed=seed, options=words, data=DATA, tables=tables))


def table(seats: int = 3, *, tables: Mapping[str, Any] | None = None) -> Table:
    """A game before the dials of round 1 with a known board; see the module's docstring."""
    t = fresh(seats, start_places=RANDOM_START_PLACES, tables=tables)
    state = t.state
    assert state.phase == CHOOSE_DESTINATION
    owned = [letter((place + 1) % 7, place) for place in HOME[:seats]]
    for place in range(7):
        t.put(
            place,
            card=place,
            path_remedy=place,
            apprentices=(),
            favor_stack=(FRIENDLY_GIFT, LONG_FINGERS, RICH_FIND),
            instrument_stacks=((0, 1, 2), (3, 4, 5)),
            letter_stack=tuple(
                card for step in range(1, 7) if (card := letter(place, (place + step) % 7)) not in owned
            ),
        )
    for seat, player in enumerate(state.players):
        player.place = HOME[seat]
        player.coins = player.prestige = player.points = 0
        player.pouches = ()
        player.books = player.book_covered = (NONE, NONE)
        player.favors = ()
        player.letters = (owned[seat],)
        player.apprentices_left = 5
    state.starting_seat = 0
    state.medicus_place = state.medicus_start = MEDICUS_HOME
    state.medicus_prestige = 2
    state.prestige_order = (*range(seats), MEDICUS)
    if seats == 2:
        state.neutral_place = NEUTRAL_HOME
        state.neutral_prestige = 2
        state.prestige_order = (*range(seats), MEDICUS, NEUTRAL_SURGEON)
        state.neutral_deck = (0, 1, 2, 3, 4, 5, 6)
    return t


def stacks(state: MedicoState, field: str) -> list[Any]:
    """One field of all places, in ring order."""
    return [getattr(place, field) for place in state.places]
