"""Pointing at a token of the text shows it on the maps and in the numbers, and leaving takes that back."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QTextCursor, QWheelEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from relviz.figure.colours.palette import LIGHT
from relviz.ui.pages.terms import TermsPage
from relviz.ui.text.shading import colour_of
from relviz.ui.window.main_window import MainWindow
from tests.ui.screen import on_screen, settle
from tests.ui.term_maps import point_of

NONE = Qt.MouseButton.NoButton
HELD = Qt.MouseButton.LeftButton


def _move(window: MainWindow, at: QPoint, buttons: Qt.MouseButton = NONE) -> None:
    """Move the pointer to a place of the text, as Qt would tell of it."""
    viewport = window.text_dock.edit.viewport()
    on_screen = QPointF(viewport.mapToGlobal(at))
    plain = Qt.KeyboardModifier.NoModifier
    QCoreApplication.sendEvent(
        viewport, QMouseEvent(QEvent.Type.MouseMove, QPointF(at), on_screen, NONE, buttons, plain)
    )


def _point_at(window: MainWindow, token: int) -> None:
    at = window.text_dock.token_point(token)
    assert window.text_dock.edit.viewport().rect().contains(at)
    _move(window, at)


def _leave(window: MainWindow) -> None:
    QCoreApplication.sendEvent(window.text_dock.edit.viewport(), QEvent(QEvent.Type.Leave))


def _said(window: MainWindow) -> str:
    """Return what the numbers under the maps say, without their colours."""
    readout = window.tabs.of(TermsPage).readout
    return re.sub(r"<[^>]+>|&nbsp;", " ", readout.tokens.text() + " " + readout.numbers.text())


@pytest.mark.parametrize("shading", ["none", "attention"])
def test_a_query_that_is_pointed_at_is_previewed_and_leaving_restores_to_the_pixel(
    qtbot: QtBot, window: MainWindow, shading: str
) -> None:
    """The numbers are of its strongest cell, the maps' crosshair is there, its shades are its own; the pin stays."""
    session, dock = window.session, window.text_dock
    look = session.look
    assert look is not None
    session.selection.pin((25, 30))
    window.commands.actions[f"shade_{shading}"].trigger()
    qtbot.waitUntil(window.inspector.next.isVisible, timeout=30_000)  # what is expected next comes later
    settle()
    parts: tuple[QWidget, ...] = (
        window.tabs.of(TermsPage).grid,
        window.tabs.of(TermsPage).readout,
        dock,
        window.timeline,
        window.inspector,
    )
    before = [on_screen(window, part) for part in parts]
    said = _said(window)

    for row in (4, 17):
        strongest = max(range(64 + row + 1), key=look.terms.attention[row].__getitem__)
        _point_at(window, look.start + row)
        settle()
        now = _said(window)
        assert look.query_tokens[row] in now
        assert look.key_tokens[strongest] in now
        assert f"{look.terms.attention[row, strongest]:.2%}" in now
        assert session.selection.pinned == (25, 30)
        assert session.selection.cell == (row, strongest)
        for part, old in zip(parts[:4], before[:4], strict=True):
            assert on_screen(window, part) != old, part
        if shading == "attention":
            assert f"“{look.query_tokens[row]}”" in dock.shading.says.text()
            assert dock.shading.high.text() == f"{look.terms.attention[row].max():.3f}"

    _leave(window)
    settle()
    assert [on_screen(window, part) for part in parts] == before
    assert _said(window) == said


def test_the_column_of_a_memory_token_is_marked(window: MainWindow) -> None:
    """Under the pinned query a memory token is the key; its column has a line in each map, and the row stays."""
    session, grid = window.session, window.tabs.of(TermsPage).grid
    look = session.look
    assert look is not None
    session.selection.pin((20, 10))
    settle()
    before = on_screen(window, grid)
    _point_at(window, int(look.key_positions[40]))
    settle()
    after = on_screen(window, grid)

    said = _said(window)
    assert look.query_tokens[20] in said
    assert look.key_tokens[40] in said
    assert f"{look.terms.attention[20, 40]:.2%}" in said
    for name in ("content", "score", "attention"):
        assert _line_of(window, name, after, before, 40), "the column of the key got a line"
        assert _line_of(window, name, after, before, 10), "that of the pinned key lost its line"
        assert not _line_of(window, name, after, before, 55), "others are as they were"


def _line_of(window: MainWindow, name: str, one: QImage, other: QImage, column: int) -> bool:
    """Whether two pictures of the maps differ along a whole column, away from the row that is crossed."""
    rows = (2, 9, 14, 28)
    places = [point_of(window, name, row, column) for row in rows]
    return all(
        any(one.pixel(place + QPoint(across, 0)) != other.pixel(place + QPoint(across, 0)) for across in (-1, 0, 1))
        for place in places
    )


def test_the_row_of_a_query_is_crossed(window: MainWindow) -> None:
    """The line of the crosshair runs along the row of the token that is pointed at, and no longer along the pinned."""
    session, grid = window.session, window.tabs.of(TermsPage).grid
    look = session.look
    assert look is not None
    session.selection.pin((20, 10))
    settle()
    before = on_screen(window, grid)
    _point_at(window, look.start + 5)
    settle()
    after = on_screen(window, grid)
    strongest = max(range(70), key=look.terms.attention[5].__getitem__)
    away = [column for column in (30, 45, 80, 90) if abs(column - strongest) > 3]
    for row, differs in ((5, True), (20, True), (12, False)):
        for column in away:
            place = point_of(window, "attention", row, column)
            changed = any(after.pixel(place + QPoint(0, d)) != before.pixel(place + QPoint(0, d)) for d in (-1, 0, 1))
            assert changed == differs, (row, column)


