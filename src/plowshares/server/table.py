"""One table: a match, the holders of its seats, its screens. One lock; nothing here waits for the network."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from plowshares.agents import FACES, Agent
from plowshares.agents.referee import Referee
from plowshares.core.errors import IllegalCommand
from plowshares.core.i18n import _, current_language
from plowshares.core.scene import Viewer
from plowshares.core.seats import SPECTATOR
from plowshares.engine.match import Command, Match
from plowshares.engine.picks import Picking
from plowshares.engine.story import Story
from plowshares.engine.undo import undo
from plowshares.server import picks, snapshot
from plowshares.server.consent import UndoRequest, who_must_agree
from plowshares.server.curtain import Curtain
from plowshares.server.draws import DrawOffers
from plowshares.server.errors import NotYours, Stale, StoreFailed
from plowshares.server.guided import GuidedPicking, is_asked, lesson_of, show_lesson
from plowshares.server.meeting.words import subtitle_of
from plowshares.server.plan import Holding, Plan, SeatPlan, display_names
from plowshares.server.presence import Company, Presence
from plowshares.server.screens import Screens, encode
from plowshares.server.seats import Seats
from plowshares.server.snapshot import Message

LOCK_SECONDS = 30.0  # seconds to wait for a table's lock, for example while its holder waits for the database
TRIES = 3  # answers of a bot to one question
EVERYTHING = picks.Page()
MOST_NOTICES = 5  # in a message
FROZEN = _("The rules have changed since this match began. It can be looked at, and not played on.")
WAITS = "the table waits for the database; look again in a moment"


class Table:
    """A match with its people, screens and programs.

    A screen that holds several people's seats has a curtain: it is sent nothing of any seat before
    somebody says that this seat's player is ready, and the curtain is part of the server's state.
    """

    def __init__(
        self,
        name: str,
        plan: Plan,
        match: Match,
        story: Story,
        agents: dict[int, Agent],
        held: Sequence[Holding],
        since: float | None = None,
        is_frozen: bool = False,
    ) -> None:
        self.name, self.plan, self.match, self.story, self.agents = name, plan, match, story, agents
        self.lesson = lesson_of(plan.game) if plan.guide else None
        self.seats = Seats(plan, held)
        self.curtain = Curtain()
        self.presence = Presence(self.seats, time.time() if since is None else since)
        self.screens = Screens()
        self.is_frozen = is_frozen  # it was played under other rules, and can only be looked at
        self.is_broken = False  # the match may not agree with its record: it must be rebuilt
        self.successor: str | None = None
        self.rematch_by: int | None = None  # who has asked for it since the table came into memory
        self.draws = DrawOffers()
        self.said = 0  # messages since the table came into memory
        self.notices: list[str] = []  # what has happened to the seats: everybody at the table is told
        self.wake: Callable[[], None] = lambda: None  # wakes the watchers; set by the table manager
        self._wish: UndoRequest | None = None  # the pending request to take back what others have seen
        self.announcement: Callable[[], str] = lambda: ""  # the owner's announcement
        self.turned: Callable[[frozenset[int]], None] = lambda seats: None  # called with the seats that are to act now
        self._waiting = frozenset(match.waiting())
        self._note = ""  # why something takes long
        self._lock = threading.RLock()
        self._referee = Referee(match, agents, tries=TRIES)
        self._run_clocks()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the table's lock; raise StoreFailed if another thread has held it for too long."""
        if not self._lock.acquire(timeout=LOCK_SECONDS):
            raise StoreFailed(WAITS)
        try:
            yield
        finally:
            self._lock.release()

    # Callers

    def seats_of(self, holder: str) -> list[int]:
        """List a holder's seats; SPECTATOR alone for a holder who may only watch."""
        return self.seats.of(holder)

    def open_seats(self) -> list[int]:
        """List the seats for people that nobody holds; none after the end."""
        return [] if self.match.result else self.seats.open()

    def playing(self) -> list[int]:
        """List the taken seats of people who have not left the match."""
        return [seat for seat in self.seats.people() if self.seats.is_taken(seat) and seat not in self.match.left]

    def follow(self, holder: str, more: int, name: str = "") -> None:
        """Count one more or one fewer following screen; wake the others if presence changed."""
        if self.presence.follow(holder, more, name):
            if more > 0:
                for seat in self.seats.of(holder):
                    self.seats.clear_votes(seat)
            self.wake()
        if more < 0:
            self.screens.forget(holder)

    def present(self) -> Company:
        """Return the people at the table; programs are always present."""
        return self.presence.company()

    def viewer_of(self, holder: str) -> int | None:
        """Return the seat that a holder's screen shows now; None while its curtain is closed."""
        seats = self.seats_of(holder)
        if len(seats) == 1:
            return seats[0]
        if self.match.result:
            return SPECTATOR
        opened = self.curtain.at(holder)
        return opened if opened in seats and opened not in self.match.left else None

    def call_of(self, holder: str) -> int | None:
        """Return the seat whose player a shared screen asks for next, or None while it has to wait."""
        waiting = self.match.waiting()
        return next((seat for seat in self.seats_of(holder) if seat in waiting), None)

    # Messages

    def message_for(self, holder: str) -> Message:
        """Return the message for a holder's screen."""
        with self.locked():
            made = self._message_for(holder)
            self.screens.number(holder, made.name)
            return made

    def encode(self, holder: str) -> tuple[str, bytes]:
        """Return the name of a holder's message, and the message with its number, the clocks and the people present."""
        with self.locked():
            present = self.present()
            ready = self.screens.keep(holder, self._message_for(holder), present)
            return encode(ready, snapshot.clocks(self.match))

    def find_encoded(self, holder: str) -> tuple[str, bytes] | None:
        """Return the encoded message if nothing has changed since it was made. Lock-free."""
        ready = self.screens.find(holder, self.present())
        if ready is None:
            return None
        try:
            return encode(ready, snapshot.clocks(self.match))
        except KeyError:  # a clock was stopped while it was read
            return None

    def _message_for(self, holder: str) -> Message:
        viewer, extra = self.viewer_of(holder), self._extra(holder)
        if viewer is None:
            return snapshot.curtain(self.match, self.story.names, self.call_of(holder), extra)
        picking = self._picking(viewer)
        decision = self._decision(viewer, picking)
        made: Message = self.screens.cached(
            f"message {current_language().code} {extra}",
            viewer,
            lambda: snapshot.show(self.match, self.story, viewer, picking, extra, decision),
        )
        return made

    def choices_for(self, holder: str, path: Sequence[str], page: picks.Page = EVERYTHING) -> tuple[list[str], int]:
        """List legal actions that begin with some picks, as text; return them and how many there are."""
        with self.locked():
            viewer = self.viewer_of(holder)
            picking = None if viewer is None else self._picking(viewer)
            if viewer is None or picking is None:
                return [], 0
            return picks.choices(self.match, viewer, picking, path, page)

    def log_for(self, holder: str) -> list[str]:
        """Return the whole log as a holder's screen may read it."""
        with self.locked():
            viewer = self.viewer_of(holder)
            return [] if viewer is None else self.story.lines(viewer)

    # Actions of people

    def pick(self, holder: str, at: str, path: Sequence[str]) -> dict[str, Any] | None:
        """Follow picks: return what can come next, or None if they were whole and have been played."""
        with self.locked():
            seat, picking = self._decide(holder, at)
            action = picking.action(path)
            if action is not None:
                self._play(seat, [action])
                return None
            return picks.follow(self.match, Viewer(seat, self.story.names), picking, path)

    def prepare(self, holder: str, path: Sequence[str]) -> dict[str, Any]:
        """Follow picks for a seat's next turn, which nobody else hears of; see `picks.pick_ahead`."""
        with self.locked():
            seat = self._acting_seat(holder, _("Nobody at this screen has to act now."))
            return picks.pick_ahead(self.match, Viewer(seat, self.story.names), path)

    def command(self, holder: str, at: str, command: Command) -> None:
        """Play a command in the game's notation."""
        with self.locked():
            seat, _ = self._decide(holder, at)
            self._play(seat, command)

    def ask_hint(self, holder: str, at: str) -> tuple[int, Any, list[int]]:
        """Return the asking seat, its view and its legal actions; raise IllegalCommand if the table allows no hints."""
        with self.locked():
            if not self.plan.hints:
                raise IllegalCommand("no-hints", _("This table was opened without hints."))
            seat = self._decide(holder, at)[0]
            return seat, self.match.view(seat), self.match.legal(seat)

    def take_back(self, holder: str, at: str) -> None:
        """Forget an unfinished command."""
        with self.locked():
            seat, _ = self._decide(holder, at)
            with self._changing():
                self.match.take_back(seat)

    def undo(self, holder: str, at: str) -> None:
        """Take back the last command of the player at a holder's screen; `at` is the name they know it by."""
        with self.locked():
            seat = self._acting_seat(holder, _("Nobody at this screen has to act now."))
            known = picks.name_command(self.match, seat)
            if known is None:
                raise IllegalCommand("nothing-to-undo", _("You have no command to undo, or others have acted since."))
            if at != known:
                raise Stale("that is not your last command any more; look again")
            try:
                with self._changing():
                    self._undo(seat)
            except IllegalCommand as refusal:
                others = who_must_agree(self.seats, seat, self.playing())
                if refusal.code != "revealed" or not others:
                    raise
                self._wish = UndoRequest(self.match, seat, others)
                self.changed()

    def answer_undo(self, holder: str, agrees: bool) -> None:
        """Agree or refuse that another player takes back a command that was seen."""
        with self.locked():
            seats, wish = self.seats_of(holder), self._wish
            if wish is None or not wish.holds(self.match) or wish.show(seats, "") is None or wish.seat in seats:
                raise Stale("nobody asks you to take anything back any more")
            if wish.answer(seats, agrees):
                try:
                    with self._changing():
                        self.match.undo(wish.seat)
                except IllegalCommand:  # a seat has acted in secret: that must not be revealed
                    wish.is_declined = True
            self.changed()

    def resign(self, holder: str) -> None:
        """Resign for the seat that a holder's screen shows."""
        with self.locked():
            seat = self._acting_seat(holder, "only a player who is at the screen can resign")
            with self._changing():
                self.match.resign(seat)

    def leave(self, seat: int) -> None:
        """Let a seat's player leave the match for good, even if another is at the screen."""
        with self.locked():
            if not self.match.result and seat not in self.match.left:
                with self._changing():
                    self.match.resign(seat)

    def seat_at_screen(self, holder: str) -> int:
        """Return the seat of the player at a holder's screen; raise if no player is there."""
        return self._acting_seat(holder, _("Only somebody who plays here can do that."))

    def knows_draws(self) -> bool:
        """Ask whether the players can agree to a draw: the game knows draws, and all of them are people."""
        notes, left = self.match.game.notes, self.match.left
        is_for_people = all(seat in self.playing() for seat in range(self.match.seats) if seat not in left)
        return notes is not None and notes.draws and is_for_people and not self.match.result

    def settle(self, change: Callable[[], None]) -> None:
        """Change the match by something other than a command, and wake everybody."""
        with self.locked(), self._changing():
            change()

    def ready(self, holder: str, seat: int) -> None:
        """Open the curtain for the player who was called."""
        with self.locked():
            if self.viewer_of(holder) is None:
                if self.call_of(holder) != seat:
                    raise Stale("it is not this player's turn any more")
                self.curtain.open(holder, seat)
                self.changed()

    def hide(self, holder: str) -> None:
        """Close the curtain."""
        with self.locked():
            self.seats_of(holder)
            self.curtain.close(holder)
            self.changed()

    # Seats

    def sit_down(self, holding: Holding, notice: str = "") -> None:
        """Add a holding, and wake everybody."""
        with self.locked():
            self.seats.add(holding)
            self.tell(notice)

    def rename(self, seat: int, name: str, avatar: str = "") -> Plan:
        """Set the name and face of a seat's player; return the new plan."""
        with self.locked():
            seats = list(self.plan.seats)
            seats[seat] = SeatPlan(seats[seat].kind, name, avatar)
            self.plan = self.seats.plan = msgspec.structs.replace(self.plan, seats=tuple(seats))
            self.story.names = tuple(display_names(seats))
            return self.plan

    def rename_host(self, name: str) -> Plan:
        """Set the host's name; return the new plan."""
        with self.locked():
            self.plan = self.seats.plan = msgspec.structs.replace(self.plan, host=name)
            return self.plan

    def make_casual(self) -> Plan:
        """Make the match unrated, because somebody else takes a seat; return the new plan."""
        with self.locked():
            self.plan = self.seats.plan = msgspec.structs.replace(self.plan, rated=False)
            return self.plan

    def seat_computer(self, seat: int, level: str, agent: Agent) -> Plan:
        """Give a seat to a computer player; return the new plan."""
        with self.locked():
            seats = list(self.plan.seats)
            seats[seat] = SeatPlan("computer", level)
            self.plan = self.seats.plan = msgspec.structs.replace(self.plan, seats=tuple(seats))
            self.agents[seat] = agent
            return self.plan

    def reader_of(self, holder: str) -> int:
        """Return whose story a holder reads in the chat: a screen of several seats reads the watchers'."""
        seats = self.seats_of(holder)
        return seats[0] if len(seats) == 1 else SPECTATOR

    def talked(self) -> None:
        """Wake everybody, because a message was written."""
        with self.locked():
            self.said += 1
            self.changed()

    def stand_up(self, seat: int, holder: str | None, notice: str) -> None:
        """Remove one holder of a seat, or all, and tell everybody."""
        with self.locked():
            for each in self.seats.drop(seat, holder):
                self.curtain.close(each.holder)
            self.tell(notice)

    def check_deserted(self, holder: str, seat: int, patience: float) -> int:
        """Return the seat of a player who votes to give a deserted seat away; raise if that is not fair yet."""
        voter = next((own for own in self.seats_of(holder) if own in self.playing() and own != seat), None)
        if voter is None:
            raise NotYours(_("Those who still play decide who takes a deserted seat."))
        if self.match.result or seat not in self.playing():
            raise IllegalCommand("not-a-seat", f"nobody plays on seat {seat}")
        name = self.plan.seats[seat].name
        if seat not in self.match.to_act():
            raise IllegalCommand("not-deserted", _("It is not {name}’s turn.", name=name))
        if self.presence.away(seat) < patience:
            raise IllegalCommand(
                "not-deserted", _("{name} was here less than {n} minutes ago.", name=name, n=round(patience / 60))
            )
        return voter

    def tell(self, notice: str) -> None:
        """Show everybody at the table a notice about its seats."""
        if notice:
            self.notices = [*self.notices, notice]
        self.changed()

    # Programs and clocks

    def next_agent(self) -> tuple[int, Any] | None:
        """Return a seat whose program is to act, and what to ask it."""
        with self.locked():
            ask = self._referee.next_question()
            return None if ask is None else (ask.seat, ask)

    def play_agent(self, seat: int, command: Command) -> None:
        """Play what a program answered, unless it was asked about a position that has been undone since."""
        with self.locked():
            self.check_time()
            if not self._referee.is_late(seat):
                with self._changing():
                    self._referee.take(seat, command)

    def refuse_agent(self, seat: int) -> int:
        """Count a program's illegal answer; return how many attempts it has left for the same decision."""
        with self.locked():
            return self._referee.refuse(seat)

    def close(self) -> None:
        """End the match without a winner, by decision of the server's owner."""
        with self.locked():
            if not self.match.result:
                with self._changing():
                    self.match.abandon("closed")

    def set_note(self, words: str) -> None:
        """Show everybody why something takes long; empty to clear."""
        with self.locked():
            self._note = words
            self.changed()

    def drop_agent(self, seat: int, reason: str = "crash") -> None:
        """Remove a program that has failed."""
        with self.locked():
            if not self.match.result and seat not in self.match.left:
                with self._changing():
                    self.match.resign(seat, reason)

    def check_time(self) -> None:
        """Remove seats whose time is up."""
        with self.locked():
            if not self.match.result and not self.is_frozen and self.match.clocks.expired():
                with self._changing():
                    self.match.check_time()

    def changed(self) -> None:
        """Invalidate all messages and wake the watchers."""
        self.screens.changed()
        self._run_clocks()
        self.wake()
        before, self._waiting = self._waiting, frozenset(() if self.match.result else self.match.waiting())
        if self._waiting - before:
            self.turned(self._waiting - before)

    # Inside

    def _undo(self, seat: int) -> None:
        """Take back the seat's last command; raise with a reason for people if it has to stand."""
        named = picks.name_undo(self.match, Viewer(seat, self.story.names))
        try:
            undo(self.match, seat)
        except IllegalCommand as refusal:
            why = str(refusal.args[0]).rpartition(" stands: ")[2]
            what = named["text"] if named else ""
            raise IllegalCommand(refusal.code, _("“{what}” stays: {why}.", what=what, why=why)) from None

    def _acting_seat(self, holder: str, words: str) -> int:
        seat = self.viewer_of(holder)
        if seat is None or seat == SPECTATOR:
            raise IllegalCommand("not-a-seat", words)
        if self.is_frozen:
            raise IllegalCommand("other-rules", FROZEN)
        return seat

    def _decide(self, holder: str, at: str) -> tuple[int, Picking]:
        """Return the acting seat and its picking; raise Stale unless the caller has seen the present position."""
        seat = self.viewer_of(holder)
        if seat is None or seat == SPECTATOR:
            raise IllegalCommand("not-your-turn", _("Nobody at this screen has to act now."))
        picking = self._picking(seat)
        if at not in (self.message_for(holder).name, self._decision(seat, picking) or None):
            raise Stale("the position has changed meanwhile; look again and choose again")
        if self.is_frozen:
            raise IllegalCommand("other-rules", FROZEN)
        if picking is None:
            raise IllegalCommand("not-your-turn", "it is not your turn")
        return seat, picking

    def _decision(self, seat: int, picking: Picking | None) -> str:
        return "" if picking is None else picks.name_decision(self.match, seat, picking)

    def _play(self, seat: int, command: Command) -> None:
        if self.lesson and not is_asked(self.lesson, self.match, seat, self.match.read(seat, command)):
            raise IllegalCommand("guide", _("One thing after the other: do what the guide says, or skip it."))
        with self._changing():
            self.match.play(seat, command)

    def _picking(self, viewer: int) -> Picking | None:
        if viewer not in self.match.waiting() or self.is_frozen:
            return None
        made: Picking = self.screens.cached("picking", viewer, lambda: self._new_picking(viewer))
        return made

    def _new_picking(self, viewer: int) -> Picking:
        if self.lesson and viewer == self.lesson.guide.seat:
            return GuidedPicking(self.lesson, self.match, viewer)
        return picks.new_picking(self.match, viewer)

    def _has_secrets(self, holder: str) -> bool:
        """Ask whether the seats of a screen know different things now; if not, they need no curtain between them."""
        seats = self.seats_of(holder)
        view = self.match.game.view_of
        return len(seats) > 1 and len({view(self.match.state, seat).tobytes() for seat in seats}) > 1

    def _extra(self, holder: str) -> dict[str, Any]:
        return {
            "table": self.name,
            "shared": len(self.seats_of(holder)) > 1,
            "secrets": self._has_secrets(holder),
            "owner": self.seats.is_owner(holder),
            "open_seats": self.open_seats(),
            "rematch": self.successor,
            "rematch_by": self.rematch_by,
            "hints": self.plan.hints,
            "rated": self.plan.rated,
            "subtitle": subtitle_of(self.match.game, self.plan.preset, self.plan.time, self.plan.rated),
            "note": self._note or self._news(),
            "notices": self.notices[-MOST_NOTICES:],
            "kinds": [seat.kind for seat in self.plan.seats],
            "said": self.said,
            "draw": self.draws.show(self.match, self.seats_of(holder), self.story.names),
            "draws": self.knows_draws(),
            "asks_undo": self._asked_undo(holder),
            "guide": show_lesson(self.lesson, self.match) if self.lesson else None,
            "faces": faces_of(self.plan),
        }

    def _asked_undo(self, holder: str) -> dict[str, Any] | None:
        wish = self._wish
        if wish is None or not wish.holds(self.match):
            return None
        return wish.show(self.seats_of(holder), self.story.names[wish.seat])

    def _news(self) -> str:
        """Return the notices for everybody: that the match is suspended, the owner's announcement, who came or went."""
        if self.is_frozen:
            return FROZEN
        return self.announcement() or (self.notices[-1] if self.notices else "")

    @contextmanager
    def _changing(self) -> Iterator[None]:
        """Wake everybody afterwards, even after a refusal: a command may be refused because time ran out."""
        try:
            yield
        except IllegalCommand:
            raise
        except Exception:
            self.is_broken = True
            raise
        finally:
            self.changed()

    def _run_clocks(self) -> None:
        """Run clocks only for seats that can play: not behind a curtain, not before a guest or a program is there."""
        if self.match.result or self.is_frozen:
            return
        shared = {each.holder for each in self.seats.held if not each.is_link}
        hidden = set(self.open_seats()) - self.seats.freed | (set(self.agents) if self._note else set())
        for holder in shared:
            seats = self.seats_of(holder)
            if len(seats) > 1:
                hidden.update(seat for seat in seats if seat != self.viewer_of(holder))
        self.match.clocks.start([seat for seat in self.match.waiting() if seat not in hidden])


def faces_of(plan: Plan) -> list[str]:
    """Return the animal of each computer player and of everybody who has chosen one; empty for other people."""
    own = [seat.avatar or (plan.avatar if seat.kind == "me" else "") for seat in plan.seats]
    return [FACES[seat.name].avatar if is_level(seat) else own[i] for i, seat in enumerate(plan.seats)]


def is_level(seat: SeatPlan) -> bool:
    """Ask whether a seat is played by a level of the computer that has a face."""
    return seat.kind == "computer" and seat.name in FACES
