"""Playing at a real pseudo-terminal: to the end, behind the curtain, with wrong input, leaving and coming back."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.pty import CLEAR, COLUMNS, CURTAIN, HIDE, LINES, PROMPT, WIPE, Terminal, screens

pytestmark = pytest.mark.compiled_only
OVER = "The match is over"
MICRO = ["play", "stratego", "variant=micro", "--seed", "7"]
Opener = Callable[..., Terminal]


@pytest.fixture
def open_terminal(tmp_path: Path) -> Iterator[Opener]:
    opened: list[Terminal] = []

    def start(*words: str, **more: str) -> Terminal:
        opened.append(Terminal(words, tmp_path / "records", **more))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


def legal_moves(terminal: Terminal) -> list[str]:
    """Ask for the legal moves and return them."""
    terminal.type("moves", "Press Enter to go back")
    found = re.findall(r"[a-j]\d+-\S+", terminal.before())
    terminal.type("")
    return found


@pytest.mark.parametrize("rival", ["random", "greedy"])
def test_a_match_against_an_agent_is_played_to_its_end_by_typing(open_terminal: Opener, rival: str) -> None:
    terminal = open_terminal(*MICRO, "move_cap=30", "--seats", f"you,{rival}")
    terminal.expect(PROMPT)
    terminal.type("load standard")
    terminal.type("ready")
    chance = random.Random(1)
    while True:
        if terminal.type(chance.choice(legal_moves(terminal)), PROMPT, OVER):
            break
    said = terminal.end()
    last = "\n".join(screens(said)[-1])
    assert "b?" not in last, "both armies are shown at the end"
    assert "plowshares replay" in last
    assert WIPE not in said, "one person needs no curtain"


def test_a_person_may_take_any_seat(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "--as", "blue")
    terminal.expect(PROMPT)
    assert "You: Blue" in terminal.said
    terminal.type("load standard")
    terminal.type("ready")
    assert "You: Blue · 4 pieces left" in terminal.said


@pytest.fixture(scope="module")
def hot_seat(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Everything that is written while two people play a whole match."""
    folder = tmp_path_factory.mktemp("hot_seat")
    return play_hot_seat(lambda *words: Terminal(words, folder / "records"), "mfb3", to_the_end=True)


def test_two_people_play_to_the_end_behind_the_curtain(hot_seat: str) -> None:
    last = "\n".join(screens(hot_seat)[-1])
    assert "Anna won. Anna’s Marshal captured Bert’s Flag." in last
    assert "b?" not in last
    assert "rf" in last, "the flag that was not captured is shown too"


def play_hot_seat(open_terminal: Opener, blue: str, to_the_end: bool = False) -> str:
    """Let two people play the same moves, with another army of Blue's; return everything that was written."""
    terminal = open_terminal(*MICRO, "--seats", "person:Anna,person:Bert", "--record", f"{blue}.jsonl")
    moves = ["a1-a2", "d4-d3", "a2-b2", "d3-d2", "b2-b3", "d2-d1", "b3-c3", "d1-c1", "c3-c4"]
    for layout in ("mfb3", blue):
        terminal.expect(CURTAIN)
        terminal.type("")
        terminal.type(f"layout {layout}")
        terminal.type("ready", HIDE)
        terminal.process.sendline("")
    for move in moves if to_the_end else moves[:4]:
        terminal.expect(CURTAIN)
        terminal.type("")
        if terminal.type(move, HIDE, OVER):
            return terminal.end()
        terminal.process.sendline("")
    terminal.expect(CURTAIN)
    terminal.process.sendintr()
    return terminal.end()


