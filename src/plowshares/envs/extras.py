"""Optional information for learners of games with hidden information, all of it float32 and in the seat's frame.

Asked for by name: `extras={"moves": 8, "history": True, "belief": 32}`. The observation is then a dictionary.

- `moves`: how the observation changed with each of the last k changes that the seat saw, the newest first;
- `history`: by how much every entry has risen, and fallen, since the match began: sums, so it does not tell which
  piece fought which;
- `belief`: what each other seat may be observing, as the mean over n worlds that agree with the seat's view.

`hidden` is what the other seats do observe: a target for training. No observation ever holds it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.engine.sights import FALLEN, RISEN, make_sights, make_watch, new_spares
from plowshares.envs.frames import Frames

MEANINGS = {
    "moves": "Change of every entry with each of the last k changes that the seat saw, the newest first.",
    "history": "How much every entry has risen (0) and fallen (1) since the match began; not who fought whom.",
    "belief": "What each other seat may observe, as it sits: the mean over n worlds that agree with the seat's view.",
}
SEED = np.uint64(28)  # of the worlds: the same view has the same beliefs


class Extras(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked for."""

    moves: int = 0
    history: bool = False
    belief: int = 0

    def __post_init__(self) -> None:
        for name in ("moves", "belief"):
            if not 0 <= getattr(self, name) <= 1024:
                raise InvalidOption(f"extras: {name} is from 0 to 1024, not {getattr(self, name)}")

    def shapes(self, shape: tuple[int, ...], players: int) -> dict[str, tuple[int, ...]]:
        """Return the shape of each array that is asked for; `shape` is that of an observation."""
        found = {"moves": (self.moves, *shape), "history": (2, *shape), "belief": (players - 1, *shape)}
        return {name: each for name, each in found.items() if getattr(self, name)}


Asked = Mapping[str, Any] | Extras | None


def read_extras(given: Asked) -> Extras:
    """Return what is asked for; raise InvalidOption that quotes what is not known."""
    if isinstance(given, Extras):
        return given
    try:
        return msgspec.convert(dict(given or {}), Extras)
    except msgspec.ValidationError as error:
        raise InvalidOption(f"extras {dict(given or {})!r}: {error}; there are {', '.join(MEANINGS)}") from None


class ExtraPlanes:
    """Keeps and writes the extras of some matches; every seat of each has a memory of its own."""

    def __init__(self, game: Game, options: Options, extras: Extras, count: int, frames: Frames) -> None:
        self.game, self.extras, self.frames, self.count = game, extras, frames, count
        self.players = game.state.count_seats(options)
        self.shapes = extras.shapes(frames.shape, self.players)
        self._out = np.zeros(game.observation.shape(options), game.observation.dtype())
        kept = extras.moves > 0 or extras.history
        rows = (count if kept else 0, self.players)
        self._last = np.zeros((*rows, self._out.size), self._out.dtype)
        self._moves = np.zeros((*rows, extras.moves, self._out.size), np.float32)
        self._history = np.zeros((*rows, 2, self._out.size), np.float32)

    def watch(self, states: Any, is_new: Any) -> None:
        """Let every seat notice what has changed; matches that have just begun forget what was before."""
        if len(self._last) > 0:
            kept = (self._last, self._moves, self._history)
            kernel = make_watch(self.game.view, self.game.observation)
            kernel(_bytes(states), is_new, *self._spares(states), self._out, self._out.reshape(-1), kept)

    def read(self, states: Any, seats: Any, numbers: Any) -> dict[str, Any]:
        """Return the arrays of these seats, one for each match; `numbers` are their frames."""
        found: dict[str, Any] = {}
        rows = np.arange(self.count)
        if self.extras.moves:
            found["moves"] = self._turned(self._moves[rows, seats], numbers)
        if self.extras.history:
            found["history"] = self._turned_history(self._history[rows, seats], numbers)
        if self.extras.belief:
            found["belief"] = self._sights(states, seats, self.extras.belief)
        return found

    def hidden(self, states: Any, seats: Any) -> Any:
        """Return what the other seats observe, each as it sits: for training targets only."""
        return self._sights(states, seats, 0)

    def _sights(self, states: Any, seats: Any, worlds: int) -> Any:
        sums = np.zeros((self.count, self.players - 1, self._out.size), np.float32)
        kernel = make_sights(self.game.view, self.game.observation)
        memory = _bytes(states)
        kernel(memory, seats, worlds, SEED, *self._spares(states), self._out, self._out.reshape(-1), sums)
        turned = np.zeros((*sums.shape[:2], *self.frames.shape), np.float32)
        for turn in range(1, self.players):
            others = (np.asarray(seats) + turn) % self.players
            numbers = [self.frames.number_of(states[i], int(other)) for i, other in enumerate(others)]
            turned[:, turn - 1] = self._turned(sums[:, turn - 1, None], numbers)[:, 0]
        return turned

    def _turned(self, arrays: Any, numbers: Any) -> Any:
        """Turn flat rows (matches, some, entries) into the frame of each match."""
        out = np.zeros((*arrays.shape[:2], *self.frames.shape), np.float32)
        for number in np.unique(numbers):
            mine = np.flatnonzero(np.asarray(numbers) == number)
            reframe = self.frames.reframes[number]
            flat = arrays[mine] if reframe is None else arrays[mine][:, :, reframe.index] * reframe.sign
            out[mine] = flat.reshape(len(mine), arrays.shape[1], *self.frames.shape)
        return out

    def _turned_history(self, history: Any, numbers: Any) -> Any:
        """Turn risen and fallen: where a frame turns the sign of an entry, what rose has fallen."""
        difference = self._turned(history[:, RISEN : RISEN + 1] - history[:, FALLEN : FALLEN + 1], numbers)
        total = np.abs(self._turned(history.sum(1, keepdims=True), numbers))
        return np.concatenate([(total + difference) / 2, (total - difference) / 2], axis=1)

    def _spares(self, states: Any) -> tuple[Any, Any]:
        return new_spares(states.dtype)  # of this capacity: States may have grown since the match began


def _bytes(states: Any) -> Any:
    return states.view(np.uint8).reshape(len(states), -1)


def array_of(s: Any) -> Any:
    """Return a State as an array of one, a copy."""
    return np.frombuffer(bytearray(s.tobytes()), type(s).layout)
