"""Matches of this process: players are built-in agents and other clients of the same process."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from plowshares import registry
from plowshares.agents import MAKERS
from plowshares.api import Match
from plowshares.api.catalogue import usual_preset
from plowshares.core.art import inline
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.options import read_words
from plowshares.core.parsing import quote, suggest
from plowshares.core.rng import new_seed
from plowshares.core.seats import SPECTATOR
from plowshares.mcp.backend import ME, OPEN, Listed, page_of

MOST_MATCHES = 64


@dataclass
class Hosted:
    """A match that this process runs."""

    match: Match
    agents: dict[int, str]  # level of each computer's seat
    lock: threading.RLock = field(default_factory=threading.RLock)


@dataclass(frozen=True)
class SeatKey:
    """Which seat a key opens."""

    match: str
    seat: int


class LocalMatches:
    """Runs matches in memory. Each seat's key is unguessable, and opens that seat's view only."""

    def __init__(self, seeds: Callable[[], int] = new_seed) -> None:
        self._seeds = seeds
        self._matches: dict[str, Hosted] = {}
        self._keys: dict[str, SeatKey] = {}
        self._invitations: dict[str, SeatKey] = {}

    def open(self, game: str, preset: str, seats: list[str], options: dict[str, str], name: str) -> dict[str, Any]:
        """Open a match; computers play as soon as they are to act."""
        found = registry.find_named(game)
        words = [f"{option}={value}" for option, value in options.items()]
        chosen = read_words(found.options, words, usual_preset(found, preset or None))
        count = found.state.count_seats(chosen)
        players = check_seats(seats or [ME, *["easy"] * (count - 1)], count, found.name)
        names = [name if player == ME else player for player in players]
        match = Match.begin(found, chosen, self._seeds(), names)
        self._make_room()
        identity = secrets.token_hex(6)
        agents = {i: player for i, player in enumerate(players) if player in MAKERS}
        self._matches[identity] = Hosted(match, agents)
        keys = {i: self._new_key(self._keys, identity, i) for i, seat in enumerate(players) if seat == ME}
        invited = {i: self._new_key(self._invitations, identity, i) for i, seat in enumerate(players) if seat == OPEN}
        first = next(iter(keys.values()), "") or self._new_key(self._keys, identity, SPECTATOR)
        return {"match": identity, "key": first, "keys": keys, "invitations": invited, "seats": players}

    def _new_key(self, kept: dict[str, SeatKey], match: str, seat: int) -> str:
        key = secrets.token_urlsafe(18)
        kept[key] = SeatKey(match, seat)
        return key

    def _make_room(self) -> None:
        """Forget the oldest finished match; refuse if all are being played."""
        if len(self._matches) < MOST_MATCHES:
            return
        done = next((name for name, each in self._matches.items() if each.match.result), None)
        if done is None:
            raise InvalidOption(f"{MOST_MATCHES} matches are open; finish or resign one first")
        del self._matches[done]
        for kept in (self._keys, self._invitations):
            for key in [key for key, seat in kept.items() if seat.match == done]:
                del kept[key]

    def take_seat(self, invitation: str, name: str) -> dict[str, Any]:
        """Exchange an invitation, which works once, for a seat's key."""
        seat = self._invitations.pop(invitation, None)
        if seat is None:
            raise InvalidOption(f"the invitation {quote(invitation)} opens nothing: it was used, or mistyped")
        key = self._new_key(self._keys, seat.match, seat.seat)
        return {"match": seat.match, "key": key, "seat": seat.seat}

    def _at(self, key: str) -> tuple[Hosted, int]:
        found = self._keys.get(key)
        if found is None:
            raise InvalidOption(f"no seat has the key {quote(key)}; open a match or take a seat first")
        return self._matches[found.match], found.seat

    def look(self, key: str) -> dict[str, Any]:
        """Return what the seat knows."""
        hosted, seat = self._at(key)
        with hosted.lock:
            match = hosted.match
            view = match.view(seat)
            result = match.result
            return {
                "game": match.game,
                "seat": seat,
                "to_act": match.to_act,
                "your_turn": seat in match.to_act,
                "prompt": view.prompt,
                "board": str(view),
                "fields": view.to_dict() if match.engine.game.fields is not None else {},
                "result": None if result is None else {"sentence": result.sentence, "outcome": list(result.outcome)},
            }

    def picture(self, key: str) -> str:
        """Return the board as the seat sees it."""
        hosted, seat = self._at(key)
        with hosted.lock:
            return inline(hosted.match.view(seat).svg, registry.packages())

    def legal(self, key: str, contains: str = "", start: int = 0) -> Listed:
        """List the commands that the seat may give now."""
        hosted, seat = self._at(key)
        with hosted.lock:
            commands = hosted.match.legal(seat) if seat in hosted.match.to_act else []
        return page_of(commands, contains, start)

    def play(self, key: str, command: str | dict[str, Any]) -> str:
        """Play a command."""
        hosted, seat = self._at(key)
        with hosted.lock:
            if seat not in hosted.match.to_act:
                raise IllegalCommand("not-your-turn", f"it is not your turn: {quote(str(command))} was not played")
            return hosted.match.play(command, seat=seat)

    def advance(self, key: str) -> bool:
        """Let one computer that is to act play."""
        hosted, _ = self._at(key)
        with hosted.lock:
            due = next((seat for seat in hosted.match.to_act if seat in hosted.agents), None)
            if due is not None:
                hosted.match.play(hosted.match.ask(hosted.agents[due], seat=due), seat=due)
            return due is not None

    def log(self, key: str) -> list[str]:
        """Return everything that the seat could read about what happened."""
        hosted, seat = self._at(key)
        with hosted.lock:
            return hosted.match.log(seat)

    def resign(self, key: str) -> None:
        """Give up."""
        hosted, seat = self._at(key)
        with hosted.lock:
            if seat == SPECTATOR or hosted.match.result:
                raise IllegalCommand("over", "there is nothing to resign")
            hosted.match.resign(seat)

    def record(self, key: str) -> str:
        """Return the record of a finished match."""
        hosted, _ = self._at(key)
        with hosted.lock:
            if hosted.match.result is None:
                raise IllegalCommand("not-over", "the record holds everybody's secrets: it is given out after the end")
            return hosted.match.to_record().decode()


def check_seats(seats: list[str], count: int, game: str) -> list[str]:
    """Return who sits where: `me`, `open` for another client, or the name of a level."""
    if len(seats) != count:
        raise InvalidOption(f"{game} with these options has {count} seats, got {len(seats)}: {', '.join(seats)}")
    for seat in seats:
        if seat not in (ME, OPEN, *MAKERS):
            known = ", ".join((ME, OPEN, *MAKERS))
            raise InvalidOption(f"no player is called {quote(seat)}{suggest(seat, MAKERS)}; there are: {known}")
    return seats
