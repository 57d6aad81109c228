"""`plowshares evaluate`: rows, intervals, anchors; the same again with the same seed."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from plowshares.cli.evaluate import describe, evaluate
from plowshares.cli.flags import GameFlags, PlaceFlags
from plowshares.core.errors import InvalidOption
from plowshares.envs import best_response, ppo
from plowshares.envs.best_response import BestResponse
from plowshares.envs.common import read_game

MICRO = GameFlags(option=["red_setup=random", "blue_setup=random"], preset="micro")
HERE = PlaceFlags(jobs=1)
BASELINES = Path(__file__).resolve().parent.parent.parent / "docs/research/baselines"
POLICY = "tests.envs.test_policies:last_action"


def run(policy: str, path: Path, **more: Any) -> dict[str, Any]:
    evaluate(policy, game="stratego", json=path, variant=MICRO, place=HERE, **more)
    found: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    return found


def test_a_policy_is_measured_from_every_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run(POLICY, tmp_path / "a.json", against="random,greedy", games=6)
    assert [row["opponent"] for row in found["rows"]] == ["random", "greedy"]
    for row in found["rows"]:
        assert row["games"] == row["wins"] + row["draws"] + row["losses"] == 6
        assert 0 <= row["low"] <= row["score"] <= row["high"] <= 1
    assert found["anchors"]["random"] == 0
    assert found["elo"]["low"] < found["elo"]["elo"] < found["elo"]["high"]
    words = capsys.readouterr().out
    assert "won-drawn-lost" in words
    assert "Elo" in words
    assert found == run(POLICY, tmp_path / "b.json", against="random,greedy", games=6), "the same seed, the same table"


def test_anchors_are_kept_and_read(tmp_path: Path) -> None:
    anchors = tmp_path / "anchors.json"
    first = run("greedy", tmp_path / "a.json", against="random,passive", games=4, anchors=anchors)
    assert msgspec.json.decode(anchors.read_bytes()) == first["anchors"]
    anchors.write_bytes(b'{"random": 1000, "passive": 900}')
    assert run("greedy", tmp_path / "a.json", against="random", games=4, anchors=anchors)["elo"]["elo"] > 900
    with pytest.raises(InvalidOption, match="no rating of greedy"):
        run("random", tmp_path / "a.json", against="greedy", games=4, anchors=anchors)


@pytest.mark.long
def test_levels_with_simulations_and_games_for_more_are_measured(tmp_path: Path) -> None:
    out = tmp_path / "a.json"
    three = GameFlags(preset="melee")
    evaluate("easy@8", game="farmer_soldier", against="random", games=3, json=out, variant=three, place=HERE)
    found = msgspec.json.decode(out.read_bytes())
    assert found["rows"][0]["games"] == 3


@pytest.mark.long
def test_a_published_row_is_found_again_within_its_interval_with_another_seed(tmp_path: Path) -> None:
    """The rows of `easy@16` in docs/research/baselines.md need no trained network."""
    published = msgspec.json.decode((BASELINES / "farmer_soldier-results.json").read_bytes())["`easy@16`"]
    against, out = ",".join(published["anchors"]), tmp_path / "again.json"
    anchors = BASELINES / "farmer_soldier-anchors.json"
    other = GameFlags(preset="standard", seed=published["seed"] + 1)
    evaluate(
        "easy@16",
        game="farmer_soldier",
        against=against,
        games=60,
        anchors=anchors,
        json=out,
        variant=other,
        place=HERE,
    )
    found = msgspec.json.decode(out.read_bytes())
    assert len(found["rows"]) == len(published["rows"]) == 3
    for row, before in zip(found["rows"], published["rows"], strict=True):
        assert row["opponent"] == before["opponent"]
        assert row["low"] <= before["high"], f"{row} is worse than {before}"
        assert row["high"] >= before["low"], f"{row} is better than {before}"
    assert published["elo"]["low"] <= found["elo"]["elo"] <= published["elo"]["high"]


def test_what_cannot_be_is_refused(tmp_path: Path) -> None:
    for policy, more, words in (
        ("nothing.pt", {}, "no file 'nothing.pt'"),
        ("greedy", {"against": " , "}, "names nobody"),
        ("greedy", {"against": "random", "games": 1}, "a game on each of 2 seats"),
        ("nobody", {"against": "random"}, "no agent is called 'nobody'"),
        ("easy@0", {"against": "random"}, "no agent is called 'easy@0'"),
    ):
        with pytest.raises(InvalidOption, match=words):
            run(policy, tmp_path / "a.json", **more)


def refuse(*_: Any, **__: Any) -> None:
    raise AssertionError("nothing may be played before this is known")


def test_an_exploitation_that_cannot_be_is_refused_before_a_match_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("plowshares.cli.evaluate.play_all", refuse)
    three = GameFlags(preset="melee")
    with pytest.raises(InvalidOption, match="matches for two; this match has 3 seats"):
        evaluate("greedy", game="farmer_soldier", against="random", exploit=1.0, variant=three, place=HERE)
    with pytest.raises(InvalidOption, match="'cmd:true' is neither"):
        best_response.check_response("cmd:true", *read_game("stratego", "micro"))
    monkeypatch.setattr(best_response, "find_torch", without_torch)
    with pytest.raises(InvalidOption, match=r"cannot be learned here: learning needs 'torch': pip install"):
        run("greedy", tmp_path / "a.json", against="random", exploit=1.0)
    assert not (tmp_path / "a.json").exists()


def without_torch() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "torch", None)
        ppo.find_torch()


def test_the_table_is_there_also_if_the_learner_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: Any) -> BestResponse:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(best_response, "check_response", lambda *_: None)
    monkeypatch.setattr(best_response, "respond", fail)
    with pytest.raises(RuntimeError, match="out of memory"):
        run("greedy", tmp_path / "a.json", against="random", games=2, exploit=1.0)
    assert "won-drawn-lost" in capsys.readouterr().out
    found = msgspec.json.decode((tmp_path / "a.json").read_bytes())
    assert (found["rows"][0]["games"], found["exploit"]) == (2, None)
    response = BestResponse(0.5, 0.25, 0.75, 128, 60.0, 1000)
    monkeypatch.setattr(best_response, "respond", lambda *_: response)
    found = run("greedy", tmp_path / "a.json", against="random", games=2, exploit=1.0)
    assert found["exploit"]["low"] == 0.25
    assert "A best response earns at least +0.250" in " ".join(capsys.readouterr().out.split())


def test_a_bound_is_what_the_interval_allows_to_say() -> None:
    assert "at least +0.250" in describe(BestResponse(0.5, 0.25, 0.75, 128, 60.0, 1000))
    for response in (BestResponse(-0.14, -0.25, -0.03, 256, 18.0, 1000), BestResponse(0.1, -0.1, 0.3, 256, 18.0, 1000)):
        assert "It found no way to exploit the player" in describe(response)
        assert "at least" not in describe(response)
