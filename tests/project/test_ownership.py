"""A game owns everything of itself: generic packages name none, and a new game touches one folder."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from plowshares import registry
from tests.project.checkout import ROOT

SOURCE = ROOT / "src/plowshares"
GENERIC = sorted(folder for folder in SOURCE.iterdir() if (folder / "__init__.py").exists() and folder.name != "games")
FILES = [file for folder in GENERIC for file in sorted(folder.rglob("*.py"))] + sorted(SOURCE.glob("*.py"))
NAMES = sorted({*registry.OURS, *(name.replace("_", "-") for name in registry.OURS)})


def words_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every name and every text of a module that is not documentation."""
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.lineno, node.id
        elif isinstance(node, ast.Attribute):
            yield node.lineno, node.attr
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.alias):
            yield 0, node.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def find_names(text: str) -> list[str]:
    parts = {part for word in text.lower().replace("-", "_").split() for part in word.split(".")}
    return [name for name in registry.OURS if any(f"_{name}_" in f"_{part.strip('/:,`()')}_" for part in parts)]


def test_the_search_would_find_a_name() -> None:
    source = '"""Such as stratego."""\nimport a.civ\ndef speaks_footsoldiers(): return "/civ"'
    assert sorted(line for line, word in words_in(ast.parse(source)) if find_names(word)) == [0, 3, 3]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_generic_packages_name_no_game(file: Path) -> None:
    assert len(FILES) > 100
    assert not [(line, word) for line, word in words_in(ast.parse(file.read_text())) if find_names(word)]


def test_commands_of_games_are_found_without_importing_them() -> None:
    found = registry.commands()
    assert {name: place for name, (place, _) in found.items()} == {
        "civ-api": "plowshares.games.civ.adapters.commands.civ_api:civ_api",
        "footsoldiers": "plowshares.games.footsoldiers.adapters.commands.footsoldiers:footsoldiers",
    }
    assert all(words.endswith(".") and words[0].isupper() for _, words in found.values())
