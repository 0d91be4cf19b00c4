"""Immediate and Infinity benefits of visitors (appendix Visitors). Each is resolved at once or leaves frames on the stack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import ReactivateColumn, RepeatVisitor, ScoreVisitor, TakeMarketCard
from engine_core.games.azerland.column_actions import begin_action
from engine_core.games.azerland.events import (
    ColumnReactivated,
    MarketCardsTurned,
    MarketCardTaken,
    VisitorRepeated,
    VisitorScored,
)
from engine_core.games.azerland.frames import frame
from engine_core.games.azerland.gains import gain, pay_event_bonus
from engine_core.games.azerland.market import discard, draw
from engine_core.games.azerland.order_bonus import BONUS_AFTER_BENEFIT, pay_order_bonus
from engine_core.games.azerland.rewards import Reward
from engine_core.games.azerland.scoring import end_of_game_value
from engine_core.games.azerland.sets import sets_of_three
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.visitor_cards import END_OF_GAME, IMMEDIATE, ONCE_PER_DAY
from engine_core.games.azerland.vocabulary import (
    ABILITY,
    BONUS_BUY,
    CHOOSE_POTION,
    DISCOUNT_CONCOCT,
    FROM_MARKET_CARD,
    FROM_VISITOR,
    LEVEL_BONUS,
    NUMBER_SIDE,
    REACTIVATE,
    REPEAT,
    REWARD,
    SCORE,
    SERVE,
    TAKE_CARD,
    UNLOCK,
)
from engine_core.stack import pop, push, swap_top

REPEATER: Final = 19
DISCOUNTS: Final = 2
CARDS_OF_18: Final = 3
TAKEN_OF_18: Final = 1
TAKEN_OF_41: Final = 2

FIXED: Final[Mapping[int, Reward]] = MappingProxyType(
    {
        10: Reward(gold=3),
        11: Reward(apprentices=3),
        12: Reward(study_steps=3),
        14: Reward(ingredients=(0, 1, 0), study_steps=2),
        15: Reward(gold=2, ingredients=(0, 0, 1)),
        16: Reward(apprentices=2, ingredients=(1, 0, 0)),
        33: Reward(gold=1, apprentices=1),
        34: Reward(apprentices=2),
        35: Reward(gold=2),
        36: Reward(gold=2),
        37: Reward(apprentices=2),
        38: Reward(any_ingredients=2),
        43: Reward(any_potions=1),
    }
)
"""Visitors whose benefit is the same for everybody (AZE-VIS-10 to 12, 14 to 16, 33 to 38, 43)."""

COUNTED: Final[Mapping[int, Callable[[Player], Reward]]] = MappingProxyType(
    {
        21: lambda player: Reward(gold=len(player.display)),
        22: lambda player: Reward(study_steps=len(player.display)),
        23: lambda player: Reward(apprentices=len(player.display)),
        24: lambda player: Reward(prestige=len(player.display)),
        25: lambda player: Reward(prestige=player.gold),
        26: lambda player: Reward(prestige=sum(player.ingredients) // 2),
    }
)
"""Visitors whose benefit depends on what the player has, the display with the card itself (AZE-VIS-21 to 26)."""


def resolve_benefit(
    state: AzerlandState, seat: int, player: Player, visitor: int, bonus_due: bool, sink: Sink | None
) -> None:
    """The Immediate or Infinity benefit; nothing for the other cards. ``bonus_due``: of visitor 19, the order's bonus is still to be
    paid (AZE-SERVE-14, AZE-SERVE-17, AZE-RUL-49, AZE-RUL-50)."""
    if visitor in FIXED:
        gain(state, seat, player, FIXED[visitor], FROM_VISITOR, sink)
    elif visitor in COUNTED:
        gain(state, seat, player, COUNTED[visitor](player), FROM_VISITOR, sink)
    elif visitor == REPEATER:
        push(state, frame(REPEAT, 0, visitor, bonus_due=bonus_due))
    elif visitor in _SPECIAL:
        _SPECIAL[visitor](state, seat, player, sink)


# -- visitors 13, 17 and 20 ----------------------------------------------------------------------------------------------------


def locked_abilities(player: Player) -> list[int]:
    """The novice abilities not unlocked yet (AZE-VIS-13)."""
    return [ability for ability in range(len(ABILITY)) if not player.abilities >> ability & 1]


def _unlock_one(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 13: an ability of choice, nothing if all are unlocked (AZE-VIS-13)."""
    push(state, frame(UNLOCK))


