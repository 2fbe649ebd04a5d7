"""The Heads dock, used as a person would use it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QDockWidget
from pytestqt.qtbot import QtBot

import relviz
from relviz.app.engine.models import Options
from relviz.errors import Cancelled
from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.figure.spec import Scale
from relviz.figure.views.heads import Place
from relviz.ui.pages.terms import TermsPage
from relviz.ui.program.launch import sample_text
from relviz.ui.window.main_window import MainWindow

LAYERS, HEADS = 6, 6


@cache
def _attention(index: int) -> np.ndarray:
    """Return (L, H, T, K) of a segment of the sample text, read without a window."""
    trace = relviz.read(relviz.load_model("en-small"), sample_text(), segment_length=32, memory_length=64).step(index)
    return np.stack([trace.attention(layer) for layer in range(LAYERS)])


def _distances(index: int) -> np.ndarray:
    """Return (L, H) mean distance of the attention, by its definition."""
    attention = _attention(index).astype(np.float64)
    queries, keys = attention.shape[2:]
    far = np.array([[keys - queries + i - j for j in range(keys)] for i in range(queries)])
    result: np.ndarray = (attention * far).sum(3).mean(2)
    return result


def _choose(qtbot: QtBot, window: MainWindow, metric: str) -> None:
    """Choose a measure with the keyboard, and wait until it is there."""
    box = window.heads_panel.measure
    box.setFocus()
    place = box.findData(metric)
    while box.currentIndex() != place:
        qtbot.keyClick(box, Qt.Key.Key_Down if box.currentIndex() < place else Qt.Key.Key_Up)
    qtbot.waitUntil(lambda: window.measuring.current and not window.measuring.busy, timeout=30_000)


def _order(qtbot: QtBot, window: MainWindow, order: str) -> None:
    box = window.heads_panel.order
    box.setFocus()
    while box.currentData() != order:
        qtbot.keyClick(box, Qt.Key.Key_Down)


def _click(qtbot: QtBot, window: MainWindow, layer: int | None, head: int | None) -> None:
    target = window.heads_map.cell_rect(layer, head).center().toPoint()
    qtbot.mouseClick(window.heads_map, Qt.MouseButton.LeftButton, pos=target)


def _corner(window: MainWindow, picture: QImage, layer: int | None, head: int | None) -> str:
    """Return the colour of a cell, beside its number."""
    box = window.heads_map.cell_rect(layer, head)
    return picture.pixelColor(round(box.left() + 2), round(box.center().y())).name()


def _colours(values: np.ndarray, high: float, palette: Palette) -> np.ndarray:
    """Return the colour that each number has on a scale from 0 to a number."""
    indices = index_image(values.astype(np.float32), Scale(0.0, high, "share"))
    return np.array(["#{:02x}{:02x}{:02x}".format(*row[:3]) for row in table("share", palette)])[indices]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_measure_colours_the_heads(qtbot: QtBot, window: MainWindow, theme: str) -> None:
    """Each cell has the colour of its head's mean distance, and legend and words under the map say what that is."""
    window.set_theme(theme)  # type: ignore[arg-type]
    _choose(qtbot, window, "distance")
    look = window.session.look
    assert look is not None
    values = _distances(look.index)
    expected = _colours(values, values.max(), DARK if theme == "dark" else LIGHT)
    picture = window.heads_map.grab().toImage()

    for layer in range(LAYERS):
        for head in range(HEADS):
            if (layer, head) != (0, 0):  # which has a frame
                assert _corner(window, picture, layer, head) == expected[layer, head]
    panel = window.heads_panel
    assert panel.hint.text() == "How far back attention lies on average, in tokens."
    assert panel.legend.ends == ("0", f"{values.max():.2f} tokens")
    assert (
        panel.legend.text
        == f"mean distance: the heads have from {values.min():.2f} tokens to {values.max():.2f} tokens"
    )
    assert window.heads_map.accessibleName() == "Heads by mean distance"


def test_another_measure_reads_nothing_again(qtbot: QtBot, window: MainWindow) -> None:
    """All measures come at once: choosing the next one asks the model nothing, and the words follow."""
    _choose(qtbot, window, "entropy")
    found = window.measuring.found
    with qtbot.assertNotEmitted(window.session.asked), qtbot.assertNotEmitted(window.measuring.runner.busy_changed):
        _choose(qtbot, window, "position")
    assert window.measuring.found is found
    assert "How much (b) varies within what queries see" in window.heads_panel.hint.text()


