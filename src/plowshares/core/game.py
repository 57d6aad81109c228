"""What a game is: a record and small functions over it, in modules with fixed names.

The protocols below say what the engine expects of each module, and the type checker holds every game to them where it
builds its `Game`.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from plowshares.core.actions import ActionSpace
from plowshares.core.errors import IllegalCommand, InvalidOption
from plowshares.core.fields import ViewFields
from plowshares.core.notes import Notes
from plowshares.core.options import Options
from plowshares.core.records import Record
from plowshares.core.review import Hidden
from plowshares.core.scene import Ending, Event, Guide, Offer, Panel, Phases, Prompt, Region, Thing, Viewer
from plowshares.core.scene import Picture as HowTo


class Rules(Protocol):
    """Kernels: what may be done, and what then happens. None of them raises or allocates."""

    def setup(self, s: Any, seed: Any, /) -> None:
        """Make the first position from a State that carries its options; seed is an np.uint64."""

    def legal_actions(self, s: Any, seat: int, out: Any, /) -> int:
        """Write every action the seat may take now, ascending; return how many. 0 if it is not to act."""

    def step(self, s: Any, seat: int, action: int, /) -> None:
        """Play one legal action and all that follows from it, up to the next decision."""

    def to_act(self, s: Any, /) -> int:
        """Return the set of seats that owe a decision; 0 when the match is over."""

    def is_unfinished(self, s: Any, seat: int, /) -> bool:
        """Ask whether the seat has begun a command that takes further actions to complete."""

    def is_over(self, s: Any, /) -> bool:
        """Ask whether the match has ended."""

    def needs_room(self, s: Any, /) -> bool:
        """Ask whether the State must move to a larger capacity before the next step."""

    def scores(self, s: Any, out: Any, /) -> None:
        """Write each seat's points (float64)."""

    def outcome(self, s: Any, out: Any, /) -> None:
        """Write each seat's utility in [-1, 1] (float64); they sum to zero."""


class Views(Protocol):
    """Kernels: what a seat may know. Nothing else makes views."""

    def blank_for(self, s: Any, seat: int, /) -> None:
        """Turn this copy of a State into what the seat may know; SPECTATOR is a seat too."""

    def sample_for(self, s: Any, seat: int, seed: Any, /) -> None:
        """Fill the blanks of a view with one possibility that agrees with all the seat knows."""

    def disturb(self, s: Any, seat: int, seed: Any, /) -> None:
        """Change a full State only in what the seat cannot know, for the contract's leak check."""


class States(Protocol):
    """Where a State comes from."""

    def new(self, options: Any, /) -> Any:
        """Return a State of the right capacity with options and action table written, not yet set up."""

    def grow(self, s: Any, /) -> Any:
        """Return the same State in the next larger capacity."""

    def count_seats(self, options: Any, /) -> int:
        """Return how many seats a match with these options has."""


class Actions(Protocol):
    """The declaration of the game's actions."""

    def space(self, options: Any, /) -> ActionSpace:
        """Return the action space of a match with these options."""


class Notation(Protocol):
    """How people and programs write things. `s` is always the reading seat's own view."""

    HELP: str

    def parse(self, s: Any, seat: int, text: str, /) -> tuple[int, ...]:
        """Read a command as its actions, one or several; raise IllegalCommand if it is none, or is not legal."""

    def parse_json(self, s: Any, seat: int, data: Any, /) -> tuple[int, ...]:
        """Read the JSON form of a command."""

    def format(self, s: Any, seat: int, actions: tuple[int, ...], /) -> str:
        """Write a decision, or a whole command, in its canonical text; `s` is the view before it."""

    def to_json(self, s: Any, seat: int, actions: tuple[int, ...], /) -> dict[str, Any]:
        """Write it as JSON."""

    def picks(self, s: Any, seat: int, action: int, /) -> tuple[str, ...]:
        """Return the path of things to click for a legal action. No path is the beginning of another."""

    def explain(self, s: Any, seat: int, action: int, /) -> IllegalCommand:
        """Say why an action is not legal for the seat now."""

    def tell(self, before: Any, after: Any, seat: int, /) -> list[str]:
        """Say in plain sentences what happened between two views of one seat."""

    def prompt(self, s: Any, seat: int, /) -> str:
        """Say in a sentence what the seat is to do now."""

    def describe_result(self, s: Any, /) -> tuple[str, str]:
        """Return the reason code of a finished match and the result in a sentence."""

    def seat_name(self, s: Any, seat: int, /) -> str:
        """Return what the seat is called in this game."""