def _discounted(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 17 (AZE-VIS-17)."""
    push(state, frame(DISCOUNT_CONCOCT, DISCOUNTS))


def _potion_per_set(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 20: a potion per set of all three types (AZE-VIS-20, AZE-RUL-59 to 61)."""
    types = state.data.order_types
    sets = sets_of_three(types[visitor] for visitor in player.display)
    if sets:
        push(state, frame(CHOOSE_POTION, sets))


# -- visitors 18 and 41 --------------------------------------------------------------------------------------------------------


def _turn_up(state: AzerlandState, seat: int, number: int, taken: int, sink: Sink | None) -> None:
    cards = tuple(sorted(draw(state, number, sink)))
    if sink:
        sink(EVERYONE, MarketCardsTurned(seat, cards))
    push(state, frame(TAKE_CARD, min(taken, len(cards)), cards=cards))


def _one_of_three(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 18 (AZE-VIS-18)."""
    _turn_up(state, seat, CARDS_OF_18, TAKEN_OF_18, sink)


def _two_of_many(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 41: as many cards as visitors in the display; the only visitor takes the only card (AZE-VIS-41, AZE-RUL-66)."""
    _turn_up(state, seat, len(player.display), TAKEN_OF_41, sink)


def take_market_card(
    state: AzerlandState, seat: int, player: Player, action: TakeMarketCard, sink: Sink | None
) -> None:
    """The rewards of a card for free; it counts for the bonus tile, not for visitor 9 (AZE-RUL-57, AZE-BON-10)."""
    card = action.card_id
    top = state.pending[-1]
    others = tuple([other for other in top.cards if other != card])
    swap_top(state, frame(TAKE_CARD, top.left - 1, cards=others, taken=(*top.taken, card)))
    if sink:
        sink(EVERYONE, MarketCardTaken(seat, card))
    pay_event_bonus(state, seat, player, BONUS_BUY, sink)
    gain(state, seat, player, state.data.card_reward[card], FROM_MARKET_CARD, sink)


def put_cards_away(state: AzerlandState) -> None:
    """The cards turned up by visitor 18 or 41 are discarded (AZE-RUL-57)."""
    top = state.pending[-1]
    pop(state)
    discard(state, (*top.cards, *top.taken))


# -- visitor 19 ----------------------------------------------------------------------------------------------------------------


def repeatable(player: Player) -> list[int]:
    """The cards of the display that visitor 19 can repeat (AZE-RUL-58)."""
    return [visitor for visitor in player.display if visitor in IMMEDIATE and visitor != REPEATER]


def repeat_visitor(state: AzerlandState, seat: int, player: Player, action: RepeatVisitor, sink: Sink | None) -> None:
    """Visitor 19: the Immediate benefit of another card again; the bonus of the order comes before it, or after it if the repeated card
    says so (AZE-VIS-19, AZE-RUL-49, AZE-RUL-58)."""
    bonus_due = state.pending[-1].bonus_due
    pop(state)
    visitor = action.visitor_id
    if sink:
        sink(EVERYONE, VisitorRepeated(seat, visitor))
    if bonus_due:
        if visitor in BONUS_AFTER_BENEFIT:
            push(state, frame(LEVEL_BONUS, 0, REPEATER))
        else:
            pay_order_bonus(state, seat, player, REPEATER, sink)
    resolve_benefit(state, seat, player, visitor, False, sink)


def repeat_nothing(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 19 finds no card to repeat: only the bonus of its order is paid (AZE-RUL-58)."""
    bonus_due = state.pending[-1].bonus_due
    pop(state)
    if bonus_due:
        pay_order_bonus(state, seat, player, REPEATER, sink)


# -- visitors 39, 40 and 42 ----------------------------------------------------------------------------------------------------


def _all_once_a_day(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 39: the rewards of all once-per-day cards, tilted ones too, by number; then they are tilted (AZE-VIS-39, AZE-RUL-64)."""
    cards = tuple([visitor for visitor in player.display if visitor in ONCE_PER_DAY])
    player.tilted = cards
    push(state, *[frame(REWARD, 0, visitor) for visitor in reversed(cards)])


def _score_one(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 40 (AZE-VIS-40)."""
    push(state, frame(SCORE))


def scorable(player: Player) -> list[int]:
    """The cards of the display with an End-of-game benefit (AZE-RUL-65)."""
    return [visitor for visitor in player.display if visitor in END_OF_GAME]


def score_visitor(state: AzerlandState, seat: int, player: Player, action: ScoreVisitor, sink: Sink | None) -> None:
    """Visitor 40: what the card is worth now; it still scores at the end (AZE-VIS-40, AZE-RUL-63, AZE-RUL-65)."""
    pop(state)
    prestige = end_of_game_value(state.data, player, action.visitor_id)
    player.prestige += prestige
    if sink:
        sink(EVERYONE, VisitorScored(seat, action.visitor_id, prestige))


def _reactivate_one(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Visitor 42 (AZE-VIS-42)."""
    push(state, frame(REACTIVATE))


def performed_today(player: Player) -> list[int]:
    """The columns before Serve with the own number side showing (AZE-VIS-42, AZE-RUL-67)."""
    return [column for column in range(SERVE) if player.placed_sides[column] == NUMBER_SIDE]


def reactivate_column(
    state: AzerlandState, seat: int, player: Player, action: ReactivateColumn, sink: Sink | None
) -> None:
    """Visitor 42: the action again, with the base of today's rank and apprentices asked anew (AZE-VIS-42, AZE-RUL-67)."""
    pop(state)
    if sink:
        sink(EVERYONE, ColumnReactivated(seat, action.column))
    begin_action(state, seat, player, action.column, sink)


_SPECIAL: Final[Mapping[int, Callable[[AzerlandState, int, Player, Sink | None], None]]] = MappingProxyType(
    {
        13: _unlock_one,
        17: _discounted,
        18: _one_of_three,
        20: _potion_per_set,
        39: _all_once_a_day,
        40: _score_one,
        41: _two_of_many,
        42: _reactivate_one,
    }
)
