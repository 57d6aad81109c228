"""Tournaments: what is to be played, what has been played, and what comes next.

Everything follows from the definition and the results in the order of their numbers, never from the order in
which matches happen to end. So an interrupted tournament goes on as if nothing had been, and the place where it
runs makes no difference.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from plowshares import registry
from plowshares.arena import schedule
from plowshares.arena.bot import BotSettings
from plowshares.arena.bot_definition import is_bot
from plowshares.arena.isolation import choose_level
from plowshares.arena.job import Entrant, Job, check_entrant
from plowshares.arena.process import Limits
from plowshares.arena.ratings import Finished, Live
from plowshares.arena.referee import Played, Policy
from plowshares.arena.seat_kinds import kind_of
from plowshares.arena.series import Plan, rotate
from plowshares.arena.sprt import Sprt
from plowshares.arena.workers import in_order, run_jobs
from plowshares.core.cpu import count_cores
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import read_options, to_plain
from plowshares.engine.clock import parse_time
from plowshares.engine.intervals import score_of
from plowshares.engine.record import digest


class BotsSection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The section `bots` of a tournament file: how bots are run."""

    clock: Annotated[str, Meta(pattern="^(wall|cpu)$")] = "wall"
    pause: bool = True
    isolation: str = "best"
    memory: Annotated[int, Meta(ge=1)] = 2560  # MiB
    start_seconds: Annotated[float, Meta(gt=0)] = 15.0
    patience: Annotated[float, Meta(gt=0)] = 60.0


