"""Phase 3: drinking potions, and the nine effects (chapters Phase 3 - Potions, Potion Effects)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine_core.events import EVERYONE, Sink
from engine_core.games.azerland.actions import (
    DrinkPotion,
    Hypnotize,
    ReplaceTile,
    RevealMarketCard,
    StopRevealing,
)
from engine_core.games.azerland.events import (
    GoldTaken,
    MarketCardsTurned,
    PotionDieRolled,
    PotionDrunk,
    RevealingEnded,
    TileExchanged,
    TileReplaced,
    VisitorHypnotized,
)
from engine_core.games.azerland.frames import Frame, frame
from engine_core.games.azerland.gains import ONE_OF, gain, pay_event_bonus, unlock, without
from engine_core.games.azerland.market import can_draw, discard, draw
from engine_core.games.azerland.rewards import Reward
from engine_core.games.azerland.state import AzerlandState, Player, own_player
from engine_core.games.azerland.streams import POTION_DIE
from engine_core.games.azerland.visitor_cards import DRINKERS, INFINITY
from engine_core.games.azerland.vocabulary import (
    BLACK_MARKET,
    BONUS_DRINK,
    EFFICIENCY,
    FROM_POTION,
    FROM_POTION_DIE,
    HYPNOTIZE,
    PERSUASION,
    PICK_INGREDIENT,
    POTION_EFFECT,
    REPLACE_TILE,
    REVEAL_OR_STOP,
    REWARD,
    STUDY_STEP,
)
from engine_core.stack import pop, push, swap_top

MOST_REVEALED: Final = 6
MOST_HANDS: Final = 3
HANDS_COST: Final = 2
CHARM_GOLD: Final = 3
STUDY_STEPS: Final = 6
_CELERITY_REWARD: Final = Reward(gold=2)
_CHARM_REWARD: Final = Reward(apprentices=2)
_INTELLIGENCE_REWARD: Final = Reward(any_ingredients=2)


def drink_potion(state: AzerlandState, seat: int, player: Player, action: DrinkPotion, sink: Sink | None) -> None:
    """The potion to the supply, the bonus tile, visitors 1 to 6 on the first potion of the day, then the effect
    (AZE-POT-02, AZE-RUL-21, AZE-VIS-01 to 06, AZE-RUL-51)."""
    potion, level = action.potion, action.level
    player.potions = without(player.potions, ONE_OF[potion])
    if sink:
        sink(EVERYONE, PotionDrunk(seat, potion, level))
    pay_event_bonus(state, seat, player, BONUS_DRINK, sink)
    triggered = [visitor for visitor in player.display if visitor in DRINKERS and visitor not in player.tilted]
    if triggered:
        player.tilted = tuple(sorted((*player.tilted, *triggered)))
        push(state, frame(POTION_EFFECT, potion=potion, level=level))
        push(state, *[frame(REWARD, 0, visitor) for visitor in reversed(triggered)])
    else:
        _EFFECTS[potion][level](state, seat, player, sink)


def resume_potion_effect(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The rewards of visitors are resolved, the effect follows (AZE-RUL-21)."""
    pop(state)
    _EFFECTS[top.potion][top.level](state, seat, own_player(state, seat), sink)
    return False


# -- celerity ------------------------------------------------------------------------------------------------------------------


