"""What a production does for the apprentice or journeyman of its medication (chapter Training an Apprentice, appendix Journeymen)."""

from __future__ import annotations

from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.card_events import ApprenticeTrained
from engine_core.games.tinctura.gains import gain_points
from engine_core.games.tinctura.state import Player, TincturaState
from engine_core.games.tinctura.tracks import raise_skill, step_knowledge
from engine_core.games.tinctura.vocabulary import (
    FROM_JOURNEYMAN,
    KNOWLEDGE_BONUS,
    POINTS_BONUS,
    POINTS_ONCE,
    SKILL_BONUS,
)


def train(state: TincturaState, seat: int, player: Player, medication: int, sink: Sink | None) -> bool:
    """Flip the untrained apprentice of a medication, if there is one, and pay its one-time bonus (TIN-APP-01 to 04); whether it was."""
    cards = state.data.apprentices
    for card in player.apprentices:
        if cards[card].medication == medication:
            player.apprentices = tuple([other for other in player.apprentices if other != card])
            player.journeymen = tuple(sorted((*player.journeymen, card)))
            if sink:
                sink(EVERYONE, ApprenticeTrained(seat, card))
            if cards[card].bonus == POINTS_ONCE:
                gain_points(state, seat, player, cards[card].amount, FROM_JOURNEYMAN, sink)
            return True
    return False


def pay_production_bonus(state: TincturaState, seat: int, player: Player, medication: int, sink: Sink | None) -> None:
    """What the journeyman of a medication gives for each production of it (TIN-APP-05 to 07)."""
    for number in player.journeymen:
        card = state.data.apprentices[number]
        if card.medication != medication:
            continue
        if card.bonus == KNOWLEDGE_BONUS:
            step_knowledge(state, seat, player, card.amount, FROM_JOURNEYMAN, sink)
        elif card.bonus == SKILL_BONUS:
            raise_skill(state, seat, player, card.skill, card.amount, FROM_JOURNEYMAN, sink)
        elif card.bonus == POINTS_BONUS:
            gain_points(state, seat, player, card.amount, FROM_JOURNEYMAN, sink)
