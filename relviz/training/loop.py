"""The training loop: a step is a segment of every stream, over the memory of the segments before it."""

from __future__ import annotations

import csv
import hashlib
import random
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

import numpy as np
import tokenizers
import torch
from torch import Tensor

from relviz.checkpoints.native import CONFIG
from relviz.core.device import choose_device
from relviz.core.transformer import TransformerXL
from relviz.errors import SettingError, TextError
from relviz.training.checkpoint import CHECKPOINT, Checkpoint
from relviz.training.corpus import Corpus, collect, divide, read_hold_out
from relviz.training.export import write_model
from relviz.training.files import replacing
from relviz.training.optimizer import Optimizer, rate
from relviz.training.report import StepReport
from relviz.training.segment import carry, products_in, recent
from relviz.training.shards import Shards
from relviz.training.streams import Batch, Streams
from relviz.training.validation import Validation, validate
from relviz.training.vocabulary import Ids, encode, train_tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import TracebackType

    from relviz.training.config import TrainingConfig
    from relviz.training.report import Report

METRICS = "metrics.csv"
METRICS_EVERY = 20
"""Steps whose mean is a row of ``metrics.csv``."""
VALIDATION_TOKENS = 2**15
STREAMS_PER_THREAD = 4
"""Below it a thread would spend its time on overhead."""


@dataclass(frozen=True)
class TrainingResult:
    """How a run ended.

    Attributes:
        finished: whether it came to its end; otherwise it was stopped and can be resumed.
        step: how many steps were taken.
        tokens: how many tokens were learnt from.
        seconds: how long it took.
        validation: the newest measurement; for a finished run that of the model written, read as by default.
    """

    finished: bool
    step: int
    tokens: int
    seconds: float
    validation: Validation | None


def train(
    config: TrainingConfig, report: Report, resume: bool = False, stop: Callable[[], bool] = lambda: False
) -> TrainingResult:
    """Train a model and write it to ``config.output``, with its checkpoint and ``metrics.csv``.

    Args:
        config: the settings.
        report: hears how it goes.
        resume: go on with the run in the output folder.
        stop: asked after each step; a run that is stopped has saved its checkpoint and can be resumed.

    Raises:
        TextError: the texts cannot be learnt from.
        SettingError: the settings do not fit, or the loss is no longer a number.
        ModelError: there is no run to resume, or its checkpoint is damaged.
        OutputError: the folder cannot be written.
    """
    run = Run.prepare(config, report, resume)
    with run:
        return run.go(stop)


