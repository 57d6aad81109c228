"""Entrants: built-in agents by name, bots by their program, directory or command."""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any, Literal

import msgspec

from plowshares.arena.process import BadBot, Command, find_command
from plowshares.arena.seat_kinds import kind_of
from plowshares.core.parsing import quote

FILE = "definition.json"
COMMAND_MARK = "cmd:"
# How to run a source file that is not itself executable.
INTERPRETERS = {
    ".py": ("python3", "-u"),
    ".js": ("node",),
    ".mjs": ("node",),
    ".pl": ("perl",),
    ".sh": ("sh",),
    ".jar": ("java", "-jar"),
}
CONTAINER_TOOLS = ("docker", "podman")
CONTAINER_SETTINGS = ("HOME", "PATH", "DOCKER_HOST", "DOCKER_CONFIG", "XDG_RUNTIME_DIR")
OWN_PROTOCOL = "plowshares"  # any other is a game's own: see foreign.py
Framing = Literal["bare", "line", "auto"]


class DefinitionFile(msgspec.Struct, forbid_unknown_fields=True):
    """What may stand in a bot's `definition.json` (§13.1)."""

    command: list[str] | str | None = None
    image: str | None = None
    name: str | None = None
    framing: Framing = "auto"
    protocol: str | None = None
    readable: list[str] = []
    build: list[str] = []


class Definition(msgspec.Struct, frozen=True):
    """A bot: what to start, and how to speak with it."""

    name: str
    words: tuple[str, ...]
    directory: Path
    protocol: str | None = None  # None: what the game's own bots speak
    framing: Framing = "auto"
    readable: tuple[Path, ...] = ()
    image: str | None = None
    build: tuple[str, ...] = ()

    def command(self, hidden: tuple[Path, ...] = (), memory: int = 0) -> Command:
        """Return what to start; the memory (bytes) is for containers, which have a limit of their own."""
        if self.image is None:
            return Command(self.words, self.directory, self.name, self.readable, hidden)
        label = f"plowshares-{secrets.token_hex(6)}"
        words = container_words(self.words[0], self.image, label, memory)
        # The container tool is ours and needs the user's settings; what it runs is shut in by the container.
        return Command(
            words,
            self.directory,
            self.name,
            environment={key: os.environ[key] for key in CONTAINER_SETTINGS if key in os.environ},
            afterwards=(self.words[0], "rm", "--force", label),
        )

    def check(self) -> None:
        """Raise BadBot if the program cannot be run."""
        find_command(self.command())


def is_bot(word: str) -> bool:
    """Ask whether a seat's word names a program or a language model, and not a built-in agent."""
    return word.startswith(COMMAND_MARK) or kind_of(word) is not None or os.sep in word or Path(word).exists()


def read_definition(word: str) -> Definition:
    """Read `cmd:PROGRAM ARGUMENTS`, a directory with a definition.json, or a program file."""
    if word.startswith(COMMAND_MARK):
        words = split_words(word.removeprefix(COMMAND_MARK), word)
        return Definition(Path(words[0]).stem, words, Path.cwd())
    path = Path.cwd() / Path(word).expanduser()
    if path.is_dir():
        return read_directory(path.resolve())
    if not path.exists():
        raise BadBot(f"there is no bot at {word!r}: neither a program nor a directory with a {FILE}")
    if os.access(path, os.X_OK):
        return Definition(path.stem, (f"./{path.name}",), path.parent)
    if path.suffix not in INTERPRETERS:
        raise BadBot(f"{word!r} is not executable; run: chmod +x {word}")
    return Definition(path.stem, (*INTERPRETERS[path.suffix], path.name), path.parent)


def read_directory(path: Path) -> Definition:
    """Read the definition.json of a bot's directory."""
    file = path / FILE
    try:
        given = msgspec.json.decode(file.read_bytes(), type=DefinitionFile)
    except OSError as error:
        raise BadBot(f"cannot read {str(file)!r}: {(error.strerror or '').lower()}") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBot(f"{str(file)!r} is not a bot definition: {str(error).lower()}") from None
    name = given.name or path.name
    if given.command is not None:
        words = given.command if isinstance(given.command, list) else given.command.split()
    elif given.image is not None:
        words = [find_container_tool(given.image, name)]
    else:
        raise BadBot(f'{str(file)!r} has neither "command" nor "image"')
    if not words or not all(words):
        raise BadBot(f"{str(file)!r}: the command of {name!r} is empty: {quote(given.command)}")
    readable = tuple(Path(os.path.normpath(path / Path(each).expanduser())) for each in given.readable)
    image = given.image if given.command is None else None
    return Definition(name, tuple(words), path, given.protocol, given.framing, readable, image, tuple(given.build))


def build(definition: Definition) -> str:
    """Run a bot's build command in its directory; return what it said, or raise BadBot with it."""
    if not definition.build:
        return "nothing to build"
    try:
        done = subprocess.run(definition.build, cwd=definition.directory, capture_output=True, text=True)
    except OSError as error:
        words = " ".join(definition.build)
        raise BadBot(
            f"bot {definition.name!r} cannot be built with {words!r}: {(error.strerror or '').lower()}"
        ) from None
    said = (done.stdout + done.stderr).strip()
    if done.returncode:
        raise BadBot(f"building bot {definition.name!r} failed with exit code {done.returncode}:\n{said}")
    return said


def find_container_tool(image: str, name: str) -> str:
    """Return the container tool of this system."""
    tool = next((found for each in CONTAINER_TOOLS if (found := shutil.which(each))), None)
    if tool is None:
        raise BadBot(
            f"bot {name!r} is the container image {image!r}, and none of {', '.join(CONTAINER_TOOLS)}"
            ' is installed here; install one, or give the bot a "command"'
        )
    return tool


def container_words(tool: str, image: str, label: str, memory: int) -> tuple[str, ...]:
    """Return how to run a container: input open, read-only, no network, limited memory and as much swap again."""
    limits = ("--memory", f"{memory}b", "--memory-swap", f"{2 * memory}b") if memory else ()
    return (tool, "run", "--rm", "-i", "--name", label, "--read-only", "--network", "none", *limits, image)


def split_words(text: str, word: str) -> tuple[str, ...]:
    """Split a command line as a shell would."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise BadBot(f"{word!r} is not a command line: {str(error).lower()}") from None
    if not words:
        raise BadBot(f"{word!r} holds no command")
    return words


def describe_seat(word: str) -> dict[str, Any]:
    """Return what to write about a seat in results."""
    if not is_bot(word) or kind_of(word):
        return {"agent": word}
    definition = read_definition(word)
    return {"bot": definition.name, "command": list(definition.words)}
