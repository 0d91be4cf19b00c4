"""A PostgreSQL server for tests: the installed binary as a child process, else a container, else a reason why not."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

IMAGE = "postgres"
_READY_WITHIN = 30.0


class NoPostgres(Exception):
    """There is no server to be had here; the text says why."""


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """The SQLAlchemy URL of a fresh server, ended with the block; raises NoPostgres."""
    binaries = _binaries()
    if binaries is not None:
        with _child(binaries) as url:
            yield url
    else:
        with _container() as url:
            yield url


def _binaries() -> Path | None:
    found = shutil.which("initdb")
    candidates = [Path(found).resolve().parent] if found else []
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next(
        (folder for folder in candidates if (folder / "postgres").exists() and (folder / "initdb").exists()), None
    )


@contextlib.contextmanager
def _child(binaries: Path) -> Iterator[str]:
    as_user: list[str] = []
    # The socket's path must be short, hence no tmp_path.
    with tempfile.TemporaryDirectory(prefix="pg-", ignore_cleanup_errors=True) as folder:
        if os.geteuid() == 0:
            # The server refuses to run as root.
            try:
                user = pwd.getpwnam("postgres")
            except KeyError:
                raise NoPostgres("running as root and there is no user postgres to run the server as") from None
            if shutil.which("setpriv") is None:
                raise NoPostgres("running as root and there is no setpriv to run the server as another user") from None
            as_user = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
            os.chown(folder, user.pw_uid, user.pw_gid)
        data = f"{folder}/data"
        initdb = [*as_user, str(binaries / "initdb"), "-D", data, "-U", "arena", "-A", "trust", "-N", "-E", "UTF8"]
        made = subprocess.run(initdb, capture_output=True, text=True, cwd="/", timeout=60, check=False)
        if made.returncode:
            raise NoPostgres(f"initdb failed: {made.stderr.strip()}")
        command = [*as_user, str(binaries / "postgres"), "-D", data, "-k", folder, "-c", "listen_addresses=", "-F"]
        with open(f"{folder}/log", "wb") as log:
            server = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, cwd="/")
        url = f"postgresql+psycopg://arena@/postgres?host={folder}"
        try:
            _await(url)
            yield url
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing in it is kept
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


@contextlib.contextmanager
def _container() -> Iterator[str]:
    engine = shutil.which("docker") or shutil.which("podman")
    if engine is None:
        raise NoPostgres("no postgres binary, no docker and no podman")
    if subprocess.run([engine, "info"], capture_output=True, check=False).returncode:
        raise NoPostgres("no postgres binary, and no container engine answers")
    if subprocess.run([engine, "image", "inspect", IMAGE], capture_output=True, check=False).returncode:
        raise NoPostgres(f"no postgres binary, and the container engine has no image {IMAGE}")
    run = [engine, "run", "--rm", "-d", "-e", "POSTGRES_HOST_AUTH_METHOD=trust", "-p", "127.0.0.1::5432", IMAGE]
    container = subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip()
    try:
        port = subprocess.run([engine, "port", container, "5432"], capture_output=True, text=True, check=True).stdout
        url = f"postgresql+psycopg://postgres@{port.splitlines()[0].strip()}/postgres"
        _await(url)
        yield url
    finally:
        subprocess.run([engine, "rm", "-f", container], capture_output=True, check=False)


def _await(url: str) -> None:
    import psycopg

    deadline = time.monotonic() + _READY_WITHIN
    while True:
        try:
            psycopg.connect(url.replace("+psycopg", "")).close()
        except psycopg.OperationalError as error:
            if time.monotonic() > deadline:
                raise NoPostgres(f"the server was not ready within {_READY_WITHIN:g} s: {error}") from None
            time.sleep(0.05)
        else:
            return
