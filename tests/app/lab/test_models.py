"""The models of the lab, and what stands in for them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from relviz.app.lab.models import LabModels, is_installed, untrained
from relviz.core.reading.reading import read
from relviz.core.schemes import lab_schemes


@pytest.mark.parametrize("scheme", lab_schemes())
def test_a_missing_model_is_stood_in_for(scheme: str, no_lab: None) -> None:
    """Without a trained model one with random weights reads the article's letters, a token each, the same each time."""
    model = LabModels().get(scheme)
    step = read(model, "ABCDEFGH", 4, 4).step(1)

    assert not is_installed(scheme)
    assert "random" in model.name
    assert step.key_tokens == list("ABCDEFGH")
    np.testing.assert_array_equal(
        step.terms(0, 0).score, read(untrained(scheme), "ABCDEFGH", 4, 4).step(1).terms(0, 0).score
    )


def test_a_model_that_is_there_is_loaded_once(lab: Path) -> None:
    """The model in the folder is taken, and kept."""
    models = LabModels()

    assert is_installed("xl")
    assert models.get("xl").name == "lab-xl"
    assert models.get("xl") is models.get("xl")
