"""What carries out each kind of action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from engine_core.actions import Action
from engine_core.events import Sink
from engine_core.games.azerland import actions as a
from engine_core.games.azerland import (
    benefits,
    column_actions,
    columns,
    concoct,
    gains,
    harvest,
    potions,
    priorities,
    serve,
    solo,
    study,
    trade,
)
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.stack import pop

Step = Callable[[AzerlandState, int, Player, Any, Sink | None], None]
"""``step(state, seat, player, action, sink)`` changes the state and the stack; what follows is up to the course of play."""


def finish(state: AzerlandState, seat: int, player: Player, action: a.Finish, sink: Sink | None) -> None:
    """No more of what the innermost frame offers (AZE-POT-01, AZE-TRADE-06, AZE-CONC-04, AZE-SERVE-01, AZE-VIS-17)."""
    pop(state)


STEPS: Final[Mapping[type[Action], Step]] = MappingProxyType(
    {
        a.ChoosePotion: gains.choose_potion,
        a.ChooseIngredient: gains.choose_ingredient,
        a.PlaceTile: priorities.place_tile,
        a.DrinkPotion: potions.drink_potion,
        a.RevealMarketCard: potions.reveal_market_card,
        a.StopRevealing: potions.stop_revealing,
        a.ReplaceTile: potions.replace_tile,
        a.Hypnotize: potions.hypnotize,
        a.SplitWages: columns.split_wages,
        a.SpendApprentices: column_actions.spend_apprentices,
        a.DiscardDie: harvest.discard_die,
        a.AdvanceDisc: study.advance_disc,
        a.BuyMarketCard: trade.buy_market_card,
        a.ExchangeIngredients: trade.exchange_ingredients,
        a.Concoct: concoct.concoct,
        a.ConcoctDiscounted: concoct.concoct_discounted,
        a.ServeOrder: serve.serve_order,
        a.PayPotion: serve.pay_potion,
        a.TakeMarketCard: benefits.take_market_card,
        a.RepeatVisitor: benefits.repeat_visitor,
        a.ScoreVisitor: benefits.score_visitor,
        a.UnlockAbility: gains.unlock_ability,
        a.ReactivateColumn: benefits.reactivate_column,
        a.AssignAiOrder: solo.assign_ai_order,
        a.Finish: finish,
    }
)
"""One entry per class of the catalogue."""
