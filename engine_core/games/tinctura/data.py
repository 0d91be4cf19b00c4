"""The card tables of Tinctura: one CSV file per table under ``data/``, validated against what the rulebook states of them.

The rulebook prints hardly any card. What ``data/`` holds is reconstructed within its statements (rules reference, "Data the rulebook does
not give"); an owner of the game replaces the folder by one with the same file names (:func:`load_data`). Rule code reads every such
number from here. Patients and courses are looked up by the number of the card; entry 0 is no card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

from engine_core.errors import BadData
from engine_core.games.tinctura.module_words import OPEN_GOAL, PRIVATE_GOAL
from engine_core.games.tinctura.patient_cards import PatientCard, read_patients
from engine_core.games.tinctura.solo_tables import MerchantCardData, SoloCardData, read_merchant_cards, read_solo_cards
from engine_core.games.tinctura.track_rewards import Track, read_tracks
from engine_core.games.tinctura.vocabulary import (
    APPRENTICE_SPACES,
    COURSES,
    DAYS,
    FIRST_HOUR,
    JOURNEYMAN_BONUS,
    KNOWLEDGE_BONUS,
    LAST_HOUR,
    MARKER_COLOUR,
    MEDICATION,
    MOST_PATIENT_SPACES,
    MOST_TEAS,
    PLANT,
    POINTS_BONUS,
    POINTS_ONCE,
    SKILL,
    SKILL_BONUS,
    SKILLS,
    TEAS_BONUS,
    TRAINED_SKILL,
)
from engine_core.tables import (
    CardTables,
    Row,
    by_id,
    ids_of,
    plain_texts,
    read_tables,
    require_numbered,
    require_rows,
    table_loader,
    tables_digest,
)
from engine_core.vocabulary import NONE

_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday")
COLUMNS_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "numbers": ("value",),
        "player_counts": ("forest", "patient_spaces"),
        "apprentice_spaces": ("type",),
        "medications": ("skill",),
        "knowledge_track": ("level", "image"),
        "patients": (
            "illness",
            "upper",
            "upper_level",
            "upper_plants",
            "lower",
            "lower_level",
            "lower_plants",
            "reward",
            "points",
            "mortar",
        ),
        "apprentices": ("type", "bonus", "amount", "skill"),
        "courses": ("start", *TRAINED_SKILL.words, "markers", "colour", "experiments"),
        "opening_hours": ("first", "last"),
        "blocked_apprentices": (*(f"three_{day}" for day in _DAYS), *(f"two_{day}" for day in _DAYS)),
        "bonus_tracks": ("reward",),
        "private_goals": ("points",),
        "open_goals": ("first", "second", "third", "fourth"),
        "solo_cards": ("areas", "level_2", "level_3", "level_4"),
        "merchant_cards": ("maximum", "wares"),
    }
)
"""The tables (file ``<table>.csv``) and their columns after ``id``."""

PLAYER_COUNTS: Final = ("2", "3", "4")
PLANT_TILES: Final = 112
ITEMS: Final = 12
PLANNING_MARKERS: Final = 48
SKILL_LEVELS: Final = 9
"""The end tables and the maximum reward go up to it."""
APPRENTICES_PER_TYPE: Final = 6
LEAST_MORTARS: Final = 6
LEAST_TEA_SPACES: Final = 7
MOST_COURSE_LEVELS: Final = 9
SPECIAL_COURSE_EXPERIMENTS: Final = 2


class ApprenticeCard(NamedTuple):
    """One apprentice or journeyman card."""

    medication: int
    bonus: int
    amount: int
    """RP, levels, steps, teas or plants of the bonus."""
    skill: int
    """Of a skill bonus; NONE otherwise."""


class CourseCard(NamedTuple):
    """One continuing-education card."""

    start: int
    skills: tuple[int, int, int, int]
    """Levels gained of mixing, pressing, filtering, heating."""
    markers: int
    colour: int
    """Printed colour of the markers; NONE where none is printed."""
    experiments: int
    """Instead of the markers."""


class TincturaData(CardTables):
    """The validated tables, as tuples, and what the rules look up in them. Immutable; shared by all states."""

    __slots__ = (
        "apprentices",
        "blocked",
        "courses",
        "forest_capacity",
        "items_per_colour",
        "knowledge_end",
        "knowledge_image",
        "knowledge_level",
        "markers_per_colour",
        "merchant_cards",
        "mortar_end",
        "open_goal_points",
        "opening",
        "patient_spaces",
        "patients",
        "plants_per_type",
        "private_goal_points",
        "required_skill",
        "skill_end",
        "solo_cards",
        "space_type",
        "tea_end",
        "tracks",
    )

    plants_per_type: int
    items_per_colour: int
    markers_per_colour: int
    skill_end: int
    """The last level of the four skill tracks."""
    mortar_end: int
    tea_end: int
    """The last space of the tea track."""
    knowledge_level: tuple[int, ...]
    """Per space of the plant-knowledge track, the level of a marker there (TIN-SET-24)."""
    knowledge_image: tuple[int, ...]
    """Per space, the plant shown on it; NONE on the start."""
    knowledge_end: int
    """The last space of the plant-knowledge track."""
    forest_capacity: tuple[int, ...]
    """By number of players."""
    patient_spaces: tuple[int, ...]
    """By number of players, the spaces in use."""
    space_type: tuple[int, ...]
    """Per apprentice space, the medication of its stack."""
    required_skill: tuple[int, ...]
    """Per medication, the skill required besides plant knowledge."""
    patients: tuple[PatientCard, ...]
    apprentices: tuple[ApprenticeCard, ...]
    courses: tuple[CourseCard, ...]
    opening: tuple[tuple[int, int], ...]
    """Per tile, the first and the last open hour."""
    blocked: tuple[tuple[tuple[int, ...], ...], ...]
    """``blocked[card][players][day - 1]``: the blocked apprentice spaces as flags; sides exist for 2 and 3 players."""
    tracks: tuple[tuple[Track, ...], ...]
    """``tracks[set][colour][space]``: what reaching a space of a bonus track gives."""
    private_goal_points: tuple[int, ...]
    open_goal_points: tuple[tuple[int, ...], ...]
    """Per goal, the RP of the first, second, ... player."""
    solo_cards: tuple[SoloCardData, ...]
    merchant_cards: tuple[MerchantCardData, ...]


def parse_tables(texts: Mapping[str, str]) -> TincturaData:
    """The tables from the text of each file, by table name; :class:`BadData` as for :func:`load_data`."""
    rows = read_tables(texts, COLUMNS_OF)
    made = TincturaData()
    made.texts = plain_texts(rows, COLUMNS_OF)
    _numbers(made, rows["numbers"], rows["player_counts"])
    _board(made, rows["apprentice_spaces"], rows["medications"])
    _knowledge_track(made, rows["knowledge_track"])
    made.patients = read_patients(rows["patients"], made.skill_end, made.mortar_end)
    _apprentices(made, rows["apprentices"])
    _courses(made, rows["courses"])
    _opening_hours(made, rows["opening_hours"])
    _blocked(made, rows["blocked_apprentices"])
    made.tracks = read_tracks(rows["bonus_tracks"])
    _goals(made, rows["private_goals"], rows["open_goals"])
    made.solo_cards = read_solo_cards(rows["solo_cards"])
    made.merchant_cards = read_merchant_cards(rows["merchant_cards"])
    made.names = MappingProxyType({table: ids_of(rows[table]) for table in COLUMNS_OF})
    made.digest = tables_digest(rows)
    return made


def _numbers(made: TincturaData, numbers: Sequence[Row], counts: Sequence[Row]) -> None:
    """TIN-DAT-01."""
    words = (
        "skill_levels",
        "mortar_levels",
        "tea_spaces",
        "plants_per_type",
        "items_per_colour",
        "markers_per_colour",
    )
    skills, mortars, tea, plants, items, markers = by_id("numbers.csv", numbers, words)
    made.skill_end = skills.count("value", SKILL_LEVELS, SKILL_LEVELS)
    made.mortar_end = mortars.count("value", LEAST_MORTARS, MOST_TEAS)
    made.tea_end = tea.count("value", LEAST_TEA_SPACES, 99)
    made.plants_per_type = _share(plants, PLANT_TILES, 4)
    made.items_per_colour = _share(items, ITEMS, 4)
    made.markers_per_colour = _share(markers, PLANNING_MARKERS, 3)
    found = list(by_id("player_counts.csv", counts, PLAYER_COUNTS))
    made.forest_capacity = (0, 0, *(row.count("forest", 1, PLANT_TILES) for row in found))
    made.patient_spaces = (0, 0, *(row.count("patient_spaces", 1, MOST_PATIENT_SPACES) for row in found))
    _, _, two, three, four = made.patient_spaces
    if (four - two, four - three) != (2, 1):
        raise BadData(
            "player_counts.csv", 0, "patient_spaces: 1 less with 3 players and 2 less with 2 players than with 4"
        )


def _share(row: Row, total: int, parts: int) -> int:
    if row.count("value") * parts != total:
        raise row.broken(f"value is {total // parts}: {total} in {parts} equal parts")
    return total // parts


def _board(made: TincturaData, spaces: Sequence[Row], medications: Sequence[Row]) -> None:
    """TIN-DAT-01."""
    ids = tuple(str(space) for space in range(1, APPRENTICE_SPACES + 1))
    made.space_type = tuple(row.word("type", MEDICATION.words) for row in by_id("apprentice_spaces.csv", spaces, ids))
    if len(set(made.space_type)) != APPRENTICE_SPACES:
        raise BadData("apprentice_spaces.csv", 0, "each medication has one space")
    made.required_skill = tuple(
        row.word("skill", TRAINED_SKILL.words) for row in by_id("medications.csv", medications, MEDICATION.words)
    )


def _knowledge_track(made: TincturaData, rows: Sequence[Row]) -> None:
    """TIN-DAT-01: levels from 1 to 9 that never fall, an image on every space but the start."""
    file = "knowledge_track.csv"
    require_rows(file, rows, 2, 99)
    require_numbered(rows, "spaces", 0)
    levels, images = [], []
    for row in rows:
        levels.append(row.count("level", 1, SKILL_LEVELS))
        if row.number == 1 and row.cells["image"]:
            raise row.broken("image is empty on the start space")
        images.append(row.word("image", PLANT.words) if row.number > 1 else NONE)
        if len(levels) > 1 and levels[-1] < levels[-2]:
            raise row.broken("level is not lower than on the space before")
    if levels[0] != 1 or levels[-1] != SKILL_LEVELS:
        raise BadData(file, 0, f"levels go from 1 to {SKILL_LEVELS}")
    made.knowledge_level, made.knowledge_image = tuple(levels), tuple(images)
    made.knowledge_end = len(rows) - 1


def _apprentices(made: TincturaData, rows: Sequence[Row]) -> None:
    """TIN-DAT-03."""
    file = "apprentices.csv"
    require_rows(file, rows, APPRENTICES_PER_TYPE * len(MEDICATION), APPRENTICES_PER_TYPE * len(MEDICATION))
    cards = []
    for row in rows:
        bonus = row.word("bonus", JOURNEYMAN_BONUS.words)
        skill = NONE
        if bonus == SKILL_BONUS:
            skill = row.word("skill", TRAINED_SKILL.words)
        elif row.cells["skill"]:
            raise row.broken("skill is named for a skill bonus only")
        counted = (POINTS_ONCE, POINTS_BONUS)
        fixed = {KNOWLEDGE_BONUS: 2, TEAS_BONUS: 2, JOURNEYMAN_BONUS.words.index("draw"): 2}
        amount = row.count("amount", 1, 99) if bonus in counted else row.count("amount", *(2 * (fixed.get(bonus, 1),)))
        cards.append(ApprenticeCard(row.word("type", MEDICATION.words), bonus, amount, skill))
    for medication, word in enumerate(MEDICATION.words):
        number = sum(card.medication == medication for card in cards)
        if number != APPRENTICES_PER_TYPE:
            raise BadData(file, 0, f"{APPRENTICES_PER_TYPE} cards are for {word}, not {number}")
    made.apprentices = tuple(cards)


def _courses(made: TincturaData, rows: Sequence[Row]) -> None:
    """TIN-DAT-04."""
    file = "courses.csv"
    require_numbered(rows, "cards")
    require_rows(file, rows, COURSES, COURSES)
    cards = [CourseCard(0, (0, 0, 0, 0), 0, NONE, 0)]
    for row in rows:
        mixing, pressing, filtering, heating = (
            row.count(skill, 0, MOST_COURSE_LEVELS) for skill in SKILL.words[:SKILLS]
        )
        markers = row.count("markers", 0, 2)
        experiments = row.count("experiments", 0, SPECIAL_COURSE_EXPERIMENTS)
        colour = NONE
        if markers and row.cells["colour"]:
            colour = row.word("colour", MARKER_COLOUR.words)
        elif row.cells["colour"]:
            raise row.broken("colour is empty without markers")
        if bool(markers) != bool(experiments):
            raise row.broken("experiments are the alternative to markers")
        if not markers + mixing + pressing + filtering + heating:
            raise row.broken("a course improves something")
        start = row.count("start", FIRST_HOUR, LAST_HOUR - 1)
        cards.append(CourseCard(start, (mixing, pressing, filtering, heating), markers, colour, experiments))
    if sum(card.experiments == SPECIAL_COURSE_EXPERIMENTS for card in cards) != 1:
        raise BadData(file, 0, "exactly one course has two experiments")
    made.courses = tuple(cards)


def _opening_hours(made: TincturaData, rows: Sequence[Row]) -> None:
    """TIN-DAT-05."""
    require_rows("opening_hours.csv", rows, DAYS, DAYS)
    made.opening = tuple(
        (row.count("first", FIRST_HOUR, LAST_HOUR), row.count("last", FIRST_HOUR, LAST_HOUR)) for row in rows
    )
    for row, (first, last) in zip(rows, made.opening, strict=True):
        if first > last:
            raise row.broken("first is not after last")


def _blocked(made: TincturaData, rows: Sequence[Row]) -> None:
    """TIN-DAT-06."""
    require_rows("blocked_apprentices.csv", rows, 4, 4)
    spaces = tuple(str(space) for space in range(1, APPRENTICE_SPACES + 1))
    cards = []
    for row in rows:
        sides: list[tuple[int, ...]] = [(), ()]
        for side in ("two", "three"):
            days = []
            for number, day in enumerate(_DAYS):
                column = f"{side}_{day}"
                blocked = row.word_list(column, spaces)
                if len(set(blocked)) != len(blocked):
                    raise row.broken(f"{column} names no space twice")
                expected = 0 if number == DAYS - 1 else 2
                if side == "two" and len(blocked) != expected:
                    raise row.broken(f"{column} names {expected} spaces")
                days.append(sum(1 << space for space in blocked))
            sides.append(tuple(days))
        cards.append(tuple(sides))
    made.blocked = tuple(cards)


def _goals(made: TincturaData, private_goals: Sequence[Row], open_goals: Sequence[Row]) -> None:
    """TIN-DAT-08."""
    made.private_goal_points = tuple(
        row.count("points", 0, 99) for row in by_id("private_goals.csv", private_goals, PRIVATE_GOAL.words)
    )
    paid = []
    for row in by_id("open_goals.csv", open_goals, OPEN_GOAL.words):
        values = tuple(row.count(place, 0, 99) for place in COLUMNS_OF["open_goals"])
        if list(values) != sorted(values, reverse=True):
            raise row.broken("first, second, third, fourth do not grow")
        paid.append(values)
    made.open_goal_points = tuple(paid)


TincturaData.parse = parse_tables
load_data: Final = table_loader(Path(__file__).with_name("data"), tuple(COLUMNS_OF), parse_tables)
"""The built-in tables or those of a folder with the same files."""
