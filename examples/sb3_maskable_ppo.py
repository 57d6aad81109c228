"""MaskablePPO of sb3-contrib on one of the environments, against a built-in agent.

    pip install plowshares[rl,learn]
    python examples/sb3_maskable_ppo.py farmer_soldier --preset standard --rivals random --steps 40000

The environment offers `action_masks()`, which is all that MaskablePPO asks for.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.monitor import Monitor

from plowshares.envs.gymnasium import SeatEnv


class Tamed(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Observations as floats of a moderate size."""

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        assert env.observation_space.shape is not None
        self.observation_space = gymnasium.spaces.Box(-np.inf, np.inf, env.observation_space.shape, np.float32)

    def observation(self, observation: Any) -> Any:
        """Return signed logarithms: counts and money tamed alike."""
        return (np.sign(observation) * np.log1p(np.abs(observation.astype(np.float32)))).astype(np.float32)

    def action_masks(self) -> Any:
        """Return what is legal."""
        return self.env.unwrapped.action_masks()  # type: ignore[attr-defined]  # of a SeatEnv


def make_env(asked: argparse.Namespace) -> Any:
    """Return the environment, with outcomes noted."""
    return Monitor(Tamed(SeatEnv(asked.game, asked.preset, rivals=asked.rivals, seat=None)))


def measure(model: Any, asked: argparse.Namespace, matches: int = 50) -> float:
    """Return the share of wins of the best actions."""
    env, wins = make_env(asked), 0
    for number in range(matches):
        seen, _ = env.reset(seed=90_000 + number)
        over, reward = False, 0.0
        while not over:
            action, _ = model.predict(seen, action_masks=env.unwrapped.action_masks(), deterministic=True)
            seen, reward, over, _, _ = env.step(int(action))
        wins += reward > 0
    return wins / matches


def train(asked: argparse.Namespace) -> tuple[float, float]:
    """Learn; return the shares of wins before and after."""
    torch.set_num_threads(1)
    network = {"net_arch": [128, 128]}
    model = MaskablePPO(
        "MlpPolicy", make_env(asked), learning_rate=asked.rate, n_steps=1024, policy_kwargs=network, seed=asked.seed
    )
    before = measure(model, asked)
    model.learn(asked.steps)
    after = measure(model, asked)
    print(f"wins against {asked.rivals}: {before:.0%} before, {after:.0%} after {asked.steps:,} steps")
    return before, after


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="farmer_soldier")
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--rivals", default="random", help="a built-in agent")
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


if __name__ == "__main__":
    train(read_arguments())
