"""A line of text in a shorter form, or with an ellipsis at its end, where there is no room."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from relviz.ui.widgets.labels import ElidedLabel


def test_what_does_not_fit_is_elided(qtbot: QtBot) -> None:
    """It looks as a plain label does that holds as much of the text as fits, and an ellipsis; the text stays whole."""
    label, plain = ElidedLabel("segment 2 of 0–45   ·   tokens 64–95"), QLabel()
    for widget in (label, plain):
        qtbot.addWidget(widget)
        widget.resize(90, 20)
    plain.setText(plain.fontMetrics().elidedText(label.text(), Qt.TextElideMode.ElideRight, 90))
    assert plain.text() != label.text()
    assert label.grab().toImage() == plain.grab().toImage()
    assert label.text().endswith("tokens 64–95")
    assert label.minimumSizeHint().width() < 10


def test_the_longest_form_that_fits_is_shown(qtbot: QtBot) -> None:
    """As the label gets narrower it shows a shorter form, whole, and of the last one what fits; then another text."""
    label = ElidedLabel()
    qtbot.addWidget(label)
    forms = "segment 2 of 0–45, tokens 64–95", "segment 2 of 0–45", "segment 2"
    label.set_forms(*forms)
    assert label.text() == forms[0]
    for form in forms:
        label.resize(label.fontMetrics().horizontalAdvance(form) + 1, 20)
        assert label.shown == form
        label.resize(label.width() - 3, 20)
        assert label.shown != form
    assert label.shown.startswith("segm")
    assert label.shown.endswith("…")
    label.setText("none")
    assert label.shown == "none"
