"""The end: points, winners, utilities (§6)."""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from plowshares.games.battle_farm.rules.table import players
from plowshares.games.battle_farm.state import Phase, State


@kernel
def is_over(s: State) -> bool:
    """Ask whether the match has ended."""
    return s.phase == Phase.OVER


@kernel
def scores(s: State, out: Any) -> None:
    """Write each seat's points: its coins, nothing else (R58)."""
    for seat in range(players(s)):
        out[seat] = s.coins[seat]


@kernel
def place_of(s: State, seat: int) -> int:
    """Return a seat's place in turn order."""
    place = 0
    while s.order[place] != seat:
        place += 1
    return place


@kernel
def is_ahead(s: State, a: int, b: int) -> bool:
    """Ask whether seat a finishes before seat b (R57)."""
    if s.coins[a] != s.coins[b] or not s.options.tiebreak_extended:
        return s.coins[a] > s.coins[b]  # type: ignore[no-any-return]  # an array entry
    if s.fertilizers[a] != s.fertilizers[b]:
        return s.fertilizers[a] > s.fertilizers[b]  # type: ignore[no-any-return]  # likewise
    if s.hand_count[a] != s.hand_count[b]:
        return s.hand_count[a] > s.hand_count[b]  # type: ignore[no-any-return]  # likewise
    return place_of(s, a) > place_of(s, b)


@kernel
def rank(s: State, seat: int) -> int:
    """Return 1 plus how many seats are ahead."""
    ahead = 0
    for other in range(players(s)):
        if other != seat:
            ahead += is_ahead(s, other, seat)
    return 1 + ahead


@kernel
def outcome(s: State, out: Any) -> None:
    """Write utilities: winners share 1, the others share the loss; all 0 before the end or if all win."""
    n = players(s)
    winners = 0
    for seat in range(n):
        winners += rank(s, seat) == 1
    for seat in range(n):
        out[seat] = 0.0
        if is_over(s) and winners < n:
            out[seat] = 1.0 / winners if rank(s, seat) == 1 else -1.0 / (n - winners)
