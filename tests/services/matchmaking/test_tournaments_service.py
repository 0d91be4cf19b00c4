"""Holding tournaments, over gRPC."""

import asyncio
from collections import Counter

import grpc
import pytest

from arena.errors import detail_of
from arena.pb.azerland.v1 import options_pb2 as azerland_pb2
from arena.pb.matchmaking.v1 import tickets_pb2, tournaments_pb2
from arena.pb.rules.v1 import reasons_pb2, results_pb2
from services.common.ids import new_id
from services.matchmaking.domain.entry import house_bot_id
from services.matchmaking.domain.verdict import MAX_ATTEMPTS
from tests.services.conftest import eventually
from tests.services.matchmaking.conftest import Service, next_of
from tests.services.matchmaking.fakes import DEFAULTS

FINISHED = tournaments_pb2.TOURNAMENT_STATE_FINISHED
RUNNING = tournaments_pb2.TOURNAMENT_STATE_RUNNING
ABORTED = results_pb2.MATCH_ENDING_ABORTED
WITHIN = 20.0


def bots(bot: str, count: int, label: str = "") -> tournaments_pb2.EntrantSpec:
    return tournaments_pb2.EntrantSpec(house_bot=tournaments_pb2.HouseBotEntry(bot=bot, count=count, label=label))


def request(
    *entrants: tournaments_pb2.EntrantSpec, table_size: int = 2, rounds: int = 2, **fields: object
) -> tournaments_pb2.CreateTournamentRequest:
    return tournaments_pb2.CreateTournamentRequest(
        tournament_id=new_id(),
        name="Night",
        game="medico",
        table_size=table_size,
        rounds=rounds,
        entrants=entrants or [bots("random", 4)],
        rated=True,
        **fields,  # type: ignore[arg-type]  # fields of the request
    )


async def started(service: Service, wanted: tournaments_pb2.CreateTournamentRequest) -> str:
    """Create and start a tournament; returns its id."""
    await service.tournaments.CreateTournament(wanted, metadata=service.host())
    start = tournaments_pb2.StartTournamentRequest(tournament_id=wanted.tournament_id)
    answer = await service.tournaments.StartTournament(start, metadata=service.host())
    assert answer.tournament.state == RUNNING
    return wanted.tournament_id


def watch(
    service: Service, tournament_id: str
) -> grpc.aio.UnaryStreamCall[tournaments_pb2.WatchTournamentRequest, tournaments_pb2.WatchTournamentResponse]:
    asked = tournaments_pb2.WatchTournamentRequest(tournament_id=tournament_id)
    return service.tournaments.WatchTournament(asked, metadata=service.host())


async def followed(service: Service, tournament_id: str) -> list[tournaments_pb2.WatchTournamentResponse]:
    """Everything that a watcher is told, to the end."""
    async with asyncio.timeout(WITHIN):
        return [update async for update in watch(service, tournament_id)]


async def tables(service: Service, tournament_id: str) -> list[tournaments_pb2.Table]:
    """All tables, page by page."""
    found: list[tournaments_pb2.Table] = []
    page_token = ""
    while True:
        asked = tournaments_pb2.ListTablesRequest(tournament_id=tournament_id, page_size=3, page_token=page_token)
        page = await service.tournaments.ListTables(asked, metadata=service.host())
        found += page.tables
        page_token = page.next_page_token
        if not page_token:
            return found


async def play_at_once(service: Service) -> None:
    """From now on every match ends as soon as its bots sit down."""
    service.bots.play = service.rules.finish


