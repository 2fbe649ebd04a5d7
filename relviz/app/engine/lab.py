"""The worker's side of the Schemes page: reads a text with one model a position scheme, and asks schemes questions."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Literal

from relviz.errors import Cancelled
from relviz.resources import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.core.lab.checks import Check
    from relviz.core.lab.collision import Collisions
    from relviz.core.lab.comparison import SchemeView
    from relviz.core.lab.loss_curves import LossCurve
    from relviz.core.lab.probe import Probe
    from relviz.core.lab.rewriting import RewrittenTerm
    from relviz.core.model.model import Model
    from relviz.core.reading.reading import Reading
    from relviz.core.reading.trace import Floats


EXAMPLE, WINDOW = "ABCDEFGH", 4
"""The article's text, two segments of four tokens (``core.lab.collision`` says the same, and loads torch)."""
ABSOLUTE, RELATIVE = "count", "xl"
"""The two schemes whose terms are set side by side."""
LEARNED = ("learned", "shaw", "t5")
"""Schemes whose vectors or numbers are learned."""
GRID_POINTS = 160
STREAMS, LENGTH = 16, 2048
"""Stretches of held-out text that are read side by side while somebody waits, and their length."""


@dataclass(frozen=True)
class LabRequest:
    """What is to be compared.

    Attributes:
        schemes: names of the position schemes.
        layer: index of the layer; beyond the models' last it is taken to the last.
        head: index of the head, likewise, or ``mean``.
        text: the text; None for the article's example, of which the second segment is read.
        character: place in the text, in characters, of a token in the segment to show.
        segment_length: T.
        memory_length: how many tokens the memory can hold.
    """

    schemes: tuple[str, ...]
    layer: int
    head: int | Literal["mean"]
    text: str | None = None
    character: int = 0
    segment_length: int = WINDOW
    memory_length: int = WINDOW


@dataclass(frozen=True, eq=False)
class LabAnswer:
    """What came out.

    Attributes:
        request: what was asked for.
        views: one a scheme, in the order asked for.
        collisions: likewise.
        rewritten: the four terms of the absolute scheme and of Transformer-XL.
        missing: for each scheme which of the four terms it lacks, in a sentence.
        untrained: schemes whose models have random weights, as they have where none is installed.
        layer: the layer shown.
        head: the head shown.
        segment: number of the segment shown, from 0.
        segments: how many there are.
        start: position in the text of the segment's first token.
    """

    request: LabRequest
    views: tuple[SchemeView, ...]
    collisions: tuple[Collisions, ...]
    rewritten: tuple[RewrittenTerm, ...]
    missing: tuple[str, ...]
    untrained: tuple[str, ...]
    layer: int
    head: int | Literal["mean"]
    segment: int
    segments: int
    start: int


@dataclass(frozen=True, eq=False)
class Probed:
    """What schemes answer to one position or distance.

    Attributes:
        asked: the position or distance.
        probes: one a scheme.
        at: (N,) positions of the tables' columns, about logarithmic.
        tables: (N, D) a scheme, NaN where it has no vector, what is added to the values after the rest; None for one
            that holds nothing at all.
        untrained: schemes whose vectors are random, as they are where no model is installed.
    """

    asked: int
    probes: tuple[Probe, ...]
    at: NDArray[np.int64]
    tables: tuple[Floats | None, ...]
    untrained: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Losses:
    """Loss curves, as far as they are known.

    Attributes:
        by_position: scheme to its loss over positions.
        by_memory: scheme to its loss over memory lengths.
        untrained: schemes that were not measured, since no trained model of theirs is installed.
        trained_positions: how many positions were seen in training, None where unknown.
        trained_memory: the longest memory seen in training, None where unknown.
        checks: what the papers report, held against every model that was measured; empty until all is known.
    """

    by_position: dict[str, LossCurve]
    by_memory: dict[str, LossCurve]
    untrained: tuple[str, ...] = ()
    trained_positions: int | None = None
    trained_memory: int | None = None
    checks: tuple[Check, ...] = ()


