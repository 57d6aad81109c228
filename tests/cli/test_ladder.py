"""`plowshares ladder` and `plowshares analyse`, as typed in a shell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.pty import PENNIES, run

pytestmark = pytest.mark.compiled_only


def test_a_ladder_prints_a_table_and_writes_json(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    words = ["ladder", PENNIES, "greedy", "random", "easy", "--games", "2", "--scale", "0.001", "--json", str(file)]
    done = run(words, "", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "95 % interval" in done.stdout
    rows = json.loads(file.read_bytes())
    assert [(row["first"], row["second"], len(row["scores"])) for row in rows] == [
        ("greedy", "random", 2),
        ("easy", "random", 2),
        ("easy", "greedy", 2),
    ]


def test_a_ladder_ends_in_time_and_says_what_was_broken_off(tmp_path: Path) -> None:
    done = run(["ladder", PENNIES, "greedy", "random", "--minutes", "0", "--jobs", "1"], "", tmp_path)
    assert "0-0-0" in done.stdout
    done = run(["ladder", PENNIES, "greedy", "random", "--games", "2", "--most", "1", "--jobs", "1"], "", tmp_path)
    assert "2 of the matches were broken off" in done.stdout


def test_at_a_larger_table_one_plays_against_the_others(tmp_path: Path) -> None:
    words = ["greedy", "random", "--games", "3", "--seats", "3", "--option", "seats=3", "--jobs", "1"]
    done = run(["ladder", PENNIES, *words], "", tmp_path)
    assert "one against 2: of equals each would win 0.33" in done.stdout, done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["random"], "a ladder needs two players"),
        (["random", "grady"], "no player is called 'grady'; did you mean 'greedy'?"),
        (["--pairs", "some"], "pairs 'some' is neither"),
        (["--games", "0"], "at least 1 game"),
        (["--seats", "3"], "pennies seats 2 with these options, not 3: choose another preset"),
    ],
)
def test_impossible_ladders_are_refused(tmp_path: Path, words: list[str], why: str) -> None:
    done = run(["ladder", PENNIES, *words], "", tmp_path)
    assert done.returncode == 2
    assert why in done.stderr


def test_a_record_is_analysed(tmp_path: Path) -> None:
    record = str(tmp_path / "match.jsonl")
    begun = ["play", PENNIES, "rounds=1", "--record", record, "--seats", "you,you"]
    run(begun, "\nlay 0 +0\n", tmp_path)
    flags = ["--game", PENNIES, "--simulations", "64"]
    early = run(["analyse", record, *flags], "", tmp_path)
    assert "the match is not over: name a seat" in early.stderr
    own = run(["analyse", record, "--as", "0", *flags], "", tmp_path)
    assert "1. " in own.stdout
    run(["play", PENNIES, "--resume", record], "\nlay 1 +1\n", tmp_path)
    whole = run(["analyse", record, *flags], "", tmp_path)
    assert whole.returncode == 0, whole.stderr
    assert "lost per decision" in whole.stdout
    assert "2. " in whole.stdout
    none = run(["analyse", record, "--from", "99", *flags], "", tmp_path)
    assert "no decision to look at there; it has 2 commands" in none.stderr
