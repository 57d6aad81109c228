"""Optional hooks: what the modules of a game may offer beyond what every game must, and what happens without them.

Each hook is declared here once. The contract refuses a public name in `heuristics`, `observation`, `scene`, `review`,
`frame` or `measures` that is neither required nor declared here, so that a misspelt hook is not ignored silently. Each
game's `test_hooks.py` lets the type checker compare its hooks with their declarations.
"""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from plowshares.core.game import Belief, Game, Heuristics, Observation, Reviews, Scene
from plowshares.core.i18n import Text
from plowshares.core.layout import ActionLayout, Reframe
from plowshares.core.measures import Measures
from plowshares.core.records import Record
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

    @property
    def BLUNDERS(self) -> Mapping[str, Blunders]:  # noqa: N802  # a constant of the module
        """The blunders of some levels, by name."""


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

    def script(self, s: Any, seat: int, seed: int, candidates: int, /) -> int:
        """Return an action, or NO_ACTION. It follows the best of `candidates` plans that the seed decides."""


class ScriptReason(Protocol):
    """For games whose hints say why they follow a script."""

    SCRIPT_REASON: str  # in a sentence


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


class Marginals(Protocol):
    """What a seat should believe about hidden things: one interface for search, learners, review and drawings.

    `engine.beliefs.marginals` is what others call. It takes `marginals` where a game offers it, else it counts
    `hidden_kinds` over worlds of `view.sample_for`. Names of things are stable, such as `piece 17` or `cell e6`.
    """

    def marginals(self, view: Any, seat: int, /) -> list[Belief]:
        """List a belief about every hidden thing, from the seat's view alone and without sampling."""


class HiddenKinds(Protocol):
    """Beliefs of games that do not know them without sampling."""

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


class Habits(Protocol):
    """For games in which the positions half-way through a player's matches say something about the player."""

    def habits(self, halves: Sequence[tuple[Any, int]], /) -> list[Text]:
        """Return sentences about full States, each with the player's seat."""


class Frame(Protocol):
    """The optional module `frame`: the numbers of a learner as its seat sits; see `core/layout.py`."""

    def layout(self, options: Any, key: Any, /) -> ActionLayout:
        """Return the actions as planes over the cells of the observation, with single actions behind them."""

    def bounds(self, options: Any, /) -> tuple[Any, Any]:
        """Return the least and the largest value of every entry of an observation."""


class FrameKey(Protocol):
    """For games whose frame depends on more than the seat."""

    def key(self, s: Any, seat: int, /) -> Hashable:
        """Return the name of a view's frame."""


class Reframing(Protocol):
    """For games whose observation is not in the seat's frame already."""

    def reframe(self, options: Any, key: Any, /) -> Reframe:
        """Return how the entries of the game's observation move into a frame."""


class SetupFrame(Protocol):
    """For games that begin with a set-up, which is an environment of its own (`envs/setup.py`)."""

    @property
    def SETUP_KINDS(self) -> tuple[str, ...]:  # noqa: N802  # a constant of the module
        """The kinds of action that a set-up needs."""

    def is_setup(self, s: Any, /) -> bool:
        """Ask whether a match is still being set up."""


class Scratch(Protocol):
    """For a `State` that ends with memory that is all zero between kernels: searches neither copy nor compare it."""

    SCRATCH: str  # its first field


def names_of(*protocols: type) -> frozenset[str]:
    """Return the names that protocols declare."""
    return frozenset(
        name
        for protocol in protocols
        for name in (*vars(protocol), *inspect.get_annotations(protocol))
        if not name.startswith("_")
    )


