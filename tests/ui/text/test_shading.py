"""Shading of the text, its legend, and the boundaries of tokens."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

import relviz
from relviz.app.projects.project import Shading
from relviz.app.session.showing import SHADINGS, Shades
from relviz.figure.colours.palette import DARK, LIGHT, Palette, contrast
from relviz.ui.text.shading import colour_of, ink_on, runs_of
from relviz.ui.window.main_window import MainWindow

PLAIN = (LIGHT.memory_tint, LIGHT.segment_tint)
INDICES: dict[str, int] = {shading: number for number, shading in enumerate(SHADINGS)}


def _choose(qtbot: QtBot, window: MainWindow, shading: str) -> None:
    """Choose a shading in the box, with the keyboard."""
    box = window.text_dock.shading.choice
    box.setFocus()
    while box.currentIndex() != INDICES[shading]:
        qtbot.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < INDICES[shading] else Qt.Key.Key_Up)


def _grounds(window: MainWindow) -> dict[int, str]:
    """Return the ground that each token of memory and segment has on top."""
    dock, look = window.text_dock, window.session.look
    response = window.session.response
    assert look is not None
    assert response is not None
    grounds = {}
    for token in range(int(look.key_positions[0]), look.start + len(look.query_tokens) + 1):
        start, end = response.tokens.spans[token]
        for selection in dock.edit.extraSelections():
            if selection.cursor.selectionStart() <= start < end <= selection.cursor.selectionEnd():
                grounds[token] = selection.format.background().color().name()
    return grounds


def test_attention_follows_the_selected_query(qtbot: QtBot, window: MainWindow) -> None:
    """Each token has the colour of the attention of the row selected; the legend names query, range and unit."""
    _choose(qtbot, window, "attention")
    legend, look = window.text_dock.shading, window.session.look
    assert look is not None
    for row in (31, 7):
        window.session.selection.pin((row, 64 + row))
        attention = look.terms.attention[row]
        assert look.query_tokens[row] in legend.says.text()
        assert "share" in legend.says.text()
        assert (legend.low.text(), legend.high.text()) == ("0", f"{attention.max():.3f}")
        grounds = _grounds(window)
        level = np.round(attention / attention.max() * 32) / 32
        for key in (0, 5, 40, 63):
            expected = colour_of("attention", float(level[key]), LIGHT, memory=True)
            assert grounds[int(look.key_positions[key])] == expected
    window.session.selection.pin(None)
    assert "Select a query" in legend.says.text()
    assert not legend.scale.isVisible()


def test_the_most_attended_memory_is_marked(qtbot: QtBot, window: MainWindow) -> None:
    """A fifth of 64 memory tokens, 13, stand out: those with the largest column means, or those of the query's row."""
    _choose(qtbot, window, "attended")
    legend, look = window.text_dock.shading, window.session.look
    assert look is not None
    memory = look.terms.attention[:, :64]
    assert "the mean over the queries" in legend.says.text()
    assert legend.high.text() == f"{memory.mean(0).max():.3f}"

    window.session.marking.set(by_query=True)
    for row in (20, 3):
        weights = memory[row]
        window.session.selection.pin((row, 64 + row))
        assert f"“{look.query_tokens[row]}”" in legend.says.text()
        marked = {token for token, ground in _grounds(window).items() if ground not in PLAIN}
        strongest = np.argsort(-weights)[:13]
        assert marked - {look.start + row} == {int(look.key_positions[key]) for key in strongest}


def test_losses_are_those_of_the_model(qtbot: QtBot, window: MainWindow) -> None:
    """By loss, and by what memory gained, tokens are shaded by what the public surface computes; None is in nats."""
    reading = relviz.read(relviz.load_model("en-small"), window.session.text, segment_length=32, memory_length=64)
    loss = reading.step(2).loss
    legend = window.text_dock.shading
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        _choose(qtbot, window, "loss")
    assert legend.high.text() == f"{loss.max():.2f}"
    assert "nats" in legend.says.text()
    dearest = 64 + 1 + int(loss.argmax())
    assert _grounds(window)[dearest] == LIGHT.fills["score"]

    with qtbot.assertNotEmitted(window.session.asked, wait=50):
        _choose(qtbot, window, "gain")
    assert legend.low.text() == "\N{MINUS SIGN}" + legend.high.text()
    assert "without memory" in legend.says.text()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.commands.actions["step"].trigger()
    assert legend.scale.isVisible(), "the next segment is shaded, too"


