"""Fit the mapping from values to chances that reviews use, and check it on matches that were held out.

    python -m research.fit_review play DATA [--games NAME …] [--matches 400] [--seed 1]
    python -m research.fit_review fit DATA [--write]

`play` lets quick players play each other, and appends a line for each match: how it ended, and what some of its
positions were worth to every seat by what it knew and with everything known. The players take what looks best one step
ahead, or what a rollout would do where a game has a policy for that; some of their decisions are left to chance, more
for some seats than for others. It can be stopped and started again.

`fit` fits a logistic regression to three quarters of the matches and prints, for the other quarter, what happened in
each tenth of predicted chances. With `--write` the result replaces `review/calibration.json`.
"""

from __future__ import annotations

import argparse
import dataclasses
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from plowshares import registry
from plowshares.agents.base import Ask, ask_for, scripted
from plowshares.agents.greedy import Greedy
from plowshares.agents.ladder import part_of_win
from plowshares.core.game import Game
from plowshares.core.hooks import hooks_of
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.review import calibration
from plowshares.review.calibration import Fit, Tenth, progress
from plowshares.review.estimates import Estimator

PRESETS = {
    "stratego": ("quick", "barrage", "classic", "mini"),
    "footsoldiers": ("default", "tournament"),
    "farmer_soldier": ("even", "fair"),
    "battle_farm": ("two", "three"),
    "civ": ("quick", "explorer"),
}
NOISE = (0.0, 0.1, 0.25)  # shares of decisions that a seat leaves to chance
SAMPLED = 16  # positions of a match
WORLDS = 16
MOST_DECISIONS = 1500  # longer matches are dropped
HELD_OUT = 4  # every fourth match
PRIOR = (0.0, 3.0, 0.0, 0.0)  # base, slope, growth, curve: what little data cannot say …
DOUBT = (4.0, 0.2, 4.0, 4.0)  # … and how many matches it takes to say otherwise
OF_A_MATCH = 4.0  # positions of one match tell as much as this many of different ones
TENTHS = 10


class Played(msgspec.Struct):
    """One match of the data."""

    game: str
    preset: str
    seed: int
    wins: list[float]  # each seat's part of the win
    rows: list[tuple[int, int, float, float]]  # position, seat, value known, value true


@dataclasses.dataclass
class Data:
    """The positions of some matches as columns."""

    value: Any
    progress: Any
    even: Any  # logit of an even share
    won: Any


class Quick:
    """A player that hardly thinks."""

    def __init__(self, game: Game, seed: int, noise: float) -> None:
        self._game, self._noise = game, noise
        self._dice = np.random.default_rng(seed)
        self._greedy = Greedy(game, seed)
        self._guess = hooks_of(game.heuristics).guess

    def choose(self, ask: Ask) -> int:
        """Return an action: what a rollout would do, or what looks best, or anything."""
        known = scripted(self._game, ask, 0)
        if known is not None:
            return known
        if self._dice.random() < self._noise:
            return int(self._dice.choice(ask.legal))
        if self._guess is None:
            return self._greedy.choose(ask)
        action = int(self._guess(ask.view, ask.seat, np.uint64(self._dice.integers(1 << 63))))
        return action if action in ask.legal else self._greedy.choose(ask)


def play(game: str, seed: int) -> Played | None:
    """Play one match; None if it takes too long."""
    module = registry.find(game)
    preset = PRESETS[game][seed % len(PRESETS[game])]
    match = Match(module, read_options(module.options, dict(module.presets[preset])), seed)
    dice = np.random.default_rng(seed)
    players = [Quick(module, 64 * seed + seat, float(dice.choice(NOISE))) for seat in range(match.seats)]
    states: list[Any] = []
    while match.result is None and len(states) < MOST_DECISIONS:
        states.append(match.state)
        seat = match.waiting()[0]
        match.play(seat, players[seat].choose(ask_for(match, seat)))
    if match.result is None:
        return None
    chosen = sorted(dice.choice(len(states), min(SAMPLED, len(states)), replace=False).tolist())
    rows = list(rate(Estimator(module), [(n, states[n]) for n in chosen], match.seats))
    wins = [part_of_win(match.result.outcome, seat) for seat in range(match.seats)]
    return Played(game, preset, seed, wins, rows)


def rate(
    estimator: Estimator, states: Sequence[tuple[int, Any]], seats: int
) -> Iterator[tuple[int, int, float, float]]:
    """Yield what each position is worth to each seat."""
    for n, s in states:
        for seat in range(seats):
            known, true = (ask(s, seat, WORLDS, n) for ask in (estimator.known, estimator.true))
            yield n, seat, round(known, 4), round(true, 4)


