"""Many figures at once: views of many segments, each into a file named after what it shows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from relviz.core.look import look_at
from relviz.errors import OutputError
from relviz.figure.views import VIEWS
from relviz.figure.write import write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from relviz.core.look import Look
    from relviz.core.reading import Reading
    from relviz.core.trace import Head
    from relviz.figure.palette import Palette


@dataclass(frozen=True)
class Batch:
    """Which figures to draw.

    Attributes:
        views: names of views, keys of ``VIEWS``.
        segments: which segments, from 0.
        layer: which layer, from 0.
        head: which head, from 0, or their mean.
        formats: endings of the files, a figure is written once for each.
        palette: the theme.
        dpi: resolution of a PNG.
    """

    views: Sequence[str]
    segments: Sequence[int]
    layer: int
    head: Head
    formats: Sequence[str]
    palette: Palette
    dpi: int

    def __len__(self) -> int:
        return len(self.views) * len(self.segments) * len(self.formats)


def write_figures(reading: Reading, batch: Batch, folder: Path) -> Iterator[Path]:
    """Write figures into a folder, which is made if need be, and yield the path of each once it is there.

    Files that are there already are replaced.

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
    for segment in batch.segments:
        look = look_at(reading.step(segment), batch.layer, batch.head)
        stem = file_stem(look)
        for view in batch.views:
            figure = VIEWS[view](look)
            for kind in batch.formats:
                yield write(figure, folder / f"{view}_{stem}.{kind}", batch.palette, dpi=batch.dpi)


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
