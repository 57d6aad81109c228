"""PPO in one file, in the style of CleanRL: one learner against a built-in agent, through Gymnasium and nothing else.

    pip install plowshares[rl,ppo]
    python examples/cleanrl_ppo.py farmer_soldier --preset standard --rivals random --steps 40000

Slower than `plowshares train`, which learns on a batch; but every line of the algorithm is here, and any environment
with `info["action_mask"]` will do.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import plowshares.envs.gymnasium  # registers the environments

GAMMA, LAMBDA, CLIP, ENTROPY, VALUE, MOST_GRADIENT = 0.99, 0.95, 0.2, 0.01, 0.5, 0.5


class Agent(nn.Module):  # type: ignore[misc]  # PyTorch may not be installed where types are checked
    """Policy and value on one body."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, 128), nn.Tanh(), nn.Linear(128, 128), nn.Tanh())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)

    def forward(self, seen: Any, masks: Any) -> tuple[Any, Any]:
        """Return the distribution of the legal actions, and values."""
        numbers = seen.flatten(1).float()
        hidden = self.body(torch.sign(numbers) * torch.log1p(numbers.abs()))
        logits = self.policy(hidden).masked_fill(masks == 0, -1e9)
        return torch.distributions.Categorical(logits=logits), self.value(hidden).squeeze(1)


class Envs:
    """Some environments, stepped one after another; those that end begin again."""

    def __init__(self, asked: argparse.Namespace) -> None:
        name = f"plowshares/{asked.game}-{asked.preset}-v1"
        self.envs = [gymnasium.make(name, rivals=asked.rivals, seat=None) for _ in range(asked.envs)]
        self.shape = self.envs[0].observation_space.shape
        self.actions = int(self.envs[0].action_space.n)  # type: ignore[attr-defined]  # a Discrete space
        first = [env.reset(seed=asked.seed * 1000 + i) for i, env in enumerate(self.envs)]
        self.seen = np.stack([seen for seen, _ in first])
        self.masks = np.stack([info["action_mask"] for _, info in first])
        self.outcomes: list[float] = []

    def step(self, actions: Any) -> tuple[Any, Any]:
        """Play an action in each; return rewards and ends."""
        rewards, ends = np.zeros(len(self.envs), np.float32), np.zeros(len(self.envs), np.float32)
        for i, env in enumerate(self.envs):
            seen, reward, over, cut, info = env.step(int(actions[i]))
            rewards[i], ends[i] = reward, over or cut
            if over or cut:
                self.outcomes.append(float(reward))
                seen, info = env.reset()
            self.seen[i], self.masks[i] = seen, info["action_mask"]
        return rewards, ends


def train(asked: argparse.Namespace) -> float:
    """Learn; return the share of wins of the last hundred matches, while still exploring."""
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    envs = Envs(asked)
    agent = Agent(int(np.prod(envs.shape or ())), envs.actions)
    optimizer = torch.optim.Adam(agent.parameters(), lr=asked.rate, eps=1e-5)
    for update in range(asked.steps // (asked.envs * asked.length)):
        rows, last = play(envs, agent, asked.length)
        learn(agent, optimizer, rows, estimate(rows, last))
        if update % 10 == 9:
            print(f"{(update + 1) * asked.envs * asked.length:8,} steps  wins {wins(envs):6.1%}", flush=True)
    return wins(envs)


def wins(envs: Envs) -> float:
    """Return the share of wins of the last hundred matches."""
    return float(np.mean(np.array(envs.outcomes[-100:] or [0.0]) > 0))


def play(envs: Envs, agent: Agent, length: int) -> tuple[dict[str, Any], Any]:
    """Fill a rollout; return its rows and the values of where it ends."""
    names = ("seen", "masks", "actions", "chances", "values", "rewards", "ends")
    rows: dict[str, list[Any]] = {name: [] for name in names}
    with torch.no_grad():
        for _ in range(length):
            seen, masks = torch.from_numpy(envs.seen.copy()), torch.from_numpy(envs.masks.copy())
            policy, values = agent(seen, masks)
            actions = policy.sample()
            rewards, ends = envs.step(actions.numpy())
            made = (seen, masks, actions, policy.log_prob(actions), values, *map(torch.from_numpy, (rewards, ends)))
            for name, value in zip(names, made, strict=True):
                rows[name].append(value)
        last = agent(torch.from_numpy(envs.seen), torch.from_numpy(envs.masks))[1]
    return {name: torch.stack(values) for name, values in rows.items()}, last


def estimate(rows: dict[str, Any], last: Any) -> Any:
    """Return generalised advantages."""
    advantages, later, value = torch.zeros_like(rows["values"]), torch.zeros_like(last), last
    for t in range(len(advantages) - 1, -1, -1):
        goes_on = 1 - rows["ends"][t]
        surprise = rows["rewards"][t] + GAMMA * goes_on * value - rows["values"][t]
        advantages[t] = later = surprise + GAMMA * LAMBDA * goes_on * later
        value = rows["values"][t]
    return advantages


def learn(agent: Agent, optimizer: Any, rows: dict[str, Any], advantages: Any, epochs: int = 4, parts: int = 4) -> None:
    """Improve the agent with one rollout."""
    flat = {name: values.flatten(0, 1) for name, values in rows.items()}
    gains, goals = advantages.flatten(), (advantages + rows["values"]).flatten()
    for _ in range(epochs):
        for part in torch.randperm(len(gains)).chunk(parts):
            policy, values = agent(flat["seen"][part], flat["masks"][part])
            ratio = (policy.log_prob(flat["actions"][part]) - flat["chances"][part]).exp()
            gain = (gains[part] - gains[part].mean()) / (gains[part].std() + 1e-8)
            loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
            loss = loss + VALUE * (values - goals[part]).pow(2).mean() - ENTROPY * policy.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), MOST_GRADIENT)
            optimizer.step()


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Return what is asked for on the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="farmer_soldier")
    parser.add_argument("--preset", default="standard")
    parser.add_argument("--rivals", default="random", help="a built-in agent")
    parser.add_argument("--steps", type=int, default=40_000)
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--length", type=int, default=128, help="steps of each environment for one update")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(words)


if __name__ == "__main__":
    assert plowshares.envs.gymnasium.IDS
    train(read_arguments())
