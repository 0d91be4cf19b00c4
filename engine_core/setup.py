"""What every game demands when it is set up: a number of seats, options and a key that are possible."""

from __future__ import annotations

from collections.abc import Sequence

from engine_core.errors import BadSetup
from engine_core.rng import Rng
from engine_core.schema import Number, schema_of
from engine_core.vocabulary import Labels


def require_seats(seats: object, seat_counts: Sequence[int], title: str, rule_id: str) -> None:
    """So many play this game; :class:`BadSetup` names ``seats`` and the rule, ``title`` is the game's name in its sentence."""
    if seats not in seat_counts or isinstance(seats, bool):
        *some, most = seat_counts
        numbers = f"{', '.join(map(str, some))} or {most}" if some else f"{most}"
        raise BadSetup("seats", f"{title} is played by {numbers}, not by {seats}", rule_id)


def random_streams(key: bytes, purposes: tuple[str, ...]) -> Rng:
    """The random numbers of a game; :class:`BadSetup` names ``key`` if it is none."""
    try:
        return Rng(key, purposes)
    except ValueError as fault:
        raise BadSetup("key", f"{fault}") from None


def require_options(options: object, cls: type, title: str) -> None:
    """The options are of the game's class and every one has a value that exists.

    :class:`BadSetup` names the option, or ``options`` as a whole; ``title`` is the game's name in its sentence.
    """
    fields = schema_of(cls).fields
    if not isinstance(options, cls):
        names = " and ".join(filter(None, (", ".join(name for name, _ in fields[:-1]), fields[-1][0])))
        raise BadSetup("options", f"the option{'s' if len(fields) > 1 else ''} of {title}: {names}")
    for name, node in fields:
        value = getattr(options, name)
        if isinstance(node, Number) and isinstance(node.word, Labels):
            if value not in range(len(node.word)):
                raise BadSetup(name, f"{name} is one of {', '.join(node.word.words)}")
        elif not isinstance(value, bool):
            raise BadSetup(name, f"{name} is true or false")
