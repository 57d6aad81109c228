"""A match at one screen: turns, what each player is shown, and the record on disk."""

from __future__ import annotations

from pathlib import Path

import platformdirs
import pytest

from plowshares.core.errors import InvalidOption, InvalidRecord, PlowsharesError
from plowshares.engine.clock import TimeControl
from plowshares.engine.record import read_record, verify
from plowshares.terminal.screen import RULE
from plowshares.terminal.session import CannotWrite, begin, go_on, new_path, records_folder
from tests.cli.desk import play, sit_down
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options

FILE = "match.jsonl"


def test_a_person_plays_an_agent_to_the_end(tmp_path: Path) -> None:
    shown = play(sit_down(tmp_path, "you,random"), "you,random", "lay 0 +0", "lay 1 +1", "lay 2", "2")
    assert "The match is over. " in shown
    assert "All rounds are played" in shown
    assert "Seat 0 (you)" not in shown
    assert RULE not in shown, "one person needs no curtain"
    assert verify((tmp_path / FILE).read_bytes(), lambda name: GAME).startswith("6 commands")


def test_agents_alone_play_and_the_log_is_shown(tmp_path: Path) -> None:
    shown = play(sit_down(tmp_path, "random,greedy,random"), "random,greedy,random")
    assert shown.count("Shown:") == 3
    assert "The match is over" in shown


def test_people_choose_one_after_the_other_behind_the_curtain(tmp_path: Path) -> None:
    seats = "person:Anna,person:Bert"
    shown = play(sit_down(tmp_path, seats, rounds=1), seats, "", "lay 0 +0", "", "", "lay 1 +2")
    first, curtain, second = shown.split(RULE)[1:4]
    assert "Pennies · Anna" in first
    assert "coins" in first
    assert "coins" not in curtain
    assert "The match is over" in shown
    assert "Bert" in second


def test_the_curtain_stays_closed_until_enter(tmp_path: Path) -> None:
    seats = "person:Anna,person:Bert"
    shown = play(sit_down(tmp_path, seats), seats, "lay 0", "hello", "leave")
    assert shown.count("Only Enter opens the curtain.") == 3
    assert "coins" not in shown


def test_an_agent_between_people_plays_behind_the_curtain(tmp_path: Path) -> None:
    seats = "person:Anna,random,person:Bert"
    lines = ["", "lay 0 +0", "", "", "lay 0 +0", ""]
    shown = play(sit_down(tmp_path, seats, rounds=1), seats, *lines)
    assert "The match is over" in shown


def test_a_person_undoes_a_command_before_the_board_is_hidden(tmp_path: Path) -> None:
    seats = "person:Anna,person:Bert"
    lines = ["", "lay 0 +0", "undo", "undo", "lay 1 +0", "more", "", "", "lay 1 +2"]
    shown = play(sit_down(tmp_path, seats, rounds=1), seats, *lines)
    assert "You took back: lay 0 +0." in shown
    assert "No: you have no command to undo." in shown
    assert "The match is over" in shown
    record = read_record((tmp_path / FILE).read_bytes())
    assert [line.do or line.undo for line in record.lines[:3]] == ["lay 0 +0", "lay 0 +0", "lay 1 +0"]
    assert verify((tmp_path / FILE).read_bytes(), lambda name: GAME)


def test_a_command_typed_under_a_text_is_done(tmp_path: Path) -> None:
    lines = ["help", "log", "", "moves", "lay 0 +0", "help", "undo", "leave"]
    shown = play(sit_down(tmp_path, "you,random"), "you,random", *lines, clears=True)
    assert shown.count("Press Enter to go back to the board. ") == 4
    record = read_record((tmp_path / FILE).read_bytes())
    assert record.lines[0].do == "lay 0 +0"
    assert "No: somebody else has acted since." in shown


def test_what_stands_is_said_to_stand(tmp_path: Path) -> None:
    shown = play(sit_down(tmp_path, "you,random"), "you,random", "lay 0 +0", "undo", "lay 1 +1", "lay 2 +2")
    assert "No: somebody else has acted since." in shown
    seats = "person:Anna,person:Bert"
    (tmp_path / FILE).unlink()
    lines = ["", "lay 5 +0", "", "", "lay 5 +0", "", "", "lay 0 +0", "undo", "", "leave"]
    shown = play(sit_down(tmp_path, seats), seats, *lines)
    assert "No: it may have shown others" in shown


def test_the_end_of_the_input_leaves_and_says_how_to_go_on(tmp_path: Path) -> None:
    shown = play(sit_down(tmp_path, "you,random"), "you,random", "lay 0")
    assert "The match is not over." in shown
    assert f"plowshares play --resume {tmp_path / FILE}" in shown


@pytest.mark.parametrize("word", ["leave", "quit", "/quit"])
def test_words_for_leaving(tmp_path: Path, word: str) -> None:
    shown = play(sit_down(tmp_path, "you,random"), "you,random", word, "lay 0 +0")
    assert "The match is not over." in shown
    assert len(read_record((tmp_path / FILE).read_bytes()).lines) == 0


