"""A game fresh from `plowshares new-game` is played in a browser, since the page knows no particular game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from plowshares import registry
from plowshares.cli.new_game import new_game
from tests.server.screen import Screen
from tests.server.site import serving

pytestmark = pytest.mark.compiled_only
NAME = "heap_of_stones"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Write a game and install it as pip would: a package on the path, and a folder with its entry point."""
    new_game(NAME, folder=tmp_path)
    project = tmp_path / NAME
    about = project / f"{NAME}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {NAME}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{registry.GROUP}]\n{NAME} = {NAME}:GAME\n")
    monkeypatch.syspath_prepend(str(project))
    registry.places.cache_clear()
    yield
    registry.places.cache_clear()
    registry.find.cache_clear()
    for module in [each for each in sys.modules if each.partition(".")[0] == NAME]:
        del sys.modules[module]


@pytest.mark.usefixtures("installed")
def test_a_new_game_is_played_to_its_end_by_clicks(tmp_path: Path, browser: Browser) -> None:
    with serving(tmp_path / "tables.sqlite") as site:
        screen = Screen(browser, site)
        screen.page.goto(site.base)
        assert "Heap Of Stones" in screen.page.locator("main").inner_text()
        screen.open("computer random", NAME, registry.find(NAME).default_preset)
        screen.play_on()
        assert "stone" in screen.page.locator("#result").inner_text()
        screen.check()
