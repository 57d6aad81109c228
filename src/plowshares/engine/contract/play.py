"""Checks of whole matches: they end, repeat, can be recorded, and run alike in every mode."""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys
from typing import Any

import numpy as np

from plowshares.core.errors import InvalidRecord
from plowshares.core.game import Game
from plowshares.core.hooks import find_strange_hooks
from plowshares.core.options import Options, read_options, to_plain
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.engine.contract.walk import Amounts, Broken, Position, play_some, random_step
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, digest, verify

MODES = {"interpreted": {"NUMBA_DISABLE_JIT": "1"}, "bounds-checked": {"NUMBA_BOUNDSCHECK": "1"}}
RECORDED = 300  # commands of the match that is recorded; the rest is resigned


def check_names(game: Game, options: Options, amounts: Amounts) -> None:
    """The modules of a game offer no name that is not declared, such as a misspelt hook."""
    strange = find_strange_hooks(game, type(game.state.new(options)))
    if strange:
        raise Broken("; ".join(strange))


def check_ends(game: Game, options: Options, amounts: Amounts) -> None:
    """Random matches come to an end."""
    size = game.actions.space(options).size
    for seed in range(amounts.matches):
        chance = new_chance(seed)
        s, played = play_some(game, game.start(options, seed), chance, amounts.most, size)
        if not game.rules.is_over(s):
            raise Broken(f"a random match with seed {seed} is not over after {played} actions")


def check_repeatable(game: Game, options: Options, amounts: Amounts) -> None:
    """The same seed and the same choices give the same State, to the byte."""
    size = game.actions.space(options).size
    for seed in range(amounts.matches):
        ends = [play_some(game, game.start(options, seed), new_chance(seed), amounts.most, size)[0] for _ in range(2)]
        if ends[0].tobytes() != ends[1].tobytes():
            raise Broken(f"two matches with seed {seed} and the same choices differ")


def check_outcome(game: Game, options: Options, amounts: Amounts) -> None:
    """Outcomes lie in [-1, 1] and sum to zero; the result has a reason and a sentence."""
    size = game.actions.space(options).size
    seats = game.state.count_seats(options)
    for seed in range(amounts.matches):
        s, _ = play_some(game, game.start(options, seed), new_chance(seed), amounts.most, size)
        out = np.full(seats, np.nan)
        scores = np.full(seats, np.nan)
        game.rules.outcome(s, out)
        game.rules.scores(s, scores)
        if not (abs(out.sum()) < 1e-9 and (abs(out) <= 1).all() and np.isfinite(scores).all()):
            raise Broken(f"outcome {out.tolist()} or scores {scores.tolist()} are not as they must be")
        if not all(game.notation.describe_result(s)):
            raise Broken("a finished match has no reason or no sentence")


def check_clone(at: Position) -> None:
    """Playing on a copy leaves the original alone."""
    before = at.s.tobytes()
    for seat in at.to_act():
        for action in at.some_legal(seat)[:8]:
            copy = at.s.clone()
            at.game.play(copy, seat, action)
            at.require(at.s.tobytes() == before, f"action {action} on a copy changed the original")


def check_records(game: Game, options: Options, amounts: Amounts) -> None:
    """A recorded random match verifies; one with a changed, missing or exchanged line does not."""
    lines: list[bytes] = []
    match = Match(game, options, 2, listener=Recorder(lines.append))
    chance = new_chance(2)
    while not match.result and len(match.history) < RECORDED:
        seats = match.to_act()
        seat = seats[below(chance, len(seats))]
        legal = match.legal(seat)
        match.play(seat, legal[below(chance, len(legal))])
    for seat in range(match.seats):
        if not match.result:
            match.resign(seat)
    data = b"\n".join(lines) + b"\n"
    verify(data, lambda name: game)
    for broken in (lines[:-1], lines[:2] + lines[3:], [lines[0].replace(b'"seed":"0x2"', b'"seed":"0x3"'), *lines[1:]]):
        try:
            verify(b"\n".join(broken) + b"\n", lambda name: game)
        except InvalidRecord:
            continue
        raise Broken("a record with a missing line or another seed is taken for good")


def walk_digest(game: Game, options: Options, seed: int, most: int) -> str:
    """Return a digest over all States and legal lists of the beginning of a random match."""
    size = game.actions.space(options).size
    chance = new_chance(seed)
    s = game.start(options, seed)
    parts = [s.tobytes()]
    for _ in range(most):
        if game.rules.is_over(s):
            break
        s = random_step(game, s, chance, size)
        parts.append(s.tobytes())
        for seat in range(game.state.count_seats(options)):
            view = game.view_of(s, seat)
            parts.append(view.tobytes())
            game.view.sample_for(view, seat, np.uint64(seed))
            parts.append(view.tobytes())
    return digest(*parts)


def check_modes(game: Game, options: Options, amounts: Amounts) -> None:
    """The same match runs alike compiled, interpreted and bounds-checked, in processes of their own."""
    here = walk_digest(game, options, 3, amounts.interpreted)
    code = (
        "import json, sys; from plowshares.engine.contract import play; print(play.digest_of(*json.loads(sys.argv[1])))"
    )
    given = json.dumps([game.home, to_plain(options), amounts.interpreted])
    for mode, setting in MODES.items():
        run = [sys.executable, "-W", "error", "-c", code, given]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("NUMBA_")} | setting
        environment["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
        done = subprocess.run(run, env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            raise Broken(f"{mode}: {done.stderr.strip().splitlines()[-1] if done.stderr else 'failed'}")
        if done.stdout.strip() != here:
            raise Broken(f"the {mode} run differs from this one")


def digest_of(place: str, options: dict[str, Any], most: int) -> str:
    """Return the digest of a game found by its package, in a process of its own."""
    game: Game = importlib.import_module(place).GAME
    return walk_digest(game, read_options(game.options, options), 3, most)


def new_chance(seed: int) -> Rng:
    """Return a generator for choices, separate from the match's own."""
    chance = Rng.new()
    seed_rng(chance, np.uint64(seed), 1)
    return chance