async def test_a_tournament_of_house_bots_is_played_to_its_end(service: Service) -> None:
    await play_at_once(service)
    wanted = request(bots("greedy", 3, "Greedy"), bots("random", 4), table_size=3, rounds=5)
    tournament_id = await started(service, wanted)
    updates = await followed(service, tournament_id)
    last = updates[-1]
    assert last.tournament.state == FINISHED
    assert (last.matches_done, last.matches_total) == (10, 10)
    assert [update.matches_done for update in updates] == sorted(update.matches_done for update in updates)
    assert list(last.tournament.placement_points) == [2, 1, 0]
    games = Counter(line.games for line in last.standings)
    assert sum(count * number for number, count in games.items()) == 30
    assert max(games) - min(games) <= 1
    assert [line.rank for line in last.standings] == sorted(line.rank for line in last.standings)
    assert {line.entrant.name for line in last.standings} == {
        *(f"Greedy {number}" for number in (1, 2, 3)),
        *(f"random {number}" for number in (1, 2, 3, 4)),
    }
    assert {house_bot_id("greedy", "Greedy", 2), house_bot_id("random", "random", 4)} < {
        line.entrant.player_id for line in last.standings
    }

    standings = await service.tournaments.GetStandings(
        tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id), metadata=service.host()
    )
    assert standings.standings == last.standings
    assert standings.tournament == last.tournament
    assert standings.tournament.HasField("started")
    assert standings.tournament.HasField("finished")

    played = await tables(service, tournament_id)
    assert [(table.round, table.table) for table in played] == [
        (round_, table) for round_ in range(1, 6) for table in (1, 2)
    ]
    points: Counter[str] = Counter()
    for table in played:
        created = service.rules.created[table.match_id]
        assert [seat.player_id for seat in created.seats] == list(table.player_ids)
        assert created.tournament == results_pb2.TournamentRef(
            tournament_id=tournament_id, round=table.round, table=table.table
        )
        assert (created.rated, created.HasField("seed")) == (True, False)
        assert created.options.medico == DEFAULTS
        for seat in table.result.seats:
            points[seat.player_id] += 3 - seat.place
    assert {line.entrant.player_id: line.points for line in last.standings} == dict(points) | {
        line.entrant.player_id: 0 for line in last.standings if line.entrant.player_id not in points
    }


async def test_a_solo_tournament_tells_games_won_from_games_lost(service: Service) -> None:
    wanted = request(bots("random", 1, "Loser"), bots("random", 1, "Winner"), table_size=1, rounds=2)
    wanted.game = "azerland"
    losers = {house_bot_id("random", "Loser", 1)}

    async def lose(match_id: str) -> None:
        lost = service.rules.created[match_id].seats[0].player_id in losers
        await service.rules.finish(match_id, order=lambda ids: ["the game", *ids] if lost else ids)

    service.bots.play = lose
    last = (await followed(service, await started(service, wanted)))[-1]
    assert list(last.tournament.placement_points) == [1, 0]
    assert [(line.entrant.name, line.rank, line.points, line.wins, list(line.places)) for line in last.standings] == [
        ("Winner", 1, 2, 2, [2, 0]),
        ("Loser", 2, 0, 0, [0, 2]),
    ]


def medley(*legs: tuple[str, int], table_size: int = 2) -> tournaments_pb2.CreateTournamentRequest:
    """An event of several games."""
    wanted = request(bots("random", 4), rounds=sum(rounds for _, rounds in legs), table_size=table_size)
    wanted.game = ""
    wanted.legs.extend(tournaments_pb2.Leg(game=game, rounds=rounds) for game, rounds in legs)
    return wanted


async def test_an_event_of_several_games_plays_in_each_round_the_game_of_its_leg(service: Service) -> None:
    await play_at_once(service)
    wanted = medley(("azerland", 2), ("medico", 1), ("azerland", 1))
    wanted.legs[2].options.azerland.solo_difficulty = azerland_pb2.SOLO_DIFFICULTY_HARD
    tournament_id = await started(service, wanted)
    last = (await followed(service, tournament_id))[-1]
    assert (last.matches_done, last.tournament.rounds, last.tournament.game) == (8, 4, "azerland")
    assert [(leg.game, leg.rounds) for leg in last.tournament.legs] == [("azerland", 2), ("medico", 1), ("azerland", 1)]
    played = [service.rules.created[table.match_id] for table in await tables(service, tournament_id)]
    assert [made.game for made in played] == ["azerland"] * 4 + ["medico"] * 2 + ["azerland"] * 2
    assert played[4].options.medico == DEFAULTS
    difficulties = [made.options.azerland.solo_difficulty for made in (played[0], played[6])]
    assert difficulties == [azerland_pb2.SOLO_DIFFICULTY_ANY, azerland_pb2.SOLO_DIFFICULTY_HARD]
    assert {line.games for line in last.standings} == {4}
    for game in ("medico", "azerland"):
        listed = await service.tournaments.ListTournaments(
            tournaments_pb2.ListTournamentsRequest(game=game, page_size=1), metadata=service.host()
        )
        assert [tournament.tournament_id for tournament in listed.tournaments] == [tournament_id]
        assert listed.tournaments[0].legs == last.tournament.legs


