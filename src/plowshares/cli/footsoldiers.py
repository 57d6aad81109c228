"""`plowshares footsoldiers`: two bots of the Footsoldiers protocol, with the names of the original runner."""

from __future__ import annotations

from pathlib import Path

import msgspec

from plowshares.arena import footsoldiers as foot
from plowshares.arena.definition import read_directory
from plowshares.arena.footsoldiers_match import Files, FootsoldiersMatch
from plowshares.arena.isolation import choose_level
from plowshares.core.errors import BadOption
from plowshares.engine.record import Recorder


def footsoldiers(
    *,
    bot_dir_1: Path,
    bot_dir_2: Path,
    config_file_path: Path | None = None,
    map_file_path: Path | None = None,
    result_file: Path = Path("game-result"),
    turn_logs: Path = Path("turn-logs"),
    move_logs: Path = Path("move-logs"),
    state_logs: Path = Path("state-logs"),
    print_turns: bool = False,
    print_moves: bool = False,
    print_states: bool = False,
    print_bot_errors: bool = False,
    record: Path | None = None,
    isolation: str = "best",
) -> None:
    """Play one match of Footsoldiers between two bots.

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
    result_file
        Gets one line: Winner player1, Winner player2 or Draw.
    turn_logs
        Gets what happens to the processes.
    move_logs
        Gets the commands.
    state_logs
        Gets the state after each turn.
    print_turns
        Print the turn log too.
    print_moves
        Print the move log too.
    print_states
        Print the state log too.
    print_bot_errors
        Print what the bots wrote to standard error.
    record
        Also write a record for `plowshares replay` and `plowshares verify` to this file.
    isolation
        `best`, or a level by name.
    """
    config = read_config(config_file_path, map_file_path)
    definitions = [read_directory(path.absolute()) for path in (bot_dir_1, bot_dir_2)]
    printing = {"turns": print_turns, "moves": print_moves, "states": print_states, "errors": print_bot_errors}
    files = Files(
        result_file, turn_logs, move_logs, state_logs, printed=frozenset(name for name, on in printing.items() if on)
    )
    level = choose_level(isolation)
    lines: list[bytes] = []
    print(f"isolation: {level.level} ({level.words})")
    result = FootsoldiersMatch(config, definitions, files, level.level, print, Recorder(lines.append)).play()
    if record is not None:
        record.parent.mkdir(parents=True, exist_ok=True)
        record.write_bytes(b"".join(line + b"\n" for line in lines))
    print(result)


def read_config(config: Path | None, plan: Path | None) -> foot.Config:
    """Read the configuration and the map, where they are given."""
    try:
        found = foot.parse_config(b"{}" if config is None else config.read_bytes())
    except OSError as error:
        raise BadOption(f"cannot read the configuration {str(config)!r}: {(error.strerror or '').lower()}") from None
    if plan is None:
        return found
    text = foot.read_map_file(plan)
    try:
        return found._replace(options=msgspec.structs.replace(found.options, map=text))
    except BadOption as error:
        raise BadOption(f"in the map {str(plan)!r}: {error}") from None
