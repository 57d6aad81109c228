"""The starter kits, built once for all tests."""

from __future__ import annotations

import functools
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from plowshares.arena.bot_definition import Definition, build, read_directory

KITS = Path(__file__).parents[2] / "kits"
LANGUAGES = ("python", "javascript", "java", "c", "cpp", "rust", "perl")
Build = Callable[[str], Definition]


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Return a function that builds a copy of a kit, once."""
    place = tmp_path_factory.mktemp("kits")

    @functools.cache
    def make(language: str) -> Definition:
        shutil.copytree(KITS / language, place / language, ignore=shutil.ignore_patterns("*.bin", "*.class"))
        definition = read_directory(place / language)
        build(definition)
        return definition

    return make
