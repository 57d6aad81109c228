"""The set-up of a match as a small environment of its own: the learner places its army, agents play the match.

Importing this module registers `plowshares/GAME-PRESET-setup-v1` for every game that begins with a set-up. An episode
is as long as the army is large. The reward comes at the end: the mean outcome of `matches` matches that two agents play
from there, `player` with the learner's army and `rival` with one of its own.
"""

from __future__ import annotations

from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces

from plowshares import registry
from plowshares.agents import Ask, make_agent
from plowshares.core.errors import PlowsharesError
from plowshares.core.game import Game
from plowshares.core.rng import mix
from plowshares.envs.common import EnvCore, Illegal, read_game
from plowshares.envs.gymnasium import NAMESPACE, box_of

SECONDS = 1.0  # that an agent may think for one decision, at most


class SetupEnv(gymnasium.Env[Any, Any]):
    """One seat's set-up. `info` holds `action_mask` and `seat`; actions are in the seat's own frame.

    An action that is not legal is replaced by the next legal one and told in `info["was_legal"]`, or with
    `illegal="raise"` refused.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: str | Game,
        preset: str | None = None,
        player: str = "greedy",
        rival: str = "greedy",
        matches: int = 1,
        seat: int = 0,
        illegal: Illegal = "replace",
        **options: Any,
    ) -> None:
        found, chosen = read_game(game, preset, **options)
        part: Any = found.find_part("frame")
        if not hasattr(part, "is_setup"):
            raise PlowsharesError(f"a match of {found.name} does not begin with a set-up")
        self.core, self._part = EnvCore(found, chosen, "raise"), part
        self.names = [player if each == seat else rival for each in range(self.core.seats)]
        for name in self.names:
            make_agent(name, found, 0)  # refuse an unknown name now
        self.seat, self.matches, self.illegal = seat, matches, illegal
        self.observation_space, self.action_space = box_of(self.core.frames), spaces.Discrete(self.core.wait)
        self._seed = 0
        layout = self.core.frames.layout_of(self.core.s, seat)
        space = found.actions.space(chosen)
        kinds = {space.index(kind) for kind in part.SETUP_KINDS}
        self._needed = np.array([each >= 0 and space.decode(int(each))[0] in kinds for each in layout.to_match])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin with an empty board."""
        super().reset(seed=seed)
        self._seed = int(self.np_random.integers(2**63))
        self.core.start(self._seed)
        if not self._is_open():
            raise PlowsharesError(f"seat {self.seat} has nothing to set up with these options")
        return self._seen(), self._info(True)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Place a piece; after the last one the match is played."""
        allowed = np.flatnonzero(self.action_masks())
        if not len(allowed):
            raise PlowsharesError("the set-up is finished: reset the environment")
        at = int(np.searchsorted(allowed, int(action)))
        fits = at < len(allowed) and int(allowed[at]) == int(action)
        if not fits and self.illegal == "raise":
            raise PlowsharesError(f"action {int(action)} does not set anything up now")
        self.core.play(self.seat, int(allowed[at % len(allowed)]))
        over = not self._is_open()
        reward = float(np.mean([self._play_on(number) for number in range(self.matches)])) if over else 0.0
        return self._seen(), reward, over, False, self._info(fits)

    def action_masks(self) -> Any:
        """Return what the set-up allows now as booleans."""
        return (self.core.mask(self.seat)[:-1] == 1) & self._needed

    def _is_open(self) -> bool:
        return self.seat in self.core.to_act() and bool(self._part.is_setup(self.core.s))

    def _play_on(self, number: int) -> float:
        """Let agents play the match from here; return the outcome of the learner's army."""
        match = EnvCore(self.core.game, self.core.options, "raise")
        match.s = self.core.s.clone()
        seeds = [int(mix(np.uint64(self._seed), number, each)) for each in range(match.seats)]
        agents = [make_agent(name, match.game, seed) for name, seed in zip(self.names, seeds, strict=True)]
        while not match.is_over:
            seat = match.to_act()[0]
            ask = Ask(match.view(seat), seat, match.legal(seat).tolist(), SECONDS, match.seats)
            command: Any = agents[seat].choose(ask)
            for action in [command] if isinstance(command, int | np.integer) else command:
                match.play_match(seat, int(action))
        return match.outcome()[self.seat]

    def _seen(self) -> Any:
        return self.core.sight(self.seat)["observation"]

    def _info(self, fits: bool) -> dict[str, Any]:
        return {"action_mask": self.action_masks().astype(np.int8), "seat": self.seat, "was_legal": fits}


def setup_id(game: str, preset: str) -> str:
    """Return the name that a set-up environment is registered by."""
    return f"{NAMESPACE}/{game}-{preset}-setup-v1"


def make_setup_env(game: str, preset: str, **options: Any) -> SetupEnv:
    """Make one of the registered environments."""
    return SetupEnv(game, preset, **options)


def register_setups() -> list[str]:
    """Register the set-up of every game and preset that has one; return their names."""
    found = []
    for name in registry.names():
        if hasattr(registry.find(name).find_part("frame"), "is_setup"):
            found += [setup_id(name, preset) for preset in registry.find(name).presets]
            for preset in registry.find(name).presets:
                gymnasium.register(
                    id=setup_id(name, preset),
                    entry_point=f"{__name__}:make_setup_env",
                    kwargs={"game": name, "preset": preset},
                )
    return found


IDS = register_setups()