class Run:
    """A run between two steps, and what takes it to the next."""

    def __init__(self, state: Checkpoint, training: list[Ids], validation: list[Ids], report: Report) -> None:
        config = state.config
        self.state = state
        self._report = report
        self._device = choose_device(config.device)
        self._streams = Streams(training, config.streams, config.segment_length, config.seed)
        self._validation = validation
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            self.network = TransformerXL(config.model).to(self._device)
        if state.network:
            self.network.load_state_dict(state.network)
        threads = config.threads or torch.get_num_threads()
        most = 1 if self._device.type != "cpu" else max(1, config.streams // STREAMS_PER_THREAD)
        self._shards = Shards(min(threads, most))
        self._precision = torch.bfloat16 if config.precision == "bf16" else torch.float32
        self._optimizer = Optimizer(self.network, config)
        if state.optimizer:
            self._optimizer.load_state_dict(state.optimizer)
        self._memory: list[Tensor] = [rows.to(self._device) for rows in state.memory]
        self._since: list[float] = []  # losses since the last row of the metrics
        self._smooth: tuple[float, float] | None = None  # loss and tokens per second

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shards.close()

    @classmethod
    def prepare(cls, config: TrainingConfig, report: Report, resume: bool = False) -> Run:
        """Read the corpus, learn or load the tokenizer, and set the run up; raises as ``train``."""
        path = config.output / CHECKPOINT
        earlier = Checkpoint.load(path) if resume else None
        if earlier:
            config.require_same(earlier.config)
        elif path.exists():
            raise SettingError(f"There is a run in {config.output} already: resume it, or train into another folder.")
        elif (config.output / CONFIG).exists():
            raise SettingError(f"There is a model in {config.output} already: train into another folder.")
        if earlier:
            return cls._begin(config, report, earlier)
        with _leaving_nothing(config.output):
            return cls._begin(config, report, None)

    @classmethod
    def _begin(cls, config: TrainingConfig, report: Report, earlier: Checkpoint | None) -> Run:
        """Do what ``prepare`` says, where there is a run to go on with or none in the way."""
        # written before anything else, so that a folder that cannot be written is known at once
        write_metrics(config.output / METRICS, earlier.metrics if earlier else [])
        report.phase("reading the corpus")
        documents = collect(config.paths)
        names = [document.name for document in documents]
        hold_out = read_hold_out(config.hold_out, names) if config.hold_out else None
        corpus = divide(documents, hold_out, config.seed)
        if earlier:
            tokenizer = tokenizers.Tokenizer.from_str(earlier.tokenizer)
        else:
            report.phase("learning the vocabulary")
            tokenizer = train_tokenizer((document.text for document in corpus.training), config.vocab_size)
        report.phase("encoding the corpus")
        training, validation = encode(tokenizer, corpus.training), encode(tokenizer, corpus.validation)
        held = sum(len(ids) for ids in validation)
        if held < 2 * max(config.segment_length, config.reading_segment_length) + 1:
            raise TextError(f"The held-out text has {held} tokens, too few to measure a loss on: hold out more.")
        digest = hashlib.sha256(np.concatenate([*training, *validation]).tobytes()).hexdigest()
        if earlier and digest != earlier.corpus:
            raise TextError(
                "The texts are not those the run was begun with: resume it with the same texts and hold-out."
            )
        state = earlier or _fresh(config, corpus, tokenizer.to_str(pretty=True), digest)
        state.config = config
        return cls(state, training, validation, report)

    def go(self, stop: Callable[[], bool] = lambda: False) -> TrainingResult:
        """Take steps to the end of the run, or until asked to stop, and save; raises as ``train``."""
        config, state = self.state.config, self.state
        began = time.monotonic() - state.seconds
        saved = measured = state.seconds
        while (progress := config.progress(state.step, state.seconds)) < 1:
            before = state.seconds
            loss = self.step(rate(progress, config.warm_up))
            state.seconds = time.monotonic() - began
            self._tell(loss, state.seconds - before)
            stopped = stop()
            if state.seconds - measured >= 60 * config.validation_minutes:
                self._measure()
                state.seconds = measured = time.monotonic() - began
            if stopped or state.seconds - saved >= 60 * config.checkpoint_minutes:
                self.save()
                state.seconds = saved = time.monotonic() - began
            if stopped:
                return TrainingResult(False, state.step, state.tokens, state.seconds, state.validation)
        self._measure()
        self.save()
        self._report.phase("measuring and writing the model")
        validation = write_model(state, self._validation, config.output)
        return TrainingResult(True, state.step, state.tokens, state.seconds, validation)

    def step(self, share: float) -> float:
        """Learn from the next segment of every stream with that share of the peak rate, and return the loss."""
        config, state = self.state.config, self.state
        batch = self.batch(state.step)
        if batch.start == 0:
            self._memory = []
        memory = recent(self._memory, memory_length(config, state.step))
        learnt = self._shards.learn(self.network, batch, memory, self._precision)
        if not np.isfinite(learnt.loss):
            raise SettingError(f"The loss is no longer a number after {state.step} steps: try a lower learning rate.")
        self._optimizer.step(learnt.gradients, share, self._shards)
        self._memory = carry(self._memory, learnt.inputs, config.kept)
        state.step += 1
        state.tokens += batch.ids.numel()
        return learnt.loss

    def save(self) -> None:
        """Write the checkpoint and ``metrics.csv``; raises OutputError."""
        state = self.state
        state.network = self.network.state_dict()
        state.optimizer = self._optimizer.state_dict()
        state.memory = [rows.contiguous() for rows in self._memory]
        state.save(state.config.output / CHECKPOINT)
        write_metrics(state.config.output / METRICS, state.metrics)

    @property
    def tokenizer(self) -> tokenizers.Tokenizer:
        """What the corpus was encoded with."""
        return tokenizers.Tokenizer.from_str(self.state.tokenizer)

    @property
    def epoch_steps(self) -> int:
        """How many steps it takes to read every document once."""
        return self._streams.segments

    def batch(self, number: int) -> Batch:
        """Return what step ``number`` learns from."""
        return self._streams.batch(number).to(self._device)

    @property
    def memory(self) -> list[Tensor]:
        """For each layer its rows (B, M, d_model)."""
        return self._memory

    def _measure(self) -> None:
        state = self.state
        self._report.phase("measuring")
        with products_in(self._precision, self._device):
            state.validation = validate(
                self.network, self._validation, state.config.segment_length, state.config.kept, VALIDATION_TOKENS
            )
        row = {
            "valid_with_memory": state.validation.with_memory,
            "valid_without_memory": state.validation.without_memory,
        }
        state.metrics.append({"step": state.step, "tokens": state.tokens, "seconds": round(state.seconds, 1)} | row)
        self._report.validated(state.step, state.validation)

    def _tell(self, loss: float, seconds: float) -> None:
        config, state = self.state.config, self.state
        speed = config.streams * config.segment_length / max(seconds, 1e-9)
        old_loss, old_speed = self._smooth or (loss, speed)
        loss_now, speed_now = 0.95 * old_loss + 0.05 * loss, 0.95 * old_speed + 0.05 * speed
        self._smooth = loss_now, speed_now
        self._since.append(loss)
        if len(self._since) == METRICS_EVERY:
            mean = sum(self._since) / METRICS_EVERY
            self._since.clear()
            row = {"loss": round(mean, 4), "tokens_per_second": round(speed_now)}
            state.metrics.append({"step": state.step, "tokens": state.tokens, "seconds": round(state.seconds, 1)} | row)
        progress = config.progress(state.step, state.seconds)
        left = (1 - progress) / progress * state.seconds if progress else float("inf")
        self._report.step(StepReport(state.step, progress, loss_now, state.tokens, speed_now, state.seconds, left))


@contextmanager
def _leaving_nothing(output: Path) -> Iterator[None]:
    """Take back the metrics, and the folders made for them, if a run cannot begin."""
    made = [folder for folder in (output, *output.parents) if not folder.exists()]
    try:
        yield
    except BaseException:
        with suppress(OSError):  # what there is to say is why the run cannot begin
            (output / METRICS).unlink(missing_ok=True)
            for folder in made:
                folder.rmdir()
        raise


def memory_length(config: TrainingConfig, step: int) -> int:
    """Draw M for a step: now and then 0, so that the model can also start a text; else one of the lengths."""
    draw = random.Random(f"{config.seed} {step}")
    return 0 if draw.random() < config.without_memory else draw.choice(config.memory_lengths)


def write_metrics(path: Path, rows: list[dict[str, float]]) -> None:
    """Write the rows as CSV; raises OutputError."""
    columns = ["step", "tokens", "seconds", "loss", "tokens_per_second", "valid_with_memory", "valid_without_memory"]
    with replacing(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        writer.writerows(rows)


def _fresh(config: TrainingConfig, corpus: Corpus, tokenizer: str, digest: str) -> Checkpoint:
    return Checkpoint(
        config=config,
        tokenizer=tokenizer,
        corpus=digest,
        training=[document.name for document in corpus.training],
        held_out=[*(document.name for document in corpus.validation), *corpus.unused],
        network={},
        optimizer=[],
    )
