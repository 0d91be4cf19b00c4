"""What the spaces of the bonus tracks give, for each of the three sets (TIN-DAT-07)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from engine_core.errors import BadData
from engine_core.games.tinctura.options import BONUS_TRACKS, POWDER_TRACKS, SIMPLE_TRACKS, STANDARD_TRACKS
from engine_core.games.tinctura.vocabulary import BLUE, BONUS_SPACES, COLOUR, COLOURS, GREEN, PURPLE, WHITE
from engine_core.tables import Row, by_id

REWARD_WORDS: Final = (
    "points",
    "weekday_points",
    "tea",
    "mortar",
    "experiment",
    "plants",
    "skill_points",
    "one_skill",
    "double_action",
    "extra_plant",
    "powder",
    "equipment",
    "powder_level",
    "blossoms",
)
PRINTED_POINTS: Final = (2, 4, 6)
"""Of spaces 2 and 4 of the standard set (TIN-BON-07)."""
POWDER_LEVELS: Final = 3


class TrackReward(NamedTuple):
    """The reward of one space; 0 means that it gives nothing of the kind."""

    points: int = 0
    weekday_points: int = 0
    """1: as many RP as the number of the day (TIN-BON-08)."""
    tea: int = 0
    """Steps of the tea marker, all or none (TIN-RUL-101)."""
    mortar: int = 0
    experiment: int = 0
    plants: int = 0
    """Drawn from the bag."""
    skill_points: int = 0
    """Choices of a skill, 1 level each (TIN-BON-12)."""
    one_skill: int = 0
    """Levels of one skill of choice (TIN-ALT-04)."""
    double_action: int = 0
    """1: White 3, lasting (TIN-BON-09)."""
    extra_plant: int = 0
    """1: Green 3, lasting (TIN-BON-13)."""
    powder: int = 0
    """Powders, or services (TIN-ALT-06)."""
    equipment: int = 0
    """1 Basin, 2 Oven, 3 Mill (TIN-ALT-10)."""
    powder_level: int = 0
    blossoms: int = 0
    """Blossoms, or as many plants from the bag (TIN-ALT-12)."""


Track = tuple[TrackReward, ...]
"""By space; entry 0 is the start."""

_ONLY: Final[dict[tuple[int, int], frozenset[str]]] = {
    (STANDARD_TRACKS, WHITE): frozenset({"points", "weekday_points", "tea", "double_action"}),
    (STANDARD_TRACKS, BLUE): frozenset({"points", "weekday_points", "mortar"}),
    (STANDARD_TRACKS, PURPLE): frozenset({"points", "weekday_points", "experiment", "skill_points"}),
    (STANDARD_TRACKS, GREEN): frozenset({"points", "weekday_points", "plants", "extra_plant"}),
    (SIMPLE_TRACKS, WHITE): frozenset({"tea", "points"}),
    (SIMPLE_TRACKS, BLUE): frozenset({"points"}),
    (SIMPLE_TRACKS, PURPLE): frozenset({"one_skill"}),
    (SIMPLE_TRACKS, GREEN): frozenset({"plants"}),
    (POWDER_TRACKS, WHITE): frozenset({"powder"}),
    (POWDER_TRACKS, BLUE): frozenset({"equipment", "points"}),
    (POWDER_TRACKS, PURPLE): frozenset({"powder_level", "skill_points"}),
    (POWDER_TRACKS, GREEN): frozenset({"blossoms"}),
}
"""What a track may give."""

_STATED: Final[dict[tuple[int, int, int], TrackReward]] = {
    (STANDARD_TRACKS, WHITE, 1): TrackReward(tea=1),
    (STANDARD_TRACKS, BLUE, 1): TrackReward(mortar=1),
    (STANDARD_TRACKS, PURPLE, 1): TrackReward(experiment=1),
    (STANDARD_TRACKS, GREEN, 1): TrackReward(plants=2),
    (STANDARD_TRACKS, WHITE, 3): TrackReward(weekday_points=1, double_action=1),
    (STANDARD_TRACKS, BLUE, 3): TrackReward(weekday_points=1, mortar=2),
    (STANDARD_TRACKS, PURPLE, 3): TrackReward(weekday_points=1, skill_points=3),
    (STANDARD_TRACKS, GREEN, 3): TrackReward(weekday_points=1, extra_plant=1),
    **{(SIMPLE_TRACKS, BLUE, space): TrackReward(points=points) for space, points in enumerate((2, 3, 5, 8), 1)},
    **{(SIMPLE_TRACKS, GREEN, space): TrackReward(plants=space) for space in range(1, BONUS_SPACES + 1)},
    **{(POWDER_TRACKS, WHITE, space): TrackReward(powder=1 + (space == BONUS_SPACES)) for space in range(1, 5)},
    **{(POWDER_TRACKS, PURPLE, space): TrackReward(powder_level=space) for space in range(1, POWDER_LEVELS + 1)},
    (POWDER_TRACKS, PURPLE, BONUS_SPACES): TrackReward(powder_level=POWDER_LEVELS, skill_points=1),
}
"""What the rulebook states in full (TIN-BON-03 to 13, TIN-ALT-03, TIN-ALT-05, TIN-ALT-06, TIN-ALT-11)."""


def read_tracks(rows: Sequence[Row]) -> tuple[tuple[Track, ...], ...]:
    """``tracks[set][colour][space]``. :class:`BadData` names the row and what is wrong with it."""
    places = [
        (tracks, colour, space)
        for tracks in range(len(BONUS_TRACKS))
        for colour in range(COLOURS)
        for space in range(1, BONUS_SPACES + 1)
    ]
    ids = [f"{BONUS_TRACKS.words[tracks]}_{COLOUR.words[colour]}_{space}" for tracks, colour, space in places]
    found = [
        (place, row, TrackReward(*row.amounts("reward", REWARD_WORDS)))
        for place, row in zip(places, by_id("bonus_tracks.csv", rows, ids), strict=True)
    ]
    for place, row, reward in found:
        _check(place, row, reward)
    rewards = {place: reward for place, _, reward in found}
    made = tuple(
        tuple(
            (TrackReward(), *(rewards[tracks, colour, space] for space in range(1, BONUS_SPACES + 1)))
            for colour in range(COLOURS)
        )
        for tracks in range(len(BONUS_TRACKS))
    )
    white = made[SIMPLE_TRACKS][WHITE]
    for before, after in pairwise(white):
        if (after.tea, after.points) < (before.tea, before.points):
            raise BadData("bonus_tracks.csv", 0, "tea and points of simple_white grow from space to space")
    return made


def _check(place: tuple[int, int, int], row: Row, reward: TrackReward) -> None:
    tracks, colour, space = place
    stated = _STATED.get(place)
    if stated is not None and reward != stated:
        raise row.broken("reward is what the rulebook states for the space")
    given = {word for word, amount in zip(REWARD_WORDS, reward, strict=True) if amount}
    if not given or not given <= _ONLY[tracks, colour]:
        raise row.broken(f"reward is made of {', '.join(sorted(_ONLY[tracks, colour]))}")
    if stated is not None:
        return
    if tracks == STANDARD_TRACKS and (given != {"points"} or reward.points not in PRINTED_POINTS):
        raise row.broken("reward is points: 2, 4 or 6")
    if tracks == SIMPLE_TRACKS and colour == PURPLE and reward.one_skill > 2:
        raise row.broken("one_skill is 1 or 2")
    if tracks == POWDER_TRACKS and colour == BLUE and (reward.equipment != min(space, 3) or not reward.points):
        raise row.broken("reward is the equipment of the space, 1 to 3, and points")
