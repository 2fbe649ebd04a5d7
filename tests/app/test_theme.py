"""The style sheet."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QCheckBox, QSpinBox
from pytestqt.qtbot import QtBot

from relviz.app.theme import style_sheet
from relviz.figure.palette import DARK, LIGHT, Palette, contrast


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
def test_every_arrow_is_a_picture_that_can_be_drawn(qtbot: QtBot, palette: Palette) -> None:
    """The pictures that the sheet names are there, and Qt can draw them."""
    urls = re.findall(r'url\("([^"]+)"\)', style_sheet(palette))

    assert len(set(urls)) == 4
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
