"""Optional hooks: what the modules of a game may offer beyond what every game must, and what happens without them.

Each hook is declared here once. The contract refuses a public name in `heuristics`, `observation` or `scene` that is
neither required (`core/game.py`) nor declared here, so that a misspelt hook is not ignored silently.
"""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from plowshares.core.game import Belief, Heuristics, Observation, Scene
from plowshares.core.scene import Figures, Viewer

NO_ACTION = -1
Needed = tuple[Callable[..., Any], tuple[Any, ...]]  # a kernel, and arguments of the types that it is called with


class Guess(Protocol):
    """For games in which weighing all actions costs too much: rollouts go by guesses instead of priors."""

    def guess(self, s: Any, seat: int, bits: Any, /) -> int:
        """Kernel: return an action drawn from 64 random bits by what the seat knows."""


class Quiescence(Protocol):
    """For games in which a turn is many actions of one seat: search compares first actions by rollouts over turns."""

    TURNS: int  # quiescent positions that a rollout passes, the last of which is evaluated; 1 by default

    def is_quiet(self, s: Any, /) -> bool:
        """Kernel: ask whether a position can be evaluated."""


class WholeTurns(Protocol):
    """For games in which a turn is many actions of one seat, and nearly nothing is hidden: search plans whole turns."""

    def turn_number(self, s: Any, /) -> int:
        """Kernel: return a number that stays the same within a turn, and differs from that of the next one."""

    def in_any_order(self, s: Any, /) -> bool:
        """Kernel: ask whether the next action may come in any order with others. The first legal one then ends that."""


class Saturation(Protocol):
    """For games in which longer searches were measured to play no better, or worse."""

    MOST_SIMULATIONS: int  # of a decision, for every level


class Blunders(NamedTuple):
    """How a level errs: sometimes it takes an action from a window below the best value."""

    rate: float  # chance of that, at the start of a turn
    window: float = 0.0  # depth of the window, against that of the median action …
    deepest: float = 0.0  # … and at most this much of the expected outcome


class Handicaps(Protocol):
    """For games in which the usual blunders cost more, or less, than in others."""

    BLUNDERS: Mapping[str, Blunders]  # by level


class LookAhead(Protocol):
    """For games that look ahead on their own below the first action, in one sampled world at a time."""

    def can_look_ahead(self, s: Any, /) -> bool:
        """Kernel: ask whether matches like this one are searched so, by their options only."""

    def new_sheet(self, words: int, /) -> Any:
        """Kernel: return the memory of a look ahead, for States of this many words; `tally[0]` counts positions."""

    def note_world(self, s: Any, seat: int, sheet: Any, /) -> None:
        """Kernel: note a sampled world, for beliefs."""

    def prepare_lookahead(self, s: Any, seat: int, sheet: Any, /) -> None:
        """Kernel: prepare what is the same in all worlds, after some of them were noted."""

    def plan_world(self, s: Any, seat: int, sheet: Any, /) -> None:
        """Kernel: prepare what is the same for all first actions in a world."""

    def look_ahead(self, s: Any, words: Any, seat: int, depth: int, legal: Any, sheet: Any, /) -> float:
        """Kernel: return the value of a position in that world; the State, given also as words, is spoilt."""


class Simultaneity(Protocol):
    """For games in which all choose at once: a search begins as if the seat had been asked first, whoever was."""

    def reconsider(self, s: Any, seat: int, /) -> None:
        """Kernel: take back what others have chosen that only counts together with the seat's choice."""


class RootPenalty(Protocol):
    """Costs of a first action that a search cannot see; none by default."""

    def root_penalty(self, s: Any, seat: int, actions: Any, count: int, out: Any, /) -> None:
        """Kernel: write the penalty of each of the first count actions, on the scale of values; below 0 is a gain."""


class Script(Protocol):
    """What needs no search, such as a set-up."""

    SCRIPT_REASON: str  # why, in a sentence for hints

    def script(self, s: Any, seat: int, seed: int, candidates: int, /) -> int:
        """Return an action, or NO_ACTION. It follows the best of `candidates` plans that the seed decides."""


class Solver(Protocol):
    """Exact play where a position is small enough."""

    def solve(self, s: Any, seat: int, legal: Sequence[int], /) -> int:
        """Return the best action, or NO_ACTION."""

    def solving(self, s: Any, /) -> list[Needed]:
        """List the kernels that solving calls, for them to be compiled in time."""


class Idle(Protocol):
    """For games whose first legal action is not the least that can be done."""

    def idle(self, s: Any, seat: int, legal: Sequence[int], /) -> int:
        """Return the action that does as little as the rules allow, or NO_ACTION."""


class Yardstick(Protocol):
    """A player by rules of its own, without search and without the game's rating: measures what those overlook."""

    def careful(self, s: Any, seat: int, legal: Sequence[int], seed: int, /) -> int:
        """Return an action, or NO_ACTION. The seed is the same throughout a match."""


