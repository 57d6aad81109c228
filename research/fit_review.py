"""Fit the mapping from values to chances that reviews use, and check it on matches that were held out.

    python -m research.fit_review play DATA [--games NAME …] [--matches 400] [--seed 1] [--seconds 600]
    python -m research.fit_review fit DATA [--games NAME …] [--write]
    python -m research.fit_review check DATA [--games NAME …] [--write]

`play` lets players of mixed strength play each other, and appends a line for each match: how it ended, and what some
of its positions were worth to every seat by what it knew and with everything known. A fifth of the players (a
twentieth in Civ and in Farmer Soldier) are our levels, with few simulations. The others hardly think: they take what
looks best one step ahead, or what a rollout would do where a game has a policy for that, and leave some decisions to
chance, more for some seats than for others. It can be stopped and started again.

`fit` notes what all seats believe on average at each stage, fits a logistic regression with an isotonic correction to
how far each is above that, and prints what happened in each tenth of predicted chances. In Battle Farm each number of
seats gets mappings of its own. With everything known the chances of all seats add up to 1, in the check as on the page.
For the table each quarter of the matches is predicted by a fit to the other three, so every match was held out whole.
With `--write` the result replaces `review/calibration.json`.

Matches note values that are compared with those of all seats. Mappings that were fitted to others, as those before
`Fit.is_compared`, are not checked with them: the reviews of such a game do not compare either, until it is fitted.

`check` does not fit: it holds the mappings that are there to all matches of DATA, which should be new ones. It also
looks at the first position of every preset: where a preset was fitted, the chances of its seats should be even on
average; single seats may be favoured by its rules. With `--write` its tables replace those of the fit and those in
docs/research/review-calibration.md. Both fail where the bar is missed.
"""

from __future__ import annotations

import argparse
import dataclasses
import itertools
import math
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from benchmarks.bench_review import show_check
from plowshares import registry
from plowshares.agents.base import Ask, scripted
from plowshares.agents.greedy import Greedy
from plowshares.agents.ladder import part_of_win
from plowshares.agents.levels import LeveledAgent
from plowshares.core.game import Game
from plowshares.core.hooks import hooks_of
from plowshares.core.options import read_options
from plowshares.core.seats import NOBODY, first_seat
from plowshares.engine.match import Match
from plowshares.review import calibration
from plowshares.review.calibration import Curves, Fit, Mapping, Tenth, interpolate, progress
from plowshares.review.estimates import Estimator
from research.review_page import Start, is_right, show_start, write_page

PRESETS = {
    "stratego": ("quick", "barrage", "classic", "mini"),
    "footsoldiers": ("default", "tournament", "short"),
    "farmer_soldier": ("lots", "standard", "even", "three"),
    "battle_farm": ("two", "three", "duel", "four", "quick", "five", "six"),
    "civ": ("conquest", "quick"),
}
BY_SEATS = ("battle_farm",)  # whose values differ much with the number of seats
LEVELS = {"civ": 0.05, "farmer_soldier": 0.05}  # share of players that are levels, where these take long …
USUAL_LEVELS = 0.2  # … and in the other games
NOISE = (0.0, 0.1, 0.25)  # shares of decisions that a quick player leaves to chance
SEARCHES = {"easy": 64, "medium": 64, "hard": 64}  # simulations of the levels, fewer than at a table
SAMPLED = 8  # positions of a match; more of them would be much alike
WORLDS = 16
GREEDY_WORLDS = 1  # that a quick player looks ahead in
STARTS = 12  # matches of each preset whose first position is looked at
MOST_DECISIONS = 3000  # longer matches are dropped
FOLDS = 4  # each is predicted by mappings that were fitted to the others
PRIOR = (0.0, 0.0, 3.0, 0.0)  # base, drift, slope, growth: what little data cannot say …
DOUBT = (0.4, 0.4, 0.02, 0.4)  # … and how many matches it takes to say otherwise
OF_A_MATCH = 4.0  # positions of one match tell as much as this many of different ones
TENTHS = 10
KNOTS = 12  # of the correction
STAGES = 20  # of a match, with as many positions each, whose usual value is noted
LEAST_CHANCE = 0.004
CURVES = ("known", "true")


class Played(msgspec.Struct):
    """One match of the data."""

    game: str
    preset: str
    seed: int
    wins: list[float]  # each seat's part of the win
    rows: list[tuple[int, int, float, float]]  # position, seat, value known, value true
    start: list[tuple[float, float]] = []  # each seat's two values at the beginning


