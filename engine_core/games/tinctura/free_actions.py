"""What can be done "at any time" in the own turn: trades, once-per-day abilities of journeymen, Key to the Lab (TIN-RUL-40)."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.action_tables import FREE_DRAW, FREE_EXPERIMENT, FREE_TEAS_OF, TRADES
from engine_core.games.tinctura.actions import TradePlants, UseFreeDraw, UseFreeExperiment, UseFreeTea
from engine_core.games.tinctura.events import AbilityUsed, PlantsTraded, TeaProduced
from engine_core.games.tinctura.experiments import grant_experiments, lab_is_damaged
from engine_core.games.tinctura.gains import ONE_OF, draw_plants, give_up, minus, plus
from engine_core.games.tinctura.module_words import KEY_TO_THE_LAB
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.tea_track import move_tea, tea_room
from engine_core.games.tinctura.vocabulary import (
    DRAW_BONUS,
    EXPERIMENT_BONUS,
    FREE_TEAS,
    FROM_JOURNEYMAN,
    FROM_PERSONALITY,
    FROM_TEA,
    HERB,
    KEY_ABILITY,
    MEDICATION,
    PLANT,
    ROOT,
    TEAS_BONUS,
)

_LEAST: Final = 2
"""Plants that a trade costs."""


def offer_trades(state: TincturaState, player: Player, legal: list[Action]) -> None:
    """Every pair owned for every other type that lies in the discard or the bag (TIN-PLT-04 to 06)."""
    herbs, berries, mushrooms, roots = player.plants
    if herbs + berries + mushrooms + roots < _LEAST:
        return
    code = 27 * (min(2, herbs)) + 9 * (min(2, berries))
    trades = TRADES[code + 3 * (min(2, mushrooms)) + (min(2, roots))]
    bag, discard = state.bag, state.discard
    if bag[0] and bag[1] and bag[2] and bag[3]:
        legal += trades
    else:
        legal += [trade for trade in trades if bag[trade.take] or discard[trade.take]]


def offer_abilities(state: TincturaState, seat: int, player: Player, legal: list[Action]) -> None:
    """The once-per-day abilities that can be used now: teas, experiments, draws (TIN-APP-12, TIN-PERS-05)."""
    cards, used = state.data.apprentices, player.used
    unused = [cards[card] for card in player.journeymen if not used >> cards[card].medication & 1]
    has_key = player.personality == KEY_TO_THE_LAB and not used >> KEY_ABILITY & 1
    if not unused and not has_key:
        return
    unused.sort()
    for card in unused:
        if card.bonus == TEAS_BONUS:
            roots, herbs = min(player.plants[ROOT], FREE_TEAS), min(player.plants[HERB], FREE_TEAS)
            most = min(FREE_TEAS, tea_room(state, seat, player))
            legal += FREE_TEAS_OF[card.medication][roots][herbs][most]
    if not lab_is_damaged(state):
        legal += [FREE_EXPERIMENT[card.medication] for card in unused if card.bonus == EXPERIMENT_BONUS]
        if has_key:
            legal.append(FREE_EXPERIMENT[KEY_ABILITY])
    if any(state.bag):
        legal += [FREE_DRAW[card.medication] for card in unused if card.bonus == DRAW_BONUS]


# -- trades --------------------------------------------------------------------------------------------------------------------


def refuse_trade(state: TincturaState, seat: int, player: Player, action: TradePlants) -> Rejection | None:
    """Plants that are owned, for one that lies there."""
    first, second = action.give_first, action.give_second
    if not player.plants[first] or player.plants[second] < 1 + (first == second):
        return Rejection("TIN-PLT-04", "The two plants to be given up are not in the own supply.")
    if not state.discard[action.take] and not state.bag[action.take]:
        return Rejection("TIN-PLT-06", f"There is no {PLANT.words[action.take]} in the discard or the bag.")
    return None


def trade_plants(state: TincturaState, seat: int, player: Player, action: TradePlants, sink: Sink | None) -> None:
    """Two plants to the discard, the wanted one from there or else from the bag (TIN-PLT-05)."""
    taken = ONE_OF[action.take]
    from_bag = not state.discard[action.take]
    if from_bag:
        state.bag = minus(state.bag, taken)
    else:
        state.discard = minus(state.discard, taken)
    given = plus(ONE_OF[action.give_first], ONE_OF[action.give_second])
    state.discard = plus(state.discard, given)
    player.plants = plus(minus(player.plants, given), taken)
    if sink:
        sink(EVERYONE, PlantsTraded(seat, action.give_first, action.give_second, action.take, from_bag))


# -- once-per-day abilities ----------------------------------------------------------------------------------------------------


def use_ability(state: TincturaState, seat: int, player: Player, ability: int, sink: Sink | None) -> None:
    """Mark a once-per-day ability as used today."""
    player.used |= 1 << ability
    if sink:
        sink(EVERYONE, AbilityUsed(seat, ability))


def _refuse_journeyman(state: TincturaState, player: Player, medication: int, bonus: int) -> Rejection | None:
    """The journeyman of this medication is owned, has this bonus, and is unused today."""
    cards = state.data.apprentices
    if not any(cards[card].medication == medication and cards[card].bonus == bonus for card in player.journeymen):
        rule = "TIN-APP-08" if bonus == TEAS_BONUS else "TIN-APP-09" if bonus == EXPERIMENT_BONUS else "TIN-APP-11"
        if any(cards[card].medication == medication and cards[card].bonus == bonus for card in player.apprentices):
            return Rejection("TIN-VIL-21", "This apprentice is not trained yet.")
        return Rejection(rule, f"There is no {MEDICATION.words[medication]} journeyman with this ability.")
    if player.used >> medication & 1:
        return Rejection("TIN-APP-12", "This journeyman has been used today.")
    return None


def refuse_free_tea(state: TincturaState, seat: int, player: Player, action: UseFreeTea) -> Rejection | None:
    """The journeyman, the plants, the room on the track."""
    rejection = _refuse_journeyman(state, player, action.journeyman, TEAS_BONUS)
    if rejection is not None:
        return rejection
    if player.plants[ROOT] < action.roots or player.plants[HERB] < action.herbs:
        return Rejection("TIN-APP-08", "Each tea costs a root or a herb of the own supply.")
    if action.roots + action.herbs > tea_room(state, seat, player):
        return Rejection("TIN-TEA-09", "The tea track ends before.")
    return None


def use_free_tea(state: TincturaState, seat: int, player: Player, action: UseFreeTea, sink: Sink | None) -> None:
    """Up to 2 teas that are no action (TIN-APP-08, TIN-RUL-41, TIN-RUL-42)."""
    use_ability(state, seat, player, action.journeyman, sink)
    teas = action.roots + action.herbs
    give_up(state, seat, player, (action.herbs, 0, 0, action.roots), FROM_TEA, sink)
    if sink:
        sink(EVERYONE, TeaProduced(seat, teas, True))
    move_tea(state, seat, player, teas, FROM_JOURNEYMAN, sink)


def refuse_free_experiment(
    state: TincturaState, seat: int, player: Player, action: UseFreeExperiment
) -> Rejection | None:
    """The journeyman or Key to the Lab, and no Lab Damage."""
    if action.laboratory == KEY_ABILITY:
        if player.personality != KEY_TO_THE_LAB:
            return Rejection("TIN-PERS-05", "This seat does not hold Key to the Lab.")
        if player.used >> KEY_ABILITY & 1:
            return Rejection("TIN-PERS-05", "Key to the Lab has been used today.")
    else:
        rejection = _refuse_journeyman(state, player, action.laboratory, EXPERIMENT_BONUS)
        if rejection is not None:
            return rejection
    if lab_is_damaged(state):
        return Rejection("TIN-EVT-07", "The laboratory is damaged today.")
    return None


def use_free_experiment(
    state: TincturaState, seat: int, player: Player, action: UseFreeExperiment, sink: Sink | None
) -> None:
    """An experiment without action or marker (TIN-APP-09, TIN-PERS-05)."""
    use_ability(state, seat, player, action.laboratory, sink)
    grant_experiments(state, seat, 1, FROM_PERSONALITY if action.laboratory == KEY_ABILITY else FROM_JOURNEYMAN)


def refuse_free_draw(state: TincturaState, seat: int, player: Player, action: UseFreeDraw) -> Rejection | None:
    """The journeyman, and a bag that is not empty."""
    rejection = _refuse_journeyman(state, player, action.journeyman, DRAW_BONUS)
    if rejection is not None:
        return rejection
    return None if any(state.bag) else Rejection("TIN-PLT-03", "The bag is empty.")


def use_free_draw(state: TincturaState, seat: int, player: Player, action: UseFreeDraw, sink: Sink | None) -> None:
    """Plants from the bag (TIN-APP-11)."""
    use_ability(state, seat, player, action.journeyman, sink)
    amount = next(
        card.amount
        for card in (state.data.apprentices[number] for number in player.journeymen)
        if card.medication == action.journeyman
    )
    draw_plants(state, seat, player, amount, FROM_JOURNEYMAN, sink)
