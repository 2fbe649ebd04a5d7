"""What a model expects after a token, with its memory and without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch

from relviz.core.reading.losses import without_memory

if TYPE_CHECKING:
    from relviz.core.reading.trace import SegmentTrace

COUNT = 3
"""Candidates that are named."""


@dataclass(frozen=True)
class Candidate:
    """One token that may come next.

    Attributes:
        label: what it is shown as.
        probability: 0 to 1.
        came: whether it is the token that did come next.
    """

    label: str
    probability: float
    came: bool = False


@dataclass(frozen=True)
class NextTokens:
    """What is expected after one token of the text.

    Attributes:
        position: place of that token in the text.
        after: that token, as it is shown.
        came: the token that did come next, as it is shown; None at the end of the text.
        with_memory: the likeliest tokens as the model reads the segment, likeliest first.
        without_memory: likewise over the segment alone.
        came_with: probability of the token that came, with memory; NaN at the end of the text.
        came_without: without.
    """

    position: int
    after: str
    came: str | None
    with_memory: tuple[Candidate, ...]
    without_memory: tuple[Candidate, ...]
    came_with: float
    came_without: float


def next_tokens(trace: SegmentTrace, row: int, count: int = COUNT) -> NextTokens | None:
    """Return what is expected after a query's token; the segment is read once more, over an empty memory.

    Args:
        trace: the segment.
        row: number of the query.
        count: how many candidates to name.

    Returns:
        None if the model predicts nothing there.
    """
    place = trace.where.start + row
    following = place + 1 if place + 1 < len(trace.tokens) else None
    traces = (trace, without_memory(trace) if trace.where.memory else trace)
    token = None if following is None else int(trace.tokens.ids[following])
    with_memory, without = (_expected(one, row, count, token) for one in traces)
    if with_memory is None or without is None:
        return None
    came = None if following is None else trace.tokens.labels[following]
    after = trace.tokens.labels[place]
    return NextTokens(trace.first + place, after, came, with_memory[0], without[0], with_memory[1], without[1])


@torch.inference_mode()
def _expected(
    trace: SegmentTrace, row: int, count: int, came: int | None
) -> tuple[tuple[Candidate, ...], float] | None:
    """Return the likeliest tokens and the probability of the one that came."""
    if trace.predicting is None or not torch.isfinite(trace.predicting[row]).all():
        return None
    chances = trace.model.network.log_probabilities(trace.predicting[row : row + 1])[0].exp()  # (V,)
    best = chances.topk(min(count, len(chances)))
    tokenizer = trace.model.tokenizer
    candidates = tuple(
        Candidate(tokenizer.label(token) if tokenizer else str(token), chance, token == came)
        for chance, token in zip(best.values.tolist(), best.indices.tolist(), strict=True)
    )
    return candidates, float("nan") if came is None else float(chances[came])
