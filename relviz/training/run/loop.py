"""The training loop: a step is a segment of every stream, over the memory of the segments before it."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np
import tokenizers
import torch
from torch import Tensor

from relviz.core.model.transformer import TransformerXL
from relviz.errors import SettingError
from relviz.training.data.streams import Batch, Streams
from relviz.training.data.vocabulary import bits_per_byte, bytes_of_tokens
from relviz.training.run.checkpoint import CHECKPOINT, leaving_nothing, prepare
from relviz.training.run.export import write_model
from relviz.training.run.processes import ALONE, Processes
from relviz.training.run.report import METRICS, METRICS_EVERY, Row, StepReport, measured, write_metrics
from relviz.training.run.step import Optimizer, Shards, carry, products_in, rate, recent, restarted
from relviz.training.run.validation import Validation, validate

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from numpy.typing import NDArray

    from relviz.training.config import TrainingConfig
    from relviz.training.data.vocabulary import Ids
    from relviz.training.run.checkpoint import Checkpoint
    from relviz.training.run.report import Report

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
    """Train a model and write it to ``config.output``, with its checkpoint, ``metrics.csv`` and ``training.toml``.

    Started by ``torchrun`` in several processes, they train one model together; each reads its own streams.

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
    processes = Processes.join(config.device)
    try:
        with Run.prepare(config, report, resume, processes) as run:
            return run.go(stop)
    finally:
        processes.close()


