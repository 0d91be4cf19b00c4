"""Tournament files: TOML that a host writes by hand, checked with errors that name line and key.

    name = "Medico night"
    game = "medico"
    table_size = 4
    rounds = 6
    rated = true                      # optional; true
    placement_points = [3, 2, 1, 0]   # optional; default: one for each opponent left behind
    pairing_seed = 7                  # optional; default: drawn by the service
    data = "tables"                   # optional; a folder with card tables, beside the file; default: the game's own

    [options]                         # optional; the game's options by name
    starting_markets = "matched"

    [[entrants]]
    bot = "greedy"
    count = 4                         # optional; 1
    label = "Greedy"                  # optional; the bot's name

    [[entrants]]
    player = "01k5m1x0000000000000000000"

An event of several games names them round by round, in place of `game`, `rounds`, `data` and `[options]`:

    [[rounds]]
    game = "medico"
    count = 3                                     # optional; 1
    options = { starting_markets = "matched" }    # optional
    data = "tables"                               # optional

    [[rounds]]
    game = "azerland"

What only the platform knows (games, their options and seats, bots, players) is judged by matchmaking when the tournament is
created. The format is described for hosts in docs/tournaments.md.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn, cast

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor

from arena.pb.matchmaking.v1 import tournaments_pb2
from arena.pb.rules.v1 import games_pb2
from engine_core.game import places_at
from services.common.ids import is_id

MAX_BYTES = 1 << 20

_NAME = re.compile(r"[^\x00-\x1f\x7f]{1,100}")
_GAME = re.compile(r"[a-z][a-z0-9_]{1,31}")
_BOT = re.compile(r"[a-z][a-z0-9_]{0,31}")
_LABEL = re.compile(r"[^\W_][\w .#'()-]{0,31}")
_FOLDER = re.compile(r"[^\x00-\x1f\x7f]{1,1000}")
_WORD_START = re.compile(r"(?<!^)(?=[A-Z])")
_SYNTAX_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")

_A_GAME = "the name of a game, in small letters"

MOST_ROUNDS = 1000

OptionChoice = str | int | bool

Block = tuple[str, int]
"""A block of the file: its name and which one of that name it is, from 1."""
ROOT: Block = ("", 0)
"""No block: the keys at the top of the file."""


class BadTournamentFile(Exception):
    """A file that describes no tournament. `line` counts from 1, 0 when no line can be named; `key` may be empty."""

    def __init__(self, sentence: str, *, line: int = 0, key: str = "") -> None:
        place = f"line {line}: " if line else ""
        super().__init__(f"{place}{f'{key}: ' if key else ''}{sentence}")
        self.sentence = sentence
        self.line = line
        self.key = key


@dataclass(frozen=True, slots=True)
class HouseBots:
    """Copies of a house bot that enter."""

    bot: str
    count: int = 1
    label: str = ""


@dataclass(frozen=True, slots=True)
class RegisteredPlayer:
    """A registered player that enters."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Leg:
    """Consecutive rounds of one game."""

    game: str
    rounds: int = 1
    options: Mapping[str, OptionChoice] = field(default_factory=dict)
    data: str = ""
    """A folder with card tables as the file names it; empty for the game's own."""


