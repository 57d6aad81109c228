"""What a person types: commands, picks, cancelling, and what is said when it is wrong."""

from __future__ import annotations

import re
from typing import Any

import pytest

from plowshares import registry
from plowshares.core.errors import IllegalCommand
from plowshares.core.options import read_options
from plowshares.core.scene import Viewer
from plowshares.engine.match import Match
from plowshares.terminal.decision import Decision
from tests.toys.pennies import GAME
from tests.toys.pennies.options import Options

ANNA = Viewer(0, ("Anna", "Bert"))


@pytest.fixture
def match() -> Match:
    return Match(GAME, Options(), 1)


def test_a_whole_command_is_played(match: Match) -> None:
    decision = Decision(match, ANNA)
    assert decision.answer("lay 2 +1") == ""
    assert decision.is_done
    assert match.history[0].text == "lay 2 +1"


def test_a_command_in_parts_goes_on_where_it_is(match: Match) -> None:
    decision = Decision(match, ANNA)
    decision.answer("lay 2")
    assert not decision.is_done
    assert match.draft(0) == (2,)
    assert "lay 2" in decision.progress()
    assert decision.choices() == [("+0", "+0"), ("+1", "+1"), ("+2", "+2")]
    decision.answer("+2")
    assert decision.is_done
    assert match.history[0].text == "lay 2 +2"


def test_enter_alone_takes_back_what_is_begun(match: Match) -> None:
    decision = Decision(match, ANNA)
    decision.answer("lay 2")
    assert decision.answer("") == "Taken back."
    assert match.draft(0) == ()
    assert decision.choices()[0] == ("lay 0", "lay 0")
    assert "help" in decision.answer("")
    assert not match.history


def test_a_pick_that_is_a_whole_action_is_played(match: Match) -> None:
    decision = Decision(match, ANNA)
    decision.answer("coin 3")
    decision.answer("1")
    assert match.history[0].text == "lay 3 +1"


def test_wrong_input_is_explained_and_changes_nothing(match: Match) -> None:
    decision = Decision(match, ANNA)
    state = match.state.tobytes()
    assert "'nonsense'" in decision.answer("nonsense")
    assert "there is no coin 9" in decision.answer("lay 9")
    assert "Nothing can be done with 'e4'" in decision.answer("e4")
    assert not decision.is_done
    assert match.state.tobytes() == state
    assert not match.history


class Cells:
    """A notation of moves such as `a1 a2`, to pick them by two cells."""

    MOVES = ("a1 a2", "a1 b1", "c1 c2")

    def picks(self, s: Any, seat: int, action: int) -> tuple[str, ...]:
        return tuple(f"cell {word}" for word in self.MOVES[action].split())

    def format(self, s: Any, seat: int, actions: tuple[int, ...]) -> str:
        return self.MOVES[actions[0]]

    def seat_name(self, s: Any, seat: int) -> str:
        return f"Seat {seat}"


class Board:
    """A match of one move, as much of it as a decision asks for."""

    class game:
        scene = None
        notation = Cells()

        class rules:
            @staticmethod
            def to_act(s: Any) -> int:
                return 1

    def __init__(self) -> None:
        self.played: list[int] = []

    def view(self, seat: int) -> None:
        return None

    def legal(self, seat: int) -> list[int]:
        return [0, 1, 2]

    def draft(self, seat: int) -> tuple[int, ...]:
        return ()

    def play(self, seat: int, command: Any) -> list[int]:
        if isinstance(command, str):
            if " " not in command:
                raise IllegalCommand("bad-syntax", f"{command!r} is not a move")
            if command not in Cells.MOVES:
                raise IllegalCommand("too-far", f"{command!r} is too far")
            command = [Cells.MOVES.index(command)]
        self.played += command
        return self.played


@pytest.fixture
def board() -> Any:
    return Board()


def test_a_picked_cell_shows_every_continuation(board: Any) -> None:
    decision = Decision(board, ANNA)
    assert decision.marked() == []
    assert decision.answer("a1") == ""
    assert decision.marked() == ["cell a2", "cell b1"]
    assert (
        decision.progress() == "Choose what comes next. Marked places can be picked. Next: a2, b1. Enter alone cancels."
    )
    assert decision.choices() == [("a1 a2", "a1 a2"), ("a1 b1", "a1 b1")]
    decision.answer("b1")
    assert board.played == [1]


def test_picking_another_is_free(board: Any) -> None:
    decision = Decision(board, ANNA)
    decision.answer("a1")
    decision.answer("c1")
    assert decision.marked() == ["cell c2"]
    assert decision.answer("") == "Nothing is picked."
    assert decision.marked() == []
    assert board.played == []


def test_a_wrong_destination_says_why_and_keeps_the_pick(board: Any) -> None:
    decision = Decision(board, ANNA)
    decision.answer("a1")
    assert decision.answer("a9") == "No: 'a1 a9' is too far"
    assert decision.answer("what") == "No: 'a1 what' is too far"
    assert decision.path == ("cell a1",)
    assert board.played == []


def test_a_cell_without_a_legal_move_says_so(board: Any) -> None:
    decision = Decision(board, ANNA)
    assert decision.answer("d4") == "Nothing can be done with 'd4' now. You can pick: a1, c1."


def test_the_rest_of_a_command_may_follow_a_pick(board: Any) -> None:
    decision = Decision(board, ANNA)
    decision.answer("c1")
    decision.answer("a1 a2")
    assert board.played == [0]


def test_players_are_called_by_their_names() -> None:
    """In Battle Farm picks name seats: own beds go without, others have the player's name."""
    game = registry.find("battle_farm")
    match = Match(game, read_options(game.options, dict(game.presets["two"])), 4, ("Anna", "Bert"))
    picks: list[tuple[str, ...]] = []
    for _ in range(40):
        seat = match.to_act()[0]
        view, legal = match.view(seat), match.legal(seat)
        paths = [game.notation.picks(view, seat, action) for action in legal]
        picks = [path for path in paths if len(path) > 1 and path[1].startswith("bed p")]
        if picks:
            break
        match.play(seat, (legal[-1],))
    decision = Decision(match, Viewer(seat, ("Anna", "Bert")))
    decision.answer(picks[0][0])
    listed = decision.progress().partition("Next: ")[2]
    assert not re.search(r"p\d", listed), listed
    assert re.match(r"b\d", listed), listed
    before = len(match.history)
    decision.answer(listed.split(",")[0].partition(".")[0])
    assert len(match.history) > before or match.draft(seat) or decision.path != picks[0][:1]
