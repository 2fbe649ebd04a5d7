"""The worker's side: holds the model and the reading, and answers requests with what is to be shown.

torch is imported here, in the worker thread, when the first request comes: the window is up before that.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from relviz.app.engine.models import Choice, choose, opens, shared_model
from relviz.core.interventions import NONE, Interventions
from relviz.errors import Cancelled

if TYPE_CHECKING:
    from pathlib import Path

    from relviz.app.engine.models import Options
    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.core.config import InitialMemory
    from relviz.core.interventions import Interventions
    from relviz.core.model.model import Model
    from relviz.core.reading.look import Look
    from relviz.core.reading.losses import Losses
    from relviz.core.reading.next_tokens import NextTokens
    from relviz.core.reading.reading import Reading
    from relviz.core.reading.trace import SegmentTrace
    from relviz.core.text.fit import Fit
    from relviz.core.text.tokens import Tokens


SHORT = 3
"""Next tokens that are named where nobody asks for more."""
FOREIGN_UNKNOWN = 0.25
"""Share of unknown words from which a text is mostly outside what a model with a list of words knows."""


@dataclass(frozen=True)
class Request:
    """What is to be looked at.

    Attributes:
        options: model, device and lengths.
        text: the text.
        token: position in the text of a token in the segment to show; None for the first segment with a full memory.
        layer: index of the layer; beyond the model's last it is taken to the last.
        head: index of the head, likewise, or ``mean``.
        interventions: what the parts of the score are multiplied with; those of parts the model lacks are left out.
        losses: whether the losses of the segment's tokens are wanted, too.
        character: a character of the text, to show the segment that holds it instead of that of ``token``.
    """

    options: Options
    text: str
    token: int | None
    layer: int
    head: int | Literal["mean"]
    interventions: Interventions = NONE
    losses: bool = False
    character: int | None = None


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
        source: the model, as ``--model`` names it.
        choice: why it reads the text; None if the user chose it.
        fit: how its tokenizer cuts the text; None for words, of which ``unknown`` says more, and without a tokenizer.
        foreign: whether the text is mostly outside what the model knows.
        losses: of the segment's tokens, if they were asked for.
        trained_on: what the model's card says of the texts that it was trained on; empty if it says nothing,
            or if the weights were never trained.
        untrained: whether the weights are still those that were drawn at random.
        sha256: of the model's weights file, hexadecimal; empty for weights that never were in a file.
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
    source: str
    choice: Choice | None
    fit: Fit | None
    foreign: bool
    losses: Losses | None = None
    trained_on: str = ""
    untrained: bool = False
    sha256: str = ""


class Engine:
    """Answers requests, and keeps what the next one can use: the model, the tokens, the reading.

    Its methods run in the worker thread, one at a time.
    """

    def __init__(self) -> None:
        self._model: Model | None = None
        self._model_of: tuple[str, str, str | None] | None = None
        self._tokens: Tokens | None = None
        self._tokens_of: tuple[object, str] | None = None
        self._readings: dict[Interventions, Reading] = {}  # by what they were read with from the start of the text
        self._reading_of: tuple[object, ...] | None = None
        self._trace: SegmentTrace | None = None  # of the segment shown last; it knows what all heads share
        self._looks = Looks()
        self._losses: dict[tuple[int, Interventions], Losses] = {}  # by segment and interventions
        self._choice: Choice | None = None
        self._choice_of: str | None = None
        self._own: float | None = None  # tokens per byte where the model's tokenizer is at home
        self._fit: Fit | None = None
        self._fit_of: Tokens | None = None

    def look(self, request: Request, progress: Progress, is_cancelled: IsCancelled) -> Response:
        """Read up to the segment asked for and compute what the pages show.

        Raises:
            RelvizError: the model, the text or a length will not do.
            Cancelled: ``is_cancelled`` said so.
        """
        from relviz.core.device import available_devices  # noqa: PLC0415 # torch loads here, off the GUI thread
        from relviz.core.reading.look import look_at  # noqa: PLC0415
        from relviz.core.text.tokens import Tokenizer  # noqa: PLC0415

        asked, choice = request, self._choose(request)
        request, reading, reading_progress = self._open(request, progress, is_cancelled)
        config, index = reading.model.config, _segment(request, reading)
        head = request.head if request.head == "mean" else min(request.head, config.n_head - 1)
        place = index, min(request.layer, config.n_layer - 1), head, reading.interventions
        look = self._looks.get(place)
        if look is None:
            look = look_at(self._step(reading, index, reading_progress, is_cancelled), *place[1:3], is_cancelled)
            self._looks.keep(place, look)
        losses = self._losses_of(reading, index, reading_progress, is_cancelled) if request.losses else None
        tokenizer, tokens = reading.model.tokenizer, self._tokens
        assert tokens is not None, "the reading was made of them"
        unknown = tokenizer.unknown_share(tokens.ids) if tokenizer else 0.0
        cut = isinstance(tokenizer, Tokenizer)  # a list of words cuts nothing
        fit = self._fit_to(reading.model, tokens) if cut else None
        return Response(
            request=asked,
            look=look,
            tokens=tokens,
            segment_length=reading.segment_length,
            n_layer=config.n_layer,
            n_head=config.n_head,
            device=str(reading.model.device),
            devices=tuple(available_devices()),
            trained=(config.trained_segment_length, config.trained_memory_length),
            initial_memory=reading.initial_memory,
            kind=reading.model.kind,
            unknown=unknown,
            source=asked.options.model or (choice.model if choice else ""),
            choice=choice,
            fit=fit,
            foreign=unknown > FOREIGN_UNKNOWN
            or (fit is not None and self._own is not None and fit.is_foreign(self._own)),
            losses=losses,
            trained_on=reading.model.trained_on,
            untrained=reading.model.untrained,
            sha256=reading.model.sha256,
        )

    def _step(self, reading: Reading, index: int, progress: Progress, is_cancelled: IsCancelled) -> SegmentTrace:
        """Return a segment; the one that was shown last is not asked for again."""
        trace = self._trace
        if trace is None or trace.index != index or trace.where.interventions != reading.interventions:
            trace = self._trace = reading.step(index, progress, is_cancelled)
        return trace

    def _losses_of(self, reading: Reading, index: int, progress: Progress, is_cancelled: IsCancelled) -> Losses:
        """Return the losses of a segment; they are found once."""
        from relviz.core.reading.losses import losses_of  # noqa: PLC0415

        place = index, reading.interventions
        if place not in self._losses:
            self._losses[place] = losses_of(self._step(reading, index, progress, is_cancelled))
        return self._losses[place]

    def segment(self, request: Request, progress: Progress, is_cancelled: IsCancelled) -> SegmentTrace:
        """Return the segment that a request asks for, to find out more of it than a look tells.

        Raises:
            Cancelled: ``is_cancelled`` said so.
        """
        if is_cancelled():
            raise Cancelled("The request was taken back.")
        request, reading, reading_progress = self._open(request, progress, is_cancelled)
        return self._step(reading, _segment(request, reading), reading_progress, is_cancelled)

    def next_tokens(
        self, request: Request, row: int, progress: Progress, is_cancelled: IsCancelled, count: int = SHORT
    ) -> NextTokens | None:
        """Return what the model expects after a query of the segment looked at; ``count`` tokens are named.

        Raises:
            Cancelled: something else is read by now.
        """
        from relviz.core.reading.next_tokens import next_tokens  # noqa: PLC0415

        if is_cancelled() or not self._has_tokens(_with_model(request, self._choose(request))):
            raise Cancelled("Something else is read by now.")
        return next_tokens(self.segment(request, progress, is_cancelled), row, count)

    def export_data(self, request: Request, path: Path, progress: Progress, is_cancelled: IsCancelled) -> Path:
        """Write the numbers of the segment, layer and head looked at to NPZ, CSV or JSON; of all heads for their mean.

        Raises:
            OutputError: the file cannot be written.
        """
        from relviz.core.data import write_trace  # noqa: PLC0415

        request, reading, writing_progress = self._open(request, progress, is_cancelled)
        heads = range(reading.model.config.n_head) if request.head == "mean" else [request.head]
        segments = [_segment(request, reading)]
        write_trace(
            path, reading, segments, [request.layer], heads, progress=writing_progress, is_cancelled=is_cancelled
        )
        return path

    def _choose(self, request: Request) -> Choice | None:
        """Return which model fits the text, if the user has not chosen one."""
        if request.options.model is not None:
            return None
        if self._choice is None or self._choice_of != request.text:
            self._choice, self._choice_of = choose(request.text), request.text
        return self._choice

    def _fit_to(self, model: Model, tokens: Tokens) -> Fit:
        """Return how the model's tokenizer cuts the text, and find out how it cuts where it is at home."""
        from relviz.core.text.fit import best_language, fit_of  # noqa: PLC0415

        if self._own is None and model.tokenizer is not None:
            self._own = best_language(model.tokenizer)[1]
        if self._fit is None or self._fit_of is not tokens:
            self._fit, self._fit_of = fit_of(tokens), tokens
        return self._fit

    def _open(
        self, request: Request, progress: Progress, is_cancelled: IsCancelled
    ) -> tuple[Request, Reading, Progress]:
        """Return a request that names a model, its reading, and what to tell of the progress after its opening."""
        request = _with_model(request, self._choose(request))
        before = int(not self._has_model(request)) + int(not self._has_tokens(request))
        *opening, after = _stages(progress, before + 1)
        return request, self._read(request, opening, is_cancelled), after

    def _has_model(self, request: Request) -> bool:
        options = request.options
        return self._model is not None and self._model_of == (options.model, options.device, options.scheme)

    def _has_tokens(self, request: Request) -> bool:
        return self._has_model(request) and self._tokens is not None and self._tokens_of == (self._model, request.text)

    def _read(self, request: Request, stages: list[Progress], is_cancelled: IsCancelled) -> Reading:
        """Return the reading that the request asks for, with as little made anew as can be."""
        from relviz.core.reading.reading import tokenise  # noqa: PLC0415

        options = request.options
        if not self._has_model(request):
            assert options.model is not None, "a model was chosen"
            loading = stages.pop(0)
            self._model = shared_model(opens(options.model), options.device, options.scheme, loading, is_cancelled)
            self._own = None
            self._model_of = options.model, options.device, options.scheme
        assert self._model is not None, "a model was just loaded"
        if not self._has_tokens(request):
            self._tokens = tokenise(self._model, request.text, stages.pop(0), is_cancelled)
            self._tokens_of = self._model, request.text
        assert self._tokens is not None, "the text was just tokenised"
        lengths = options.segment_length, options.memory_length, options.initial_memory
        wanted = (self._model, self._tokens, *lengths, _start(request, self._tokens))
        if self._reading_of != wanted:
            self._readings.clear()
            self._reading_of = wanted
            self._trace = None
            self._looks.clear()
            self._losses.clear()
        return self._reading_with(self._model, self._tokens, request)

    def _reading_with(self, model: Model, tokens: Tokens, request: Request) -> Reading:
        """Return the reading with the interventions asked for, which is one of its own if they act from the start.

        The one without any is kept beside it, so that going back to it takes no reading.
        """
        from relviz.core.reading.reading import Reading  # noqa: PLC0415

        options = request.options
        kinds = model.network.layers[0].attention.scheme.kinds
        interventions = request.interventions.among([kind.name for kind in kinds])
        from_start = interventions if interventions.since == "start" else NONE
        if from_start not in self._readings:
            self._readings = {key: reading for key, reading in self._readings.items() if key == NONE}
            lengths = options.segment_length, options.memory_length, options.initial_memory
            start = _start(request, tokens)
            self._readings[from_start] = Reading(model, tokens, *lengths, interventions=from_start, start=start)
        reading = self._readings[from_start]
        reading.intervene(interventions)
        return reading


