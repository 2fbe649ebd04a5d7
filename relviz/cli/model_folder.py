"""What a model folder says of its model, read without loading torch."""

from __future__ import annotations

import json
from pathlib import Path

from relviz.app.engine.models import bundled_models
from relviz.core.config import ModelConfig
from relviz.errors import ModelError
from relviz.resources import resource

CONFIG, WEIGHTS, TOKENIZER, CARD = "config.json", "model.safetensors", "tokenizer.json", "MODEL_CARD.md"


def find_model(source: str) -> Path:
    """Return the folder of a model: an existing folder, else a bundled name.

    Raises:
        ModelError: there is none.
    """
    if source and Path(source).is_dir():
        return Path(source)
    if source in bundled_models():
        return resource("models", source)
    names = ", ".join(bundled_models()) or "none"
    raise ModelError(f"There is no model {source}: give a model folder, or a bundled name ({names}).")


def read_config(folder: Path) -> ModelConfig:
    """Return the settings of a model.

    Raises:
        ModelError: they are missing or damaged.
    """
    path = folder / CONFIG
    try:
        return ModelConfig.from_dict(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise ModelError(f"{path} is missing: a model folder holds {CONFIG} and {WEIGHTS}.") from error
    except (OSError, ValueError, TypeError, ModelError) as error:
        raise ModelError(f"{path} is damaged ({error}): get the model again.") from error


def is_native(source: str) -> bool:
    """Whether a model is one of relviz's own folders, which can be looked into without loading torch."""
    try:
        values = json.loads((find_model(source) / CONFIG).read_text(encoding="utf-8"))
    except (OSError, ValueError, ModelError):
        return False
    return isinstance(values, dict) and "scheme" in values
