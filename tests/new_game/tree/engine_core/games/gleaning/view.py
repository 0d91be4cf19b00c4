"""What one seat, or anybody, may know of a game of Gleaning. Built from an allow-list, never stripped from a state."""

from __future__ import annotations

from engine_core.games.gleaning.options import Options
from engine_core.games.gleaning.state import GleaningState, Player
from engine_core.games.gleaning.vocabulary import CALL, HERBS, MaybeNumber, MaybeSeat, Phase, Seat
from engine_core.vocabulary import NONE


class PlayerView:
    """A seat's things; everything open but the number until all have called one."""

    __slots__ = ("has_called", "herbs", "number", "points")

    herbs: tuple[int, int, int, int]
    points: int
    has_called: bool
    """Whether the number of this round is called: public."""
    number: MaybeNumber
    """The own one always; another's once all are revealed."""


class GleaningView:
    """A position as one seat sees it; ``seat`` is NONE for the public view."""

    __slots__ = ("active_seat", "bag", "meadow", "options", "order", "phase", "players", "round", "seat", "start_seat")

    seat: MaybeSeat
    options: Options
    round: int
    phase: Phase
    active_seat: MaybeSeat
    start_seat: Seat
    order: tuple[Seat, ...]
    meadow: tuple[int, int, int, int]
    bag: tuple[int, int, int, int]
    """How many of each herb the bag holds: known by counting."""
    players: tuple[PlayerView, ...]


def view_of(state: GleaningState, seat: int | None) -> GleaningView:
    """What ``seat`` may know, or anybody for ``None``."""
    view = GleaningView()
    view.seat = NONE if seat is None else seat
    view.options = state.options
    view.round, view.phase = state.round, state.phase
    view.active_seat, view.start_seat, view.order = state.active_seat, state.start_seat, state.order
    view.meadow = state.meadow
    arnica, betony, chervil, dill = (state.bag.count(herb) for herb in range(HERBS))
    view.bag = (arnica, betony, chervil, dill)
    view.players = tuple(
        [_player_view(state, player, is_own=place == seat) for place, player in enumerate(state.players)]
    )
    return view


def _player_view(state: GleaningState, player: Player, *, is_own: bool) -> PlayerView:
    view = PlayerView()
    view.herbs, view.points = player.herbs, player.points
    view.has_called = player.number != NONE
    view.number = player.number if is_own or state.phase != CALL else NONE
    return view
