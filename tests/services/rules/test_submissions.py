"""Submissions: idempotent by request id, sequences stop where they must, and a refused plan tells nothing."""

from __future__ import annotations

from arena.pb.rules.v1 import reasons_pb2 as reason
from arena.pb.rules.v1.games_pb2 import GameAction
from arena.translate import action_to_proto
from engine_core.games import game as registered_game
from services.common.ids import new_id
from tests.services.rules.hosting import Hosted, House, Replica, name_of, submission
from tests.services.rules.mirror import Mirror


async def test_a_repeated_request_gets_the_first_answer(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    request = submission(view, view.legal_action_ids[0])
    first = await hosted.submit(view.seat, request)
    await hosted.play(3)
    again = await hosted.submit(view.seat, request)
    assert again.repeated_request
    assert not first.repeated_request
    again.repeated_request = False
    assert again == first


async def test_known_ply_is_no_content(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    request = submission(view, view.legal_action_ids[0])
    await hosted.submit(view.seat, request)
    request.known_ply = 1
    assert (await hosted.submit(view.seat, request)).repeated_request


async def test_a_rejected_request_id_is_free_again(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    request_id = new_id()
    refused = await hosted.submit(view.seat, submission(view, GameAction(), request_id=request_id))
    assert refused.rejection.reason == reason.REASON_EMPTY_ACTION
    taken = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0], request_id=request_id))
    assert taken.HasField("accepted")
    assert not taken.repeated_request


async def test_one_request_id_may_be_used_in_two_matches_and_by_two_seats(house: House, replica: Replica) -> None:
    request_id = new_id()
    for _ in range(2):
        hosted = await Hosted.create(house, replica)
        for _ in range(2):
            view = await hosted.first()
            answer = await hosted.submit(view.seat, submission(view, view.legal_action_ids[0], request_id=request_id))
            assert answer.HasField("accepted")
            assert not answer.repeated_request


async def test_typed_and_numbered_actions_mean_the_same(house: House, replica: Replica) -> None:
    game = registered_game("medico")
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    typed = action_to_proto(game, game.catalogue[view.legal_action_ids[0]], typed=True)
    assert (await hosted.submit(view.seat, submission(view, typed))).HasField("accepted")


async def test_a_rejection_names_the_rule_the_position_and_the_legal_actions(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica)
    view = await hosted.first()
    forbidden = next(number for number in range(5000) if number not in view.legal_action_ids)
    answer = await hosted.submit(view.seat, submission(view, forbidden))
    rejection = answer.rejection
    assert rejection.rule_id.startswith("MED-")
    assert rejection.position == 0
    assert list(rejection.legal_action_ids) == list(view.legal_action_ids)
    assert (answer.ply, answer.next_decision) == (view.ply, view.decision)
    assert (await hosted.view(view.seat)) == view


async def _at_a_plan(house: House, replica: Replica, length: int) -> tuple[Mirror, list[int]]:
    """A position at which one seat can play so many actions in a row that reveal nothing, and those actions."""
    mirror = await Mirror.create(house, replica, seed=3)
    game = mirror.match.game
    for _ in range(400):
        seat = game.to_act(mirror.match.state)[0]
        trial = mirror.match.clone()
        actions: list[int] = []
        while len(actions) < length and seat in game.to_act(trial.state):
            quiet = None
            for action in game.legal(trial.state, seat):
                probe = trial.clone()
                if not probe.apply(seat, action) and seat in game.to_act(probe.state):
                    quiet = action
                    break
            if quiet is None:
                break
            trial.apply(seat, quiet)
            actions.append(quiet.id)
        if len(actions) == length:
            return mirror, actions
        await mirror.step()
    raise AssertionError("no such plan in this game")


