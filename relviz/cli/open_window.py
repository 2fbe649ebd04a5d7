"""Opens the window on what the command line names; typer is not needed for it."""

from __future__ import annotations

import sys
from pathlib import Path

from relviz.app.display import require_display
from relviz.app.options import Options
from relviz.core.text_file import decode_text, read_text


def open_window(file: str = "", options: Options | None = None, encoding: str = "utf-8") -> int:
    """Open the window, and stay until it is closed.

    Args:
        file: what to read; ``-`` is standard input, and without one it is the sample.
        options: how to read it.
        encoding: how the file is encoded.

    Returns:
        The exit status.

    Raises:
        TextError: the file cannot be read.
        DisplayError: there is no display to open a window on, or Qt cannot be loaded.
    """
    text = read_input(file, encoding) if file else None
    require_display()
    from relviz.ui.launch import run  # noqa: PLC0415 # loads Qt's widgets, if there is a display

    return run(options or Options(), text, Path(file) if file and file != "-" else None)


def read_input(file: str, encoding: str) -> str:
    """Return the text that FILE names.

    Raises:
        TextError: it cannot be read.
    """
    if file == "-":
        return decode_text(sys.stdin.buffer.read(), "standard input", encoding)
    return read_text(Path(file), encoding)
