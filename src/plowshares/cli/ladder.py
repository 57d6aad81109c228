"""`plowshares ladder GAME`: are the levels in order, and how sure is that?"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from plowshares import registry
from plowshares.agents import ladder as ladders
from plowshares.agents.ladder import PLAYERS, Pairing, Played, Row, Terms
from plowshares.api.catalogue import preset_of
from plowshares.arena.workers import run_all
from plowshares.cli.flags import GameFlags
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import Options, read_options, read_words, to_plain

VARIANT = GameFlags()

Work = tuple[str, dict[str, object], float, int, Pairing]


def ladder(
    game: str,
    /,
    *players: str,
    games: int = 20,
    scale: float = 0.1,
    pairs: str = "all",
    most: int = 4000,
    jobs: int = 0,
    minutes: float = math.inf,
    seats: int | None = None,
    json: Path | None = None,
    variant: GameFlags = VARIANT,
) -> None:
    """Let built-in players play each other, every seed from every seat, and print which is stronger.

    Parameters
    ----------
    game
        A game, such as `stratego`.
    players
        Who takes part: `passive`, `random`, `greedy`, `careful`, `easy`, `medium`, `hard`, `expert`, or a level with a
        number of simulations (`hard@500`); all of them if none is named.
    games
        Matches of each pair; an even number is fairest.
    scale
        Levels think this share of their usual time. It is measured on the processor, each player on one core.
    pairs
        `all`, or `bars`: each level with the one below and with passive, the highest with random, greedy and careful.
    most
        Decisions after which a match is broken off and counts as a draw.
    jobs
        Matches at the same time; 0 is one for each core.
    minutes
        Begin no more matches after this time; what was played until then counts.
    seats
        How many sit at the table. With more than two, the stronger player sits alone among weaker ones, once on each
        seat, and its score is its part of the wins: more than its share means that it is stronger.
    json
        Also write the results to this file.
    """
    if games < 1 or scale <= 0:
        raise InvalidOption(f"a ladder needs at least 1 game and a scale above 0, not {games} and {scale}")
    found = registry.find(game)
    options = options_for(found, variant, seats)
    table = found.state.count_seats(options)
    chosen = choose_pairs(pairs, players)
    matches = list(ladders.schedule(chosen, games, 1 if variant.seed is None else variant.seed, table))
    works = [(game, to_plain(options), scale, most, each) for each in matches]
    rows = {pair: Row(*pair, table) for pair in chosen}
    until = time.monotonic() + 60 * minutes
    with Progress(console=Console(stderr=True, markup=False, emoji=False), transient=True) as progress:
        played = run_all(partial(play_one, until=until), works, jobs)
        results = {work[-1]: result for work, result in progress.track(played, len(works), description="matches")}
    count(matches, results, rows)
    show(rows.values())
    if json is not None:
        json.write_bytes(msgspec.json.format(msgspec.json.encode([plain(row) for row in rows.values()])))


def choose_pairs(pairs: str, players: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return the pairings."""
    if pairs not in ("all", "bars"):
        raise InvalidOption(f"pairs {pairs!r} is neither 'all' nor 'bars'")
    chosen = (ladders.all_pairs if pairs == "all" else ladders.neighbours)(players or PLAYERS)
    if not chosen:
        raise InvalidOption(f"a ladder needs two players, not only {', '.join(players)}")
    return list(chosen)


def count(matches: Iterable[Pairing], results: dict[Pairing, Played | None], rows: dict[tuple[str, str], Row]) -> None:
    """Add results to the rows of their pairs, whichever came first."""
    for pairing in matches:
        result = results[pairing]
        if result is not None:
            rows[pairing.first, pairing.second].scores.append(result.score)
            rows[pairing.first, pairing.second].cut += result.cut


def options_for(game: Game, variant: GameFlags, seats: int | None) -> Options:
    """Return the options of a match, with a number of seats if one is asked for."""
    has_players = seats is not None and "players" in game.options.__struct_fields__
    words = (*variant.option, f"players={seats}") if has_players else variant.option
    options = read_words(game.options, words, preset_of(game, variant.preset))
    table = game.state.count_seats(options)
    if seats is not None and seats != table:
        raise InvalidOption(f"{game.name} seats {table} with these options, not {seats}: choose another preset")
    return options


def play_one(work: Work, until: float) -> Played | None:
    """Play one match; nothing if it is too late."""
    if time.monotonic() > until:
        return None
    name, values, scale, most, pairing = work
    game = registry.find(name)
    return ladders.play(game, Terms(read_options(game.options, values), scale, most), pairing)


def show(rows: Iterable[Row]) -> None:
    """Print the table."""
    table = Table("stronger?", "weaker?", "games", "won-drawn-lost", "score", "95 % interval", pad_edge=False)
    for row in rows:
        low, high = row.interval
        table.add_row(row.first, row.second, *describe(row), f"{low:.2f} – {high:.2f}")
    console = Console(markup=False, emoji=False)
    console.print(table)
    seats = max((row.seats for row in rows), default=2)
    if seats > 2:
        console.print(f"one against {seats - 1}: of equals each would win {1 / seats:.2f}")
    cut = sum(row.cut for row in rows)
    if cut:
        console.print(f"{cut} of the matches were broken off and counted as draws (--most)")


def describe(row: Row) -> tuple[str, str, str]:
    """Write games, results and score of a row."""
    won, lost = sum(score > 0.5 for score in row.scores), sum(score < 0.5 for score in row.scores)
    return str(len(row.scores)), f"{won}-{len(row.scores) - won - lost}-{lost}", f"{row.mean:.2f}"


def plain(row: Row) -> dict[str, object]:
    """Return a row as JSON takes it."""
    return {
        "first": row.first,
        "second": row.second,
        "seats": row.seats,
        "scores": row.scores,
        "cut": row.cut,
        "interval": row.interval,
    }
