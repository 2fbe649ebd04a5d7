"""A network, its tokenizer and its name."""

from __future__ import annotations

import torch

from tests.fixtures import models


def test_moves_to_a_device(device: str) -> None:
    """Every weight goes to the device, and the model says where it is."""
    model = models.model().to(torch.device(device))
    assert model.device.type == device
    assert {parameter.device.type for parameter in model.network.parameters()} == {device}
    assert model.config is model.network.config
