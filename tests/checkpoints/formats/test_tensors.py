"""How much memory opening a model takes, and that nothing is copied that need not be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file

from relviz.checkpoints import load_model
from tests.fixtures import full_size, layouts

OTHERWISE = 64 * 2**20
"""What opening any model takes beside its weights, in bytes: modules of torch that are imported then, and buffers."""
SMALLER: dict[str, Any] = {**full_size.WT103, "n_layer": 2, "vocab_size": 60_000, "cutoffs": [20_000, 40_000]}


@pytest.mark.slow
@pytest.mark.parametrize("form", ["safetensors", "legacy"])
def test_opening_takes_little_more_than_the_file(form: str, tmp_path: Path) -> None:
    """A model of wt103's widths, with fewer layers, adds at most 1.2 times its size to the process, at the peak.

    The whole model takes longer; ``python -m tests.fixtures.full_size`` opens it.
    """
    folder = full_size.write(tmp_path, SMALLER)
    weights = folder / "model.safetensors"
    if form == "legacy":
        torch.save(load_file(weights), folder / "pytorch_model.bin", _use_new_zipfile_serialization=False)
        weights.unlink()
    size = next(file.stat().st_size for file in folder.iterdir() if file.suffix in {".safetensors", ".bin"})
    found = full_size.measure(folder)
    assert size > 1.5e8
    assert found["load_peak"] < 1.2 * size + OTHERWISE
    assert found["sum_error"] < 1e-4
    assert found["loss"] > 0
    assert found["ascending"]
    assert found["last"] == 1.0
    assert found["progress"] > 50


def test_weights_in_full_precision_are_mapped(tmp_path: Path) -> None:
    """float32 weights are the file's pages: nothing of the size of a tensor is allocated for them."""
    folder = layouts.hugging_face(tmp_path, "adaptive")
    model = load_model(folder)
    maps = (folder / "model.safetensors").resolve()
    with Path("/proc/self/maps").open() as lines:
        places = [
            tuple(int(end, 16) for end in line.split()[0].split("-"))
            for line in lines
            if line.strip().endswith(str(maps))
        ]
    joined = {"output_bias"}  # which is one vector here and one a cluster there
    for name, parameter in model.network.named_parameters():
        mapped = any(start <= parameter.data_ptr() < end for start, end in places)
        assert mapped == (name not in joined), name


def test_weights_in_half_precision_are_computed_with_in_full(tmp_path: Path) -> None:
    """Files may hold half as wide numbers; the network has float32, to the bit what they hold."""
    folder = layouts.hugging_face(tmp_path, "default")
    for kind in (torch.float16, torch.bfloat16, torch.float64):
        state = {name: tensor.to(kind) for name, tensor in load_file(folder / "model.safetensors").items()}
        save_file(state, folder / "model.safetensors")
        weight = load_model(folder).network.layers[0].up.weight
        assert weight.dtype == torch.float32
        assert torch.equal(weight, state["transformer.layers.0.pos_ff.CoreNet.0.weight"].float())
