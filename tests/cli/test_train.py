"""``relviz train``: from text files to a model that can be read with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from relviz.checkpoints import load_model

if TYPE_CHECKING:
    from tests.cli.conftest import Relviz

SHAPE = {
    "--layers": 1,
    "--heads": 2,
    "--width": 16,
    "--head-width": 8,
    "--inner-width": 16,
    "--vocabulary": 260,
    "--streams": 2,
    "--segment-length": 8,
    "--device": "cpu",
    "--threads": 1,
}
SMALL = [*(str(word) for pair in SHAPE.items() for word in pair), "--memory-length", "8", "--memory-length", "4"]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """A folder of three small documents."""
    from tests.fixtures.texts import ENGLISH

    folder = tmp_path / "texts"
    folder.mkdir()
    for name in ("one", "two", "three"):
        (folder / f"{name}.txt").write_text(f"{name}\n{ENGLISH * 8}", encoding="utf-8")
    return folder


def test_trains_a_model_that_reads(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """The folder holds a model of the shape asked for, whose card names the document held out, and can be resumed."""
    out = tmp_path / "model"
    first = relviz("train", texts, "-o", out, "--steps", "2", "--hold-out", "two", *SMALL)
    config = load_model(out).config

    assert (first.status, first.out) == (0, f"{out}\n")
    assert (config.n_layer, config.n_head, config.d_model, config.d_head, config.d_inner) == (1, 2, 16, 8, 16)
    assert (config.trained_segment_length, config.trained_memory_length) == (8, 8)
    assert "- two" in (out / "MODEL_CARD.md").read_text(encoding="utf-8").partition("Held out")[2]
    assert relviz("trace", texts / "two.txt", "-o", tmp_path / "out.npz", "--model", out).status == 0

    resumed = relviz("train", "-o", out, "--resume", "--steps", "3")
    assert (resumed.status, resumed.out) == (0, f"{out}\n")
    assert "3 steps" in (out / "MODEL_CARD.md").read_text(encoding="utf-8")


def test_a_run_is_not_overwritten(texts: Path, relviz: Relviz, tmp_path: Path) -> None:
    """A folder with a run in it is not trained into again, unless the run is resumed."""
    words = ["train", texts, "-o", tmp_path / "model", "--steps", "1", *SMALL]
    assert relviz(*words).status == 0

    outcome = relviz(*words)
    assert outcome.status == 1
    assert "resume it" in outcome.err


def test_too_little_text_leaves_nothing_behind(relviz: Relviz, tmp_path: Path) -> None:
    """A run that cannot begin says why, and does not leave a folder with an empty table."""
    (tmp_path / "short.txt").write_text("Too little to learn from.", encoding="utf-8")
    done = relviz("train", tmp_path / "short.txt", "-o", tmp_path / "new" / "model", *SMALL, "--steps", "2")

    assert done.status
    assert "too few" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["short.txt"]
