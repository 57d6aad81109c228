"""Players that are programs of ours: they see views, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from plowshares.agents.advice import Advice, advise
from plowshares.agents.base import Agent, Ask
from plowshares.agents.greedy import Greedy
from plowshares.agents.levels import LEVELS, Level, Levelled
from plowshares.agents.rand import Random
from plowshares.core.errors import BadOption
from plowshares.core.game import Game
from plowshares.core.reading import suggest

Maker = Callable[[Game, int], Agent]
MAKERS: dict[str, Maker] = {
    "random": Random,
    "greedy": Greedy,
    **{name: partial(Levelled, name=name) for name in LEVELS},
}


def make_agent(name: str, game: Game, seed: int) -> Agent:
    """Return a new agent of that name for one seat of one match."""
    maker = MAKERS.get(name.strip().lower())
    if maker is None:
        raise BadOption(f"no agent is called {name!r}{suggest(name, MAKERS)}; there are: {', '.join(MAKERS)}")
    return maker(game, seed)


__all__ = [
    "LEVELS",
    "MAKERS",
    "Advice",
    "Agent",
    "Ask",
    "Greedy",
    "Level",
    "Levelled",
    "Maker",
    "Random",
    "advise",
    "make_agent",
]
