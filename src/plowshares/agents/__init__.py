"""Built-in agents: they see views, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from plowshares.agents.base import Agent, Ask
from plowshares.agents.careful import Careful
from plowshares.agents.greedy import Greedy
from plowshares.agents.hints import Advice, advise
from plowshares.agents.levels import FACES, LEVELS, Face, Level, LeveledAgent
from plowshares.agents.passive import Passive
from plowshares.agents.random_agent import Random
from plowshares.core.errors import InvalidOption
from plowshares.core.game import Game
from plowshares.core.parsing import suggest

Maker = Callable[[Game, int], Agent]
MAKERS: dict[str, Maker] = {
    "random": Random,
    "greedy": Greedy,
    "careful": Careful,
    "passive": Passive,
    **{name: partial(LeveledAgent, name=name) for name in LEVELS},
}


def make_agent(name: str, game: Game, seed: int) -> Agent:
    """Return a new agent of that name for one seat of one match; `hard@64` searches 64 simulations a decision."""
    level, mark, number = name.strip().lower().partition("@")
    if mark and level in LEVELS and number.isascii() and number.isdigit() and int(number) > 0:
        return LeveledAgent(game, seed, level, simulations=int(number))
    maker = MAKERS.get(name.strip().lower())
    if maker is None:
        raise InvalidOption(f"no agent is called {name!r}{suggest(name, MAKERS)}; there are: {', '.join(MAKERS)}")
    return maker(game, seed)


__all__ = [
    "FACES",
    "LEVELS",
    "MAKERS",
    "Advice",
    "Agent",
    "Ask",
    "Careful",
    "Face",
    "Greedy",
    "Level",
    "LeveledAgent",
    "Maker",
    "Passive",
    "Random",
    "advise",
    "make_agent",
]
