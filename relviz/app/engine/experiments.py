"""The experiments with position schemes: what each asks of the lab, how that is drawn, and what can be chosen.

To add one: a file that draws what was found, in ``relviz.figure.views.schemes``, and a line of ``EXPERIMENTS``.
``relviz render --experiment`` has it then, and so has the Schemes page once ``relviz.ui.pages.schemes`` names its
widget. Neither torch nor Qt is loaded before something is asked or drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from relviz.app.engine.lab import ABSOLUTE, RELATIVE, LabAnswer, LabEngine, LabRequest, Losses, Probed
from relviz.app.kept import Whole, damaged, read, told
from relviz.core.lab.worked_example import Sign, WorkedExample, worked_example
from relviz.core.schemes import lab_schemes
from relviz.core.sentence import Sentence, marked
from relviz.core.sinusoid import FARTHEST, Layout
from relviz.errors import SettingError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from contextlib import AbstractContextManager

    from relviz.app.engine.runner import Progress
    from relviz.core.reading.trace import Head, SegmentTrace
    from relviz.core.units import Unit
    from relviz.figure.spec import FigureSpec

CHOSEN = ("restart", "count", "shaw", "xl")
"""The schemes that are shown at first: the article's argument."""
WIDEST = 512
"""The largest d_model."""


@dataclass(frozen=True)
class Example:
    """What is worked out; at first the article's: two tokens back, at a d_model that fits a table.

    Attributes:
        distance: tokens back.
        width: d_model.
        layout: how sines and cosines are ordered.
        sign: how a distance is counted.
    """

    distance: int = 2
    width: Whole = 8
    layout: Layout = "interleaved"
    sign: Sign = "article"

    def work_out(self) -> WorkedExample:
        """Return it with all its numbers.

        Raises:
            SettingError: the width will not do.
        """
        return worked_example(self.distance, self.width, self.layout, self.sign)


@dataclass(frozen=True)
class Seen:
    """How one looks at what was found. Each experiment takes what it knows.

    Attributes:
        schemes: those that are drawn, in order.
        unit: what losses are told in.
        shared_scale: whether maps of one kind have one scale.
        selected: (query, key) to frame in every map.
        counted_anew: whether segments have other numbers than the reader knows, those of the models compared.
    """

    schemes: tuple[str, ...] = ()
    unit: Unit = "bits"
    shared_scale: bool = False
    selected: tuple[int, int] | None = None
    counted_anew: bool = False


@dataclass
class Laboratory:
    """Asks the lab, waits for its answers, and draws them: for files, where nobody looks on.

    Attributes:
        choices: which schemes are compared, and what else can be chosen.
        layer: the layer shown, from 0.
        head: the head shown, from 0, or ``mean``.
        unit: what losses are told in.
        bar: shows under a title how far work that takes long has come.
    """

    choices: Choices
    layer: int
    head: Head
    unit: Unit
    bar: Callable[[str], AbstractContextManager[Progress]]
    _engine: LabEngine = field(default_factory=LabEngine)
    _answer: LabAnswer | None = None

    def figure(self, experiment: Experiment, trace: SegmentTrace | None = None) -> FigureSpec:
        """Draw an experiment; this may take minutes.

        Args:
            experiment: which one.
            trace: the segment of a text that it is drawn on, if it reads one; None for the article's example.

        Raises:
            RelvizError: a model or a number will not do, or the models compared have no such layer or head.
        """
        seen = Seen(self.choices.schemes, self.unit)
        if experiment.ask is not None:
            return experiment.draw(experiment.ask(self), seen)
        answer = self._read(trace)
        if experiment.of_head and (answer.layer, answer.head) != (self.layer, self.head):
            raise SettingError(
                "There is no layer {0} with a head {1} in the models compared: their last are layer {2} and head {3}.",
                self.layer,
                self.head,
                answer.layer,
                answer.head,
            )
        counted_anew = trace is not None and answer.segment != trace.index
        return experiment.draw(answer, replace(seen, counted_anew=counted_anew))

    def _read(self, trace: SegmentTrace | None) -> LabAnswer:
        """Read with every scheme up to the segment in which the trace's begins; the last answer is kept."""
        request = LabRequest(self.choices.schemes, self.layer, self.head)
        if trace is not None:
            request = replace(
                request,
                text=trace.tokens.text,
                character=int(trace.tokens.spans[trace.where.start, 0]),
                segment_length=trace.segment_length,
                memory_length=trace.memory_length,
            )
        if self._answer is None or self._answer.request != request:
            self._answer = self._engine.compare(request, _ignore, _never)
        return self._answer

    def probe(self) -> Probed:
        """Ask the schemes for the position."""
        with self.bar("asking the schemes") as progress:
            return self._engine.probe(self.choices.schemes, self.choices.position, None, progress, _never)

    def losses(self) -> Losses:
        """Measure the losses of the schemes' models.

        Raises:
            SettingError: the weights of one are random.
        """
        if untrained := self._engine.untrained(self.choices.schemes):
            raise SettingError(
                "The weights of {0} are random, and have no loss worth measuring: choose --schemes that are trained.",
                ", ".join(f"lab-{scheme}" for scheme in untrained),
            )
        with self.bar("measuring the losses") as progress:
            return self._engine.measure(self.choices.schemes, _ignore, progress, _never)


