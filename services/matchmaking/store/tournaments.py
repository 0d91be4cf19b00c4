"""Tournaments, their entrants and rounds."""

from collections.abc import Iterable, Mapping, Sequence

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from arena.pb.rules.v1 import games_pb2
from services.matchmaking.domain.event import UNFINISHED, Entrant, Event, EventState, EventTable, Leg, Progress
from services.matchmaking.store import matches
from services.matchmaking.store.schema import ENTRANTS, LEGS, MATCHES, TOURNAMENTS

Known = tuple[Event, Progress]


def insert(connection: Connection, event: Event) -> None:
    """Keep a new tournament; raises IntegrityError when its id is taken."""
    connection.execute(
        sa.insert(TOURNAMENTS).values(
            tournament_id=event.tournament_id,
            name=event.name,
            game=event.game,
            options=event.options.SerializeToString(deterministic=True),
            table_size=event.table_size,
            rounds=event.rounds,
            placement_points=",".join(map(str, event.points)),
            rated=event.rated,
            state=EventState.CREATED,
            current_round=0,
            content_hash=event.content_hash,
            pairing_key=event.pairing_key,
            bot_key=event.bot_key,
            created=event.created,
            data_digest=event.data_digest or None,
        )
    )
    connection.execute(
        sa.insert(ENTRANTS),
        [
            {
                "tournament_id": event.tournament_id,
                "number": number,
                "player_id": entrant.player_id,
                "name": entrant.name,
                "kind": entrant.kind,
                "bot": entrant.bot,
            }
            for number, entrant in enumerate(event.entrants)
        ],
    )
    if event.legs:
        connection.execute(
            sa.insert(LEGS),
            [
                {
                    "tournament_id": event.tournament_id,
                    "number": number,
                    "game": leg.game,
                    "options": leg.options.SerializeToString(deterministic=True),
                    "rounds": leg.rounds,
                    "data_digest": leg.data_digest or None,
                }
                for number, leg in enumerate(event.legs)
            ],
        )


def load(connection: Connection, tournament_id: str) -> Known | None:
    """The tournament with its entrants in the order in which they entered, or None."""
    row = connection.execute(sa.select(TOURNAMENTS).where(TOURNAMENTS.c.tournament_id == tournament_id)).one_or_none()
    if row is None:
        return None
    entrants = connection.execute(
        sa.select(ENTRANTS).where(ENTRANTS.c.tournament_id == tournament_id).order_by(ENTRANTS.c.number)
    )
    legs = _legs(connection, [tournament_id])
    return _known(row, [Entrant(entrant.player_id, entrant.name, entrant.bot) for entrant in entrants], legs)


def running(connection: Connection) -> list[str]:
    """Ids of the tournaments that are being played, oldest first."""
    return list(
        connection.scalars(
            sa.select(TOURNAMENTS.c.tournament_id)
            .where(TOURNAMENTS.c.state == EventState.RUNNING)
            .order_by(TOURNAMENTS.c.created, TOURNAMENTS.c.tournament_id)
        )
    )


def unsettled(connection: Connection) -> list[str]:
    """Ids of the tournaments that are being played and of the aborted ones with matches to stop, oldest first."""
    left = sa.select(MATCHES.c.tournament_id).where(MATCHES.c.state.in_(UNFINISHED))
    to_stop = sa.and_(TOURNAMENTS.c.state == EventState.ABORTED, TOURNAMENTS.c.tournament_id.in_(left))
    return list(
        connection.scalars(
            sa.select(TOURNAMENTS.c.tournament_id)
            .where(sa.or_(TOURNAMENTS.c.state == EventState.RUNNING, to_stop))
            .order_by(TOURNAMENTS.c.created, TOURNAMENTS.c.tournament_id)
        )
    )