def read(path: Path) -> list[Played]:
    """Read the matches of a file; none if there is no such file."""
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=Played) for line in lines]


def play_all(path: Path, games: Sequence[str], matches: int, seed: int) -> None:
    """Play matches until each game has as many as are wanted, in turn, and append them to a file."""
    done = {(each.game, each.seed) for each in read(path)}
    with path.open("ab") as file:
        for number in range(seed, seed + matches):
            for game in games:
                if (game, number) not in done:
                    found = play(game, number)
                    if found is not None:
                        file.write(msgspec.json.encode(found) + b"\n")
                        file.flush()


def columns(matches: Sequence[Played], name: str) -> Data:
    """Return the positions of some matches; `name` is "known" or "true", or "both"."""
    value, moments, even, won = [], [], [], []
    for match in matches:
        seats = len(match.wins)
        for n, seat, known, true in match.rows:
            for each in {"known": (known,), "true": (true,), "both": (known, true)}[name]:
                value.append(each)
                moments.append(progress(n, seats))
                even.append(math.log(1 / (seats - 1)))
                won.append(match.wins[seat])
    return Data(np.array(value), np.array(moments), np.array(even), np.array(won))


def regress(data: Data, matches: int) -> Fit:
    """Fit a logistic regression by Newton's method, drawn towards a plain one where there are few matches."""
    features = np.stack([np.ones_like(data.value), data.value, data.value * data.progress, data.value**3], axis=1)
    prior, doubt = np.array(PRIOR), np.array(DOUBT)
    each = OF_A_MATCH * matches / max(1, len(data.value))
    weights = prior.copy()
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(data.even + features @ weights)))
        slope = each * features.T @ (data.won - chance) - doubt * (weights - prior)
        curve = each * (features * (chance * (1 - chance))[:, None]).T @ features + np.diag(doubt)
        weights = weights + np.linalg.solve(curve, slope)
    base, straight, growth, cube = (round(float(each), 4) for each in weights)
    return Fit(base, straight, growth, cube)


def check(fit: Fit, matches: Sequence[Played], name: str) -> list[Tenth]:
    """Compare predicted chances with what happened, by tenths."""
    predicted, won = [], []
    for match in matches:
        seats = len(match.wins)
        for n, seat, known, true in match.rows:
            for each in {"known": (known,), "true": (true,), "both": (known, true)}[name]:
                predicted.append(fit.chance(each, n, seats))
                won.append(match.wins[seat])
    chances, wins = np.array(predicted), np.array(won)
    places = np.minimum(TENTHS - 1, (chances * TENTHS).astype(int))
    found = []
    for tenth in range(TENTHS):
        inside = places == tenth
        count = int(inside.sum())
        means = (float(chances[inside].mean()), float(wins[inside].mean())) if count else (0.0, 0.0)
        found.append(Tenth(count, round(means[0], 4), round(means[1], 4)))
    return found


def fit_game(matches: Sequence[Played]) -> Fit:
    """Fit one game to three quarters of its matches and check it with the others."""
    fitted = [each for each in matches if each.seed // len(PRESETS[each.game]) % HELD_OUT]
    held_out = [each for each in matches if not each.seed // len(PRESETS[each.game]) % HELD_OUT]
    fit = regress(columns(fitted, "both"), len(fitted))
    tenths = tuple(check(fit, held_out, "both"))
    return msgspec.structs.replace(fit, matches=len(fitted), held_out=len(held_out), tenths=tenths)


def show(game: str, fit: Fit) -> None:
    """Print a fit as a table."""
    print(f"{game}: {fit.matches} matches fitted, {fit.held_out} held out; {fit.base=} {fit.slope=} {fit.growth=}")
    for number, tenth in enumerate(fit.tenths):
        off = 100 * (tenth.happened - tenth.predicted)
        print(
            f"  {10 * number:3}-{10 * number + 10} %: {tenth.positions:6} positions,"
            f" predicted {100 * tenth.predicted:5.1f}, happened {100 * tenth.happened:5.1f} ({off:+.1f})"
        )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "fit"))
    parser.add_argument("data", type=Path)
    parser.add_argument("--games", nargs="*", default=list(PRESETS))
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.what == "play":
        play_all(given.data, given.games, given.matches, given.seed)
        return
    matches = read(given.data)
    fits = {
        name: fit_game([each for each in matches if each.game == name]) for name in sorted({m.game for m in matches})
    }
    for name, fit in fits.items():
        show(name, fit)
    if given.write:
        place = Path(calibration.__file__).with_name("calibration.json")
        place.write_bytes(msgspec.json.format(msgspec.json.encode({**calibration.fits(), **fits})) + b"\n")


if __name__ == "__main__":
    main()