def test_nothing_of_the_hidden_army_is_written_before_its_owner_confirms(open_terminal: Opener) -> None:
    first = play_hot_seat(open_terminal, "mfb3").replace("mfb3.jsonl", "FILE")
    second = play_hot_seat(open_terminal, "m3bf").replace("m3bf.jsonl", "FILE")
    # Before the first curtain only the compiler speaks, and only the first time.
    pairs = list(zip(first.split(WIPE), second.split(WIPE), strict=True))[1:]
    for one, other in pairs:
        if "it is Bert’s turn" in one:
            # Up to the confirmation, what is written for Blue is the same; Enter is echoed after it.
            assert one.partition(CURTAIN)[0] == other.partition(CURTAIN)[0]
        else:
            assert one == other, "what Red sees does not depend on Blue's army"
    assert any(one != other for one, other in pairs), "Blue does see the own army"
    assert sum("layout m3bf" in other for _, other in pairs) == 1


def test_the_curtain_shows_no_piece_and_clears_the_scroll_back(hot_seat: str) -> None:
    curtains = [part.partition(CURTAIN)[0] for part in hot_seat.split(WIPE) if CURTAIN in part]
    assert len(curtains) == 2 + 9
    for curtain in curtains:
        assert re.fullmatch(r"Stratego: it is (Anna|Bert)’s turn\.\r\n\r\n\1, ", curtain)


def test_only_enter_opens_the_curtain_and_not_one_typed_ahead(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "--seats", "you,person")
    terminal.expect(CURTAIN)
    terminal.type("what is this", CURTAIN)
    assert "Only Enter opens the curtain." in terminal.said
    terminal.type("")
    terminal.type("load standard")
    terminal.type("ready", HIDE)
    terminal.type("\n\n\n", CURTAIN)
    terminal.type("still closed", CURTAIN)
    assert "Only Enter opens the curtain." in terminal.before()
    assert "rf" not in terminal.said.split(WIPE)[-1]


def test_the_next_person_reads_what_happened_after_opening(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "red_setup=standard", "blue_setup=standard", "--seats", "you,person")
    terminal.expect(CURTAIN)
    terminal.type("")
    terminal.type("a1-a2", HIDE)
    assert "You move your Marshal from a1 to a2." in terminal.before()
    terminal.type("", CURTAIN)
    assert "a1" not in terminal.before()
    terminal.type("")
    assert "Guest moves from a1 to a2." in terminal.before()


def test_wrong_input_is_explained_and_asked_again(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "red_setup=standard", "blue_setup=standard")
    terminal.expect(PROMPT)
    board = terminal.before().splitlines()[1:6]
    for wrong, why in [
        ("fly me to the moon", "is neither a move such as e4-e5"),
        ("a1-a3", "Your Marshal cannot go so far at once."),
        ("b1-b2", "A Flag cannot move."),
        ("a4-a3", "The piece on a4 is not yours."),
        ("b1", "Nothing can be done with 'b1' now. You can pick: a1"),
        ("", "Type a command"),
        ("/nonsense", "No: "),
    ]:
        terminal.type(wrong)
        assert why in terminal.before()
        assert board == terminal.before().split(CLEAR)[1].splitlines()[1:6], wrong


def test_a_picked_piece_shows_where_it_can_go(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "red_setup=standard", "blue_setup=standard")
    terminal.expect(PROMPT)
    terminal.type("d1")
    assert "Miner on d1." in terminal.before()
    assert "Next: d2." in terminal.before()
    assert "[" in terminal.before(), "the board marks it"
    terminal.type("d3")
    assert "cannot go so far at once." in terminal.before()
    assert "Miner on d1." in terminal.before(), "the piece stays picked"
    terminal.type("a1")
    assert "Next: a2." in terminal.before(), "another pick is free"
    terminal.type("")
    assert "Nothing is picked." in terminal.before()
    terminal.type("d1")
    terminal.type("d2")
    assert "You move your Miner from d1 to d2." in terminal.before()


def test_help_log_and_moves_are_read_and_left(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "red_setup=standard", "blue_setup=standard")
    terminal.expect(PROMPT)
    terminal.type("help", "Press Enter to go back")
    assert "a scout's strike" in terminal.before()
    assert "resign" in terminal.before()
    terminal.type("")
    terminal.type("/log", "Press Enter to go back")
    assert "Nothing has happened yet." in terminal.before()
    terminal.type("")
    assert legal_moves(terminal) == ["a1-a2", "d1-d2"]


