"""The tokens that matchmaking issues."""

import time
from dataclasses import dataclass

from services.common import clock
from services.common.access import PLAYER, SERVICE, TokenIssuer
from services.matchmaking.settings import MatchmakingSettings
from services.matchmaking.store.players import Player

_OWN_LIFETIME = 3600
_SECOND = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Issued:
    """A token and when it expires, in UTC nanoseconds (rounded down to seconds)."""

    token: str
    expires: int


class Tokens:
    """For players, for seats, and for this service itself."""

    def __init__(self, issuer: TokenIssuer, settings: MatchmakingSettings) -> None:
        self._issuer = issuer
        self._settings = settings
        self._own = ""
        self._own_renewed = 0.0

    def of_player(self, player: Player) -> Issued:
        """What a player signs in with."""
        lifetime = self._settings.player_token_seconds
        expires = clock.now_ns() // _SECOND + lifetime
        return Issued(self._issuer.issue(player.player_id, player.roles, lifetime=lifetime), expires * _SECOND)

    def of_seat(self, player_id: str, match_id: str, seat: int) -> Issued:
        """What opens one seat of one match; outlives the match."""
        lifetime = self._settings.seat_token_seconds
        expires = clock.now_ns() // _SECOND + lifetime
        token = self._issuer.issue(player_id, (PLAYER,), lifetime=lifetime, match=match_id, seat=seat)
        return Issued(token, expires * _SECOND)

    def own(self) -> str:
        """What this service shows to the others."""
        now = time.monotonic()
        if not self._own or now - self._own_renewed > _OWN_LIFETIME / 4:
            # Issued anew well before it expires, and soon after a key was replaced.
            self._own = self._issuer.issue(self._settings.service, (SERVICE,), lifetime=_OWN_LIFETIME)
            self._own_renewed = now
        return self._own