class Picture(Protocol):
    """A drawing of a view: `svg` for screens, `text` for terminals."""

    def board(self, s: Any, seat: int, marked: Collection[str] = (), /) -> str:
        """Draw a view as the seat sits, with these picks highlighted."""


class Scene(Protocol):
    """What the page shows of a view and how people are told about it; see `core/scene.py`.

    `s` is always the viewer's own view. Texts are for people and pass through `core.i18n._`: no codes in them.
    """

    def regions(self, s: Any, viewer: Viewer, marked: Collection[str], /) -> Sequence[Region]:
        """Draw the parts of the table; the one named `board` comes first. `marked` picks are highlighted."""

    def sketch(self, s: Any, viewer: Viewer, marked: Collection[str], /) -> str:
        """Draw the table in at most 80 columns of plain text, for terminals: no prompt, no panels."""

    def things(self, s: Any, viewer: Viewer, /) -> Mapping[str, Thing]:
        """Describe every thing that can be looked at, by its id."""

    def prompt(self, s: Any, viewer: Viewer, path: Sequence[str], /) -> Prompt:
        """Say what the viewer is to do after a path of picks, or what everybody waits for."""

    def offers(self, s: Any, viewer: Viewer, path: Sequence[str], picks: Sequence[str], /) -> Sequence[Offer]:
        """Describe each of the picks that may follow a path, and relevant ones that may not, with the reason."""

    def panels(self, s: Any, viewer: Viewer, /) -> Sequence[Panel]:
        """Describe every seat."""

    def phases(self, s: Any, viewer: Viewer, /) -> Phases | None:
        """Return the parts of a turn, where the game has some."""

    def events(self, before: Any, after: Any, viewer: Viewer, /) -> Sequence[Event]:
        """Tell what happened between two views of the viewer, in the order it is shown; the texts make the log."""

    def describe(self, s: Any, viewer: Viewer, actions: tuple[int, ...], /) -> str:
        """Return a decision or a whole command in words: "Move the Scout on i4 to i7"."""

    def explain(self, s: Any, viewer: Viewer, path: Sequence[str], refusal: IllegalCommand, /) -> str:
        """Say in words why a path of picks or a command is refused."""

    def reason(self, s: Any, viewer: Viewer, actions: tuple[int, ...], /) -> str:
        """Say why a recommended decision is good: what it gains, keeps or threatens; empty if nothing is plain."""

    def ending(self, s: Any, viewer: Viewer, reason: str, outcome: Sequence[float], /) -> Ending:
        """Say how the match ended; `reason` is the code of the result, such as "flag" or "resigned"."""

    def guide(self) -> Guide | None:
        """Return the guided first match."""

    def how_to_play(self) -> Sequence[HowTo]:
        """Explain the game in about five pictures."""


class Positions(Protocol):
    """Positions as text: to begin a match from one, and to write one down."""

    def read(self, options: Any, text: str, seed: int, /) -> Any:
        """Return the State of a position; raise IllegalCommand that quotes what is wrong with the text."""

    def write(self, s: Any, /) -> str:
        """Write a full State down; raise IllegalCommand if it is between two positions, as in the middle of a turn."""


class Fields(Protocol):
    """A view with names: what programs and notebooks read instead of the State's arrays."""

    @property
    def View(self) -> type[ViewFields]:  # noqa: N802  # a class of the module
        """The struct of the game's views."""

    def fields(self, s: Any, seat: int, /) -> ViewFields:
        """Return a seat's own view as named fields."""


class Heuristics(Protocol):
    """Kernels: how good a position is, and what to try first."""

    def value(self, s: Any, seat: int, /) -> float:
        """Estimate the seat's outcome, in [-1, 1]."""

    def prior(self, s: Any, seat: int, actions: Any, count: int, out: Any, /) -> None:
        """Write a weight ≥ 0 for each of the first count actions (float32); larger is tried earlier."""


@dataclass(frozen=True)
class Belief:
    """What one hidden thing may be, and how likely each of it is; the chances add up to 1."""

    thing: str  # a stable name that drawings can use, such as `piece 17` or `cell e6`
    kinds: tuple[str, ...]
    chances: tuple[float, ...]

    @property
    def likeliest(self) -> str:
        """The kind with the highest chance; of equals the first."""
        return self.kinds[self.chances.index(max(self.chances))]


