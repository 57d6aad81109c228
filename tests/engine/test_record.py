from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest

from plowshares.core.errors import InvalidRecord
from plowshares.core.game import Game
from plowshares.engine.clock import TimeControl
from plowshares.engine.log import Log
from plowshares.engine.match import Event, Match, tell_all
from plowshares.engine.record import (
    Header,
    OtherRules,
    Recorder,
    RecordFile,
    _is_same_result,
    read_record,
    replay,
    resume,
    seal,
    verify,
)
from tests.engine.test_clock import Watch
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options


def find(name: str) -> Game:
    assert name == "pennies"
    return GAME


def record_of(options: Options, resign: int | None = None) -> list[bytes]:
    """Return the lines of a match in which every seat lays one coin after another."""
    lines: list[bytes] = []
    match = Match(GAME, options, 5, time_control=TimeControl(60, 1), listener=Recorder(lines.append))
    if resign is not None:
        match.resign(resign)
    while not match.result:
        for seat in match.to_act():
            match.play(seat, f"lay {match.state.round} +{seat % 3}")
    return lines


def join(lines: list[bytes]) -> bytes:
    return b"\n".join(lines) + b"\n"


LINES = record_of(Options(seats=2, rounds=3))


def test_a_good_record_verifies() -> None:
    assert verify(join(LINES), find) == "6 commands of pennies, rounds: all as recorded"


def test_lines_that_follow_by_themselves_verify_too() -> None:
    lines = record_of(Options(seats=4, rounds=3), resign=1)
    assert verify(join(lines), find).startswith("13 commands")
    kinds = [type(line).__name__ for line, _ in replay(read_record(join(lines)), find)]
    assert kinds == ["Header"] + ["Line"] * 14


def test_an_abandoned_match_has_a_result_and_a_log() -> None:
    lines: list[bytes] = []
    log = Log(GAME, 2)
    match = Match(GAME, Options(seats=2, rounds=3), 5, listener=tell_all(Recorder(lines.append), log))
    match.play(0, "lay 0 +0")
    match.abandon()
    assert verify(join(lines), find) == "2 commands of pennies, failed: all as recorded"
    assert match.result is not None
    assert read_record(join(lines)).result == match.result
    assert log.lines[1][-2:] == ["All who were left failed at the same time.", match.result.sentence]


def edit(number: int, old: bytes, new: bytes) -> Callable[[list[bytes]], list[bytes]]:
    def change(lines: list[bytes]) -> list[bytes]:
        assert old in lines[number - 1]
        return [line.replace(old, new) if i == number else line for i, line in enumerate(lines, 1)]

    return change


def reseal(lines: list[bytes]) -> list[bytes]:
    """Act as a careful forger: recompute the hash chain of a changed record."""
    sealed: list[bytes] = []
    chain = ""
    for data in lines:
        line, chain = seal(data[: data.rindex(b',"chain"')] + b"}", chain)
        sealed.append(line)
    return sealed


CHANGES = {
    "an action": (edit(3, b"lay 0 +1", b"lay 0 +2"), 3),
    "a seat": (edit(3, b'"seat":1', b'"seat":0'), 3),
    "a time": (edit(4, b'"spent":', b'"spent":1'), 4),
    "the seed": (edit(1, b'"seed":"0x5"', b'"seed":"0x6"'), 1),
    "an option": (edit(1, b'"rounds":3', b'"rounds":4'), 1),
    "the result": (edit(8, b'"outcome":[', b'"outcome":[-0.0,'), 8),
    "the order": (lambda lines: [*lines[:3], lines[4], lines[3], *lines[5:]], 4),
    "a missing line": (lambda lines: lines[:3] + lines[4:], 4),
    "the end": (lambda lines: lines[:-1], 7),
    "the middle of a line": (lambda lines: [*lines[:-1], lines[-1][:20]], 8),
    "something added": (lambda lines: [*lines, lines[-2]], 9),
}


@pytest.mark.parametrize("what", CHANGES)
def test_every_change_is_found_and_its_line_named(what: str) -> None:
    change, line = CHANGES[what]
    with pytest.raises(InvalidRecord) as caught:
        verify(join(change(LINES)), find)
    assert caught.value.line == line


