"""Pictures that move, in 256 colours: GIF.

All frames share one palette, so that nothing flickers: the colours of text and lines as they are, a share of each
colour map in use at even steps, and in between what the edges of letters need. Every pixel gets the nearest of them,
without dithering, which would speckle the cells.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from relviz.figure.colours.colormaps import COLOURS, table
from relviz.figure.colours.palette import rgb
from relviz.figure.spec import Heatmap
from relviz.figure.writing.png import pixels_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from PySide6.QtGui import QImage

    from relviz.figure.colours.palette import Palette
    from relviz.figure.spec import FigureSpec

MOST = 256
"""Colours that a GIF can have."""
HUNDREDTH = 10
"""Milliseconds in the unit in which a GIF tells how long a frame stays."""
SOFT = (0.25, 0.5, 0.75)
"""How far the edges of letters are from the ground to their colour."""


class Gif:
    """Takes pictures of one size and makes them one file, which is played over and over.

    Args:
        spec: a figure as the others are, which says what colour maps there are.
        palette: the theme.
        duration: milliseconds that each picture stays; taken to the nearest hundredth of a second.
        comment: what the file says of itself.
    """

    def __init__(self, spec: FigureSpec, palette: Palette, duration: int, comment: str) -> None:
        self._colours = gif_colours(spec, palette)
        self._duration = max(1, round(duration / HUNDREDTH)) * HUNDREDTH
        self._comment = comment.encode()
        self._nearest = np.zeros(2**24, np.uint8)  # of every colour that was met: its index
        self._met = np.zeros(2**24, np.bool_)
        self._frames: list[Image.Image] = []

    def add(self, image: QImage) -> None:
        """Take the next picture, in ``QImage.Format.Format_RGB32``; all are as large as the first."""
        blue, green, red = (pixels_of(image)[..., n].astype(np.uint32) for n in range(3))
        codes = red << 16 | green << 8 | blue
        here = np.zeros(2**24, np.bool_)
        here[codes] = True
        fresh = np.flatnonzero(here & ~self._met)
        self._nearest[fresh] = _nearest(fresh, self._colours)
        self._met[fresh] = True
        frame = Image.fromarray(self._nearest[codes])
        frame.putpalette(self._colours.tobytes())
        self._frames.append(frame)

    def finish(self) -> bytes:
        """Return the file; there must have been a picture."""
        first, *others = self._frames
        made = io.BytesIO()
        first.save(
            made,
            format="GIF",
            save_all=True,
            append_images=others,
            duration=self._duration,
            loop=0,
            optimize=False,
            disposal=1,
            comment=self._comment,
        )
        return made.getvalue()


def gif_colours(spec: FigureSpec, palette: Palette) -> NDArray[np.uint8]:
    """Return the (256, 3) colours that a figure is drawn with in a GIF."""
    ground = _rgb([palette.paper])[0]
    inks = [palette.text, palette.muted, palette.line, palette.divider, palette.cursor, palette.limit]
    inks += [*palette.inks.values(), *palette.fills.values()]
    flat = _rgb([palette.paper, palette.grid, palette.hatch, palette.masked, *inks])
    soft = [ground + share * (_rgb(inks).astype(float) - ground) for share in SOFT]
    fixed = np.unique(np.concatenate([flat, *(np.rint(one).astype(np.uint8) for one in soft)]), axis=0)
    kinds = sorted({panel.scale.kind for row in spec.grid for panel in row if isinstance(panel, Heatmap)})
    room = MOST - len(fixed)
    maps = [_steps(table(kind, palette)[:COLOURS, :3], room // len(kinds)) for kind in kinds]
    colours = np.concatenate([fixed, *maps])[:MOST]
    return np.concatenate([colours, np.repeat(colours[:1], MOST - len(colours), axis=0)])


def _steps(colours: NDArray[np.uint8], count: int) -> NDArray[np.uint8]:
    """Return so many of a map's colours at even steps: both ends, and an odd number, so that the middle is there."""
    count -= 1 - count % 2
    steps: NDArray[np.uint8] = colours[np.rint(np.linspace(0, len(colours) - 1, min(count, len(colours)))).astype(int)]
    return steps


def _nearest(codes: NDArray[np.int64], colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the index of the colour nearest to each of some 0xRRGGBB."""
    found = []
    for part in np.array_split(codes, len(codes) // 4096 + 1):
        parts = np.stack([part >> 16, part >> 8 & 255, part & 255], axis=1).astype(np.int32)  # (n, 3)
        apart = ((parts[:, None] - colours[None].astype(np.int32)) ** 2).sum(2)
        found.append(apart.argmin(1).astype(np.uint8))
    return np.concatenate(found)


def _rgb(colours: Iterable[str]) -> NDArray[np.uint8]:
    """Return (N, 3) bytes of some ``#rrggbb``."""
    return np.array([rgb(colour) for colour in colours], np.uint8)
