"""From what is kept to what callers see."""

from collections.abc import Callable, Iterable

from arena.pb.matchmaking.v1 import tickets_pb2, tournaments_pb2
from services.common import clock
from services.matchmaking.domain.event import Entrant, Event, EventState, EventTable, MatchState, Progress
from services.matchmaking.domain.standings import Line
from services.matchmaking.live_event import LiveEvent
from services.matchmaking.store.matches import Given
from services.matchmaking.tokens import Issued

_STATES = {
    EventState.CREATED: tournaments_pb2.TOURNAMENT_STATE_CREATED,
    EventState.RUNNING: tournaments_pb2.TOURNAMENT_STATE_RUNNING,
    EventState.FINISHED: tournaments_pb2.TOURNAMENT_STATE_FINISHED,
    EventState.ABORTED: tournaments_pb2.TOURNAMENT_STATE_ABORTED,
}


def entrant_message(entrant: Entrant) -> tournaments_pb2.Entrant:
    """A participant."""
    return tournaments_pb2.Entrant(player_id=entrant.player_id, name=entrant.name, kind=entrant.kind, bot=entrant.bot)


def tournament_message(
    event: Event, progress: Progress, rules_target: Callable[[str], str]
) -> tournaments_pb2.Tournament:
    """A tournament, with as many entrants as `event` has; `rules_target` tells where the matches of a game are now."""
    return tournaments_pb2.Tournament(
        tournament_id=event.tournament_id,
        name=event.name,
        game=event.game,
        options=event.options,
        table_size=event.table_size,
        rounds=event.rounds,
        entrants=map(entrant_message, event.entrants),
        state=_STATES[progress.state],
        current_round=progress.current_round,
        placement_points=event.points,
        rated=event.rated,
        legs=[
            tournaments_pb2.Leg(
                game=leg.game,
                options=leg.options,
                rounds=leg.rounds,
                rules_target=rules_target(leg.game),
                data_digest=leg.data_digest,
            )
            for leg in event.programme
        ],
        created=clock.timestamp(event.created),
        started=None if progress.started is None else clock.timestamp(progress.started),
        finished=None if progress.finished is None else clock.timestamp(progress.finished),
    )


def standing_messages(event: Event, lines: Iterable[Line]) -> list[tournaments_pb2.Standing]:
    """The standings, best first."""
    entrants = {entrant.player_id: entrant for entrant in event.entrants}
    return [
        tournaments_pb2.Standing(
            rank=line.rank,
            entrant=entrant_message(entrants[line.player_id]),
            games=line.score.games,
            points=line.score.points,
            wins=line.score.wins,
            mean_game_points=line.score.mean_game_points,
            places=line.score.places,
        )
        for line in lines
    ]


def table_message(table: EventTable) -> tournaments_pb2.Table:
    """A table; its match is named once the rules service has it."""
    return tournaments_pb2.Table(
        round=table.round,
        table=table.table,
        match_id="" if table.state is MatchState.DRAWN else table.match_id,
        player_ids=table.player_ids,
        result=table.result,
    )


def progress_message(live: LiveEvent, rules_target: Callable[[str], str]) -> tournaments_pb2.WatchTournamentResponse:
    """Everything that a watcher of a tournament sees."""
    return tournaments_pb2.WatchTournamentResponse(
        tournament=tournament_message(live.event, live.progress, rules_target),
        matches_done=live.matches_done,
        matches_total=live.matches_total,
        tables=map(table_message, live.current_tables),
        standings=standing_messages(live.event, live.standings()),
    )


def assignment_message(given: Given, rules_target: str, issued: Issued) -> tickets_pb2.Assignment:
    """Where and as whom to play a match that was given."""
    return tickets_pb2.Assignment(
        match_id=given.match_id,
        seat=given.seat,
        rules_target=rules_target,
        token=issued.token,
        token_expires=clock.timestamp(issued.expires),
        game=given.game,
        rules_version=given.rules_version,
        seats=given.seats,
        tournament=given.tournament,
    )


def ticket_message(
    ticket: tickets_pb2.Ticket, rules_target: str = "", issued: Issued | None = None
) -> tickets_pb2.Ticket:
    """A ticket as its owner sees it; `issued` opens the seat of an assigned one."""
    shown = tickets_pb2.Ticket()
    shown.CopyFrom(ticket)
    if issued is not None:
        shown.assignment.rules_target = rules_target
        shown.assignment.token = issued.token
        shown.assignment.token_expires.CopyFrom(clock.timestamp(issued.expires))
    return shown
