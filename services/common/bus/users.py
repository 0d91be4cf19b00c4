"""Who may do what on the bus: one NATS user per service, authenticated by its own nkey.

Only `rules` can read the match stream or hear it live: views are built there and nowhere else. Three things make
that hold, each tested against a real server:

- reads are granted by stream name (message get, direct get, consumer calls);
- every user has its own inbox root, so nobody overhears the answers to another's reads;
- only `provisioner` may create or change streams: whoever may, can have one stream copy another.

Nobody may subscribe to `arena.match.>`: a core subscriber there would also receive appends that were rejected.
"""

import json
import os
from dataclasses import dataclass
from pathlib import Path

import nkeys  # type: ignore[import-untyped]

from services.common.bus import subjects
from services.common.files import ensure_secret
from services.common.startup import SettingsInvalid

_API = "$JS.API"


def inbox_root(user: str) -> str:
    """Prefix of the inboxes of `user`; the connection must be opened with it."""
    return f"_INBOX_{user}"


def _reads(stream: str) -> tuple[str, ...]:
    return (
        f"{_API}.STREAM.INFO.{stream}",
        f"{_API}.STREAM.MSG.GET.{stream}",
        f"{_API}.DIRECT.GET.{stream}",
        f"{_API}.DIRECT.GET.{stream}.>",
    )


def _consumes(stream: str) -> tuple[str, ...]:
    return (
        f"{_API}.CONSUMER.CREATE.{stream}",
        f"{_API}.CONSUMER.CREATE.{stream}.>",
        f"{_API}.CONSUMER.DURABLE.CREATE.{stream}.*",
        f"{_API}.CONSUMER.INFO.{stream}.*",
        f"{_API}.CONSUMER.DELETE.{stream}.*",
        f"{_API}.CONSUMER.MSG.NEXT.{stream}.*",
        f"$JS.ACK.{stream}.>",
        f"$JS.ACK.*.*.{stream}.>",
        f"$JS.FC.{stream}.>",
    )


def _reads_bucket(bucket: str) -> tuple[str, ...]:
    return _reads(f"KV_{bucket}")


def _owns_bucket(bucket: str) -> tuple[str, ...]:
    return (f"$KV.{bucket}.>", *_reads_bucket(bucket))


@dataclass(frozen=True, slots=True)
class BusUser:
    """A user and the subjects it may publish to and subscribe to (its own inboxes come on top)."""

    name: str
    publish: tuple[str, ...]
    subscribe: tuple[str, ...] = ()

    def entry(self, public_key: str) -> str:
        """This user as a block of a NATS configuration file."""
        # Several scoring or matchmaking processes share a user; inboxes below the root are unguessable.
        subscribe = (f"{inbox_root(self.name)}.>", *self.subscribe)
        return (
            f"    # {self.name}\n"
            f"    {{ nkey: {public_key}, permissions: {{\n"
            f"        publish: {{ allow: {json.dumps(self.publish)} }}\n"
            f"        subscribe: {{ allow: {json.dumps(subscribe)} }}\n"
            f"    }} }}\n"
        )


_READS_KEYS = _reads_bucket(subjects.KEYS_BUCKET)
_HEARS_KEYS = (f"{subjects.KEYS_ROOT}.>",)

RULES = BusUser(
    "rules",
    publish=(
        f"{subjects.MATCH_ROOT}.>",
        f"{subjects.RESULT_ROOT}.>",
        *_reads(subjects.MATCHES),
        *_consumes(subjects.MATCHES),
        *_reads(subjects.RESULTS),
        *_owns_bucket(subjects.DATA_BUCKET),
        *_owns_bucket(subjects.DOUBTS_BUCKET),
        *_READS_KEYS,
    ),
    subscribe=(f"{subjects.LIVE_ROOT}.>", *_HEARS_KEYS),
)
MATCHMAKING = BusUser(
    "matchmaking",
    publish=(
        *_reads(subjects.RESULTS),
        *_consumes(subjects.RESULTS),
        *_owns_bucket(subjects.MATCHMAKING_BUCKET),
        *_owns_bucket(subjects.KEYS_BUCKET),
    ),
    subscribe=_HEARS_KEYS,
)
BOTS = BusUser("bots", publish=(*_owns_bucket(subjects.BOTS_BUCKET), *_READS_KEYS), subscribe=_HEARS_KEYS)
SCORING = BusUser(
    "scoring",
    publish=(
        *_reads(subjects.RESULTS),
        *_consumes(subjects.RESULTS),
        *_owns_bucket(subjects.SCORING_BUCKET),
        *_READS_KEYS,
    ),
    subscribe=_HEARS_KEYS,
)
OPERATOR = BusUser(
    "operator",
    publish=(
        f"{_API}.INFO",
        f"{_API}.STREAM.NAMES",
        f"{_API}.STREAM.LIST",
        f"{_API}.STREAM.INFO.*",
        f"{_API}.CONSUMER.NAMES.*",
        f"{_API}.CONSUMER.LIST.*",
        f"{_API}.CONSUMER.INFO.*.*",
    ),
)
PROVISIONER = BusUser(
    "provisioner",
    publish=(f"{_API}.STREAM.CREATE.*", f"{_API}.STREAM.UPDATE.*", f"{_API}.STREAM.INFO.*"),
)

USERS: tuple[BusUser, ...] = (RULES, MATCHMAKING, BOTS, SCORING, OPERATOR, PROVISIONER)


def seed_file(data_dir: Path, user: str) -> Path:
    """Where the embedded stack keeps the seed of `user`."""
    return data_dir / "keys" / f"{user}.nk"


def ensure_seed(data_dir: Path, user: str) -> str:
    """Create the seed of `user` in `<data>/keys` unless it is there; returns the public key. SettingsInvalid if it is damaged."""
    path = seed_file(data_dir, user)
    seed = ensure_secret(path, lambda: bytes(nkeys.encode_seed(os.urandom(32), nkeys.PREFIX_BYTE_USER)))
    return _public_key_of(path, seed)


def check_seed(path: Path) -> None:
    """Raises SettingsInvalid, one line, unless the file holds a seed of a user."""
    try:
        seed = path.read_bytes()
    except OSError as error:
        raise SettingsInvalid(f"cannot read the seed {path}: {error.strerror}") from None
    _public_key_of(path, seed)


def _public_key_of(path: Path, seed: bytes) -> str:
    try:
        return public_key(seed)
    except (nkeys.NkeysError, ValueError):
        raise SettingsInvalid(f"{path} is no seed of an nkey") from None


def public_key(seed: bytes) -> str:
    """The public nkey that belongs to a seed."""
    pair = nkeys.from_seed(bytearray(seed.strip()))
    try:
        return str(pair.public_key.decode())
    finally:
        pair.wipe()


def authorization(public_keys: dict[str, str]) -> str:
    """The `authorization` block for the users named in `public_keys` (user -> public nkey)."""
    unknown = public_keys.keys() - {user.name for user in USERS}
    if unknown:
        raise ValueError(f"unknown bus users: {sorted(unknown)}")
    entries = "".join(user.entry(public_keys[user.name]) for user in USERS if user.name in public_keys)
    return f"authorization {{\n  timeout: 5\n  users: [\n{entries}  ]\n}}\n"
