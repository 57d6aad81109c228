"""PPO on a batch, in the seat's own frame: for games for two, against oneself or given rivals. It needs PyTorch.

One network plays both seats, since an observation shows the seat's own things first. The value of the next position
counts with its sign turned when the other seat is to act there: all that self-play takes in a zero-sum game.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from plowshares.core.errors import PlowsharesError
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.league import League

Choose = Callable[[Any, Any], tuple[Any, Any, Any]]  # actions, their log-probabilities and values
Rivals = Callable[[FramedBatch, Any], Any]  # actions for the matches with these numbers
EVEN = 1e-3  # log-probabilities that differ by less count as the same
GAMMA, LAMBDA, CLIP, ENTROPY, VALUE = 0.995, 0.95, 0.2, 0.01, 0.5
FAR = -1e9  # logit of an illegal action


@dataclass
class Rollout:
    """Some steps of all matches: what was seen, done and earned."""

    observations: Any
    masks: Any
    actions: Any
    chances: Any  # log-probability of the action when it was chosen
    values: Any
    seats: Any
    rewards: Any  # of the seat that acted
    ends: Any  # the match ended with this action
    own: Any  # the learner chose the action, and learns from it
    last_values: Any = field(default=None)
    last_seats: Any = field(default=None)


def new_rollout(framed: FramedBatch, steps: int) -> Rollout:
    """Return room for a rollout."""
    rows = (steps, framed.batch.count)
    return Rollout(
        observations=np.zeros((steps, *framed.observations.shape), framed.observations.dtype),
        masks=np.zeros((steps, *framed.masks.shape), np.int8),
        actions=np.zeros(rows, np.int32),
        chances=np.zeros(rows, np.float32),
        values=np.zeros(rows, np.float32),
        seats=np.zeros(rows, np.int32),
        rewards=np.zeros(rows, np.float32),
        ends=np.zeros(rows, np.bool_),
        own=np.ones(rows, np.bool_),
    )


def collect(framed: FramedBatch, rollout: Rollout, choose: Choose, rivals: Rivals | None = None) -> None:
    """Fill a rollout. The learner plays both seats; with rivals, one seat of every match, by turns the first."""
    batch, everyone = framed.batch, np.arange(framed.batch.count)
    for t in range(len(rollout.actions)):
        rollout.observations[t], rollout.masks[t], rollout.seats[t] = framed.observations, framed.masks, batch.seats
        own = rollout.own[t] = (rivals is None) | (batch.seats == everyone % batch.players)
        rollout.actions[t, own], rollout.chances[t, own], rollout.values[t, own] = choose(
            framed.observations[own], framed.masks[own]
        )
        if rivals is not None and not own.all():
            rollout.actions[t, ~own] = rivals(framed, np.flatnonzero(~own))
        framed.step(rollout.actions[t])
        rollout.rewards[t] = batch.rewards[everyone, rollout.seats[t]]
        rollout.ends[t] = batch.over | batch.cut
        if isinstance(rivals, League):
            rivals.settle(framed)
    rollout.last_values = choose(framed.observations, framed.masks)[2]
    rollout.last_seats = batch.seats.copy()


def random_rivals(framed: FramedBatch, rows: Any) -> Any:
    """Let rivals play at random."""
    return framed.random_actions()[rows]


def estimate_advantages(rollout: Rollout) -> Any:
    """Return how much better each action was than expected, by generalised advantage estimation over both seats."""
    advantages = np.zeros_like(rollout.values)
    later, value, seat = np.zeros_like(rollout.last_values), rollout.last_values, rollout.last_seats
    for t in range(len(rollout.actions) - 1, -1, -1):
        sign = np.where(rollout.seats[t] == seat, 1.0, -1.0) * ~rollout.ends[t]
        surprise = rollout.rewards[t] + GAMMA * sign * value - rollout.values[t]
        own = rollout.own[t]
        # What a rival does is the world's doing: nothing is expected of it, so nothing can surprise.
        advantages[t] = later = np.where(own, surprise + GAMMA * LAMBDA * sign * later, sign * later)
        value, seat = np.where(own, rollout.values[t], rollout.rewards[t] + sign * value), rollout.seats[t]
    return advantages


def measure(framed: FramedBatch, seed: int, choose: Callable[[Any, Any], Any], rivals: Rivals = random_rivals) -> Any:
    """Return the outcome of one match for each place; the learner has the first seat in every other one."""
    batch, places = framed.batch, np.arange(framed.batch.count)
    framed.reset(seed)
    own, open_, earned = places % batch.players, np.ones(batch.count, bool), np.zeros(batch.count)
    actions = np.zeros(batch.count, np.int64)
    while open_.any():
        mine = batch.seats == own
        if mine.any():
            actions[mine] = choose(framed.observations[mine], framed.masks[mine])
        if not mine.all():
            actions[~mine] = rivals(framed, np.flatnonzero(~mine))
        framed.step(actions)
        ended = open_ & (batch.over | batch.cut)
        earned[ended] = batch.rewards[places, own][ended]
        open_ &= ~ended
    return earned


@dataclass(frozen=True)
class Settings:
    """How a learner learns."""

    width: int = 128  # of the two hidden layers
    rate: float = 1e-3
    epochs: int = 2  # how often one rollout is learned from
    minibatch: int = 512  # decisions for one step of the gradient
    threads: int = 1  # of PyTorch; so small a network gains little by more
    seed: int = 1


def find_torch() -> Any:
    """Return PyTorch; say how to install it where it is missing."""
    try:
        import torch
    except ImportError as error:
        raise PlowsharesError(f"learning needs {error.name!r}: pip install 'plowshares[ppo]'") from None
    return torch


def new_network(inputs: int, actions: int, width: int) -> Any:
    """Return a network: `network(observations, masks)` gives the logits of the legal actions, and values."""
    torch = find_torch()

    class Network(torch.nn.Module):  # type: ignore[misc,name-defined]  # PyTorch may not be installed
        def __init__(self) -> None:
            super().__init__()
            self.body = torch.nn.Sequential(
                torch.nn.Linear(inputs, width), torch.nn.ReLU(), torch.nn.Linear(width, width), torch.nn.ReLU()
            )
            self.policy, self.value = torch.nn.Linear(width, actions), torch.nn.Linear(width, 1)
            torch.nn.init.zeros_(self.policy.weight)
            torch.nn.init.zeros_(self.policy.bias)

        def forward(self, observations: Any, masks: Any) -> tuple[Any, Any]:
            numbers = observations.flatten(1).float()
            hidden = self.body(torch.sign(numbers) * torch.log1p(numbers.abs()))  # counts and money tamed alike
            return self.policy(hidden).masked_fill(masks == 0, FAR), torch.tanh(self.value(hidden)).squeeze(1)

    return Network()


class Learner:
    """The network with its policy and update."""

    def __init__(self, framed: FramedBatch, settings: Settings | None = None) -> None:
        if framed.batch.players != 2:
            raise PlowsharesError(f"PPO here learns games for two; this match has {framed.batch.players} seats")
        self.settings = settings or Settings()
        self.torch, self.order = find_torch(), np.random.default_rng(self.settings.seed)
        self.torch.manual_seed(self.settings.seed)
        self.torch.set_num_threads(self.settings.threads)
        inputs = int(np.prod(framed.observations.shape[1:]))
        self.network = new_network(inputs, framed.frames.size, self.settings.width)
        self.optimizer = self.torch.optim.Adam(self.network.parameters(), lr=self.settings.rate, eps=1e-5)

    def judge(self, seen: Any, mask: Any) -> tuple[Any, Any]:
        """Return logits and values as tensors."""
        logits, values = self.network(self.torch.from_numpy(seen), self.torch.from_numpy(mask))
        return logits, values

    def choose(self, seen: Any, mask: Any) -> tuple[Any, Any, Any]:
        """Draw an action for every match."""
        torch = self.torch
        with torch.no_grad():
            logits, values = self.judge(seen, mask)
            sums = torch.softmax(logits, 1).cumsum(1)
            drawn = (1 - torch.rand(len(seen), 1)) * sums[:, -1:]  # above 0, where an illegal action would be met
            actions = (sums < drawn).sum(1, keepdim=True)
            logs = torch.log_softmax(logits, 1).gather(1, actions)[:, 0]
            return actions[:, 0].numpy(), logs.numpy(), values.numpy()

    def best(self, seen: Any, mask: Any) -> Any:
        """Return the likeliest action for every match, any of those that are alike: all are, before it has learned."""
        with self.torch.no_grad():
            logits = self.judge(seen, mask)[0]
            return (logits + EVEN * self.torch.rand_like(logits)).argmax(1).numpy()

    def snapshot(self) -> Callable[[Any, Any], Any]:
        """Return the policy as it is now, which draws its actions; for leagues."""
        twin = copy.copy(self)
        twin.network = copy.deepcopy(self.network)
        return lambda seen, mask: twin.choose(seen, mask)[0]

    def learn(self, rollout: Rollout) -> None:
        """Improve policy and value with one rollout."""
        advantages = estimate_advantages(rollout)
        own = rollout.own
        rows = {
            "seen": rollout.observations[own],
            "mask": rollout.masks[own],
            "actions": rollout.actions[own].astype(np.int64),
            "chances": rollout.chances[own],
            "advantages": advantages[own],
            "goals": (advantages + rollout.values)[own],
        }
        count = len(rows["actions"])
        for _ in range(self.settings.epochs):
            order = self.order.permutation(count)
            for at in range(0, count, self.settings.minibatch):
                chosen = order[at : at + self.settings.minibatch]
                self.improve({name: array[chosen] for name, array in rows.items()})

    def improve(self, row: dict[str, Any]) -> None:
        """Take one step down the gradient of PPO's loss."""
        torch = self.torch
        logits, values = self.judge(row["seen"], row["mask"])
        # Not the exponentials of the logarithms: those of masked actions take torch fifty times as long as others.
        chances, logs = torch.softmax(logits, 1), torch.log_softmax(logits, 1)
        chosen = logs.gather(1, torch.from_numpy(row["actions"])[:, None])[:, 0]
        ratio = (chosen - torch.from_numpy(row["chances"])).exp()
        gain = torch.from_numpy((row["advantages"] - row["advantages"].mean()) / (row["advantages"].std() + 1e-8))
        policy = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
        miss = (values - torch.from_numpy(row["goals"])).pow(2).mean()
        disorder = -(chances * logs.clamp(min=-1e3)).sum(1).mean()
        loss = policy + VALUE * miss - ENTROPY * disorder
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
        self.optimizer.step()

    def save(self, path: Path, framed: FramedBatch) -> None:
        """Write the network as TorchScript, which `plowshares evaluate` plays."""
        torch = self.torch
        example = (torch.from_numpy(framed.observations[:2]), torch.from_numpy(framed.masks[:2]))
        with torch.no_grad():
            torch.jit.trace(self.network, example, check_trace=False).save(str(path))

    def load(self, path: Path) -> None:
        """Begin with the weights of a network that was saved."""
        try:
            self.network.load_state_dict(self.torch.jit.load(str(path)).state_dict())
        except (RuntimeError, ValueError) as error:
            raise PlowsharesError(f"{str(path)!r} does not fit this network: {str(error)[:200]}") from None
