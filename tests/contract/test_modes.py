"""`plowshares check-game` finds nothing wrong with any game, in every mode of compilation."""

from __future__ import annotations

import subprocess
import sys

import pytest

from plowshares import registry
from plowshares.cli.check_game import MODES, check_game
from plowshares.core.errors import PlowsharesError
from plowshares.engine.contract import MATCH_CHECKS, POSITION_CHECKS
from tests.cli.pty import PENNIES

# Short matches on small boards: interpreted, every action takes milliseconds, and a check plays thousands.
SMALL = {
    "battle_farm": ["players=2", "max_rounds=3"],
    "civ": ["size=8", "max_rounds=20", "start_workers=2", "start_armies=3", "start_food=200", "start_production=60"],
    "farmer_soldier": ["round_cap=6"],
    "footsoldiers": ["total_turns=30", "map=X   X   X\n1       2\nX   X   X"],
    "stratego": ["variant=micro", "move_cap=60"],
}


@pytest.mark.long
@pytest.mark.compiled_only
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", registry.OURS)
def test_a_game_keeps_the_contract(name: str, mode: str) -> None:
    main = ["-W", "error", "-c", "from plowshares.cli import main; main()", "check-game", name, *SMALL.get(name, [])]
    done = subprocess.run(
        [sys.executable, *main, "--matches", "1", "--positions", "4", "--mode", mode],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"== {mode}\n")
    assert done.stdout.count("  ok: ") == len(MATCH_CHECKS) + len(POSITION_CHECKS)


@pytest.mark.interpreted_only
def test_every_mode_is_a_process_of_its_own_and_failures_name_theirs(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        "plowshares.cli.check_game.MODES",
        {"interpreted": MODES["interpreted"], "broken": {**MODES["interpreted"], "PLOWSHARES_JIT": "none"}},
    )
    with pytest.raises(PlowsharesError, match=r"in these modes: broken\Z"):
        check_game(PENNIES, "rounds=1", matches=1, positions=2, mode="every")
    said = capfd.readouterr().out
    assert said.index("== interpreted\n") < said.index("  ok: ") < said.index("== broken\n")
    assert said.count("  ok: ") == len(MATCH_CHECKS) + len(POSITION_CHECKS)
