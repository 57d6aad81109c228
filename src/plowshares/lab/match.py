"""One match of a study: played, measured, and its record saved if it is a sample.

Built-in players play on a bare State, without records and clocks. Bots, and matches whose record is wanted, play a
match of the arena. Both ways use the same referee loop and give the same row.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from plowshares import registry
from plowshares.agents import Agent, Ask
from plowshares.agents.referee import Order, Referee
from plowshares.arena.bot_definition import is_bot
from plowshares.arena.job import Entrant, Job, derive
from plowshares.arena.player import BuiltIn
from plowshares.arena.referee import RefereedMatch
from plowshares.arena.series import rotate
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options, read_options
from plowshares.core.seats import seats_of
from plowshares.engine.clock import parse_time
from plowshares.engine.match import Command, Event
from plowshares.lab import entrants as players
from plowshares.lab.observer import Observer, Row


class Batch(msgspec.Struct, frozen=True):
    """Some matches of one variant, in plain values that can be sent to a worker."""

    index: int
    game: str
    variant: int
    options: dict[str, Any]
    entrants: tuple[Entrant, ...]
    seed: int
    time: str
    numbers: tuple[int, ...]
    records: Path | None = None
    samples: int = 0  # how many matches, from the first on, are kept as records


def run_batch(batch: Batch) -> list[Row]:
    """Play the matches of a batch."""
    game = registry.find(batch.game)
    options = _read(game.options, msgspec.json.encode(batch.options))
    return [play(batch, game, options, number) for number in batch.numbers]


@functools.lru_cache(maxsize=64)
def _read(kind: type[Options], plain: bytes) -> Options:
    """Read options once for all batches of a variant: checking them takes as long as a short match."""
    return read_options(kind, msgspec.json.decode(plain))


def record_name(variant: int, number: int) -> str:
    """Return the file name of a sample."""
    return f"{variant + 1:03d}-{number + 1:05d}.jsonl"


def play(batch: Batch, game: Game, options: Options, number: int) -> Row:
    """Play one match; its chance depends on the seed, the group and the players, never on the variant."""
    seats = len(batch.entrants)
    group, turn = divmod(number, seats)
    seated = tuple(rotate(batch.entrants, turn))
    job = Job(turn, batch.game, batch.options, derive(batch.seed, group), seated, batch.time)
    is_sample = number < batch.samples and batch.records is not None
    if is_sample or batch.time != "none" or any(is_bot(each.seat) for each in seated):
        path = batch.records / record_name(batch.variant, number) if is_sample and batch.records else None
        noted = play_at_table(job, game, options, path)
    else:
        noted = play_directly(job, game, options)
    names = tuple(each.name for each in seated)
    return Row(batch.variant, number, group, turn, f"{job.seed:#x}", names, **noted)


def play_at_table(job: Job, game: Game, options: Options, record: Path | None) -> dict[str, Any]:
    """Play at a table of the arena and note everything that its match tells."""
    observers: list[Observer] = []
    space = game.actions.space(options)

    def listen(event: Event) -> None:
        if event.kind == "start":
            observers.append(Observer(game, space, event.state, event.match.seats))
        elif event.turn is not None:
            note_turn(observers[0], event)

    seated = [players.make(job, game, entrant) for entrant in job.entrants]
    table = RefereedMatch(game, options, job.seed, seated, parse_time(job.time), listener=listen)
    result = table.play().result
    if record is not None:
        save(table, record)
    noted = observers[0].finish(table.match.state, result.reason, result.outcome)
    return {"outcome": result.outcome, "scores": result.scores, **noted}


def save(table: RefereedMatch, path: Path) -> None:
    """Save the record of a match, or say why that failed and what to do."""
    try:
        table.save(path)
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise PlowsharesError(
            f"cannot write {str(path)!r}: {why}; finished games are kept, start again to go on"
        ) from None


def note_turn(observer: Observer, event: Event) -> None:
    """Note a command that a match tells of, action by action."""
    turn, game = event.turn, observer.game
    assert turn is not None
    s = event.match.state.clone()
    for action in turn.actions:
        observer.decide(len(game.legal(s, turn.seat)), action)
        s = game.play(s, turn.seat, action)
    observer.command(event.state, turn.seat, turn.actions)


class BareMatch:
    """A State that built-in agents play on, with an observer and without records, drafts, clocks or undo."""

    undos: Sequence[int] = ()

    def __init__(self, game: Game, options: Options, seed: int, agents: Sequence[Agent]) -> None:
        self.game, self.agents = game, agents
        self.state = game.start(options, seed)
        self.observer = Observer(game, game.actions.space(options), self.state, len(agents))
        self._actions: list[int] = []  # of the command in the making
        self._legal: list[int] = []

    def waiting(self) -> list[int]:
        """List the seats that owe a decision."""
        return seats_of(self.game.rules.to_act(self.state))

    def ask(self, seat: int) -> Ask:
        """Return what to ask the agent on a seat."""
        self._legal = self.game.legal(self.state, seat)
        return Ask(self.game.view_of(self.state, seat), seat, self._legal, math.inf, len(self.agents))

    def play(self, seat: int, command: Command) -> list[tuple[int, ...]]:
        """Play the action that an agent chose; return the command that it completed, if it did."""
        if not isinstance(command, int) or command not in self._legal:
            name = self.agents[seat].name
            raise PlowsharesError(f"{name} answered {command!r}, which is not a legal action: this is a bug")
        self.observer.decide(len(self._legal), command)
        self._actions.append(command)
        self.state = self.game.play(self.state, seat, command)
        if self.game.rules.is_unfinished(self.state, seat):
            return []
        actions, self._actions = tuple(self._actions), []
        self.observer.command(self.state, seat, actions)
        return [actions]


def play_directly(job: Job, game: Game, options: Options, order: Order = list) -> dict[str, Any]:
    """Ask built-in players until the match is over; `order` sorts seats that choose at the same time."""
    agents = [agent_of(job, game, entrant) for entrant in job.entrants]
    match = BareMatch(game, options, job.seed, agents)
    referee = Referee(match, order=order, ask=BareMatch.ask)
    while (ask := referee.next_question()) is not None:
        referee.take(ask.seat, agents[ask.seat].choose(ask))
    s = match.state
    outcome, scores = np.zeros(len(agents)), np.zeros(len(agents))
    game.rules.outcome(s, outcome)
    game.rules.scores(s, scores)
    utilities = tuple(outcome.tolist())
    reason = game.notation.describe_result(s)[0]
    return {
        "outcome": utilities,
        "scores": tuple(scores.tolist()),
        **match.observer.finish(s, reason, utilities),
    }


def agent_of(job: Job, game: Game, entrant: Entrant) -> Agent:
    """Return the agent of an entrant, as it would sit at a table."""
    player = players.make(job, game, entrant)
    assert isinstance(player, BuiltIn)
    return player.agent
