"""The inspector, used as a person would use it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

import relviz
from relviz.app.words.translation import set_language
from relviz.core.reading.next_tokens import Candidate, NextTokens
from relviz.figure.colours.palette import LIGHT
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

_SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def _english_again(qapp: object) -> Iterator[None]:
    yield
    set_language("en")


def _text(label: QLabel) -> str:
    return re.sub(r"<[^>]+>", "", label.text().replace("<br>", "\n")).replace("&nbsp;", " ")


def _click(qtbot: QtBot, window: MainWindow, row: int, column: int, *, shift: bool = False) -> None:
    """Click a cell of the score's map."""
    grid = window.tabs.of(TermsPage).grid
    scene = grid.view_of("score").mapViewToScene(QPointF(column + 0.5, row + 0.5))
    modifier = _SHIFT if shift else Qt.KeyboardModifier.NoModifier
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, modifier, grid.mapFromScene(scene))
    window.session.selection.hover(None)


def _numbers(window: MainWindow) -> dict[str, float]:
    """Return what the bars say to a screen reader: each part and the sum."""
    said = window.inspector.waterfall.accessibleDescription().replace("−", "-")
    return {name: float(value) for name, value in re.findall(r"(\w+) ([+-]\d+\.\d+)", said)}


def test_a_cell_is_shown_in_numbers_that_add_up(qtbot: QtBot, window: MainWindow) -> None:
    """Both tokens, the distance, four parts, their sum, the attention and the row's share of memory are shown."""
    look = window.session.look
    assert look is not None
    _click(qtbot, window, 20, 40)

    tokens = _text(window.inspector.tokens)
    assert f"query {look.query_tokens[20]} token {look.start + 20}" in tokens
    assert f"key {look.key_tokens[40]} memory, 44 back" in tokens
    numbers = _numbers(window)
    assert list(numbers) == ["a", "b", "c", "d", "score"]
    assert sum(numbers[letter] for letter in "abcd") == pytest.approx(numbers["score"], abs=3e-4)
    assert numbers["score"] == pytest.approx(look.terms.score[20, 40], abs=5e-5)
    assert f"attention {look.terms.attention[20, 40]:.2%}" in _text(window.inspector.attention)
    assert f"memory {look.shares.memory[20]:.1%}" in window.inspector.shares.accessibleName()


def test_bars_begin_where_the_one_before_ends(qtbot: QtBot, window: MainWindow) -> None:
    """On the screen each bar has its term's colour and continues the last; the sum reaches from 0 to the end."""
    window.set_theme("light")
    assert window.session.look is not None
    terms = window.session.look.terms
    sizes = np.abs([part.dense(terms.distance) for part in terms.parts])
    even = np.where(terms.mask, sizes.min(0) / sizes.max(0), 0)  # where no bar is too narrow to have a middle
    row, column = (int(place) for place in np.unravel_index(even.argmax(), even.shape))
    _click(qtbot, window, row, column)
    waterfall = window.inspector.waterfall
    numbers = list(_numbers(window).values())
    bars = waterfall.bars()
    scale = bars[-1].width() / abs(numbers[-1])
    zero = bars[-1].left() if numbers[-1] > 0 else bars[-1].right()
    reached = 0.0
    for number, bar in zip(numbers[:-1], bars[:-1], strict=True):
        ends = sorted((zero + reached * scale, zero + (reached + number) * scale))
        assert (bar.left(), bar.right()) == pytest.approx(ends, abs=1.1)
        reached += number

    picture = waterfall.grab().toImage()
    for bar, ink in zip(bars, ("content", "position", "content_bias", "position_bias", "score"), strict=True):
        middle = picture.pixelColor(round(bar.center().x()), round(bar.center().y()))
        assert middle == QColor(LIGHT.fills[ink]), ink  # type: ignore[index]


def test_pointing_goes_before_what_is_selected(qtbot: QtBot, window: MainWindow) -> None:
    """A cell under the pointer is read off; when the pointer leaves, the selected one is again."""
    _click(qtbot, window, 20, 40)
    window.session.selection.hover((3, 5))
    assert "token 67" in _text(window.inspector.tokens)
    window.session.selection.hover(None)
    assert "token 84" in _text(window.inspector.tokens)


