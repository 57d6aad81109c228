"""One match for learners: its State, whose turn it is, masks, observations; shared by all environments."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options, read_options
from plowshares.core.rng import mix, new_seed
from plowshares.core.seats import seats_of

Illegal = Literal["replace", "raise"]


def read_game(game: str | Game, preset: str | None = None, **options: Any) -> tuple[Game, Options]:
    """Return a game by name with the options of a preset and any others on top."""
    found = registry.find(game) if isinstance(game, str) else game
    if preset is not None and preset not in found.presets:
        raise PlowsharesError(f"{found.name} has no preset {preset!r}; there are: {', '.join(found.presets)}")
    base = dict(found.presets[preset]) if preset is not None else {}
    return found, read_options(found.options, {**base, **options})


class Table:
    """A match that is stepped action by action. Every action beyond the game's own is `wait`, for seats not to act."""

    def __init__(self, game: Game, options: Options, illegal: Illegal = "replace") -> None:
        self.game, self.options, self.illegal = game, options, illegal
        self.seats = game.state.count_seats(options)
        self.wait = game.actions.space(options).size
        self.shape = game.observation.shape(options)
        self.dtype = game.observation.dtype()
        self._legal = np.empty(self.wait, np.int32)
        self._seed = new_seed()
        self.start(None)

    def start(self, seed: int | None) -> None:
        """Begin a new match; without a seed, one that follows from the last."""
        self._seed = seed % 2**64 if seed is not None else int(mix(np.uint64(self._seed), 0, 0))
        self.s = self.game.start(self.options, self._seed)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.game.rules.is_over(self.s))

    def to_act(self) -> list[int]:
        """List the seats that owe a decision."""
        return seats_of(self.game.rules.to_act(self.s))

    def legal(self, seat: int) -> Any:
        """Return the legal actions of a seat, as an array that the next call overwrites."""
        return self._legal[: self.game.rules.legal_actions(self.s, seat, self._legal)]

    def mask(self, seat: int) -> Any:
        """Return 1 for what the seat may do now: legal actions, or `wait` if it is not to act."""
        mask = np.zeros(self.wait + 1, np.int8)
        legal = self.legal(seat)
        mask[legal if len(legal) else self.wait] = 1
        return mask

    def view(self, seat: int) -> Any:
        """Return what a seat may know."""
        return self.game.view_of(self.s, seat)

    def observe(self, seat: int) -> dict[str, Any]:
        """Return observation and mask of a seat."""
        out = np.zeros(self.shape, self.dtype)
        self.game.observation.encode(self.view(seat), seat, out)
        return {"observation": out, "action_mask": self.mask(seat)}

    def play(self, seat: int, action: int) -> bool:
        """Play an action; answer whether it was legal. What is not is refused, or replaced by the next legal one."""
        legal = self.legal(seat)
        if not len(legal):
            return action == self.wait
        at = int(np.searchsorted(legal, action))
        fits = at < len(legal) and legal[at] == action
        if not fits and self.illegal == "raise":
            raise PlowsharesError(f"action {action} is not legal for seat {seat}; legal are {legal[:9].tolist()} …")
        self.s = self.game.play(self.s, seat, int(legal[at % len(legal)]))
        return fits

    def outcome(self) -> list[float]:
        """Return every seat's utility."""
        out = np.zeros(self.seats)
        self.game.rules.outcome(self.s, out)
        values: list[float] = out.tolist()
        return values
