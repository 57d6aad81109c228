"""Golden playthroughs: a recorded match of every preset. `make golden` writes them, a test compares them.

The same files hold compiled, interpreted and bounds-checked, so that the three agree; the part below
the mark is too long for interpreted runs. Whoever changes a rule reviews the diff.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from plowshares import registry
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import SPECTATOR, seats_of
from plowshares.engine.contract.walk import legal_actions, play_some
from plowshares.engine.log import Log
from plowshares.engine.match import Match
from plowshares.engine.record import digest

FOLDER = Path(__file__).parent / "golden"
MARK = "== Compiled only"
SEED = 7
STREAM = 3
OPENING = 12  # commands written down at the beginning
LATER = 12  # and in the middle
MOST = 1_000_000  # actions after which a match counts as endless
MOST_PATHS = 5_000


def tables() -> list[tuple[Game, str]]:
    """List every game with each of its presets."""
    games = [registry.find(name) for name in registry.OURS]
    return [(game, preset) for game in games for preset in game.presets]


def place_of(game: Game, preset: str) -> Path:
    """Return the file of a playthrough."""
    return FOLDER / f"{game.name}-{preset}.txt"


def write_playthrough(game: Game, preset: str, whole: bool) -> str:
    """Play a match of random commands and write it down, with or without the long part."""
    options = read_options(game.options, dict(game.presets[preset]))
    log = Log(game, game.state.count_seats(options))
    match = Match(game, options, SEED, listener=log)
    chance = Rng.new()
    seed_rng(chance, np.uint64(SEED), STREAM)
    lines = [
        f"{game.title}, {preset}: version {game.version} of the rules, seed {SEED}",
        f"{match.seats} seats, {match.space.size} actions, State of {match.state.nbytes} bytes",
        *boards(match),
        *commands(match, log, chance, OPENING),
        *boards(match),
        f"state {digest(match.state.tobytes())}",
    ]
    if whole:
        lines += [MARK, *middle(match, log, chance), *end(match, chance)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def boards(match: Match) -> Iterator[str]:
    """Draw the position as every viewer sees it."""
    for viewer in (SPECTATOR, *range(match.seats)):
        view = match.game.view_of(match.state, viewer)
        who = "a spectator" if viewer == SPECTATOR else match.game.notation.seat_name(view, viewer)
        yield f"== What {who} sees"
        yield from match.game.text.board(view, viewer).splitlines()
        if viewer in match.to_act():
            yield f"> {match.game.notation.prompt(view, viewer)}"


def commands(match: Match, log: Log, chance: Rng, count: int) -> Iterator[str]:
    """Play some random commands; write each with what the spectator and the seat itself read about it."""
    yield "== Commands"
    last = len(match.history) + count
    while match.to_act() and len(match.history) < last:
        waiting = match.to_act()
        seat = waiting[below(chance, len(waiting))]
        told = {viewer: len(lines) for viewer, lines in log.lines.items()}
        legal = match.legal(seat)
        for turn in match.play(seat, legal[below(chance, len(legal))]):
            yield f"{len(match.history)}. seat {seat}: {turn.text}"
        for viewer, name in ((SPECTATOR, "all"), (seat, "own")):
            yield from (f"     {name}: {line}" for line in log.lines[viewer][told[viewer] :])


def middle(match: Match, log: Log, chance: Rng) -> Iterator[str]:
    """Go on to the middle of the match at random, then write some commands again."""
    _, left = play_some(match.game, match.state.clone(), chance.clone(), MOST, match.space.size)
    match.state = skip(match.game, match.state.clone(), chance, left // 2, match.space.size)
    yield from boards(match)
    yield from commands(match, log, chance, LATER)
    yield from boards(match)


def skip(game: Game, s: Any, chance: Rng, most: int, size: int) -> Any:
    """Play some random actions, and then as many as it takes to finish the commands that were begun."""
    s, _ = play_some(game, s, chance, most, size)
    while begun := [seat for seat in seats_of(game.rules.to_act(s)) if game.rules.is_unfinished(s, seat)]:
        legal = legal_actions(game, s, begun[0], size)
        s = game.play(s, begun[0], legal[below(chance, len(legal))])
    return s


def end(match: Match, chance: Rng) -> Iterator[str]:
    """Count the paths from here, then play at random to the end."""
    game, size = match.game, match.space.size
    depth, paths = 0, 1
    while 0 < paths <= MOST_PATHS and depth < 4:
        depth += 1
        paths = count_paths(game, match.state, depth, size)
        yield f"paths of {depth} actions: {paths}"
    s, played = play_some(game, match.state.clone(), chance, MOST, size)
    scores, outcome = np.zeros(match.seats), np.zeros(match.seats)
    game.rules.scores(s, scores)
    game.rules.outcome(s, outcome)
    reason, sentence = game.notation.describe_result(s)
    yield f"after {played} more random actions: {sentence} ({reason})"
    yield f"scores {scores.tolist()}, outcome {np.round(outcome, 6).tolist()}, state {digest(s.tobytes())}"


def count_paths(game: Game, s: Any, depth: int, size: int) -> int:
    """Count the ways to play on, the lowest seat that is to act choosing first ("perft")."""
    waiting = seats_of(game.rules.to_act(s))
    if not waiting:
        return 0
    legal = legal_actions(game, s, waiting[0], size)
    if depth == 1:
        return len(legal)
    return sum(count_paths(game, game.play(s.clone(), waiting[0], each), depth - 1, size) for each in legal)


def main(names: list[str]) -> None:
    """Write the playthroughs of the named games, or of all, and remove those of presets that no longer exist."""
    FOLDER.mkdir(exist_ok=True)
    for game, preset in tables():
        if not names or game.name in names:
            place_of(game, preset).write_text(write_playthrough(game, preset, whole=True))
    known = {place_of(game, preset) for game, preset in tables()}
    for file in set(FOLDER.glob("*.txt")) - known:
        file.unlink()


if __name__ == "__main__":
    main(sys.argv[1:])
