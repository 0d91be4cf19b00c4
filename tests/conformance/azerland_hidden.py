"""What Azerland hides, written from the rules: the order of the market deck; order and content of the visitor deck; the bonus tiles of
coming days; the plaquettes of others from their first tile to the reveal, replacements by 0 tiles included; the AI's coming rows; the key.
Independent of the engine's views."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from engine_core.actions import Action
from engine_core.codec import codec, evolve
from engine_core.events import Event
from engine_core.game import Game
from engine_core.games.azerland.actions import PlaceTile, ReplaceTile
from engine_core.games.azerland.events import DiceRolled
from engine_core.games.azerland.options import ANY_DIFFICULTY
from engine_core.games.azerland.state import AzerlandState, Player
from engine_core.games.azerland.vocabulary import COLUMNS, EXPERT, INTERMEDIATE, POTIONS, PRIORITIES
from engine_core.rng import Rng, derive_key
from engine_core.vocabulary import NONE

VARY: Final = 1
"""The stream that variations are drawn from."""
INFINITY: Final = (33, 34, 35)
RARE: Final = (13, 17, 18, 19, 27, 28, 39, 40, 42)
"""Visitors whose benefits ask what nothing else does, and some that give these a choice."""
_CODEC: Final = codec(AzerlandState)
_PLAYER: Final = codec(Player)


class AzerlandHiddenFacts:
    """See :class:`tests.conformance.noninterference.HiddenFacts`."""

    def vary(self, state: AzerlandState, observer: int | None, rng: Rng) -> AzerlandState:
        """Shuffle what lies unseen, fill the others' hidden plaquettes anew, take another fitting sheet, replace the key."""
        twin = _CODEC.clone(state)
        twin.market = evolve(state.market, deck=rng.shuffle(VARY, state.market.deck))
        twin.visitors = evolve(state.visitors, deck=_other_visitors(state, rng))
        revealed = _revealed_tiles(state)
        unseen = Counter(state.data.bonus_deck) - Counter(state.bonus_tiles[:revealed])
        coming = rng.shuffle(VARY, sorted(unseen.elements()))
        twin.bonus_tiles = (*state.bonus_tiles[:revealed], *coming[: len(state.bonus_tiles) - revealed])
        for seat in hidden_plaquettes(state, observer):
            player = _PLAYER.copy(state.players[seat])
            player.placed_numbers, player.placed_sides = _other_plaquette(player, rng)
            twin.players[seat] = player
        sheets = _possible_sheets(state)
        if sheets:
            twin.sheet = sheets[rng.below(VARY, len(sheets))]
        twin.rng = Rng(derive_key(state.rng.secret, rng.below(VARY, 1 << 32)), state.rng.purposes, state.rng.counters)
        return twin

    def known(self, state: AzerlandState, observer: int | None) -> Any:
        """The bytes of the state with every hidden fact replaced by 0, numbers of cards stay; and the uncovered rows of the sheet."""
        bare = _CODEC.clone(state)
        bare.market = evolve(state.market, deck=(0,) * len(state.market.deck))
        bare.visitors = evolve(state.visitors, deck=(0,) * len(state.visitors.deck))
        revealed = _revealed_tiles(state)
        bare.bonus_tiles = (*state.bonus_tiles[:revealed], *(0 for _ in state.bonus_tiles[revealed:]))
        for seat in hidden_plaquettes(state, observer):
            bare.players[seat] = player = _PLAYER.copy(state.players[seat])
            player.placed_numbers = player.placed_sides = (0,) * len(player.placed_numbers)
        bare.sheet = NONE if state.sheet == NONE else 0
        bare.rng = Rng(b"unknown", state.rng.purposes, state.rng.counters)
        return _CODEC.to_bytes(bare), _uncovered(state, state.sheet)

    def hidden(self, state: AzerlandState, observer: int | None) -> Any:
        """Everything that :meth:`known` leaves out, the key excepted."""
        return {
            "market": state.market.deck,
            "visitors": state.visitors.deck,
            "bonus tiles": state.bonus_tiles[_revealed_tiles(state) :],
            "plaquettes": [
                (state.players[seat].placed_numbers, state.players[seat].placed_sides)
                for seat in hidden_plaquettes(state, observer)
            ],
            "sheet": state.sheet,
        }

    def disguise(self, game: Game[Any, Any], state: AzerlandState, seat: int, action: Action, rng: Rng) -> Action:
        """Another tile for the same column; another place or side for the 0 tile."""
        if not isinstance(action, PlaceTile | ReplaceTile):
            return action
        others = [other for other in game.legal(state, seat) if other is not action] or [action]
        return others[rng.below(VARY, len(others))]

    def prepare(self, state: AzerlandState, rng: Rng) -> None:
        """Everybody has learnt something and has potions to drink and to serve, some have 0 tiles; rare visitors come to town early."""
        spaces = [0, state.data.level_of_space.index(INTERMEDIATE), state.data.level_of_space.index(EXPERT)]
        for seat in range(len(state.players)):
            state.players[seat] = player = _PLAYER.copy(state.players[seat])
            first, second, third = (spaces[rng.below(VARY, 3)] for _ in range(3))
            player.discs = (first, second, third)
            player.potions = (4, 4, 4)
            if rng.below(VARY, 2):
                player.tiles = (0, 0, 3, 4, 5)
                state.zero_tiles -= 2
        visitors = state.visitors
        number = Counter(_pile(state, visitor) for visitor in (*visitors.road, *visitors.deck))
        infinity = [visitor for visitor in (*visitors.road, *visitors.deck) if visitor in INFINITY]
        coming: list[int] = []
        for pile in (2, 3):
            cards = [visitor for visitor in range(1, 44) if _pile(state, visitor) == pile]
            rare = rng.shuffle(VARY, [visitor for visitor in cards if visitor in RARE])
            others = rng.shuffle(VARY, [visitor for visitor in cards if visitor not in RARE])
            coming += (*rare, *others)[: number[pile]]
        coming = sorted(rng.shuffle(VARY, [*coming, *infinity]), key=lambda visitor: visitor not in RARE)
        on_road = len(visitors.road)
        state.visitors = evolve(visitors, road=tuple(sorted(coming[:on_road])), deck=tuple(coming[on_road:]))

    def situation(self, state: AzerlandState) -> str:
        """A plaquette holds a 0 tile that nobody else knows the place of."""
        return "after a replacement" if any(player.tiles_replaced for player in state.players) else ""

    def shown(self, events: list[Event]) -> Any:
        """Dice: which one came first is news of the key, what they give together lies open afterwards."""
        return [event.dice for event in events if isinstance(event, DiceRolled)]