class Definition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tournament file."""

    game: str
    players: dict[str, str]
    format: str = "round-robin"
    games: Annotated[int, Meta(ge=1)] = 1  # seeds of each meeting; every seed is played on all rotations of the seats
    rounds: Annotated[int, Meta(ge=1)] = 5  # of a Swiss tournament
    champion: str | None = None  # of a gauntlet; the first player by default
    seed: Annotated[int, Meta(ge=0)] = 1
    preset: str | None = None
    options: dict[str, Any] = {}
    time: str = "/10"
    policy: Policy = Policy()
    bots: BotsSection = BotsSection()
    sprt: Sprt | None = None


def read_file(path: Path) -> dict[str, Any]:
    """Read a tournament file as plain values."""
    try:
        return tomllib.loads(path.read_text())
    except OSError as error:
        raise InvalidOption(f"cannot read {str(path)!r}: {(error.strerror or '').lower()}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidOption(f"{str(path)!r} is not a tournament file: {str(error).lower()}") from None


S = TypeVar("S", bound=msgspec.Struct)


def read_table(given: Mapping[str, Any], kind: type[S], where: str) -> S:
    """Check plain values against a structure; raise InvalidOption that names what is wrong."""
    try:
        return msgspec.convert(dict(given), kind)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, InvalidOption):
            raise error.__cause__ from None
        raise InvalidOption(f"{where}: {str(error)[:1].lower()}{str(error)[1:]}") from None


def define(given: Mapping[str, Any], where: str = "the tournament") -> Definition:
    """Check the values of a tournament file or of a command line."""
    definition = read_table(given, Definition, where)
    if definition.format not in schedule.FORMATS:
        known = ", ".join(schedule.FORMATS)
        raise InvalidOption(f"{where}: no tournament has the format {definition.format!r}; there are: {known}")
    if len(definition.players) < 2:
        raise InvalidOption(f"{where}: a tournament needs at least two players, got {len(definition.players)}")
    if definition.champion is not None and definition.champion not in definition.players:
        raise InvalidOption(f"{where}: the champion {definition.champion!r} is not among the players")
    parse_time(definition.time)
    return definition


class Group(msgspec.Struct, frozen=True):
    """The matches of one seed: the same players on every rotation of the seats."""

    number: int
    meeting: schedule.Meeting


class Done(msgspec.Struct, frozen=True):
    """A match that has been played, as it is kept on disk."""

    index: int
    group: int
    players: tuple[int, ...]
    played: Played


class Tournament:
    """A tournament in a directory of its own."""

    def __init__(self, definition: Definition, place: Path) -> None:
        self.definition = definition
        self.place = place
        self.game = registry.find(definition.game)
        self.options = read_game_options(self.game, definition)
        self.seats = self.game.state.count_seats(self.options)
        self.entrants = [Entrant(name, seat) for name, seat in definition.players.items()]
        for entrant in self.entrants:
            check_entrant(self.game, entrant)
        self.done: dict[int, Done] = {}
        self.plan = Plan(
            self.game.name,
            to_plain(self.options),
            definition.seed,
            definition.time,
            definition.policy,
            settings_of(definition.bots, place, self.entrants),
            place / "records",
        )
        self._store = Store(place / "games.jsonl", self.fingerprint())
        self.done.update({each.index: each for each in self._store.read()})

    def fingerprint(self) -> str:
        """Return a digest of everything that decides the results."""
        plain = msgspec.to_builtins(self.definition)
        return digest(msgspec.json.encode([plain, self.game.version], order="sorted"))

    # Playing

    def play(self, workers: int = 0, on: str = "local", tell: Callable[[Done], None] = lambda _: None) -> None:
        """Play all that is still to be played; `tell` hears of every match in the order of their numbers."""
        for index in sorted(self.done):
            tell(self.done[index])
        while True:
            jobs = [job for group in self.next_groups(workers) for job in self.jobs_of(group)]
            if not jobs:
                return
            for job, played in in_order(self._keep(run_jobs(jobs, workers, on)), jobs):
                tell(self._done(job, played))

    def _keep(self, results: Iterator[tuple[Job, Played]]) -> Iterator[tuple[Job, Played]]:
        for job, played in results:
            done = self._done(job, played)
            self._store.append(done)
            self.done[job.index] = done
            yield job, played

    def _done(self, job: Job, played: Played) -> Done:
        return Done(job.index, job.index // self.seats, tuple(map(self.entrants.index, job.entrants)), played)

    def jobs_of(self, group: Group) -> list[Job]:
        """Return the matches of a group that have not been played."""
        seated = [self.entrants[player] for player in group.meeting]
        jobs = [
            self.plan.job(group.number * self.seats + turn, group.number, rotate(seated, turn))
            for turn in range(self.seats)
        ]
        return [job for job in jobs if job.index not in self.done]

    # What comes next

    def groups(self) -> list[Group]:
        """List all groups as far as they are known now: a Swiss round is known when the one before is over."""
        if self.definition.format == "swiss":
            return self._swiss()
        names = [entrant.name for entrant in self.entrants]
        champion = names.index(self.definition.champion) if self.definition.champion else 0
        meetings = schedule.meetings(self.definition.format, len(self.entrants), self.seats, champion)
        order = [meeting for _ in range(self.definition.games) for meeting in meetings]
        return [Group(number, meeting) for number, meeting in enumerate(order)]

    def next_groups(self, workers: int) -> list[Group]:
        """Return the groups to play now; with early stopping only some at a time."""
        waiting = [group for group in self.groups() if self.jobs_of(group)]
        if self.definition.sprt is None:
            return waiting
        decided = {meeting for meeting in {group.meeting for group in waiting} if self.verdict(meeting)[1]}
        undecided = [group for group in waiting if group.meeting not in decided]
        return undecided[: max(8, 2 * (workers or count_cores()))]

    def _swiss(self) -> list[Group]:
        groups: list[Group] = []
        met: dict[tuple[int, int], int] = {}
        byes = [0] * len(self.entrants)
        scores = [0.0] * len(self.entrants)
        for _ in range(self.definition.rounds):
            standing = sorted(range(len(self.entrants)), key=lambda player: (-scores[player], player))
            tables = schedule.swiss_round(standing, self.seats, met, byes)
            order = [table for _ in range(self.definition.games) for table in tables]
            new = [Group(len(groups) + i, table) for i, table in enumerate(order)]
            groups += new
            if any(self.jobs_of(group) for group in new):
                return groups
            for table in tables:
                schedule.note_meeting(met, table)
            for player in standing:
                byes[player] += not any(player in table for table in tables)
            for group in new:
                for done in self._of(group):
                    for player, outcome in zip(done.players, done.played.result.outcome, strict=True):
                        scores[player] += score_of(outcome)
        return groups

    def _of(self, group: Group) -> list[Done]:
        first = group.number * self.seats
        return [self.done[index] for index in range(first, first + self.seats) if index in self.done]

    # Early stopping

    def verdict(self, meeting: schedule.Meeting) -> tuple[int, str, float]:
        """Return after how many groups a meeting was decided, how, and the log likelihood ratio then."""
        test = self.definition.sprt
        if test is None:
            return 0, "", 0.0
        scores: list[float] = []
        for group in self.groups():
            if group.meeting != meeting:
                continue
            played = self._of(group)
            if len(played) < self.seats:
                break
            scores.append(group_score(played, meeting[0], meeting[1]))
            decision = test.decide(scores)
            if decision:
                return len(scores), decision, test.ratio(scores)
        return len(scores), "", test.ratio(scores)

    def counted(self) -> list[Done]:
        """List the matches that count: those after an early stop, which were under way already, do not."""
        if self.definition.sprt is None:
            return [self.done[index] for index in sorted(self.done)]
        seen: dict[schedule.Meeting, int] = {}
        verdicts = {meeting: self.verdict(meeting) for meeting in {group.meeting for group in self.groups()}}
        found: list[Done] = []
        for group in self.groups():
            seen[group.meeting] = seen.get(group.meeting, 0) + 1
            count, decision, _ = verdicts[group.meeting]
            if not decision or seen[group.meeting] <= count:
                found += self._of(group)
        return found


def group_score(played: Sequence[Done], first: int, second: int) -> float:
    """Return how the first player did against the second on one seed, 0 to 1, over all rotations."""
    scores = []
    for done in played:
        outcome = dict(zip(done.players, done.played.result.outcome, strict=True))
        mine, theirs = outcome[first], outcome[second]
        scores.append(1.0 if mine > theirs else 0.5 if mine == theirs else 0.0)
    return sum(scores) / len(scores)


def finished(done: Done) -> Finished:
    """Return a match as ratings read it."""
    return Finished(done.players, done.played.result.outcome, done.group)


def live_ratings(count: int, matches: Sequence[Done]) -> Live:
    """Return the live ratings after these matches."""
    live = Live(count)
    for each in matches:
        live.add(finished(each))
    return live


def read_game_options(game: Game, definition: Definition) -> Any:
    """Return the game's options of a tournament, on top of its preset."""
    if definition.preset is not None and definition.preset not in game.presets:
        known = ", ".join(game.presets) or "none"
        raise InvalidOption(f"{game.name} has no preset {definition.preset!r}; there are: {known}")
    base = game.presets[definition.preset] if definition.preset else {}
    return read_options(game.options, {**base, **definition.options})


