"""From finished matches to standings.

A place brings the points of the event's table of points; a seat that was given up (resigned, timed out,
disqualified) brings none, whatever its place. Entrants rank by, one after the other:

1. points per game (not the sum: numbers of games may differ by one, and a bye must cost nothing),
2. wins per game,
3. mean place (lower is better; a game without a place counts as the last one),
4. mean points of the game's own scoring.

Who is equal in all four shares the rank. Who has not played yet ranks last.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine_core.game import places_at


def default_points(table_size: int) -> tuple[int, ...]:
    """Points for places 1, 2, ...: one for each opponent left behind, the game itself at tables of one."""
    return tuple(range(places_at(table_size) - 1, -1, -1))


@dataclass(frozen=True, slots=True)
class Finish:
    """What one match brought one entrant. `place` is 0 when the match brought no ranking."""

    player_id: str
    place: int
    game_points: int
    given_up: bool = False


@dataclass(slots=True)
class Score:
    """What an entrant has so far. `places[n]` counts how often place n + 1 was reached."""

    places: list[int]
    games: int = 0
    points: int = 0
    wins: int = 0
    game_points: int = 0

    @property
    def mean_game_points(self) -> float:
        """Mean points by the game's own scoring; 0 before the first game."""
        return self.game_points / self.games if self.games else 0.0

    def rank_key(self) -> tuple[Fraction | int, ...]:
        """Sorts better scores first; equal keys share a rank."""
        if not self.games:
            return (1, 0, 0, 0, 0)
        placed = sum(self.places)
        sum_of_places = sum(place * count for place, count in enumerate(self.places, 1))
        sum_of_places += (self.games - placed) * len(self.places)
        return (
            0,
            -Fraction(self.points, self.games),
            -Fraction(self.wins, self.games),
            Fraction(sum_of_places, self.games),
            -Fraction(self.game_points, self.games),
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings."""

    rank: int
    player_id: str
    score: Score


@dataclass(slots=True)
class Tally:
    """The scores of an event, fed with one finished match after the other."""

    points: Sequence[int]
    scores: dict[str, Score] = field(default_factory=dict)

    @classmethod
    def of(cls, player_ids: Iterable[str], points: Sequence[int]) -> "Tally":
        """A tally of an event in which nothing has been played; `points` has one entry per place.

        Events of solo games that are older than place 2 there have a single entry; a lost game brings nothing in them.
        """
        full = (*points, *[0] * (places_at(1) - len(points)))
        return cls(full, {player_id: Score([0] * len(full)) for player_id in player_ids})

    def add(self, finishes: Iterable[Finish]) -> None:
        """Count one match. Raises KeyError for a player that is not in the event and IndexError for a place beyond the table."""
        for finish in finishes:
            score = self.scores[finish.player_id]
            if finish.place:
                score.places[finish.place - 1] += 1
                if not finish.given_up:
                    score.points += self.points[finish.place - 1]
                    score.wins += finish.place == 1
            score.games += 1
            score.game_points += finish.game_points

    def standings(self) -> list[Line]:
        """Best first; equal entrants in the order in which they entered."""
        return ranked(self.scores)


def ranked(scores: Mapping[str, Score]) -> list[Line]:
    """The lines of the standings, best first."""
    keyed = sorted(((score.rank_key(), player_id) for player_id, score in scores.items()), key=lambda pair: pair[0])
    lines: list[Line] = []
    previous: tuple[Fraction | int, ...] | None = None
    for position, (key, player_id) in enumerate(keyed, 1):
        rank = lines[-1].rank if lines and key == previous else position
        lines.append(Line(rank, player_id, scores[player_id]))
        previous = key
    return lines
