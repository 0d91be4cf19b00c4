"""The words of the optional modules as small ints: personalities, events, private and open goals."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Flags, Labels

PERSONALITY = Labels(
    "Personality",
    (
        "fell_off_the_cart",
        "single_hour",
        "big_brew",
        "key_to_the_lab",
        "green_thumb",
        "one_hand_washes_the_other",
        "masterful_tea_ceremony",
        "premonition",
    ),
)
(
    FELL_OFF_THE_CART,
    SINGLE_HOUR,
    BIG_BREW,
    KEY_TO_THE_LAB,
    GREEN_THUMB,
    ONE_HAND_WASHES_THE_OTHER,
    MASTERFUL_TEA_CEREMONY,
    PREMONITION,
) = range(8)
Personality: TypeAlias = Annotated[int, PERSONALITY]
MaybePersonality: TypeAlias = Annotated[int, PERSONALITY.or_none()]

EVENT = Labels(
    "DayEvent",
    (
        "a_wild_night",
        "drought",
        "thieves_in_the_forest",
        "private_appointment",
        "new_spa",
        "lab_damage",
        "bountiful_harvest",
        "rapid_growth",
        "surplus",
        "master_class",
        "gratitude",
        "secret_ingredient",
    ),
)
(
    A_WILD_NIGHT,
    DROUGHT,
    THIEVES_IN_THE_FOREST,
    PRIVATE_APPOINTMENT,
    NEW_SPA,
    LAB_DAMAGE,
    BOUNTIFUL_HARVEST,
    RAPID_GROWTH,
    SURPLUS,
    MASTER_CLASS,
    GRATITUDE,
    SECRET_INGREDIENT,
) = range(12)
DayEvent: TypeAlias = Annotated[int, EVENT]
EVENTS_WITH_PLANT: Final = frozenset({DROUGHT, THIEVES_IN_THE_FOREST, BOUNTIFUL_HARVEST, RAPID_GROWTH})
"""Those that determine a type of plant (TIN-RUL-62)."""

PRIVATE_GOAL = Labels(
    "PrivateGoal",
    (
        "every_illness",
        "all_tracks",
        "three_skills",
        "tea_lead",
        "every_medication",
        "mortars",
        "six_patients",
        "plants_after_knowledge",
        "three_ointments",
        "three_tinctures",
        "three_tablets",
        "three_specials",
    ),
)
(
    EVERY_ILLNESS,
    ALL_TRACKS,
    THREE_SKILLS,
    TEA_LEAD,
    EVERY_MEDICATION,
    MORTARS_GOAL,
    SIX_PATIENTS,
    PLANTS_AFTER_KNOWLEDGE,
    THREE_OINTMENTS,
    THREE_TINCTURES,
    THREE_TABLETS,
    THREE_SPECIALS,
) = range(12)
PrivateGoal: TypeAlias = Annotated[int, PRIVATE_GOAL]
MaybePrivateGoal: TypeAlias = Annotated[int, PRIVATE_GOAL.or_none()]

OPEN_GOAL = Labels(
    "OpenGoal",
    (
        "filtering_and_mixing",
        "pressing_and_heating",
        "four_teas",
        "three_journeymen",
        "tinctures_and_ointments",
        "tablets_and_specials",
        "white_and_green",
        "blue_and_purple",
    ),
)
(
    FILTERING_AND_MIXING,
    PRESSING_AND_HEATING,
    FOUR_TEAS,
    THREE_JOURNEYMEN,
    TINCTURES_AND_OINTMENTS,
    TABLETS_AND_SPECIALS,
    WHITE_AND_GREEN,
    BLUE_AND_PURPLE,
) = range(8)
OpenGoal: TypeAlias = Annotated[int, OPEN_GOAL]
OpenGoalSet: TypeAlias = Annotated[int, Flags(OPEN_GOAL)]
