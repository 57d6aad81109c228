"""How long a review takes, and how far its chances are from what happened in matches that were held out.

    python benchmarks/bench_review.py [--plies 400] [--depth full]

A match of Stratego classic is played by `greedy`, for PLIES plies, and reviewed: its two curves and all of its
decisions. Kernels are compiled before the clock starts. The bars: the first curve after at most 10 s, the full review
after at most 2 min, on two cores; in every game each tenth of predicted chances with at least 200 held-out positions
within 5 % of what happened. The program fails where one is missed. The table of chances is the one that
`research/fit_review.py` found when it fitted them; `python -m research.fit_review check DATA` makes it again.
"""

from __future__ import annotations

import argparse
import sys
import time

from plowshares import registry
from plowshares.agents.base import ask_for
from plowshares.agents.greedy import Greedy
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, read_record
from plowshares.review import reviewer
from plowshares.review.calibration import BAR, Fit, Tenth, fit_of
from plowshares.review.moments import Moments
from plowshares.review.report import report

FIRST_CURVE, WHOLE = 10.0, 120.0  # seconds


def play(plies: int) -> bytes:
    """Return the record of a match that is stopped after `plies` plies."""
    game = registry.find("stratego")
    setups = {"red_setup": "random", "blue_setup": "random"}
    options = read_options(game.options, {**game.presets["classic"], **setups})
    lines: list[bytes] = []
    match = Match(game, options, 7, ("Anna", "Ben"), listener=Recorder(lines.append))
    players = [Greedy(game, seat) for seat in range(match.seats)]
    while match.result is None and len(match.history) < plies:
        seat = match.waiting()[0]
        match.play(seat, players[seat].choose(ask_for(match, seat)))
    if match.result is None:
        match.abandon("agreed")
    return b"".join(line + b"\n" for line in lines)


def show_check(game: str, fit: Fit) -> bool:
    """Print how far the chances of a game are from what happened; return whether every tenth meets the bar."""
    print(f"{game}: {fit.checked or fit.matches} matches, each predicted without having been fitted to")
    print("            what a seat knew                        everything known")
    print("            positions  predicted  happened     off  positions  predicted  happened     off")
    for number, pair in enumerate(zip(fit.known.tenths, fit.true.tenths, strict=True)):
        print(f"  {10 * number:2}-{10 * number + 10:3} %" + "".join(map(_cell, pair)))
    return fit.error is not None and fit.error <= BAR


def _cell(tenth: Tenth) -> str:
    mark = " " if not tenth.says_something else "!" if abs(tenth.off) > BAR else "."
    chances = f"{100 * tenth.predicted:9.1f}  {100 * tenth.happened:8.1f}  {100 * tenth.off:+5.1f}{mark}"
    return f"  {tenth.positions:9}  {chances}"


def main() -> None:
    """Measure one review, part by part, and show the check of the chances."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--depth", default="full")
    given = parser.parse_args()
    are_right = [show_check(game, fit_of(game)) for game in registry.OURS]
    is_quick = measure(given.plies, given.depth)
    sys.exit(0 if is_quick and all(are_right) else 1)


def measure(plies: int, depth: str) -> bool:
    """Review a match of Stratego, print how long it took, and return whether that is quick enough."""
    data = play(plies)
    warm = Moments(read_record(play(3)), registry.find)
    reviewer.go_on(warm, reviewer.begin(warm, depth))
    began, used = time.perf_counter(), time.process_time()
    moments = Moments(read_record(data), registry.find)
    findings = reviewer.begin(moments, depth)
    worker = reviewer.Reviewer(moments, findings)
    while len(findings.known[0]) < len(moments):
        worker.step()
    curve = time.perf_counter() - began
    reviewer.go_on(moments, findings)
    report(moments, findings, 0, ("Anna", "Ben"))
    whole, processor = time.perf_counter() - began, time.process_time() - used
    print(f"{len(moments.decisions)} plies, depth {depth}: first curve after {curve:.1f} s (bar {FIRST_CURVE:g}),")
    print(f"whole review after {whole:.1f} s (bar {WHOLE:g}); {processor:.1f} s of processor time, one core")
    return curve <= FIRST_CURVE and whole <= WHOLE


if __name__ == "__main__":
    main()
