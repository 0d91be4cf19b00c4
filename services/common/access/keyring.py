"""The private keys that sign tokens, in one file of mode 600, and how they follow one another.

A key signs for about SIGNING_DAYS, then the next is adopted; its public half verifies until the last token that it may have
signed has expired. Losing the file ends all tokens; copying it makes another issuer of the same standing.
"""

import base64
import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from arena.pb.events.v1 import stored_pb2
from services.common import clock
from services.common.files import private_folder, read_secret, write_secret
from services.common.startup import SettingsInvalid

ISSUER = "arena"
SIGNING_DAYS = 30
LONGEST_TOKEN_DAYS = 366
_DAY = 86_400


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A private key; times are in seconds since the epoch."""

    key_id: str
    private: Ed25519PrivateKey
    created: int
    signs_until: int

    @property
    def verifies_until(self) -> int:
        """When the last token that it may have signed has expired."""
        return self.signs_until + LONGEST_TOKEN_DAYS * _DAY

    def public(self) -> stored_pb2.PublicKey:
        """The public half, as it lies in the bucket of keys."""
        key = stored_pb2.PublicKey(
            key_id=self.key_id, public_key=self.private.public_key().public_bytes_raw(), issuer=ISSUER
        )
        key.not_before.seconds = self.created
        key.not_after.seconds = self.verifies_until
        return key


def keyring_file(data_dir: Path) -> Path:
    """Where the embedded stack keeps the keys of its issuer."""
    return data_dir / "keys" / "issuer.json"


class KeyRing:
    """The keys in `path`, newest last. Processes that share the file see each other's changes."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def current(self) -> SigningKey:
        """The key to sign with now; made when there is none yet."""
        keys = self.all()
        if not keys:
            with self._locked():
                keys = self.all() or self._write([draft_key()])
        return keys[-1]

    def adopt(self, key: SigningKey) -> None:
        """Sign with `key` from now on; the one before verifies until its last token has expired.

        The public half of `key` must be published already, or a token could come before the key that verifies it.
        """
        with self._locked():
            keys = self.all()
            if keys and keys[-1].signs_until > key.created:
                last = keys[-1]
                keys[-1] = SigningKey(last.key_id, last.private, last.created, key.created)
            self._write([*keys, key])

    def all(self) -> list[SigningKey]:
        """Every key that still verifies; raises SettingsInvalid if the file is damaged or readable by others."""
        if not self._path.exists():
            return []
        now = clock.now_ns() // 10**9
        content = read_secret(self._path)
        try:
            keys = [_parse(row) for row in json.loads(content)["keys"]]
        except (ValueError, LookupError, TypeError) as error:
            raise SettingsInvalid(f"{self._path} is not a key ring: {type(error).__name__}") from None
        return [key for key in keys if key.verifies_until > now]

    def _write(self, keys: list[SigningKey]) -> list[SigningKey]:
        rows = [
            {
                "key_id": key.key_id,
                "private": base64.b64encode(key.private.private_bytes_raw()).decode(),
                "created": key.created,
                "signs_until": key.signs_until,
            }
            for key in keys
        ]
        write_secret(self._path, json.dumps({"keys": rows}, indent=1).encode())
        return keys

    @contextmanager
    def _locked(self) -> Iterator[None]:
        private_folder(self._path.parent)
        descriptor = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)


def draft_key() -> SigningKey:
    """A fresh key that signs nothing yet."""
    private = Ed25519PrivateKey.generate()
    now = clock.now_ns() // 10**9
    key_id = blake2b(private.public_key().public_bytes_raw(), digest_size=12).hexdigest()
    return SigningKey(key_id, private, now, now + SIGNING_DAYS * _DAY)


def _parse(row: dict[str, object]) -> SigningKey:
    private = Ed25519PrivateKey.from_private_bytes(base64.b64decode(str(row["private"]), validate=True))
    return SigningKey(str(row["key_id"]), private, int(str(row["created"])), int(str(row["signs_until"])))
