"""What an experiment shows under each other, which scrolls where it has no room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

LOWEST = 260
"""Pixels of height below which a figure is not squeezed."""


class Unsqueezed(QWidget):
    """A column that asks for the least height at which nothing in it is squeezed.

    A scroll area asks for the height that would be liked at its width. A map that takes any room likes none, and words
    that wrap would be put over it.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")  # a scroll area would put it on the ground of the window
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)

    def heightForWidth(self, width: int) -> int:
        """Return the least height of all there is, lines broken at a width."""
        layout = self.layout()
        assert layout is not None, "a column has one"
        return layout.minimumHeightForWidth(width)


class SteadyArea(QScrollArea):
    """A scroll area whose content is as wide with the scroll bar as without.

    Qt asks for the content's height while the content is being resized, when what is in it may not be laid out yet.
    Words that wrap could be too high without the bar and low enough with it: Qt would go to and fro between both
    widths, each inside the other, until the stack is full.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.verticalScrollBar().rangeChanged.connect(self._on_range_changed)
        self._on_range_changed(0, 0)

    def _on_range_changed(self, low: int, high: int) -> None:
        """Show no handle where there is nothing to scroll; the style leaves that of a disabled bar out."""
        self.verticalScrollBar().setEnabled(high > low)


def scrolled(content: QWidget, parent: QWidget) -> QScrollArea:
    """Return an area that fills its room with ``content``, or scrolls it, also with the keyboard."""
    area = SteadyArea(parent)
    area.setWidget(content)
    return area
