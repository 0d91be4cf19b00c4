"""A seat that a house bot plays: what has to be remembered so that a restart plays on. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from arena.pb.bots.v1 import bots_pb2

PREFIX: Final = "seat"
"""Keys in the bots' bucket: ``seat.<match id>.<seat>``."""


@dataclass(frozen=True, slots=True)
class FilledSeat:
    """One seat, its bot and where it is played."""

    match_id: str
    game: str
    rules_target: str
    seat: int
    bot: str
    token: str
    bot_seed: bytes

    @property
    def key(self) -> str:
        """Where it is kept."""
        return f"{PREFIX}.{self.match_id}.{self.seat}"

    def same_bot(self, other: FilledSeat) -> bool:
        """Whether both make the same choices: a request repeated, perhaps with a newer token or address."""
        return (self.game, self.bot, self.bot_seed) == (other.game, other.bot, other.bot_seed)

    def to_bytes(self) -> bytes:
        """A FillSeatsRequest with this one seat."""
        seat = bots_pb2.BotSeat(seat=self.seat, bot=self.bot, token=self.token, bot_seed=self.bot_seed)
        return bots_pb2.FillSeatsRequest(
            match_id=self.match_id, game=self.game, rules_target=self.rules_target, seats=[seat]
        ).SerializeToString()


def seats_of(request: bots_pb2.FillSeatsRequest) -> list[FilledSeat]:
    """The seats of a request, or of what :meth:`FilledSeat.to_bytes` made."""
    return [
        FilledSeat(request.match_id, request.game, request.rules_target, seat.seat, seat.bot, seat.token, seat.bot_seed)
        for seat in request.seats
    ]


def from_bytes(stored: bytes) -> FilledSeat:
    """Inverse of :meth:`FilledSeat.to_bytes`."""
    (seat,) = seats_of(bots_pb2.FillSeatsRequest.FromString(stored))
    return seat


__all__ = ["PREFIX", "FilledSeat", "from_bytes", "seats_of"]
