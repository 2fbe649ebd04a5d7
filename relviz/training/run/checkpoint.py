"""Everything a run needs to go on as if it had not been interrupted."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from relviz.core.whole_file import replacing
from relviz.errors import ModelError
from relviz.training.config import TrainingConfig
from relviz.training.run.validation import Validation

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.training.run.metrics_file import Row

CHECKPOINT = "checkpoint.pt"
FORMAT = 2


@dataclass
class Checkpoint:
    """The state of a run between two steps. Batches and memory lengths follow from seed and step, so none is kept.

    Attributes:
        config: the settings.
        tokenizer: the text of ``tokenizer.json``.
        corpus: SHA-256 of the token ids learnt from, hexadecimal.
        training: names of the documents learnt from.
        held_out: names of the documents kept out.
        network: the weights, float32.
        optimizer: the state of the optimizers.
        memory: for each layer its rows (B, M, d_model), of all processes' streams; empty at the start of an epoch.
        step: how many steps were taken.
        seconds: how long they took, validation included.
        tokens: how many tokens were learnt from.
        metrics: rows of ``metrics.csv``.
        validation: the newest measurement, if there is one.
        changes: which settings were changed when the run was gone on with, in words.
    """

    config: TrainingConfig
    tokenizer: str
    corpus: str
    training: list[str]
    held_out: list[str]
    network: dict[str, Tensor]
    optimizer: list[dict[str, Any]]
    memory: list[Tensor] = field(default_factory=list)
    step: int = 0
    seconds: float = 0.0
    tokens: int = 0
    metrics: list[Row] = field(default_factory=list)
    validation: Validation | None = None
    changes: list[str] = field(default_factory=list)

    def save(self, path: Path) -> None:
        """Write the checkpoint; the one before is replaced as a whole.

        Raises:
            OutputError: it cannot be written.
        """
        values = {"format": FORMAT} | vars(self)
        values["config"] = self.config.to_dict()
        values["validation"] = vars(self.validation) if self.validation else None
        written = io.BytesIO()  # torch.save would tell of a full disk as of an error of its own
        torch.save(values, written)
        with replacing(path, make_folder=True) as file:
            file.write(written.getbuffer())

    @classmethod
    def load(cls, path: Path) -> Checkpoint:
        """Read a checkpoint.

        Raises:
            ModelError: there is none, or it is damaged.
        """
        try:
            values = torch.load(path, map_location="cpu", weights_only=True)
            if values.pop("format") != FORMAT:
                raise ModelError(f"{path} was written by another version of relviz: train into another folder.")
            values["config"] = TrainingConfig.from_dict(values["config"])
            values["validation"] = Validation(**values["validation"]) if values["validation"] else None
            return cls(**values)
        except FileNotFoundError as error:
            raise ModelError(f"There is no run to resume: {path} is missing. Start one without --resume.") from error
        except ModelError:
            raise
        except Exception as error:  # unpickling fails in many ways, all of which mean the same
            raise ModelError(f"{path} is damaged and cannot be resumed from: train into another folder.") from error
