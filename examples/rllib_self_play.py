"""RLlib, multi-agent: one policy plays both seats of a game against itself, on this machine or on a Ray cluster.

    pip install plowshares[rl,learn]
    python examples/rllib_self_play.py farmer_soldier --preset standard --iterations 12
    RAY_ADDRESS=host:6379 python examples/rllib_self_play.py --runners 8

The environment shows only the seat that is to act, with its mask; RLlib's own masking module does the rest.
"""

from __future__ import annotations

import argparse
import os
from typing import Any

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.env.multi_agent_env import MultiAgentEnv
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule

from plowshares.envs.common import EnvCore, read_game


class SeatsMultiAgentEnv(MultiAgentEnv):  # type: ignore[misc]  # Ray is not typed
    """A game whose seats act one after another; outcomes come at the end."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        self.core = EnvCore(*read_game(config["game"], config["preset"]), "raise")
        self.possible_agents = self.agents = [f"seat_{i}" for i in range(self.core.seats)]
        size = int(np.prod(self.core.shape))
        seen = gymnasium.spaces.Dict(
            {
                "observations": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, (self.core.wait,), np.float32),
            }
        )
        self.observation_spaces = dict.fromkeys(self.agents, seen)
        self.action_spaces: dict[str, Any] = dict.fromkeys(self.agents, gymnasium.spaces.Discrete(self.core.wait))

    def seen(self, seat: int) -> dict[str, Any]:
        """Return what a seat sees and may do."""
        numbers = self.core.sight(seat)["observation"].astype(np.float32).reshape(-1)
        mask = self.core.mask(seat)[:-1].astype(np.float32)
        return {"observations": np.sign(numbers) * np.log1p(np.abs(numbers)), "action_mask": mask}

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, Any]:
        """Begin a new match."""
        self.core.start(seed)
        seat = self.core.to_act()[0]
        return {f"seat_{seat}": self.seen(seat)}, {}

    def step(self, action_dict: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the action of the seat that was asked."""
        ((agent, action),) = action_dict.items()
        self.core.play(int(agent.removeprefix("seat_")), int(action))
        if not self.core.is_over:
            seat = self.core.to_act()[0]
            return {f"seat_{seat}": self.seen(seat)}, {agent: 0.0}, {"__all__": False}, {"__all__": False}, {}
        outcome = self.core.outcome()
        rewards = {f"seat_{i}": outcome[i] for i in range(self.core.seats)}
        last = {f"seat_{i}": self.seen(i) for i in range(self.core.seats)}
        return last, rewards, {"__all__": True}, {"__all__": False}, {}


def configure(asked: argparse.Namespace) -> Any:
    """Return the configuration: one policy for all seats."""
    module = RLModuleSpec(
        ActionMaskingTorchRLModule, model_config={"fcnet_hiddens": [128, 128], "vf_share_layers": True}
    )
    return (
        PPOConfig()
        # RLlib's check of an environment plays actions that the mask forbids.
        .environment(
            SeatsMultiAgentEnv, env_config={"game": asked.game, "preset": asked.preset}, disable_env_checking=True
        )
        .env_runners(num_env_runners=asked.runners, num_cpus_per_env_runner=1)
        .learners(num_learners=0, num_cpus_per_learner=1)
        .multi_agent(policies={"main"}, policy_mapping_fn=lambda agent, episode, **_: "main")
        .rl_module(rl_module_spec=module)
        .training(train_batch_size_per_learner=4000, minibatch_size=512, num_epochs=4, lr=1e-3, entropy_coeff=0.01)
        .debugging(seed=asked.seed)
    )


def measure(algorithm: Any, asked: argparse.Namespace, matches: int = 50) -> float:
    """Return the share of wins against random play, from every seat in turn."""
    import torch

    env, module = SeatsMultiAgentEnv({"game": asked.game, "preset": asked.preset}), algorithm.get_module("main")
    rng, wins = np.random.default_rng(asked.seed), 0
    for number in range(matches):
        env.core.start(70_000 + number)
        own = number % env.core.seats
        while not env.core.is_over:
            seat = env.core.to_act()[0]
            seen = {name: torch.from_numpy(array)[None] for name, array in env.seen(seat).items()}
            mask = env.core.mask(seat)[:-1]
            if seat == own:
                logits = module.forward_inference({"obs": seen})["action_dist_inputs"][0].detach().numpy()
                action = int(np.where(mask != 0, logits, -np.inf).argmax())
            else:
                action = int(rng.choice(np.flatnonzero(mask)))
            env.core.play(seat, action)
        wins += env.core.outcome()[own] > 0
    return wins / matches


def train(asked: argparse.Namespace) -> tuple[float, float]:
    """Learn; return the shares of wins against random play before and after."""
    address = os.environ.get("RAY_ADDRESS")
    ray.init(address=address, include_dashboard=False, ignore_reinit_error=True, log_to_driver=False)
    algorithm = configure(asked).build_algo()
    before = after = measure(algorithm, asked)
    for iteration in range(asked.iterations):
        algorithm.train()
        if iteration % 4 == 3 or iteration == asked.iterations - 1:
            after = measure(algorithm, asked)
            print(f"iteration {iteration + 1}: wins {after:.0%} against random play ({before:.0%} before)", flush=True)
    algorithm.stop()
    ray.shutdown()
    return before, after


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="farmer_soldier")
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--iterations", type=int, default=12)
    parser.add_argument("--runners", type=int, default=0, help="processes that play; 0: in this one")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


if __name__ == "__main__":
    train(read_arguments())
