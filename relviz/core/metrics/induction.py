"""Induction heads: those that find a token again and look at what followed it (Olsson et al. 2022).

The measure is the prefix matching score of Olsson et al. 2022, "In-context Learning and Induction Heads": a run of
random tokens is repeated, and the score is the mean attention of the second copy's tokens on the token after the
earlier occurrence of the same token. Here the first copy lies in the memory and the second in the current segment, so
that the head has to reach across the border; and the gap between the copies differs from draw to draw, so that a head
which merely looks a fixed distance back does not pass for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.errors import SettingError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from torch import Tensor


@dataclass(frozen=True, eq=False)
class RepeatedRun:
    """A text of random tokens, all different but for one run that comes twice.

    Attributes:
        ids: (M + T,) int64: a memory of M tokens, whole segments of them, and one segment of T.
        memory: M.
        first: key at which the first copy starts, within the memory.
        second: query at which the second copy starts, within the segment.
        length: tokens in the run.
    """

    ids: NDArray[np.int64]
    memory: int
    first: int
    second: int
    length: int


def repeated_run(vocab_size: int, segment_length: int, memory_length: int, length: int, seed: int) -> RepeatedRun:
    """Draw a text whose last segment repeats a run that lies in the last segment of the memory.

    Every other token occurs once, so that the earlier occurrence is the only one. Where the two copies lie in their
    segments is drawn as well.

    Raises:
        SettingError: the run is longer than a segment, the memory is not made of whole segments, or the vocabulary
            does not have so many different tokens.
    """
    size = memory_length + segment_length
    if not 1 < length <= segment_length or memory_length < segment_length or memory_length % segment_length:
        raise SettingError(
            "A run of {0} tokens cannot be repeated in a segment of {1} after a memory of {2}: choose a shorter"
            " run, and a memory of whole segments.",
            length,
            segment_length,
            memory_length,
        )
    if vocab_size < size - length:
        raise SettingError("A vocabulary of {0} tokens is too small for {1} different ones.", vocab_size, size - length)
    draw = np.random.default_rng(seed)
    first_offset, second = (int(offset) for offset in draw.integers(0, segment_length - length + 1, 2))
    first = memory_length - segment_length + first_offset
    different = draw.choice(vocab_size, size - length, replace=False).astype(np.int64)
    copy, others = different[:length], different[length:]
    middle = memory_length + second - first - length  # tokens between the copies
    ids = np.concatenate([others[:first], copy, others[first : first + middle], copy, others[first + middle :]])
    return RepeatedRun(ids, memory_length, first, second, length)


def induction_scores(attention: Tensor, run: RepeatedRun) -> Tensor:
    """Return the mean attention on the token after the earlier occurrence, for each head, (...,).

    The last token of the run is left out: what followed it then does not follow it now.

    Args:
        attention: (..., T, K) probabilities of the segment of ``run`` over its memory and itself.
        run: where the copies lie.
    """
    rows = attention[..., run.second : run.second + run.length - 1, :]
    return rows.diagonal(run.first + 1, dim1=-2, dim2=-1).mean(-1)
