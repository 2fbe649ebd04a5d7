"""``relviz render --format gif`` and ``apng``: the segments one after the other in one file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz

pytestmark = pytest.mark.usefixtures("qapp")
LENGTHS = ["--segment-length", "8", "--memory-length", "8", "--dpi", "48"]


@pytest.mark.slow
def test_a_frame_a_segment(text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path) -> None:
    """One GIF and one animated PNG a view, whose frames are the segments' pictures, beside those if they are wanted."""
    formats = ["--format", "png", "--format", "gif", "--format", "apng", "--duration", "120"]
    views = ["--view", "terms", "--view", "memory"]
    words = ["render", text_file, "-o", tmp_path, "--model", model_folder, *LENGTHS, *formats, *views]
    outcome = relviz(*words, "--segment", "all")

    assert (outcome.status, outcome.err) == (0, "")
    paths = [Path(line) for line in outcome.out.splitlines()]
    stills = sorted(path for path in paths if path.name.startswith("terms") and path.suffix == ".png")
    last = len(stills) - 1
    for view in ("terms", "memory"):
        for kind in ("gif", "apng"):
            assert tmp_path / f"{view}_s000-{last:03}_l0_h0.{kind}" in paths
    for kind, most in (("apng", 0), ("gif", 12)):  # a GIF has 256 colours: the edges of letters differ somewhat
        with Image.open(tmp_path / f"terms_s000-{last:03}_l0_h0.{kind}") as moving:
            assert getattr(moving, "n_frames", 1) == len(stills)
            for number, still in enumerate(stills):
                moving.seek(number)
                assert moving.info["duration"] == 120
                with Image.open(still) as picture:
                    apart = np.abs(np.asarray(picture).astype(int) - np.asarray(moving.convert("RGB")))
                assert np.percentile(apart, 100 if kind == "apng" else 99) <= most


def test_one_segment_is_a_picture_that_stands_still(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """The last segment alone is a GIF of one frame, named after it."""
    outcome = relviz(
        "render", text_file, "-o", tmp_path, "--model", model_folder, *LENGTHS, "--format", "gif", "--head", "1"
    )
    (path,) = [Path(line) for line in outcome.out.splitlines()]
    assert path.name.endswith("_l0_h1.gif")
    assert "-" not in path.name
    with Image.open(path) as still:
        assert getattr(still, "n_frames", 1) == 1


def test_a_pace_that_makes_no_sense_is_wrong_usage(
    text_file: Path, model_folder: Path, relviz: Relviz, tmp_path: Path
) -> None:
    """Frames that stay for no time are refused."""
    outcome = relviz("render", text_file, "-o", tmp_path, "--model", model_folder, "--format", "gif", "--duration", "0")
    assert outcome.status == 2
