"""The buffers of a search. A State comes as a record, and as the 64-bit words of the same memory, to be copied by."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from plowshares.core.hooks import first_scratch_field
from plowshares.core.jit import kernel
from plowshares.core.records import Record
from plowshares.core.seats import MOST_SEATS
from plowshares.engine.tree import BLOCK

CACHE_LINE = 8  # words
MOST_DEPTH = 48  # actions from the root that one simulation follows or adds in the tree
MOST_WORLDS = 512  # sampled worlds that are cached for other first actions to be tried in, and reused in turn …
MOST_WORLD_WORDS = 1 << 19  # … together no more than 4 MB


class Workspace(NamedTuple):
    """Everything that one search writes to, apart from its tree."""

    paths: Any  # node, edge and seat of each decision of a simulation
    values: Any  # for each seat, what a simulation was worth
    actions: Any  # legal actions
    weights: Any  # their priors
    marks: Any  # see `tree.mark_legal`
    edges: Any  # of the node that is looked at
    penalties: Any  # of each action at the root
    trail: Any  # what the searcher sees now, as a hash, and for how many actions it has not changed
    worlds: Any  # one State: the world of the simulation …
    world: Any  # … and its words
    scratch_views: Any  # one State, for views …
    scratch: Any  # … and its words
    root_views: Any  # the words of each seat's view of the root
    world_cache: Any  # the words of sampled worlds


@kernel
def copy_words(source: Any, out: Any) -> None:
    """Copy a State that is given as 64-bit words."""
    # Field by field, as Numba copies records, takes ten times as long and more to compile.
    for i in range(len(out)):
        out[i] = source[i]


def new_workspace(s: Record, actions: int) -> Workspace:
    """Return the buffers for searching States like this one; `actions` is the size of the action space."""
    words = count_words(lasting_bytes(s))
    worlds = max(1, min(MOST_WORLDS, MOST_WORLD_WORDS // words))
    return Workspace(
        np.zeros((MOST_DEPTH + 1, 3), np.int32),
        np.zeros(MOST_SEATS),
        np.zeros(actions, np.int32),
        np.zeros(actions, np.float32),
        np.zeros(actions + 1, np.int32),
        np.zeros(actions + 1, np.int32),  # one more than there can be edges, since `collect_edges` writes ahead
        np.zeros(actions, np.float32),
        np.zeros(2, np.uint64),
        *new_scratch_state(s),
        *new_scratch_state(s),
        new_words(MOST_SEATS * words).reshape(MOST_SEATS, words),
        new_words(worlds * words).reshape(worlds, words),
    )


def new_scratch_state(s: Record) -> tuple[Any, Any]:
    """Return memory for one State, as an array of one record and as the 64-bit words of the same memory.

    The words are those that may differ from State to State, in whole blocks; scratch at the end is left out.
    """
    layout = type(s).layout
    words = new_words(count_words(layout.itemsize))
    return words.view(np.uint8)[: layout.itemsize].view(layout), words[: count_words(lasting_bytes(s))]


def count_words(size: int) -> int:
    """Return how many words hold this many bytes, in whole blocks."""
    return -(-size // (8 * BLOCK)) * BLOCK


def lasting_bytes(s: Record) -> int:
    """Return how many bytes of a State come before its scratch (`core.hooks.Scratch`)."""
    first, layout = first_scratch_field(type(s)), type(s).layout
    fields: Any = layout.fields  # NumPy's stubs allow for none
    return layout.itemsize if first is None else int(fields[first][1])


def new_words(count: int) -> Any:
    """Return this many words that are 0, aligned to a cache line so that vector loads never cross one."""
    words = np.zeros(count + CACHE_LINE, np.uint64)
    before = -words.ctypes.data // words.itemsize % CACHE_LINE
    return words[before : before + count]


def words_of(s: Record) -> Any:
    """Return a copy of a State as 64-bit words."""
    records, words = new_scratch_state(s)
    records[0] = s
    return words
