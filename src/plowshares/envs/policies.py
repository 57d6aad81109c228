"""Trained policies as players: `policy:FILE.pt` (TorchScript), `policy:FILE.onnx`, or `policy:MODULE:NAME` (Python).

A policy is called with observations and masks of some decisions, in the seat's own frame (environments `-v1`), and
returns scores, one for every action, or a tuple whose first part are the scores. The largest legal score is played.
`policy:FILE.pt@32` searches instead, with 32 simulations a decision: scores are logits of the priors there, and the
second part of the tuple are the values that the seats to act expect.
The arena finds this module by name (`arena/seat_kinds.py`), so policies play in matches and tournaments too.
"""

from __future__ import annotations

import functools
import importlib
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from plowshares.agents import Ask
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.options import Options
from plowshares.envs.extras import array_of
from plowshares.envs.frames import Frames
from plowshares.envs.network_search import NetworkSearch

Scores = Callable[[Any, Any], Any]
MARK = "policy:"
LEAST = 2  # simulations of a search
KINDS = ("policy", "mcp", "chat", "cmd")  # first words of seats that have a meaning of their own


@functools.cache
def load_policy(place: str) -> Scores:
    """Return the policy of a file or of MODULE:NAME; raise InvalidOption that quotes what cannot be loaded."""
    suffix = Path(place).suffix
    if suffix in LOADERS:
        if not Path(place).is_file():
            raise InvalidOption(f"there is no file {place!r}")
        try:
            return LOADERS[suffix](place)
        except ImportError as error:
            raise InvalidOption(f"{place!r} needs {error.name!r}: pip install 'plowshares[learn]'") from None
        except (RuntimeError, ValueError) as error:
            raise InvalidOption(f"{place!r} is not a policy that can be read: {str(error)[:200]}") from None
    return _load_python(place)


def _load_torch(place: str) -> Scores:
    import torch

    torch.set_num_threads(1)
    network = torch.jit.load(place)

    def policy(observations: Any, masks: Any) -> Any:
        with torch.no_grad():
            return network(torch.from_numpy(observations), torch.from_numpy(masks))

    return policy


def _load_onnx(place: str) -> Scores:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(place, options, providers=["CPUExecutionProvider"])
    inputs = [(each.name, np.float32 if "float" in each.type else None) for each in session.get_inputs()]

    def policy(observations: Any, masks: Any) -> Any:
        given = zip(inputs, (observations, masks), strict=False)  # a network may take no mask
        return session.run(None, {name: array.astype(kind) if kind else array for (name, kind), array in given})

    return policy


LOADERS: dict[str, Callable[[str], Scores]] = {".pt": _load_torch, ".ts": _load_torch, ".onnx": _load_onnx}


def _load_python(place: str) -> Scores:
    module, mark, name = place.partition(":")
    if not (mark and module and name):
        endings = ", ".join(LOADERS)
        raise InvalidOption(f"{place!r} is neither a file ({endings}) nor MODULE:NAME of a Python function")
    if "" not in sys.path:
        sys.path.insert(0, "")  # like `python -m`: modules beside you are found
    try:
        found = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise InvalidOption(f"{place!r} cannot be loaded: {error}") from None
    if not callable(found):
        raise InvalidOption(f"{place!r} is a {type(found).__name__}, and not a function of observations and masks")
    policy: Scores = found
    return policy


def scores_of(policy: Scores, observations: Any, masks: Any) -> Any:
    """Return the scores of a policy as an array; illegal actions have the score of minus infinity."""
    answer = policy(observations, masks)
    scores = np.asarray(answer[0] if isinstance(answer, tuple | list) else answer)
    if scores.shape != masks.shape:
        raise InvalidOption(f"a policy returned scores of shape {scores.shape}; {masks.shape} is wanted")
    if np.isnan(scores).any():
        raise InvalidOption("a policy returned a score that is not a number")
    return np.where(masks != 0, scores, -np.inf)


class PolicyAgent:
    """A policy at a table. Where scores are equal, as before anything is learned, chance decides."""

    def __init__(self, policy: Scores, game: Game, options: Options, seed: int, name: str = "policy") -> None:
        self.name = name
        self._policy, self._frames = policy, Frames(game, options)
        self._random = np.random.default_rng(seed)

    def choose(self, ask: Ask) -> int:
        """Return the legal action with the largest score."""
        layout = self._frames.layout_of(ask.view, ask.seat)
        mask = np.zeros((1, self._frames.size), np.int8)
        mask[0, layout.from_match[list(ask.legal)]] = 1
        seen = np.ascontiguousarray(self._frames.observe(ask.view, ask.seat))[None]
        scores = scores_of(self._policy, seen, mask)[0]
        return int(layout.to_match[self._random.choice(np.flatnonzero(scores == scores.max()))])


class SearchingAgent:
    """A policy at a table that searches with its own priors and values."""

    def __init__(
        self, policy: Scores, game: Game, options: Options, simulations: int, seed: int, name: str = "policy"
    ) -> None:
        self.name = name
        self._frames = Frames(game, options)
        self._search = NetworkSearch(game, options, 1, evaluator_of(policy), simulations, seed=seed)

    def choose(self, ask: Ask) -> int:
        """Return the action that the search tried most often."""
        best = self._search.search(array_of(ask.view), [ask.seat]).best()
        return int(self._frames.layout_of(ask.view, ask.seat).to_match[best[0]])


def evaluator_of(policy: Scores) -> Callable[[Any, Any], tuple[Any, Any]]:
    """Return what `NetworkSearch` asks: the scores of a policy as priors, and its values."""

    def evaluate(observations: Any, masks: Any) -> tuple[Any, Any]:
        answer = policy(observations, masks)
        if not isinstance(answer, tuple | list) or len(answer) < 2:
            raise InvalidOption("a policy that searches returns scores and values; this one returned scores only")
        scores = np.where(masks != 0, np.asarray(answer[0], np.float64), -np.inf)
        weights = np.exp(scores - np.maximum(-1e300, scores.max(1, keepdims=True)))
        return weights / np.maximum(1e-9, weights.sum(1, keepdims=True)), np.asarray(answer[1])

    return evaluate


def split_search(word: str) -> tuple[str, int]:
    """Split FILE@SIMULATIONS or MODULE:NAME@SIMULATIONS; 0: the policy plays without search."""
    place, mark, count = word.removeprefix(MARK).rpartition("@")
    if not (mark and count.isdigit()):
        return word.removeprefix(MARK), 0
    if int(count) < LEAST:
        raise InvalidOption(f"{word!r}: a search takes {LEAST} simulations at least, not {count}")
    return place, int(count)


def check(game: Game, word: str) -> None:
    """Raise InvalidOption if a policy cannot be loaded; whether it fits the game's sizes is seen at the first move."""
    load_policy(split_search(word)[0])


def make_agent(word: str, game: Game, options: Options, seed: int) -> PolicyAgent | SearchingAgent:
    """Return the policy of a seat's word as an agent."""
    place, simulations = split_search(word)
    if simulations:
        return SearchingAgent(load_policy(place), game, options, simulations, seed)
    return PolicyAgent(load_policy(place), game, options, seed)


def looks_like_policy(word: str) -> bool:
    """Ask whether a word names a policy without saying so: a file of a network, or MODULE:NAME."""
    word = re.sub("@[0-9]+$", "", word)
    module, mark, name = word.partition(":")
    is_python = bool(mark) and name.isidentifier() and all(part.isidentifier() for part in module.split("."))
    return module not in KINDS and (is_python or Path(word).suffix in LOADERS)
