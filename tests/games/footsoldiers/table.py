"""Positions written as the rules' worked examples write them, and a hand to play them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np

from plowshares.core.actions import kind_of
from plowshares.core.seats import seats_of
from plowshares.games.footsoldiers import notation, rules, view
from plowshares.games.footsoldiers.field import place_soldier
from plowshares.games.footsoldiers.grammar import Cell, Written
from plowshares.games.footsoldiers.lookup import soldiers_of
from plowshares.games.footsoldiers.options import Options
from plowshares.games.footsoldiers.state import FACING_NAMES, TYPE_NAMES, State, cell_at, new

MAP_A = "\n".join(("X         X", "", " 1       2", "", "X         X"))
ROCKY = "\n".join(("X       X", "", "1  X    2", "", "X       X"))
CORRIDOR = "\n".join(("XXXXXXXXX", "1       2", "XXXXXXXXX"))
SMALL = "\n".join(("X        X", "", " 1    2", "", "X        X"))

_SOLDIER = re.compile(r"P([12]) (\w+) \((\d+),(\d+)\)(?:→\((\d+),(\d+)\))?(?: health (\d+))?(?: (Down|Left|Up|Right))?")


def options_for(plan: str = MAP_A, **given: Any) -> Options:
    """Return options with a map."""
    return Options(map=plan, **given)


def begin(options: Options) -> State:
    """Return the opening."""
    s = new(options)
    rules.setup(s, np.uint64(0))
    return s


def position(
    *soldiers: str,
    plan: str = MAP_A,
    t: int = 100,
    money: tuple[int, int] = (10, 10),
    bases: tuple[int, int] = (40, 40),
    **given: Any,
) -> State:
    """Return a position: soldiers as `P1 Scout (4,1)→(6,3) health 5 Right`; what is not said has the default."""
    s = begin(options_for(plan, **given))
    for text in soldiers:
        add(s, text)
    s.turns = t
    for seat in range(2):
        s.sides[seat].money = money[seat]
        s.sides[seat].base_health = bases[seat]
    return s


def add(s: State, text: str) -> None:
    """Put a soldier on the map."""
    found = _SOLDIER.fullmatch(text)
    assert found, text
    seat, kind = int(found[1]) - 1, TYPE_NAMES.index(found[2])
    cell = cell_at(s, int(found[3]), int(found[4]))
    aim = cell_at(s, int(found[5]), int(found[6])) if found[5] else cell
    health = int(found[7] or s.options.health[kind])
    place_soldier(s, seat, kind, cell, health, aim, FACING_NAMES.index(found[8] or "Down"))


def play(s: State, first: str = "No-op", second: str = "No-op") -> State:
    """Play one turn by text, in place, and return the State."""
    for seat, text in enumerate((first, second)):
        for action in read(s, seat, text):
            rules.step(s, seat, action)
    return s


def read(s: State, seat: int, text: str) -> tuple[int, ...]:
    """Read text as the seat does, from its own view."""
    return notation.parse(view_of(s, seat), seat, text)


def view_of(s: State, seat: int) -> State:
    """Return the seat's view."""
    copy = s.clone()
    view.blank_for(copy, seat)
    return copy


def legal(s: State, seat: int) -> list[int]:
    """List the seat's legal actions."""
    out = np.empty(int(s.actions.size), np.int32)
    count = rules.legal_actions(s, seat, out)
    actions: list[int] = out[:count].tolist()
    return actions


def to_act(s: State) -> list[int]:
    """List the seats that owe a decision."""
    return seats_of(rules.to_act(s))


def cells(s: State, seat: int) -> list[Cell]:
    """List the cells of a seat's soldiers, by column, then by row."""
    return [soldier.at for soldier in soldiers_of(s, seat)]


def healths(s: State, seat: int) -> dict[Cell, int]:
    """Return the health of a seat's soldiers by their cells."""
    return {soldier.at: soldier.health for soldier in soldiers_of(s, seat)}


def money(s: State) -> tuple[int, int]:
    """Return both players' money."""
    return int(s.sides[0].money), int(s.sides[1].money)


def bases(s: State) -> tuple[int, int]:
    """Return both bases' health."""
    return int(s.sides[0].base_health), int(s.sides[1].base_health)


def result(s: State) -> str:
    """Return the result line, or nothing while the match runs."""
    return notation.result_line(s) if rules.is_over(s) else ""


def choose_command(rng: Random, s: State, seat: int) -> tuple[int, ...]:
    """Choose a whole command at random, each kind of first decision as likely as any other."""
    draft = s.clone()
    actions: list[int] = []
    while not actions or rules.is_unfinished(draft, seat):
        options = legal(draft, seat)
        if not actions:
            kinds: dict[int, list[int]] = {}
            for action in options:
                kinds.setdefault(int(kind_of(s.actions, action)), []).append(action)
            options = kinds[rng.choice(sorted(kinds))]
        actions.append(rng.choice(options))
        step_alone(draft, seat, actions[-1])
    return tuple(actions)


def step_alone(s: State, seat: int, action: int) -> None:
    """Take a decision without resolving the turn."""
    rules.decide(s, seat, action)


def turns_of(options: Options, seed: int) -> Iterator[tuple[State, tuple[Written, Written], State]]:
    """Play a random match; give each turn as the State before it, both commands, and the State after it."""
    rng = Random(seed)
    s = begin(options)
    while not rules.is_over(s):
        before = s.clone()
        actions = [choose_command(rng, s, seat) for seat in range(2)]
        for seat in range(2):
            for action in actions[seat]:
                rules.step(s, seat, action)
        yield before, (notation.join(before, actions[0]), notation.join(before, actions[1])), s.clone()


VARIANTS = (
    Options(total_turns=30, initial_money=60, money_per_turn=12, map=MAP_A),
    Options(total_turns=30, initial_money=60, money_per_turn=12, map=MAP_A, order="mirrored", removal="at-once"),
    Options(total_turns=25, money_per_turn=15, map=ROCKY, build_priority="player1", cap_result="health"),
    Options(total_turns=25, money_per_turn=11, map=SMALL, map_width=12, map_height=7, base_health=9),
    Options(total_turns=40, money_per_turn=6),
    Options(total_turns=40, money_per_turn=6, map="open", order="mirrored"),
    Options(total_turns=30, initial_money=60, money_per_turn=12, map=MAP_A, map_height=9),
    Options(total_turns=25, initial_money=60, money_per_turn=12, map=ROCKY, map_height=8, order="mirrored"),
)
"""Small maps and much money, so that soldiers meet; the two built-in maps; and maps of more rows than `reach` takes."""
