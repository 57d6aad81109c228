"""Links in the documents lead somewhere, and every page can be found from the index."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.project.checkout import ROOT, files

LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)(?:#[^)]*)?\)")
PICTURE = re.compile(r'<(?:a|img|source) [^>]*(?:href|src|srcset)="(?!https?:|#)([^"#]+)')
PAGES = files("*.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text()) + PICTURE.findall(page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_index_names_every_decision_and_every_document() -> None:
    index = (ROOT / "docs/README.md").read_text()
    pages = [page.relative_to(ROOT / "docs") for page in PAGES if page.is_relative_to(ROOT / "docs")]
    assert [str(page) for page in pages if page.name != "README.md" and f"({page})" not in index] == []


def test_decisions_are_short_and_numbered_in_order() -> None:
    notes = sorted((ROOT / "docs/decisions").glob("*.md"))
    assert [note.name[:4] for note in notes] == [f"{number:04}" for number in range(1, len(notes) + 1)]
    for number, note in enumerate(notes, 1):
        text = note.read_text()
        assert text.startswith(f"# {number}. ")
        assert len(text.split()) <= 450


WIDE = re.compile(r"^.{101,}$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```|`[^`\n]+`", re.MULTILINE | re.DOTALL)  # blocks, and words that must not be broken
UNBROKEN = ("|", "#", "<", "!")
# These pages are wrapped when they are next rewritten; `research/baselines.py` writes the first.
UNWRAPPED = (
    "docs/research/baselines.md",
    "docs/research/review-calibration.md",
    "docs/research/test-timing.md",
    "docs/strength.md",
)


def test_prose_is_wrapped() -> None:
    """Tables, headings and lines without a blank, such as long links, cannot be."""
    wide = []
    for page in PAGES:
        name = str(page.relative_to(ROOT))
        if name in UNWRAPPED:
            continue
        lines = WIDE.findall(CODE.sub("", page.read_text()))
        wide += [f"{name}: {line[:60]}" for line in lines if not line.strip().startswith(UNBROKEN)]
    assert wide == []
