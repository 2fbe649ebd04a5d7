"""Whether a network has learnt anything yet."""

from __future__ import annotations

import torch

from relviz.checkpoints import load_model
from relviz.core.transformer import TransformerXL
from relviz.core.untrained import is_untrained
from tests.fixtures import models


def test_a_new_network_is_untrained_until_its_first_step() -> None:
    """Weights as they were drawn are told from those after a single small step of gradient descent."""
    network = TransformerXL(models.config())
    assert is_untrained(network)

    optimizer = torch.optim.SGD(network.parameters(), lr=1e-3)
    loss = network.layers[0].norm1(torch.randn(3, 22)).square().sum()
    loss.backward()
    optimizer.step()
    assert not is_untrained(network)


def test_a_model_that_comes_with_relviz_is_trained() -> None:
    """The bundled English model is not taken for one with random weights."""
    assert not is_untrained(load_model("en-small").network)
