"""What one result does to the ratings of its table."""

from collections.abc import Callable
from dataclasses import dataclass

from arena.pb.rules.v1 import results_pb2
from services.scoring.domain.raters import rater_id
from services.scoring.domain.ratings import Strength, rate

_NEVER_RATED = (results_pb2.MATCH_ENDING_ABORTED, results_pb2.MATCH_ENDING_PLATFORM_FAULT)


@dataclass(frozen=True, slots=True)
class Change:
    """What a match changed for one rater."""

    rater_id: str
    before: Strength
    after: Strength
    won: bool


def counts(result: results_pb2.MatchResult) -> bool:
    """Whether a result changes ratings: it is rated, it ranks every seat, and at least two different raters met."""
    return (
        result.rated
        and result.ending not in _NEVER_RATED
        and all(seat.place >= 1 for seat in result.seats)
        and len({rater_id(seat) for seat in result.seats}) >= 2
    )


def changes(result: results_pb2.MatchResult, strength: Callable[[str], Strength]) -> list[Change]:
    """The changes of a result that `counts`, one per rater, in the order of their first seats.

    ``strength`` gives a rater's strength before. Every seat ranks as the result says, also one that resigned or ran out of
    time. Copies of one house bot at the same table share their rating: each is rated from the common strength, and the
    common strength moves by the mean of what its copies did, as one match.
    """
    raters = [rater_id(seat) for seat in result.seats]
    before = {rater: strength(rater) for rater in raters}
    after = rate([before[rater] for rater in raters], [seat.place for seat in result.seats])
    found = []
    for rater in before:
        copies = [number for number, other in enumerate(raters) if other == rater]
        found.append(
            Change(
                rater,
                before[rater],
                Strength(
                    sum(after[number].mu for number in copies) / len(copies),
                    sum(after[number].sigma for number in copies) / len(copies),
                ),
                won=any(result.seats[number].place == 1 for number in copies),
            )
        )
    return found
