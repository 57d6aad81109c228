"""The command line: `plowshares COMMAND`. Each command is in a file of its own, loaded when it is used."""

from __future__ import annotations

import os
import sys

import cyclopts

import plowshares
from plowshares.core.errors import PlowsharesError
from plowshares.registry import commands

app = cyclopts.App(
    name="plowshares",
    help="Five turn-based strategy games, for people, programs, learners and game designers.",
    version=plowshares.__version__,
)
for name, function in {
    "choose": "choose:choose",
    "play": "play:play",
    "serve": "serve:serve",
    "games": "games:games",
    "replay": "replay:replay",
    "verify": "verify:verify",
    "check-game": "check_game:check_game",
    "warm": "warm:warm",
    "match": "match:match",
    "tournament": "tournament:tournament",
    "lab": "lab:lab",
    "bot": "bot:bot",
    "ladder": "ladder:ladder",
    "analyse": "analyse:analyse",
}.items():
    app.command(f"plowshares.cli.{function}", name=name)
for name, place in commands().items():
    app.command(place, name=name)


def main() -> None:
    """Run a command, `choose` if none is named; errors that are meant for people are shown without a traceback."""
    try:
        app(sys.argv[1:] or ["choose"])
    except PlowsharesError as error:
        print(f"plowshares: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except BrokenPipeError:  # whoever read the output, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(1) from None
