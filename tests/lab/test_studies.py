"""The studies that are shipped: playable, reported, small, and named with their commands."""

from __future__ import annotations

from pathlib import Path

import pytest

from plowshares.engine.record import verify
from plowshares.lab.design import define, read_file, variants_of
from plowshares.registry import find

STUDIES = Path(__file__).parents[2] / "docs" / "studies"
LARGEST = 1_000_000  # bytes of a report
NAMES = sorted(path.stem for path in STUDIES.glob("*.toml"))


@pytest.mark.parametrize("name", NAMES)
def test_a_study_can_be_played_and_its_report_is_there(name: str) -> None:
    design = define(read_file(STUDIES / f"{name}.toml"))
    report = (STUDIES / name / "report.html").read_text()
    assert len(report) < LARGEST
    for variant in variants_of(design):
        assert variant.label in report
    page = (STUDIES / "README.md").read_text()
    assert f"plowshares lab docs/studies/{name}.toml\n" in page
    assert f"({name}/report.html)" in page


@pytest.mark.parametrize("name", NAMES)
def test_the_first_sample_of_a_study_replays_as_recorded(name: str) -> None:
    path = STUDIES / name / "records" / "001-00001.jsonl"
    assert "all as recorded" in verify(path.read_bytes(), find)


def test_every_game_has_a_study() -> None:
    games = {define(read_file(STUDIES / f"{name}.toml")).game for name in NAMES}
    assert games == {"farmer_soldier", "battle_farm", "footsoldiers", "stratego", "civ"}
