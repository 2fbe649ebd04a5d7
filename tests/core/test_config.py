"""The shape of a model, as its config.json says it."""

from __future__ import annotations

from typing import Any

import pytest

from relviz.core.config import ModelConfig
from relviz.errors import ModelError
from tests.fixtures import models


def test_survives_being_written_down() -> None:
    """What to_dict writes, from_dict reads back."""
    config = models.config(clamp_len=7, same_length=True, trained_segment_length=32, initial_memory="zeros")
    assert ModelConfig.from_dict(config.to_dict()) == config


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("vocab_size", 0),
        ("n_layer", -1),
        ("n_head", 2.0),
        ("d_head", True),
        ("d_model", 7),
        ("d_model", "64"),
        ("segment_length", None),
        ("memory_length", -1),
        ("clamp_len", -2),
        ("clamp_len", "none"),
        ("initial_memory", "ones"),
        ("pre_lnorm", "yes"),
        ("untie_r", 1),
        ("same_length", None),
        ("layer_norm_epsilon", "tiny"),
        ("layer_norm_epsilon", float("nan")),
        ("trained_memory_length", "long"),
        ("reuse_length", 0),
        ("reuse_length", "half"),
        ("causal", "no"),
        ("query_stream", 1),
        ("scale_embeddings", None),
        ("activation", "tanh"),
        ("same_length_of", "both"),
        ("clip", 0),
        ("buckets", 1),
        ("max_distance", 16),
        ("n_positions", 0),
        ("trained_positions", -1),
    ],
)
def test_a_value_out_of_range_is_named(name: str, value: Any) -> None:
    """A value that no model can have is a ModelError that names it."""
    with pytest.raises(ModelError, match=name):
        ModelConfig.from_dict(models.config().to_dict() | {name: value})


def test_an_unknown_setting_is_named() -> None:
    """A setting relviz does not know is refused, since ignoring it could change what the model computes."""
    with pytest.raises(ModelError, match="unknown setting rope_theta"):
        ModelConfig.from_dict(models.config().to_dict() | {"rope_theta": 1})


def test_a_missing_setting_is_named() -> None:
    """A setting without a default that is not there is named."""
    values = models.config().to_dict()
    del values["d_head"]
    with pytest.raises(ModelError, match="d_head"):
        ModelConfig.from_dict(values)


def test_vectors_of_the_first_cluster_may_have_a_width_of_their_own() -> None:
    """Without one they are as wide as the model."""
    config = models.config()
    assert config.embedding_width == config.d_model
    assert models.config(d_embed=5).embedding_width == 5
