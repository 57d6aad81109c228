"""What came of a tournament: one summary, shown as a terminal table, CSV, JSON and a page."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import msgspec
from rich.table import Table

from plowshares.arena.html_report import write_file
from plowshares.arena.player import Faults, Usage, add_faults, add_usage
from plowshares.arena.ratings import Rating, comparisons, fit
from plowshares.arena.referee import usage_at
from plowshares.arena.tournament import Done, Tournament, finished, live_ratings
from plowshares.engine.intervals import mean, score_of, wilson

FILES = ("report.csv", "report.json", "report.html")


class Standing(msgspec.Struct, frozen=True):
    """How one player did."""

    name: str
    seat: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float
    rating: Rating
    live: tuple[float, float] | None
    faults: Faults
    usage: Usage | None = None


class Test(msgspec.Struct, frozen=True):
    """What the sequential test says about a meeting."""

    first: str
    second: str
    groups: int
    ratio: float
    verdict: str


class Summary(msgspec.Struct, frozen=True):
    """Everything a report shows."""

    game: str
    format: str
    seed: int
    seats: int
    time: str
    matches: int
    standings: list[Standing]  # the best first
    cross: list[list[tuple[float, float] | None]]  # score and games of row against column, in the order of standings
    tests: list[Test]
    isolation: list[str]
    records: list[tuple[str, list[str], str, str]]  # file, names by seat, result, page that replays it
    notes: list[str]


def summarise(tournament: Tournament) -> Summary:
    """Add a tournament up."""
    matches = tournament.counted()
    count = len(tournament.entrants)
    ratings = fit(count, [finished(each) for each in matches]) if matches else [Rating(0.0, 0.0, 0.0)] * count
    live = live_ratings(count, matches)
    standings = {
        player: standing_of(tournament, player, matches, ratings[player], live.shown(player)) for player in range(count)
    }
    order = sorted(range(count), key=lambda player: (-ratings[player].elo, player))
    definition = tournament.definition
    return Summary(
        definition.game,
        definition.format,
        definition.seed,
        tournament.seats,
        definition.time,
        len(matches),
        [standings[player] for player in order],
        cross_table(count, matches, order),
        tests_of(tournament),
        sorted({level for each in matches for level in each.played.isolation}),
        [record_of(tournament, each) for each in matches],
        [f"match {each.index + 1}, {note}" for each in matches for note in each.played.notes],
    )


def standing_of(
    tournament: Tournament, player: int, matches: list[Done], rating: Rating, live: tuple[float, float] | None
) -> Standing:
    """Add up one player's matches. The best outcome alone at the top is a win; shared, a draw."""
    scores: list[float] = []
    wins = draws = 0
    faults, usage = Faults(), None
    for each in matches:
        if player not in each.players:
            continue
        seat = each.players.index(player)
        outcome = each.played.result.outcome
        best = outcome.count(max(outcome))
        scores.append(score_of(outcome[seat]))
        wins += outcome[seat] == max(outcome) and best == 1
        draws += outcome[seat] == max(outcome) and best > 1
        add_faults(faults, each.played.faults[seat])
        usage = add_usage(usage, usage_at(each.played, seat))
    low, high = wilson(mean(scores), len(scores))
    entrant = tournament.entrants[player]
    losses = len(scores) - wins - draws
    numbers = (len(scores), wins, draws, losses, mean(scores), low, high)
    return Standing(entrant.name, entrant.seat, *numbers, rating, live, faults, usage)


def cross_table(count: int, matches: list[Done], order: list[int]) -> list[list[tuple[float, float] | None]]:
    """Return the mean score of everybody against everybody."""
    wins, games = (each.sum(0) for each in comparisons(count, [finished(each) for each in matches]))
    return [
        [
            None
            if a == b or not games[a, b]
            else (round(float(wins[a, b] / games[a, b]), 3), round(float(games[a, b]), 2))
            for b in order
        ]
        for a in order
    ]


