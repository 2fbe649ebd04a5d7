"""The cursor over a text: reads it segment by segment, forward, back and in jumps, with a memory and a history."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, get_args

import numpy as np
import torch

from relviz.core.chunk import Chunk, memory_of
from relviz.core.config import InitialMemory
from relviz.core.positions import Positions, reach_of
from relviz.core.tokens import Tokens, require_text
from relviz.core.trace import SegmentTrace
from relviz.errors import Cancelled, SettingError, TextError

if TYPE_CHECKING:
    from relviz.core.model import Model

HISTORY_BYTES = 512 * 2**20
SNAPSHOT_EVERY = 64
"""Segments between two memory snapshots, which outlive the history budget."""

Progress = Callable[[float], None]
IsCancelled = Callable[[], bool]


class Reading:
    """A model reading a text, a segment at a time.

    What a step returns depends on the model, the text, the lengths and the segment alone, to the last bit: not on
    the way there. Every segment is projected once, as one chunk; the memory is made of those chunks.

    Attributes:
        model: the model.
        tokens: the text.
        segment_length: T, tokens per segment; the last one may be shorter.
        memory_length: how many tokens the memory can hold.
        initial_memory: whether it starts empty or with zero vectors.
        position: the segment that was read last, -1 before the first.
        history_bytes: what is kept of the segments read so far, at most the budget and the snapshots.
    """

    def __init__(
        self,
        model: Model,
        tokens: Tokens,
        segment_length: int | None = None,
        memory_length: int | None = None,
        initial_memory: InitialMemory | None = None,
        *,
        history_bytes: int = HISTORY_BYTES,
    ) -> None:
        config = model.config
        self.model = model
        self.tokens = tokens
        self.segment_length = config.segment_length if segment_length is None else segment_length
        self.memory_length = config.memory_length if memory_length is None else memory_length
        self.initial_memory = initial_memory or config.initial_memory
        self.position = -1
        if self.segment_length < 1:
            raise SettingError(f"A segment holds at least 1 token, not {self.segment_length}.")
        if self.memory_length < 0:
            raise SettingError(f"A memory holds at least 0 tokens, not {self.memory_length}.")
        if self.initial_memory not in get_args(InitialMemory):
            raise SettingError(f"The memory starts 'empty' or with 'zeros', not {self.initial_memory!r}.")
        if not len(tokens):
            raise TextError("There is no text to read: paste some, or open a file that has some.")
        if tokens.ids.min() < 0 or tokens.ids.max() >= config.vocab_size:
            raise TextError(
                f"Token ids must lie between 0 and {config.vocab_size - 1}, which is all {model.name} knows."
            )
        self.history_bytes = 0
        self._budget = history_bytes
        self._history: dict[int, Chunk] = {}  # in the order in which they were read
        self._warm: set[int] = set()
        self._window = -(-self.memory_length // self.segment_length)  # segments that the memory reaches back
        self._snapshot_every = max(SNAPSHOT_EVERY, 4 * self._window)
        self._zeros = self._zero_chunk() if self.initial_memory == "zeros" and self.memory_length else None

    def __len__(self) -> int:
        """Return the number of segments."""
        return (len(self.tokens) + self.segment_length - 1) // self.segment_length

    def __iter__(self) -> Iterator[SegmentTrace]:
        """Read from the first segment to the last."""
        return (self.step(index) for index in range(len(self)))

    def step(
        self, index: int, progress: Progress | None = None, is_cancelled: IsCancelled | None = None
    ) -> SegmentTrace:
        """Read segment ``index`` (negative ones count from the end), and those before it that are no longer known.

        Args:
            index: the segment, from 0.
            progress: called with the share done, 0 to 1.
            is_cancelled: asked before each segment; what was read until then is kept.

        Raises:
            IndexError: there is no such segment.
            Cancelled: ``is_cancelled`` said so.
        """
        if index < 0:
            index += len(self)
        if not 0 <= index < len(self):
            raise IndexError(f"There is no segment {index}: the text has segments 0 to {len(self) - 1}.")
        first = self._nearest(index)
        for number in range(first, index + 1):
            if is_cancelled and is_cancelled():
                raise Cancelled("Reading was cancelled.")
            if number not in self._history:
                self._read(number)
            self._tidy(number)
            if progress:
                progress((number - first + 1) / (index - first + 1))
        self.position = index
        where, chunks = self._where(index), self._chunks(index)
        return SegmentTrace(
            self.model, self.tokens, index, where, self._history[index], chunks, self.memory_length, len(self)
        )

    def forward(self) -> SegmentTrace:
        """Read the next segment; raises IndexError at the end."""
        return self.step(self.position + 1)

    def back(self) -> SegmentTrace:
        """Go back one segment; raises IndexError at the start."""
        if self.position < 1:
            raise IndexError("There is no segment before the first.")
        return self.step(self.position - 1)

    def segment_of(self, token: int) -> int:
        """Return the segment that holds the token at a position in the text."""
        return token // self.segment_length

    def _where(self, index: int) -> Positions:
        start = index * self.segment_length
        known = self.memory_length if self._zeros else start
        return Positions(
            segment=min(self.segment_length, len(self.tokens) - start),
            memory=min(self.memory_length, known),
            start=start,
            reach=reach_of(self.model.config.same_length, self.memory_length),
        )

    def _chunks(self, index: int) -> tuple[Chunk, ...]:
        """Return the chunks whose last rows are the memory of segment ``index``, oldest first."""
        earlier = [self._history[number] for number in range(max(0, index - self._window), index)]
        return (self._zeros, *earlier) if self._zeros and index < self._window else tuple(earlier)

    def _nearest(self, index: int) -> int:
        """Return the last segment up to ``index`` that is known, or whose memory is known in full, or 0."""
        for number in range(index, 0, -1):
            if all(earlier in self._history for earlier in range(max(0, number - self._window), number)):
                return number
        return 0

    @torch.inference_mode()
    def _read(self, index: int) -> None:
        """Run one segment through the network and keep its layer inputs."""
        network, where = self.model.network, self._where(index)
        chunks = self._chunks(index)
        memory = [memory_of(chunks, where.memory, layer) for layer in range(network.config.n_layer)]
        ids = torch.from_numpy(self.tokens.ids[where.start : where.start + where.segment]).to(network.device)
        output = network(network.embed(ids[None]), [pair for pair in memory if pair], where)
        chunk = Chunk(network, where.start, tuple(output.inputs))
        chunk.keep(output.projected)
        self._history[index] = chunk
        self.history_bytes += chunk.bytes

    def _tidy(self, index: int) -> None:
        """Keep the memory of ``index`` warm, release the rest, and drop the oldest segments beyond the budget."""
        window = set(range(max(0, index - self._window), index + 1))
        for number in self._warm - window:
            if number in self._history:
                self._history[number].release()
        for number in window - self._warm:
            self._history[number].warm = True
        self._warm = window
        if self._zeros and index < self._window:
            self._zeros.warm = True
        elif self._zeros:
            self._zeros.release()
        if self.history_bytes > self._budget:
            droppable = (n for n in self._history if n not in window and not self._in_snapshot(n))
            for number in list(droppable):
                self.history_bytes -= self._history.pop(number).bytes
                if self.history_bytes <= self._budget:
                    return

    def _in_snapshot(self, number: int) -> bool:
        """Whether a segment belongs to the memory of a snapshot, that of each 64th segment."""
        return 0 < -number % self._snapshot_every <= self._window

    def _zero_chunk(self) -> Chunk:
        network = self.model.network
        zeros = torch.zeros(1, self.memory_length, network.config.d_model, device=network.device)
        return Chunk(network, -self.memory_length, (zeros,) * network.config.n_layer)


def read(
    model: Model,
    text: str | Sequence[int],
    segment_length: int | None = None,
    memory_length: int | None = None,
    initial_memory: InitialMemory | None = None,
) -> Reading:
    """Start reading a text, or a list of token ids; lengths not given are the model's own.

    Raises:
        TextError: there is nothing to read, or the model cannot read it.
        SettingError: a length is out of range.
    """
    return Reading(model, tokenise(model, text), segment_length, memory_length, initial_memory)


def tokenise(
    model: Model,
    text: str | Sequence[int],
    progress: Progress | None = None,
    is_cancelled: IsCancelled | None = None,
) -> Tokens:
    """Turn a text, or a list of token ids, into tokens for a model.

    Raises:
        TextError: there is nothing to read, or the model has no tokenizer.
    """
    if not isinstance(text, str):
        ids = np.asarray(text)
        if ids.ndim != 1 or (len(ids) and ids.dtype.kind not in "iu"):
            raise TextError("Token ids must be a plain list of whole numbers.")
        return Tokens.from_ids(ids.tolist())
    if model.tokenizer is None:
        raise TextError(f"{model.name} has no tokenizer: give it token ids instead of text.")
    return model.tokenizer.encode(require_text(text), progress, is_cancelled)