def _ignore(progress: object) -> None:
    """Show nothing."""
    del progress


def _never() -> bool:
    """Go on."""
    return False


# Each of these loads what draws when it draws: tables and command lines ask for names alone.


def _side_by_side(answer: LabAnswer, seen: Seen) -> FigureSpec:
    from relviz.figure.views.schemes.side_by_side import COUNTED_ANEW, COUNTED_FROM_ONE, schemes_figure  # noqa: PLC0415

    return schemes_figure(
        answer.views,
        layer=answer.layer,
        head=answer.head,
        segment=answer.segment,
        shared_scale=seen.shared_scale,
        selected=seen.selected,
        untrained=answer.untrained,
        note=COUNTED_FROM_ONE if answer.request.text is None else COUNTED_ANEW if seen.counted_anew else "",
    )


def _collision(answer: LabAnswer, seen: Seen) -> FigureSpec:
    from relviz.figure.views.schemes.collision import collision_figure  # noqa: PLC0415
    from relviz.figure.views.schemes.side_by_side import segment_name  # noqa: PLC0415

    return collision_figure(
        answer.collisions,
        from_one=answer.request.text is None,
        untrained=answer.untrained,
        where=segment_name(answer.segment, seen.counted_anew),
    )


def _probe(probed: Probed, _: Seen) -> FigureSpec:
    from relviz.figure.views.schemes.probe import probe_figure  # noqa: PLC0415

    return probe_figure(probed.probes, probed.at, probed.tables, probed.untrained)


def _losses(losses: Losses, seen: Seen) -> FigureSpec:
    from relviz.figure.views.schemes.losses import losses_figure  # noqa: PLC0415

    lengths = losses.trained_positions, losses.trained_memory
    return losses_figure(losses.by_position, losses.by_memory, seen.schemes, *lengths, losses.checks, seen.unit)


def _rewriting(answer: LabAnswer, seen: Seen) -> FigureSpec:
    from relviz.figure.views.schemes.rewriting import labels_of, rewriting_figure  # noqa: PLC0415
    from relviz.figure.views.schemes.side_by_side import place_of  # noqa: PLC0415

    where = place_of(answer.segment, answer.layer, answer.head, seen.counted_anew)
    return rewriting_figure(answer.rewritten, *labels_of(answer.views[0]), where)


def _worked_example(example: WorkedExample, _: Seen) -> FigureSpec:
    from relviz.figure.views.schemes.worked_example import worked_example_page  # noqa: PLC0415

    return worked_example_page(example)


