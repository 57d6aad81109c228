"""`plowshares new-game NAME`: write a small working game with tests to start from."""

from __future__ import annotations

import importlib.resources
import keyword
from pathlib import Path

from plowshares import registry
from plowshares.core.errors import InvalidOption

TEMPLATE = "plowshares.skeleton"
TESTS = "test_template.py"
PROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{name}"
version = "0.1"
dependencies = ["plowshares[web]"]

[project.optional-dependencies]
test = ["pytest"]

[project.entry-points."{group}"]
{name} = "{name}:GAME"

[tool.hatch.build.targets.wheel]
packages = ["{name}"]
"""
GAMES, TESTS_OF_GAMES = Path("src/plowshares/games"), Path("tests/games")  # of a checkout


def new_game(name: str, /, *, folder: Path | None = None) -> None:
    """Write the files of a new game: a heap of stones, to be replaced by your own rules one by one.

    In a checkout of this project the game becomes a folder beside the others, elsewhere a project of its own that can
    be installed.

    Parameters
    ----------
    name
        What the game is called in programs, such as `sea_battle`.
    folder
        Where to write a project of its own.
    """
    if not name.isidentifier() or name != name.lower() or keyword.iskeyword(name):
        raise InvalidOption(f"{name!r} cannot be the name of a package: use small letters and underscores")
    if name in registry.names():
        raise InvalidOption(f"there is a game called {name!r} already")
    inside = folder is None and GAMES.is_dir()
    project = (folder or Path()) / name  # outside a checkout
    home = GAMES / name if inside else project / name
    tests = TESTS_OF_GAMES / name if inside else project / "tests"
    for place in (home, tests) if inside else (project,):
        if place.exists():
            raise InvalidOption(f"{str(place)!r} exists already")
    write_all(name, f"plowshares.games.{name}" if inside else name, home, tests)
    if not inside:
        (project / "pyproject.toml").write_text(PROJECT.format(name=name, group=registry.GROUP), encoding="utf-8")
    print(f"written: {home} and {tests}")
    steps = [] if inside else [f"cd {project}", "pip install -e '.[test]'"]
    steps += [f"plowshares check-game {name}", f"pytest {tests if inside else 'tests'}"]
    print("\n  ".join(["try it:", *steps, f"plowshares play {name}", "plowshares serve"]))


def write_all(name: str, package: str, home: Path, tests: Path) -> None:
    """Write the template under another name."""
    title = name.replace("_", " ").title()
    for folder in (home, tests):
        folder.mkdir(parents=True)
    (tests / "__init__.py").write_text("")
    for file in importlib.resources.files(TEMPLATE).iterdir():
        if file.name.endswith((".py", ".md")):
            text = file.read_text(encoding="utf-8").replace(TEMPLATE, package).replace("Skeleton", title)
            text = text.replace('"skeleton"', f'"{name}"')
            place = tests / f"test_{name}.py" if file.name == TESTS else home / file.name
            place.write_text(text, encoding="utf-8")