class LabEngine:
    """Answers the Schemes page, and keeps models, readings and what was measured.

    ``compare`` and ``probe`` run in one worker thread, ``measure`` may run in another.
    """

    def __init__(self) -> None:
        self._models = LabModels()
        self._readings: dict[str, tuple[object, Reading]] = {}
        self._tables: dict[tuple[str, int | None], Floats | None] = {}
        self._measured: dict[str, tuple[LossCurve, LossCurve]] = {}

    def untrained(self, schemes: tuple[str, ...], is_cancelled: IsCancelled | None = None) -> tuple[str, ...]:
        """Return those of which the model has random weights, as it has where none is installed.

        Args:
            schemes: their names.
            is_cancelled: asked while models are loaded.

        Raises:
            ModelError: a model is damaged.
            Cancelled: ``is_cancelled`` said so.
        """
        return tuple(scheme for scheme in schemes if self._models.get(scheme, is_cancelled).untrained)

    def compare(self, request: LabRequest, progress: Progress, is_cancelled: IsCancelled) -> LabAnswer:
        """Read the text with each scheme up to the segment asked for.

        Raises:
            RelvizError: a model, the text or a length will not do.
            Cancelled: ``is_cancelled`` said so.
        """
        from relviz.core.lab.collision import collisions_of  # noqa: PLC0415 # torch loads here, off the GUI thread
        from relviz.core.lab.comparison import compare  # noqa: PLC0415
        from relviz.core.lab.rewriting import rewritten  # noqa: PLC0415

        schemes = tuple(dict.fromkeys((*request.schemes, ABSOLUTE, RELATIVE)))
        traces = {}
        for number, scheme in enumerate(schemes):
            reading = self._reading(scheme, request, is_cancelled)
            index = 1 if request.text is None else reading.segment_of(reading.tokens.at_character(request.character))
            traces[scheme] = reading.step(index, _part(progress, number, len(schemes)), is_cancelled)
        config = traces[ABSOLUTE].model.config
        layer = min(request.layer, config.n_layer - 1)
        head = request.head if request.head == "mean" else min(request.head, config.n_head - 1)
        chosen = [traces[scheme] for scheme in request.schemes]
        shown = traces[ABSOLUTE]
        return LabAnswer(
            request=request,
            views=compare(chosen, layer, head),
            collisions=tuple(collisions_of(trace) for trace in chosen),
            rewritten=rewritten(traces[ABSOLUTE], traces[RELATIVE], layer, head),
            missing=tuple(trace.model.network.layers[0].attention.scheme.missing for trace in chosen),
            untrained=self.untrained(schemes),
            layer=layer,
            head=head,
            segment=shown.index,
            segments=shown.segments,
            start=shown.where.start,
        )

    def _reading(self, scheme: str, request: LabRequest, is_cancelled: IsCancelled) -> Reading:
        from relviz.core.reading.reading import Reading, tokenise  # noqa: PLC0415

        wanted = request.text, request.segment_length, request.memory_length
        known, reading = self._readings.get(scheme, (None, None))
        if reading is None or known != wanted:
            model = self._models.get(scheme, is_cancelled)
            tokens = tokenise(model, EXAMPLE if request.text is None else request.text, None, is_cancelled)
            reading = Reading(model, tokens, request.segment_length, request.memory_length)
            self._readings[scheme] = wanted, reading
        return reading

    def probe(
        self, schemes: tuple[str, ...], asked: int, period: int | None, progress: Progress, is_cancelled: IsCancelled
    ) -> Probed:
        """Ask schemes for a position or distance.

        Args:
            schemes: their names.
            asked: the position or distance.
            period: T, for positions that restart; None for the models' own.
            progress: told the share done.
            is_cancelled: asked between schemes.

        Raises:
            ModelError: a model is damaged.
            Cancelled: ``is_cancelled`` said so.
        """
        import numpy as np  # noqa: PLC0415 # the command line imports this module for its names

        from relviz.core.lab.probe import grid, probe, value_vector  # noqa: PLC0415

        at = grid(GRID_POINTS)
        probes, tables = [], []
        for number, name in enumerate(schemes):
            if is_cancelled():
                raise Cancelled("The question was taken back.")
            scheme = self._models.get(name, is_cancelled).network.layers[0].attention.scheme
            probes.append(probe(scheme, asked, period))
            if (name, period) not in self._tables:
                rows = [scheme.vector(int(place), period) for place in at]
                added = [value_vector(scheme, int(place)) for place in at]
                rows = [
                    row if row is None or more is None else np.concatenate([row, more])
                    for row, more in zip(rows, added, strict=True)
                ]
                width = next((len(row) for row in rows if row is not None), 0)
                empty = np.full(width, np.nan, np.float32)
                self._tables[name, period] = (
                    np.stack([empty if row is None else row for row in rows]) if width else None
                )
            tables.append(self._tables[name, period])
            progress((number + 1) / len(schemes))
        learned = tuple(name for name in schemes if name in LEARNED)  # the others' are formulas
        return Probed(asked, tuple(probes), at, tuple(tables), self.untrained(learned))

    def measure(
        self,
        schemes: tuple[str, ...],
        partial: Callable[[Losses], None],
        progress: Progress,
        is_cancelled: IsCancelled,
    ) -> Losses:
        """Measure the loss of each scheme's trained model on the held-out text, over positions and memory lengths.

        What was measured before is not measured again.

        Args:
            schemes: their names; those of which no trained model is installed are left out.
            partial: hears the curves so far.
            progress: told the share done.
            is_cancelled: asked before each segment.

        Raises:
            RelvizError: a model or the held-out text will not do.
            Cancelled: ``is_cancelled`` said so.
        """
        from relviz.core.lab.checks import checks  # noqa: PLC0415
        from relviz.core.lab.loss_curves import loss_by_memory, loss_by_position  # noqa: PLC0415
        from relviz.core.lab.passage import ids_of  # noqa: PLC0415
        from relviz.core.lab.results import read_results  # noqa: PLC0415

        untrained = self.untrained(schemes, is_cancelled)
        able = [name for name in schemes if name not in untrained]
        by_position = {name: self._measured[name][0] for name in able if name in self._measured}
        by_memory = {name: self._measured[name][1] for name in able if name in self._measured}
        missing = [name for name in able if name not in self._measured]
        lengths: tuple[int | None, int | None] = None, None
        if able:
            config = self._models.get(able[0], is_cancelled).config
            lengths = config.trained_positions, config.trained_memory_length

        def so_far(checked: tuple[Check, ...] = ()) -> Losses:
            return Losses(dict(by_position), dict(by_memory), untrained, *lengths, checked)

        partial(so_far())
        for number, name in enumerate(missing):
            model = self._models.get(name, is_cancelled)
            ids = ids_of(model)

            def keep(curve: LossCurve, name: str = name) -> None:
                (by_position if curve.over == "position" else by_memory)[name] = curve
                partial(so_far())

            first, second = (_part(progress, 2 * number + half, 2 * len(missing)) for half in (0, 1))
            by_position[name] = loss_by_position(
                model,
                ids,
                length=LENGTH,
                streams=STREAMS,
                progress=first,
                is_cancelled=is_cancelled,
                partial=keep,
            )
            by_memory[name] = loss_by_memory(
                model, ids, streams=STREAMS, progress=second, is_cancelled=is_cancelled, partial=keep
            )
            self._measured[name] = by_position[name], by_memory[name]
        return so_far(checks(read_results()))