def test_measures_follow_the_segment(qtbot: QtBot, window: MainWindow) -> None:
    """A step brings the measures of the next segment."""
    _choose(qtbot, window, "distance")
    with qtbot.waitSignal(window.measuring.changed, timeout=30_000):
        window.commands.actions["step"].trigger()
    look = window.session.look
    assert look is not None
    assert window.measuring.values is not None
    np.testing.assert_allclose(window.measuring.values, _distances(look.index), rtol=1e-4)


def test_nothing_is_measured_for_nobody(qtbot: QtBot, window: MainWindow) -> None:
    """The memory share needs no measuring; another measure is found only while the dock is open."""
    qtbot.mouseMove(window.tabs.of(TermsPage), QPoint(5, 5))  # not on the map, where it asks for a preview
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.commands.actions["step"].trigger()
    assert not window.measuring.busy
    assert not window.measuring.current
    dock = window.findChild(QDockWidget, "heads")
    assert dock is not None
    dock.hide()
    window.measuring.set(metric="entropy")
    assert not window.measuring.busy
    dock.show()
    qtbot.waitUntil(lambda: window.measuring.current, timeout=30_000)


def test_heads_are_sorted_in_their_layers(qtbot: QtBot, window: MainWindow) -> None:
    """The largest stands first in each layer, under its own number; a click and the arrow keys go by what is seen."""
    look = window.session.look
    assert look is not None
    ranked = np.argsort(-look.share_map, axis=1, kind="stable")
    before = window.heads_map.grab().toImage()
    _order(qtbot, window, "layer")
    heads = window.heads_map
    for layer in range(LAYERS):
        lefts = [heads.cell_rect(layer, int(head)).left() for head in ranked[layer]]
        assert lefts == sorted(lefts)
    assert heads.grab().toImage() != before
    first, second = (int(head) for head in ranked[4][:2])
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        _click(qtbot, window, 4, first)
    assert (window.toolbar.layer.currentText(), window.toolbar.head.currentText()) == ("4", str(first))
    heads.setFocus()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        qtbot.keyClick(heads, Qt.Key.Key_Right)
    assert window.toolbar.head.currentText() == str(second)


def test_all_heads_are_sorted_together(qtbot: QtBot, window: MainWindow) -> None:
    """Row after row the numbers fall, whatever the layer, and there is no place for means."""
    qtbot.mouseClick(window.heads_panel.means, Qt.MouseButton.LeftButton)
    _order(qtbot, window, "all")
    look = window.session.look
    assert look is not None
    places = [place for row in window.heads_map.places for place in row]
    numbers = [float(look.share_map[place.layer, place.head]) for place in places]

    assert len(set(places)) == LAYERS * HEADS
    assert numbers == sorted(numbers, reverse=True)
    assert not window.heads_panel.means.isEnabled()
    assert window.heads_map.cell_rect(0, None).isEmpty()


def test_means_are_shown_and_looked_at(qtbot: QtBot, window: MainWindow) -> None:
    """Beside a layer stands the mean over its heads, which a click shows; below, the mean over layers is previewed."""
    heads, look = window.heads_map, window.session.look
    assert look is not None
    qtbot.mouseClick(window.heads_panel.means, Qt.MouseButton.LeftButton)
    picture = heads.grab().toImage()
    over_heads, over_layers = look.share_map.mean(1), look.share_map.mean(0)
    assert [_corner(window, picture, n, None) for n in range(LAYERS)] == _colours(over_heads, 1.0, LIGHT).tolist()
    assert [_corner(window, picture, None, n) for n in range(HEADS)] == _colours(over_layers, 1.0, LIGHT).tolist()

    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        _click(qtbot, window, 3, None)
    assert window.toolbar.head.currentText() == "mean"
    assert window.toolbar.layer.currentText() == "3"
    with qtbot.assertNotEmitted(window.session.asked):
        _click(qtbot, window, None, 2)
    qtbot.waitUntil(lambda: len(heads.preview.lines) > 8, timeout=30_000)
    assert heads.preview.accessibleName().startswith("mean over layers, head 2\nmemory share: ")
    assert "Averages over layers are seen here" in heads.preview.note
    thumbnail = window.measuring.found.thumbnails[-1, 2]  # type: ignore[union-attr]
    visible = ~np.isnan(thumbnail)
    np.testing.assert_allclose(thumbnail[visible], _attention(look.index)[:, 2].mean(0)[visible], rtol=1e-4, atol=1e-6)


