"""The plain forward pass is the same model."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from relviz.bench.forward import plain_forward, scheme_of
from relviz.core.reading.chunk import memory_of
from tests.fixtures import models


@pytest.mark.parametrize("changes", [{}, {"same_length": True}, {"clamp_len": 5}, {"pre_lnorm": True}])
def test_plain_and_recording_pass_give_the_same(changes: dict[str, Any]) -> None:
    """Same weights, same segment, same memory: the outputs agree to the bit."""
    model = models.model(**changes)
    trace = models.reading(model, 64, 8, 16).step(5)
    with torch.inference_mode():
        pairs = [memory_of(trace.chunks, trace.where.memory, layer) for layer in range(2)]
        tables = [scheme_of(layer).table(trace.where.keys) for layer in model.network.layers]
    output = plain_forward(
        model.network,
        torch.from_numpy(trace.ids)[None],
        [pair for pair in pairs if pair],
        tables,
        trace.where.blocking(model.device),
    )
    torch.testing.assert_close(output[0], trace.hidden, rtol=0, atol=0)
