"""Looking at records again: as a seat, as a spectator, and seeing everything after the end."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from plowshares.core.errors import InvalidOption, InvalidRecord
from plowshares.engine.record import read_record
from plowshares.terminal import replayer
from plowshares.terminal.replayer import Replayer
from plowshares.terminal.screen import Screen
from tests.cli.desk import play, sit_down
from tests.toys.pennies import GAME

SEATS = "person:Anna,person:Bert"
FIRST = ["", "lay 0 +0", "", "", "lay 1 +2"]
MOVES = [*FIRST, "", *FIRST[:1], "lay 1 +0", "", "", "lay 2 +1", ""]


@pytest.fixture
def finished(tmp_path: Path) -> bytes:
    play(sit_down(tmp_path, SEATS, rounds=1), SEATS, *FIRST)
    return (tmp_path / "match.jsonl").read_bytes()


@pytest.fixture
def unfinished(tmp_path: Path) -> bytes:
    folder = tmp_path / "unfinished"
    play(sit_down(folder, SEATS, rounds=3), SEATS, *MOVES)
    return (folder / "match.jsonl").read_bytes()


def look(data: bytes, viewer: str | None, *keys: str) -> str:
    """Step through a record with these keys, or print it all; return what was shown."""
    shown = io.StringIO()
    screen = Screen(io.StringIO("".join(f"{key}\n" for key in keys)), shown)
    replay = Replayer(read_record(data, whole=False), lambda name: GAME, viewer, screen)
    if keys:
        replay.run()
    else:
        replay.print_all()
    return shown.getvalue()


def test_a_finished_match_is_seen_by_everybody(finished: bytes) -> None:
    shown = look(finished, None)
    assert "position 0 of 3, seen by everybody" in shown
    assert "At the table: Anna, Bert." in shown
    assert "Anna: lay 0 +0\n" in shown
    assert "Bert: lay 1 +2\n" in shown
    assert shown.split("\n\n")[0].count("coins") == 2, "both hands, side by side"
    assert "All rounds are played" in shown


def test_boards_that_do_not_fit_side_by_side_come_one_after_the_other(
    finished: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replayer, "beside", lambda boards, width: None)
    shown = look(finished, None, "v", "m", "q")
    assert "Board 1 of 2, each as one seat sits: v shows the next." in shown
    assert "Board 2 of 2" in shown
    assert shown.index("On the side of Anna:") < shown.index("On the side of Bert:")


def test_an_unfinished_match_is_seen_by_a_spectator(unfinished: bytes) -> None:
    shown = look(unfinished, None)
    assert "seen by a spectator" in shown
    assert "coins" not in shown
    assert "lay" not in shown
    assert "Seat 0 is ready." in shown


def test_nobody_sees_everything_before_the_end(unfinished: bytes) -> None:
    with pytest.raises(InvalidOption, match="the match is not over: nobody may see it as 'all'"):
        look(unfinished, "all")


def test_a_seat_sees_its_own_commands_and_no_others(finished: bytes, unfinished: bytes) -> None:
    for data in (finished, unfinished):
        shown = look(data, "seat 1")
        assert "seen by Bert" in shown
        assert "Bert: lay 1 +2" in shown
        assert "Anna: lay" not in shown


def test_a_viewer_who_does_not_exist_is_refused(finished: bytes) -> None:
    with pytest.raises(InvalidOption, match="no seat is called 'nobody'; the seats are: Seat 0, Seat 1"):
        look(finished, "nobody")


@pytest.mark.parametrize(
    ("keys", "at"),
    [
        (["n"], 1),
        (["", "next"], 2),
        (["n", "p"], 0),
        (["p"], 0),
        (["l"], 3),
        (["l", "n"], 3),
        (["l", "f"], 0),
        (["2"], 2),
        (["99"], 3),
        (["-1"], 0),
        (["a"], 3),
        (["v"], 0),
        (["what"], 0),
    ],
)
def test_keys_lead_through_the_record(finished: bytes, keys: list[str], at: int) -> None:
    shown = look(finished, "all", *keys, "q")
    assert f"position {at} of 3" in shown[shown.rindex("Pennies") :]


def test_wrong_keys_are_explained(finished: bytes) -> None:
    shown = look(finished, None, "what", "7", "q")
    assert "'what' is none of these keys." in shown
    assert "The record has positions 0 to 3." in shown


def test_boards_too_wide_for_one_screen_are_shown_in_turn(finished: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replayer, "beside", lambda boards, width: None)
    first, second = look(finished, "all", "v", "q").split("> v\n")
    assert first.count("coins") == second.count("coins") == 1
    assert first.splitlines()[2] == "On the side of Anna:"
    assert "On the side of Bert:" in second
    assert first.splitlines()[4] != second.splitlines()[4]


def test_playing_on_can_be_stopped(finished: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupt)
    shown = look(finished, None, "a", "q")
    assert "position 1 of 3" in shown[shown.rindex("Pennies") :]


def test_a_name_cannot_control_the_terminal(finished: bytes) -> None:
    shown = look(finished.replace(b'"Anna"', b'"A\\u001b[2J"'), None)
    assert "\x1b" not in shown
    assert "A?[2J" in shown


def test_a_broken_record_says_where(finished: bytes) -> None:
    with pytest.raises(InvalidRecord, match="line 2"):
        look(finished.replace(b"lay 0 +0", b"lay 0 +9"), None)
