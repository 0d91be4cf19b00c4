"""Who a rating belongs to: a player, or a house bot with all its copies."""

import base64
import hashlib

from arena.pb.rules.v1 import results_pb2

ID_LENGTH = 26


def rater_id(seat: results_pb2.SeatResult) -> str:
    """The id that the seat is rated under: the player's own, or that of the house bot it is a copy of."""
    return house_bot_id(seat.bot) if seat.kind == results_pb2.SEAT_KIND_HOUSE_BOT else seat.player_id


def rater_name(seat: results_pb2.SeatResult) -> str:
    """The name to show on a leaderboard: copies of a house bot go by the bot's name."""
    return seat.bot if seat.kind == results_pb2.SEAT_KIND_HOUSE_BOT else seat.name


def house_bot_id(bot: str) -> str:
    """The id of a house bot on leaderboards; depends on its name only, so that every installation has the same."""
    digest = hashlib.blake2b(f"arena/house-bot/{bot}".encode(), digest_size=20).digest()
    return base64.b32encode(digest).decode().lower()[:ID_LENGTH]
