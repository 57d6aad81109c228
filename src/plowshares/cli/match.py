"""`plowshares match GAME SEAT SEAT …`: bots and built-in agents against each other."""

from __future__ import annotations

import datetime
import os
from pathlib import Path

import msgspec
import platformdirs
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from plowshares import registry
from plowshares.arena.bot import Settings
from plowshares.arena.isolation import LEVELS, choose_level
from plowshares.arena.job import Job, check_entrant
from plowshares.arena.process import Limits
from plowshares.arena.report import describe_faults
from plowshares.arena.series import Line, Plan, entrants_of, series_jobs, summarise
from plowshares.arena.table import Played, Policy
from plowshares.arena.workers import run_jobs
from plowshares.core.errors import BadOption
from plowshares.core.game import Game
from plowshares.core.options import Options, read_words, to_plain
from plowshares.core.rng import new_seed
from plowshares.engine.clock import parse_time


def match(
    game: str,
    /,
    *seats: str,
    games: int = 1,
    seed: int | None = None,
    rotate: bool = False,
    option: list[str] | None = None,
    preset: str | None = None,
    time: str = "/10",
    clock: str = "wall",
    illegal: str = "forfeit",
    timeout: str = "forfeit",
    crash: str = "forfeit",
    restarts: int = 0,
    memory: int = 2560,
    isolation: str = "best",
    pause: bool = True,
    jobs: int = 0,
    on: str = "local",
    save: Path | None = None,
    json: Path | None = None,
) -> None:
    """Play matches and say who is better, and how sure that is.

    Parameters
    ----------
    game
        A game, such as `stratego`.
    seats
        Who plays, in the order of the seats: a built-in agent (`random`, `greedy`), a bot's directory or program,
        or `cmd:PROGRAM ARGUMENTS`. NAME=… in front gives a name.
    games
        How many matches.
    seed
        Decides all chance of all matches; new by default.
    rotate
        Play every seed once with each rotation of the seats.
    option
        An option of the game as `name=value`; can be given several times.
    preset
        A named set of options.
    time
        Seconds as BANK+INCREMENT/PER_MOVE, such as `60+1`, `/2` or `none`.
    clock
        `wall`, or `cpu` for the processor time bots use.
    illegal
        What follows answers that are not legal: `forfeit`, or `random` for a random command in their place.
    timeout
        What follows a time-out: `forfeit` or `random`.
    crash
        What follows a crash when no restart is left: `forfeit` or `random`.
    restarts
        How often a crashed bot is started again in one match.
    memory
        MiB a bot and its children may use.
    isolation
        `best`, or a level by name.
    pause
        Freeze bots outside their turn.
    jobs
        Matches at the same time; 0 is one for each core.
    on
        `local` or `ray`.
    save
        Directory for records and bots' standard error; by default a new one in your data folder.
    json
        Also write the results to this file.
    """
    found = registry.find(game)
    options = read_words(found.options, option or [], preset_values(found, preset))
    entrants = entrants_of(seats)
    check_seats(found, options, len(entrants))
    for entrant in entrants:
        check_entrant(found, entrant)
    parse_time(time)
    place = (save or new_place(found.name)).absolute()
    place.mkdir(parents=True, exist_ok=True)
    settings = Settings(
        clock=read_clock(clock),
        pause=pause,
        isolation=choose_level(isolation).level,
        limits=Limits(memory=memory << 20),
        errors=place / "errors",
        hidden=(place,),
    )
    policy = Policy(illegal=illegal, time=timeout, crash=crash, restarts=restarts)
    seed = new_seed() if seed is None else seed
    plan = Plan(found.name, to_plain(options), seed, time, policy, settings, place / "records")
    results = play_all(series_jobs(plan, entrants, games, rotate), jobs, on)
    lines = summarise(entrants, results)
    show(lines, results, place)
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode({"seed": f"{seed:#x}", "players": lines})))


def play_all(jobs: list[Job], workers: int, on: str) -> list[tuple[Job, Played]]:
    """Play jobs with a progress bar; return the results in order."""
    results = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        bar = progress.add_task("matches", total=len(jobs))
        for each in run_jobs(jobs, workers, on):
            results.append(each)
            progress.advance(bar)
    return sorted(results, key=lambda each: each[0].index)


def show(lines: list[Line], results: list[tuple[Job, Played]], place: Path) -> None:
    """Print the table of a series, what went wrong, and where everything is."""
    console = Console()
    table = Table("player", "games", "won-drawn-lost", "score", "95 % interval", "faults", pad_edge=False)
    for line in lines:
        games = f"{line.wins}-{line.draws}-{line.losses}"
        faults = describe_faults(line.faults)
        table.add_row(line.name, str(line.games), games, f"{line.score:.3f}", interval(line), faults)
    console.print(table)
    if len(results) == 1:
        console.print(results[0][1].result.sentence, markup=False)
    for note in [note for _, played in results for note in played.notes][:10]:
        console.print(note, markup=False)
    for level in sorted({level for _, played in results for level in played.isolation} & LEVELS.keys()):
        console.print(f"isolation: {level} ({LEVELS[level].words})", markup=False)
    console.print(f"records: {place / 'records'}", markup=False, soft_wrap=True)


def interval(line: Line) -> str:
    """Write the interval of a line's score."""
    return f"{line.low:.3f} – {line.high:.3f}"


def check_seats(game: Game, options: Options, given: int) -> None:
    """Refuse a wrong number of seats."""
    count = game.state.count_seats(options)
    if given != count:
        raise BadOption(f"{game.name} with these options has {count} seats, {given} were named")


def read_clock(word: str) -> str:
    """Check the name of a clock."""
    if word not in ("wall", "cpu"):
        raise BadOption(f"no clock is called {word!r}; there are: wall, cpu")
    return word


def preset_values(game: Game, name: str | None) -> dict[str, object]:
    """Return the options of a preset."""
    from plowshares.cli.play import preset_of

    return preset_of(game, name)


def new_place(game: str) -> Path:
    """Return a new directory for the results of a series."""
    moment = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    return Path(platformdirs.user_data_dir("plowshares")) / "matches" / f"{game}-{moment}-{os.getpid()}"
