"""A real terminal with a scroll-back (tmux): what can still be seen when the curtain is closed."""

from __future__ import annotations

import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.pty import PATIENCE, environment

pytestmark = pytest.mark.compiled_only
WORDS = ["play", "stratego", "variant=micro", "--seats", "person:Anna,person:Bert"]


class Tmux:
    """A tmux server of our own, with one window of 80 columns and 10 lines, so that much is scrolled away."""

    def __init__(self, folder: Path) -> None:
        self.socket = str(folder / "tmux")
        command = shlex.join([sys.executable, "-m", "plowshares.cli", *WORDS])
        self.call("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "10", command, folder=folder)

    def call(self, *words: str, folder: Path | None = None) -> str:
        env = environment(folder / "records") if folder else None
        done = subprocess.run(["tmux", "-S", self.socket, *words], env=env, capture_output=True, text=True, check=True)
        return done.stdout

    def type(self, line: str) -> None:
        self.call("send-keys", "-l", line)
        self.call("send-keys", "Enter")

    def all_text(self) -> str:
        """Return everything that can be seen, by scrolling back too."""
        return self.call("capture-pane", "-p", "-S", "-")

    def wait_for(self, text: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while text not in (seen := self.all_text()):
            assert time.monotonic() < deadline, seen
            time.sleep(0.05)
        return seen


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    terminal = Tmux(tmp_path)
    yield terminal
    terminal.call("kill-server")


def test_nothing_can_be_scrolled_back_to_behind_the_curtain(tmux: Tmux) -> None:
    tmux.wait_for("Anna, press Enter")
    tmux.type("")
    tmux.wait_for("Still to place")
    tmux.type("load standard")
    tmux.wait_for("rm  rf  rb  r3")
    tmux.type("ready")
    tmux.wait_for("hide your board")
    tmux.type("")
    seen = tmux.wait_for("Bert, press Enter")
    shown = [line for line in seen.splitlines() if line.strip()]
    assert shown == [
        "Stratego: it is Bert’s turn.",
        "Bert, press Enter when only you can see the screen.",
    ]
