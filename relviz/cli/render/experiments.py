"""What ``relviz render --view schemes`` draws: the experiments of the Schemes page, as figures for files.

Loads torch and Qt.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from relviz.app.engine.lab import ABSOLUTE, RELATIVE, LabEngine, LabRequest, is_installed
from relviz.cli.progress import progress_bar
from relviz.cli.render.options import EXPERIMENTS
from relviz.core.lab.worked_example import worked_example
from relviz.core.schemes import lab_schemes
from relviz.errors import SettingError
from relviz.figure.lettering.text import SEPARATOR
from relviz.figure.views.schemes.collision import collision_figure
from relviz.figure.views.schemes.losses import losses_figure
from relviz.figure.views.schemes.probe import probe_figure
from relviz.figure.views.schemes.rewriting import labels_of, rewriting_figure
from relviz.figure.views.schemes.side_by_side import (
    COUNTED_ANEW,
    COUNTED_FROM_ONE,
    place_of,
    schemes_figure,
    segment_name,
)
from relviz.figure.views.schemes.worked_example import worked_example_page
from relviz.figure.words import figure_tr
from relviz.figure.writing.job import Drawing, Shown, file_stem, segment_stem

if TYPE_CHECKING:
    from relviz.app.engine.lab import LabAnswer
    from relviz.cli.render.options import SchemesOptions
    from relviz.core.reading.trace import Head, SegmentTrace
    from relviz.core.units import Unit
    from relviz.figure.spec import FigureSpec

SIDE_BY_SIDE, COLLISION, PROBE, LOSSES, REWRITING, WORKED_EXAMPLE = EXPERIMENTS
ON_A_TEXT = (SIDE_BY_SIDE, COLLISION, REWRITING)
"""SchemesOptions that read a segment; the others are of no text, or of the lab's own."""


def check_models(wanted: SchemesOptions) -> None:
    """See that the models which are asked for are there.

    Raises:
        SettingError: one of them is not.
    """
    chosen = set(wanted.chosen)
    schemes = dict.fromkeys(wanted.compared if chosen - {REWRITING, WORKED_EXAMPLE} else ())
    if REWRITING in chosen:
        schemes |= dict.fromkeys((ABSOLUTE, RELATIVE))
    missing = [f"lab-{scheme}" for scheme in schemes if not is_installed(scheme)]
    if missing:
        there = ", ".join(scheme for scheme in lab_schemes() if is_installed(scheme)) or "none"
        raise SettingError(
            "There is no model {0} to compare with: choose --schemes from those that have one ({1}).",
            ", ".join(missing),
            there,
        )


