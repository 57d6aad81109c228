"""How well a bot can be shut in on this system: found out by trying, reported with every result."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from plowshares.core.errors import InvalidOption

# What a program of any language needs of the system, and nothing of its users.
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix")
SETTINGS = (
    "/etc/alternatives",
    "/etc/ld.so.*",
    "/etc/java*",
    "/etc/perl",
    "/etc/localtime",
    "/etc/passwd",
    "/etc/group",
    "/etc/nsswitch.conf",
)
STAGES = (Path("/mnt"), Path("/media"), Path("/srv"), Path("/var/empty"))  # where a new root can be put together
SCRATCH = 64 << 20  # bytes of /tmp a bot has to itself; they are memory that belongs to no process
# Bubblewrap's own processes keep the streams 0 to 2 open, so that nobody would notice a bot that closes its output.
# The supervisor therefore hands it the bot's input as 8 and its output as 9, which they close.
MOVED_IN, MOVED_OUT = 8, 9
TAKE_STREAMS = ("/bin/sh", "-c", 'exec "$@" <&8 >&9 8<&- 9>&-', "sh")
PROBE = ("/bin/sh", "-c", "exit 42")
PROBE_SECONDS = 10.0


@dataclass(frozen=True)
class Program:
    """What to isolate: a command line, where it runs, what it may read and what it may not even see."""

    argv: Sequence[str]
    cwd: Path
    readable: Sequence[Path] = ()
    hidden: Sequence[Path] = ()


@dataclass(frozen=True)
class Isolation:
    """One way to shut a bot in."""

    level: str
    words: str
    helpers: int  # processes it adds to the bot's own
    wrap: Callable[[Program], list[str]]  # returns the command line that is really started
    moves_streams: bool = False


def wrap_with_bubblewrap(program: Program) -> list[str]:
    """Run in new namespaces on a file system of which only parts are there, read-only."""
    tool = shutil.which("bwrap") or "bwrap"
    words = [tool, "--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    for place in SYSTEM:
        words += ["--ro-bind-try", place, place]
    for pattern in SETTINGS:
        for setting in sorted(Path("/").glob(pattern.lstrip("/"))):
            words += ["--ro-bind-try", str(setting), str(setting)]
    words += ["--proc", "/proc", "--dev", "/dev"]
    for place in ("/dev/shm", "/tmp"):
        words += ["--size", str(SCRATCH), "--tmpfs", place]
    shown = [each for each in dict.fromkeys([*program.readable, program.cwd]) if not _is_within(each, SYSTEM)]
    for each in sorted(shown):  # a directory before those inside it
        words += ["--ro-bind", str(each), str(each)]
    for each in program.hidden:
        if each.is_dir() and _is_within(each, shown):
            words += ["--tmpfs", str(each), "--remount-ro", str(each)]
    # Bubblewrap makes the places to mount on in a file system of its own, which would stay writable.
    return [*words, "--remount-ro", "/", "--chdir", str(program.cwd), "--", *TAKE_STREAMS, *program.argv]


def _is_within(place: Path, outer: Sequence[str | Path]) -> bool:
    return any(place.is_relative_to(each) for each in outer)


def wrap_with_unshare(program: Program) -> list[str]:
    """Run in new namespaces on a file system of which only parts are there, put together by the system's own tools."""
    tool = shutil.which("unshare") or "unshare"
    words = [tool, "--user", "--map-current-user", "--keep-caps", "--net", "--ipc", "--pid", "--fork"]
    words += ["--mount", "--propagation", "private", "--kill-child=KILL"]
    shown = [Path(place) for place in SYSTEM if Path(place).exists()]
    shown += [found for pattern in SETTINGS for found in sorted(Path("/").glob(pattern.lstrip("/")))]
    more = [each for each in dict.fromkeys([*program.readable, program.cwd]) if not _is_within(each, SYSTEM)]
    shown += sorted(more)  # a directory before those inside it
    hidden = [each for each in program.hidden if each.is_dir() and _is_within(each, shown)]
    stage = next((each for each in STAGES if each.is_dir() and not _holds_any(each, shown)), STAGES[0])
    script = Path(__file__).with_name("new_root.sh")
    given = [stage, SCRATCH, program.cwd, *shown, "--", *hidden, "--"]
    return [*words, "--", "/bin/sh", str(script), *map(str, given), *program.argv]


def _holds_any(place: Path, inner: Sequence[Path]) -> bool:
    return any(each.is_relative_to(place) for each in inner)


def wrap_plainly(program: Program) -> list[str]:
    """Run as it is: limits, session and supervisor are all there is."""
    return list(program.argv)


LEVELS = {
    each.level: each
    for each in (
        Isolation(
            "bubblewrap",
            "no network, own process table, read-only system files and the bot's own directory, nothing else",
            2,
            wrap_with_bubblewrap,
            moves_streams=True,
        ),
        Isolation(
            "namespaces",
            "no network, own process table, read-only system files and the bot's own directory, nothing else",
            1,
            wrap_with_unshare,
        ),
        Isolation("plain", "limits and an own session only: network and files are open to the bot", 0, wrap_plainly),
    )
}


def works(level: Isolation) -> bool:
    """Ask whether a program really runs at this level here."""
    argv = level.wrap(Program(PROBE, Path("/usr")))
    if level.moves_streams:
        argv = ["/bin/sh", "-c", 'exec "$@" 8<&0 9>&1', "sh", *argv]
    try:
        done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, timeout=PROBE_SECONDS, env={})
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 42


@functools.cache
def available() -> tuple[str, ...]:
    """List the levels that work here, the strictest first."""
    return tuple(name for name, level in LEVELS.items() if works(level))


def choose_level(wanted: str = "best") -> Isolation:
    """Return the level of that name, or the strictest that works here.

    Bots that are not shut in can read and write the user's files: that is never chosen automatically, only by name.
    """
    if wanted == "best":
        if available()[0] == "plain":
            raise InvalidOption(
                "bots cannot be shut in on this system: neither bubblewrap nor unshare works. Install bubblewrap,"
                " or write `--isolation plain` to run them with your own rights"
            )
        return LEVELS[available()[0]]
    if wanted not in LEVELS:
        raise InvalidOption(f"no isolation is called {wanted!r}; there are: best, {', '.join(LEVELS)}")
    if wanted not in available():
        raise InvalidOption(f"isolation {wanted!r} does not work on this system; what works: {', '.join(available())}")
    return LEVELS[wanted]


def readable_for(program: Path) -> list[Path]:
    """Return the directories that a program outside the system's own places needs to be read."""
    places = []
    for each in (program, program.resolve()):
        home = each.parent
        # An interpreter in …/bin has its library beside it.
        if home.name == "bin" and home.parent not in (Path("/"), Path.home()):
            home = home.parent
        places.append(home)
    return list(dict.fromkeys(places))


def find_program(word: str, cwd: Path, path: str = os.defpath) -> Path | None:
    """Return the file a command's first word names, or None; relative names with a slash are in the bot's directory."""
    if os.sep in word:
        file = Path(os.path.normpath(cwd / word))
        return file if file.exists() else None
    found = shutil.which(word, path=path)
    return Path(found) if found else None
