"""The Memory page."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, QRectF
from pytestqt.qtbot import QtBot

from relviz.figure.grid import layout
from relviz.ui.main_window import MainWindow


def test_numbers_follow_the_step(qtbot: QtBot, window: MainWindow) -> None:
    """With the pointer resting on a bar, a step reads that bar of the next segment."""
    window.show_page("memory")
    view = window.memory_page.view
    qtbot.waitUntil(view.isVisible)
    assert view.spec is not None
    plot = layout(view.spec, QRectF(view.rect())).boxes[0][0].plot
    qtbot.mouseMove(view, QPoint(1, 1))  # it may be where another test left it
    qtbot.mouseMove(view, QPointF(plot.left() + 12.5 * plot.width() / 32, plot.center().y()).toPoint())
    assert window.session.look is not None
    qtbot.waitUntil(lambda: window.session.look.query_tokens[12] in window.memory_page.readout.text())  # type: ignore[union-attr]
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.step(1)

    look = window.session.look
    assert f"query {look.query_tokens[12]}:" in window.memory_page.readout.text()
    assert f"{look.shares.memory[12]:.1%}" in window.memory_page.readout.text()
