"""The rules of civ as kernels: the functions of the contract, and what an action does."""

from __future__ import annotations

from typing import Any

from plowshares.core.actions import kind_of
from plowshares.core.jit import kernel
from plowshares.core.rng import seed_rng
from plowshares.core.seats import seat_bit
from plowshares.games.civ.actions import WAYS, Kind, Research
from plowshares.games.civ.healths import forget_unused, is_exact
from plowshares.games.civ.pieces import FULL, add_city, add_unit, is_foreign, neighbour, new_army, new_worker
from plowshares.games.civ.rules.ending import outcome, rank_of, scores, winner_of
from plowshares.games.civ.rules.legal import legal_actions, most_movable, read_move
from plowshares.games.civ.rules.moves import march, muster, strike_musters, walk
from plowshares.games.civ.rules.turns import begin_turn, pass_on
from plowshares.games.civ.rules.world import make_world
from plowshares.games.civ.sight import remember
from plowshares.games.civ.state import NOTHING_OWED, Result, State

__all__ = [
    "is_over",
    "is_unfinished",
    "legal_actions",
    "needs_room",
    "outcome",
    "rank_of",
    "scores",
    "setup",
    "step",
    "to_act",
    "winner_of",
]


@kernel
def setup(s: State, seed: Any) -> None:
    """Make the first position (§4)."""
    seed_rng(s.rng, seed, 0)
    make_world(s)
    s.round = 1
    s.current = 0
    begin_turn(s)
    remember(s)


@kernel
def step(s: State, seat: int, action: int) -> None:
    """Play one legal action and all that follows from it, up to the next decision."""
    kind = kind_of(s.actions, action)
    if kind == Kind.COUNT:
        move = int(s.owed)
        s.owed = NOTHING_OWED
        perform_move(s, seat, move, action - int(s.actions.first[kind]))
    elif kind == Kind.MOVE_WORKERS or kind == Kind.MOVE_ARMIES or kind == Kind.MUSTER:  # compiles
        if most_movable(s, seat, action) > 1:
            s.owed = action
            return
        perform_move(s, seat, action, 1)
    elif kind == Kind.END:
        end_turn(s, seat)
    else:
        spend(s, seat, kind, action - int(s.actions.first[kind]))
    remember(s)
    if is_exact(s):
        forget_unused(s)


@kernel
def spend(s: State, seat: int, kind: int, field: int) -> None:
    """Pay for and place a unit or a city, or research (§5.2)."""
    p = s.players[seat]
    match kind:
        case Kind.ARMY:
            p.production -= s.options.army_cost
            add_unit(s, seat, new_army(field, FULL))
        case Kind.WORKER:
            p.production -= s.options.worker_cost
            add_unit(s, seat, new_worker(field))
        case Kind.CITY:
            p.production -= s.options.city_cost
            add_city(s, int(s.holder[field]) if is_foreign(s, seat, field) else seat, field)
        case Kind.RESEARCH:
            p.trade -= s.options.research_cost
            research(s, seat, field)


@kernel
def research(s: State, seat: int, what: int) -> None:
    """Raise one strength."""
    if what == Research.OFFENCE:
        s.players[seat].offence += 1
    else:
        s.players[seat].defence += 1


@kernel
def perform_move(s: State, seat: int, action: int, count: int) -> None:
    """Carry out a move whose count is known (§5.3)."""
    kind, tile, choice = read_move(s, action)
    way = choice % WAYS
    s.moving = True
    match kind:
        case Kind.MOVE_WORKERS:
            walk(s, seat, tile, neighbour(s, tile, way), count)
        case Kind.MOVE_ARMIES:
            march(s, seat, tile, way, choice >= WAYS, count)
        case Kind.MUSTER:
            muster(s, seat, tile, way, choice >= WAYS, count)
    if s.players[seat].fallen > 0:
        pass_on(s)


@kernel
def end_turn(s: State, seat: int) -> None:
    """End the turn (§5.7)."""
    p = s.players[seat]
    strike_musters(s, seat)
    if not s.options.carry_over and s.result == Result.NONE:
        p.food = 0
        p.production = 0
        p.trade = 0
    pass_on(s)


@kernel
def to_act(s: State) -> int:
    """Return the set of seats that owe a decision."""
    return 0 if s.result != Result.NONE else seat_bit(s.current)


@kernel
def is_unfinished(s: State, seat: int) -> bool:
    """Ask whether the seat has named a move whose count it still owes."""
    return s.owed != NOTHING_OWED and seat == s.current


@kernel
def is_over(s: State) -> bool:
    """Ask whether the match has ended."""
    return s.result != Result.NONE


@kernel
def needs_room(s: State) -> bool:
    """Return False: no match of civ outgrows its capacity."""
    return False
