"""What was chosen in the export dialog, remembered from one time to the next; never whether the text is told."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from typing import Literal, get_args

from relviz.app.exporting.export import SPREADS, Spread
from relviz.figure.colours.palette import Theme
from relviz.figure.options import LARGEST, SMALLEST
from relviz.figure.writing.animation import ANIMATED, Animated
from relviz.figure.writing.write import FORMATS, Format

Kind = Literal["page", "four_terms", "layer_heads"]
"""The page as seen, the terms alone, or all heads of the layer."""
Length = Literal["px", "mm"]
"""What sides are told in."""
DPI_LEAST, DPI_MOST = 24, 1200
DURATION_LEAST, DURATION_MOST = 20, 60_000


@dataclass(frozen=True)
class ExportChoices:
    """The choices.

    Attributes:
        kind: which figure.
        spread: of which segments.
        still: kind of file for one segment, or for one each.
        moving: kind of file for all of them in one.
        duration: milliseconds that a segment stays there.
        width: of the figure, in device-independent pixels.
        height: of the figure.
        length: what both are told in.
        dpi: pixels per inch.
        theme: the colours; ``screen`` for those of the window.
        labels: whether tokens are written along the axes.
        caption: whether there is a line below.
    """

    kind: Kind = "page"
    spread: Spread = "one"
    still: Format = "png"
    moving: Animated = "gif"
    duration: int = 700
    width: int = 1440
    height: int = 900
    length: Length = "px"
    dpi: int = 150
    theme: Theme | Literal["screen"] = "screen"
    labels: bool = True
    caption: bool = True

    def to_text(self) -> str:
        """Return them as one line for the settings."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> ExportChoices:
        """Return what ``to_text`` said; what is missing or makes no sense is as at first."""
        try:
            told = json.loads(text)
        except ValueError:
            told = {}
        told = told if isinstance(told, dict) else {}
        return cls(**{one.name: told[one.name] for one in fields(cls) if _fits(one.name, told.get(one.name))})


_CHOICES: dict[str, tuple[object, ...]] = {
    "kind": get_args(Kind),
    "spread": SPREADS,
    "still": FORMATS,
    "moving": ANIMATED,
    "length": get_args(Length),
    "theme": (*get_args(Theme), "screen"),
    "labels": (True, False),
    "caption": (True, False),
}
_RANGES = {
    "duration": (DURATION_LEAST, DURATION_MOST),
    "width": (SMALLEST, LARGEST),
    "height": (SMALLEST, LARGEST),
    "dpi": (DPI_LEAST, DPI_MOST),
}


def _fits(name: str, value: object) -> bool:
    """Return whether a value can be that of a choice."""
    if name in _RANGES:
        low, high = _RANGES[name]
        return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
    return any(value == known and type(value) is type(known) for known in _CHOICES[name])
