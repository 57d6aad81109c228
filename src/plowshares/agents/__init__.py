"""Players that are programs of ours: they see views, and nothing else."""

from __future__ import annotations

from plowshares.agents.base import Agent, Ask
from plowshares.agents.greedy import Greedy
from plowshares.agents.rand import Random
from plowshares.core.errors import BadOption
from plowshares.core.game import Game
from plowshares.core.reading import suggest

MAKERS: dict[str, type[Random] | type[Greedy]] = {"random": Random, "greedy": Greedy}


def make_agent(name: str, game: Game, seed: int) -> Agent:
    """Return a new agent of that name for one seat of one match."""
    maker = MAKERS.get(name.strip().lower())
    if maker is None:
        raise BadOption(f"no agent is called {name!r}{suggest(name, MAKERS)}; there are: {', '.join(MAKERS)}")
    return maker(game, seed)


__all__ = ["MAKERS", "Agent", "Ask", "Greedy", "Random", "make_agent"]
