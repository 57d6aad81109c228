"""Refusals (§11): the first row of the table that applies, from the acting seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator

from plowshares.core.actions import encode
from plowshares.core.errors import IllegalCommand
from plowshares.games.civ.actions import WAYS, Kind, Research
from plowshares.games.civ.notation.commands import ALL, ASK, MOVES, Command
from plowshares.games.civ.parsing import armies, is_on_board, seen_tiles, tile_at, workers
from plowshares.games.civ.pieces import ARMY, count_available, differ_in_hp, is_enemy_held, is_foreign
from plowshares.games.civ.rules.legal import MOST_RESEARCHES, can_workers_enter, may_spend, most_movable
from plowshares.games.civ.state import NOTHING_OWED, Result, State

STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))
NAMES = {Kind.ARMY: "an army", Kind.WORKER: "a worker", Kind.CITY: "a city"}
SPENDING = (*NAMES, Kind.RESEARCH)


def resolve(s: State, seat: int, command: Command, text: str) -> tuple[int, ...]:
    """Return the actions of a command, or raise the reason why it is refused."""
    refusal = check(s, seat, command, text, is_field_form=False)
    if refusal is not None:
        raise refusal
    match command.kind:
        case Kind.END:
            return (Kind.END.value,)
        case Kind.RESEARCH:
            return (_encode(s, command.kind, command.what),)
        case Kind.COUNT:
            return (_encode(s, command.kind, int(command.count)),)
    tile = tile_at(s, command.x, command.y)
    if command.kind not in MOVES:
        return (_encode(s, command.kind, tile),)
    weakest = command.weakest and makes_difference(s, seat, command)
    first = _encode(s, command.kind, tile, command.way + (WAYS if weakest else 0))
    if command.count == ASK or most_movable(s, seat, first) == 1:
        return (first,)
    return first, _encode(s, Kind.COUNT, count_asked(s, seat, command))


def _encode(s: State, kind: Kind, a: int, b: int = 0) -> int:
    return int(encode(s.actions, kind.value, a, b, 0))


def check(s: State, seat: int, command: Command, text: str, *, is_field_form: bool) -> IllegalCommand | None:
    """Return why a command is refused, or None. In field form a pointless weakest-first is refused too."""
    return next(_refusals(s, seat, command, text, is_field_form), None)


def _refusals(s: State, seat: int, c: Command, text: str, is_field_form: bool) -> Iterator[IllegalCommand]:
    """Yield every reason against a command in the order of the table; the later ones rely on the earlier."""
    if s.result != Result.NONE:
        yield IllegalCommand("game_over", f"the match is over: {text}")
    if seat != s.current:
        yield IllegalCommand("not_your_turn", f"it is player {s.current}'s turn: {text}")
    if s.owed != NOTHING_OWED and c.kind != Kind.COUNT:
        yield IllegalCommand("pending", f"first say how many, as in 'count 1': {text}")
    if s.owed == NOTHING_OWED and c.kind == Kind.COUNT:
        yield IllegalCommand("pending", f"no number is asked for: {text}")
    if c.kind in MOVES or c.kind in NAMES:
        yield from _board_refusals(s, c, text)
    if c.kind in SPENDING:
        yield from _spending_refusals(s, seat, c, text)
    if c.kind in MOVES:
        yield from _move_refusals(s, seat, c, text, is_field_form)
    if c.kind == Kind.COUNT:
        most = int(most_movable(s, seat, int(s.owed)))
        if not 1 <= int(c.count) <= most:
            yield IllegalCommand("count", f"{c.count} is not among 1 to {most}: {text}")


def _board_refusals(s: State, c: Command, text: str) -> Iterator[IllegalCommand]:
    size = int(s.options.size)
    if not is_on_board(s, c.x, c.y):
        yield IllegalCommand("off_board", f"there is no tile {c.x},{c.y} on a board of {size} by {size}: {text}")
    elif c.kind in MOVES and not is_on_board(s, *_target(c)):
        yield IllegalCommand("off_board", f"that step leads off the board: {text}")


def _target(c: Command) -> tuple[int, int]:
    return c.x + STEPS[c.way][0], c.y + STEPS[c.way][1]


def _spending_refusals(s: State, seat: int, c: Command, text: str) -> Iterator[IllegalCommand]:
    p = s.players[seat]
    if not may_spend(s):
        yield IllegalCommand("phase", f"nothing can be bought after the first move of a turn: {text}")
    if c.kind == Kind.RESEARCH:
        if p.trade < s.options.research_cost:
            yield IllegalCommand("trade", f"research needs {s.options.research_cost} trade, you have {p.trade}: {text}")
        if (p.defence if c.what == Research.DEFENCE else p.offence) >= MOST_RESEARCHES:
            yield IllegalCommand("research_limit", f"you have all {MOST_RESEARCHES} researches of that kind: {text}")
        return
    tile = tile_at(s, c.x, c.y)
    if c.kind != Kind.CITY and s.city[tile] != seat:
        yield IllegalCommand("not_your_city", f"you own no city on {c.x},{c.y}: {text}")
    costs = {Kind.ARMY: s.options.army_cost, Kind.WORKER: s.options.worker_cost, Kind.CITY: s.options.city_cost}
    if p.production < costs[c.kind]:
        need = f"{NAMES[c.kind]} needs {costs[c.kind]} production, you have {p.production}"
        yield IllegalCommand("production", f"{need}: {text}")
    if c.kind == Kind.CITY:
        yield from _founding_refusals(s, seat, c, text, tile)
        return
    if is_foreign(s, seat, tile):
        yield IllegalCommand("occupied", f"another player's units stand in the city on {c.x},{c.y}: {text}")
    if p.unit_count >= s.options.unit_limit:
        yield IllegalCommand("unit_limit", f"you own {p.unit_count} units, the most there may be: {text}")


def _founding_refusals(s: State, seat: int, c: Command, text: str, tile: int) -> Iterator[IllegalCommand]:
    if tile not in seen_tiles(s, seat):
        yield IllegalCommand("hidden", f"you do not see {c.x},{c.y}: {text}")
    if s.city[tile] >= 0:
        yield IllegalCommand("city_exists", f"there is a city on {c.x},{c.y}: {text}")
    if is_foreign(s, seat, tile) and not s.options.gift_cities:
        yield IllegalCommand("occupied", f"another player's units stand on {c.x},{c.y}: {text}")


def _move_refusals(s: State, seat: int, c: Command, text: str, is_field_form: bool) -> Iterator[IllegalCommand]:
    tile = tile_at(s, c.x, c.y)
    target = tile_at(s, *_target(c))
    if count_own(s, seat, c.kind, tile) == 0:
        yield IllegalCommand("no_unit", f"you have no {_noun(c.kind)} on {c.x},{c.y}: {text}")
    available = available_for(s, seat, c)
    asked = count_asked(s, seat, c)
    if not 1 <= asked <= available:
        yield IllegalCommand("count", f"{_count_reason(s, seat, c, available)}: {text}")
    if s.options.single_attacks and c.kind == Kind.MUSTER:
        yield IllegalCommand("group", f"armies strike one at a time here, nothing can be mustered: {text}")
    if s.options.single_attacks and c.kind == Kind.MOVE_ARMIES and asked > 1 and is_enemy_held(s, seat, target):
        yield IllegalCommand("group", f"armies strike one at a time here: {text}")
    if c.kind == Kind.MUSTER and not is_enemy_held(s, seat, target):
        yield IllegalCommand("muster", f"nothing of another player is on the tile to muster against: {text}")
    if is_field_form and c.weakest and not makes_difference(s, seat, c):
        yield IllegalCommand("selection", f"the armies there are equal, weakest first makes no difference: {text}")
    if c.kind == Kind.MOVE_WORKERS and not can_workers_enter(s, seat, target):
        yield IllegalCommand("worker_city", f"workers cannot enter another player's city: {text}")


def _noun(kind: Kind) -> str:
    return "worker" if kind == Kind.MOVE_WORKERS else "army"


def count_own(s: State, seat: int, kind: Kind, tile: int) -> int:
    """Count the seat's workers, or armies, on a tile, whether they moved or not."""
    units = workers(s, seat) if kind == Kind.MOVE_WORKERS else armies(s, seat)
    return sum(unit.tile == tile for unit in units)


