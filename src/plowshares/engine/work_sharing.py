"""Work sharing between threads: how they wait for each other, and how matches are balanced between them.

Each thread has a row of `signs` with the last turn that it has announced. Spinning on a sign saves the time the system
takes to wake a thread, which is half as long as a step of a batch. A waiting thread counts its spins in `beats`, so
every thread's lag is known, and a thread that lags repeatedly hands matches to a neighbour. On a rented machine one
core is often half as fast again as another, because of somebody else's work, and that changes many times in a minute.
"""

from __future__ import annotations

from typing import Any

from plowshares.core.jit import kernel
from plowshares.core.spin import load_shared, pause, store_shared

CALLER = 0  # the thread that hands out the work; its sign says that there is some, those of the others that it is done
SAME = 1  # where the caller's row holds a turn for which the others need no other arguments than for the one before
# What a thread's row of `shares` holds: its first match, the one after its last, where its view is kept, how many beats
# later than the caller it was done, and by how many its neighbour before it was later than it since one moved.
BEGIN, END, PLACE, LATE, LAG = 0, 1, 2, 3, 4
# Beats that one neighbour must be behind another: a match that changes its core takes as long as several there, and
# what a single turn takes is mostly luck.
MOST_LAG = 1000


@kernel
def await_sign(signs: Any, beats: Any, who: int, other: int, turn: int) -> None:
    """Spin until another thread has come to a turn, for at most as many spins as the last row of `beats` allows."""
    most, count = beats[len(signs), 0], beats[who, 0]
    while load_shared(signs, other, 0) < turn and count < most:
        count += 1
        store_shared(beats, who, 0, count)
        pause()


@kernel
def await_others(signs: Any, beats: Any, shares: Any, turn: int) -> bool:
    """Let the caller wait for all other threads and write the lag of each; return whether all are done."""
    done = True
    for other in range(1, len(signs)):
        await_sign(signs, beats, CALLER, other, turn)
        done = done and load_shared(signs, other, 0) >= turn
        # A thread that was early has been spinning itself since then.
        shares[other, LATE] = beats[CALLER, 0] - load_shared(beats, other, 0)
    return done


@kernel
def goes_on(signs: Any, beats: Any, shares: Any, who: int, turn: int) -> bool:
    """End a thread's turn; return whether a helper thread can begin the next at once, which is faster than a call."""
    store_shared(beats, who, 0, 0)
    if who == CALLER:
        if await_others(signs, beats, shares, turn):  # else one may not even have looked up its share
            balance(shares)
        return False
    store_shared(signs, who, 0, turn)
    await_sign(signs, beats, who, CALLER, turn + 1)
    return load_shared(signs, CALLER, 0) == turn + 1 and load_shared(signs, CALLER, SAME) == turn + 1


@kernel
def balance(shares: Any) -> None:
    """Hand a match from a lagging thread to a neighbour that does not lag, unless it is the last one."""
    for who in range(1, len(shares)):
        shares[who, LAG] += shares[who - 1, LATE] - shares[who, LATE]
        if shares[who, LAG] > MOST_LAG:
            move_match(shares, who, -1, who - 1)
        elif shares[who, LAG] < -MOST_LAG:
            move_match(shares, who, 1, who)


@kernel
def move_match(shares: Any, who: int, step: int, giver: int) -> None:
    """Move the border between a thread and the one before it by one match."""
    if shares[giver, END] - shares[giver, BEGIN] > 1:
        shares[who, BEGIN] += step
        shares[who - 1, END] += step
    shares[who, LAG] = 0
