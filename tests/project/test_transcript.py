"""The documented transcript of a match over MCP equals the output of its script."""

from __future__ import annotations

import pytest

from scripts.mcp_transcript import PAGE, make, put

pytestmark = pytest.mark.compiled_only


def test_the_transcript_of_the_page_is_what_happens() -> None:
    made = make()
    assert "The match is over" in made
    assert PAGE.read_text() == put(PAGE.read_text(), made), "run: python -m scripts.mcp_transcript"
