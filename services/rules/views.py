"""Views as messages: what one seat, or anybody, may know of a hosted match. Built from the engine's view and public facts only."""

from __future__ import annotations

from arena.pb.rules.v1.views_pb2 import Notice, SeatView
from arena.translate import view_to_proto
from services.rules.hosted_match import HostedMatch
from services.rules.results import build_result


def seat_view(hosted: HostedMatch, seat: int | None) -> SeatView:
    """The full view of ``seat``; ``None``: the public one."""
    match, created, asked = hosted.match, hosted.created, hosted.asked
    game, state = match.game, match.state
    asks = seat if seat in asked else asked[0] if asked else None
    return SeatView(
        match_id=created.match_id,
        game=created.game,
        seat=seat,
        ply=match.ply,
        decision=0 if seat is None else match.decisions[seat],
        seats_to_act=asked,
        legal_action_ids=() if seat is None else hosted.legal_ids(seat),
        decision_point="" if asks is None else game.decision_point(state, asks),
        view=view_to_proto(game, game.view(state, seat)),
        finished=not asked,
        result=None if asked else build_result(hosted),
        forfeited_seats=match.forfeited,
        seats=created.seats,
        rated=created.rated,
        seeded=created.seeded,
    )


def notice(hosted: HostedMatch) -> Notice:
    """That the match went on, for a seat that has nothing to do."""
    return Notice(ply=hosted.match.ply, seats_to_act=hosted.asked)
