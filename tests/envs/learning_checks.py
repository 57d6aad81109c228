"""The examples learn to a stated score in short runs, and their networks play. `test_learning.py` runs each check.

They need the packages of `requirements/learn.txt`, which are not those of the other tests.
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plowshares.cli import app
from plowshares.envs.batch import Batch
from plowshares.envs.common import read_game
from plowshares.envs.framed_batch import FramedBatch
from plowshares.envs.frames import Frames
from plowshares.envs.network_search import NetworkSearch
from plowshares.envs.training import Course, read_curve, train

ROOT = Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.timeout(0)  # the test that starts a check has a limit


def example(name: str) -> Any:
    return importlib.import_module(f"examples.{name}")


def farmer(count: int) -> FramedBatch:
    return FramedBatch(Batch(*read_game("farmer_soldier", "standard"), count, 1, threads=1))


def test_ppo_wins_against_random_play_and_its_network_can_be_evaluated(tmp_path: Path) -> None:
    saved, drawn, written = (tmp_path / name for name in ("fs.pt", "fs.svg", "fs.csv"))
    words = ["farmer_soldier", "--preset", "standard", "--minutes", "0.4", "--every", "8", "--measured", "128"]
    app(["train", *words, "--save", str(saved), "--plot", str(drawn), "--curve", str(written)], exit_on_error=False)
    curve = read_curve(written)
    assert curve[0].wins < 0.75
    assert curve[-1].wins > 0.9
    assert drawn.read_text().startswith("<?xml")
    from plowshares.envs.best_response import rivals_of
    from plowshares.envs.ppo import measure

    many = farmer(64)
    assert saved.stat().st_size < 2_000_000
    policy = rivals_of(f"policy:{saved}", many.batch.game, many.batch.options, 1)
    rng = np.random.default_rng(1)
    earned = measure(many, 3, lambda seen, mask: np.array([rng.choice(np.flatnonzero(row)) for row in mask]), policy)
    assert earned.mean() < -0.7, "random play loses against the network from the file"


def test_a_best_response_is_found_to_play_at_random() -> None:
    from plowshares.envs.best_response import respond

    game, options = read_game("farmer_soldier", "standard")
    response = respond("random", game, options, 0.4, games=128)
    assert response.low > 0.5
    assert response.low <= response.earned <= response.high


def test_ppo_learns_against_a_league() -> None:
    game, options = read_game("stratego", "micro", red_setup="random", blue_setup="random")
    curve = train(game, options, Course("league", 0.5, every=100, measured=256), print)
    assert curve[-1].wins > curve[0].wins + 0.2


def test_alphazero_is_better_with_search_than_without_and_beats_random_play() -> None:
    alphazero = example("alphazero")
    words = ["stratego", "--option", "red_setup=random", "blue_setup=random", "--minutes", "1", "--matches", "32"]
    words += ["--simulations", "24", "--every", "1000"]
    curve, found = alphazero.train(alphazero.read_arguments([*words, "--measured", "256"]))
    alone, searching = (found[f"random, {simulations} simulations"][0] for simulations in (0, 24))
    assert curve[0].steps == 0
    assert curve[-1].wins > curve[0].wins + 0.1, "the network alone has learned"
    assert searching > max(0.5, alone)


@pytest.mark.parametrize("name", ["alphazero", "cleanrl_ppo", "rllib_self_play", "sb3_maskable_ppo"])
def test_examples_start_as_their_first_lines_say(name: str) -> None:
    path = ROOT / "examples" / f"{name}.py"
    assert f"    python examples/{name}.py" in path.read_text()
    command = [sys.executable, str(path), "--help"]
    assert "--seed" in subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_cleanrl_ppo_learns() -> None:
    cleanrl = example("cleanrl_ppo")
    assert cleanrl.train(cleanrl.read_arguments(["--steps", "30000"])) > 0.8


def test_maskable_ppo_learns() -> None:
    sb3 = example("sb3_maskable_ppo")
    before, after = sb3.train(sb3.read_arguments(["--steps", "20000"]))
    assert after > max(0.8, before)


def test_rllib_learns() -> None:
    rllib = example("rllib_self_play")
    before, after = rllib.train(rllib.read_arguments(["--iterations", "8"]))
    assert after > max(0.8, before)


def test_rllib_runs_on_a_cluster_that_is_there_already() -> None:
    cluster = importlib.import_module("ray.cluster_utils").Cluster(
        initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False}
    )
    command = [sys.executable, "examples/rllib_self_play.py", "--iterations", "1", "--runners", "1"]
    env = {**os.environ, "RAY_ADDRESS": cluster.address}
    try:
        done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=600)
    finally:
        cluster.shutdown()
    assert "iteration 1: wins" in done.stdout, done.stderr
    assert f"Connecting to existing Ray cluster at address: {cluster.address}" in done.stderr


def test_onnx_networks_play(tmp_path: Path) -> None:
    onnx: Any = importlib.import_module("onnx")
    from plowshares.envs.policies import load_policy, scores_of

    many = farmer(3)
    size, actions = int(np.prod(many.observations.shape[1:])), many.frames.size
    helper, kinds = onnx.helper, onnx.TensorProto
    weights = np.random.default_rng(1).normal(size=(size, actions)).astype(np.float32)
    graph = helper.make_graph(
        [
            helper.make_node("Flatten", ["observations"], ["flat"], axis=1),
            helper.make_node("MatMul", ["flat", "weights"], ["scores"]),
        ],
        "linear",
        [helper.make_tensor_value_info("observations", kinds.FLOAT, ["n", *many.observations.shape[1:]])],
        [helper.make_tensor_value_info("scores", kinds.FLOAT, ["n", actions])],
        [helper.make_tensor("weights", kinds.FLOAT, weights.shape, weights.reshape(-1))],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    (tmp_path / "linear.onnx").write_bytes(model.SerializeToString())
    scores = scores_of(load_policy(str(tmp_path / "linear.onnx")), many.observations, many.masks)
    expected = many.observations.reshape(3, -1) @ weights
    assert np.allclose(scores[many.masks != 0], expected[many.masks != 0], atol=1e-4)
    assert np.isinf(scores[many.masks == 0]).all()


def test_batches_are_shared_with_pytorch_and_jax_without_a_copy() -> None:
    torch, jax = importlib.import_module("torch"), importlib.import_module("jax")
    with Batch(*read_game("stratego", "micro"), 64, seed=1) as batch:
        seen = torch.from_dlpack(batch.observations)
        assert seen.data_ptr() == batch.observations.ctypes.data
        before = seen.clone()
        for _ in range(4):
            batch.step_randomly()
        assert not torch.equal(seen, before), "the tensor is the batch's own memory"
        assert np.array_equal(seen.numpy(), batch.observations)
        for array in (batch.masks, batch.rewards, batch.seats, batch.over):
            assert torch.from_dlpack(array).data_ptr() == array.ctypes.data
        assert np.array_equal(np.asarray(jax.dlpack.from_dlpack(batch.observations)), batch.observations)


def test_a_search_asks_networks_of_numpy_pytorch_and_jax_alike() -> None:
    torch, jax = importlib.import_module("torch"), importlib.import_module("jax")
    game, options = read_game("stratego", "micro", red_setup="random", blue_setup="random")
    weights = 1 + np.arange(Frames(game, options).size, dtype=np.float32) % 7
    asked: dict[str, set[type]] = {"torch": set(), "jax": set()}

    def of_numpy(seen: Any, masks: Any) -> Any:
        return masks * weights, np.clip(seen.reshape(len(seen), -1).sum(1, dtype=np.float32) / 64, -1, 1)

    def of_torch(seen: Any, masks: Any) -> Any:
        asked["torch"] |= {type(seen), type(masks)}
        return masks * torch.from_numpy(weights), (seen.flatten(1).float().sum(1) / 64).clip(-1, 1)

    def of_jax(seen: Any, masks: Any) -> Any:
        asked["jax"] |= {type(seen), type(masks)}
        sums = seen.reshape(len(seen), -1).astype("float32").sum(1)
        return masks * weights, jax.numpy.clip(sums / 64, -1, 1)

    found = []
    for evaluate, arrays in ((of_numpy, None), (of_torch, torch.from_dlpack), (of_jax, jax.dlpack.from_dlpack)):
        with Batch(game, options, 8, seed=1) as batch:
            search = NetworkSearch(game, options, 8, evaluate, simulations=48, arrays=arrays)
            found.append(search.search(batch.states, batch.seats))
    assert (found[0].visits.max(1) > 1).all()
    for other in found[1:]:
        assert np.array_equal(other.visits, found[0].visits)
        assert np.allclose(other.values, found[0].values)
    assert asked["torch"] == {torch.Tensor}
    assert all(issubclass(each, jax.Array) for each in asked["jax"])
