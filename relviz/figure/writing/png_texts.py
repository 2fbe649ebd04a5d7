"""What a PNG file says of itself: its chunks of text (PNG specification, third edition, 2025, section 11.3.3)."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

from relviz.figure.writing.png import SIGNATURE

if TYPE_CHECKING:
    from collections.abc import Iterator

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
