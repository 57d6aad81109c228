"""Setting up positions of civ in words, and playing them by typing."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from plowshares.core.rng import Rng, below, seed_rng
from plowshares.core.seats import NOBODY
from plowshares.games.civ import healths, notation, parsing, pieces, rules, state, view
from plowshares.games.civ.options import PRESETS, Options
from plowshares.games.civ.rules import turns
from plowshares.games.civ.state import State

LETTERS = "OGHFM"
HUNDRED = 10000


def options(preset: str = "classic", **given: Any) -> Options:
    return Options(**{**PRESETS[preset], **given})


def start(preset: str = "classic", seed: int = 1, **given: Any) -> State:
    s = state.new(options(preset, **given))
    rules.setup(s, np.uint64(seed))
    return s


def at(s: State, name: str) -> int:
    x, y = name.split(",")
    return parsing.tile_at(s, int(x), int(y))


def empty(preset: str = "classic", **given: Any) -> State:
    """Return the bare board of the worked examples: Grassland, nothing on it, stores 0, player 0 to act."""
    given.setdefault("map", "flat")
    if preset == "codekata":
        given.setdefault("players", 2)
        given.setdefault("size", 16)
    s = start(preset, **given)
    for seat in range(int(s.options.players)):
        pieces.drop_all_units(s, seat)
        for tile in parsing.cities(s, seat):
            pieces.drop_city(s, seat, tile)
        p = s.players[seat]
        p.food = p.production = p.trade = 0
    return s


def position(preset: str = "classic", cities: str = "0:0,0 1:15,15", units: str = "", **given: Any) -> State:
    """Return a position: cities as `owner:x,y`, units as `owner:x,y:2w 1@60 3@100`, parted by `;`."""
    s = empty(preset, **given)
    for word in cities.split():
        put_city(s, word)
    for words in filter(None, (part.strip() for part in units.split(";"))):
        put_units(s, words)
    return s


def put_city(s: State, word: str) -> None:
    owner, place = word.split(":")
    pieces.add_city(s, int(owner), at(s, place))


def put_units(s: State, words: str) -> None:
    owner, place, what = words.split(":")
    tile = at(s, place)
    for word in what.split():
        if word.endswith("w"):
            for _ in range(int(word[:-1])):
                pieces.add_unit(s, int(owner), pieces.new_worker(tile))
        else:
            count, hp = word.split("@")
            for _ in range(int(count)):
                pieces.add_unit(s, int(owner), army(s, tile, hp))


def army(s: State, tile: int, hp: str) -> int:
    """Return an army with hit points such as 100, 37.5 or 800/13."""
    health = Fraction(hp) * 100
    return int(healths.army_with(s, tile, health.numerator, health.denominator))


def terrain(s: State, **tiles: str) -> None:
    """Give tiles a terrain: `terrain(s, F="3,3 4,4")`."""
    for letter, places in tiles.items():
        for place in places.split():
            s.terrain[at(s, place)] = LETTERS.index(letter)


def harvest(s: State, seat: int = 0) -> None:
    s.current = seat
    turns.begin_turn(s)


def play(s: State, *commands: str) -> None:
    """Play commands as typed, by whoever is to act, each read from that seat's own view."""
    for text in commands:
        seat = int(s.current)
        for action in notation.parse(view_of(s, seat), seat, text):
            rules.step(s, seat, action)


def view_of(s: State, seat: int) -> State:
    copy = s.clone()
    view.blank_for(copy, seat)
    return copy


def on(s: State, place: str) -> str:
    """Say what stands on a tile: `P0 2w 1@37.5 1@100 city1`; nothing is an empty text."""
    tile = at(s, place)
    words = []
    stack = parsing.all_stacks(s).get(tile)
    if stack:
        assert s.holder[tile] == stack.owner
        words.append(f"P{stack.owner}")
        if stack.workers:
            words.append(f"{len(stack.workers)}w")
        hps = [(army.hp, army.exact) for army in stack.armies]
        words += [f"{hps.count(hp)}@{parsing.health_text(*hp)}" for hp in dict.fromkeys(hps)]
    else:
        assert s.holder[tile] == NOBODY
    if s.city[tile] != NOBODY:
        words.append(f"city{s.city[tile]}")
    return " ".join(words)


def stores(s: State, seat: int = 0) -> tuple[int, int, int]:
    p = s.players[seat]
    return int(p.food), int(p.production), int(p.trade)


def give(s: State, seat: int = 0, **amounts: int) -> None:
    for name, value in amounts.items():
        setattr(s.players[seat], name, value)


def legal(s: State, seat: int | None = None) -> list[int]:
    out = np.zeros(int(s.actions.size), np.int32)
    return [int(a) for a in out[: rules.legal_actions(s, int(s.current) if seat is None else seat, out)]]


def legal_texts(s: State) -> list[str]:
    seat = int(s.current)
    seen = view_of(s, seat)
    return [notation.format(seen, seat, (action,)) for action in legal(s)]


def random_match(s: State, seed: int, most: int = 10**6) -> Iterator[tuple[int, int]]:
    """Play random actions; yield seat and action before each is played."""
    rng = Rng.new()
    seed_rng(rng, np.uint64(seed), 7)
    out = np.zeros(int(s.actions.size), np.int32)
    for _ in range(most):
        if rules.is_over(s):
            return
        seat = int(s.current)
        count = rules.legal_actions(s, seat, out)
        action = int(out[int(below(rng, int(count)))])
        yield seat, action
        rules.step(s, seat, action)