@dataclasses.dataclass
class Data:
    """The positions of some matches as columns."""

    value: Any
    progress: Any
    even: Any  # logit of an even share
    won: Any
    start: Any  # values at the beginning


class Quick:
    """A player that hardly thinks."""

    def __init__(self, game: Game, seed: int, noise: float) -> None:
        self._game, self._noise = game, noise
        self._dice = np.random.default_rng(seed)
        self._greedy = Greedy(game, seed, GREEDY_WORLDS)
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


def new_player(game: Game, seed: int, dice: np.random.Generator) -> Any:
    """Return a player: one of our levels, or one that hardly thinks."""
    if dice.random() < LEVELS.get(game.name, USUAL_LEVELS):
        name = str(dice.choice(list(SEARCHES)))
        return LeveledAgent(game, seed, name, trees=1, simulations=SEARCHES[name])
    return Quick(game, seed, float(dice.choice(NOISE)))


def play(game: str, seed: int) -> Played | None:
    """Play one match; None if it takes too long."""
    module = registry.find(game)
    preset = PRESETS[game][seed % len(PRESETS[game])]
    match = Match(module, read_options(module.options, dict(module.presets[preset])), seed)
    dice = np.random.default_rng(seed)
    players = [new_player(module, 64 * seed + seat, dice) for seat in range(match.seats)]
    states = play_out(module, match.state.clone(), players)
    last = states.pop()
    if not module.rules.is_over(last):
        return None
    outcome = np.zeros(match.seats)
    module.rules.outcome(last, outcome)
    chosen = sorted(dice.choice(len(states), min(SAMPLED, len(states)), replace=False).tolist())
    estimator = Estimator(module, match.seats)
    rows = list(rate(estimator, [(n, states[n]) for n in chosen], match.seats))
    start = [(known, true) for _, _, known, true in rate(estimator, [(0, states[0])], match.seats)]
    wins = [part_of_win(outcome.tolist(), seat) for seat in range(match.seats)]
    return Played(game, preset, seed, wins, rows, start)


def play_out(game: Game, s: Any, players: Sequence[Any]) -> list[Any]:
    """Play on until the match is over or has lasted too long; return the State after every command.

    Without an engine's match: it takes twice as long, for records, clocks and texts that nobody reads here.
    """
    states, last, streak = [s.clone()], NOBODY, 0
    while not game.rules.is_over(s) and len(states) <= MOST_DECISIONS:
        seat = first_seat(game.rules.to_act(s))
        last, streak = seat, streak + 1 if seat == last else 0
        asked = Ask(game.view_of(s, seat), seat, game.legal(s, seat), math.inf, len(players), streak=streak)
        s = game.play(s, seat, players[seat].choose(asked))
        if not game.rules.is_unfinished(s, seat):
            states.append(s.clone())
    return states


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


def play_all(path: Path, games: Sequence[str], matches: int, seed: int, seconds: float) -> None:
    """Play matches until each game has as many as are wanted or time is up, in turn, and append them to a file."""
    until = time.monotonic() + seconds
    done = {(each.game, each.seed) for each in read(path)}
    with path.open("ab") as file:
        for number in range(seed, seed + matches):
            for game in games:
                if (game, number) not in done and time.monotonic() < until:
                    found = play(game, number)
                    if found is not None:
                        file.write(msgspec.json.encode(found) + b"\n")
                        file.flush()


def columns(matches: Sequence[Played], name: str) -> Data:
    """Return the positions of some matches as the curve `name` has them."""
    rows, curve = [(match, row) for match in matches for row in match.rows], CURVES.index(name)
    return Data(
        np.array([row[2 + curve] for _, row in rows]),
        np.array([progress(row[0], len(match.wins)) for match, row in rows]),
        np.array([math.log(1 / (len(match.wins) - 1)) for match, _ in rows]),
        np.array([match.wins[row[1]] for match, row in rows]),
        np.array([values[curve] for match in matches for values in match.start]),
    )


def find_usual(data: Data) -> tuple[tuple[float, float], ...]:
    """Return the mean value of all seats at the beginning and at each stage of a match."""
    parts = np.array_split(np.argsort(data.progress, kind="stable"), STAGES)
    means = {round(float(data.progress[part].mean()), 4): round(float(data.value[part].mean()), 4) for part in parts}
    if data.start.size:
        means[0.0] = round(float(data.start.mean()), 4)
    return tuple(sorted(means.items()))


