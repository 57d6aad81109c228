"""The log: what happened between two views, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from plowshares.core.boards import NOWHERE, next_cell
from plowshares.core.seats import NOBODY, seats_of
from plowshares.games.farmer_soldier import rules
from plowshares.games.farmer_soldier.actions import Thing
from plowshares.games.farmer_soldier.notation.refusals import NAMES, SINGULAR
from plowshares.games.farmer_soldier.positions import cell_name
from plowshares.games.farmer_soldier.rules.marking import has_choice, is_asked, next_target
from plowshares.games.farmer_soldier.state import PEOPLE, Phase, Reason

REASONS = {
    Reason.LAST_STANDING: "last-standing",
    Reason.WIPED_OUT: "wiped-out",
    Reason.ROUND_CAP: "round-cap",
    Reason.QUIET: "quiet",
}
WHY = {
    Reason.LAST_STANDING: "nobody else has people left",
    Reason.WIPED_OUT: "nobody has people left",
    Reason.ROUND_CAP: "the last round is over",
    Reason.QUIET: "nobody has fallen in combat for too long",
}


def tell(before: Any, after: Any, seat: int) -> list[str]:
    """Say in plain sentences what happened between two views of one seat."""
    if before.tobytes() == after.tobytes():
        return []
    lines = [*_choices(before, after, seat), *_news(before, after)]
    if after.phase == Phase.OVER and before.phase != Phase.OVER:
        lines.append(describe_result(after)[1])
    return lines


def count_of(number: int, what: int) -> str:
    """Write `1 farmer`, `2 children`, `3 food`."""
    return f"{number} {SINGULAR[what] if number == 1 else NAMES[what]}"


def _list(parts: list[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _people(counts: Any) -> str:
    return _list([count_of(int(counts[what]), what) for what in range(PEOPLE) if counts[what]])


def _choices(before: Any, after: Any, seat: int) -> Iterator[str]:
    """Tell what was decided."""
    match Phase(int(before.phase)):
        case Phase.RAISE:
            yield _raised(before, after)
        case Phase.MOVE | Phase.AMOUNT if after.seat == before.seat and after.phase in (Phase.MOVE, Phase.AMOUNT):
            yield from _moves(before, after)
        case Phase.MOVE | Phase.AMOUNT:
            yield f"p{before.seat} has done moving."
        case Phase.MARK:
            yield from _marks(before, after, seat)
        case Phase.ARM:
            cell = int(before.cell)
            soldiers = int(after.things[cell, before.seat, Thing.SOLDIER])
            farmers = int(after.things[cell, before.seat, Thing.FARMER])
            yield (
                f"p{before.seat} now has {count_of(soldiers, Thing.SOLDIER)} and {count_of(farmers, Thing.FARMER)}"
                f" in {cell_name(before, cell)}."
            )


def _raised(before: Any, after: Any) -> str:
    cell, seat = int(before.cell), int(before.seat)
    grown = after.things[cell, seat].astype(int) - before.things[cell, seat]
    return (
        f"p{seat} raises {count_of(int(grown[Thing.SOLDIER]), Thing.SOLDIER)} and"
        f" {count_of(int(grown[Thing.FARMER]), Thing.FARMER)} in {cell_name(before, cell)}."
    )


def _moves(before: Any, after: Any) -> Iterator[str]:
    cells = int(before.board.count)  # only what existed can have been entered
    change = after.things[:cells].astype(int) - before.things[:cells]
    for what in range(len(NAMES)):
        for start in np.flatnonzero((change[:, :, what] < 0).any(axis=1)):
            row = change[start, :, what]
            gone = -int(row.min())
            goals = [int(to) for to in before.board.neighbours[start] if to != NOWHERE]
            to = next(to for to in goals if (change[to, :, what] > 0).any())
            yield (
                f"p{before.seat} moves {count_of(gone, what)} from {cell_name(before, int(start))}"
                f" to {cell_name(before, to)}."
            )


def _marks(before: Any, after: Any, seat: int) -> Iterator[str]:
    if after.phase != Phase.MARK:
        yield from _revealed(before, after)
        return
    for other in seats_of(int(before.marking) & ~int(after.marking)):
        yield f"p{other} has chosen its marks."
    if seat >= 0 and after.markers[seat].answered > before.markers[seat].answered:
        marker = before.markers[seat]
        number = int(after.marks[marker.first + marker.answered])
        yield f"You mark {count_of(number, Thing.SOLDIER)} of p{marker.target} in {cell_name(before, marker.cell)}."


def _revealed(before: Any, after: Any) -> Iterator[str]:
    """Tell all marks that were choices; the others follow from the position."""
    for seat in range(before.options.seats):
        at = int(after.markers[seat].first)
        cell = next_cell(before.shared, 0)
        while cell != NOWHERE and after.markers[seat].questions:
            target = next_target(before, cell, seat, 0) if has_choice(before, cell, seat) else NOBODY
            while is_asked(before, cell, seat, target):
                number = count_of(int(after.marks[at]), Thing.SOLDIER)
                yield f"p{seat} marked {number} of p{target} in {cell_name(before, cell)}."
                at += 1
                target = next_target(before, cell, seat, target + 1)
            cell = next_cell(before.shared, cell + 1)


def _news(before: Any, after: Any) -> Iterator[str]:
    """Tell what followed: hunger, combat, elimination, harvest, the next turn."""
    news = after.news
    for seat in range(after.options.seats):
        if news.starved[seat].any():
            yield f"p{seat} loses {_people(news.starved[seat])} to hunger."
    for seat in range(after.options.seats):
        if news.fallen[seat].any():
            yield f"p{seat} loses {_people(news.fallen[seat])} in combat."
        if news.looted[seat]:
            yield f"p{seat} takes {int(news.looted[seat])} food."
    for seat in range(after.options.seats):
        if before.living[seat] and not after.living[seat]:
            yield f"p{seat} is eliminated."
    if news.harvested:
        yield f"p{before.seat} harvests {int(news.harvested)} food."
    if after.round > before.round:
        yield f"Round {int(after.round)} is over."
    if after.seat != before.seat and after.phase != Phase.OVER:
        yield f"It is the turn of p{after.seat}."
    if news.born:
        yield f"{count_of(int(news.born), Thing.CHILD)} of p{after.seat} {'is' if news.born == 1 else 'are'} born."


def describe_result(s: Any) -> tuple[str, str]:
    """Return the reason code of a finished match and the result in a sentence."""
    reason = Reason(int(s.reason))
    winners = [f"p{seat}" for seat in range(s.options.seats) if s.winners[seat]]
    verb = f"{winners[0]} wins" if len(winners) == 1 else f"{_list(winners)} draw"
    sentence = f"{verb}: {WHY[reason]}."
    if s.options.seats > 2:
        ranks = np.zeros(s.options.seats, np.int64)
        rules.places(s, ranks)
        order = sorted(range(s.options.seats), key=lambda seat: (ranks[seat], seat))
        sentence += " Places: " + ", ".join(f"{ranks[seat]} p{seat}" for seat in order) + "."
    return REASONS[reason], sentence
