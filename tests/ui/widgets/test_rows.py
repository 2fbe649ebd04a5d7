"""Widgets in a line that goes on below."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from relviz.ui.widgets.rows import SPACING, FlowRow


class _Box(QLabel):
    """100 pixels wide and 20 high."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFixedSize(100, 20)


def _row(qtbot: QtBot, width: int) -> tuple[FlowRow, list[_Box]]:
    row = FlowRow()
    qtbot.addWidget(row)
    boxes = [_Box(row) for _ in range(3)]
    for box in boxes:
        box.sizeHint = box.size  # type: ignore[method-assign]
    row.add(*boxes)
    row.resize(width, 200)
    row.show()
    qtbot.waitExposed(row)
    return row, boxes


@pytest.mark.parametrize(("width", "lines"), [(330, [0, 0, 0]), (220, [0, 0, 1]), (120, [0, 1, 2])])
def test_what_does_not_fit_goes_into_the_next_line(qtbot: QtBot, width: int, lines: list[int]) -> None:
    """Three widgets of 100 pixels take one line, two or three, and the height that these need."""
    row, boxes = _row(qtbot, width)

    assert [box.y() // (20 + SPACING) for box in boxes] == lines
    assert row.heightForWidth(width) == (20 + SPACING) * max(lines) + 20
    assert row.minimumSizeHint().width() == 100


def test_what_is_hidden_takes_no_room(qtbot: QtBot) -> None:
    """The widget after one that goes moves up to its place, and back when it comes again."""
    row, (first, second, third) = _row(qtbot, 330)
    first.hide()
    qtbot.waitUntil(lambda: second.x() == 0)
    assert third.x() == 100 + SPACING
    first.show()
    qtbot.waitUntil(lambda: second.x() == 100 + SPACING)
    assert row.heightForWidth(330) == 20
