"""Pictures that move, without loss: animated PNG (PNG specification, third edition, 2025).

Each frame holds what differs from the one before, in the smallest rectangle that does, in the very colours.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import numpy as np

from relviz.figure.writing.png import SIGNATURE, chunk, opening, packed, pixels_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QImage


class Apng:
    """Takes pictures of one size and makes them one file, which is played over and over.

    Args:
        dpi: pixels per inch, for whoever prints it.
        texts: what the file says of itself.
        duration: milliseconds that each picture stays.
    """

    def __init__(self, dpi: int, texts: Mapping[str, str], duration: int) -> None:
        self._dpi, self._texts, self._duration = dpi, texts, duration
        self._before: NDArray[np.uint8] | None = None
        self._frames: list[tuple[tuple[int, int, int, int], bytes]] = []  # left, top, width, height; packed pixels

    def add(self, image: QImage) -> None:
        """Take the next picture, in ``QImage.Format.Format_RGB32``; all are as large as the first."""
        pixels = pixels_of(image).copy()  # the picture may be gone when the next one comes
        left, top, width, height = _changed(self._before, pixels)
        self._frames.append(((left, top, width, height), packed(pixels[top : top + height, left : left + width])))
        self._before = pixels

    def finish(self) -> bytes:
        """Return the file; there must have been a picture."""
        assert self._before is not None, "an animation without a picture"
        height, width = self._before.shape[:2]
        header, *others = opening(width, height, self._dpi, self._texts)
        chunks = [header, chunk(b"acTL", struct.pack(">II", len(self._frames), 0)), *others]
        number = 0  # of the chunks of the animation, which are counted
        for n, (rectangle, data) in enumerate(self._frames):
            chunks.append(chunk(b"fcTL", _control(number, rectangle, self._duration)))
            number += 1
            if n == 0:
                chunks.append(chunk(b"IDAT", data))  # what viewers show that know no animation
            else:
                chunks.append(chunk(b"fdAT", struct.pack(">I", number) + data))
                number += 1
        return SIGNATURE + b"".join([*chunks, chunk(b"IEND", b"")])


def _control(number: int, rectangle: tuple[int, int, int, int], duration: int) -> bytes:
    """Return where a frame goes and how long it stays; it covers what was there, and is left there."""
    left, top, width, height = rectangle
    return struct.pack(">IIIIIHHBB", number, width, height, left, top, duration, 1000, 0, 0)


def _changed(before: NDArray[np.uint8] | None, pixels: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Return left, top, width and height of what is not as it was; one pixel where everything is."""
    if before is None:
        return 0, 0, pixels.shape[1], pixels.shape[0]
    differs = (before.view(np.uint32) != pixels.view(np.uint32))[..., 0]
    rows, columns = differs.any(1).nonzero()[0], differs.any(0).nonzero()[0]
    if not len(rows):
        return 0, 0, 1, 1
    left, top = int(columns[0]), int(rows[0])
    return left, top, int(columns[-1]) - left + 1, int(rows[-1]) - top + 1
