"""Tinctura's words as small ints (see :mod:`engine_core.vocabulary`). Patients and courses are called by the number of their card."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from engine_core.vocabulary import Card, Flags, Index, Labels

MAX_SEATS: Final = 4
DAYS: Final = 5
FIRST_HOUR: Final = 8
LAST_HOUR: Final = 16
HOURS: Final = 9
PATIENTS: Final = 44
COURSES: Final = 13
ILLNESSES: Final = 6
MOST_PATIENT_SPACES: Final = 5
APPRENTICE_SPACES: Final = 4
BONUS_SPACES: Final = 4
MOST_TEAS: Final = 8
MOST_EXTRA_MUSHROOMS: Final = 16
MOST_WARES: Final = 3
"""Bought in one visit (TIN-VIL-24)."""
MOST_UNITS: Final = 3
"""Of a multiple recipe (TIN-PHARM-31)."""
PEEKED: Final = 3
"""Patients that Premonition looks at (TIN-PERS-09)."""
FREE_TEAS: Final = 2
"""Of the journeyman with two extra teas (TIN-APP-08)."""
MELANIE: Final = 1
"""The participant that plays by itself in the solo game; it has no seat."""

AREA = Labels("Area", ("pharmacy", "village", "forest", "care"))
PHARMACY, VILLAGE, FOREST, CARE = range(4)
Area: TypeAlias = Annotated[int, AREA]
"""Planning markers: white is the pharmacy, blue the village, green the forest; care is the apprentice planning marker."""
MARKER_COLOUR = Labels("MarkerColour", AREA.words[:CARE])
MarkerColour: TypeAlias = Annotated[int, MARKER_COLOUR]
MaybeMarkerColour: TypeAlias = Annotated[int, MARKER_COLOUR.or_none()]

PLANT = Labels("Plant", ("herb", "berry", "mushroom", "root"))
HERB, BERRY, MUSHROOM, ROOT = range(4)
PLANT_TYPES: Final = len(PLANT)
Plant: TypeAlias = Annotated[int, PLANT]
MaybePlant: TypeAlias = Annotated[int, PLANT.or_none()]
PlantSet: TypeAlias = Annotated[int, Flags(PLANT)]
Plants: TypeAlias = tuple[int, int, int, int]
"""Tiles by type: herbs, berries, mushrooms, roots."""
ANY_PLANT: Final = 0b1111
SPECIAL_PLANTS: Final = 1 << ROOT | 1 << HERB | 1 << MUSHROOM
"""What a special recipe is made of (TIN-PHARM-17)."""

MEDICATION = Labels("Medication", ("tablets", "ointment", "tincture", "special"))
TABLETS, OINTMENT, TINCTURE, SPECIAL = range(4)
Medication: TypeAlias = Annotated[int, MEDICATION]
MaybeMedication: TypeAlias = Annotated[int, MEDICATION.or_none()]

SKILL = Labels("Skill", ("mixing", "pressing", "filtering", "heating", "plant_knowledge"))
MIXING, PRESSING, FILTERING, HEATING, PLANT_KNOWLEDGE = range(5)
SKILLS: Final = 4
"""Without plant knowledge; mortar is no skill (TIN-RUL-109)."""
Skill: TypeAlias = Annotated[int, SKILL]
TRAINED_SKILL = Labels("TrainedSkill", SKILL.words[:SKILLS])
TrainedSkill: TypeAlias = Annotated[int, TRAINED_SKILL]

WARE = Labels("Ware", ("white", "blue", "purple", "green", "mortar"))
WHITE, BLUE, PURPLE, GREEN, MORTAR = range(5)
COLOURS: Final = 4
"""Of furnishing items, and so of bonus tracks."""
Ware: TypeAlias = Annotated[int, WARE]
MaybeWare: TypeAlias = Annotated[int, WARE.or_none()]
COLOUR = Labels("Colour", WARE.words[:COLOURS])
Colour: TypeAlias = Annotated[int, COLOUR]

REWARD = Labels("Reward", ("fixed", "quality", "time", "multiple", "mortar", "maximum", "quick"))
FIXED_REWARD, QUALITY_REWARD, TIME_REWARD, MULTIPLE_REWARD, MORTAR_REWARD, MAXIMUM_REWARD, QUICK_REWARD = range(7)

JOURNEYMAN_BONUS = Labels(
    "JourneymanBonus",
    ("points_once", "plant_knowledge", "skill", "points", "teas", "experiment", "leftover", "draw"),
)
POINTS_ONCE, KNOWLEDGE_BONUS, SKILL_BONUS, POINTS_BONUS, TEAS_BONUS, EXPERIMENT_BONUS, LEFTOVER_BONUS, DRAW_BONUS = (
    range(8)
)

ABILITY = Labels(
    "Ability",
    (
        "tablets_journeyman",
        "ointment_journeyman",
        "tincture_journeyman",
        "special_journeyman",
        "key_to_the_lab",
        "fell_off_the_cart",
        "premonition",
        "double_action",
        "extra_plant",
    ),
)
(
    TABLETS_JOURNEYMAN,
    OINTMENT_JOURNEYMAN,
    TINCTURE_JOURNEYMAN,
    SPECIAL_JOURNEYMAN,
    KEY_ABILITY,
    CART_ABILITY,
    PREMONITION_ABILITY,
    DOUBLE_ACTION,
    EXTRA_PLANT_ABILITY,
) = range(9)
"""What can be used once per day; a journeyman's number is that of its medication."""
Ability: TypeAlias = Annotated[int, ABILITY]
MaybeAbility: TypeAlias = Annotated[int, ABILITY.or_none()]
AbilitySet: TypeAlias = Annotated[int, Flags(ABILITY)]
LABORATORY = Labels("Laboratory", ABILITY.words[: KEY_ABILITY + 1])
Laboratory: TypeAlias = Annotated[int, LABORATORY]
"""Where a free experiment comes from: a journeyman or Key to the Lab."""

