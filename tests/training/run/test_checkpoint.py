"""Checkpoints of a run."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch

from relviz.errors import OutputError
from relviz.training.config import TrainingConfig
from relviz.training.run.checkpoint import Checkpoint

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="there is no device that is full")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    """A checkpoint for which there is no room is an error that names the file and the reason."""
    config = TrainingConfig(paths=(), output=tmp_path, hold_out=None, device="cpu")
    checkpoint = Checkpoint(config, "{}", "", [], [], {"w": torch.zeros(4)}, [])
    with pytest.raises(OutputError, match=r"/dev/full cannot be written: .*space"):
        checkpoint.save(FULL)
