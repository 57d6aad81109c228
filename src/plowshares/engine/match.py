"""A match: its seats, history, clocks and result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from plowshares.core.errors import IllegalCommand, PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.parsing import quote
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.engine.clock import Clocks, Now, TimeControl

Command = str | Mapping[str, Any] | int | Sequence[int]
LEAVING = {
    "resigned": "resigned",
    "time": "ran out of time",
    "illegal": "answered with commands that are not legal",
    "crash": "stopped running",
    "failed": "failed at the same time",
    "agreed": "agreed to a draw",
    "away": "stayed away",
}
MOST_STEPS = 16  # commands of a seat that are kept to be undone
CARETAKER_STREAM = 0x7FFF  # of the match's seed; games use small stream numbers


class Turn(msgspec.Struct, frozen=True):
    """One command that was played."""

    seat: int
    actions: tuple[int, ...]
    text: str  # as its own seat writes it: full of that seat's secrets
    spent: float  # seconds of thinking


class Step(NamedTuple):
    """A command with the full States around it, as long as it may still be undone."""

    turn: Turn
    before: Any
    after: Any
    used: float  # seconds that its decision has taken, those for what was undone before included
    moment: float  # when it was complete


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    reason: str
    sentence: str
    outcome: tuple[float, ...]
    scores: tuple[float, ...]


class Event(msgspec.Struct, frozen=True):
    """What listeners hear: the start, a turn that is about to count or to be undone, a seat that leaves, the result.

    `dealt` is told when hidden things are dealt again (`Match.deal_again`); its reason is the seed.
    """

    kind: str  # start, turn, undo, left, dealt, result
    match: Any  # the Match it happens in, as it was before
    state: Any  # the full State after it
    turn: Turn | None = None
    undone: Turn | None = None
    seat: int = SPECTATOR
    reason: str = ""
    result: Result | None = None


class Checkpoint(NamedTuple):
    """Everything that `Match.restore` goes back to. States are shared, not copied: a match never changes one."""

    state: Any
    history: int  # commands that stand
    drafts: dict[int, tuple[int, ...]]
    done: tuple[int, ...]
    undos: tuple[int, ...]
    left: dict[int, str]
    abandoned: str
    caretaker: Any


Listener = Callable[[Event], None]


def ignore(event: Event) -> None:
    """No-op listener."""


def tell_all(*listeners: Listener) -> Listener:
    """Return a listener that passes every event on, in order."""

    def listener(event: Event) -> None:
        for each in listeners:
            each(event)

    return listener


class Match:
    """One match of any game.

    A command may take several actions. While it is incomplete it is a draft: played on a
    private copy, unknown to everybody else, and committed as a whole with its last action.
    A listener hears of each command before it counts; if the listener raises, nothing has changed.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seed: int,
        names: Sequence[str] | None = None,
        time_control: TimeControl | None = None,
        listener: Listener = ignore,
        now: Now = time.monotonic,
        position: str = "",
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.seats = game.state.count_seats(options)
        self.names = tuple(names) if names is not None else tuple(f"seat {i}" for i in range(self.seats))
        if len(self.names) != self.seats:
            raise PlowsharesError(f"{game.name} with these options has {self.seats} seats, got {len(self.names)} names")
        self.space = game.actions.space(options)
        self.position = position  # that it began from; empty for the usual beginning
        self.state = game.start_at(options, seed, position) if position else game.start(options, seed)
        self.clocks = Clocks(time_control or TimeControl(), self.seats, now)
        self.listener = listener
        self.history: list[Turn] = []
        self.done = [0] * self.seats  # commands that each seat has played, those it has undone included
        self.undos = [0] * self.seats  # commands that each seat has undone
        self.left: dict[int, str] = {}  # seats that resigned or ran out of time, with the reason
        self.abandoned = ""  # why all who were left stopped at once, if they did
        self.result: Result | None = None
        self._drafts: dict[int, tuple[int, ...]] = {}
        self._steps: list[list[Step]] = [[] for _ in range(self.seats)]
        self._caretaker = Rng.new()
        seed_rng(self._caretaker, np.uint64(seed), CARETAKER_STREAM)
        self.listener(Event("start", self, self.state))
        self._settle()

    # Asking

    def to_act(self) -> list[int]:
        """List the seats that owe a decision."""
        return [] if self.result else seats_of(self.game.rules.to_act(self.state))

    def waiting(self) -> list[int]:
        """List the seats that owe a decision and have not left the match."""
        return [seat for seat in self.to_act() if seat not in self.left]

    def state_for(self, seat: int) -> Any:
        """Return the full State the seat decides in: the match's, or its own draft. Not to be changed or shown."""
        draft = self._drafts.get(seat)
        return self._simulate(seat, self.state, draft) if draft else self.state

    def view(self, seat: int) -> Any:
        """Return what the seat may know, its own draft included; everything, once the match has ended."""
        if self.result:
            return self.state.clone()
        return self.game.view_of(self.state_for(seat), seat)

    def legal(self, seat: int) -> list[int]:
        """List the actions the seat may take now, ascending."""
        return self.game.legal(self.state_for(seat), seat) if not self.result else []

    def draft(self, seat: int) -> tuple[int, ...]:
        """Return the actions of the seat's unfinished command; empty if it has begun none."""
        return self._drafts.get(seat, ())

    def last_step(self, seat: int) -> Step | None:
        """Return the latest command of a seat that plays, with the States around it. Not to be changed or shown."""
        if self.result or not 0 <= seat < self.seats or seat in self.left or not self._steps[seat]:
            return None
        return self._steps[seat][-1]

    def read(self, seat: int, command: Command) -> tuple[int, ...]:
        """Return the actions a command stands for; raise IllegalCommand if it is none."""
        if isinstance(command, str):
            return self.game.notation.parse(self.view(seat), seat, command)
        if isinstance(command, Mapping):
            return self.game.notation.parse_json(self.view(seat), seat, dict(command))
        if isinstance(command, int | np.integer):
            return (int(command),)
        if not isinstance(command, Sequence) or not all(isinstance(each, int | np.integer) for each in command):
            raise IllegalCommand(
                "bad-syntax", f"a command is a text, an action number or a JSON object, not {quote(command)}"
            )
        return tuple(int(action) for action in command)

    # Playing

    def play(self, seat: int, command: Command) -> list[Turn]:
        """Play a command by text, JSON or actions, all or nothing; return the turns it completed.

        An empty list means that the command is well begun and its seat must go on with it.
        """
        self._check_seat(seat)
        actions = self.read(seat, command)
        self.check_time()  # before the command is tried: seats that leave are played on, and the State changes
        if self.result or seat in self.left:
            raise IllegalCommand("game-over" if self.result else "not-your-turn", f"time ran out before {command!r}")
        commands, rest, after = self._split(seat, actions)
        if len(commands) == 1 and not rest:
            return [self._commit(seat, commands[0], after)]
        turns = [self._commit(seat, each) for each in commands]
        if rest:
            self._drafts[seat] = rest
        return turns

    def take_back(self, seat: int) -> None:
        """Forget the seat's unfinished command, which nobody else has seen."""
        self._drafts.pop(seat, None)

    def undo(self, seat: int) -> Turn:
        """Take a whole command back, the last thing that has happened; return it. The time it took stays spent.

        Whether anybody has learned something by it is not asked here: see engine/undo.py.
        """
        self._check_seat(seat)
        self.check_time()
        self._check_seat(seat)
        step = self.last_step(seat)
        if step is None:
            raise IllegalCommand("nothing-to-undo", "you have no command to undo")
        if seat in self._drafts:
            raise IllegalCommand("begun", "take back first what you have begun")
        if self.history[-1] is not step.turn or self.state is not step.after:
            raise IllegalCommand("acted", "somebody else has acted since")
        self.clocks.check_reopen(seat, step.used, step.moment)
        self.listener(Event("undo", self, step.before, undone=step.turn, seat=seat))
        self.clocks.reopen(seat, step.used, step.moment)
        self.state = step.before
        self.history.pop()
        self._steps[seat].pop()
        self.undos[seat] += 1
        self._drop_impossible_drafts()
        self._settle()
        return step.turn

    def checkpoint(self) -> Checkpoint:
        """Return the present of the match, to go back to."""
        counts = tuple(self.done), tuple(self.undos)
        return Checkpoint(
            self.state,
            len(self.history),
            dict(self._drafts),
            *counts,
            dict(self.left),
            self.abandoned,
            self._caretaker.clone(),
        )

    def restore(self, point: Checkpoint) -> None:
        """Go back to an earlier moment, whichever seats have acted since; listeners are not told.

        For analysis, not for matches that are being recorded: those are undone command by command.
        """
        self.state = point.state
        del self.history[point.history :]
        self.done, self.undos = list(point.done), list(point.undos)
        self.left, self.abandoned, self.result = dict(point.left), point.abandoned, None
        self._drafts, self._caretaker = dict(point.drafts), point.caretaker.clone()
        self._steps = [[] for _ in range(self.seats)]
        self._settle()

    def resign(self, seat: int, reason: str = "resigned") -> None:
        """Let a seat leave. With two seats the other wins; with more the seat is played on at random and comes last."""
        if self.result:
            raise IllegalCommand("game-over", "the match is over, nobody can resign")
        if not 0 <= seat < self.seats or seat in self.left:
            raise IllegalCommand("not-a-seat", f"seat {seat} is not playing")
        self.listener(Event("left", self, self.state, seat=seat, reason=reason))
        self.left[seat] = reason
        self._drafts.pop(seat, None)
        self._settle()

    def abandon(self, reason: str = "failed") -> None:
        """Let all seats that are left stop at once, none of them better off, as when every program fails."""
        if self.result:
            raise IllegalCommand("game-over", "the match is over, nobody can abandon it")
        self.listener(Event("left", self, self.state, reason=reason))
        self.abandoned = reason
        self._drafts.clear()
        self._settle()

    def deal_again(self, seat: int, seed: int) -> None:
        """Deal everything that a seat cannot know again, as the seed decides: one of the worlds that fit its view.

        For playing on from a moment of an earlier match. Nothing before it can be undone.
        """
        self._check_seat(seat)
        dealt = self.game.view_of(self.state, seat)
        self.game.view.sample_for(dealt, seat, np.uint64(seed))
        dealt = self.game.grow_if_full(dealt)
        self.listener(Event("dealt", self, dealt, seat=seat, reason=f"{seed:#x}"))
        self.state = dealt
        self._drafts.clear()
        self._steps = [[] for _ in range(self.seats)]
        self._settle()

    def check_time(self) -> None:
        """Let every seat leave whose time is up."""
        for seat in self.clocks.expired():
            if seat not in self.left and not self.result:
                self.resign(seat, "time")

    # Inside

    def _check_seat(self, seat: int) -> None:
        if self.result:
            raise IllegalCommand("game-over", f"the match is over: {self.result.sentence}")
        if not 0 <= seat < self.seats or seat in self.left:
            raise IllegalCommand("not-your-turn", f"seat {seat} is not playing")

    def _simulate(self, seat: int, s: Any, actions: Sequence[int]) -> Any:
        copy = s.clone()
        for action in actions:
            copy = self.game.play(copy, seat, action)
        return copy

    def _split(self, seat: int, actions: Sequence[int]) -> tuple[list[tuple[int, ...]], tuple[int, ...], Any]:
        """Try actions on a copy; return the whole commands they make, the beginning of one more, and the copy."""
        s = self.state_for(seat).clone()
        commands: list[tuple[int, ...]] = []
        open_command = list(self._drafts.get(seat, ()))
        for action in actions:
            if action not in self.game.legal(s, seat):
                raise self.game.notation.explain(self.game.view_of(s, seat), seat, action)
            s = self.game.play(s, seat, action)
            open_command.append(action)
            if not self.game.rules.is_unfinished(s, seat):
                commands.append(tuple(open_command))
                open_command = []
        return commands, tuple(open_command), s

    def _commit(self, seat: int, actions: tuple[int, ...], after: Any = None, caretaker: bool = False) -> Turn:
        """Play a whole command; `after` is the State that it leads to, if that is known already."""
        text = self.game.notation.format(self.game.view_of(self.state, seat), seat, actions)
        spent = 0.0 if caretaker else self.clocks.spent(seat)
        turn = Turn(seat, actions, text, round(spent, 3))
        if after is None:
            after = self._simulate(seat, self.state, actions)
        self.listener(Event("turn", self, after, turn))
        used = self.clocks.used.get(seat, 0.0) + turn.spent
        self.clocks.stop(seat, turn.spent)  # as recorded: nobody pays for a slow disk
        self._remember(Step(turn, self.state, after, used, self.clocks.now()))
        self.state = after
        self.history.append(turn)
        self.done[seat] += 1
        self._drafts.pop(seat, None)
        self._drop_impossible_drafts()
        if not caretaker:
            self._settle()
        return turn

    def restore_times(self, times: Sequence[tuple[float, float]]) -> None:
        """Give the commands that stand the seconds they took and their decisions used; the rest took none.

        For matches that are resumed: played again they took no time, and it is as if the last had just been completed.
        """
        moment = self.clocks.now()
        given = dict(zip(map(id, self.history), times, strict=False))
        turns = {id(each): msgspec.structs.replace(each, spent=given.get(id(each), (0.0,))[0]) for each in self.history}
        self._steps = [
            [
                step._replace(turn=turns[id(step.turn)], used=given.get(id(step.turn), (0.0, 0.0))[1], moment=moment)
                for step in steps
            ]
            for steps in self._steps
        ]
        self.history = list(turns.values())

    def _remember(self, step: Step) -> None:
        """Keep what may be undone: the latest commands of the acting seat, and the last one of every other seat."""
        for seat, steps in enumerate(self._steps):
            del steps[: -(MOST_STEPS - 1) if seat == step.turn.seat else -1]
        self._steps[step.turn.seat].append(step)

    def _drop_impossible_drafts(self) -> None:
        """Drop the drafts that the last command has made impossible."""
        for seat, draft in list(self._drafts.items()):
            s = self.state.clone()
            for action in draft:
                if action not in self.game.legal(s, seat):
                    del self._drafts[seat]
                    break
                s = self.game.play(s, seat, action)

    def _settle(self) -> None:
        """Play on for seats that have left, notice the end, and set the clocks running."""
        self._play_for_the_absent()
        if self.result is None and self._has_ended():
            result = self._find_result()
            self.listener(Event("result", self, self.state, result=result))
            self.result = result
        self.clocks.start(self.waiting())

    def _has_ended(self) -> bool:
        return self.game.rules.is_over(self.state) or len(self.left) >= self.seats - 1 or bool(self.abandoned)

    def _play_for_the_absent(self) -> None:
        while self.left and not self._has_ended():
            waiting = [seat for seat in seats_of(self.game.rules.to_act(self.state)) if seat in self.left]
            if not waiting:
                return
            seat, s = waiting[0], self.state.clone()
            actions: list[int] = []
            while not actions or self.game.rules.is_unfinished(s, seat):
                legal = self.game.legal(s, seat)
                actions.append(legal[below(self._caretaker, len(legal))])
                s = self.game.play(s, seat, actions[-1])
            self._commit(seat, tuple(actions), caretaker=True)

    def _find_result(self) -> Result:
        scores = np.zeros(self.seats)
        outcome = np.zeros(self.seats)
        self.game.rules.scores(self.state, scores)
        if self.game.rules.is_over(self.state):
            self.game.rules.outcome(self.state, outcome)
            reason, sentence = self.game.notation.describe_result(self.state)
        elif self.abandoned:
            playing = [name for seat, name in enumerate(self.names) if seat not in self.left]
            reason, sentence = self.abandoned, f"{' and '.join(playing)} {describe_leaving(self.abandoned)}."
        else:
            seat, reason = next(reversed(self.left.items()))
            sentence = f"{self.names[seat]} {describe_leaving(reason)}."
        if self.left:
            outcome = place_last(outcome, list(self.left))
            scores = agree(scores, outcome)
        return Result(reason, sentence, tuple(outcome.tolist()), tuple(scores.tolist()))


def describe_leaving(reason: str) -> str:
    """Say in words how a seat left a match."""
    return LEAVING.get(reason, "left")


def place_last(outcome: Any, left: Sequence[int]) -> Any:
    """Rank seats by outcome, those that left behind all others and the first to leave last; return utilities."""
    keys = [
        (0.0, float(value)) if seat not in left else (-1.0, float(left.index(seat)))
        for seat, value in enumerate(outcome)
    ]
    rivals = max(len(keys) - 1, 1)
    utilities = [(sum(k < key for k in keys) - sum(k > key for k in keys)) / rivals for key in keys]
    return np.array(utilities)


def agree(scores: Any, outcome: Any) -> Any:
    """Return the points if they rank the seats as the outcome does, else points for the places: 1 for the first.

    A seat that leaves comes last, however many points it has; and some games give points only at the end.
    """
    seats = range(len(outcome))
    if all(scores[i] > scores[j] for i in seats for j in seats if outcome[i] > outcome[j]):
        return scores
    return (outcome + 1) / 2
