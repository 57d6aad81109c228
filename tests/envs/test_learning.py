"""The checks of `learning_checks.py`, each in the environment of the examples for learners: `requirements/learn.txt`.

PyTorch is large, and RLlib wants an older Gymnasium than the other tests. The environment is made once, in build/learn.
"""

from __future__ import annotations

import ast
import fcntl
import os
from pathlib import Path

import pytest

from tests.project.checkout import ROOT, run

pytestmark = [pytest.mark.long, pytest.mark.compiled_only, pytest.mark.timeout(2400)]
CHECKS = Path(__file__).with_name("learning_checks.py")
NAMES = [each.name for each in ast.parse(CHECKS.read_text()).body if isinstance(each, ast.FunctionDef)]
LOCK, HOME = ROOT / "requirements/learn.txt", ROOT / "build/learn"


@pytest.fixture(scope="module")
def python() -> Path:
    """Return the interpreter of an environment with all that the examples need."""
    HOME.parent.mkdir(exist_ok=True)
    with HOME.with_suffix(".lock").open("w") as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        stamp = HOME / ".learn"
        if not stamp.exists() or stamp.stat().st_mtime < LOCK.stat().st_mtime:
            done = run([ROOT / "scripts/set_up", HOME, "learn"], ROOT, seconds=1500)
            assert done.returncode == 0, done.stdout
    return HOME / "bin/python"


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("test_")])
def test_learners(python: Path, name: str) -> None:
    command: list[str | Path] = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"{CHECKS}::{name}"]
    done = run(command, ROOT, {**os.environ, "PATH": f"{python.parent}:{os.environ['PATH']}"}, seconds=900)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout, done.stdout
