"""A new signing key is published before it signs."""

from pathlib import Path

import pytest

from services.common import clock
from services.common.access import PLAYER, KeyRing, TokenIssuer, TokenVerifier, keyring_file
from services.common.access.keyring import SIGNING_DAYS
from services.common.bus import Bucket
from services.common.bus.subjects import KEYS_BUCKET
from services.matchmaking.signing_keys import REPLACED_AHEAD, keep_current
from tests.services.conftest import BusAs

_DAY = 86_400


async def test_a_key_near_its_end_is_followed_by_one_that_everybody_knows(
    bus_as: BusAs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = Bucket(await bus_as("matchmaking"), KEYS_BUCKET)
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
    verifier = TokenVerifier(await bus_as("rules"))
    await verifier.start()
    for token in (old_token, issuer.issue("anna", (PLAYER,), lifetime=60)):
        assert (await verifier.verify(token)).subject == "anna"
    await verifier.stop()
    published = {entry.key for entry in await keys.all()}
    assert {first, second} <= published
    await keep_current(ring, issuer, keys)
    assert ring.current().key_id == second
