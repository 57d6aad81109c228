"""The one match that the API serves: keys, names, start and stop, whose turn it is and until when."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from plowshares import registry
from plowshares.agents import Agent, make_agent
from plowshares.agents.search import EDGES, NODES
from plowshares.core.errors import InvalidOption
from plowshares.core.options import Options, read_options
from plowshares.core.rng import new_seed
from plowshares.engine.match import Command, Match
from plowshares.engine.precompile import compile_all, for_computer
from plowshares.engine.tree import new_tree

PLAYERS = 4
LONGEST_NAME = 64
MOST_UNITS = 2000
LONGEST_THOUGHT = 20.0  # seconds that one of the server's own players thinks in a turn, or a third of the limit
LEAST_THOUGHT = 0.05  # seconds for a decision when that is used up
SEES_ALL = -2
"""What observers and the administrator are: no seat of the match, and no fog."""


@dataclass(frozen=True)
class Keys:
    """Who may do what. Each key can be overridden by an environment variable."""

    players: tuple[str, ...] = tuple(f"secret{i}" for i in range(PLAYERS))
    observer: str = "observe0"
    admin: str = "admin0"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Keys:
        """Return the keys, as far as the environment gives them."""
        plain = cls()
        players = tuple(environment.get(f"CIV_PLAYER{i}_KEY", key) for i, key in enumerate(plain.players))
        observer = environment.get("CIV_OBSERVE_KEY", plain.observer)
        return cls(players, observer, environment.get("CIV_ADMIN_KEY", plain.admin))

    def __post_init__(self) -> None:
        """Refuse keys that would let one person act as another."""
        every = [*self.players, self.observer, self.admin]
        if len(self.players) != PLAYERS:
            raise InvalidOption(f"the API has {PLAYERS} players, got {len(self.players)} player keys")
        if len(set(every)) != len(every) or not all(every):
            raise InvalidOption("every key must be different from all others, and not empty")


@dataclass(frozen=True)
class ApiSettings:
    """How the server runs its match."""

    options: Options
    seed: int | None = None  # None: a new one for every map
    keys: Keys = field(default_factory=Keys.from_environment)
    agents: Mapping[int, str] = field(default_factory=dict)  # seats played by the server itself
    admin_control: bool = False  # wait for /admin/start
    turn_seconds: float = 60.0  # 0: turns may last for ever
    refresh: int = 500  # milliseconds that clients are told to sleep between polls


def usual_options() -> dict[str, Any]:
    """Return the preset `codekata` without a limit that matters: the land cannot feed more units."""
    return {**registry.find("civ").presets["codekata"], "unit_limit": MOST_UNITS}


def read_settings(given: Mapping[str, Any] | None = None, **more: Any) -> ApiSettings:
    """Return settings with the usual options, overridden by those given."""
    game = registry.find("civ")
    options = read_options(game.options, {**usual_options(), **(given or {})})
    if game.state.count_seats(options) != PLAYERS:
        raise InvalidOption(f"the API is for {PLAYERS} players, got players={game.state.count_seats(options)}")
    return ApiSettings(options, **more)


class ApiTable:
    """A match and what the API knows about it. Everything here happens in one thread."""

    def __init__(self, settings: ApiSettings, now: Callable[[], float] = time.monotonic) -> None:
        self.settings = settings
        self.game = registry.find("civ")
        self.now = now
        self.names = [f"Unnamed AI {i}" for i in range(PLAYERS)]
        self.running = not settings.admin_control
        self.new_match()

    def new_match(self) -> None:
        """Make a new map, with nothing played on it."""
        seed = new_seed() if self.settings.seed is None else self.settings.seed
        self.match = Match(self.game, self.settings.options, seed)
        self.agents: dict[int, Agent] = {
            seat: make_agent(name, self.game, seed + 1 + seat) for seat, name in self.settings.agents.items()
        }
        self._changed()
        self.turn_began = self.now()
        self.has_client = False  # no clock runs before somebody has come to play

    def warm(self) -> None:
        """Compile what requests need before the first one comes, by ending a turn in a match nobody sees."""
        match = Match(self.game, self.settings.options, 1)
        match.play(match.to_act()[0], "end")
        match.view(0)
        if self.agents:  # a seated agent must not spend its first turn on the compiler
            tree = new_tree(NODES, EDGES)
            compile_all(for_computer(self.game, self.settings.options, match.state, tree))

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.match.result is not None

    @property
    def is_active(self) -> bool:
        """Whether players may act."""
        return self.running and not self.is_over

    @property
    def current(self) -> int:
        """The player to act; -1 after the end."""
        waiting = self.match.to_act()
        return waiting[0] if waiting else -1

    def viewer_of(self, key: str) -> int | None:
        """Return the seat of a key, SEES_ALL for observer and administrator, None for a key that is none."""
        if key in (self.settings.keys.observer, self.settings.keys.admin):
            return SEES_ALL
        seats = {each: seat for seat, each in enumerate(self.settings.keys.players)}
        return seats.get(key)

    def view(self, viewer: int) -> Any:
        """Return the State as a viewer may see it."""
        return self.match.state if viewer == SEES_ALL else self.match.game.view_of(self.match.state, viewer)

    def cached(self, viewer: int, route: str, make: Callable[[Any], dict[str, Any]]) -> bytes:
        """Return the answer of a reading route as JSON, made again only after a change."""
        if (viewer, route) not in self._answers:
            if viewer not in self._views:
                self._views[viewer] = self.view(viewer)
            self._answers[viewer, route] = json.dumps({"error": None, **make(self._views[viewer])}).encode()
        return self._answers[viewer, route]

    def play(self, seat: int, command: Command) -> None:
        """Play a command; raise IllegalCommand if it is not legal."""
        before = self.current
        self.match.play(seat, command)
        self._changed()
        if self.current != before:
            self.turn_began = self.now()

    def welcome(self) -> None:
        """Note that a player's program has come; the first one starts the clock."""
        if not self.has_client:
            self.has_client = True
            self.turn_began = self.now()

    def thinking_time(self) -> float:
        """Return how long the server's own player may think about its next decision."""
        limit = self.settings.turn_seconds
        whole = min(LONGEST_THOUGHT, limit / 3) if limit > 0 else LONGEST_THOUGHT
        return max(LEAST_THOUGHT, whole - (self.now() - self.turn_began))

    def end_late_turn(self) -> None:
        """End the turn of a program that has taken too long; the server's own players look at the time themselves."""
        limit = self.settings.turn_seconds
        if not self.has_client or self.current in self.agents:
            return
        if self.is_active and limit > 0 and self.now() - self.turn_began >= limit:
            self.match.take_back(self.current)
            self.play(self.current, "end")

    def start(self) -> None:
        """Let players act, from where the match stands."""
        self.running = True
        self.turn_began = self.now()

    def set_name(self, seat: int, name: str) -> None:
        """Give a player a name that is safe to show."""
        clean = "".join(letter for letter in name if letter.isprintable()).strip()
        self.names[seat] = clean[:LONGEST_NAME] or self.names[seat]
        self._changed()

    def ranks(self) -> list[int]:
        """Return everybody's place, 1 for the best."""
        outcome = self.match.result.outcome if self.match.result else (0.0,) * PLAYERS
        return [1 + sum(other > own for other in outcome) for own in outcome]

    def _changed(self) -> None:
        self._views: dict[int, Any] = {}
        self._answers: dict[tuple[int, str], bytes] = {}
