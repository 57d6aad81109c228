"""`plowshares check-game NAME`: does a game keep the contract?"""

from __future__ import annotations

from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.core.options import read_options, read_words
from plowshares.engine.contract import Amounts, examine


def check_game(name: str, /, *options: str, matches: int = 4, positions: int = 40) -> None:
    """Run the whole contract on a game, with every preset or with the options given.

    Parameters
    ----------
    name
        A game of the registry; other packages add theirs by an entry point in the group `plowshares.games`.
    options
        Options as name=value; without any, every preset is checked.
    matches
        How many random matches to walk through.
    positions
        How many positions to look at in each.
    """
    game = registry.find(name)
    chosen = {" ".join(options): read_words(game.options, options)} if options else {}
    for preset, values in {} if options else (game.presets or {"default": {}}).items():
        chosen[preset] = read_options(game.options, dict(values))
    failed = 0
    for label, each in chosen.items():
        print(f"{game.title}, {label}:", flush=True)
        for held, wrong in examine(game, each, Amounts(matches=matches, positions=positions)):
            print(f"  FAILED: {held}: {wrong}" if wrong else f"  ok: {held}", flush=True)
            failed += bool(wrong)
    if failed:
        raise PlowsharesError(f"{failed} checks failed")
