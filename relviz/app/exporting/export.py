"""A figure, or one of each segment, into files or an animation: what is wanted, and its writing beside the window."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QObject, Signal

from relviz.app.engine.runner import Runner, unsaid
from relviz.app.projects.picture import KEYWORD, OLD_KEYWORD, settings_text
from relviz.errors import Cancelled
from relviz.figure.options import SCREEN_DPI

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from concurrent.futures import ThreadPoolExecutor

    from PySide6.QtGui import QImage

    from relviz.app.engine.engine import Engine, Request
    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.app.exporting.choices import Spread
    from relviz.app.projects.project import Project
    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import SegmentTrace
    from relviz.figure.options import FigureOptions
    from relviz.figure.spec import FigureSpec
    from relviz.figure.writing.formats import Animated, Format
    from relviz.figure.writing.job import Job, Shown

    Draw = Callable[[SegmentTrace, Look], FigureSpec]
    """Draws a segment, which the look is at; called in a worker thread, segment after segment."""

# What draws files is loaded when there is one to be drawn: few export.
OVER = object()
"""Comes after the last step of a job."""
AHEAD = 2
"""Steps of an export that wait for the worker, so that it is never idle, and others wait for two figures at most."""


@dataclass(frozen=True, eq=False)
class Export:
    """What is to be drawn, and how.

    Attributes:
        page: the figure on the screen; None to draw the segment by ``draw``.
        draw: draws any segment; None for a figure that is of none but the one shown.
        request: what is looked at.
        look: what is on the screen, which tells what segments there are.
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
    look: Look
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
        return [path / f"{name}_{self.stem(index)}.{self.format}" for index in range(self.look.segments)]

    def job(self, name: str, path: Path, engine: Engine, is_cancelled: IsCancelled, progress: Progress) -> Job:
        """Return what is to be done, figure after figure, in the worker thread; see ``paths`` for the arguments."""
        from relviz.figure.writing.job import Drawing, Job  # noqa: PLC0415

        return Job(
            [Drawing(self._draw, lambda shown: f"{name}_{self.stem(shown.trace.index)}")],
            segments=[self.look.index] if self.spread == "one" else range(self.look.segments),
            show=partial(self._show, engine, is_cancelled, progress),
            place=path,
            palette=self.options.palette,
            dpi=self.options.dpi,
            formats=[self.format],
            duration=self.duration,
            finish=self._finished,
            is_file=self.spread != "files",
        )

    def picture(
        self, size: tuple[float, float], engine: Engine, progress: Progress, is_cancelled: IsCancelled
    ) -> QImage:
        """Return the figure of the segment shown, drawn into so many pixels; runs in the worker thread."""
        from relviz.figure.writing.write import to_image  # noqa: PLC0415

        figure = self.figure(engine, progress, is_cancelled)
        scale = min(room / side for room, side in zip(size, figure.size, strict=True))
        return to_image(figure, self.options.palette, scale)

    def clip(self, engine: Engine, progress: Progress, is_cancelled: IsCancelled) -> QImage:
        """Return the figure of the segment shown as a picture of the size asked for; runs in the worker thread."""
        from relviz.figure.writing.write import to_image  # noqa: PLC0415

        figure = self.figure(engine, progress, is_cancelled)
        return to_image(figure, self.options.palette, self.options.dpi / SCREEN_DPI)

    def figure(self, engine: Engine, progress: Progress, is_cancelled: IsCancelled) -> FigureSpec:
        """Return the figure of the segment shown, finished; runs in the worker thread."""
        job = replace(self, spread="one").job("", Path(), engine, is_cancelled, progress)
        return next(job.figures())[-1]

    def stem(self, index: int) -> str:
        """Return how a segment is called in names of files."""
        from relviz.figure.writing.job import segment_stem  # noqa: PLC0415

        return segment_stem(index, self.look.segments)

    def _token(self, index: int) -> int:
        """Return the position in the text of a segment's first token."""
        return self.look.first + index * self.look.segment_length

    def _show(self, engine: Engine, is_cancelled: IsCancelled, progress: Progress, index: int) -> Shown:
        """Read a segment.

        Raises:
            Cancelled: ``is_cancelled`` said so.
        """
        from relviz.figure.writing.job import Shown  # noqa: PLC0415

        if is_cancelled():
            raise Cancelled("The export was cancelled.")
        request = replace(self.request, token=self._token(index), character=None)
        trace = engine.segment(request, progress, is_cancelled)
        return Shown(trace, *self._place(trace), is_cancelled)

    def _draw(self, shown: Shown) -> FigureSpec:
        if self.page is not None and self.spread == "one":
            return self.page
        assert self.draw is not None, "a page that has no recipe is exported as it is"
        return self.draw(shown.trace, shown.look)

    def _place(self, trace: SegmentTrace) -> tuple[int, int | Literal["mean"]]:
        """Return the layer and head that are looked at; those beyond the model's last are taken to the last."""
        config, head = trace.model.config, self.request.head
        return min(self.request.layer, config.n_layer - 1), head if head == "mean" else min(head, config.n_head - 1)

    def _finished(self, figure: FigureSpec, trace: SegmentTrace) -> FigureSpec:
        """Return a figure as it is wanted, which says of itself what brings it back."""
        shown = json.loads(figure.metadata.get(OLD_KEYWORD, "{}"))
        shown |= {"figure": figure.name, "model": trace.model.name, "sha256": trace.model.sha256}
        index = self.look.index if self.spread == "animation" else trace.index
        project = replace(self.project, token=self._token(index))
        pictures = self.format not in {"svg", "pdf"}
        kept = {name: value for name, value in figure.metadata.items() if name != OLD_KEYWORD}
        told = settings_text(project, shown, text=self.text and pictures)
        return self.options.of(replace(figure, metadata={**kept, KEYWORD: told}))


