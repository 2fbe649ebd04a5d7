"""What a training run is made of."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_args, get_type_hints

from relviz.core.config import ModelConfig
from relviz.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Mapping

OptimizerName = Literal["muon", "adamw"]
Precision = Literal["bf16", "fp32"]
DEFAULT_STEPS = 5_000

TELLING = ("steps", "minutes", "repeating", "repeat_lengths", "weight_decay")
"""Settings that may change and that change what the model learns: a card says when they were changed."""
RUN, MODEL = "The run", "The model"
"""Headings of the options on the command line."""


@dataclass(frozen=True)
class Setting:
    """What there is to say of a setting besides its type and its default.

    Attributes:
        help: what ``relviz train --help`` says of it; a setting without is one of the settings file alone.
        option: its word on the command line, if that is not its name.
        metavar: what stands there for its value; None names its words.
        panel: the heading that it stands under there.
        least: the smallest number that it may be; for several numbers, that each of them may be.
        show_default: whether the default is shown there.
        may_change: whether a resumed run may have it otherwise than the run it goes on with.
        written: whether ``training.toml`` has it: where a run went and how it was called is not what makes its model.
    """

    help: str = ""
    option: str = ""
    metavar: str | None = "N"
    panel: str = RUN
    least: float | None = None
    show_default: bool = False
    may_change: bool = False
    written: bool = True


@dataclass(frozen=True, kw_only=True)
class TrainingConfig:
    """Settings of a run; the defaults give ``en-small``.

    This is the one place that knows them: the options of ``relviz train``, the words of ``training.toml``, the checks
    and what a checkpoint holds all follow from the fields, in their order. To add one, add a field.
    """

    paths: Annotated[tuple[Path, ...], Setting(may_change=True)]
    """Text files, and folders of ``.txt`` files."""
    output: Annotated[Path, Setting(may_change=True, written=False)]
    """The folder for the model, its checkpoint, ``metrics.csv`` and ``training.toml``."""
    steps: Annotated[
        int | None, Setting(f"How long: {DEFAULT_STEPS:,} steps if not given.", least=1, may_change=True)
    ] = None
    """How many steps the run has; 5,000 unless ``minutes`` is given."""
    minutes: Annotated[float | None, Setting("How long, in minutes instead.", least=0.001, may_change=True)] = None
    """How long the run takes instead, in minutes of its own, breaks between resumed parts left out."""
    hold_out: Annotated[
        str | None,
        Setting(
            "Documents to measure on, not to learn from: names of files without .txt, separated by commas, or a file "
            "of such names; about 2% of the text if not given.",
            metavar="NAMES|FILE",
            may_change=True,
        ),
    ] = None
    """What ``read_hold_out`` reads."""
    seed: Annotated[int, Setting("Of all that is random.", least=0)] = 0
    """Of the weights and of every draw."""
    streams: Annotated[int, Setting("Texts read side by side.", least=1)] = 32
    """B; each text has a memory of its own."""
    repeats: Annotated[
        int | None,
        Setting(
            "How many of the streams hold passages and random tokens that come twice, to learn copying from; a tenth "
            "if not given.",
            least=0,
            may_change=True,
        ),
    ] = None
    repeat_lengths: Annotated[tuple[int, int], Setting(may_change=True)] = (8, 63)
    """Tokens in what comes twice, from the one to the other: short runs teach copying soon, those longer than a segment
    teach heads to look for it in memory."""
    passage_length: Annotated[int, Setting(least=0)] = 4096
    """Tokens that are read as they follow one another in their document, many times what a memory holds; passages are
    shuffled, so that at any time the streams read from all documents. 0 for whole documents: a stream that reads a book
    from end to end learns, and forgets, one book after the other."""
    optimizer: Annotated[OptimizerName, Setting("Of the layers' matrices; AdamW takes the rest.", metavar=None)] = (
        "muon"
    )
    """``muon`` for the matrices of the layers and AdamW for the rest, or ``adamw`` for all."""
    learning_rate: Annotated[float | None, Setting("The peak.", metavar="X")] = None
    """For what the optimizer is named after; None is 0.02 for Muon, 0.001 for AdamW."""
    adamw_learning_rate: Annotated[float, Setting()] = 3e-3
    """The peak for what Muon leaves to AdamW."""
    weight_decay: Annotated[float, Setting(may_change=True)] = 0.02
    """Decoupled, times the learning rate, for matrices of the layers."""
    warm_up: Annotated[float, Setting()] = 0.03
    """Share of the run in which the learning rate rises."""
    gradient_clip: Annotated[float, Setting()] = 1.0
    """Largest norm of the gradient."""
    precision: Annotated[Precision, Setting()] = "bf16"
    """Of matrix products; weights, norms and loss are float32 either way."""
    checkpoint_minutes: Annotated[float, Setting(may_change=True)] = 2.5
    """Time between two checkpoints."""
    validation_minutes: Annotated[float, Setting(may_change=True)] = 5.0
    """Time between two measurements of the validation loss."""
    threads: Annotated[int | None, Setting("CPU threads.", least=1, may_change=True)] = None
    """How many share the streams of a step on the CPU; None is as many as there are cores."""
    device: Annotated[str, Setting("Where to compute.", metavar=None, show_default=True, may_change=True)] = "auto"
    n_layer: Annotated[int, Setting("How many layers.", option="layers", panel=MODEL, least=1)] = 6
    n_head: Annotated[int, Setting("Heads of a layer.", option="heads", panel=MODEL, least=1)] = 6
    d_model: Annotated[int, Setting("Width of the model, d_model.", option="width", panel=MODEL, least=2)] = 192
    """Width of the residual stream."""
    d_head: Annotated[int, Setting("Width of a head, d_head.", option="head-width", panel=MODEL, least=1)] = 32
    d_inner: Annotated[
        int, Setting("Width of the feed-forward layer, d_inner.", option="inner-width", panel=MODEL, least=1)
    ] = 768
    pre_lnorm: Annotated[bool, Setting()] = True
    """Normalise before each block instead of after it."""
    vocab_size: Annotated[int, Setting("Tokens to tell apart.", option="vocabulary", panel=MODEL, least=256)] = 4096
    """Of which 256 are the bytes."""
    segment_length: Annotated[int, Setting("Tokens in a segment.", metavar="T", panel=MODEL, least=1)] = 64
    """T, while training."""
    memory_lengths: Annotated[
        tuple[int, ...],
        Setting(
            "Tokens that the memory holds; of several, one is drawn for each step.",
            option="memory-length",
            metavar="M",
            panel=MODEL,
            least=0,
        ),
    ] = (32, 64, 128, 128, 256)
    """The largest is how many rows are kept."""
    without_memory: Annotated[float, Setting()] = 0.04
    """Share of the steps that get M = 0."""
    restart_every: Annotated[
        int | None,
        Setting(
            "Tokens after which memory is emptied and positions count from 0 again; never if not given.",
            panel=MODEL,
            least=1,
        ),
    ] = None
    """Tokens of a stream, for schemes that know positions only up to there."""
    scheme: Annotated[str, Setting("The position scheme.", metavar=None, panel=MODEL)] = "xl"
    """A key of ``relviz.core.schemes.SCHEMES``."""
    n_positions: Annotated[
        int | None, Setting("Rows in a table of learned positions.", option="positions", panel=MODEL, least=1)
    ] = None
    """None, here and below, for the default of ``ModelConfig``."""
    clip: Annotated[
        int | None,
        Setting("Distance beyond which all share one vector (shaw).", metavar="K", panel=MODEL, least=1),
    ] = None
    buckets: Annotated[int | None, Setting()] = None
    """How many numbers a head has for distances (``t5``)."""
    max_distance: Annotated[int | None, Setting()] = None
    """Distance from which all are in the last bucket (``t5``)."""
    reading_segment_length: Annotated[int, Setting()] = 32
    """T that the finished model is read with by default."""
    reading_memory_length: Annotated[int, Setting()] = 64
    """M that the finished model is read with by default."""
    note: Annotated[str, Setting("About the texts, for the model card.", metavar="TEXT", may_change=True)] = ""
    """A paragraph about the data and its licence."""
    command: Annotated[str, Setting(may_change=True, written=False)] = ""
    """How the run was called, for the model card."""

    def __post_init__(self) -> None:
        for name, setting in settings().items():
            value = getattr(self, name)
            numbers = value if isinstance(value, tuple) else (value,)
            if setting.least is not None and not all(one is None or one >= setting.least for one in numbers):
                raise SettingError(f"{name} must be at least {setting.least}, not {value}.")
        if not self.memory_lengths:
            raise SettingError("memory_lengths must be one or more whole numbers of at least 0.")
        if self.repeating >= self.streams:
            raise SettingError(f"repeats must be from 0 to below streams, {self.streams}, not {self.repeats}.")
        if len(self.repeat_lengths) != 2 or not 1 <= self.repeat_lengths[0] <= self.repeat_lengths[1]:
            raise SettingError(f"repeat_lengths are the shortest and the longest run, not {self.repeat_lengths}.")
        if self.restart_every is not None:
            self._check_restart(self.restart_every)
        if self.steps is not None and self.minutes is not None:
            raise SettingError("A run is as long as steps say or as minutes say: give one of them, not both.")
        for name in ("learning_rate", "adamw_learning_rate", "gradient_clip"):
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
        if every % self.segment_length:
            raise SettingError(
                f"restart_every must be a multiple of segment_length, {self.segment_length}, not {every}."
            )
        if every < self.reading_segment_length:
            raise SettingError(
                f"reading_segment_length must be at most restart_every, {every}, not {self.reading_segment_length}."
            )

    @property
    def model(self) -> ModelConfig:
        """The shape of the model to train: the settings that are called as its own are, and what it is trained on."""
        own = {field.name: getattr(self, field.name) for field in fields(ModelConfig) if field.name in settings()}
        own |= {"segment_length": self.reading_segment_length, "memory_length": self.reading_memory_length}
        return ModelConfig(
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
        return {name: _plain(getattr(self, name)) for name in settings()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> TrainingConfig:
        """Build settings from the values of ``to_dict``."""
        values = {"passage_length": 0} | dict(values)  # so it was before there was the setting
        types = types_of_settings()
        return cls(**{name: _restored(value, types[name]) for name, value in values.items()})

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
        for name, setting in sorted(settings().items()):
            if not setting.may_change and ours[name] != theirs[name]:
                raise SettingError(
                    f"The run was begun with {name} {theirs[name]}, not {ours[name]}: resume it with the settings it "
                    "was begun with, or train into another folder."
                )


@cache
def settings() -> dict[str, Setting]:
    """Return what is said of each setting, by name, in their order."""
    hints = get_type_hints(TrainingConfig, include_extras=True)
    return {field.name: get_args(hints[field.name])[1] for field in fields(TrainingConfig)}


@cache
def types_of_settings() -> dict[str, Any]:
    """Return the type of each setting, by name, in their order."""
    hints = get_type_hints(TrainingConfig)
    return {field.name: hints[field.name] for field in fields(TrainingConfig)}


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Path) else value


def _restored(value: Any, kind: Any) -> Any:
    """Return what a plain value of ``to_dict`` stood for."""
    if isinstance(value, list):
        return tuple(_restored(one, get_args(kind)[0]) for one in value)
    return Path(value) if kind is Path else value
