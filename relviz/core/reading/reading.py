"""The cursor over a text: reads it segment by segment, forward, back and in jumps, with a memory and a history."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, get_args

import numpy as np
import torch

from relviz.core.config import InitialMemory
from relviz.core.interventions import NONE, Interventions
from relviz.core.positions import Positions, reach_of
from relviz.core.reading.chunk import Chunk, read_chunk
from relviz.core.reading.trace import SegmentTrace
from relviz.core.text.since import since
from relviz.core.text.tokens import Tokens, require_text
from relviz.errors import Cancelled, SettingError, TextError

if TYPE_CHECKING:
    from relviz.core.model.model import Model

HISTORY_BYTES = 512 * 2**20
"""What is kept of the segments that were read, so that going back to them takes no reading."""

Progress = Callable[[float], None]
IsCancelled = Callable[[], bool]


class Reading:
    """A model reading a text, a segment at a time.

    What a step returns depends on the model, the text, the lengths and the segment alone, to the last bit: not on
    the way there. Every segment is projected once, as one chunk; the memory is made of those chunks.

    A jump costs the same anywhere in a text: the input of layer l depends on the inputs of layer l - 1 of the segments
    that the memory reaches back to, and so a segment on those of the L x ceil(M / T) before it, of which each layer
    needs fewer. Those that are not known are read, as far into the layers as they count, and no others.

    Attributes:
        model: the model.
        tokens: what is read: the text, from ``start`` on.
        start: position in the text of the first token that is read; those before it are as if they were not there.
        segment_length: T, tokens per segment; the last one may be shorter.
        memory_length: how many tokens the memory can hold. For a model with ``same_length`` it also says how far a
            query sees, as the reference code's ``mem_len`` does, so that another length shows other keys.
        initial_memory: whether it starts empty or with zero vectors.
        causal: whether tokens see no later ones. A model that sees both ways can be read so: for XLNet it is the order
            of factorisation from left to right, one of those it was trained in.
        token_types: the type of each token, 0 or 1, for a model that scores types (XLNet's ``token_type_ids``); None
            without types. Memory counts as type 0.
        interventions: what the parts of the score are multiplied with, from the start of the text or in the segment
            that is shown alone.
        position: the segment that was read last, -1 before the first.
        history_bytes: what is kept of the segments read so far: at most the budget, and the segment and its memory.
    """

    def __init__(
        self,
        model: Model,
        tokens: Tokens,
        segment_length: int | None = None,
        memory_length: int | None = None,
        initial_memory: InitialMemory | None = None,
        *,
        causal: bool | None = None,
        token_types: Sequence[int] | None = None,
        interventions: Interventions = NONE,
        start: int = 0,
        history_bytes: int = HISTORY_BYTES,
    ) -> None:
        config = model.config
        self.model = model
        self.tokens = since(tokens, start)
        self.start = start
        self.segment_length = config.segment_length if segment_length is None else segment_length
        self.memory_length = config.memory_length if memory_length is None else memory_length
        self.initial_memory = initial_memory or config.initial_memory
        self.causal = config.causal if causal is None else causal
        types = _types(token_types, model, len(tokens))
        self.token_types = types and types[start:]
        self.interventions = NONE
        self.position = -1
        if self.segment_length < 1:
            raise SettingError("A segment holds at least 1 token, not {0}.", self.segment_length)
        if self.memory_length < 0:
            raise SettingError("A memory holds at least 0 tokens, not {0}.", self.memory_length)
        if self.initial_memory not in get_args(InitialMemory):
            raise SettingError("The memory starts 'empty' or with 'zeros', not {0!r}.", self.initial_memory)
        if config.causal and not self.causal:
            raise SettingError("{0} reads from left to right: its tokens cannot see later ones.", model.name)
        if not len(tokens):
            raise TextError("There is no text to read: paste some, or open a file that has some.")
        if tokens.ids.min() < 0 or tokens.ids.max() >= config.vocab_size:
            raise TextError(
                "Token ids must lie between 0 and {0}, which is all {1} knows.", config.vocab_size - 1, model.name
            )
        self._replayed = interventions if interventions.since == "start" else NONE  # what the history was read with
        self.intervene(interventions)
        self.history_bytes = 0
        self._budget = history_bytes
        self._history: dict[int, Chunk] = {}  # in the order in which they were read
        self._warm: set[int] = set()
        self._reused = min(config.reuse_length or self.segment_length, self.segment_length)  # rows left to memory
        self._window = -(-self.memory_length // self._reused)  # segments that the memory reaches back
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
        """Read segment ``index`` (negative ones count from the end), and of those before it what it depends on.

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
        plan = self._plan(index)
        needed = range(min(plan) - self._window, index + 1)
        for count, (number, layers) in enumerate(plan.items(), 1):
            if is_cancelled and is_cancelled():
                raise Cancelled("Reading was cancelled.")
            self._read(number, layers)
            self._tidy(number, range(0) if number == index else needed)
            if progress:
                progress(count / len(plan))
        self.position = index
        where, chunks = self.where(index), self._chunks(index)
        trace = SegmentTrace(
            self.model,
            self.tokens,
            index,
            where,
            self._history[index],
            chunks,
            self.memory_length,
            len(self),
            self.segment_length,
            self.start,
        )
        return trace if self.interventions == self._replayed else trace.under(self.interventions)

    def intervene(self, interventions: Interventions) -> None:
        """Have other interventions act on the segments that are shown from now on, over their true memory.

        Nothing is read anew for it. Interventions from the start of the text need a reading of their own.

        Raises:
            SettingError: the model's score has no such part, or they act from the start of the text and are not those
                that this was read with.
        """
        scheme = self.model.network.layers[0].attention.scheme
        parts = [kind.name for kind in scheme.kinds]
        for name, _ in interventions.gains:
            if name not in parts:
                raise SettingError(
                    "The score of {0} has no part {1}: it has {2}.", self.model.name, name, ", ".join(parts)
                )
        anew = self._replayed or (interventions and interventions.since == "start")
        if anew and interventions != self._replayed:
            raise SettingError("The text was read from its start without these interventions: begin a new reading.")
        self.interventions = interventions

    def forward(self) -> SegmentTrace:
        """Read the next segment; raises IndexError at the end."""
        return self.step(self.position + 1)

    def back(self) -> SegmentTrace:
        """Go back one segment; raises IndexError at the start."""
        if self.position < 1:
            raise IndexError("There is no segment before the first.")
        return self.step(self.position - 1)

    @property
    def segments_to_fill(self) -> int:
        """How many segments are read before the memory is full; 0 if zero vectors fill it from the start."""
        return 0 if self._zeros else self._window

    def segment_of(self, token: int) -> int:
        """Return the segment that holds the token at a position in the text, the first for those before the start."""
        return max(token - self.start, 0) // self.segment_length

    def where(self, index: int) -> Positions:
        """Return the geometry of segment ``index``, whether it was read or not."""
        start = index * self.segment_length
        config = self.model.config
        memory = min(self.memory_length, self.memory_length if self._zeros else index * self._reused)
        counted = self.memory_length if config.same_length_of == "capacity" else memory + 1
        return Positions(
            segment=min(self.segment_length, len(self.tokens) - start),
            memory=memory,
            start=start,
            reach=reach_of(config.same_length and config.causal, counted),
            causal=self.causal,
            token_types=self.token_types and self.token_types[start : start + self.segment_length],
            restart_every=self.segment_length,
            interventions=self._replayed,
        )

    def _chunks(self, index: int) -> tuple[Chunk, ...]:
        """Return the chunks whose last rows are the memory of segment ``index``, oldest first."""
        earlier = [self._history[number] for number in range(max(0, index - self._window), index)]
        return (self._zeros, *earlier) if self._zeros and index < self._window else tuple(earlier)

    def _plan(self, index: int) -> dict[int, int]:
        """Return which segments are to be read for ``index``, first to last, and of how many layers the inputs.

        The segment itself and those in its memory are wanted with all layers. What a segment lacks takes one layer less
        of each segment in its own memory, and so on back; a segment that knows enough takes nothing.
        """
        layers, plan = self.model.config.n_layer, dict[int, int]()
        lacking: deque[int] = deque()  # of those whose memory holds the segment, the latest first: it lacks the most
        for number in range(index, -1, -1):
            while lacking and lacking[0] > number + self._window:
                lacking.popleft()
            wanted = layers if number >= index - self._window else plan[lacking[0]] - 1 if lacking else 0
            if not wanted:
                break
            if number == index or wanted > self._known(number):
                plan[number] = wanted
            if wanted > self._known(number):
                lacking.append(number)
        return dict(reversed(plan.items()))

    def _known(self, index: int) -> int:
        """Return of how many layers the inputs of a segment are known."""
        return len(self._history[index].inputs) if index in self._history else 0

    def _read(self, index: int, layers: int) -> None:
        """Run one segment into the network until the inputs of so many layers are known, and keep them."""
        known = self._known(index)
        if known >= layers:
            return
        where, chunks = self.where(index), self._chunks(index) if layers > 1 else ()
        if known:
            chunk = self._history[index]
            self.history_bytes -= chunk.bytes
            chunk.deepen(layers, where, chunks)
        else:
            ids = self.tokens.ids[where.start : where.start + where.segment]
            chunk = read_chunk(self.model.network, ids, where, chunks, self._reused, layers)
            self._history[index] = chunk
        self.history_bytes += chunk.bytes

    def _tidy(self, index: int, needed: range) -> None:
        """Keep the memory of ``index`` warm, release the rest, and drop the oldest segments beyond the budget.

        Those that are ``needed`` are not dropped: a jump is under way.
        """
        window = set(range(max(0, index - self._window), index + 1)) & self._history.keys()
        for number in self._warm - window:
            if number in self._history:
                self._history[number].release()
        for number in window - self._warm:
            self._history[number].warm = True
        for number in window - {index}:
            self._history[number].settle()
        self._warm = window
        if self._zeros and index < self._window:
            self._zeros.warm = True
        elif self._zeros:
            self._zeros.release()
        while self.history_bytes > self._budget:
            oldest = next((number for number in self._history if number not in window and number not in needed), None)
            if oldest is None:
                return
            self.history_bytes -= self._history.pop(oldest).bytes

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
    *,
    causal: bool | None = None,
    token_types: Sequence[int] | None = None,
    interventions: Interventions = NONE,
    start: int = 0,
) -> Reading:
    """Start reading a text, or a list of token ids; lengths not given are the model's own (see ``Reading``).

    Raises:
        TextError: there is nothing to read, or the model cannot read it.
        SettingError: a length, or the start, is out of range.
    """
    return Reading(
        model,
        tokenise(model, text),
        segment_length,
        memory_length,
        initial_memory,
        causal=causal,
        token_types=token_types,
        interventions=interventions,
        start=start,
    )


def _types(given: Sequence[int] | None, model: Model, tokens: int) -> tuple[int, ...] | None:
    """Return token types as whole numbers, or say why they will not do."""
    if given is None:
        return None
    if not model.network.layers[0].attention.scheme.has_token_types:
        raise SettingError("{0} has no token types: leave them out.", model.name)
    types = np.asarray(given)
    if types.shape != (tokens,) or types.dtype.kind not in "iub" or not np.isin(types, (0, 1)).all():
        raise SettingError("Token types must be {0} numbers, one a token, each 0 or 1.", tokens)
    return tuple(types.astype(int).tolist())


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
        raise TextError("{0} has no tokenizer: give it token ids instead of text.", model.name)
    return model.tokenizer.encode(require_text(text), progress, is_cancelled)
