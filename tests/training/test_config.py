"""Settings that fit together, and the model they describe."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest

from relviz.errors import SettingError
from relviz.training.config import TrainingConfig


@pytest.mark.parametrize("every", [4, 12])
def test_memory_restarts_at_the_start_of_a_segment(config: TrainingConfig, every: int) -> None:
    """Tokens from one restart to the next are a multiple of the segment's."""
    with pytest.raises(SettingError, match=rf"multiple of segment_length, 8, not {every}"):
        dataclasses.replace(config, restart_every=every)


def test_a_model_is_not_read_in_segments_longer_than_its_restarts(config: TrainingConfig) -> None:
    """A reading length that would leave the positions trained is refused."""
    with pytest.raises(SettingError, match="reading_segment_length must be at most restart_every, 16, not 20"):
        dataclasses.replace(config, restart_every=16, reading_segment_length=20)


@pytest.mark.parametrize(
    ("name", "value", "least"),
    [
        ("segment_length", 0, 1),
        ("steps", 0, 1),
        ("memory_lengths", (4, -1), 0),
        ("threads", 0, 1),
        ("minutes", 0.0, 0.001),
    ],
)
def test_a_number_is_at_least_what_its_setting_says(
    settings: dict[str, Any], name: str, value: Any, least: float
) -> None:
    """A smaller one, or a smaller one among several, is refused with both named."""
    given = settings | {"steps": None, name: value}
    with pytest.raises(SettingError, match=re.escape(f"{name} must be at least {least}, not {value}.")):
        TrainingConfig(**given)


def test_xlnet_is_not_trained(config: TrainingConfig) -> None:
    """A scheme that learns otherwise is refused in a sentence."""
    with pytest.raises(SettingError, match="read here and not trained"):
        dataclasses.replace(config, scheme="xlnet")


def test_settings_of_schemes_reach_the_model(settings: dict[str, Any]) -> None:
    """What a scheme is given is in the model's settings, and what it is not given is as the model has it by default."""
    config = TrainingConfig(**settings | {"scheme": "shaw", "clip": 5, "n_positions": 99, "restart_every": 64})
    assert (config.model.clip, config.model.n_positions) == (5, 99)
    assert config.model.trained_positions == 64
    plain = TrainingConfig(**settings)
    assert plain.model.clip == type(plain.model).clip
    assert plain.model.trained_positions is None
    assert TrainingConfig(**settings | {"buckets": 8, "max_distance": 20}).model.max_distance == 20
