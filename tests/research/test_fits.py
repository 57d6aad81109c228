"""Miniatures of what research/ fits, rebuilt from matches that are played here."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from plowshares.agents import make_agent
from plowshares.agents.base import ask_for
from plowshares.engine.match import Match
from plowshares.games.stratego import GAME
from plowshares.games.stratego.heuristics.setups import make_setup
from plowshares.games.stratego.pieces import TYPES, VARIANTS, Type
from plowshares.games.stratego.state import NOWHERE, Phase
from research import fit_stratego_setups, fit_stratego_values, measure_stratego_beliefs
from research.human_games import OPTIONS, SPOTS, HumanGame, format_game, read_games, replay
from tests.amounts import amount

ARMY = VARIANTS["classic"].army
GAMES, PLIES = amount(12, 3), amount(400, 60)


def play_game(seed: int) -> HumanGame:
    """Play a match of two random players, as a game of a file; the winner is made up if it was broken off."""
    match = Match(GAME, OPTIONS, seed)
    setups = tuple(make_setup(10, 4, ARMY, 2 * seed + side) for side in (0, 1))
    agents = [make_agent("random", GAME, 2 * seed + side) for side in (0, 1)]
    for side, types in enumerate(setups):
        for spot, type_ in enumerate(types):
            match.play(side, GAME.actions.space(OPTIONS).encode("place", type_, spot))
        match.play(side, GAME.actions.space(OPTIONS).encode("ready"))
    moves: list[tuple[int, int]] = []
    while match.result is None and len(moves) < PLIES:
        seat = match.to_act()[0]
        match.play(seat, agents[seat].choose(ask_for(match, seat)))
        moves.append((cell_of(int(match.state.last.start)), cell_of(int(match.state.last.end))))
    winner = int(match.state.winner) if match.state.phase == Phase.OVER else seed % 2
    return HumanGame("classic", 2026, winner, (setups[0], setups[1]), tuple(moves))


def cell_of(square: int) -> int:
    row, column = divmod(square, 11)
    return (row - 1) * 10 + column - 1


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / "games.tsv"
    path.write_text("".join(format_game(play_game(seed)) + "\n" for seed in range(GAMES)), encoding="utf-8")
    return path


def load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("written", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_games_survive_the_file_and_replay_as_they_were_played(path: Path) -> None:
    games = list(read_games(path))
    assert games == [play_game(seed) for seed in range(GAMES)]
    for game in games:
        positions = sum(1 for _ in replay(game))
        assert positions == len(game.moves)


def test_kinds_of_set_up_are_fitted_and_written_as_the_sampler_reads_them(path: Path, tmp_path: Path) -> None:
    out = tmp_path / "kinds.py"
    fit_stratego_setups.main([str(path), "--out", str(out), "--kinds", "2", "--rounds", "3"])
    kinds = load(out).KINDS
    assert len(kinds) == 4, "two that were fitted, our own set-ups, and any order at all"
    assert abs(sum(share for share, _ in kinds) - 10000) < 10
    assert all(len("".join(rows)) == SPOTS * TYPES for _, rows in kinds)


def test_a_mixture_finds_the_kinds_that_it_was_drawn_from() -> None:
    rng = np.random.default_rng(3)
    rows = []
    for number in range(60):
        layout = [int(Type.SCOUT)] * SPOTS
        layout[0 if number % 3 else 4] = int(Type.FLAG)
        layout[int(rng.integers(20, 40))] = int(Type.MARSHAL)
        rows.append(layout)
    data = fit_stratego_setups.one_hot(rows)
    shares, tables = fit_stratego_setups.fit(data, np.ones(len(data)), 2, 20, 1)
    assert sorted(round(float(share), 1) for share in shares) == [0.3, 0.7]
    flags = tables.reshape(2, SPOTS, TYPES)[:, :, Type.FLAG]
    assert {int(np.argmax(kind)) for kind in flags} <= {0, 4, 5, 9}


def test_values_of_pieces_are_fitted_and_written(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "values.py"
    fit_stratego_values.main([str(path), "--out", str(out), "--every", "20", "--held-out", "3"])
    assert "Log-loss" in capsys.readouterr().out
    written = load(out)
    assert len(written.WORTH) == len(written.HIDDEN) == TYPES
    assert written.WORTH[Type.FLAG] == 0


def test_a_regression_finds_the_weights_that_decided() -> None:
    rng = np.random.default_rng(4)
    leads = rng.normal(size=(4000, 2))
    won = (rng.random(4000) < 1 / (1 + np.exp(-leads @ np.array([2.0, 0.5])))).astype(float)
    assert fit_stratego_values.regress(leads, won) == pytest.approx([2.0, 0.5], abs=0.2)


def test_beliefs_are_measured_on_games_that_were_not_fitted_to(path: Path) -> None:
    game = next(read_games(path))
    (tally,) = measure_stratego_beliefs.measure([game], [20], amount(20, 2)).values()
    hidden = [s for s in replay(game) if s.ply == 20]
    assert hidden
    assert 0 < tally.pieces <= 80
    assert 0.5 < tally.loss / tally.pieces < 3.0
    assert tally.views == 2


def test_everybody_on_the_board_counts_once(path: Path) -> None:
    s = next(iter(replay(next(read_games(path)))))
    counts = fit_stratego_values.count_features(s, 0)
    assert counts[:TYPES].tolist() == list(ARMY)
    assert sum(int(square) != NOWHERE for square in s.squares) == 80