class Beliefs(Protocol):
    """What a seat should believe about hidden things: one interface for search, learners, review and drawings.

    `engine.beliefs.marginals` is what others call. It takes `marginals` where a game offers it, else it counts
    `hidden_kinds` over worlds of `view.sample_for`. Names of things are stable, such as `piece 17` or `cell e6`.
    """

    def marginals(self, view: Any, seat: int, /) -> list[Belief]:
        """List a belief about every hidden thing, from the seat's view alone and without sampling."""

    def hidden_kinds(self, view: Any, world: Any, seat: int, /) -> dict[str, str]:
        """Return what each thing that is hidden in the view is in a world; always the same things for one view."""


class EncodeAfter(Protocol):
    """For games in which most of an observation stays as it was: batches use it."""

    def encode_after(self, s: Any, seat: int, before: int, out: Any, /) -> None:
        """Kernel: write what is new since `out` was written for the seat `before`."""


class Ahead(Protocol):
    """For games in which a command can be prepared while others think."""

    def ahead(self, s: Any, viewer: Viewer, /) -> Any:
        """Return the viewer's view as if it were its turn, made from nothing but the view; None if it cannot be."""


class Tally(Protocol):
    """For games that show at the end of a match how it went."""

    def tally(self, s: Any, /) -> Figures:
        """Count something of every seat in a full State; it is shown when the match is over."""


def _names(*protocols: type) -> frozenset[str]:
    return frozenset(
        name
        for protocol in protocols
        for name in (*vars(protocol), *inspect.get_annotations(protocol))
        if not name.startswith("_")
    )


REQUIRED = {"heuristics": _names(Heuristics), "observation": _names(Observation), "scene": _names(Scene)}
OPTIONAL = {
    "heuristics": _names(
        *(
            Guess,
            Quiescence,
            WholeTurns,
            Saturation,
            Handicaps,
            LookAhead,
            Simultaneity,
            RootPenalty,
            Script,
            Solver,
            Idle,
        ),
        *(Yardstick, Beliefs),
    ),
    "observation": _names(EncodeAfter),
    "scene": _names(Ahead, Tally),
}


@dataclass(frozen=True)
class HeuristicsHooks:
    """The hooks of a game's heuristics, with what is used where there is none."""

    guess: Any = None
    is_quiet: Any = None
    turns: int = 1
    turn_number: Any = None
    in_any_order: Any = None
    most_simulations: int | None = None
    blunders: Mapping[str, Blunders] = field(default_factory=dict)
    new_sheet: Any = None
    note_world: Any = None
    prepare_lookahead: Any = None
    plan_world: Any = None
    look_ahead: Any = None
    can_look_ahead: Any = None
    reconsider: Any = None
    root_penalty: Any = None
    script: Callable[..., int] = lambda s, seat, seed, candidates: NO_ACTION
    script_reason: str = ""
    solve: Callable[..., int] = lambda s, seat, legal: NO_ACTION
    solving: Callable[[Any], list[Needed]] = lambda s: []
    idle: Any = None
    careful: Any = None
    marginals: Any = None
    hidden_kinds: Any = None


def hooks_of(heuristics: Heuristics) -> HeuristicsHooks:
    """Return the hooks that a game's heuristics offer."""
    module: Any = heuristics  # which can be hashed
    return _find_hooks(module)


def looks_ahead(heuristics: Heuristics, s: Any) -> bool:
    """Ask whether a game looks ahead on its own in matches like that of a State."""
    asks = hooks_of(heuristics).can_look_ahead
    return asks is not None and bool(asks(s))


@functools.cache
def _find_hooks(heuristics: Any) -> HeuristicsHooks:
    offered = {name.lower(): getattr(heuristics, name) for name in OPTIONAL["heuristics"] if hasattr(heuristics, name)}
    return HeuristicsHooks(**offered)


def has_encode_after(observation: Observation) -> bool:
    """Ask whether a game can write what is new of an observation."""
    return hasattr(observation, "encode_after")


def find_strange_names(part: str, module: Any) -> list[str]:
    """Say what is wrong with the public names of a game's module `heuristics`, `observation` or `scene`.

    Its `__all__` says what it offers. Names that are not in it are its own business, unless one looks like a hook.
    """
    if not isinstance(module, ModuleType):
        return []
    known = REQUIRED[part] | OPTIONAL[part]
    offered = getattr(module, "__all__", None)
    if offered is None:
        return [f"{part} has no __all__, which says what it offers"]
    wrong = [
        f"{part} offers {name!r}, which is not a known hook{_suggest(name, known)}"
        for name in offered
        if name not in known
    ]
    own = {name for name in vars(module) if not name.startswith("_")}
    wrong += [f"{part} defines {name!r} and does not offer it in __all__" for name in sorted(own & known - {*offered})]
    wrong += [
        f"{part} defines {name!r}{_suggest(name, OPTIONAL[part])}"
        for name in sorted(own - known)
        if difflib.get_close_matches(name, OPTIONAL[part], 1, ALIKE)
    ]
    return wrong


ALIKE = 0.85


def _suggest(name: str, known: frozenset[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""
