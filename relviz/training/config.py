"""What a training run is made of."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from relviz.core.config import ModelConfig
from relviz.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping

OptimizerName = Literal["muon", "adamw"]
Precision = Literal["bf16", "fp32"]
DEFAULT_STEPS = 5_000

MAY_CHANGE = frozenset(
    {"paths", "output", "hold_out", "steps", "minutes", "checkpoint_minutes", "validation_minutes"}
    | {"device", "threads", "note", "command"}
    | {"repeats", "repeat_lengths", "weight_decay"}
)
"""Settings that a resumed run may have otherwise than the run it goes on with."""
TELLING = ("steps", "minutes", "repeating", "repeat_lengths", "weight_decay")
"""Those of them that change what the model learns: a card says when they were changed."""


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """Settings of a run; the defaults give ``en-small``.

    Attributes:
        paths: text files, and folders of ``.txt`` files.
        output: the folder for the model, its checkpoint, ``metrics.csv`` and ``training.toml``.
        hold_out: what ``read_hold_out`` reads; None holds out about 2% of the text.
        scheme: the position scheme, a key of ``relviz.core.schemes.SCHEMES``.
        n_positions: rows in the table of a scheme that learns its positions; None, here and below, for the default of
            ``ModelConfig``.
        clip: distance beyond which all share one vector (``shaw``).
        buckets: how many numbers a head has for distances (``t5``).
        max_distance: distance from which all are in the last bucket (``t5``).
        vocab_size: tokens in the vocabulary, of which 256 are the bytes.
        n_layer: layers.
        n_head: heads of a layer.
        d_model: width of the residual stream.
        d_head: width of a head.
        d_inner: width of the feed-forward layer.
        pre_lnorm: normalise before each block instead of after it.
        segment_length: T, tokens in a training segment.
        memory_lengths: M is drawn from these for each step; the largest is how many rows are kept.
        without_memory: share of the steps that get M = 0.
        restart_every: tokens of a stream after which its memory is emptied and positions count from 0 again, for
            schemes that know positions only up to there; None for never.
        streams: B, texts read side by side, each with a memory of its own.
        repeats: how many of the streams hold passages and runs of random tokens that come twice, to learn copying from;
            None is a tenth of them.
        repeat_lengths: tokens in what comes twice, from the one to the other: short runs teach copying soon, those
            longer than a segment teach heads to look for it in memory.
        passage_length: tokens that are read as they follow one another in their document, many times what a memory
            holds; passages are shuffled, so that at any time the streams read from all documents. 0 for whole
            documents: a stream that reads a book from end to end learns, and forgets, one book after the other.
        steps: how many steps the run has; 5,000 unless ``minutes`` is given.
        minutes: how long the run takes instead, in minutes of its own, breaks between resumed parts left out.
        optimizer: ``muon`` for the matrices of the layers and AdamW for the rest, or ``adamw`` for all.
        learning_rate: the peak for what the optimizer is named after; None is 0.02 for Muon, 0.001 for AdamW.
        adamw_learning_rate: the peak for what Muon leaves to AdamW.
        weight_decay: decoupled, times the learning rate, for matrices of the layers.
        warm_up: share of the run in which the learning rate rises.
        gradient_clip: largest norm of the gradient.
        seed: of the weights and of every draw.
        precision: of matrix products; weights, norms and loss are float32 either way.
        checkpoint_minutes: time between two checkpoints.
        validation_minutes: time between two measurements of the validation loss.
        reading_segment_length: T that the finished model is read with by default.
        reading_memory_length: M that the finished model is read with by default.
        device: a name as in ``--device``.
        threads: how many share the streams of a step on the CPU; None is as many as there are cores.
        note: a paragraph about the data and its licence for the model card.
        command: how the run was called, for the model card.
    """

    paths: tuple[Path, ...]
    output: Path
    hold_out: str | None = None
    scheme: str = "xl"
    n_positions: int | None = None
    clip: int | None = None
    buckets: int | None = None
    max_distance: int | None = None
    vocab_size: int = 4096
    n_layer: int = 6
    n_head: int = 6
    d_model: int = 192
    d_head: int = 32
    d_inner: int = 768
    pre_lnorm: bool = True
    segment_length: int = 64
    memory_lengths: tuple[int, ...] = (32, 64, 128, 128, 256)
    without_memory: float = 0.04
    restart_every: int | None = None
    streams: int = 32
    repeats: int | None = None
    repeat_lengths: tuple[int, int] = (8, 63)
    passage_length: int = 4096
    steps: int | None = None
    minutes: float | None = None
    optimizer: OptimizerName = "muon"
    learning_rate: float | None = None
    adamw_learning_rate: float = 3e-3
    weight_decay: float = 0.02
    warm_up: float = 0.03
    gradient_clip: float = 1.0
    seed: int = 0
    precision: Precision = "bf16"
    checkpoint_minutes: float = 2.5
    validation_minutes: float = 5.0
    reading_segment_length: int = 32
    reading_memory_length: int = 64
    device: str = "auto"
    threads: int | None = None
    note: str = ""
    command: str = ""

    def __post_init__(self) -> None:
        for name, least in (("segment_length", 1), ("streams", 1), ("passage_length", 0)):
            if getattr(self, name) < least:
                raise SettingError(f"{name} must be at least {least}, not {getattr(self, name)}.")
        if not self.memory_lengths or min(self.memory_lengths) < 0:
            raise SettingError("memory_lengths must be one or more whole numbers of at least 0.")
        if not 0 <= self.repeating < self.streams:
            raise SettingError(f"repeats must be from 0 to below streams, {self.streams}, not {self.repeats}.")
        if len(self.repeat_lengths) != 2 or not 1 <= self.repeat_lengths[0] <= self.repeat_lengths[1]:
            raise SettingError(f"repeat_lengths are the shortest and the longest run, not {self.repeat_lengths}.")
        if self.restart_every is not None:
            self._check_restart(self.restart_every)
        if self.steps is not None and self.minutes is not None:
            raise SettingError("A run is as long as steps say or as minutes say: give one of them, not both.")
        for name in ("steps", "minutes", "learning_rate", "adamw_learning_rate", "gradient_clip"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise SettingError(f"{name} must be more than 0, not {value}.")
        for name in ("without_memory", "warm_up"):
            if not 0 <= getattr(self, name) <= 1:
                raise SettingError(f"{name} is a share from 0 to 1, not {getattr(self, name)}.")
        if self.optimizer not in get_args(OptimizerName):
            raise SettingError(f"optimizer must be muon or adamw, not {self.optimizer!r}.")
        if self.precision not in get_args(Precision):
            raise SettingError(f"precision must be bf16 or fp32, not {self.precision!r}.")
        if self.scheme == "xlnet":
            raise SettingError(
                "XLNet's scheme is read here and not trained: its models learn to predict tokens in an order of their "
                "own, which relviz train does not do; choose another scheme."
            )

    def _check_restart(self, every: int) -> None:
        if every < 1 or every % self.segment_length:
            raise SettingError(
                f"restart_every must be a multiple of segment_length, {self.segment_length}, not {every}."
            )
        if every < self.reading_segment_length:
            raise SettingError(
                f"reading_segment_length must be at most restart_every, {every}, not {self.reading_segment_length}."
            )

    @property
    def model(self) -> ModelConfig:
        """The shape of the model to train."""
        own = {name: getattr(self, name) for name in ("n_positions", "clip", "buckets", "max_distance")}
        return ModelConfig(
            vocab_size=self.vocab_size,
            n_layer=self.n_layer,
            n_head=self.n_head,
            d_model=self.d_model,
            d_head=self.d_head,
            d_inner=self.d_inner,
            scheme=self.scheme,
            pre_lnorm=self.pre_lnorm,
            segment_length=self.reading_segment_length,
            memory_length=self.reading_memory_length,
            trained_segment_length=self.segment_length,
            trained_memory_length=self.kept,
            trained_positions=self.restart_every,
            **{name: value for name, value in own.items() if value is not None},
        )

    @property
    def repeating(self) -> int:
        """How many of the streams repeat themselves."""
        return self.streams // 10 if self.repeats is None else self.repeats

    @property
    def kept(self) -> int:
        """How many rows the memory keeps."""
        return max(self.memory_lengths)

    def progress(self, step: int, seconds: float) -> float:
        """Return how much of the run is done after so many steps and seconds, from 0 to 1."""
        done = step / (self.steps or DEFAULT_STEPS) if self.minutes is None else seconds / (60 * self.minutes)
        return min(1.0, done)

    def to_dict(self) -> dict[str, Any]:
        """Return the settings as plain values, for a checkpoint."""
        values = asdict(self)
        return values | {
            "paths": [str(path) for path in self.paths],
            "output": str(self.output),
            "memory_lengths": list(self.memory_lengths),
            "repeat_lengths": list(self.repeat_lengths),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TrainingConfig:
        """Build settings from the values of ``to_dict``."""
        values = {"passage_length": 0} | dict(values)  # so it was before there was the setting
        paths = tuple(Path(path) for path in values["paths"])
        lists = {name: tuple(values[name]) for name in ("memory_lengths", "repeat_lengths") if name in values}
        return cls(**{**values, **lists, "paths": paths, "output": Path(values["output"])})

    def changes(self, earlier: TrainingConfig, step: int) -> list[str]:
        """Say which telling settings are not those that the run had up to a step."""
        return [
            f"from step {step:,} on {name.replace('repeating', 'repeats')} was {getattr(self, name)}, "
            f"before that {getattr(earlier, name)}"
            for name in TELLING
            if getattr(self, name) != getattr(earlier, name)
        ]

    def require_same(self, earlier: TrainingConfig) -> None:
        """Compare with the run that this one goes on with.

        Raises:
            SettingError: a setting that makes the model differs; the message names it.
        """
        ours, theirs = self.to_dict(), earlier.to_dict()
        for name in sorted(set(ours) - MAY_CHANGE):
            if ours[name] != theirs[name]:
                raise SettingError(
                    f"The run was begun with {name} {theirs[name]}, not {ours[name]}: resume it with the settings it "
                    "was begun with, or train into another folder."
                )