async def test_a_plan_is_played_as_a_whole(house: House, replica: Replica) -> None:
    mirror, actions = await _at_a_plan(house, replica, 3)
    seat = mirror.match.game.to_act(mirror.match.state)[0]
    view = await mirror.hosted.view(seat)
    answer = await mirror.hosted.submit(seat, submission(view, *actions), with_view=True)
    assert (answer.accepted.accepted_count, answer.accepted.sent_count) == (3, 3)
    assert not answer.accepted.HasField("stopped_by")
    assert (answer.ply, answer.next_decision) == (view.ply + 3, view.decision + 3)
    assert answer.view == await mirror.hosted.view(seat)


async def test_a_plan_that_fails_in_the_middle_keeps_what_was_accepted(house: House, replica: Replica) -> None:
    mirror, actions = await _at_a_plan(house, replica, 2)
    seat = mirror.match.game.to_act(mirror.match.state)[0]
    view = await mirror.hosted.view(seat)
    request = submission(view, *actions, GameAction(), actions[0])
    answer = await mirror.hosted.submit(seat, request)
    stop = answer.accepted.stopped_by
    assert (answer.accepted.accepted_count, answer.accepted.sent_count) == (2, 4)
    assert (name_of(stop.reason), stop.position) == ("EMPTY_ACTION", 2)
    after = await mirror.hosted.view(seat)
    assert list(stop.legal_action_ids) == list(after.legal_action_ids)
    assert (after.ply, after.decision) == (view.ply + 2, view.decision + 2)
    again = await mirror.hosted.submit(seat, request)
    assert again.repeated_request
    assert again.accepted == answer.accepted


async def test_all_or_nothing_that_fails_in_the_middle_changes_nothing(house: House, replica: Replica) -> None:
    mirror, actions = await _at_a_plan(house, replica, 2)
    seat = mirror.match.game.to_act(mirror.match.state)[0]
    view = await mirror.hosted.view(seat)
    answer = await mirror.hosted.submit(seat, submission(view, *actions, GameAction(), all_or_nothing=True))
    rejection = answer.rejection
    assert (name_of(rejection.reason), rejection.position) == ("EMPTY_ACTION", 2)
    assert list(rejection.legal_action_ids) == list(view.legal_action_ids)
    assert (answer.ply, answer.next_decision) == (view.ply, view.decision)
    assert await mirror.hosted.view(seat) == view


async def test_a_plan_stops_at_a_reveal_and_a_refused_one_does_not_tell_what_it_would_have_shown(
    house: House, replica: Replica
) -> None:
    mirror = await Mirror.create(house, replica, seed=5)
    plan = await mirror.play_to_a_plan_that_reveals()
    view = plan.view
    refused = await mirror.hosted.submit(view.seat, submission(view, *plan.actions, all_or_nothing=True))
    assert (name_of(refused.rejection.reason), refused.rejection.position) == ("CROSSES_REVEAL", 1)
    assert list(refused.rejection.legal_action_ids) == list(view.legal_action_ids)
    assert (refused.ply, refused.next_decision) == (view.ply, view.decision)
    # Whatever follows the reveal, legal there or not, the answer is the same: the trial cannot be asked anything.
    for follow in (0, 17, 4_000_000, plan.actions[1]):
        request = submission(view, plan.actions[0], follow, all_or_nothing=True, request_id=refused.request_id)
        assert await mirror.hosted.submit(view.seat, request) == refused
    assert await mirror.hosted.view(view.seat) == view

    accepted = await mirror.hosted.submit(view.seat, submission(view, *plan.actions))
    assert accepted.accepted.accepted_count == 1
    assert name_of(accepted.accepted.stopped_by.reason) == "CROSSES_REVEAL"


async def test_a_plan_that_runs_past_the_turn_stops_there(house: House, replica: Replica) -> None:
    mirror = await Mirror.create(house, replica, seed=2)
    plan = await mirror.play_to_a_plan_past_the_turn()
    answer = await mirror.hosted.submit(plan.view.seat, submission(plan.view, *plan.actions))
    assert answer.accepted.accepted_count == 1
    assert name_of(answer.accepted.stopped_by.reason) == "SEQUENCE_PAST_TURN"
    assert not answer.accepted.stopped_by.legal_action_ids
