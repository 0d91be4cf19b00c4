"""Players' secrets: made once, kept only as a salted hash, compared in constant time."""

import base64
import hashlib
import hmac
import secrets
from functools import cache

_COST = {"n": 2**14, "r": 8, "p": 1}
_SALT_BYTES = 16


def new_secret() -> str:
    """A fresh secret: 256 random bits as 43 characters `[A-Za-z0-9_-]`."""
    return secrets.token_urlsafe(32)


def hash_secret(secret: str) -> str:
    """What to keep of a secret. Takes about 50 ms of one core and 16 MiB: run it in a thread."""
    salt = secrets.token_bytes(_SALT_BYTES)
    return f"scrypt${_COST['n']}${_COST['r']}${_COST['p']}${_text(salt)}${_text(_scrypt(secret, salt, **_COST))}"


def matches(secret: str, kept: str) -> bool:
    """Whether `kept` was made from `secret`. As slow as `hash_secret`, whatever the answer."""
    scheme, n, r, p, salt, expected = kept.split("$")
    if scheme != "scrypt":
        raise ValueError(f"unknown hash scheme {scheme!r}")
    found = _scrypt(secret, base64.b64decode(salt), n=int(n), r=int(r), p=int(p))
    return hmac.compare_digest(found, base64.b64decode(expected))


def _scrypt(secret: str, salt: bytes, *, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(secret.encode(), salt=salt, n=n, r=r, p=p, maxmem=64 * 2**20, dklen=32)


def _text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


@cache
def nobodys_hash() -> str:
    """Compared against when there is no such player, so that the answer takes as long as for a real one."""
    return hash_secret(new_secret())
