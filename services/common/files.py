"""Files that must never be half written, and secrets that nobody else may read."""

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from services.common.startup import SettingsInvalid


def write_atomically(path: Path, content: bytes, *, mode: int = 0o644) -> None:
    """Write `content` so that a reader sees the old file or the new one, never a part; the folder must exist."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def private_folder(path: Path) -> Path:
    """Make `path` (mode 700) with its parents; tightens the mode of an existing folder. Raises SettingsInvalid if it cannot."""
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.chmod(0o700)
    except OSError as error:
        raise SettingsInvalid(f"{path} cannot be our folder: {error.strerror}; choose another") from None
    return path


def write_secret(path: Path, content: bytes) -> None:
    """Write a secret (mode 600 in a folder of mode 700), replacing what was there."""
    private_folder(path.parent)
    write_atomically(path, content, mode=0o600)


def ensure_secret(path: Path, make: Callable[[], bytes]) -> bytes:
    """The secret at `path`, made on first use. Two processes that race here end with the same secret."""
    private_folder(path.parent)
    if not path.exists():
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        write_atomically(temporary, make(), mode=0o600)
        try:
            # A link, unlike a rename, fails if the other process was first.
            os.link(temporary, path)
        except FileExistsError:
            pass  # the other process's secret is as good; it is read below
        finally:
            temporary.unlink()
    return read_secret(path)


def read_secret(path: Path) -> bytes:
    """The secret at `path`.

    Raises SettingsInvalid if it is missing, empty, or readable by others than its owner.
    """
    try:
        mode = path.stat().st_mode
        content = path.read_bytes()
    except OSError as error:
        raise SettingsInvalid(f"cannot read the secret {path}: {error.strerror}") from error
    if mode & 0o077:
        raise SettingsInvalid(f"{path} is readable by others (mode {mode & 0o777:o}); chmod 600 it")
    if not content.strip():
        raise SettingsInvalid(f"the secret {path} is empty")
    return content