def regress(data: Data, matches: int) -> Mapping:
    """Fit a logistic regression by Newton's method, drawn towards a plain one where there are few matches."""
    usual = find_usual(data)
    one = np.ones_like(data.value)
    value = data.value - np.array([interpolate(usual, passed) for passed in data.progress])
    features = np.stack([one, data.progress, value, value * data.progress], axis=1)
    prior, doubt = np.array(PRIOR), np.array(DOUBT)
    each = OF_A_MATCH * matches / max(1, len(data.value))
    weights = prior.copy()
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(data.even + features @ weights)))
        slope = each * features.T @ (data.won - chance) - doubt * (weights - prior)
        curve = each * (features * (chance * (1 - chance))[:, None]).T @ features + np.diag(doubt)
        weights = weights + np.linalg.solve(curve, slope)
    base, drift, straight, growth = (round(float(each), 4) for each in weights)
    return Mapping(base, drift, straight, growth, usual=usual)


def straighten(mapping: Mapping, matches: Sequence[Played], name: str) -> Mapping:
    """Return a mapping with a correction: the logits in groups of equal size, each with its share of wins."""
    place = 2 + CURVES.index(name)
    rows = [(match, row) for match in matches for row in match.rows]
    logits = np.array([mapping.logit(row[place], row[0], len(match.wins)) for match, row in rows])
    wins = np.array([match.wins[row[1]] for match, row in rows])
    parts = np.array_split(np.argsort(logits, kind="stable"), KNOTS)
    pooled = pool([(float(logits[part].mean()), float(wins[part].mean()), 1) for part in parts])
    return msgspec.structs.replace(mapping, knots=tuple((round(x, 4), round(_logit(y), 4)) for x, y, _ in pooled))


def pool(groups: Sequence[tuple[float, float, int]]) -> list[tuple[float, float, int]]:
    """Merge neighbours (place, share, weight) until the shares rise: isotonic regression by pooling violators."""
    found: list[tuple[float, float, int]] = []
    for group in groups:
        found.append(group)
        while len(found) > 1 and found[-2][1] >= found[-1][1]:
            (x0, y0, n0), (x1, y1, n1) = found[-2:]
            found[-2:] = [((x0 * n0 + x1 * n1) / (n0 + n1), (y0 * n0 + y1 * n1) / (n0 + n1), n0 + n1)]
    return found


def _logit(share: float) -> float:
    inside = min(1 - LEAST_CHANCE, max(LEAST_CHANCE, share))
    return math.log(inside / (1 - inside))


def fit_mapping(matches: Sequence[Played], name: str) -> Mapping:
    """Fit the mapping of one curve."""
    return straighten(regress(columns(matches, name), len(matches)), matches, name)


def predict(fit: Fit, matches: Sequence[Played], name: str) -> list[tuple[float, float]]:
    """Return for each position of some matches the predicted chance of every seat, and what happened."""
    predicted: list[tuple[float, float]] = []
    for match in matches:
        curves = fit.curves(len(match.wins))
        for n, rows in itertools.groupby(match.rows, lambda row: row[0]):
            predicted += zip(_chances(curves, name, list(rows), n), match.wins, strict=True)
    return predicted


def _chances(curves: Curves, name: str, rows: Sequence[tuple[int, int, float, float]], n: int) -> list[float]:
    """Return the chances of all seats in one position, from the first seat to the last."""
    if name == "true":
        return curves.shares([true for _, _, _, true in rows], n)
    return [curves.known.chance(known, n, len(rows)) for _, _, known, _ in rows]


def by_tenths(predicted: Sequence[tuple[float, float]]) -> tuple[Tenth, ...]:
    """Compare predicted chances with what happened, by tenths."""
    chances, wins = np.array(predicted).reshape(-1, 2).T
    places = np.minimum(TENTHS - 1, (chances * TENTHS).astype(int))
    found = []
    for tenth in range(TENTHS):
        inside = places == tenth
        count = int(inside.sum())
        means = (float(chances[inside].mean()), float(wins[inside].mean())) if count else (0.0, 0.0)
        found.append(Tenth(count, *means))
    return tuple(found)


