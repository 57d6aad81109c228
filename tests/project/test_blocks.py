"""Every shell and Python block of the documentation is run, page by page, in a folder that stands for the checkout."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import time
from pathlib import Path

import pytest

from plowshares.core.jit import cache_root
from tests.project.checkout import BIN, ROOT, run, run_prompts
from tests.project.test_readme import serve_and_stop

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
LANGUAGES = {"sh", "python", "text", "toml", "json"}
# Pages whose blocks have a test of their own.
ELSEWHERE = {
    "docs/api.md": "tests/server/test_api.py",
    "docs/how-to/run-a-server.md": "tests/server/test_running.py",  # with a PostgreSQL of its own
    "docs/learners.md": "tests/envs/test_learners_page.py",
    "docs/studies/README.md": "tests/lab/test_studies.py",  # reads the studies and plays a little of each
}
PAGES = sorted({*(ROOT / "docs").rglob("*.md"), ROOT / "kits/README.md"})
# Smaller runs: a test need not wait for a sure answer, and kits that need a compiler have their own test.
LESS = [
    (re.compile(r"--games [0-9]+"), "--games 2"),
    (re.compile(r"--trials [0-9]+"), "--trials 2"),
    (re.compile(r"^games = [0-9]+", re.MULTILINE), "games = 1"),
    (re.compile(r"\bgames=[0-9]+"), "games=2"),
    (re.compile(r"--seats greedy(?![,@])"), "--seats random"),
    (re.compile(r"kits/rust"), "kits/python"),
]


def name_of(page: Path) -> str:
    return str(page.relative_to(ROOT))


def blocks_of(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text())


def to_run(page: Path) -> list[tuple[str, str]]:
    return [(language, text) for language, text in blocks_of(page) if language in ("sh", "python", "toml")]


RUN = [page for page in PAGES if name_of(page) not in ELSEWHERE and any(b[0] != "toml" for b in to_run(page))]
QUICK = {"docs/tutorials/first-match.md"}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_block_says_what_it_is(page: Path) -> None:
    assert {language for language, _ in blocks_of(page)} <= LANGUAGES
    outside = BLOCK.sub("", page.read_text())
    assert re.findall(r"^    (?:plowshares|python3?|make|pip) .*", outside, re.MULTILINE) == []  # not a command to run


def test_pages_with_tests_of_their_own_are_named_in_them() -> None:
    for page, test in ELSEWHERE.items():
        assert page.removesuffix("README.md") in (ROOT / test).read_text()


def less(text: str) -> str:
    for pattern, words in LESS:
        text = pattern.sub(words, text)
    return text


def commands_of(text: str) -> list[str]:
    whole = re.sub(r"\\\n\s*", " ", text)
    return [line.split("  #")[0].rstrip() for line in whole.splitlines() if line.strip()]


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for entry in ROOT.iterdir():
        (tmp_path / entry.name).symlink_to(entry)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)  # as for a program in that folder
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PLOWSHARES_CACHE", str(cache_root()))
    monkeypatch.setenv("PATH", f"{BIN}{os.pathsep}{os.environ['PATH']}")
    for name in [name for name in os.environ if name.startswith("XDG_")]:
        monkeypatch.delenv(name)
    return tmp_path


class Api:
    """`plowshares civ-api` of a page, on a free port; the commands after it speak with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = "127.0.0.1:8080"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, command: str) -> None:
        """Start it, in place of the one before, and wait until it answers."""
        self.stop()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.address = f"127.0.0.1:{port}"
        words = [*shlex.split(command), "--port", str(port)]
        self.process = subprocess.Popen(words, cwd=self.folder, start_new_session=True)
        until = time.monotonic() + 500
        while not answers(port):
            assert self.process.poll() is None, command
            assert time.monotonic() < until, command
            time.sleep(0.1)

    def stop(self) -> None:
        """End it with all it has started."""
        if self.process is not None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


def answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 5).close()
    except OSError:
        return False
    return True


def check_page(page: Path, folder: Path) -> None:
    api = Api(folder)
    try:
        run_blocks(page, folder, api)
    finally:
        api.stop()


def run_blocks(page: Path, folder: Path, api: Api) -> None:
    names: dict[str, object] = {}
    for language, block in to_run(page):
        text = less(block)
        if language == "toml":
            file = re.match(r"# (\w+\.toml)\n", text)
            if file:
                (folder / file[1]).write_text(text)
        elif language == "sh":
            for command in commands_of(text):
                run_command(command, folder, api)
        elif text.startswith(">>>"):
            names.setdefault("prompts", "")
            names["prompts"] = str(names["prompts"]) + text
        else:
            exec(compile(text, name_of(page), "exec"), names)
    if "prompts" in names:
        run_prompts(str(names["prompts"]), name_of(page))


def run_command(command: str, folder: Path, api: Api) -> None:
    if "plowshares civ-api" in command:
        api.start(command)
        return
    if "plowshares serve" in command:
        words = [word for word in shlex.split(command) if word not in ("--no-open", "--port", "0")]
        serve_and_stop([*words, "--no-open", "--port", "0"], folder, dict(os.environ))
        return
    command = command.replace("curl ", "curl --fail --silent --show-error ").replace("127.0.0.1:8080", api.address)
    done = run(command, folder, dict(os.environ), seconds=500)
    assert done.returncode == 0, f"$ {command}\n{done.stdout}"


@pytest.mark.parametrize("page", [page for page in RUN if name_of(page) in QUICK], ids=name_of)
def test_the_blocks_of_a_tutorial_run(page: Path, stand_in: Path) -> None:
    check_page(page, stand_in)


@pytest.mark.long
@pytest.mark.parametrize("page", [page for page in RUN if name_of(page) not in QUICK], ids=name_of)
def test_the_blocks_of_a_page_run(page: Path, stand_in: Path) -> None:
    check_page(page, stand_in)


def test_the_first_bot_is_the_one_that_the_tutorial_shows() -> None:
    shown = next(text for language, text in blocks_of(ROOT / "docs/tutorials/first-bot.md") if language == "text")
    kept = (ROOT / "examples/first_bot/bot.py").read_text()
    assert shown.split("\n\n", 1)[1].strip() == kept.split("import sys\n\n", 1)[1].strip()
