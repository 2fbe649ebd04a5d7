"""What Qt needs of the machine, looked at before Qt is started: it ends the process when it does not find it."""

from __future__ import annotations

import builtins
import ctypes
import os
import sys
from importlib import import_module
from pathlib import Path

from relviz.errors import DisplayError
from relviz.figure.lettering.application import DEBIAN_PACKAGES, require_platform

X11_PACKAGES = (
    "libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-image0 libxcb-render-util0 libxcb-shape0 libxcb-xkb1 "
    "libxcb-randr0 libxkbcommon-x11-0"
)
"""Debian packages that a window on an X11 display needs besides."""

_X11_LIBRARIES = (
    "libxcb-cursor.so.0",
    "libxcb-icccm.so.4",
    "libxcb-keysyms.so.1",
    "libxcb-image.so.0",
    "libxcb-render-util.so.0",
    "libxcb-shape.so.0",
    "libxcb-xkb.so.1",
    "libxcb-randr.so.0",
    "libxkbcommon-x11.so.0",
)


def choose_offscreen() -> None:
    """Let Qt draw without a display, whatever the environment says; to be called before Qt is started.

    Raises:
        DisplayError: a library that Qt is loaded with is missing.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    _require_qt()
    from PySide6.QtCore import qInstallMessageHandler  # noqa: PLC0415 # this module loads without Qt

    qInstallMessageHandler(_say)


def require_display() -> None:
    """Make sure that a window can be opened; to be called before Qt is started.

    A platform chosen with QT_QPA_PLATFORM is taken as it is, unless it is X11 or Wayland and those are not there.

    Raises:
        DisplayError: there is no display, no such platform, or a library is missing; the message says what to do.
    """
    _require_qt()
    require_platform()
    if not sys.platform.startswith("linux"):
        return
    chosen = os.environ.get("QT_QPA_PLATFORM", "").partition(";")[0].partition(":")[0]
    if chosen and chosen != "xcb" and not chosen.startswith("wayland"):
        return
    if chosen != "xcb" and _has_wayland():
        return
    if not os.environ.get("DISPLAY"):
        raise DisplayError(
            "There is no display to open a window on: log in to a desktop, or draw into files with relviz render, "
            "which needs none."
        )
    missing = [name for name in _X11_LIBRARIES if not _loads(name)]
    if missing:
        raise DisplayError(
            f"The system library {missing[0]} is missing, without which no window opens: on Debian or Ubuntu, "
            f"run apt-get install {X11_PACKAGES}."
        )
    if not _answers():
        raise DisplayError(
            f"The display {os.environ['DISPLAY']} does not answer: check DISPLAY, or draw into files with relviz "
            "render, which needs none."
        )


def _say(_kind: object, _where: object, message: str) -> None:
    """Pass on what Qt has to say, but for its regrets that a picture cannot be moved about like a window."""
    if not message.startswith("This plugin does not support"):
        sys.stderr.write(f"{message}\n")


def _require_qt() -> None:
    """Load Qt, or say which packages it lacks."""
    try:
        import_module("PySide6.QtGui")
    except ImportError as error:
        raise DisplayError(
            f"Qt cannot be loaded ({error}): on Debian or Ubuntu, run apt-get install {DEBIAN_PACKAGES}."
        ) from error
    _give_imports_back()


def _give_imports_back() -> None:
    """Undo PySide6's hook for ``from __feature__ import``, which relviz has no use for.

    With it the source of every module that is loaded is read, searched and kept: with torch's that is 0.2 seconds
    before the first picture, and 40 MB.
    """
    if builtins.__import__ is getattr(builtins, "__feature_import__", None):
        builtins.__import__ = vars(builtins)["__orig_import__"]


def _has_wayland() -> bool:
    """Whether a Wayland compositor listens where the environment says."""
    name = os.environ.get("WAYLAND_DISPLAY")
    return bool(name) and Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"), name or "").is_socket()


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _answers() -> bool:
    """Whether the X11 server that DISPLAY names accepts a connection."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return False
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed
