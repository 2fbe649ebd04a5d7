"""A small text and a run over it that takes seconds."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from relviz.training.config import TrainingConfig

WORDS = ("the", "sea", "was", "calm", "and", "a", "small", "ship", "went", "slowly", "out", "past", "old", "harbour")


def prose(seed: int, words: int) -> str:
    """Return sentences that are easy to learn: each word has two that may follow it."""
    draw = random.Random(seed)
    at, text = 0, []
    for number in range(words):
        at = (at * 2 + draw.choice((1, 2))) % len(WORDS)
        text.append(WORDS[at] + (".\n" if number % 12 == 11 else " "))
    return "".join(text)


def write_corpus(folder: Path) -> Path:
    """Write four documents into a new folder."""
    folder.mkdir()
    for seed, name in enumerate(["ash", "birch", "cedar", "elm"]):
        (folder / f"{name}.txt").write_text(prose(seed, 600), encoding="utf-8")
    return folder


def tiny(corpus: Path, output: Path) -> dict[str, Any]:
    """Return the settings of a tiny run."""
    return {
        "paths": (corpus,),
        "output": output,
        "hold_out": "elm",
        "vocab_size": 280,
        "n_layer": 2,
        "n_head": 2,
        "d_model": 16,
        "d_head": 8,
        "d_inner": 32,
        "segment_length": 8,
        "memory_lengths": (4, 12),
        "streams": 4,
        "repeats": 0,
        "pre_lnorm": False,
        "steps": 12,
        "precision": "fp32",
        "device": "cpu",
        "reading_segment_length": 4,
        "reading_memory_length": 8,
    }


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A folder of four documents."""
    return write_corpus(tmp_path / "corpus")


@pytest.fixture
def settings(corpus: Path, tmp_path: Path) -> dict[str, Any]:
    """Settings of a tiny run."""
    return tiny(corpus, tmp_path / "model")


@pytest.fixture
def config(settings: dict[str, Any]) -> TrainingConfig:
    """A tiny run."""
    return TrainingConfig(**settings)