class Run:
    """A run between two steps, and what takes it to the next."""

    def __init__(
        self,
        state: Checkpoint,
        training: list[Ids],
        validation: list[Ids],
        report: Report,
        processes: Processes = ALONE,
    ) -> None:
        config = state.config
        self.state = state
        self._report = report
        self._processes = processes
        self._device = processes.every(lambda: processes.device(config.device))
        self._own = processes.share(config.streams)  # which of the streams are read here
        self._streams = Streams(
            training,
            config.streams,
            config.segment_length,
            config.seed,
            config.repeating,
            config.vocab_size,
            config.passage_length,
            config.repeat_lengths,
        )
        self._training = training
        self._validation = validation
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(config.seed)
            self.network = TransformerXL(config.model).to(self._device)
        if state.network:
            self.network.load_state_dict(state.network)
        processes.spread(list(self.network.state_dict().values()))
        threads = config.threads or torch.get_num_threads()
        streams = self._own.stop - self._own.start
        most = 1 if self._device.type != "cpu" else max(1, streams // STREAMS_PER_THREAD)
        self._shards = Shards(min(threads, most))
        self._precision = torch.bfloat16 if config.precision == "bf16" else torch.float32
        self._optimizer = Optimizer(self.network, config)
        if state.optimizer:
            self._optimizer.load_state_dict(state.optimizer)
        self._memory: list[Tensor] = [rows[self._own].to(self._device) for rows in state.memory]
        self._began = 0.0  # when the run would have begun, had it not been interrupted
        self._since: list[float] = []  # losses since the last row of the metrics
        self._smooth: tuple[float, float] | None = None  # loss and tokens per second

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shards.close()

    @classmethod
    def prepare(cls, config: TrainingConfig, report: Report, resume: bool = False, processes: Processes = ALONE) -> Run:
        """Read the corpus, learn or load the tokenizer, and set the run up; raises as ``train``."""
        with leaving_nothing(config.output):
            return cls(*prepare(config, report, resume, processes), report, processes)

    def go(self, stop: Callable[[], bool] = lambda: False) -> TrainingResult:
        """Take steps to the end of the run, or until a process is asked to stop, and save; raises as ``train``."""
        config, state = self.state.config, self.state
        self._began = time.monotonic() - state.seconds
        saved = measured = state.seconds
        while (progress := config.progress(state.step, state.seconds)) < 1:
            before = state.seconds
            loss = self.step(rate(progress, config.warm_up))
            state.seconds = time.monotonic() - self._began
            self._tell(loss, state.seconds - before)
            stopped, state.seconds = self._processes.agree(stop(), state.seconds)
            if state.seconds - measured >= 60 * config.validation_minutes:
                self._measure()
                measured = state.seconds
            if stopped or state.seconds - saved >= 60 * config.checkpoint_minutes:
                self.save()
                self._tick()
                saved = state.seconds
            if stopped:
                return TrainingResult(False, state.step, state.tokens, state.seconds, state.validation)
        self._measure()
        self.save()
        self._report.phase("measuring and writing the model")
        validation = self._processes.first(lambda: write_model(state, self._validation, config.output))
        return TrainingResult(True, state.step, state.tokens, state.seconds, validation)

    def step(self, share: float) -> float:
        """Learn from the next segment of every stream with that share of the peak rate, and return the loss."""
        config, state = self.state.config, self.state
        batch = self.batch(state.step)
        if batch.start == 0:
            self._memory = []
        memory = recent(self._memory, memory_length(config, state.step))
        learnt = self._shards.learn(self.network, batch, memory, self._precision)
        loss, gradients = self._processes.mean(learnt.loss, learnt.gradients, batch.predicted)
        if not np.isfinite(loss):
            raise SettingError(f"The loss is no longer a number after {state.step} steps: try a lower learning rate.")
        self._optimizer.step(gradients, share, self._shards)
        self._memory = carry(self._memory, learnt.inputs, config.kept)
        state.step += 1
        state.tokens += config.streams * config.segment_length
        return loss

    def save(self) -> None:
        """Write the checkpoint and ``metrics.csv``; raises OutputError."""
        self.state.network = self.network.state_dict()
        self.state.optimizer = self._optimizer.state_dict()
        self.state.memory = [self._processes.gather(rows).contiguous() for rows in self._memory]
        self._processes.first(self._write)

    @property
    def tokenizer(self) -> tokenizers.Tokenizer:
        """What the corpus was encoded with."""
        return tokenizers.Tokenizer.from_str(self.state.tokenizer)

    @property
    def epoch_steps(self) -> int:
        """How many steps it takes to read every document once."""
        return self._streams.segments

    def batch(self, number: int) -> Batch:
        """Return what this process learns from in step ``number``."""
        config = self.state.config
        ids, targets, start = self._streams.batch(number)
        start = restarted(start, config.segment_length, config.restart_every)
        return Batch(ids[self._own], targets[self._own], start).to(self._device)

    @property
    def memory(self) -> list[Tensor]:
        """For each layer its rows (B, M, d_model), of the streams that are read here."""
        return self._memory

    @cached_property
    def _bytes_of(self) -> NDArray[np.int64]:
        """How many bytes each token stands for."""
        return bytes_of_tokens(self.tokenizer)

    @cached_property
    def _tokens_and_bytes(self) -> tuple[int, int]:
        """How many there are in all that is learnt from."""
        return sum(map(len, self._training)), sum(int(self._bytes_of[ids].sum()) for ids in self._training)

    def _tick(self) -> None:
        """Look at the clock, which is that of the first process."""
        _, self.state.seconds = self._processes.agree(False, time.monotonic() - self._began)

    def _measure(self) -> None:
        state = self.state
        self._report.phase("measuring")
        state.validation = self._processes.first(self._validate)
        self._add_row(measured(state.validation))
        self._report.validated(state.step, state.validation)
        self._processes.first(self._write_metrics)
        self._tick()

    def _validate(self) -> Validation:
        config = self.state.config
        with products_in(self._precision, self._device):
            return validate(
                self.network,
                self._validation,
                self._bytes_of,
                segment_length=config.segment_length,
                memory_length=config.kept,
                tokens=VALIDATION_TOKENS,
                restart_every=config.restart_every,
            )

    def _write(self) -> None:
        self.state.save(self.state.config.output / CHECKPOINT)
        self._write_metrics()

    def _write_metrics(self) -> None:
        write_metrics(self.state.config.output / METRICS, self.state.metrics)
        self._report.table(self.state.metrics)

    def _add_row(self, values: Row) -> None:
        state = self.state
        state.metrics.append({"step": state.step, "tokens": state.tokens, "seconds": round(state.seconds, 1)} | values)

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
            bits = round(bits_per_byte(mean, *self._tokens_and_bytes), 4)
            self._add_row({"loss": round(mean, 4), "bits_per_byte": bits, "tokens_per_second": round(speed_now)})
        progress = config.progress(state.step, state.seconds)
        left = (1 - progress) / progress * state.seconds if progress else float("inf")
        bits = bits_per_byte(loss_now, *self._tokens_and_bytes)
        self._report.step(
            StepReport(state.step, progress, loss_now, bits, state.tokens, speed_now, state.seconds, left)
        )


def memory_length(config: TrainingConfig, step: int) -> int:
    """Draw M for a step: now and then 0, so that the model can also start a text; else one of the lengths."""
    draw = random.Random(f"{config.seed} {step}")
    return 0 if draw.random() < config.without_memory else draw.choice(config.memory_lengths)
