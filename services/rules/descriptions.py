"""What a game is, for those who do not know it: DescribeGame and GetCatalogue. Nothing in it depends on a match."""

from __future__ import annotations

from collections.abc import Sequence

from arena.pb.rules.v1.catalogue_pb2 import (
    CatalogueEntry,
    DecisionPoint,
    DescribeGameResponse,
    GetCatalogueResponse,
    OptionDescription,
    OptionValue,
)
from arena.translate import action_to_proto
from engine_core.switches import switches
from services.rules.served_game import ServedGame, tables_json

PAGE = 2000
"""Catalogue entries that one answer carries at most."""


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
    return [
        OptionDescription(
            name=option.name,
            values=[OptionValue(name=word, seat_counts=seats) for word, seats in option.values.items()],
            default_value=option.default,
        )
        for option in switches(served.game)
    ]
