"""`arena catalogue`: every action that a game can ever offer."""

from __future__ import annotations

import json as json_format
from typing import Annotated

from cyclopts import Parameter

from engine_core import games
from services.cli.failures import UsageError


def catalogue(
    game: str,
    /,
    *,
    kind: str = "",
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
    json
        One JSON document with id, kind, typed form and sentence of every action.
    markdown
        A page for the documentation.
    """
    if json and markdown:
        raise UsageError("--json or --markdown, not both")
    found = games.game(game)
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
