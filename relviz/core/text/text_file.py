"""Text files, and what to say of those that are none."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from relviz.errors import TextError

if TYPE_CHECKING:
    from pathlib import Path

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def read_text(path: Path, encoding: str = "utf-8") -> str:
    r"""Return what is in a text file: every character as it stands, but for ``\r\n``, which becomes ``\n``.

    Args:
        path: the file.
        encoding: a name that Python knows; a byte order mark is no part of the text.

    Raises:
        TextError: there is no such file, it cannot be read, or it holds no text in that encoding.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise TextError("There is no file {0}: check the name.", path) from error
    except IsADirectoryError as error:
        raise TextError("{0} is a folder: give a text file.", path) from error
    except OSError as error:
        raise TextError("{0} cannot be read ({1}): give a file that can.", path, error.strerror or error) from error
    return decode_text(data, str(path), encoding)


def decode_text(data: bytes, name: str, encoding: str = "utf-8") -> str:
    r"""Return the text in some bytes; ``\r\n`` becomes ``\n``.

    Args:
        data: what was read.
        name: where from, for messages.
        encoding: a name that Python knows; a byte order mark is no part of the text.

    Raises:
        TextError: the bytes are no text in that encoding; the message says which byte is not.
    """
    try:
        known = codecs.lookup(encoding).name
        text = data.decode(known)
    except LookupError as error:
        raise TextError("There is no text encoding {0}: try utf-8, latin-1 or gb18030.", encoding) from error
    except UnicodeError as error:
        raise _no_text(data, name, encoding, getattr(error, "start", 0)) from error  # a bare UnicodeError has none
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _no_text(data: bytes, name: str, encoding: str, at: int) -> TextError:
    """Say what to do with bytes that are not in the encoding that was asked for."""
    if data.startswith(_UTF16):
        return TextError(
            "{0} is no {1} text at byte {2}: it looks like UTF-16, so save it as UTF-8, or open it with --encoding "
            "utf-16.",
            name,
            encoding,
            at,
        )
    if b"\0" in data[:8192]:
        return TextError(
            "{0} is no {1} text at byte {2}: it looks like a binary file, so give a text file.", name, encoding, at
        )
    return TextError(
        "{0} is no {1} text at byte {2}: save it as UTF-8, or say how it is encoded, e.g. --encoding latin-1.",
        name,
        encoding,
        at,
    )
