"""The worker's side: holds the model and the reading, and answers requests with what is to be shown.

torch is imported here, in the worker thread, when the first request comes: the window is up before that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.app.options import Options
    from relviz.app.runner import IsCancelled, Progress
    from relviz.core.config import InitialMemory
    from relviz.core.look import Look
    from relviz.core.model import Model
    from relviz.core.reading import Reading
    from relviz.core.tokens import Tokens


@dataclass(frozen=True)
class Request:
    """What is to be looked at.

    Attributes:
        options: model, device and lengths.
        text: the text.
        token: position in the text of a token in the segment to show; None for the first segment with a full memory.
        layer: index of the layer; beyond the model's last it is taken to the last.
        head: index of the head, likewise, or ``mean``.
    """

    options: Options
    text: str
    token: int | None
    layer: int
    head: int | Literal["mean"]


@dataclass(frozen=True, eq=False)
class Response:
    """What there is to show.

    Attributes:
        request: what was asked for.
        look: the numbers.
        tokens: the whole text in tokens.
        segment_length: T asked for; the last segment may be shorter.
        n_layer: layers of the model.
        n_head: heads of a layer.
        device: where it was computed, e.g. ``cpu``.
        devices: the devices of this machine, best first.
        trained: largest segment and memory length seen in training, None where unknown.
        initial_memory: what the memory held before the first segment.
        kind: whose format the model was read from.
        unknown: share of the text's tokens that stand for words the model does not know, 0 to 1.
    """

    request: Request
    look: Look
    tokens: Tokens
    segment_length: int
    n_layer: int
    n_head: int
    device: str
    devices: tuple[str, ...]
    trained: tuple[int | None, int | None]
    initial_memory: InitialMemory
    kind: str
    unknown: float


class Engine:
    """Answers requests, and keeps what the next one can use: the model, the tokens, the reading.

    Its methods run in the worker thread, one at a time.
    """

    def __init__(self) -> None:
        self._model: Model | None = None
        self._model_of: tuple[str, str] | None = None
        self._tokens: Tokens | None = None
        self._tokens_of: tuple[object, str] | None = None
        self._reading: Reading | None = None
        self._reading_of: tuple[object, ...] | None = None

    def look(self, request: Request, progress: Progress, is_cancelled: IsCancelled) -> Response:
        """Read up to the segment asked for and compute what the pages show.

        Raises:
            RelvizError: the model, the text or a length will not do.
            Cancelled: ``is_cancelled`` said so.
        """
        from relviz.core.device import available_devices  # noqa: PLC0415 # torch loads here, off the GUI thread
        from relviz.core.look import look_at  # noqa: PLC0415

        *before, reading_progress = _stages(progress, self._stages_before(request) + 1)
        reading = self._read(request, before, is_cancelled)
        config, index = reading.model.config, _segment(request, reading)
        trace = reading.step(index, reading_progress, is_cancelled)
        head = request.head if request.head == "mean" else min(request.head, config.n_head - 1)
        tokenizer = reading.model.tokenizer
        return Response(
            request=request,
            look=look_at(trace, min(request.layer, config.n_layer - 1), head),
            tokens=reading.tokens,
            segment_length=reading.segment_length,
            n_layer=config.n_layer,
            n_head=config.n_head,
            device=str(reading.model.device),
            devices=tuple(available_devices()),
            trained=(config.trained_segment_length, config.trained_memory_length),
            initial_memory=reading.initial_memory,
            kind=reading.model.kind,
            unknown=tokenizer.unknown_share(reading.tokens.ids) if tokenizer else 0.0,
        )

    def export_data(self, request: Request, path: Path, progress: Progress, is_cancelled: IsCancelled) -> Path:
        """Write the numbers of the segment, layer and head looked at to NPZ, CSV or JSON; of all heads for their mean.

        Raises:
            OutputError: the file cannot be written.
        """
        from relviz.core.trace_file import write_trace  # noqa: PLC0415

        *before, writing_progress = _stages(progress, self._stages_before(request) + 1)
        reading = self._read(request, before, is_cancelled)
        heads = range(reading.model.config.n_head) if request.head == "mean" else [request.head]
        segments = [_segment(request, reading)]
        write_trace(
            path,
            reading,
            segments,
            [request.layer],
            heads,
            progress=writing_progress,
            is_cancelled=is_cancelled,
        )
        return path

    def _stages_before(self, request: Request) -> int:
        """Return how many of loading and tokenising come before the reading."""
        return int(not self._has_model(request)) + int(not self._has_tokens(request))

    def _has_model(self, request: Request) -> bool:
        return self._model is not None and self._model_of == (request.options.model, request.options.device)

    def _has_tokens(self, request: Request) -> bool:
        return self._has_model(request) and self._tokens is not None and self._tokens_of == (self._model, request.text)

    def _read(self, request: Request, stages: list[Progress], is_cancelled: IsCancelled) -> Reading:
        """Return the reading that the request asks for, with as little made anew as can be."""
        from relviz.checkpoints import load_model  # noqa: PLC0415
        from relviz.core.reading import Reading, tokenise  # noqa: PLC0415

        options = request.options
        if not self._has_model(request):
            self._model = load_model(options.model, options.device, stages.pop(0), is_cancelled)
            self._model_of = options.model, options.device
        assert self._model is not None, "a model was just loaded"
        if not self._has_tokens(request):
            self._tokens = tokenise(self._model, request.text, stages.pop(0), is_cancelled)
            self._tokens_of = self._model, request.text
        assert self._tokens is not None, "the text was just tokenised"
        wanted = (self._model, self._tokens, options.segment_length, options.memory_length, options.initial_memory)
        if self._reading is None or self._reading_of != wanted:
            self._reading = Reading(self._model, self._tokens, *wanted[2:])
            self._reading_of = wanted
        return self._reading


def _segment(request: Request, reading: Reading) -> int:
    """Return the segment that holds the token asked for, or the first one with a full memory."""
    if request.token is None:
        return min(reading.segments_to_fill, len(reading) - 1)
    return reading.segment_of(min(request.token, len(reading.tokens) - 1))


def _stages(progress: Progress, count: int) -> list[Progress]:
    """Cut one progress into equal stages, each told of by shares from 0 to 1."""

    def stage(number: int) -> Progress:
        return lambda share: progress((number + share) / count)

    return [stage(number) for number in range(count)]
