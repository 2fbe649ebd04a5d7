"""What colour everything has, in the light and in the dark theme.

Colour means data here: the four terms of the score own blue, amber, green and pink (after Okabe and Ito, "Color
Universal Design", 2008, which colour-blind people can tell apart), memory and segment own violet and teal,
the cursor owns vermilion, and everything else is grey.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from relviz.figure.spec import Ink

Theme = Literal["light", "dark"]


@dataclass(frozen=True)
class Palette:
    """The colours of one theme, each as ``#rrggbb``.

    Attributes:
        theme: ``light`` or ``dark``; chooses the signed colour map, too.
        paper: ground of figures and of files.
        background: ground of the window.
        panel: ground of docks, cards and fields that lie on the window.
        raised: ground of what lies on a panel: buttons, hovered rows.
        text: text, and the accent of controls: colour is kept for data.
        on_text: text on a ground of ``text``, e.g. the default button.
        muted: secondary text; 4.5:1 on every ground, as ``text`` is.
        line: frames and axis lines.
        grid: the light grid behind curves.
        masked: cells a query may not see.
        hatch: the lines across masked cells.
        divider: the line between memory and segment.
        cursor: what is selected.
        limit: lines at clamp_len and at the longest distance trained.
        memory_tint: ground behind tokens in memory; ``text`` and ``muted`` are readable on it.
        segment_tint: ground behind tokens of the segment.
        forgotten_tint: ground behind tokens no longer in memory.
        fills: colour of areas, chips, and thick marks for each ink.
        inks: the same hues for text and thin lines, 4.5:1 on every ground.
    """

    theme: Theme
    paper: str
    background: str
    panel: str
    raised: str
    text: str
    on_text: str
    muted: str
    line: str
    grid: str
    masked: str
    hatch: str
    divider: str
    cursor: str
    limit: str
    memory_tint: str
    segment_tint: str
    forgotten_tint: str
    fills: Mapping[Ink, str]
    inks: Mapping[Ink, str]

    def __hash__(self) -> int:
        """Hash by theme, for caches: mappings have no hash of their own."""
        return hash((self.theme, self.paper, self.masked))

    def on(self, ground: str) -> str:
        """Return black or white, whichever is easier to read on a ground: one of them has 4.5:1 on any."""
        return max(("#ffffff", "#000000"), key=lambda ink: contrast(ink, ground))


_COLOURS = {
    "paper": ("#ffffff", "#17191d"),
    "background": ("#f5f6f8", "#131518"),
    "panel": ("#ffffff", "#1d2025"),
    "raised": ("#eceef1", "#2a2e35"),
    "text": ("#1b1e24", "#eceef1"),
    "on_text": ("#ffffff", "#17191d"),
    "muted": ("#525a66", "#acb3be"),
    "line": ("#aab0b9", "#545b66"),
    "grid": ("#e6e8ec", "#2a2e35"),
    "masked": ("#dcdfe4", "#363b44"),
    "hatch": ("#b4bac3", "#565d69"),
    "divider": ("#1b1e24", "#eceef1"),
    "cursor": ("#d93a1e", "#ff6a45"),
    "limit": ("#5c6470", "#9fa6b2"),
    "memory_tint": ("#d7d1ee", "#342b4d"),
    "segment_tint": ("#d6f8f7", "#194848"),
    "forgotten_tint": ("#eceef1", "#2a2e35"),
}
"""Each colour in the light theme, and in the dark one."""
_INKS: dict[Ink, tuple[tuple[str, str], tuple[str, str]]] = {
    "content": (("#0072b2", "#0069a6"), ("#56b4e9", "#56b4e9")),
    "position": (("#e69f00", "#8f5e00"), ("#e69f00", "#e69f00")),
    "content_bias": (("#009e73", "#007556"), ("#2fbf8f", "#2fbf8f")),
    "position_bias": (("#cc79a7", "#a8447b"), ("#e59ac4", "#e59ac4")),
    "token_type": (("#7a2a10", "#7a2a10"), ("#b5502f", "#dc8465")),
    "score": (("#5b6472", "#1b1e24"), ("#9aa2ae", "#eceef1")),
    "memory": (("#514279", "#514279"), ("#8a76c0", "#9383c6")),
    "segment": (("#89c4c6", "#306d78"), ("#b4dfe0", "#b4dfe0")),
    "self": (("#347b7f", "#0f4d51"), ("#4a969a", "#5ba5aa")),
    "plain": (("#3f4651", "#1b1e24"), ("#c3c8d0", "#eceef1")),
}
"""Each ink in the light theme, its fill and its ink, and in the dark one."""


def _palette(theme: Theme) -> Palette:
    """Return a theme's column of the tables."""
    column = ("light", "dark").index(theme)
    fills, inks = ({ink: themes[column][n] for ink, themes in _INKS.items()} for n in (0, 1))
    colours = {name: themes[column] for name, themes in _COLOURS.items()}
    return Palette(theme=theme, fills=MappingProxyType(fills), inks=MappingProxyType(inks), **colours)


LIGHT, DARK = _palette("light"), _palette("dark")
PALETTES: Mapping[Theme, Palette] = MappingProxyType({"light": LIGHT, "dark": DARK})


def rgb(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0..255, of ``#rrggbb``."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2, "contrast ratio")."""
    brighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


@lru_cache(maxsize=1024)
def _luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 to 1 (WCAG 2.2)."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in rgb(colour))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
