"""Where the project's own files are, for tests of the project as a whole."""

from __future__ import annotations

import doctest
import fnmatch
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
MADE = {".git", ".venv", ".hypothesis", "__pycache__", "build", "dist", "node_modules", "target"}


def files(pattern: str = "*") -> list[Path]:
    """List the files of the project whose name matches; works without git, leaves out what tools make."""
    found: list[Path] = []
    for folder, inner, names in os.walk(ROOT):
        inner[:] = [name for name in inner if name not in MADE and not name.endswith("_cache")]
        found += [Path(folder, name) for name in names if fnmatch.fnmatch(name, pattern)]
    return sorted(found)


def run(
    command: Sequence[str | Path] | str,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    text: str = "",
    seconds: float = 300,
) -> subprocess.CompletedProcess[str]:
    """Run a command (a line of text goes through the shell) with some input; its output is kept together."""
    return subprocess.run(
        command,
        shell=isinstance(command, str),
        cwd=folder,
        env=dict(os.environ if environment is None else environment),
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=seconds,
        check=False,
    )


def run_prompts(text: str, name: str) -> None:
    """Run lines as a Python prompt shows them, and compare what they print."""
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL)
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)
    assert runner.tries > 0
