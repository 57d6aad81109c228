"""The log (§7 Reports): what a seat may say happened between two of its own views."""

from __future__ import annotations

from typing import Any

from plowshares.core.seats import NOBODY, SPECTATOR
from plowshares.games.civ.parsing import (
    all_cities,
    all_stacks,
    armies,
    defence,
    offence,
    place_of,
    seen_tiles,
    tile_name,
)
from plowshares.games.civ.state import NEWS, Report, Result, State

Counts = dict[tuple[int, int, str], int]
"""How many units: owner, tile and `worker` or `army` → number."""


def seat_name(s: State, seat: int) -> str:
    """Return what the seat is called."""
    return "Spectator" if seat == SPECTATOR else f"Player {seat}"


def tell(before: State, after: State, seat: int) -> list[str]:
    """Say in plain sentences what happened between two views of one seat."""
    told = _tell_news(before, after, seat)
    lines = [line for line, _ in told]
    if after.result == Result.NONE:
        explained = {tile for _, tiles in told for tile in tiles}
        lines += _tell_units(before, after, seat, explained)
        lines += _tell_cities(before, after, seat, explained)
        lines += _tell_musters(before, after, seat)
    lines += _tell_research(before, after, seat)
    lines += _tell_falls(before, after, seat)
    lines += _tell_turn(before, after, seat)
    return lines


def _you(seat: int, other: int) -> str:
    return "you" if seat == other else f"player {other}"


def _yours(seat: int, other: int) -> str:
    return "yours" if seat == other else f"player {other}"


def _has(seat: int, other: int, verb: str) -> str:
    """Write a subject and its verb: `you attack`, `player 1 attacks`; the verb is given for `you`."""
    if seat == other:
        return f"you {verb}"
    return f"player {other} {verb}{'es' if verb.endswith('h') else 's'}"


def _many(count: int, one: str, several: str = "") -> str:
    return f"{count} {one if count == 1 else several or one + 's'}"


def _verb(count: int, verb: str) -> str:
    return f"{verb}s" if count == 1 else verb


def _units(count: int, kind: str) -> str:
    return _many(count, kind, "armies" if kind == "army" else "workers")


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:] + "."


def _tell_news(before: State, after: State, seat: int) -> list[tuple[str, tuple[int, ...]]]:
    """Tell the new reports, each with the tiles whose changes it explains."""
    if seat == SPECTATOR:
        return []
    told = int(after.players[seat].told)
    fresh = told - int(before.players[seat].told)
    shown = min(fresh, NEWS)
    pages = [after.players[seat].news[(told - shown + i) % NEWS] for i in range(shown)]
    lines = [(_sentence(_report(after, page, seat)), _explains(after, page)) for page in pages]
    if fresh > shown:
        lines.insert(0, (f"{_many(fresh - shown, 'earlier report')} of the same moment are lost.", ()))
    return lines


def _explains(s: State, page: Any) -> tuple[int, ...]:
    """Return the tiles whose changes a report accounts for: its own, and for a capture those around it."""
    if page.kind == Report.HUNGER:
        return (int(page.tile),)
    reach = int(s.options.capture_range) if page.kind == Report.CAPTURE else 1
    x, y = place_of(s, int(page.tile))
    tiles = range(int(s.options.size) ** 2)
    return tuple(t for t in tiles if abs(place_of(s, t)[0] - x) + abs(place_of(s, t)[1] - y) <= reach)


def _report(s: State, page: Any, seat: int) -> str:
    actor, other, place = int(page.actor), int(page.other), tile_name(s, int(page.tile))
    if page.kind == Report.HUNGER:
        dead = int(page.workers_lost) + int(page.armies_lost)
        who = f"{_list_dead(int(page.workers_lost), int(page.armies_lost))} of {_yours(seat, actor)}"
        return f"{who} {_verb(dead, 'starve')} on {place}"
    if page.kind == Report.CAPTURE:
        return f"{_has(seat, actor, 'capture')} the city on {place} from {_you(seat, other)}"
    own = _list_dead(int(page.workers_lost), int(page.armies_lost))
    theirs = _list_dead(int(page.other_workers_lost), int(page.other_armies_lost))
    force = _units(int(page.armies), "army") if page.armies else _units(int(page.workers_lost), "worker")
    against = f" against {_units(int(page.other_armies), 'army')}" if page.other_armies else ""
    losses = f"{_has(seat, actor, 'lose')} {own}, {_has(seat, other, 'lose')} {theirs}"
    return f"{_has(seat, actor, 'attack')} {_you(seat, other)} on {place} with {force}{against}: {losses}"


def _list_dead(workers: int, armies: int) -> str:
    words = [_units(workers, "worker")] * (workers > 0) + [_units(armies, "army")] * (armies > 0)
    return " and ".join(words) or "nothing"


def _count_units(s: State) -> Counts:
    counts: Counts = {}
    for tile, stack in all_stacks(s).items():
        for kind, units in (("worker", stack.workers), ("army", stack.armies)):
            if units:
                counts[stack.owner, tile, kind] = len(units)
    return counts


