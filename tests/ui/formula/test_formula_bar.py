"""The formula bar, used as a person would use it."""

from __future__ import annotations

import json
import re
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot

import relviz
from relviz.figure.colours.palette import DARK, LIGHT, Palette
from relviz.figure.writing.write import write
from relviz.ui.formula.term_chip import TermChip
from relviz.ui.pages.terms import TermsPage
from relviz.ui.program.launch import sample_text
from relviz.ui.widgets.colours import colours
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

OFF = relviz.Interventions.of("segment", position=0)


def _answer(qtbot: QtBot, window: MainWindow) -> AbstractContextManager[object]:
    """Wait, around an action, for the next picture."""
    waiting: AbstractContextManager[object] = qtbot.waitSignal(window.session.answered, timeout=30_000)
    return waiting


def _chip(window: MainWindow, letter: str) -> TermChip:
    return next(chip for chip in window.formula.chips if chip.kind.letter == letter)


def _click(qtbot: QtBot, window: MainWindow, letter: str) -> None:
    """Click a chip on its letter."""
    chip = _chip(window, letter)
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(15, chip.height() // 2))


def _turn(chip: QWidget, by: int) -> None:
    """Turn the mouse wheel over a chip."""
    middle = QPointF(chip.rect().center())
    none = Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(middle, QPointF(chip.mapToGlobal(middle)), QPoint(), QPoint(0, by), *none, False)
    QApplication.sendEvent(chip, event)


def _ground(chip: TermChip) -> str:
    """Return the colour that a chip is filled with, left of its letter."""
    return chip.grab().toImage().pixelColor(6, chip.height() // 2).name()


def _numbers(window: MainWindow) -> dict[str, float]:
    """Return what the line under the heatmaps says of each term, and of the score."""
    plain = (
        re.sub(r"<[^>]+>", "", window.tabs.of(TermsPage).readout.numbers.text())
        .replace("&nbsp;", " ")
        .replace("−", "-")
    )
    return {name: float(value) for name, value in re.findall(r"\b([abcd]|score) ([+-]?\d+\.\d+)", plain)}


def _map(window: MainWindow, name: str) -> QImage:
    """Return a heatmap as it is on the screen."""
    grid = window.tabs.of(TermsPage).grid
    view = grid.view_of(name)
    box = grid.mapFromScene(view.mapRectToScene(view.rect())).boundingRect()
    picture: QImage = grid.grab(box).toImage()
    return picture


def _sign(qtbot: QtBot, window: MainWindow) -> str:
    """Return what the badge of the bar says, if it can be seen, with room for all of it."""
    window.resize(1600, 800)
    qtbot.waitUntil(lambda: window.formula.width() >= 1590)
    badge = window.formula.badge
    return badge.text() if badge.isVisible() else ""


def _colours(image: QImage) -> int:
    return len({image.pixel(x, y) for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)})


def test_it_reads_as_the_formula(window: MainWindow) -> None:
    """The four terms stand in their order, in their colours, each with its formula, and all are on."""
    assert [chip.kind.letter for chip in window.formula.chips] == ["a", "b", "c", "d"]
    labels = [label.text() for label in window.formula.findChildren(QLabel) if label.isVisible()]
    assert labels.count("+") == 3
    assert "score =" in labels
    assert not window.formula.badge.isVisible()
    assert not window.commands.actions["restore_parts"].isEnabled()
    for palette, theme in ((LIGHT, "light"), (DARK, "dark")):
        window.set_theme(theme)  # type: ignore[arg-type]
        for chip in window.formula.chips:
            assert _ground(chip) == palette.fills[chip.kind.term]
    places = [chip.mapTo(window, QPoint(0, 0)).x() for chip in window.formula.chips]
    assert places == sorted(places)


@pytest.mark.parametrize(("theme", "palette"), [("light", LIGHT), ("dark", DARK)])
def test_a_term_has_one_colour_everywhere(window: MainWindow, tmp_path: Path, theme: str, palette: Palette) -> None:
    """Chip and bar of the inspector are filled alike; names and curves, here and in files, have the term's ink."""
    window.set_theme(theme)  # type: ignore[arg-type]
    window.session.selection.pin((20, 40))
    bars = window.inspector.waterfall.grab().toImage()
    figure = window.tabs.of(TermsPage).figure()
    assert figure is not None
    drawn = write(figure, tmp_path / "terms.svg", palette).read_text(encoding="utf-8")
    said = window.tabs.of(TermsPage).readout.numbers.text()
    for chip, bar in zip(window.formula.chips, window.inspector.waterfall.bars(), strict=False):
        fill, ink = palette.fills[chip.kind.term], palette.inks[chip.kind.term]
        middle = bar.center().toPoint()
        assert _ground(chip) == QColor(bars.pixel(middle)).name() == fill
        assert f"color:{ink}'><b>{chip.kind.letter}</b>" in said
        assert f'fill="{ink}"' in drawn
        distance = min(abs(QColor(fill).hslHue() - QColor(ink).hslHue()), 360)
        assert distance < 10  # the ink is the fill, made fit to be read


def test_a_click_switches_a_term_off_and_on(qtbot: QtBot, window: MainWindow) -> None:
    """Without (b) its map is empty, its chip hollow, the score is the rest, and a badge says so; then all is back."""
    window.session.selection.pin((20, 40))
    before, picture = _numbers(window), _map(window, "score")
    assert before["b"] != 0
    full = _colours(_map(window, "position"))

    with _answer(qtbot, window):
        _click(qtbot, window, "b")

    shown = _numbers(window)
    assert shown["b"] == 0
    assert shown["score"] == pytest.approx(shown["a"] + shown["c"] + shown["d"], abs=2e-4)
    assert shown["a"] == pytest.approx(before["a"], abs=1e-4)  # the first layer takes in what it did before
    assert _colours(_map(window, "position")) < full / 4
    assert _map(window, "score") != picture
    assert _ground(_chip(window, "b")) != LIGHT.fills["position"]
    assert "off" in _chip(window, "b").accessibleName()
    assert _sign(qtbot, window) == "intervention: on this segment, (b) off"
    assert window.status.where.text().startswith("intervention: on this segment, (b) off")

    window.resize(1280, 800)
    with _answer(qtbot, window):
        _click(qtbot, window, "b")

    assert _numbers(window) == before
    assert _sign(qtbot, window) == ""
    assert "intervention" not in window.status.where.text()


@pytest.mark.parametrize("since", ["segment", "start"])
def test_what_is_shown_is_what_the_library_computes(qtbot: QtBot, window: MainWindow, since: str) -> None:
    """On the segment alone, or from the start of the text, the numbers are those of the public Python surface."""
    if since == "start":
        qtbot.mouseClick(window.formula.from_start, Qt.MouseButton.LeftButton)
    with _answer(qtbot, window):
        window.session.choose_head(3, 1)
    with _answer(qtbot, window):
        _click(qtbot, window, "d")
    window.session.selection.pin((20, 40))

    off = relviz.Interventions.of(since, position_bias=0)  # type: ignore[arg-type]
    model = relviz.load_model("en-small")
    terms = relviz.read(model, sample_text(), interventions=off).step(2).terms(3, 1)
    plain = relviz.read(model, sample_text()).step(2).terms(3, 1)
    assert terms.content is not None
    assert abs(terms.score[20, 40] - plain.score[20, 40]) > 1e-3
    shown = _numbers(window)
    assert shown["score"] == pytest.approx(terms.score[20, 40], abs=6e-5)
    assert shown["a"] == pytest.approx(terms.content[20, 40], abs=6e-5)
    words = {"segment": "on this segment", "start": "from the start of the text"}[since]
    assert _sign(qtbot, window) == f"intervention: {words}, (d) off"


def test_the_choice_can_change_while_terms_are_off(qtbot: QtBot, window: MainWindow) -> None:
    """With a term off, the other button, or the menu, reads the text anew; the buttons and the menu agree."""
    with _answer(qtbot, window):
        window.session.choose_head(3, 1)
    with _answer(qtbot, window):
        _click(qtbot, window, "b")
    on_segment = _map(window, "content")
    with _answer(qtbot, window):
        qtbot.mouseClick(window.formula.from_start, Qt.MouseButton.LeftButton)
    assert _map(window, "content") != on_segment
    assert window.commands.actions["since_start"].isChecked()
    with _answer(qtbot, window):
        window.commands.actions["since_segment"].trigger()
    assert _map(window, "content") == on_segment
    assert window.formula.on_segment.isChecked()


def test_the_wheel_and_the_keys_change_the_gain(qtbot: QtBot, window: MainWindow) -> None:
    """A notch of the wheel or an arrow key is 0.05, space switches, 1 restores, and nothing goes beyond 0 and 2."""
    window.session.selection.pin((20, 40))
    before, chip = _numbers(window), _chip(window, "a")
    with _answer(qtbot, window):
        _turn(chip, 120)
    assert chip.gain == 1.05
    assert _numbers(window)["a"] == pytest.approx(1.05 * before["a"], abs=2e-4)
    with _answer(qtbot, window):
        _turn(chip, -240)
    assert chip.gain == 0.95
    _turn(chip, 60)  # half a notch
    assert chip.gain == 0.95
    assert _sign(qtbot, window) == "intervention: on this segment, (a) × 0.95"

    window.formula.chips[0].setFocus()
    qtbot.keyClick(chip, Qt.Key.Key_Tab)
    focused = QApplication.focusWidget()
    assert focused is _chip(window, "b")
    with _answer(qtbot, window):
        qtbot.keyClick(focused, Qt.Key.Key_Left)
    assert _chip(window, "b").gain == 0.95
    for key, gain in ((Qt.Key.Key_Space, 0.0), (Qt.Key.Key_Space, 0.95), (Qt.Key.Key_1, 1.0)):
        with _answer(qtbot, window):
            qtbot.keyClick(focused, key)
        assert _chip(window, "b").gain == gain
    with _answer(qtbot, window):
        _turn(chip, 120 * 100)
    assert chip.gain == 2
    with _answer(qtbot, window):
        _turn(chip, -120 * 100)
    assert chip.gain == 0


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # a popup does, which offscreen it cannot
def test_the_arrow_opens_a_slider(qtbot: QtBot, window: MainWindow) -> None:
    """The slider under the chip moves the gain and says it; a double click brings it back to 1."""
    chip = _chip(window, "c")
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(chip.width() - 10, chip.height() // 2))
    popup = chip.popup
    assert popup.isVisible()
    assert chip.gain == 1
    assert popup.mapToGlobal(QPoint(0, 0)).y() >= chip.mapToGlobal(QPoint(0, chip.height())).y()
    with _answer(qtbot, window):
        qtbot.keyClick(popup.slider, Qt.Key.Key_End)
    assert (chip.gain, popup.number.text()) == (2, "× 2.00")
    assert popup.isVisible()
    with _answer(qtbot, window):
        qtbot.keyClick(popup.slider, Qt.Key.Key_Left)
    assert (chip.gain, popup.number.text()) == (1.95, "× 1.95")
    with _answer(qtbot, window):
        qtbot.mouseDClick(popup.slider, Qt.MouseButton.LeftButton)
        qtbot.mouseRelease(popup.slider, Qt.MouseButton.LeftButton)
    assert (chip.gain, popup.number.text()) == (1, "× 1.00")
    qtbot.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_one_key_restores_everything(qtbot: QtBot, window: MainWindow) -> None:
    """Ctrl+R gives all terms a gain of 1, and every pixel is what it was."""
    window.session.selection.pin((20, 40))
    before = {name: _map(window, name) for name in ("content", "score", "attention")}
    heads = window.heads_map.grab().toImage()
    for letter in "abd":
        with _answer(qtbot, window):
            _click(qtbot, window, letter)
    assert window.heads_map.grab().toImage() != heads
    with _answer(qtbot, window):
        qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)

    assert all(chip.gain == 1 for chip in window.formula.chips)
    assert {name: _map(window, name) for name in before} == before
    assert window.heads_map.grab().toImage() == heads


def test_every_page_follows(qtbot: QtBot, window: MainWindow) -> None:
    """With all terms off attention is even: shares, heads map and curves over distance are those of that."""
    for letter in "abcd":
        with _answer(qtbot, window):
            _click(qtbot, window, letter)
    look = window.session.look
    assert look is not None
    even = look.terms.mask[:, :64].sum(1) / look.terms.mask.sum(1)
    window.session.selection.pin((20, 40))
    assert f"{1 / 85:.2%}" in re.sub(r"<[^>]+>", "", window.tabs.of(TermsPage).readout.numbers.text())
    for name in ("memory", "encoding"):
        window.show_page(name)
        figure = window.current_page().figure()
        assert figure is not None
        assert (
            "intervention: on this segment, over its true memory, (a) off, (b) off, (c) off, (d) off" in figure.caption
        )
    np.testing.assert_allclose(look.shares.memory, even, atol=1e-6)
    cells = {
        window.heads_map.grab().toImage().pixelColor(*_corner(window, layer, head)).name()
        for layer in range(6)
        for head in range(6)
    }
    assert len(cells) == 1


def _corner(window: MainWindow, layer: int, head: int) -> tuple[int, int]:
    box = window.heads_map.cell_rect(layer, head)
    return round(box.left() + 5), round(box.top() + 4)


def test_files_say_it(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """A figure and a file of numbers, saved with a term off, say so and hold the numbers without it."""
    with _answer(qtbot, window):
        _click(qtbot, window, "b")
    figure = window.tabs.of(TermsPage).figure()
    assert figure is not None
    write(figure, tmp_path / "figure.png", colours().palette)
    with qtbot.waitSignal(window.files.saved, timeout=30_000):
        window.files.export_data(str(tmp_path / "numbers.npz"))
    saved = QImage(str(tmp_path / "figure.png"))
    assert "intervention: on this segment, over its true memory, (b) off" in saved.text("Description")
    assert json.loads(saved.text("relviz.settings"))["interventions"] == {"since": "segment", "gains": {"position": 0}}
    numbers = np.load(tmp_path / "numbers.npz", allow_pickle=False)
    assert json.loads(str(numbers["meta"]))["interventions"] == {"since": "segment", "gains": {"position": 0}}
    assert np.nanmax(np.abs(numbers["s2/position"])) == 0


def test_cancelled_the_chips_say_what_is_shown(qtbot: QtBot, window: MainWindow) -> None:
    """A replay that is taken back leaves numbers, chips and badge as they were."""
    window.session.selection.pin((20, 40))
    before = _numbers(window)
    window.session.gains.set_since("start")
    with qtbot.waitSignal(window.session.restored, timeout=30_000):
        _click(qtbot, window, "b")
        assert _chip(window, "b").gain == 0
        window.looker.cancel()

    assert _chip(window, "b").gain == 1
    assert _numbers(window) == before
    assert _sign(qtbot, window) == ""


def test_the_chips_are_those_of_the_scheme(qtbot: QtBot, window: MainWindow) -> None:
    """Another position scheme has other terms; what it lacks is no longer off, what it has stays so."""
    for letter in "bd":
        with _answer(qtbot, window):
            _click(qtbot, window, letter)
    with _answer(qtbot, window):
        window.session.set_options(scheme="alibi")
    assert [(chip.kind.letter, chip.gain) for chip in window.formula.chips] == [("a", 1), ("d", 0)]
    assert _sign(qtbot, window) == "intervention: on this segment, (d) off"
    with _answer(qtbot, window):
        window.session.set_options(scheme="rotary")
    (chip,) = window.formula.chips
    assert chip.kind.letter == "ab"
    assert _ground(chip) == LIGHT.fills["score"]
    assert _sign(qtbot, window) == ""


@pytest.mark.parametrize("width", [800, 1280])
def test_the_badge_does_not_move_the_chips(qtbot: QtBot, make_window: MakeWindow, width: int) -> None:
    """However narrow the window, a chip stays under the pointer that has clicked it, and nothing is out of reach."""
    window = make_window()
    window.resize(width, 700)
    qtbot.waitUntil(lambda: window.formula.width() == width)
    chip = _chip(window, "d")
    qtbot.waitUntil(lambda: chip.x() > 0)
    before = chip.geometry()
    with _answer(qtbot, window):
        _click(qtbot, window, "d")
    QApplication.processEvents()
    assert chip.geometry() == before
    for widget in (*window.formula.chips, window.formula.badge, window.formula.from_start):
        right = widget.mapTo(window, QPoint(widget.width(), 0)).x()
        assert widget.sizeHint().width() <= widget.width() < right <= width
    assert window.formula.badge.text() == ("intervention: on this segment, (d) off" if width == 1280 else "(d) off")
    assert window.formula.badge.toolTip().startswith("intervention: on this segment, (d) off")
    assert QColor(_ground(chip)) != QColor(LIGHT.fills["position_bias"])
