"""A PostgreSQL server for tests: a fresh cluster in a temporary folder with its socket, always stopped."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

SECONDS = 60.0  # to start, on a busy machine
SETTINGS = {"listen_addresses": "", "max_connections": "40", "shared_buffers": "16MB", "timezone": "UTC"}


def find_program(name: str) -> str | None:
    """Return a program of PostgreSQL; Debian keeps them off the search path, one folder for each version."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda each: float(each.parent.name), reverse=True)
    return next((found for each in (None, *folders) if (found := shutil.which(name, path=each))), None)


def as_user(folder: Path) -> list[str]:
    """Return what to put before a command so that it ends with us, and is not run by root, whom PostgreSQL refuses."""
    words = ["setpriv", "--pdeathsig", "INT"]
    if os.getuid():
        return words
    names = {each.pw_name: each for each in pwd.getpwall()}
    user = names.get("postgres") or names["nobody"]
    os.chown(folder, user.pw_uid, user.pw_gid)
    return [*words, f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


class Cluster:
    """A running server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = f"postgresql://plowshares@/postgres?host={folder}"
        self._before = as_user(folder)
        self._process: subprocess.Popen[bytes] | None = None
        data = str(folder / "data")
        words = [find_program("initdb") or "", "-D", data, "-U", "plowshares", "-A", "trust", "-E", "UTF8", "-N"]
        done = subprocess.run([*self._before, *words], capture_output=True, text=True, cwd=folder)
        assert done.returncode == 0, done.stderr

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
        words = [find_program("postgres") or "", "-D", str(self.folder / "data"), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen([*self._before, *words], stderr=log, stdout=log, cwd=self.folder)
        until = time.monotonic() + SECONDS
        while not self._answers():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < until, "PostgreSQL does not start"
            time.sleep(0.05)

    def stop(self, crash: bool = False) -> None:
        """Stop the server: with a checkpoint, or as if the power had gone."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT if crash else signal.SIGINT)
            try:
                self._process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Let the server and all its processes hang, as on a disk that does not answer."""
        for pid in self._pids():
            os.kill(pid, signal.SIGSTOP)

    def thaw(self) -> None:
        """Let them go on."""
        for pid in self._pids():
            os.kill(pid, signal.SIGCONT)

    def _pids(self) -> list[int]:
        assert self._process is not None
        parents = {int(each.name): _parent_of(each) for each in Path("/proc").iterdir() if each.name.isdigit()}
        return [self._process.pid, *(pid for pid, parent in parents.items() if parent == self._process.pid)]

    def _answers(self) -> bool:
        try:
            psycopg.connect(self.url).close()
        except psycopg.OperationalError:
            return False
        return True


def _parent_of(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:  # it has ended in the meantime
        return 0


@contextmanager
def postgres() -> Iterator[Cluster]:
    """Run a server; afterwards nothing of it is left."""
    folder = Path(tempfile.mkdtemp(prefix="pg"))
    try:
        cluster = Cluster(folder)
        try:
            cluster.start()
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
