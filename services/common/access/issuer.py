"""Signing tokens (EdDSA), and publishing the public keys by which every service verifies them without a call."""

from collections.abc import Iterable
from pathlib import Path

import jwt

from services.common import clock
from services.common.access.identity import ROLES
from services.common.access.keyring import ISSUER, LONGEST_TOKEN_DAYS, KeyRing, draft_key, keyring_file
from services.common.bus import Bucket, Conflict
from services.common.files import write_secret

AUDIENCE = "arena"
ALGORITHM = "EdDSA"
SERVICE_TOKEN_DAYS = 365
_DAY = 86_400


class TokenIssuer:
    """Signs with the newest key of `ring`. Publish before the first token is handed out."""

    def __init__(self, ring: KeyRing) -> None:
        self._ring = ring

    def issue(
        self,
        subject: str,
        roles: Iterable[str],
        *,
        lifetime: int,
        match: str | None = None,
        seat: int | None = None,
    ) -> str:
        """A token for `subject` that is good for `lifetime` seconds; with `match` and `seat` it opens that seat.

        Raises ValueError for an unknown role, a lifetime outside 1 s to 366 days, or a seat without a match.
        """
        wanted = sorted(set(roles))
        unknown = set(wanted) - ROLES
        if unknown or not wanted:
            raise ValueError(f"not roles: {sorted(unknown) or 'none given'}")
        if not 1 <= lifetime <= LONGEST_TOKEN_DAYS * _DAY:
            raise ValueError(f"a token is good for 1 s to {LONGEST_TOKEN_DAYS} days, not {lifetime} s")
        if (match is None) != (seat is None):
            raise ValueError("a seat token names both the match and the seat")
        key = self._ring.current()
        now = clock.now_ns() // 10**9
        claims: dict[str, object] = {
            "iss": ISSUER,
            "aud": AUDIENCE,
            "sub": subject,
            "roles": wanted,
            "iat": now,
            "exp": now + lifetime,
        }
        if match is not None:
            claims |= {"match": match, "seat": seat}
        return jwt.encode(claims, key.private, algorithm=ALGORITHM, headers={"kid": key.key_id})

    async def publish(self, keys: Bucket) -> None:
        """Bring the bucket of public keys up to date, and begin a new key when the last has signed long enough.

        Call at the start, before a token is handed out, and once an hour.
        """
        if self._ring.current().signs_until <= clock.now_ns() // 10**9:
            await self.rotate(keys)
            return
        wanted = {key.key_id: key.public() for key in self._ring.all()}
        there = {entry.key: entry for entry in await keys.all()}
        for key_id, public in wanted.items():
            content = public.SerializeToString(deterministic=True)
            if key_id not in there or there[key_id].value != content:
                await keys.put(key_id, content)
        for key_id in there.keys() - wanted.keys():
            try:
                await keys.delete(key_id, there[key_id].revision)
            except Conflict:
                continue  # another instance was at it; the next round sees

    async def rotate(self, keys: Bucket) -> None:
        """Sign with a new key from now on. It is published first: no service meets a token it cannot verify."""
        key = draft_key()
        await keys.put(key.key_id, key.public().SerializeToString(deterministic=True))
        self._ring.adopt(key)
        await self.publish(keys)


def token_issuer(data_dir: Path) -> TokenIssuer:
    """The issuer whose keys lie in `<data>/keys` (made on first use)."""
    return TokenIssuer(KeyRing(keyring_file(data_dir)))


def token_file(data_dir: Path, service: str) -> Path:
    """Where the embedded stack keeps the token by which `service` calls the others."""
    return data_dir / "keys" / f"{service}.token"


def mint_service_token(data_dir: Path, service: str, roles: Iterable[str] = ("service",)) -> Path:
    """Write a token for `service` (mode 600), good for a year; returns the file.

    Services authenticate to one another as everybody does, by a token. The embedded stack mints them at every start
    with the issuer key of matchmaking, which is why only somebody who can read `<data>/keys` can. In production the
    same call is made by the operator wherever the key ring lies, and the file is mounted as a secret.
    """
    token = token_issuer(data_dir).issue(service, roles, lifetime=SERVICE_TOKEN_DAYS * _DAY)
    path = token_file(data_dir, service)
    write_secret(path, token.encode())
    return path