def test_shades_of_the_text_are_those_of_the_token_pointed_at(window: MainWindow) -> None:
    """By attention, a memory token has the colour of what the query under the pointer gives it, on the screen."""
    session, dock = window.session, window.text_dock
    look = session.look
    assert look is not None
    window.commands.actions["shade_attention"].trigger()
    session.selection.pin((25, 30))
    for row in (3, 30):
        _point_at(window, look.start + row)
        settle()
        picture = on_screen(window, dock.edit.viewport())
        attention = look.terms.attention[row]
        key = max(range(64), key=attention.__getitem__)
        level = round(float(attention[key] / attention.max()) * 32) / 32
        ground = colour_of("attention", level, LIGHT, memory=True)
        at = dock.token_point(int(look.key_positions[key]))
        around = {picture.pixelColor(at.x(), at.y() + down).name() for down in range(-8, 9)}
        assert ground in around
        assert dock.shading.high.text() == f"{attention.max():.3f}"


def _end_of_line(window: MainWindow, token: int) -> QTextCursor:
    """Return the end of the line, as it is broken, that a token is in."""
    cursor = window.text_dock.edit.cursorForPosition(window.text_dock.token_point(token))
    cursor.movePosition(QTextCursor.MoveOperation.EndOfLine)
    return cursor


def test_nothing_is_previewed_where_there_is_no_token_to_read_off(qtbot: QtBot, window: MainWindow) -> None:
    """Beside the lines, at text to come or forgotten, while text is selected, or while typing is unread: the pin."""
    session, dock = window.session, window.text_dock
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.go_to_segment(4)
    look = session.look
    assert look is not None
    pinned = session.selection.pinned
    inside = look.start + 3
    viewport = dock.edit.viewport()

    def previewed() -> bool:
        return session.selection.cell != pinned or session.selection.hovered is not None

    _point_at(window, inside)
    assert previewed()
    at = dock.token_point(inside)
    _move(window, at, HELD)
    assert not previewed(), "text is being selected"

    for token in (look.start + len(look.query_tokens) + 2, int(look.key_positions[0]) - 2):
        _point_at(window, inside)
        assert previewed()
        place = dock.token_point(token)
        assert viewport.rect().contains(place)
        _move(window, place)
        assert not previewed(), "it is neither query nor memory"

    _point_at(window, inside)
    ends = [
        dock.edit.cursorRect(_end_of_line(window, token)).center() for token in range(look.start - 60, look.start + 30)
    ]
    short = next(end for end in ends if end.y() > 0 and end.x() < viewport.width() - 16)
    _move(window, short - QPoint(3, 0))
    assert previewed(), "the last letter of a line"
    _move(window, QPoint(viewport.width() - 2, short.y()))
    assert not previewed(), "the line ends before"

    _point_at(window, inside)
    qtbot.keyClick(dock.edit, Qt.Key.Key_X)
    _move(window, dock.token_point(inside + 1))
    assert not previewed(), "what was typed is not read yet"


def test_the_same_token_asks_for_nothing_again(qtbot: QtBot, window: MainWindow) -> None:
    """Moving on within a token changes nothing; the next one does, once."""
    look, session = window.session.look, window.session
    assert look is not None
    _point_at(window, look.start + 6)
    at = window.text_dock.token_point(look.start + 6)
    with qtbot.assertNotEmitted(session.selection.changed):
        _move(window, at)
        _move(window, at + QPoint(0, 1))
    with qtbot.waitSignal(session.selection.changed, timeout=1000):
        _point_at(window, look.start + 7)


def test_a_click_keeps_what_was_previewed(qtbot: QtBot, window: MainWindow) -> None:
    """What pointing at a token of the segment shows is what clicking it selects."""
    look, session = window.session.look, window.session
    assert look is not None
    _point_at(window, look.start + 12)
    previewed = session.selection.cell
    qtbot.mouseClick(window.text_dock.edit.viewport(), HELD, pos=window.text_dock.token_point(look.start + 12))
    _leave(window)
    assert session.selection.pinned == session.selection.cell == previewed


def test_turning_the_wheel_follows_the_text(qtbot: QtBot, window: MainWindow) -> None:
    """When the text moves under a resting pointer, another token is previewed, or none."""
    look, session, edit = window.session.look, window.session, window.text_dock.edit
    assert look is not None
    _point_at(window, look.start + 1)
    before = session.selection.hovered
    assert before is not None
    at = window.text_dock.token_point(look.start + 1)
    where = QPointF(edit.viewport().mapToGlobal(at))
    turn = QWheelEvent(
        QPointF(at), where, QPoint(), QPoint(0, -120), NONE,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    value = edit.verticalScrollBar().value()
    QCoreApplication.sendEvent(edit.viewport(), turn)
    assert edit.verticalScrollBar().value() > value
    assert session.selection.hovered != before
