"""When each kind of action can be taken at all, and which rule says so. What it needs besides is in :mod:`.conditions`.

Everything here follows from open facts and the seat's own plaquette.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine_core.actions import Action
from engine_core.errors import Rejection
from engine_core.games.azerland import actions as a
from engine_core.games.azerland import vocabulary as v
from engine_core.games.azerland.potions import MOST_HANDS, MOST_REVEALED
from engine_core.games.azerland.state import AzerlandState, Player

WHEN: Final[Mapping[type[Action], tuple[int, ...]]] = MappingProxyType(
    {
        a.ChoosePotion: (v.START_POTION, v.CHOOSE_POTION),
        a.ChooseIngredient: (v.BONUS_INGREDIENT, v.PICK_INGREDIENT),
        a.PlaceTile: (),
        a.DrinkPotion: (v.DRINK,),
        a.RevealMarketCard: (v.REVEAL_OR_STOP,),
        a.StopRevealing: (v.REVEAL_OR_STOP,),
        a.ReplaceTile: (v.REPLACE_TILE,),
        a.Hypnotize: (v.HYPNOTIZE,),
        a.SplitWages: (v.SPLIT_WAGES,),
        a.SpendApprentices: (v.APPRENTICES,),
        a.DiscardDie: (v.DISCARD_DIE,),
        a.AdvanceDisc: (v.STUDY_STEP,),
        a.BuyMarketCard: (v.TRADE_TURN,),
        a.ExchangeIngredients: (v.TRADE_TURN,),
        a.Concoct: (v.CONCOCT_STEP,),
        a.ConcoctDiscounted: (v.DISCOUNT_CONCOCT,),
        a.ServeOrder: (v.SERVE_TURN,),
        a.PayPotion: (v.PAY_POTION,),
        a.TakeMarketCard: (v.TAKE_CARD,),
        a.RepeatVisitor: (v.REPEAT,),
        a.ScoreVisitor: (v.SCORE,),
        a.UnlockAbility: (v.UNLOCK,),
        a.ReactivateColumn: (v.REACTIVATE,),
        a.AssignAiOrder: (v.AI_TIE,),
        a.Finish: (v.DRINK, v.TRADE_TURN, v.CONCOCT_STEP, v.SERVE_TURN, v.DISCOUNT_CONCOCT),
    }
)
"""The decision points at which a kind of action exists, as kinds of the innermost frame; tiles are placed without a frame."""

_COLUMN_OF: Final[Mapping[type[Action], int]] = MappingProxyType(
    {
        a.AdvanceDisc: v.STUDY,
        a.BuyMarketCard: v.TRADE,
        a.ExchangeIngredients: v.TRADE,
        a.Concoct: v.CONCOCT,
        a.ServeOrder: v.SERVE,
        a.PayPotion: v.SERVE,
    }
)
"""The column that a kind of action belongs to."""

_COLUMNS_WITH: Final[Mapping[type[Action], tuple[int, ...]]] = MappingProxyType(
    {a.SpendApprentices: (v.HARVEST, v.STUDY, v.CONCOCT), a.Finish: (v.TRADE, v.CONCOCT, v.SERVE)}
)
"""The columns of the kinds that belong to several."""

_OTHERWISE: Final[Mapping[type[Action], Rejection]] = MappingProxyType(
    {
        a.ChoosePotion: Rejection("AZE-RUL-50", "No potion is to be chosen now."),
        a.ChooseIngredient: Rejection("AZE-RUL-23", "No ingredient is to be chosen now."),
        a.PlaceTile: Rejection("AZE-PRIO-05", "Tiles are inserted in phase 2; the plaquettes of today are committed."),
        a.DrinkPotion: Rejection("AZE-POT-04", "Potions are drunk in phase 3, in the own turn."),
        a.RevealMarketCard: Rejection("AZE-POT-11", "Market cards are revealed by the Intermediate celerity effect."),
        a.StopRevealing: Rejection("AZE-POT-11", "No market cards are being revealed."),
        a.ReplaceTile: Rejection("AZE-POT-21", "Only the Expert celerity effect alters a committed plaquette."),
        a.Hypnotize: Rejection("AZE-POT-30", "The hypnosis pawn is placed by the Expert charm effect."),
        a.SplitWages: Rejection("AZE-POT-27", "Wages are split at the reveal, by an owner of Persuasion."),
        a.SpendApprentices: Rejection(
            "AZE-ACT-16", "Apprentices are used at the start of the own Harvest, Study or Concoct only."
        ),
        a.DiscardDie: Rejection("AZE-POT-39", "No roll waits for dice to be discarded."),
        a.AdvanceDisc: Rejection("AZE-STUDY-01", "There is no study step to take."),
        a.BuyMarketCard: Rejection("AZE-TRADE-01", "Market cards are bought in the Trade action."),
        a.ExchangeIngredients: Rejection("AZE-TRADE-07", "Ingredients are exchanged in the own Trade action only."),
        a.Concoct: Rejection("AZE-CONC-01", "Potions are concocted in the Concoct action."),
        a.ConcoctDiscounted: Rejection("AZE-VIS-17", "An ingredient is left out with visitor 17 only."),
        a.ServeOrder: Rejection("AZE-SERVE-01", "Orders are served in the Serve action."),
        a.PayPotion: Rejection("AZE-SERVE-03", "No joker is to be paid."),
        a.TakeMarketCard: Rejection("AZE-RUL-57", "Only visitors 18 and 41 give market cards for free."),
        a.RepeatVisitor: Rejection("AZE-VIS-19", "Only visitor 19 repeats a benefit."),
        a.ScoreVisitor: Rejection("AZE-VIS-40", "Only visitor 40 scores a card before the end."),
        a.UnlockAbility: Rejection("AZE-VIS-13", "Only visitor 13 unlocks an ability of choice."),
        a.ReactivateColumn: Rejection("AZE-VIS-42", "Only visitor 42 reactivates an action."),
        a.AssignAiOrder: Rejection("AZE-SOLO-14", "The AI is not between two visitors equally close."),
        a.Finish: Rejection("AZE-RUL-50", "There is nothing that can be ended now."),
    }
)

_NOT_IN_SERVE: Final = Rejection(
    "AZE-SERVE-21", "In the Serve action nothing is drunk, bought, exchanged or concocted."
)
_EXCLUDED_IN_SERVE: Final = frozenset({a.DrinkPotion, a.BuyMarketCard, a.ExchangeIngredients, a.Concoct})

_FIRST: Final[Mapping[int, Rejection]] = MappingProxyType(
    {
        v.START_POTION: Rejection("AZE-RUL-03", "The type of a starting potion is chosen first."),
        v.BONUS_INGREDIENT: Rejection("AZE-PREP-15", "Preparation has no other decision than the bonus ingredient."),
        v.REVEAL_OR_STOP: Rejection("AZE-RUL-24", "Market cards are being revealed: go on or stop first."),
        v.PICK_INGREDIENT: Rejection("AZE-RUL-23", "An ingredient is chosen first."),
        v.REPLACE_TILE: Rejection("AZE-POT-19", "The 0 tile is inserted first, at once."),
        v.HYPNOTIZE: Rejection("AZE-POT-30", "The hypnosis pawn is placed first, at once."),
        v.STUDY_STEP: Rejection("AZE-RUL-41", "The study steps are taken first."),
        v.SPLIT_WAGES: Rejection("AZE-RUL-19", "The wages are split first."),
        v.APPRENTICES: Rejection("AZE-RUL-18", "The number of apprentices is declared first."),
        v.DISCARD_DIE: Rejection("AZE-RUL-38", "Dice of the roll are discarded first."),
        v.PAY_POTION: Rejection("AZE-RUL-46", "The order that is being served is paid first."),
        v.CHOOSE_POTION: Rejection("AZE-RUL-50", "A potion is chosen first."),
        v.UNLOCK: Rejection("AZE-RUL-55", "An ability is unlocked first."),
        v.DISCOUNT_CONCOCT: Rejection("AZE-RUL-56", "The potions of visitor 17 come first."),
        v.TAKE_CARD: Rejection("AZE-RUL-57", "A card that was turned up is taken first."),
        v.REPEAT: Rejection("AZE-RUL-58", "The benefit to be repeated is chosen first."),
        v.SCORE: Rejection("AZE-RUL-65", "The card to be scored is chosen first."),
        v.REACTIVATE: Rejection("AZE-RUL-67", "The action to be reactivated is chosen first."),
        v.TRADE_TURN: Rejection("AZE-RUL-67", "The reactivated Trade action is finished first."),
        v.CONCOCT_STEP: Rejection("AZE-RUL-67", "The reactivated Concoct action is finished first."),
        v.AI_TIE: Rejection("AZE-SOLO-14", "The visitor that the AI serves is chosen first."),
    }
)
"""What is said of an action that could be taken if an inner decision were not open (decomposition rule 7)."""


def out_of_turn(state: AzerlandState, seat: int, action: Action) -> Rejection | None:
    """Why the seat is not asked at all; ``None`` if it is. Says nothing but whose decision it is, which is public."""
    phase = state.phase
    if phase == v.GAME_OVER:
        return Rejection("AZE-END-01", "The sixth day is over.")
    if phase == v.PRIORITIES:
        if not 0 <= seat < len(state.players):
            return Rejection("AZE-PRIO-01", "Only players of the game fill plaquettes.")
        if len(state.players[seat].placed_numbers) < v.COLUMNS:
            return None
        if isinstance(action, a.PlaceTile):
            return Rejection("AZE-PRIO-05", "The plaquette is committed and cannot be changed.")
        return _elsewhere(state, seat, action)
    if seat == state.active_seat:
        return None
    if phase == v.SETUP:
        return Rejection("AZE-RUL-03", "Starting potions are chosen in the order of the cauldrons.")
    if phase == v.PREPARATION:
        return Rejection("AZE-RUL-07", "The bonus ingredient is chosen in the order of the cauldrons.")
    if not 0 <= seat < len(state.players):
        return Rejection("AZE-ACT-01", "Only players of the game act.")
    return _not_yet_or_no_more(state, seat, action) or _elsewhere(state, seat, action)


def _not_yet_or_no_more(state: AzerlandState, seat: int, action: Action) -> Rejection | None:
    """What is said of an action of this very phase or column in another player's turn."""
    phase = state.phase
    kind = type(action)
    waiting = seat in state.order[len(state.order) - state.turns_left :]
    if phase == v.POTIONS and kind in (a.DrinkPotion, a.Finish) and not waiting:
        return Rejection("AZE-RUL-20", "Who has passed does not drink again that day.")
    if phase == v.POTIONS and kind is a.Finish:
        return Rejection("AZE-POT-01", "Potions are drunk in the order of the cauldrons.")
    if phase == v.REVEAL and kind is a.SplitWages and waiting and state.players[seat].abilities >> v.PERSUASION & 1:
        return Rejection("AZE-RUL-19", "Wages are paid in the order of the cauldrons.")
    if phase < v.HARVEST_COLUMN:
        return None
    column = phase - v.HARVEST_COLUMN
    if not (_COLUMN_OF.get(kind) == column or column in _COLUMNS_WITH.get(kind, ())):
        return None
    if given_up(state.players[seat], column):
        return _given_up(column)
    if column in (v.TRADE, v.SERVE):
        if waiting:
            return Rejection("AZE-ACT-02", "A player with a better priority acts first.")
        return Rejection(f"AZE-{'TRADE' if column == v.TRADE else 'SERVE'}-01", "This turn is finished for today.")
    if waiting:
        rule = "AZE-RUL-45" if column == v.CONCOCT else "AZE-RUL-16"
        return Rejection(rule, "The column is resolved in the order of the ranks.")
    if kind is a.Concoct:
        return Rejection("AZE-CONC-03", "All repetitions of today are used or given up.")
    return Rejection("AZE-ACT-17", "This column is finished for today.")


