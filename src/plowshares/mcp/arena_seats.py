"""`mcp:NAME` in the arena: a client of the Model Context Protocol takes the seat and plays it with the usual tools.

One server on this machine serves all such seats of the process. The referee waits in `McpPlayer.choose`; the tools
answer from other threads. They read the seat's view only, and States are never changed in place.
"""

from __future__ import annotations

import os
import secrets
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from plowshares import registry
from plowshares.agents import Ask
from plowshares.api.view import View
from plowshares.arena.job import Entrant, Job
from plowshares.arena.player import Fault, Faults, Usage
from plowshares.arena.seat_kinds import name_of
from plowshares.core.art import inline
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.game import Game
from plowshares.core.parsing import quote
from plowshares.engine.match import Command, Match, Result
from plowshares.mcp.backend import Listed, page_of
from plowshares.mcp.loopback import serve_on_loopback

PORT, WAIT = "PLOWSHARES_MCP_PORT", "PLOWSHARES_MCP_WAIT"
ARRIVAL_SECONDS = 600.0  # seconds for a client to take the seat
NEXT_MATCH_SECONDS = 40.0  # seconds that a client waits for the next match of a series
MOST_KEPT = 64  # seats of matches that are over


class McpPlayer:
    """A seat that waits for a client."""

    isolation = "mcp"

    def __init__(self, name: str, record: Path | None) -> None:
        self.name, self.record = name, record
        self.spent: float | None = None
        self.faults, self.usage = Faults(), Usage()
        self.result: Result | None = None
        self.match: Match | None = None
        self.seat = 0
        self.lines: list[str] = []
        self.changed = threading.Condition()
        self.is_taken = False
        self._ask: Ask | None = None
        self._answer: Command | None = None
        self._resigned = False
        self._left: int | None = None  # attempts after a refusal

    # The referee's side

    def begin(self, match: Match, seat: int) -> None:
        """Wait until a client has taken the seat."""
        self.match, self.seat = match, seat
        seconds = float(os.environ.get(WAIT, ARRIVAL_SECONDS))
        house().offer(self)
        with self.changed:
            if not self.changed.wait_for(lambda: self.is_taken, seconds):
                raise Fault("crash", f"no client took the seat of {self.name!r} within {seconds:g} s")

    def choose(self, ask: Ask) -> Command:
        """Wait for the client's command."""
        began = time.monotonic()
        with self.changed:
            self._ask, self._answer = ask, None
            self.lines += ask.news
            self.changed.notify_all()
            limit = None if ask.seconds == float("inf") else ask.seconds
            came = self.changed.wait_for(lambda: self._answer is not None or self._resigned, limit)
            self._ask = None
            self.spent = min(time.monotonic() - began, ask.seconds)
            if self._resigned:
                raise Fault("resigned", f"{self.name!r} resigns")
            if not came or self._answer is None:
                raise Fault("time", f"{self.name!r} did not answer in time")
            return self._answer

    def refuse(self, refusal: IllegalCommand, left: int) -> None:
        """Let the client know how many attempts are left; it was told the reason already."""
        with self.changed:
            self._left = left
            self.changed.notify_all()

    def restart(self, match: Match, seat: int) -> None:
        """Wait for a client again."""
        self.begin(match, seat)

    def end(self, result: Result, news: Sequence[str]) -> None:
        """Keep the result for the client to read."""
        with self.changed:
            self.result = result
            self.lines += news
            self.changed.notify_all()

    def stop(self) -> None:
        """The server goes on: the client may still read the result, and take the seat of the next match."""
        house().withdraw(self)

    # The client's side

    def submit(self, command: Command) -> str:
        """Hand a command to the referee; return its text, or raise IllegalCommand with the reason."""
        with self.changed:
            self.usage.calls += 1
            if self._ask is None or self.match is None:
                raise IllegalCommand("not-your-turn", f"it is not your turn: {quote(str(command))} was not played")
            text, refusal = self._read(command)
            self._answer, self._left = command, None
            self._ask = None  # at once: a client that asks now must not take this turn for the next
            self.changed.notify_all()
            if refusal is None:
                return text
            self.changed.wait_for(lambda: self._left is not None or self.result is not None, 5.0)
            more = f" ({self._left} more attempts)" if self._left else " (that was the last attempt)"
            raise IllegalCommand(refusal.code, f"{refusal.args[0]}{more}")

    def _read(self, command: Command) -> tuple[str, IllegalCommand | None]:
        """Say whether the referee will take a command, while it waits for it."""
        assert self.match is not None
        assert self._ask is not None
        try:
            actions = self.match.read(self.seat, command)
        except IllegalCommand as refusal:
            return "", refusal
        return self.match.game.notation.format(self._ask.view, self.seat, actions), None

    def give_up(self) -> None:
        """Resign when the referee asks next, or now if it waits."""
        with self.changed:
            if self.result is not None:
                raise IllegalCommand("over", "there is nothing to resign")
            self._resigned = True
            self.changed.notify_all()

    def view(self) -> View:
        """Return what the seat knows."""
        assert self.match is not None
        return View(self.match.game, self.match.view(self.seat), self.seat)

    @property
    def is_asked(self) -> bool:
        """Whether the referee waits for this seat."""
        return self._ask is not None

    def legal(self) -> list[str]:
        """List the commands that the seat may give now."""
        with self.changed:
            ask, match = self._ask, self.match
        if ask is None or match is None:
            return []
        return [match.game.notation.format(ask.view, self.seat, (action,)) for action in ask.legal]


