"""Several documents read side by side, segment by segment, each with a memory of its own: relviz.read in batches."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import torch
from torch import Tensor

from relviz.core.reading.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from relviz.core.model.model import Model
    from relviz.core.model.transformer import KeysValues
    from relviz.core.positions import Positions
    from relviz.core.text.tokens import Tokens


@dataclass(frozen=True, eq=False)
class Together:
    """One segment of each document that still has one.

    Attributes:
        documents: (B,) which documents, as they were given.
        lengths: (B,) how many of the T tokens are the document's; what follows them is filling.
        where: T queries over K = M + T keys, and which may see which; the same for all.
        losses: (B, T) loss of the next token in nats, NaN where the document has none.
        queries: for each layer (B, H, T, d_head).
        keys: for each layer (B, H, K, d_head), memory first.
    """

    documents: NDArray[np.int64]
    lengths: NDArray[np.int64]
    where: Positions
    losses: NDArray[np.float32]
    queries: Sequence[Tensor]
    keys: Sequence[Tensor]

    @property
    def whole(self) -> int:
        """How many of the documents, the first ones, fill the segment."""
        return int((self.lengths == self.where.segment).sum())


@torch.inference_mode()
def read_together(
    model: Model, documents: Sequence[Tokens], segment_length: int, memory_length: int
) -> Iterator[Together]:
    """Read documents from first to last segment; the losses are those of ``relviz.read`` on each of them alone.

    Every document begins with an empty memory, whatever the model's default, and carries it from segment to segment.
    Where a document ends within a segment the rest is filled up: no token of the document sees what comes after it.

    Raises:
        TextError: a document is empty, or has tokens that the model does not know.
        SettingError: a length is out of range.
    """
    order = np.argsort([-len(tokens) for tokens in documents], kind="stable")  # the shortest drop out from the end
    readings = [Reading(model, documents[index], segment_length, memory_length, "empty") for index in order]
    memory: list[KeysValues] = []
    for number in range(len(readings[0])):
        active = sum(len(reading) > number for reading in readings)
        where = replace(readings[0].where(number), segment=segment_length)
        ids = np.zeros((active, segment_length + 1), np.int64)
        lengths = np.empty(active, np.int64)
        for row, reading in enumerate(readings[:active]):
            own = reading.tokens.ids[where.start : where.start + segment_length + 1]
            ids[row, : len(own)] = own
            lengths[row] = min(segment_length, len(reading.tokens) - where.start)
        losses, queries, memory = _forward(model, ids, [(k[:active], v[:active]) for k, v in memory], where)
        for row, reading in enumerate(readings[:active]):
            losses[row, max(0, len(reading.tokens) - 1 - where.start) :] = np.nan
        yield Together(order[:active], lengths, where, losses, queries, [keys for keys, _ in memory])
        memory = [(_last(keys, memory_length), _last(values, memory_length)) for keys, values in memory]


def _forward(
    model: Model, ids: NDArray[np.int64], memory: Sequence[KeysValues], where: Positions
) -> tuple[NDArray[np.float32], list[Tensor], list[KeysValues]]:
    """Predict the next token of (B, T + 1) ids.

    Returns:
        The (B, T) losses, the queries of each layer, and its keys and values over memory and segment.
    """
    network = model.network
    batch = torch.from_numpy(ids).to(network.device)
    output = network(network.embed(batch[:, :-1]), [[pair] for pair in memory], where)
    losses = network.losses(output.hidden.flatten(0, 1), batch[:, 1:].flatten()).view(len(ids), -1)
    own = [(keys, values) for _, keys, values in output.projected]
    if memory:
        own = [(torch.cat([mk, k], 2), torch.cat([mv, v], 2)) for (mk, mv), (k, v) in zip(memory, own, strict=True)]
    return losses.cpu().numpy(), [queries for queries, _, _ in output.projected], own


def _last(rows: Tensor, length: int) -> Tensor:
    """Return the last rows of (B, H, K, d_head)."""
    return rows[:, :, max(0, rows.shape[2] - length) :]
