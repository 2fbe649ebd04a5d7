"""The models and texts that figures are measured on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch

from relviz.checkpoints import load_model
from relviz.core.config import ModelConfig
from relviz.core.model.model import Model
from relviz.core.model.transformer import TransformerXL
from relviz.core.reading.reading import Reading
from relviz.core.text.tokens import Tokens

BUNDLED = "en-small"
SEGMENT, MEMORY = 64, 128
"""T and M that the bundled model is measured at: what it was trained with."""
LARGE = ModelConfig(
    vocab_size=1000,  # the output layer is computed when somebody looks at losses, so its size costs nothing here
    n_layer=18,
    n_head=16,
    d_model=1024,
    d_head=64,
    d_inner=4096,
    clamp_len=1000,
    same_length=True,
    segment_length=128,
    memory_length=1600,
)
"""wt103's large model as it is evaluated (kimiyoung/transformer-xl, ``run_wt103_large.sh``)."""


def bundled(device: str = "cpu") -> Model:
    """Return the model that comes with relviz."""
    return load_model(BUNDLED, device)


def random_model(config: ModelConfig, device: str = "cpu", name: str = "random") -> Model:
    """Return a model with random weights: what it says is nonsense, what it takes is not."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return Model(name, TransformerXL(config).eval().to(device))


def large(layers: int = LARGE.n_layer, device: str = "cpu") -> Model:
    """Return a model of wt103's large shape, or some layers of it."""
    return random_model(replace(LARGE, n_layer=layers), device, "wt103-large")


def random_ids(count: int, vocabulary: int) -> list[int]:
    """Return token ids to read."""
    drawn: list[int] = np.random.default_rng(0).integers(0, vocabulary, count).tolist()
    return drawn


def reading_of(model: Model, segments: int, segment_length: int, memory_length: int, history: int = 2**29) -> Reading:
    """Return a reading of so many segments of random ids."""
    tokens = Tokens.from_ids(random_ids(segments * segment_length, model.config.vocab_size))
    return Reading(model, tokens, segment_length, memory_length, history_bytes=history)
