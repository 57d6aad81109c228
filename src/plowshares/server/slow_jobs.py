"""The jobs of `processes.py`: verify records, show and export finished matches."""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple, ParamSpec

from plowshares import registry
from plowshares.core.errors import IllegalCommand, InvalidOption, InvalidRecord
from plowshares.core.i18n import _, use_language
from plowshares.engine.record import digest, read_record, verify
from plowshares.server.export import Export
from plowshares.server.languages import languages
from plowshares.server.replay import Replay

P = ParamSpec("P")
MOST_LINES = 20_000  # of an uploaded record
MOST_REPLAYS = 8  # in memory
_replays: dict[str, Replay] = {}


class Answer(NamedTuple):
    """The outcome of a job: a value, or an error's name and arguments."""

    value: Any = None
    error: tuple[str, tuple[Any, ...]] | None = None


def begin(later: int, memory: int, parent: int) -> None:
    """Lower this process's priority, limit its memory, and end it with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    if hasattr(os, "nice"):
        os.nice(later)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def job(do: Callable[P, Any]) -> Callable[..., Answer]:
    """Return a function for another process: it takes a language first, and errors are part of its answer."""

    @functools.wraps(do)
    def run(language: str, *args: P.args, **kwargs: P.kwargs) -> Answer:
        with use_language(languages()[language]):
            try:
                return Answer(do(*args, **kwargs))
            except InvalidRecord as error:
                line = f"line {error.line}: "
                return Answer(error=("InvalidRecord", (error.line, str(error).removeprefix(line))))
            except IllegalCommand as error:
                return Answer(error=("IllegalCommand", (error.code, error.args[0])))
            except InvalidOption as error:
                return Answer(error=("InvalidOption", (str(error),)))

    return run


@job
def check_record(data: bytes) -> None:
    """Raise unless this is the record of a finished match; every line is verified."""
    record = read_record(data)
    if len(record.raw) > MOST_LINES:
        raise InvalidOption(_("the record has {n} lines; up to {most} are taken", n=len(record.raw), most=MOST_LINES))
    if record.header.game not in registry.names():  # a place in the code must not be imported
        raise InvalidOption(_("no game is called {name}", name=repr(record.header.game)))
    verify(data, registry.find)


@job
def show_position(data: bytes, n: int, viewer: int, names: tuple[str, ...], story: bool) -> dict[str, Any]:
    """Return one position of a finished match, and if wanted what is told of all of it."""
    found = _find(data)
    found.names = names
    told = found.story(viewer) if story else None
    return {"count": len(found), "title": found.game.title, **found.show(n, viewer), "story": told}


@job
def begin_export(data: bytes, names: tuple[str, ...]) -> tuple[bytes, int]:
    """Return the beginning of a finished match as one HTML file, and how many parts follow."""
    made = _export(data, names)
    return made.head(), len(made.parts)


@job
def export_part(data: bytes, names: tuple[str, ...], number: int) -> tuple[bytes, set[str]]:
    """Return a part of that file, and which drawings it uses."""
    return _export(data, names).part(number)


@job
def end_export(data: bytes, names: tuple[str, ...], used: set[str]) -> bytes:
    """Return the end of that file."""
    return _export(data, names).tail(used)


def _export(data: bytes, names: tuple[str, ...]) -> Export:
    found = _find(data)
    found.names = names
    return Export(found)


def _find(data: bytes) -> Replay:
    key = digest(data)
    if key not in _replays:
        if len(_replays) >= MOST_REPLAYS:
            _replays.pop(next(iter(_replays)))
        _replays[key] = Replay(data)
    return _replays[key]
