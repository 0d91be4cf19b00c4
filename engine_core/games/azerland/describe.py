"""A sentence for people about each action of the catalogue."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.games.azerland import actions as a
from engine_core.games.azerland.vocabulary import A_POTION, INGREDIENT, POTION

_COLUMNS: Final = ("Harvest", "Study", "Trade", "Concoct", "Serve orders")
_SIDES: Final = ("with the number showing", "with the gold showing")
_EFFECTS: Final = ("Novice", "Intermediate", "Expert")
_ABILITIES: Final = ("Black Market", "Persuasion", "Efficiency")


def describe_action(action: Action) -> str:
    """What the action does, in one sentence with the rulebook's words."""
    match action:
        case a.ChoosePotion(potion):
            return f"Gain 1 {POTION.words[potion]} potion."
        case a.ChooseIngredient(ingredient):
            return f"Gain 1 {INGREDIENT.words[ingredient]}."
        case a.PlaceTile(number, side):
            return f"Insert tile {number} into the next column, {_SIDES[side]}."
        case a.DrinkPotion(potion, level):
            return f"Drink {A_POTION[potion]} for its {_EFFECTS[level]} effect."
        case a.ReplaceTile(column, side):
            return f"Replace the tile in {_COLUMNS[column]} by the 0 tile, {_SIDES[side]}."
        case a.Hypnotize(visitor):
            return f"Hypnotise visitor {visitor}."
        case a.SplitWages(apprentices):
            return f"Take {apprentices} of the wages as apprentices and the rest as gold."
        case a.SpendApprentices(count):
            return f"Discard {count} apprentice{'' if count == 1 else 's'} before the action."
        case a.DiscardDie(die_index):
            return f"Discard die number {die_index + 1} of the roll."
        case a.AdvanceDisc(potion):
            return f"Advance the {POTION.words[potion]} disc by 1 space."
        case a.BuyMarketCard(card):
            return f"Buy market card {card}."
        case a.ExchangeIngredients(first, second, take):
            words = INGREDIENT.words
            given = f"2 {words[first]}" if first == second else f"1 {words[first]} and 1 {words[second]}"
            return f"Exchange {given} for 1 {words[take]}."
        case a.Concoct(potion):
            return f"Concoct {A_POTION[potion]}."
        case a.ConcoctDiscounted(potion, omitted):
            return f"Concoct {A_POTION[potion]} with 1 {INGREDIENT.words[omitted]} less."
        case a.ServeOrder(visitor):
            return f"Serve the order of visitor {visitor}."
        case a.PayPotion(potion):
            return f"Pay with {A_POTION[potion]}."
        case a.TakeMarketCard(card):
            return f"Take the rewards of market card {card}."
        case a.RepeatVisitor(visitor):
            return f"Trigger the immediate benefit of visitor {visitor} again."
        case a.ScoreVisitor(visitor):
            return f"Gain the prestige that visitor {visitor} is worth now."
        case a.UnlockAbility(ability):
            return f"Unlock {_ABILITIES[ability]}."
        case a.ReactivateColumn(column):
            return f"Perform {_COLUMNS[column]} again."
        case a.AssignAiOrder(visitor):
            return f"Let the AI serve visitor {visitor}."
    return _PLAIN[type(action)]


_PLAIN: Final[dict[type[Action], str]] = {
    a.RevealMarketCard: "Reveal another market card.",
    a.StopRevealing: "Stop revealing market cards.",
    a.Finish: "Finish.",
}
