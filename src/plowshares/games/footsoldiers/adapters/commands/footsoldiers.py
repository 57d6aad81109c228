"""`plowshares footsoldiers`: two bots of the Footsoldiers protocol, with the names of the original runner."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from plowshares.arena.bot_definition import Definition, read_directory
from plowshares.arena.isolation import Isolation, choose_level
from plowshares.core.errors import InvalidOption
from plowshares.engine.record import Recorder
from plowshares.games.footsoldiers.adapters import player as foot
from plowshares.games.footsoldiers.adapters.runner import Files, FootsoldiersMatch


@Parameter(name="*")
@dataclass(frozen=True)
class LogFlags:
    """Where the logs go, under the names of the original runner."""

    result_file: Annotated[Path, Parameter(help="Gets Winner player1, Winner player2 or Draw.")] = Path("game-result")
    turn_logs: Annotated[Path, Parameter(help="Gets what happens to the processes.")] = Path("turn-logs")
    move_logs: Annotated[Path, Parameter(help="Gets the commands.")] = Path("move-logs")
    state_logs: Annotated[Path, Parameter(help="Gets the state after each turn.")] = Path("state-logs")
    print_turns: Annotated[bool, Parameter(help="Print the turn log too.")] = False
    print_moves: Annotated[bool, Parameter(help="Print the move log too.")] = False
    print_states: Annotated[bool, Parameter(help="Print the state log too.")] = False
    print_bot_errors: Annotated[bool, Parameter(help="Print what the bots wrote to standard error.")] = False

    def files(self) -> Files:
        """Return them as the runner knows them."""
        printing = {
            "turns": self.print_turns,
            "moves": self.print_moves,
            "states": self.print_states,
            "errors": self.print_bot_errors,
        }
        printed = frozenset(name for name, on in printing.items() if on)
        return Files(self.result_file, self.turn_logs, self.move_logs, self.state_logs, printed=printed)


LOGS = LogFlags()


def footsoldiers(
    *,
    bot_dir_1: Path,
    bot_dir_2: Path,
    config_file_path: Path | None = None,
    map_file_path: Path | None = None,
    logs: LogFlags = LOGS,
    record: Path | None = None,
    isolation: str = "best",
) -> None:
    """Play one match of Footsoldiers between two bots. The exit code is 1 if one of them never started.

    Parameters
    ----------
    bot_dir_1
        Directory of player1, with its definition.json.
    bot_dir_2
        Directory of player2.
    config_file_path
        Configuration file (JSON); without one the rules' defaults.
    map_file_path
        Map file; without one the map of the configuration.
    record
        Also write a record for `plowshares replay` and `plowshares verify` to this file.
    isolation
        `best`, or a level by name.
    """
    config = read_config(config_file_path, map_file_path)
    definitions = [read_directory(path.absolute()) for path in (bot_dir_1, bot_dir_2)]
    level = choose_level(isolation)
    lines: list[bytes] = []
    print(describe_isolation(definitions, level))
    match = FootsoldiersMatch(config, definitions, logs.files(), level.level, print, Recorder(lines.append))
    result = match.play()
    if record is not None:
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_bytes(b"".join(line + b"\n" for line in lines))
    print(result)
    for words in match.describe_troubles():
        print(words, file=sys.stderr)
    if match.never_started():
        raise SystemExit(1)


def describe_isolation(definitions: Sequence[Definition], level: Isolation) -> str:
    """Say how the bots are isolated from the system; containers do that by themselves."""
    inside = [definition.name for definition in definitions if definition.image]
    if len(inside) == len(definitions):
        return "isolation: both bots run in containers of their own"
    words = f"isolation: {level.level} ({level.words})"
    return f"{words}; {inside[0]} runs in a container of its own" if inside else words


def read_config(config: Path | None, plan: Path | None) -> foot.Config:
    """Read the configuration and the map, where they are given."""
    try:
        found = foot.parse_config(b"{}" if config is None else config.read_bytes())
    except OSError as error:
        raise InvalidOption(
            f"cannot read the configuration {str(config)!r}: {(error.strerror or '').lower()}"
        ) from None
    if plan is None:
        return found
    text = foot.read_map_file(plan)
    try:
        return found._replace(options=msgspec.structs.replace(found.options, map=text))
    except InvalidOption as error:
        raise InvalidOption(f"in the map {str(plan)!r}: {error}") from None
