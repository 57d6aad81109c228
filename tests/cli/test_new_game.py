"""A new game works at once, and the template keeps the contract itself."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from plowshares.cli.new_game import new_game, write_all
from plowshares.core.errors import InvalidOption
from plowshares.core.records import Record
from plowshares.core.rng import Rng
from plowshares.engine.contract import Amounts, examine
from plowshares.envs.batch import Batch
from plowshares.skeleton import GAME
from plowshares.skeleton.options import Options
from plowshares.skeleton.state import State
from tests.project.checkout import ROOT


def test_the_template_keeps_the_contract_without_a_generator() -> None:
    few = Amounts(matches=2, positions=8, actions=10, worlds=1, interpreted=0)
    assert {name: wrong for name, wrong in examine(GAME, Options(), few) if wrong} == {}
    names = State.layout.names or ()
    assert not any(issubclass(State.layout[name].type, Rng) for name in names)
    assert issubclass(State, Record)


def test_a_game_without_secrets_is_played_in_batches() -> None:
    batch = Batch(GAME, Options(), 4, threads=1)
    for _ in range(30):
        batch.step_randomly()
    assert batch.observations.shape == (4, 2)


def run(program: list[str], folder: Path, *path: Path) -> subprocess.CompletedProcess[str]:
    """Run a Python program in a folder, interpreted, with folders to import from beside those of this process."""
    environment = {"PYTHONPATH": ":".join([*map(str, path), *sys.path]), "NUMBA_DISABLE_JIT": "1", "PATH": ""}
    command = [sys.executable, *program]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=folder)


def test_a_new_game_passes_its_own_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    new_game("sea_battle")
    project = tmp_path / "sea_battle"
    assert "Sea Battle" in (project / "sea_battle/RULES.md").read_text()
    text = "".join(file.read_text() for file in project.rglob("*.py"))
    assert "skeleton" not in text.lower()
    done = run(["-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"], project, project)
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout


def test_a_new_game_is_found_in_its_folder_and_by_its_entry_point(tmp_path: Path) -> None:
    new_game("sea_battle", folder=tmp_path)
    project = tmp_path / "sea_battle"
    main = ["-c", "from plowshares.cli import main; main()", "check-game", "--matches", "1", "--positions", "2"]
    done = run([*main, "sea_battle:GAME"], project)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Sea Battle, ")
    built = run(["-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path / "dist")], project)
    assert built.returncode == 0, built.stderr
    [wheel] = (tmp_path / "dist").iterdir()
    with zipfile.ZipFile(wheel) as file:
        file.extractall(tmp_path / "installed")
    done = run([*main, "sea-battle"], tmp_path, tmp_path / "installed")
    assert done.returncode == 0, done.stderr
    assert "FAILED" not in done.stdout
    assert done.stdout.count("  ok: ") > 10


def test_in_a_checkout_it_lies_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "src/plowshares/games").mkdir(parents=True)
    new_game("go_fish")
    assert (
        "from plowshares.games.go_fish import actions"
        in (tmp_path / "src/plowshares/games/go_fish/__init__.py").read_text()
    )
    assert (tmp_path / "tests/games/go_fish/test_go_fish.py").exists()
    with pytest.raises(InvalidOption, match="exists already"):
        new_game("go_fish")


COLLECTED = ("contract/test_modes.py", "core/test_game.py", "core/test_hooks.py", "engine/test_sights.py")


def test_a_folder_of_its_own_is_all_that_a_new_game_needs(tmp_path: Path) -> None:
    package, tests = tmp_path / "src/plowshares", tmp_path / "tests"
    shutil.copytree(ROOT / "src/plowshares", package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests", tests, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    write_all("go_fish", "plowshares.games.go_fish", package / "games/go_fish", tests / "games/go_fish")
    files = [f"tests/{name}" for name in COLLECTED]
    done = run(["-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider", *files], tmp_path, package.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "[go_fish" in done.stdout
    for name in COLLECTED:
        assert f"tests/{name}::" in done.stdout


@pytest.mark.parametrize("name", ["Sea", "sea-battle", "class", "1st", "../x", "stratego"])
def test_names_that_cannot_be_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidOption, match=name.replace(".", r"\.")):
        new_game(name)
    assert not list(tmp_path.iterdir())
