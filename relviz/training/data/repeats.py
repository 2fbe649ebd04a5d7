"""Streams in which everything comes twice: what a model learns copying from.

Books seldom repeat a passage to the letter, so a small model sees too little of it to grow induction heads (Olsson et
al. 2022). Here passages of the text and runs of random tokens are each followed by themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from relviz.training.data.vocabulary import Ids

RANDOM_SHARE = 0.5
"""Share of the runs that are random tokens; the others are passages."""


class Repeating(NamedTuple):
    """A stream of runs, each of which comes twice.

    Attributes:
        ids: (N,) int32.
        predictable: (N,) False for the tokens of a random run when it comes first, and for the first of each run.
    """

    ids: Ids
    predictable: NDArray[np.bool_]


def repeating(
    text: Ids, vocab_size: int, length: int, lengths: tuple[int, int], generator: np.random.Generator
) -> Repeating:
    """Return a stream of ``length`` tokens.

    Args:
        text: (n,) ids that passages are taken from.
        vocab_size: random tokens are drawn evenly from as many.
        length: tokens in the stream.
        lengths: tokens in a run, drawn evenly from the one to the other.
        generator: what is drawn from.
    """
    ids: list[Ids] = []
    predictable: list[NDArray[np.bool_]] = []
    have = 0
    while have < length:
        size = min(int(generator.integers(*lengths, endpoint=True)), len(text))
        is_random = generator.random() < RANDOM_SHARE
        start = int(generator.integers(0, len(text) - size + 1))
        run = generator.integers(0, vocab_size, size).astype(np.int32) if is_random else text[start : start + size]
        inside = np.arange(size) > 0  # what a run begins with cannot be known
        ids += [run, run]
        predictable += [inside & (not is_random), inside]
        have += 2 * size
    return Repeating(np.concatenate(ids)[:length], np.concatenate(predictable)[:length])
