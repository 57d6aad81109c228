"""A contract for import-linter: the modules of some packages name no game, in code or in texts.

Importing is what import-linter checks itself. This finds names of functions, arguments and attributes, and texts
such as "/civ". Documentation may give a game as an example.
"""

from __future__ import annotations

import ast
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from importlinter import Contract, ContractCheck, fields, output


class NamesContract(Contract):
    """`source_modules` and all below them contain none of the names of the packages directly below `named_by`."""

    source_modules = fields.ListField(subfield=fields.StringField())
    named_by = fields.StringField()

    def check(self, graph: Any, verbose: bool) -> ContractCheck:
        """Look through the sources of every module."""
        names = [module.rpartition(".")[2] for module in graph.find_children(self.named_by)]
        sources: Any = self.source_modules
        modules = sorted({found for top in sources for found in (top, *graph.find_descendants(top))})
        found = [place for module in modules for place in find_in_module(module, names)]
        return ContractCheck(kept=bool(names) and bool(modules) and not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print every place."""
        for place in check.metadata["found"]:
            output.print_error(place)


def find_in_module(module: str, names: list[str]) -> Iterator[str]:
    """Yield the places of a module that name one of the names."""
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return
    for line, word in words_in(ast.parse(Path(spec.origin).read_text(encoding="utf-8"))):
        if find_names(word, names):
            yield f"{module}:{line}: {word!r}"


def words_in(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield every name and every text of a module that is not documentation, with its line."""
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
            yield node.lineno, node.name
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.lineno, node.value


def find_names(text: str, names: list[str]) -> list[str]:
    """List the names that stand in a text as whole words, or as parts of a name joined by underscores."""
    parts = {part for word in text.lower().replace("-", "_").split() for part in word.split(".")}
    return [name for name in names if any(f"_{name}_" in f"_{part.strip('/:,`()')}_" for part in parts)]