REQUIRED = {
    "heuristics": names_of(Heuristics),
    "observation": names_of(Observation),
    "scene": names_of(Scene),
    "review": names_of(Reviews),
    "frame": names_of(Frame),
    "measures": names_of(Measures),
}
OPTIONAL = {
    "heuristics": names_of(
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
            ScriptReason,
            Solver,
            Idle,
        ),
        *(Yardstick, Marginals, HiddenKinds),
    ),
    "observation": names_of(EncodeAfter),
    "scene": names_of(Ahead, Tally),
    "review": names_of(Marginals, HiddenKinds, Habits),
    "frame": names_of(FrameKey, Reframing, SetupFrame),
    "measures": names_of(),
}


@dataclass(frozen=True)
class HeuristicsHooks:
    """The hooks of a game's heuristics, with what is used where there is none."""

    guess: Callable[[Any, int, Any], int] | None = None
    is_quiet: Callable[[Any], bool] | None = None
    turns: int = 1
    turn_number: Callable[[Any], int] | None = None
    in_any_order: Callable[[Any], bool] | None = None
    most_simulations: int | None = None
    blunders: Mapping[str, Blunders] = field(default_factory=dict)
    new_sheet: Callable[[int], Any] | None = None
    note_world: Callable[[Any, int, Any], None] | None = None
    prepare_lookahead: Callable[[Any, int, Any], None] | None = None
    plan_world: Callable[[Any, int, Any], None] | None = None
    look_ahead: Callable[[Any, Any, int, int, Any, Any], float] | None = None
    can_look_ahead: Callable[[Any], bool] | None = None
    reconsider: Callable[[Any, int], None] | None = None
    root_penalty: Callable[[Any, int, Any, int, Any], None] | None = None
    script: Callable[[Any, int, int, int], int] = lambda s, seat, seed, candidates: NO_ACTION
    script_reason: str = ""
    solve: Callable[[Any, int, Sequence[int]], int] = lambda s, seat, legal: NO_ACTION
    solving: Callable[[Any], list[Needed]] = lambda s: []
    idle: Callable[[Any, int, Sequence[int]], int] | None = None
    careful: Callable[[Any, int, Sequence[int], int], int] | None = None
    marginals: Callable[[Any, int], list[Belief]] | None = None
    hidden_kinds: Callable[[Any, Any, int], dict[str, str]] | None = None


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


def first_scratch_field(state: type[Record]) -> str | None:
    """Return the first field of a State's scratch; None where it has none."""
    return getattr(state, "SCRATCH", None)


def find_strange_hooks(game: Game, state: type[Record]) -> list[str]:
    """Say what is wrong with the public names of a game's modules, and of its State's class."""
    parts = {
        "heuristics": game.heuristics,
        "observation": game.observation,
        "scene": game.scene,
        "review": game.review,
        **{name: game.find_part(name) for name in ("frame", "measures")},
    }
    strange = [words for part, module in parts.items() for words in find_strange_names(part, module)]
    known, kinds = names_of(Scratch), state.__mro__[: state.__mro__.index(Record)]
    constants = {name for each in kinds for name in vars(each) if name.isupper()}
    strange += [f"State defines {name!r}{_suggest(name, known)}" for name in sorted(constants - known)]
    first = first_scratch_field(state)
    if first is not None and first not in (state.layout.names or ()):
        strange.append(f"SCRATCH of State is {first!r}, which is none of its fields")
    return strange


def find_strange_names(part: str, module: Any) -> list[str]:
    """Say what is wrong with the public names of a game's module, such as `heuristics` or `frame`.

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
    wrong += [f"{part} lacks {name!r}" for name in sorted(REQUIRED[part] - own)]
    wrong += [f"{part} defines {name!r} and does not offer it in __all__" for name in sorted(own & known - {*offered})]
    wrong += [
        f"{part} defines {name!r}{_suggest(name, OPTIONAL[part])}"
        for name in sorted(own - known)
        if not isinstance(vars(module)[name], type) and difflib.get_close_matches(name, OPTIONAL[part], 1, ALIKE)
    ]
    return wrong


ALIKE = 0.85


def _suggest(name: str, known: frozenset[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""
