"""The wheel with the newest and the oldest dependencies it allows, on every Python of this machine that it claims."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import urllib.request
from pathlib import Path

import pytest

from tests.project.checkout import ROOT, run

pytestmark = pytest.mark.long

MINORS = range(11, 15)
EXTRAS = ("web",)
PLAY_ALL = """
import plowshares as ps

presets = {"battle_farm": "quick", "civ": "quick", "footsoldiers": "short", "stratego": "micro"}
for game in ps.games():
    match = ps.new(game.name, presets.get(game.name), seed=1)
    while match.result is None:
        match.play(match.ask("random"))
    assert ps.load(match.to_record(), check=True).result == match.result
    print(game.name, len(match), match.result.reason)
"""
PLAY_COMPILED = """
import numba, numpy
import plowshares as ps

match = ps.new("stratego", "micro", seed=1)
while match.result is None:
    match.play(match.ask("easy"))
print(numpy.__version__, numba.__version__, match.result.reason)
"""


def find_pythons() -> dict[str, Path]:
    """Return the interpreters of the versions that we claim to support, by version."""
    found: dict[str, Path] = {}
    for minor in MINORS:
        version = f"3.{minor}"
        candidates = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
        candidates += [Path(path) for path in [shutil.which(f"python{version}")] if path]
        for path in candidates:
            words = subprocess.run([path, "--version"], capture_output=True, text=True)
            if words.returncode == 0 and words.stdout.startswith(f"Python {version}."):
                found.setdefault(version, path)
    return found


PYTHONS = find_pythons()


def lowest() -> list[str]:
    """Return the lower bounds of what the wheel needs as pins."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = list(project["dependencies"])
    for extra in EXTRAS:
        wanted += project["optional-dependencies"][extra]
    return [re.sub(r"^([\w.\[\]-]+)>=([\w.]+)[^;]*", r"\1==\2", each) for each in wanted]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = ["-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation"]
    done = run([sys.executable, *build, "-w", folder, ROOT], folder, seconds=300)
    assert done.returncode == 0, done.stdout
    return next(folder.glob("*.whl"))


def test_at_least_one_python_is_found_and_the_rest_is_named() -> None:
    assert PYTHONS
    missing = [f"3.{minor}" for minor in MINORS if f"3.{minor}" not in PYTHONS]
    print(f"found {', '.join(PYTHONS)}; not on this machine: {', '.join(missing) or 'none'}")


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("which", [pytest.param("newest", marks=pytest.mark.newest), "oldest"])
@pytest.mark.parametrize("version", PYTHONS)
def test_the_wheel_plays_all_games_and_serves_a_page(wheel: Path, tmp_path: Path, version: str, which: str) -> None:
    python = tmp_path / "env/bin/python"
    must([PYTHONS[version], "-m", "venv", tmp_path / "env"], tmp_path)
    pins = tmp_path / "pins.txt"
    pins.write_text("\n".join(lowest() if which == "oldest" else []))
    must([python, "-m", "pip", "install", "-qq", "--no-compile", "-c", pins, f"{wheel}[{','.join(EXTRAS)}]"], tmp_path)
    names = must([python, "-c", PLAY_ALL], tmp_path, {"NUMBA_DISABLE_JIT": "1"})
    assert len(names.splitlines()) >= 5
    assert must([python, "-c", PLAY_COMPILED], tmp_path)
    assert "<title>" in fetch_first_page(python, tmp_path)


def elsewhere(folder: Path, more: dict[str, str] | None = None) -> dict[str, str]:
    """Return an environment in which nothing leads back to the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA", "VIRTUAL"))}
    return {**kept, "HOME": str(folder), "PLOWSHARES_CACHE": str(folder / "cache"), **(more or {})}


def must(command: list[str | Path], folder: Path, more: dict[str, str] | None = None) -> str:
    """Run a command that has to succeed; return what it printed."""
    done = run(command, folder, elsewhere(folder, more), seconds=900)
    assert done.returncode == 0, done.stdout
    return done.stdout


def fetch_first_page(python: Path, folder: Path) -> str:
    """Serve, fetch the lobby, and stop the server."""
    command: list[str | Path] = [python, "-m", "plowshares", "serve", "--port", "0", "--no-open"]
    server = subprocess.Popen(
        command, cwd=folder, env=elsewhere(folder), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert server.stdout is not None
        said = []
        for line in server.stdout:
            said.append(line)
            address = re.search(r"http://[\w.:\[\]]+\S*", line)
            if address:
                return str(urllib.request.urlopen(address[0], timeout=60).read(), "utf-8")
        raise AssertionError(f"the server told no address: {''.join(said)}")
    finally:
        server.terminate()
        server.wait(30)
