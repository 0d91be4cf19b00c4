"""A sentence for people about each action of the catalogue."""

from __future__ import annotations

from typing import Final

from engine_core.actions import Action
from engine_core.games.tinctura import actions as a
from engine_core.games.tinctura.module_words import PERSONALITY, PRIVATE_GOAL
from engine_core.games.tinctura.vocabulary import (
    ADVANCE_GIVING_UP,
    ADVANCE_MATCHING,
    AREA,
    MARKER_COLOUR,
    MEDICATION,
    OMISSION,
    OMIT_ANY,
    OMIT_NOTHING,
    PLANT,
    SKILL,
    WARE,
)

_CARE: Final = "the apprentice"
_INGREDIENTS: Final = ("1 plant", "1 blossom", "2 blossoms")
_POWDER: Final = ("Make powder.", "Serve own patients.", "Make no powder and serve nobody.")


def describe_action(action: Action) -> str:
    """What the action does, in one sentence with the rulebook's words."""
    match action:
        case a.ChoosePersonality(personality):
            return f"Keep the personality {_title(PERSONALITY.words[personality])}."
        case a.ChoosePrivateGoal(goal):
            return f"Keep the private goal {_title(PRIVATE_GOAL.words[goal])}."
        case a.PlanHour(area):
            return f"Plan the next hour for {_CARE if area == 3 else f'the {AREA.words[area]}'}."
        case a.DeclinePatient(patient):
            return f"Decline patient {patient} for 1 RP."
        case a.TradePlants(first, second, take):
            words = PLANT.words
            given = f"2 {words[first]}s" if first == second else f"1 {words[first]} and 1 {words[second]}"
            return f"Trade {given.replace('berrys', 'berries')} for 1 {words[take]}."
        case a.UseFreeTea(journeyman, roots, herbs):
            return f"Let the {MEDICATION.words[journeyman]} journeyman produce tea from {_tea(roots, herbs)}."
        case a.UseFreeExperiment(laboratory):
            source = "Key to the Lab" if laboratory == 4 else f"the {MEDICATION.words[laboratory]} journeyman"
            return f"Experiment with {source}."
        case a.UseFreeDraw(journeyman):
            return f"Draw plants with the {MEDICATION.words[journeyman]} journeyman."
        case a.ProduceTea(roots, herbs):
            return f"Produce tea from {_tea(roots, herbs)}."
        case a.TakePatient(space):
            return f"Take on the patient of space {space + 1}."
        case a.PremonitionTake(index, swap_rest):
            rest = ", the other two in reverse order" if swap_rest else ""
            return f"Take patient number {index + 1} of those looked at{rest}."
        case a.PremonitionReturn(order):
            return f"Put the patients looked at back in order {order + 1}."
        case a.ProduceMedication(patient, medication, units):
            amount = "" if units == 1 else f" {units} times"
            return f"Produce {MEDICATION.words[medication]} for patient {patient}{amount}."
        case a.PayPlant(plant):
            return f"Pay with 1 {PLANT.words[plant]}."
        case a.OmitPlant(omission):
            if omission == OMIT_NOTHING:
                return "Leave no plant out."
            return f"Leave out 1 {'plant' if omission == OMIT_ANY else OMISSION.words[omission]}."
        case a.AddMushrooms(count):
            return f"Add {count} extra mushroom{'' if count == 1 else 's'}."
        case a.RepeatAction(repeat):
            return "Perform the action again." if repeat else "Do not perform the action again."
        case a.StartCourse(course):
            return f"Start course {course}."
        case a.ChooseCourseReward(choice):
            return "Experiment instead of taking planning markers." if choice else "Take the planning markers."
        case a.ChooseMarkerColour(colour):
            return f"Take a planning marker for the {MARKER_COLOUR.words[colour]}."
        case a.IndividualTraining(skill, plant):
            return f"Train {SKILL.words[skill]} for 1 {PLANT.words[plant]}."
        case a.HireApprentice(space):
            return f"Hire the apprentice of space {space + 1}."
        case a.BuyWare(ware):
            return f"Buy {_ware(ware)}."
        case a.ClaimLeftover(ware):
            return f"Take {_ware(ware)} that is left over."
        case a.ChooseSkill(skill):
            return f"Raise {SKILL.words[skill].replace('_', ' ')}."
        case a.ResolveBonus(accept):
            return "Move the tea marker." if accept else "Leave the tea marker where it is."
        case a.TakeForestPlant(plant, knowledge):
            ending = {ADVANCE_MATCHING: " and advance plant knowledge", ADVANCE_GIVING_UP: " and give it up to advance"}
            return f"Take 1 {PLANT.words[plant]}{ending.get(knowledge, '')}."
        case a.UseExtraPlant(use):
            return "Take an additional plant." if use else "Take no additional plant."
        case a.TakeRapidGrowth(take):
            return "Take one more of the same type." if take else "Take no more of the same type."
        case a.PowderOrService(choice):
            return _POWDER[choice]
        case a.MakePowder(ingredient):
            return f"Make a powder from {_INGREDIENTS[ingredient]}."
        case a.TakeBlossomsOrPlants(choice):
            return "Draw plants." if choice else "Take blossoms."
        case a.SoloChoose(option):
            return f"Choose option {option + 1} for Melanie."
    return _PLAIN[type(action)]


def _title(word: str) -> str:
    return word.replace("_", " ").capitalize()


def _tea(roots: int, herbs: int) -> str:
    parts = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((roots, "root"), (herbs, "herb")) if n]
    return " and ".join(parts)


def _ware(ware: int) -> str:
    return "a mortar" if ware == 4 else f"a {WARE.words[ware]} item"


_PLAIN: Final[dict[type[Action], str]] = {
    a.PremonitionPeek: "Look at the next patients of the deck.",
    a.CompleteCourse: "Complete the course.",
    a.VisitMerchant: "Visit the merchant.",
    a.FinishVisit: "Finish the visit to the merchant.",
    a.GatherPlants: "Gather plants.",
    a.StopGathering: "Gather no more plants.",
    a.Experiment: "Experiment.",
    a.ForgoAction: "Forgo the action of this hour.",
    a.EndTurn: "End the turn.",
    a.PassLeftover: "Take nothing that is left over.",
    a.FinishPowder: "Make no more powder and serve nobody else.",
    a.FinishFinal: "Finish the final production.",
}
