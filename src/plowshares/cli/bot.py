"""`plowshares bot new PATH --language python`, `bot build PATH` and `bot check PATH --game GAME`."""

from __future__ import annotations

import shlex
import shutil
import tempfile
from pathlib import Path

from rich.console import Console

import plowshares
from plowshares import registry
from plowshares.api.catalogue import preset_of
from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import FILE, build, is_bot, read_definition
from plowshares.arena.doctor import Doctor, Finding, is_healthy
from plowshares.arena.foreign import find_protocol
from plowshares.arena.isolation import choose_level
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_words
from plowshares.core.parsing import suggest

MARKS = {"good": "✓", "warning": "!", "bad": "✗"}


def bot(
    what: str,
    path: str,
    /,
    *,
    language: str = "python",
    game: str | None = None,
    preset: str | None = None,
    option: list[str] | None = None,
    isolation: str = "best",
) -> None:
    """Begin a bot from a kit, build it, or examine it and say what is wrong.

    Parameters
    ----------
    what
        `new`, `build` or `check`.
    path
        The bot: its directory, its program, or `cmd:PROGRAM ARGUMENTS`; for `new` a directory that is not there yet.
    language
        What a new bot is written in, or the protocol of its kit.
    game
        The game to try it on; needed to check it.
    preset
        A named set of options; the game's first by default.
    option
        An option of the game as `name=value`; can be given several times.
    isolation
        `best`, or a level by name.
    """
    if what not in ("new", "check", "build"):
        raise InvalidOption(f"a bot can be told to new, build or check, not {what!r}")
    if what == "new":
        print(begin(Path(path), language))
        return
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


def begin(place: Path, language: str) -> str:
    """Copy a kit; return what to do next."""
    known = {each.name: each for each in kits()}
    if language not in known:
        raise InvalidOption(
            f"there is no kit for {language!r}{suggest(language, known)}; there are: {', '.join(known)}"
        )
    if place.exists():
        raise InvalidOption(f"{str(place)!r} is there already; choose a directory that is not")
    shutil.copytree(known[language], place)
    words = shlex.quote(str(place))
    build_first = f"plowshares bot build {words}\n" if read_definition(str(place.absolute())).build else ""
    check = f"plowshares bot check {words} --game GAME"
    return f"{build_first}{check}\nplowshares match GAME {words} easy"


def kits() -> list[Path]:
    """List the kits: in the package where it is installed from a wheel, beside `src` in a checkout."""
    package = Path(plowshares.__file__).parent
    homes = [package / "kits", package.parent.parent / "kits"]
    home = next((each for each in homes if each.is_dir()), None)
    return sorted(each for each in home.iterdir() if (each / FILE).is_file()) if home else []


def examine(path: str, game: str, preset: str | None, words: list[str], isolation: str) -> list[Finding]:
    """Examine a bot and print each finding as it comes."""
    found = registry.find(game)
    definition = read_definition(path)
    level = choose_level(isolation)
    console = Console(markup=False, emoji=False)
    console.print(f"isolation: {level.level} ({level.words})", markup=False)
    findings: list[Finding] = []
    with tempfile.TemporaryDirectory() as place:
        settings = BotSettings(isolation=level.level, errors=Path(place), start_seconds=15.0, patience=10.0)
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
