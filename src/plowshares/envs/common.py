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
from plowshares.envs.extras import Asked, ExtraPlanes, array_of, read_extras
from plowshares.envs.frames import Frame, Frames

Illegal = Literal["replace", "raise"]
NEW, GOES_ON = np.ones(1, np.bool_), np.zeros(1, np.bool_)


def read_game(game: str | Game, preset: str | None = None, **options: Any) -> tuple[Game, Options]:
    """Return a game by name with the options of a preset and any others on top."""
    found = registry.find(game) if isinstance(game, str) else game
    if preset is not None and preset not in found.presets:
        raise PlowsharesError(f"{found.name} has no preset {preset!r}; there are: {', '.join(found.presets)}")
    base = dict(found.presets[preset]) if preset is not None else {}
    return found, read_options(found.options, {**base, **options})


class EnvCore:
    """A match that is stepped action by action, in the numbers of a frame.

    Every action beyond the frame's own is `wait`, for seats that are not to act.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        illegal: Illegal = "replace",
        frame: Frame = "seat",
        extras: Asked = None,
    ) -> None:
        self.game, self.options, self.illegal, self.frame = game, options, illegal, frame
        self.frames = Frames(game, options, frame)
        self.seats = game.state.count_seats(options)
        self.wait, self.shape, self.dtype = self.frames.size, self.frames.shape, self.frames.dtype
        self.extras = ExtraPlanes(game, options, read_extras(extras), 1, self.frames)
        self._legal = np.empty(game.actions.space(options).size, np.int32)
        self._seed = new_seed()
        self.start(None)

    def start(self, seed: int | None) -> None:
        """Begin a new match; without a seed, one that follows from the last."""
        self._seed = seed % 2**64 if seed is not None else int(mix(np.uint64(self._seed), 0, 0))
        self.s = self.game.start(self.options, self._seed)
        self._watch(NEW)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.game.rules.is_over(self.s))

    def to_act(self) -> list[int]:
        """List the seats that owe a decision."""
        return seats_of(self.game.rules.to_act(self.s))

    def legal(self, seat: int) -> Any:
        """Return the match's legal actions of a seat, as an array that the next call overwrites."""
        return self._legal[: self.game.rules.legal_actions(self.s, seat, self._legal)]

    def mask(self, seat: int) -> Any:
        """Return 1 for what the seat may do now: legal actions, or `wait` if it is not to act."""
        mask = np.zeros(self.wait + 1, np.int8)
        mask[self.choices(seat)] = 1
        return mask

    def choices(self, seat: int) -> Any:
        """Return what the seat may do now, ascending: legal actions, or `wait` if it is not to act."""
        legal = self.legal(seat)
        if not len(legal):
            return np.array([self.wait], np.int32)
        return np.sort(self.frames.layout_of(self.s, seat).from_match[legal])

    def view(self, seat: int) -> Any:
        """Return what a seat may know."""
        return self.game.view_of(self.s, seat)

    def observe(self, seat: int) -> dict[str, Any]:
        """Return observation and mask of a seat."""
        return {**self.sight(seat), "action_mask": self.mask(seat)}

    def sight(self, seat: int) -> dict[str, Any]:
        """Return observation and extras of a seat."""
        seen = {"observation": self.frames.observe(self.view(seat), seat)}
        if self.extras.shapes:
            numbers = [self.frames.number_of(self.s, seat)]
            more = self.extras.read(array_of(self.s), np.array([seat], np.int32), numbers)
            seen |= {name: array[0] for name, array in more.items()}
        return seen

    def hidden(self, seat: int) -> Any:
        """Return what the other seats observe: the truth, as a target for training; no observation holds it."""
        return self.extras.hidden(array_of(self.s), np.array([seat], np.int32))[0]

    def texts(self, seat: int) -> dict[int, str]:
        """Return the legal actions of a seat as text, by number."""
        view, layout = self.view(seat), self.frames.layout_of(self.s, seat)
        legal = self.legal(seat).tolist()
        return {int(layout.from_match[each]): self.game.notation.format(view, seat, (each,)) for each in legal}

    def play(self, seat: int, action: int) -> bool:
        """Play an action; return whether it was legal. An illegal one is refused, or replaced by the next legal one."""
        choices = self.choices(seat)
        if choices[0] == self.wait:
            return action == self.wait
        at = int(np.searchsorted(choices, action))
        fits = at < len(choices) and choices[at] == action
        if not fits and self.illegal == "raise":
            raise PlowsharesError(f"action {action} is not legal for seat {seat}; legal are {choices[:9].tolist()} …")
        layout = self.frames.layout_of(self.s, seat)
        self.play_match(seat, int(layout.to_match[choices[at % len(choices)]]))
        return fits

    def play_match(self, seat: int, action: int) -> None:
        """Play a legal action in the match's own number."""
        self.s = self.game.play(self.s, seat, action)
        self._watch(GOES_ON)

    def _watch(self, is_new: Any) -> None:
        if self.extras.shapes:
            self.extras.watch(array_of(self.s), is_new)

    def outcome(self) -> list[float]:
        """Return every seat's utility."""
        out = np.zeros(self.seats)
        self.game.rules.outcome(self.s, out)
        values: list[float] = out.tolist()
        return values