def given_up(player: Player, column: int) -> bool:
    """Whether the own tile in a column shows its gold side."""
    return column < len(player.placed_sides) and player.placed_sides[column] == v.GOLD_SIDE


def _given_up(column: int) -> Rejection:
    return Rejection("AZE-PRIO-09", f"The column {v.COLUMN.words[column]} is given up today.")


def wrong_time(state: AzerlandState, seat: int, player: Player, action: Action) -> Rejection | None:
    """Why this kind of action does not exist at the present decision point for the seat that is asked; ``None`` if it does."""
    if state.phase == v.PRIORITIES:
        return None if isinstance(action, a.PlaceTile) else _elsewhere(state, seat, action)
    return None if state.pending[-1].kind in WHEN[type(action)] else _elsewhere(state, seat, action)


def _elsewhere(state: AzerlandState, seat: int, action: Action) -> Rejection:
    """Why this kind of action cannot be taken at the present decision point, whoever acts."""
    kind = type(action)
    phase = state.phase
    if phase == v.PRIORITIES:
        return _in_priorities(state, seat, kind)
    top = state.pending[-1]
    if seat == state.active_seat:
        if top.kind in (v.START_POTION, v.BONUS_INGREDIENT, v.AI_TIE):
            return _FIRST[top.kind]
        if kind is a.RevealMarketCard and top.kind == v.PICK_INGREDIENT and phase == v.POTIONS:
            if top.left == MOST_REVEALED:
                return Rejection("AZE-POT-12", f"Revealing ends with card {MOST_REVEALED}.")
            if top.left >= MOST_HANDS:
                return Rejection("AZE-POT-13", "Revealing has ended.")
        columns = _COLUMNS_WITH[a.SpendApprentices]
        if kind is a.SpendApprentices and (phase - v.HARVEST_COLUMN in columns or top.kind == v.CONCOCT_STEP):
            return Rejection("AZE-ACT-15", "Apprentices are discarded before the action begins.")
        if any(waiting.kind in WHEN[kind] for waiting in state.pending[:-1]):
            return _FIRST[top.kind]
        if top.kind == v.APPRENTICES and _follows(kind, top.column):
            return _FIRST[top.kind]
    if phase == v.SERVE_COLUMN and kind in _EXCLUDED_IN_SERVE:
        return _NOT_IN_SERVE
    column = _COLUMN_OF.get(kind)
    if column is not None and phase > v.PRIORITIES and given_up(state.players[seat], column):
        return _given_up(column)
    return _OTHERWISE[kind]


def _follows(kind: type[Action], column: int) -> bool:
    """Whether a kind of action is a part of Study or Concoct, which the apprentices are declared for."""
    return _COLUMN_OF.get(kind) == column or (kind is a.Finish and column == v.CONCOCT)


def _in_priorities(state: AzerlandState, seat: int, kind: type[Action]) -> Rejection:
    if kind is a.Finish:
        return Rejection("AZE-PRIO-01", "All five columns are filled before anything else.")
    return _OTHERWISE[kind]
