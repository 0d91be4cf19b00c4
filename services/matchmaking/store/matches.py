"""Matches that matchmaking decided on, and what became of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arena.pb.rules.v1 import results_pb2
from services.common.ids import new_id
from services.matchmaking.domain.event import UNFINISHED, Event, EventState, EventTable, MatchState
from services.matchmaking.domain.verdict import Verdict, verdict
from services.matchmaking.store.schema import MATCH_SEATS, MATCHES, TOURNAMENTS

_STATE_AFTER = {
    Verdict.SCORED: MatchState.SCORED,
    Verdict.REPLAY: MatchState.REPLAYED,
    Verdict.VOID: MatchState.VOID,
    Verdict.CALLED_OFF: MatchState.VOID,
}


@dataclass(frozen=True, slots=True)
class Recorded:
    """A result that was new: whose it is and what it means. `tournament_id` is None for a match of a queue."""

    match_id: str
    player_ids: tuple[str, ...]
    tournament_id: str | None
    round: int | None
    table: int | None
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Given:
    """A match that a player has been given and that has no result yet. `created` is in UTC nanoseconds."""

    match_id: str
    game: str
    rules_version: int
    seat: int
    seats: int
    created: int
    tournament: results_pb2.TournamentRef | None


def insert_table(connection: Connection, event: Event, table: EventTable, now: int) -> None:
    """Keep a table that was drawn."""
    connection.execute(
        sa.insert(MATCHES).values(
            match_id=table.match_id,
            game=event.leg_of(table.round).game,
            rules_version=table.rules_version,
            state=table.state,
            created=now,
            tournament_id=event.tournament_id,
            round=table.round,
            table=table.table,
            attempt=table.attempt,
        )
    )
    _insert_seats(connection, table.match_id, table.player_ids)


def insert_queued(
    connection: Connection, match_id: str, game: str, rules_version: int, player_ids: Sequence[str], now: int
) -> None:
    """Keep a match of a queue that was created; changes nothing when repeated."""
    if connection.scalar(sa.select(MATCHES.c.match_id).where(MATCHES.c.match_id == match_id)) is not None:
        return
    connection.execute(
        sa.insert(MATCHES).values(
            match_id=match_id,
            game=game,
            rules_version=rules_version,
            state=MatchState.PLAYING,
            created=now,
            attempt=1,
        )
    )
    _insert_seats(connection, match_id, player_ids)


def advance(connection: Connection, match_id: str, state: MatchState, rules_version: int) -> None:
    """Note that an unfinished match got further; one that has a result stays as it is."""
    connection.execute(
        sa.update(MATCHES)
        .where(MATCHES.c.match_id == match_id, MATCHES.c.state.in_(UNFINISHED))
        .values(state=state, rules_version=rules_version)
    )


def give_up(connection: Connection, match_id: str, now: int) -> None:
    """Let go of a match that never came to be; one that has a result stays as it is."""
    connection.execute(
        sa.update(MATCHES)
        .where(MATCHES.c.match_id == match_id, MATCHES.c.state.in_(UNFINISHED))
        .values(state=MatchState.VOID, finished=now)
    )


def record_result(connection: Connection, result: results_pb2.MatchResult, now: int) -> Recorded | None:
    """Keep a result and decide what it means; None if it is known already or the match is none of ours.

    When the table has to be played again, its next match is kept in the same transaction.
    """
    row = connection.execute(
        sa.select(MATCHES).where(MATCHES.c.match_id == result.match_id, MATCHES.c.state.in_(UNFINISHED))
    ).one_or_none()
    if row is None:
        return None
    meaning = Verdict.SCORED
    if row.tournament_id is not None:
        state = connection.scalar(
            sa.select(TOURNAMENTS.c.state).where(TOURNAMENTS.c.tournament_id == row.tournament_id)
        )
        meaning = verdict(result.ending, row.attempt, goes_on=state != EventState.ABORTED)
    connection.execute(
        sa.update(MATCHES)
        .where(MATCHES.c.match_id == result.match_id)
        .values(state=_STATE_AFTER[meaning], finished=now, result=result.SerializeToString())
    )
    player_ids = _seats(connection, [result.match_id]).get(result.match_id, ())
    if meaning is Verdict.REPLAY:
        again = new_id()
        connection.execute(
            sa.insert(MATCHES).values(
                match_id=again,
                game=row.game,
                rules_version=0,
                state=MatchState.DRAWN,
                created=now,
                tournament_id=row.tournament_id,
                round=row.round,
                table=row.table,
                attempt=row.attempt + 1,
            )
        )
        _insert_seats(connection, again, player_ids)
    return Recorded(result.match_id, player_ids, row.tournament_id, row.round, row.table, meaning)


def tables(
    connection: Connection,
    tournament_id: str,
    *,
    round_number: int | None = None,
    after: tuple[int, int] = (0, 0),
    limit: int | None = None,
) -> list[EventTable]:
    """The tables of a tournament with their latest matches, by round and table, beyond (round, table) `after`."""
    position = sa.tuple_(MATCHES.c.round, MATCHES.c.table)
    query = (
        sa.select(MATCHES)
        .where(
            MATCHES.c.tournament_id == tournament_id,
            MATCHES.c.state != MatchState.REPLAYED,
            position > sa.tuple_(*(sa.literal(number) for number in after)),
        )
        .order_by(MATCHES.c.round, MATCHES.c.table)
        .limit(limit)
    )
    if round_number is not None:
        query = query.where(MATCHES.c.round == round_number)
    rows = connection.execute(query).all()
    seats = _seats(connection, [row.match_id for row in rows])
    return [
        EventTable(
            match_id=row.match_id,
            round=row.round,
            table=row.table,
            attempt=row.attempt,
            state=MatchState(row.state),
            player_ids=seats[row.match_id],
            rules_version=row.rules_version,
            result=None if row.result is None else results_pb2.MatchResult.FromString(row.result),
        )
        for row in rows
    ]


def given_to(connection: Connection, player_id: str, since: int) -> list[Given]:
    """The matches that a player can play now, oldest first, decided on at `since` (UTC nanoseconds) or later."""
    mine = MATCH_SEATS.alias()
    counted = (
        sa.select(sa.func.count())
        .select_from(MATCH_SEATS)
        .where(MATCH_SEATS.c.match_id == MATCHES.c.match_id)
        .scalar_subquery()
    )
    rows = connection.execute(
        sa.select(MATCHES, mine.c.seat, counted.label("seats"))
        .join(mine, mine.c.match_id == MATCHES.c.match_id)
        .where(
            mine.c.player_id == player_id,
            MATCHES.c.state.in_((MatchState.CREATED, MatchState.PLAYING)),
            MATCHES.c.created >= since,
        )
        .order_by(MATCHES.c.created, MATCHES.c.match_id)
    )
    return [
        Given(
            match_id=row.match_id,
            game=row.game,
            rules_version=row.rules_version,
            seat=row.seat,
            seats=row.seats,
            created=row.created,
            tournament=None
            if row.tournament_id is None
            else results_pb2.TournamentRef(tournament_id=row.tournament_id, round=row.round, table=row.table),
        )
        for row in rows
    ]


def unfinished(connection: Connection) -> list[tuple[str, str]]:
    """(game, match id) of every match without a result, oldest first."""
    rows = connection.execute(
        sa.select(MATCHES.c.game, MATCHES.c.match_id)
        .where(MATCHES.c.state.in_(UNFINISHED))
        .order_by(MATCHES.c.created, MATCHES.c.match_id)
    )
    return [(row.game, row.match_id) for row in rows]


def counts(connection: Connection) -> dict[tuple[str, str], int]:
    """Unfinished matches by (game, `queue` or `tournament`)."""
    kind = sa.case((MATCHES.c.tournament_id.is_(None), "queue"), else_="tournament")
    rows = connection.execute(
        sa.select(MATCHES.c.game, kind, sa.func.count())
        .where(MATCHES.c.state.in_(UNFINISHED))
        .group_by(MATCHES.c.game, kind)
    )
    return {(game, source): number for game, source, number in rows}


def _insert_seats(connection: Connection, match_id: str, player_ids: Sequence[str]) -> None:
    connection.execute(
        sa.insert(MATCH_SEATS),
        [{"match_id": match_id, "seat": seat, "player_id": player} for seat, player in enumerate(player_ids)],
    )


def _seats(connection: Connection, match_ids: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Players in seat order, by match."""
    seats: dict[str, list[str]] = {}
    # In parts: databases bound the number of parameters of a statement.
    for first in range(0, len(match_ids), 500):
        rows = connection.execute(
            sa.select(MATCH_SEATS)
            .where(MATCH_SEATS.c.match_id.in_(match_ids[first : first + 500]))
            .order_by(MATCH_SEATS.c.match_id, MATCH_SEATS.c.seat)
        )
        for row in rows:
            seats.setdefault(row.match_id, []).append(row.player_id)
    return {match_id: tuple(players) for match_id, players in seats.items()}
