"""Whether a network has learnt anything yet."""

from __future__ import annotations

import torch

from relviz.checkpoints import load_model
from relviz.core.model.model import Model
from relviz.core.model.transformer import TransformerXL
from relviz.core.model.untrained import forget_training, is_untrained
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


def test_what_was_never_trained_forgets_what_it_says_of_training() -> None:
    """The settings of the network and of each layer's scheme say nothing of training; a trained network's are kept."""
    said = {"trained_segment_length": 8, "trained_memory_length": 16, "trained_positions": 32}
    for scheme, trained in (("xl", 8 + 16 - 1), ("restart", 8 - 1), ("count", 32 - 1)):
        network, learnt = TransformerXL(models.config(scheme=scheme, **said)), models.network(scheme=scheme, **said)
        for one in (network, learnt):
            forget_training(one)
            assert [layer.attention.scheme.trained for layer in one.layers] == [trained if one is learnt else None] * 2
        config = network.config
        assert (config.trained_segment_length, config.trained_memory_length, config.trained_positions) == (None,) * 3
        assert learnt.config.trained_memory_length == 16


def test_a_model_tells_what_it_was_trained_on_only_if_it_was() -> None:
    """The card of another model, beside weights as they were drawn, tells nothing of these."""
    card = "# en-small\n\n## Training data\n\nEnglish prose.\n"
    learnt, fresh = models.network(), TransformerXL(models.config())

    assert (Model("learnt", learnt, card=card).trained_on, Model("learnt", learnt).untrained) == (
        "English prose.",
        False,
    )
    assert (Model("fresh", fresh, card=card).trained_on, Model("fresh", fresh).untrained) == ("", True)
