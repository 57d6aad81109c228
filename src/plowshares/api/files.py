"""Reading matches: our own records, and the foreign formats that games know."""

from __future__ import annotations

import collections
from collections.abc import Iterator, Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from plowshares import registry
from plowshares.api.match import Call, Match
from plowshares.core.errors import IllegalCommand, InvalidRecord
from plowshares.core.formats import Format, InvalidFile, Transcript
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.parsing import quote
from plowshares.core.seats import SPECTATOR
from plowshares.engine.match import Event
from plowshares.engine.record import Record, apply_line, check_header, read_record, verify

RECORD_MARK = b'{"plowshares":'


def load(source: str | PathLike[str] | bytes, *, check: bool = False, game: str | None = None, name: str = "") -> Match:
    """Read a match from a file, or from the bytes of one, and play it again.

    It may be a record (`.jsonl`) or a foreign format that a game knows; which one is seen from what is in it. With
    `check=True` a record is verified first: every digest, every line. `game` names the game of a foreign file that
    could be of several, `name` is what bytes were called. A damaged file raises InvalidRecord or InvalidFile.
    """
    called = name if isinstance(source, bytes) else Path(source).name
    data = source if isinstance(source, bytes) else read_file(Path(source))
    if data.lstrip().startswith(RECORD_MARK):
        if check:
            verify(data, registry.find)
        return load_record(data)
    for found, form in find_formats(game):
        if form.is_mine(data):
            return load_transcript(found, form.read(data, called))
    what = quote(called) if called else "these bytes"
    start = f"it begins {quote(data[:30].decode(errors='replace'))}" if data else "there is nothing in it"
    raise InvalidFile(f"{what}: neither a record nor a format that a game knows; {start}")


def read_file(path: Path) -> bytes:
    """Return what is in a file; raise InvalidFile that names it if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InvalidFile(f"cannot read {str(path)!r}: {(error.strerror or str(error)).lower()}") from None


def load_record(data: bytes) -> Match:
    """Replay a record; the last line may have been cut off, as after a crash."""
    record = read_record(data, whole=False)
    head = record.header
    found = registry.find(head.game)
    seed = check_header(found, head)
    options = read_options(found.options, head.options)
    match = Match.begin(found, options, seed, head.seats, head.position)
    _play_lines(match, record)
    match.source = data
    return match


def _play_lines(match: Match, record: Record) -> None:
    """Play the lines of a record; those that follow from others by themselves are counted off and not played."""
    pending: collections.deque[Event] = collections.deque()
    engine, hear = match.engine, match.engine.listener

    def listen(event: Event) -> None:
        hear(event)
        pending.append(event)

    engine.listener = listen
    for number, line in enumerate(record.lines, 2):
        if not pending:
            before = engine.checkpoint()
            apply_line(engine, line, number)
            if line.seat is not None and line.undo is not None:
                match.forget_call()
            else:
                seat = SPECTATOR if line.seat is None else line.seat
                match.note_call(Call(before, seat, line.do, line.left or ""))
        if not pending:
            raise InvalidRecord(number, "nothing can happen here: the match is over, or the line is empty")
        pending.popleft()
    engine.listener = hear


def load_transcript(game: Game, transcript: Transcript) -> Match:
    """Play what a foreign file tells; raise InvalidFile at the first command that our rules do not allow."""
    options = read_options(game.options, transcript.options)
    match = Match.begin(game, options, 0, transcript.names or None, transcript.position)
    for number, (seat, text) in enumerate(transcript.commands, 1):
        try:
            match.play(text, seat)
        except IllegalCommand as error:
            raise InvalidFile(f"command {number} of seat {seat}: {error}") from None
    if transcript.left is not None and match.result is None:
        match.resign(transcript.left.seat, transcript.left.reason)
    elif transcript.drawn and match.result is None:
        match.abandon("agreed")
    match.note = transcript.note
    return match


def find_formats(game: str | None = None) -> Iterator[tuple[Game, Format]]:
    """Yield the foreign formats of a game, or of all games."""
    for name in [game] if game else registry.names():
        found = registry.find(name)
        for form in formats_of(found).values():
            yield found, form


def formats_of(game: Game) -> Mapping[str, Format]:
    """Return a game's foreign formats by name."""
    part = game.find_part("adapters.formats")
    formats: Mapping[str, Format] = {} if part is None else part.FORMATS
    return formats


def format_of(game: Game, name: str) -> Format:
    """Return a game's format by name; raise InvalidFile that lists those there are."""
    formats = formats_of(game)
    if name not in formats:
        raise InvalidFile(f"{game.title} has no format {name!r}; there are: {', '.join(formats) or 'none'}")
    return formats[name]


def to_format(match: Match, name: str) -> bytes:
    """Write a match in a foreign format of its game."""
    form = format_of(match.engine.game, name)
    states: list[Any] = [moment.before for moment in match.moments] + [match.engine.state]
    return form.write(match.engine.options, states, match.to_transcript())
