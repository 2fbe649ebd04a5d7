"""What a Transformer-XL is made of, as written in a model's ``config.json``."""

from __future__ import annotations

from dataclasses import MISSING, asdict, dataclass, fields
from itertools import pairwise
from typing import Any, Literal, get_args

from relviz.errors import ModelError

InitialMemory = Literal["empty", "zeros"]
Activation = Literal["relu", "gelu"]
SameLengthOf = Literal["capacity", "fill"]
ClusterOrder = Literal["forward", "reversed"]


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
    same_length_of: SameLengthOf = "capacity"
    """What ``same_length`` counts: with the memory's capacity C a query sees distances below C, as in kimiyoung's and
    Hugging Face's Transformer-XL; with its fill M, distances up to M, as in XLNet and the TensorFlow original."""
    causal: bool = True
    """Whether a query sees no later keys; without it, it sees all of them and ``same_length`` says nothing (XLNet's
    ``attn_type`` ``bi``)."""
    reuse_length: int | None = None
    """How many tokens of a segment, from the first, become memory (XLNet's ``reuse_len``); None for all."""
    query_stream: bool = False
    """Whether there is a second stream, which predicts tokens that it has not seen (XLNet's two streams); the first
    one, of the tokens' contents, is what relviz shows."""
    initial_memory: InitialMemory = "empty"
    """What the memory holds before the first segment: nothing, or as many zero vectors as fit."""
    activation: Activation = "relu"
    """What stands between the two matrices of a feed-forward layer; ``gelu`` is the exact one, with erf."""
    scale_embeddings: bool = True
    """Whether embeddings are multiplied by sqrt(d_model)."""
    cutoffs: tuple[int, ...] = ()
    """First ids of the further clusters of an adaptive embedding and softmax; without any there is one cluster."""
    div_val: int = 1
    """Each cluster's vectors are narrower than those of the one before by this factor."""
    d_embed: int | None = None
    """Width of the vectors of the first cluster, None for d_model."""
    tie_weight: bool = True
    """Whether input and output share their vectors."""
    tie_projs: tuple[bool, ...] = ()
    """For each cluster whether input and output share its projection to d_model; those left out do not."""
    cluster_order: ClusterOrder = "forward"
    """Order in which the head of the softmax holds the further clusters: ``reversed`` in what kimiyoung's and NVIDIA's
    PyTorch code trained, ``forward`` in Hugging Face's and the TensorFlow original."""
    n_positions: int | None = None
    """Rows in the table of a scheme that learns its positions (``learned``: 512 if None; ``learned-relative``)."""
    clip: int = 16
    """k, the distance beyond which all share one vector (``shaw``)."""
    buckets: int = 32
    """How many numbers a head has for distances (``t5``)."""
    max_distance: int = 128
    """Distance from which all are in the last bucket (``t5``)."""
    layer_norm_epsilon: float = 1e-5
    segment_length: int = 32
    memory_length: int = 64
    trained_segment_length: int | None = None
    trained_memory_length: int | None = None
    """The largest lengths seen in training, None where unknown."""
    trained_positions: int | None = None
    """How many positions were seen in training, from 0, where they are absolute; None where unknown."""

    def __post_init__(self) -> None:
        for name in ("vocab_size", "n_layer", "n_head", "d_model", "d_head", "d_inner", "segment_length"):
            self._require_whole(name, least=1)
        if self.d_model % 2:
            raise ModelError("d_model must be even, since R_d is half sines and half cosines, not {0}.", self.d_model)
        self._require_whole("memory_length", least=0)
        self._require_whole("clamp_len", least=-1)
        self._require_whole("clip", least=1)
        self._require_whole("buckets", least=2)
        self._require_whole("max_distance", least=self.buckets // 2 + 1)
        for name in ("trained_segment_length", "trained_memory_length", "trained_positions"):
            if getattr(self, name) is not None:
                self._require_whole(name, least=0)
        for name in ("reuse_length", "n_positions"):
            if getattr(self, name) is not None:
                self._require_whole(name, least=1)
        for name in ("pre_lnorm", "untie_r", "same_length", "causal", "query_stream", "scale_embeddings", "tie_weight"):
            if not isinstance(getattr(self, name), bool):
                raise ModelError("{0} must be true or false, not {1!r}.", name, getattr(self, name))
        epsilon = self.layer_norm_epsilon
        if isinstance(epsilon, bool) or not isinstance(epsilon, (int, float)) or not 0 <= epsilon < 1:
            raise ModelError("layer_norm_epsilon must be a small positive number, not {0!r}.", epsilon)
        if self.initial_memory not in get_args(InitialMemory):
            raise ModelError("initial_memory must be 'empty' or 'zeros', not {0!r}.", self.initial_memory)
        if self.activation not in get_args(Activation):
            raise ModelError("activation must be 'relu' or 'gelu', not {0!r}.", self.activation)
        if self.same_length_of not in get_args(SameLengthOf):
            raise ModelError("same_length_of must be 'capacity' or 'fill', not {0!r}.", self.same_length_of)

        self._check_clusters()

    def _check_clusters(self) -> None:
        for name, kind in (("cutoffs", int), ("tie_projs", bool)):
            values = getattr(self, name)
            if not isinstance(values, (list, tuple)) or any(type(value) is not kind for value in values):
                raise ModelError("{0} must be a list, not {1!r}.", name, values)
            object.__setattr__(self, name, tuple(values))  # a list, as JSON has it
        bounds = (0, *self.cutoffs, self.vocab_size)
        if any(end <= start for start, end in pairwise(bounds)):
            raise ModelError(
                "cutoffs must ascend from 1 to below vocab_size, {0}, not {1}.", self.vocab_size, self.cutoffs
            )
        self._require_whole("div_val", least=1)
        if self.d_embed is not None:
            self._require_whole("d_embed", least=1)
        if self.div_val > 1 and self.embedding_width // self.div_val ** len(self.cutoffs) < 1:
            raise ModelError("div_val {0} leaves the last cluster of {1} no width.", self.div_val, self.embedding_width)
        if self.cluster_order not in get_args(ClusterOrder):
            raise ModelError("cluster_order must be 'forward' or 'reversed', not {0!r}.", self.cluster_order)

    @property
    def embedding_width(self) -> int:
        """Width of the vectors of the first cluster."""
        return self.d_model if self.d_embed is None else self.d_embed

    def ties_projection(self, cluster: int) -> bool:
        """Whether input and output share the projection of a cluster."""
        return cluster < len(self.tie_projs) and self.tie_projs[cluster]

    @property
    def predicts_next(self) -> bool:
        """Whether a token's output predicts the next token: not if it has seen it."""
        return self.causal

    def _require_whole(self, name: str, least: int) -> None:
        value = getattr(self, name)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise ModelError("{0} must be a whole number of at least {1}, not {2!r}.", name, least, value)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> ModelConfig:
        """Build a config from the values of a ``config.json``.

        Raises:
            ModelError: a value is missing, unknown, or out of range; the message names it.
        """
        known = {field.name for field in fields(cls)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise ModelError("unknown setting {0}.", ", ".join(unknown))
        missing = [field.name for field in fields(cls) if field.default is MISSING and field.name not in values]
        if missing:
            raise ModelError("it lacks the setting {0}.", ", ".join(missing))
        try:
            return cls(**values)
        except TypeError as error:
            raise ModelError("a setting is of the wrong kind: {0}.", error) from error

    def to_dict(self) -> dict[str, Any]:
        """Return the values as they are written to ``config.json``."""
        return asdict(self)