def test_several_cells_are_summed(qtbot: QtBot, window: MainWindow) -> None:
    """Shift and a click, or an arrow key, selects all cells between; sums and the mean attention are shown."""
    look = window.session.look
    assert look is not None
    _click(qtbot, window, 20, 40)
    _click(qtbot, window, 22, 37, shift=True)

    rows, columns = slice(20, 23), slice(37, 41)
    assert f"3 queries {look.query_tokens[20]} … {look.query_tokens[22]} token 84–86" in _text(window.inspector.tokens)
    assert f"4 keys {look.key_tokens[37]} … {look.key_tokens[40]} memory" in _text(window.inspector.tokens)
    numbers = _numbers(window)
    content = look.terms.content
    assert content is not None
    assert numbers["a"] == pytest.approx(content[rows, columns].sum(), abs=1e-3)
    assert sum(numbers[letter] for letter in "abcd") == pytest.approx(numbers["sum"], abs=1e-3)
    assert numbers["sum"] == pytest.approx(look.terms.score[rows, columns].sum(), abs=1e-3)
    given = look.terms.attention[rows, columns].sum(1).mean()
    assert f"attention per query {given:.2%}" in _text(window.inspector.attention)

    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_Down, _SHIFT)
    assert "4 queries" in _text(window.inspector.tokens)
    _click(qtbot, window, 20, 40)
    assert _text(window.inspector.tokens).startswith("query")


def test_the_frame_is_drawn_round_all_selected_cells(qtbot: QtBot, window: MainWindow) -> None:
    """On the screen, and in the figure, a line in the cursor's colour encloses them."""
    window.set_theme("light")
    _click(qtbot, window, 10, 20)
    _click(qtbot, window, 14, 35, shift=True)
    grid = window.tabs.of(TermsPage).grid
    corner = grid.mapFromScene(grid.view_of("score").mapViewToScene(QPointF(36, 12.5)))
    picture = grid.grab().toImage()
    hues = [picture.pixelColor(corner + QPoint(dx, 0)).hue() for dx in (-1, 0, 1)]
    assert min(abs(hue - QColor(LIGHT.cursor).hue()) for hue in hues) < 8

    figure = window.tabs.of(TermsPage).figure()
    assert figure is not None
    panel = figure.panel("score")
    assert (panel.selected, panel.extent) == ((10, 20), (5, 16))  # type: ignore[union-attr]


def test_what_is_selected_stays_selected_in_the_next_segment(qtbot: QtBot, window: MainWindow) -> None:
    """Queries that have become memory cannot be queries any more; a selection that is gone leaves one cell."""
    _click(qtbot, window, 20, 40)
    _click(qtbot, window, 22, 44, shift=True)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.commands.actions["step"].trigger()

    assert _text(window.inspector.tokens).startswith("query")


def test_an_invisible_cell_has_no_numbers(qtbot: QtBot, window: MainWindow) -> None:
    """A key after the query is said not to be seen, and no bars are shown."""
    _click(qtbot, window, 3, 90)

    assert not window.inspector.waterfall.isVisible()
    assert "can be seen" in _text(window.inspector.attention)


def test_hidden_keys_are_said_to_be_hidden(qtbot: QtBot, window: MainWindow) -> None:
    """Of a hidden key it says how to get it back, and of the row that it is renormalised; so does the copied text."""
    window.session.selection.pin((20, 40))
    window.commands.actions["hide_keys"].trigger()
    assert _text(window.inspector.attention) == "Hidden. Shift+H shows all hidden keys again."
    assert not window.inspector.waterfall.isVisible()
    assert "without the hidden keys" in _text(window.inspector.row)
    _click(qtbot, window, 20, 30)
    look = window.session.look
    assert look is not None
    rest = 1 - look.terms.attention[20, 40]
    assert f"attention {look.terms.attention[20, 30] / rest:.2%}" in _text(window.inspector.attention)
    assert window.inspector.waterfall.isVisible()
    assert "renormalised without the hidden keys" in window.inspector.as_text()


