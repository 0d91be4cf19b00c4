"""A PostgreSQL server as child process, when this machine has the programs."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

_SETTINGS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "listen_addresses=", "shared_buffers=16MB")


def missing() -> str:
    """Why no server can be had here; empty if one can."""
    for program in ("initdb", "postgres"):
        if shutil.which(program) is None:
            return f"no {program} on this machine"
    if os.geteuid() == 0 and _unprivileged() is None:
        return "postgres refuses to run as root and there is no user postgres"
    return ""


@contextlib.contextmanager
def server() -> Iterator[str]:
    """A running server; yields a URL whose database is to be appended."""
    account = _unprivileged() if os.geteuid() == 0 else None
    user = None if account is None else account.pw_name
    folder = Path(tempfile.mkdtemp(prefix="arena-pg-"))
    try:
        if account is not None:
            os.chown(folder, account.pw_uid, account.pw_gid)
        data = folder / "data"
        command = ["initdb", "-D", str(data), "-U", "arena", "-A", "trust", "-E", "UTF8", "--locale", "C", "--no-sync"]
        subprocess.run(command, check=True, capture_output=True, user=user, cwd=folder)
        options = [part for setting in _SETTINGS for part in ("-c", setting)]
        process = subprocess.Popen(
            ["postgres", "-D", str(data), "-k", str(folder), *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            user=user,
            cwd=folder,
        )
        try:
            deadline = time.monotonic() + 20
            while not (folder / ".s.PGSQL.5432").exists() or not _ready(folder):
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("postgres did not start")
                time.sleep(0.05)
            yield f"postgresql+psycopg://arena@/{{database}}?host={folder}"
        finally:
            process.terminate()
            process.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _ready(folder: Path) -> bool:
    return subprocess.run(["pg_isready", "-q", "-h", str(folder)]).returncode == 0


def _unprivileged() -> pwd.struct_passwd | None:
    with contextlib.suppress(KeyError):
        return pwd.getpwnam("postgres")
    return None
