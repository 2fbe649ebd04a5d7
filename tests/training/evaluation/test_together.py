"""Documents read side by side."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from relviz.core.text.tokens import Tokens
from relviz.training.evaluation.together import read_together
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