def _celerity_novice(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """2 gold and, the first time, Black Market (AZE-POT-06 to 09)."""
    gain(state, seat, player, _CELERITY_REWARD, FROM_POTION, sink)
    unlock(state, seat, player, BLACK_MARKET, sink)


def _celerity_intermediate(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Turn up market cards one at a time; the first one comes by itself (AZE-POT-11, AZE-RUL-24)."""
    push(state, frame(REVEAL_OR_STOP))
    _turn_up(state, seat, sink)


def _turn_up(state: AzerlandState, seat: int, sink: Sink | None) -> None:
    cards = draw(state, 1, sink)
    if sink:
        sink(EVERYONE, MarketCardsTurned(seat, cards))
    swap_top(state, frame(REVEAL_OR_STOP, cards=(*state.pending[-1].cards, *cards)))


def hands(state: AzerlandState, cards: tuple[int, ...]) -> int:
    """How many of the cards have the hand-in-bag icon."""
    return sum(card in state.data.hand_cards for card in cards)


def resume_reveal_or_stop(state: AzerlandState, seat: int, top: Frame, sink: Sink | None) -> bool:
    """The player goes on or stops, unless the 6th card or the 3rd icon has come (AZE-POT-12, AZE-POT-13, AZE-RUL-24)."""
    cards = top.cards
    if len(cards) < MOST_REVEALED and hands(state, cards) < MOST_HANDS and can_draw(state):
        return True
    _end_revealing(state, seat, own_player(state, seat), sink)
    return False


def reveal_market_card(
    state: AzerlandState, seat: int, player: Player, action: RevealMarketCard, sink: Sink | None
) -> None:
    """Celerity I: one more card (AZE-POT-11, AZE-POT-17)."""
    _turn_up(state, seat, sink)


def stop_revealing(state: AzerlandState, seat: int, player: Player, action: StopRevealing, sink: Sink | None) -> None:
    """Celerity I: stop (AZE-POT-14)."""
    _end_revealing(state, seat, player, sink)


def _end_revealing(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """The cards are discarded; an ingredient per card, with 3 icons only for 2 prestige that the player has
    (AZE-POT-14 to 16, AZE-POT-18, AZE-RUL-25, AZE-RUL-26)."""
    cards = state.pending[-1].cards
    pop(state)
    discard(state, cards)
    ingredients, lost = len(cards), 0
    if hands(state, cards) >= MOST_HANDS:
        if player.prestige >= HANDS_COST:
            lost = HANDS_COST
            player.prestige -= lost
        else:
            ingredients = 0
    if sink:
        sink(EVERYONE, RevealingEnded(seat, ingredients, lost))
    if ingredients:
        push(state, frame(PICK_INGREDIENT, ingredients))


def _celerity_expert(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """A 0 tile for any tile of the own plaquette (AZE-POT-19)."""
    push(state, frame(REPLACE_TILE))


def replace_tile(state: AzerlandState, seat: int, player: Player, action: ReplaceTile, sink: Sink | None) -> None:
    """The 0 tile goes in on either side; what came out is settled at the reveal, so that nothing of it shows
    (AZE-POT-19 to 22, AZE-RUL-30 to 33)."""
    pop(state)
    column = action.column
    removed = player.placed_numbers[column]
    player.placed_numbers = (*player.placed_numbers[:column], 0, *player.placed_numbers[column + 1 :])
    player.placed_sides = (*player.placed_sides[:column], action.side, *player.placed_sides[column + 1 :])
    player.tiles_replaced += 1
    state.zero_tiles -= 1
    if sink:
        sink(seat, TileExchanged(seat, column, action.side, removed))
        sink(EVERYONE, TileReplaced(seat))


# -- charm ---------------------------------------------------------------------------------------------------------------------


def _charm_novice(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """2 apprentices and, the first time, Persuasion (AZE-POT-24, AZE-POT-25)."""
    gain(state, seat, player, _CHARM_REWARD, FROM_POTION, sink)
    unlock(state, seat, player, PERSUASION, sink)


def _charm_intermediate(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """1 gold of every other player that has one, and of the supply up to 3 in all (AZE-POT-28, AZE-POT-29, AZE-RUL-34)."""
    for payer in range(len(state.players)):
        if payer != seat:
            take_gold(state, seat, payer, sink)
    gain(state, seat, player, Reward(gold=CHARM_GOLD), FROM_POTION, sink)


def take_gold(state: AzerlandState, taker: int, payer: int, sink: Sink | None) -> None:
    """A player loses 1 gold, if there is one, to the Charm I of another one or of the AI (AZE-POT-28, AZE-SOLO-06)."""
    if state.players[payer].gold:
        own_player(state, payer).gold -= 1
        if sink:
            sink(EVERYONE, GoldTaken(taker, payer))


def _charm_expert(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """The pawn onto a visitor in town (AZE-POT-30)."""
    push(state, frame(HYPNOTIZE))


def hypnosis_targets(state: AzerlandState) -> list[int]:
    """The visitors in town that a pawn can be put on: no Infinity visitor, none with a pawn already
    (AZE-POT-30, AZE-RUL-35)."""
    taken = {player.pawn for player in state.players}
    return [visitor for visitor in state.visitors.town if visitor not in INFINITY and visitor not in taken]


def hypnotize(state: AzerlandState, seat: int, player: Player, action: Hypnotize, sink: Sink | None) -> None:
    """The pawn comes from the board or from the visitor it stood on, which is free again (AZE-POT-30, AZE-POT-33, AZE-POT-35)."""
    pop(state)
    player.pawn = action.visitor_id
    if sink:
        sink(EVERYONE, VisitorHypnotized(seat, action.visitor_id))


# -- intelligence --------------------------------------------------------------------------------------------------------------


def _intelligence_novice(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """2 ingredients of choice and, the first time, Efficiency (AZE-POT-37, AZE-POT-38)."""
    gain(state, seat, player, _INTELLIGENCE_REWARD, FROM_POTION, sink)
    unlock(state, seat, player, EFFICIENCY, sink)


def _intelligence_intermediate(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """6 study steps (AZE-POT-40, AZE-POT-41)."""
    push(state, frame(STUDY_STEP, STUDY_STEPS))


def _intelligence_expert(state: AzerlandState, seat: int, player: Player, sink: Sink | None) -> None:
    """Roll the potion die; what it gives can be drunk at once (AZE-POT-42, AZE-POT-43, AZE-RUL-37)."""
    faces = state.data.potion_die
    face = state.rng.below(POTION_DIE, len(faces))
    state._revealed = True
    if sink:
        sink(EVERYONE, PotionDieRolled(seat, face))
    gain(state, seat, player, faces[face], FROM_POTION_DIE, sink)


Effect = Callable[[AzerlandState, int, Player, Sink | None], None]

_EFFECTS: Final[tuple[tuple[Effect, Effect, Effect], ...]] = (
    (_celerity_novice, _celerity_intermediate, _celerity_expert),
    (_charm_novice, _charm_intermediate, _charm_expert),
    (_intelligence_novice, _intelligence_intermediate, _intelligence_expert),
)
"""By potion and level."""
