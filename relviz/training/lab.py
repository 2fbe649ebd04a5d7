"""Trains the models of the lab, one a position scheme: the same body, the same text in the same order and steps."""

from __future__ import annotations

import shutil
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING

import torch

from relviz.checkpoints.native import CARD, CONFIG, TOKENIZER, WEIGHTS
from relviz.core.schemes import lab_schemes
from relviz.errors import OutputError, SettingError
from relviz.training.config import TrainingConfig
from relviz.training.run.checkpoint import CHECKPOINT
from relviz.training.run.loop import TrainingResult, train
from relviz.training.run.report import Report

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

STEPS = 800
SEEDED = ("count", "shaw", "xl")
"""Schemes that are trained with several seeds, since the argument rests on them."""
TRAINING = ".training"
"""Folder in the output in which runs are while they go on."""
NOTE = (
    "The first 95% of tinyshakespeare, plays by William Shakespeare (public domain) put together by Andrej Karpathy "
    "(github.com/karpathy/char-rnn); the last 5% are held out. One of several models of the same body that saw the "
    "same text in the same order, each with another position scheme, to be compared with one another. The memory is "
    "emptied and positions count from 0 again every 512 characters, so that no position beyond 511 was ever seen."
)


@dataclass(frozen=True)
class LabRun:
    """One model of the lab.

    Attributes:
        scheme: its position scheme.
        seed: of its weights and draws.
    """

    scheme: str
    seed: int = 0

    @property
    def name(self) -> str:
        """The name of its folder."""
        return f"lab-{self.scheme}" + (f"-{self.seed}" if self.seed else "")


def lab_runs(only: Collection[str] = (), seeds: int = 3) -> tuple[LabRun, ...]:
    """Return the models of the lab, those of the first seed first.

    Args:
        only: schemes to train; all of them if empty.
        seeds: how many seeds for the schemes that the argument rests on; the others have one.

    Raises:
        SettingError: there is no such scheme.
    """
    unknown = sorted(set(only) - set(lab_schemes()))
    if unknown:
        raise SettingError(f"The lab has no scheme {', '.join(unknown)}: choose from {', '.join(lab_schemes())}.")
    return tuple(
        LabRun(scheme, seed)
        for seed in range(max(1, seeds))
        for scheme in lab_schemes()
        if (not only or scheme in only) and (not seed or scheme in SEEDED)
    )


def lab_config(run: LabRun, text: Path, output: Path, steps: int = STEPS) -> TrainingConfig:
    """Return the settings of a model of the lab, whose run goes on in ``output/.training``."""
    return TrainingConfig(
        paths=(text,),
        output=output / TRAINING / run.name,
        scheme=run.scheme,
        seed=run.seed,
        steps=steps,
        vocab_size=256,
        n_layer=3,
        n_head=4,
        d_model=128,
        d_head=32,
        d_inner=512,
        pre_lnorm=True,
        segment_length=64,
        memory_lengths=(64,),
        without_memory=0.1,
        repeats=0,
        passage_length=0,
        weight_decay=0.1,
        restart_every=512,
        n_positions=512 if run.scheme == "learned" else None,
        clip=16 if run.scheme == "shaw" else None,
        streams=32,
        warm_up=0.05,
        validation_minutes=60,
        reading_segment_length=64,
        reading_memory_length=64,
        device="cpu",
        threads=1,
        note=NOTE,
        command=f"relviz lab train {text.name} --only {run.scheme}",
    )


def train_lab(
    runs: Sequence[LabRun],
    text: Path,
    output: Path,
    finished: Callable[[LabRun, TrainingResult], None],
    *,
    steps: int = STEPS,
    jobs: int = 1,
) -> None:
    """Train models of the lab, each with one thread, and write each to a folder of its name.

    A run that was broken off is gone on with; a model that is there already is replaced when the new one is done.

    Args:
        runs: the models.
        text: tinyshakespeare, one text file; its last 5% are held out.
        output: the folder for their folders.
        finished: hears of each model that was written.
        steps: how long each run is.
        jobs: how many are trained side by side.

    Raises:
        TextError: the text cannot be learnt from.
        ModelError: the checkpoint of a run broken off is damaged.
        OutputError: the folder cannot be written.
    """
    if jobs == 1:
        for run in runs:
            finished(run, train_one(run, text, output, steps))
    else:
        # forked from a process whose libraries have threads, a process may wait for a lock that nobody will let go
        spawn = get_context("spawn")
        with ProcessPoolExecutor(jobs, spawn, initializer=torch.set_num_threads, initargs=(1,)) as pool:
            going = {pool.submit(train_one, run, text, output, steps): run for run in runs}
            try:
                for done in as_completed(going):
                    finished(going[done], done.result())
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)  # or what went wrong is said when all runs are done
                raise
    with suppress(OSError):  # runs that were broken off, or that go on elsewhere, may still be in it
        (output / TRAINING).rmdir()


def train_one(run: LabRun, text: Path, output: Path, steps: int = STEPS) -> TrainingResult:
    """Train one model of the lab; raises as ``train_lab``."""
    config = lab_config(run, text, output, steps)
    result = train(config, Report(), resume=(config.output / CHECKPOINT).exists())
    try:
        (output / run.name).mkdir(parents=True, exist_ok=True)
        for name in (CONFIG, WEIGHTS, TOKENIZER, CARD):
            (config.output / name).replace(output / run.name / name)
        shutil.rmtree(config.output)
    except OSError as error:
        raise OutputError(f"{output / run.name} cannot be written: {error.strerror or error}.") from error
    return result
