"""Every command that the README shows is run, in its order, in a folder that stands for the checkout."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pytest

from plowshares import registry
from plowshares.core.jit import cache_root
from plowshares.terminal.layout import span
from tests.project.checkout import BIN, ROOT, run, run_prompts

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# `make test` would run this test again and the stages of `make lint` have been run; one stage shows that both start.
INSTEAD = {
    "make test": "make test STAGES=layers",
    "make lint": "make test STAGES=layers",
    "pip install 'plowshares[web]'": "pip --version",  # test_wheel.py and test_matrix.py install the wheel
}
# What goes on until it is stopped.
SERVING = {
    "make play": ["make", "play", "SERVE=--no-open --port 0"],
    "plowshares serve": [str(BIN / "plowshares"), "serve", "--no-open", "--port", "0"],
}
# What a person would type; everything else gets an empty input.
TYPED: dict[str, str] = {}


def blocks() -> list[tuple[str, str]]:
    return BLOCK.findall((ROOT / "README.md").read_text())


def commands() -> list[str]:
    lines = [line for language, text in blocks() if language == "sh" for line in text.splitlines()]
    return [line.split("  #")[0].rstrip() for line in lines if line.strip() and not line.startswith("#")]


@pytest.fixture(scope="module")
def stand_in(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that has everything of the checkout, and takes what the commands write."""
    folder = tmp_path_factory.mktemp("readme")
    for entry in ROOT.iterdir():
        (folder / entry.name).symlink_to(entry)
    return folder


def test_the_readme_shows_how_to_start() -> None:
    assert {"make play", "make test"} <= set(commands())


def test_the_table_lists_the_games_there_are_in_their_own_words() -> None:
    games = [registry.find(name) for name in sorted(registry.OURS)]
    rows = [f"| `{game.name}` | {span(game.seats)} | {game.summary} |" for game in games]
    assert re.findall(r"^\| `.*", (ROOT / "README.md").read_text(), re.MULTILINE) == rows


def test_every_block_says_what_it_is() -> None:
    assert {language for language, _ in blocks()} <= {"sh", "text", "python", "json"}


def test_nothing_is_replaced_that_is_not_shown() -> None:
    assert INSTEAD.keys() | TYPED.keys() <= set(commands())


def serve_and_stop(command: list[str], folder: Path, environment: dict[str, str]) -> None:
    """Serve as far as a person would see it: the page comes up. Then stop it."""
    server = subprocess.Popen(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    try:
        assert server.stdout is not None
        line = next(line for line in server.stdout if "plowshares is at" in line)
        with urllib.request.urlopen(line.split()[3], timeout=200) as page:
            assert b"Stratego" in page.read()
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.communicate()


@pytest.mark.long
def test_the_python_lines_do_what_they_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    shown = [text for language, text in blocks() if language == "python"]
    assert shown
    run_prompts("".join(shown), "README.md")


def test_every_command_works(stand_in: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = {
        **kept,
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(stand_in),  # matches are saved below it
        "PLOWSHARES_CACHE": str(cache_root()),
    }
    failed, said = [], ""
    for command in commands():
        if command in SERVING:
            serve_and_stop(SERVING[command], stand_in, environment)
            continue
        done = run(INSTEAD.get(command, command), stand_in, environment, TYPED.get(command, ""), seconds=500)
        said += done.stdout
        if done.returncode:
            failed.append(f"$ {command}\n{done.stdout}")
    assert not failed, "\n".join(failed)
    answer = re.findall(r"[0-9.]+ %", (ROOT / "README.md").read_text().split("Its answer")[1])
    assert answer
    assert [share for share in answer if share not in said] == []
