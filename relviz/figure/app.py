"""The application object that fonts need, made without a window."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from relviz.errors import DisplayError

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication

_kept: list[QGuiApplication] = []
"""Qt's application object lives as long as Python refers to it."""

DEBIAN_PACKAGES = "libegl1 libgl1 libglib2.0-0 libxkbcommon0 libfontconfig1 libdbus-1-3"
"""What a bare Debian or Ubuntu lacks."""


def ensure_gui_application() -> QGuiApplication:
    """Return the running QGuiApplication, or start one that needs no display.

    Call it before importing anything that draws: it says which system library is missing, if one is. A platform
    named by ``QT_QPA_PLATFORM`` is respected.

    Raises:
        DisplayError: Qt cannot be loaded, or an application without graphics is already running.
    """
    try:
        from PySide6.QtGui import QGuiApplication  # noqa: PLC0415 - the import is what may fail
    except ImportError as error:
        raise DisplayError(
            f"Qt cannot be loaded ({error}); on Debian or Ubuntu run: apt-get install {DEBIAN_PACKAGES}"
        ) from error
    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        return running
    if running is not None:
        raise DisplayError(
            "this process already runs a Qt application without graphics; draw figures in another process"
        )
    # An argument, and not the environment, so that programs started from here are not affected.
    platform = [] if os.environ.get("QT_QPA_PLATFORM") else ["-platform", "offscreen"]
    made = QGuiApplication(["relviz", *platform])
    _kept.append(made)
    return made
