"""OpenSpiel: every game as one of its Python games, so that its algorithms run on them.

Importing this module registers `plowshares_GAME` with the parameters `preset`, `worlds`, `options` (JSON on top of the
preset) and `frame`: `pyspiel.load_game("plowshares_stratego(preset=micro)")`. Actions and observations are in the
acting seat's own frame (`core/layout.py`); `frame=match` has the match's own numbers. How our games fit its model:

- Chance lies in our State as a generator. Here it is one node at the start: one of `worlds` seeds, each equally likely,
  after which everything follows from the players' actions. So histories are complete and states serialise by them.
- Choices made at the same time are made one after another, and no seat sees those of the others.
- Observations are those of the seat's own view. The information state is a digest of all views that the seat has
  had and all actions it has taken: two histories share it exactly if the seat cannot distinguish them. It has no
  tensor, and an observer that asks for one with perfect recall has none either.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args

import msgspec
import numpy as np
import pyspiel

from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.layout import ActionLayout
from plowshares.core.options import Options
from plowshares.core.seats import first_seat
from plowshares.envs.common import read_game
from plowshares.envs.frames import Frame, Frames

PREFIX = "plowshares_"
WORLDS = 1024
LONGEST = 1_000_000  # actions; our games end much earlier, but the options decide when


@dataclass(frozen=True)
class Kit:
    """A game with its options. States share it, also when they are copied."""

    game: Game
    options: Options
    worlds: int
    frames: Frames

    def __deepcopy__(self, memo: dict[int, Any]) -> Kit:
        return self

    @property
    def seats(self) -> int:
        """How many play."""
        return self.game.state.count_seats(self.options)

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self.frames.size


@functools.cache
def find_kit(name: str, preset: str, worlds: int, more: str, frame: Frame) -> Kit:
    """Return a game with the options that OpenSpiel's parameters name."""
    if worlds < 1:
        raise PlowsharesError(f"worlds: at least 1 is needed, got {worlds}")
    if frame not in get_args(Frame):
        raise PlowsharesError(f"frame: there are {', '.join(get_args(Frame))}, and not {frame!r}")
    game, options = read_game(name, preset, **msgspec.json.decode(more or "{}", type=dict[str, Any]))
    return Kit(game, options, worlds, Frames(game, options, frame))


class SeatsGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is not typed
    """One of our games as an OpenSpiel game. Subclasses say which."""

    name = ""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        kind, given = game_type(self.name), params or {}
        chosen = {key: given.get(key, value) for key, value in kind.parameter_specification.items()}
        self.kit = find_kit(self.name, chosen["preset"], chosen["worlds"], chosen["options"], chosen["frame"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kit.actions,
            max_chance_outcomes=self.kit.worlds,
            num_players=self.kit.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, given)

    def new_initial_state(self) -> SeatsState:
        """Return the state before the world is chosen."""
        return SeatsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what turns states into tensors and strings."""
        if params:
            raise PlowsharesError(f"observers take no parameters, got {params!r}")
        return Observer(self.kit, bool(iig_obs_type and iig_obs_type.perfect_recall))


class SeatsState(pyspiel.State):  # type: ignore[misc]  # pyspiel is not typed
    """A match: first the choice of a world, then the seats' actions."""

    def __init__(self, game: SeatsGame) -> None:
        super().__init__(game)
        self.kit = game.kit
        self.s: Any = None  # until the world is chosen
        self.knowledge = [b""] * self.kit.seats  # digest of all that each seat has seen and done
        self.sights = [b""] * self.kit.seats  # digest of what it saw last

    def current_player(self) -> int:
        """Return who decides: chance, a seat, or nobody any more."""
        if self.s is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(first_seat(self.kit.game.rules.to_act(self.s)))

    def is_terminal(self) -> bool:
        """Ask whether the match is over."""
        return self.s is not None and bool(self.kit.game.rules.is_over(self.s))

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.layout(player).from_match[self.kit.game.legal(self.s, player)].tolist())

    def layout(self, seat: int) -> ActionLayout:
        """Return how a seat's actions are numbered."""
        return self.kit.frames.layout_of(self.s, seat)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the worlds."""
        return [(world, 1.0 / self.kit.worlds) for world in range(self.kit.worlds)]

    def _apply_action(self, action: int) -> None:
        game = self.kit.game
        if self.s is None:
            self.s = game.start(self.kit.options, action)
            self._notice(-1, 0)
            return
        seat = self.current_player()
        self.s = game.play(self.s, seat, int(self.layout(seat).to_match[action]))
        self._notice(seat, action)

    def _notice(self, acted: int, action: int) -> None:
        """Let every seat remember what it sees now, and its own action."""
        for seat in range(self.kit.seats):
            sight = self._look(seat)
            # An unchanged view adds nothing: how many hidden decisions another seat takes must not show.
            if sight == self.sights[seat] and seat != acted:
                continue
            own = b"%d" % action if seat == acted else b""
            self.sights[seat] = sight
            self.knowledge[seat] = hashlib.blake2b(self.knowledge[seat] + own + b"|" + sight, digest_size=16).digest()

    def _look(self, seat: int) -> bytes:
        """Return the digest of what a seat sees."""
        return hashlib.blake2b(self.view(seat).tobytes(), digest_size=16).digest()

    def view(self, seat: int) -> Any:
        """Return what a seat may know."""
        return self.kit.game.view_of(self.s, seat)

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Refuse: an information state is a string here, and an observation is not one."""
        raise PlowsharesError(
            "there is no information-state tensor: use information_state_string or observation_tensor"
        )

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SeatsState:
        """Return a state that the player cannot tell from this one: what it does not know is drawn again.

        The other seats are in the world that is drawn: they know what they see of it, and have no past.
        """
        other: SeatsState = self.clone()
        world = self.view(player)
        self.kit.game.view.sample_for(world, player, np.uint64(int(rng() * 2**63)))
        other.s = world
        for seat in range(self.kit.seats):
            if seat != player:
                other.sights[seat] = other._look(seat)
                other.knowledge[seat] = hashlib.blake2b(b"drawn|" + other.sights[seat], digest_size=16).digest()
        return other

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"world {action}"
        words = self.kit.game.notation.format(self.view(player), player, (int(self.layout(player).to_match[action]),))
        return f"{action} {words}"

    def returns(self) -> list[float]:
        """Return every seat's outcome; zeros before the end."""
        out = np.zeros(self.kit.seats)
        if self.is_terminal():
            self.kit.game.rules.outcome(self.s, out)
        values: list[float] = out.tolist()
        return values

    def __str__(self) -> str:
        if self.s is None:
            return "the world is not chosen"
        seat = max(self.current_player(), 0)
        return f"{self.kit.game.text.board(self.view(seat), seat)}\n{hashlib.sha1(self.s.tobytes()).hexdigest()}"


class Observer:
    """Writes what a seat sees for OpenSpiel's observation interface; all that it knows only as a string."""

    def __init__(self, kit: Kit, perfect_recall: bool) -> None:
        self.kit, self.perfect_recall = kit, perfect_recall
        # What is seen now does not replace all that is known: with perfect recall there is no tensor.
        self.tensor = None if perfect_recall else np.zeros(int(np.prod(kit.frames.shape)), np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor.reshape(kit.frames.shape)}

    def set_from(self, state: SeatsState, player: int) -> None:
        """Write the tensor, if there is one, from a seat's view."""
        if self.tensor is None:
            return
        if state.s is None:
            self.tensor.fill(0)
            return
        self.tensor[:] = self.kit.frames.observe(state.view(player), player).reshape(-1)

    def string_from(self, state: SeatsState, player: int) -> str:
        """Return a string that is the same where the seat sees, or knows, the same."""
        if state.s is None:
            return "nothing yet"
        return (state.knowledge if self.perfect_recall else state.sights)[player].hex()


@functools.cache
def game_type(name: str) -> Any:
    """Return OpenSpiel's description of one of our games."""
    game = registry.find(name)
    return pyspiel.GameType(
        short_name=PREFIX + name,
        long_name=f"Plowshares: {game.title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"preset": next(iter(game.presets)), "worlds": WORLDS, "options": "", "frame": "seat"},
    )


def register_all() -> list[str]:
    """Register every game that is not yet; return all their names."""
    found = []
    for name in registry.names():
        found.append(PREFIX + name)
        if found[-1] not in pyspiel.registered_names():
            pyspiel.register_game(game_type(name), type(f"{name}_game", (SeatsGame,), {"name": name}))
    return found


NAMES = register_all()