def available_for(s: State, seat: int, c: Command) -> int:
    """Count the units that could make a move."""
    kind = 0 if c.kind == Kind.MOVE_WORKERS else ARMY
    return int(count_available(s.players[seat], tile_at(s, c.x, c.y), kind))


def count_asked(s: State, seat: int, c: Command) -> int:
    """Return how many units a command is for; a number still to be asked counts as one."""
    if c.count == ALL:
        return available_for(s, seat, c)
    return 1 if c.count == ASK else int(c.count)


def makes_difference(s: State, seat: int, c: Command) -> bool:
    """Ask whether weakest first is another choice than strongest first (§5.3)."""
    if not differ_in_hp(s.players[seat], tile_at(s, c.x, c.y)):
        return False
    return c.count == ASK or count_asked(s, seat, c) < available_for(s, seat, c)


def _count_reason(s: State, seat: int, c: Command, available: int) -> str:
    total = count_own(s, seat, c.kind, tile_at(s, c.x, c.y))
    plural = "workers" if c.kind == Kind.MOVE_WORKERS else "armies"
    if c.count not in (ALL, ASK) and int(c.count) < 1:
        return f"at least one of the {plural} must go"
    moved = f", {total - available} of {total} have moved already" if available < total else ""
    return f"{available} {plural} can move from {c.x},{c.y}{moved}"