def page(connection: Connection, game: str, before: tuple[int, str] | None, limit: int) -> list[Known]:
    """Up to `limit` tournaments without entrants, newest first, older than (created, id) `before`; of all games if `game` is empty."""
    query = (
        sa.select(TOURNAMENTS).order_by(TOURNAMENTS.c.created.desc(), TOURNAMENTS.c.tournament_id.desc()).limit(limit)
    )
    if game:
        played = sa.select(LEGS.c.tournament_id).where(LEGS.c.game == game)
        query = query.where(sa.or_(TOURNAMENTS.c.game == game, TOURNAMENTS.c.tournament_id.in_(played)))
    if before is not None:
        created, tournament_id = before
        query = query.where(
            sa.or_(
                TOURNAMENTS.c.created < created,
                sa.and_(TOURNAMENTS.c.created == created, TOURNAMENTS.c.tournament_id < tournament_id),
            )
        )
    rows = connection.execute(query).all()
    legs = _legs(connection, [row.tournament_id for row in rows])
    return [_known(row, (), legs) for row in rows]


def start(connection: Connection, tournament_id: str, now: int) -> None:
    """Let a created tournament run; changes nothing in one that runs or is over."""
    connection.execute(
        sa.update(TOURNAMENTS)
        .where(TOURNAMENTS.c.tournament_id == tournament_id, TOURNAMENTS.c.state == EventState.CREATED)
        .values(state=EventState.RUNNING, started=now)
    )


def open_round(connection: Connection, event: Event, tables: Sequence[EventTable], now: int) -> None:
    """Keep the tables of the next round before any of their matches is created; changes nothing when repeated."""
    number = tables[0].round
    opened = connection.execute(
        sa.update(TOURNAMENTS)
        .where(
            TOURNAMENTS.c.tournament_id == event.tournament_id,
            TOURNAMENTS.c.state == EventState.RUNNING,
            TOURNAMENTS.c.current_round == number - 1,
        )
        .values(current_round=number)
    )
    if opened.rowcount:
        for table in tables:
            matches.insert_table(connection, event, table, now)


def finish(connection: Connection, tournament_id: str, now: int) -> None:
    """End a running tournament; changes nothing when repeated."""
    connection.execute(
        sa.update(TOURNAMENTS)
        .where(TOURNAMENTS.c.tournament_id == tournament_id, TOURNAMENTS.c.state == EventState.RUNNING)
        .values(state=EventState.FINISHED, finished=now)
    )


def abort(connection: Connection, tournament_id: str, now: int) -> None:
    """Stop a tournament that was created or runs; changes nothing in one that is over."""
    connection.execute(
        sa.update(TOURNAMENTS)
        .where(
            TOURNAMENTS.c.tournament_id == tournament_id,
            TOURNAMENTS.c.state.in_((EventState.CREATED, EventState.RUNNING)),
        )
        .values(state=EventState.ABORTED, finished=now)
    )


def _legs(connection: Connection, tournament_ids: Sequence[str]) -> dict[str, list[Leg]]:
    """The legs of those that have any, in order."""
    found: dict[str, list[Leg]] = {}
    query = sa.select(LEGS).where(LEGS.c.tournament_id.in_(tournament_ids)).order_by(LEGS.c.number)
    for row in connection.execute(query):
        leg = Leg(row.game, games_pb2.GameOptions.FromString(row.options), row.rounds, row.data_digest or b"")
        found.setdefault(row.tournament_id, []).append(leg)
    return found


def _known(row: sa.Row[tuple[object, ...]], entrants: Iterable[Entrant], legs: Mapping[str, Sequence[Leg]]) -> Known:
    event = Event(
        tournament_id=row.tournament_id,
        name=row.name,
        game=row.game,
        options=games_pb2.GameOptions.FromString(row.options),
        table_size=row.table_size,
        rounds=row.rounds,
        points=tuple(map(int, row.placement_points.split(","))),
        rated=row.rated,
        entrants=tuple(entrants),
        content_hash=row.content_hash,
        pairing_key=row.pairing_key,
        bot_key=row.bot_key,
        created=row.created,
        legs=tuple(legs.get(row.tournament_id, ())),
        data_digest=row.data_digest or b"",
    )
    return event, Progress(EventState(row.state), row.current_round, row.started, row.finished)
