"""Documents read side by side, and what heads do, gathered over a text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from relviz.core.metrics.induction import repeated_run
from relviz.core.model.model import Model
from relviz.core.text.tokens import Tokens
from relviz.training.evaluation.heads import HeadMeasures, measure_induction, read_together
from tests.fixtures import models


@pytest.mark.parametrize("memory_length", [0, 5, 8, 21])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"pre_lnorm": True, "same_length": True},
        {"initial_memory": "zeros"},
        {"scheme": "restart"},
        {"scheme": "alibi"},
    ],
)
def test_losses_are_those_of_each_document_alone(memory_length: int, changes: dict[str, Any]) -> None:
    """Documents of uneven lengths lose, side by side, what ``Reading`` finds for each of them from an empty memory."""
    model = models.model(**changes)
    lengths = (9, 41, 24, 1)
    documents = [Tokens.from_ids(models.ids(length, seed=length)) for length in lengths]
    found = [np.full(length, -1.0) for length in lengths]
    for step in read_together(model, documents, 8, memory_length):
        for document, length, losses in zip(step.documents, step.lengths, step.losses, strict=True):
            found[document][step.where.start : step.where.start + length] = losses[:length]
            assert np.isnan(losses[length:]).all()
    for length, losses in zip(lengths, found, strict=True):
        ids = models.ids(length, seed=length)
        alone = np.concatenate([t.loss for t in models.reading(model, ids, 8, memory_length, initial_memory="empty")])
        np.testing.assert_allclose(losses, alone, atol=2e-5)


def test_queries_and_keys_are_those_of_the_trace() -> None:
    """Attention made of a step's queries and keys is what the trace of the document shows."""
    model = models.model()
    documents = [Tokens.from_ids(models.ids(length, seed=length)) for length in (20, 40)]
    for index, step in enumerate(read_together(model, documents, 8, 16)):
        for row, document in enumerate(step.documents[: step.whole]):
            trace = models.reading(model, documents[document].ids.tolist(), 8, 16).step(index)
            for layer, module in enumerate(model.network.layers):
                with torch.inference_mode():
                    score = module.attention.score(step.queries[layer], step.keys[layer], step.where)
                np.testing.assert_allclose(score.softmax(3)[row].numpy(), trace.attention(layer), atol=1e-5)
    assert index == 4


T, M = 8, 16


def _measure(model: Model, documents: list[list[int]]) -> HeadMeasures:
    measures = HeadMeasures(model, M)
    for step in read_together(model, [Tokens.from_ids(ids) for ids in documents], T, M):
        measures.add(step)
    return measures


def test_means_are_those_of_a_loop_over_traces() -> None:
    """Attention at distance 1 over whole segments, and memory share where memory is full, cell by cell."""
    model = models.model()
    documents = [models.ids(5 * T + 3, seed=1), models.ids(3 * T, seed=2)]
    measures = _measure(model, documents)
    for layer in range(2):
        for head in range(3):
            before, shares = [], []
            for ids in documents:
                for trace in models.reading(model, ids, T, M):
                    if trace.where.segment < T:
                        continue
                    terms = trace.terms(layer, head)
                    for i in range(T):
                        before += [terms.attention[i, j] for j in range(terms.memory + T) if terms.distance[i, j] == 1]
                    if terms.memory == M:
                        shares += [terms.attention[i, :M].sum() for i in range(T)]
            assert measures.previous_token[layer, head] == pytest.approx(np.mean(before), abs=1e-5)
            assert measures.memory_share[layer, head] == pytest.approx(np.mean(shares), abs=1e-5)
    assert measures.uniform_share == pytest.approx(np.mean([M / (M + i + 1) for i in range(T)]))


def test_sizes_are_those_of_the_shown_terms() -> None:
    """Norm and spread of each term are those of the maps of the segments looked at, over visible cells."""
    model = models.model()
    ids = models.ids(7 * T, seed=3)
    measures = _measure(model, [ids])
    trace = models.reading(model, ids, T, M).step(2)  # the first with a full memory, the only one of so few
    for layer in range(2):
        for head in range(3):
            terms = trace.terms(layer, head)
            for index, name in enumerate(["content", "position", "content_bias", "position_bias"]):
                cells = np.array(getattr(terms, name)[terms.mask], np.float64)
                assert measures.norms[index, layer, head] == pytest.approx(np.sqrt((cells**2).mean()), rel=1e-4)
                assert measures.spreads[index, layer, head] == pytest.approx(cells.std(), rel=1e-4)


def test_a_model_that_attends_to_all_alike() -> None:
    """With weights of zero every score is 0: shares are uniform, terms are blank, and no head finds a run again."""
    model = models.model()
    with torch.no_grad():
        for layer in model.network.layers:
            layer.attention.qkv.weight.zero_()
            for name in ("u", "v"):
                layer.attention.scheme.get_parameter(name).zero_()
    measures = _measure(model, [models.ids(4 * T)])
    np.testing.assert_allclose(measures.memory_share, measures.uniform_share, rtol=1e-6)
    assert not measures.spreads.any()
    found = measure_induction(model, T, M, length=6, draws=4)
    expected = []
    for seed in range(4):
        run = repeated_run(models.VOCABULARY, T, M, 6, seed)
        expected.append(np.mean([1 / (M + query + 1) for query in range(run.second, run.second + 5)]))
    np.testing.assert_allclose(found, np.mean(expected), rtol=1e-5)