async def test_card_tables_have_to_be_stored_before_the_start_and_are_named_to_every_match(service: Service) -> None:
    await play_at_once(service)
    tables_of_ours = b"t" * 16
    wanted = medley(("medico", 1), ("azerland", 1), ("medico", 1))
    wanted.legs[0].data_digest = tables_of_ours
    await service.tournaments.CreateTournament(wanted, metadata=service.host())
    start = tournaments_pb2.StartTournamentRequest(tournament_id=wanted.tournament_id)
    service.rules.stored.add(("azerland", tables_of_ours))  # those of another game are none
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await service.tournaments.StartTournament(start, metadata=service.host())
    assert refused.value.code() is grpc.StatusCode.NOT_FOUND
    assert refused.value.details() == "No such tables."
    service.rules.stored.add(("medico", tables_of_ours))
    await service.tournaments.StartTournament(start, metadata=service.host())
    last = (await followed(service, wanted.tournament_id))[-1]
    assert [leg.data_digest for leg in last.tournament.legs] == [tables_of_ours, b"", b""]
    played = [service.rules.created[table.match_id] for table in await tables(service, wanted.tournament_id)]
    assert [made.data_digest for made in played] == [tables_of_ours] * 2 + [b""] * 4
    assert [made.HasField("data_digest") for made in played] == [True] * 2 + [False] * 4


async def test_card_tables_of_an_event_of_one_game(service: Service) -> None:
    await play_at_once(service)
    service.rules.stored.add(("medico", b"u" * 16))
    last = (await followed(service, await started(service, request(data_digest=b"u" * 16))))[-1]
    assert [leg.data_digest for leg in last.tournament.legs] == [b"u" * 16]
    made = [service.rules.created[t.match_id] for t in await tables(service, last.tournament.tournament_id)]
    assert {each.data_digest for each in made} == {b"u" * 16}


def with_tables_of_its_own() -> tournaments_pb2.CreateTournamentRequest:
    wanted = medley(("medico", 1), ("azerland", 1))
    wanted.data_digest = b"t" * 16
    return wanted


def named_twice() -> tournaments_pb2.CreateTournamentRequest:
    wanted = medley(("medico", 1), ("azerland", 1))
    wanted.game = "medico"
    return wanted


def with_options_of_its_own() -> tournaments_pb2.CreateTournamentRequest:
    wanted = medley(("medico", 1), ("azerland", 1))
    wanted.options.medico.SetInParent()
    return wanted


def too_long() -> tournaments_pb2.CreateTournamentRequest:
    wanted = medley(("medico", 1), ("azerland", 1))
    wanted.rounds = 3
    return wanted


def without_a_game() -> tournaments_pb2.CreateTournamentRequest:
    wanted = request()
    wanted.game = ""
    return wanted


@pytest.mark.parametrize(
    ("wanted", "reason", "subject"),
    [
        (named_twice(), reasons_pb2.REASON_BAD_TOURNAMENT, "legs"),
        (with_options_of_its_own(), reasons_pb2.REASON_BAD_TOURNAMENT, "legs"),
        (with_tables_of_its_own(), reasons_pb2.REASON_BAD_TOURNAMENT, "legs"),
        (too_long(), reasons_pb2.REASON_BAD_TOURNAMENT, "rounds"),
        (without_a_game(), reasons_pb2.REASON_BAD_TOURNAMENT, "game"),
        (medley(("medico", 1), ("chess", 1)), reasons_pb2.REASON_UNKNOWN_GAME, "chess"),
        (medley(("azerland", 1), ("medico", 1), table_size=1), reasons_pb2.REASON_BAD_SEAT_COUNT, "1"),
    ],
    ids=[
        "game and legs",
        "options and legs",
        "tables and legs",
        "other rounds",
        "no game",
        "unknown game",
        "seats of one game only",
    ],
)
async def test_legs_that_make_no_event_are_refused(
    service: Service,
    wanted: tournaments_pb2.CreateTournamentRequest,
    reason: reasons_pb2.Reason.ValueType,
    subject: str,
) -> None:
    await refused(service, wanted, reason, subject)


async def test_a_house_bot_has_to_play_every_game_of_an_event(service: Service) -> None:
    wanted = medley(("medico", 1), ("azerland", 1))
    wanted.entrants[0].house_bot.bot = "greedy"
    await refused(service, wanted, reasons_pb2.REASON_UNKNOWN_BOT, "greedy")


async def refused(
    service: Service,
    wanted: tournaments_pb2.CreateTournamentRequest,
    reason: reasons_pb2.Reason.ValueType,
    subject: str,
) -> None:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await service.tournaments.CreateTournament(wanted, metadata=service.host())
    detail = detail_of(caught.value)
    assert detail is not None
    assert (detail.reason, detail.subject) == (reason, subject)


