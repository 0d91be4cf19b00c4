"""The course of play: start of the round, turns in order, end of the round (Overview, At the Start of Each Round, End of the Round).

Each function returns whether something hidden came to light for everybody.
"""

from __future__ import annotations

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.actions import (
    ChooseStartPlace,
    DeclineDuelReward,
    EndTurn,
    PlaceKnowledge,
    PlayOptimalCondition,
    SetDestination,
)
from engine_core.games.medico.duels import conclude_duel, hold_duels, reward_goes_on
from engine_core.games.medico.events import (
    DestinationCommitted,
    DestinationSet,
    DuelRewardDeclined,
    GameEnded,
    RoundStarted,
    StartPlaceTaken,
    TurnEnded,
    TurnStarted,
)
from engine_core.games.medico.favor_cards import optimal_condition
from engine_core.games.medico.knowledge import place_knowledge, place_last_marker
from engine_core.games.medico.main_actions import place_apprentice
from engine_core.games.medico.prestige import gain_prestige
from engine_core.games.medico.refill import refill
from engine_core.games.medico.rods import claim_rods, rods_within_one
from engine_core.games.medico.state import MedicoState, Player, own_player
from engine_core.games.medico.two_players import ROUND_PRESTIGE, move_neutral_surgeon
from engine_core.games.medico.vocabulary import (
    AFTER_MAIN,
    CHOOSE_DESTINATION,
    DEPART,
    DUEL_REWARD,
    EARLY_MAIN,
    END_OF_TURN,
    GAME_OVER,
    MEDICUS,
    OPTIMAL_CONDITION,
    PLACES,
)
from engine_core.vocabulary import NONE


def rounds_for(seats: int) -> int:
    """8 rounds with 2 or 4 players, 9 with 3 (MED-ROUND-01)."""
    return 9 if seats == 3 else 8


# -- before the first round ----------------------------------------------------------------------------------------------------


def choose_start_place(
    state: MedicoState, seat: int, player: Player, action: ChooseStartPlace, sink: Sink | None
) -> None:
    """Settle there; the next player clockwise chooses, after the last one round 1 begins (MED-SET-23)."""
    settle(state, seat, action.place, sink)
    if state.turns_left:
        state.turns_left -= 1
        state.active_seat = (seat + 1) % len(state.players)
    else:
        start_round(state, 1, sink)


def settle(state: MedicoState, seat: int, place: int, sink: Sink | None) -> None:
    """The surgeon on the market, an apprentice for free on the cheapest space, the displayed letter as target (MED-SET-25)."""
    player = state.players[seat]
    player.place = place
    place_apprentice(state, seat, player)
    letter, *below = state.places[place].letter_stack
    state.places[place] = evolve(state.places[place], letter_stack=tuple(below))
    player.letters = (letter,)
    if sink:
        sink(EVERYONE, StartPlaceTaken(seat, place, letter))
    state._revealed |= bool(below)


# -- start of the round --------------------------------------------------------------------------------------------------------


def start_round(state: MedicoState, number: int, sink: Sink | None) -> None:
    """From round 2 on the Medicus and, for two players, the neutral surgeon move and gain 2 prestige; then all destinations are
    chosen at once (MED-ROUND-02 to 04)."""
    state.round = number
    state.phase = CHOOSE_DESTINATION
    state.active_seat = NONE
    if number == 1:
        if sink:
            sink(EVERYONE, RoundStarted(number, state.medicus_place))
        return
    state.medicus_place = (state.medicus_place + 1) % PLACES
    if sink:
        sink(EVERYONE, RoundStarted(number, state.medicus_place))
    gain_prestige(state, MEDICUS, ROUND_PRESTIGE, sink)
    if state.neutral_place == NONE:
        return
    move_neutral_surgeon(state, sink)
    state._revealed = True


def still_choosing(state: MedicoState) -> tuple[int, ...]:
    """The seats that have not set their dial while destinations are chosen, ascending: public (MED-ROUND-04)."""
    if state.phase != CHOOSE_DESTINATION:
        return ()
    return tuple([seat for seat, player in enumerate(state.players) if player.destination == NONE])


def set_destination(state: MedicoState, seat: int, player: Player, action: SetDestination, sink: Sink | None) -> None:
    """Commit the dial; once all are set the starting player's turn begins (MED-ROUND-04, MED-ROUND-07, MED-ROUND-08, MED-RUL-08).

    Another seat's dial is revealed by it.
    """
    player.destination = action.place
    if sink:
        sink(seat, DestinationSet(seat, action.place))
        sink(EVERYONE, DestinationCommitted(seat))
    players = state.players
    for other in players:
        if other.destination == NONE:
            return
    state.turns_left = len(players)
    start_turn(state, state.starting_seat, sink)
    state._revealed |= state.starting_seat != seat


