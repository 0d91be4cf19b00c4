"""Events of several games, and card tables of the host's own, over gRPC."""

import grpc
import pytest

from arena.errors import detail_of
from arena.pb.azerland.v1 import options_pb2 as azerland_pb2
from arena.pb.matchmaking.v1 import tournaments_pb2
from arena.pb.rules.v1 import reasons_pb2
from tests.services.matchmaking.conftest import Service
from tests.services.matchmaking.fakes import DEFAULTS
from tests.services.matchmaking.tournament_calls import bots, followed, play_at_once, request, started, tables


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
