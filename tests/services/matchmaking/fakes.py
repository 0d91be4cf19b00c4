"""The services around matchmaking, as small fakes behind real gRPC, real tokens and a real bus."""

# ruff: noqa: N802 - methods are named by the schema

import contextlib
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, ClassVar

from arena.pb.bots.v1 import bots_pb2, bots_pb2_grpc
from arena.pb.events.v1 import log_pb2
from arena.pb.medico.v1 import options_pb2
from arena.pb.rules.v1 import (
    catalogue_pb2,
    matches_pb2,
    reasons_pb2,
    results_pb2,
    rules_service_pb2,
    rules_service_pb2_grpc,
)
from services.common.access import HOST, SERVICE, TokenVerifier
from services.common.bus import Bus, Conflict, EmbeddedNats, append, connect, subjects
from services.common.errors import ArenaError
from services.common.rpc import EVERYBODY, SIGNED_IN, RpcServer, Served, caller, roles
from services.common.settings import ServiceSettings

MEDICO = catalogue_pb2.DescribeGameResponse(
    game="medico",
    title="Medico",
    rules_version=1,
    seat_counts=[2, 3, 4],
    options=[
        catalogue_pb2.OptionDescription(
            name="starting_markets",
            values=[catalogue_pb2.OptionValue(name=name) for name in ("none", "matched", "random")],
            default_value="none",
        ),
        catalogue_pb2.OptionDescription(
            name="start_places",
            values=[catalogue_pb2.OptionValue(name=name) for name in ("chosen", "random")],
            default_value="chosen",
        ),
    ],
)
AZERLAND = catalogue_pb2.DescribeGameResponse(
    game="azerland",
    title="Potions of Azerland",
    rules_version=1,
    seat_counts=[1, 2, 3, 4],
    options=[
        catalogue_pb2.OptionDescription(
            name="solo_difficulty",
            values=[
                *(catalogue_pb2.OptionValue(name=name) for name in ("any", "medium", "hard")),
                catalogue_pb2.OptionValue(name="easy", seat_counts=[1]),
            ],
            default_value="any",
        )
    ],
)
GAMES = {described.game: described for described in (MEDICO, AZERLAND)}
BOTS = {"greedy": ["medico"], "random": list(GAMES)}
DEFAULTS = options_pb2.Options(
    starting_markets=options_pb2.STARTING_MARKETS_NONE, start_places=options_pb2.START_PLACES_CHOSEN
)
RULES_VERSION = 1


class RulesFakeSettings(ServiceSettings):
    service: ClassVar[str] = "rules"


class BotsFakeSettings(ServiceSettings):
    service: ClassVar[str] = "bots"


class FakeRules(rules_service_pb2_grpc.RulesServiceServicer):
    """Creates matches, and lets tests decide how they end."""

    ACCESS: ClassVar = {
        method.name: SIGNED_IN for method in rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"].methods
    } | {
        "DescribeGame": EVERYBODY,
        "CreateMatch": roles(SERVICE, HOST),
        "AbortMatch": roles(SERVICE),
    }

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.created: dict[str, matches_pb2.CreateMatchRequest] = {}
        self.calls = 0
        self.down = False
        self.refuses: reasons_pb2.Reason.ValueType | None = None
        self.published: set[str] = set()
        self.aborted: list[str] = []
        self.stored: set[tuple[str, bytes]] = set()
        """Card tables, by game and digest."""

    async def DescribeGame(
        self, request: catalogue_pb2.DescribeGameRequest, context: Any
    ) -> catalogue_pb2.DescribeGameResponse:
        self._answer()
        if request.game not in GAMES:
            raise ArenaError(reasons_pb2.REASON_UNKNOWN_GAME, "No such game.", subject=request.game)
        if request.data_digest and (request.game, request.data_digest) not in self.stored:
            raise ArenaError(reasons_pb2.REASON_UNKNOWN_DATA_SET, "No such tables.", subject=request.data_digest.hex())
        return GAMES[request.game]

    async def CreateMatch(
        self, request: matches_pb2.CreateMatchRequest, context: Any
    ) -> matches_pb2.CreateMatchResponse:
        self.calls += 1
        self._answer()
        if self.refuses is not None:
            raise ArenaError(self.refuses, "Refused.")
        known = self.created.setdefault(request.match_id, request)
        if known != request:
            raise ArenaError(reasons_pb2.REASON_MATCH_EXISTS_DIFFERENT, "Other content.", subject=request.match_id)
        return matches_pb2.CreateMatchResponse(
            match_id=request.match_id, rules_version=RULES_VERSION, rated=request.rated
        )

    async def AbortMatch(self, request: matches_pb2.AbortMatchRequest, context: Any) -> matches_pb2.AbortMatchResponse:
        self._answer()
        if request.match_id not in self.created:
            raise ArenaError(reasons_pb2.REASON_UNKNOWN_MATCH, "No such match.", subject=request.match_id)
        self.aborted.append(request.match_id)
        result = await self.finish(request.match_id, results_pb2.MATCH_ENDING_ABORTED)
        return matches_pb2.AbortMatchResponse(result=result)

    def _answer(self) -> None:
        if self.down:
            raise ArenaError(reasons_pb2.REASON_SHUTTING_DOWN, "Away.")

    async def finish(
        self,
        match_id: str,
        ending: results_pb2.MatchEnding.ValueType = results_pb2.MATCH_ENDING_COMPLETED,
        order: Callable[[list[str]], list[str]] = sorted,
    ) -> results_pb2.MatchResult:
        """Publish the result of a match, once: by default players come in the order of their ids."""
        request = self.created[match_id]
        places = {player: place for place, player in enumerate(order([seat.player_id for seat in request.seats]), 1)}
        result = results_pb2.MatchResult(
            match_id=match_id,
            game=request.game,
            rules_version=RULES_VERSION,
            ending=ending,
            rated=request.rated,
            pool=request.pool,
            tournament=request.tournament if request.HasField("tournament") else None,
            seats=[
                results_pb2.SeatResult(
                    seat=number,
                    player_id=seat.player_id,
                    name=seat.name,
                    kind=seat.kind,
                    bot=seat.bot,
                    place=places[seat.player_id],
                    points=60 - 10 * places[seat.player_id],
                    ending=results_pb2.SEAT_ENDING_PLAYED,
                    fault=results_pb2.FAULT_NOBODY,
                )
                for number, seat in enumerate(request.seats)
            ],
        )
        payload = log_pb2.ResultPublished(result=result).SerializeToString()
        with contextlib.suppress(Conflict):
            await append(self.bus, subjects.result(request.game, match_id), payload, expected_last_sequence=0)
        self.published.add(match_id)
        return result

    async def finish_running(self, **how: Any) -> list[str]:
        """End all matches that run; returns their ids."""
        ended = [match_id for match_id in self.created if match_id not in self.published]
        for match_id in ended:
            await self.finish(match_id, **how)
        return ended

    def of_round(self, number: int) -> list[matches_pb2.CreateMatchRequest]:
        """The matches created for a round of whatever tournament."""
        return [request for request in self.created.values() if request.tournament.round == number]


