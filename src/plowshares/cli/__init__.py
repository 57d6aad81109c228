"""The command line: `plowshares COMMAND`. Each command is in a file of its own, loaded when it is used."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import cyclopts

import plowshares
import plowshares.cli.environment  # before anything that loads Numba
from plowshares.core.errors import PlowsharesError
from plowshares.registry import commands

app = cyclopts.App(
    name="plowshares",
    help="Five hidden-information strategy games, for people, programs, learners and game designers.",
    version=plowshares.__version__,
)
# By group, in the order of the help page: the name, where it is, and what it does.
COMMANDS: dict[str, list[tuple[str, str, str]]] = {
    "Play": [
        ("serve", "serve:serve", "Play in the browser: against the computer, at one screen, or by link."),
        ("play", "play:play", "Play at this terminal."),
        ("choose", "choose:choose", "Choose a game and play it here; what `plowshares` alone does."),
        ("games", "games:games", "List the games, or the options and presets of one."),
    ],
    "Look after a server": [
        ("backup", "backup:backup", "Write all tables of a server into one file, while it runs."),
        ("restore", "backup:restore", "Write a backup into an empty database."),
    ],
    "Look at matches": [
        ("replay", "replay:replay", "Step through a recorded match as any seat saw it."),
        ("analyse", "analyse:analyse", "Find the decisions that cost the most in a recorded match."),
        ("convert", "convert:convert", "Read and write matches in other programs' formats."),
        ("verify", "verify:verify", "Check that a record is complete and was not changed."),
    ],
    "Bots and strength": [
        ("bot", "bot:bot", "Begin a bot program, build it, or check it and say what is wrong."),
        ("match", "match:match", "Let bots and built-in players play matches."),
        ("tournament", "tournament:tournament", "Play a tournament, with ratings and a report."),
        ("mcp", "mcp:mcp", "Let language models play, over the Model Context Protocol."),
        ("schema", "schema:schema", "Print the JSON schema of what programs read and write."),
        ("train", "train:train", "Learn a game for two by PPO, with a learning curve."),
        (
            "evaluate",
            "evaluate:evaluate",
            "Measure a trained policy, a bot or a built-in player: scores, Elo, exploitability.",
        ),
        ("ladder", "ladder:ladder", "Measure the built-in levels against each other."),
    ],
    "Design and development": [
        ("lab", "lab:lab", "Find out what a change of the rules does."),
        ("check-game", "check_game:check_game", "Check a game against the contract that all games keep."),
        ("new-game", "new_game:new_game", "Write a small working game with tests, to start your own from."),
        ("warm", "warm:warm", "Compile all games now instead of at their first use."),
    ],
}
OWN = "Of single games"


def register() -> None:
    """Tell the command line which commands there are; a command's file is loaded when it is used."""
    for order, (title, entries) in enumerate(COMMANDS.items()):
        group = cyclopts.Group(title, sort_key=order)
        for place, (name, function, words) in enumerate(entries):
            app.command(f"plowshares.cli.{function}", name=name, group=group, help=words, sort_key=place)
    group = cyclopts.Group(OWN, sort_key=len(COMMANDS))
    for name, (function, words) in commands().items():
        app.command(function, name=name, group=group, help=words)
    options = cyclopts.Group("Options", sort_key=len(COMMANDS) + 1)
    for flag in ("--help", "--version"):
        app[flag].group = (options,)


register()


def main() -> None:
    """Run a command, `choose` if none is named; errors that are meant for people are shown without a traceback."""
    sys.path.append(str(Path.cwd()))  # for games and agents in this folder, given as `module:NAME`
    try:
        app(sys.argv[1:] or ["choose"])
    except PlowsharesError as error:
        print(f"plowshares: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:  # the reader of the output, such as `head`, has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
