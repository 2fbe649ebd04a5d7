"""Files that are at their place as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path
from typing import TYPE_CHECKING

from relviz.errors import OutputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import BinaryIO


@contextlib.contextmanager
def replacing(path: Path, *, make_folder: bool = False) -> Iterator[BinaryIO]:
    """Open a file to write to, which takes the place of what is at a path once all of it is written.

    A link stays a link, to a file that is replaced; a file keeps its mode, and a new one has that of any new file. A
    pipe or a device is written to as it is.

    Args:
        path: the file.
        make_folder: whether to make the folder if there is none.

    Raises:
        OutputError: the file cannot be written; what was there is untouched, and nothing else is left behind.
    """
    temporary = None
    try:
        if make_folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file() and not path.is_dir():
            with path.open("wb") as file:  # a pipe or a device is not to be put a file in place of
                yield file
            return
        place = Path(os.path.realpath(path))
        temporary = place.with_name(f".{secrets.token_hex(8)}")  # short, since the name may be as long as can be
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        with os.fdopen(descriptor, "wb") as file:
            if place.is_file():
                temporary.chmod(stat.S_IMODE(place.stat().st_mode))  # before there is anything in it to be read
            yield file
            file.flush()
            os.fsync(file.fileno())  # or a power cut could leave an empty file in place of the old one
        temporary.replace(place)
    except BaseException as error:  # Ctrl+C as well
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink()
        if isinstance(error, OSError):
            raise _reason(path, error) from error
        raise


def replace_file(path: Path, data: bytes, *, make_folder: bool = False) -> None:
    """Put data at a path, or leave what is there, as ``replacing`` does.

    Raises:
        OutputError: the file cannot be written.
    """
    with replacing(path, make_folder=make_folder) as file:
        file.write(data)


def _reason(path: Path, error: OSError) -> OutputError:
    """Return the error that says which file, why not, and what to do."""
    folder = path.parent
    if not folder.is_dir():
        return OutputError("{0} cannot be written: there is no folder {1}; make it, or choose another.", path, folder)
    if path.is_dir():
        return OutputError("{0} cannot be written: it is a folder; choose another name.", path)
    if isinstance(error, PermissionError):
        return OutputError("{0} cannot be written: {1} does not let you; choose another folder.", path, folder)
    return OutputError(
        "{0} cannot be written: {1}; free some room, or choose another folder.", path, error.strerror or error
    )
