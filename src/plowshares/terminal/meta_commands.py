"""Meta commands, which are not moves of a game: help, moves, log and the like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from plowshares.terminal.decision import Decision
from plowshares.terminal.layout import MORE, list_choices
from plowshares.terminal.screen import Left

if TYPE_CHECKING:
    from plowshares.terminal.table import TerminalTable

HELP = """\
Everywhere in Plowshares:
  Type a command of the game, or pick something (a cell such as e4) to see what
  can be done with it, then pick what comes next. Picking something else, or
  Enter alone, cancels.
  help      this text              moves     what you may do now
  log       what has happened      board     draw the board again
  more      the rest of a tall board
  undo      take your last command back, if nobody has acted since and nobody
            has learned anything by it
  save      where the record is    resign    give up, after a question
  leave, quit, Ctrl-C or Ctrl-D    leave; the match can be resumed
A word that the game uses itself is the game's; /help, /log and so on are
always these."""


def help_(table: TerminalTable, decision: Decision) -> str | None:
    """Show how the game is written, and these words."""
    return _read(table, decision, table.screen.wrap(f"{table.game.notation.HELP.strip()}\n\n{HELP}"))


def moves(table: TerminalTable, decision: Decision) -> str | None:
    """List what is legal, after what is picked: what to type, and what it means."""
    return _read(table, decision, list_choices(decision.choices(), table.screen.size[0]))


def log(table: TerminalTable, decision: Decision) -> str | None:
    """Show everything that happened, as far as the person may know."""
    lines = [line for text in table.story_of(decision.seat) for line in table.screen.wrap(text)]
    return _read(table, decision, lines or ["Nothing has happened yet."])


def board(table: TerminalTable, decision: Decision) -> None:
    """Draw the board again."""


def more(table: TerminalTable, decision: Decision) -> None:
    """Show the next page of a board that is taller than the screen."""
    table.page += 1


def save(table: TerminalTable, decision: Decision) -> str:
    """Say that nothing needs to be saved, and how to go on later."""
    return "Every command is on disk already. " + table.how_to_resume()


def leave(table: TerminalTable, decision: Decision) -> None:
    """Leave the match as it is."""
    raise Left


def resign(table: TerminalTable, decision: Decision) -> str:
    """Give up, if it is meant."""
    if table.screen.ask("Give up? Type yes to resign, anything else to go on. ").lower() not in ("y", "yes"):
        return "The match goes on."
    table.match.resign(decision.seat)
    return ""


def undo(table: TerminalTable, decision: Decision) -> str:
    """Take the last command back, where that is fair."""
    said = table.undo(decision.seat)
    decision.look_again()
    return said


# An order returns what to say; None to draw the board again.
Order = Callable[["TerminalTable", Decision], str | None]
ORDERS: dict[str, Order] = {
    "help": help_,
    "?": help_,
    "moves": moves,
    "log": log,
    "board": board,
    MORE: more,
    "undo": undo,
    "save": save,
    "leave": leave,
    "quit": leave,
    "resign": resign,
}


def _read(table: TerminalTable, decision: Decision, lines: list[str]) -> str | None:
    """Show a text in place of the board until it is read, and do what is typed instead of Enter alone."""
    screen = table.screen
    if screen.clears:
        screen.clear()
    screen.page(lines)
    text = screen.ask("Press Enter to go back to the board. ") if screen.clears else ""
    return table.obey(decision, text) if text else ""
