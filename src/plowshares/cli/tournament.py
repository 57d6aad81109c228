"""`plowshares tournament FILE.toml`: many players, many matches, one table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console, Group
from rich.live import Live as Screen
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from plowshares import registry
from plowshares.arena.isolation import LEVELS
from plowshares.arena.ratings import Live
from plowshares.arena.report import summarise, terminal_table, write_reports
from plowshares.arena.series import split_name
from plowshares.arena.tournament import Done, Tournament, define, finished, read_file
from plowshares.core.errors import BadOption
from plowshares.core.options import read_words


def tournament(
    file: Path | None = None,
    /,
    *,
    game: str | None = None,
    player: list[str] | None = None,
    format: str | None = None,
    games: int | None = None,
    rounds: int | None = None,
    champion: str | None = None,
    seed: int | None = None,
    preset: str | None = None,
    option: list[str] | None = None,
    time: str | None = None,
    clock: str | None = None,
    isolation: str | None = None,
    memory: int | None = None,
    pause: bool | None = None,
    illegal: str | None = None,
    timeout: str | None = None,
    crash: str | None = None,
    restarts: int | None = None,
    sprt: str | None = None,
    jobs: int = 0,
    on: str = "local",
    save: Path | None = None,
) -> None:
    """Play a tournament and rate its players; started again, it goes on where it was.

    Parameters
    ----------
    file
        A tournament file (TOML); what is given on the line goes before it.
    game
        A game, such as `stratego`.
    player
        A player as NAME=SEAT, where SEAT is a built-in agent, a bot's path or `cmd:…`; give it once for each player.
    format
        `round-robin`, `gauntlet` or `swiss`.
    games
        Seeds of each meeting; every seed is played on all rotations of the seats.
    rounds
        Rounds of a Swiss tournament.
    champion
        Who meets all others in a gauntlet; the first player by default.
    seed
        Decides all chance.
    preset
        A named set of options of the game.
    option
        An option of the game as `name=value`; can be given several times.
    time
        Seconds as BANK+INCREMENT/PER_MOVE, such as `60+1` or `/2`.
    clock
        `wall` or `cpu`.
    isolation
        `best`, or a level by name.
    memory
        MiB a bot may use.
    pause
        Freeze bots outside their turn.
    illegal
        What follows answers that are not legal: `forfeit` or `random`.
    timeout
        What follows a time-out: `forfeit` or `random`.
    crash
        What follows a crash: `forfeit` or `random`.
    restarts
        How often a crashed bot is started again in one match.
    sprt
        Stop each meeting early: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA.
    jobs
        Matches at the same time; 0 is one for each core.
    on
        `local` or `ray`.
    save
        Directory of the tournament; by default beside the file, with its name.
    """
    given = read_file(file) if file else {}
    flags: dict[str, Any] = {
        "game": game,
        "format": format,
        "games": games,
        "rounds": rounds,
        "champion": champion,
        "seed": seed,
        "preset": preset,
        "time": time,
    }
    given.update({name: value for name, value in flags.items() if value is not None})
    merge(given, "bots", {"clock": clock, "isolation": isolation, "memory": memory, "pause": pause})
    merge(given, "policy", {"illegal": illegal, "time": timeout, "crash": crash, "restarts": restarts})
    if player:
        given["players"] = players_of(player)
    if option:
        given["options"] = {**given.get("options", {}), **read_option_words(given, option)}
    if sprt:
        given["sprt"] = sprt_of(sprt)
    place = save or (file.with_suffix("") if file else None)
    if place is None:
        raise BadOption("name a directory for the tournament with --save, or give a tournament file")
    run(Tournament(define(given, str(file) if file else "the tournament"), place.absolute()), jobs, on)


def run(played: Tournament, jobs: int, on: str) -> None:
    """Play, show how it goes, and write the reports, also when it is interrupted."""
    console = Console()
    show = Show(played)
    if played.done:
        console.print(f"going on: {len(played.done)} matches have been played already", markup=False)
    try:
        with Screen(show.picture(), console=Console(stderr=True), refresh_per_second=4, transient=True) as screen:

            def tell(done: Done) -> None:
                show.add(done)
                screen.update(show.picture())

            played.play(jobs, on, tell)
    finally:
        if played.done:
            summary = summarise(played)
            console.print(terminal_table(summary))
            for test in summary.tests:
                words = f"{test.first} against {test.second}: {test.verdict} after {test.groups} seeds"
                console.print(f"{words} (log likelihood ratio {test.ratio:+.2f})", markup=False)
            for level in LEVELS.keys() & set(summary.isolation):
                console.print(f"isolation: {level} ({LEVELS[level].words})", markup=False)
            for path in write_reports(summary, played.place):
                console.print(str(path), markup=False, soft_wrap=True)


class Show:
    """The live picture of a running tournament."""

    def __init__(self, played: Tournament) -> None:
        self.played = played
        self.live = Live(len(played.entrants))
        self.games = [0] * len(played.entrants)
        self.progress = Progress(
            TextColumn("matches"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), expand=True
        )
        self.bar = self.progress.add_task("matches", total=len(played.groups()) * played.seats)

    def add(self, done: Done) -> None:
        """Take a match into account."""
        self.live.add(finished(done))
        for player in done.players:
            self.games[player] += 1
        self.progress.update(self.bar, advance=1, total=len(self.played.groups()) * self.played.seats)

    def picture(self) -> Group:
        """Return what to show now."""
        table = Table("player", "matches", "live rating", "±")
        shown = [self.live.shown(player) for player in range(len(self.games))]
        order = sorted(range(len(self.games)), key=lambda player: -(shown[player] or (0.0, 0.0))[0])
        for player in order:
            mu, sigma = shown[player] or ("–", "–")
            table.add_row(self.played.entrants[player].name, str(self.games[player]), str(mu), str(sigma))
        return Group(self.progress, table)


def merge(given: dict[str, Any], name: str, flags: dict[str, Any]) -> None:
    """Put flags that were given into a table of the file's values."""
    chosen = {key: value for key, value in flags.items() if value is not None}
    if chosen:
        given[name] = {**given.get(name, {}), **chosen}


def players_of(words: list[str]) -> dict[str, str]:
    """Read NAME=SEAT words."""
    players: dict[str, str] = {}
    for word in words:
        name, seat = split_name(word)
        if name in players:
            raise BadOption(f"two players are called {name!r}; give them names with NAME=SEAT")
        players[name] = seat
    return players


def read_option_words(given: dict[str, Any], words: list[str]) -> dict[str, Any]:
    """Read name=value words as options of the game."""
    found = registry.find(str(given.get("game", "")))
    options = read_words(found.options, words)
    names = [word.partition("=")[0].strip().replace("-", "_") for word in words]
    return {name: getattr(options, name) for name in names}


def sprt_of(text: str) -> dict[str, float]:
    """Read ELO0,ELO1[,ALPHA,BETA]."""
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise BadOption(f"sprt {text!r} is not of the form ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")
    return dict(zip(("elo0", "elo1", "alpha", "beta"), numbers, strict=False))