def settings_of(bots: BotsSection, place: Path, entrants: Sequence[Entrant]) -> BotSettings:
    """Return how to run bots; raise InvalidOption now if programs take part and cannot be shut in."""
    has_programs = any(is_bot(each.seat) and not kind_of(each.seat) for each in entrants)
    return BotSettings(
        bots.start_seconds,
        bots.patience,
        bots.clock,
        bots.pause,
        choose_level(bots.isolation).level if has_programs else bots.isolation,
        Limits(memory=bots.memory << 20),
        place / "errors",
        (place,),
    )


class Store:
    """The finished matches on disk: a line that says which tournament, then one line a match."""

    def __init__(self, path: Path, fingerprint: str) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        self._head = msgspec.json.encode({"tournament": fingerprint})
        if not path.exists() or not path.read_bytes().strip():
            path.write_bytes(self._head + b"\n")
        elif path.read_bytes().split(b"\n")[0] != self._head:
            raise InvalidOption(
                f"another tournament lies in {str(path.parent)!r}: choose another directory with --save, or remove it"
            )

    def read(self) -> list[Done]:
        """Return the matches there are; a last line that was cut off by a crash is dropped, and played again."""
        data = self.path.read_bytes()
        whole, _, tail = data.rpartition(b"\n")
        if tail:
            self.path.write_bytes(whole + b"\n")
        return [msgspec.json.decode(line, type=Done) for line in whole.split(b"\n")[1:]]

    def append(self, done: Done) -> None:
        """Add a match and wait until it is on disk."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(done) + b"\n")
            file.flush()
            os.fsync(file.fileno())
