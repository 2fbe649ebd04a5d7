"""The models of the lab, and what stands in for them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from relviz.app.lab.models import LAB_SCHEMES, LabModels, is_installed, untrained
from relviz.core.lab.results import ORDER
from relviz.core.reading.reading import read
from relviz.figure.views.schemes.words import TITLES


def test_names_are_those_of_the_lab() -> None:
    """The schemes of the page, of the figures and of the measured results are the same, in the same order."""
    assert LAB_SCHEMES == ORDER == tuple(TITLES)


@pytest.mark.parametrize("scheme", LAB_SCHEMES)
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