@dataclass
class Laboratory:
    """Draws experiments for one layer and head, each as the page does.

    Attributes:
        wanted: what to draw.
        layer: the layer shown, from 0.
        head: the head shown, from 0, or ``mean``.
        unit: what losses are told in.
    """

    wanted: SchemesOptions
    layer: int
    head: Head
    unit: Unit = "bits"
    _engine: LabEngine = field(default_factory=LabEngine)
    _answer: LabAnswer | None = None

    def of_segments(self) -> list[Drawing]:
        """Return the experiments that are drawn for each segment of the text."""
        if self.wanted.example:
            return []
        return [
            Drawing(partial(self._of_segment, one), partial(_stem, one))
            for one in self.wanted.chosen
            if one in ON_A_TEXT
        ]

    def alone(self) -> list[tuple[str, FigureSpec]]:
        """Return the experiments that are drawn once, with the names of their files; this may take minutes.

        Raises:
            RelvizError: a model, a layer or a number will not do.
        """
        made = []
        for one in self.wanted.chosen:
            if one in ON_A_TEXT:
                if self.wanted.example:
                    made.append(self._of_example(one))
            elif one == PROBE:
                made.append((f"{_file(one)}_{self.wanted.position}", self._probe()))
            elif one == LOSSES:
                made.append((_file(one), self._losses()))
            else:
                made.append(self._worked_example())
        return made

    def _of_segment(self, one: str, shown: Shown) -> FigureSpec:
        return self.on_text(one, shown.trace)

    def on_text(self, one: str, trace: SegmentTrace | None) -> FigureSpec:
        """Draw an experiment on a segment of the text, or on the article's example.

        Raises:
            SettingError: the models compared have no such layer or head.
        """
        answer = self._compare(trace)
        counted = "" if trace is None or answer.segment == trace.index else figure_tr(COUNTED_ANEW)
        if one == COLLISION:
            where = SEPARATOR.join(filter(None, (segment_name(answer.segment), counted)))
            return collision_figure(answer.collisions, from_one=trace is None, untrained=answer.untrained, where=where)
        if (answer.layer, answer.head) != (self.layer, self.head):
            raise SettingError(
                "There is no layer {0} with a head {1} in the models compared: their last are layer {2} and head {3}.",
                self.layer,
                self.head,
                answer.layer,
                answer.head,
            )
        if one == REWRITING:
            where = SEPARATOR.join(filter(None, (place_of(answer.segment, answer.layer, answer.head), counted)))
            return rewriting_figure(answer.rewritten, *labels_of(answer.views[0]), where)
        return schemes_figure(
            answer.views,
            layer=answer.layer,
            head=answer.head,
            segment=answer.segment,
            note=figure_tr(COUNTED_FROM_ONE) if trace is None else counted,
        )

    def _compare(self, trace: SegmentTrace | None) -> LabAnswer:
        """Read with every scheme up to the segment in which the trace's begins; the last answer is kept."""
        schemes, layer, head = self.wanted.compared, self.layer, self.head
        if trace is None:
            request = LabRequest(schemes, layer, head)
        else:
            character = int(trace.tokens.spans[trace.where.start, 0])
            lengths = trace.segment_length, trace.memory_length
            request = LabRequest(schemes, layer, head, trace.tokens.text, character, *lengths)
        if self._answer is None or self._answer.request != request:
            self._answer = self._engine.compare(request, _ignore, _never)
        return self._answer

    def _of_example(self, one: str) -> tuple[str, FigureSpec]:
        where = "" if one == COLLISION else f"_l{self.layer}_h{self.head}"
        return f"{_file(one)}_example{where}", self.on_text(one, None)

    def _probe(self) -> FigureSpec:
        with progress_bar("asking the schemes") as progress:
            probed = self._engine.probe(self.wanted.compared, self.wanted.position, None, progress, _never)
        return probe_figure(probed.probes, probed.at, probed.tables, probed.untrained)

    def _losses(self) -> FigureSpec:
        schemes = self.wanted.compared
        if untrained := self._engine.untrained(schemes):
            raise SettingError(
                "The weights of {0} are random, and have no loss worth measuring: choose --schemes that are trained.",
                ", ".join(f"lab-{scheme}" for scheme in untrained),
            )
        with progress_bar("measuring the losses") as progress:
            found = self._engine.measure(schemes, _ignore, progress, _never)
        lengths = found.trained_positions, found.trained_memory
        return losses_figure(found.by_position, found.by_memory, schemes, *lengths, found.checks, self.unit)

    def _worked_example(self) -> tuple[str, FigureSpec]:
        wanted = self.wanted
        example = worked_example(wanted.distance, wanted.d_model, wanted.layout, wanted.sign)
        name = f"{_file(WORKED_EXAMPLE)}_d{wanted.distance}_w{wanted.d_model}_{wanted.layout}_{wanted.sign}"
        return name, worked_example_page(example)


def _stem(one: str, shown: Shown) -> str:
    """Return what the file of an experiment on a segment is named after; collisions are those of all heads."""
    look = shown.look
    return f"{_file(one)}_{segment_stem(look.index, look.segments) if one == COLLISION else file_stem(look)}"


def _file(one: str) -> str:
    """Return how the name of an experiment's file begins."""
    return "schemes" if one == SIDE_BY_SIDE else f"schemes-{one}"


def _ignore(progress: object) -> None:
    """Show nothing."""
    del progress


def _never() -> bool:
    """Go on."""
    return False