class Writing:
    """One export under way. Its steps run in the worker thread, one at a time.

    Attributes:
        path: the file, or the folder of the files.
        finished: whether all is written.
        over: whether there is nothing more to do, be it because of an error.
    """

    def __init__(self, export: Export, name: str, path: Path, engine: Engine) -> None:
        self.path = path
        self.finished = self.over = False
        self._export, self._name, self._engine = export, name, engine
        self._steps: Generator[Path | None] | None = None
        self._done = self._count = 0
        self._cancelled: IsCancelled = _never

    def step(self, progress: Progress, is_cancelled: IsCancelled) -> Writing:
        """Write one more figure.

        Raises:
            OutputError: a file cannot be written; those before it are there.
            Cancelled: ``is_cancelled`` said so; an animation is not there then.
        """
        if self.over:
            return self
        self._cancelled = is_cancelled
        goes_on = False
        try:
            goes_on = self._go_on()
            self.finished = not goes_on
        finally:
            if not goes_on:
                self.over = True
        progress(self._done / self._count if goes_on else 1.0)
        return self

    def _go_on(self) -> bool:
        """Draw one more figure; return False where there is none."""
        from relviz.figure.writing.job import write_job  # noqa: PLC0415 # with what writes files

        if self._steps is None:
            job = self._export.job(self._name, self.path, self._engine, self._is_cancelled, unsaid)
            self._steps, self._count = write_job(job, side_by_side=False), len(job)
        self._done += 1
        return next(self._steps, OVER) is not OVER

    def _is_cancelled(self) -> bool:
        return self._cancelled()


class Exporting(QObject):
    """Has exports written, off the GUI thread.

    Signals:
        saved(object): the path of the file, or of the folder of files, that was written.
        failed(object): the exception that ended an export.
        cancelled(): the user took the exports back.
    """

    saved = Signal(object)
    failed = Signal(object)
    cancelled = Signal()

    def __init__(self, engine: Engine, executor: ThreadPoolExecutor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._writings: list[Writing] = []
        self.runner = Runner(executor, self)
        self.runner.done.connect(self._on_stepped)
        self.runner.failed.connect(self._on_failed)
        self.runner.cancelled.connect(self._on_cancelled)

    def submit(self, export: Export, name: str, path: Path) -> None:
        """Have an export written; see ``Export.paths`` for the arguments."""
        writing = Writing(export, name, path, self._engine)
        self._writings.append(writing)
        for _ in range(AHEAD):
            self.runner.submit(writing.step)

    def stop(self) -> None:
        """Take all exports back, and take no more; called before the window closes."""
        self._end()
        self.runner.stop()

    def _on_stepped(self, writing: Writing) -> None:
        if writing not in self._writings:
            return
        if writing.over:
            self._writings.remove(writing)
            if writing.finished:
                self.saved.emit(writing.path)
        else:
            self.runner.submit(writing.step)

    def _on_failed(self, error: Exception) -> None:
        self._writings = [writing for writing in self._writings if not writing.over]
        self.failed.emit(error)

    def _on_cancelled(self) -> None:
        if self._writings:  # each step that waited was taken back; that is said once
            self._end()
            self.cancelled.emit()

    def _end(self) -> None:
        for writing in self._writings:
            writing.over = True
        self._writings.clear()


def _never() -> bool:
    return False
