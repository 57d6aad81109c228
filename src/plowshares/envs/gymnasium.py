"""Gymnasium: every game as an environment of one learner against built-in agents, and batches as a vector environment.

Importing this module registers `plowshares/GAME-PRESET-v0` for every game and preset, so that
`gymnasium.make("plowshares/stratego-micro-v0", rivals="greedy")` works; `gymnasium.make("plowshares.envs.gymnasium:…")`
imports it by itself. Actions are numbers of the match's space, of which `info["action_mask"]` marks the legal ones.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from plowshares import registry
from plowshares.agents import Agent, Ask, make_agent
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.rng import mix
from plowshares.envs.batch import Batch
from plowshares.envs.common import Illegal, Table, read_game
from plowshares.envs.render import MODES, check_mode, render

NAMESPACE = "plowshares"
VERSION = 0
SECONDS = 1.0  # what a rival may think at most for one decision; the levels use less


def box_of(table_shape: tuple[int, ...], dtype: np.dtype[Any]) -> spaces.Box:
    """Return the space of observations: any numbers of the type."""
    info = np.iinfo(dtype) if np.issubdtype(dtype, np.integer) else np.finfo(dtype)
    return spaces.Box(info.min, info.max, table_shape, dtype.type)


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a game; the others are played by built-in agents, which see their own views and nothing else.

    With `seat` None the learner sits down on another seat in every match, the same for the same seed. A reward comes
    at the end: the outcome, from -1 to 1. `info` holds `action_mask`, the `seat`, and whether the last action
    `was_legal`.
    """

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 4}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        preset: str | None = None,
        rivals: str = "random",
        seat: int | None = 0,
        render_mode: str | None = None,
        illegal: Illegal = "replace",
        **options: Any,
    ) -> None:
        self.table = Table(*read_game(game, preset, **options), illegal)
        if seat is not None and not 0 <= seat < self.table.seats:
            raise PlowsharesError(f"there is no seat {seat}: the match has {self.table.seats}")
        make_agent(rivals, self.table.game, 0)  # refuse an unknown name now and not at the first reset
        self.rivals, self.chosen_seat, self.render_mode = rivals, seat, check_mode(render_mode)
        self.seat = seat or 0
        self.agents: dict[int, Agent] = {}
        self.observation_space = box_of(self.table.shape, self.table.dtype)
        self.action_space = spaces.Discrete(self.table.wait)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a new match, and let the rivals play until the learner is to act."""
        super().reset(seed=seed)
        while True:
            start = int(self.np_random.integers(2**63))
            self.table.start(start)
            self.seat = self.chosen_seat if self.chosen_seat is not None else start % self.table.seats
            self.agents = {
                other: make_agent(self.rivals, self.table.game, int(mix(np.uint64(start), other, 1)))
                for other in range(self.table.seats)
                if other != self.seat
            }
            self._let_rivals_play()
            if not self.table.is_over:  # a match that rivals end before the learner's first decision teaches nothing
                return self._seen(), self._info(True)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Play an action of the learner and all that the rivals do until it is to act again."""
        fits = self.table.play(self.seat, int(action))
        self._let_rivals_play()
        over = self.table.is_over
        reward = self.table.outcome()[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, False, self._info(fits)

    def action_masks(self) -> Any:
        """Return what is legal now as booleans; learners such as MaskablePPO ask for it by this name."""
        return self.table.mask(self.seat)[:-1] == 1

    def render(self) -> Any:
        """Draw what the learner sees."""
        return render(self.table.game, self.table.view(self.seat), self.seat, self.render_mode)

    def _let_rivals_play(self) -> None:
        """Let rivals act until the learner owes a decision, or the match is over."""
        while not self.table.is_over:
            acting = self.table.to_act()
            if self.seat in acting:
                return
            rival = acting[0]
            legal = self.table.legal(rival).tolist()
            ask = Ask(self.table.view(rival), rival, legal, SECONDS, self.table.seats)
            self._play_for(rival, self.agents[rival].choose(ask))

    def _play_for(self, rival: int, command: Any) -> None:
        """Play what an agent chose: an action, or the actions of a whole command."""
        for action in [command] if isinstance(command, int | np.integer) else command:
            if not self.table.play(rival, int(action)):
                raise PlowsharesError(f"{self.rivals} chose {action}, which is not legal for seat {rival}")

    def _seen(self) -> Any:
        return self.table.observe(self.seat)["observation"]

    def _info(self, fits: bool) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat)[:-1], "seat": self.seat, "was_legal": fits}


class SeatsVectorEnv(VectorEnv[Any, Any, Any]):
    """A batch as a vector environment: in every match the learner plays whichever seat is to act, against itself.

    `infos["seat"]` says whose decision an observation is; `infos["rewards"]` holds the outcome of every seat of the
    matches that ended in this step, which is what to learn from; the plain reward is that of the seat that acted last.
    Matches start anew in the step that ends them. Observations are those of the batch: copy what you keep, and write to
    none of them.
    """

    def __init__(
        self,
        game: str | Game,
        preset: str | None = None,
        num_envs: int = 1024,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs = num_envs
        found, chosen = read_game(game, preset, **options)
        self.batch = Batch(found, chosen, num_envs, 0, threads)
        shape: tuple[int, ...] = self.batch.observations.shape[1:]
        self.single_observation_space = box_of(shape, self.batch.observations.dtype)
        self.single_action_space = spaces.Discrete(self.batch.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all matches anew; one seed serves for all of them."""
        if isinstance(seed, list):
            raise PlowsharesError("a vector of matches takes one seed for all, not a list of them")
        super().reset(seed=seed)
        start = int(self.np_random.integers(2**63)) if seed is None else seed
        self.batch.reset(start)
        return self.batch.observations, self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action in every match."""
        acted = self.batch.seats.copy()
        self.batch.step(actions)
        rewards = self.batch.rewards[np.arange(self.num_envs), acted]
        return self.batch.observations, rewards, self.batch.over.copy(), self.batch.cut.copy(), self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.batch.close()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.batch.masks, "seat": self.batch.seats, "rewards": self.batch.rewards}


def make_env(game: str, preset: str, **options: Any) -> SeatEnv:
    """Make one of the registered environments."""
    return SeatEnv(game, preset, **options)


def make_vector_env(game: str, preset: str, num_envs: int = 1024, **options: Any) -> SeatsVectorEnv:
    """Make one of the registered environments as a vector (`gymnasium.make_vec`)."""
    return SeatsVectorEnv(game, preset, num_envs, **options)


def env_id(game: str, preset: str) -> str:
    """Return the name that an environment is registered by."""
    return f"{NAMESPACE}/{game}-{preset}-v{VERSION}"


def register_all() -> list[str]:
    """Register every game and preset that is not yet; return all their names."""
    found = []
    for name in registry.names():
        for preset in registry.find(name).presets:
            found.append(env_id(name, preset))
            if found[-1] not in gymnasium.registry:
                gymnasium.register(
                    id=found[-1],
                    entry_point=f"{__name__}:make_env",
                    vector_entry_point=f"{__name__}:make_vector_env",
                    kwargs={"game": name, "preset": preset},
                    order_enforce=True,
                )
    return found


IDS = register_all()
