"""Records: a match as JSON lines, written as it goes, replayed and verified afterwards.

The first line says what was played; then one line per command, or for one that is undone; the last line is the result.
Every line carries `state`, a digest of the State after it, and `chain`, a digest over this line
and all before it. A record is the referee's: it holds everybody's secrets.
"""

from __future__ import annotations

import collections
import datetime
import hashlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import numpy as np

from plowshares.core.errors import IllegalCommand, InvalidRecord, PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import read_options, to_plain
from plowshares.core.seats import SPECTATOR
from plowshares.engine.clock import Now, TimeControl
from plowshares.engine.match import Event, Listener, Match, Result, ignore

FORMAT = 1
Finder = Callable[[str], Game]


class Header(msgspec.Struct, omit_defaults=True):
    """The first line: everything a replay needs to begin."""

    plowshares: int  # version of the format
    game: str
    rules: int  # version of the game's rules
    layout: str  # digest of the State's layout: states of another layout have other digests
    options: dict[str, Any]
    seed: str  # hexadecimal, because JavaScript cannot hold 64 bits
    seats: list[str]
    time: TimeControl
    started: str
    position: str = ""  # that the match began from, if it was not the usual beginning
    state: str = ""
    chain: str = ""


class Line(msgspec.Struct, omit_defaults=True):
    """A command, one that is taken back, a seat that left, hidden things dealt again, or the result."""

    n: int
    seat: int | None = None
    do: str | None = None
    undo: str | None = None  # the command that no longer counts: the seat's last one, and the last thing that happened
    spent: float | None = None  # seconds; of what is undone, all that stay spent of the decision
    left: str | None = None
    deal: str | None = None  # a seed: all that the seat could not know was dealt again here
    result: Result | None = None
    state: str = ""
    chain: str = ""


def digest(*parts: bytes) -> str:
    """Return a short digest of some bytes."""
    whole = hashlib.blake2b(digest_size=12)
    for part in parts:
        whole.update(part)
    return whole.hexdigest()


def layout_of(s: Any) -> str:
    """Return a digest of how a State is laid out; fields without bytes, as of an option that is off, do not count."""
    layout = np.dtype(type(s).layout)
    fields = [field for field in layout.descr if layout[field[0]].itemsize]
    return digest(repr(fields).encode())


def seal(body: bytes, before: str) -> tuple[bytes, str]:
    """Return a line of JSON with its chain added as the last key, and that chain."""
    chain = digest(before.encode(), body)
    return b'%s,"chain":"%s"}' % (body.removesuffix(b"}"), chain.encode()), chain


class Recorder:
    """A listener that turns a match into lines; `write` gets each one before the match goes on."""

    def __init__(self, write: Callable[[bytes], None], chain: str = "", count: int = 0) -> None:
        self.write = write
        self.chain = chain
        self.count = count

    def __call__(self, event: Event) -> None:
        """Write the line of an event."""
        line: Header | Line
        if event.kind == "start":
            line = header_of(event.match)
        else:
            line = Line(n=self.count + 1, state=digest(event.state.tobytes()), result=event.result)
            if event.turn:
                line.seat, line.do, line.spent = event.turn.seat, event.turn.text, event.turn.spent
            elif event.undone:
                used = event.match.last_step(event.seat).used
                line.seat, line.undo, line.spent = event.seat, event.undone.text, round(used, 3)
            elif event.kind == "left":
                line.seat, line.left = None if event.seat == SPECTATOR else event.seat, event.reason
            elif event.kind == "dealt":
                line.seat, line.deal = event.seat, event.reason
        data, chain = seal(msgspec.json.encode(line), self.chain)
        self.write(data)
        self.chain = chain
        self.count += isinstance(line, Line)


def header_of(match: Match) -> Header:
    """Return the first line of a match's record."""
    return Header(
        plowshares=FORMAT,
        game=match.game.name,
        rules=match.game.version,
        layout=layout_of(match.state),
        options=to_plain(match.options),
        seed=f"{match.seed:#x}",
        seats=list(match.names),
        time=match.clocks.control,
        started=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        position=match.position,
        state=digest(match.state.tobytes()),
    )


