"""Records: of a finished match everything, of a running one only what the caller was told."""

from __future__ import annotations

from arena.translate import options_from_proto
from engine_core.games import game as registered_game
from engine_core.match import Match
from tests.services.rules.hosting import Hosted, House, Replica


async def test_a_finished_record_replays_to_every_digest_and_opens_the_commitment(
    house: House, replica: Replica
) -> None:
    hosted = await Hosted.create(house, replica, 3)
    await hosted.play(40)
    await hosted.resign(1)
    await hosted.play(2000)
    record = await hosted.record()
    assert record.complete
    assert not record.events
    game = registered_game("medico")
    options = options_from_proto(game, record.options)
    assert game.commitment(options, record.key) == record.commitment == hosted.created.commitment
    match = Match.new(game, len(record.seats), options, record.key)
    for entry in record.entries:
        if entry.action_ids:
            assert match.decisions[entry.seat] == entry.decision
            for action_id in entry.action_ids:
                match.apply(entry.seat, game.catalogue[action_id])
        else:
            match.resign(entry.seat)
        assert (match.ply, match.digest()) == (entry.ply, entry.digest)
        assert entry.opened.ToNanoseconds() <= entry.received.ToNanoseconds()
    assert match.over
    assert [outcome.place for outcome in match.places()] == [seat.place for seat in record.result.seats]


async def test_a_running_record_holds_no_key_digest_entry_or_foreign_event(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 3)
    await hosted.play(60)
    public = await hosted.record()
    own = [await hosted.record(hosted.tokens[seat]) for seat in range(3)]
    for record in (public, *own):
        assert not record.complete
        assert not record.key
        assert not record.entries
        assert not record.HasField("result")
        assert record.events
    assert all(not event.event.HasField("audience") for event in public.events)
    for seat, record in enumerate(own):
        audiences = {event.event.audience for event in record.events if event.event.HasField("audience")}
        assert audiences <= {seat}
        assert [event for event in record.events if not event.event.HasField("audience")] == list(public.events)
    plies = [event.ply for event in public.events]
    assert plies == sorted(plies)


async def test_a_seat_token_of_another_match_gives_no_seats_events(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    other = await Hosted.create(house, replica, 2)
    await hosted.play(60)
    assert await hosted.record(other.tokens[0]) == await hosted.record()


async def test_own_events_are_told_to_their_seat(house: House, replica: Replica) -> None:
    hosted = await Hosted.create(house, replica, 2)
    await hosted.play(60)
    told = [await hosted.record(hosted.tokens[seat]) for seat in range(2)]
    assert any(event.event.HasField("audience") for record in told for event in record.events)
