"""Threads at one task: how they wait for each other, and how much of it each of them does.

They see each other's signs: rows of an array, one for each thread, that hold the last turn it has announced. To wait
for a sign without giving up the processor saves what the system takes to wake a thread, which is half as long as a step
of a batch. Who waits counts the beats. So all know who was early and who was late, and who is late again and again
hands work on to a neighbour: on a rented machine a core is often half as fast again as another, since somebody else's
work runs beside it, and that changes many times in a minute.
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
    """Wait until another thread has come to a turn, as many beats as there may be, which lie behind the last thread."""
    most, count = beats[len(signs), 0], beats[who, 0]
    while load_shared(signs, other, 0) < turn and count < most:
        count += 1
        store_shared(beats, who, 0, count)
        pause()


@kernel
def await_others(signs: Any, beats: Any, shares: Any, turn: int) -> bool:
    """Let the caller wait for the work of all the others, and write how late each was; return whether all are done."""
    done = True
    for other in range(1, len(signs)):
        await_sign(signs, beats, CALLER, other, turn)
        done = done and load_shared(signs, other, 0) >= turn
        # One that was early has been waiting itself since then.
        shares[other, LATE] = beats[CALLER, 0] - load_shared(beats, other, 0)
    return done


@kernel
def goes_on(signs: Any, beats: Any, shares: Any, who: int, turn: int) -> bool:
    """End a thread's turn; return whether it is no caller and can begin the next: to call it takes longer."""
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
    """Hand a match from who has been late to a neighbour who has not, unless it is the last one."""
    for who in range(1, len(shares)):
        shares[who, LAG] += shares[who - 1, LATE] - shares[who, LATE]
        if shares[who, LAG] > MOST_LAG:
            move_match(shares, who, -1, who - 1)
        elif shares[who, LAG] < -MOST_LAG:
            move_match(shares, who, 1, who)


@kernel
def move_match(shares: Any, who: int, step: int, giver: int) -> None:
    """Let a thread begin one match sooner or later than before, where its neighbour ends."""
    if shares[giver, END] - shares[giver, BEGIN] > 1:
        shares[who, BEGIN] += step
        shares[who - 1, END] += step
    shares[who, LAG] = 0
