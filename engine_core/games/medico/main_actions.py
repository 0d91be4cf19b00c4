"""The four main actions (chapter Main Action), wherever they are carried out: destination, Early Bird, duel reward."""

from __future__ import annotations

from typing import Final

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.medico.actions import (
    BuyBothInstruments,
    BuyInstrument,
    TakeFavorCard,
    TakeMoney,
    TrainApprentice,
)
from engine_core.games.medico.data import APPRENTICES
from engine_core.games.medico.events import ApprenticeTrained, FavorCardTaken, InstrumentBought, MoneyTaken
from engine_core.games.medico.prestige import gain_prestige
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.vocabulary import MAIN_APPRENTICE, MAIN_FAVOR, MAIN_INSTRUMENTS, MAIN_MONEY

MONEY: Final = 2
INSTRUMENT_PRICE: Final = 1
BOTH_PRICE: Final = 3
ALL_MAIN_ACTIONS: Final = 1 << MAIN_MONEY | 1 << MAIN_FAVOR | 1 << MAIN_APPRENTICE | 1 << MAIN_INSTRUMENTS


def take_money(state: MedicoState, seat: int, player: Player, action: TakeMoney, sink: Sink | None) -> None:
    """2 coins (MED-MAIN-02)."""
    player.main_actions |= 1 << MAIN_MONEY
    player.coins += MONEY
    if sink:
        sink(EVERYONE, MoneyTaken(seat, MONEY))


def take_favor_card(state: MedicoState, seat: int, player: Player, action: TakeFavorCard, sink: Sink | None) -> None:
    """The displayed favor card comes into the hand; no limit there (MED-MAIN-03, MED-MAIN-05)."""
    player.main_actions |= 1 << MAIN_FAVOR
    place = state.places[player.place]
    favor, *below = place.favor_stack
    state.places[player.place] = evolve(place, favor_stack=tuple(below))
    player.favors = tuple(sorted((*player.favors, favor)))
    if sink:
        sink(EVERYONE, FavorCardTaken(seat, favor))
    state._revealed |= bool(below)


def train_apprentice(state: MedicoState, seat: int, player: Player, action: TrainApprentice, sink: Sink | None) -> None:
    """Pay the cheapest free space, place the next apprentice, gain the prestige shown for it (MED-MAIN-06, MED-RUL-59)."""
    player.main_actions |= 1 << MAIN_APPRENTICE
    place = state.places[player.place]
    cost = state.data.space_costs[len(place.apprentices)]
    prestige = state.data.apprentice_prestige[APPRENTICES - player.apprentices_left]
    player.coins -= cost
    place_apprentice(state, seat, player)
    if sink:
        sink(EVERYONE, ApprenticeTrained(seat, player.place, cost, prestige))
    gain_prestige(state, seat, prestige, sink)


def place_apprentice(state: MedicoState, seat: int, player: Player) -> None:
    """The next apprentice leaves the board for the cheapest free space where the surgeon stands (MED-RUL-59, MED-RUL-78)."""
    place = state.places[player.place]
    player.apprentices_left -= 1
    state.places[player.place] = evolve(place, apprentices=(*place.apprentices, seat))


def buy_instrument(state: MedicoState, seat: int, player: Player, action: BuyInstrument, sink: Sink | None) -> None:
    """1 coin for the displayed instrument of one stack (MED-MAIN-09)."""
    player.main_actions |= 1 << MAIN_INSTRUMENTS
    player.coins -= INSTRUMENT_PRICE
    _take_instrument(state, seat, player, action.stack, sink)


def buy_both_instruments(
    state: MedicoState, seat: int, player: Player, action: BuyBothInstruments, sink: Sink | None
) -> None:
    """3 coins, paid before any reward, for both displayed instruments, placed in the chosen order (MED-MAIN-10, MED-MAIN-12,
    MED-MAIN-18, MED-RUL-61)."""
    player.main_actions |= 1 << MAIN_INSTRUMENTS
    player.coins -= BOTH_PRICE
    _take_instrument(state, seat, player, action.first_stack, sink)
    _take_instrument(state, seat, player, 1 - action.first_stack, sink)


def _take_instrument(state: MedicoState, seat: int, player: Player, stack: int, sink: Sink | None) -> None:
    """A new kind opens the leftmost empty column, a known one is stacked; the column's coins and prestige come at once
    (MED-MAIN-14 to 17, MED-RUL-60)."""
    place = state.places[player.place]
    instrument, *below = place.instrument_stacks[stack]
    rest = tuple(below)
    other = place.instrument_stacks[1 - stack]
    state.places[player.place] = evolve(place, instrument_stacks=(other, rest) if stack else (rest, other))
    counts = player.instrument_counts
    if instrument in player.instruments:
        column = player.instruments.index(instrument)
        player.instrument_counts = (*counts[:column], counts[column] + 1, *counts[column + 1 :])
    else:
        column = len(counts)
        player.instruments = (*player.instruments, instrument)
        player.instrument_counts = (*counts, 1)
    coins = state.data.column_coins[column]
    prestige = state.data.column_prestige[column]
    player.coins += coins
    if sink:
        sink(EVERYONE, InstrumentBought(seat, stack, instrument, coins, prestige))
    gain_prestige(state, seat, prestige, sink)
    state._revealed |= bool(below)
