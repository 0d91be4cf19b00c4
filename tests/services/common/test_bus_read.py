"""Reading back: complete, in order, as new as what was acknowledged."""

import pytest

from services.common.bus import Bus, Stored, append, last, read_after, subjects
from services.common.bus import read as read_module
from services.common.ids import new_id

GAME, RULES = "medico", 2


@pytest.fixture
async def written(bus: Bus, match_id: str) -> list[Stored]:
    """A match of 30 entries and an end, with entries of another match in between."""
    noise = subjects.match_log(GAME, RULES, new_id())
    tree, entries, sequence = subjects.match_tree(GAME, RULES, match_id), [], 0
    for n in range(31):
        subject = subjects.match_log(GAME, RULES, match_id) if n < 30 else subjects.match_end(GAME, RULES, match_id)
        payload = b"%d" % n if n != 7 else b""
        sequence = await append(bus, subject, payload, expected_last_sequence=sequence, over=tree)
        entries.append(Stored(sequence, subject, payload))
        await append(bus, noise, b"noise")
    return entries


async def test_everything_after_a_sequence_comes_in_order(bus: Bus, match_id: str, written: list[Stored]) -> None:
    tree = subjects.match_tree(GAME, RULES, match_id)
    for known in (-1, 0, 10, 28, 29, 30):
        after = 0 if known < 0 else written[known].sequence
        assert await read_after(bus, subjects.MATCHES, tree, after) == written[known + 1 :]


async def test_several_batches_make_one_answer(
    bus: Bus, match_id: str, written: list[Stored], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_module, "_BATCH", 4)
    assert await read_after(bus, subjects.MATCHES, subjects.match_tree(GAME, RULES, match_id)) == written


async def test_what_a_lagging_replica_lacks_comes_from_the_leader(
    bus: Bus, match_id: str, written: list[Stored], monkeypatch: pytest.MonkeyPatch
) -> None:
    direct = read_module.direct_get

    async def lagging(bus: Bus, stream: str, query: dict[str, object]) -> list[Stored]:
        return [m for m in await direct(bus, stream, query) if m.sequence <= written[12].sequence]

    monkeypatch.setattr(read_module, "direct_get", lagging)
    assert await read_after(bus, subjects.MATCHES, subjects.match_tree(GAME, RULES, match_id)) == written


async def test_the_last_message_under_a_filter(bus: Bus, match_id: str, written: list[Stored]) -> None:
    assert await last(bus, subjects.MATCHES, subjects.match_tree(GAME, RULES, match_id)) == written[-1]
    assert await last(bus, subjects.MATCHES, subjects.match_log(GAME, RULES, match_id)) == written[-2]
    assert await last(bus, subjects.MATCHES, subjects.match_tree(GAME, RULES, new_id())) is None