def test_a_match_goes_on_with_its_log_and_its_clocks(tmp_path: Path) -> None:
    play(sit_down(tmp_path, "you,random", control=TimeControl(60, 1)), "you,random", "lay 0 +0")
    sitting = go_on(tmp_path / FILE, GAME)
    assert len(sitting.match.history) == 2
    assert sitting.story.lines(0)[0] == "Seat 0 is ready."
    assert 60 < sitting.match.clocks.left(0) <= 61
    shown = play(sitting, "you,random", "lay 1 +0", "lay 2 +0")
    assert "The match is over" in shown
    assert verify((tmp_path / FILE).read_bytes(), lambda name: GAME)


def test_a_line_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    play(sit_down(tmp_path, "you,random"), "you,random", "lay 0 +0")
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:-20])
    play(go_on(tmp_path / FILE, GAME), "you,random", "lay 1 +0", "lay 2 +0")
    assert verify((tmp_path / FILE).read_bytes(), lambda name: GAME)


def test_a_finished_match_cannot_be_resumed(tmp_path: Path) -> None:
    play(sit_down(tmp_path, "you,random", rounds=1), "you,random", "lay 0 +0")
    with pytest.raises(InvalidRecord, match="over"):
        go_on(tmp_path / FILE, GAME)


def test_a_match_is_played_in_one_window_at_a_time(tmp_path: Path) -> None:
    with sit_down(tmp_path, "you,random").file:
        before = (tmp_path / FILE).read_bytes()
        with pytest.raises(InvalidOption, match="is being played in another window"):
            go_on(tmp_path / FILE, GAME)
    assert (tmp_path / FILE).read_bytes() == before
    go_on(tmp_path / FILE, GAME).file.close()


def test_a_record_is_never_written_over(tmp_path: Path) -> None:
    sit_down(tmp_path, "you,random").file.close()
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(InvalidOption, match="is there already"):
        sit_down(tmp_path, "you,random")
    assert (tmp_path / FILE).read_bytes() == before


def test_a_record_of_another_game_is_refused(tmp_path: Path) -> None:
    play(sit_down(tmp_path, "you,random"), "you,random", "lay 0 +0")
    with pytest.raises(PlowsharesError, match="no game is called 'pennies'"):
        go_on(tmp_path / FILE)
    with pytest.raises(InvalidRecord, match="cannot read"):
        go_on(tmp_path / "none.jsonl")


def test_a_disk_that_cannot_be_written_stops_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = sit_down(tmp_path, "you,random")

    def fail(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(CannotWrite, match="No space left on device; the last command does not count"):
        play(sitting, "you,random", "lay 0 +0")
    assert not sitting.match.history


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(InvalidOption, match="cannot write the record"):
        begin(GAME, Options(), 1, ["a", "b"], TimeControl(), tmp_path / "file" / FILE)


def test_records_lie_in_the_data_folder_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLOWSHARES_RECORDS", str(tmp_path))
    assert new_path(GAME).parent == tmp_path
    assert new_path(GAME) != new_path(GAME)
    monkeypatch.delenv("PLOWSHARES_RECORDS")
    assert records_folder() == platformdirs.user_data_path("plowshares") / "records"


def test_resigning_with_three_goes_on_without_you(tmp_path: Path) -> None:
    seats = "person:Anna,random,person:Bert"
    lines = ["", "resign", "no", "resign", "yes", "", "", "lay 0 +0", "lay 1 +0", "lay 2 +0"]
    shown = play(sit_down(tmp_path, seats), seats, *lines)
    assert "The match goes on." in shown
    assert "You resigned." in shown
    assert "The match is over" in shown


def test_a_seat_whose_time_is_up_is_played_on_by_nobody(tmp_path: Path) -> None:
    sitting = sit_down(tmp_path, "you,random,random", control=TimeControl(1))
    moment = [0.0]
    sitting.match.clocks.now = lambda: moment[0]
    sitting.match.clocks.charge(0, 0.0)
    moment[0] = 5.0
    with pytest.raises(PlowsharesError, match="time ran out before"):
        sitting.match.play(0, "lay 0 +0")
    assert sitting.match.left == {0: "time"}
    assert sitting.match.result is None
    sitting.file.close()


def test_orders_of_the_table(tmp_path: Path) -> None:
    lines = ["help", "moves", "log", "save", "lay 0", "moves", "board", "+1", "log"]
    shown = play(sit_down(tmp_path, "you,random"), "you,random", *lines)
    assert "Everywhere in Plowshares" in shown
    assert "lay 0  lay 1" in shown
    assert "Nothing has happened yet." in shown
    assert "Every command is on disk already." in shown
    assert "+0  +1  +2" in shown
    assert "> board\n\nPennies\n" in shown, "the board is drawn again"
    assert "> log\nSeat 0 is ready." in shown
