"""Many figures at once: views of many segments, each into a file named after what it shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from relviz.core.reading.look import look_at
from relviz.core.sentence import Sentence
from relviz.errors import OutputError
from relviz.figure.lettering.application import ensure_gui_application
from relviz.figure.views import PREDICTIONS, figure_of
from relviz.figure.writing.animation import DURATION, Animation
from relviz.figure.writing.painters import painters_for, write_by_painters
from relviz.figure.writing.write import write

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from relviz.core.reading.look import Look
    from relviz.core.reading.reading import Reading
    from relviz.core.reading.trace import Head, SegmentTrace
    from relviz.core.units import Unit
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import FigureSpec
    from relviz.figure.writing.animation import Animated


@dataclass(frozen=True)
class Compared:
    """A figure of a segment that takes more than one model, and so more than one look.

    Attributes:
        stem: what its file is named after.
        draw: makes the figure of a segment of the reading.
    """

    stem: Callable[[Look], str]
    draw: Callable[[SegmentTrace], FigureSpec]


@dataclass(frozen=True)
class Batch:
    """Which figures to draw.

    Attributes:
        views: names of views, as ``figure_of`` takes them.
        segments: which segments, from 0.
        layer: which layer, from 0.
        head: which head, from 0, or their mean.
        formats: endings of the files, a figure is written once for each.
        palette: the theme.
        dpi: resolution of a PNG.
        compared: what else to draw of each segment.
        alone: figures that are of no segment, drawn once, and what their files are named after.
        unit: what losses are told in.
        animated: kinds of file in which a view goes through all the segments; figures of no segment have none.
        duration: milliseconds that each segment stays there.
    """

    views: Sequence[str]
    segments: Sequence[int]
    layer: int
    head: Head
    formats: Sequence[str]
    palette: Palette
    dpi: int
    compared: Sequence[Compared] = ()
    alone: Sequence[tuple[str, FigureSpec]] = ()
    unit: Unit = "nats"
    animated: Sequence[Animated] = ()
    duration: int = DURATION

    def __len__(self) -> int:
        return self.pictures + (len(self.views) + len(self.compared)) * len(self.animated)

    @property
    def pictures(self) -> int:
        """How many files with a single figure there will be."""
        drawn = len(self.views) + len(self.compared)
        return (drawn * len(self.segments) + len(self.alone)) * len(self.formats)


def write_figures(reading: Reading, batch: Batch, folder: Path) -> Generator[Path]:
    """Write figures into a folder, which is made if need be, and yield the path of each once it is there.

    Files that are there already are replaced. If there are many figures, every core draws while the model reads on; the
    paths come in order all the same. When something goes wrong, the figures before it are written, and maybe a few
    after it. To be closed by whoever does not go through to the end.

    Raises:
        SettingError: there is no such layer or head.
        IndexError: there is no such segment.
        OutputError: a file cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (
            Sentence("there is a file in its way") if isinstance(error, FileExistsError | NotADirectoryError) else None
        )
        raise OutputError(
            "The folder {0} cannot be made ({1}): choose another one.", folder, reason or error.strerror
        ) from error
    ensure_gui_application()
    figures, painters = _figures(reading, batch, folder), painters_for(batch.pictures)
    if painters > 1:
        yield from write_by_painters(figures, batch.palette, batch.dpi, painters)
    else:
        for figure, path in figures:
            yield write(figure, path, batch.palette, dpi=batch.dpi)
    if batch.animated:
        yield from _write_animations(reading, batch, folder)


def _write_animations(reading: Reading, batch: Batch, folder: Path) -> Iterator[Path]:
    """Write a file of each kind for each view, named after the segments that it goes through, e.g. ``s000-045``."""
    animations: list[Animation] = []
    width, (first, *_, last) = max(3, _digits(len(reading))), (*batch.segments, batch.segments[-1])
    for segment in batch.segments:
        one = replace(batch, segments=[segment], alone=())
        for number, (name, figure) in enumerate(_named_figures(reading, one)):
            if segment == first:
                begun = f"_s{first:0{width}}"
                stem = name.replace(begun, f"{begun}-{last:0{width}}" if last > first else begun)
                paths = [(kind, folder / f"{stem}.{kind}") for kind in batch.animated]
                animations.append(Animation(paths, batch.palette, batch.dpi, batch.duration))
            animations[number].add(figure)
    for animation in animations:
        yield from animation.write()


def _figures(reading: Reading, batch: Batch, folder: Path) -> Iterator[tuple[FigureSpec, Path]]:
    """Yield the figures of a batch, and where each is to go."""
    for name, figure in _named_figures(reading, batch):
        for kind in batch.formats:
            yield figure, folder / f"{name}.{kind}"


def _named_figures(reading: Reading, batch: Batch) -> Iterator[tuple[str, FigureSpec]]:
    """Yield the figures of a batch, each with the name of its file."""
    yield from batch.alone
    if not batch.views and not batch.compared:
        return  # nobody needs the text
    for segment in batch.segments:
        trace = reading.step(segment)
        look = look_at(trace, batch.layer, batch.head)
        for view in batch.views:
            stem = segment_stem(look) if view == PREDICTIONS else file_stem(look)
            yield f"{view}_{stem}", figure_of(view, trace, look, batch.unit)
        for compared in batch.compared:
            yield compared.stem(look), compared.draw(trace)


def file_stem(look: Look) -> str:
    """Return what a file is named after, e.g. ``s003_l1_h2``: names sort as the segments, layers and heads do."""
    layers, heads = look.share_map.shape
    head = look.terms.head
    return (
        f"{segment_stem(look)}_l{look.terms.layer:0{_digits(layers)}}_"
        f"h{head if head == 'mean' else f'{head:0{_digits(heads)}}'}"
    )


def segment_stem(look: Look) -> str:
    """Return what a file that shows no layer and no head is named after, e.g. ``s003``."""
    return f"s{look.index:0{max(3, _digits(look.segments))}}"


def _digits(count: int) -> int:
    """Return how many digits the last of so many things takes, counted from 0."""
    return len(str(count - 1))
