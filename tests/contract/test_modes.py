"""`plowshares check-game` finds nothing wrong with any game, in every mode of compilation."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from plowshares import registry
from plowshares.engine.contract import MATCH_CHECKS, POSITION_CHECKS

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]

MODES = {
    "fast": {"PLOWSHARES_JIT": "fast"},
    "plain": {"PLOWSHARES_JIT": "plain"},
    "interpreted": {"NUMBA_DISABLE_JIT": "1"},
    "bounds-checked": {"NUMBA_BOUNDSCHECK": "1"},
}
# Short matches on small boards: interpreted, every action takes milliseconds, and a check plays thousands.
SMALL = {
    "battle_farm": ["players=2", "max_rounds=3"],
    "civ": ["size=8", "max_rounds=20", "start_workers=2", "start_armies=3", "start_food=200", "start_production=60"],
    "farmer_soldier": ["round_cap=6"],
    "footsoldiers": ["total_turns=30", "map=X   X   X\n1       2\nX   X   X"],
    "stratego": ["variant=micro", "move_cap=60"],
}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", registry.OURS)
def test_a_game_keeps_the_contract(name: str, mode: str) -> None:
    plain = {key: value for key, value in os.environ.items() if not key.startswith(("NUMBA_", "PLOWSHARES_JIT"))}
    main = ["-W", "error", "-c", "from plowshares.cli import main; main()", "check-game", name, *SMALL[name]]
    done = subprocess.run(
        [sys.executable, *main, "--matches", "1", "--positions", "4"],
        env={**plain, **MODES[mode]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("  ok: ") == len(MATCH_CHECKS) + len(POSITION_CHECKS)
