"""Figures one after the other in one file: animated GIF and PNG."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from relviz.core.whole_file import replace_file
from relviz.errors import OutputError
from relviz.figure.options import SCREEN_DPI
from relviz.figure.writing.apng import Apng
from relviz.figure.writing.gif import Gif
from relviz.figure.writing.write import metadata_of, to_image

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QImage

    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import FigureSpec
    from relviz.figure.writing.formats import Animated

DURATION = 700
"""Milliseconds that a segment stays, unless another pace is asked for."""
ONE_PICTURE = 2**31
"""Bytes that the pictures of a GIF may take together while it is made: they are joined at the end."""


class Animation:
    """One or more files that show the same figures, which are handed over one by one.

    Args:
        paths: the file of each kind that is wanted.
        palette: the theme.
        dpi: pixels per inch.
        duration: milliseconds that each figure stays.
    """

    def __init__(self, paths: Sequence[tuple[Animated, Path]], palette: Palette, dpi: int, duration: int) -> None:
        self._paths, self._palette, self._dpi, self._duration = paths, palette, dpi, duration
        self._encoders: list[Gif | Apng] = []
        self._size = (0, 0)
        self._bytes = 0

    def add(self, spec: FigureSpec) -> None:
        """Draw the next figure.

        Raises:
            OutputError: the picture would be too large, or the pictures together.
        """
        if not self._encoders:
            self._size = spec.size
            self._encoders = [self._encoder(kind, spec) for kind, _ in self._paths]
        assert spec.size == self._size, "the figures of an animation are of one size"
        image = to_image(spec, self._palette, self._dpi / SCREEN_DPI)
        self._check(image)
        for encoder in self._encoders:
            encoder.add(image)

    def write(self) -> list[Path]:
        """Write the files, each whole or not at all, and return their paths.

        Raises:
            OutputError: there was no figure, or a file cannot be written.
        """
        if not self._encoders:
            raise OutputError("There is no segment to draw: choose at least one.")
        for (_, path), encoder in zip(self._paths, self._encoders, strict=True):
            replace_file(path, encoder.finish())
        return [path for _, path in self._paths]

    def _encoder(self, kind: Animated, spec: FigureSpec) -> Gif | Apng:
        if kind == "apng":
            return Apng(self._dpi, metadata_of(spec), self._duration)
        return Gif(spec, self._palette, self._duration, spec.caption)

    def _check(self, image: QImage) -> None:
        self._bytes += image.width() * image.height()
        if self._bytes > ONE_PICTURE:
            raise OutputError("So many pictures of that size do not fit into memory: ask for fewer dots per inch.")


def write_animation(
    figures: Iterable[FigureSpec],
    path: str | os.PathLike[str],
    palette: Palette,
    *,
    dpi: int = SCREEN_DPI,
    duration: int = DURATION,
    format: Animated | None = None,  # noqa: A002 - the command line's word
) -> Path:
    """Write figures into one file that shows them one after the other, over and over.

    Args:
        figures: they are drawn one at a time; all of one size.
        path: the file; replaced if it is there.
        palette: the theme.
        dpi: pixels per inch.
        duration: milliseconds that each stays; a GIF counts hundredths of a second.
        format: ``gif`` or ``apng``; None for GIF where the file's name ends so, else animated PNG.

    Raises:
        OutputError: there is no figure, one is too large, or the file cannot be written; what was there before is
            untouched.
    """
    path = Path(path)
    kind = format or ("gif" if path.suffix.lower() == ".gif" else "apng")
    animation = Animation([(kind, path)], palette, dpi, duration)
    for figure in figures:
        animation.add(figure)
    return animation.write()[0]
