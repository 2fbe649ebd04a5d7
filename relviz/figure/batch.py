"""Many figures at once: views of many segments, each into a file named after what it shows."""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from relviz.core.look import look_at
from relviz.errors import OutputError, RelvizError
from relviz.figure.app import ensure_gui_application
from relviz.figure.views import SCHEMES, VIEWS
from relviz.figure.write import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from relviz.core.look import Look
    from relviz.core.reading import Reading
    from relviz.core.trace import Head, SegmentTrace
    from relviz.figure.palette import Palette
    from relviz.figure.spec import FigureSpec

    Compare = Callable[[SegmentTrace], FigureSpec]


@dataclass(frozen=True)
class Batch:
    """Which figures to draw.

    Attributes:
        views: names of views, of ``ALL_VIEWS``.
        segments: which segments, from 0.
        layer: which layer, from 0.
        head: which head, from 0, or their mean.
        formats: endings of the files, a figure is written once for each.
        palette: the theme.
        dpi: resolution of a PNG.
        compared: draws the view of the position schemes, which takes more than one reading; None without that view.
    """

    views: Sequence[str]
    segments: Sequence[int]
    layer: int
    head: Head
    formats: Sequence[str]
    palette: Palette
    dpi: int
    compared: Compare | None = None

    def __len__(self) -> int:
        return len(self.views) * len(self.segments) * len(self.formats)


def write_figures(reading: Reading, batch: Batch, folder: Path) -> Iterator[Path]:
    """Write figures into a folder, which is made if need be, and yield the path of each once it is there.

    Files that are there already are replaced. While the model reads on, every core draws; the paths come in order all
    the same. When something goes wrong, the figures before it are written, and maybe a few after it.

    Raises:
        SettingError: there is no such layer or head.
        IndexError: there is no such segment.
        OutputError: a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = "there is a file in its way" if isinstance(error, FileExistsError | NotADirectoryError) else None
        raise OutputError(
            f"The folder {folder} cannot be made ({reason or error.strerror}): choose another one."
        ) from error
    ensure_gui_application()  # in this thread: those that draw must not be the ones to start Qt
    painters = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    figures, failed = _figures(reading, batch, folder), None
    with ThreadPoolExecutor(painters, thread_name_prefix="draw") as pool:
        drawing: deque[Future[Path]] = deque()
        try:
            while True:
                try:
                    figure, path = next(figures)
                except (StopIteration, RelvizError, IndexError) as error:
                    failed = error  # said when the figures before it are there
                    break
                drawing.append(pool.submit(write, figure, path, batch.palette, dpi=batch.dpi))
                while drawing and (drawing[0].done() or len(drawing) > 2 * painters):
                    yield drawing.popleft().result()
            while drawing:
                yield drawing.popleft().result()
        finally:
            for waiting in drawing:
                waiting.cancel()
    if not isinstance(failed, StopIteration):
        raise failed


def _figures(reading: Reading, batch: Batch, folder: Path) -> Iterator[tuple[FigureSpec, Path]]:
    """Yield the figures of a batch, and where each is to go."""
    for segment in batch.segments:
        trace = reading.step(segment)
        look = look_at(trace, batch.layer, batch.head)
        stem = file_stem(look)
        for view in batch.views:
            if view == SCHEMES:
                assert batch.compared is not None, "the schemes are to be drawn, but nobody compares them"
                figure = batch.compared(trace)
            else:
                figure = VIEWS[view](look)
            for kind in batch.formats:
                yield figure, folder / f"{view}_{stem}.{kind}"


def file_stem(look: Look) -> str:
    """Return what a file is named after, e.g. ``s003_l1_h2``: names sort as the segments, layers and heads do."""
    layers, heads = look.share_map.shape
    head = look.terms.head
    return (
        f"s{look.index:0{max(3, _digits(look.segments))}}_l{look.terms.layer:0{_digits(layers)}}_"
        f"h{head if head == 'mean' else f'{head:0{_digits(heads)}}'}"
    )


def _digits(count: int) -> int:
    """Return how many digits the last of so many things takes, counted from 0."""
    return len(str(count - 1))
