"""`plowshares play GAME`: a match at this terminal, with people, agents or both."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from plowshares import registry
from plowshares.api.catalogue import usual_preset
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.jit import is_compiled
from plowshares.core.options import Options, read_words
from plowshares.core.rng import new_seed
from plowshares.engine.clock import parse_time
from plowshares.terminal import session
from plowshares.terminal.players import default_words, find_seat, seat_again, seat_all
from plowshares.terminal.screen import Screen
from plowshares.terminal.table import TerminalTable


def play(
    game: str | None = None,
    /,
    *options: str,
    preset: str | None = None,
    seats: str | None = None,
    seed: int | None = None,
    time: str = "none",
    record: Path | None = None,
    resume: Path | None = None,
    as_: Annotated[str | None, Parameter(name="--as")] = None,
    position: str = "",
) -> None:
    """Play a match at this terminal.

    Parameters
    ----------
    game
        A game, such as `stratego`.
    options
        Options as `name=value`, on top of the preset; `plowshares games GAME` lists them.
    preset
        A named set of options.
    seats
        Who sits on each seat, with commas between: `you`, `person:Anna`, or the computer as
        `easy`, `medium`, `hard`, `expert`, `greedy` or `random`.
    seed
        A number that decides all chance of the match; secret and new by default.
    time
        Seconds as BANK+INCREMENT/PER_MOVE, such as `300+2` or `/30`.
    record
        The file to write the match to; by default a new one in your data folder, or in PLOWSHARES_RECORDS.
    resume
        The record of an unfinished match to go on with.
    as_
        The seat you take, by its name or number; agents take the others.
    position
        A written position to begin from, as `match.position()` of the Python API gives it.
    """
    if resume is not None:
        if options or preset or seed is not None or time != "none" or record or position:
            raise InvalidOption("a resumed match goes on as it was: only --seats or --as can be given with --resume")
        return go_on(resume, registry.find(game) if game else None, seats, as_)
    if game is None:
        raise InvalidOption(f"name a game: {', '.join(registry.names())}")
    found = registry.find(game)
    chosen = read_words(found.options, options, usual_preset(found, preset))
    return start(found, chosen, seats, as_, new_seed() if seed is None else seed, time, record, position)


def start(
    game: Game,
    options: Options,
    seats: str | None = None,
    yours: str | None = None,
    seed: int | None = None,
    time: str = "none",
    record: Path | None = None,
    position: str = "",
) -> None:
    """Begin a match and play it at this terminal."""
    say_if_cold(game)
    seed = new_seed() if seed is None else seed
    if not 0 <= seed < 1 << 64:
        raise InvalidOption(f"seed {seed} is not from 0 to 2**64 - 1")
    control = parse_time(time)
    sitters = seat_all(game, seat_words(game, options, seats, yours), seed)
    names = [sitter.name for sitter in sitters]
    sitting = session.begin(game, options, seed, names, control, record or session.new_path(game), position)
    with sitting.file:
        TerminalTable(sitting, sitters, Screen()).run()


def go_on(path: Path, game: Game | None, seats: str | None, yours: str | None) -> None:
    """Go on with an unfinished match at this terminal."""
    sitting = session.go_on(path, game)
    match = sitting.match
    with sitting.file:
        if seats is None and yours is None:
            sitters = seat_again(match.game, match.names, match.seed)
        else:
            sitters = seat_all(match.game, seat_words(match.game, match.options, seats, yours), match.seed)
        TerminalTable(sitting, sitters, Screen()).run()


def seat_words(game: Game, options: Options, seats: str | None, yours: str | None) -> list[str]:
    """Return a word for every seat, from --seats or --as."""
    count = game.state.count_seats(options)
    if seats is not None and yours is not None:
        raise InvalidOption("give either --seats or --as, not both")
    if seats is not None:
        words = seats.split(",")
        if len(words) != count:
            raise InvalidOption(
                f"{game.name} with these options has {count} seats; --seats {seats!r} names {len(words)}"
            )
        return words
    if yours is None:
        return default_words(count)
    return default_words(count, find_seat(game, game.start(options, 0), count, yours))


def say_if_cold(game: Game) -> None:
    """Say what the wait is for, if the rules have to be compiled first."""
    if not is_compiled(game.rules.setup):
        print(f"compiling the rules of {game.title}, once …", flush=True)
