"""Tokens: signed by one, verified by all without a call; every flaw has its own error."""

import asyncio
import json
import stat
from pathlib import Path
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.pb.rules.v1 import reasons_pb2 as reasons
from services.common import clock
from services.common.access import (
    Identity,
    KeyRing,
    TokenIssuer,
    TokenVerifier,
    expiry_of,
    keyring_file,
    mint_service_token,
    token_file,
    token_issuer,
)
from services.common.access import verifier as verifier_module
from services.common.bus import Bucket, EmbeddedNats, connect, subjects
from services.common.errors import ArenaError, BusUnavailable, NotYourSeat, TokenExpired, TokenInvalid, WrongRole
from services.common.ids import new_id
from services.common.startup import SettingsInvalid
from tests.services.conftest import BusAs, eventually

PLAYER_ID = "01k5m1x0000000000000000000"


async def test_a_token_carries_who_what_and_which_seat(issuer: TokenIssuer, verifier: TokenVerifier) -> None:
    match = new_id()
    before = clock.now_ns() // 10**9
    identity = await verifier.verify(issuer.issue(PLAYER_ID, ["player", "host"], lifetime=60, match=match, seat=2))
    assert identity.subject == PLAYER_ID
    assert identity.roles == {"player", "host"}
    assert (identity.match, identity.seat) == (match, 2)
    assert before + 60 <= identity.expires <= before + 62
    assert identity.require_seat(match) == identity.require_seat(match, 2) == 2
    identity.require_role("operator", "host")


async def test_when_a_token_expires_can_be_read_off_it(issuer: TokenIssuer, verifier: TokenVerifier) -> None:
    token = issuer.issue(PLAYER_ID, ["player"], lifetime=60)
    assert expiry_of(token) == (await verifier.verify(token)).expires
    for rubbish in ("", "a.b.c", jwt.encode({"exp": True}, "k" * 32), jwt.encode({"sub": "p"}, "k" * 32)):
        with pytest.raises(ValueError, match="token"):
            expiry_of(rubbish)


def test_another_seat_match_or_role_is_refused_each_with_its_reason() -> None:
    seated = Identity("p", frozenset({"player"}), 2**40, "m", 0)
    for match, seat in (("m", 1), ("n", 0), ("n", None)):
        with pytest.raises(NotYourSeat) as refused:
            seated.require_seat(match, seat)
        assert refused.value.reason == reasons.REASON_NOT_YOUR_SEAT
    with pytest.raises(NotYourSeat):
        Identity("p", frozenset({"player"}), 2**40).require_seat("m")
    with pytest.raises(WrongRole, match="host or operator"):
        seated.require_role("host", "operator")


