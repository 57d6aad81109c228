"""Gymnasium: every game as an environment of one learner against built-in agents, and batches as a vector environment.

Importing this module registers `plowshares/GAME-PRESET-v1` for every game and preset, so that
`gymnasium.make("plowshares/stratego-micro-v1", rivals="greedy")` works; `gymnasium.make("plowshares.envs.gymnasium:…")`
imports it by itself. In `-v1` actions and observations are in the acting seat's own frame (`core/layout.py`); `-v0`
has the match's own action numbers. `info["action_mask"]` marks the legal ones.
"""

from __future__ import annotations

from collections.abc import Mapping
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
from plowshares.envs.common import EnvCore, Illegal, read_game
from plowshares.envs.extras import Asked, ExtraPlanes, read_extras
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.frames import Frame, Frames
from plowshares.envs.render import MODES, check_mode, render

NAMESPACE = "plowshares"
FRAMES: dict[int, Frame] = {0: "match", 1: "seat"}  # of the registered environments, by version
VERSION = max(FRAMES)
SECONDS = 1.0  # what a rival may think at most for one decision; the levels use less


def box_of(frames: Frames) -> spaces.Box:
    """Return the space of observations."""
    low, high = frames.bounds()
    return spaces.Box(low, high, frames.shape, frames.dtype.type)


def space_of(frames: Frames, shapes: Mapping[str, tuple[int, ...]]) -> spaces.Space[Any]:
    """Return the space of observations: a box, or with extras a dictionary of boxes."""
    if not shapes:
        return box_of(frames)
    more = {name: spaces.Box(-np.inf, np.inf, shape, np.float32) for name, shape in shapes.items()}
    return spaces.Dict({"observation": box_of(frames), **more})


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
        frame: Frame = "seat",
        legal_texts: bool = False,
        extras: Asked = None,
        **options: Any,
    ) -> None:
        self.table = EnvCore(*read_game(game, preset, **options), illegal, frame, extras)
        self.legal_texts = legal_texts
        if seat is not None and not 0 <= seat < self.table.seats:
            raise PlowsharesError(f"there is no seat {seat}: the match has {self.table.seats}")
        make_agent(rivals, self.table.game, 0)  # refuse an unknown name now and not at the first reset
        self.rivals, self.chosen_seat, self.render_mode = rivals, seat, check_mode(render_mode)
        self.seat = seat or 0
        self.agents: dict[int, Agent] = {}
        self.observation_space = space_of(self.table.frames, self.table.extras.shapes)
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
            if int(action) not in self.table.legal(rival):
                raise PlowsharesError(f"{self.rivals} chose {action}, which is not legal for seat {rival}")
            self.table.play_match(rival, int(action))

    def hidden_target(self) -> Any:
        """Return what the other seats observe, each as it sits: a target for training, never an observation."""
        return self.table.hidden(self.seat)

    def _seen(self) -> Any:
        seen = self.table.sight(self.seat)
        return seen if self.table.extras.shapes else seen["observation"]

    def _info(self, fits: bool) -> dict[str, Any]:
        prompt = self.table.game.notation.prompt(self.table.view(self.seat), self.seat)
        info = {"action_mask": self.table.mask(self.seat)[:-1], "seat": self.seat, "was_legal": fits, "prompt": prompt}
        return {**info, "legal": self.table.texts(self.seat)} if self.legal_texts else info


