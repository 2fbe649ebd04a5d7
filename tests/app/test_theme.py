"""The style sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QHoverEvent, QIcon, QPixmap
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPlainTextEdit, QScrollBar, QSpinBox
from pytestqt.qtbot import QtBot

from relviz.app.theme import palette_for, qt_palette, style_sheet
from relviz.figure.colours.palette import DARK, LIGHT, Palette, contrast


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_arrow_is_a_picture_that_can_be_drawn(qtbot: QtBot, palette: Palette) -> None:
    """The pictures that the sheet names are there, and Qt can draw them."""
    urls = re.findall(r'url\("([^"]+)"\)', style_sheet(palette))

    assert len(set(urls)) == 7
    for url in urls:
        assert Path(url).is_file()
        picture: QPixmap = QIcon(url).pixmap(10, 10)
        assert not picture.isNull()


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_checkbox_can_be_seen(qtbot: QtBot, palette: Palette) -> None:
    """The frame of an empty check box stands out from the page."""
    box = QCheckBox("interleave")
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(palette) + f"QCheckBox {{ background: {palette.paper}; }}")
    box.resize(120, 24)
    picture = box.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(16) for y in range(24)}

    assert max(contrast(QColor(colour).name(), palette.paper) for colour in colours) >= 3


def test_a_spin_box_has_room_for_its_number(qtbot: QtBot) -> None:
    """The arrows do not squeeze the number out."""
    box = QSpinBox()
    qtbot.addWidget(box)
    box.setStyleSheet(style_sheet(LIGHT))
    box.setRange(0, 4096)
    box.setFixedWidth(60)
    box.show()

    assert box.lineEdit().width() >= box.fontMetrics().horizontalAdvance("4096")


def test_boxes_for_numbers_are_as_high_as_those_for_choices(qtbot: QtBot) -> None:
    """Side by side, as in the bar and in dialogs, their borders are level."""
    number, choice = QSpinBox(), QComboBox()
    for box in (number, choice):
        qtbot.addWidget(box)
        box.setStyleSheet(style_sheet(LIGHT))

    assert number.sizeHint().height() == choice.sizeHint().height()


def test_without_a_hint_the_system_theme_is_light(qapp: object) -> None:
    """A platform that says nothing of its colours, such as bare X11 or this one, gets the light theme."""
    assert QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Unknown
    assert palette_for("system") is LIGHT


@pytest.mark.parametrize(("scheme", "palette"), [(Qt.ColorScheme.Dark, DARK), (Qt.ColorScheme.Light, LIGHT)])
def test_a_hint_is_followed(monkeypatch: pytest.MonkeyPatch, scheme: Qt.ColorScheme, palette: Palette) -> None:
    """A desktop that is dark, or light, is followed by the system theme; a theme that was asked for is not changed."""

    class Hints:
        def colorScheme(self) -> Qt.ColorScheme:
            return scheme

    monkeypatch.setattr(QGuiApplication, "styleHints", Hints)

    assert palette_for("system") is palette
    assert palette_for("light") is LIGHT
    assert palette_for("dark") is DARK


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_theme_needs_nothing_of_the_platform(qtbot: QtBot, palette: Palette) -> None:
    """Where Qt's own switch has no effect, widgets get the theme's ground and ink all the same."""
    label = QLabel("█████")
    qtbot.addWidget(label)
    label.setPalette(qt_palette(palette))
    label.setAutoFillBackground(True)
    label.resize(60, 20)
    picture = label.grab().toImage()

    colours = {picture.pixelColor(x, y).name() for x in range(60) for y in range(20)}
    assert {QColor(palette.background).name(), QColor(palette.text).name()} <= colours


def _along(bar: QScrollBar) -> list[str]:
    """Return the colours along the middle of a scroll bar."""
    picture = bar.window().grab().toImage()
    corner = bar.mapTo(bar.window(), QPoint(0, 0))
    if bar.orientation() == Qt.Orientation.Vertical:
        return [picture.pixelColor(corner.x() + bar.width() // 2, corner.y() + y).name() for y in range(bar.height())]
    return [picture.pixelColor(corner.x() + x, corner.y() + bar.height() // 2).name() for x in range(bar.width())]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_a_scroll_bar_is_slim_and_can_be_seen_and_taken(qtbot: QtBot, palette: Palette) -> None:
    """Without arrows, beside the text, with a handle of 24 pixels and 3:1 at least that stands out when pointed at."""
    edit = QPlainTextEdit("\n".join(["a line that is far too long for so little room " * 20] * 2_000))
    qtbot.addWidget(edit)
    edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    edit.setPalette(qt_palette(palette))
    edit.setStyleSheet(style_sheet(palette))
    edit.resize(300, 200)
    edit.show()
    down, across = edit.verticalScrollBar(), edit.horizontalScrollBar()
    assert (down.width(), across.height()) == (8, 8)
    text = edit.viewport().rect().translated(edit.viewport().mapTo(edit, QPoint(0, 0)))
    for bar in (down, across):
        bar.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
        assert not bar.rect().translated(bar.mapTo(edit, QPoint(0, 0))).intersects(text)
        colours = _along(bar)
        ground, handle = colours[-1], colours[2]
        assert ground == palette.panel
        assert contrast(handle, palette.panel) >= 3
        assert contrast(handle, palette.background) >= 3
        assert contrast(handle, palette.paper) >= 3
        assert set(colours) <= {ground, handle}  # no arrow, no groove
        assert colours.index(ground) >= 24
        bar.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)  # as Qt does where the pointer is over it
        place = QPointF(4, 4)
        QCoreApplication.sendEvent(bar, QHoverEvent(QEvent.Type.HoverMove, place, place, QPointF(-1, -1)))
        assert _along(bar)[4] == palette.muted
        bar.setValue(bar.maximum())
        assert _along(bar)[0] == ground
        assert _along(bar)[-3] != ground
