"""One match of a study: played, noted down, and its record saved if it is to be a sample.

Built-in players are asked directly, without the referee's bookkeeping; bots, and matches whose record is
wanted, sit at a table of the arena. Both ways give the same match and the same row.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from plowshares import registry
from plowshares.agents import Agent, Ask
from plowshares.arena.bot_definition import is_bot
from plowshares.arena.job import Entrant, Job, derive
from plowshares.arena.player import BuiltIn
from plowshares.arena.referee import Table
from plowshares.arena.series import rotate
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options, read_options
from plowshares.core.seats import has_seat, seats_of
from plowshares.engine.clock import parse_time
from plowshares.engine.match import Event
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
    table = Table(game, options, job.seed, seated, parse_time(job.time), listener=listen)
    result = table.play().result
    if record is not None:
        save(table, record)
    noted = observers[0].finish(table.match.state, result.reason, result.outcome)
    return {"outcome": result.outcome, "scores": result.scores, **noted}


def save(table: Table, path: Path) -> None:
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


def play_directly(
    job: Job, game: Game, options: Options, order: Callable[[int], Iterable[int]] = seats_of
) -> dict[str, Any]:
    """Ask built-in players one after the other until the match is over; `order` is for those who choose at one time."""
    s = game.start(options, job.seed)
    seats = len(job.entrants)
    space = game.actions.space(options)
    observer = Observer(game, space, s, seats)
    agents = [agent_of(job, game, entrant) for entrant in job.entrants]
    while not game.rules.is_over(s):
        for seat in order(game.rules.to_act(s)):
            if has_seat(game.rules.to_act(s), seat):
                s = play_command(game, s, seat, agents, observer)
    outcome, scores = np.zeros(seats), np.zeros(seats)
    game.rules.outcome(s, outcome)
    game.rules.scores(s, scores)
    utilities = tuple(outcome.tolist())
    reason = game.notation.describe_result(s)[0]
    return {
        "outcome": utilities,
        "scores": tuple(scores.tolist()),
        **observer.finish(s, reason, utilities),
    }


def agent_of(job: Job, game: Game, entrant: Entrant) -> Agent:
    """Return the agent of an entrant, as it would sit at a table."""
    player = players.make(job, game, entrant)
    assert isinstance(player, BuiltIn)
    return player.agent


def play_command(game: Game, s: Any, seat: int, agents: Sequence[Agent], observer: Observer) -> Any:
    """Ask a seat for actions until its command is complete; return the State after it."""
    actions: list[int] = []
    while not actions or game.rules.is_unfinished(s, seat):
        legal = game.legal(s, seat)
        action = agents[seat].choose(Ask(game.view_of(s, seat), seat, legal, math.inf, len(agents)))
        if not isinstance(action, int) or action not in legal:
            raise PlowsharesError(f"{agents[seat].name} answered {action!r}, which is no legal action: this is a bug")
        observer.decide(len(legal), action)
        actions.append(action)
        s = game.play(s, seat, action)
    observer.command(s, seat, tuple(actions))
    return s
