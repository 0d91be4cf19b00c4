"""A round: numbers are called, then everybody gleans (GLE-CALL, GLE-PICK)."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.gleaning import events as e
from engine_core.games.gleaning.actions import CallNumber, DrawHerb, PassTurn, PickHerb
from engine_core.games.gleaning.options import NUMBER_OF_ROUNDS
from engine_core.games.gleaning.state import GleaningState, Player, own_player
from engine_core.games.gleaning.vocabulary import CALL, GLEAN, OVER
from engine_core.vocabulary import NONE

Four = tuple[int, int, int, int]


def changed(herbs: Four, herb: int, by: int) -> Four:
    """The same numbers with ``by`` more of one herb."""
    a, b, c, d = (count + by * (place == herb) for place, count in enumerate(herbs))
    return a, b, c, d


def start_round(state: GleaningState, sink: Sink | None) -> None:
    """The meadow is filled up to one herb per seat (GLE-CALL-02)."""
    state._revealed = True
    state.round += 1
    state.phase = CALL
    state.active_seat = NONE
    while state.bag and sum(state.meadow) < len(state.players):
        state.meadow = changed(state.meadow, state.bag[0], 1)
        state.bag = state.bag[1:]
    if sink is not None:
        sink(EVERYONE, e.RoundStarted(state.round, state.meadow))


def still_choosing(state: GleaningState) -> tuple[int, ...]:
    """The seats that have not called a number in this round, ascending: public (GLE-CALL-01)."""
    if state.phase != CALL:
        return ()
    return tuple([seat for seat, player in enumerate(state.players) if player.number == NONE])


def call_number(state: GleaningState, seat: int, player: Player, action: CallNumber, sink: Sink | None) -> None:
    """GLE-CALL-01; the last one reveals all (GLE-CALL-03)."""
    player.number = action.number
    if sink is not None:
        sink(seat, e.NumberSet(seat, action.number))
        sink(EVERYONE, e.NumberCalled(seat))
    if not still_choosing(state):
        _reveal(state, sink)


def _reveal(state: GleaningState, sink: Sink | None) -> None:
    """The lower number gleans first, equal ones from the start seat on; a number that is alone scores (GLE-CALL-03, GLE-CALL-04)."""
    state._revealed = True
    numbers = [player.number for player in state.players]
    seats = len(numbers)
    order = sorted(range(seats), key=lambda seat: (numbers[seat], (seat - state.start_seat) % seats))
    for seat, number in enumerate(numbers):
        if numbers.count(number) == 1:
            own_player(state, seat).points += number
    state.phase = GLEAN
    state.active_seat, *rest = order
    state.order = tuple(rest)
    if sink is not None:
        sink(EVERYONE, e.NumbersRevealed(tuple(numbers), tuple(order)))


def pick_herb(state: GleaningState, seat: int, player: Player, action: PickHerb, sink: Sink | None) -> None:
    """GLE-PICK-01."""
    state.meadow = changed(state.meadow, action.herb, -1)
    player.herbs = changed(player.herbs, action.herb, 1)
    if sink is not None:
        sink(EVERYONE, e.HerbPicked(seat, action.herb))
    _turn_over(state, sink)


def draw_herb(state: GleaningState, seat: int, player: Player, action: DrawHerb, sink: Sink | None) -> None:
    """GLE-PICK-02."""
    state._revealed = True
    herb, *rest = state.bag
    state.bag = tuple(rest)
    player.herbs = changed(player.herbs, herb, 1)
    if sink is not None:
        sink(EVERYONE, e.HerbDrawn(seat, herb))
    _turn_over(state, sink)


def pass_turn(state: GleaningState, seat: int, player: Player, action: PassTurn, sink: Sink | None) -> None:
    """GLE-PICK-03."""
    if sink is not None:
        sink(EVERYONE, e.TurnPassed(seat))
    _turn_over(state, sink)


def _turn_over(state: GleaningState, sink: Sink | None) -> None:
    """The next seat, the next round, or the end (GLE-END-01)."""
    if state.order:
        state.active_seat, *rest = state.order
        state.order = tuple(rest)
        return
    for seat in range(len(state.players)):
        own_player(state, seat).number = NONE
    state.start_seat = (state.start_seat + 1) % len(state.players)
    if state.round < NUMBER_OF_ROUNDS[state.options.rounds]:
        start_round(state, sink)
        return
    state.phase, state.active_seat = OVER, NONE
    if sink is not None:
        sink(EVERYONE, e.GameEnded())
