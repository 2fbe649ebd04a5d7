"""The typefaces and sizes of figures; the window uses the same ones.

Sizes are in device-independent pixels (1/96 inch), so that a figure looks the same on a screen, in a PNG of any
DPI and on a page.
"""

from __future__ import annotations

from functools import cache
from threading import get_ident

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

CHINESE = ("Noto Sans CJK SC", "Microsoft YaHei", "PingFang SC", "WenQuanYi Micro Hei")
"""Families with Simplified Chinese forms, by name: left to itself, Qt may fall back to the Japanese ones."""
SANS = (
    "Inter",
    "Segoe UI",
    "SF Pro Text",
    "Helvetica Neue",
    "Noto Sans",
    "DejaVu Sans",
    *CHINESE,
)
"""Families in order of preference; characters that one lacks are taken from the next."""
MONO = ("JetBrains Mono", "Cascadia Mono", "Consolas", "SF Mono", "Menlo", "Noto Sans Mono", "DejaVu Sans Mono")
"""Fixed-width families in order of preference; characters they lack come from ``SANS``."""

HEADLINE = 17
TITLE = 13
NOTE = 11
LABEL = 10
"""Pixel sizes: the figure's title, a panel's title, remarks and captions, and labels on axes."""


@cache
def families(*, mono: bool = False) -> tuple[str, ...]:
    """Return the families of ``SANS`` (or ``MONO`` and ``SANS``) that this computer has.

    Only installed ones are named, since a file should say what it was really drawn with, and since macOS takes
    100 ms to look for each missing one. Needs a QGuiApplication.
    """
    installed = set(QFontDatabase.families())
    wanted = MONO + SANS if mono else SANS
    return tuple(name for name in wanted if name in installed) or ("monospace" if mono else "sans-serif",)


def font(size: int, *, bold: bool = False, mono: bool = False) -> QFont:
    """Return the font of a pixel size; do not change what is returned, copy it.

    Hinting is off: it would bend the width of a text to the pixels of one resolution, and a figure has many.
    """
    return _font(size, bold, mono, get_ident())


def metrics(size: int, *, bold: bool = False, mono: bool = False) -> QFontMetricsF:
    """Return the measures of the font of that size, in device-independent pixels."""
    return _metrics(size, bold, mono, get_ident())


# One of each for every thread: Qt would load a font anew whenever it passes from one thread to another.


@cache
def _font(size: int, bold: bool, mono: bool, _thread: int) -> QFont:
    made = QFont(list(families(mono=mono)))
    made.setPixelSize(size)
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    made.setBold(bold)
    return made


@cache
def _metrics(size: int, bold: bool, mono: bool, _thread: int) -> QFontMetricsF:
    return QFontMetricsF(font(size, bold=bold, mono=mono))


@cache
def text_width(text: str, size: int = LABEL, *, bold: bool = False, mono: bool = False) -> float:
    """Return how wide a text is, in device-independent pixels."""
    return metrics(size, bold=bold, mono=mono).horizontalAdvance(text)


def line_height(size: int = LABEL) -> float:
    """Return the height from one line of text to the next, in device-independent pixels.

    Taken from the size and not from the font: fallback fonts for Chinese report twice the height they use.
    """
    return size * 1.3