def test_menu_and_box_agree(qtbot: QtBot, window: MainWindow) -> None:
    """The menu chooses a shading as the box does, each shows what the other chose, and undo of the text still works."""
    edit = window.text_dock.edit
    qtbot.keyClick(edit, Qt.Key.Key_X)
    window.commands.actions["shade_attention"].trigger()
    assert window.text_dock.shading.choice.currentText() == "attention"
    _choose(qtbot, window, "none")
    assert window.commands.actions["shade_none"].isChecked()
    text = window.session.text
    qtbot.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert edit.toPlainText() == text


def test_neighbours_of_one_shade_are_one_run() -> None:
    """Runs end where the shade changes, tokens are missing, or memory ends; the strongest comes last, to be seen."""
    tokens = np.array([3, 4, 5, 6, 7, 9])
    shades = Shades(tokens, np.array([0.5, 0.5, 1, 0.5, 0.5, 0.5], np.float32), 0.0, 1.0)
    runs = runs_of(shades, "attention", LIGHT, start=7)
    half, full = (colour_of("attention", level, LIGHT, memory=True) for level in (0.5, 1))
    own = colour_of("attention", 0.5, LIGHT)
    assert runs == [(3, 2, half), (6, 1, half), (7, 1, own), (9, 1, own), (5, 1, full)]


def test_where_there_is_no_memory_it_has_gained_nothing(qtbot: QtBot, window: MainWindow) -> None:
    """In the first segment no token is shaded, and what to do is said in place of a scale."""
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.go_to_segment(0)
    window.session.selection.pin(None)
    _choose(qtbot, window, "gain")
    legend = window.text_dock.shading

    qtbot.waitUntil(lambda: legend.says.text() == "There is no memory yet: step on.", timeout=30_000)
    assert not legend.scale.isVisible()
    assert not [token for token, ground in _grounds(window).items() if ground not in PLAIN]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=lambda palette: palette.theme)
@pytest.mark.parametrize("shading", ["attention", "attended", "loss", "gain"])
def test_text_can_be_read_on_every_shade(palette: Palette, shading: Shading) -> None:
    """Whatever the shade, the ink on it has a contrast of at least 4.5."""
    for step in range(-32 if shading == "gain" else 0, 33):
        for memory in (False, True):
            ground = colour_of(shading, step / 32, palette, memory=memory)
            assert contrast(ink_on(ground), ground) >= 4.5


def _marked(window: MainWindow, token: int) -> bool:
    """Whether a line stands before a token."""
    dock = window.text_dock
    point = dock.token_point(token)
    picture: QImage = dock.edit.viewport().grab().toImage()
    column = [picture.pixelColor(point.x() - 2, point.y() + down) for down in range(2, 7)]
    return all(colour == QColor(LIGHT.muted) for colour in column)


def test_boundaries_stand_before_tokens(qtbot: QtBot, window: MainWindow) -> None:
    """With the box ticked a line begins each token that can be seen, and goes when it is unticked."""
    tokens = [66, 70, 75, 80]
    assert not any(_marked(window, token) for token in tokens)
    qtbot.mouseClick(
        window.text_dock.boundaries, Qt.MouseButton.LeftButton, pos=window.text_dock.boundaries.rect().center() / 8
    )
    assert window.commands.actions["token_boundaries"].isChecked()
    assert all(_marked(window, token) for token in tokens)
    window.commands.actions["token_boundaries"].trigger()
    assert not window.text_dock.boundaries.isChecked()
    assert not any(_marked(window, token) for token in tokens)
