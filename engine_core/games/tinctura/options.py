"""What can be chosen when a game of Tinctura is set up: the optional modules, the solo level, and the readings of open passages.

Every option is resolved: what is left out has its default, and a match stores them all. The modules are independent of each other; the
solo game refuses them (TIN-SOLO-45).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Labels

BONUS_TRACKS = Labels("BonusTracks", ("standard", "simple", "powder"))
STANDARD_TRACKS, SIMPLE_TRACKS, POWDER_TRACKS = range(3)
BonusTracks: TypeAlias = Annotated[int, BONUS_TRACKS]

SOLO_LEVEL = Labels("SoloLevel", ("level_1", "level_2", "level_3", "level_4"))
LEVEL_1, LEVEL_2, LEVEL_3, LEVEL_4 = range(4)
SoloLevel: TypeAlias = Annotated[int, SOLO_LEVEL]

MUSHROOM_MODEL = Labels("MushroomModel", ("flat_quality", "per_skill"))
FLAT_QUALITY, PER_SKILL = range(2)
MushroomModel: TypeAlias = Annotated[int, MUSHROOM_MODEL]

FINAL_LEVEL = Labels("FinalLevel", ("printed", "quality"))
PRINTED_LEVEL, QUALITY_LEVEL = range(2)
FinalLevel: TypeAlias = Annotated[int, FINAL_LEVEL]

MULTIPLE_COUNTS_AS = Labels("MultipleCountsAs", ("one_recipe", "units"))
ONE_RECIPE, COUNT_UNITS = range(2)
MultipleCountsAs: TypeAlias = Annotated[int, MULTIPLE_COUNTS_AS]

GAINED_MARKER_COLOUR = Labels("GainedMarkerColour", ("choice", "printed"))
CHOSEN_COLOUR, PRINTED_COLOUR = range(2)
GainedMarkerColour: TypeAlias = Annotated[int, GAINED_MARKER_COLOUR]


@dataclass(frozen=True, slots=True)
class Options:
    """The switches of a game."""

    personalities: bool = False
    """Personality cards (TIN-PERS-01)."""
    events: bool = False
    """One event per day (TIN-EVT-01)."""
    private_goals: bool = False
    """TIN-PG-01."""
    open_goals: bool = False
    """TIN-OG-01."""
    bonus_tracks: BonusTracks = STANDARD_TRACKS
    """TIN-ALT-01."""
    solo_level: SoloLevel = LEVEL_1
    """Melanie's difficulty (TIN-SOLO-46). Has no effect with 2 to 4 seats."""
    mushroom_model: MushroomModel = FLAT_QUALITY
    """How extra mushrooms raise the quality of a tincture (TIN-RUL-34)."""
    final_level: FinalLevel = PRINTED_LEVEL
    """Which level the final production pays (TIN-RUL-55)."""
    final_journeyman_bonus: bool = True
    """Journeymen owned keep their production bonuses in the final production (TIN-RUL-54)."""
    multiple_counts_as: MultipleCountsAs = ONE_RECIPE
    """What a multiple patient counts for goals (TIN-RUL-38)."""
    leftover_includes_mortar: bool = True
    """Leftover claims may take a mortar (TIN-RUL-22)."""
    training_production_counts: bool = True
    """The production that trains the apprentice yields the permanent bonus (TIN-RUL-39)."""
    powder_last_space_mix: bool = False
    """White 4 of the powder set allows one powder and one service (TIN-RUL-68)."""
    rapid_growth_per_plant: bool = True
    """Rapid Growth gives one extra per plant gathered, not one per action (TIN-RUL-64)."""
    gained_marker_colour: GainedMarkerColour = CHOSEN_COLOUR
    """Who decides the colour of a planning marker that a course grants: the player, or the card (TIN-RUL-15)."""
    deadline_hour_auto_decline: bool = False
    """A patient in its deadline hour is declined by itself when its owner takes another one (TIN-RUL-32)."""


DEFAULT_OPTIONS: Final = Options()
MODULES: Final = ("personalities", "events", "private_goals", "open_goals", "bonus_tracks")
"""The options that the solo game refuses (TIN-SOLO-45)."""
