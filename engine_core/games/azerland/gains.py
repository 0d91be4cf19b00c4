"""Gaining things: at once what needs no choice, then what the player chooses; and the abilities (AZE-SET-20)."""

from __future__ import annotations

from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import ChooseIngredient, ChoosePotion, UnlockAbility
from engine_core.games.azerland.events import AbilityUnlocked, Gained, VisitorTilted
from engine_core.games.azerland.frames import Frame, count_down, frame
from engine_core.games.azerland.market import draw_black_market
from engine_core.games.azerland.rewards import NO_TOKENS, Reward
from engine_core.games.azerland.state import AzerlandState, Player, bonus_of_the_day, own_player
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    CHOOSE_POTION,
    FROM_BONUS_TILE,
    FROM_CHOICE,
    FROM_VISITOR,
    PICK_INGREDIENT,
    STUDY_STEP,
)
from engine_core.stack import pop, push

ONE_OF: Final = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
"""One token of a type, by type."""


def gain(state: AzerlandState, seat: int, player: Player, reward: Reward, source: int, sink: Sink | None) -> None:
    """Take a reward. Its choices wait on the stack: ingredients first, then potions, then study steps (AZE-RUL-44)."""
    player.gold += reward.gold
    player.apprentices += reward.apprentices
    player.prestige += reward.prestige
    ingredients, potions = reward.ingredients, reward.potions
    if ingredients is not NO_TOKENS:
        player.ingredients = added(player.ingredients, ingredients)
    if potions is not NO_TOKENS:
        player.potions = added(player.potions, potions)
    if sink and (reward.gold or reward.apprentices or reward.prestige or any(ingredients) or any(potions)):
        gained = Gained(seat, source, reward.gold, reward.apprentices, reward.prestige, ingredients, potions)
        sink(EVERYONE, gained)
    if reward.study_steps:
        push(state, frame(STUDY_STEP, reward.study_steps))
    if reward.any_potions:
        push(state, frame(CHOOSE_POTION, reward.any_potions))
    if reward.any_ingredients:
        push(state, frame(PICK_INGREDIENT, reward.any_ingredients))


def added(tokens: tuple[int, int, int], more: tuple[int, int, int]) -> tuple[int, int, int]:
    """Tokens by type, with more of them."""
    return (tokens[0] + more[0], tokens[1] + more[1], tokens[2] + more[2])


def without(tokens: tuple[int, int, int], fewer: tuple[int, int, int]) -> tuple[int, int, int]:
    """Tokens by type, with fewer of them."""
    return (tokens[0] - fewer[0], tokens[1] - fewer[1], tokens[2] - fewer[2])


def pay_event_bonus(state: AzerlandState, seat: int, player: Player, tile: int, sink: Sink | None) -> None:
    """1 prestige for an event if the bonus tile of the day rewards it (AZE-BON-01 to 04, AZE-BON-08, AZE-BON-09)."""
    if bonus_of_the_day(state) == tile:
        player.prestige += 1
        if sink:
            sink(EVERYONE, Gained(seat, FROM_BONUS_TILE, 0, 0, 1, NO_TOKENS, NO_TOKENS))


def choose_ingredient(
    state: AzerlandState, seat: int, player: Player, action: ChooseIngredient, sink: Sink | None
) -> None:
    """One ingredient of choice (AZE-RUL-23, AZE-BON-07)."""
    count_down(state)
    one = ONE_OF[action.ingredient]
    player.ingredients = added(player.ingredients, one)
    if sink:
        sink(EVERYONE, Gained(seat, FROM_CHOICE, 0, 0, 0, one, NO_TOKENS))


def choose_potion(state: AzerlandState, seat: int, player: Player, action: ChoosePotion, sink: Sink | None) -> None:
    """One potion of choice; it is not concocted (AZE-RUL-68)."""
    count_down(state)
    one = ONE_OF[action.potion]
    player.potions = added(player.potions, one)
    if sink:
        sink(EVERYONE, Gained(seat, FROM_CHOICE, 0, 0, 0, NO_TOKENS, one))


# -- once-per-day visitors -----------------------------------------------------------------------------------------------------


def pay_once_a_day(state: AzerlandState, seat: int, player: Player, visitor: int, sink: Sink | None) -> None:
    """A visitor of the display pays, and is tilted until the next Preparation; a tilted one does not (AZE-SERVE-15)."""
    if visitor in player.tilted or visitor not in player.display:
        return
    player.tilted = tuple(sorted((*player.tilted, visitor)))
    pay_reward(state, seat, player, visitor, sink)


def pay_reward(state: AzerlandState, seat: int, player: Player, visitor: int, sink: Sink | None) -> None:
    """What a once-per-day visitor prints on the right."""
    if sink:
        sink(EVERYONE, VisitorTilted(seat, visitor))
    gain(state, seat, player, state.data.visitor_reward[visitor], FROM_VISITOR, sink)


def resume_reward(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The reward of the next of several visitors that pay at the same moment (AZE-RUL-21, AZE-RUL-64)."""
    pop(state)
    pay_reward(state, seat, own_player(state, seat), top.visitor, sink)
    return False


# -- abilities -----------------------------------------------------------------------------------------------------------------


def unlock(state: AzerlandState, seat: int, player: Player, ability: int, sink: Sink | None) -> None:
    """Unlock a novice ability unless it is; Black Market draws its cards at once (AZE-POT-06 to 09, AZE-POT-24, AZE-POT-37)."""
    if player.abilities >> ability & 1:
        return
    player.abilities |= 1 << ability
    if sink:
        sink(EVERYONE, AbilityUnlocked(seat, ability))
    if ability == BLACK_MARKET:
        draw_black_market(state, seat, player, sink)


def unlock_ability(state: AzerlandState, seat: int, player: Player, action: UnlockAbility, sink: Sink | None) -> None:
    """Visitor 13: the ability without the tokens of the Novice effect (AZE-VIS-13, AZE-RUL-55)."""
    pop(state)
    unlock(state, seat, player, action.ability, sink)
