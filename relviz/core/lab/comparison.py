"""Position schemes side by side: the same segment as models with different schemes read it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from relviz.core.lab.rewriting import LETTERS, Letter
from relviz.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from relviz.core.reading.trace import Floats, Head, SegmentTrace


@dataclass(frozen=True, eq=False)
class SchemeView:
    """What one scheme makes of a segment, in one layer and head. Arrays are (T, K), NaN where a query may not see.

    Attributes:
        scheme: its name, a key of ``SCHEMES``.
        position: everything in the score but the content term; None where there is nothing else, or it cannot be told
            from the content.
        score: what the softmax is taken of.
        attention: after the softmax, 0 where a query may not see.
        mask: True where the query may see the key.
        distance: M + i - j.
        has: letters of the terms the scheme has, of a to d; those of a part that is two terms in one too.
        lacks: letters of those it lacks.
        memory: M, the number of keys that are memory.
        query_tokens: T labels.
        key_tokens: K labels.
    """

    scheme: str
    position: Floats | None
    score: Floats
    attention: Floats
    mask: NDArray[np.bool_]
    distance: NDArray[np.int64]
    has: tuple[Letter, ...]
    lacks: tuple[Letter, ...]
    memory: int
    query_tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]


def compare(traces: Sequence[SegmentTrace], layer: int, head: Head) -> tuple[SchemeView, ...]:
    """Look at the same segment under several schemes.

    Args:
        traces: one a scheme, of the same segment of the same text.
        layer: index of the layer, from 0.
        head: index of the head, from 0, or ``mean``.

    Raises:
        SettingError: there is no such layer or head, or the traces show segments of different shapes.
    """
    if len({trace.where.distance.shape for trace in traces}) > 1:
        raise SettingError(
            "The schemes show different segments: read the same text with the same lengths to compare them."
        )
    return tuple(_view(trace, layer, head) for trace in traces)


def _view(trace: SegmentTrace, layer: int, head: Head) -> SchemeView:
    terms = trace.terms(layer, head)
    letters = "".join(part.kind.letter for part in terms.parts)  # rotary's one part is two of the terms, "ab"
    others = [part.dense(terms.distance) for part in terms.parts if "a" not in part.kind.letter]
    hidden = np.where(terms.mask, np.float32(0), np.float32(np.nan))
    return SchemeView(
        scheme=trace.model.config.scheme,
        position=np.sum(others, axis=0, dtype=np.float32) + hidden if others else None,
        score=terms.score,
        attention=terms.attention,
        mask=terms.mask,
        distance=terms.distance,
        has=tuple(letter for letter in LETTERS if letter in letters),
        lacks=tuple(letter for letter in LETTERS if letter not in letters),
        memory=terms.memory,
        query_tokens=tuple(trace.query_tokens),
        key_tokens=tuple(trace.key_tokens),
    )
