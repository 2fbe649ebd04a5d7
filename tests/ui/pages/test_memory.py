"""The Memory page."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Bars
from relviz.ui.pages.memory import MemoryPage
from relviz.ui.window.main_window import MainWindow


def test_numbers_follow_the_step(qtbot: QtBot, window: MainWindow) -> None:
    """With the pointer resting on a bar, a step reads that bar of the next segment."""
    window.show_page("memory")
    view = window.tabs.of(MemoryPage).view
    qtbot.waitUntil(view.isVisible)
    assert view.spec is not None
    plot = layout(view.spec, QRectF(view.rect())).boxes[0][0].plot
    qtbot.mouseMove(view, QPoint(1, 1))  # it may be where another test left it
    qtbot.mouseMove(view, QPointF(plot.left() + 12.5 * plot.width() / 32, plot.center().y()).toPoint())
    assert window.session.look is not None
    qtbot.waitUntil(lambda: window.session.look.query_tokens[12] in window.tabs.of(MemoryPage).readout.text())  # type: ignore[union-attr]
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.step(1)

    look = window.session.look
    assert f"query {look.query_tokens[12]}:" in window.tabs.of(MemoryPage).readout.text()
    assert f"{look.shares.memory[12]:.1%}" in window.tabs.of(MemoryPage).readout.text()


def test_it_follows_where_keys_are_hidden(window: MainWindow) -> None:
    """The shares are those of the keys that are left, and the map of all heads, which counts every key, says so."""
    look = window.session.look
    assert look is not None
    window.show_page("memory")
    window.session.selection.pin((5, 20))
    window.session.selection.extend((5, 63))
    window.commands.actions["hide_keys"].trigger()

    left = look.terms.attention.copy()
    left[:, 20:64] = 0
    expected = left[:, :20].sum(1) / left.sum(1)
    spec = window.tabs.of(MemoryPage).view.spec
    assert spec is not None
    bars, share_map = spec.panel("shares"), spec.panel("share_map")
    assert isinstance(bars, Bars)
    np.testing.assert_allclose(bars.parts[0].values, expected, atol=1e-6)
    assert share_map.title == "memory share of each head, of all keys"
    figure = window.tabs.of(MemoryPage).figure()
    assert figure is not None
    assert "44 keys hidden, renormalised" in figure.caption
    window.commands.actions["show_keys"].trigger()
    spec = window.tabs.of(MemoryPage).view.spec
    assert spec is not None
    assert spec.panel("share_map").title == "memory share of each layer and head"


def test_a_key_in_memory_has_a_minus_sign(window: MainWindow) -> None:
    """What is said of a key counts from the start of the segment, with the minus of the axis, not with a hyphen."""
    window.show_page("memory")
    window.tabs.of(MemoryPage).view.hovered.emit("weights", (-60.0, 0.01))

    said = window.tabs.of(MemoryPage).readout.text()
    assert "\N{MINUS SIGN}60 from the start of the segment" in said
    assert "-60" not in said


def test_the_curve_over_keys_has_the_colours_of_memory_and_segment(qtbot: QtBot, window: MainWindow) -> None:
    """Left of the divider the one and right of it the other; by hand, 64 of the 96 keys are in memory."""
    window.show_page("memory")
    view = window.tabs.of(MemoryPage).view
    qtbot.waitUntil(view.isVisible)
    assert view.spec is not None
    plot = layout(view.spec, QRectF(view.rect())).boxes[1][0].plot
    image = view.grab().toImage()
    border = plot.left() + plot.width() * 64 / 96
    halves = {
        "memory": (round(plot.left()), round(border) - 2),
        "segment": (round(border) + 2, round(plot.right())),
    }
    for ink, (start, end) in halves.items():
        rows = range(round(plot.top()), round(plot.bottom()) - 3)
        seen = {image.pixelColor(x, y).name() for x in range(start, end) for y in rows}
        assert {LIGHT.inks["memory"], LIGHT.inks["segment"]} & seen == {LIGHT.inks[ink]}  # type: ignore[index]
