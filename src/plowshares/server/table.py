"""One table: a match, who holds its seats, what each screen shows. One lock; nothing here waits for the network."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import msgspec

from plowshares.agents import Agent
from plowshares.agents.base import ask_for
from plowshares.core.errors import IllegalCommand, PlowsharesError
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.match import Command, Match
from plowshares.engine.picks import Picking
from plowshares.engine.story import Story
from plowshares.engine.undo import undo
from plowshares.server import picks, snapshot
from plowshares.server.snapshot import Message
from plowshares.server.store import Holding, Plan


class NotYours(PlowsharesError):
    """Somebody asks for a table at which they hold no seat."""


class Stale(PlowsharesError):
    """A command was meant for a position that is gone."""


class Table:
    """A match with its people, screens and programs.

    A screen that holds several people's seats has a curtain: it is sent nothing of any seat before
    somebody says that this seat's player is ready, and the curtain is part of the server's state.
    """

    def __init__(
        self, name: str, plan: Plan, match: Match, story: Story, agents: dict[int, Agent], held: Sequence[Holding]
    ) -> None:
        self.name, self.plan, self.match, self.story, self.agents = name, plan, match, story, agents
        self.lock = threading.RLock()
        self.version = 0
        self.is_broken = False  # the match may not agree with its record: it must be rebuilt
        self.successor: str | None = None
        self.note = ""  # what everybody at the table is told besides
        self.wake: Callable[[], None] = lambda: None  # tells those who watch; set by whoever runs the table
        self.held = list(held)
        self._open: dict[str, int] = {}  # of each shared screen, the seat whose player is at it
        self._asked: dict[int, int] = {}  # of each program, how often something had been undone when it was asked
        self._came: set[int] = set()  # seats whose guest has asked for the table, though with nothing but a token
        self._door = threading.Lock()
        self._following: Counter[str] = Counter()  # of each holder, the screens that follow the table now
        self._cache: dict[tuple[str, int], Any] = {}  # what was made since the last change
        self._sent: dict[str, tuple[int, str]] = {}  # of each holder, how many messages and the last one's name
        self.made: dict[str, Ready] = {}  # of each holder, the last message
        self._run_clocks()

    # Who asks

    def seats_of(self, holder: str) -> list[int]:
        """List the seats somebody holds; SPECTATOR alone for somebody who may only watch."""
        seats = sorted({each.seat for each in self.held if each.holder == holder})
        if not seats:
            raise NotYours("you hold no seat at this table; ask for a link")
        return [seat for seat in seats if seat != SPECTATOR] or [SPECTATOR]

    def is_owner(self, holder: str) -> bool:
        """Ask whether somebody opened this table."""
        return any(each.holder == holder and each.is_owner for each in self.held)

    def open_seats(self) -> list[int]:
        """List the seats for guests that nobody has taken yet."""
        taken = {each.seat for each in self.held if not each.is_link} | self._came
        taken |= {seat for seat, done in enumerate(self.match.done) if done}
        return [i for i, seat in enumerate(self.plan.seats) if seat.kind == "link" and i not in taken]

    def greet(self, holder: str) -> None:
        """Note that the guest of a seat has come, whose token is all there is of them."""
        with self.lock:
            self._came |= self._guests(holder)
            self._changed()

    def is_expected(self, holder: str) -> bool:
        """Ask whether somebody is a guest who has not been greeted yet."""
        return not self._guests(holder) <= self._came

    def _guests(self, holder: str) -> set[int]:
        return {each.seat for each in self.held if each.is_link and each.holder == holder} - {SPECTATOR}

    def follow(self, holder: str, more: int) -> None:
        """Count the screens that follow the table, one more or one less; tell the others if that is news."""
        with self._door:  # not the table's lock: nobody who comes waits for a drawing
            before = self.present()
            self._following[holder] += more
            is_news = self.present() != before
        if is_news:
            self.wake()

    def present(self) -> list[bool]:
        """List for each seat whether somebody who holds it follows the table; programs are always there."""
        there = {each.seat for each in self.held if self._following[each.holder] > 0}
        people = ("me", "here", "link")
        return [plan.kind not in people or seat in there for seat, plan in enumerate(self.plan.seats)]

    def viewer_of(self, holder: str) -> int | None:
        """Return the seat that somebody's screen shows now; None while its curtain is closed."""
        seats = self.seats_of(holder)
        if len(seats) == 1:
            return seats[0]
        if self.match.result:
            return SPECTATOR
        opened = self._open.get(holder)
        return opened if opened in seats and opened not in self.match.left else None

    def call_of(self, holder: str) -> int | None:
        """Return the seat whose player a shared screen asks for next, or None while it has to wait."""
        waiting = self.match.waiting()
        return next((seat for seat in self.seats_of(holder) if seat in waiting), None)

    # What is shown

    def message_for(self, holder: str) -> Message:
        """Return all that somebody's screen shows now."""
        with self.lock:
            made = self._message_for(holder)
            count, last = self._sent.get(holder, (0, ""))
            if made.name != last:
                self._sent[holder] = count + 1, made.name
            return made

    def order_of(self, holder: str) -> int:
        """Return how many messages there have been for somebody.

        Answers and events come by different ways, and a screen must not go back to an older message. The number counts
        what the holder could see, and nothing else.
        """
        return self._sent.get(holder, (0, ""))[0]

    def _message_for(self, holder: str) -> Message:
        viewer, extra = self.viewer_of(holder), self._extra(holder)
        if viewer is None:
            return snapshot.curtain(self.match, self.story.names, self.call_of(holder), extra)
        picking = self._picking(viewer)
        decision = self._decision(viewer, picking)
        made: Message = self._cached(
            f"message {extra}", viewer, lambda: snapshot.show(self.match, self.story, viewer, picking, extra, decision)
        )
        return made

    def choices_for(self, holder: str, path: Sequence[str]) -> list[str]:
        """List the legal actions that begin with some picks, as text."""
        with self.lock:
            viewer = self.viewer_of(holder)
            picking = None if viewer is None else self._picking(viewer)
            if viewer is None or picking is None:
                return []
            return picks.choices(self.match, viewer, picking, path)

    def log_for(self, holder: str) -> list[str]:
        """Return everything that somebody's screen may read of what has happened."""
        with self.lock:
            viewer = self.viewer_of(holder)
            return [] if viewer is None else self.story.lines(viewer)

    # What people do

    def pick(self, holder: str, at: str, path: Sequence[str]) -> dict[str, Any] | None:
        """Follow picks: return what can come next, or None if they were whole and have been played."""
        with self.lock:
            seat, picking = self._decide(holder, at)
            action = picking.action(path)
            if action is not None:
                self._play(seat, [action])
                return None
            return picks.follow(self.match, Viewer(seat, self.story.names), picking, path)

    def command(self, holder: str, at: str, command: Command) -> None:
        """Play a command in the game's notation."""
        with self.lock:
            seat, _ = self._decide(holder, at)
            self._play(seat, command)

    def ask_hint(self, holder: str, at: str) -> tuple[int, Any, list[int]]:
        """Return who asks for a hint, their view and what they may do; IllegalCommand where the table allows none."""
        with self.lock:
            if not self.plan.hints:
                raise IllegalCommand("no-hints", "this table was opened without hints")
            seat, _ = self._decide(holder, at)
            return seat, self.match.view(seat), self.match.legal(seat)

    def take_back(self, holder: str, at: str) -> None:
        """Forget an unfinished command."""
        with self.lock:
            seat, _ = self._decide(holder, at)
            with self._changing():
                self.match.take_back(seat)

    def undo(self, holder: str, at: str) -> None:
        """Take back the last command of whoever is at somebody's screen; `at` is the name they know it by."""
        with self.lock:
            seat = self.viewer_of(holder)
            if seat is None or seat == SPECTATOR:
                raise IllegalCommand("not-a-seat", "nobody who may act is at this screen")
            known = picks.name_command(self.match, seat)
            if known is None:
                raise IllegalCommand("nothing-to-undo", "you have no command to undo, or others have acted since")
            if at != known:
                raise Stale("that is not your last command any more; look again")
            with self._changing():
                undo(self.match, seat)

    def resign(self, holder: str) -> None:
        """Give up the seat that somebody's screen shows."""
        with self.lock:
            seat = self.viewer_of(holder)
            if seat is None or seat == SPECTATOR:
                raise IllegalCommand("not-a-seat", "only a player who is at the screen can resign")
            with self._changing():
                self.match.resign(seat)

    def ready(self, holder: str, seat: int) -> None:
        """Open the curtain for the player who was called."""
        with self.lock:
            if self.viewer_of(holder) is None:
                if self.call_of(holder) != seat:
                    raise Stale("it is not this player's turn any more")
                self._open[holder] = seat
                self._changed()

    def hide(self, holder: str) -> None:
        """Close the curtain."""
        with self.lock:
            self.seats_of(holder)
            self._open.pop(holder, None)
            self._changed()

    def sit_down(self, holding: Holding) -> None:
        """Let somebody hold a seat from now on."""
        with self.lock:
            self.held.append(holding)
            self._changed()

    def drop_links(self, seat: int) -> None:
        """Forget the links of a seat."""
        with self.lock:
            self.held = [each for each in self.held if not (each.is_link and each.seat == seat)]

    # What programs and clocks do

    def next_agent(self) -> tuple[int, Any] | None:
        """Return a seat whose program is to act, and what to ask it."""
        with self.lock:
            for seat in self.match.to_act():
                if seat in self.agents and seat not in self.match.left:
                    self._asked[seat] = sum(self.match.undos)
                    return seat, ask_for(self.match, seat)
            return None

    def play_agent(self, seat: int, command: Command) -> None:
        """Play what a program answered, unless it was asked about a position that has been undone since."""
        with self.lock:
            self.check_time()
            is_asked = self._asked.get(seat) == sum(self.match.undos)
            if is_asked and seat in self.match.to_act() and seat not in self.match.left:
                self._play(seat, command)

    def set_note(self, words: str) -> None:
        """Tell everybody at the table something that has nothing to do with the match."""
        with self.lock:
            self.note = words
            self._changed()

    def drop_agent(self, seat: int, reason: str = "crash") -> None:
        """Let a program leave that has failed."""
        with self.lock:
            if not self.match.result and seat not in self.match.left:
                with self._changing():
                    self.match.resign(seat, reason)

    def check_time(self) -> None:
        """Let seats leave whose time is up."""
        with self.lock:
            if not self.match.result and self.match.clocks.expired():
                with self._changing():
                    self.match.check_time()

    def clocks(self) -> list[dict[str, Any]] | None:
        """Return everybody's time."""
        with self.lock:
            return snapshot.clocks(self.match)

    # Inside

    def _decide(self, holder: str, at: str) -> tuple[int, Picking]:
        """Return who is about to act and what they can pick, if they have seen the position as it is."""
        seat = self.viewer_of(holder)
        if seat is None or seat == SPECTATOR:
            raise IllegalCommand("not-your-turn", "nobody who may act is at this screen")
        picking = self._picking(seat)
        if at not in (self.message_for(holder).name, self._decision(seat, picking) or None):
            raise Stale("the position has changed meanwhile; look again and choose again")
        if picking is None:
            raise IllegalCommand("not-your-turn", "it is not your turn")
        return seat, picking

    def _decision(self, seat: int, picking: Picking | None) -> str:
        return "" if picking is None else picks.name_decision(self.match, seat, picking)

    def _play(self, seat: int, command: Command) -> None:
        with self._changing():
            self.match.play(seat, command)

    def _picking(self, viewer: int) -> Picking | None:
        if viewer not in self.match.to_act() or viewer in self.match.left:
            return None
        made: Picking = self._cached("picking", viewer, lambda: picks.new_picking(self.match, viewer))
        return made

    def _cached(self, what: str, viewer: int, make: Callable[[], Any]) -> Any:
        if (what, viewer) not in self._cache:
            self._cache[what, viewer] = make()
        return self._cache[what, viewer]

    def _extra(self, holder: str) -> dict[str, Any]:
        owner = self.is_owner(holder)
        return {
            "table": self.name,
            "shared": len(self.seats_of(holder)) > 1,
            "owner": owner,
            "open_seats": self.open_seats(),
            "rematch": self.successor,
            "hints": self.plan.hints,
            "note": self.note,
            "kinds": [seat.kind for seat in self.plan.seats],
        }

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Tell everybody afterwards, of refusals too: a command may be refused because time ran out."""
        try:
            yield
        except IllegalCommand:
            raise
        except Exception:
            self.is_broken = True
            raise
        finally:
            self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._cache.clear()
        self._run_clocks()
        self.wake()

    def _run_clocks(self) -> None:
        """Let time run only for those who can play: not behind a curtain, not before a guest or a program is there."""
        if self.match.result:
            return
        shared = {each.holder for each in self.held if not each.is_link}
        hidden: set[int] = set(self.open_seats()) | (set(self.agents) if self.note else set())
        for holder in shared:
            seats = self.seats_of(holder)
            if len(seats) > 1:
                hidden.update(seat for seat in seats if seat != self.viewer_of(holder))
        running = [seat for seat in self.match.to_act() if seat not in self.match.left and seat not in hidden]
        self.match.clocks.start(running)


class Ready(NamedTuple):
    """What somebody's screen shows, as it was made last."""

    version: int
    present: list[bool]
    order: int
    message: Message


def encode_state(table: Table, holder: str) -> tuple[str, bytes]:
    """Return the name of somebody's message, and the message with its number, the clocks, and who is there."""
    with table.lock:
        ready = Ready(table.version, table.present(), 0, table.message_for(holder))
        ready = ready._replace(order=table.order_of(holder))
        clocks = table.clocks()
        if clocks is None:  # clocks run: with them no two answers are the same
            table.made[holder] = ready
    return _encode(ready, clocks)


def find_encoded(table: Table, holder: str) -> tuple[str, bytes] | None:
    """Return the same if nothing has changed since it was made; takes no lock, so the event loop can ask."""
    ready = table.made.get(holder)
    if ready is None or ready.version != table.version or ready.present != table.present():
        return None
    return _encode(ready, None)


def _encode(ready: Ready, clocks: list[dict[str, Any]] | None) -> tuple[str, bytes]:
    answer = {
        "state": msgspec.Raw(ready.message.body),
        "order": ready.order,
        "clocks": clocks,
        "present": ready.present,
    }
    return ready.message.name, msgspec.json.encode(answer)
