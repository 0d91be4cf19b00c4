"""What a seat may do, per decision point, in catalogue order (table "Action messages" of the rules reference).

The lists are put together from :mod:`.action_tables`; :mod:`.timing` and :mod:`.conditions` say why an action is missing from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine_core.actions import Action
from engine_core.games.azerland.action_tables import (
    ADVANCE_DISC,
    ASSIGN_AI_ORDER,
    BUY_MARKET_CARD,
    CHOOSE_INGREDIENT,
    CHOOSE_POTION,
    CONCOCT,
    CONCOCT_DISCOUNTED,
    DISCARD_DIE,
    DRINK,
    EXCHANGES,
    FINISH,
    HYPNOTIZE,
    PAY_POTION,
    PLACE_TILE,
    REACTIVATE_COLUMN,
    REPEAT_VISITOR,
    REPLACE_TILE,
    REVEAL_MARKET_CARD,
    SCORE_VISITOR,
    SERVE_ORDER,
    SPEND_APPRENTICES,
    SPLIT_WAGES,
    STOP_REVEALING,
    TAKE_MARKET_CARD,
    UNLOCK_ABILITY,
)
from engine_core.games.azerland.benefits import locked_abilities, performed_today, repeatable, scorable
from engine_core.games.azerland.concoct import covers, discounted
from engine_core.games.azerland.frames import Frame
from engine_core.games.azerland.harvest import discardable
from engine_core.games.azerland.potions import hypnosis_targets
from engine_core.games.azerland.priorities import unplaced_tiles
from engine_core.games.azerland.serve import servable
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.study import movable_discs
from engine_core.games.azerland.trade import affordable
from engine_core.games.azerland.vocabulary import (
    CELERITY,
    CHARM,
    COLUMNS,
    EXPERT,
    PRIORITIES,
)

_TYPES: Final = range(3)


def legal_actions(state: AzerlandState, seat: int) -> list[Action]:
    """The seat's legal actions, in catalogue order; empty if it is not asked."""
    if seat == state.active_seat:
        top = state.pending[-1]
        return LEGAL[top.kind](state, seat, state.players[seat], top)
    if state.phase == PRIORITIES and 0 <= seat < len(state.players):
        return _place_tile(state.players[seat])
    return []


def _place_tile(player: Player) -> list[Action]:
    """Each tile not inserted yet, on either side (AZE-PRIO-02, AZE-PRIO-03)."""
    if len(player.placed_numbers) == COLUMNS:
        return []
    return [action for number in unplaced_tiles(player) for action in PLACE_TILE[number]]