async def test_house_bots_get_seats_with_seeds_that_differ_from_seat_to_seat(service: Service) -> None:
    await play_at_once(service)
    tournament_id = await started(service, request(bots("random", 4), rounds=3))
    await followed(service, tournament_id)
    matches = {table.match_id for table in await tables(service, tournament_id)}
    seeds = {seat.bot_seed for (match_id, _), seat in service.bots.filled.items() if match_id in matches}
    assert len(seeds) == 3 * 2 * 2
    assert {len(seed) for seed in seeds} == {32}
    assert all(service.bots.targets)


async def test_a_registered_player_hears_of_its_tables_and_the_next_round_waits_for_it(service: Service) -> None:
    credentials, signed_in = await service.player()
    wanted = request(bots("random", 1), tournaments_pb2.EntrantSpec(player_id=credentials.player_id), rounds=2)
    stream = service.queues.WatchAssignments(tickets_pb2.WatchAssignmentsRequest(), metadata=signed_in)
    tournament_id = await started(service, wanted)
    for number in (1, 2):
        assignment = (await next_of(stream)).assignment
        assert assignment.tournament == results_pb2.TournamentRef(tournament_id=tournament_id, round=number, table=1)
        created = service.rules.created[assignment.match_id]
        assert created.seats[assignment.seat].player_id == credentials.player_id
        assert created.seats[assignment.seat].kind == results_pb2.SEAT_KIND_PLAYER
        bot_seat = (assignment.match_id, 1 - assignment.seat)
        await eventually(lambda bot_seat=bot_seat: bot_seat in service.bots.filled)  # type: ignore[misc]
        assert (assignment.match_id, assignment.seat) not in service.bots.filled
        await service.rules.finish(assignment.match_id)
    stream.cancel()
    assert (await followed(service, tournament_id))[-1].tournament.state == FINISHED


async def test_progress_is_told_result_by_result(service: Service) -> None:
    tournament_id = await started(service, request(bots("random", 4), rounds=1))
    stream = watch(service, tournament_id)
    update = await next_of(stream)
    while len([table for table in update.tables if table.match_id]) < 2:
        update = await next_of(stream)
    assert (update.matches_done, update.matches_total, update.tournament.current_round) == (0, 2, 1)
    first, second = update.tables
    await service.rules.finish(second.match_id)
    while update.matches_done == 0:
        update = await next_of(stream)
    assert update.tables[1].result.match_id == second.match_id
    assert not update.tables[0].HasField("result")
    assert update.tournament.state == RUNNING
    assert sorted(line.games for line in update.standings) == [0, 0, 1, 1]
    await service.rules.finish(first.match_id)
    while update.tournament.state != FINISHED:
        update = await next_of(stream)
    assert update.matches_done == 2


async def test_a_stopped_match_is_replayed_and_a_table_that_is_stopped_too_often_is_void(service: Service) -> None:
    tournament_id = await started(service, request(bots("random", 2), rounds=1))

    def of_tournament() -> list[str]:
        created = service.rules.created.items()
        return [match_id for match_id, made in created if made.tournament.tournament_id == tournament_id]

    seats: list[list[str]] = []
    for attempt in range(1, MAX_ATTEMPTS + 1):
        await eventually(lambda attempt=attempt: len(of_tournament()) == attempt)  # type: ignore[misc]
        match_id = of_tournament()[-1]
        seats.append([seat.player_id for seat in service.rules.created[match_id].seats])
        await service.rules.finish(match_id, ABORTED)
    last = (await followed(service, tournament_id))[-1]
    assert seats[0] == seats[1] == seats[2]
    assert last.matches_done == 1
    assert [line.games for line in last.standings] == [0, 0]
    assert last.tables[0].result.ending == ABORTED
    assert last.tables[0].match_id == of_tournament()[-1]


async def last_of(
    watching: grpc.aio.UnaryStreamCall[tournaments_pb2.WatchTournamentRequest, tournaments_pb2.WatchTournamentResponse],
) -> tournaments_pb2.WatchTournamentResponse:
    """The last message of a stream, once it has ended."""
    last = None
    while (message := await watching.read()) is not grpc.aio.EOF:
        last = message
    assert isinstance(last, tournaments_pb2.WatchTournamentResponse)
    return last


async def abort(service: Service, tournament_id: str) -> tournaments_pb2.Tournament:
    asked = tournaments_pb2.AbortTournamentRequest(tournament_id=tournament_id)
    return (await service.tournaments.AbortTournament(asked, metadata=service.host())).tournament


