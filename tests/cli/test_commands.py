"""The commands as typed in a shell, with pipes in place of a terminal."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from plowshares import registry
from plowshares.cli import main
from plowshares.cli.bot import bot
from plowshares.cli.games import games
from plowshares.core.errors import InvalidOption
from tests.cli.pty import PENNIES, run

MICRO = ["play", "stratego", "variant=micro", "red_setup=standard", "blue_setup=standard"]
pytestmark = pytest.mark.compiled_only


def test_a_match_through_pipes_has_a_separator_for_a_curtain_and_no_control_codes(tmp_path: Path) -> None:
    lines = ["", "a1-a2", "", "", "d4-d3", "", "", "quit"]
    done = run([*MICRO, "--seats", "you,person"], "\n".join(lines), tmp_path / "records")
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert done.stdout.count("-" * 72) >= 5
    assert "Guest moves from a1 to a2." in done.stdout
    assert "Guest 2 moves from d4 to d3." in done.stdout
    assert "The match is not over." in done.stdout


def test_no_colour_is_ever_asked_for(tmp_path: Path) -> None:
    plain = run(MICRO, "quit\n", tmp_path / "records", NO_COLOR="1")
    forced = run(MICRO, "quit\n", tmp_path / "records", FORCE_COLOR="1")
    assert "\x1b" not in plain.stdout + forced.stdout
    assert "You: Red" in plain.stdout


def test_a_match_begins_from_a_position_and_its_record_holds_it(tmp_path: Path) -> None:
    record = tmp_path / "match.jsonl"
    position = "red: f@a1 3@b2; blue: f@d4 m@c3; red to move"
    players = ["--seats", "greedy,greedy", "--record", str(record), "--position", position]
    done = run(["play", "stratego", "variant=micro", *players], "", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f'"position":"{position}"' in record.read_text()
    assert run(["verify", str(record)], "", tmp_path).returncode == 0


def test_a_match_is_resumed_and_replayed_from_its_file(tmp_path: Path) -> None:
    record = str(tmp_path / "match.jsonl")
    begun = run(["play", PENNIES, "rounds=1", "--record", record, "--seats", "you,you"], "\nlay 0 +0\n", tmp_path)
    assert f"plowshares play --resume {record}" in begun.stdout
    ended = run(["play", PENNIES, "--resume", record], "\nlay 1 +1\n", tmp_path)
    assert "The match is over" in ended.stdout
    shown = run(["replay", record, "--print", "--as", "all", "--game", PENNIES], "", tmp_path)
    assert "Guest 2: lay 1 +1" in shown.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["play"], "name a game: "),
        (["play", "strategy"], "no game is called 'strategy'; did you mean 'stratego'?"),
        (["play", PENNIES, "rounds=99"], "option rounds"),
        (["play", PENNIES, "rounds"], "'rounds' is not of the form name=value"),
        (["play", PENNIES, "--preset", "none"], "has no preset 'none'"),
        (["play", PENNIES, "--seats", "you"], "--seats 'you' names 1"),
        (["play", PENNIES, "--seats", "you,nobody"], "no agent is called 'nobody'"),
        (["play", PENNIES, "--as", "red"], "no seat is called 'red'"),
        (["play", PENNIES, "--time", "soon"], "time 'soon' is not of the form"),
        (["play", PENNIES, "--seed", "-1"], "seed -1 is not"),
        (["play", PENNIES, "--resume", "none.jsonl"], "cannot read 'none.jsonl'"),
        (["play", PENNIES, "--resume", "none.jsonl", "--seed", "1"], "goes on as it was"),
        (["play", PENNIES, "--position", "heads"], "has no notation for positions, so 'heads' cannot be read"),
        ([*MICRO, "--position", "red to move"], "write 'red: 7@e5; blue: 5@e6; red to move'"),
        (["replay", "none.jsonl"], "cannot read 'none.jsonl'"),
    ],
)
def test_errors_are_explained_in_one_line(
    words: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PLOWSHARES_RECORDS", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["plowshares", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    told = capsys.readouterr().err
    assert why in told
    assert len(told.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_the_chooser_asks_until_it_can_start(tmp_path: Path) -> None:
    answers = ["chess", "stratego", "nothing", "micro", "lakes=z9", "move_cap=5", "you", "you,random", "quit"]
    done = run(["choose"], "\n".join(answers), tmp_path / "records")
    assert done.returncode == 0, done.stderr
    assert "no game is called 'chess'" in done.stdout
    assert "has no preset 'nothing'" in done.stdout
    assert "--seats 'you' names 1" in done.stdout
    assert "You: Red" in done.stdout
    assert len(list((tmp_path / "records").iterdir())) == 1


def test_without_a_command_the_chooser_starts(tmp_path: Path) -> None:
    done = run([], "", tmp_path / "records")
    assert done.returncode == 0, done.stderr
    assert "what shall we play?" in done.stdout
    assert "Stratego (2 players" in done.stdout
    assert not (tmp_path / "records").exists(), "nothing is begun"


def test_the_package_runs_as_a_module(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "plowshares", "games"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "footsoldiers" in done.stdout


@pytest.mark.parametrize("game", registry.names())
def test_options_are_listed_without_python(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    games(game)
    said = capsys.readouterr().out
    assert "preset literal: " in said
    assert " (the usual one): " in said
    assert not re.findall(r"\w+\(\w+=|\b(?:tuple|dict|list)\[|\b(?:None|True|False)\b|\(\)|[{}\[\]]", said)


@pytest.mark.parametrize("language", ["python", "rust", "ucc"])
def test_a_new_bot_is_a_copy_of_a_kit(language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot("new", str(tmp_path / "mine"), language=language)
    said = capsys.readouterr().out
    assert f"plowshares bot check {tmp_path / 'mine'} --game GAME" in said
    assert ("bot build" in said) == (language == "rust")
    assert (tmp_path / "mine" / "definition.json").exists()
    with pytest.raises(InvalidOption, match="is there already"):
        bot("new", str(tmp_path / "mine"))
    with pytest.raises(InvalidOption, match=r"no kit for 'pyton'.*python"):
        bot("new", str(tmp_path / "other"), language="pyton")
    assert not (tmp_path / "other").exists()
