"""Whether the time of an answer, or the number of messages, tells of a rival's secret.

Two tables of Stratego differ only in what the watcher cannot know: the rival has placed other pieces, or placed
them in fewer commands. Requests to both go in turns, in random order. If the times came from one distribution, a
time drawn from the one table would be larger than one from the other in half of all cases; the figure is that share,
with the band in which 99 of 100 shuffles of the same times lie. A computer's thinking time is not part of it.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import tempfile
import time
from pathlib import Path

from tests.server.site import LINK, Person, Site, serving

SHUFFLES = 500
ROUTES = ("", "/actions", "/log")


def open_pair(site: Site) -> tuple[Person, Person]:
    """Return a watcher at each of two tables whose rivals have done different things in secret."""
    watchers = []
    for commands in (("fill",), ("fill", "clear", "fill", "ready")):
        owner = site.person()
        table = owner.open(LINK, LINK)
        watchers.append(site.person(owner.invite(0), table))
        rival = site.person(owner.invite(1), table)
        rival.state()
        watchers[-1].state()
        for command in commands:
            rival.command(command)
    return watchers[0], watchers[1]


def ask(person: Person, route: str) -> float:
    """Return how long an answer takes."""
    began = time.perf_counter()
    assert person.http.get(person.at(route)).status_code == 200
    return time.perf_counter() - began


def share_larger(one: list[float], two: list[float]) -> float:
    """Return the share of pairs in which the first is larger."""
    order = sorted([(each, 0) for each in one] + [(each, 1) for each in two])
    ranks = sum(i for i, (_, which) in enumerate(order, 1) if which == 0)
    return (ranks - len(one) * (len(one) + 1) / 2) / (len(one) * len(two))


def compare(pair: tuple[Person, Person], route: str, count: int, chance: random.Random) -> tuple[float, float, float]:
    """Return the share for one route, and the band that chance makes."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(count):
        for which in chance.sample((0, 1), 2):
            times[which].append(ask(pair[which], route))
    found, both = share_larger(*times), [*times[0], *times[1]]
    shares = []
    for _ in range(SHUFFLES):
        chance.shuffle(both)
        shares.append(share_larger(both[:count], both[count:]))
    cuts = statistics.quantiles(shares, n=200)
    return found, cuts[0], cuts[-1]


def count_messages(site: Site) -> int:
    """Return how many messages somebody gets while a rival acts in secret."""
    owner = site.person()
    table = owner.open(LINK, LINK)
    watcher, rival = site.person(owner.invite(0), table), site.person(owner.invite(1), table)
    rival.state()
    before: int = watcher.http.get(watcher.at()).json()["order"]
    for command in ("fill", "clear", "fill"):
        rival.command(command)
    after: int = watcher.http.get(watcher.at()).json()["order"]
    return after - before


def main() -> None:
    """Compare all routes and report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1000, help="requests to each table and route")
    given = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    chance, outside = random.Random(1), 0
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.sqlite") as site:
        pair = open_pair(site)
        for route in ROUTES:
            for person in pair:
                for _ in range(20):
                    ask(person, route)
            found, low, high = compare(pair, route, given.count, chance)
            outside += not low <= found <= high
            verdict = "within" if low <= found <= high else "OUTSIDE"
            print(f"{route or 'state'}: {found:.3f}, {verdict} what chance makes ({low:.3f} to {high:.3f})", flush=True)
        print(f"messages while a rival acts in secret: {count_messages(site)}")
    print(f"{outside} of {len(ROUTES)} routes outside the band")


if __name__ == "__main__":
    main()
