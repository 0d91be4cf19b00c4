"""Tournaments and results made for tests."""

from collections.abc import Sequence
from dataclasses import replace

from arena.pb.medico.v1 import options_pb2
from arena.pb.rules.v1 import games_pb2, results_pb2
from services.matchmaking.domain.event import Entrant, Event
from services.matchmaking.domain.standings import default_points

OPTIONS = games_pb2.GameOptions(
    medico=options_pb2.Options(
        starting_markets=options_pb2.STARTING_MARKETS_NONE, start_places=options_pb2.START_PLACES_CHOSEN
    )
)
NOW = 1_900_000_000_000_000_000


def identifier(text: str) -> str:
    """An id that shows where it comes from."""
    return text.ljust(26, "0")


def event(entrants: int = 5, *, table_size: int = 2, rounds: int = 3, number: int = 1, **changes: object) -> Event:
    """A tournament of house bots and, last, one registered player."""
    bots = [Entrant(identifier(f"bot{index}x"), f"Bot {index}", "random") for index in range(entrants - 1)]
    made = Event(
        tournament_id=identifier(f"t{number}x"),
        name=f"Event {number}",
        game="medico",
        options=OPTIONS,
        table_size=table_size,
        rounds=rounds,
        points=default_points(table_size),
        rated=True,
        entrants=(*bots, Entrant(identifier("anna"), "Anna")),
        content_hash=b"h" * 32,
        pairing_key=b"p" * 32,
        bot_key=b"b" * 32,
        created=NOW + number,
    )
    return replace(made, **changes)  # type: ignore[arg-type]  # the caller names fields of Event


def result(
    match_id: str,
    order: Sequence[str],
    ending: results_pb2.MatchEnding.ValueType = results_pb2.MATCH_ENDING_COMPLETED,
) -> results_pb2.MatchResult:
    """A result in which the players, given in seat order, came in that order."""
    return results_pb2.MatchResult(
        match_id=match_id,
        game="medico",
        rules_version=1,
        ending=ending,
        seats=[
            results_pb2.SeatResult(
                seat=seat,
                player_id=player,
                place=seat + 1,
                points=50 - seat,
                ending=results_pb2.SEAT_ENDING_PLAYED,
            )
            for seat, player in enumerate(order)
        ],
    )
