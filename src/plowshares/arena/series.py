"""A series: the same players, many matches, each seed on every rotation of the seats if wished."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import FILE, read_definition
from plowshares.arena.job import Entrant, Job, derive
from plowshares.arena.player import Faults, Usage, add_faults, add_usage
from plowshares.arena.referee import Played, Policy, unique_names, usage_at
from plowshares.arena.seat_kinds import kind_of, name_of
from plowshares.core.errors import InvalidOption
from plowshares.engine.intervals import mean, score_of, wilson


class Plan(msgspec.Struct, frozen=True):
    """What the matches of a series or a tournament have in common."""

    game: str
    options: dict[str, Any]
    seed: int
    time: str = "none"
    policy: Policy = Policy()
    settings: BotSettings = BotSettings()
    records: Path | None = None

    def job(self, index: int, group: object, seated: Sequence[Entrant]) -> Job:
        """Return one match; all matches of a group have the same seed."""
        record = self.records and self.records / f"{index + 1:05d}.jsonl"
        seed = derive(self.seed, group)
        return Job(index, self.game, self.options, seed, tuple(seated), self.time, self.policy, self.settings, record)


def entrants_of(words: Sequence[str]) -> list[Entrant]:
    """Return the entrants of seat words; NAME=WORD gives a name."""
    pairs = [split_name(word) for word in words]
    return [Entrant(name, word) for name, (_, word) in zip(unique_names([n for n, _ in pairs]), pairs, strict=True)]


def split_name(word: str) -> tuple[str, str]:
    """Split NAME=WORD; without a name, take the one of a bot's definition, or make one from the word."""
    name, mark, rest = word.partition("=")
    if mark and name and "/" not in name and ":" not in name and " " not in name:
        return name, rest
    if kind_of(word):
        return name_of(word), word
    if word.startswith("cmd:"):
        return word.removeprefix("cmd:").strip(), word
    if (Path(word) / FILE).is_file():
        return read_definition(word).name, word
    return (Path(word).name or word) if "/" in word else word, word


def rotate(entrants: Sequence[Entrant], by: int) -> list[Entrant]:
    """Rotate everybody round the table by some seats."""
    by %= len(entrants)
    return [*entrants[-by:], *entrants[:-by]] if by else list(entrants)


def series_jobs(plan: Plan, entrants: Sequence[Entrant], games: int, rotated: bool) -> list[Job]:
    """Return the matches of a series."""
    if games < 1:
        raise InvalidOption(f"a series has at least one game, not {games}")
    if not rotated:
        return [plan.job(i, i, entrants) for i in range(games)]
    seats = len(entrants)
    return [plan.job(i, i // seats, rotate(entrants, i % seats)) for i in range(games)]


class Line(msgspec.Struct):
    """How one entrant did."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float  # mean, 0 to 1
    low: float
    high: float
    faults: Faults
    usage: Usage | None = None


def summarise(entrants: Sequence[Entrant], results: Sequence[tuple[Job, Played]]) -> list[Line]:
    """Add up a series, best first."""
    lines = [line_of(entrant, results) for entrant in entrants]
    return sorted(lines, key=lambda line: -line.score)


def line_of(entrant: Entrant, results: Sequence[tuple[Job, Played]]) -> Line:
    """Add up one entrant's matches. The best outcome alone at the top is a win; shared or 0 for all, a draw."""
    scores: list[float] = []
    wins = draws = 0
    faults, usage = Faults(), None
    for job, played in results:
        if entrant not in job.entrants:
            continue
        seat = job.entrants.index(entrant)
        outcome = played.result.outcome
        scores.append(score_of(outcome[seat]))
        if outcome[seat] == max(outcome):
            wins += list(outcome).count(max(outcome)) == 1
            draws += list(outcome).count(max(outcome)) > 1
        add_faults(faults, played.faults[seat])
        usage = add_usage(usage, usage_at(played, seat))
    score = mean(scores)
    low, high = wilson(score, len(scores))
    return Line(entrant.name, len(scores), wins, draws, len(scores) - wins - draws, score, low, high, faults, usage)
