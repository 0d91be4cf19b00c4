"""What Medico hides (MED-RUL-70), written from the rules: dials until the own turn, elements below the top of a stack, supplies, the
deck of place cards, the key. Independent of the engine's views."""

from __future__ import annotations

from typing import Any, Final

from engine_core.actions import Action
from engine_core.codec import codec, evolve
from engine_core.events import Event
from engine_core.game import Game
from engine_core.games.medico.actions import SetDestination
from engine_core.games.medico.state import MedicoState, Player
from engine_core.games.medico.vocabulary import CHOOSE_DESTINATION, DUEL_REWARD, GAME_OVER, PLACES, START_PLACE
from engine_core.rng import Rng, derive_key
from engine_core.vocabulary import NONE

VARY: Final = 1
"""The stream that variations are drawn from."""
_CODEC: Final = codec(MedicoState)
_PLAYER: Final = codec(Player)


class MedicoHiddenFacts:
    """See :class:`tests.conformance.noninterference.HiddenFacts`."""

    def vary(self, state: MedicoState, observer: int | None, rng: Rng) -> MedicoState:
        """Shuffle what lies unseen, turn the others' hidden dials, replace the key."""
        twin = _CODEC.clone(state)
        stacks: dict[str, list[Any]] = {"favor": [], "book": [], "market": [], "instrument": []}
        for place in state.places:
            stacks["favor"].append(place.favor_stack)
            stacks["book"].append(place.book_stack)
            stacks["market"].append(place.market_stack)
            stacks["instrument"].extend(place.instrument_stacks)
        dealt = {}
        for name, piles in stacks.items():
            supply = getattr(state, f"{name}_supply")
            unseen = iter(rng.shuffle(VARY, [card for pile in piles for card in pile[1:]] + list(supply)))
            dealt[name] = [(*pile[:1], *(next(unseen) for _ in pile[1:])) for pile in piles]
            setattr(twin, f"{name}_supply", tuple(unseen))
        for i, place in enumerate(state.places):
            twin.places[i] = evolve(
                place,
                favor_stack=dealt["favor"][i],
                book_stack=dealt["book"][i],
                market_stack=dealt["market"][i],
                instrument_stacks=(dealt["instrument"][2 * i], dealt["instrument"][2 * i + 1]),
                letter_stack=(*place.letter_stack[:1], *rng.shuffle(VARY, place.letter_stack[1:])),
            )
        twin.neutral_deck = rng.shuffle(VARY, state.neutral_deck)
        for seat in hidden_dials(state, observer):
            player = _PLAYER.copy(state.players[seat])
            others = [place for place in range(PLACES) if place not in (player.place, player.destination)]
            player.destination = others[rng.below(VARY, len(others))]
            twin.players[seat] = player
        twin.rng = Rng(derive_key(state.rng.secret, rng.below(VARY, 1 << 32)), state.rng.purposes, state.rng.counters)
        return twin

    def known(self, state: MedicoState, observer: int | None) -> Any:
        """The bytes of the state with every hidden fact replaced by 0; numbers of cards stay."""
        bare = _CODEC.clone(state)
        for i, place in enumerate(state.places):
            bare.places[i] = evolve(
                place,
                favor_stack=_blank(place.favor_stack, 1),
                book_stack=_blank(place.book_stack, 1),
                market_stack=_blank(place.market_stack, 1),
                letter_stack=_blank(place.letter_stack, 1),
                instrument_stacks=tuple(_blank(stack, 1) for stack in place.instrument_stacks),
            )
        for supply in ("favor_supply", "book_supply", "market_supply", "instrument_supply", "neutral_deck"):
            setattr(bare, supply, _blank(getattr(state, supply), 0))
        for seat in hidden_dials(state, observer):
            bare.players[seat] = _PLAYER.copy(state.players[seat])
            bare.players[seat].destination = 0
        bare.rng = Rng(b"unknown", state.rng.purposes, state.rng.counters)
        return _CODEC.to_bytes(bare)

    def hidden(self, state: MedicoState, observer: int | None) -> Any:
        """Everything that :meth:`known` leaves out, the key excepted."""
        return (
            [
                (place.favor_stack, place.book_stack, place.market_stack, place.letter_stack, place.instrument_stacks)
                for place in state.places
            ],
            [state.favor_supply, state.book_supply, state.market_supply, state.instrument_supply, state.neutral_deck],
            [state.players[seat].destination for seat in hidden_dials(state, observer)],
        )

    def disguise(self, game: Game[Any, Any], state: MedicoState, seat: int, action: Action, rng: Rng) -> Action:
        """A dial is set to another place."""
        if not isinstance(action, SetDestination):
            return action
        others = [other for other in game.legal(state, seat) if other is not action]
        return others[rng.below(VARY, len(others))]

    def prepare(self, state: MedicoState, rng: Rng) -> None:
        """Everybody begins with favor cards and coins, so that rare cards and dear markets come up."""
        supply = rng.shuffle(VARY, state.favor_supply)
        for seat in range(len(state.players)):
            state.players[seat] = player = _PLAYER.copy(state.players[seat])
            player.favors = tuple(sorted((*player.favors, *supply[:2])))
            player.coins += 10
            supply = supply[2:]
        state.favor_supply = supply

    def situation(self, state: MedicoState) -> str:
        """None is special."""
        return ""

    def shown(self, events: list[Event]) -> Any:
        """All that is turned up lies open afterwards."""
        return ()


def hidden_dials(state: MedicoState, observer: int | None) -> list[int]:
    """The seats whose dial is set and not yet revealed to the observer: those whose turn of this round has not begun."""
    seats = len(state.players)
    if state.phase in (START_PLACE, DUEL_REWARD, GAME_OVER):
        return []
    waiting = seats if state.phase == CHOOSE_DESTINATION else state.turns_left
    order = [(state.starting_seat + seats - 1 - i) % seats for i in range(waiting)]
    return [seat for seat in order if seat != observer and state.players[seat].destination != NONE]


def _blank(cards: tuple[int, ...], seen: int) -> tuple[int, ...]:
    return (*cards[:seen], *(0 for _ in cards[seen:]))