def _tell_units(before: State, after: State, seat: int, explained: set[int]) -> list[str]:
    """Tell of units placed, moved, come into sight or gone, where no report has told of them."""
    old, new = _count_units(before), _count_units(after)
    seen_before, seen_after = seen_tiles(before, seat), seen_tiles(after, seat)
    changes = {key: new.get(key, 0) - old.get(key, 0) for key in sorted(old.keys() | new.keys())}
    changes = {key: change for key, change in changes.items() if change and key[1] not in explained}
    lines = []
    for owner in range(before.options.players):
        for kind in ("worker", "army"):
            mine = {tile: n for (who, tile, what), n in changes.items() if (who, what) == (owner, kind)}
            both = {t: n for t, n in mine.items() if owner == seat or (t in seen_before and t in seen_after)}
            lines += _tell_shift(after, seat, owner, kind, both)
            lines += [
                _sentence(f"{_units(n, kind)} of player {owner} {_verb(n, 'come')} into sight on {tile_name(after, t)}")
                for t, n in mine.items()
                if t not in both and n > 0
            ]
    return lines


def _tell_shift(s: State, seat: int, owner: int, kind: str, change: dict[int, int]) -> list[str]:
    """Tell how the units of one player and kind changed on tiles that were in sight all the time."""
    gains = {tile: n for tile, n in change.items() if n > 0}
    losses = {tile: -n for tile, n in change.items() if n < 0}
    if len(gains) == 1 and len(losses) == 1 and sum(change.values()) == 0:
        (target, count), (origin, _) = *gains.items(), *losses.items()
        way = f"from {tile_name(s, origin)} to {tile_name(s, target)}"
        return [_sentence(f"{_has(seat, owner, 'move')} {_units(count, kind)} {way}")]
    lines = []
    for tile, count in gains.items():
        if s.city[tile] == owner:
            lines.append(
                _sentence(f"{_has(seat, owner, 'place')} {_units(count, kind)} in the city on {tile_name(s, tile)}")
            )
        else:
            verb = _verb(count, "appear")
            lines.append(_sentence(f"{_units(count, kind)} of {_yours(seat, owner)} {verb} on {tile_name(s, tile)}"))
    for tile, count in losses.items():
        verb = "is" if count == 1 else "are"
        lines.append(_sentence(f"{_units(count, kind)} of {_yours(seat, owner)} {verb} gone from {tile_name(s, tile)}"))
    return lines


def _tell_cities(before: State, after: State, seat: int, explained: set[int]) -> list[str]:
    old, new = all_cities(before), all_cities(after)
    seen_before = seen_tiles(before, seat)
    lines: list[str] = []
    for tile, owner in new.items():
        if tile in old or tile in explained:
            continue
        if tile in seen_before or owner == seat:
            founder = int(before.current)
            gift = f" for {_you(seat, owner)}" if owner != founder else ""
            lines.insert(0, _sentence(f"{_has(seat, founder, 'found')} a city on {tile_name(after, tile)}{gift}"))
        else:
            lines.append(_sentence(f"a city of player {owner} comes into sight on {tile_name(after, tile)}"))
    return lines


def _tell_musters(before: State, after: State, seat: int) -> list[str]:
    if seat == SPECTATOR:
        return []
    lines = []
    for tile, way in sorted({(army.tile, army.muster) for army in armies(after, seat) if army.muster != NOBODY}):
        count = _count_mustered(after, seat, tile, way) - _count_mustered(before, seat, tile, way)
        if count > 0:
            x, y = place_of(after, tile)
            target = f"{x + (0, 1, 0, -1)[way]},{y + (-1, 0, 1, 0)[way]}"
            lines.append(f"You muster {_units(count, 'army')} on {tile_name(after, tile)} against {target}.")
    return lines


def _count_mustered(s: State, seat: int, tile: int, way: int) -> int:
    return sum((army.tile, army.muster) == (tile, way) for army in armies(s, seat))


def _tell_research(before: State, after: State, seat: int) -> list[str]:
    if after.result != Result.NONE and not before.options.open_stats:
        return []
    lines = []
    for other in range(before.options.players):
        if after.players[other].offence > before.players[other].offence:
            strength = offence(after, other) / 10
            lines.append(_sentence(f"{_has(seat, other, 'research')} offence, strength {strength:.1f}"))
        if after.players[other].defence > before.players[other].defence:
            strength = defence(after, other) / 10
            lines.append(_sentence(f"{_has(seat, other, 'research')} defence, strength {strength:.1f}"))
    return lines


def _tell_falls(before: State, after: State, seat: int) -> list[str]:
    return [
        _sentence(f"{_you(seat, other)} {'are' if other == seat else 'is'} eliminated")
        for other in range(before.options.players)
        if after.players[other].fallen and not before.players[other].fallen
    ]


def _tell_turn(before: State, after: State, seat: int) -> list[str]:
    if after.result != Result.NONE and before.result == Result.NONE:
        reason = "only one player owns cities" if after.result == Result.CONQUEST else "the last round is over"
        return [f"The match ends: {reason}."]
    lines = []
    if after.round != before.round:
        lines.append(f"Round {after.round} begins.")
    if (after.round, after.current) != (before.round, before.current):
        current = int(after.current)
        lines.append(_sentence(f"{_you(seat, current)} {'are' if current == seat else 'is'} to move"))
        if current == seat:
            p = after.players[seat]
            lines.append(f"After harvest and meals you have {p.food} food, {p.production} production, {p.trade} trade.")
    return lines
