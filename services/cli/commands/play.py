"""`arena play`: games between bots in this process."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import Parameter
from cyclopts.validators import Number

from engine_core import games as registry
from engine_core import record as records
from engine_core.game import Game
from services.cli.card_tables import require_folder
from services.cli.failures import UsageError
from services.cli.series import RANDOM_SEEDS, Played, Tally, labels, play_series, tally

_MOST_OPTIONS: Final = 3
"""More are not all shown."""


def play(
    game: str,
    /,
    *,
    seats: str,
    games: Annotated[int, Parameter(name="--games", validator=Number(gte=1, lte=1_000_000))] = 1,
    seed: Annotated[int | None, Parameter(validator=Number(gte=0, lt=1 << 64))] = None,
    option: Annotated[list[str] | None, Parameter(name="--option", negative="", allow_repeating=True)] = None,
    options: str = "",
    data: Path | None = None,
    record: Path | None = None,
    rotate: bool = True,
    json: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Play games between bots in this process, without any service.

    The same key and choices give the same digests as a hosted match. Seats rotate from game to game, so that every bot sits
    everywhere equally often; `--no-rotate` keeps them.

    Parameters
    ----------
    game
        The game, such as medico; a name that is none lists those that there are.
    seats
        One bot per seat, separated by commas: house bots (greedy, random) or your own as package.module:attribute.
    games
        How many games.
    seed
        What the games are drawn from; a series with the same seed is the same. Drawn and shown when not given.
    option
        An option of the game as name=value; may be given several times.
    options
        Several options, separated by commas: name=value, or name alone for what is switched on.
    data
        A folder with card tables in place of the built-in ones.
    record
        Write the record of the game to this file; with several games, one file each into this folder.
    rotate
        Let every bot sit on every seat in turn.
    json
        Print one JSON document instead of a table.
    """
    from services.cli import console

    found = _game(game)
    names = [name.strip() for name in seats.split(",")]
    if not all(names):
        raise UsageError(f"--seats: one bot per seat, separated by commas, not {seats!r}")
    if len(names) not in found.seat_counts:
        raise UsageError(
            f"--seats: {game} is played with {', '.join(map(str, found.seat_counts))} seats, not {len(names)}"
        )
    if data is not None:
        try:
            require_folder(data)
        except UsageError as error:
            raise UsageError(f"--data: {error}") from None
    tables = None if data is None else found.load_data(str(data))
    chosen = found.read_options(read_options([*(option or []), *read_list(options)]))
    used_seed = secrets.randbelow(RANDOM_SEEDS) if seed is None else seed
    tallies = [Tally(label) for label in labels(names)]
    finals: list[dict[str, Any]] = []

    def faulty(bot: str) -> None:
        note = f"note: {bot} estimates by the game's own tables; what it does not know there it answers with its first legal action"
        console.err().print(note, markup=False)

    series = play_series(found, names, games, used_seed, chosen, tables, rotate=rotate, faulty=faulty)
    with console.progress("games", games) as advance:
        for played in series:
            tally(tallies, played)
            if json:
                finals.append(_final(played))
            if record is not None:
                _save(played, record, games)
            advance()
    if json:
        console.print_json(_document(found, used_seed, chosen, tallies, finals))
        return
    console.out().print(_table(game, used_seed, _words(found, chosen), tallies))
    if record is not None:
        what = "record" if games == 1 else f"{games} records"
        console.out().print(f"{what} written to {record}", markup=False)


def read_options(pairs: Sequence[str]) -> dict[str, str | bool]:
    """Options from ``name=value``; ``true`` and ``false`` are truth values. UsageError for anything else, and for a name given twice."""
    chosen: dict[str, str | bool] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise UsageError(f"--option: name=value, not {pair!r}")
        if name in chosen:
            raise UsageError(f"the option {name} is given twice")
        chosen[name] = {"true": True, "false": False}.get(value, value)
    return chosen


def read_list(text: str) -> list[str]:
    """The ``name=value`` pairs of a list with commas, where a name alone stands for ``name=true``. UsageError for an empty part."""
    parts = [part.strip() for part in text.split(",")] if text else []
    if not all(parts):
        raise UsageError(f"--options: names or name=value, separated by commas, not {text!r}")
    return [part if "=" in part else f"{part}=true" for part in parts]


def _words(game: Game[Any, Any], options: Any) -> str:
    """The options for people; where there are many, those that are not the defaults."""
    chosen = game.options_to_json(options)
    if len(chosen) > _MOST_OPTIONS:
        defaults = game.options_to_json(game.options_type())
        chosen = {name: value for name, value in chosen.items() if value != defaults[name]}
    return ", ".join(f"{name}={value}" for name, value in chosen.items()) or "default options"


def _game(name: str) -> Game[Any, Any]:
    return registry.game(name)


def _save(played: Played, path: Path, count: int) -> None:
    try:
        if count == 1:
            path.parent.mkdir(parents=True, exist_ok=True)
            records.save(played.record, path)
        else:
            path.mkdir(parents=True, exist_ok=True)
            records.save(played.record, path / f"game-{played.number:0{len(str(count))}}.json")
    except OSError as error:
        raise UsageError(f"--record: {error.filename}: {error.strerror}") from None


def _final(played: Played) -> dict[str, Any]:
    outcome = played.record.outcome
    assert outcome is not None
    return {
        "game": played.number,
        "seating": list(played.record.players),
        "points": [seat.points for seat in outcome.seats],
        "places": [seat.place for seat in outcome.seats],
        "entries": len(played.record.entries),
        "digest": played.record.entries[-1].digest.hex(),
    }


def _document(
    game: Game[Any, Any], seed: int, options: Any, tallies: Sequence[Tally], finals: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "game": game.name,
        "rules_version": game.rules_version,
        "seed": seed,
        "options": game.options_to_json(options),
        "bots": [
            {
                "bot": line.label,
                "games": line.games,
                "wins": line.wins,
                "win_share": line.win_share,
                "win_share_95": list(line.interval),
                "mean_points": line.mean_points,
                "places": line.places,
            }
            for line in tallies
        ],
        "games": list(finals),
    }


def _table(game: str, seed: int, options: str, tallies: Sequence[Tally]) -> Any:
    from services.cli import console

    places = len(tallies[0].places)
    rows = [
        (
            line.label,
            line.games,
            f"{line.mean_points:.1f}",
            f"{line.win_share:.1%}",
            "{:.1%} to {:.1%}".format(*line.interval),
            " ".join(str(count) for count in line.places),
        )
        for line in tallies
    ]
    numbered = "/".join(str(place) for place in range(1, places + 1))
    columns = ("bot", "games", "mean points", "won", "95 % interval", f"places {numbered}")
    return console.table(f"{game}, seed {seed}, {options}", columns, rows, left=("bot",))
