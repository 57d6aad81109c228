"""How long the message of a screen takes on the largest boards that the form allows, early and late in a match.

The bar is 50 ms of processor time: whatever board somebody opens, nobody else at the server waits for its drawing.
`--commands` random commands are played before the second figure; the first is of the beginning.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from typing import Any

from plowshares import registry
from plowshares.core.game import Game
from plowshares.core.options import read_options
from plowshares.core.seats import SPECTATOR
from plowshares.engine.clock import TimeControl
from plowshares.engine.match import Match
from plowshares.engine.story import Story
from plowshares.server import picks, snapshot

BAR = 0.050  # seconds
LARGEST: list[tuple[str, str, dict[str, Any]]] = [
    ("farmer_soldier", "standard", {"players": 64, "size": "64x64"}),
    ("farmer_soldier", "cube", {"players": 16, "size": "16x16x16"}),
    ("farmer_soldier", "standard", {"players": 8, "size": "32x32"}),
    ("civ", "classic", {"players": 8, "size": 64}),
    ("footsoldiers", "default", {"map_width": 100, "map_height": 100}),
    ("stratego", "classic", {"red_setup": "random", "blue_setup": "random"}),
    ("battle_farm", "six", {}),
]
REPEATS = 5


def begin(game: Game, preset: str, options: dict[str, Any]) -> tuple[Match, Story]:
    """Return a match at its beginning."""
    read = read_options(game.options, {**game.presets[preset], **options})
    names = [f"player {seat + 1}" for seat in range(game.state.count_seats(read))]
    story = Story(game, names)
    return Match(game, read, 1, names, TimeControl(), story), story


def draw(match: Match, story: Story, viewer: int) -> tuple[float, int]:
    """Return the processor time of a viewer's message, and its size."""
    began = time.process_time()
    picking = picks.new_picking(match, viewer) if viewer in match.waiting() else None
    decision = picks.name_decision(match, viewer, picking) if picking else ""
    message = snapshot.show(match, story, viewer, picking, {}, decision)
    return time.process_time() - began, len(message.body)


def play(match: Match, chance: random.Random, commands: int) -> None:
    """Play at random."""
    for _ in range(commands):
        if match.result:
            return
        seat = match.waiting()[0]
        match.play(seat, [chance.choice(match.legal(seat))])


def measure(match: Match, story: Story) -> tuple[float, int]:
    """Return the longest of two viewers' median times, and the size of their message."""
    seat = next(iter(match.waiting()), 0)
    found = []
    for viewer in (seat, SPECTATOR):
        draw(match, story, viewer)  # what is made once for a board is made now
        times = [draw(match, story, viewer) for _ in range(REPEATS)]
        found.append((statistics.median(each for each, _ in times), times[0][1]))
    return max(found)


def main() -> None:
    """Measure every board and hold it to the bar."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=300)
    given = parser.parse_args()
    slow = 0
    for name, preset, options in LARGEST:
        match, story = begin(registry.find(name), preset, options)
        early, size = measure(match, story)
        play(match, random.Random(1), given.commands)
        late, later_size = measure(match, story)
        slow += max(early, late) > BAR
        print(
            f"{name} {preset} {options or ''}: {1000 * early:.1f} ms ({size / 1e6:.2f} MB) at the beginning,"
            f" {1000 * late:.1f} ms ({later_size / 1e6:.2f} MB) after {given.commands} commands",
            flush=True,
        )
    print(f"over {1000 * BAR:.0f} ms: {slow} of {len(LARGEST)} boards")


if __name__ == "__main__":
    main()
