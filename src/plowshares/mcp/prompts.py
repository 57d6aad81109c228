"""What a language model is told at its turn, in words."""

from __future__ import annotations

from collections.abc import Sequence

from plowshares.agents import Ask
from plowshares.core.errors import IllegalCommand
from plowshares.core.game import Game
from plowshares.mcp import rules

MOST_LISTED = 200  # commands
MOST_LINES = 40  # of the log
MOST_NOTES = 20
LONGEST_ANSWER = 8000  # letters of the model's own words that it is shown again

FORM = """Answer in plain text. Think as long as you like; the answer must end with these lines:
note: (optional) what you want to remember; it is given back to you at your next turns
command: one legal command, exactly as listed"""


def question(game: Game, ask: Ask, log: Sequence[str], notes: Sequence[str]) -> list[dict[str, str]]:
    """Return the messages that ask for a command. They are made from the seat's view."""
    name = game.notation.seat_name(ask.view, ask.seat)
    system = f"You play {game.title} as {name}.\n\n{rules.in_short(game.name)}\n\n{game.notation.HELP}\n\n{FORM}"
    parts = [
        section("What has happened lately", log[-MOST_LINES:]),
        section("Your notes", notes),
        f"What you know:\n{game.text.board(ask.view, ask.seat, ())}",
        game.notation.prompt(ask.view, ask.seat),
        commands(game, ask),
    ]
    return [
        {"role": "system", "content": system},
        {"role": "user", "content": "\n\n".join(filter(None, parts))},
    ]


def section(title: str, lines: Sequence[str]) -> str:
    """Return lines under a title; nothing if there are none."""
    return f"{title}:\n" + "\n".join(lines) if lines else ""


def commands(game: Game, ask: Ask) -> str:
    """List the legal commands, and say how many are not listed."""
    listed = [game.notation.format(ask.view, ask.seat, (action,)) for action in ask.legal[:MOST_LISTED]]
    more = len(ask.legal) - len(listed)
    words = f"\n… and {more} more, written in the same way" if more > 0 else ""
    return section(f"Legal commands ({len(ask.legal)})", listed) + words


def refusal(refused: IllegalCommand, left: int) -> str:
    """Say why an answer was not taken."""
    return f"That was not taken: {refused.args[0]}. You have {left} more attempts. {FORM}"
