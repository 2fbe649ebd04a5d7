"""``relviz render --view predictions``: losses in files, in nats or bits."""

from __future__ import annotations

import math
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest

import relviz as package

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz

pytestmark = pytest.mark.usefixtures("qapp")


def _written(path: Path) -> str:
    return " ".join(text.strip() for text in ET.fromstring(path.read_text(encoding="utf-8")).itertext())


@pytest.mark.parametrize(("unit", "factor"), [("nats", 1.0), ("bits", 1 / math.log(2))])
def test_losses_are_written_in_their_unit(
    unit: str, factor: float, text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """The mean in the legend, the axis and the caption are those of the unit; the file is of a segment, not a head."""
    words = ["--model", model_folder, "--segment-length", "8", "--memory-length", "12", "--segment", "2"]
    outcome = relviz(
        "render", text_file, "-o", tmp_path, *words, "--view", "predictions", "--format", "svg", "--unit", unit
    )

    assert (outcome.status, outcome.err) == (0, "")
    path = Path(outcome.out.strip())
    assert path.name == "predictions_s002.svg"
    model = package.load_model(str(model_folder))
    loss = package.read(model, text_file.read_text(encoding="utf-8"), segment_length=8, memory_length=12).step(2).loss
    said = _written(path)
    assert f"with memory {np.mean(loss) * factor:.2f}" in said
    assert f"loss, {unit}" in said
    assert f"losses in {unit} per token" in said


def test_nats_unless_asked_otherwise(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """Without ``--unit`` losses are in nats, and another word is no unit."""
    words = ["render", text_file, "-o", tmp_path, "--model", model_folder, "--view", "predictions", "--format", "svg"]
    assert "loss, nats" in _written(Path(relviz(*words).out.strip()))
    assert relviz(*words, "--unit", "bans").status == 2


def test_one_token_leaves_what_may_follow(model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """A text of one token has no loss, and is drawn with what may come after it."""
    words = ["--model", model_folder, "--view", "predictions", "--format", "svg"]
    outcome = relviz("render", "-", "-o", tmp_path, *words, stdin=b"a")
    assert outcome.status == 0
    assert "after “a” the text ends" in _written(Path(outcome.out.strip()))