def test_all_of_it_is_copied_as_text(qtbot: QtBot, window: MainWindow) -> None:
    """Ctrl+C in the inspector, or its button, puts tokens and numbers on the clipboard."""
    look = window.session.look
    assert look is not None
    _click(qtbot, window, 20, 40)
    window.inspector.setFocus()
    QGuiApplication.clipboard().clear()
    qtbot.keyClick(window.inspector, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)

    copied = QGuiApplication.clipboard().text()
    lines = dict(line.split("\t", 1) for line in copied.splitlines() if "\t" in line)
    assert copied.splitlines()[0] == "en-small, segment 2, layer 0, head 0"
    assert lines["key"] == f"{look.key_tokens[40]}\tmemory, 44 back"
    assert float(lines["score"]) == pytest.approx(float(look.terms.score[20, 40]), abs=1e-6)
    parts = [float(value) for name, value in lines.items() if name.startswith("(")]
    assert sum(parts) == pytest.approx(float(lines["score"]), abs=1e-5)
    assert lines["attention"] == f"{look.terms.attention[20, 40]:.2%}"

    QGuiApplication.clipboard().clear()
    qtbot.mouseClick(window.inspector.copy_button, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == copied


def test_it_says_what_to_do_when_nothing_is_selected(qtbot: QtBot, window: MainWindow) -> None:
    """Escape empties it, and it tells how to select."""
    _click(qtbot, window, 20, 40)
    qtbot.keyClick(window, Qt.Key.Key_Escape)

    assert "Click a cell of a map" in _text(window.inspector.tokens)
    assert not window.inspector.copy_button.isVisible()


def test_other_schemes_show_the_parts_they_have(qtbot: QtBot, window: MainWindow) -> None:
    """With ALiBi, the bars are (a) and its bias on the distance, and still add up."""
    with qtbot.waitSignal(window.session.answered, timeout=60_000):
        window.session.set_options(scheme="alibi")
    _click(qtbot, window, 20, 40)

    look = window.session.look
    assert look is not None
    numbers = _numbers(window)
    assert list(numbers) == [*(part.kind.letter for part in look.terms.parts), "score"]
    assert np.sum(list(numbers.values())[:-1]) == pytest.approx(numbers["score"], abs=3e-4)


def test_the_next_token_is_expected_with_and_without_memory(qtbot: QtBot, window: MainWindow) -> None:
    """Once a query is selected, its likeliest next tokens come, beside the one that came; the text copied has them."""
    look = window.session.look
    assert look is not None
    _click(qtbot, window, 20, 40)
    qtbot.waitUntil(window.inspector.next.isVisible, timeout=20_000)

    reading = relviz.read(relviz.load_model("en-small"), window.session.text, segment_length=32, memory_length=64)
    chance = float(np.exp(-reading.step(2).loss[20]))
    copied = window.inspector.as_text().splitlines()
    came = next(line for line in copied if line.startswith("came\t")).split("\t")
    assert copied[-1].startswith(f"its loss, nats\t{-np.log(chance):.2f}\t")
    assert f"nats{-np.log(chance):.2f}" in _text(window.inspector.next)
    assert came[:2] == ["came", look.query_tokens[21]]
    assert came[2] == f"{chance:.2%}"
    assert sum(line.startswith("next, with memory\t") for line in copied) == 3
    assert "with memory" in _text(window.inspector.next)

    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.commands.actions["step"].trigger()
    assert not window.inspector.next.isVisible()
    qtbot.waitUntil(window.inspector.next.isVisible, timeout=20_000)
    (line,) = (line for line in window.inspector.as_text().splitlines() if line.startswith("came\t"))
    assert look.query_tokens[21] not in line.split("\t")[1]


def _expected(window: MainWindow) -> NextTokens:
    """Return what is expected after the selected query, made up: long words, and next to no probability."""
    look, region = window.session.look, window.session.selection.region
    assert look is not None
    assert region is not None
    labels = "supercalifragilisticexpialidocious", "天地玄黄宇宙洪荒日月盈昃", "\N{THUMBS UP SIGN}" * 9
    likely = tuple(Candidate(label, chance) for label, chance in zip(labels, (0.9991, 1e-4, 1e-6), strict=True))
    return NextTokens(look.start + region.row, labels[0], labels[1], likely, likely[::-1], 1e-7, 1.0)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_all_of_it_is_seen_in_a_window_of_1280_by_800(qtbot: QtBot, make_window: MakeWindow, language: str) -> None:
    """Of a cell everything fits, down to the loss of the token that came next, without a scroll bar."""
    set_language(language)
    window = make_window()
    window.resize(1280, 800)
    window.session.selection.pin((20, 40))
    inspector = window.inspector
    qtbot.waitUntil(inspector.next.isVisible, timeout=20_000)
    qtbot.waitUntil(lambda: inspector.next.height() > 60)

    qtbot.waitUntil(lambda: not inspector.verticalScrollBar().isVisible())
    lowest = inspector.next.mapTo(inspector.viewport(), inspector.next.rect().bottomLeft())
    assert lowest.y() < inspector.viewport().height()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_long_words_do_not_widen_it(qtbot: QtBot, make_window: MakeWindow, language: str) -> None:
    """In a window of 1024 by 768 nothing goes on to the right of what is seen; long tokens end in an ellipsis."""
    set_language(language)
    window = make_window()
    window.resize(1024, 768)
    look = window.session.look
    assert look is not None
    look.query_tokens[20] = "Donaudampfschifffahrtsgesellschaftskapitän"
    window.session.selection.pin((20, 40))
    window.inspector.show_next(_expected(window))
    inspector = window.inspector
    qtbot.waitUntil(inspector.verticalScrollBar().isVisible)

    assert window.width() == 1024
    body = inspector.widget()
    assert body is not None
    assert body.width() == inspector.viewport().width()
    assert "Donaudampf" in _text(inspector.tokens)
    assert "…" in _text(inspector.tokens)
    assert look.query_tokens[20] in inspector.tokens.toolTip()
    assert inspector.next.minimumSizeHint().width() <= inspector.next.width()


def test_its_numbers_end_at_one_edge(qtbot: QtBot, window: MainWindow) -> None:
    """What is expected next is as wide as the bars above it: the last digits of both are under each other."""
    _click(qtbot, window, 20, 40)
    qtbot.waitUntil(window.inspector.next.isVisible, timeout=30_000)
    qtbot.wait(20)

    def right(widget: QWidget) -> int:
        picture = widget.grab().toImage()
        ground = picture.pixel(picture.width() - 1, picture.height() - 1)
        inked = [x for x in range(picture.width()) for y in range(picture.height()) if picture.pixel(x, y) != ground]
        return widget.mapTo(window, QPoint(max(inked), 0)).x()

    assert right(window.inspector.next) == pytest.approx(right(window.inspector.waterfall), abs=2)


def test_small_probabilities_are_not_zero(qtbot: QtBot, window: MainWindow) -> None:
    """A hundredth of a percent is written so, and what is less is said to be less; the certain costs no minus zero."""
    window.session.selection.pin((20, 40))
    window.inspector.show_next(_expected(window))

    said = _text(window.inspector.next)
    assert "0.01%" in said
    assert "&lt;0.01%" in said
    assert "0.0%" not in said
    assert "-0.00" not in said
    assert "\t<0.01%\t100.00%" in window.inspector.as_text()


def test_its_lower_edge_cuts_through_no_line(qtbot: QtBot, window: MainWindow) -> None:
    """Where more goes on below, the last pixels are plain; at the end there is nothing over them."""
    window.set_theme("light")
    window.resize(1024, 640)
    window.session.selection.pin((20, 40))
    inspector = window.inspector
    qtbot.waitUntil(inspector.next.isVisible, timeout=20_000)
    qtbot.waitUntil(inspector.verticalScrollBar().isVisible)
    bar, ground = inspector.verticalScrollBar(), QColor(LIGHT.background)

    def lowest(lines: int) -> set[str]:
        area = inspector.viewport().geometry()
        picture = inspector.grab().toImage()
        return {picture.pixelColor(x, area.bottom() - y).name() for x in range(area.width()) for y in range(lines)}

    for value in range(0, bar.maximum(), 7):
        bar.setValue(value)
        assert lowest(4) == {ground.name()}
    bar.setValue(bar.maximum())
    assert len(lowest(12)) > 1


def test_its_lines_are_as_long_with_a_scroll_bar(qtbot: QtBot, window: MainWindow) -> None:
    """What it shows is as wide with a scroll bar as without, and beside it.

    Otherwise Qt went to and fro between both widths until the stack was full, where words that wrap were as high as the
    inspector.
    """
    window.session.selection.pin((20, 40))
    inspector = window.inspector
    qtbot.waitUntil(inspector.next.isVisible, timeout=20_000)
    bar, tokens, rooms = inspector.verticalScrollBar(), inspector.tokens, []
    for height, scrolls in ((640, True), (1000, False)):
        window.resize(1280, height)
        qtbot.waitUntil(lambda scrolls=scrolls: bar.isVisible() == scrolls)  # type: ignore[misc]
        right = tokens.mapTo(inspector, QPoint(tokens.width(), 0)).x()
        rooms.append((inspector.width(), tokens.width()))
        assert right <= inspector.width() - bar.sizeHint().width()

    assert rooms[0] == rooms[1]
