"""Buckets: values guarded by their revision."""

import asyncio

import pytest

from services.common.bus import Bucket, Conflict, Entry, subjects
from services.common.ids import new_id
from tests.services.conftest import BusAs


@pytest.fixture
async def bucket(bus_as: BusAs) -> Bucket:
    return Bucket(await bus_as("matchmaking"), subjects.MATCHMAKING_BUCKET)


@pytest.fixture
def root() -> str:
    """A part of the bucket that nobody else uses."""
    return f"test.{new_id()}"


async def test_a_value_is_replaced_only_by_who_read_it(bucket: Bucket, root: str) -> None:
    first = await bucket.create(f"{root}.a", b"1")
    second = await bucket.update(f"{root}.a", b"2", first)
    with pytest.raises(Conflict):
        await bucket.update(f"{root}.a", b"stale", first)
    with pytest.raises(Conflict):
        await bucket.create(f"{root}.a", b"again")
    assert await bucket.get(f"{root}.a") == Entry(f"{root}.a", b"2", second)


async def test_of_racing_writers_one_wins(bucket: Bucket, root: str) -> None:
    results = await asyncio.gather(*(bucket.create(f"{root}.a", b"%d" % n) for n in range(20)), return_exceptions=True)
    assert sum(isinstance(result, int) for result in results) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 19


async def test_a_deleted_key_is_gone_and_can_be_made_again(bucket: Bucket, root: str) -> None:
    first = await bucket.create(f"{root}.a", b"1")
    second = await bucket.update(f"{root}.a", b"2", first)
    with pytest.raises(Conflict):
        await bucket.delete(f"{root}.a", first)
    await bucket.delete(f"{root}.a", second)
    assert await bucket.get(f"{root}.a") is None
    assert await bucket.all(root) == []
    third = await bucket.create(f"{root}.a", b"3")
    assert third > second
    with pytest.raises(Conflict):
        await bucket.create(f"{root}.a", b"4")


async def test_a_key_with_a_time_to_live_disappears(bucket: Bucket, root: str) -> None:
    await bucket.create(f"{root}.a", b"1", ttl=1)
    assert await bucket.get(f"{root}.a") is not None
    async with asyncio.timeout(10):
        while await bucket.get(f"{root}.a") is not None:  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.05)
    assert await bucket.create(f"{root}.a", b"2") > 0


async def test_all_lists_the_newest_value_of_every_key_below_a_prefix(bucket: Bucket, root: str) -> None:
    for n in range(5):
        await bucket.put(f"{root}.t.{n}", b"old")
    revisions = [await bucket.put(f"{root}.t.{n}", b"%d" % n) for n in range(5)]
    await bucket.put(f"{root}x.t.0", b"neighbour")
    assert await bucket.all(f"{root}.t") == [
        Entry(f"{root}.t.{n}", b"%d" % n, revision) for n, revision in enumerate(revisions)
    ]
    assert {entry.key for entry in await bucket.all()} >= {f"{root}.t.4", f"{root}x.t.0"}


@pytest.mark.parametrize("key", ["", ".", "a.", ".a", "a..b", "a b", "*", "a.>", "ä"])
async def test_a_key_never_widens_the_subject(bucket: Bucket, key: str) -> None:
    for attempt in (bucket.get(key), bucket.put(key, b"x"), bucket.delete(key, 1)):
        with pytest.raises(ValueError, match="key"):
            await attempt


async def test_an_empty_value_is_a_mistake(bucket: Bucket, root: str) -> None:
    with pytest.raises(ValueError, match="empty"):
        await bucket.create(f"{root}.a", b"")


async def test_keys_are_told_without_their_values(bucket: Bucket, root: str) -> None:
    assert await bucket.keys(root) == []
    for name in ("a", "b.c"):
        await bucket.create(f"{root}.{name}", b"1")
    await bucket.create(f"{root}x.a", b"1")
    assert sorted(await bucket.keys(root)) == [f"{root}.a", f"{root}.b.c"]