def _choose_potion(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Any type (AZE-RUL-03)."""
    return [*CHOOSE_POTION]


def _choose_ingredient(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Any type (AZE-BON-07, AZE-RUL-23)."""
    return [*CHOOSE_INGREDIENT]


def _drink(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Potions held, effects up to the level reached that can do anything (AZE-POT-03, AZE-POT-04, AZE-RUL-22)."""
    legal: list[Action] = []
    level_of = state.data.level_of_space
    for potion in _TYPES:
        if player.potions[potion]:
            level = level_of[player.discs[potion]]
            if level == EXPERT and not expert_effect_possible(state, potion):
                level -= 1
            legal += DRINK[potion][: level + 1]
    legal.append(FINISH)
    return legal


def expert_effect_possible(state: AzerlandState, potion: int) -> bool:
    """Celerity E needs a 0 tile in the box, Charm E somebody to hypnotise (AZE-RUL-22)."""
    if potion == CELERITY:
        return state.zero_tiles > 0
    return potion != CHARM or bool(hypnosis_targets(state))


def _reveal_or_stop(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Asked only while another card may be turned up (AZE-RUL-24)."""
    return [REVEAL_MARKET_CARD, STOP_REVEALING]


def _replace_tile(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Any column, either side (AZE-POT-19, AZE-POT-20, AZE-RUL-31)."""
    return [*REPLACE_TILE]


def _hypnotize(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Visitors in town without a pawn (AZE-POT-30, AZE-RUL-35)."""
    return [HYPNOTIZE[visitor] for visitor in hypnosis_targets(state)]


def _study_step(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Discs that are not on the last space (AZE-STUDY-10)."""
    return [ADVANCE_DISC[potion] for potion in movable_discs(state, player)]


def _split_wages(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Any part of the wages (AZE-POT-26)."""
    return [*SPLIT_WAGES[: top.left + 1]]


def _apprentices(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Any number of the apprentices owned (AZE-ACT-14)."""
    return [*SPEND_APPRENTICES[: player.apprentices + 1]]


def _discard_die(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The first die of each face that is left (AZE-POT-39)."""
    return [DISCARD_DIE[index] for index in discardable(top)]


def _trade_turn(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Cards that can be paid, exchanges, the end of the turn (AZE-TRADE-01 to 08)."""
    legal: list[Action] = [BUY_MARKET_CARD[card] for card in affordable(state, player)]
    mushrooms, flowers, sap = player.ingredients
    legal += EXCHANGES[min(2, mushrooms)][min(2, flowers)][min(2, sap)]
    legal.append(FINISH)
    return legal


def _concoct_step(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Potions whose recipe is owned (AZE-CONC-02)."""
    recipes = state.data.recipes
    legal: list[Action] = [CONCOCT[potion] for potion in _TYPES if covers(player.ingredients, recipes[potion])]
    legal.append(FINISH)
    return legal


def _serve_turn(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Orders that can be paid (AZE-SERVE-02)."""
    legal: list[Action] = [SERVE_ORDER[visitor] for visitor in servable(state, seat, player)]
    legal.append(FINISH)
    return legal


def _pay_potion(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Any potion that is left; those for specific symbols are set aside already (AZE-SERVE-03)."""
    return [PAY_POTION[potion] for potion in _TYPES if player.potions[potion]]


def _unlock(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Abilities still locked (AZE-VIS-13)."""
    return [UNLOCK_ABILITY[ability] for ability in locked_abilities(player)]


def _discount_concoct(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Potions whose recipe is owned but for one ingredient of it (AZE-RUL-56)."""
    legal: list[Action] = []
    for potion, recipe in enumerate(state.data.recipes):
        for omitted in _TYPES:
            rest = discounted(recipe, omitted)
            if rest is not None and covers(player.ingredients, rest):
                legal.append(CONCOCT_DISCOUNTED[potion][omitted])
    legal.append(FINISH)
    return legal


def _take_card(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The cards turned up and not taken yet (AZE-RUL-57)."""
    return [TAKE_MARKET_CARD[card] for card in top.cards]


def _repeat(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Own cards with an Immediate benefit, visitor 19 excepted (AZE-RUL-58)."""
    return [REPEAT_VISITOR[visitor] for visitor in repeatable(player)]


def _score(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Own cards with an End-of-game benefit (AZE-RUL-65)."""
    return [SCORE_VISITOR[visitor] for visitor in scorable(player)]


def _reactivate(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """Columns performed today, Serve excepted (AZE-RUL-67)."""
    return [REACTIVATE_COLUMN[column] for column in performed_today(player)]


def _ai_tie(state: AzerlandState, seat: int, player: Player, top: Frame) -> list[Action]:
    """The two visitors equally close (AZE-SOLO-14)."""
    return [ASSIGN_AI_ORDER[visitor] for visitor in top.visitors]


LEGAL: Final[tuple[Callable[[AzerlandState, int, Player, Frame], list[Action]], ...]] = (
    _choose_potion,
    _choose_ingredient,
    _drink,
    _reveal_or_stop,
    _choose_ingredient,
    _replace_tile,
    _hypnotize,
    _study_step,
    _split_wages,
    _apprentices,
    _discard_die,
    _trade_turn,
    _concoct_step,
    _serve_turn,
    _pay_potion,
    _choose_potion,
    _unlock,
    _discount_concoct,
    _take_card,
    _repeat,
    _score,
    _reactivate,
    _ai_tie,
)
"""By the kind of the innermost frame, in the order of :data:`~engine_core.games.azerland.vocabulary.PENDING`."""
