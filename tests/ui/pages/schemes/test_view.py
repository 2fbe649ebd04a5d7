"""Content that scrolls where it has no room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from relviz.app.theme import style_sheet
from relviz.figure.colours.palette import LIGHT
from relviz.ui.pages.schemes.view import Unsqueezed, scrolled

WIDE, TALL, SHORT = 600, 700, 300
MOST = 3
"""Times that content may be resized for one new size of its area."""


class Late(Unsqueezed):
    """Content that is high where it is wide and low where it is narrow, as one is whose words are laid out late."""

    def __init__(self) -> None:
        super().__init__()
        QVBoxLayout(self)
        self.widths: list[int] = []

    def heightForWidth(self, width: int) -> int:
        """Return the height at a width."""
        return TALL if width >= WIDE else SHORT

    def minimumSizeHint(self) -> QSize:
        """Return the height at the present width."""
        assert len(self.widths) <= 100 * MOST, "it is resized without end"
        return QSize(10, self.heightForWidth(self.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Count."""
        self.widths.append(self.width())
        super().resizeEvent(event)


@pytest.fixture
def host(qtbot: QtBot) -> QWidget:
    """A widget that is filled by what scrolls."""
    made = QWidget()
    qtbot.addWidget(made)
    made.setStyleSheet(style_sheet(LIGHT))
    QVBoxLayout(made).setContentsMargins(0, 0, 0, 0)
    return made


def test_content_is_as_wide_with_a_scroll_bar_as_without(host: QWidget) -> None:
    """Whatever height content asks for, its width is that of its area less the bar, and is found at once."""
    content = Late()
    area = scrolled(content, host)
    layout = host.layout()
    assert layout is not None
    layout.addWidget(area)
    host.resize(WIDE, 500)
    host.show()
    for width in range(WIDE - 12, WIDE + 20):
        content.widths.clear()
        host.resize(width, 500)
        QCoreApplication.processEvents()
        assert len(content.widths) <= MOST
        assert content.width() == width - area.verticalScrollBar().width()
        assert (area.verticalScrollBar().maximum() > 0) == (content.width() >= WIDE)


def test_there_is_a_handle_only_where_there_is_more_to_see(host: QWidget) -> None:
    """The room of the bar is empty while all content is in view, and has a handle as soon as it is not."""
    content = Unsqueezed(host)
    QVBoxLayout(content)
    area = scrolled(content, host)
    layout = host.layout()
    assert layout is not None
    layout.addWidget(area)
    host.resize(300, 200)
    host.show()
    colours = []
    for height in (100, 400, 100):
        content.setMinimumHeight(height)
        QCoreApplication.processEvents()
        picture = area.grab().toImage()
        colours.append({picture.pixelColor(area.width() - 4, y).name() for y in range(4, 60)})
        assert area.verticalScrollBar().isEnabled() == (height > 200)

    assert colours[0] == colours[2]
    assert len(colours[0]) == 1
    assert colours[1] != colours[0]
