"""What a model has learnt, in figures: its loss, what the memory gains, and what its heads do.

Everything is measured on passages that come with relviz (``relviz.core.text.passages``), in float32, in segments of
``SEGMENT_LENGTH`` tokens that do not overlap, with the memory carried from segment to segment and empty where a
passage begins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.metrics.predictions import largest_rise, late_places
from relviz.core.reading.reading import tokenise
from relviz.core.text.fit import best_language
from relviz.core.text.passages import passages
from relviz.core.text.tokens import Tokenizer
from relviz.errors import Cancelled, SettingError, TextError
from relviz.training.data.vocabulary import bits_per_byte
from relviz.training.evaluation.heads import HeadMeasures, measure_induction, read_together

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from relviz.core.model.model import Model
    from relviz.core.reading.reading import IsCancelled, Progress
    from relviz.core.text.tokens import Tokens

SEGMENT_LENGTH = 64
MEMORY_LENGTHS = (0, 32, 64, 128, 256)
MEMORY_LENGTH = 128
"""The one at which everything but the row of losses is measured."""
_AT = MEMORY_LENGTHS.index(MEMORY_LENGTH)
RUN = 48
"""Tokens of the random run that an induction head has to find again."""
DRAWS = 32
"""How many such runs are drawn."""
LIFT = 1.1
"""Memory share over uniform share from which a head is counted as one that prefers the memory."""


@dataclass(frozen=True)
class BestHead:
    """The head that does something best.

    Attributes:
        layer: its layer, from 0.
        head: its number, from 0.
        score: the mean attention it pays where it should, 0 to 1.
    """

    layer: int
    head: int
    score: float


@dataclass(frozen=True, eq=False)
class Evaluation:
    """What was measured of one model.

    Attributes:
        model: its name.
        sha256: of its weights.
        language: of the passages.
        documents: names of the passages.
        tokens: how many tokens were predicted, at each memory length.
        bytes: bytes of those tokens, as the tokenizer reads them: a curly quote that is read as a straight one is one.
        file_bytes: bytes of the same in the passages' files, in UTF-8: there it is three.
        losses: nats per token at each of ``MEMORY_LENGTHS``.
        late_losses: the same on the last quarter of each segment.
        induction: (L, H) mean attention on the token after the earlier occurrence, in a random run that repeats.
        previous_token: (L, H) mean attention at distance 1.
        memory_share: (L, H) mean share of the attention that goes to a full memory.
        uniform_share: what it would be if all visible keys were weighted alike.
        letters: of the terms, e.g. a, b, c and d.
        norms: (terms, L, H) root mean square of each term over visible cells.
        spreads: (terms, L, H) standard deviation of each term over visible cells.
    """

    model: str
    sha256: str
    language: str
    documents: tuple[str, ...]
    tokens: int
    bytes: int
    file_bytes: int
    losses: tuple[float, ...]
    late_losses: tuple[float, ...]
    induction: NDArray[np.float64]
    previous_token: NDArray[np.float64]
    memory_share: NDArray[np.float64]
    uniform_share: float
    letters: tuple[str, ...]
    norms: NDArray[np.float64]
    spreads: NDArray[np.float64]

    @property
    def bits_per_byte(self) -> float:
        """Loss at ``MEMORY_LENGTH`` for each byte that the tokenizer reads."""
        return bits_per_byte(self.losses[_AT], self.tokens, self.bytes)

    @property
    def bits_per_file_byte(self) -> float:
        """Loss at ``MEMORY_LENGTH`` for each byte of the files."""
        return bits_per_byte(self.losses[_AT], self.tokens, self.file_bytes)

    @property
    def memory_gain(self) -> float:
        """Loss without memory minus loss at ``MEMORY_LENGTH``, nats per token."""
        return self.losses[0] - self.losses[_AT]

    @property
    def late_gain(self) -> float:
        """The same on the last quarter of each segment."""
        return self.late_losses[0] - self.late_losses[_AT]

    @property
    def largest_rise(self) -> float:
        """Largest step up of the loss as the memory grows, nats per token; 0 or less if it never rises."""
        return largest_rise(self.losses)

    @property
    def best_induction(self) -> BestHead:
        """The head that finds a repeated run best."""
        return _best(self.induction)

    @property
    def best_previous_token(self) -> BestHead:
        """The head that looks one token back most."""
        return _best(self.previous_token)

    @property
    def lifts(self) -> NDArray[np.float64]:
        """(L, H) memory share over uniform share."""
        lifts: NDArray[np.float64] = self.memory_share / self.uniform_share
        return lifts

    @property
    def lifted_heads(self) -> int:
        """How many heads have at least ``LIFT`` times the uniform share in memory."""
        return int((self.lifts >= LIFT).sum())

    @property
    def relative_norms(self) -> NDArray[np.float64]:
        """(terms, L, H) norm of each term over that of the first, (a)."""
        relative: NDArray[np.float64] = self.norms / self.norms[:1]
        return relative


def evaluate(
    model: Model,
    language: str = "auto",
    texts: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
) -> Evaluation:
    """Measure a model.

    Args:
        model: the model; where its weights are is where it is measured.
        language: of the passages; ``auto`` takes those that the tokenizer reads in the fewest tokens for their bytes.
        texts: other passages, by name, in place of those that come with relviz.
        progress: called with the share done, 0 to 1.
        is_cancelled: asked between segments.

    Raises:
        SettingError: the model predicts no next token, or there are no passages of that language.
        TextError: it has no tokenizer, or the passages are too short for a full memory.
        Cancelled: ``is_cancelled`` said so.
    """
    if not model.config.predicts_next:
        raise SettingError(f"{model.name} reads in both directions and predicts no next token: choose another model.")
    tokenizer = model.tokenizer
    if tokenizer is None:
        raise TextError(f"{model.name} has no tokenizer, so that it cannot read the passages: choose another model.")
    if texts is None:
        language = best_language(tokenizer)[0] if language == "auto" else language
        texts = passages(language)
    documents = [tokenise(model, text) for text in texts.values()]
    longest = max(map(len, documents))
    if longest < 2 * SEGMENT_LENGTH + MEMORY_LENGTH:
        raise TextError(f"A passage must have {2 * SEGMENT_LENGTH + MEMORY_LENGTH} tokens or more: give a longer one.")
    heads = HeadMeasures(model, MEMORY_LENGTH)
    tally = _Tally(len(MEMORY_LENGTHS) * -(-longest // SEGMENT_LENGTH), progress, is_cancelled)
    losses = [_read(model, documents, length, heads, tally) for length in MEMORY_LENGTHS]
    late = [late_places(np.arange(len(tokens)), SEGMENT_LENGTH) for tokens in documents]
    read = [tokens.text[tokens.spans[1, 0] :] for tokens in documents]
    as_read = map(tokenizer.normalised, read) if isinstance(tokenizer, Tokenizer) else read
    return Evaluation(
        model=model.name,
        sha256=model.sha256,
        language=language,
        documents=tuple(texts),
        tokens=sum(len(tokens) - 1 for tokens in documents),
        bytes=sum(len(text.encode()) for text in as_read),
        file_bytes=sum(len(text.encode()) for text in read),
        losses=tuple(float(np.nanmean(np.concatenate(each))) for each in losses),
        late_losses=tuple(
            float(np.nanmean(np.concatenate([loss[places] for loss, places in zip(each, late, strict=True)])))
            for each in losses
        ),
        induction=measure_induction(model, SEGMENT_LENGTH, MEMORY_LENGTH, RUN, DRAWS),
        previous_token=heads.previous_token,
        memory_share=heads.memory_share,
        uniform_share=heads.uniform_share,
        letters=tuple(kind.letter for kind in model.network.layers[0].attention.scheme.kinds),
        norms=heads.norms,
        spreads=heads.spreads,
    )


class _Tally:
    """Counts segments, tells how far the work is, and asks whether to go on."""

    def __init__(self, segments: int, progress: Progress | None, is_cancelled: IsCancelled | None) -> None:
        self._segments, self._done = segments, 0
        self._progress, self._is_cancelled = progress, is_cancelled

    def count(self) -> None:
        if self._is_cancelled and self._is_cancelled():
            raise Cancelled("The evaluation was cancelled.")
        self._done += 1
        if self._progress:
            self._progress(self._done / self._segments)


def _read(
    model: Model, documents: Sequence[Tokens], memory_length: int, heads: HeadMeasures, tally: _Tally
) -> list[NDArray[np.float64]]:
    """Return the losses of each document, one a token, NaN at its last; at one memory length look at the heads, too."""
    losses = [np.full(len(tokens), np.nan) for tokens in documents]
    for step in read_together(model, documents, SEGMENT_LENGTH, memory_length):
        for document, length, loss in zip(step.documents, step.lengths, step.losses, strict=True):
            losses[document][step.where.start : step.where.start + length] = loss[:length]
        if memory_length == MEMORY_LENGTH:
            heads.add(step)
        tally.count()
    return losses


def _best(scores: NDArray[np.float64]) -> BestHead:
    layer, head = divmod(int(scores.argmax()), scores.shape[1])
    return BestHead(layer, head, float(scores[layer, head]))
