"""docs/errors.md is the one table of reasons: complete, true about the statuses, and each row of the rules service can be provoked."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from unittest.mock import patch

import grpc
import pytest

from arena.pb.medico.v1.actions_pb2 import Action as MedicoAction
from arena.pb.medico.v1.actions_pb2 import SellRemedy
from arena.pb.medico.v1.options_pb2 import Options
from arena.pb.rules.v1.catalogue_pb2 import DescribeGameRequest
from arena.pb.rules.v1.data_sets_pb2 import DataFile, StoreDataSetRequest
from arena.pb.rules.v1.games_pb2 import GameAction, GameOptions
from arena.pb.rules.v1.play_pb2 import Open, PlayRequest, ResignRequest, SubmitRequest, ViewRequest
from arena.pb.rules.v1.reasons_pb2 import Reason
from arena.pb.rules.v1.submissions_pb2 import Resignation, SubmissionAnswer
from arena.pb.rules.v1.views_pb2 import GetViewRequest, WatchRequest
from services.common import clock
from services.common.bus import append, subjects
from services.common.errors import REJECTIONS, STATUS
from services.common.ids import new_id
from tests.services.rules.hosting import (
    Hosted,
    House,
    Replica,
    Stream,
    create_request,
    detail_of,
    name_of,
    submission,
)
from tests.services.rules.mirror import Mirror

PAGE = Path(__file__).parents[3] / "docs" / "errors.md"
ROW = re.compile(r"^\| `([A-Z_]+)` \| (?:`([A-Z_]+)`|(rejection)) \|", re.MULTILINE)


def rows(heading: str) -> dict[str, str]:
    """Reason -> how it comes, of the table under a heading."""
    part = PAGE.read_text(encoding="utf-8").split(f"## {heading}")[1].split("\n## ")[0]
    return {reason: status or rejection for reason, status, rejection in ROW.findall(part)}


OURS = rows("What the rules service answers")
OTHERS = rows("What the other services add")


def test_the_page_lists_every_reason_once_with_its_status() -> None:
    named = {name.removeprefix("REASON_"): number for name, number in Reason.items() if number}
    assert not OURS.keys() & OTHERS.keys()
    assert OURS.keys() | OTHERS.keys() == named.keys()
    for name, comes_as in (OURS | OTHERS).items():
        expected = "rejection" if named[name] in REJECTIONS else STATUS[named[name]].name
        assert comes_as == expected, name


Provoke = Callable[[House, Replica], Awaitable[SubmissionAnswer | None]]
CASES: list[tuple[str, Provoke]] = []


def provokes(reason: str) -> Callable[[Provoke], Provoke]:
    """Registers a way to provoke a reason."""

    def register(case: Provoke) -> Provoke:
        CASES.append((reason, case))
        return case

    return register


# -- statuses ------------------------------------------------------------------------------------------------------------------


@provokes("MALFORMED")
async def match_id_that_is_none(house: House, replica: Replica) -> None:
    await replica.rpc.GetView(GetViewRequest(match_id="NO SUCH ID"), metadata=house.token())


@provokes("MALFORMED")
async def stream_that_begins_without_open(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    call = replica.rpc.Play(metadata=hosted.tokens[0])
    await call.write(PlayRequest(view_request=ViewRequest()))
    await call.read()
    raise_status(await call.code(), await call.trailing_metadata(), await call.details())


@provokes("MALFORMED")
async def stream_that_is_opened_twice(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    async with Stream(hosted, 0) as stream:
        await stream.send(PlayRequest(open=Open(match_id=hosted.match_id, seat=0)))
        while await stream.read() is not None:
            pass
        raise_status(await stream.call.code(), await stream.call.trailing_metadata(), await stream.call.details())


@provokes("MALFORMED")
async def bytes_that_are_no_message(house: House, replica: Replica) -> None:
    call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = replica.channel.unary_unary(
        "/arena.rules.v1.RulesService/GetView"
    )
    await call(b"\xff\xff\xff\xff", metadata=house.token())


@provokes("MALFORMED")
async def typed_action_with_impossible_values(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    await hosted.submit(view.seat, submission(view, GameAction(medico=MedicoAction(sell_remedy=SellRemedy()))))


@provokes("MALFORMED")
async def a_player_on_two_seats(house: House, replica: Replica) -> None:
    request = create_request(2)
    request.seats[1].player_id = request.seats[0].player_id
    await replica.rpc.CreateMatch(request, metadata=house.token("host"))


@provokes("MESSAGE_TOO_LARGE")
async def message_over_a_mebibyte(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = replica.channel.unary_unary(
        "/arena.rules.v1.RulesService/Submit"
    )
    await call(bytes((1 << 20) + 1), metadata=hosted.tokens[0])


@provokes("UNAUTHENTICATED_NO_TOKEN")
async def no_token(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    await replica.rpc.GetView(GetViewRequest(match_id=hosted.match_id))


@provokes("TOKEN_INVALID")
async def token_of_nobody(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    await replica.rpc.GetView(
        GetViewRequest(match_id=hosted.match_id), metadata=(("authorization", "Bearer not.a.token"),)
    )


@provokes("TOKEN_INVALID")
async def token_with_another_signature(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    token = hosted.tokens[0][0][1]
    changed = token[:-8] + ("AAAAAAAA" if not token.endswith("AAAAAAAA") else "BBBBBBBB")
    await replica.rpc.GetView(GetViewRequest(match_id=hosted.match_id, seat=0), metadata=(("authorization", changed),))


@provokes("TOKEN_EXPIRED")
async def token_that_has_expired(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    token = house.token(lifetime=30)
    later = clock.now_ns() + 31 * 10**9
    with patch.object(clock, "now_ns", lambda: later):
        await replica.rpc.GetView(GetViewRequest(match_id=hosted.match_id), metadata=token)


@provokes("FORBIDDEN_ROLE")
async def player_that_creates_a_match(house: House, replica: Replica) -> None:
    await replica.rpc.CreateMatch(create_request(), metadata=house.token("player"))


@provokes("NOT_YOUR_SEAT")
async def view_of_another_seat(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    await replica.rpc.GetView(GetViewRequest(match_id=hosted.match_id, seat=1), metadata=hosted.tokens[0])


@provokes("NOT_YOUR_SEAT")
async def submission_for_another_seat(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    request = SubmitRequest(
        match_id=hosted.match_id, seat=view.seat, submission=submission(view, view.legal_action_ids[0])
    )
    await replica.rpc.Submit(request, metadata=hosted.tokens[1 - view.seat])


@provokes("NOT_YOUR_SEAT")
async def token_of_the_same_seat_of_another_match(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    other = await Hosted.create(house, replica)
    await replica.rpc.GetView(GetViewRequest(match_id=hosted.match_id, seat=0), metadata=other.tokens[0])


@provokes("NOT_YOUR_SEAT")
async def stream_for_another_seat(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    hosted.tokens[1] = hosted.tokens[0]
    async with Stream(hosted, 1) as stream:
        await stream.read()
        raise_status(await stream.call.code(), await stream.call.trailing_metadata(), await stream.call.details())


@provokes("NOT_YOUR_SEAT")
async def resignation_of_another_seat(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    request = ResignRequest(match_id=hosted.match_id, seat=1, resignation=Resignation(request_id=new_id()))
    await replica.rpc.Resign(request, metadata=house.token("service"))


@provokes("UNKNOWN_GAME")
async def match_of_an_unknown_game(house: House, replica: Replica) -> None:
    await replica.rpc.CreateMatch(create_request(game="chess"), metadata=house.token("service"))


@provokes("UNKNOWN_GAME")
async def description_of_an_unknown_game(house: House, replica: Replica) -> None:
    await replica.rpc.DescribeGame(DescribeGameRequest(game="chess"))


@provokes("UNKNOWN_MATCH")
async def view_of_no_match(house: House, replica: Replica) -> None:
    await replica.rpc.GetView(GetViewRequest(match_id=new_id()), metadata=house.token())


@provokes("UNKNOWN_MATCH")
async def watching_no_match(house: House, replica: Replica) -> None:
    call = replica.rpc.Watch(WatchRequest(match_id=new_id()), metadata=house.token())
    await call.read()
    raise_status(await call.code(), await call.trailing_metadata(), await call.details())


@provokes("UNKNOWN_OPTION")
async def option_with_an_unknown_value(house: House, replica: Replica) -> None:
    options = GameOptions(medico=Options.FromString(b"\x08\x63"))
    await replica.rpc.CreateMatch(create_request(options=options), metadata=house.token("service"))


@provokes("UNKNOWN_OPTION")
async def options_of_another_game(house: House, replica: Replica) -> None:
    await replica.rpc.CreateMatch(
        create_request(options=GameOptions.FromString(b"\x1a\x00")), metadata=house.token("service")
    )


@provokes("BAD_SEAT_COUNT")
async def match_with_too_many_seats(house: House, replica: Replica) -> None:
    await replica.rpc.CreateMatch(create_request(5), metadata=house.token("service"))


@provokes("BAD_SEAT_COUNT")
async def match_with_one_seat(house: House, replica: Replica) -> None:
    await replica.rpc.CreateMatch(create_request(1), metadata=house.token("service"))


@provokes("BAD_SEAT_COUNT")
async def seat_that_the_match_has_not(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    await replica.rpc.GetView(
        GetViewRequest(match_id=hosted.match_id, seat=3), metadata=house.token(match=hosted.match_id, seat=3)
    )


@provokes("MATCH_EXISTS_DIFFERENT")
async def match_id_used_twice(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    await replica.rpc.CreateMatch(create_request(match_id=hosted.match_id), metadata=house.token("service"))


@provokes("RULES_VERSION_NOT_SERVED")
async def match_of_another_rules_version(house: House, replica: Replica) -> None:
    match_id = new_id()
    async with house.rules_bus() as bus:
        await append(bus, subjects.match_log("medico", 999, match_id), b"of another version")
    await replica.rpc.GetView(GetViewRequest(match_id=match_id), metadata=house.token())


@provokes("UNKNOWN_DATA_SET")
async def tables_that_nobody_stored(house: House, replica: Replica) -> None:
    await replica.rpc.CreateMatch(create_request(data_digest=bytes(16)), metadata=house.token("service"))


@provokes("BAD_DATA_SET")
async def tables_that_the_game_cannot_be_played_with(house: House, replica: Replica) -> None:
    request = StoreDataSetRequest(game="medico", files=[DataFile(name="rods.csv", text="id,threshold\n")])
    await replica.rpc.StoreDataSet(request, metadata=house.token("operator"))


@provokes("SEQUENCE_TOO_LONG")
async def plan_of_more_than_200_actions(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    await hosted.submit(view.seat, submission(view, *[0] * 201))


@provokes("OVERLOADED")
async def more_streams_of_a_seat_than_it_may_have(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    streams = [Stream(hosted, 0) for _ in range(9)]
    try:
        for stream in streams:
            await stream.__aenter__()
            await stream.read()
        raise_status(
            await streams[-1].call.code(), await streams[-1].call.trailing_metadata(), await streams[-1].call.details()
        )
    finally:
        for stream in streams:
            stream.call.cancel()


@provokes("MATCH_QUARANTINED")
async def log_that_does_not_fold(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    async with house.rules_bus() as bus, house.replica() as fresh:
        await append(bus, subjects.match_log("medico", 1, hosted.match_id), b"")
        await fresh.rpc.GetView(GetViewRequest(match_id=hosted.match_id), metadata=house.token())


# -- rejections ----------------------------------------------------------------------------------------------------------------


@provokes("EMPTY_ACTION")
async def empty_action(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    return await hosted.submit(view.seat, submission(view, GameAction()))


@provokes("EMPTY_ACTION")
async def typed_action_without_a_kind(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    return await hosted.submit(view.seat, submission(view, GameAction(medico=MedicoAction())))


@provokes("UNKNOWN_ACTION")
async def unknown_id(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    return await hosted.submit(view.seat, submission(view, 4_000_000_000))


@provokes("UNKNOWN_ACTION")
async def typed_action_of_an_unknown_kind(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    action = GameAction(medico=MedicoAction.FromString(b"\xfa\x3f\x00"))
    return await hosted.submit(view.seat, submission(view, action))


@provokes("ACTION_OF_OTHER_GAME")
async def action_of_another_game(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    return await hosted.submit(view.seat, submission(view, GameAction.FromString(b"\x1a\x00")))


@provokes("NOT_TO_ACT")
async def not_the_seats_turn(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    waiting = await hosted.view(1 - view.seat)
    assert not waiting.legal_action_ids
    return await hosted.submit(1 - view.seat, submission(waiting, view.legal_action_ids[0]))


@provokes("STALE_DECISION")
async def decision_that_was_answered(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))
    return await hosted.submit(view.seat, submission(view, view.legal_action_ids[0]))


@provokes("FUTURE_DECISION")
async def decision_that_was_not_asked(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    return await hosted.submit(view.seat, submission(view, view.legal_action_ids[0], decision=view.decision + 1))


@provokes("REQUEST_ID_REUSED")
async def request_id_with_other_content(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    first = submission(view, view.legal_action_ids[0])
    await hosted.submit(view.seat, first)
    return await hosted.submit(view.seat, submission(view, view.legal_action_ids[1], request_id=first.request_id))


@provokes("REQUEST_ID_REUSED")
async def resignation_with_the_id_of_a_submission(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    first = submission(view, view.legal_action_ids[0])
    await hosted.submit(view.seat, first)
    return await hosted.resign(view.seat, first.request_id)


@provokes("MATCH_FINISHED")
async def submission_to_a_finished_match(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    await hosted.resign(0)
    await hosted.resign(1)
    view = await hosted.view(0)
    assert view.finished
    return await hosted.submit(0, submission(view, 0))


@provokes("SEAT_FORFEITED")
async def submission_of_a_seat_that_gave_up(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica, 3)
    await hosted.resign(1)
    return await hosted.submit(1, submission(await hosted.view(1), 0))


@provokes("AGAINST_THE_RULES")
async def action_that_the_rules_forbid(house: House, replica: Replica) -> SubmissionAnswer:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    forbidden = next(number for number in range(5000) if number not in view.legal_action_ids)
    return await hosted.submit(view.seat, submission(view, forbidden))


@provokes("CROSSES_REVEAL")
async def plan_past_a_reveal(house: House, replica: Replica) -> SubmissionAnswer:
    mirror = await Mirror.create(house, replica)
    plan = await mirror.play_to_a_plan_that_reveals()
    return await mirror.hosted.submit(plan.view.seat, submission(plan.view, *plan.actions, all_or_nothing=True))


@provokes("SEQUENCE_PAST_TURN")
async def plan_past_the_turn(house: House, replica: Replica) -> SubmissionAnswer:
    mirror = await Mirror.create(house, replica)
    plan = await mirror.play_to_a_plan_past_the_turn()
    return await mirror.hosted.submit(plan.view.seat, submission(plan.view, *plan.actions, all_or_nothing=True))


# -- the test ------------------------------------------------------------------------------------------------------------------

ELSEWHERE = {
    "BUS_UNAVAILABLE": "test_faults.py",
    "INTERNAL": "test_faults.py",
    "SHUTTING_DOWN": "test_faults.py",
}


def test_every_row_of_the_rules_service_has_a_case() -> None:
    assert {reason for reason, _ in CASES} | ELSEWHERE.keys() == OURS.keys()


@pytest.mark.parametrize(("reason", "case"), CASES, ids=[case.__name__ for _, case in CASES])
async def test_each_bad_input_gets_its_own_reason(house: House, replica: Replica, reason: str, case: Provoke) -> None:
    if OURS[reason] == "rejection":
        answer = await case(house, replica)
        assert answer is not None
        rejection = answer.rejection
        assert name_of(rejection.reason) == reason
        assert rejection.sentence
        assert bool(rejection.rule_id) == (reason == "AGAINST_THE_RULES")
        return
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await case(house, replica)
    error = caught.value
    assert error.code().name == OURS[reason]
    if reason == "MESSAGE_TOO_LARGE":
        return  # gRPC itself answers before anything of ours sees the message
    detail = detail_of(error)
    assert name_of(detail.reason) == reason
    assert detail.sentence == error.details()


def raise_status(code: grpc.StatusCode, trailing: grpc.aio.Metadata, details: str | None) -> None:
    """The end of a stream as the error that a unary call would have raised."""
    raise grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailing, details)
