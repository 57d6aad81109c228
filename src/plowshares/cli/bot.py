"""`plowshares bot check PATH --game GAME` and `plowshares bot build PATH`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from rich.console import Console

from plowshares import registry
from plowshares.api.catalogue import preset_of
from plowshares.arena.bot import Settings
from plowshares.arena.bot_definition import build, is_bot, read_definition
from plowshares.arena.doctor import Doctor, Finding, is_healthy
from plowshares.arena.foreign import find_protocol
from plowshares.arena.isolation import choose_level
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_words

MARKS = {"good": "✓", "warning": "!", "bad": "✗"}


def bot(
    what: str,
    path: str,
    /,
    *,
    game: str | None = None,
    preset: str | None = None,
    option: list[str] | None = None,
    isolation: str = "best",
) -> None:
    """Build a bot, or examine it and say what is wrong.

    Parameters
    ----------
    what
        `check` or `build`.
    path
        The bot: its directory, its program, or `cmd:PROGRAM ARGUMENTS`.
    game
        The game to try it on; needed to check it.
    preset
        A named set of options; the game's first by default.
    option
        An option of the game as `name=value`; can be given several times.
    isolation
        `best`, or a level by name.
    """
    if what not in ("check", "build"):
        raise InvalidOption(f"a bot can be told to check or build, not {what!r}")
    if not is_bot(path):
        raise InvalidOption(f"there is no bot at {path!r}: give its directory, its program, or cmd:PROGRAM")
    if what == "build":
        print(build(read_definition(path)) or "built")
        return
    if game is None:
        raise InvalidOption(f"name the game to try it on, with --game; there are: {', '.join(registry.names())}")
    findings = examine(path, game, preset, option or [], isolation)
    if not is_healthy(findings):
        raise SystemExit(1)


def examine(path: str, game: str, preset: str | None, words: list[str], isolation: str) -> list[Finding]:
    """Examine a bot and print each finding as it comes."""
    found = registry.find(game)
    definition = read_definition(path)
    level = choose_level(isolation)
    console = Console()
    console.print(f"isolation: {level.level} ({level.words})", markup=False)
    findings: list[Finding] = []
    with tempfile.TemporaryDirectory() as place:
        settings = Settings(isolation=level.level, errors=Path(place), start_seconds=15.0, patience=10.0)
        foreign = find_protocol(found, definition.protocol, path)
        if foreign is not None:
            examination = foreign.examine(definition, settings)
        else:
            base = preset_of(found, preset or next(iter(found.presets), None))
            examination = Doctor(definition, found, read_words(found.options, words, base), settings).examine()
        for finding in examination:
            findings.append(finding)
            console.print(f"{MARKS[finding.verdict]} {finding.name}: {finding.words}", markup=False)
            for line in finding.advice.splitlines():
                console.print(f"    {line}", markup=False)
    console.print("nothing bad was found" if is_healthy(findings) else "this bot needs fixing", markup=False)
    return findings