class RecordFile:
    """A record on disk. A line that was written is there after a crash or a power cut."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("ab", buffering=0)

    def write(self, data: bytes) -> None:
        """Append one line and wait until it is on disk."""
        self._file.write(data + b"\n")
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Record(msgspec.Struct):
    """A record as read: the first line and the others, and all of them as they were written."""

    header: Header
    lines: list[Line]
    raw: list[bytes]

    @property
    def all_lines(self) -> list[Header | Line]:
        """The first line and the others."""
        return [self.header, *self.lines]

    @property
    def result(self) -> Result | None:
        """The result, if the match was finished."""
        return self.lines[-1].result if self.lines else None


def read_record(data: bytes, whole: bool = True) -> Record:
    """Read a record. With whole=False a last line that was cut off in the middle is left out, as after a crash."""
    lines = data.split(b"\n")
    tail = lines.pop()
    if tail and whole:
        lines.append(tail)
    if not lines:
        raise InvalidRecord(0, "this is not a record: it is empty")
    header = _decode(lines[0], Header, 1)
    if header.plowshares != FORMAT:
        raise InvalidRecord(1, f"format {header.plowshares} is not known here, only {FORMAT}")
    return Record(header, [_decode(line, Line, i) for i, line in enumerate(lines[1:], 2)], lines)


def _decode(line: bytes, kind: type[Any], number: int) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        shown = line[:60].decode(errors="replace")
        raise InvalidRecord(number, f"not a line of a record ({error}): {shown!r}") from None


def open_match(record: Record, find: Finder, listener: Listener) -> Match:
    """Return the match of a record at its beginning, with its clocks standing still."""
    head = record.header
    game = find(head.game)
    seed = read_seed(head)
    try:
        options = read_options(game.options, head.options)
        return Match(game, options, seed, head.seats, head.time, listener, lambda: 0.0, head.position)
    except PlowsharesError as error:
        raise InvalidRecord(1, str(error)) from None


def check_header(game: Game, head: Header) -> int:
    """Return the seed of a record; raise InvalidRecord if it was played under other rules."""
    if game.version != head.rules:
        raise OtherRules(1, head, game)
    return read_seed(head)


class OtherRules(InvalidRecord):
    """A record that was played under another version of the rules, and that this one plays otherwise."""

    def __init__(self, line: int, head: Header, game: Game) -> None:
        super().__init__(
            line, f"played under version {head.rules} of the rules of {head.game}; this program has {game.version}"
        )


def read_seed(head: Header) -> int:
    """Return the seed of a record."""
    try:
        return int(head.seed, 16)
    except ValueError as error:
        raise InvalidRecord(1, str(error)) from None


def _read_seed(text: str, number: int) -> int:
    """Return the seed of a line; raise InvalidRecord with its number if it is not 64 bits in hexadecimal."""
    try:
        return int(np.uint64(int(text, 16)))
    except (ValueError, OverflowError) as error:
        raise InvalidRecord(number, f"{text!r} is not a seed: {error}") from None


def replay(record: Record, find: Finder) -> Iterator[tuple[Header | Line, Event]]:
    """Play a record again; yield each line with what happened, beginning with the first line and the start.

    Some lines follow from others by themselves (the result, the commands of a seat that has left), so a
    line is played only when nothing is left over from the lines before it. Commands played under another version of
    the rules is played by this one as long as it leads to the same positions; then OtherRules is raised.
    """
    yield from _replay(record, find, collections.deque())


def _replay(record: Record, find: Finder, events: collections.deque[Event]) -> Iterator[tuple[Header | Line, Event]]:
    """Play a record again; what follows from its last line without having been written stays in `events`."""
    match = open_match(record, find, events.append)
    head, game = record.header, match.game
    is_other = game.version != head.rules
    if is_other and (layout_of(match.state), digest(match.state.tobytes())) != (head.layout, head.state):
        raise OtherRules(1, head, game)
    yield head, events.popleft()
    for number, line in enumerate(record.lines, 2):
        if not events:
            _apply(match, line, number, head)
        if not events:
            raise InvalidRecord(number, "nothing can happen here: the match is over, or the line is empty")
        if is_other and digest(events[0].state.tobytes()) != line.state:
            raise OtherRules(number, head, game)
        yield line, events.popleft()


def _apply(match: Match, line: Line, number: int, head: Header) -> None:
    try:
        apply_line(match, line, number)
    except InvalidRecord:
        if match.game.version != head.rules:
            raise OtherRules(number, head, match.game) from None
        raise


def apply_line(match: Match, line: Line, number: int) -> None:
    """Play a line of a record again; raise InvalidRecord with its number if that is not legal."""
    try:
        if line.seat is not None and line.do is not None:
            match.play(line.seat, line.do)
        elif line.seat is not None and line.undo is not None:
            match.undo(line.seat)
        elif line.seat is not None and line.left is not None:
            match.resign(line.seat, line.left)
        elif line.left is not None:
            match.abandon(line.left)
        elif line.seat is not None and line.deal is not None:
            match.deal_again(line.seat, _read_seed(line.deal, number))
    except IllegalCommand as error:
        what = line.do or line.undo or line.left or line.deal
        raise InvalidRecord(number, f"{what!r} by seat {line.seat}: {error}") from None


def resume(
    data: bytes,
    find: Finder,
    write: Callable[[bytes], None],
    now: Now = time.monotonic,
    hear: Listener = ignore,
) -> tuple[Match, Recorder]:
    """Return the match of an unfinished record as it stood, its clocks included, recording where the record stopped.

    If only the result had not been written yet, it is now, and the match is over. `hear` is told of all that happened.
    """
    record = read_record(data, whole=False)
    match = None
    unwritten: collections.deque[Event] = collections.deque()
    for _, event in _replay(record, find, unwritten):
        match = event.match
        hear(event)
    if match is None or record.result:
        raise InvalidRecord(0, "this match is over; there is nothing to resume")
    recorder = Recorder(write, record.all_lines[-1].chain, len(record.lines))
    for event in unwritten:  # the program ended between a line and those that follow from it, such as the result
        recorder(event)
        hear(event)
    match.clocks.now = now
    _charge(match, record)
    match.clocks.since = dict.fromkeys(match.clocks.since, now())
    match.listener = recorder
    return match, recorder


def _charge(match: Match, record: Record) -> None:
    """Take off the clocks what the record says was spent; what is undone later stays spent too."""
    clocks = match.clocks
    times: list[tuple[float, float]] = []  # of the commands that stand: seconds, and those that the decision has used
    for line in record.lines:
        seat, spent = line.seat, line.spent or 0.0
        if seat is not None and line.undo is not None:
            times.pop()
            clocks.used[seat] = spent
        elif seat is not None and line.do is not None:
            times.append((spent, spent + clocks.used.pop(seat, 0.0)))
            clocks.banks[seat] -= spent
    match.restore_times(times)


def verify(data: bytes, find: Finder) -> str:
    """Replay a record and compare everything; return a sentence, or raise InvalidRecord at the first bad line."""
    record = read_record(data)
    _verify_chain(record)
    same_layout = True
    for number, (line, event) in enumerate(replay(record, find), 1):
        if isinstance(line, Header):
            same_layout = layout_of(event.state) == line.layout
        else:
            _compare_line(number, line, event)
        if same_layout and line.state != digest(event.state.tobytes()):
            raise InvalidRecord(number, "the state after this line is not the one that was recorded")
    if record.result is None:
        raise InvalidRecord(
            len(record.lines) + 1, "the record ends without a result: cut off, or the match was not finished"
        )
    how = "" if same_layout else " (state digests not compared: they are of another layout)"
    return f"{len(record.lines) - 1} commands of {record.header.game}, {record.result.reason}: all as recorded{how}"


def _compare_line(number: int, line: Line, event: Event) -> None:
    if line.n != number - 1:
        raise InvalidRecord(
            number, f"this is line {line.n} of the match, expected {number - 1}: lines are missing or out of order"
        )
    if not _is_same_result(line.result, event):
        raise InvalidRecord(number, f"the result is {event.result}, the record says {line.result}")
    undone = event.undone.text if event.undone else None
    if line.undo != undone:
        raise InvalidRecord(number, f"what is undone is {undone!r}, the record says {line.undo!r}")
    if event.turn and (line.do, line.seat) != (event.turn.text, event.turn.seat):
        raise InvalidRecord(
            number, f"seat {event.turn.seat} played {event.turn.text!r}, the record says {line.do!r} by {line.seat}"
        )


def _is_same_result(written: Result | None, event: Event) -> bool:
    """Compare results; earlier versions wrote the points as they stood when somebody left."""
    if written == event.result or event.result is None or not event.match.left:
        return written == event.result
    scores = np.zeros(event.match.seats)
    event.match.game.rules.scores(event.state, scores)
    return written == msgspec.structs.replace(event.result, scores=tuple(scores.tolist()))


def _verify_chain(record: Record) -> None:
    before = ""
    for number, (line, raw) in enumerate(zip(record.all_lines, record.raw, strict=True), 1):
        body = raw.removesuffix(b',"chain":"%s"}' % line.chain.encode()) + b"}"
        if seal(body, before) != (raw, line.chain):
            raise InvalidRecord(number, "this line was changed after it was written, or a line before it is missing")
        before = line.chain