ANSWER = Labels("Answer", ("no", "yes"))
NO, YES = range(2)
Answer: TypeAlias = Annotated[int, ANSWER]

KNOWLEDGE_MODE = Labels("KnowledgeMode", ("keep", "advance_matching", "advance_giving_up"))
KEEP, ADVANCE_MATCHING, ADVANCE_GIVING_UP = range(3)
KnowledgeMode: TypeAlias = Annotated[int, KNOWLEDGE_MODE]

OMISSION = Labels("Omission", (*PLANT.words, "any", "nothing"))
OMIT_ANY, OMIT_NOTHING = 4, 5
Omission: TypeAlias = Annotated[int, OMISSION]
"""The plant that Secret Ingredient saves; ``any`` for a special recipe, which names none (TIN-RUL-66)."""

COURSE_REWARD_CHOICE = Labels("CourseRewardChoice", ("markers", "experiment"))
TAKE_MARKERS, TAKE_EXPERIMENT = range(2)
CourseRewardChoice: TypeAlias = Annotated[int, COURSE_REWARD_CHOICE]

POWDER_CHOICE = Labels("PowderChoice", ("powder", "service", "skip"))
CHOOSE_POWDER, CHOOSE_SERVICE, CHOOSE_SKIP = range(3)
PowderChoice: TypeAlias = Annotated[int, POWDER_CHOICE]
MaybePowderChoice: TypeAlias = Annotated[int, POWDER_CHOICE.or_none()]

INGREDIENT = Labels("PowderIngredient", ("one_plant", "one_blossom", "two_blossoms"))
ONE_PLANT, ONE_BLOSSOM, TWO_BLOSSOMS = range(3)
PowderIngredient: TypeAlias = Annotated[int, INGREDIENT]

