"""A new signing key is published before it signs."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from services.common import clock
from services.common.access import PLAYER, KeyRing, TokenIssuer, TokenVerifier, keyring_file
from services.common.access.keyring import SIGNING_DAYS
from services.common.bus import Bucket, Bus, EmbeddedNats, connect
from services.common.bus.subjects import KEYS_BUCKET
from services.matchmaking.signing_keys import REPLACED_AHEAD, keep_current

_DAY = 86_400


@pytest.fixture
async def own_buses(own_nats: EmbeddedNats) -> AsyncIterator[tuple[Bus, Bus]]:
    """Matchmaking's and rules' connections to a server of this test's own: who publishes keys removes foreign ones."""
    async with (
        await connect(own_nats.address("matchmaking")) as ours,
        await connect(own_nats.address("rules")) as theirs,
    ):
        yield ours, theirs


async def test_a_key_near_its_end_is_followed_by_one_that_everybody_knows(
    own_buses: tuple[Bus, Bus], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = own_buses
    keys = Bucket(ours, KEYS_BUCKET)
    ring = KeyRing(keyring_file(tmp_path))
    issuer = TokenIssuer(ring)
    await keep_current(ring, issuer, keys)
    first = ring.current().key_id
    old_token = issuer.issue("anna", (PLAYER,), lifetime=40 * _DAY)
    await keep_current(ring, issuer, keys)
    assert ring.current().key_id == first

    real = clock.now_ns
    ahead = (SIGNING_DAYS * _DAY - REPLACED_AHEAD + 60) * 10**9
    monkeypatch.setattr(clock, "now_ns", lambda: real() + ahead)
    await keep_current(ring, issuer, keys)
    second = ring.current().key_id
    assert second != first
    verifier = TokenVerifier(theirs)
    await verifier.start()
    for token in (old_token, issuer.issue("anna", (PLAYER,), lifetime=60)):
        assert (await verifier.verify(token)).subject == "anna"
    await verifier.stop()
    published = {entry.key for entry in await keys.all()}
    assert {first, second} <= published
    await keep_current(ring, issuer, keys)
    assert ring.current().key_id == second
