"""What each cauldron brings at the start, in ascending order (chapter Starting resources)."""

from __future__ import annotations

from typing import Final

from engine_core.events import Sink
from engine_core.games.azerland.frames import frame
from engine_core.games.azerland.gains import gain
from engine_core.games.azerland.rewards import Reward
from engine_core.games.azerland.state import AzerlandState, own_player
from engine_core.games.azerland.vocabulary import FROM_START, START_POTION
from engine_core.stack import push

STARTING_RESOURCES: Final = (
    (1, Reward(gold=1, apprentices=1, ingredients=(0, 1, 1))),
    (1, Reward(gold=3)),
    (1, Reward(apprentices=3)),
    (2, Reward()),
)
"""By cauldron: potions whose type the holder chooses, and the rest (AZE-SET-15 to 18, AZE-RUL-03)."""


def receive_starting_resources(state: AzerlandState, seat: int, sink: Sink | None) -> None:
    """The tokens of the seat's cauldron; the types of its potions are asked for (AZE-SET-19, AZE-RUL-02, AZE-RUL-03)."""
    potions, reward = STARTING_RESOURCES[state.cauldrons.index(seat)]
    gain(state, seat, own_player(state, seat), reward, FROM_START, sink)
    push(state, frame(START_POTION, potions))
