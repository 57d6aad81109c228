"""The wheel, built and installed into an empty environment, starts and plays."""

from __future__ import annotations

import os
import shutil
import sys
import zipfile
from pathlib import Path

import pytest

from plowshares import registry
from tests.project.checkout import ROOT, run

LOCK = ROOT / "requirements/dev.txt"


def must(command: list[str | Path], folder: Path, environment: dict[str, str] | None = None) -> str:
    """Run a command that has to succeed; return what it printed."""
    done = run(command, folder, environment, seconds=500)
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = ["-m", "pip", "wheel", "-qq", "--no-deps", "--no-build-isolation"]
    must([sys.executable, *build, "-w", folder, ROOT], folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Install the wheel and nothing but what it asks for; return the folder of its commands."""
    folder = wheel.parent / "env"
    must([sys.executable, "-m", "venv", folder], wheel.parent)
    python = folder / "bin/python"
    with_pip: list[str | Path] = [python, "-m", "pip", "install", "-qq", "--disable-pip-version-check"]
    with_uv: list[str | Path] = ["uv", "pip", "install", "--quiet", "--python", python]
    arguments: list[str | Path] = ["-c", LOCK, wheel]
    # As in scripts/set_up: uv may be there without knowing the index that pip is told of.
    if not shutil.which("uv") or run(with_uv + arguments, wheel.parent).returncode:
        must(with_pip + arguments, wheel.parent)
    return folder / "bin"


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which nothing leads back to the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "NUMBA", "VIRTUAL"))}
    return {**kept, "HOME": str(tmp_path), "PLOWSHARES_CACHE": str(tmp_path / "cache")}


@pytest.mark.long
def test_the_wheel_holds_the_package_with_types_rules_and_licence(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert "plowshares/py.typed" in names
    assert any(name.endswith("/licenses/LICENSE") for name in names)
    assert "plowshares/kits/python/definition.json" in names
    assert {f"plowshares/games/{game}/RULES.md" for game in registry.OURS} <= set(names)
    assert not [name for name in names if not name.startswith("plowshares")]


@pytest.mark.long
def test_the_command_starts_and_lists_the_games(installed: Path, tmp_path: Path, elsewhere: dict[str, str]) -> None:
    assert "check-game" in must([installed / "plowshares", "--help"], tmp_path, elsewhere)
    listed = must([installed / "plowshares", "games"], tmp_path, elsewhere)
    assert [game for game in registry.OURS if game not in listed] == []
    assert "bot check mine" in must([installed / "plowshares", "bot", "new", "mine"], tmp_path, elsewhere)


@pytest.mark.long
def test_a_match_is_played_recorded_and_verified(installed: Path, tmp_path: Path, elsewhere: dict[str, str]) -> None:
    play = ["play", "stratego", "--preset", "micro", "--seats", "random,random", "--seed", "1", "--record", "m.jsonl"]
    must([installed / "plowshares", *play], tmp_path, elsewhere)
    assert "all as recorded" in must([installed / "plowshares", "verify", "m.jsonl"], tmp_path, elsewhere)
