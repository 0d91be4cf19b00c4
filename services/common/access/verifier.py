"""Verifying tokens without calling anybody: the public keys lie in a watched bucket."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, TypeGuard

import jwt
import structlog
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from google.protobuf.message import DecodeError
from nats.aio.msg import Msg

from arena.pb.events.v1 import stored_pb2
from services.common import clock
from services.common.access.identity import ROLES, Identity
from services.common.access.issuer import ALGORITHM, AUDIENCE
from services.common.access.keyring import ISSUER
from services.common.bus import Bucket, Bus, BusError
from services.common.bus.subjects import KEYS_BUCKET, KEYS_ROOT
from services.common.errors import BusUnavailable, TokenExpired, TokenInvalid

log = structlog.get_logger(__name__)

LONGEST_TOKEN = 4096
_REMEMBERED = 8192
_REFRESH_SECONDS = 60.0
_LOOKUP_SECONDS = 0.5


class TokenVerifier:
    """Knows the public keys and turns tokens into identities.

    Keys arrive by the bucket's republished changes, by a look-up when a token names an unknown key (at most two a
    second, whatever is thrown at us), after every reconnect, and once a minute.
    """

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._bucket = Bucket(bus, KEYS_BUCKET)
        self._keys: dict[str, tuple[Ed25519PublicKey, stored_pb2.PublicKey]] = {}
        self._verified: dict[str, Identity] = {}
        self._wanted = asyncio.Event()
        self._loading = asyncio.Lock()
        self._looked_up = 0.0
        self._stops: list[Callable[[], Awaitable[None]]] = []

    async def start(self) -> None:
        """Load the keys and keep them current; raises Unavailable if the bus stays silent."""

        async def changed(_message: Msg) -> None:
            self._wanted.set()

        subscription = await self._bus.nc.subscribe(f"{KEYS_ROOT}.>", cb=changed)
        self._stops.append(subscription.unsubscribe)
        await self._bus.flush()
        undo = self._bus.on_reconnect(self._wanted.set)
        await self._load()
        watcher = asyncio.create_task(self._watch(), name="watch public keys")

        async def stop() -> None:
            undo()
            watcher.cancel()
            await asyncio.wait([watcher])

        self._stops.append(stop)

    async def stop(self) -> None:
        """Stop watching."""
        while self._stops:
            await self._stops.pop()()

    async def verify(self, token: str) -> Identity:
        """Who the token speaks for; raises TokenInvalid, TokenExpired, or BusUnavailable for a key not yet known."""
        identity = self._verified.get(token)
        if identity is None:
            identity = await self._check(token)
            if len(self._verified) >= _REMEMBERED:
                self._verified.clear()
            self._verified[token] = identity
        if identity.expires * 1_000_000_000 <= clock.now_ns():
            self._verified.pop(token, None)
            raise TokenExpired
        return identity

    async def _check(self, token: str) -> Identity:
        if len(token) > LONGEST_TOKEN:
            raise TokenInvalid
        try:
            key_id = jwt.get_unverified_header(token).get("kid")
        except jwt.PyJWTError:
            raise TokenInvalid from None
        if not isinstance(key_id, str):
            raise TokenInvalid
        if key_id not in self._keys:
            await self._look_up(key_id)
        known = self._keys.get(key_id)
        if known is None:
            raise TokenInvalid
        key, public = known
        try:
            claims = jwt.decode(
                token,
                key,
                algorithms=[ALGORITHM],
                audience=AUDIENCE,
                issuer=public.issuer or ISSUER,
                # Times are checked below, by the clock that everything else goes by.
                options={
                    "require": ["exp", "iat", "iss", "aud", "sub"],
                    "verify_exp": False,
                    "verify_iat": False,
                    "verify_nbf": False,
                },
            )
        except jwt.PyJWTError:
            raise TokenInvalid from None
        return _identity(claims, public)

    async def _look_up(self, key_id: str) -> None:
        loop = asyncio.get_running_loop()
        async with self._loading:
            if key_id in self._keys:
                return  # somebody else's look-up brought it
            if loop.time() - self._looked_up < _LOOKUP_SECONDS:
                return
            self._looked_up = loop.time()
            try:
                await self._replace(budget=2.0)
            except BusError as error:
                log.warning("public keys cannot be read", why=str(error))
                raise BusUnavailable from None

    async def _load(self) -> None:
        async with self._loading:
            await self._replace()

    async def _replace(self, *, budget: float = 20.0) -> None:
        keys: dict[str, tuple[Ed25519PublicKey, stored_pb2.PublicKey]] = {}
        for entry in await self._bucket.all(budget=budget):
            try:
                public = stored_pb2.PublicKey.FromString(entry.value)
                keys[public.key_id] = (Ed25519PublicKey.from_public_bytes(public.public_key), public)
            except (DecodeError, ValueError):
                log.error("not a public key", entry=entry.key)
        if {k: p.SerializeToString() for k, (_, p) in keys.items()} != {
            k: p.SerializeToString() for k, (_, p) in self._keys.items()
        }:
            # A withdrawn key must not live on in what was verified before.
            self._verified.clear()
            self._keys = keys

    async def _watch(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):  # the minute's refresh
                async with asyncio.timeout(_REFRESH_SECONDS):
                    await self._wanted.wait()
            self._wanted.clear()
            try:
                await self._load()
            except BusError as error:
                log.warning("public keys not refreshed", why=str(error))


def expiry_of(token: str) -> int:
    """When a token expires, in seconds since the epoch. Its signature is not looked at: for a token that was verified before.

    ``ValueError`` for what is no token.
    """
    try:
        expires = jwt.decode(token, options={"verify_signature": False}).get("exp")
    except jwt.PyJWTError as error:
        raise ValueError(f"no token: {error}") from None
    if not _is_int(expires):
        raise ValueError("a token without an expiry")
    return expires


def _identity(claims: dict[str, Any], public: stored_pb2.PublicKey) -> Identity:
    subject, roles, expires, issued = claims["sub"], claims.get("roles"), claims["exp"], claims["iat"]
    match, seat = claims.get("match"), claims.get("seat")
    if (
        not isinstance(roles, list)
        or not all(isinstance(role, str) and role in ROLES for role in roles)
        or not _is_int(expires)
        or not _is_int(issued)
        or (match is None) != (seat is None)
        or not (match is None or isinstance(match, str))
        or not (seat is None or (_is_int(seat) and seat >= 0))
        or issued < public.not_before.seconds
        or not _has_begun(claims.get("nbf"))
    ):
        raise TokenInvalid
    # A key vouches for nothing beyond its own last day.
    return Identity(subject, frozenset(roles), min(expires, public.not_after.seconds), match, seat)


def _has_begun(not_before: object) -> bool:
    # Our issuer never writes it; whoever signs with our keys and does means it.
    return not_before is None or (_is_int(not_before) and not_before * 1_000_000_000 <= clock.now_ns())


def _is_int(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)