FORGED = {
    "an action": (edit(3, b"lay 0 +1", b"lay 0 +2"), "state after this line"),
    "a seat": (edit(3, b'"seat":1', b'"seat":0'), "has chosen"),
    "text": (edit(3, b"lay 0 +1", b"LAY 0 +1"), "the record says 'LAY 0 [+]1'"),
    "the seed": (edit(1, b'"seed":"0x5"', b'"seed":"0x6"'), "state after this line"),
    "the result": (edit(8, b'"outcome":[', b'"outcome":[-0.0,'), "the result is"),
    "numbers": (edit(4, b'"n":3', b'"n":5'), "lines are missing or out of order"),
    "something added": (lambda lines: [*lines, lines[-2]], "the match is over"),
    "an empty line": (lambda lines: [*lines[:3], b'{"n":3,"state":"","chain":""}', *lines[4:]], "nothing can happen"),
    "leaving": (edit(3, b'"do":"lay 0 +1"', b'"left":"time"'), "state after|left"),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_chain_does_not_help(what: str) -> None:
    change, words = FORGED[what]
    with pytest.raises(InvalidRecord, match=words):
        verify(join(reseal(change(LINES))), find)


def test_another_way_of_leaving_is_found() -> None:
    lines = record_of(Options(seats=4, rounds=3), resign=1)
    with pytest.raises(InvalidRecord, match="changed after") as caught:
        verify(join(edit(2, b'"left":"resigned"', b'"left":"time"')(lines)), find)
    assert caught.value.line == 2
    forged = reseal(edit(3, b'"do":', b'"left":"time","x":')(lines))
    with pytest.raises(InvalidRecord, match="played"):
        verify(join(forged), find)


def test_other_rules_are_not_mixed_up() -> None:
    other = dataclasses.replace(GAME, version=2)
    assert "all as recorded" in verify(join(LINES), lambda name: other)  # every position is the same under these rules
    state = read_record(join(LINES)).lines[2].state.encode()
    for changed in (edit(4, state, b"0" * 24), edit(4, b'"do":"', b'"do":"un'), edit(1, b'"layout":"', b'"layout":"x')):
        with pytest.raises(OtherRules, match="version 1 of the rules of pennies; this program has 2"):
            verify(join(reseal(changed(LINES))), lambda name: other)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "it is empty"),
        (join(LINES)[:-30], "line 8: not a line"),
        (b"hello\n", "line 1: not a line of a record"),
        (b"\xff\xfe\n", "line 1"),
        (join(LINES).replace(b'"plowshares":1', b'"plowshares":9', 1), "format 9"),
        (join(LINES).replace(b'"rounds":3', b'"rounds":99', 1), "changed after it was written"),
        (join(reseal(edit(1, b'"rounds":3', b'"rounds":99')(LINES))), "line 1: option rounds"),
    ],
)
def test_invalid_records_are_refused(data: bytes, words: str) -> None:
    with pytest.raises(InvalidRecord, match=words):
        verify(data, find)


def test_states_of_another_layout_are_not_compared() -> None:
    layout = msgspec.json.decode(LINES[0], type=Header).layout.encode()
    other = [line.replace(layout, b"0" * 24) for line in LINES]
    assert "of another layout" in verify(join(reseal(other)), find)


def test_an_unfinished_match_is_resumed_with_its_clocks(tmp_path: Path) -> None:
    watch = Watch()
    path = tmp_path / "deep" / "match.jsonl"
    with RecordFile(path) as file:
        match = Match(GAME, Options(), 5, None, TimeControl(60, 1), Recorder(file.write), watch)
        watch.time += 10
        match.play(0, "lay 0 +0")
    path.write_bytes(path.read_bytes() + b'{"n":2,"seat":1,"do":"lay')  # a crash in the middle of a line
    kept = path.read_bytes()
    kept = kept[: kept.rindex(b"\n") + 1]
    path.write_bytes(kept)
    with RecordFile(path) as file:
        again, _ = resume(kept + b'{"cut', find, file.write, watch)
        assert again.state.tobytes() == match.state.tobytes()
        assert again.clocks.banks == match.clocks.banks == [51, 60]
        assert again.clocks.left(1) == 60
        while not again.result:
            for seat in again.to_act():
                again.play(seat, f"lay {again.state.round} +0")
    assert verify(path.read_bytes(), find).startswith("6 commands")
    *kept_lines, last = path.read_bytes().splitlines(keepends=True)
    written: list[bytes] = []
    ended, _ = resume(b"".join(kept_lines), find, written.append)  # a crash just before the result was written
    assert ended.result is not None
    assert [line + b"\n" for line in written] == [last]
    with pytest.raises(InvalidRecord, match="nothing to resume"):
        resume(path.read_bytes(), find, lambda data: None)


def test_points_that_older_versions_wrote_when_somebody_left_are_accepted() -> None:
    lines: list[bytes] = []
    match = Match(GAME, Options(), 1, listener=Recorder(lines.append))
    match.resign(0)
    assert match.result is not None
    event = Event("result", match, match.state, result=match.result)
    scores = np.zeros(match.seats)
    GAME.rules.scores(match.state, scores)
    older = msgspec.structs.replace(match.result, scores=tuple(scores.tolist()))
    assert _is_same_result(match.result, event)
    assert _is_same_result(older, event)
    assert not _is_same_result(msgspec.structs.replace(match.result, scores=(7.0, 7.0)), event)
