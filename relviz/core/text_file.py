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
        raise TextError(f"There is no file {path}: check the name.") from error
    except IsADirectoryError as error:
        raise TextError(f"{path} is a folder: give a text file.") from error
    except OSError as error:
        raise TextError(f"{path} cannot be read ({error.strerror or error}): give a file that can.") from error
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
        raise TextError(f"There is no text encoding {encoding}: try utf-8, latin-1 or gb18030.") from error
    except UnicodeError as error:
        # a codec may raise the bare UnicodeError, which has no position
        place = f" at byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
        raise TextError(f"{name} is no {encoding} text{place}: {_remedy(data)}") from error
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def _remedy(data: bytes) -> str:
    """Say what to do with bytes that are not in the encoding that was asked for."""
    if data.startswith(_UTF16):
        return "it looks like UTF-16, so save it as UTF-8, or open it with --encoding utf-16."
    if b"\0" in data[:8192]:
        return "it looks like a binary file, so give a text file."
    return "save it as UTF-8, or say how it is encoded, e.g. --encoding latin-1."
