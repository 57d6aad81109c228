"""Where records lie, and how a match begins or goes on in one."""

from __future__ import annotations

import datetime
import os
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import platformdirs

from plowshares import registry
from plowshares.core.errors import InvalidOption, InvalidRecord, PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.engine.clock import TimeControl
from plowshares.engine.match import Match, tell_all
from plowshares.engine.record import Finder, Recorder, RecordFile, read_record, replay, resume
from plowshares.engine.story import Story
from plowshares.terminal.players import display_names

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # Windows has none; a record is then not locked
    fcntl = None


class CannotWrite(PlowsharesError):
    """The record cannot be written, so the match cannot go on."""


class LockedFile(RecordFile):
    """A record that no second program can write to, such as the same match resumed in another window."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise InvalidOption(f"the match in {str(path)!r} is being played in another window") from None
        except OSError:  # some network file systems have no locks; two windows are rare enough there
            return


@dataclass
class Session:
    """A match on its record file, with the story that everybody reads of it."""

    match: Match
    story: Story
    file: LockedFile


def records_folder() -> Path:
    """Return the folder for records (PLOWSHARES_RECORDS overrides it)."""
    chosen = os.environ.get("PLOWSHARES_RECORDS")
    return Path(chosen) if chosen else platformdirs.user_data_path("plowshares") / "records"


def new_path(game: Game) -> Path:
    """Return a file name that nobody uses yet."""
    moment = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return records_folder() / f"{game.name}-{moment}-{secrets.token_hex(2)}.jsonl"


def read_file(path: Path) -> bytes:
    """Return the bytes of a record file; say what is wrong if there is none."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidRecord(0, f"cannot read {str(path)!r}: {error.strerror}") from None


def begin(
    game: Game,
    options: Options,
    seed: int,
    names: Sequence[str],
    control: TimeControl,
    path: Path,
    position: str = "",
) -> Session:
    """Begin a match on a new record file."""
    if path.exists():
        raise InvalidOption(f"{str(path)!r} is there already; to go on with it: plowshares play --resume {path}")
    if position:
        game.start_at(options, seed, position)  # refused before there is a file
    story = Story(game, display_names(names))
    file = _open(path)
    listener = tell_all(Recorder(_writer(file)), story)
    match = Match(game, options, seed, names, control, listener, position=position)
    return Session(match, story, file)


def go_on(path: Path, game: Game | None = None) -> Session:
    """Go on with the match of an unfinished record, in the same file; a game that is named must be the record's."""
    data = read_file(path)
    find = finder(game)
    whole = data[: data.rfind(b"\n") + 1]
    file = _open(path)
    try:
        match, recorder = resume(data, find, _writer(file))
    except PlowsharesError:
        file.close()
        raise
    if len(whole) < len(data):  # a line that was cut off must not be written on to
        os.truncate(path, len(whole))
    story = Story(match.game, display_names(match.names))
    _fill(story, whole, find)
    match.listener = tell_all(recorder, story)
    return Session(match, story, file)


def finder(game: Game | None) -> Finder:
    """Return how the game of a record is found: by its name, or the one that was named, if it is that."""

    def find(name: str) -> Game:
        if game is not None and game.name != name:
            raise InvalidOption(f"this is a record of {name}, not of {game.name}")
        return game or registry.find(name)

    return find


def _open(path: Path) -> LockedFile:
    try:
        return LockedFile(path)
    except OSError as error:
        raise InvalidOption(f"cannot write the record {str(path)!r}: {error.strerror}") from None


def _writer(file: RecordFile) -> Callable[[bytes], None]:
    """Return how lines are written to a file; a full disk is said in words."""

    def write(data: bytes) -> None:
        try:
            file.write(data)
        except OSError as error:
            raise CannotWrite(
                f"cannot write to the record {str(file.path)!r}: {error.strerror}; the last command does not count"
            ) from None

    return write


def _fill(story: Story, data: bytes, find: Finder) -> None:
    """Write into a story what happened before the match was left."""
    hear = story.follow()
    for _, event in replay(read_record(data), find):
        hear(event)
