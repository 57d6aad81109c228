"""Whether the time of an answer, or the number of messages, tells of a rival's secret.

The two tables of a pair differ only in what the watcher cannot know: in one, the rival has placed its pieces in one
command; in the other, it has taken them back and placed others. Requests to both go in turns, in random order. If
secrets did not matter, a time from the one would be larger than a time from the other in half of all cases.

No two tables are equally fast, whatever happened at them: each lies somewhere else in memory. So there are many pairs,
and chance decides which table of a pair is opened first. The figure is the mean share over all pairs, with the band
in which 99 of 100 means lie if the tables of each pair are exchanged at random. A computer's thinking time is not part
of it.
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

SHUFFLES = 4000
ROUTES = ("", "/actions", "/log")
SECRETS = (("fill",), ("fill", "clear", "fill"))  # what the rival of each table of a pair does
WARM_UP = 10


def open_pair(site: Site, chance: random.Random) -> tuple[Person, Person]:
    """Return a watcher at each of two tables whose rivals have done different things in secret."""
    watchers = {}
    for which in chance.sample((0, 1), 2):
        owner = site.person()
        table = owner.open(LINK, LINK)
        watchers[which] = site.person(owner.invite(0), table)
        rival = site.person(owner.invite(1), table)
        rival.state()
        watchers[which].state()
        for command in SECRETS[which]:
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


def compare(pair: tuple[Person, Person], route: str, count: int, chance: random.Random) -> float:
    """Return in which share of cases the first table of a pair takes longer."""
    times: tuple[list[float], list[float]] = ([], [])
    for person in pair:
        for _ in range(WARM_UP):
            ask(person, route)
    for _ in range(count):
        for which in chance.sample((0, 1), 2):
            times[which].append(ask(pair[which], route))
    return share_larger(*times)


def band_of(shares: list[float], chance: random.Random) -> tuple[float, float]:
    """Return between which means 99 of 100 lie if the tables of each pair are exchanged at random."""
    means = [statistics.fmean(chance.choice((share, 1 - share)) for share in shares) for _ in range(SHUFFLES)]
    cuts = statistics.quantiles(means, n=200)
    return cuts[0], cuts[-1]


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
    parser.add_argument("--pairs", type=int, default=16, help="of tables")
    parser.add_argument("--count", type=int, default=150, help="requests to each table and route")
    given = parser.parse_args()
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    chance, outside = random.Random(1), 0
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "tables.sqlite") as site:
        pairs = [open_pair(site, chance) for _ in range(given.pairs)]
        for route in ROUTES:
            shares = [compare(pair, route, given.count, chance) for pair in pairs]
            found, (low, high) = statistics.fmean(shares), band_of(shares, chance)
            outside += not low <= found <= high
            verdict = "within" if low <= found <= high else "OUTSIDE"
            print(f"{route or 'state'}: {found:.3f}, {verdict} what chance makes ({low:.3f} to {high:.3f})", flush=True)
        print(f"messages while a rival acts in secret: {count_messages(site)}")
    print(f"{outside} of {len(ROUTES)} routes outside the band")


if __name__ == "__main__":
    main()
