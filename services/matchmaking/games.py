"""What callers ask to be played, held against what the rules services say that a game is."""

from arena.pb.rules.v1 import games_pb2, reasons_pb2
from services.common.errors import ArenaError
from services.matchmaking.domain.options import UnknownOption, canonical, require_seats
from services.matchmaking.peers import RulesPeer


async def checked_options(
    rules: RulesPeer, game: str, seats: int, options: games_pb2.GameOptions | None
) -> games_pb2.GameOptions:
    """The options in canonical form. Raises UNKNOWN_GAME, BAD_SEAT_COUNT, or UNKNOWN_OPTION, also for a value that does not
    go with so many seats."""
    description = await rules.describe(game)
    if seats not in description.seat_counts:
        counts = ", ".join(map(str, description.seat_counts))
        raise ArenaError(
            reasons_pb2.REASON_BAD_SEAT_COUNT, f"{game} is played with {counts} seats, not {seats}.", subject=str(seats)
        )
    try:
        full = canonical(options, description)
        require_seats(full, description, seats)
    except UnknownOption as error:
        raise ArenaError(reasons_pb2.REASON_UNKNOWN_OPTION, f"{error.sentence}.", subject=error.subject) from None
    return full