def test_pointing_at_a_head_previews_it(qtbot: QtBot, window: MainWindow) -> None:
    """A small picture of its attention and all its numbers come up, follow the pointer, and go when it leaves."""
    heads, look = window.heads_map, window.session.look
    assert look is not None
    qtbot.mouseMove(heads, heads.cell_rect(4, 2).center().toPoint())
    qtbot.waitUntil(lambda: heads.preview.isVisible() and len(heads.preview.lines) > 8, timeout=30_000)
    numbers = {name: number for name, number, _ in heads.preview.lines}
    attention = _attention(look.index)

    assert heads.preview.accessibleName().startswith("layer 4, head 2\n")
    assert numbers["memory share"] == f"{look.share_map[4, 2]:.1%}"
    assert numbers["mean distance"] == f"{_distances(look.index)[4, 2]:.2f} tokens"
    assert numbers["own token"] == f"{attention[4, 2].diagonal(64).mean():.1%}"
    assert numbers["token before"] == f"{attention[4, 2].diagonal(63).mean():.1%}"
    first = heads.preview.grab().toImage()
    qtbot.mouseMove(heads, heads.cell_rect(0, 5).center().toPoint())
    qtbot.waitUntil(lambda: heads.preview.accessibleName().startswith("layer 0, head 5\n"))
    assert heads.preview.grab().toImage() != first
    colours = {first.pixelColor(x, y).name() for x in range(first.width()) for y in range(30, 80)}
    viridis = {"#{:02x}{:02x}{:02x}".format(*row[:3]) for row in table("share", LIGHT)[:255]}
    assert len(colours & viridis) > 20

    qtbot.mouseMove(heads, QPoint(1, 1))
    qtbot.waitUntil(lambda: not heads.preview.isVisible())
    assert window.session.layer == 0


