"""The schema refuses rubbish by itself, and every field that could be rubbish has a rule."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import protovalidate
import pytest
from google.protobuf import message_factory
from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

from arena.pb.bots.v1 import bots_pb2
from arena.pb.events.v1 import log_pb2, stored_pb2
from arena.pb.matchmaking.v1 import players_pb2, tickets_pb2, tournaments_pb2
from arena.pb.medico.v1 import actions_pb2
from arena.pb.rules.v1 import games_pb2, matches_pb2, play_pb2, reasons_pb2, results_pb2, submissions_pb2
from arena.pb.scoring.v1 import ratings_pb2
from engine_core.games import GAMES
from services.cli.stack import MOST_REPLICAS
from tests.schema.conftest import files, messages, rules_of

ID = "a" * 26
OTHER_ID = "b" * 26
UNCHECKED_ENUMS = {f"arena.{game}.v1.Options" for game in GAMES}
"""An unknown value is REASON_UNKNOWN_OPTION, not REASON_MALFORMED."""


def requests() -> Iterator[Descriptor]:
    """What clients send, with everything inside."""
    pending = [
        method.input_type
        for file in files()
        for service in file.services_by_name.values()
        for method in service.methods
    ]
    seen = set()
    while pending:
        message = pending.pop()
        if message.full_name in seen or not message.full_name.startswith("arena."):
            continue
        seen.add(message.full_name)
        pending.extend(field.message_type for field in message.fields if field.message_type is not None)
        yield message


def unbounded(field: FieldDescriptor) -> bool:
    """Whether a field may be of any length, or an enum of any number."""
    rules = rules_of(field)
    if field.is_repeated and not rules.repeated.HasField("max_items"):
        return True
    if field.is_repeated:
        rules = rules.repeated.items
    if field.type == FieldDescriptor.TYPE_STRING:
        return not (field.is_repeated or rules.string.HasField("max_len") or rules.string.pattern.endswith("$"))
    if field.type == FieldDescriptor.TYPE_BYTES:
        return not (rules.bytes.HasField("max_len") or rules.bytes.HasField("len"))
    if field.type == FieldDescriptor.TYPE_ENUM:
        return not rules.enum.defined_only and field.full_name.rpartition(".")[0] not in UNCHECKED_ENUMS
    return False


def test_every_list_and_text_of_a_request_is_bounded() -> None:
    found = [field.full_name for message in requests() for field in message.fields if unbounded(field)]
    assert found == []


def test_every_list_and_octets_of_any_message_is_bounded() -> None:
    """Answers and stored messages too: nobody has to guess a buffer."""
    found = [
        field.full_name
        for message in messages()
        for field in message.fields
        if (field.is_repeated or field.type in (FieldDescriptor.TYPE_STRING, FieldDescriptor.TYPE_BYTES))
        and unbounded(field)
        and not (field.is_repeated and field.enum_type is not None and rules_of(field).repeated.HasField("max_items"))
    ]
    assert found == []


@pytest.mark.parametrize("name", ["match_id", "player_id", "ticket_id", "tournament_id", "request_id"])
def test_ids_have_one_shape(name: str) -> None:
    """26 small letters or digits; empty only where the comment says so."""
    fields = [field for message in messages() for field in message.fields if field.name == name]
    assert fields
    shapes = {rules_of(field).string.pattern for field in fields}
    assert shapes <= {"^[a-z0-9]{26}$", "^([a-z0-9]{26})?$"}


def test_the_rules_of_every_message_can_be_evaluated() -> None:
    """A rule that does not compile would surface at the first message of its kind, in production."""
    count = 0
    for message in messages():
        protovalidate.collect_violations(message_factory.GetMessageClass(message)())
        count += 1
    assert count > 150


def seat(
    player_id: str = ID,
    name: str = "Ada 1",
    kind: results_pb2.SeatKind.ValueType = results_pb2.SEAT_KIND_PLAYER,
    bot: str = "",
) -> results_pb2.Seat:
    return results_pb2.Seat(player_id=player_id, name=name, kind=kind, bot=bot)


def create(**changes: object) -> matches_pb2.CreateMatchRequest:
    wanted: dict[str, object] = {"match_id": ID, "game": "medico", "seats": [seat(), seat(OTHER_ID)], **changes}
    return matches_pb2.CreateMatchRequest(**wanted)  # type: ignore[arg-type]


def submission(**changes: object) -> submissions_pb2.Submission:
    wanted: dict[str, object] = {"request_id": ID, "actions": [games_pb2.GameAction(id=1)], **changes}
    return submissions_pb2.Submission(**wanted)  # type: ignore[arg-type]


def selling(**values: object) -> games_pb2.GameAction:
    sale = actions_pb2.SellRemedy(**values)  # type: ignore[arg-type]
    return games_pb2.GameAction(medico=actions_pb2.Action(sell_remedy=sale))


GOOD: list[Message] = [
    create(),
    create(seats=[]),  # REASON_BAD_SEAT_COUNT is the game's to say
    create(seed=bytes(32), rated=True, pool="open_4-seats"),
    create(
        seats=[
            seat(kind=results_pb2.SEAT_KIND_HOUSE_BOT, bot="greedy", name="greedy #1"),
            seat(OTHER_ID, name="Zoë (blitz)"),
        ]
    ),
    submission(),
    submission(actions=[games_pb2.GameAction()]),  # REASON_EMPTY_ACTION is a rejection
    submission(actions=[games_pb2.GameAction(medico=actions_pb2.Action())]),
    submission(actions=[games_pb2.GameAction(id=2**32 - 1)] * 201),  # REASON_SEQUENCE_TOO_LONG is an answer of its own
    submission(actions=[selling(remedy="REMEDY_LEECH", space_index=2)]),
    players_pb2.RegisterPlayerRequest(name="R2-D2"),
    players_pb2.RegisterPlayerRequest(name="Ж", secret="x" * 32),
    reasons_pb2.Rejection(reason=reasons_pb2.REASON_AGAINST_THE_RULES, rule_id="MED-SELL-02"),
    reasons_pb2.Rejection(reason=reasons_pb2.REASON_AGAINST_THE_RULES, rule_id="MED-2P-01"),
    reasons_pb2.Rejection(reason=reasons_pb2.REASON_NOT_TO_ACT),
    tickets_pb2.JoinQueueRequest(request_id=ID, game="medico", seats=4),
    tickets_pb2.ListTicketsRequest(game="medico", seats=4),
]

BAD: list[tuple[Message, str]] = [
    (create(match_id="A" * 26), "match_id"),
    (create(match_id="a" * 25), "match_id"),
    (create(match_id=ID + "\n"), "match_id"),
    (create(game="Medico"), "game"),
    (create(seed=b"short"), "seed"),
    (create(seats=[seat()] * 17), "seats"),
    (create(seats=[seat(), seat()]), ""),
    (create(seats=[seat(kind=results_pb2.SEAT_KIND_UNSPECIFIED)]), "seats[0].kind"),
    (create(seats=[seat(bot="greedy")]), "seats[0]"),
    (create(seats=[seat(kind=results_pb2.SEAT_KIND_HOUSE_BOT)]), "seats[0]"),
    (create(seats=[seat(name="line\nbreak")]), "seats[0].name"),
    (create(seats=[seat(name="x" * 41)]), "seats[0].name"),
    (create(pool="../x"), "pool"),
    (create(tournament=results_pb2.TournamentRef(tournament_id=ID, round=0, table=1)), "tournament.round"),
    (submission(request_id=""), "request_id"),
    (submission(actions=[]), "actions"),
    (submission(actions=[games_pb2.GameAction(id=1)] * 1001), "actions"),
    (submission(actions=[selling(remedy=99)]), "actions[0].medico.sell_remedy.remedy"),
    (submission(actions=[selling()]), "actions[0].medico.sell_remedy.remedy"),
    (submission(actions=[selling(remedy=1, space_index=3)]), "actions[0].medico.sell_remedy.space_index"),
    (play_pb2.PlayRequest(), "message"),
    (play_pb2.PlayRequest(open=play_pb2.Open(match_id=ID, seat=16)), "open.seat"),
    (play_pb2.SubmitRequest(match_id=ID), "submission"),
    (play_pb2.ResignRequest(match_id=ID), "resignation"),
    (players_pb2.RegisterPlayerRequest(name=""), "name"),
    (players_pb2.RegisterPlayerRequest(name=" Ada"), "name"),
    (players_pb2.RegisterPlayerRequest(name="Ada", secret="short"), "secret"),
    (reasons_pb2.Rejection(reason=4711), "reason"),  # type: ignore[arg-type]
    (reasons_pb2.Rejection(), "reason"),
    (reasons_pb2.Rejection(reason=reasons_pb2.REASON_AGAINST_THE_RULES, rule_id="no rule"), "rule_id"),
    (tickets_pb2.JoinQueueRequest(request_id=ID, game="medico"), "seats"),
    (tickets_pb2.ListTicketsRequest(game="medico"), "seats"),
    (tournaments_pb2.EntrantSpec(), "entrant"),
    (tournaments_pb2.HouseBotEntry(bot="greedy"), "count"),
    (bots_pb2.FillSeatsRequest(match_id=ID, game="medico", rules_target="x:1"), "seats"),
    (ratings_pb2.GetLeaderboardRequest(game="medico", seats=4, page_size=501), "page_size"),
    (log_pb2.LogEntry(), "body"),
    (stored_pb2.PublicKey(key_id="k", public_key=b"x"), "public_key"),
]


@pytest.mark.parametrize("message", GOOD, ids=lambda message: message.DESCRIPTOR.name)
def test_what_is_meant_passes(message: Message) -> None:
    protovalidate.validate(message)


@pytest.mark.parametrize(
    ("message", "field"), BAD, ids=lambda value: value if isinstance(value, str) else value.DESCRIPTOR.name
)
def test_rubbish_is_refused_and_the_field_is_named(message: Message, field: str) -> None:
    found = {field_path(violation) for violation in protovalidate.collect_violations(message)}
    assert field in found


def test_two_bots_cannot_get_one_seat() -> None:
    bot = bots_pb2.BotSeat(seat=1, bot="greedy", token="t", bot_seed=b"s")
    request = bots_pb2.FillSeatsRequest(match_id=ID, game="medico", rules_target="x:1", seats=[bot])
    protovalidate.validate(request)
    request.seats.append(bot)
    assert {v.proto.rule_id for v in protovalidate.collect_violations(request)} == {"fill_seats.distinct_seats"}


def test_as_many_rules_replicas_as_a_stack_can_have_fit_into_an_address() -> None:
    everywhere = ",".join(f"[2001:db8:1234:5678:9abc:def0:1234:{number:04x}]:50010" for number in range(MOST_REPLICAS))
    bot = bots_pb2.BotSeat(seat=1, bot="greedy", token="t", bot_seed=b"s")
    protovalidate.validate(bots_pb2.FillSeatsRequest(match_id=ID, game="medico", rules_target=everywhere, seats=[bot]))
    protovalidate.validate(tickets_pb2.Assignment(match_id=ID, game="medico", rules_target=everywhere))
    protovalidate.validate(tournaments_pb2.Leg(game="medico", rounds=1, rules_target=everywhere))


def field_path(violation: protovalidate.Violation) -> str:
    """``actions[0].medico`` and so on; empty for a rule of the whole message."""
    path = violation.proto.field
    parts = []
    for element in path.elements if path is not None else ():
        index = element.subscript
        parts.append(f"{element.field_name}[{index.value}]" if index is not None else element.field_name)
    return ".".join(parts)


def test_the_rules_are_read_from_the_stubs() -> None:
    """The tests above look at the options of the registered descriptors; here is one of them by hand."""
    assert rules_of(submissions_pb2.Submission.DESCRIPTOR.fields_by_name["actions"]).repeated.max_items == 1000
    assert import_module("arena.pb.buf.validate").validate_pb2.DESCRIPTOR.name == "buf/validate/validate.proto"