class FakeBots(bots_pb2_grpc.BotServiceServicer):
    """Takes seats; when asked to, plays the match to its end at once."""

    ACCESS: ClassVar = {"ListBots": EVERYBODY, "FillSeats": roles(SERVICE, HOST)}

    def __init__(self, verifier: TokenVerifier) -> None:
        self.verifier = verifier
        self.filled: dict[tuple[str, int], bots_pb2.BotSeat] = {}
        self.targets: set[str] = set()
        self.down = False
        self.refused = 0
        self.play: Callable[[str], Any] | None = None

    async def ListBots(self, request: bots_pb2.ListBotsRequest, context: Any) -> bots_pb2.ListBotsResponse:
        self._answer()
        bots = [bots_pb2.HouseBot(bot=name, games=games, version=1) for name, games in BOTS.items()]
        return bots_pb2.ListBotsResponse(bots=[bot for bot in bots if request.game in ("", *bot.games)])

    async def FillSeats(self, request: bots_pb2.FillSeatsRequest, context: Any) -> bots_pb2.FillSeatsResponse:
        self._answer()
        assert caller().has_role(SERVICE)
        for seat in request.seats:
            identity = await self.verifier.verify(seat.token)
            identity.require_seat(request.match_id, seat.seat)
            known = self.filled.setdefault((request.match_id, seat.seat), seat)
            assert (known.bot, known.bot_seed) == (seat.bot, seat.bot_seed)
        self.targets.add(request.rules_target)
        if self.play is not None:
            await self.play(request.match_id)
        return bots_pb2.FillSeatsResponse()

    def _answer(self) -> None:
        if self.down:
            self.refused += 1
            raise ArenaError(reasons_pb2.REASON_SHUTTING_DOWN, "Away.")


class Surroundings:
    """Rules, bots and the bus, running; addresses are announced in the data folder as in the embedded stack."""

    def __init__(self, nats: EmbeddedNats, data_dir: Path, rules: FakeRules, bots: FakeBots) -> None:
        self.nats = nats
        self.data_dir = data_dir
        self.rules = rules
        self.bots = bots

    @property
    def environment(self) -> dict[str, str]:
        """Settings for a matchmaking process."""
        return {
            "ARENA_DATA_DIR": str(self.data_dir),
            "ARENA_NATS_URL": self.nats.url,
            # Or every start compiles all modules anew.
            "PYTHONDONTWRITEBYTECODE": "",
        }


@contextlib.asynccontextmanager
async def surroundings(nats: EmbeddedNats, data_dir: Path) -> AsyncIterator[Surroundings]:
    """The fakes on a bus of their own."""
    async with contextlib.AsyncExitStack() as stack:
        bus = await stack.enter_async_context(await connect(nats.address("rules")))
        verifier = TokenVerifier(bus)
        await verifier.start()
        stack.push_async_callback(verifier.stop)
        rules = FakeRules(bus)  # type: ignore[abstract]  # matchmaking calls two of its methods
        bots = FakeBots(verifier)
        described = rules_service_pb2.DESCRIPTOR.services_by_name["RulesService"]
        add_rules = rules_service_pb2_grpc.add_RulesServiceServicer_to_server
        add_bots = bots_pb2_grpc.add_BotServiceServicer_to_server
        shared: dict[str, Any] = {"data_dir": data_dir, "nats_url": nats.url, "grace_seconds": 0}
        for settings, served in (
            (RulesFakeSettings.load(**shared), Served(described, add_rules, rules, FakeRules.ACCESS)),
            (
                BotsFakeSettings.load(**shared),
                Served(bots_pb2.DESCRIPTOR.services_by_name["BotService"], add_bots, bots, FakeBots.ACCESS),
            ),
        ):
            server = RpcServer(settings, [served], verifier.verify)
            await server.start()
            stack.push_async_callback(server.stop)
        yield Surroundings(nats, data_dir, rules, bots)


def announced(data_dir: Path, replica: int = 0) -> str | None:
    """Address of a matchmaking process, once it has announced itself."""
    path = data_dir / "run" / f"matchmaking-{replica}.json"
    return str(json.loads(path.read_text())["grpc"]) if path.exists() else None
