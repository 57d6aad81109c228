"""PettingZoo: every game as an AEC and as a parallel environment.

`env("stratego", preset="micro")` and `parallel_env("footsoldiers")`. Agents are `seat_0`, `seat_1`, …; observations are
dictionaries with `observation` and `action_mask`. The action after the game's own is `wait`: the only one of a
seat that is not to act, which happens in parallel environments and in AEC ones with `max_cycles`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from plowshares.core.game import Game
from plowshares.envs.common import EnvCore, Illegal, read_game
from plowshares.envs.extras import Asked
from plowshares.envs.frames import Frame
from plowshares.envs.render import MODES, check_mode, render

Spaces = dict[str, Any]
VERSIONS = {"match": 0, "seat": 1}  # of the environments, by frame


def env(
    game: str | Game,
    preset: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    illegal: Illegal = "replace",
    frame: Frame = "seat",
    legal_texts: bool = False,
    extras: Asked = None,
    **options: Any,
) -> SeatsEnv:
    """Return an AEC environment. With `max_cycles` every seat is asked once in each cycle, waiting ones too."""
    core = EnvCore(*read_game(game, preset, **options), illegal, frame, extras)
    return SeatsEnv(core, max_cycles, render_mode, legal_texts)


def parallel_env(
    game: str | Game,
    preset: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
    illegal: Illegal = "replace",
    frame: Frame = "seat",
    legal_texts: bool = False,
    extras: Asked = None,
    **options: Any,
) -> ParallelSeatsEnv:
    """Return a parallel environment: in each cycle every seat that is to act acts once, the others wait."""
    core = EnvCore(*read_game(game, preset, **options), illegal, frame, extras)
    return ParallelSeatsEnv(core, max_cycles, render_mode, legal_texts)


def _spaces(table: EnvCore, agents: list[str]) -> tuple[Spaces, Spaces]:
    low, high = table.frames.bounds()
    seen = {
        "observation": spaces.Box(low, high, table.shape, table.dtype.type),
        **{n: spaces.Box(-np.inf, np.inf, shape, np.float32) for n, shape in table.extras.shapes.items()},
        "action_mask": spaces.Box(0, 1, (table.wait + 1,), np.int8),
    }
    return {a: spaces.Dict(dict(seen)) for a in agents}, {a: spaces.Discrete(table.wait + 1) for a in agents}


def make_info(table: EnvCore, seat: int, legal_texts: bool) -> dict[str, Any]:
    """Return the info of an agent: mask, seat, what to do, and on request what is legal as text."""
    prompt = table.game.notation.prompt(table.view(seat), seat)
    info: dict[str, Any] = {"action_mask": table.mask(seat), "seat": seat, "prompt": prompt}
    return {**info, "legal": table.texts(seat)} if legal_texts else info


class SeatsEnv(AECEnv):  # type: ignore[misc]  # PettingZoo is not typed
    """A game as an AEC environment."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "is_parallelizable": True}  # noqa: RUF012  # as PettingZoo has it

    def __init__(
        self, table: EnvCore, max_cycles: int | None, render_mode: str | None, legal_texts: bool = False
    ) -> None:
        super().__init__()
        self.table, self.max_cycles, self.render_mode = table, max_cycles, check_mode(render_mode)
        self.legal_texts = legal_texts
        self.metadata = {**type(self).metadata, "name": f"{table.game.name}_v{VERSIONS[table.frame]}"}
        self.possible_agents = [f"seat_{i}" for i in range(table.seats)]
        self.observation_spaces, self.action_spaces = _spaces(table, self.possible_agents)

    def observation_space(self, agent: str) -> Any:
        """Return what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent may choose from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new match."""
        self.table.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: self._info(agent) for agent in self.agents}
        self.cycles = 0
        self.agent_selection = self.possible_agents[self._next_seat(-1)]
        self._end_if_over()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, as numbers, and what it may do."""
        return self.table.observe(self.possible_agents.index(agent))

    def hidden_target(self, agent: str) -> Any:
        """Return what the other agents observe, each as it sits: a target for training, never an observation."""
        return self.table.hidden(self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only a finished agent may pass None"
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        fits = self.table.play(seat, int(action))
        self.infos = {each: self._info(each) for each in self.agents}
        self.infos[agent]["was_legal"] = fits
        after = self._next_seat(seat)
        if after <= seat:
            self.cycles += 1
        self.agent_selection = self.possible_agents[after]
        self._end_if_over()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _info(self, agent: str) -> dict[str, Any]:
        return make_info(self.table, self.possible_agents.index(agent), self.legal_texts)

    def _next_seat(self, seat: int) -> int:
        """Return the seat asked after this one: the next that is to act, or with max_cycles simply the next."""
        ring = [(seat + 1 + i) % self.table.seats for i in range(self.table.seats)]
        acting = self.table.to_act()
        if self.max_cycles is not None or not acting:
            return ring[0]
        return next(each for each in ring if each in acting)

    def _end_if_over(self) -> None:
        if self.table.is_over:
            self.rewards = dict(zip(self.possible_agents, self.table.outcome(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> Any:
        """Draw what the selected agent sees."""
        seat = self.possible_agents.index(self.agent_selection)
        return render(self.table.game, self.table.view(seat), seat, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class ParallelSeatsEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo is not typed
    """A game as a parallel environment."""

    metadata: dict[str, Any] = {"render_modes": list(MODES)}  # noqa: RUF012  # as PettingZoo has it

    def __init__(
        self, table: EnvCore, max_cycles: int | None, render_mode: str | None, legal_texts: bool = False
    ) -> None:
        super().__init__()
        self.table, self.max_cycles, self.render_mode = table, max_cycles, check_mode(render_mode)
        self.legal_texts = legal_texts
        self.metadata = {**type(self).metadata, "name": f"{table.game.name}_v{VERSIONS[table.frame]}"}
        self.possible_agents = [f"seat_{i}" for i in range(table.seats)]
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = _spaces(table, self.possible_agents)

    def observation_space(self, agent: str) -> Any:
        """Return what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent may choose from."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Begin a new match."""
        self.table.start(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        return self._observations(), {agent: self._info(agent) for agent in self.agents}

    def _info(self, agent: str) -> dict[str, Any]:
        return make_info(self.table, self.possible_agents.index(agent), self.legal_texts)

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Let every seat that is to act play its action; the others wait."""
        legal = {}
        for seat in self.table.to_act():
            agent = self.possible_agents[seat]
            if agent in actions and seat in self.table.to_act():
                legal[agent] = self.table.play(seat, int(actions[agent]))
        self.cycles += 1
        over = self.table.is_over
        late = not over and self.max_cycles is not None and self.cycles >= self.max_cycles
        outcome = self.table.outcome() if over else [0.0] * self.table.seats
        everybody = self.possible_agents
        result = (
            self._observations(),
            dict(zip(everybody, outcome, strict=True)),
            dict.fromkeys(everybody, over),
            dict.fromkeys(everybody, late),
            {agent: {**self._info(agent), "was_legal": legal.get(agent, True)} for agent in everybody},
        )
        if self.render_mode == "human":
            self.render()
        if over or late:
            self.agents = []
        return result

    def _observations(self) -> dict[str, Any]:
        return {agent: self.table.observe(seat) for seat, agent in enumerate(self.possible_agents)}

    def render(self) -> Any:
        """Draw what a seat that is to act sees."""
        seat = (self.table.to_act() or [0])[0]
        return render(self.table.game, self.table.view(seat), seat, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
