"""Drawing the tables of a round: at random, with everybody at the same number of games, give or take one."""

from collections.abc import Sequence

from engine_core.rng import Rng, derive_key

_STREAMS = ("byes", "tables")
_BYES, _TABLES = range(len(_STREAMS))


def tables_per_round(entrants: int, table_size: int) -> int:
    """How many full tables a round has; whoever is left over has a bye."""
    return entrants // table_size


def draw_round(games: Sequence[int], table_size: int, key: bytes, round_number: int) -> tuple[tuple[int, ...], ...]:
    """The tables of one round, each a tuple of entrant numbers in seat order.

    `games[n]` is the number of games that entrant `n` was drawn for in the rounds before. Who has fewer plays first,
    so if the numbers differ by at most one before the round they do after it. Everything else is drawn from `key`
    and the round's number: the same arguments give the same tables. Raises ValueError when no table can be filled.
    """
    if table_size < 1 or len(games) < table_size:
        raise ValueError(f"{len(games)} entrants fill no table of {table_size}")
    rng = Rng(derive_key(key, "round", round_number), _STREAMS)
    places = tables_per_round(len(games), table_size) * table_size
    # Shuffled first, then sorted by games: equal ones stay in random order.
    by_need = sorted(rng.shuffle(_BYES, range(len(games))), key=lambda entrant: games[entrant])
    playing = rng.shuffle(_TABLES, by_need[:places])
    return tuple(playing[first : first + table_size] for first in range(0, places, table_size))
