"""The examples learn to a stated score in short runs, and their networks play. They need `plowshares[learn]`.

Skipped where PyTorch, sb3-contrib or RLlib is not installed: `make test` does without gigabytes of packages.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from plowshares.envs.batch import Batch
from plowshares.envs.common import read_game
from plowshares.envs.framed_batch import FramedBatch

pytestmark = [pytest.mark.long, pytest.mark.compiled_only]


def example(name: str, *needed: str) -> Any:
    for each in needed:
        pytest.importorskip(each)
    return importlib.import_module(f"examples.{name}")


def farmer(count: int) -> FramedBatch:
    return FramedBatch(Batch(*read_game("farmer_soldier", "standard"), count, 1, threads=1))


def test_ppo_wins_against_random_play_and_its_network_can_be_evaluated(tmp_path: Path) -> None:
    ppo = example("ppo", "torch")
    saved = tmp_path / "fs.pt"
    words = ["farmer_soldier", "--preset", "standard", "--minutes", "0.4", "--every", "8", "--measured", "128"]
    curve = ppo.train(ppo.read_arguments([*words, "--save", str(saved)]))
    assert curve[0].wins < 0.75
    assert curve[-1].wins > 0.9
    from plowshares.envs.best_response import rivals_of
    from plowshares.envs.ppo import measure

    many = farmer(64)
    assert saved.stat().st_size < 2_000_000
    policy = rivals_of(f"policy:{saved}", many.batch.game, many.batch.options, 1)
    rng = np.random.default_rng(1)
    earned = measure(many, 3, lambda seen, mask: np.array([rng.choice(np.flatnonzero(row)) for row in mask]), policy)
    assert earned.mean() < -0.7, "random play loses against the network from the file"


def test_a_best_response_is_found_to_play_at_random() -> None:
    pytest.importorskip("torch")
    from plowshares.envs.best_response import respond

    game, options = read_game("farmer_soldier", "standard")
    response = respond("random", game, options, 0.4, games=128)
    assert response.low > 0.5
    assert response.low <= response.earned <= response.high


def test_ppo_learns_against_a_league() -> None:
    ppo = example("ppo", "torch")
    words = ["stratego", "--preset", "micro", "--rival", "league", "--minutes", "0.5", "--every", "100"]
    curve = ppo.train(ppo.read_arguments([*words, "--measured", "256"]))
    assert curve[-1].wins > curve[0].wins + 0.2


def test_alphazero_is_better_with_search_than_without_and_beats_random_play() -> None:
    alphazero = example("alphazero", "torch")
    words = ["stratego", "--minutes", "1", "--matches", "32", "--simulations", "24", "--every", "1000"]
    found = alphazero.train(alphazero.read_arguments([*words, "--measured", "128"]))
    assert found["random, 24 simulations"][0] > 0.5


def test_cleanrl_ppo_learns() -> None:
    cleanrl = example("cleanrl_ppo", "torch")
    assert cleanrl.train(cleanrl.read_arguments(["--steps", "30000"])) > 0.8


def test_maskable_ppo_learns() -> None:
    sb3 = example("sb3_maskable_ppo", "sb3_contrib")
    before, after = sb3.train(sb3.read_arguments(["--steps", "20000"]))
    assert after > max(0.8, before)


def test_rllib_learns() -> None:
    rllib = example("rllib_self_play", "torch", "ray.rllib")
    before, after = rllib.train(rllib.read_arguments(["--iterations", "8"]))
    assert after > max(0.8, before)


def test_onnx_networks_play(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
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
    torch = pytest.importorskip("torch")
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
        jax = pytest.importorskip("jax")
        assert np.array_equal(np.asarray(jax.dlpack.from_dlpack(batch.observations)), batch.observations)
