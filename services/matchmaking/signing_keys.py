"""A new signing key in time: published before the old one may sign no longer."""

from services.common import clock
from services.common.access import KeyRing, TokenIssuer
from services.common.bus import Bucket

KEYS_LOOKED_AT_EVERY = 600.0
"""Seconds between two looks at the keys."""
REPLACED_AHEAD = 3600
"""Seconds before its end at which a key is followed by the next.

Left to itself the ring begins a key at the moment at which one is needed to sign, and the tokens of that key would be
good nowhere until the next look publishes it.
"""


async def keep_current(ring: KeyRing, issuer: TokenIssuer, keys: Bucket) -> None:
    """Publish the keys of `ring`, the next one first if the current one ends soon."""
    left = ring.current().signs_until - clock.now_ns() // 10**9
    if left <= REPLACED_AHEAD:
        await issuer.rotate(keys)
    else:
        await issuer.publish(keys)