def tests_of(tournament: Tournament) -> list[Test]:
    """Return the verdicts of the sequential test on every meeting."""
    if tournament.definition.sprt is None:
        return []
    meetings = dict.fromkeys(group.meeting for group in tournament.groups())
    names = [entrant.name for entrant in tournament.entrants]
    found = []
    for meeting in meetings:
        groups, verdict, ratio = tournament.verdict(meeting)
        found.append(Test(names[meeting[0]], names[meeting[1]], groups, round(ratio, 2), verdict or "undecided"))
    return found


def record_of(tournament: Tournament, done: Done) -> tuple[str, list[str], str, str]:
    """Return where a match's record is, relative to the report, what it holds, and the page that replays it."""
    names = [tournament.entrants[player].name for player in done.players]
    name = f"records/{done.index + 1:05d}"
    page = f"{name}.html" if (tournament.place / f"{name}.html").exists() else ""
    return f"{name}.jsonl", names, done.played.result.sentence, page


# Ways to show it


def terminal_table(summary: Summary) -> Table:
    """Return the standings for a terminal."""
    metered = any(each.usage for each in summary.standings)
    head = ["", "player", "Elo", "95 %", "games", "W-D-L", "score", "faults", *(["tokens"] if metered else []), "live"]
    table = Table(*head, pad_edge=False)
    for rank, each in enumerate(summary.standings, 1):
        rating = each.rating
        live = f"{each.live[0]:.1f}±{each.live[1]:.1f}" if each.live else "–"
        span = f"{rating.low:+.0f} … {rating.high:+.0f}"
        games = f"{each.wins}-{each.draws}-{each.losses}"
        row = [
            f"{rating.elo:+.0f}",
            span,
            str(each.games),
            games,
            f"{each.score:.3f}",
            describe_faults(each.faults),
            *([describe_usage(each.usage)] if metered else []),
            live,
        ]
        table.add_row(str(rank), each.name, *row)
    return table


def describe_faults(faults: Faults) -> str:
    """Write the faults of a player shortly: 3 illegal, 1 time, 2 crash."""
    counts = {"illegal": faults.illegal + faults.malformed, "time": faults.time, "crash": faults.crash}
    return ", ".join(f"{count} {name}" for name, count in counts.items() if count) or "–"


def describe_usage(usage: Usage | None) -> str:
    """Write what a player used shortly: 12,345 in, 678 out, 40 calls."""
    if usage is None:
        return "–"
    return f"{usage.tokens_in:,} in, {usage.tokens_out:,} out, {usage.calls:,} calls"


def to_csv(summary: Summary) -> str:
    """Return the standings as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    faults = list(Faults.__struct_fields__)
    names = ["rank", "name", "elo", "elo_low", "elo_high", "games", "wins", "draws", "losses", "score", "low", "high"]
    used = list(Usage.__struct_fields__)
    writer.writerow([*names, *faults, *used])
    for rank, each in enumerate(summary.standings, 1):
        rating = each.rating
        numbers = [rating.elo, rating.low, rating.high, each.games, each.wins, each.draws, each.losses]
        scores = [round(number, 4) for number in (each.score, each.low, each.high)]
        writer.writerow(
            [
                rank,
                each.name,
                *numbers,
                *scores,
                *(getattr(each.faults, name) for name in faults),
                *("" if each.usage is None else getattr(each.usage, name) for name in used),
            ]
        )
    return out.getvalue()


def to_json(summary: Summary) -> bytes:
    """Return everything as JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(summary)
    return msgspec.json.format(msgspec.json.encode(plain), indent=1)


def write_reports(summary: Summary, place: Path) -> list[Path]:
    """Write all reports, each whole or not at all; return their paths."""
    from plowshares.arena.page import to_html

    texts = dict(zip(FILES, (to_csv(summary), to_json(summary).decode(), to_html(summary)), strict=True))
    return [write_file(place / name, text) for name, text in texts.items()]