class SeatsVectorEnv(VectorEnv[Any, Any, Any]):
    """A batch as a vector environment: in every match the learner plays whichever seat is to act, against itself.

    `infos["seat"]` says whose decision an observation is; `infos["rewards"]` holds the outcome of every seat of the
    matches that ended in this step, which is what to learn from; the plain reward is that of the seat that acted last.
    Matches start again in the step that ends them or breaks them off; `infos["final_obs"]` is then what the seat that
    acted last saw at the end, and `infos["final_info"]` the info that goes with it. With `copy=False` the returned
    arrays are overwritten by the next step and there is neither: faster. With `legal_texts` the infos hold `prompt` and
    `legal` too, an object for each match: slower.
    """

    def __init__(
        self,
        game: str | Game,
        preset: str | None = None,
        num_envs: int = 1024,
        threads: int | None = None,
        frame: Frame = "seat",
        copy: bool = True,
        legal_texts: bool = False,
        extras: Asked = None,
        **options: Any,
    ) -> None:
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs, self.copy, self.legal_texts = num_envs, copy, legal_texts
        found, chosen = read_game(game, preset, **options)
        self.batch = Batch(found, chosen, num_envs, 0, threads)
        self.framed = FramedBatch(self.batch, frame)
        self.extras = ExtraPlanes(found, chosen, read_extras(extras), num_envs, self.framed.frames)
        self.single_observation_space = space_of(self.framed.frames, self.extras.shapes)
        self.single_action_space = spaces.Discrete(self.framed.frames.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start all matches again; one seed serves for all of them."""
        if isinstance(seed, list):
            raise PlowsharesError("a vector of matches takes one seed for all, not a list of them")
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)) if seed is None else seed)
        self.framed.refresh()
        self.extras.watch(self.batch.states, np.ones(self.num_envs, np.bool_))
        return self._seen(), self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Play one action in every match."""
        batch, acted = self.batch, self.batch.seats.copy()
        before = batch.states.copy() if self.copy else None
        self.framed.step(actions)
        rewards = batch.rewards[np.arange(self.num_envs), acted]
        infos = self._infos()
        ended = batch.over | batch.cut
        if before is not None and ended.any():
            infos |= self._final(before, acted, ended)
        self.extras.watch(batch.states, ended)
        return self._seen(), rewards, batch.over.copy(), batch.cut.copy(), infos

    def _seen(self) -> Any:
        seen = self._kept(self.framed.observations)
        if not self.extras.shapes:
            return seen
        return {"observation": seen, **self.extras.read(self.batch.states, self.batch.seats, self.framed.numbers)}

    def hidden_target(self) -> Any:
        """Return what the other seats of every match observe: a target for training, never an observation."""
        return self.extras.hidden(self.batch.states, self.batch.seats)

    def _final(self, before: Any, acted: Any, ended: Any) -> dict[str, Any]:
        """Return what the seats that ended their matches saw and might do at the end, in Gymnasium's form."""
        batch, frames, numbers = self.batch, self.framed.frames, self.framed.numbers.copy()
        final: Any = np.full(self.num_envs, None, object)
        last, masks, rows = batch.states.copy(), np.zeros_like(self.framed.masks), np.flatnonzero(ended)
        for i in rows:
            s, seat = before[i].clone(), int(acted[i])
            batch.game.rules.step(s, seat, int(batch.chosen[i]))  # in the same capacity, also where that was the end
            last[i], numbers[i] = s, frames.number_of(s, seat)
            final[i] = frames.observe(batch.game.view_of(s, seat), seat)
            legal = batch.game.legal(batch.game.grow_if_full(s), seat)
            masks[i, frames.layouts[numbers[i]].from_match[legal]] = 1
        if self.extras.shapes:
            self.extras.watch(last, np.zeros(self.num_envs, np.bool_))
            more = self.extras.read(last, np.where(ended, acted, batch.seats), numbers)
            for i in rows:
                final[i] = {"observation": final[i], **{name: array[i] for name, array in more.items()}}
        info = {"action_mask": masks, "seat": np.where(ended, acted, 0), "rewards": batch.rewards.copy()}
        marks = {f"_{name}": ended.copy() for name in info}
        return {"final_obs": final, "_final_obs": ended, "final_info": {**info, **marks}, "_final_info": ended.copy()}

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.batch.close()

    def _kept(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _infos(self) -> dict[str, Any]:
        shown = {"action_mask": self.framed.masks, "seat": self.batch.seats, "rewards": self.batch.rewards}
        infos = {name: self._kept(array) for name, array in shown.items()}
        return {**infos, **self._words()} if self.legal_texts else infos

    def _words(self) -> dict[str, Any]:
        """Return the prompt and the legal actions as text, for every match."""
        batch, notation = self.batch, self.batch.game.notation
        prompts, legal = np.full(self.num_envs, None, object), np.full(self.num_envs, None, object)
        for i, seat in enumerate(batch.seats.tolist()):
            view, from_match = batch.game.view_of(batch.states[i], seat), self.framed.from_match[self.framed.numbers[i]]
            actions = batch.legal[i, : batch.counts[i]].tolist()
            prompts[i] = notation.prompt(view, seat)
            legal[i] = {int(from_match[each]): notation.format(view, seat, (each,)) for each in actions}
        return {"prompt": prompts, "legal": legal}


def make_env(game: str, preset: str, **options: Any) -> SeatEnv:
    """Make one of the registered environments."""
    return SeatEnv(game, preset, **options)


def make_vector_env(game: str, preset: str, num_envs: int = 1024, **options: Any) -> SeatsVectorEnv:
    """Make one of the registered environments as a vector (`gymnasium.make_vec`)."""
    return SeatsVectorEnv(game, preset, num_envs, **options)


def env_id(game: str, preset: str, version: int = VERSION) -> str:
    """Return the name that an environment is registered by."""
    return f"{NAMESPACE}/{game}-{preset}-v{version}"


def register_all() -> list[str]:
    """Register every game and preset that is not yet, in every version; return all their names."""
    found = []
    for name in registry.names():
        for preset in registry.find(name).presets:
            for version, frame in FRAMES.items():
                found.append(env_id(name, preset, version))
                if found[-1] not in gymnasium.registry:
                    gymnasium.register(
                        id=found[-1],
                        entry_point=f"{__name__}:make_env",
                        vector_entry_point=f"{__name__}:make_vector_env",
                        kwargs={"game": name, "preset": preset, "frame": frame},
                        order_enforce=True,
                    )
    return found


IDS = register_all()
