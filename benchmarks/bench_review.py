"""How long a review takes: a match of Stratego classic, its two curves and all of its decisions.

    python benchmarks/bench_review.py [--plies 400] [--depth full]

The match is played by `greedy`, for PLIES plies. Kernels are compiled before the clock starts. The bars: the first
curve after at most 10 s, the full review after at most 2 min, on two cores.
"""

from __future__ import annotations

import argparse
import time

from plowshares import registry
from plowshares.agents.base import ask_for
from plowshares.agents.greedy import Greedy
from plowshares.core.options import read_options
from plowshares.engine.match import Match
from plowshares.engine.record import Recorder, read_record
from plowshares.review import reviewer
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


def main() -> None:
    """Measure one review, part by part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, default=400)
    parser.add_argument("--depth", default="full")
    given = parser.parse_args()
    data = play(given.plies)
    warm = Moments(read_record(play(3)), registry.find)
    reviewer.go_on(warm, reviewer.begin(warm, given.depth))
    began, used = time.perf_counter(), time.process_time()
    moments = Moments(read_record(data), registry.find)
    findings = reviewer.begin(moments, given.depth)
    worker = reviewer.Reviewer(moments, findings)
    while len(findings.known[0]) < len(moments):
        worker.step()
    curve = time.perf_counter() - began
    reviewer.go_on(moments, findings)
    report(moments, findings, 0, ("Anna", "Ben"))
    whole, processor = time.perf_counter() - began, time.process_time() - used
    print(
        f"{len(moments.decisions)} plies, depth {given.depth}: first curve after {curve:.1f} s (bar {FIRST_CURVE:g}),"
    )
    print(f"whole review after {whole:.1f} s (bar {WHOLE:g}); {processor:.1f} s of processor time, one core")


if __name__ == "__main__":
    main()