@dataclass(frozen=True, slots=True)
class TournamentFile:
    """What a tournament file says. `placement_points` is empty for the default; with `legs`, `game`, `options` and `data` are empty."""

    name: str
    game: str
    table_size: int
    rounds: int
    entrants: tuple[HouseBots | RegisteredPlayer, ...]
    options: Mapping[str, OptionChoice] = field(default_factory=dict)
    legs: tuple[Leg, ...] = ()
    rated: bool = True
    placement_points: tuple[int, ...] = ()
    pairing_seed: int | None = None
    data: str = ""

    @property
    def folders(self) -> set[tuple[str, str]]:
        """The folders with card tables that it names, each with its game."""
        named = {(leg.game, leg.data) for leg in self.legs} | {(self.game, self.data)}
        return {(game, folder) for game, folder in named if folder}

    def request(
        self, tournament_id: str, digests: Mapping[tuple[str, str], bytes] | None = None
    ) -> tournaments_pb2.CreateTournamentRequest:
        """The request that creates this tournament under an id of the caller's choice (services.common.ids.new_id).

        `digests` are those of the card tables in `folders`: a KeyError if one is missing.
        Raises BadTournamentFile for options that the game does not have; those of a parsed file have been checked.
        """
        known = {(game, ""): b"" for game in {self.game, *(leg.game for leg in self.legs)}} | dict(digests or {})
        return tournaments_pb2.CreateTournamentRequest(
            tournament_id=tournament_id,
            name=self.name,
            game=self.game,
            options=_options(self.game, self.options),
            table_size=self.table_size,
            rounds=self.rounds,
            entrants=[_entrant(entrant) for entrant in self.entrants],
            placement_points=self.placement_points,
            rated=self.rated,
            pairing_seed=self.pairing_seed,
            legs=[
                tournaments_pb2.Leg(
                    game=leg.game,
                    options=_options(leg.game, leg.options),
                    rounds=leg.rounds,
                    data_digest=known[leg.game, leg.data],
                )
                for leg in self.legs
            ],
            data_digest=known[self.game, self.data],
        )


def parse(text: str) -> TournamentFile:
    """Read a tournament file's text; raises BadTournamentFile for the first thing that is wrong."""
    if len(text.encode()) > MAX_BYTES:
        raise BadTournamentFile("a tournament file has at most 1 MiB")
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = _SYNTAX_PLACE.search(str(error))
        sentence = _SYNTAX_PLACE.sub("", str(error))
        raise BadTournamentFile(sentence, line=int(place[1]) if place else text.count("\n") + 1) from error
    except (RecursionError, ValueError) as error:
        # Tables in tables without end, and whole numbers of thousands of digits.
        raise BadTournamentFile("it holds a value that is too deep or too long to be read") from error
    return _Reader(text).tournament(content)


