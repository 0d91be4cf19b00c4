"""What Medico hides (MED-RUL-70), written from the rules: dials until the own turn, elements below the top of a stack, supplies, the
deck of place cards, the key. Independent of the engine's views."""

from __future__ import annotations

from typing import Any, Final

from engine_core.actions import Action
from engine_core.codec import Context, codec, evolve
from engine_core.documents import to_json
from engine_core.game import Game
from engine_core.games.medico.actions import SetDestination
from engine_core.games.medico.game import MEDICO
from engine_core.games.medico.state import MedicoState
from engine_core.games.medico.vocabulary import CHOOSE_DESTINATION, DUEL_REWARD, GAME_OVER, PLACES, START_PLACE
from engine_core.rng import Rng, derive_key
from engine_core.vocabulary import NONE

VARY = 1
"""The stream that variations are drawn from."""


class MedicoHiddenFacts:
    """See :class:`tests.conformance.noninterference.HiddenFacts`."""

    def vary(self, state: MedicoState, observer: int | None, rng: Rng) -> MedicoState:
        """Shuffle what lies unseen, turn the others' hidden dials, replace the key."""
        twin = codec(MedicoState).clone(state)
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
            player = codec(type(state.players[seat])).copy(state.players[seat])
            others = [place for place in range(PLACES) if place not in (player.place, player.destination)]
            player.destination = others[rng.below(VARY, len(others))]
            twin.players[seat] = player
        twin.rng = Rng(derive_key(state.rng.secret, rng.below(VARY, 1 << 32)), state.rng.purposes, state.rng.counters)
        return twin

    def known(self, state: MedicoState, observer: int | None) -> Any:
        """The JSON of the state, hidden facts replaced by their number."""
        document = to_json(state, _ROWS)
        del document["rng"]
        for place in document["places"]:
            for stack in ("favor_stack", "book_stack", "market_stack", "letter_stack"):
                place[stack] = (place[stack][:1], len(place[stack]))
            place["instrument_stacks"] = [(stack[:1], len(stack)) for stack in place["instrument_stacks"]]
        for supply in ("favor_supply", "book_supply", "market_supply", "instrument_supply", "neutral_deck"):
            document[supply] = len(document[supply])
        for seat in hidden_dials(state, observer):
            document["players"][seat]["destination"] = "set"
        return document

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


def hidden_dials(state: MedicoState, observer: int | None) -> list[int]:
    """The seats whose dial is set and not yet revealed to the observer: those whose turn of this round has not begun."""
    seats = len(state.players)
    if state.phase in (START_PLACE, DUEL_REWARD, GAME_OVER):
        return []
    waiting = seats if state.phase == CHOOSE_DESTINATION else state.turns_left
    order = [(state.starting_seat + seats - 1 - i) % seats for i in range(waiting)]
    return [seat for seat in order if seat != observer and state.players[seat].destination != NONE]


_ROWS: Final = Context({table: tuple(map(str, range(200))) for table in MEDICO.load_data().names})
"""Cards by their number."""
