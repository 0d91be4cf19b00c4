"""Solo: Melanie attends courses, buys wares, hires apprentices and trains (chapter Solo Mode, Actions in the Village)."""

from __future__ import annotations

from engine_core.codec import evolve
from engine_core.events import EVERYONE, Sink
from engine_core.games.tinctura.card_events import MerchantVisited, WareBought
from engine_core.games.tinctura.courses import grant_course
from engine_core.games.tinctura.events import MerchantCardRevealed
from engine_core.games.tinctura.frames import Frame, frame
from engine_core.games.tinctura.gains import draw_plants
from engine_core.games.tinctura.melanie_choices import decide, note
from engine_core.games.tinctura.melanie_picks import is_useful
from engine_core.games.tinctura.melanie_skills import lowest_skill
from engine_core.games.tinctura.melanie_turn import (
    ASKED,
    COURSE_NOTE,
    DONE,
    IMPOSSIBLE,
    VISIT,
    Tried,
    begin_action,
    stage,
)
from engine_core.games.tinctura.merchant import is_open, marginal_price, take_ware, ware_left
from engine_core.games.tinctura.payments import demand
from engine_core.games.tinctura.solo_tables import (
    NOTE_APPRENTICE_DRAW,
    NOTE_COURSE_LOWEST,
    NOTE_MERCHANT_DISCOUNT,
    NOTE_MERCHANT_MAXIMUM,
    NOTE_TRAINING_FREE,
    NOTE_TRAINING_POINTS,
    MerchantCardData,
)
from engine_core.games.tinctura.state import Player, TincturaState, courses_of_the_day
from engine_core.games.tinctura.streams import MERCHANT_CARDS_STREAM
from engine_core.games.tinctura.tracks import raise_skill
from engine_core.games.tinctura.training import MOST_APPRENTICES, hire, owned_types
from engine_core.games.tinctura.vocabulary import (
    ASK_APPRENTICE,
    ASK_COURSE,
    BLUE,
    BONUS_SPACES,
    FROM_SOLO_NOTE,
    FROM_TRAINING,
    FROM_WARE,
    MELANIE,
    MORTAR,
    MOST_WARES,
    SKILL_CHOICE,
    SKILLS,
    VILLAGE,
    WARE_GAINED,
)
from engine_core.stack import pop, push
from engine_core.vocabulary import NONE

# -- courses -------------------------------------------------------------------------------------------------------------------