def _with_model(request: Request, choice: Choice | None) -> Request:
    """Return a request that names a model."""
    return request if choice is None else replace(request, options=replace(request.options, model=choice.model))


def _segment(request: Request, reading: Reading) -> int:
    """Return the segment that holds the token, or the character, asked for, or the first one with a full memory."""
    if request.character is not None:
        return reading.segment_of(reading.start + reading.tokens.at_character(request.character))
    if request.token is None:
        return min(reading.segments_to_fill, len(reading) - 1)
    return reading.segment_of(min(request.token, reading.start + len(reading.tokens) - 1))


def _start(request: Request, tokens: Tokens) -> int:
    """Return the token with which reading begins."""
    return tokens.at_character(request.options.start) if request.options.start else 0


def _stages(progress: Progress, count: int) -> list[Progress]:
    """Cut one progress into equal stages, each told of by shares from 0 to 1."""

    def stage(number: int) -> Progress:
        return lambda share: progress((number + share) / count)

    return [stage(number) for number in range(count)]


Place = tuple[int, int, int | Literal["mean"], "Interventions"]
"""Segment, layer and head, and the interventions."""
BUDGET = 128 * 2**20
"""Bytes that are kept."""


class Looks:
    """The looks at one reading that were asked for last, as many as fit into a budget.

    Args:
        budget: bytes of numbers to keep; the last look is kept even if it alone is larger.
    """

    def __init__(self, budget: int = BUDGET) -> None:
        self._budget = budget
        self._kept: OrderedDict[Place, tuple[Look, int]] = OrderedDict()  # the one asked for last at the end
        self._bytes = 0

    def get(self, place: Place) -> Look | None:
        """Return the look at a place if it is kept."""
        if place not in self._kept:
            return None
        self._kept.move_to_end(place)
        return self._kept[place][0]

    def keep(self, place: Place, look: Look) -> None:
        """Keep a look, and let go of those that nobody has asked for longest."""
        size = size_of(look)
        self._kept[place] = look, size
        self._bytes += size
        while self._bytes > self._budget and len(self._kept) > 1:
            _, (_, oldest) = self._kept.popitem(last=False)
            self._bytes -= oldest

    def clear(self) -> None:
        """Let go of all of them: another reading begins."""
        self._kept.clear()
        self._bytes = 0


def size_of(value: object) -> int:
    """Return the bytes of all arrays in a dataclass, a tuple or a list of them."""
    if isinstance(value, np.ndarray):
        return value.nbytes
    if is_dataclass(value):
        return sum(size_of(getattr(value, field.name)) for field in fields(value))
    if isinstance(value, tuple | list):
        return sum(size_of(part) for part in value)
    return 0
