"""Hugging Face's Transformer-XL, from files laid out as its own code lays them, against what that code computed."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import torch

from relviz.checkpoints import load_model
from relviz.core.reading.reading import Reading
from relviz.core.text.tokens import Tokens
from tests.fixtures import layouts, reference

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.core.model.model import Model


def readings(model: Model, variant: str) -> list[Reading]:
    """Return a reading of each of the reference's two texts, as it read them."""
    entry, results = reference.VARIANTS[variant], reference.results(variant)
    initial: Any = "empty" if entry["initial_mems"].startswith("empty") else "zeros"
    made = []
    for row in range(2):
        ids = [int(token) for n in range(3) for token in results[f"seg{n}.input_ids"][row]]
        made.append(Reading(model, Tokens.from_ids(ids), 6, initial_memory=initial))
    return made


def errors(model: Model, variant: str) -> dict[str, float]:
    """Return the largest difference from the reference, of attention, log probabilities, their sums and losses."""
    results, layers = reference.results(variant), model.config.n_layer
    found = {"attention": 0.0, "log_probabilities": 0.0, "sum": 0.0, "loss": 0.0, "terms": 0.0, "chosen": 0.0}

    def note(name: str, ours: Any, theirs: Any, relative: float = 0.0) -> None:
        ours, theirs = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
        found[name] = max(found[name], float((np.abs(ours - theirs) / (1 + relative * np.abs(theirs))).max()))

    for row, reading in enumerate(readings(model, variant)):
        for trace in reading:
            segment = f"seg{trace.index}"
            for layer in range(layers):
                note("attention", trace.attention(layer), results[f"{segment}.layer{layer}.attn"][row])
                note("terms", trace.terms(layer, 0).sum_error, 0)
            with torch.inference_mode():
                known = model.network.log_probabilities(trace.hidden)
                chosen = model.network.losses(trace.hidden, torch.from_numpy(trace.ids))
            note("log_probabilities", known, results[f"{segment}.logprobs"][row], relative=1.0)
            note("sum", known.double().exp().sum(1), np.ones(len(known)))
            note("chosen", chosen, -known.gather(1, torch.from_numpy(trace.ids)[:, None])[:, 0])
            note("loss", trace.loss[: len(known) - 1], results[f"{segment}.nll_shifted"][row], relative=1.0)
    return found


@pytest.mark.parametrize("form", ["safetensors", "zip", "legacy"])
@pytest.mark.parametrize("variant", reference.VARIANTS)
def test_every_variant_computes_what_hugging_face_did(variant: str, form: Any, tmp_path: Path) -> None:
    """Attention agrees to 1e-5, log probabilities and losses to 1e-4; probabilities sum to 1, and terms to scores."""
    worst = errors(load_model(layouts.hugging_face(tmp_path / variant, variant, form)), variant)
    assert worst["attention"] < 1e-5
    assert worst["log_probabilities"] < 1e-4
    assert worst["loss"] < 1e-4
    assert worst["sum"] < 1e-5
    assert worst["terms"] < 1e-4
    assert worst["chosen"] < 1e-5


SHAPES: list[dict[str, Any]] = [
    {"cutoffs": [], "div_val": 1, "d_embed": 32, "tie_projs": [False]},
    {"cutoffs": [], "div_val": 1, "d_embed": 16, "tie_projs": [True]},
    {"cutoffs": [50], "div_val": 1, "d_embed": 16, "tie_projs": [False, True]},
    {"cutoffs": [20, 60], "div_val": 1, "d_embed": 16, "tie_projs": [True, True, False]},
    {"cutoffs": [20, 60], "div_val": 4, "d_embed": 64, "tie_projs": [True, False, True]},
    {"cutoffs": [20, 60], "div_val": 2, "d_embed": 32, "tie_projs": [False] * 3, "tie_word_embeddings": False},
    {"cutoffs": [50], "div_val": 1, "d_embed": 32, "tie_projs": [False, True], "tie_word_embeddings": False},
]


