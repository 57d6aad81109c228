"""Exploitability from below: how much a learner that trains against one fixed player wins from it.

The best response to a player cannot be worse than a learner that has found something against it. So what the learner
earns is a lower bound on how far the player can be exploited, in the outcome's own unit, averaged over both seats.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any

import numpy as np

from plowshares.agents import Ask, make_agent
from plowshares.core.errors import InvalidOption, PlowsharesError
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.core.rng import mix
from plowshares.engine.intervals import Z95
from plowshares.envs.batch import Batch
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.network_search import NOBODY, NetworkSearch
from plowshares.envs.policies import MARK, evaluator_of, load_policy, scores_of, split_search
from plowshares.envs.ppo import Learner, Rivals, Settings, collect, find_torch, measure, new_rollout

MATCHES, STEPS = 128, 64  # of one rollout
TIE = 1e-9
SECONDS = 1.0  # that an agent may think for one decision


@dataclass(frozen=True)
class BestResponse:
    """What a learner earned from a player."""

    earned: float  # mean outcome, from -1 to 1, with its 95 % interval
    low: float
    high: float
    games: int
    seconds: float  # of processor time that it learned
    steps: int


def rivals_of(word: str, game: Game, options: Options, seed: int) -> Rivals:
    """Return a player as rivals in a batch: a policy answers for all matches at once, an agent for one by one."""
    if word.startswith(MARK):
        place, simulations = split_search(word)
        return _search_rivals(place, simulations, seed) if simulations else _policy_rivals(place, seed)
    agents: dict[int, Any] = {}

    def answer(framed: FramedBatch, rows: Any) -> Any:
        return np.array([_ask(agents, framed, int(i), word, seed) for i in rows])

    return answer


def _search_rivals(place: str, simulations: int, seed: int) -> Rivals:
    evaluate, searches = evaluator_of(load_policy(place)), dict[int, NetworkSearch]()

    def answer(framed: FramedBatch, rows: Any) -> Any:
        batch = framed.batch
        if batch.count not in searches:
            searches[batch.count] = NetworkSearch(
                batch.game, batch.options, batch.count, evaluate, simulations, seed=seed
            )
        seats = np.full(batch.count, NOBODY)
        seats[rows] = batch.seats[rows]
        return searches[batch.count].search(batch.states, seats).best()[rows]

    return answer


def _policy_rivals(place: str, seed: int) -> Rivals:
    policy, random = load_policy(place), np.random.default_rng(seed)

    def answer(framed: FramedBatch, rows: Any) -> Any:
        scores = scores_of(policy, framed.observations[rows], framed.masks[rows])
        return (scores + TIE * random.random(scores.shape)).argmax(1)

    return answer


def _ask(agents: dict[int, Any], framed: FramedBatch, i: int, word: str, seed: int) -> int:
    batch, seat = framed.batch, int(framed.batch.seats[i])
    agent = agents.setdefault(i, make_agent(word, batch.game, int(mix(np.uint64(seed), i, 2))))
    legal = batch.legal[i, : batch.counts[i]].tolist()
    command = agent.choose(Ask(batch.game.view_of(batch.states[i], seat), seat, legal, SECONDS, batch.players))
    action = command if isinstance(command, int | np.integer) else command[0]
    return int(framed.from_match[framed.numbers[i], int(action)])


def check_response(word: str, game: Game, options: Options) -> None:
    """Raise InvalidOption if no learner can train against this player; call it before a long run."""
    seats = game.state.count_seats(options)
    if seats != 2:
        raise InvalidOption(f"a best response is learned in matches for two; this match has {seats} seats")
    if not word.startswith(MARK):
        try:
            make_agent(word, game, 0)
        except InvalidOption:
            words = f"a learner trains against policies and built-in players, and {word!r} is neither"
            raise InvalidOption(words) from None
    try:
        find_torch()
    except PlowsharesError as error:
        raise InvalidOption(f"a best response cannot be learned here: {error}") from None


def respond(word: str, game: Game, options: Options, minutes: float, games: int = 512, seed: int = 1) -> BestResponse:
    """Let PPO learn against a player for some minutes of processor time, then measure what it earns."""
    check_response(word, game, options)
    with (
        Batch(game, options, MATCHES, seed, threads=1) as one,
        Batch(game, options, games, seed + 1, threads=1) as other,
    ):
        framed, judge = FramedBatch(one), FramedBatch(other)
        learner, rollout = Learner(framed, Settings(seed=seed)), new_rollout(framed, STEPS)
        rivals, start, steps = rivals_of(word, game, options, seed), time.process_time(), 0
        while time.process_time() - start < 60 * minutes:
            collect(framed, rollout, learner.choose, rivals)
            learner.learn(rollout)
            steps += rollout.actions.size
        spent = time.process_time() - start
        earned = measure(judge, seed + 2, learner.best, rivals_of(word, game, options, seed + 3))
    mean, error = float(earned.mean()), Z95 * float(earned.std()) / math.sqrt(games)
    return BestResponse(mean, max(-1.0, mean - error), min(1.0, mean + error), games, spent, steps)
