"""Pictures as PNG files (ISO/IEC 15948), and what such a file says of itself.

Qt writes them too, but takes twice as long for files of the same size, and keeps the interpreter to itself meanwhile,
so that no other picture can be made.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray
    from PySide6.QtGui import QImage


SIGNATURE = b"\x89PNG\r\n\x1a\n"
BAND = 64
"""Rows that are filtered and compressed together: few enough to stay in the processor's cache."""
LEVEL = 3
"""zlib's effort: more takes twice as long for a third less."""
UP = 2
"""PNG's filter type for rows stored as what they differ from the row above: drawings have many equal rows."""


def png_bytes(image: QImage, dpi: int, texts: Mapping[str, str]) -> bytes:
    """Return the PNG file of a picture, in 8 bits each of red, green and blue.

    Args:
        image: the picture, as ``QImage.Format.Format_RGB32``.
        dpi: pixels per inch, for whoever prints it.
        texts: what the file says of itself, by keywords of at most 79 Latin-1 characters.
    """
    chunks = [*opening(image.width(), image.height(), dpi, texts), chunk(b"IDAT", packed(pixels_of(image)))]
    return SIGNATURE + b"".join([*chunks, chunk(b"IEND", b"")])


def opening(width: int, height: int, dpi: int, texts: Mapping[str, str]) -> list[bytes]:
    """Return the chunks that stand before the pixels: size, resolution, and what the file says of itself."""
    per_metre = round(dpi / 0.0254)
    return [
        chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)),
        chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)),
        *(text_chunk(key, text) for key, text in texts.items()),
    ]


def packed(pixels: NDArray[np.uint8]) -> bytes:
    """Return pixels, (height, width, 4), filtered and compressed."""
    compressor = zlib.compressobj(LEVEL)
    rows = [compressor.compress(band) for band in bands(pixels)]
    return b"".join([*rows, compressor.flush()])


def pixels_of(image: QImage) -> NDArray[np.uint8]:
    """Return the pixels of a picture in ``QImage.Format.Format_RGB32``, (height, width, 4): blue, green, red, nothing.

    They are the picture's own, and last as long as it does.
    """
    words = np.frombuffer(image.constBits(), np.uint32)  # 0xffRRGGBB in the machine's order of bytes
    return words.astype("<u4", copy=False).view(np.uint8).reshape(image.height(), image.width(), 4)


def bands(pixels: NDArray[np.uint8]) -> Iterator[bytes]:
    """Yield the rows of a picture, some at a time: each a filter type and the differences from the row above.

    Args:
        pixels: (height, width, 4), as ``pixels_of`` has them.
    """
    height, width = pixels.shape[:2]
    for top in range(0, height, BAND):
        band = pixels[top : top + BAND]
        differences = band.copy()
        differences[1:] -= band[:-1]
        if top:
            differences[0] -= pixels[top - 1]
        rows = np.empty((len(band), 1 + 3 * width), np.uint8)
        rows[:, 0] = UP
        for colour in range(3):
            rows[:, 1 + colour :: 3] = differences[..., 2 - colour]
        yield rows.tobytes()


def text_chunk(key: str, text: str) -> bytes:
    """Return a chunk of text: Latin-1 where that does, as every reader knows it, else UTF-8."""
    try:
        return chunk(b"tEXt", key.encode("latin-1") + b"\0" + text.encode("latin-1"))
    except UnicodeEncodeError:
        return chunk(b"iTXt", key.encode("latin-1") + b"\0\0\0\0\0" + text.encode())


def chunk(kind: bytes, data: bytes) -> bytes:
    """Return a part of a PNG file: its length, its kind, what is in it, and a checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


MOST_TEXT = 32 * 2**20
"""Bytes that a text may have once it is unpacked: what claims more is no settings."""


def is_png(start: bytes) -> bool:
    """Return whether a file that begins like this is a PNG."""
    return start.startswith(SIGNATURE)


def texts_of(data: bytes) -> dict[str, str]:
    """Return the texts of a PNG file by their keywords; none of a file that is no PNG.

    Pictures that were cut off or damaged on their way have those that can be read: nothing is raised.
    """
    texts = {}
    for kind, body in _chunks(data):
        keyword, found, rest = body.partition(b"\0")
        if not found or len(keyword) > 79:
            continue
        text = _READERS[kind](rest)
        if text is not None:
            texts[keyword.decode("latin-1")] = text
    return texts


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield the chunks of text, each its kind and what is in it."""
    place = len(SIGNATURE) if is_png(data) else len(data)
    while place + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, place)
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        if kind in _READERS and len(body) == length:
            yield kind, body
        place += length + 12


def _plain(rest: bytes) -> str | None:
    return rest.decode("latin-1")


def _packed(rest: bytes) -> str | None:
    unpacked = _unpack(rest[1:]) if rest[:1] == b"\0" else None
    return None if unpacked is None else unpacked.decode("latin-1")


def _international(rest: bytes) -> str | None:
    is_packed, method = rest[:1] == b"\1", rest[1:2]
    parts = rest[2:].split(b"\0", 2)  # language, keyword in that language, text
    if len(parts) < 3 or (is_packed and method != b"\0"):
        return None
    text = _unpack(parts[2]) if is_packed else parts[2]
    return None if text is None else text.decode("utf-8", "replace")


def _unpack(data: bytes) -> bytes | None:
    try:
        unpacker = zlib.decompressobj()
        unpacked = unpacker.decompress(data, MOST_TEXT)
    except zlib.error:
        return None
    return unpacked if unpacker.eof else None


_READERS = {b"tEXt": _plain, b"zTXt": _packed, b"iTXt": _international}