BLOSSOM_CHOICE = Labels("BlossomChoice", ("blossoms", "plants"))
TAKE_BLOSSOMS, TAKE_PLANTS = range(2)
BlossomChoice: TypeAlias = Annotated[int, BLOSSOM_CHOICE]

MAIN_ACTION = Labels("MainAction", ("take_patient", "produce_medication", "produce_tea"))
MAIN_TAKE, MAIN_PRODUCE, MAIN_TEA = range(3)
MainAction: TypeAlias = Annotated[int, MAIN_ACTION]
MaybeMainAction: TypeAlias = Annotated[int, MAIN_ACTION.or_none()]
"""What White 3 repeats (TIN-BON-09)."""

SOLO_QUESTION = Labels("SoloQuestion", ("patient", "course", "apprentice", "skill", "plant", "ware"))
ASK_PATIENT, ASK_COURSE, ASK_APPRENTICE, ASK_SKILL, ASK_PLANT, ASK_WARE = range(6)
"""What is asked: the options are numbers of patient cards, of course cards, of apprentice spaces, of skills, plants or wares."""
MaybeSoloQuestion: TypeAlias = Annotated[int, SOLO_QUESTION.or_none()]
MOST_SOLO_OPTIONS: Final = 8

PHASE = Labels("Phase", ("choose_personality", "choose_private_goal", "plan", "hour", "end_of_hour", "final", "over"))
PERSONALITIES_PHASE, PRIVATE_GOALS_PHASE, PLAN_PHASE, HOUR_PHASE, END_OF_HOUR, FINAL, GAME_OVER = range(7)
Phase: TypeAlias = Annotated[int, PHASE]
"""Up to ``plan`` all seats choose at the same time."""

PENDING = Labels(
    "Pending",
    (
        "turn",
        "turn_after",
        "payment",
        "omit",
        "mushrooms",
        "repeat",
        "again",
        "premonition",
        "course_reward",
        "marker_colour",
        "skill_choice",
        "bonus",
        "merchant",
        "gather",
        "extra_plant",
        "rapid_growth",
        "share_16",
        "leftover",
        "powder",
        "blossoms",
        "final_production",
        "solo_choice",
        "ware_gained",
        "production",
        "experiments",
        "knowledge_end",
        "melanie_turn",
    ),
)
(
    TURN,
    TURN_AFTER,
    PAYMENT,
    OMIT,
    MUSHROOMS,
    REPEAT,
    AGAIN,
    PREMONITION_PEEK,
    COURSE_REWARD,
    MARKER_CHOICE,
    SKILL_CHOICE,
    BONUS,
    MERCHANT,
    GATHER,
    EXTRA_PLANT,
    RAPID_GROWTH_EXTRA,
    SHARE_16,
    LEFTOVER,
    POWDER,
    BLOSSOMS,
    FINAL_PRODUCTION,
    SOLO_CHOICE,
    WARE_GAINED,
    PRODUCTION,
    EXPERIMENTS,
    KNOWLEDGE_END,
    MELANIE_TURN,
) = range(27)
Pending: TypeAlias = Annotated[int, PENDING]
"""What waits on the stack: up to ``SOLO_CHOICE`` a decision, behind it a step that the rules carry out by themselves."""
ALWAYS_ASKED: Final = frozenset(
    {TURN, TURN_AFTER, MERCHANT, GATHER, SHARE_16, PREMONITION_PEEK, POWDER, FINAL_PRODUCTION}
)
"""Put to the seat even with one legal action (TIN-RUL-110)."""