def test_the_keyboard_reaches_a_mean_over_layers(qtbot: QtBot, window: MainWindow) -> None:
    """Down from the last layer is the mean over layers, which is said; Up is the layer again."""
    heads = window.heads_map
    qtbot.mouseClick(window.heads_panel.means, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        _click(qtbot, window, 5, 1)
    heads.setFocus()
    qtbot.keyClick(heads, Qt.Key.Key_Down)
    assert heads.accessibleDescription().startswith("mean over layers, head 1: ")
    assert heads.preview.isVisible()
    qtbot.keyClick(heads, Qt.Key.Key_Up)
    assert heads.accessibleDescription().startswith("layer 5, head 1: ")
    assert heads.places[-1][1] == Place(None, 1)


def test_cancelled_it_goes_back_to_what_is_known(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken back while it takes long, the map shows the memory share again; asked again, it is measured."""

    def endless(trace: object, progress: object, is_cancelled: Callable[[], bool]) -> None:
        while not is_cancelled():
            time.sleep(0.01)
        raise Cancelled("It was taken back.")

    _choose(qtbot, window, "entropy")
    monkeypatch.setattr("relviz.core.metrics.heads.measure_heads", endless)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.commands.actions["step"].trigger()
    qtbot.waitUntil(window.status.cancel_button.isVisible, timeout=30_000)
    qtbot.mouseClick(window.status.cancel_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.heads_panel.measure.currentText() == "memory share", timeout=30_000)
    assert "goes to memory" in window.heads_panel.hint.text()
    monkeypatch.undo()
    _choose(qtbot, window, "entropy")
    assert window.measuring.current


def test_a_text_without_memory_has_no_lift(qtbot: QtBot, window: MainWindow) -> None:
    """In the first segment, over an empty memory, there is nothing to measure, and the dock says so."""
    _choose(qtbot, window, "lift")
    with qtbot.waitSignal(window.measuring.changed, timeout=30_000):
        window.session.go_to_segment(0)
    assert "There is nothing to measure in this segment." in window.heads_panel.hint.text()
    assert not window.heads_map.grab().toImage().isNull()


def test_menu_and_keys_do_the_same(qtbot: QtBot, window: MainWindow) -> None:
    """M goes on to the next measure and Shift+M back, and the menu sorts the heads and shows their means."""
    actions, panel = window.commands.actions, window.heads_panel
    assert actions["heads_number"].isChecked()
    window.tabs.of(TermsPage).grid.setFocus()
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_M)
    assert panel.measure.currentText() == "lift of memory"
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_M, Qt.KeyboardModifier.ShiftModifier)
    assert panel.measure.currentText() == "weight of (d)"
    actions["heads_layer"].trigger()
    actions["heads_means"].trigger()
    assert panel.order.currentText() == "sort in layers"
    assert panel.means.isChecked()
    qtbot.mouseClick(panel.means, Qt.MouseButton.LeftButton)
    assert not actions["heads_means"].isChecked()
    assert actions["heads_layer"].isChecked()


def _alike(index: int, layer: int, head: int) -> np.ndarray:
    """Return (L, H): 1 less the mean of the divergences, in bits, of rows from the middle between them."""
    attention = _attention(index).astype(np.float64)
    one = np.broadcast_to(attention[layer, head], attention.shape)
    middle = (attention + one) / 2
    apart = np.zeros(attention.shape)
    for rows in (attention, one):
        seen = rows > 0
        apart[seen] += rows[seen] * np.log2(rows[seen] / middle[seen]) / 2
    result: np.ndarray = 1 - apart.sum(3).mean(2)
    return result


def test_heads_alike_to_the_one_shown_are_found(qtbot: QtBot, window: MainWindow) -> None:
    """Coloured by how alike they are, a click on a head compares all of them with it, and the closest are named."""
    box, heads, panel = window.heads_panel.measure, window.heads_map, window.heads_panel
    box.setFocus()
    while box.currentData() != "alike":
        qtbot.keyClick(box, Qt.Key.Key_Down)
    alike = window.measuring.alike
    qtbot.waitUntil(lambda: alike.current, timeout=30_000)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        _click(qtbot, window, 3, 1)
    qtbot.waitUntil(lambda: alike.current, timeout=30_000)
    look = window.session.look
    assert look is not None
    expected = _alike(look.index, 3, 1)

    assert window.measuring.values is not None
    np.testing.assert_allclose(window.measuring.values, expected, atol=1e-4)
    picture = heads.grab().toImage()
    colours = _colours(window.measuring.values, 1.0, LIGHT)
    for layer, head in ((0, 0), (2, 5), (5, 3)):
        assert _corner(window, picture, layer, head) == colours[layer, head]
    others = [divmod(int(n), HEADS) for n in np.argsort(-expected, axis=None)][1:4]
    named = ", ".join(f"{layer}·{head} ({expected[layer, head]:.0%})" for layer, head in others)
    assert f"Most alike to 3·1 are {named}, where 2·5 is head 5 of layer 2." in panel.hint.text()
    assert panel.hint.text().endswith("100% is the same attention, 0% no key in common.")
    qtbot.waitUntil(lambda: panel.hint.height() >= panel.hint.heightForWidth(panel.hint.width()))  # nothing is cut off
    qtbot.mouseClick(panel.means, Qt.MouseButton.LeftButton)
    assert panel.hint.text().endswith("Means are of the numbers, not of an averaged map.")
    qtbot.waitUntil(lambda: panel.hint.height() >= panel.hint.heightForWidth(panel.hint.width()))  # nor with means
    qtbot.mouseClick(panel.means, Qt.MouseButton.LeftButton)
    _order(qtbot, window, "all")
    assert heads.places[0][:2] == (Place(3, 1), Place(*others[0]))
    assert heads.accessibleDescription() == "layer 3, head 1: 100%"


def test_likeness_is_previewed_and_taken_back(qtbot: QtBot, window: MainWindow) -> None:
    """Pointed at, a head tells its likeness first, with the other measures below it; another measure ends the work."""
    window.measuring.set(metric="alike")
    qtbot.waitUntil(lambda: window.measuring.alike.current, timeout=30_000)
    qtbot.wait(50)  # the map has its place once what is said below it has
    heads = window.heads_map
    qtbot.mouseMove(heads, heads.cell_rect(4, 2).center().toPoint())
    qtbot.waitUntil(lambda: heads.preview.isVisible() and len(heads.preview.lines) > 8, timeout=30_000)
    look = window.session.look
    assert look is not None
    likeness = _alike(look.index, look.terms.layer, 0)[4, 2]
    assert heads.preview.lines[0] == ("alike to the head shown", f"{likeness:.1%}", True)
    qtbot.mouseMove(heads, QPoint(1, 1))
    window.measuring.set(metric="entropy")
    quiet = qtbot.assertNotEmitted(window.measuring.alike.runner.busy_changed)
    with quiet, qtbot.waitSignal(window.session.answered, timeout=30_000):
        _click(qtbot, window, 2, 2)


def test_a_head_that_only_the_model_asked_for_has_breaks_nothing(qtbot: QtBot, window: MainWindow) -> None:
    """While a model of more layers is on its way, the map of the one shown is changed and says nothing of its head."""
    with qtbot.waitSignal(window.session.answered, timeout=60_000):
        window.session.set_options(model="lab-xl")  # of 3 layers
    _choose(qtbot, window, "distance")
    larger = replace(window.session.project("terms"), layer=5, options=Options(model="en-small", device="cpu"))
    with qtbot.waitSignal(window.session.answered, timeout=60_000):
        window.session.take(larger)
        window.heads_panel.means.click()
        assert len(window.heads_map.places) == 4
    assert window.session.layer == 5
    qtbot.waitUntil(lambda: "layer 5" in window.heads_map.accessibleDescription(), timeout=30_000)
