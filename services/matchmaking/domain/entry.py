"""Who takes part in a tournament: from the entries of its description to the list of entrants."""

from collections import Counter
from collections.abc import Iterable, Mapping

from arena.pb.matchmaking.v1 import tournaments_pb2
from services.matchmaking.domain import names
from services.matchmaking.domain.derived_ids import derived_id
from services.matchmaking.domain.event import Entrant

MAX_ENTRANTS = 1024


class BadTournament(Exception):
    """A tournament that cannot be held as described; `subject` is the field or the name it is about."""

    def __init__(self, sentence: str, subject: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.subject = subject


def house_bot_id(bot: str, label: str, copy: int) -> str:
    """Id of one copy of a house bot: the same in every event, so that it can be rated over many."""
    return derived_id("house-bot", bot, label, copy)


def expand(specs: Iterable[tournaments_pb2.EntrantSpec], player_names: Mapping[str, str]) -> tuple[Entrant, ...]:
    """The entrants in the order of the entries; several copies of a house bot are numbered from 1.

    `player_names` has every registered player that is named. Raises BadTournament for a player who enters twice, for two
    entrants with one name, and for more than MAX_ENTRANTS.
    """
    specs = list(specs)
    total = sum(spec.house_bot.count if spec.HasField("house_bot") else 1 for spec in specs)
    if total > MAX_ENTRANTS:
        raise BadTournament(f"A tournament has at most {MAX_ENTRANTS} entrants, not {total}.", "entrants")
    copies: Counter[tuple[str, str]] = Counter()
    for spec in specs:
        if spec.HasField("house_bot"):
            copies[_series(spec.house_bot)] += spec.house_bot.count
    entrants: list[Entrant] = []
    numbers: Counter[tuple[str, str]] = Counter()
    for spec in specs:
        if not spec.HasField("house_bot"):
            entrants.append(Entrant(spec.player_id, player_names[spec.player_id]))
            continue
        bot, label = series = _series(spec.house_bot)
        for _ in range(spec.house_bot.count):
            numbers[series] += 1
            name = label if copies[series] == 1 else f"{label} {numbers[series]}"
            entrants.append(Entrant(house_bot_id(bot, label, numbers[series]), name, bot))
    _refuse_doubles(entrants)
    return tuple(entrants)


def _series(entry: tournaments_pb2.HouseBotEntry) -> tuple[str, str]:
    return entry.bot, names.shown(entry.label) or entry.bot


def _refuse_doubles(entrants: list[Entrant]) -> None:
    ids: set[str] = set()
    called: set[str] = set()
    for entrant in entrants:
        if entrant.player_id in ids:
            raise BadTournament(f"{entrant.name} has entered twice.", entrant.player_id)
        ids.add(entrant.player_id)
        if names.compared(entrant.name) in called:
            raise BadTournament(
                f"Two entrants would be called {entrant.name}; give the house bots another label.", entrant.name
            )
        called.add(names.compared(entrant.name))
