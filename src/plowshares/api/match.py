"""A match as a Python object: play it, look at it, ask for advice, step back, save it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from plowshares.agents import Advice, Agent, Ask, advise, make_agent
from plowshares.api.review import Review, make_review
from plowshares.api.view import View
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.formats import InvalidFile, Left, Played, Transcript
from plowshares.core.game import Game
from plowshares.core.options import Options, to_plain
from plowshares.core.plain_text import plain
from plowshares.core.review import Hidden
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.beliefs import WORLDS
from plowshares.engine.match import Checkpoint, Command, Event, Result, Turn
from plowshares.engine.match import Match as EngineMatch
from plowshares.engine.record import Recorder, read_record
from plowshares.review.hidden import beliefs_of, hidden_things
from plowshares.review.moments import Moments
from plowshares.review.reviewer import Progress

NO_LIMIT = float("inf")


class Step:
    """A command that was played, with the position before and after it."""

    def __init__(self, match: Match, index: int, turn: Turn, before: Any, after: Any) -> None:
        self._game, self._names = match.engine.game, match.names
        self._before, self._after = before, after
        self.index = index  # from 0
        self.seat = turn.seat
        self.text = turn.text
        self.actions = turn.actions

    def view(self, seat: int | None = None) -> View:
        """Return what a seat knew after the command; by default the seat that played it."""
        return self._look(self._after, seat)

    def before(self, seat: int | None = None) -> View:
        """Return what a seat knew when the command was chosen; by default the seat that played it."""
        return self._look(self._before, seat)

    def news(self, seat: int | None = None) -> list[str]:
        """Return what a seat could read about it in the log, in sentences."""
        viewer = self.seat if seat is None else seat
        return self._game.notation.tell(self.before(viewer).state, self.view(viewer).state, viewer)

    def beliefs(self, seat: int | None = None, worlds: int = WORLDS) -> list[Hidden]:
        """Return what a seat should believe about hidden things after the command, with the evidence in words.

        Each has `label`, `guesses` (with `label` and `chance`, the likeliest first) and `evidence`. It is made from
        that seat's view alone, over that many sampled worlds.
        """
        viewer = self.seat if seat is None else seat
        return _believe(self._game, self.view(viewer).state, Viewer(viewer, self._names), worlds)

    def _look(self, state: Any, seat: int | None) -> View:
        viewer = self.seat if seat is None else seat
        return View(self._game, self._game.view_of(state, viewer), viewer)

    def __repr__(self) -> str:
        return f"<step {self.index}: seat {self.seat} {self.text!r}>"

    def _repr_svg_(self) -> str:
        return self.view().svg


class Call(NamedTuple):
    """What was asked of a match, to be asked again when it is saved, and how the match stood before."""

    before: Checkpoint
    seat: int
    command: Command | None
    left: str = ""


class Moment(NamedTuple):
    """A command with the full States around it."""

    turn: Turn
    before: Any
    after: Any


class Match:
    """One match of any game, begun by `plowshares.new` or read by `plowshares.load`.

    You are the referee here: you play for every seat. What a seat may know is `match.view(seat)`; agents and hints
    get that and nothing else.
    """

    def __init__(self, game: Game, options: Options, seed: int, names: Sequence[str] | None, position: str) -> None:
        self._calls: list[Call] = []
        self._moments: list[Moment] = []
        self._agents: dict[tuple[str, int], Agent] = {}
        self.source: bytes | None = None  # the record it was read from, as long as nothing was changed
        self.note = ""  # how a foreign file says that it ended
        self.engine = EngineMatch(game, options, seed, names, listener=self._hear, now=_stand_still, position=position)

    @classmethod
    def begin(cls, game: Game, options: Options, seed: int, names: Sequence[str] | None, position: str = "") -> Self:
        """Begin a match; `plowshares.new` reads names of games, presets and options for it."""
        return cls(game, options, seed, names, position)

    def _hear(self, event: Event) -> None:
        """Keep the States around every command. They are shared with the match, which never changes one."""
        if event.turn is not None:
            self._moments.append(Moment(event.turn, event.match.state, event.state))
        elif event.undone is not None:
            self._moments.pop()

    # What it is

    @property
    def game(self) -> str:
        """The name of the game."""
        return self.engine.game.name

    @property
    def options(self) -> dict[str, Any]:
        """The options, all defaults filled in."""
        return to_plain(self.engine.options)

    @property
    def seed(self) -> int:
        """The seed that decides all chance of the match."""
        return self.engine.seed

    @property
    def seats(self) -> int:
        """How many play."""
        return self.engine.seats

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self.engine.names

    # Asking

    @property
    def to_act(self) -> list[int]:
        """The seats that owe a decision; several where choices are made at the same time, none at the end."""
        return self.engine.waiting()

    @property
    def result(self) -> Result | None:
        """How the match ended: `reason`, `sentence`, `outcome` (1 won … -1 lost, by seat) and `scores`; else None."""
        return self.engine.result

    def legal(self, seat: int | None = None) -> list[str]:
        """List what a seat may do now, as texts that `play` takes; empty if it is not to act.

        Without a seat, what the first seat that is to act may do. Where a command takes several decisions, its first.
        """
        chosen = self._seat(seat)
        view = self.engine.view(chosen)
        write = self.engine.game.notation.format
        return [write(view, chosen, (action,)) for action in self.engine.legal(chosen)]

    def actions(self, seat: int | None = None) -> list[int]:
        """List the same as action numbers, in the same order."""
        return self.engine.legal(self._seat(seat))

    def view(self, seat: int | None = None) -> View:
        """Return what a seat may know, -1 for a spectator; by default the first seat that is to act."""
        chosen = self._seat(seat, spectator=True)
        return View(self.engine.game, self.engine.view(chosen), chosen)

    def show(self, seat: int | None = None) -> View:
        """Return the picture of the board as a seat sees it; a notebook draws it, `print` writes it as text."""
        return self.view(seat)

    def log(self, seat: int = SPECTATOR) -> list[str]:
        """Return what a seat, by default a spectator, could read in the log so far."""
        chosen = self._seat(seat, spectator=True)
        game = self.engine.game
        lines = [line for step in self for line in step.news(chosen)]
        if self.result and lines[-1:] != [self.result.sentence]:
            lines += [f"{game.notation.seat_name(self.view(chosen).state, each)} left." for each in self.engine.left]
            lines.append(self.result.sentence)
        return lines

    def _seat(self, seat: int | None, spectator: bool = False) -> int:
        if seat is None:
            return next(iter(self.engine.waiting()), 0)
        first = SPECTATOR if spectator else 0
        if not isinstance(seat, (int, np.integer)) or not first <= int(seat) < self.seats:
            raise InvalidOption(f"there is no seat {seat!r}: this match has seats 0 to {self.seats - 1}")
        return int(seat)

    # Playing

    def play(self, command: Command, seat: int | None = None) -> str:
        """Play a command: a text as `legal` lists it or as people type it, an action number, or a JSON object.

        Without a seat, for the first that is to act. Return the command's canonical text; empty if it is begun and
        needs further decisions. An illegal command raises IllegalCommand, which says why, and changes nothing.
        """
        chosen = self._seat(seat)
        before = self.engine.checkpoint()
        turns = self.engine.play(chosen, command)
        self.note_call(Call(before, chosen, command))
        return "; ".join([turn.text for turn in turns])

    def resign(self, seat: int | None = None, reason: str = "resigned") -> None:
        """Let a seat give up."""
        chosen = self._seat(seat)
        before = self.engine.checkpoint()
        self.engine.resign(chosen, reason)
        self.note_call(Call(before, chosen, None, reason))

    def abandon(self, reason: str = "agreed") -> None:
        """End the match without a winner, as by agreement."""
        before = self.engine.checkpoint()
        self.engine.abandon(reason)
        self.note_call(Call(before, SPECTATOR, None, reason))

    def undo(self, count: int = 1) -> None:
        """Step back by this many calls of `play` or `resign`, of any seat; up to the beginning of the match."""
        if not isinstance(count, int) or not 1 <= count <= len(self._calls):
            raise IllegalCommand(
                "nothing-to-undo", f"{len(self._calls)} commands were played, {count!r} cannot be undone"
            )
        before = self._calls[-count].before
        del self._calls[-count:]
        del self._moments[before.history :]
        self.engine.restore(before)
        self.source = None

    def note_call(self, call: Call) -> None:
        """Note a command that was played on `engine` directly, as by a reader of files, so that it can be undone."""
        self._calls.append(call)
        self.source = None

    def forget_call(self) -> None:
        """Forget the last command: it was undone on `engine` directly."""
        self._calls.pop()
        self.source = None

    def copy(self) -> Match:
        """Return an independent copy of the match, to try something."""
        twin = Match(self.engine.game, self.engine.options, self.seed, self.names, self.engine.position)
        twin._calls, twin._moments = list(self._calls), list(self._moments)
        twin.source, twin.note = self.source, self.note
        twin.engine.history = list(self.engine.history)
        twin.engine.restore(self.engine.checkpoint())
        return twin

    # Advice

    def ask(self, level: str = "hard", seat: int | None = None) -> str:
        """Return what a built-in player would play: `easy`, `medium`, `hard`, `expert`, `greedy` or `random`.

        It sees the seat's view and nothing else. Nothing is played: `match.play(match.ask("hard"))` does that.
        """
        ask = self._question(seat)
        if (level, ask.seat) not in self._agents:
            self._agents[level, ask.seat] = make_agent(level, self.engine.game, self.seed + ask.seat)
        answer = self._agents[level, ask.seat].choose(ask)
        actions = self.engine.read(ask.seat, answer)
        return self.engine.game.notation.format(ask.view, ask.seat, actions)

    def hint(self, seat: int | None = None, seconds: float = 0.5, simulations: int | None = None) -> list[Advice]:
        """Search for a while and return the best decisions found, best first.

        Each has `text`, `chance` (of winning, 0 to 1), `reason` and `line` (what is expected to follow). A number of
        `simulations` instead of `seconds` makes it repeatable.
        """
        if seconds <= 0 or (simulations is not None and simulations < 1):
            raise InvalidOption(f"a search takes time: seconds={seconds!r}, simulations={simulations!r}")
        ask = self._question(seat)
        found = advise(
            self.engine.game, ask.view, ask.seat, ask.legal, self.seats, seconds, simulations, self.engine.names
        )
        return [replace(each, reason=plain(each.reason)) for each in found]

    def beliefs(self, seat: int | None = None, worlds: int = WORLDS) -> list[Hidden]:
        """Return what a seat should believe about hidden things now, from its view alone; see `Step.beliefs`."""
        chosen = self._seat(seat)
        return _believe(self.engine.game, self.engine.view(chosen), Viewer(chosen, self.names), worlds)

    def review(self, depth: str = "full", tell: Progress | None = None) -> Review:
        """Review what was played: chances by what each seat knew and with everything known, verdicts, luck.

        `depth` is `quick` (only the two curves), `full` or `deep`; `tell` is called with the share that is done.
        """
        record = read_record(self.to_record())
        return make_review(Moments(record, lambda name: self.engine.game), self.names, depth, tell)

    def _question(self, seat: int | None) -> Ask:
        chosen = self._seat(seat)
        legal = self.engine.legal(chosen)
        if not legal:
            raise IllegalCommand("not-your-turn", f"seat {chosen} is not to act")
        return Ask(self.engine.view(chosen), chosen, legal, NO_LIMIT, self.seats)

    # What was played

    @property
    def steps(self) -> list[Step]:
        """All commands so far, with the positions around them."""
        return [Step(self, index, *moment) for index, moment in enumerate(self._moments)]

    @property
    def moments(self) -> list[Moment]:
        """The commands with the full States around them, secrets and all; not to be changed."""
        return list(self._moments)

    def to_transcript(self) -> Transcript:
        """Return the match as foreign formats are written from it."""
        commands = [Played(moment.turn.seat, moment.turn.text) for moment in self._moments]
        left = next((Left(seat, reason) for seat, reason in self.engine.left.items()), None)
        return Transcript(self.options, commands, self.names, left, bool(self.engine.abandoned), self.note)

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self._moments)

    # Writing it down

    def position(self) -> str:
        """Write the position as text, which `plowshares.new(game, position=…)` plays on from.

        It holds everybody's secrets. Games without a notation for positions raise InvalidOption.
        """
        positions = self.engine.game.positions
        if positions is None:
            raise InvalidOption(f"{self.engine.game.title} has no notation for positions; use `match.copy()`")
        if any(self.engine.draft(seat) for seat in self.to_act):
            raise IllegalCommand("begun", "a command is begun: finish it or undo it before the position is written")
        return positions.write(self.engine.state)

    def save(self, path: str | PathLike[str]) -> Path:
        """Write the match as a record, whole or not at all; `plowshares replay`, `verify` and `load` read it."""
        place = Path(path)
        part = place.parent / f"{place.name}.part"
        try:
            part.write_bytes(self.to_record())
            part.replace(place)
        except OSError as error:
            raise InvalidFile(f"cannot write {str(path)!r}: {(error.strerror or str(error)).lower()}") from None
        return place

    def to_record(self) -> bytes:
        """Return the record of the match: JSON lines, with everybody's secrets."""
        if self.source is not None:
            return self.source
        lines: list[bytes] = []
        inner = self.engine
        again = EngineMatch(
            inner.game, inner.options, self.seed, self.names, None, Recorder(lines.append), _stand_still, inner.position
        )
        for call in self._calls:
            if call.command is not None:
                again.play(call.seat, call.command)
            elif call.seat == SPECTATOR:
                again.abandon(call.left)
            else:
                again.resign(call.seat, call.left)
        return b"".join(line + b"\n" for line in lines)

    def _repr_svg_(self) -> str:
        return self.view(0).svg

    def __str__(self) -> str:
        return str(self.view(0))

    def __repr__(self) -> str:
        title = self.engine.game.title
        if self.result:
            return f"<{title}, {len(self)} commands: {self.result.sentence}>"
        waiting = " and ".join(f"seat {seat}" for seat in self.to_act)
        return f"<{title}, {len(self)} commands, {waiting} to act>"


def _stand_still() -> float:
    """Return the time of a clock that does not run: nobody's time is short here."""
    return 0.0


def _believe(game: Game, view: Any, viewer: Viewer, worlds: int) -> list[Hidden]:
    return hidden_things(game, view, viewer, beliefs_of(game, view, viewer.seat, worlds))
