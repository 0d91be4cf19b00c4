"""One active instance: tokens grow, a stale holder cannot write, losing the lease cancels the work."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from arena.pb.events.v1 import stored_pb2
from services.common.bus import Bucket, Conflict, EmbeddedNats, Fenced, Lease, append, connect, newest_token, subjects
from services.common.ids import new_id
from tests.services.conftest import BusAs, Wire, eventually

USURPER = stored_pb2.Lease(holder="usurper").SerializeToString()

TakeOver = Callable[[], Awaitable[int]]


@pytest.fixture
async def buckets(bus_as: BusAs) -> tuple[Bucket, Bucket]:
    """The same bucket, seen by two instances."""
    name = subjects.MATCHMAKING_BUCKET
    return Bucket(await bus_as("matchmaking"), name), Bucket(await bus_as("matchmaking", own=True), name)


@pytest.fixture
def name() -> str:
    return new_id()


@pytest.fixture
async def usurp(buckets: tuple[Bucket, Bucket], name: str) -> TakeOver:
    """What happens to a holder that was paused too long: its beat expired and another began a tenure."""

    async def take_over() -> int:
        bucket = buckets[1]
        beat, epoch = await bucket.get(f"lease.{name}.beat"), await bucket.get(f"lease.{name}.epoch")
        assert beat is not None
        assert epoch is not None
        await bucket.update(beat.key, USURPER, beat.revision)
        return await bucket.update(epoch.key, USURPER, epoch.revision)

    return take_over


async def test_the_second_waits_for_the_first_and_gets_a_greater_token(
    buckets: tuple[Bucket, Bucket], name: str
) -> None:
    first, second = Lease(buckets[0], name, ttl=2), Lease(buckets[1], name, ttl=2)
    tokens: list[int] = []

    async def other() -> None:
        async with second.held() as token:
            tokens.append(token)

    async with first.held() as token:
        waiting = asyncio.create_task(other())
        await asyncio.sleep(3)  # longer than the time to live: the first keeps it alive
        assert tokens == []
        assert await second.holder() == first.instance
        assert first.is_held
        assert not second.is_held
    await asyncio.wait_for(waiting, 10)
    assert tokens[0] > token
    with pytest.raises(Fenced):
        first.token  # noqa: B018 - reading it is what raises


async def test_of_many_that_want_it_at_most_one_works_at_a_time(buckets: tuple[Bucket, Bucket], name: str) -> None:
    working, most, tokens = 0, 0, []

    async def instance(bucket: Bucket) -> None:
        nonlocal working, most
        async with Lease(bucket, name, ttl=1).held() as token:
            tokens.append(token)
            working += 1
            most = max(most, working)
            await asyncio.sleep(0.05)
            working -= 1

    async with asyncio.timeout(30):
        await asyncio.gather(*(instance(buckets[n % 2]) for n in range(6)))
    assert most == 1
    assert tokens == sorted(set(tokens))


async def test_a_stale_holder_cannot_write_even_before_it_notices(
    buckets: tuple[Bucket, Bucket], name: str, usurp: TakeOver
) -> None:
    lease = Lease(buckets[0], name, ttl=60)
    key = f"test.{name}"
    async with lease.held():
        await lease.write(key, b"mine")
        await usurp()
        assert lease.is_held  # it does not know yet
        with pytest.raises(Fenced):
            await lease.write(key, b"stale")
        assert not lease.is_held
    entry = await buckets[0].get(key)
    assert entry is not None
    assert entry.value == b"mine"


async def test_the_work_is_cancelled_when_the_lease_is_lost(
    buckets: tuple[Bucket, Bucket], name: str, usurp: TakeOver
) -> None:
    lease = Lease(buckets[0], name, ttl=1)
    cancelled = False

    async def work() -> None:
        nonlocal cancelled
        async with lease.held():
            await usurp()
            try:
                await asyncio.sleep(30)
            except asyncio.CancelledError:
                cancelled = True
                raise

    with pytest.raises(Fenced):
        await asyncio.wait_for(work(), 10)
    assert cancelled
    # The loser leaves the winner's beat alone.
    beat = await buckets[1].get(f"lease.{name}.beat")
    assert beat is not None
    assert beat.value == USURPER


async def test_a_cancellation_from_outside_stays_one_and_frees_the_lease(
    buckets: tuple[Bucket, Bucket], name: str
) -> None:
    lease, held = Lease(buckets[0], name, ttl=30), asyncio.Event()

    async def work() -> None:
        async with lease.held():
            held.set()
            await asyncio.sleep(60)

    task = asyncio.create_task(work())
    await asyncio.wait_for(held.wait(), 10)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await lease.holder() is None


async def test_the_tenure_survives_a_restart_of_the_server(own_nats: EmbeddedNats) -> None:
    async with await connect(own_nats.address("matchmaking")) as bus:
        lease = Lease(Bucket(bus, subjects.MATCHMAKING_BUCKET), "active", ttl=1)
        async with lease.held() as token:
            await lease.write("test.a", b"1")
            own_nats.kill9()
            own_nats.restart()
            await eventually(lambda: bus.connected)
            await asyncio.sleep(1.5)
            assert lease.token == token
            await lease.write("test.a", b"2")


async def test_a_holder_that_is_killed_is_followed_by_another(
    wire: Wire, buckets: tuple[Bucket, Bucket], name: str
) -> None:
    far = await connect(wire.address("matchmaking"))
    holding = asyncio.Event()

    async def die() -> None:
        async with Lease(Bucket(far, subjects.MATCHMAKING_BUCKET), name, ttl=1).held():
            holding.set()
            await asyncio.sleep(60)

    victim = asyncio.create_task(die())
    await asyncio.wait_for(holding.wait(), 10)
    await wire.close()  # nothing it says arrives any more
    async with asyncio.timeout(10):
        async with Lease(buckets[0], name, ttl=1).held() as token:
            assert token > 0
    victim.cancel()
    await asyncio.wait([victim])
    await far.close()
    await wire.open()


async def test_fenced_writes_at_once_all_arrive(buckets: tuple[Bucket, Bucket], name: str) -> None:
    lease = Lease(buckets[0], name)
    async with lease.held() as token:
        await asyncio.gather(*(lease.write(f"test.{name}.{n}", b"%d" % n) for n in range(30)))
        assert len(await buckets[0].all(f"test.{name}")) == 30
        await lease.remove(f"test.{name}.7")
        assert len(await buckets[0].all(f"test.{name}")) == 29
        with pytest.raises(Conflict):
            await append(
                buckets[1].bus,
                buckets[1].subject(f"test.{name}.8"),
                b"x",
                expected_last_sequence=token - 1,
                over=buckets[1].subject(f"lease.{name}.epoch"),
            )


async def test_the_newest_tenure_is_known_to_others_during_and_after_it(
    buckets: tuple[Bucket, Bucket], name: str
) -> None:
    assert await newest_token(buckets[1], name) == 0
    tokens = []
    for _ in range(2):
        async with Lease(buckets[0], name).held() as token:
            assert await newest_token(buckets[1], name) == token
        assert await newest_token(buckets[1], name) == token
        tokens.append(token)
    assert tokens[0] < tokens[1]