# -- turns ---------------------------------------------------------------------------------------------------------------------


def start_turn(state: MedicoState, seat: int, sink: Sink | None) -> None:
    """The dial is revealed; the surgeon stands on its start place (MED-MOVE-01)."""
    player = state.players[seat]
    state.turns_left -= 1
    state.active_seat = seat
    state.phase = DEPART
    state.turn.start_place = player.place
    if sink:
        sink(EVERYONE, TurnStarted(seat, player.place, player.destination))


def main_action_done(state: MedicoState, seat: int, player: Player, sink: Sink | None) -> None:
    """What follows a main action: back to the start place after Early Bird, the rest of the turn at the destination
    (MED-MOVE-07, MED-MOVE-09), the end of the duel after its reward (MED-KNOW-07)."""
    if state.phase == DUEL_REWARD:
        if not reward_goes_on(player):
            _after_duel(state, seat, sink)
        return
    state.phase = DEPART if state.phase == EARLY_MAIN else AFTER_MAIN


def end_turn(state: MedicoState, seat: int, player: Player, action: EndTurn, sink: Sink | None) -> None:
    """Collected markers are placed first, by a decision of its own; with none the turn closes (MED-EOT-01, MED-RUL-71)."""
    if state.phase == AFTER_MAIN and player.collected_markers:
        state.phase = END_OF_TURN
        _after_placement(state, seat, player, sink)
        return
    _close_turn(state, seat, player, sink)


def place_marker(state: MedicoState, seat: int, player: Player, action: PlaceKnowledge, sink: Sink | None) -> None:
    """Place one marker; with the last the turn closes by itself unless Favor 3 can still be played (MED-EOT-01, MED-RUL-71)."""
    place_knowledge(state, seat, player, action, sink)
    _after_placement(state, seat, player, sink)


def play_optimal_condition(
    state: MedicoState, seat: int, player: Player, action: PlayOptimalCondition, sink: Sink | None
) -> None:
    """Favor 3; at the end of the turn the turn then closes unless another one can be played (MED-FAV-3, MED-RUL-35)."""
    optimal_condition(state, seat, player, action, sink)
    if state.phase != END_OF_TURN:
        return
    _after_placement(state, seat, player, sink)


def _after_placement(state: MedicoState, seat: int, player: Player, sink: Sink | None) -> None:
    place_last_marker(state, seat, player, sink)
    if player.collected_markers or (OPTIMAL_CONDITION in player.favors and rods_within_one(state, player)):
        return
    _close_turn(state, seat, player, sink)


def _close_turn(state: MedicoState, seat: int, player: Player, sink: Sink | None) -> None:
    """Rods, then refilling; then the next player clockwise or the end of the round (MED-EOT-03, MED-EOT-04, MED-ROUND-08)."""
    claim_rods(state, seat, player, sink)
    refill(state, sink)
    turn = state.turn
    turn.start_place = NONE
    turn.free_decision = turn.privilege_used = turn.market_open = turn.book_bought = turn.medicus_met = False
    turn.sold = 0
    if sink:
        sink(EVERYONE, TurnEnded(seat))
    if state.turns_left:
        start_turn(state, (seat + 1) % len(state.players), sink)
        state._revealed = True
    else:
        _duels_and_round_end(state, PLACES, sink)


# -- end of the round ----------------------------------------------------------------------------------------------------------


def decline_duel_reward(
    state: MedicoState, seat: int, player: Player, action: DeclineDuelReward, sink: Sink | None
) -> None:
    """No (further) main action; the winner loses 1 prestige all the same (MED-DUEL-07, MED-DUEL-08)."""
    if sink:
        sink(EVERYONE, DuelRewardDeclined(seat))
    _after_duel(state, seat, sink)


def _after_duel(state: MedicoState, seat: int, sink: Sink | None) -> None:
    conclude_duel(state, seat, sink)
    places_left = state.duel_places_left
    state.duel_places_left = 0
    _duels_and_round_end(state, places_left, sink)


def _duels_and_round_end(state: MedicoState, places_left: int, sink: Sink | None) -> None:
    """Duels, the starting figure to the next player clockwise, the next round or the end (MED-ROUND-09, MED-ROUND-13, MED-RUL-15)."""
    if hold_duels(state, places_left, sink):
        return
    players = state.players
    state.starting_seat = (state.starting_seat + 1) % len(players)
    for seat in range(len(players)):
        player = own_player(state, seat)
        player.destination = NONE
        player.main_actions = 0
    if state.round < rounds_for(len(players)):
        start_round(state, state.round + 1, sink)
        return
    state.phase = GAME_OVER
    state.active_seat = NONE
    if sink:
        sink(EVERYONE, GameEnded())
