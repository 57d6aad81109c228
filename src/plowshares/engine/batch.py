"""Many matches in one array, stepped by one compiled call: kernels made from a game's modules."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plowshares.core.game import Observation, Rules, Views
from plowshares.core.hooks import has_encode_after
from plowshares.core.jit import factory, kernel
from plowshares.core.records import Record
from plowshares.core.rng import LANE, WIDTH, draw, mix
from plowshares.core.seats import first_seat
from plowshares.engine.work_sharing import BEGIN, END, PLACE, end_turn

ALL_LEGAL = -1
FEW = 3  # if secrets exceed 1/FEW of a State, copying all of it is cheaper than saving and restoring them
NEAR = 64  # bytes between two secrets that are cheaper to copy too than to split at
SMALL = 512  # up to this many actions a mask is cleared whole, faster than mark by mark
SHORT = 128  # below this a linear scan is faster than binary search
MANY = 8  # actions that are marked at a time
MOST_STARTS = 1000  # a random set-up may leave nobody a move, and the match is over before it begins; another is tried


class How(NamedTuple):
    """What a step is to do."""

    playing: bool  # otherwise all matches start
    drawing: bool  # actions are picked by random bits, by the thread that has just listed them
    fresh: bool  # the masks hold anything; otherwise those of the last step
    kept: bool  # the observations are those of the last step
    seed: Any  # of all matches, np.uint64


class Team(NamedTuple):
    """How threads share the work; see `work_sharing`."""

    flags: Any
    spins: Any
    shares: Any


class Matches(NamedTuple):
    """A row for each match."""

    states: Any
    memory: Any  # the same States as bytes
    seats: Any  # which one is to act
    actions: Any  # what is played, or was drawn
    bits: Any  # random ones to draw by
    begun: Any  # how many matches this place has begun, so that every one has a seed of its own
    rewards: Any
    over: Any
    cut: Any  # the match has outgrown its State


class Scratch(NamedTuple):
    """What matches start from, and a row of memory for each thread."""

    first: Any  # a State before its set-up, as bytes
    secrets: Any  # see `find_secrets`
    views: Any
    views_memory: Any  # the same as bytes


class Shown(NamedTuple):
    """What is written for the seat that is to act in each match."""

    legal: Any
    counts: Any  # of legal actions
    observations: Any
    masks: Any


@kernel
def copy_bytes(source: Any, out: Any) -> None:
    """Copy the memory of a State; an assignment of records would go field by field."""
    for k in range(len(out)):
        out[k] = source[k]


@kernel
def copy_parts(parts: Any, source: Any, out: Any) -> None:
    """Copy the parts of a State's memory that begin and end at these bytes."""
    for k in range(len(parts)):
        for i in range(parts[k, 0], parts[k, 1]):
            out[i] = source[i]


@kernel
def clear(out: Any) -> None:
    """Write 0 into a whole row. Taking a slice of it would take longer than this loop."""
    for k in range(len(out)):
        out[k] = 0


@kernel
def write_mask(legal: Any, count: int, fresh: bool, out: Any) -> None:
    """Mark the legal actions. A large `fresh` array holds anything; in another one no marks are left."""
    if fresh and len(out) > SMALL:
        clear(out)
    mark_actions(legal, count, 1, out)


@kernel
def clear_mask(legal: Any, count: int, fresh: bool, out: Any) -> None:
    """Take back the marks of the actions that were legal, unless the array is another one."""
    if len(out) <= SMALL:
        clear(out)
    elif not fresh:
        mark_actions(legal, count, 0, out)


@kernel
def mark_actions(legal: Any, count: int, mark: int, out: Any) -> None:
    """Write a mark for each of some ascending actions."""
    if count > 0 and legal[count - 1] - legal[0] == count - 1:  # no gap, as where any cell will do: one piece of memory
        for action in range(legal[0], legal[0] + count):
            out[action] = mark
        return
    if count < MANY:
        for k in range(count):
            out[legal[k]] = mark
        return
    for begin in range(0, count - MANY, MANY):
        mark_many(legal, begin, mark, out)
    mark_many(legal, count - MANY, mark, out)  # some of them once more: how many are left over, no processor can guess


@kernel
def mark_many(legal: Any, begin: int, mark: int, out: Any) -> None:
    """Write a mark for each of MANY actions."""
    for k in range(MANY):
        out[legal[begin + k]] = mark


@kernel
def put_aside(secrets: Any, state: Any, out: Any) -> None:
    """Copy the secret parts of a State, or all of it where they are many.

    Where they are few, a view is not a copy: the State itself is blanked for the seat that is to act, and what it held
    in them, the only bytes in which such a view may differ, is saved and restored.
    """
    if len(secrets) > 0:
        copy_parts(secrets, state, out)
    else:
        copy_bytes(state, out)


@kernel
def choose(drawing: bool, legal: Any, count: int, bits: Any, actions: Any, i: int) -> None:
    """Write a random action of a match, unless one is given."""
    if drawing:
        actions[i] = pick(legal, count, bits)


