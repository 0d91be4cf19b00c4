"""Creating a match: from a request to the entry that the match starts with. Pure but for the key that the caller draws."""

from __future__ import annotations

import hashlib
from typing import Any

from arena.pb.events.v1.log_pb2 import LogEntry, MatchCreated
from arena.pb.rules.v1.games_pb2 import GameOptions
from arena.pb.rules.v1.matches_pb2 import CreateMatchRequest, CreateMatchResponse
from arena.translate import NoSuchOption, options_from_proto
from engine_core.errors import BadSetup
from engine_core.match import Match
from services.common.clock import timestamp
from services.rules import refusals
from services.rules.served_game import ServedGame


def content_hash(request: CreateMatchRequest) -> bytes:
    """BLAKE2b-128 over everything that was asked for: tells a repeated request from another one under the same id."""
    return hashlib.blake2b(request.SerializeToString(deterministic=True), digest_size=16).digest()


def options_of(served: ServedGame, options: GameOptions) -> Any:
    """The engine's options; raises UNKNOWN_OPTION."""
    try:
        return options_from_proto(served.game, options)
    except NoSuchOption as error:
        raise refusals.unknown_option(error.option, str(error)) from None


def first_entry(served: ServedGame, request: CreateMatchRequest, key: bytes, received_ns: int) -> LogEntry:
    """The entry that creates the match, with the tables of ``served``; raises BAD_SEAT_COUNT or UNKNOWN_OPTION.

    ``key`` is the drawn secret; a seed in the request takes its place, and then the match is seeded and not rated.
    """
    options = options_of(served, request.options)
    seeded = request.HasField("seed")
    if seeded:
        key = request.seed
    try:
        match = Match.new(served.game, len(request.seats), options, key, served.data)
    except BadSetup as error:
        if error.field == "seats":
            raise refusals.bad_seat_count(str(error)) from None
        raise refusals.unknown_option(error.field, str(error)) from None
    created = MatchCreated(
        match_id=request.match_id,
        game=served.name,
        rules_version=served.rules_version,
        data_digest=served.data_digest,
        catalogue_digest=served.catalogue_digest,
        commitment=served.game.commitment(options, key, served.data),
        key=key,
        options=request.options,
        seats=request.seats,
        rated=request.rated and not seeded,
        seeded=seeded,
        pool=request.pool,
        tournament=request.tournament if request.HasField("tournament") else None,
        content_hash=content_hash(request),
    )
    now = timestamp(received_ns)
    return LogEntry(opened=now, received=now, digest=match.digest(), created=created)


def answer_of(created: MatchCreated, *, new: bool) -> CreateMatchResponse:
    """What the creator is told."""
    return CreateMatchResponse(
        match_id=created.match_id,
        commitment=created.commitment,
        rules_version=created.rules_version,
        data_digest=created.data_digest,
        catalogue_digest=created.catalogue_digest,
        rated=created.rated,
        created=new,
    )
