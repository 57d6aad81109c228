"""`plowshares lab` as a person types it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest

from plowshares.cli import app
from plowshares.cli import lab as command
from plowshares.core.errors import InvalidOption
from plowshares.lab.design import Design, command_of, define, read_file
from plowshares.lab.study import Study
from tests.lab.toy import TOY


def lab(*words: str) -> None:
    app(["lab", *words], exit_on_error=False, result_action="return_value")


def test_a_study_on_one_line_prints_answers_and_writes_a_report(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--vary", "rounds=1,5", "--seats", "random", "--games", "20", "--jobs", "1", "--measure", "rounds"]
    lab(TOY, *words, "--save", str(tmp_path))
    said = " ".join(capsys.readouterr().out.split())
    assert "rounds=5 instead of rounds=1: rounds goes from 1.00 to 5.00" in said
    assert "report.html" in said
    assert (tmp_path / "report.html").exists()


def test_a_file_is_a_study_too_and_the_line_goes_before_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "short.toml"
    file.write_text(f'game = "{TOY}"\nseats = "random"\ngames = 99\n[vary]\nrounds = [1, 2]\n')
    lab(str(file), "--games", "4", "--jobs", "1", "--stop")
    assert len((tmp_path / "short" / "games.csv").read_text().splitlines()) == 1 + 8
    assert "rounds=2 instead of rounds=1" in capsys.readouterr().out


AWKWARD = {
    "game": "footsoldiers",
    "preset": "tournament",
    "seats": ["greedy,mine=hard@64", "random,random"],
    "vary": {"cost.scout": [8, 10], "removal": ["at-once", "after-all"]},
    "options": {"total_turns": 20, "cost.tank": 9},
    "games": 10,
    "seed": 7,
    "samples": 0,
    "measures": ["lead from", "tanks built"],
    "stop": True,
    "time": "/10",
}
SEARCHED = {
    "game": "farmer_soldier",
    "vary": {"switch": [False, True]},
    "target": "seat advantage within 1 %",
    "trials": 7,
}
FARM = {"game": "battle_farm", "vary": {"deck_counts": [{}, {"apples": 1}]}, "options": {"players": 3}}
HOMES = {"game": "farmer_soldier", "vary": {"homes": ["auto", "a1,b2"]}, "options": {"start": "1f 2g"}}
SHIPPED = [read_file(path) for path in sorted((Path(__file__).parents[2] / "docs" / "studies").glob("*.toml"))]


@pytest.mark.parametrize("values", [AWKWARD, SEARCHED, FARM, HOMES, *SHIPPED])
def test_the_command_of_a_study_is_the_same_study(values: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    design = define(values)
    found: list[Design] = []
    monkeypatch.setattr(command, "run", lambda design, *_: found.append(design))
    lab(*shlex.split(command_of(design))[2:])
    assert found == [msgspec.structs.replace(design, note="")]
    assert found[0].fingerprint() == design.fingerprint()


def test_a_search_prints_the_frontier(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--vary", "rounds=1..4", "--seats", "random", "--games", "4", "--jobs", "1", "--save", str(tmp_path)]
    lab(TOY, *words, "--target", "median length 2 rounds")
    assert "rounds=2: median length 2 rounds: 2" in capsys.readouterr().out
    assert "The frontier" in (tmp_path / "report.html").read_text()


def test_an_interrupt_says_where_the_games_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Study, "run", interrupted)
    with pytest.raises(SystemExit, match="130"):
        lab(TOY, "--seats", "random", "--save", str(tmp_path))
    assert f"all finished games are kept in '{tmp_path}': the same command goes on" in capsys.readouterr().err


def test_the_same_study_comes_back_to_the_same_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    for games in ("2", "4"):
        lab("stratego", "--option", "variant=micro", "--option", "red_setup=random", "--option", "blue_setup=random",
            "--seats", "random", "--games", games, "--jobs", "1", "--samples", "0")  # fmt: skip
    (place,) = (tmp_path / "plowshares" / "lab").iterdir()
    assert place.name.startswith("stratego-")
    assert len((place / "games.csv").read_text().splitlines()) == 1 + 4


def test_mistakes_are_named_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="no option 'ronuds'; did you mean 'rounds'"):
        lab(TOY, "--vary", "ronuds=1,2")
    with pytest.raises(InvalidOption, match="no such file"):
        lab(str(tmp_path / "none.toml"))
    with pytest.raises(InvalidOption, match="--jobs -1 is not a number of parallel matches"):
        lab(TOY, "--jobs", "-1")
    with pytest.raises(InvalidOption, match="jobs cannot run on 'moon'; there are: local, ray"):
        lab(TOY, "--seats", "random", "--on", "moon", "--save", str(tmp_path))
    assert Study(define({"game": TOY, "seats": ["random"]}), tmp_path).store.count == 0
    with pytest.raises(InvalidOption, match="impossible target"):
        lab(TOY, "--vary", "rounds=1,2", "--target", "decided above 200 %", "--save", str(tmp_path / "other"))


def test_brackets_are_shown_and_not_read_as_markup() -> None:
    assert command.escape("deck=[1]") == "deck=\\[1]"


def test_names_that_do_not_fit_are_numbers_with_a_legend(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grid = ["--vary", "rounds=1..5", "--vary", "seats=2,3", "--seats", "random", "--games", "2", "--jobs", "1"]
    lab(TOY, *grid, "--measure", "rounds", "--save", str(tmp_path), "--samples", "0")
    said = capsys.readouterr().out
    for number, rounds in ((1, 1), (9, 5)):
        assert f"{number}: rounds={rounds}, seats=2" in said
    assert said.count("│games") == 2  # as many tables as it takes


def test_what_was_asked_for_and_never_counted_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = ["--option", "variant=micro", "--option", "no_battle_limit=20", "--seats", "random", "--jobs", "1"]
    lab("stratego", *short, "--games", "2", "--measure", "pieces", "--measure", "Lead_changes", "--save", str(tmp_path))
    said = " ".join(capsys.readouterr().out.split())
    assert "No match had anything to count for: pieces." in said
