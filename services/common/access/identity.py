"""Who is calling."""

from dataclasses import dataclass

from services.common.errors import NotYourSeat, WrongRole

PLAYER = "player"
HOST = "host"
SERVICE = "service"
OPERATOR = "operator"

ROLES = frozenset({PLAYER, HOST, SERVICE, OPERATOR})


@dataclass(frozen=True, slots=True)
class Identity:
    """What a verified token says.

    `subject` is a player id or a service's name; `match` and `seat` are set on seat tokens, and then the token opens
    that seat of that match (seats count from 0); `expires` is in seconds since the epoch.
    """

    subject: str
    roles: frozenset[str]
    expires: int
    match: str | None = None
    seat: int | None = None

    def has_role(self, *roles: str) -> bool:
        """Whether it carries at least one of `roles`."""
        return not self.roles.isdisjoint(roles)

    def require_role(self, *roles: str) -> None:
        """Raises WrongRole unless it carries at least one of `roles`."""
        if not self.has_role(*roles):
            raise WrongRole(" or ".join(roles))

    def require_seat(self, match_id: str, seat: int | None = None) -> int:
        """The seat that the token opens in `match_id`; raises NotYourSeat if it is for another match or seat."""
        if self.match != match_id or self.seat is None or (seat is not None and seat != self.seat):
            raise NotYourSeat
        return self.seat
