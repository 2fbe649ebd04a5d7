"""The choices above the maps of the terms, used as a person would use them."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionGraphicsItem
from pytestqt.qtbot import QtBot

from relviz.app.settings import ThemeChoice
from relviz.figure.colours.palette import LIGHT, contrast, rgb
from relviz.figure.lettering import fonts
from relviz.figure.spec import Scale
from relviz.ui.maps.heatmap import MapTitle
from relviz.ui.maps.token_axis import TokenAxis
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow
from tests.ui.term_maps import choose, colour_of, panel_of, pixel_of, point_of


def _said(window: MainWindow) -> str:
    note = window.tabs.of(TermsPage).controls.note
    return re.sub(r"<[^>]+>", "", note.text()).replace("&nbsp;", " ") if note.isVisible() else ""


@pytest.fixture(autouse=True)
def _light(window: MainWindow) -> None:
    window.set_theme("light")
    window.session.selection.pin(None)


def test_nothing_is_said_of_the_usual(window: MainWindow) -> None:
    """A newcomer sees four choices and no remark."""
    assert _said(window) == ""
    assert not window.tabs.of(TermsPage).controls.show_keys.isVisible()


@pytest.mark.qt_log_ignore("This plugin does not support grabbing the keyboard", extend=True)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_entry_chosen_can_be_read_in_the_open_list(qtbot: QtBot, window: MainWindow, theme: ThemeChoice) -> None:
    """In both themes, words of the entry that an open list marks have a contrast of at least 4.5 to its ground."""
    window.set_theme(theme)
    box = window.tabs.of(TermsPage).controls.scales
    box.showPopup()
    qtbot.waitUntil(box.view().isVisible)
    entry = box.view().visualRect(box.model().index(box.currentIndex(), 0))
    picture = box.view().viewport().grab(entry).toImage()
    box.hidePopup()

    colours = Counter(picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height()))
    (ground, _), *_ = colours.most_common(1)
    assert max(contrast(colour, ground) for colour in colours) >= 4.5


def test_what_is_said_can_be_read(qtbot: QtBot, window: MainWindow) -> None:
    """Several remarks, none of which has a word in bold, are words and dots on the screen, and no code."""
    choose(qtbot, window.tabs.of(TermsPage).controls.scales, "locked")
    choose(qtbot, window.tabs.of(TermsPage).controls.values, "centred per row")
    note = window.tabs.of(TermsPage).controls.note
    note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByKeyboard)
    qtbot.keyClick(note, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    words = note.selectedText().replace("\u00a0", " ").split()
    assert " ".join(words) == "Scales kept across segments, only widened. · Each row less its mean."


def test_no_title_of_a_map_is_cut_off(qtbot: QtBot, window: MainWindow) -> None:
    """At 1280x800 name and note of every map fit, whatever is chosen, with keys hidden too."""
    window.session.selection.pin((5, 20))
    window.commands.actions["hide_keys"].trigger()
    for values in ("raw", "centred per row", "softmax alone"):
        choose(qtbot, window.tabs.of(TermsPage).controls.values, values)
        choose(qtbot, window.tabs.of(TermsPage).controls.attention, "logarithmic")
        titles = [item for item in window.tabs.of(TermsPage).grid.scene().items() if isinstance(item, MapTitle)]
        assert len(titles) == 6
        for title in titles:
            panel = title._panel
            assert panel is not None
            needed = fonts.text_width(panel.title, 13, bold=True) + 8 + fonts.text_width(panel.note, fonts.NOTE)
            assert needed <= title.size().width(), panel.title


def test_locked_scales_outlive_a_step_and_are_only_widened(qtbot: QtBot, window: MainWindow) -> None:
    """With locked scales no step narrows a range, one is said to be kept, and another head starts anew."""
    choose(qtbot, window.tabs.of(TermsPage).controls.scales, "locked")
    assert "Scales kept across segments" in _said(window)
    largest = 0.0
    for _ in range(4):
        with qtbot.waitSignal(window.session.answered, timeout=30_000):
            window.commands.actions["step"].trigger()
        scale, values = panel_of(window, "content").scale, panel_of(window, "content").values
        assert scale.high == pytest.approx(max(largest, float(np.nanmax(np.abs(values)))))
        assert pixel_of(window, "content", 17, 50) == colour_of(panel_of(window, "content"), 17, 50)
        largest = scale.high

    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.choose_head(1, 2)
    assert panel_of(window, "content").scale == Scale.signed(panel_of(window, "content").values)


def test_the_menu_and_the_choice_say_the_same_of_scales(window: MainWindow) -> None:
    """Keeping scales, or sharing one, from the menu is shown by the choice, and ticks that entry alone."""
    actions, scales = window.commands.actions, window.tabs.of(TermsPage).controls.scales
    actions["kept_scales"].trigger()
    assert scales.currentText() == "locked"
    actions["shared_scale"].trigger()
    assert scales.currentText() == "shared by terms"
    assert not actions["kept_scales"].isChecked()


def test_terms_are_centred_or_taken_through_a_softmax(qtbot: QtBot, window: MainWindow) -> None:
    """The cells on the screen take the colours of what was chosen, and it is said."""
    assert window.session.look is not None
    content = window.session.look.terms.content
    assert content is not None
    choose(qtbot, window.tabs.of(TermsPage).controls.values, "centred per row")
    assert "less its mean" in _said(window)
    assert panel_of(window, "content").values[20, 40] == pytest.approx(
        content[20, 40] - np.nanmean(content[20]), abs=1e-5
    )
    assert pixel_of(window, "content", 20, 40) == colour_of(panel_of(window, "content"), 20, 40)

    choose(qtbot, window.tabs.of(TermsPage).controls.values, "softmax alone")
    weights = np.exp(np.nan_to_num(content[20], nan=-np.inf).astype(np.float64))
    assert panel_of(window, "content").values[20, 40] == pytest.approx(weights[40] / weights.sum(), rel=1e-4)
    assert pixel_of(window, "content", 20, 40) == colour_of(panel_of(window, "content"), 20, 40)


@pytest.mark.parametrize("colours", ["linear", "logarithmic"])
def test_colours_of_the_attention(qtbot: QtBot, window: MainWindow, colours: str) -> None:
    """A chosen scale changes the cells on the screen and what the colour bar says."""
    before = pixel_of(window, "attention", 20, 40)
    choose(qtbot, window.tabs.of(TermsPage).controls.attention, colours)

    assert pixel_of(window, "attention", 20, 40) == colour_of(panel_of(window, "attention"), 20, 40) != before


def test_the_threshold_dims_cells_on_the_screen(qtbot: QtBot, window: MainWindow) -> None:
    """The strongest key of a row keeps its colour, the weakest turns pale in every map; 90% is said."""
    assert window.session.look is not None
    row = window.session.look.terms.attention[20]
    strong, weak = int(row.argmax()), int(np.where(row > 0, row, 1).argmin())
    choose(qtbot, window.tabs.of(TermsPage).controls.mass, "90%")

    assert "90%" in _said(window)
    for name in ("content", "attention"):
        panel = panel_of(window, name)
        assert pixel_of(window, name, 20, strong) == colour_of(panel, 20, strong)
        full, paper = colour_of(panel, 20, weak), rgb(LIGHT.paper)
        pale = [0.22 * one + 0.78 * other for one, other in zip(full, paper, strict=True)]
        assert pixel_of(window, name, 20, weak) == pytest.approx(pale, abs=3)


def test_h_hides_the_key_of_the_selected_cell_and_shows_it_again(qtbot: QtBot, window: MainWindow) -> None:
    """H masks the column and renormalises the row; the token is named; the readout says so; H undoes it."""
    look = window.session.look
    assert look is not None
    viewport = window.tabs.of(TermsPage).grid.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point_of(window, "attention", 20, 40))
    qtbot.waitUntil(lambda: window.session.selection.pinned == (20, 40))
    window.session.selection.hover(None)
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_H)

    assert f"Hidden, the others renormalised: {look.key_tokens[40]}." in _said(window)
    row = look.terms.attention[20]
    assert panel_of(window, "attention").values[20, 41] == pytest.approx(row[41] / (1 - row[40]), rel=1e-4)
    assert "This key is hidden" in window.tabs.of(TermsPage).readout.numbers.text()
    figure = window.tabs.of(TermsPage).figure()
    assert figure is not None
    assert "1 key hidden, renormalised" in figure.caption

    window.session.selection.pin(None)
    assert pixel_of(window, "score", 3, 40) == rgb(LIGHT.masked)
    window.session.selection.pin((5, 40))
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_H)
    assert _said(window) == ""
    np.testing.assert_array_equal(panel_of(window, "score").values, look.terms.score)


def test_hidden_keys_come_back_with_a_button_or_another_text(qtbot: QtBot, window: MainWindow) -> None:
    """The button shows all keys again; so does another text, whose tokens have those places."""
    window.session.selection.pin((20, 40))
    window.commands.actions["hide_keys"].trigger()
    qtbot.mouseClick(window.tabs.of(TermsPage).controls.show_keys, Qt.MouseButton.LeftButton)
    assert _said(window) == ""

    window.commands.actions["hide_keys"].trigger()
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_text("Another text altogether, and a little longer than that. " * 9)
    assert _said(window) == ""


def test_hiding_nothing_says_what_to_do(window: MainWindow) -> None:
    """Without a selected cell, a line says how to get one."""
    window.commands.actions["hide_keys"].trigger()

    assert "click a cell" in window.message.label.text()


def test_choices_go_on_two_lines_in_a_narrow_window(qtbot: QtBot, window: MainWindow) -> None:
    """All four choices are in full view when the page is narrow."""
    window.resize(1024, 700)
    controls = window.tabs.of(TermsPage).controls
    qtbot.waitUntil(lambda: controls.width() < 600)
    qtbot.wait(20)
    for choice in (controls.scales, controls.values, controls.attention, controls.mass):
        assert choice.width() >= choice.sizeHint().width()
        right = choice.mapTo(controls, QPoint(choice.width(), 0)).x()
        assert right <= controls.width()


def test_the_strip_over_a_map_marks_the_selected_key_and_distance(qtbot: QtBot, window: MainWindow) -> None:
    """Over (c) and (d), a line in the cursor's colour stands at the cell's key and at its distance."""

    def marked(name: str) -> set[int]:
        grid = window.tabs.of(TermsPage).grid
        grid.set_cell(window.session.selection.cell)
        picture = grid.grab().toImage()
        top, left = point_of(window, name, 0, 0).y() - 26, point_of(window, name, 0, 0).x()
        cursor = QColor(LIGHT.cursor)
        found = set()
        for x in range(left, point_of(window, name, 0, 95).x()):
            colour = picture.pixelColor(x, top)
            if abs(colour.hue() - cursor.hue()) < 12 and colour.saturation() > 120:
                found.add(x - left)
        return found

    assert not marked("content_bias")
    window.session.selection.pin((20, 40))
    cell = point_of(window, "content", 0, 1).x() - point_of(window, "content", 0, 0).x()

    width = point_of(window, "content", 0, 95).x() - point_of(window, "content", 0, 0).x()
    assert min(abs(x - 40 / 95 * width) for x in marked("content_bias")) <= 1.5
    assert min(abs(x - (95 - 44) / 95 * width) for x in marked("position_bias")) <= 1.5 + cell / 2


def test_the_strip_of_keys_shows_those_in_view_alone(qtbot: QtBot, window: MainWindow) -> None:
    """Zoomed into a few keys, no line of others stands at the ends of the strip."""
    grid = window.tabs.of(TermsPage).grid
    look = window.session.look
    assert look is not None
    signs = np.sign(look.terms.parts[2].values)
    keys = next(k for k in range(6, 60) if (signs[k : k + 3] == signs[k]).all() and (signs[:k] == -signs[k]).any())
    grid.zoom = QRectF(keys, 4, 3, 3)
    qtbot.wait(50)
    picture, ink = grid.grab().toImage(), QColor(LIGHT.inks["content_bias"])
    corner = grid.viewportTransform().map(grid.view_of("content_bias").mapViewToScene(QPointF(float(keys), 4.0)))
    heights = range(int(corner.y()) - 40, int(corner.y()) - 6)

    def inked(x: int) -> int:
        return sum(QColor(picture.pixel(x, y)) == ink for y in heights)

    assert inked(point_of(window, "content_bias", 4, keys).x()) >= 1  # the step of the first key
    assert inked(int(corner.x()) + 1) <= 3


def test_ticks_say_which_cells_the_labels_mean(qtbot: QtBot, window: MainWindow) -> None:
    """Where not every key has room for its label, a short line stands under the middle of each cell that has one."""
    grid = window.tabs.of(TermsPage).grid
    picture, line = grid.grab().toImage(), QColor(LIGHT.line)
    first, last = point_of(window, "content_bias", 31, 0), point_of(window, "content_bias", 31, 95)
    cell = (last.x() - first.x()) / 95
    below = first.y() + round(cell) + 6
    rows = {
        y: [x for x in range(first.x(), last.x() + 1) if QColor(picture.pixel(x, y)) == line]
        for y in range(first.y(), below)
    }
    ticks = next(found for found in reversed(rows.values()) if 5 < len(found) < 60)
    gaps = np.diff(ticks)
    assert (gaps > 8).all()
    steps = gaps / cell
    np.testing.assert_allclose(steps, steps.round(), atol=1.5 / cell)


@pytest.mark.slow
def test_memory_and_segment_are_named_in_full_under_the_keys(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A segment that is narrower than its name, beside a long memory, is named all the same."""
    window = make_window(segment_length=32, memory_length=256)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.go_to_segment(10)
    axis = next(
        item for item in window.tabs.of(TermsPage).grid.scene().items() if isinstance(item, TokenAxis) and item._spans
    )
    width = window.tabs.of(TermsPage).grid.view_of("content").width()
    assert fonts.text_width("segment") > 32 / 288 * width  # it is narrower
    said: list[str] = []

    class Listening(QPainter):
        def drawText(self, *given: object) -> None:  # type: ignore[override] # of Qt's many forms, any
            said.append(str(given[-1]))

    picture = QPixmap(400, 200)
    painter = Listening(picture)
    axis.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    assert said[-2:] == ["memory", "segment"]
