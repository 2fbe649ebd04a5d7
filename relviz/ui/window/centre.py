"""The middle of the window: what is said, the comparison, the pages and the segments, one under the other."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget


class Centre(QWidget):
    """Lays out what it is given; it becomes its parent.

    Args:
        bars: over the pages, from the top.
        pages: takes the room that is left.
        foot: under the pages, side by side; the first is as wide as it can be.
        window: the window.
    """

    def __init__(self, bars: tuple[QWidget, ...], pages: QWidget, foot: tuple[QWidget, ...], window: QWidget) -> None:
        super().__init__(window)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for bar in bars:
            layout.addWidget(bar)
        layout.addWidget(pages, 1)
        row = QHBoxLayout()
        for number, widget in enumerate(foot):
            row.addWidget(widget, 0 if number else 1)
        layout.addLayout(row)