class Reviews(Protocol):
    """What a review says about the hidden things of a game, from a seat's own view; see `core/review.py`.

    The module may offer hooks of `core/hooks.py` too: `Marginals` or `HiddenKinds` (which things are hidden, and how
    likely each kind is), and `Habits`.
    """

    def hidden_things(self, view: Any, viewer: Viewer, beliefs: Sequence[Belief], /) -> Sequence[Hidden]:
        """Say in words what the viewer should believe about each hidden thing, and by what evidence."""

    def heat_label(self) -> str:
        """Ask in words what `Hidden.heat` answers: "Where is the flag?"; empty if the game has nothing of the kind."""

    def could_have_known(self, view: Any, viewer: Viewer, action: int, beliefs: Sequence[Belief], /) -> str:
        """Say what the viewer could have known about a decision, from its own view alone; empty if nothing is plain."""


class Observation(Protocol):
    """Numbers for a learner, from a view."""

    def shape(self, options: Any, /) -> tuple[int, ...]:
        """Return the shape of the observation array."""

    def encode(self, s: Any, seat: int, out: Any, /) -> None:
        """Kernel: write every entry of `out` (of `dtype()`) from the seat's view."""

    def dtype(self) -> np.dtype[Any]:
        """Return the type of the numbers."""


def grow_if_full(rules: Rules, state: States, s: Any) -> Any:
    """Return a State with room for its next step: the same one, or a copy in a larger capacity."""
    while rules.needs_room(s):
        s = state.grow(s)
    return s


@dataclass(frozen=True)
class Game:
    """One game: its name for programs and people, and its modules."""

    name: str
    title: str
    summary: str  # one sentence, for choosers
    length: str  # how long a match takes, for choosers
    seats: range  # how many can play
    version: int  # of the rules: raised by every change of behaviour, written in records
    options: type[Options]
    state: States
    actions: Actions
    rules: Rules
    view: Views
    notation: Notation
    svg: Picture
    text: Picture
    heuristics: Heuristics
    observation: Observation
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    positions: Positions | None = None  # without it matches begin at the beginning only
    fields: Fields | None = None
    scene: Scene | None = None  # without it the page shows what `svg` and `notation` offer
    notes: Notes | None = None  # what choosers say about presets and options
    review: Reviews | None = None  # what reviews say about hidden things
    package: str = ""  # where RULES.md and GAME are; by default the package of the options

    @property
    def home(self) -> str:
        """The package that the game is found in."""
        return self.package or self.options.__module__.rpartition(".")[0]

    def find_part(self, name: str) -> Any:
        """Return an optional module of the game's package, such as `measures` or `adapters.web`; None without one."""
        return _find_part(f"{self.home}.{name}")

    @property
    def default_preset(self) -> str:
        """The preset that a match has when none is named; empty if there are no presets."""
        return self.notes.usual if self.notes is not None else next(iter(self.presets), "")

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by place: another process has the same game, or none."""
        return _find_game, (self.home,)

    def start(self, options: Options, seed: int) -> Any:
        """Return the first State of a match."""
        s = self.state.new(options)
        self.rules.setup(s, np.uint64(seed))
        return self.grow_if_full(s)

    def start_at(self, options: Options, seed: int, position: str) -> Any:
        """Return the State of a written position; raise InvalidOption if the game has no notation for them."""
        if self.positions is None:
            raise InvalidOption(f"{self.title} has no notation for positions, so {position!r} cannot be read")
        if not isinstance(position, str):
            raise InvalidOption(f"a position is text, not {position!r}")
        return self.grow_if_full(self.positions.read(options, position, seed))

    def legal(self, s: Any, seat: int) -> list[int]:
        """List the actions that the seat may take now, ascending; empty if it is not to act."""
        out = np.empty(int(s.actions.size), np.int32)
        actions: list[int] = out[: self.rules.legal_actions(s, seat, out)].tolist()
        return actions

    def play(self, s: Any, seat: int, action: int) -> Any:
        """Play a legal action in this State and return it, moved to a larger capacity if it has outgrown its own."""
        self.rules.step(s, seat, action)
        return self.grow_if_full(s)

    def grow_if_full(self, s: Any) -> Any:
        """Return the State with room for its next step: the same one, or a copy in a larger capacity."""
        return grow_if_full(self.rules, self.state, s)

    def view_of(self, s: Record, seat: int) -> Any:
        """Return what the seat may know, as a State of its own."""
        copy = s.clone()
        self.view.blank_for(copy, seat)
        return copy


@functools.cache
def _find_part(place: str) -> ModuleType | None:
    try:
        found = importlib.util.find_spec(place)
    except ModuleNotFoundError:  # nor is there the package that it would be in
        found = None
    return None if found is None else importlib.import_module(place)


def _find_game(home: str) -> Game:
    game: Game = importlib.import_module(home).GAME
    return game