class ArenaSeats:
    """The seats of this process, as the tools see them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._invitations: dict[str, str] = {}  # by player's name
        self._waiting: list[McpPlayer] = []
        self._seated: dict[str, McpPlayer] = {}
        self.address = serve_on_loopback(self, int(os.environ.get(PORT, "0")), self.report)

    def invite(self, name: str) -> str:
        """Return the invitation of a name; it is told once, and good for all matches of the process."""
        if name not in self._invitations:
            self._invitations[name] = secrets.token_urlsafe(9)
            words = f"{name} waits for an MCP client: connect it to {self.address} and let it call take_seat with"
            sys.stderr.write(f"{words} the invitation {self._invitations[name]}\n")
            sys.stderr.flush()
        return self._invitations[name]

    def offer(self, player: McpPlayer) -> None:
        """Let a client take a seat."""
        self.invite(player.name)
        with self._changed:
            player.is_taken = False
            self._waiting.append(player)
            self._changed.notify_all()

    def withdraw(self, player: McpPlayer) -> None:
        """Refuse all further seats."""
        with self._changed:
            if player in self._waiting:
                self._waiting.remove(player)

    def report(self, key: str, tokens_in: int, tokens_out: int) -> None:
        """Add what a client says that its model has read and written."""
        usage = self._at(key).usage
        usage.tokens_in += tokens_in
        usage.tokens_out += tokens_out

    # What the tools ask

    def open(self, game: str, preset: str, seats: list[str], options: dict[str, str], name: str) -> dict[str, Any]:
        """Refuse: matches are opened by the runner of the series."""
        raise InvalidOption("matches are opened by the arena: call take_seat with the invitation that it printed")

    def take_seat(self, invitation: str, name: str) -> dict[str, Any]:
        """Take the seat of the match that waits for it, or of the next one."""
        wanted = next((who for who, known in self._invitations.items() if known == invitation), None)
        if wanted is None:
            raise InvalidOption(f"the invitation {quote(invitation)} opens nothing: it was mistyped")
        with self._changed:
            self._changed.wait_for(lambda: any(each.name == wanted for each in self._waiting), NEXT_MATCH_SECONDS)
            player = next((each for each in self._waiting if each.name == wanted), None)
            if player is None:
                raise InvalidOption("no match waits for you now: call take_seat again")
            self._waiting.remove(player)
            key = secrets.token_urlsafe(18)
            self._seated[key] = player
            for old in list(self._seated)[:-MOST_KEPT]:
                del self._seated[old]
        with player.changed:
            player.is_taken = True
            player.changed.notify_all()
        return {"match": player.name, "key": key, "seat": player.seat}

    def _at(self, key: str) -> McpPlayer:
        found = self._seated.get(key)
        if found is None:
            raise InvalidOption(f"no seat has the key {quote(key)}; take a seat first")
        return found

    def look(self, key: str) -> dict[str, Any]:
        """Return what the seat knows."""
        player = self._at(key)
        view, result, match = player.view(), player.result, player.match
        assert match is not None
        return {
            "game": match.game.name,
            "seat": player.seat,
            "to_act": [] if result else match.waiting(),
            "your_turn": player.is_asked,
            "prompt": view.prompt,
            "board": str(view),
            "fields": view.to_dict() if match.game.fields is not None else {},
            "result": None if result is None else {"sentence": result.sentence, "outcome": list(result.outcome)},
        }

    def picture(self, key: str) -> str:
        """Return the board as the seat sees it."""
        return inline(self._at(key).view().svg, registry.packages())

    def legal(self, key: str, contains: str = "", start: int = 0) -> Listed:
        """List the commands that the seat may give now."""
        return page_of(self._at(key).legal(), contains, start)

    def play(self, key: str, command: str | dict[str, Any]) -> str:
        """Hand a command to the referee."""
        return self._at(key).submit(command)

    def advance(self, key: str) -> bool:
        """The referee lets the others play."""
        return False

    def log(self, key: str) -> list[str]:
        """Return what the seat could read up to its last turn."""
        return list(self._at(key).lines)

    def resign(self, key: str) -> None:
        """Give up."""
        self._at(key).give_up()

    def record(self, key: str) -> str:
        """Return the record of a finished match."""
        player = self._at(key)
        if player.result is None or player.record is None or not player.record.exists():
            raise IllegalCommand("not-over", "the record holds everybody's secrets: it is given out after the end")
        return player.record.read_text(encoding="utf-8")


_houses: list[ArenaSeats] = []
_opening = threading.Lock()


def house() -> ArenaSeats:
    """Return the seats of this process; the first to ask starts the server."""
    with _opening:
        if not _houses:
            _houses.append(ArenaSeats())
        return _houses[0]


def make_player(job: Job, game: Game, entrant: Entrant) -> McpPlayer:
    """Return the player of a seat's word."""
    return McpPlayer(entrant.name, job.record)


def check(game: Game, word: str) -> None:
    """Raise InvalidOption if a seat's word cannot be played here."""
    name_of(word)
    port = os.environ.get(PORT, "0")
    if not (port.isascii() and port.isdigit() and int(port) < 1 << 16):
        raise InvalidOption(f"{PORT} {port!r} is not a port from 0 to 65535")
