"""What a game is, for those who do not know it: DescribeGame and GetCatalogue. Nothing in it depends on a match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from arena.pb.rules.v1.catalogue_pb2 import (
    CatalogueEntry,
    DecisionPoint,
    DescribeGameResponse,
    GetCatalogueResponse,
    OptionDescription,
    OptionValue,
)
from arena.translate import action_to_proto
from engine_core.errors import BadSetup
from engine_core.game import Game
from engine_core.rng import key_from_seed
from engine_core.schema import Boolean, Number, schema_of
from engine_core.vocabulary import Labels
from services.rules.served_game import ServedGame, tables_json

PAGE = 2000
"""Catalogue entries that one answer carries at most."""
_ANY_KEY: Final = key_from_seed(0)
"""Whether options suit a number of seats does not depend on what is drawn."""


def describe_game(served: ServedGame, *, with_data: bool = False) -> DescribeGameResponse:
    """Seats, options, decision points and digests; ``with_data`` the card tables of ``served`` too."""
    game = served.game
    return DescribeGameResponse(
        game=game.name,
        title=game.title,
        rules_version=game.rules_version,
        seat_counts=game.seat_counts,
        options=_options(served),
        data_digest=served.data_digest,
        data=tables_json(served.data) if with_data else b"",
        catalogue_digest=served.catalogue_digest,
        catalogue_size=len(game.catalogue),
        decision_points=[
            DecisionPoint(name=p.name, always_asked=p.always_asked, simultaneous=p.simultaneous)
            for p in game.decision_points
        ],
    )


def catalogue_entries(served: ServedGame) -> Sequence[CatalogueEntry]:
    """The whole catalogue, by id."""
    game = served.game
    return tuple(
        CatalogueEntry(
            id=action.id,
            kind=action.kind,
            action=action_to_proto(game, action, typed=True),
            sentence=game.describe(action),
        )
        for action in game.catalogue
    )


def catalogue_page(
    served: ServedGame, entries: Sequence[CatalogueEntry], first_id: int, limit: int
) -> GetCatalogueResponse:
    """At most ``limit`` entries (0: as many as one answer may have) from ``first_id`` on; none beyond the end."""
    most = min(limit or PAGE, PAGE)
    return GetCatalogueResponse(
        entries=entries[first_id : first_id + most],
        size=len(entries),
        digest=served.catalogue_digest,
        rules_version=served.rules_version,
    )


def _options(served: ServedGame) -> list[OptionDescription]:
    default = served.game.options_type()
    described = []
    for name, node in schema_of(served.game.options_type).fields:
        if isinstance(node, Number) and isinstance(node.word, Labels):
            words = node.word.words
            chosen = words[getattr(default, name)]
        elif isinstance(node, Boolean):
            words = ("false", "true")
            chosen = words[getattr(default, name)]
        else:
            raise TypeError(f"{served.name}: option {name} is neither words nor yes or no")
        values = [OptionValue(name=word, seat_counts=_seat_counts(served.game, name, word)) for word in words]
        described.append(OptionDescription(name=name, values=values, default_value=chosen))
    return described


@cache
def _seat_counts(game: Game[Any, Any], option: str, word: str) -> Sequence[int]:
    """With how many seats a game can be set up if this option alone departs from its default. The rules say it, by refusing."""
    value = {"false": False, "true": True}.get(word, word)
    return tuple(seats for seats in game.seat_counts if _suits(game, seats, game.read_options({option: value}), option))


def _suits(game: Game[Any, Any], seats: int, options: Any, option: str) -> bool:
    try:
        game.new(seats, options, _ANY_KEY)
    except BadSetup as error:
        if error.field != option:
            raise
        return False
    return True