def vocabulary_weights(shape: dict[str, Any]) -> dict[str, torch.Tensor]:
    """Return random weights of an embedding and an output layer, by their names, as their code shapes and ties them."""
    random = torch.Generator().manual_seed(4)

    def draw(*size: int) -> torch.Tensor:
        return 0.3 * torch.randn(*size, generator=random)

    state: dict[str, torch.Tensor] = {}
    bounds, split = [0, *shape["cutoffs"], 100], shape["div_val"] > 1
    clusters = len(bounds) - 1
    for part in range(clusters if split else 1):
        words = bounds[part + 1] - bounds[part] if split else 100
        width = shape["d_embed"] // shape["div_val"] ** part
        table = state[f"transformer.word_emb.emb_layers.{part}.weight"] = draw(words, width)
        tied = shape.get("tie_word_embeddings", True)
        state[f"crit.out_layers.{part}.weight"] = table if tied else draw(words, width)
        state[f"crit.out_layers.{part}.bias"] = draw(words)
        if split or width != 32:
            state[f"transformer.word_emb.emb_projs.{part}"] = draw(32, width)
    for cluster in range(clusters):
        theirs = state.get(f"transformer.word_emb.emb_projs.{cluster if split else 0}")
        if theirs is not None:
            tied = shape["tie_projs"][cluster]
            state[f"crit.out_projs.{cluster}"] = theirs if tied else draw(*theirs.shape)
    if clusters > 1:
        state["crit.cluster_weight"], state["crit.cluster_bias"] = (
            draw(clusters - 1, shape["d_embed"]),
            draw(clusters - 1),
        )
    return state


@pytest.mark.slow
@pytest.mark.parametrize("form", ["safetensors", "legacy"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_other_vocabularies_compute_their_formula(shape: dict[str, Any], form: Any, tmp_path: Path) -> None:
    """Widths, clusters and ties that the reference does not have: vectors and probabilities are the formula's."""
    folder = layouts.hugging_face(tmp_path, "default", form, **shape)
    body = {name: tensor for name, tensor in layouts.weights("default").items() if ".layers." in name}
    state = vocabulary_weights(shape)
    layouts.write_weights(folder, body | state, form)
    network = load_model(folder).network
    ids, split = torch.arange(100), shape["div_val"] > 1
    bounds = [0, *shape["cutoffs"], 100]
    hidden = torch.randn(9, 32, generator=torch.Generator().manual_seed(6))
    parts, vectors = [], []
    for cluster, (start, end) in enumerate(pairwise(bounds)):
        part = cluster if split else 0
        rows = slice(0, end - start) if split else slice(start, end)
        projection = state.get(f"crit.out_projs.{cluster}")
        narrow = hidden if projection is None else hidden @ projection
        weight, bias = (state[f"crit.out_layers.{part}.{kind}"][rows] for kind in ("weight", "bias"))
        if cluster == 0 and shape["cutoffs"]:
            weight, bias = (
                torch.cat([weight, state["crit.cluster_weight"]]),
                torch.cat([bias, state["crit.cluster_bias"]]),
            )
        parts.append((narrow @ weight.T + bias).log_softmax(1))
        table = state[f"transformer.word_emb.emb_layers.{part}.weight"][rows]
        widened = state.get(f"transformer.word_emb.emb_projs.{part}")
        vectors.append(table if widened is None else table @ widened.T)
    head, first = parts[0], bounds[1]
    tails = [head[:, first + n, None] + tail for n, tail in enumerate(parts[1:])]
    with torch.inference_mode():
        known, embedded = network.log_probabilities(hidden), network.embed(ids[None])[0]
    torch.testing.assert_close(known, torch.cat([head[:, :first], *tails], 1), atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(embedded, torch.cat(vectors) * 32**0.5, atol=1e-5, rtol=1e-5)