class _Reader:
    """Checks values and finds the line on which a key stands."""

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines()

    def tournament(self, content: dict[str, Any]) -> TournamentFile:
        known = (
            "name",
            "game",
            "table_size",
            "rounds",
            "rated",
            "placement_points",
            "pairing_seed",
            "data",
            "options",
            "entrants",
        )
        self._only(content, known, "", 0)
        name = self._text(content, "name", _NAME, "1 to 100 characters on one line")
        legs = self._legs(content) if isinstance(content.get("rounds"), list) else ()
        game = "" if legs else self._text(content, "game", _GAME, _A_GAME)
        table_size = self._number(content, "table_size", 1, 16)
        rounds = sum(leg.rounds for leg in legs) or self._number(content, "rounds", 1, MOST_ROUNDS)
        rated = content.get("rated", True)
        if not isinstance(rated, bool):
            self._bad("it must be true or false", "rated")
        seed = self._number(content, "pairing_seed", 0, 2**64 - 1) if "pairing_seed" in content else None
        entrants = self._entrants(content)
        players = sum(entrant.count if isinstance(entrant, HouseBots) else 1 for entrant in entrants)
        if players < table_size:
            self._bad(f"{players} entrants fill no table of {table_size}", "entrants")
        return TournamentFile(
            name=name,
            game=game,
            table_size=table_size,
            rounds=rounds,
            entrants=entrants,
            options=self._options(content, game),
            legs=legs,
            rated=rated,
            placement_points=self._points(content, table_size),
            pairing_seed=seed,
            data=self._folder(content),
        )

    def _legs(self, content: dict[str, Any]) -> tuple[Leg, ...]:
        """The [[rounds]] blocks of an event of several games."""
        for key in ("game", "options", "data"):
            if key in content:
                self._bad("each [[rounds]] block has its own", key)
        blocks = content["rounds"]
        if not blocks or not all(isinstance(block, dict) for block in blocks):
            self._bad("write a number, or one [[rounds]] block per game", "rounds")
        legs = []
        for number, block in enumerate(blocks, 1):
            where = ("rounds", number)
            self._only(block, ("game", "count", "options", "data"), *where)
            game = self._text(block, "game", _GAME, _A_GAME, where)
            count = self._number(block, "count", 1, MOST_ROUNDS, where) if "count" in block else 1
            legs.append(Leg(game, count, self._options(block, game, where), self._folder(block, where)))
        if sum(leg.rounds for leg in legs) > MOST_ROUNDS:
            self._bad(f"an event has at most {MOST_ROUNDS} rounds", "rounds")
        return tuple(legs)

    def _folder(self, content: dict[str, Any], where: Block = ROOT) -> str:
        return self._text(content, "data", _FOLDER, "the name of a folder", where) if "data" in content else ""

    def _entrants(self, content: dict[str, Any]) -> tuple[HouseBots | RegisteredPlayer, ...]:
        listed = content.get("entrants")
        if listed is None:
            self._bad("it is missing: write one [[entrants]] block per entry", "entrants")
        if not isinstance(listed, list) or not listed or not all(isinstance(entry, dict) for entry in listed):
            self._bad("write one [[entrants]] block per entry", "entrants")
        entrants = tuple(self._entrant(entry, number) for number, entry in enumerate(listed, 1))
        seen: set[str] = set()
        for number, entrant in enumerate(entrants, 1):
            if isinstance(entrant, RegisteredPlayer):
                if entrant.player_id in seen:
                    self._bad("this player has entered already", "player", ("entrants", number))
                seen.add(entrant.player_id)
        return entrants

    def _entrant(self, entry: dict[str, Any], number: int) -> HouseBots | RegisteredPlayer:
        where = ("entrants", number)
        if ("bot" in entry) == ("player" in entry):
            self._bad("an entry has either bot or player", "entrants", where)
        if "player" in entry:
            self._only(entry, ("player",), *where)
            player_id = entry["player"]
            if not isinstance(player_id, str) or not is_id(player_id):
                self._bad("it must be the id of a registered player: 26 characters a-z, 0-9", "player", where)
            return RegisteredPlayer(player_id)
        self._only(entry, ("bot", "count", "label"), *where)
        bot = self._text(entry, "bot", _BOT, "the name of a house bot, such as greedy", where)
        count = self._number(entry, "count", 1, 1024, where) if "count" in entry else 1
        label = ""
        if "label" in entry:
            label = self._text(entry, "label", _LABEL, "1 to 32 letters, digits, spaces or ._#'()-", where)
        return HouseBots(bot, count, label)

    def _options(self, content: dict[str, Any], game: str, where: Block = ROOT) -> dict[str, OptionChoice]:
        options = content.get("options", {})
        if not isinstance(options, dict):
            self._bad("write an [options] block with one line per option", "options", where)
        for name, value in options.items():
            if not isinstance(value, str | int | bool):
                self._bad("the value of an option is a text, a whole number, true or false", name, where)
        try:
            _options(game, options)
        except BadTournamentFile as error:
            self._bad(error.sentence, error.key, where)
        return options

    def _points(self, content: dict[str, Any], table_size: int) -> tuple[int, ...]:
        points = content.get("placement_points", [])
        if points == []:
            return ()
        whole = isinstance(points, list) and all(type(value) is int and 0 <= value <= 1000 for value in points)
        places = places_at(table_size)
        if not whole or len(points) != places:
            self._bad(f"it must list {places} whole numbers from 0 to 1000, one per place", "placement_points")
        if sorted(points, reverse=True) != points:
            self._bad("a better place must not bring fewer points", "placement_points")
        return tuple(points)

    def _text(self, table: dict[str, Any], key: str, pattern: re.Pattern[str], wanted: str, where: Block = ROOT) -> str:
        value = table.get(key)
        if value is None:
            self._bad(f"it is missing; it must be {wanted}", key, where)
        if not isinstance(value, str) or pattern.fullmatch(value) is None:
            self._bad(f"it must be {wanted}", key, where)
        return value

    def _number(self, table: dict[str, Any], key: str, low: int, high: int, where: Block = ROOT) -> int:
        value = table.get(key)
        if value is None:
            self._bad(f"it is missing; it must be a whole number from {low} to {high}", key, where)
        if type(value) is not int or not low <= value <= high:
            self._bad(f"it must be a whole number from {low} to {high}", key, where)
        return value

    def _only(self, table: dict[str, Any], known: tuple[str, ...], block: str, entry: int) -> None:
        for key in table:
            if key not in known:
                inside = f" in {block}" if block else ""
                self._bad(f"there is no such key{inside}; there are {', '.join(known)}", key, (block, entry))

    def _bad(self, sentence: str, key: str, where: Block = ROOT) -> NoReturn:
        raise BadTournamentFile(sentence, line=self._line_of(key, *where), key=key)

    def _line_of(self, key: str, block: str, entry: int) -> int:
        """The line of a key, else that of its block, else 0. tomllib keeps no positions."""
        header = re.compile(rf"\s*\[\[\s*{block}\s*\]\]")
        wanted = re.compile(rf"\s*(\[\[?\s*)?[\"']?{re.escape(key)}[\"']?\s*(=|\.|\]|$)")
        start, seen = 0, 0
        for number, line in enumerate(self._lines, 1):
            if header.match(line):
                seen += 1
                if entry and seen == entry:
                    start = number
                elif entry and seen > entry:
                    break
            if seen >= entry and wanted.match(line):
                return number
        return start


