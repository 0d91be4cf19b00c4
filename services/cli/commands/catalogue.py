"""`arena catalogue`: every action that a game can ever offer."""

from __future__ import annotations

import json as json_format
from typing import Annotated, Any

from cyclopts import Parameter

from engine_core import games
from engine_core.game import Game
from engine_core.switches import Switch, switches
from services.cli.failures import UsageError


def catalogue(
    game: str,
    /,
    *,
    kind: str = "",
    options: Annotated[bool, Parameter(negative="")] = False,
    json: Annotated[bool, Parameter(negative="")] = False,
    markdown: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """List the catalogue of a game.

    Parameters
    ----------
    game
        The game, such as medico; a name that is none lists those that there are.
    kind
        Only the actions of this kind (sell_remedy).
    options
        The game's options in place of its actions: what each can be, its default, and the seats with which a value goes if
        not with all.
    json
        One JSON document with id, kind, typed form and sentence of every action.
    markdown
        A page for the documentation.
    """
    if json and markdown:
        raise UsageError("--json or --markdown, not both")
    if options and (kind or markdown):
        raise UsageError("--options alone or with --json; it lists no actions")
    found = games.game(game)
    if options:
        _list_options(found, json)
        return
    listed = found.catalogue
    kinds = [each.kind for each in listed.kinds]
    if kind and kind not in kinds:
        raise UsageError(f"--kind: {game} has no actions of the kind {kind}; it has {', '.join(kinds)}")
    actions = [action for action in listed if kind in ("", action.kind)]
    if json:
        document = {
            "game": game,
            "rules_version": found.rules_version,
            "digest": listed.digest,
            "size": len(listed),
            "actions": [
                {
                    "id": action.id,
                    "kind": action.kind,
                    "action": listed.to_json(action),
                    "sentence": found.describe(action),
                }
                for action in actions
            ],
        }
        print(json_format.dumps(document, indent=2, ensure_ascii=False))
        return
    if markdown:
        print(f"# Actions of {game}\n")
        print(f"Rules version {found.rules_version}, {len(listed)} actions, digest `{listed.digest}`.")
        for each in kinds:
            of_kind = [action for action in actions if action.kind == each]
            if of_kind:
                print(f"\n## {each}\n\n| id | action | meaning |\n|---:|---|---|")
                for action in of_kind:
                    typed = json_format.dumps(listed.to_json(action)[each])
                    print(f"| {action.id} | `{typed}` | {found.describe(action)} |")
        return
    for action in actions:
        print(f"{action.id:>5}  {action!r:<60}  {found.describe(action)}")


def _list_options(game: Game[Any, Any], json: bool) -> None:
    described = switches(game)
    if json:
        listed = [
            {
                "name": option.name,
                "default": option.default,
                "values": [{"name": word, "seat_counts": list(seats)} for word, seats in option.values.items()],
            }
            for option in described
        ]
        document = {"game": game.name, "seat_counts": list(game.seat_counts), "options": listed}
        print(json_format.dumps(document, indent=2, ensure_ascii=False))
        return
    width = max((len(option.name) for option in described), default=0)
    for option in described:
        print(f"{option.name:<{width}}  {', '.join(_words(game, option))}")


def _words(game: Game[Any, Any], option: Switch) -> list[str]:
    """The values, the default first, each with its seats where it does not go with all."""
    words = sorted(option.values, key=lambda word: word != option.default)
    remarks = [["default"] if word == option.default else [] for word in words]
    for remark, word in zip(remarks, words, strict=True):
        seats = option.values[word]
        if seats != game.seat_counts:
            remark.append(f"with {', '.join(map(str, seats))} seats")
    return [f"{word} ({'; '.join(remark)})" if remark else word for word, remark in zip(words, remarks, strict=True)]
