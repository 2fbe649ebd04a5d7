"""What folders of Hugging Face have in common, whichever model is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from relviz.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from relviz.core.config import ModelConfig

CONFIG, WEIGHTS = "config.json", ("model.safetensors", "pytorch_model.bin")
"""The file of the settings, and those that may hold the weights, the first there is."""


def weights_in(folder: Path) -> Path:
    """Return the file of the weights; where there is none, the one that should be there."""
    return next((folder / name for name in WEIGHTS if (folder / name).is_file()), folder / WEIGHTS[0])


def config_in(folder: Path, values: dict[str, Any], translate: Callable[[dict[str, Any]], ModelConfig]) -> ModelConfig:
    """Translate the settings of a folder.

    Raises:
        ModelError: they do not fit; the message names their file.
    """
    try:
        return translate(values)
    except ModelError as error:
        raise ModelError("{0} does not fit: {1}", folder / CONFIG, error) from error
