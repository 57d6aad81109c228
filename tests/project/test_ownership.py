"""Each game owns everything about itself: generic packages name no game, and a new game touches one folder."""

from __future__ import annotations

import ast
import tomllib

from plowshares import registry
from scripts.import_contracts import find_names, words_in
from tests.project.checkout import ROOT


def test_the_contract_finds_names_in_code_and_texts_only() -> None:
    source = '"""Such as stratego."""\nimport a.civ\ndef speaks_footsoldiers(): return "/civ"'
    names = list(registry.OURS)
    found = [line for line, word in words_in(ast.parse(source)) if find_names(word, names)]
    assert sorted(found) == [2, 3, 3]


def test_the_contract_covers_every_generic_package() -> None:
    """`lint-imports` runs as a stage of its own; here, that no package is left out of it."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    generic = {
        f"plowshares.{path.stem}"
        for path in (ROOT / "src/plowshares").iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    } - {"plowshares.games", "plowshares.__init__", "plowshares.__main__", "plowshares.registry"}
    for kind in ("forbidden", "names"):
        (contract,) = [each for each in contracts if each["type"] == kind and each["name"].startswith("generic")]
        assert set(contract["source_modules"]) == generic


def test_commands_of_games_are_found_without_importing_them() -> None:
    found = registry.commands()
    assert {name: place for name, (place, _) in found.items()} == {
        "civ-api": "plowshares.games.civ.adapters.commands.civ_api:civ_api",
        "footsoldiers": "plowshares.games.footsoldiers.adapters.commands.footsoldiers:footsoldiers",
    }
    assert all(words.endswith(".") and words[0].isupper() for _, words in found.values())
