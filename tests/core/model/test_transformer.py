"""The body of the model, against the reference implementation and against itself."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from relviz.core.model.model import Model
from relviz.core.model.transformer import TransformerXL
from relviz.core.positions import Positions
from relviz.errors import ModelError
from tests.fixtures import models, reference

SEGMENTS = (6, 6, 4)
MEMORY = 8


@pytest.mark.parametrize("row", [0, 1])
@pytest.mark.parametrize("variant", reference.VARIANTS)
def test_reproduces_the_reference_implementation(variant: str, row: int, device: str) -> None:
    """With the library's weights, attention, hidden states, memory and the score's two halves are the library's."""
    network, theirs = reference.network(variant), reference.results(variant)
    model = Model(variant, network).to(torch.device(device))
    ids = torch.cat([theirs[f"seg{s}.input_ids"][row] for s in range(3)]).tolist()
    memory: list[list[np.ndarray]] = [
        [np.zeros((MEMORY, 32), np.float32)] if network.config.initial_memory == "zeros" else [] for _ in range(2)
    ]
    for s, trace in enumerate(models.reading(model, ids, SEGMENTS[0], MEMORY)):
        assert trace.where.segment == SEGMENTS[s]
        _close(trace.hidden.cpu().numpy(), theirs[f"seg{s}.hidden2"][row], 1e-4)
        for layer in range(2):
            inputs = trace.chunk.inputs[layer][0].cpu().numpy()
            _close(inputs, theirs[f"seg{s}.hidden{layer}"][row], 1e-4)
            memory[layer].append(inputs)
            _close(np.concatenate(memory[layer])[-MEMORY:], theirs[f"seg{s}.layer{layer}.mem_out"][:, row], 1e-4)
            _close(trace.attention(layer), theirs[f"seg{s}.layer{layer}.attn"][row], 1e-5)
            for head in range(4):
                terms, scale = trace.terms(layer, head), 1 / math.sqrt(8)
                _close(terms.attention, theirs[f"seg{s}.layer{layer}.attn"][row, head], 1e-5)
                for names, half in ((("content", "content_bias"), "ac"), (("position", "position_bias"), "bd")):
                    ours = sum(part.dense(terms.distance) for part in terms.parts if part.kind.name in names)
                    wanted = theirs[f"seg{s}.layer{layer}.{half}_unscaled"][row, head].numpy() * scale
                    seen = terms.mask
                    _close(np.asarray(ours)[seen], wanted[seen], 1e-5 * max(1, np.abs(wanted[seen]).max()))


def test_embeddings_are_scaled_by_the_root_of_the_width() -> None:
    """The input of layer 0 is the embedding times sqrt(d_model)."""
    network = models.network()
    with torch.inference_mode():
        embedded = network.embed(torch.tensor([[3, 5]]))
    torch.testing.assert_close(embedded[0], network.get_parameter("embedding.weight")[[3, 5]].detach() * math.sqrt(22))


def test_log_probabilities_add_up_to_one() -> None:
    """The probabilities of the next token sum to 1, from tied embeddings."""
    with torch.inference_mode():
        known = models.network().log_probabilities(torch.randn(4, 22))
    assert known.shape == (4, models.VOCABULARY)
    torch.testing.assert_close(known.exp().sum(1), torch.ones(4))


def test_a_batch_is_rows_that_do_not_know_each_other() -> None:
    """Each row of a batch, with its own memory, gives what it gives alone."""
    network = models.network()
    h, past = torch.randn(3, 4, 22), torch.randn(3, 6, 22)
    with torch.inference_mode():
        memory = [[layer.project_memory(past)] for layer in network.layers]
        together = network(h, memory, Positions(4, 6)).hidden
        for row in range(3):
            own = [[(keys[row : row + 1], values[row : row + 1])] for [(keys, values)] in memory]
            torch.testing.assert_close(
                network(h[row : row + 1], own, Positions(4, 6)).hidden[0], together[row], atol=1e-5, rtol=1e-5
            )


def test_tied_biases_are_one_parameter() -> None:
    """With untie_r off, all layers share one u and one v, and training would move them together."""
    network = models.network(untie_r=False)
    names = [name for name, _ in network.named_parameters() if name.endswith(("scheme.u", "scheme.v"))]
    assert names == ["layers.0.attention.scheme.u", "layers.0.attention.scheme.v"]
    assert network.layers[1].attention.scheme.u is network.layers[0].attention.scheme.u


def test_every_weight_learns() -> None:
    """A gradient reaches every parameter, also after the model was read with."""
    network = models.network()
    models.reading(Model("x", network), 40, 8, 16).step(2)
    past = torch.randn(1, 16, 22)
    memory = [[layer.project_memory(past)] for layer in network.layers]
    ids = torch.tensor([models.ids(8)])
    hidden = network(network.embed(ids), memory, Positions(8, 16)).hidden
    torch.autograd.backward(network.log_probabilities(hidden)[0].gather(1, ids.T).sum())
    for name, parameter in network.named_parameters():
        assert parameter.grad is not None, name
        assert parameter.grad.abs().max() > 0, name


def test_starts_as_the_reference_does() -> None:
    """A new network has weights of standard deviation 0.02, norms at 1 and biases at 0."""
    torch.manual_seed(0)
    network = TransformerXL(models.config(d_model=64, vocab_size=500))
    assert network.get_parameter("embedding.weight").std().item() == pytest.approx(0.02, rel=0.02)
    assert network.layers[0].attention.qkv.weight.std().item() == pytest.approx(0.02, rel=0.05)
    assert network.layers[0].norm1.weight.eq(1).all()
    assert network.layers[0].up.bias.eq(0).all()


def test_an_unknown_scheme_is_refused() -> None:
    """A scheme relviz does not have is a ModelError that lists those it has."""
    with pytest.raises(ModelError, match=r"xl.*'abacus'"):
        TransformerXL(models.config(scheme="abacus"))


def _close(ours: np.ndarray, wanted: torch.Tensor | np.ndarray, tolerance: float) -> None:
    np.testing.assert_allclose(ours, np.asarray(wanted), rtol=0, atol=tolerance)
