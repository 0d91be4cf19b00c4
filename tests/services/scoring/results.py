"""Results to count, as the rules service publishes them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from arena.pb.events.v1.log_pb2 import ResultPublished
from arena.pb.rules.v1 import results_pb2 as pb
from services.common.bus import Stored, subjects
from services.common.clock import timestamp

ALPHABET = "abcdefghijklmnopqrstuvwxyz234567"
START = 1_800_000_000_000_000_000


def an_id(name: str) -> str:
    """A 26-character id that says what it is for."""
    return "".join(c for c in name.lower() if c in ALPHABET + "0189").ljust(26, "a")[:26]


def seat(
    number: int, player: str, place: int, *, bot: str = "", ending: pb.SeatEnding.ValueType = pb.SEAT_ENDING_PLAYED
) -> pb.SeatResult:
    """One seat's result."""
    return pb.SeatResult(
        seat=number,
        player_id=an_id(player),
        name=player,
        kind=pb.SEAT_KIND_HOUSE_BOT if bot else pb.SEAT_KIND_PLAYER,
        bot=bot,
        place=place,
        points=100 - place,
        ending=ending,
        fault=pb.FAULT_NOBODY if ending == pb.SEAT_ENDING_PLAYED else pb.FAULT_SEAT,
    )


def match_result(
    match: str,
    seats: Sequence[pb.SeatResult],
    *,
    game: str = "medico",
    ending: pb.MatchEnding.ValueType = pb.MATCH_ENDING_COMPLETED,
    rated: bool = True,
    pool: str = "",
    tournament: str = "",
    number: int = 0,
) -> pb.MatchResult:
    """A result; `number` makes it end later."""
    return pb.MatchResult(
        match_id=an_id(match),
        game=game,
        rules_version=1,
        ending=ending,
        seats=seats,
        rated=rated,
        pool=pool,
        tournament=pb.TournamentRef(tournament_id=an_id(tournament), round=1, table=1) if tournament else None,
        started=timestamp(START + number * 1_000_000_000),
        finished=timestamp(START + (number + 1) * 1_000_000_000),
        fault=pb.FAULT_NOBODY,
    )


def players(match: str, *names: str, number: int = 0, rated: bool = True) -> pb.MatchResult:
    """A match of registered players, best first."""
    return match_result(match, [seat(i, name, i + 1) for i, name in enumerate(names)], number=number, rated=rated)


def payload(result: pb.MatchResult) -> bytes:
    """The message on the bus."""
    return ResultPublished(result=result).SerializeToString(deterministic=True)


def stored(sequence: int, result: pb.MatchResult) -> Stored:
    """The message as a stream has it."""
    return Stored(sequence, subjects.result(result.game, result.match_id), payload(result))


def many(count: int, seed: int = 1) -> list[pb.MatchResult]:
    """Results of all kinds: two to four seats, players and copies of house bots, ties, resignations, unrated and aborted."""
    draw = random.Random(seed)
    made = []
    for number in range(count):
        size = draw.choice((2, 3, 4))
        names = draw.sample(["ada", "bo", "cy", "dee", "eve", "fay"], size)
        places = draw.sample(range(1, size + 1), size)
        if draw.random() < 0.1:
            places[0] = places[1]
        seats = []
        for i, name in enumerate(names):
            bot = draw.choice(("", "", "random", "greedy"))
            resigned = draw.random() < 0.1
            seats.append(
                seat(
                    i,
                    f"{bot}-{name}" if bot else name,
                    places[i],
                    bot=bot,
                    ending=pb.SEAT_ENDING_RESIGNED if resigned else pb.SEAT_ENDING_PLAYED,
                )
            )
        ending = draw.choices(
            (pb.MATCH_ENDING_COMPLETED, pb.MATCH_ENDING_ABANDONED, pb.MATCH_ENDING_ABORTED), (20, 1, 1)
        )[0]
        if ending == pb.MATCH_ENDING_ABORTED:
            for place in seats:
                place.place = 0
        made.append(
            match_result(
                f"m{number}x",
                seats,
                ending=ending,
                rated=ending != pb.MATCH_ENDING_ABORTED and draw.random() < 0.9,
                pool=draw.choice(("", "open")),
                tournament=draw.choice(("", "cup")),
                number=number,
            )
        )
    return made
