"""The documentation builds as a site without a warning, and all its links lead somewhere."""

from __future__ import annotations

import html.parser
import os
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from plowshares import registry
from tests.project.checkout import ROOT, run


class Links(html.parser.HTMLParser):
    """Collects where a page leads, and the places in it that can be led to."""

    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.targets.append(value)
            elif name == "id" and value:
                self.places.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command: list[str | Path] = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", folder]
    done = run(command, ROOT, environment, seconds=900)
    assert done.returncode == 0, done.stdout
    assert "WARNING" not in done.stdout
    return folder


def test_links_within_the_site_lead_somewhere(site: Path) -> None:
    pages = {page.resolve(): Links() for page in site.rglob("*.html")}
    for page, links in pages.items():
        links.feed(page.read_text())
    assert len(pages) > 30
    lost = []
    for page, links in pages.items():
        for link in links.targets:
            parts = urlsplit(link)
            # A report of the lab links to records that are kept beside it and not part of the site.
            if parts.scheme or parts.netloc or page.name in ("404.html", "report.html"):
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            target = target / "index.html" if target.is_dir() else target
            places = pages[target].places if target in pages else {parts.fragment}
            if not target.exists() or (parts.fragment and parts.fragment not in places):
                lost.append(f"{page.relative_to(site)}: {link}")
    assert lost == []


def test_every_game_has_its_page_made_from_the_code(site: Path) -> None:
    for name in registry.OURS:
        page = (site / "reference" / f"{name}.html").read_text()
        game = registry.find(name)
        assert all(f"plowshares/{name}-{preset}-v" in page for preset in game.presets)
        assert (site / "rules" / f"{name}.html").exists()


def test_every_environment_has_its_page_made_from_the_code(site: Path) -> None:
    for name in registry.OURS:
        page = (site / "environments" / f"{name}.html").read_text()
        presets = registry.find(name).presets
        assert all(f"plowshares/{name}-{preset}-v{version}" in page for preset in presets for version in (0, 1))
        assert "plane or action" in page


def test_the_python_api_is_described(site: Path) -> None:
    page = (site / "reference" / "api.html").read_text()
    assert all(f'id="plowshares.api.{name}"' in page for name in ("new", "load", "play", "games", "Match", "View"))