def _kind_of_example(choices: Choices) -> str:
    """Return distance, width, layout and sign, e.g. ``d2_w8_interleaved_article``."""
    example = choices.example
    return f"d{example.distance}_w{example.width}_{example.layout}_{example.sign}"


@dataclass(frozen=True)
class Experiment:
    """An experiment.

    Attributes:
        name: what projects call it; with hyphens, the value of ``--experiment``.
        title: its tab on the page; translated in the context ``Board``.
        draw: draws what was found.
        ask: finds it; None for an experiment that reads a text with every scheme, and finds a ``LabAnswer``.
        of_head: whether what is read from a text is of one layer and head, as names of files say then.
        fixed: the schemes that it is about; None where one chooses them.
        kind: which of several pictures it is, as names of files say then, e.g. which position is asked for.
    """

    name: str
    title: str
    draw: Callable[[Any, Seen], FigureSpec]
    ask: Callable[[Laboratory], object] | None = None
    of_head: bool = True
    fixed: tuple[str, ...] | None = None
    kind: Callable[[Choices], str] | None = None

    @property
    def option(self) -> str:
        """The value of ``--experiment``."""
        return self.name.replace("_", "-")

    @property
    def on_text(self) -> bool:
        """Whether it reads a text."""
        return self.ask is None


EXPERIMENTS = {
    one.name: one
    for one in (
        Experiment("side_by_side", marked("Board", "Side by side"), _side_by_side),
        Experiment("collision", marked("Board", "Collision"), _collision, of_head=False),
        Experiment(
            "probe",
            marked("Board", "Position probe"),
            _probe,
            Laboratory.probe,
            kind=lambda choices: str(choices.position),
        ),
        Experiment("losses", marked("Board", "Loss"), _losses, Laboratory.losses),
        Experiment("rewriting", marked("Board", "Absolute → relative"), _rewriting, fixed=(ABSOLUTE, RELATIVE)),
        Experiment(
            "worked_example",
            marked("Board", "Worked example"),
            _worked_example,
            lambda laboratory: laboratory.choices.example.work_out(),
            fixed=(),
            kind=_kind_of_example,
        ),
    )
}
"""Every experiment by its name, in the order of the page's tabs."""


@dataclass(frozen=True)
class Choices:
    """All that can be chosen on the page, as one frozen value: a project keeps it.

    Attributes:
        experiment: name of the one in front.
        text: whether the schemes read the text in the window, rather than the article's example.
        schemes: names of those that are compared.
        position: the position or distance that they are asked for.
        relative: whether the formula is the relative one.
        example: what is worked out.
    """

    experiment: str = next(iter(EXPERIMENTS))
    text: bool = False
    schemes: tuple[str, ...] = CHOSEN
    position: Whole = 600
    relative: bool = True
    example: Example = field(default_factory=Example)

    def to_dict(self) -> dict[str, object]:
        """Return what is not as at first, in JSON's types."""
        return told(self, Choices())

    @classmethod
    def of(cls, data: Mapping[str, object]) -> Choices:
        """Return what ``to_dict`` told of; what is missing is as at first.

        Raises:
            ProjectError: a value is not what it should be.
        """
        named, usual = data.get("schemes"), cls()
        schemes = tuple(name for name in lab_schemes() if name in named) if isinstance(named, list) else ()
        read_as = read(usual, {**data, "schemes": None}, "parts.schemes.")
        if read_as.experiment not in EXPERIMENTS:
            names = Sentence("one of {0}", ", ".join(EXPERIMENTS))
            raise damaged("parts.schemes.experiment", names, read_as.experiment)
        example = read_as.example
        return replace(
            read_as,
            schemes=schemes or usual.schemes,
            position=min(read_as.position, FARTHEST),
            example=replace(
                example,
                distance=min(max(example.distance, -FARTHEST), FARTHEST),
                width=min(max(example.width // 2 * 2, 2), WIDEST),
            ),
        )
