"""What the house style asks for and no linter checks."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.project.checkout import ROOT, files

SOURCES = [file for file in files("*.py") if not file.is_relative_to(ROOT / "tests")]
TESTS = files("test_*.py")
MOST_LINES_OF_A_FILE = 600
MOST_LINES_OF_A_FUNCTION = 60
MODULES = ["options", "state", "actions", "rules", "view", "notation", "svg", "text", "heuristics", "observation"]
CHECKING = re.compile(r"raises|assert|check|expect|verify|warns|fail")
# An exception from a tool is followed by its reason, in a comment of its own on the same line.
EXCEPTION = re.compile(r"#\s*(?:type:\s*ignore|noqa|pragma:)(?P<rest>[^#\n]*)(?P<reason>#\s*\S+)?")
WRITTEN = {"", ".md", ".py", ".toml", ".txt", ".json", ".jsonl", ".js", ".html", ".css", ".svg"}
GAMES = sorted(folder for folder in (ROOT / "src/plowshares/games").iterdir() if (folder / "__init__.py").exists())


def functions(file: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    tree = ast.parse(file.read_text())
    return [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def place(file: Path, line: int) -> str:
    return f"{file.relative_to(ROOT)}:{line}"


def test_files_stay_readable() -> None:
    lengths = {str(file.relative_to(ROOT)): len(file.read_text().splitlines()) for file in SOURCES}
    assert not {name: lines for name, lines in lengths.items() if lines > MOST_LINES_OF_A_FILE}


def test_functions_stay_small() -> None:
    long = [
        f"{place(file, node.lineno)} {node.name}"
        for file in SOURCES
        for node in functions(file)
        if (node.end_lineno or 0) - node.lineno > MOST_LINES_OF_A_FUNCTION
    ]
    assert not long


def test_every_test_checks_something() -> None:
    empty = []
    for file in TESTS:
        inner = functions(file)
        helpers = {node.name for node in inner if not node.name.startswith("test_") and asserts(node)}
        tests = [node for node in inner if node.name.startswith("test_")]
        empty += [f"{place(file, node.lineno)} {node.name}" for node in tests if not checks_something(node, helpers)]
    assert not empty


def asserts(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Assert) for each in ast.walk(node))


def checks_something(node: ast.AST, helpers: set[str]) -> bool:
    calls = [ast.unparse(each.func) for each in ast.walk(node) if isinstance(each, ast.Call)]
    return asserts(node) or any(CHECKING.search(call) or call in helpers for call in calls)


def test_exceptions_give_a_reason() -> None:
    bare = [
        f"{place(file, number)} {line.strip()}"
        for file in files("*.py")
        if file != Path(__file__)
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if (found := EXCEPTION.search(line)) and not found["reason"]
    ]
    assert not bare


def test_no_path_of_one_machine_in_any_file() -> None:
    machine = re.compile(r"(?:^|[^\w./-])/(?:home|root|Users|work)/")
    found = [
        place(file, number)
        for file in files()
        if file.suffix in WRITTEN and file.name != ".git" and file != Path(__file__) and b"\0" not in file.read_bytes()
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if machine.search(line)
    ]
    assert not found


@pytest.mark.parametrize("game", GAMES, ids=lambda folder: folder.name)
def test_every_game_has_all_modules_and_its_rules_in_words(game: Path) -> None:
    missing = [name for name in MODULES if not (game / f"{name}.py").exists() and not (game / name).is_dir()]
    assert not missing
    assert (game / "RULES.md").stat().st_size
