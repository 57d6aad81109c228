"""Work sharing between threads: how they wait for each other, and how matches are balanced between them.

Each thread has a row of `flags` with the last turn that it has announced. Spinning on a flag saves the time the system
takes to wake a thread, which is half as long as a step of a batch. A waiting thread counts its spins, so every thread's
lag is known, and a thread that lags repeatedly hands matches to a neighbour. On a shared machine one core is often half
as fast again as another because of other work, and that changes many times in a minute.
"""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from plowshares.core.spin import load_shared, pause, store_shared

CALLER = 0  # the thread that hands out work: its flag announces a turn, the flags of helpers that theirs is done
SAME = 1  # column of the caller's flags: a turn whose arguments are the same as in the turn before
# Columns of a thread's row in `shares`: its first match, the one after its last, the row of its scratch view, its lag
# behind the caller in spins, and the sum of its neighbour's lag over its own since a match last moved between them.
BEGIN, END, PLACE, LAG, DRIFT = 0, 1, 2, 3, 4
# Spins by which one neighbour must be behind another before a match moves: a match that changes its core costs as much
# as several there, and the time of a single turn is mostly noise.
MOST_DRIFT = 1000


@kernel
def wait_for_flag(flags: Any, spins: Any, thread: int, other: int, turn: int) -> None:
    """Spin until another thread has announced a turn, at most as often as the last row of `spins` allows."""
    most, count = spins[len(flags), 0], spins[thread, 0]
    while load_shared(flags, other, 0) < turn and count < most:
        count += 1
        store_shared(spins, thread, 0, count)
        pause()


@kernel
def wait_for_helpers(flags: Any, spins: Any, shares: Any, turn: int) -> bool:
    """Let the caller wait for all other threads and write the lag of each; return whether all are done."""
    done = True
    for other in range(1, len(flags)):
        wait_for_flag(flags, spins, CALLER, other, turn)
        done = done and load_shared(flags, other, 0) >= turn
        # A thread that was early has been spinning itself since then.
        shares[other, LAG] = spins[CALLER, 0] - load_shared(spins, other, 0)
    return done


@kernel
def end_turn(flags: Any, spins: Any, shares: Any, thread: int, turn: int) -> bool:
    """End a thread's turn; return whether a helper can begin the next one at once, which is faster than a call."""
    store_shared(spins, thread, 0, 0)
    if thread == CALLER:
        if wait_for_helpers(flags, spins, shares, turn):  # otherwise a helper may not have read its share yet
            balance(shares)
        return False
    store_shared(flags, thread, 0, turn)
    wait_for_flag(flags, spins, thread, CALLER, turn + 1)
    return load_shared(flags, CALLER, 0) == turn + 1 and load_shared(flags, CALLER, SAME) == turn + 1


@kernel
def balance(shares: Any) -> None:
    """Hand a match from a lagging thread to a neighbour that does not lag, unless it is the last one."""
    for thread in range(1, len(shares)):
        shares[thread, DRIFT] += shares[thread - 1, LAG] - shares[thread, LAG]
        if shares[thread, DRIFT] > MOST_DRIFT:
            move_match(shares, thread, -1, thread - 1)
        elif shares[thread, DRIFT] < -MOST_DRIFT:
            move_match(shares, thread, 1, thread)


@kernel
def move_match(shares: Any, thread: int, step: int, giver: int) -> None:
    """Move the border between a thread and the one before it by one match."""
    if shares[giver, END] - shares[giver, BEGIN] > 1:
        shares[thread, BEGIN] += step
        shares[thread - 1, END] += step
    shares[thread, DRIFT] = 0