def test_a_match_is_left_and_resumed_where_it_was(open_terminal: Opener, tmp_path: Path) -> None:
    terminal = open_terminal(*MICRO, "--seats", "you,random")
    terminal.expect(PROMPT)
    terminal.type("load standard")
    terminal.type("ready")
    terminal.type(legal_moves(terminal)[0])
    board = terminal.before().split(CLEAR)[-1].splitlines()[1:7]
    terminal.type("save")
    assert "on disk already" in terminal.before()
    terminal.type("leave", "To go on with it: plowshares play ")
    told = next(line for line in terminal.end().splitlines()[::-1] if "plowshares play" in line).partition(
        "plowshares "
    )[2]
    again = open_terminal(*told.split())
    again.expect(PROMPT)
    assert again.before().split(CLEAR)[-1].splitlines()[1:7] == board
    assert "You: Red" in again.before()
    again.type("log", "Press Enter to go back")
    assert "Both armies are ready." in again.before()
    again.type("")
    again.type(legal_moves(again)[0])


@pytest.mark.parametrize("key", ["c", "d"])
def test_control_keys_leave_safely(open_terminal: Opener, tmp_path: Path, key: str) -> None:
    terminal = open_terminal(*MICRO)
    terminal.expect(PROMPT)
    terminal.type("load standard")
    terminal.process.sendcontrol(key)
    said = terminal.end()
    assert "The match is not over." in said
    assert "Traceback" not in said
    record = next((tmp_path / "records").iterdir())
    assert str(record) in said.replace("\r\n", "")
    assert b"load standard" in record.read_bytes()


def test_leaving_a_shared_screen_wipes_it(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "--seats", "you,person")
    terminal.expect(CURTAIN)
    terminal.type("")
    terminal.type("load standard")
    terminal.process.sendintr()
    assert "rf" not in terminal.end().split(WIPE)[-1]


def test_resigning_asks_first(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO)
    terminal.expect(PROMPT)
    terminal.type("resign", "Give up? ")
    terminal.type("no")
    assert "The match goes on." in terminal.before()
    terminal.type("resign", "Give up? ")
    terminal.type("yes", "Press Enter for the next board. ")
    terminal.type("", OVER)
    assert "You resigned." in terminal.end()


def test_time_runs_out_while_a_person_thinks(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "--time", "2")
    terminal.expect("time left: You 0:02")
    terminal.expect("Press Enter for the next board. ")
    terminal.type("", OVER)
    assert "You ran out of time." in terminal.end()


def test_every_screen_of_the_classic_board_fits(open_terminal: Opener) -> None:
    terminal = open_terminal("play", "stratego", "--seed", "3", "--seats", "you,random")
    terminal.expect(PROMPT)
    for line in ["e1", "", "place f e1", "nonsense", "load balanced", "a1", "", "ready"]:
        terminal.type(line)
    for line in ["b4", "b6", "i4", "", "save", "i4-i5", "what"]:
        terminal.type(line)
    for order in ("help", "log", "moves"):
        if terminal.type(order, "Press Enter to go back", "-- "):
            terminal.type("", "Press Enter to go back")
        terminal.type("")
    terminal.type("quit", "To go on with it")
    drawn = screens(terminal.end())
    assert len(drawn) > 15
    for screen in drawn[:-1]:
        assert len(screen) <= LINES, "\n".join(screen)
        assert all(len(line) <= COLUMNS for line in screen if ".jsonl" not in line), "\n".join(screen)


def test_a_dumb_terminal_gets_no_control_codes(open_terminal: Opener) -> None:
    terminal = open_terminal(*MICRO, "--seats", "you,person", TERM="dumb")
    terminal.expect(CURTAIN)
    terminal.type("")
    terminal.type("load standard")
    terminal.type("ready", HIDE)
    terminal.type("", CURTAIN)
    assert "\r\n" * LINES in terminal.before(), "the board is scrolled away"
    terminal.process.sendeof()
    assert "\x1b" not in terminal.end()
