"""`plowshares tournament FILE.toml`: many players, many matches, one table."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter
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
from plowshares.cli.flags import BotFlags, GameFlags, PlaceFlags, given
from plowshares.cli.match import announce_isolation
from plowshares.cli.pages import write_pages
from plowshares.core.errors import InvalidOption
from plowshares.core.options import read_words


@Parameter(name="*")
@dataclass(frozen=True)
class FormFlags:
    """Pairings, and how often each is played."""

    game: Annotated[str | None, Parameter(help="A game by its name.")] = None
    player: Annotated[
        list[str],
        Parameter(help="A player as NAME=SEAT: an agent, a bot's path, `cmd:…`, `mcp:…` or `chat:…`; once for each."),
    ] = field(default_factory=list)
    format: Annotated[str | None, Parameter(help="`round-robin`, `gauntlet` or `swiss`.")] = None
    games: Annotated[int | None, Parameter(help="Seeds of each meeting, each on all rotations of the seats.")] = None
    rounds: Annotated[int | None, Parameter(help="Rounds of a Swiss tournament.")] = None
    champion: Annotated[str | None, Parameter(help="Who meets all others in a gauntlet; the first by default.")] = None
    sprt: Annotated[str | None, Parameter(help="Stop meetings early: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA.")] = None


PAGES = 24
FORM, VARIANT, BOTS, PLACE = FormFlags(), GameFlags(), BotFlags(), PlaceFlags()


def tournament(
    file: Path | None = None,
    /,
    *,
    save: Path | None = None,
    pages: int = PAGES,
    form: FormFlags = FORM,
    variant: GameFlags = VARIANT,
    bots: BotFlags = BOTS,
    place: PlaceFlags = PLACE,
) -> None:
    """Play a tournament and rate its players; started again, it goes on where it was.

    Parameters
    ----------
    file
        A tournament file (TOML); options on the command line override it.
    save
        Directory of the tournament; by default beside the file, with its name.
    pages
        For how many matches, the first ones, to make pages that replay them; the report links to these.
    """
    values = read_file(file) if file else {}
    add_flags(values, form, variant, bots)
    directory = save or (file.with_suffix("") if file else None)
    if directory is None:
        raise InvalidOption("name a directory for the tournament with --save, or give a tournament file")
    definition = define(values, str(file) if file else "the tournament")
    run(Tournament(definition, directory.absolute()), place.jobs, place.on, pages)


def add_flags(values: dict[str, Any], form: FormFlags, variant: GameFlags, bots: BotFlags) -> None:
    """Put what was given on the line over the values of the file."""
    plain = ("game", "format", "games", "rounds", "champion")
    values.update(given({name: getattr(form, name) for name in plain}))
    values.update(given({name: getattr(variant, name) for name in ("seed", "preset", "time")}))
    for name, table in bots.tables().items():
        if table:
            values[name] = {**values.get(name, {}), **table}
    if form.player:
        values["players"] = players_of(form.player)
    if variant.option:
        values["options"] = {**values.get("options", {}), **read_option_words(values, variant.option)}
    if form.sprt:
        values["sprt"] = sprt_of(form.sprt)


def run(played: Tournament, jobs: int, on: str, pages: int = PAGES) -> None:
    """Play, show how it goes, and write the reports, also when it is interrupted; pages are made at the end."""
    console = Console(markup=False, emoji=False)
    show = Show(played)
    announce_isolation(played.plan.settings.isolation)
    if played.done:
        console.print(f"going on: {len(played.done)} matches have been played already", markup=False)
    try:
        with Screen(
            show.picture(),
            console=Console(stderr=True, markup=False, emoji=False),
            refresh_per_second=4,
            transient=True,
        ) as screen:

            def tell(done: Done) -> None:
                show.add(done)
                screen.update(show.picture())

            played.play(jobs, on, tell)
        write_pages([played.place / "records" / f"{index + 1:05d}.jsonl" for index in sorted(played.done)], pages)
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


def players_of(words: list[str]) -> dict[str, str]:
    """Read NAME=SEAT words."""
    players: dict[str, str] = {}
    for word in words:
        name, seat = split_name(word)
        if name in players:
            raise InvalidOption(f"two players are called {name!r}; give them names with NAME=SEAT")
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
        raise InvalidOption(f"sprt {text!r} is not of the form ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")
    return dict(zip(("elo0", "elo1", "alpha", "beta"), numbers, strict=False))