def try_course(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> Tried:
    """A displayed course that runs in this hour, its first or its second, and is not the one that she attended in its first; of two the
    human chooses (TIN-SOLO-22, TIN-SOLO-23, TIN-RUL-81)."""
    cards = state.data.courses
    possible = []
    for course in courses_of_the_day(state):
        begun = state.hour - cards[course].start
        runs = begun == 0 or (begun == 1 and course != melanie.course)
        if runs and _improves(state, melanie, course):
            possible.append(course)
    if not possible:
        return IMPOSSIBLE
    course = decide(state, top, ASK_COURSE, possible, NONE)
    if course == NONE:
        return ASKED
    levels = note(state, NOTE_COURSE_LOWEST)
    begin_action(state, VILLAGE, sink, *([stage(COURSE_NOTE, amount=levels)] if levels else []))
    melanie.course = course if cards[course].start == state.hour else NONE
    grant_course(state, MELANIE, melanie, course, sink)
    return DONE


def _improves(state: TincturaState, melanie: Player, course: int) -> bool:
    """An experiment, or a skill that is not at its end (TIN-RUL-103)."""
    card, end = state.data.courses[course], state.data.skill_end
    return card.experiments > 0 or any(card.skills[skill] and melanie.skills[skill] < end for skill in range(SKILLS))


def raise_lowest(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> None:
    """A note on the course that is over: her lowest skill rises (TIN-SOLO-46)."""
    pop(state)
    raise_skill(state, MELANIE, melanie, lowest_skill(state, melanie), top.amount, FROM_SOLO_NOTE, sink)


# -- merchant ------------------------------------------------------------------------------------------------------------------


def try_merchant(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> Tried:
    """Where he is open and she has a free plant a merchant card is revealed, and she visits if she can buy a ware of it. The notes do not
    count for that (TIN-SOLO-25, TIN-RUL-76, TIN-RUL-115)."""
    if not is_open(state, melanie) or not any(melanie.plants):
        return IMPOSSIBLE
    card = _reveal(state, sink)
    at = _next_ware(state, melanie, card, 0)
    if at == len(card.wares) or marginal_price(state, 0) > sum(melanie.plants):
        return IMPOSSIBLE
    begin_action(state, VILLAGE, sink, stage(VISIT, at))
    if sink:
        sink(EVERYONE, MerchantVisited(MELANIE))
    return DONE


def _reveal(state: TincturaState, sink: Sink | None) -> MerchantCardData:
    """The next merchant card; an exhausted stack is shuffled anew (TIN-SOLO-25, TIN-SOLO-28)."""
    solo = state.solo
    assert solo is not None
    cards, revealed = solo.merchant_cards, solo.merchant_revealed
    if not cards:
        cards, revealed = state.rng.shuffle(MERCHANT_CARDS_STREAM, sorted(revealed)), ()
    card = cards[0]
    state.solo = evolve(solo, merchant_cards=cards[1:], merchant_revealed=(*revealed, card))
    state._revealed = True
    if sink:
        sink(EVERYONE, MerchantCardRevealed(card))
    return state.data.merchant_cards[card]


def _next_ware(state: TincturaState, melanie: Player, card: MerchantCardData, at: int) -> int:
    """The place of the next entry that she can buy something for, from ``at`` on; behind the last one if there is none."""
    while at < len(card.wares) and _ware_for(state, melanie, card.wares[at]) == NONE:
        at += 1
    return at


def _ware_for(state: TincturaState, melanie: Player, entry: int) -> int:
    """What she buys for an entry of the card: instead of a mortar a blue item whose track gives a mortar; NONE if the ware is gone or
    useless for her (TIN-SOLO-27, TIN-RUL-76)."""
    if not is_useful(state, melanie, entry):
        return NONE
    if entry == MORTAR and state.items[BLUE] and melanie.bonus[BLUE] < BONUS_SPACES:
        space = melanie.bonus[BLUE] + 1
        if state.data.tracks[state.options.bonus_tracks][BLUE][space].mortar:
            return BLUE
    return entry if ware_left(state, entry) else NONE


def go_on_buying(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> None:
    """The next ware of a visit, or its end: each entry of the card once, in order, up to its maximum and as far as the free plants go
    (TIN-SOLO-26, TIN-RUL-76)."""
    assert state.solo is not None
    card = state.data.merchant_cards[state.solo.merchant_revealed[-1]]
    bought = top.amount
    pop(state)
    if bought >= min(card.maximum + note(state, NOTE_MERCHANT_MAXIMUM), MOST_WARES):
        return
    at = _next_ware(state, melanie, card, top.left)
    price = _price(state, bought + 1) - _price(state, bought)
    if at == len(card.wares) or price > sum(melanie.plants):
        return
    ware = _ware_for(state, melanie, card.wares[at])
    push(state, stage(VISIT, at + 1, amount=bought + 1), frame(WARE_GAINED, MELANIE, ware=ware, source=FROM_WARE))
    take_ware(state, ware)
    if sink:
        sink(EVERYONE, WareBought(MELANIE, ware, price))
    demand(state, MELANIE, melanie, price, FROM_WARE, sink)


def _price(state: TincturaState, wares: int) -> int:
    """Plants for so many wares of one visit in this hour; a note makes the visit cheaper, not below 0 (TIN-RUL-76, TIN-SOLO-46)."""
    price = sum([marginal_price(state, bought) for bought in range(wares)])
    return max(0, price - note(state, NOTE_MERCHANT_DISCOUNT))


# -- apprentices ---------------------------------------------------------------------------------------------------------------


def try_apprentice(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> Tried:
    """Below two untrained ones an apprentice of a type that she has not (TIN-SOLO-29)."""
    if len(melanie.apprentices) >= MOST_APPRENTICES:
        return IMPOSSIBLE
    cards, types = state.data.apprentices, owned_types(state, melanie)
    display = state.apprentices.display
    fitting = {
        space: cards[card].medication
        for space, card in enumerate(display)
        if card != NONE and cards[card].medication not in types
    }
    if not fitting:
        return IMPOSSIBLE
    space = decide(state, top, ASK_APPRENTICE, _preferred(state, melanie, fitting), NONE)
    if space == NONE:
        return ASKED
    begin_action(state, VILLAGE, sink)
    hire(state, MELANIE, melanie, space, sink)
    draw_plants(state, MELANIE, melanie, note(state, NOTE_APPRENTICE_DRAW), FROM_SOLO_NOTE, sink)
    return DONE


def _preferred(state: TincturaState, melanie: Player, fitting: dict[int, int]) -> list[int]:
    """Of the spaces that fit, with the types of their apprentices, those between which the rules do not decide.

    The one with 1 marker, but that with 2 if it matches a patient of hers and the other does not (TIN-SOLO-30, TIN-SOLO-31); without
    markers the one that matches a patient, the older card and its upper recipe first (TIN-RUL-90).
    """
    assert state.solo is not None
    needed = [recipe.medication for card in melanie.patients for recipe in state.data.patients[card].recipes]
    marked = sorted(
        (markers, space) for space, markers in enumerate(state.solo.markers) if markers and space in fitting
    )
    if marked:
        if len(marked) > 1 and fitting[marked[0][1]] not in needed and fitting[marked[1][1]] in needed:
            return [marked[1][1]]
        return [marked[0][1]]
    for medication in needed:
        for space, offered in fitting.items():
            if offered == medication:
                return [space]
    return [*fitting]


# -- training ------------------------------------------------------------------------------------------------------------------


def try_training(state: TincturaState, melanie: Player, top: Frame, sink: Sink | None) -> Tried:
    """A free plant for a level of a skill, which is chosen like every skill of hers (TIN-SOLO-32 to 34, TIN-RUL-103)."""
    if not any(melanie.plants) or min(melanie.skills) >= state.data.skill_end:
        return IMPOSSIBLE
    points = note(state, NOTE_TRAINING_POINTS) or 1
    begin_action(state, VILLAGE, sink, frame(SKILL_CHOICE, MELANIE, points, amount=1, source=FROM_TRAINING))
    if not note(state, NOTE_TRAINING_FREE):
        demand(state, MELANIE, melanie, 1, FROM_TRAINING, sink)
    return DONE
