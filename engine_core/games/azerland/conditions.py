"""What each kind of action needs at its decision point, and which rule says so. When it exists at all is in
:mod:`.timing`. Everything follows from open facts and the seat's own plaquette."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.azerland import actions as a
from engine_core.games.azerland.benefits import performed_today, repeatable, scorable
from engine_core.games.azerland.concoct import covers, discounted
from engine_core.games.azerland.gains import ONE_OF, added
from engine_core.games.azerland.harvest import discardable
from engine_core.games.azerland.legal import expert_effect_possible
from engine_core.games.azerland.potions import hypnosis_targets
from engine_core.games.azerland.priorities import unplaced_tiles
from engine_core.games.azerland.serve import servable
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.study import level_of
from engine_core.games.azerland.trade import EXCHANGED
from engine_core.games.azerland.visitor_cards import INFINITY
from engine_core.games.azerland.vocabulary import (
    A_POTION,
    ABILITY,
    CELERITY,
    COLUMN,
    EXPERT,
    INGREDIENT,
    LEVEL,
    POTION,
    SERVE,
)
from engine_core.vocabulary import NONE


def _no(rule_id: str, sentence: str) -> Rejection:
    return Rejection(rule_id, sentence)


def _place_tile(state: AzerlandState, seat: int, player: Player, action: a.PlaceTile) -> Rejection | None:
    """A tile that is owned and not inserted yet."""
    if action.number in unplaced_tiles(player):
        return None
    if action.number in player.tiles:
        return _no("AZE-PRIO-02", f"Tile {action.number} is inserted already.")
    return _no("AZE-PRIO-02", f"No tile {action.number} is owned.")


# -- drinking --------------------------------------------------------------------------------------------------------------------


def _drink(state: AzerlandState, seat: int, player: Player, action: a.DrinkPotion) -> Rejection | None:
    word = POTION.words[action.potion]
    if not player.potions[action.potion]:
        return _no("AZE-POT-04", f"No {word} potion is held.")
    level = level_of(state, player, action.potion)
    if action.level > level:
        return _no("AZE-POT-03", f"The own level in {word} potions is {LEVEL.words[level]}.")
    if action.level == EXPERT and not expert_effect_possible(state, action.potion):
        if action.potion == CELERITY:
            return _no("AZE-RUL-22", "No tile with 0 is left in the box.")
        return _no("AZE-RUL-22", "There is nobody in town to hypnotise.")
    return None


def _hypnotize(state: AzerlandState, seat: int, player: Player, action: a.Hypnotize) -> Rejection | None:
    visitor = action.visitor_id
    if visitor in hypnosis_targets(state):
        return None
    if visitor in state.visitors.road:
        return _no("AZE-PREP-09", f"Visitor {visitor} is still on the road.")
    if visitor not in state.visitors.town:
        return _no("AZE-POT-30", f"Visitor {visitor} is not in town.")
    if visitor in INFINITY:
        return _no("AZE-POT-30", "Infinity visitors cannot be hypnotised.")
    return _no("AZE-RUL-35", f"A pawn already stands on visitor {visitor}.")


# -- phase 4 ---------------------------------------------------------------------------------------------------------------------


def _split_wages(state: AzerlandState, seat: int, player: Player, action: a.SplitWages) -> Rejection | None:
    wages = state.pending[-1].left
    return _no("AZE-POT-26", f"The wages are {wages}.") if action.apprentices > wages else None


def _spend_apprentices(state: AzerlandState, seat: int, player: Player, action: a.SpendApprentices) -> Rejection | None:
    if action.count > player.apprentices:
        return _no("AZE-ACT-15", f"Only {player.apprentices} apprentices are owned.")
    return None


def _discard_die(state: AzerlandState, seat: int, player: Player, action: a.DiscardDie) -> Rejection | None:
    top = state.pending[-1]
    index = action.die_index
    if index in discardable(top):
        return None
    if index >= len(top.dice) or top.dice[index] == NONE:
        return _no("AZE-POT-39", "That die is not in the roll.")
    return _no("AZE-POT-39", "Of dice with equal faces the first one is discarded.")


def _advance_disc(state: AzerlandState, seat: int, player: Player, action: a.AdvanceDisc) -> Rejection | None:
    if player.discs[action.potion] == state.data.last_space:
        return _no("AZE-STUDY-10", f"The {POTION.words[action.potion]} disc is on the last space.")
    return None


def _buy(state: AzerlandState, seat: int, player: Player, action: a.BuyMarketCard) -> Rejection | None:
    card = action.card_id
    if card not in state.market.row and card not in player.black_market:
        if any(card in other.black_market for other in state.players):
            return _no("AZE-POT-10", f"Market card {card} can be bought by its owner only.")
        return _no("AZE-TRADE-03", f"Market card {card} is not on offer.")
    if state.data.card_cost[card] > player.gold:
        return _no("AZE-TRADE-02", f"Market card {card} costs {state.data.card_cost[card]} gold.")
    return None


def _exchange(state: AzerlandState, seat: int, player: Player, action: a.ExchangeIngredients) -> Rejection | None:
    if sum(player.ingredients) < EXCHANGED:
        return _no("AZE-TRADE-07", f"An exchange takes {EXCHANGED} ingredients.")
    if not covers(player.ingredients, added(ONE_OF[action.give_first], ONE_OF[action.give_second])):
        return _no("AZE-TRADE-05", "The ingredients to be given are not owned.")
    return None


def _concoct(state: AzerlandState, seat: int, player: Player, action: a.Concoct) -> Rejection | None:
    if not covers(player.ingredients, state.data.recipes[action.potion]):
        return _no("AZE-CONC-02", f"The ingredients of {A_POTION[action.potion]} are not owned.")
    return None


def _concoct_discounted(
    state: AzerlandState, seat: int, player: Player, action: a.ConcoctDiscounted
) -> Rejection | None:
    rest = discounted(state.data.recipes[action.potion], action.omitted)
    if rest is None:
        recipe = f"The recipe of {A_POTION[action.potion]}"
        return _no("AZE-RUL-56", f"{recipe} has no {INGREDIENT.words[action.omitted]} to leave out.")
    if not covers(player.ingredients, rest):
        return _no("AZE-VIS-17", f"The other ingredients of {A_POTION[action.potion]} are not owned.")
    return None


# -- serving ---------------------------------------------------------------------------------------------------------------------


def _serve(state: AzerlandState, seat: int, player: Player, action: a.ServeOrder) -> Rejection | None:
    visitor = action.visitor_id
    if visitor in servable(state, seat, player):
        return None
    if visitor in state.visitors.road:
        return _no("AZE-PREP-09", f"Visitor {visitor} is still on the road.")
    if visitor not in state.visitors.town:
        return _no("AZE-SERVE-12", f"Visitor {visitor} is not in town.")
    if any(other is not player and other.pawn == visitor for other in state.players):
        return _no("AZE-POT-31", f"Visitor {visitor} is hypnotised by another player.")
    if player.pawn == visitor:
        return _no("AZE-POT-32", f"The order takes {state.data.order_size[visitor]} potions.")
    return _no("AZE-SERVE-02", f"The potions that visitor {visitor} orders are not held.")


def _pay(state: AzerlandState, seat: int, player: Player, action: a.PayPotion) -> Rejection | None:
    if not player.potions[action.potion]:
        rule = "AZE-POT-32" if player.pawn == state.pending[-1].visitor else "AZE-SERVE-03"
        return _no(rule, f"No {POTION.words[action.potion]} potion is left to pay with.")
    return None


def _take_card(state: AzerlandState, seat: int, player: Player, action: a.TakeMarketCard) -> Rejection | None:
    top = state.pending[-1]
    if action.card_id in top.cards:
        return None
    if action.card_id in top.taken:
        return _no("AZE-RUL-57", f"Market card {action.card_id} is taken already.")
    return _no("AZE-RUL-57", f"Market card {action.card_id} was not turned up.")


def _repeat(state: AzerlandState, seat: int, player: Player, action: a.RepeatVisitor) -> Rejection | None:
    if action.visitor_id in repeatable(player):
        return None
    if action.visitor_id not in player.display:
        return _no("AZE-VIS-19", f"Visitor {action.visitor_id} is not in the own display.")
    return _no("AZE-RUL-58", "Another card with an Immediate benefit is repeated.")


def _score(state: AzerlandState, seat: int, player: Player, action: a.ScoreVisitor) -> Rejection | None:
    if action.visitor_id in scorable(player):
        return None
    if action.visitor_id not in player.display:
        return _no("AZE-VIS-40", f"Visitor {action.visitor_id} is not in the own display.")
    return _no("AZE-RUL-65", f"Visitor {action.visitor_id} has no End-of-game benefit.")


def _unlock(state: AzerlandState, seat: int, player: Player, action: a.UnlockAbility) -> Rejection | None:
    if player.abilities >> action.ability & 1:
        return _no("AZE-RUL-55", f"{ABILITY.words[action.ability]} is unlocked already.")
    return None


def _reactivate(state: AzerlandState, seat: int, player: Player, action: a.ReactivateColumn) -> Rejection | None:
    if action.column in performed_today(player):
        return None
    if action.column == SERVE:
        return _no("AZE-RUL-67", "The Serve action is still running.")
    return _no("AZE-VIS-42", f"The column {COLUMN.words[action.column]} is given up today.")


def _assign(state: AzerlandState, seat: int, player: Player, action: a.AssignAiOrder) -> Rejection | None:
    if action.visitor_id not in state.pending[-1].visitors:
        return _no("AZE-SOLO-14", "That visitor is not one of the two equally close.")
    return None


Condition = Callable[[AzerlandState, int, Player, Any], Rejection | None]

CONDITIONS: Final[Mapping[type[Action], Condition]] = MappingProxyType(
    {
        a.PlaceTile: _place_tile,
        a.DrinkPotion: _drink,
        a.Hypnotize: _hypnotize,
        a.SplitWages: _split_wages,
        a.SpendApprentices: _spend_apprentices,
        a.DiscardDie: _discard_die,
        a.AdvanceDisc: _advance_disc,
        a.BuyMarketCard: _buy,
        a.ExchangeIngredients: _exchange,
        a.Concoct: _concoct,
        a.ConcoctDiscounted: _concoct_discounted,
        a.ServeOrder: _serve,
        a.PayPotion: _pay,
        a.TakeMarketCard: _take_card,
        a.RepeatVisitor: _repeat,
        a.ScoreVisitor: _score,
        a.UnlockAbility: _unlock,
        a.ReactivateColumn: _reactivate,
        a.AssignAiOrder: _assign,
    }
)
"""What a kind needs besides its decision point; the kinds that are missing need nothing."""
