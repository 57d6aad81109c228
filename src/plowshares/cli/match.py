"""`plowshares match GAME SEAT SEAT …`: bots and built-in agents against each other."""

from __future__ import annotations

import datetime
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import platformdirs
from cyclopts import Parameter
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from plowshares import registry
from plowshares.api.catalogue import preset_of
from plowshares.arena.isolation import LEVELS
from plowshares.arena.job import Entrant, Job, check_entrant
from plowshares.arena.referee import Played, Policy
from plowshares.arena.report import describe_faults, describe_usage
from plowshares.arena.seat_kinds import kind_of
from plowshares.arena.series import Line, Plan, entrants_of, series_jobs, split_name, summarise
from plowshares.arena.tournament import BotsSection, read_table, settings_of
from plowshares.arena.workers import run_jobs
from plowshares.cli.flags import BotFlags, GameFlags, PlaceFlags
from plowshares.cli.pages import show_page
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import Options, read_words, to_plain
from plowshares.core.rng import new_seed
from plowshares.engine.clock import parse_time

MODEL_TIME = "/300"
VARIANT, BOTS, PLACE = GameFlags(), BotFlags(), PlaceFlags()


def match(
    game: str,
    /,
    *seats: str,
    games: int = 1,
    rotate: bool = False,
    save: Path | None = None,
    json: Path | None = None,
    open: Annotated[bool, Parameter(negative="")] = False,
    variant: GameFlags = VARIANT,
    bots: BotFlags = BOTS,
    place: PlaceFlags = PLACE,
) -> None:
    """Play matches and say who is better, and how sure that is.

    Parameters
    ----------
    game
        A game, such as `stratego`.
    seats
        Who plays, in the order of the seats: a built-in agent (`easy`, `medium`, `hard`, `expert`,
        `greedy`, `random`), a bot's directory or program, `cmd:PROGRAM ARGUMENTS`, or a language model:
        `mcp:NAME` waits for an MCP client, `chat:NAME` asks a chat endpoint. NAME=… in front gives a name.
    games
        How many matches.
    rotate
        Play every seed once with each rotation of the seats.
    save
        Directory for records and bots' standard error; by default a new one in your data folder.
    json
        Also write the results to this file.
    open
        Write a page that replays the first match, and open it in your browser.
    """
    found = registry.find(game)
    entrants = entrants_of(seats)
    options = read_words(found.options, variant.option, base_options(found, variant.preset, len(entrants)))
    check_seats(found, options, len(entrants))
    for entrant in entrants:
        check_entrant(found, entrant)
    directory = (save or new_place(found.name)).absolute()
    seed = new_seed() if variant.seed is None else variant.seed
    plan = make_plan(found, options, seed, variant.time or usual_time(seats), bots, directory, entrants)
    announce_isolation(plan.settings.isolation)
    results = play_all(series_jobs(plan, entrants, games, rotate), place.jobs, place.on)
    lines = summarise(entrants, results)
    show(lines, results, directory)
    if open and results[0][0].record is not None:
        print(f"page: {show_page(results[0][0].record)}")
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode({"seed": f"{seed:#x}", "players": lines})))


def usual_time(seats: Sequence[str]) -> str:
    """Return the time for a move where none is given: language models take longer than programs."""
    return MODEL_TIME if any(kind_of(split_name(word)[1]) for word in seats) else "/10"


def make_plan(
    game: Game, options: Options, seed: int, time: str, bots: BotFlags, directory: Path, entrants: list[Entrant]
) -> Plan:
    """Return what all matches of the series have in common."""
    parse_time(time)
    tables = bots.tables()
    policy = read_table(tables["policy"], Policy, "policy")
    settings = settings_of(read_table(tables["bots"], BotsSection, "bots"), directory, entrants)
    return Plan(game.name, to_plain(options), seed, time, policy, settings, directory / "records")


def announce_isolation(level: str) -> None:
    """Say, before any bot runs, how they are shut in."""
    if level in LEVELS:
        Console(stderr=True, markup=False, emoji=False).print(
            f"bots run at isolation {level}: {LEVELS[level].words}", markup=False
        )


def play_all(jobs: list[Job], workers: int, on: str) -> list[tuple[Job, Played]]:
    """Play jobs with a progress bar; return the results in order."""
    results = []
    with Progress(console=Console(stderr=True, markup=False, emoji=False), transient=True) as progress:
        bar = progress.add_task("matches", total=len(jobs))
        for each in run_jobs(jobs, workers, on):
            results.append(each)
            progress.advance(bar)
    return sorted(results, key=lambda each: each[0].index)


def show(lines: list[Line], results: list[tuple[Job, Played]], place: Path) -> None:
    """Print the table of a series, what went wrong, and where everything is."""
    console = Console(markup=False, emoji=False)
    metered = any(line.usage for line in lines)
    head = ["player", "games", "won-drawn-lost", "score", "95 % interval", "faults", *(["tokens"] if metered else [])]
    table = Table(*head, pad_edge=False)
    for line in lines:
        games = f"{line.wins}-{line.draws}-{line.losses}"
        faults = describe_faults(line.faults)
        tokens = [describe_usage(line.usage)] if metered else []
        table.add_row(line.name, str(line.games), games, f"{line.score:.3f}", interval(line), faults, *tokens)
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
        raise InvalidOption(f"{game.name} with these options has {count} seats, {given} were named")


def base_options(game: Game, preset: str | None, seats: int) -> dict[str, object]:
    """Return the options of a preset, with as many players as seats were named where the game leaves that open."""
    values = preset_of(game, preset)
    if "players" in game.options.__struct_fields__:
        values.setdefault("players", seats)
    return values


def new_place(game: str) -> Path:
    """Return a new directory for the results of a series."""
    moment = datetime.datetime.now().strftime("%Y%m%d-%H%M%S")
    return Path(platformdirs.user_data_dir("plowshares")) / "matches" / f"{game}-{moment}-{os.getpid()}"
