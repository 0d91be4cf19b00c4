"""What waits on the stack of a game of Tinctura, see :mod:`engine_core.stack` and ``docs/decisions/0021``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final

from engine_core.games.tinctura.vocabulary import (
    AGAIN,
    BLOSSOMS,
    BONUS,
    COURSE_REWARD,
    EXPERIMENTS,
    EXTRA_PLANT,
    FINAL_PRODUCTION,
    GATHER,
    KNOWLEDGE_END,
    LEFTOVER,
    MARKER_CHOICE,
    MELANIE_TURN,
    MERCHANT,
    MUSHROOMS,
    OMIT,
    PAYMENT,
    POWDER,
    PREMONITION_PEEK,
    PRODUCTION,
    RAPID_GROWTH_EXTRA,
    REPEAT,
    SHARE_16,
    SKILL_CHOICE,
    SOLO_CHOICE,
    TURN,
    TURN_AFTER,
    WARE_GAINED,
    MaybeAbility,
    MaybeCourse,
    MaybeMainAction,
    MaybeMedication,
    MaybePatient,
    MaybePlant,
    MaybePowderChoice,
    MaybeSoloQuestion,
    MaybeSource,
    MaybeWare,
    Pending,
    PlantSet,
    Seat,
)
from engine_core.values import Value
from engine_core.vocabulary import NONE


class Frame(Value):
    """One thing that waits on the stack: a decision, or a step that follows once those above are done.

    ``seat`` is the participant that it concerns; a decision of Melanie's is put to the human. Only the fields that the kind needs are
    set, each kind's are listed in :data:`FIELDS_OF`. Frames are made by :func:`frame`.
    """

    __slots__ = (
        "ability",
        "amount",
        "choice",
        "choices",
        "course",
        "done",
        "kind",
        "left",
        "main",
        "medication",
        "patient",
        "plant",
        "plants",
        "question",
        "seat",
        "source",
        "ware",
        "with_knowledge",
    )

    may_be_left_out: ClassVar[frozenset[str]] = frozenset(__slots__) - {"kind", "seat"}

    kind: Pending
    seat: Seat
    left: int
    """How many are still to come: plants to pay or to take, experiments, skill choices, tea steps, markers, powders. Of ``melanie_turn``
    the entry of a list that comes next: of the actions of her solo card, of the wares of her merchant card."""
    done: int
    """How many are done: wares of a visit, plants of a gather; of ``melanie_turn`` the number of the next stage."""
    amount: int
    """How much each is: levels per skill choice, units of a production. Of ``gather``, ``extra_plant`` and ``share_16`` the participants,
    as flags, that have had their extra of Rapid Growth, where it is one per action."""
    plants: PlantSet
    """The types that a payment may use."""
    plant: MaybePlant
    """The type of a Rapid Growth."""
    patient: MaybePatient
    medication: MaybeMedication
    main: MaybeMainAction
    course: MaybeCourse
    ware: MaybeWare
    ability: MaybeAbility
    """By which a leftover is claimed."""
    choice: MaybePowderChoice
    question: MaybeSoloQuestion
    choices: tuple[int, ...]
    """What ``solo_choice`` offers: numbers of the kind that ``question`` names."""
    source: MaybeSource
    """What a payment is for, what a skill choice or an experiment comes from."""
    with_knowledge: bool
    """Whether a skill choice may name plant knowledge (TIN-EXP-06)."""


FIELDS_OF: Final[Mapping[int, tuple[str, ...]]] = MappingProxyType(
    {
        TURN: (),
        TURN_AFTER: (),
        PAYMENT: ("left", "plants", "source"),
        OMIT: ("patient", "medication", "amount"),
        MUSHROOMS: ("patient", "medication", "amount"),
        REPEAT: ("main",),
        AGAIN: ("main",),
        PREMONITION_PEEK: ("left",),
        COURSE_REWARD: ("course",),
        MARKER_CHOICE: ("left",),
        SKILL_CHOICE: ("left", "amount", "source", "with_knowledge", "question", "choices"),
        BONUS: ("left", "source"),
        MERCHANT: ("done",),
        GATHER: ("left", "done", "ability", "amount"),
        EXTRA_PLANT: ("amount",),
        RAPID_GROWTH_EXTRA: ("plant",),
        SHARE_16: ("question", "choices", "ability", "amount"),
        LEFTOVER: ("ability", "question", "choices"),
        POWDER: ("left", "done", "choice"),
        BLOSSOMS: ("left",),
        FINAL_PRODUCTION: (),
        SOLO_CHOICE: ("question", "choices", "source"),
        WARE_GAINED: ("ware", "source"),
        PRODUCTION: ("patient", "medication", "amount"),
        EXPERIMENTS: ("left", "source"),
        KNOWLEDGE_END: (),
        MELANIE_TURN: ("left", "done", "amount", "main", "question", "choices"),
    }
)
"""The fields that a frame of each kind may set, besides ``kind`` and ``seat``."""


@lru_cache(maxsize=16384)
def frame(
    kind: int,
    seat: int,
    left: int = 0,
    *,
    done: int = 0,
    amount: int = 0,
    plants: int = 0,
    plant: int = NONE,
    patient: int = NONE,
    medication: int = NONE,
    main: int = NONE,
    course: int = NONE,
    ware: int = NONE,
    ability: int = NONE,
    choice: int = NONE,
    question: int = NONE,
    choices: tuple[int, ...] = (),
    source: int = NONE,
    with_knowledge: bool = False,
) -> Frame:
    """The frame with these values; what is left out is not set. Frames never change and few are different, so each is made once."""
    return Frame(
        kind=kind,
        seat=seat,
        left=left,
        done=done,
        amount=amount,
        plants=plants,
        plant=plant,
        patient=patient,
        medication=medication,
        main=main,
        course=course,
        ware=ware,
        ability=ability,
        choice=choice,
        question=question,
        choices=choices,
        source=source,
        with_knowledge=with_knowledge,
    )
