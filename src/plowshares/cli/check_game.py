"""`plowshares check-game NAME`: does a game keep the contract?"""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Literal

from plowshares import registry
from plowshares.core.errors import PlowsharesError
from plowshares.core.options import read_options, read_words
from plowshares.engine.contract import Amounts, examine

Mode = Literal["fast", "plain", "interpreted", "bounds-checked"]
# How rules are compiled is settled when they are imported, so each mode needs a process of its own.
MODES: dict[Mode, dict[str, str]] = {
    "fast": {"PLOWSHARES_JIT": "fast"},
    "plain": {"PLOWSHARES_JIT": "plain"},
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "bounds-checked": {"NUMBA_BOUNDSCHECK": "1"},
}


def check_game(
    name: str, /, *options: str, matches: int = 4, positions: int = 40, mode: Mode | Literal["every"] | None = None
) -> None:
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
    mode
        How the rules are compiled; `every` checks them in all four modes, one after the other. By default as usual.
    """
    if mode is not None:
        words = [name, *options, "--matches", str(matches), "--positions", str(positions)]
        check_in_modes(words, list(MODES) if mode == "every" else [mode])
        return
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


def check_in_modes(words: list[str], modes: list[Mode]) -> None:
    """Run `check-game` with these words once in each mode; raise PlowsharesError that names the modes that failed."""
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "PLOWSHARES_JIT"))}
    failed = []
    for mode in modes:
        print(f"== {mode}", flush=True)
        warnings = [f"-W{option}" for option in sys.warnoptions]
        command = [sys.executable, *warnings, "-m", "plowshares.cli", "check-game", *words]
        done = subprocess.run(command, env={**plain, **MODES[mode]}, check=False)
        failed += [mode] if done.returncode else []
    if failed:
        raise PlowsharesError(f"the contract is broken in these modes: {', '.join(failed)}")