def _entrant(entrant: HouseBots | RegisteredPlayer) -> tournaments_pb2.EntrantSpec:
    if isinstance(entrant, RegisteredPlayer):
        return tournaments_pb2.EntrantSpec(player_id=entrant.player_id)
    return tournaments_pb2.EntrantSpec(
        house_bot=tournaments_pb2.HouseBotEntry(bot=entrant.bot, count=entrant.count, label=entrant.label)
    )


def _options(game: str, chosen: Mapping[str, OptionChoice]) -> games_pb2.GameOptions | None:
    """The game's options message, filled by field name; labels become the enum's values."""
    if not chosen:
        return None
    options = games_pb2.GameOptions()
    if game not in options.DESCRIPTOR.fields_by_name:
        raise BadTournamentFile(f"no options are known for the game {game}", key="options")
    message = getattr(options, game)
    for name, value in chosen.items():
        option = cast("FieldDescriptor | None", message.DESCRIPTOR.fields_by_name.get(name))
        if option is None:
            known = ", ".join(field.name for field in message.DESCRIPTOR.fields)
            raise BadTournamentFile(f"{game} has no such option; it has {known}", key=name)
        try:
            setattr(message, name, value if option.enum_type is None else _number_of(option.enum_type, value))
        except (KeyError, TypeError, ValueError):
            raise BadTournamentFile(f"it cannot be {_spelled(value)}{_choices(option)}", key=name) from None
    return options


def _number_of(enum: EnumDescriptor, value: OptionChoice) -> int:
    number = int(enum.values_by_name[_prefix(enum) + str(value).upper()].number)
    if number == 0:
        raise ValueError("the unspecified value cannot be chosen")
    return number


def _spelled(value: OptionChoice) -> str:
    """As the file spells it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _choices(option: FieldDescriptor) -> str:
    enum = option.enum_type
    if enum is None:
        return "; it can be false, true"
    names = [value.name.removeprefix(_prefix(enum)).lower() for value in enum.values if value.number]
    return f"; it can be {', '.join(names)}"


def _prefix(enum: EnumDescriptor) -> str:
    return _WORD_START.sub("_", enum.name).upper() + "_"
