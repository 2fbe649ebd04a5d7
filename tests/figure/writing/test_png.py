"""Pictures as PNG files, read back by Pillow."""

from __future__ import annotations

import io
import random
import zlib

import numpy as np
import pytest
from PIL import Image, PngImagePlugin
from PySide6.QtGui import QImage

from relviz.figure.writing.png import MOST_TEXT, is_png, png_bytes, texts_of


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


def _png(*, packed: bool = False, **texts: str) -> bytes:
    info = PngImagePlugin.PngInfo()
    for key, text in texts.items():
        if text.isascii():
            info.add_text(key, text, zip=packed)
        else:
            info.add_itxt(key, text, zip=packed)
    file = io.BytesIO()
    Image.new("RGB", (3, 2)).save(file, "PNG", pnginfo=info)
    return file.getvalue()


@pytest.mark.parametrize("packed", [False, True])
def test_texts_of_another_writer(packed: bool) -> None:
    """What Pillow writes, plain or packed, ASCII or Chinese, is read."""
    texts = {"Title": "a title", "relviz": '{"a": 1}', "Comment": "注意力"}
    assert texts_of(_png(packed=packed, **texts)) == texts


def test_other_files_have_none() -> None:
    """A file that is no PNG has no texts, however it begins."""
    assert not is_png(b"GIF89a")
    assert texts_of(b"") == texts_of(b"GIF89a" + bytes(100)) == {}
    assert texts_of(b"\x89PNG\r\n\x1a\n") == {}


def test_damaged_files_raise_nothing() -> None:
    """Cut off anywhere, or with any byte changed, a file gives some texts or none, and never an error."""
    good = _png(packed=True, relviz="x" * 400, Title="é" * 50)
    for end in range(len(good)):
        texts_of(good[:end])
    dice = random.Random(7)
    for _ in range(2000):
        bad = bytearray(good)
        for _ in range(dice.randint(1, 6)):
            bad[dice.randrange(8, len(bad))] = dice.randrange(256)
        texts_of(bytes(bad))


def test_a_text_that_unpacks_to_too_much_is_left_out() -> None:
    """A chunk that claims gigabytes in a few bytes is not believed."""
    body = b"relviz\0\0" + zlib.compress(bytes(MOST_TEXT + 1))
    chunk = len(body).to_bytes(4, "big") + b"zTXt" + body + bytes(4)
    assert texts_of(b"\x89PNG\r\n\x1a\n" + chunk) == {}
