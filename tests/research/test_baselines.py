"""research/baselines.py: what is trained again, how curves join, and what the page says."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from plowshares.envs.training import Point, write_curve
from research import baselines

ROOT = Path(__file__).resolve().parent.parent.parent
START, END = Point(0.0, 0, 0.25, 0.5), Point(30.0, 4096, 0.75, 0.25)


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep results and checkpoints in a folder of the test."""
    for name in ("KEPT", "CHECKPOINTS"):
        monkeypatch.setattr(baselines, name, tmp_path / name.lower())
        (tmp_path / name.lower()).mkdir()
    return tmp_path


def asked(**more: Any) -> argparse.Namespace:
    return argparse.Namespace(**{"only": ["stratego"], "methods": ["ppo"], "seeds": 2, "minutes": None, **more})


def test_a_run_without_its_checkpoint_is_trained_again(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    trained: list[Any] = []
    monkeypatch.setattr(baselines, "train_one", lambda *run: trained.append(run))
    first, second = (baselines.name_of("stratego", "ppo", seed) for seed in (1, 2))
    for name in (first, second):
        write_curve([START, END], baselines.curve_of(name))
    baselines.checkpoint_of(second).touch()
    baselines.train(asked(minutes=0.5))
    assert trained == [("stratego", "ppo", 1, 0.5)]
    baselines.checkpoint_of(first).touch()
    baselines.train(asked())
    assert len(trained) == 1


def test_the_second_half_of_a_curve_follows_the_first() -> None:
    later = [Point(0.0, 0, 0.7, 0.25), Point(20.0, 64, 0.875, 0.0)]
    assert baselines.join_curves([START, END], later) == [START, END, Point(50.0, 4160, 0.875, 0.0)]


def test_each_evaluation_has_a_file_of_its_own(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[Path] = []

    def evaluate(word: str, *, game: str, json: Path, **_: Any) -> None:
        if game == "civ":  # while it is being evaluated, another game is
            assert baselines.play("stratego", "greedy", "random", 4) == {"game": "stratego"}
        places.append(json)
        json.write_bytes(msgspec.json.encode({"game": game}))

    monkeypatch.setattr(baselines, "evaluate", evaluate)
    assert baselines.play("civ", "greedy", "random", 4) == {"game": "civ"}
    assert len(set(places)) == 2


def test_tables_say_what_was_kept(folders: Path) -> None:
    row = {
        "opponent": "random",
        "games": 100,
        "wins": 60,
        "draws": 0,
        "losses": 40,
        "score": 0.6,
        "low": 0.5,
        "high": 0.69,
    }
    result = {"rows": [row], "anchors": {"random": 0.0}, "elo": {"elo": 70.4, "low": 3.0, "high": 140.0}}
    baselines.keep("stratego", "results", {"PPO": result})
    assert "| PPO | 70 (3 to 140) | 0.60 of 100 (0.50–0.69) |" in baselines.result_table("stratego")
    baselines.keep("stratego", "duels", {"1": row, "2": {**row, "score": 0.8}, "1@32": row})
    for method in baselines.METHODS:
        write_curve([START, END], baselines.curve_of(baselines.name_of("stratego", method, 1)))
    assert "| 2 | 0.5 | 0.5 | 0.70 of 200 (0.63–0.76) | 0.60 of 100 (0.50–0.69) |" in baselines.duel_table()
    kept = {"earned": -0.14, "low": -0.25, "high": -0.03, "seconds": 60.2, "steps": 4096}
    baselines.keep("stratego", "exploits", {"PPO": kept})
    assert "| PPO | 60 | 4,096 | -0.14 (-0.25 to -0.03) |" in baselines.exploit_table()
    assert "| PPO | 1 | 4,096 | 0.5 | 25 % | 75 % (75 – 75) |" in baselines.training_table()


def test_what_is_published_was_made_as_the_page_says() -> None:
    page = (ROOT / "docs/research/baselines.md").read_text(encoding="utf-8")
    named = re.findall(r"docs/research/baselines/[\w.-]+", page)
    assert named
    for name in named:
        assert (ROOT / name).is_file(), name
    assert all(line in page for line in baselines.COMMANDS.splitlines())
    for path in baselines.KEPT.glob("*-results.json"):
        game = path.name.removesuffix("-results.json")
        for player, result in msgspec.json.decode(path.read_bytes()).items():
            for row in result["rows"]:
                assert row["games"] == baselines.GAMES[game].games[0], f"{game}, {player}"