@factory
def make_advance_many(rules: Rules, view: Views, observation: Observation) -> Any:
    """Return a kernel that plays one action in each of some matches and shows what then is.

    A match that is over, or outgrows its State, starts again at once. It takes `How`, `Team`, `Matches`, `Scratch` and
    `Shown`.
    One kernel and not several, because a State that has just been stepped lies in the processor's nearest memory.
    Each `thread` plays its share of the matches and then waits a little for the others, and goes on with
    the next turn if that is the same again; it returns the last one it has played.
    A game may offer `encode_after`, which writes only what is new since the seat `before` was shown the same match; it
    is used where the array is known to hold that still (`kept`).
    """
    changes = has_encode_after(observation)

    @kernel
    def advance_many(thread: int, turn: int, how: Any, team: Any, matches: Any, scratch: Any, shown: Any) -> int:
        shares, states, memory, seats = team.shares, matches.states, matches.memory, matches.seats
        secrets, legal, counts = scratch.secrets, shown.legal, shown.counts
        place = shares[thread, PLACE]
        working = True
        while working:
            for i in range(shares[thread, BEGIN], shares[thread, END]):
                s = states[i]
                again = True
                if how.playing:
                    choose(how.drawing, legal[i], counts[i], matches.bits[i], matches.actions, i)
                    rules.step(s, seats[i], matches.actions[i])
                    matches.over[i] = rules.is_over(s)
                    matches.cut[i] = not matches.over[i] and rules.needs_room(s)
                    again = matches.over[i] or matches.cut[i]
                    clear(matches.rewards[i])
                    if matches.over[i]:
                        rules.outcome(s, matches.rewards[i])
                for _ in range(MOST_STARTS if again else 0):
                    copy_bytes(scratch.first, memory[i])
                    matches.begun[i] += 1
                    rules.setup(s, mix(how.seed, i, matches.begun[i]))
                    if not rules.is_over(s):
                        break
                before = seats[i]
                seats[i] = first_seat(rules.to_act(s))
                put_aside(secrets, memory[i], scratch.views_memory[place])
                seen = s if len(secrets) > 0 else scratch.views[place]
                view.blank_for(seen, seats[i])
                if changes and how.kept and not again:
                    observation.encode_after(seen, seats[i], before, shown.observations[i])  # type: ignore[attr-defined]  # as asked above
                else:
                    observation.encode(seen, seats[i], shown.observations[i])
                copy_parts(secrets, scratch.views_memory[place], memory[i])
                clear_mask(legal[i], counts[i], how.fresh, shown.masks[i])
                counts[i] = rules.legal_actions(s, seats[i], legal[i])
                write_mask(legal[i], counts[i], how.fresh, shown.masks[i])
            working = end_turn(team.flags, team.spins, shares, thread, turn)
            turn += 1
        return turn - 1

    return advance_many


def find_secrets(state: type[Record]) -> Any:
    """Return where the secrets of a State begin and end, in bytes; nothing if they are many."""
    parts: list[list[int]] = []
    for name, field in (state.layout.fields or {}).items():
        if name not in state.secrets:
            continue
        begin, end = int(field[1]), int(field[1]) + int(field[0].itemsize)
        if parts and begin - parts[-1][1] <= NEAR:
            parts[-1][1] = end
        else:
            parts.append([begin, end])
    few = sum(end - begin for begin, end in parts) <= state.layout.itemsize // FEW
    # Unsigned: Numba adds a negative-index check to signed ones.
    return np.array(parts if few else [], np.uint64).reshape(-1, 2)


@kernel
def has_action(legal: Any, count: int, action: int) -> bool:
    """Ask whether an ascending list holds an action."""
    low, high = 0, count
    while high - low > SHORT:
        middle = (low + high) // 2
        if legal[middle] <= action:
            low = middle
        else:
            high = middle
    # Comparing a short list with SIMD costs less than branches that are mispredicted half of the time.
    found = False
    for k in range(low, high):
        found |= legal[k] == action
    return found


@kernel
def find_illegal(legal: Any, counts: Any, actions: Any) -> int:
    """Return the first match whose action is not legal, or ALL_LEGAL."""
    for i in range(len(counts)):
        if not has_action(legal[i], counts[i], actions[i]):
            return i
    return ALL_LEGAL


@kernel
def find_unmarked(masks: Any, actions: Any) -> int:
    """Return the first match whose mask does not mark its action, or ALL_LEGAL: faster than `find_illegal`."""
    for i in range(len(actions)):
        if not 0 <= actions[i] < masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return ALL_LEGAL


@kernel
def pick(legal: Any, count: int, bits: Any) -> int:
    """Return one of the first actions of a list, by 32 random bits: a few millionths favour some of thousands."""
    return legal[np.int64(bits * np.uint64(count) >> WIDTH)]  # type: ignore[no-any-return]  # NumPy's stubs lose the type


@kernel
def pick_all(legal: Any, counts: Any, bits: Any, out: Any) -> None:
    """Write a random legal action for each match."""
    for i in range(len(counts)):
        out[i] = pick(legal[i], counts[i], bits[i])


@kernel
def draw_bits(rngs: Any, out: Any) -> None:
    """Do as `draw_many` with the first of an array of generators: Numba takes long to recognise a single record."""
    draw_many(rngs[0], out)


@kernel
def draw_many(rng: Any, out: Any) -> None:
    """Write 32 random bits each: what one draw gives, scattered. Good enough for play that keeps no secrets."""
    start = draw(rng)
    low, high = start & LANE, start >> WIDTH
    for i in range(len(out)):  # compiled to several at a time
        out[i] = scatter((scatter(low ^ np.uint64(i)) + high) & LANE)


@kernel
def scatter(lane: Any) -> Any:
    """Return 32 bits each of which depends on all that are given, by Wellons' two multiplications."""
    lane = ((lane ^ (lane >> np.uint64(16))) * np.uint64(0x7FEB352D)) & LANE
    lane = ((lane ^ (lane >> np.uint64(15))) * np.uint64(0x846CA68B)) & LANE
    return lane ^ (lane >> np.uint64(16))
