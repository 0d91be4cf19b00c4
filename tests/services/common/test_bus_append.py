"""Append if unchanged, against a real server: one wins, the loser learns it, nothing rejected is ever heard."""

import asyncio

import pytest

from services.common.bus import (
    Bus,
    Conflict,
    Stored,
    TooLarge,
    Unavailable,
    append,
    connect,
    follow_live,
    last,
    read_after,
    subjects,
)
from services.common.ids import new_id
from tests.services.conftest import BusAs, Wire, eventually

GAME, RULES = "medico", 1


def log(match_id: str) -> str:
    return subjects.match_log(GAME, RULES, match_id)


def end(match_id: str) -> str:
    return subjects.match_end(GAME, RULES, match_id)


def tree(match_id: str) -> str:
    return subjects.match_tree(GAME, RULES, match_id)


async def test_the_sequence_of_one_append_is_expected_by_the_next(bus: Bus, match_id: str) -> None:
    first = await append(bus, log(match_id), b"a", expected_last_sequence=0, over=tree(match_id))
    second = await append(bus, log(match_id), b"b", expected_last_sequence=first, over=tree(match_id))
    assert [m.payload for m in await read_after(bus, subjects.MATCHES, tree(match_id))] == [b"a", b"b"]
    assert second > first


async def test_a_stale_expectation_is_a_conflict_and_stores_nothing(bus: Bus, match_id: str) -> None:
    first = await append(bus, log(match_id), b"a", expected_last_sequence=0, over=tree(match_id))
    await append(bus, log(match_id), b"b", expected_last_sequence=first, over=tree(match_id))
    with pytest.raises(Conflict) as caught:
        await append(bus, log(match_id), b"late", expected_last_sequence=first, over=tree(match_id))
    assert not caught.value.duplicate
    assert [m.payload for m in await read_after(bus, subjects.MATCHES, tree(match_id))] == [b"a", b"b"]


async def test_the_guard_covers_the_whole_match_and_no_other(bus: Bus, match_id: str) -> None:
    first = await append(bus, log(match_id), b"a", expected_last_sequence=0, over=tree(match_id))
    last_one = await append(bus, end(match_id), b"end", expected_last_sequence=first, over=tree(match_id))
    with pytest.raises(Conflict):  # the log subject alone still ends at `first`, but the match went on
        await append(bus, log(match_id), b"x", expected_last_sequence=first, over=tree(match_id))
    other = new_id()
    assert await append(bus, log(other), b"a", expected_last_sequence=0, over=tree(other)) > last_one


async def test_of_racing_appends_exactly_one_wins(bus: Bus, bus_as: BusAs) -> None:
    rival = await bus_as("rules", own=True)
    for _ in range(50):
        match_id = new_id()
        results = await asyncio.gather(
            *(
                append(who, subject, b"%d" % n, expected_last_sequence=0, over=tree(match_id))
                for n, (who, subject) in enumerate(
                    [(bus, log(match_id)), (rival, log(match_id)), (bus, end(match_id)), (rival, end(match_id))]
                )
            ),
            return_exceptions=True,
        )
        assert sum(isinstance(result, int) for result in results) == 1
        assert sum(isinstance(result, Conflict) for result in results) == 3
        assert len(await read_after(bus, subjects.MATCHES, tree(match_id))) == 1


async def test_a_message_id_used_before_is_no_success_even_in_another_match(bus: Bus, match_id: str) -> None:
    other, used = new_id(), new_id()
    await append(bus, log(match_id), b"a", expected_last_sequence=0, over=tree(match_id), message_id=used)
    with pytest.raises(Conflict) as caught:
        await append(bus, log(other), b"a", expected_last_sequence=0, over=tree(other), message_id=used)
    assert caught.value.duplicate
    assert await last(bus, subjects.MATCHES, tree(other)) is None


async def test_what_was_rejected_is_never_heard_live(bus: Bus, match_id: str) -> None:
    heard: list[Stored] = []
    stop = await follow_live(bus, subjects.live_tree(GAME, RULES, match_id), heard.append)
    first = await append(bus, log(match_id), b"a", expected_last_sequence=0, over=tree(match_id))
    for _ in range(20):
        with pytest.raises(Conflict):
            await append(bus, log(match_id), b"rejected", expected_last_sequence=0, over=tree(match_id))
    second = await append(bus, end(match_id), b"z", expected_last_sequence=first, over=tree(match_id))
    await eventually(lambda: len(heard) >= 2)
    await stop()
    assert heard == [Stored(first, log(match_id), b"a"), Stored(second, end(match_id), b"z")]


async def test_a_lost_acknowledgement_is_unavailable_and_the_entry_is_there(
    bus: Bus, wire: Wire, match_id: str
) -> None:
    async with await connect(wire.address("rules")) as far:
        first = await append(far, log(match_id), b"a", expected_last_sequence=0, over=tree(match_id))
        wire.deaf = True
        with pytest.raises(Unavailable):
            await append(far, log(match_id), b"b", expected_last_sequence=first, over=tree(match_id), timeout=0.5)
        wire.cut()
        wire.deaf = False
        folded = await read_after(far, subjects.MATCHES, tree(match_id), first)
        assert [m.payload for m in folded] == [b"b"]
        with pytest.raises(Conflict):  # trying the same again cannot double it
            await append(far, log(match_id), b"b", expected_last_sequence=first, over=tree(match_id))
        assert len(await read_after(bus, subjects.MATCHES, tree(match_id))) == 2


async def test_an_append_under_way_fails_as_soon_as_the_connection_drops(bus: Bus, wire: Wire, match_id: str) -> None:
    async with await connect(wire.address("rules")) as far:
        wire.deaf = True
        waiting = asyncio.ensure_future(
            append(far, log(match_id), b"a", expected_last_sequence=0, over=tree(match_id), timeout=60)
        )
        async with asyncio.timeout(10):
            while await last(bus, subjects.MATCHES, tree(match_id)) is None:
                assert not waiting.done()
        wire.cut()
        wire.deaf = False
        done, _ = await asyncio.wait([waiting], timeout=10)
        assert done, "it waited for an answer that went to a connection which is gone"
        with pytest.raises(Unavailable):
            waiting.result()


async def test_a_message_beyond_the_limit_is_refused_before_it_is_sent(bus: Bus, match_id: str) -> None:
    with pytest.raises(TooLarge):
        await append(bus, log(match_id), bytes(1024 * 1024 + 1), expected_last_sequence=0, over=tree(match_id))
    assert await last(bus, subjects.MATCHES, tree(match_id)) is None


async def test_a_guard_without_an_expectation_is_a_mistake(bus: Bus, match_id: str) -> None:
    with pytest.raises(ValueError, match="over"):
        await append(bus, log(match_id), b"a", over=tree(match_id))


@pytest.mark.parametrize("bad", ["*", ">", "a.b", "", "a b", "a*"])
def test_no_subject_is_widened_by_what_it_is_made_of(bad: str) -> None:
    with pytest.raises(ValueError, match="token"):
        subjects.match_tree(GAME, RULES, bad)
    with pytest.raises(ValueError, match="token"):
        subjects.result(bad, "m")


def test_the_match_id_is_found_in_every_subject_that_has_one(match_id: str) -> None:
    live = log(match_id).replace("arena.match", "arena.live")
    assert {subjects.match_id_of(s) for s in (log(match_id), end(match_id), live, subjects.result(GAME, match_id))} == {
        match_id
    }
    assert subjects.stored_subject(live) == log(match_id)
    with pytest.raises(ValueError, match="no match id"):
        subjects.match_id_of("arena.keys.k")
