"""``greedy`` for Azerland: takes what looks best now, by the estimates of :mod:`arena.house.azerland_worth`.

It plans a day when it fills its plaquette and looks one action ahead everywhere else. It looks at nothing but the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from arena.house.azerland_orders import Sight
from arena.house.azerland_plan import Day
from arena.house.azerland_worth import TYPES, minus, one, plus
from engine_core.actions import Action
from engine_core.games.azerland import actions as act
from engine_core.games.azerland.data import AzerlandData, load_data
from engine_core.games.azerland.potions import HANDS_COST, MOST_HANDS
from engine_core.games.azerland.view import AzerlandView
from engine_core.games.azerland.visitor_cards import DRINKERS, INFINITY
from engine_core.games.azerland.vocabulary import (
    BONUS_BUY,
    BONUS_CONCOCT,
    BONUS_DRINK,
    CONCOCT,
    HARVEST,
    MARKET_CARDS,
    STUDY,
    TRADE,
)
from engine_core.rng import Rng
from engine_core.vocabulary import NONE

ENOUGH: Final = 0.0
"""What ending a turn brings."""
HIGH_TILE: Final = 0.2
"""What it is worth on a day to be rid of a tile, per number on it."""
EXCHANGE: Final = 0.05
"""What an exchange has to bring at least."""


class GreedyAzerland:
    """A bot: ``bot(view, legal, rng)`` is one of ``legal``. Equal actions are decided by their order in ``legal``."""

    def __init__(self, data: AzerlandData | None = None) -> None:
        """``data``: the card tables of the match; the built-in ones if not given."""
        self._data = data or load_data()

    def __call__(self, view: AzerlandView, legal: Sequence[Action], rng: Rng) -> Action:
        """The action with the highest estimate."""
        if len(legal) == 1:
            return legal[0]
        worth = Sight(view, self._data)
        if isinstance(legal[0], act.PlaceTile):
            return _place_tile(worth, legal)
        estimate = _ESTIMATES
        return max(legal, key=lambda action: estimate[type(action)](worth, action))


def _place_tile(worth: Sight, legal: Sequence[Action]) -> Action:
    """The next tile of the best day."""
    placed = worth.me.placed_numbers
    tiles = list(worth.me.tiles)
    for number in placed:
        tiles.remove(number)
    number, side = Day(worth).best_tiles(tiles, len(placed))[0]
    return next(action for action in legal if (action.number, action.side) == (number, side))  # type: ignore[attr-defined]


def _potion(worth: Sight, action: Any) -> float:
    return worth.potion(action.potion)


def _ingredient(worth: Sight, action: Any) -> float:
    return worth.ingredient(action.ingredient)


def _drink(worth: Sight, action: Any) -> float:
    me = worth.me
    lost = worth.potions(me.potions) - worth.potions(minus(me.potions, one(action.potion)))
    gain = worth.effect(action.potion, action.level) - lost + (worth.bonus == BONUS_DRINK)
    for visitor in me.display:
        if visitor in DRINKERS and visitor not in me.tilted:
            gain += worth.reward(worth.data.visitor_reward[visitor])
    return gain


def _reveal(worth: Sight, action: Any) -> float:
    """One ingredient more, against the icon that costs prestige or, without prestige, everything."""
    cards = worth.board.pending[-1].cards
    hands = worth.data.hand_cards
    if sum(card in hands for card in cards) < MOST_HANDS - 1:
        return 1.0
    board = worth.board
    seen = {*cards, *board.market.row, *(card for player in board.players for card in player.black_market)}
    if board.market.deck:
        seen.update(board.market.discards)
    unseen = [card for card in range(1, MARKET_CARDS + 1) if card not in seen]
    risk = sum(card in hands for card in unseen) / max(len(unseen), 1)
    if worth.me.prestige >= HANDS_COST:
        return worth.some_ingredient - risk * HANDS_COST
    return worth.some_ingredient * (1.0 - risk * (len(cards) + 1))


def _enough(worth: Sight, action: Any) -> float:
    return ENOUGH


def _replace_tile(worth: Sight, action: Any) -> float:
    day = Day(worth)
    column: int = action.column
    number, side = worth.me.placed_numbers[column], worth.me.placed_sides[column]
    better = day.side(column, 0, action.side) - day.side(column, number, side)
    return better + HIGH_TILE * number * worth.days_left


def _hypnotize(worth: Sight, action: Any) -> float:
    return worth.hypnosis(action.visitor_id)


def _split_wages(worth: Sight, action: Any) -> float:
    gold = worth.board.pending[-1].left - action.apprentices
    return worth.gold_gain(gold) + worth.apprentice_gain(action.apprentices)


def _spend_apprentices(worth: Sight, action: Any) -> float:
    top = worth.board.pending[-1]
    count: int = action.count
    paid = worth.apprentice_gain(-count)
    if top.column == HARVEST:
        return count * worth.some_ingredient + paid
    if top.column == STUDY:
        return worth.steps(top.left + count) + paid
    me = worth.me
    return worth.ingredients(me.ingredients, me.potions, top.left + count) + paid


def _discard_die(worth: Sight, action: Any) -> float:
    """What is left of the roll."""
    dice = worth.board.pending[-1].dice
    ingredients = worth.me.ingredients
    for index, face in enumerate(dice):
        if face != NONE and index != action.die_index:
            ingredients = plus(ingredients, worth.data.die_gain[face])
    return worth.holding(ingredients, worth.me.potions)


def _advance(worth: Sight, action: Any) -> float:
    left = worth.board.pending[-1].left
    return float(worth.best_steps(left)[1][action.potion])


def _buy(worth: Sight, action: Any) -> float:
    """Prestige per gold, as gold is what a Trade ends with."""
    card: int = action.card_id
    cost = worth.data.card_cost[card]
    gain = worth.reward(worth.data.card_reward[card]) + (worth.bonus == BONUS_BUY)
    if 9 in worth.me.display and worth.me.purchases == 1:
        gain += 1.0
    return (gain + worth.gold_gain(-cost)) / max(cost, 1)


def _exchange(worth: Sight, action: Any) -> float:
    me = worth.me
    paid = plus(one(action.give_first), one(action.give_second))
    ingredients = plus(minus(me.ingredients, paid), one(action.take))
    return worth.holding(ingredients, me.potions) - worth.held - EXCHANGE


def _concoct(worth: Sight, action: Any) -> float:
    me = worth.me
    ingredients = minus(me.ingredients, worth.data.recipes[action.potion])
    potions = plus(me.potions, one(action.potion))
    made = worth.ingredients(ingredients, potions, worth.repetitions - 1) + (worth.bonus == BONUS_CONCOCT)
    return made - worth.ingredients(me.ingredients, me.potions, 0)


def _discounted(worth: Sight, action: Any) -> float:
    me = worth.me
    recipe = minus(worth.data.recipes[action.potion], one(action.omitted))
    ingredients = minus(me.ingredients, recipe)
    gain = worth.holding(ingredients, plus(me.potions, one(action.potion))) - worth.held
    return gain + (worth.bonus == BONUS_CONCOCT)


def _serve(worth: Sight, action: Any) -> float:
    """The order and what the other potions still bring, against keeping all."""
    visitor = action.visitor_id
    held = worth.me.potions
    if visitor == worth.me.pawn:
        specific, jokers = (0, 0, 0), worth.data.order_size[visitor]
    else:
        specific, jokers = worth.data.order_potions[visitor], worth.data.order_jokers[visitor]
    rest = minus(held, specific)
    for _ in range(jokers):
        rest = minus(rest, one(max(TYPES, key=lambda kind: rest[kind])))
    others = [
        order
        for other in worth.board.visitors.town
        if other != visitor or visitor in INFINITY
        for order in worth.in_town(other)
        if order.each > worth.potion_floor
    ]
    others.sort(key=lambda order: -order.each)
    return worth.order(visitor) + worth.packed(rest, others) - sum(held) * worth.potion_floor


def _pay(worth: Sight, action: Any) -> float:
    return worth.potions(minus(worth.me.potions, one(action.potion)))


def _unlock(worth: Sight, action: Any) -> float:
    return worth.ability(action.ability)


def _take_card(worth: Sight, action: Any) -> float:
    return worth.reward(worth.data.card_reward[action.card_id])


def _repeat(worth: Sight, action: Any) -> float:
    return worth.immediate(action.visitor_id)


def _score(worth: Sight, action: Any) -> float:
    return worth.scored(action.visitor_id)


def _reactivate(worth: Sight, action: Any) -> float:
    me, column = worth.me, action.column
    if column == TRADE:
        return max(Day(worth).trade())
    base = worth.bases[me.ranks[column] - 1] + me.apprentices // 2
    if column == HARVEST:
        return base * worth.some_ingredient
    if column == STUDY:
        return worth.steps(base)
    made = worth.ingredients(me.ingredients, me.potions, base)
    return made - worth.ingredients(me.ingredients, me.potions, 0) if column == CONCOCT else 0.0


def _assign(worth: Sight, action: Any) -> float:
    """The AI takes what is worth least."""
    return -worth.order(action.visitor_id)


Estimate = Callable[[Sight, Any], float]

_ESTIMATES: Final[dict[type[Action], Estimate]] = {
    act.ChoosePotion: _potion,
    act.ChooseIngredient: _ingredient,
    act.DrinkPotion: _drink,
    act.RevealMarketCard: _reveal,
    act.StopRevealing: _enough,
    act.ReplaceTile: _replace_tile,
    act.Hypnotize: _hypnotize,
    act.SplitWages: _split_wages,
    act.SpendApprentices: _spend_apprentices,
    act.DiscardDie: _discard_die,
    act.AdvanceDisc: _advance,
    act.BuyMarketCard: _buy,
    act.ExchangeIngredients: _exchange,
    act.Concoct: _concoct,
    act.ConcoctDiscounted: _discounted,
    act.ServeOrder: _serve,
    act.PayPotion: _pay,
    act.TakeMarketCard: _take_card,
    act.RepeatVisitor: _repeat,
    act.ScoreVisitor: _score,
    act.UnlockAbility: _unlock,
    act.ReactivateColumn: _reactivate,
    act.AssignAiOrder: _assign,
    act.Finish: _enough,
}

__all__ = ["GreedyAzerland"]