def _part(progress: Progress, number: int, parts: int) -> Progress:
    """Return the progress of one of several equal parts, told of by shares from 0 to 1."""
    return lambda share: progress((number + share) / parts)


SEED = 0


def models_folder() -> Path:
    """Return the folder in which the models ``lab-SCHEME`` are."""
    return resource("models")


def lab_folder(scheme: str) -> Path:
    """Return the folder of the model of a scheme; it need not exist."""
    return models_folder() / f"lab-{scheme}"


def is_installed(scheme: str) -> bool:
    """Whether the model of a scheme is there. Does not load torch."""
    return (lab_folder(scheme) / "config.json").is_file()


def untrained(scheme: str) -> Model:
    """Return a model of the lab's shape with random weights, the same each time, that reads characters.

    It stands in for one that is not installed: what positions do to the score can be seen on it, what was learned
    cannot.
    """
    import torch  # noqa: PLC0415 # not before somebody looks
    from tokenizers import Tokenizer as Characters  # noqa: PLC0415
    from tokenizers import decoders, models, pre_tokenizers  # noqa: PLC0415

    from relviz.core.config import ModelConfig  # noqa: PLC0415
    from relviz.core.model.model import Model  # noqa: PLC0415
    from relviz.core.model.transformer import TransformerXL  # noqa: PLC0415
    from relviz.core.text.tokens import Tokenizer  # noqa: PLC0415

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    characters = Characters(models.BPE({sign: number for number, sign in enumerate(alphabet)}, []))
    characters.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    characters.decoder = decoders.ByteLevel()
    config = ModelConfig(
        vocab_size=len(alphabet),
        n_layer=3,
        n_head=4,
        d_model=128,
        d_head=32,
        d_inner=512,
        scheme=scheme,
        pre_lnorm=True,
        segment_length=64,
        memory_length=64,
        n_positions=512 if scheme == "learned" else None,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(SEED)
        network = TransformerXL(config).eval()
    return Model(f"lab-{scheme} (random weights)", network, Tokenizer(characters))


class LabModels:
    """Loads each model when it is first asked for; worker threads may ask at the same time."""

    def __init__(self) -> None:
        self._models: dict[str, Model] = {}
        self._lock = Lock()

    def get(self, scheme: str, is_cancelled: IsCancelled | None = None) -> Model:
        """Return the model of a scheme, one with random weights if it is not installed.

        Raises:
            ModelError: it is damaged.
            Cancelled: ``is_cancelled`` said so.
        """
        from relviz.checkpoints import load_model  # noqa: PLC0415 # loads torch, in the worker thread

        with self._lock:
            if scheme not in self._models:
                self._models[scheme] = (
                    load_model(lab_folder(scheme), "cpu", None, is_cancelled)
                    if is_installed(scheme)
                    else untrained(scheme)
                )
            return self._models[scheme]
