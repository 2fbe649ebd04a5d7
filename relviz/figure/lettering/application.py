"""The application object that fonts need, made without a window."""

from __future__ import annotations

import os
from pathlib import Path
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
        DisplayError: Qt cannot be loaded, there is no such platform, or an application without graphics is already
            running.
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
    require_platform()
    # An argument, and not the environment, so that programs started from here are not affected.
    platform = [] if os.environ.get("QT_QPA_PLATFORM") else ["-platform", "offscreen"]
    made = QGuiApplication(["relviz", *platform])
    _kept.append(made)
    return made


def require_platform() -> None:
    """Refuse a platform in QT_QPA_PLATFORM that Qt does not have: it would end the process.

    Raises:
        DisplayError: there is none of that name.
    """
    asked = os.environ.get("QT_QPA_PLATFORM", "")
    names = {name.partition(":")[0] for name in asked.split(";")} - {""}
    there = _platforms()
    if names and there and not names & there:
        raise DisplayError(
            f"Qt has no platform {asked!r}: unset QT_QPA_PLATFORM, or set it to one of {', '.join(sorted(there))}."
        )


def _platforms() -> set[str]:
    """Return the platforms that Qt's plugins offer; empty if they cannot be found."""
    from PySide6.QtCore import QLibraryInfo, QPluginLoader  # noqa: PLC0415 # this module loads without Qt

    places = [os.environ.get("QT_QPA_PLATFORM_PLUGIN_PATH", "")]
    places += [str(Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.PluginsPath)) / "platforms")]
    files = [file for place in places if place and Path(place).is_dir() for file in Path(place).iterdir()]
    found: set[str] = set()
    for file in files:
        described = QPluginLoader(str(file)).metaData().get("MetaData")
        if isinstance(described, dict):
            found.update(described.get("Keys", ()))
    return found
