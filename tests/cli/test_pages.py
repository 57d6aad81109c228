"""Pages that replay a match."""

from __future__ import annotations

from pathlib import Path

import pytest

import plowshares as ps
from plowshares.cli import replay as replay_command
from plowshares.cli.pages import show_page, write_page
from plowshares.core.errors import InvalidOption


def finished(folder: Path) -> Path:
    match = ps.new("stratego", "micro", seed=1, names=["Anna", "Ben"])
    while match.result is None:
        match.play(match.ask("random"))
    return match.save(folder / "match.jsonl")


def test_a_page_is_written_beside_the_record_and_opened(tmp_path: Path) -> None:
    opened: list[str] = []
    page = show_page(finished(tmp_path), opened.append)
    assert page == tmp_path / "match.html"
    assert opened == [page.as_uri()]
    assert "<title>Stratego: Anna · Ben – Plowshares</title>" in page.read_text()


def test_no_page_of_a_match_that_goes_on(tmp_path: Path) -> None:
    record = ps.new("stratego", "micro", seed=1).save(tmp_path / "match.jsonl")
    with pytest.raises(InvalidOption, match="not over"):
        write_page(record)
    assert not (tmp_path / "match.html").exists()


def test_the_command_writes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replay_command, "show_page", write_page)
    replay_command.replay(finished(tmp_path), browser=True)
    assert (tmp_path / "match.html").exists()
    assert "match.html" in capsys.readouterr().out
