"""What folders of Hugging Face have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from relviz.checkpoints.formats.hugging_face import config_in, weights_in
from relviz.core.config import ModelConfig
from relviz.errors import ModelError


def test_the_safe_file_of_weights_goes_first(tmp_path: Path) -> None:
    """Of two files of weights the one without pickles is read; where there is none, it is the one that is missed."""
    assert weights_in(tmp_path).name == "model.safetensors"
    (tmp_path / "pytorch_model.bin").touch()
    assert weights_in(tmp_path).name == "pytorch_model.bin"
    (tmp_path / "model.safetensors").touch()
    assert weights_in(tmp_path).name == "model.safetensors"


def test_settings_that_do_not_fit_are_named_with_their_file(tmp_path: Path) -> None:
    """The message has the path of config.json before what is wrong in it."""

    def refuse(values: dict[str, Any]) -> ModelConfig:
        raise ModelError("n_layer is {0}.", values["n_layer"])

    with pytest.raises(ModelError) as caught:
        config_in(tmp_path, {"n_layer": -1}, refuse)
    assert str(caught.value) == f"{tmp_path / 'config.json'} does not fit: n_layer is -1."
