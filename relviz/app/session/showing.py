"""How the text and R are shown, and how fast segments are played: a part of the session's state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from relviz.app.session.shading import Shading

PACES = (50, 300, 700, 1500, 3000)
"""Milliseconds that a segment may stay when the segments are played, the fastest first."""


class Showing(QObject):
    """Holds what changes no number.

    Attributes:
        interleaved: whether R is laid out with sine and cosine side by side, or in halves.
        shading: what the text is shaded by.
        token_boundaries: whether it is marked where tokens begin in the text.
        pace: milliseconds that a segment stays when the segments are played, one of ``PACES``.

    Signals:
        changed(): one of them is another.
        shading_changed(): the text is shaded by something else; told after ``changed``.
    """

    changed = Signal()
    shading_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.interleaved = False
        self.shading: Shading = "none"
        self.token_boundaries = False
        self.pace = PACES[2]

    def set_interleaved(self, interleaved: bool) -> None:
        """Lay R out with sine and cosine side by side, or in halves."""
        self._put("interleaved", interleaved)

    def set_shading(self, shading: Shading) -> None:
        """Shade the text by something else."""
        if self._put("shading", shading):
            self.shading_changed.emit()

    def set_token_boundaries(self, shown: bool) -> None:
        """Mark where tokens begin in the text, or leave it."""
        self._put("token_boundaries", shown)

    def set_pace(self, pace: int) -> None:
        """Have segments stay longer or shorter when they are played; the nearest of ``PACES`` is taken."""
        self._put("pace", _nearest(pace))

    def change_pace(self, by: int) -> None:
        """Play slower, 1, or faster, -1, by one of ``PACES``."""
        self.set_pace(PACES[min(max(PACES.index(self.pace) + by, 0), len(PACES) - 1)])

    def take(self, interleaved: bool, token_boundaries: bool, pace: int) -> None:
        """Become what was kept once, without telling: whoever takes all that was kept tells of it at the end."""
        self.interleaved, self.token_boundaries, self.pace = interleaved, token_boundaries, _nearest(pace)

    def _put(self, name: str, value: object) -> bool:
        """Set an attribute, and return whether it was another."""
        if value == getattr(self, name):
            return False
        setattr(self, name, value)
        self.changed.emit()
        return True


def _nearest(pace: int) -> int:
    return min(PACES, key=lambda known: abs(known - pace))
