"""A figure, or one of each segment, into files or an animation, as a job for the worker thread."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, cast

from relviz.app.projects.picture import KEYWORD, OLD_KEYWORD, settings_text
from relviz.errors import Cancelled
from relviz.figure.options import SCREEN_DPI
from relviz.figure.writing.animation import ANIMATED, Animated, Animation
from relviz.figure.writing.write import FORMATS, Format, to_image, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from PySide6.QtGui import QImage

    from relviz.app.engine.engine import Engine, Request
    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.app.exporting.recipes import Draw
    from relviz.app.projects.project import Project
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import SegmentTrace
    from relviz.figure.options import FigureOptions
    from relviz.figure.spec import FigureSpec

Spread = Literal["one", "files", "animation"]
"""One segment, a file for each, or all of them in one file."""
SPREADS: tuple[Spread, ...] = ("one", "files", "animation")


def formats_of(spread: Spread) -> tuple[Format | Animated, ...]:
    """Return the kinds of file that there are."""
    return ANIMATED if spread == "animation" else FORMATS


@dataclass(frozen=True)
class Segments:
    """Which segments a text has.

    Attributes:
        first: position in the text of the token with which the reading began.
        length: tokens in a segment.
        count: how many there are.
        shown: number of the one on the screen, from 0.
    """

    first: int
    length: int
    count: int
    shown: int

    @classmethod
    def of(cls, look: Look) -> Segments:
        """Return those of the text that is looked at."""
        return cls(look.first, look.segment_length, look.segments, look.index)

    def token(self, index: int) -> int:
        """Return the position in the text of a segment's first token."""
        return self.first + index * self.length

    def stem(self, index: int) -> str:
        """Return how a segment is called in names of files, e.g. ``s003``; they sort as the segments do."""
        return f"s{index:0{max(3, len(str(self.count - 1)))}}"


@dataclass(frozen=True, eq=False)
class Export:
    """What is to be drawn, and how.

    Attributes:
        page: the figure on the screen; None to draw the segment by ``draw``.
        draw: draws any segment; None for a figure that is of none but the one shown.
        request: what is looked at.
        segments: which there are.
        project: the state of the window.
        options: how the figures are finished.
        spread: how many of them there are.
        format: kind of file.
        text: whether a picture tells the text.
        duration: milliseconds that a segment stays in an animation.
    """

    page: FigureSpec | None
    draw: Draw | None
    request: Request
    segments: Segments
    project: Project
    options: FigureOptions
    spread: Spread = "one"
    format: Format | Animated = "png"
    text: bool = False
    duration: int = 700

    def paths(self, name: str, path: Path) -> list[Path]:
        """Return the files that are made.

        Args:
            name: how files of segments are called before the segment's number, e.g. ``terms``.
            path: the file; the folder where there is one for each segment.
        """
        if self.spread != "files":
            return [path]
        return [path / f"{name}_{self.segments.stem(index)}.{self.format}" for index in range(self.segments.count)]

    def steps(self, name: str, path: Path, engine: Engine, is_cancelled: IsCancelled) -> Iterator[float]:
        """Draw, and write the files, one figure a step; yield the share that is done. See ``paths`` for the arguments.

        Runs in the worker thread. Nothing is done before the first step is asked for.

        Raises:
            OutputError: a file cannot be written; those before it are there.
            Cancelled: ``is_cancelled`` said so; an animation is not there then.
        """
        paths, palette, dpi = self.paths(name, path), self.options.palette, self.options.dpi
        count = len(self._indices)
        animation = None
        if self.spread == "animation":
            animation = Animation([(cast("Animated", self.format), path)], palette, dpi, self.duration)
        for number, figure in enumerate(self._figures(engine, _ignore, is_cancelled)):
            if animation is None:
                write(figure, paths[number], palette, dpi=dpi, format=self.format)
            else:
                animation.add(figure)
            yield (number + 1) / (count + 1)
        if animation is not None:
            animation.write()

    def picture(
        self, size: tuple[float, float], engine: Engine, progress: Progress, is_cancelled: IsCancelled
    ) -> QImage:
        """Return the figure of the segment shown, drawn into so many pixels; runs in the worker thread."""
        figure = self.figure(engine, progress, is_cancelled)
        scale = min(room / side for room, side in zip(size, figure.size, strict=True))
        return to_image(figure, self.options.palette, scale)

    def clip(self, engine: Engine, progress: Progress, is_cancelled: IsCancelled) -> QImage:
        """Return the figure of the segment shown as a picture of the size asked for; runs in the worker thread."""
        figure = self.figure(engine, progress, is_cancelled)
        return to_image(figure, self.options.palette, self.options.dpi / SCREEN_DPI)

    def figure(self, engine: Engine, progress: Progress, is_cancelled: IsCancelled) -> FigureSpec:
        """Return the figure of the segment shown, finished; runs in the worker thread."""
        return next(replace(self, spread="one")._figures(engine, progress, is_cancelled))

    def _figures(self, engine: Engine, progress: Progress, is_cancelled: IsCancelled) -> Iterator[FigureSpec]:
        """Yield the figures, finished."""
        from relviz.core.reading.look import look_at  # noqa: PLC0415 # loads torch

        for index in self._indices:
            if is_cancelled():
                raise Cancelled("The export was cancelled.")
            request = replace(self.request, token=self.segments.token(index), character=None)
            trace = engine.segment(request, progress, is_cancelled)
            if self.page is not None and self.spread == "one":
                figure = self.page
            else:
                assert self.draw is not None, "a page that has no recipe is exported as it is"
                layer, head = self._place(trace)
                figure = self.draw(trace, look_at(trace, layer, head, is_cancelled))
            yield self.options.of(self._told(figure, trace))

    @property
    def _indices(self) -> Sequence[int]:
        """The segments that are drawn."""
        return [self.segments.shown] if self.spread == "one" else range(self.segments.count)

    def _place(self, trace: SegmentTrace) -> tuple[int, int | Literal["mean"]]:
        """Return the layer and head that are looked at; those beyond the model's last are taken to the last."""
        config, head = trace.model.config, self.request.head
        return min(self.request.layer, config.n_layer - 1), head if head == "mean" else min(head, config.n_head - 1)

    def _told(self, figure: FigureSpec, trace: SegmentTrace) -> FigureSpec:
        """Return a figure that says of itself what brings it back."""
        shown = json.loads(figure.metadata.get(OLD_KEYWORD, "{}"))
        shown |= {"figure": figure.name, "model": trace.model.name, "sha256": trace.model.sha256}
        index = self.segments.shown if self.spread == "animation" else trace.index
        project = replace(self.project, token=self.segments.token(index))
        pictures = self.format not in {"svg", "pdf"}
        kept = {name: value for name, value in figure.metadata.items() if name != OLD_KEYWORD}
        told = settings_text(project, shown, text=self.text and pictures)
        return replace(figure, metadata={**kept, KEYWORD: told})


def _ignore(share: float) -> None:
    """Take no note of how far the reading has got: the segments are counted."""
    del share
