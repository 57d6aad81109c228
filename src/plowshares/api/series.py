"""Series of matches between built-in players and bots, with their standings."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from plowshares import registry
from plowshares.api.catalogue import preset_of
from plowshares.arena.job import Job
from plowshares.arena.referee import Played, RefereedMatch
from plowshares.arena.series import Line, Plan, entrants_of, series_jobs, summarise
from plowshares.arena.workers import run_all
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_options, to_plain
from plowshares.core.rng import new_seed
from plowshares.engine.clock import parse_time
from plowshares.engine.match import Result
from plowshares.lab import entrants as levels

HEAD = ("player", "games", "won", "drawn", "lost", "score", "95 % interval")


class ResultTable:
    """How everybody did, best first. Iterate over it for the lines, or print it."""

    def __init__(self, lines: Sequence[Line], played: Sequence[tuple[Job, Played]]) -> None:
        self.lines = list(lines)  # each with name, games, wins, draws, losses, score (0 to 1), low, high
        self.results: list[Result] = [each.result for _, each in played]
        self.records: list[Path] = [job.record for job, _ in played if job.record is not None]

    def __iter__(self) -> Iterator[Line]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, name: str) -> Line:
        for line in self.lines:
            if line.name == name:
                return line
        raise InvalidOption(f"nobody is called {name!r}; there are: {', '.join(line.name for line in self.lines)}")

    def _rows(self) -> list[tuple[str, ...]]:
        return [
            (
                line.name,
                *(str(count) for count in (line.games, line.wins, line.draws, line.losses)),
                f"{line.score:.3f}",
                f"{line.low:.3f} – {line.high:.3f}",
            )
            for line in self.lines
        ]

    def __repr__(self) -> str:
        rows = [HEAD, *self._rows()]
        widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
        return "\n".join(
            "  ".join(cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(pairs))
            for pairs in (list(zip(row, widths, strict=True)) for row in rows)
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{word}" for word in HEAD)
        rows = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}" for cell in row) for row in self._rows())
        return f"<table><tr>{head}{rows}</table>"


def play(
    game: str,
    players: Sequence[str],
    *,
    games: int = 1,
    seed: int | None = None,
    preset: str | None = None,
    rotate: bool = True,
    time: str = "none",
    save: str | PathLike[str] | None = None,
    jobs: int = 1,
    **options: Any,
) -> ResultTable:
    """Let players play matches against each other, and return who did how well and how sure that is.

    A player is a level (`easy`, `medium`, `hard`, `expert`), `greedy`, `random`, a bot's directory or program, or
    `cmd:…`; `NAME=…` in front gives it a name. Levels think by number of simulations, not by the clock, so the same
    seed gives the same matches everywhere. With `rotate` every seed is played once on each rotation of the seats.
    `save` is a folder for the records. With `jobs` above 1 matches are played in as many processes; then a script
    needs `if __name__ == "__main__":`.
    """
    found = registry.find(game)
    values = preset_of(found, preset) | options
    if "players" in found.options.__struct_fields__:
        values.setdefault("players", len(players))
    chosen = read_options(found.options, values)
    seats = found.state.count_seats(chosen)
    if len(players) != seats:
        raise InvalidOption(f"{found.name} with these options has {seats} seats, {len(players)} players were named")
    entrants = [levels.seat(entrant) for entrant in entrants_of(players)]
    for entrant in entrants:
        levels.check_player(found, entrant)
    parse_time(time)
    plan = Plan(
        found.name,
        to_plain(chosen),
        new_seed() if seed is None else seed % 2**64,
        time,
        records=None if save is None else Path(save),
    )
    played = sorted(run_all(run_job, series_jobs(plan, entrants, games, rotate), jobs), key=lambda each: each[0].index)
    return ResultTable(summarise(entrants, played), played)


def run_job(job: Job) -> Played:
    """Play a match of a series; levels think by number."""
    game = registry.find(job.game)
    players = [levels.make(job, game, entrant) for entrant in job.entrants]
    table = RefereedMatch(
        game, read_options(game.options, job.options), job.seed, players, parse_time(job.time), job.policy
    )
    played = table.play()
    if job.record is not None:
        table.save(job.record)
    return played
