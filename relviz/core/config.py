"""What a Transformer-XL is made of, as written in a model's ``config.json``."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any, Literal, get_args

from relviz.errors import ModelError

InitialMemory = Literal["empty", "zeros"]


@dataclass(frozen=True)
class ModelConfig:
    """The shape of a model and the lengths it is read with by default.

    Names follow the reference implementation (kimiyoung/transformer-xl) where it has one.
    """

    vocab_size: int
    n_layer: int
    n_head: int
    d_model: int
    """Width of the residual stream and of R_d."""
    d_head: int
    d_inner: int
    """Width of the feed-forward layer."""
    scheme: str = "xl"
    """The position scheme, a key of ``relviz.core.schemes.SCHEMES``."""
    pre_lnorm: bool = False
    """Normalise the input of each block instead of its output; as in the reference, no norm follows the last layer."""
    untie_r: bool = True
    """Whether each layer has its own u and v; otherwise all layers share one pair."""
    clamp_len: int = -1
    """Distances beyond it share one vector R_d; -1 or 0 means no limit."""
    same_length: bool = False
    """Let every query see the same number of keys: those at a distance below the memory's capacity."""
    initial_memory: InitialMemory = "empty"
    """What the memory holds before the first segment: nothing, or as many zero vectors as fit."""
    layer_norm_epsilon: float = 1e-5
    segment_length: int = 32
    memory_length: int = 64
    trained_segment_length: int | None = None
    trained_memory_length: int | None = None
    """The largest lengths seen in training, None where unknown."""

    def __post_init__(self) -> None:
        for name in ("vocab_size", "n_layer", "n_head", "d_model", "d_head", "d_inner", "segment_length"):
            self._require_whole(name, least=1)
        if self.d_model % 2:
            raise ModelError(f"d_model must be even, since R_d is half sines and half cosines, not {self.d_model}.")
        self._require_whole("memory_length", least=0)
        self._require_whole("clamp_len", least=-1)
        for name in ("trained_segment_length", "trained_memory_length"):
            if getattr(self, name) is not None:
                self._require_whole(name, least=0)
        for name in ("pre_lnorm", "untie_r", "same_length"):
            if not isinstance(getattr(self, name), bool):
                raise ModelError(f"{name} must be true or false, not {getattr(self, name)!r}.")
        epsilon = self.layer_norm_epsilon
        if isinstance(epsilon, bool) or not isinstance(epsilon, (int, float)) or not 0 <= epsilon < 1:
            raise ModelError(f"layer_norm_epsilon must be a small positive number, not {epsilon!r}.")
        if self.initial_memory not in get_args(InitialMemory):
            raise ModelError(f"initial_memory must be 'empty' or 'zeros', not {self.initial_memory!r}.")

    def _require_whole(self, name: str, least: int) -> None:
        value = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ModelError(f"{name} must be a whole number of at least {least}, not {value!r}.")

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> ModelConfig:
        """Build a config from the values of a ``config.json``.

        Raises:
            ModelError: a value is missing, unknown, or out of range; the message names it.
        """
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise ModelError(f"unknown setting {', '.join(unknown)}.")
        try:
            return cls(**values)
        except TypeError as error:
            raise ModelError(f"{str(error).partition('__init__() ')[2] or error}.") from error

    def to_dict(self) -> dict[str, Any]:
        """Return the values as they are written to ``config.json``."""
        return asdict(self)