SOURCE = Labels(
    "Source",
    (
        "setup",
        "forest",
        "training",
        "ware",
        "tea",
        "production",
        "extra_mushrooms",
        "bonus_track",
        "journeyman",
        "personality",
        "event",
        "course",
        "experiment",
        "leftover",
        "powder",
        "open_goal",
        "deadline",
        "decline",
        "final_production",
        "solo_note",
    ),
)
(
    FROM_SETUP,
    FROM_FOREST,
    FROM_TRAINING,
    FROM_WARE,
    FROM_TEA,
    FROM_PRODUCTION,
    FROM_EXTRA_MUSHROOMS,
    FROM_BONUS_TRACK,
    FROM_JOURNEYMAN,
    FROM_PERSONALITY,
    FROM_EVENT,
    FROM_COURSE,
    FROM_EXPERIMENT,
    FROM_LEFTOVER,
    FROM_POWDER,
    FROM_OPEN_GOAL,
    FROM_DEADLINE,
    FROM_DECLINE,
    FROM_FINAL_PRODUCTION,
    FROM_SOLO_NOTE,
) = range(20)
Source: TypeAlias = Annotated[int, SOURCE]
"""Why something is gained, paid or moved."""
MaybeSource: TypeAlias = Annotated[int, SOURCE.or_none()]

Seat: TypeAlias = Annotated[int, Index("Seat", MAX_SEATS)]
MaybeSeat: TypeAlias = Annotated[int, Index("Seat", MAX_SEATS).or_none()]
PARTICIPANT = Labels("Participant", ("seat_0", "seat_1", "seat_2", "seat_3", "melanie"))
Hour: TypeAlias = Annotated[int, Index("Hour", LAST_HOUR + 1)]
"""8..16; 0 before the first hour of a day."""
Patient: TypeAlias = Annotated[int, Index("Patient", PATIENTS + 1)]
"""The number of the patient card, 1..44."""
MaybePatient: TypeAlias = Annotated[int, Index("Patient", PATIENTS + 1).or_none()]
Course: TypeAlias = Annotated[int, Index("Course", COURSES + 1)]
"""The number of the continuing-education card, 1..13."""
MaybeCourse: TypeAlias = Annotated[int, Index("Course", COURSES + 1).or_none()]
PatientSpace: TypeAlias = Annotated[int, Index("PatientSpace", MOST_PATIENT_SPACES)]
MaybePatientSpace: TypeAlias = Annotated[int, Index("PatientSpace", MOST_PATIENT_SPACES).or_none()]
"""From 0, left to right."""
ApprenticeSpace: TypeAlias = Annotated[int, Index("ApprenticeSpace", APPRENTICE_SPACES)]
"""From 0, left to right; the rulebook's space 1 is 0."""
Units: TypeAlias = Annotated[int, Index("Units", MOST_UNITS + 1)]
TeaCount: TypeAlias = Annotated[int, Index("TeaCount", MOST_TEAS + 1)]
FreeTeaCount: TypeAlias = Annotated[int, Index("FreeTeaCount", FREE_TEAS + 1)]
MushroomCount: TypeAlias = Annotated[int, Index("MushroomCount", MOST_EXTRA_MUSHROOMS + 1)]
PeekIndex: TypeAlias = Annotated[int, Index("PeekIndex", PEEKED)]
PeekOrder: TypeAlias = Annotated[int, Index("PeekOrder", 6)]
"""A permutation of the peeked cards, numbered in the order of :func:`itertools.permutations`."""
SoloOption: TypeAlias = Annotated[int, Index("SoloOption", MOST_SOLO_OPTIONS)]
DieFace: TypeAlias = Annotated[int, Index("DieFace", 7)]
"""1..6."""

# By row of their data table; JSON shows the row's id.
Apprentice: TypeAlias = Annotated[int, Card("apprentices")]
MaybeApprentice: TypeAlias = Annotated[int, Card("apprentices", optional=True)]
OpeningHours: TypeAlias = Annotated[int, Card("opening_hours")]
MaybeBlockedCard: TypeAlias = Annotated[int, Card("blocked_apprentices", optional=True)]
SoloCard: TypeAlias = Annotated[int, Card("solo_cards")]
MerchantCard: TypeAlias = Annotated[int, Card("merchant_cards")]