def hidden_plaquettes(state: AzerlandState, observer: int | None) -> list[int]:
    """The seats whose plaquettes lie face down for the observer: from the first tile to the reveal (AZE-PRIO-04, AZE-RUL-32)."""
    if state.phase not in (PRIORITIES, POTIONS):
        return []
    return [seat for seat, player in enumerate(state.players) if seat != observer and player.placed_numbers]


def _revealed_tiles(state: AzerlandState) -> int:
    """How many bonus tiles lie open: one per day from the second on (AZE-PREP-11)."""
    return max(state.day - 1, 0)


def _pile(state: AzerlandState, visitor: int) -> int:
    return 0 if visitor in INFINITY else state.data.order_size[visitor]


def _other_visitors(state: AzerlandState, rng: Rng) -> tuple[int, ...]:
    """A deck of as many orders of each pile, any of those that nobody has seen, in any order (AZE-SET-05 to 09)."""
    visitors = state.visitors
    seen = {*visitors.road, *visitors.town, *visitors.gone}
    for player in state.players:
        seen.update(player.display)
    left = Counter(_pile(state, visitor) for visitor in visitors.deck)
    chosen: list[int] = []
    for pile, number in sorted(left.items()):
        unseen = [visitor for visitor in range(1, 44) if visitor not in seen and _pile(state, visitor) == pile]
        chosen += rng.shuffle(VARY, unseen)[:number]
    return rng.shuffle(VARY, chosen)


def _other_plaquette(player: Player, rng: Rng) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Any of the tiles owned in the columns filled, on any side; 0 tiles that came later anywhere (AZE-RUL-30 to 32)."""
    numbers = list(rng.shuffle(VARY, player.tiles)[: len(player.placed_numbers)])
    sides = [rng.below(VARY, 2) for _ in numbers]
    for _ in range(player.tiles_replaced):
        column = rng.below(VARY, COLUMNS)
        numbers[column], sides[column] = 0, rng.below(VARY, 2)
    return tuple(numbers), tuple(sides)


def _uncovered(state: AzerlandState, sheet: int) -> Any:
    """The rows of a sheet that lie open: potions from phase 3 on, priorities from the reveal on (AZE-RUL-76)."""
    if sheet == NONE:
        return ()
    drinks = state.day if state.phase >= POTIONS else max(state.day - 1, 0)
    plaquettes = state.day if state.phase > POTIONS else max(state.day - 1, 0)
    data = state.data
    return (
        data.sheet_cauldron[sheet],
        [(row.potions, row.levels) for row in data.ai_drinks[sheet][:drinks]],
        [(row.numbers, row.sides, row.visitors) for row in data.ai_plaquettes[sheet][:plaquettes]],
    )


def _possible_sheets(state: AzerlandState) -> list[int]:
    """The sheets of the chosen difficulty that look alike so far; none with 2 to 4 seats."""
    if state.sheet == NONE:
        return []
    wanted = _uncovered(state, state.sheet)
    difficulty = state.options.solo_difficulty
    return [
        sheet
        for sheet, found in enumerate(state.data.sheet_difficulty)
        if difficulty in (ANY_DIFFICULTY, found) and _uncovered(state, sheet) == wanted
    ]
