"""What the tests of each game's hooks share."""

from __future__ import annotations

import sys
from typing import get_args, get_type_hints

from plowshares.core import hooks
from plowshares.core.game import Game


def find_uncompared(game: Game, test: str) -> list[str]:
    """List what a game offers and the assignment to COMPARED, in a test's module, does not compare with a protocol."""
    module = sys.modules[test]
    protocols = get_args(get_type_hints(module)["COMPARED"])
    compared = {
        (part.__name__.rpartition(".")[2], name)
        for protocol, part in zip(protocols, vars(module)["COMPARED"], strict=True)
        for name in hooks.names_of(*protocol.__mro__)
    }
    offered = {
        (part, name)
        for part, optional in hooks.OPTIONAL.items()
        for name in getattr(game.find_part(part), "__all__", ())
        if name in optional or part in ("frame", "measures")
    }
    assert offered, "every one of our games has some"
    return [f"{part}.{name}" for part, name in sorted(offered - compared)]