async def test_an_aborted_tournament_keeps_its_standings_and_stops_the_matches_that_run(service: Service) -> None:
    tournament_id = await started(service, request(bots("random", 4), rounds=3))

    def of_tournament() -> list[str]:
        created = service.rules.created.items()
        return [match_id for match_id, made in created if made.tournament.tournament_id == tournament_id]

    await eventually(lambda: len(of_tournament()) == 2)
    over, running = of_tournament()
    await service.rules.finish(over)
    watching = watch(service, tournament_id)
    while (await next_of(watching)).matches_done != 1:
        pass
    aborted = await abort(service, tournament_id)
    assert aborted.state == tournaments_pb2.TOURNAMENT_STATE_ABORTED
    assert aborted.HasField("finished")
    async with asyncio.timeout(WITHIN):
        last = await last_of(watching)
    assert last.tournament == aborted == await abort(service, tournament_id)
    assert service.rules.aborted.count(running) == 1
    assert over not in service.rules.aborted
    assert {table.match_id: table.result.ending for table in last.tables} == {
        over: results_pb2.MATCH_ENDING_COMPLETED,
        running: ABORTED,
    }
    assert sorted((line.games, line.points) for line in last.standings) == [(0, 0), (0, 0), (1, 0), (1, 1)]
    standings = await service.tournaments.GetStandings(
        tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id), metadata=service.host()
    )
    assert (standings.standings, standings.tournament) == (last.standings, aborted)
    await asyncio.sleep(0.2)
    assert of_tournament() == [over, running], "nothing is played again, no round is opened"
    start = tournaments_pb2.StartTournamentRequest(tournament_id=tournament_id)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await service.tournaments.StartTournament(start, metadata=service.host())
    detail = detail_of(refused.value)
    assert detail is not None
    assert (detail.reason, detail.subject) == (reasons_pb2.REASON_TOURNAMENT_STATE, tournament_id)


async def test_a_tournament_is_aborted_while_the_rules_service_is_away_and_stopped_when_it_is_back(
    service: Service,
) -> None:
    tournament_id = await started(service, request(bots("random", 2), rounds=1))
    await eventually(
        lambda: any(made.tournament.tournament_id == tournament_id for made in service.rules.created.values())
    )
    service.rules.down = True
    try:
        assert (await abort(service, tournament_id)).state == tournaments_pb2.TOURNAMENT_STATE_ABORTED
        watching = watch(service, tournament_id)
        assert (await next_of(watching)).matches_done == 0
    finally:
        service.rules.down = False
    async with asyncio.timeout(WITHIN):
        assert (await last_of(watching)).matches_done == 1


async def test_a_tournament_that_was_not_started_can_be_aborted_and_one_that_has_finished_cannot(
    service: Service,
) -> None:
    await play_at_once(service)
    wanted = request(bots("random", 2), rounds=1)
    await service.tournaments.CreateTournament(wanted, metadata=service.host())
    assert (await abort(service, wanted.tournament_id)).state == tournaments_pb2.TOURNAMENT_STATE_ABORTED
    assert (await followed(service, wanted.tournament_id))[-1].tournament.current_round == 0
    finished = await started(service, request(bots("random", 2), rounds=1))
    await followed(service, finished)
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await abort(service, finished)
    detail = detail_of(refused.value)
    assert detail is not None
    assert (refused.value.code(), detail.reason) == (
        grpc.StatusCode.FAILED_PRECONDITION,
        reasons_pb2.REASON_TOURNAMENT_STATE,
    )


async def test_an_event_whose_bots_are_away_waits_and_holds_up_nobody_else(service: Service) -> None:
    await play_at_once(service)
    waiting = request(bots("random", 40), table_size=2, rounds=2)
    await service.tournaments.CreateTournament(waiting, metadata=service.host())
    credentials = [await service.player() for _ in range(2)]
    players = [tournaments_pb2.EntrantSpec(player_id=each.player_id) for each, _ in credentials]
    service.bots.down = True
    start = tournaments_pb2.StartTournamentRequest(tournament_id=waiting.tournament_id)
    await service.tournaments.StartTournament(start, metadata=service.host())
    await eventually(lambda: service.bots.refused >= 40)
    other = await started(service, request(*players, rounds=1))
    await eventually(lambda: any(made.tournament.tournament_id == other for made in service.rules.created.values()))
    await service.rules.finish_running(order=sorted)
    # All that ran are over now, with them the first round of the event whose bots never came.
    assert (await followed(service, other))[-1].tournament.state == FINISHED
    service.bots.down = False
    assert (await followed(service, waiting.tournament_id))[-1].tournament.state == FINISHED


