"""Pictures as PNG files, read back by Pillow."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image
from PySide6.QtGui import QImage

from relviz.figure.writing.png import png_bytes


@pytest.mark.parametrize(("width", "height"), [(1, 1), (37, 64), (5, 129)])
def test_the_pixels_survive(width: int, height: int) -> None:
    """Every pixel of a picture of noise is read back as it was, on both sides of the seams between bands."""
    colours = np.random.default_rng(0).integers(0, 256, (height, width, 3), np.uint8)
    words = (colours.astype(np.uint32) * [65536, 256, 1]).sum(2, dtype=np.uint32) | 0xFF000000
    image = QImage(words.astype(np.uint32).tobytes(), width, height, 4 * width, QImage.Format.Format_RGB32)
    with Image.open(io.BytesIO(png_bytes(image, 300, {"Title": "é", "Author": "注意力"}))) as read:
        read.load()
        assert read.mode == "RGB"
        np.testing.assert_array_equal(np.asarray(read), colours)
        assert read.info["dpi"] == pytest.approx((300, 300), abs=0.05)
        assert (read.info["Title"], read.info["Author"]) == ("é", "注意力")
