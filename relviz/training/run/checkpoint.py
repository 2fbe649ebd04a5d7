"""The state of a run: what it begins with, and what it needs to go on as if it had not been interrupted."""

from __future__ import annotations

import hashlib
import io
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import tokenizers
import torch
from torch import Tensor

from relviz.checkpoints.native import CONFIG
from relviz.core.model.transformer import TransformerXL
from relviz.core.whole_file import replacing
from relviz.errors import ModelError, SettingError, TextError
from relviz.training.config import TrainingConfig
from relviz.training.data.corpus import Corpus, collect, divide, read_hold_out
from relviz.training.data.vocabulary import Ids, encode, train_tokenizer
from relviz.training.run.report import METRICS, write_metrics
from relviz.training.run.validation import Validation
from relviz.training.settings_file import SETTINGS, write_settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from relviz.training.run.processes import Processes
    from relviz.training.run.report import Report, Row

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


def prepare(
    config: TrainingConfig, report: Report, resume: bool, processes: Processes
) -> tuple[Checkpoint, list[Ids], list[Ids]]:
    """Read the corpus, learn or load the vocabulary, and begin a run or find the one to go on with.

    Every process reads the texts; the folder of the run is the first one's alone.

    Returns:
        Where the run stands, the ids of the documents to learn from, and those of the documents to measure on.

    Raises:
        TextError: the texts cannot be learnt from, or are not those of the run to go on with.
        SettingError: there is a run already, the one to go on with has other settings, or the streams cannot be shared
            out evenly.
        ModelError: there is no run to go on with, or it is damaged; or no model can be made as the settings say.
        OutputError: the folder cannot be written.
    """
    with torch.device("meta"):  # settings that make no model are refused before an hour is spent on the texts
        TransformerXL(config.model)
    processes.share(config.streams)
    earlier = processes.first(lambda: _earlier(config, resume))
    # written before anything else, so that a folder that cannot be written is known at once
    processes.first(lambda: _open(config, earlier))
    report.phase("reading the corpus")
    corpus = processes.every(lambda: corpus_of(config))
    if earlier is None:
        report.phase("learning the vocabulary")
    words = processes.first(lambda: earlier.tokenizer if earlier else _vocabulary(config, corpus))
    report.phase("encoding the corpus")
    tokenizer = tokenizers.Tokenizer.from_str(words)
    training, validation = encode(tokenizer, corpus.training), encode(tokenizer, corpus.validation)
    digest = hashlib.sha256(np.concatenate([*training, *validation]).tobytes()).hexdigest()
    theirs = processes.first(lambda: digest)
    processes.every(lambda: _check(config, validation, digest, theirs, earlier))
    state = earlier or Checkpoint(
        config=config,
        tokenizer=words,
        corpus=digest,
        training=[document.name for document in corpus.training],
        held_out=[*(document.name for document in corpus.validation), *corpus.unused],
        network={},
        optimizer=[],
    )
    state.changes += config.changes(state.config, state.step)
    if (config.repeating, config.repeat_lengths) != (state.config.repeating, state.config.repeat_lengths):
        state.memory = []  # the streams are cut anew: what is remembered is not what came before
    state.config = config
    return state, training, validation


def _earlier(config: TrainingConfig, resume: bool) -> Checkpoint | None:
    """Return the run to go on with; without one there must be nothing in the way of a new one."""
    path = config.output / CHECKPOINT
    if resume:
        earlier = Checkpoint.load(path)
        config.require_same(earlier.config)
        return earlier
    if path.exists():
        raise SettingError(f"There is a run in {config.output} already: resume it, or train into another folder.")
    if (config.output / CONFIG).exists():
        raise SettingError(f"There is a model in {config.output} already: train into another folder.")
    return None


def _open(config: TrainingConfig, earlier: Checkpoint | None) -> None:
    write_metrics(config.output / METRICS, earlier.metrics if earlier else [])
    write_settings(config, config.output)


def corpus_of(config: TrainingConfig) -> Corpus:
    """Read and divide the texts of a run; raises TextError."""
    documents = collect(config.paths)
    names = [document.name for document in documents]
    hold_out = read_hold_out(config.hold_out, names) if config.hold_out else None
    return divide(documents, hold_out, config.seed)


def _vocabulary(config: TrainingConfig, corpus: Corpus) -> str:
    return train_tokenizer((document.text for document in corpus.training), config.vocab_size).to_str(pretty=True)


def _check(config: TrainingConfig, validation: list[Ids], digest: str, theirs: str, earlier: Checkpoint | None) -> None:
    held = sum(len(ids) for ids in validation)
    if held < 2 * max(config.segment_length, config.reading_segment_length) + 1:
        raise TextError(f"The held-out text has {held} tokens, too few to measure a loss on: hold out more.")
    if earlier and digest != earlier.corpus:
        raise TextError("The texts are not those the run was begun with: resume it with the same texts and hold-out.")
    if digest != theirs:
        raise TextError("The texts are not the same for all processes: give each the same texts and hold-out.")


@contextmanager
def leaving_nothing(output: Path) -> Iterator[None]:
    """Take back the files that were written, and the folders that were made for them, if a run cannot begin."""
    made = [folder for folder in (output, *output.parents) if not folder.exists()]
    new = [path for path in (output / METRICS, output / SETTINGS) if not path.exists()]
    try:
        yield
    except BaseException:
        with suppress(OSError):  # what there is to say is why the run cannot begin
            for path in new:
                path.unlink(missing_ok=True)
            for folder in made:
                folder.rmdir()
        raise