def fit_all(matches: Sequence[Played]) -> Fit:
    """Fit both curves of a game, and those of each number of seats where they have mappings of their own."""
    known, true = (fit_mapping(matches, name) for name in CURVES)
    by_seats = {}
    for seats in sorted({len(match.wins) for match in matches if match.game in BY_SEATS}):
        group = [with_beginning(match) for match in matches if len(match.wins) == seats]
        by_seats[seats] = Curves(*(fit_mapping(group, name) for name in CURVES))
    return Fit(known, true, len(matches), is_compared=True, by_seats=by_seats)


def with_beginning(match: Played) -> Played:
    """Return a match with its first position among the others, which is drawn too seldom to be foretold without."""
    first = [(0, seat, known, true) for seat, (known, true) in enumerate(match.start)]
    return msgspec.structs.replace(match, rows=[*first, *match.rows])


def fit_game(matches: Sequence[Played]) -> Fit:
    """Fit a game to all matches; its check predicts every match by mappings that have not seen it."""
    predicted: dict[str, list[tuple[float, float]]] = {name: [] for name in CURVES}
    for fold in range(FOLDS):
        held_out = [each for each in matches if fold_of(each) == fold]
        fit = fit_all([each for each in matches if fold_of(each) != fold])
        for name in CURVES:
            predicted[name] += predict(fit, held_out, name)
    return with_tenths(fit_all(matches), predicted)


def with_tenths(fit: Fit, predicted: dict[str, list[tuple[float, float]]]) -> Fit:
    """Return the mappings of a game with what happened where they, or others, predicted it."""
    known, true = (msgspec.structs.replace(getattr(fit, name), tenths=by_tenths(predicted[name])) for name in CURVES)
    return msgspec.structs.replace(fit, known=known, true=true)


def fold_of(match: Played) -> int:
    """Return which part of the data a match belongs to, with all of its positions; presets are spread evenly."""
    return match.seed // len(PRESETS[match.game]) % FOLDS


def check_game(fit: Fit, matches: Sequence[Played]) -> Fit:
    """Return the mappings of a game with what happened in matches that they were not fitted to."""
    found = with_tenths(fit, {name: predict(fit, matches, name) for name in CURVES})
    presets = tuple(sorted({match.preset for match in matches}))
    return msgspec.structs.replace(found, checked=len(matches), presets=presets)


def find_starts(game: str, fit: Fit) -> list[Start]:
    """Return for each preset of a game what chances every seat has at the beginning, on average over some matches."""
    module, found = registry.find(game), []
    for preset, choices in module.presets.items():
        options = read_options(module.options, dict(choices))
        chances = [_chances_at_start(Match(module, options, seed), fit) for seed in range(STARTS)]
        known, true = np.mean(chances, axis=0)
        is_checked = preset in fit.presets
        found.append(Start(game, preset, is_checked, tuple(known.tolist()), tuple(true.tolist())))
    return found


def _chances_at_start(match: Match, fit: Fit) -> list[list[float]]:
    """Return every seat's chances at the beginning of a match by both curves."""
    rows = list(rate(Estimator(match.game, match.seats), [(0, match.state)], match.seats))
    return [_chances(fit.curves(match.seats), name, rows, 0) for name in CURVES]


def write(fits: dict[str, Fit]) -> None:
    """Replace the mappings of some games."""
    place = Path(calibration.__file__).with_name("calibration.json")
    place.write_bytes(msgspec.json.format(msgspec.json.encode({**calibration.fits(), **fits})) + b"\n")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("play", "fit", "check"))
    parser.add_argument("data", type=Path)
    parser.add_argument("--games", nargs="*", default=list(PRESETS))
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=math.inf)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.what == "play":
        play_all(given.data, given.games, given.matches, given.seed, given.seconds)
        return
    fits = {}
    for game in given.games:
        matches = [each for each in read(given.data) if each.game == game]
        fits[game] = fit_game(matches) if given.what == "fit" else check_game(calibration.fit_of(game), matches)
    if given.what == "check" and not all(fit.is_compared for fit in fits.values()):
        parser.error(
            "there are mappings that were fitted to values that are not compared with all seats: fit them first"
        )
    are_right = [show_check(game, fit) for game, fit in fits.items()]
    if given.what == "check":
        starts = [start for game, fit in fits.items() for start in find_starts(game, fit)]
        for start in starts:
            show_start(start)
        are_right += [is_right(start) for start in starts]
        if given.write:
            write_page(fits, starts)
    if given.write:
        write(fits)
    sys.exit(0 if all(are_right) else 1)


if __name__ == "__main__":
    main()
