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


def scrolled(content: QWidget, parent: QWidget) -> QScrollArea:
    """Return an area that fills its room with ``content``, or scrolls it, also with the keyboard."""
    area = QScrollArea(parent)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(content)
    return area