async def test_a_token_expires_also_when_it_was_verified_before(
    issuer: TokenIssuer, verifier: TokenVerifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = issuer.issue(PLAYER_ID, ["player"], lifetime=60)
    await verifier.verify(token)
    now = clock.now_ns()
    monkeypatch.setattr(clock, "now_ns", lambda: now + 61 * 10**9)
    for _ in range(2):
        with pytest.raises(TokenExpired):
            await verifier.verify(token)


def forge(**changes: Any) -> dict[str, Any]:
    now = clock.now_ns() // 10**9
    claims = {"iss": "arena", "aud": "arena", "sub": "p", "roles": ["player"], "iat": now, "exp": now + 60}
    return {name: value for name, value in (claims | changes).items() if value is not ...}


@pytest.mark.parametrize(
    "claims",
    [
        {"iss": "elsewhere"},
        {"aud": "elsewhere"},
        {"iss": ...},
        {"aud": ...},
        {"sub": ...},
        {"exp": ...},
        {"iat": ...},
        {"exp": "soon"},
        {"exp": True},
        {"roles": "operator"},
        {"roles": ["emperor"]},
        {"roles": ...},
        {"roles": [["player"]]},
        {"match": "m"},
        {"seat": 0},
        {"match": "m", "seat": -1},
        {"match": "m", "seat": True},
        {"match": 7, "seat": 1},
        {"iat": 0},
        {"nbf": 1 << 40},
        {"nbf": "soon"},
        {"nbf": True},
    ],
    ids=str,
)
async def test_our_own_signature_under_wrong_claims_is_not_enough(
    claims: dict[str, Any], data_dir: Path, issuer: TokenIssuer, verifier: TokenVerifier
) -> None:
    key = KeyRing(keyring_file(data_dir)).current()
    with pytest.raises(TokenInvalid):
        await verifier.verify(jwt.encode(forge(**claims), key.private, "EdDSA", headers={"kid": key.key_id}))


async def test_a_token_that_says_when_it_begins_is_good_from_then_on(
    data_dir: Path, verifier: TokenVerifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = KeyRing(keyring_file(data_dir)).current()
    begins = clock.now_ns() // 10**9 + 20
    token = jwt.encode(forge(nbf=begins), key.private, "EdDSA", headers={"kid": key.key_id})
    with pytest.raises(TokenInvalid):
        await verifier.verify(token)
    monkeypatch.setattr(clock, "now_ns", lambda: begins * 10**9)
    assert (await verifier.verify(token)).subject == "p"


async def test_forged_and_mangled_tokens_are_invalid(
    data_dir: Path, issuer: TokenIssuer, verifier: TokenVerifier
) -> None:
    key = KeyRing(keyring_file(data_dir)).current()
    good = issuer.issue(PLAYER_ID, ["player"], lifetime=60)
    head, body, signature = good.split(".")
    other_body = jwt.encode(forge(roles=["operator"]), key.private, "EdDSA").split(".")[1]
    stranger = Ed25519PrivateKey.generate()
    public = key.private.public_key().public_bytes_raw()
    forgeries = [
        "",
        "rubbish",
        "a.b.c",
        f"{head}.{other_body}.{signature}",
        f"{head}.{body}.",
        jwt.encode(forge(), stranger, "EdDSA", headers={"kid": key.key_id}),
        jwt.encode(forge(), stranger, "EdDSA", headers={"kid": "nobody"}),
        jwt.encode(forge(), stranger, "EdDSA"),
        jwt.encode(forge(), public, "HS256", headers={"kid": key.key_id}),
        jwt.encode(forge(), "", "none", headers={"kid": key.key_id}),
        good + "x" * 5000,
    ]
    for forgery in forgeries:
        with pytest.raises(TokenInvalid):
            await verifier.verify(forgery)
    assert (await verifier.verify(good)).subject == PLAYER_ID


async def test_after_a_rotation_old_and_new_tokens_verify(
    bus_as: BusAs, data_dir: Path, issuer: TokenIssuer, verifier: TokenVerifier
) -> None:
    keys = Bucket(await bus_as("matchmaking"), subjects.KEYS_BUCKET)
    old = issuer.issue(PLAYER_ID, ["player"], lifetime=3600)
    await issuer.rotate(keys)
    new = issuer.issue(PLAYER_ID, ["player"], lifetime=3600)
    assert jwt.get_unverified_header(old)["kid"] != jwt.get_unverified_header(new)["kid"]
    assert (await verifier.verify(new)).subject == PLAYER_ID
    assert (await verifier.verify(old)).subject == PLAYER_ID
    # A verifier that starts now knows both.
    late = TokenVerifier(await bus_as("scoring"))
    await late.start()
    assert await late.verify(old) == await verifier.verify(old)
    await late.stop()


async def test_tokens_of_a_withdrawn_key_stop_working_at_once(own_nats: EmbeddedNats, tmp_path: Path) -> None:
    async with await connect(own_nats.address("matchmaking")) as bus:
        keys = Bucket(bus, subjects.KEYS_BUCKET)
        issuer = token_issuer(tmp_path / "data")
        await issuer.publish(keys)
        verifier = TokenVerifier(bus)
        await verifier.start()
        token = issuer.issue(PLAYER_ID, ["player"], lifetime=3600)
        await verifier.verify(token)
        (entry,) = await keys.all()
        await keys.delete(entry.key, entry.revision)
        await eventually(lambda: not verifier._keys)
        with pytest.raises(TokenInvalid):
            await verifier.verify(token)
        await verifier.stop()


async def test_a_flood_of_unknown_keys_is_no_flood_of_reads(
    issuer: TokenIssuer, verifier: TokenVerifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads = 0
    replace = verifier._replace

    async def counted(*, budget: float = 20.0) -> None:
        nonlocal reads
        reads += 1
        await replace(budget=budget)

    monkeypatch.setattr(verifier, "_replace", counted)
    monkeypatch.setattr(verifier_module, "_LOOKUP_SECONDS", 60.0)
    stranger = Ed25519PrivateKey.generate()
    forgeries = [jwt.encode(forge(), stranger, "EdDSA", headers={"kid": f"k{n}"}) for n in range(100)]
    results = await asyncio.gather(*(verifier.verify(each) for each in forgeries), return_exceptions=True)
    assert all(isinstance(result, TokenInvalid) for result in results)
    assert reads <= 1


async def test_an_unknown_key_while_the_bus_is_down_is_not_called_invalid(
    own_nats: EmbeddedNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await connect(own_nats.address("rules")) as bus:
        verifier = TokenVerifier(bus)
        await verifier.start()
        own_nats.kill9()
        with pytest.raises(BusUnavailable):
            await verifier.verify(token_issuer(tmp_path / "x").issue("p", ["player"], lifetime=60))
        own_nats.restart()
        await verifier.stop()


def test_keys_are_made_once_for_their_owner_only_and_end_with_their_last_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "keys" / "issuer.json"
    ring = KeyRing(path)
    first = ring.current()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert KeyRing(path).current().key_id == first.key_id
    now = clock.now_ns()
    monkeypatch.setattr(clock, "now_ns", lambda: now + (30 + 366 + 1) * 86_400 * 10**9)
    assert ring.all() == []
    assert ring.current().key_id != first.key_id


async def test_a_key_that_signed_long_enough_is_followed_by_the_next_before_anybody_uses_it(
    own_nats: EmbeddedNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await connect(own_nats.address("matchmaking")) as bus:
        keys, ring = Bucket(bus, subjects.KEYS_BUCKET), KeyRing(tmp_path / "k" / "issuer.json")
        issuer = TokenIssuer(ring)
        await issuer.publish(keys)
        first = ring.current().key_id
        now = clock.now_ns()
        monkeypatch.setattr(clock, "now_ns", lambda: now + 31 * 86_400 * 10**9)
        assert ring.current().key_id == first  # an unpublished key would sign tokens that nobody can verify
        await issuer.publish(keys)
        assert ring.current().key_id != first
        assert {entry.key for entry in await keys.all()} == {key.key_id for key in ring.all()}
        assert len(ring.all()) == 2


@pytest.mark.parametrize(
    "content", ["", "{}", "[]", '{"keys": [{}]}', '{"keys": [{"key_id": "k", "private": "AA==", "created": 0}]}']
)
def test_a_damaged_key_ring_is_one_line_without_the_secret(tmp_path: Path, content: str) -> None:
    path = tmp_path / "issuer.json"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(SettingsInvalid) as caught:
        KeyRing(path).current()
    assert "\n" not in str(caught.value)
    assert "AA==" not in str(caught.value)


def test_service_tokens_are_written_for_their_owner_only(tmp_path: Path) -> None:
    path = mint_service_token(tmp_path, "bots")
    assert path == token_file(tmp_path, "bots")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    claims = jwt.decode(path.read_text(), options={"verify_signature": False})
    assert (claims["sub"], claims["roles"]) == ("bots", ["service"])
    assert json.loads(keyring_file(tmp_path).read_text())["keys"]


@pytest.mark.parametrize(
    "arguments",
    [
        {"roles": []},
        {"roles": ["emperor"]},
        {"lifetime": 0},
        {"lifetime": 367 * 86_400},
        {"match": "m"},
        {"seat": 1},
    ],
    ids=str,
)
def test_nonsense_is_never_signed(tmp_path: Path, arguments: dict[str, Any]) -> None:
    usual: dict[str, Any] = {"roles": ["player"], "lifetime": 60}
    with pytest.raises(ValueError, match=r"role|good for|seat"):
        token_issuer(tmp_path).issue("p", **(usual | arguments))


def test_every_token_error_is_a_public_error() -> None:
    assert all(issubclass(kind, ArenaError) for kind in (TokenInvalid, TokenExpired, NotYourSeat, WrongRole))