async def test_matches_are_created_once_the_rules_service_is_back(service: Service) -> None:
    await play_at_once(service)
    wanted = request(bots("random", 2), rounds=1)
    await service.tournaments.CreateTournament(wanted, metadata=service.host())
    service.rules.down = True
    start = tournaments_pb2.StartTournamentRequest(tournament_id=wanted.tournament_id)
    before = service.rules.calls
    await service.tournaments.StartTournament(start, metadata=service.host())
    await eventually(lambda: service.rules.calls > before)
    table = (await tables(service, wanted.tournament_id))[0]
    assert table.match_id == ""
    service.rules.down = False
    assert (await followed(service, wanted.tournament_id))[-1].tournament.state == FINISHED


async def test_creating_and_starting_again_changes_nothing(service: Service) -> None:
    await play_at_once(service)
    wanted = request(bots("random", 2), rounds=1)
    answers = await asyncio.gather(
        *(service.tournaments.CreateTournament(wanted, metadata=service.host()) for _ in range(4))
    )
    assert len({answer.SerializeToString(deterministic=True) for answer in answers}) == 1
    start = tournaments_pb2.StartTournamentRequest(tournament_id=wanted.tournament_id)
    await asyncio.gather(*(service.tournaments.StartTournament(start, metadata=service.host()) for _ in range(4)))
    await followed(service, wanted.tournament_id)
    assert len(await tables(service, wanted.tournament_id)) == 1
    again = await service.tournaments.CreateTournament(wanted, metadata=service.host())
    assert again.tournament.state == FINISHED
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await service.tournaments.StartTournament(start, metadata=service.host())
    detail = detail_of(caught.value)
    assert detail is not None
    assert detail.reason == reasons_pb2.REASON_TOURNAMENT_STATE


async def test_the_pairing_seed_decides_the_tables(service: Service) -> None:
    await play_at_once(service)
    drawn = []
    for seed in (7, 7, 8):
        tournament_id = await started(service, request(bots("random", 8), table_size=4, rounds=2, pairing_seed=seed))
        await followed(service, tournament_id)
        drawn.append([tuple(table.player_ids) for table in await tables(service, tournament_id)])
    assert drawn[0] == drawn[1] != drawn[2]


async def test_everybody_is_told_where_the_matches_are(service: Service) -> None:
    """Whoever sees a match id can watch the match and have its record without knowing more than this service's address."""
    await play_at_once(service)
    tournament_id = await started(service, request(bots("random", 2), rounds=1))
    told = {update.tournament.legs[0].rules_target for update in await followed(service, tournament_id)}
    asked = tournaments_pb2.GetStandingsRequest(tournament_id=tournament_id)
    standings = await service.tournaments.GetStandings(asked, metadata=service.host())
    listed = await service.tournaments.ListTournaments(
        tournaments_pb2.ListTournamentsRequest(page_size=1), metadata=service.host()
    )
    told |= {standings.tournament.legs[0].rules_target, listed.tournaments[0].legs[0].rules_target}
    assert told == service.bots.targets
    assert len(told) == 1


async def test_points_for_places_can_be_chosen(service: Service) -> None:
    await play_at_once(service)
    tournament_id = await started(service, request(bots("random", 2), rounds=1, placement_points=[7, 3]))
    last = (await followed(service, tournament_id))[-1]
    assert [line.points for line in last.standings] == [7, 3]
    assert [list(line.places) for line in last.standings] == [[1, 0], [0, 1]]
    assert [line.wins for line in last.standings] == [1, 0]
    assert [line.mean_game_points for line in last.standings] == [50, 40]


async def test_tournaments_are_listed_newest_first_without_entrants(service: Service) -> None:
    made = [request(bots("random", 2)) for _ in range(5)]
    for wanted in made:
        await service.tournaments.CreateTournament(wanted, metadata=service.host())
    found: list[str] = []
    page_token = ""
    while len(found) < 5:
        asked = tournaments_pb2.ListTournamentsRequest(game="medico", page_size=2, page_token=page_token)
        page = await service.tournaments.ListTournaments(asked, metadata=service.host())
        assert not any(tournament.entrants for tournament in page.tournaments)
        found += [tournament.tournament_id for tournament in page.tournaments]
        page_token = page.next_page_token
    assert found[:5] == [wanted.tournament_id for wanted in made[::-1]]
