"""Slow and obvious twins of what the game computes cleverly."""

from __future__ import annotations

import numpy as np

from plowshares.core.rng import Rng, below, seed_rng
from plowshares.games.civ.heuristics import rating as heuristics
from plowshares.games.civ.options import Options
from plowshares.games.civ.state import State

Tile = tuple[int, int]
OCEAN, GRASS, HILLS, FOREST, MOUNTAINS = range(5)


def starts_of(n: int, players: int) -> list[Tile]:
    """Return the start list of §4 step 2."""
    if players == 2:
        return [(0, 0), (n - 1, n - 1)]
    if players <= 4:
        return [(0, 0), (n - 1, 0), (0, n - 1), (n - 1, n - 1)][:players]
    q = n // 4
    far = n - 1 - q
    ring = [(q, 0), (far, 0), (n - 1, q), (n - 1, far), (far, n - 1), (q, n - 1), (0, far), (0, q)]
    return [ring[8 * i // players] for i in range(players)]


def make_map(options: Options, seed: int) -> tuple[list[Tile], list[list[int]]]:
    """Return start tiles and terrain rows as §4 and §4.1 say, step by step."""
    rng = Rng.new()
    seed_rng(rng, np.uint64(seed), 0)
    n = options.size
    starts = starts_of(n, options.players)
    if options.shuffle_seats:
        for i in range(options.players - 1, 0, -1):
            j = below(rng, i + 1)
            starts[i], starts[j] = starts[j], starts[i]

    def fold(x: int, y: int) -> Tile:
        if options.map == "natural":
            return x, y
        a, b = min(x, n - 1 - x), min(y, n - 1 - y)
        return min(a, b), max(a, b)

    k = (n + 1) // 2
    whole = [(x, y) for y in range(n) for x in range(n)]
    domain = whole if options.map == "natural" else [(x, y) for y in range(k) for x in range(y + 1)]
    side = (n - 1) // 4 + 2
    h = [[below(rng, 256) for _ in range(side)] for _ in range(side)]

    def height(x: int, y: int) -> int:
        i, a, j, b = x // 4, x % 4, y // 4, y % 4
        north = (4 - a) * (4 - b) * h[j][i] + a * (4 - b) * h[j][i + 1]
        return int(north + (4 - a) * b * h[j + 1][i] + a * b * h[j + 1][i + 1])

    ordered = sorted(domain, key=lambda tile: (height(*tile), tile[1], tile[0]))
    total = len(domain)
    oceans = total * options.ocean_percent // 100
    mountains = total * options.mountain_percent // 100
    hills = (total - oceans - mountains) * 35 // 100
    land = dict.fromkeys(ordered, GRASS)
    land |= dict.fromkeys(ordered[:oceans], OCEAN)
    land |= dict.fromkeys(ordered[total - mountains - hills : total - mountains], HILLS)
    land |= dict.fromkeys(ordered[total - mountains :], MOUNTAINS)
    for x, y in sorted(domain, key=lambda tile: (tile[1], tile[0])):
        if land[x, y] in (GRASS, HILLS):
            around = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
            c = sum(land[fold(*t)] == FOREST for t in around if 0 <= t[0] < n and 0 <= t[1] < n)
            if below(rng, 8) < 1 + c:
                land[x, y] = FOREST
    for x, y in starts:
        land[fold(x, y)] = GRASS
        near = [t for t in whole if 1 <= abs(t[0] - x) + abs(t[1] - y) <= 2]
        near.sort(key=lambda t: (abs(t[0] - x) + abs(t[1] - y), t[1], t[0]))
        found = [land[fold(*t)] for t in near]
        if found.count(GRASS) < 2 or found.count(HILLS) + found.count(FOREST) < 2:
            land |= dict.fromkeys((fold(*t) for t in near[:2]), GRASS)
            land |= dict.fromkeys((fold(*t) for t in near[-2:]), FOREST)
    return starts, [[land[fold(x, y)] for x in range(n)] for y in range(n)]


def sight_of(s: State, seat: int) -> set[int]:
    """Return the tiles within vision of a seat's pieces, by measuring every distance."""
    size = int(s.options.size)
    owned = {t for t in range(size * size) if seat in (s.city[t], s.holder[t])}
    return {
        t
        for t in range(size * size)
        if any(abs(t % size - o % size) + abs(t // size - o // size) <= s.options.vision for o in owned)
    }


def best_spot(s: State, seat: int, tile: int, reach: int) -> float:
    """Return what the best free spot for a worker is worth, less a quarter for each of the steps to it."""
    n = int(s.options.size)
    cities = [(int(c) % n, int(c) // n) for c in s.players[seat].cities[: s.players[seat].city_count]]
    x, y = tile % n, tile // n
    best = 0.0
    for spot in range(n * n):
        column, row = spot % n, spot // n
        steps = abs(column - x) + abs(row - y)
        near = any(abs(column - cx) + abs(row - cy) <= s.options.harvest_range for cx, cy in cities)
        if near and steps <= reach and s.holder[spot] < 0 and s.city[spot] < 0:
            best = max(best, heuristics.spot_value(s, spot) * 0.75**steps)
    return best
