"""Figures of segments into files: what is to be drawn, and the one loop that draws and writes it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from relviz.core.sentence import Sentence
from relviz.errors import OutputError
from relviz.figure.lettering.application import ensure_gui_application
from relviz.figure.views.chosen import ChosenView
from relviz.figure.writing.animation import DURATION, Animation
from relviz.figure.writing.formats import ANIMATED, FORMATS
from relviz.figure.writing.painters import painters_for, write_by_painters
from relviz.figure.writing.write import write

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from relviz.core.reading.look import Look
    from relviz.core.reading.trace import Head, SegmentTrace
    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import FigureSpec
    from relviz.figure.views import View
    from relviz.figure.views.chosen import Chosen
    from relviz.figure.writing.formats import Animated, Format


def nobody_cancels() -> bool:
    """Go on."""
    return False


class Shown:
    """A segment, as a job shows it.

    Attributes:
        trace: what was computed of it.
    """

    def __init__(
        self, trace: SegmentTrace, layer: int, head: Head, is_cancelled: Callable[[], bool] = nobody_cancels
    ) -> None:
        self.trace = trace
        self._place = layer, head, is_cancelled

    @cached_property
    def look(self) -> Look:
        """The layer and head looked at, computed once it is asked for.

        Raises:
            SettingError: there is no such layer or head.
        """
        from relviz.core.reading.look import look_at  # noqa: PLC0415 # loads torch

        return look_at(self.trace, *self._place)


@dataclass(frozen=True)
class Drawing:
    """A figure that is drawn of each segment.

    Attributes:
        draw: makes it.
        stem: what its file is named after.
    """

    draw: Callable[[Shown], FigureSpec]
    stem: Callable[[Shown], str]

    @classmethod
    def of(cls, view: View, chosen: Chosen) -> Drawing:
        """Return a view, drawn as somebody chose; its files are named after all that it shows."""
        kind = view.kind

        def stem(shown: Shown) -> str:
            look = shown.look
            place = file_stem(look) if view.of_head else segment_stem(look.index, look.segments)
            return "_".join((view.name, *([kind(look, chosen)] if kind else ()), place))

        drawn = ChosenView(view.draw, chosen)
        return cls(lambda shown: drawn(shown.trace, shown.look), stem)


def as_it_is(figure: FigureSpec, _trace: SegmentTrace) -> FigureSpec:
    """Return a figure that needs no finish."""
    return figure


@dataclass(frozen=True)
class Job:
    """Which figures to draw, and into which files.

    Attributes:
        drawings: what is drawn of each segment.
        segments: which segments, from 0.
        show: reads a segment.
        place: the folder of the files, or the file where there is only one.
        palette: the theme.
        dpi: resolution of pictures, in pixels per inch.
        formats: kinds of file. Each figure is written once for each that holds one figure; in one that moves, a drawing
            goes through all the segments.
        duration: milliseconds that each segment stays there.
        alone: figures that are of no segment, drawn once, and what their files are named after; none of them moves.
        finish: what is done to the figure of a segment before it is written.
        is_file: whether ``place`` is a file.
    """

    drawings: Sequence[Drawing]
    segments: Sequence[int]
    show: Callable[[int], Shown]
    place: Path
    palette: Palette
    dpi: int
    formats: Sequence[Format | Animated]
    duration: int = DURATION
    alone: Sequence[tuple[str, FigureSpec]] = ()
    finish: Callable[[FigureSpec, SegmentTrace], FigureSpec] = as_it_is
    is_file: bool = False

    def __len__(self) -> int:
        """How many steps ``write_job`` takes."""
        moving = len(self.drawings) * (len(self.segments) + len(self.moving)) if self.moving else 0
        return self.pictures + moving

    @property
    def still(self) -> list[str]:
        """Kinds of file with one figure."""
        return [kind for kind in self.formats if kind in FORMATS]

    @property
    def moving(self) -> list[Animated]:
        """Kinds of file in which figures follow one another."""
        return [kind for kind in ANIMATED if kind in self.formats]

    @property
    def pictures(self) -> int:
        """How many files with a single figure there will be."""
        return (len(self.drawings) * len(self.segments) + len(self.alone)) * len(self.still)

    def path(self, stem: str, kind: str) -> Path:
        """Return where a file goes."""
        return self.place if self.is_file else self.place / f"{stem}.{kind}"

    def figures(self) -> Iterator[tuple[int, Drawing, Shown, FigureSpec]]:
        """Yield the figures of segments, finished, each with the number of its drawing."""
        if not self.drawings:
            return  # nobody needs the text
        for index in self.segments:
            shown = self.show(index)
            for number, drawing in enumerate(self.drawings):
                yield number, drawing, shown, self.finish(drawing.draw(shown), shown.trace)


def write_job(job: Job, *, side_by_side: bool = True) -> Generator[Path | None]:
    """Draw and write all figures of a job, and yield after each: its path once it is there, None if more are to follow.

    Files that are there already are replaced. Still ones come first, then those that move, each of which is there
    after its last segment. When something goes wrong, the figures before it are written, and maybe a few after it.
    Nothing is done before the first step is asked for. To be closed by whoever does not go through to the end.

    Args:
        job: the job; its folder is made if need be.
        side_by_side: whether every core draws while the model reads on, if there are many figures; the paths come in
            order all the same.

    Raises:
        IndexError: there is no such segment.
        SettingError: there is no such layer or head.
        OutputError: a file cannot be written.
    """
    if not job.is_file:
        _make_folder(job.place)
    ensure_gui_application()
    painters = painters_for(job.pictures) if side_by_side else 1
    if painters > 1:
        yield from write_by_painters(((spec, path) for spec, path, _ in _stills(job)), job.palette, job.dpi, painters)
    else:
        for figure, path, kind in _stills(job):
            yield write(figure, path, job.palette, dpi=job.dpi, format=kind)
    if job.moving:
        yield from _write_animations(job)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (
            Sentence("there is a file in its way") if isinstance(error, FileExistsError | NotADirectoryError) else None
        )
        raise OutputError(
            "The folder {0} cannot be made ({1}): choose another one.", folder, reason or error.strerror
        ) from error


def _stills(job: Job) -> Iterator[tuple[FigureSpec, Path, str]]:
    """Yield what goes into files with one figure, where to, and which kind they are."""
    if not job.still:
        return
    for stem, figure in job.alone:
        for kind in job.still:
            yield figure, job.path(stem, kind), kind
    for _, drawing, shown, figure in job.figures():
        for kind in job.still:
            yield figure, job.path("" if job.is_file else drawing.stem(shown), kind), kind


def _write_animations(job: Job) -> Iterator[Path | None]:
    """Write a file of each kind for each drawing, named after the segments that it goes through, e.g. ``s000-045``."""
    animations: list[Animation] = []
    first, last = job.segments[0], job.segments[-1]
    for number, drawing, shown, figure in job.figures():
        if number == len(animations):
            stem = "" if job.is_file else drawing.stem(shown)
            if last > first:
                begun, ended = (segment_stem(index, shown.trace.segments) for index in (first, last))
                stem = stem.replace(f"_{begun}", f"_{begun}-{ended[1:]}")
            paths = [(kind, job.path(stem, kind)) for kind in job.moving]
            animations.append(Animation(paths, job.palette, job.dpi, job.duration))
        animations[number].add(figure)
        yield None
    for animation in animations:
        yield from animation.write()


def file_stem(look: Look) -> str:
    """Return what a file is named after, e.g. ``s003_l1_h2``: names sort as the segments, layers and heads do."""
    layers, heads = look.share_map.shape
    head = look.terms.head
    return (
        f"{segment_stem(look.index, look.segments)}_l{look.terms.layer:0{_digits(layers)}}_"
        f"h{head if head == 'mean' else f'{head:0{_digits(heads)}}'}"
    )


def segment_stem(index: int, count: int) -> str:
    """Return how one of so many segments is called in names of files, e.g. ``s003``; they sort as the segments do."""
    return f"s{index:0{max(3, _digits(count))}}"


def _digits(count: int) -> int:
    """Return how many digits the last of so many things takes, counted from 0."""
    return len(str(count - 1))
