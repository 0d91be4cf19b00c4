"""The eight favor cards (Appendix, Favor Cards). Each is played in the own turn only and is used up (MED-FAV-0)."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.actions import (
    FinishLongFingers,
    PlayEarlyBird,
    PlayFreeDecision,
    PlayFriendlyGift,
    PlayGreatDemand,
    PlayIndividualPath,
    PlayLongFingers,
    PlayOptimalCondition,
    PlayRichFind,
    TakeFromMarket,
)
from engine_core.games.medico.board import others_at
from engine_core.games.medico.events import DestinationChanged, FavorPlayed, RemedyStored
from engine_core.games.medico.rods import take_rod
from engine_core.games.medico.selling import sell
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.storage import store
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    EARLY_BIRD,
    EARLY_MAIN,
    FREE_DECISION,
    FRIENDLY_GIFT,
    GREAT_DEMAND,
    INDIVIDUAL_PATH,
    LONG_FINGERS,
    LONG_FINGERS_PHASE,
    OPTIMAL_CONDITION,
    RICH_FIND,
)
from engine_core.vocabulary import NONE

GIFT: Final = 2
LONG_FINGERS_POINTS: Final = 2


def destination_taken_before(state: MedicoState, seat: int) -> bool:
    """Whether a player earlier in this round has the seat's destination as final destination (MED-FAV-1, MED-RUL-63)."""
    players = state.players
    destination = players[seat].destination
    earlier = state.starting_seat
    while earlier != seat:
        if players[earlier].destination == destination:
            return True
        earlier = (earlier + 1) % len(players)
    return False


def _spend(
    state: MedicoState, seat: int, player: Player, favor: int, sink: Sink | None, coins: int = 0, points: int = 0
) -> None:
    """The card is used up and never comes back (MED-FAV-0, MED-RUL-68); what it gives by itself is received."""
    at = player.favors.index(favor)
    player.favors = player.favors[:at] + player.favors[at + 1 :]
    state.played_favors = tuple(sorted((*state.played_favors, favor)))
    player.coins += coins
    player.points += points
    if sink:
        sink(EVERYONE, FavorPlayed(seat, favor, coins, points))


def individual_path(
    state: MedicoState, seat: int, player: Player, action: PlayIndividualPath, sink: Sink | None
) -> None:
    """Replace the destination (MED-FAV-1)."""
    _spend(state, seat, player, INDIVIDUAL_PATH, sink)
    player.destination = action.new_destination
    if sink:
        sink(EVERYONE, DestinationChanged(seat, action.new_destination))


def early_bird(state: MedicoState, seat: int, player: Player, action: PlayEarlyBird, sink: Sink | None) -> None:
    """A main action at the start place comes next (MED-FAV-2, MED-RUL-64)."""
    _spend(state, seat, player, EARLY_BIRD, sink)
    state.phase = EARLY_MAIN


def optimal_condition(
    state: MedicoState, seat: int, player: Player, action: PlayOptimalCondition, sink: Sink | None
) -> None:
    """Take a rod at once, gold first (MED-FAV-3)."""
    _spend(state, seat, player, OPTIMAL_CONDITION, sink)
    take_rod(state, seat, player, action.rod, sink)


def friendly_gift(state: MedicoState, seat: int, player: Player, action: PlayFriendlyGift, sink: Sink | None) -> None:
    """2 coins per other figure where the surgeon stands (MED-FAV-4, MED-RUL-65)."""
    _spend(state, seat, player, FRIENDLY_GIFT, sink, coins=GIFT * others_at(state, player.place))


def long_fingers(state: MedicoState, seat: int, player: Player, action: PlayLongFingers, sink: Sink | None) -> None:
    """2 points at once; then remedies are taken from the destination's market (MED-FAV-5)."""
    _spend(state, seat, player, LONG_FINGERS, sink, points=LONG_FINGERS_POINTS)
    state.phase = LONG_FINGERS_PHASE


def take_from_market(state: MedicoState, seat: int, player: Player, action: TakeFromMarket, sink: Sink | None) -> None:
    """Take the piece on a space, by its own kind, and store it; the space is free again (MED-FAV-5, MED-RUL-57)."""
    place = state.places[player.place]
    remedies = place.market_remedies
    space = action.space_index
    remedy = remedies[space]
    state.places[player.place] = evolve(place, market_remedies=(*remedies[:space], NONE, *remedies[space + 1 :]))
    if sink:
        sink(EVERYONE, RemedyStored(seat, remedy, action.store_in))
    store(state, seat, player, remedy, action.store_in, sink)


def finish_long_fingers(
    state: MedicoState, seat: int, player: Player, action: FinishLongFingers, sink: Sink | None
) -> None:
    """Take no more from the market (MED-FAV-5)."""
    state.phase = AFTER_MAIN


def great_demand(state: MedicoState, seat: int, player: Player, action: PlayGreatDemand, sink: Sink | None) -> None:
    """Sell 1 remedy onto a free space that shows another kind, as a sale like any other (MED-FAV-6, MED-RUL-48)."""
    _spend(state, seat, player, GREAT_DEMAND, sink)
    sell(state, seat, player, action.remedy, action.space_index, sink)


def rich_find(state: MedicoState, seat: int, player: Player, action: PlayRichFind, sink: Sink | None) -> None:
    """At this path as many remedies as can be stored may be taken (MED-FAV-7)."""
    _spend(state, seat, player, RICH_FIND, sink)
    state.turn.rich_find = True


def free_decision(state: MedicoState, seat: int, player: Player, action: PlayFreeDecision, sink: Sink | None) -> None:
    """The longer way round (MED-FAV-8)."""
    _spend(state, seat, player, FREE_DECISION, sink)
    state.turn.free_decision = True
