"""A and B held against each other in the window, as a person would do it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

import relviz
from relviz.app.words.translation import set_language
from relviz.figure.colours.colormaps import table
from relviz.figure.colours.palette import LIGHT, rgb
from relviz.ui.maps.token_axis import TokenAxis
from relviz.ui.pages.terms import TermsPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.term_maps import choose, colour_of, panel_of, pixel_of, point_of

SIX = ["a  content", "b  position", "c  content bias", "d  position bias", "score", "attention"]


@pytest.fixture(autouse=True)
def _light(window: MainWindow) -> None:
    window.set_theme("light")


@pytest.fixture
def _english() -> Iterator[None]:
    """Afterwards, the program speaks English again."""
    yield
    set_language("en")


def _do(window: MainWindow, *names: str) -> None:
    """Carry commands out, and let the window find its new layout."""
    for name in names:
        window.commands.actions[name].trigger()
    for _ in range(3):
        QCoreApplication.processEvents()


def _answered(qtbot: QtBot, window: MainWindow) -> AbstractContextManager[object]:
    """Wait, around an action, for the next picture."""
    waiting: AbstractContextManager[object] = qtbot.waitSignal(window.session.answered, timeout=30_000)
    return waiting


def _head(qtbot: QtBot, window: MainWindow, layer: int, head: int) -> None:
    with _answered(qtbot, window):
        window.session.choose_head(layer, head)


def _plain(label: QLabel) -> str:
    return re.sub(r"<[^>]+>", "", label.text()).replace("&nbsp;", " ")


def _bold(label: QLabel) -> list[str]:
    return [found.replace("&nbsp;", " ") for found in re.findall(r"<b>(.*?)</b>", label.text())][1:]


def test_without_a_there_is_no_strip_and_nothing_to_compare(window: MainWindow) -> None:
    """A newcomer sees no strip; all that can be done is to pin A."""
    actions = window.commands.actions
    assert not window.compare_strip.isVisible()
    assert actions["pin_a"].isEnabled()
    assert not any(actions[name].isEnabled() for name in window.compare_strip.buttons)


def test_f7_pins_a_and_a_state_less_itself_is_0(qtbot: QtBot, window: MainWindow) -> None:
    """After F7 the strip says that both are the same; F9 gives six maps whose visible cells have the colour of 0."""
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_F7)
    strip = window.compare_strip
    assert strip.isVisible()
    assert "The same so far" in strip.note.text()
    assert _plain(strip.a).removeprefix("A") == _plain(strip.b).removeprefix("B")
    assert _bold(strip.a) == _bold(strip.b) == []

    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_F9)
    window.session.selection.pin(None)
    zero = tuple(table("signed", LIGHT)[127, :3].tolist())
    for name in ("content", "position", "content_bias", "position_bias", "score", "attention"):
        values = panel_of(window, name).values
        assert not values[np.isfinite(values)].any()
        assert pixel_of(window, name, 20, 40) == zero
        assert pixel_of(window, name, 3, 90) == rgb(LIGHT.masked)
    assert strip.note.text() == "2,576 of 2,576 cells"


def test_the_difference_of_two_heads_is_that_of_their_traces(qtbot: QtBot, window: MainWindow) -> None:
    """Pin head 0, choose head 4, ask for B minus A: pixels and numbers are those of two traces, worked out outside."""
    _do(window, "pin_a")
    _head(qtbot, window, 0, 4)
    _do(window, "compare_difference")
    window.session.selection.pin((20, 40))
    reading = relviz.read(relviz.load_model("en-small"), window.session.text, segment_length=32, memory_length=64)
    a, b = (reading.step(2).terms(0, head) for head in (0, 4))
    pairs = {
        "content": (a.content, b.content),
        "content_bias": (a.content_bias, b.content_bias),
        "score": (a.score, b.score),
        "attention": (a.attention, b.attention),
    }
    for name, (one, other) in pairs.items():
        assert one is not None
        assert other is not None
        less, panel = other - one, panel_of(window, name)
        assert panel.values[20, 40] == pytest.approx(less[20, 40], abs=1e-5)
        assert panel.scale.high == pytest.approx(float(np.nanmax(np.abs(less[a.mask]))), abs=1e-5)
        assert pixel_of(window, name, 17, 50) == colour_of(panel, 17, 50)
    strip = window.compare_strip
    assert _bold(strip.a) == ["head 0"]
    assert _bold(strip.b) == ["head 4"]
    told = _plain(window.tabs.of(TermsPage).compared.numbers).replace("−", "-")
    for terms in (a, b):
        assert f"{terms.score[20, 40]:+.4f}" in told
        assert f"{terms.attention[20, 40]:.2%}" in told
    assert f"{b.score[20, 40] - a.score[20, 40]:+.4f}" in told
    assert f"{100 * (b.attention[20, 40] - a.attention[20, 40]):+.2f} points" in told


def test_all_six_maps_can_be_had_side_by_side(qtbot: QtBot, window: MainWindow) -> None:
    """F8 puts A left of B; each of the six maps can be chosen, and both halves show their own numbers."""
    _do(window, "pin_a")
    of_a = window.session.look
    _head(qtbot, window, 3, 1)
    qtbot.keyClick(window.tabs.of(TermsPage).grid, Qt.Key.Key_F8)
    window.session.selection.pin(None)
    of_b, box = window.session.look, window.compare_strip.map
    assert of_a is not None
    assert of_b is not None
    assert [box.itemText(index) for index in range(box.count())] == SIX
    assert box.currentText() == "attention"
    for text in SIX:
        choose(qtbot, box, text)
        name = box.currentData()
        for side, look in (("A", of_a), ("B", of_b)):
            panel = panel_of(window, side)
            values = getattr(look.terms, name)
            assert panel.values[20, 40] == values[20, 40]
            assert pixel_of(window, side, 20, 40) == colour_of(panel, 20, 40)
        assert panel_of(window, "A").scale == panel_of(window, "B").scale
        assert "same scale" in panel_of(window, "B").note
    assert {name for name in ("A", "B") if window.tabs.of(TermsPage).grid.view_of(name).width() > 250} == {"A", "B"}


def test_pointing_into_a_marks_the_partner_in_b_and_reads_both_off(qtbot: QtBot, window: MainWindow) -> None:
    """The crosshair stands at the same tokens in both halves, though A has a shorter memory; both are told."""
    _head(qtbot, window, 3, 1)  # in the first layer, a longer memory changes no score
    with _answered(qtbot, window):
        window.session.set_options(memory_length=16)
    _do(window, "pin_a")
    a = window.session.look
    with _answered(qtbot, window):
        window.session.set_options(memory_length=64)
    _do(window, "compare_beside")
    window.session.selection.pin(None)
    b, grid = window.session.look, window.tabs.of(TermsPage).grid
    assert a is not None
    assert b is not None
    plain = [pixel_of(window, side, 5, 60) for side in ("A", "B")]
    qtbot.mouseMove(grid.viewport(), point_of(window, "A", 20, 60))
    qtbot.waitUntil(lambda: window.session.selection.hovered == (20, 60))

    assert [pixel_of(window, side, 5, 60) for side in ("A", "B")] != plain  # the column of the crosshair, in both
    assert all(pixel_of(window, side, 5, 60) != before for side, before in zip("AB", plain, strict=True))
    told = _plain(window.tabs.of(TermsPage).compared.numbers).replace("−", "-")
    assert f"{a.terms.score[20, 12]:+.4f}" in told
    assert f"{b.terms.score[20, 60]:+.4f}" in told
    assert f"{b.terms.score[20, 60] - a.terms.score[20, 12]:+.4f}" in told
    assert a.key_tokens[12] == b.key_tokens[60]
    assert b.key_tokens[60] in _plain(window.tabs.of(TermsPage).compared.tokens)

    qtbot.mouseMove(grid.viewport(), point_of(window, "B", 20, 30))  # a key that A's memory does not hold
    qtbot.waitUntil(lambda: window.session.selection.hovered == (20, 30))
    assert "no such cell in A" in _plain(window.tabs.of(TermsPage).compared.numbers)
    assert pixel_of(window, "A", 5, 20) == rgb(LIGHT.masked)


def test_a_key_that_only_a_has_can_be_read_off_and_left_with_the_keyboard(qtbot: QtBot, window: MainWindow) -> None:
    """A place without a cell of B is told from A alone; arrow keys go over it into the keys that both have."""
    _do(window, "pin_a")
    a = window.session.look
    with _answered(qtbot, window):
        window.session.set_options(memory_length=16)
    _do(window, "compare_beside")
    assert a is not None
    grid, readout = window.tabs.of(TermsPage).grid, window.tabs.of(TermsPage).compared
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=point_of(window, "A", 20, 47))
    grid.hovered.emit(None)
    assert window.session.selection.pinned is None
    told = _plain(readout.numbers).replace("−", "-")
    assert f"{a.terms.score[20, 47]:+.4f}" in told
    assert "no such cell in B" in told

    qtbot.keyClick(grid, Qt.Key.Key_Right)
    assert window.session.selection.pinned == (20, 0)
    assert f"{a.terms.score[20, 48]:+.4f}" in _plain(readout.numbers).replace("−", "-")


def test_halves_zoom_together_and_reset(qtbot: QtBot, window: MainWindow) -> None:
    """Zooming with the keyboard shows the same tokens in both halves; Ctrl+0 shows all again."""
    _do(window, "pin_a")
    _head(qtbot, window, 3, 1)
    _do(window, "compare_beside")
    grid = window.tabs.of(TermsPage).grid
    qtbot.keyClick(grid, Qt.Key.Key_Plus)
    ranges = [grid.view_of(side).viewRange() for side in ("A", "B")]
    assert ranges[0][0] == pytest.approx(ranges[1][0])
    assert ranges[0][0][1] - ranges[0][0][0] < 90
    _do(window, "reset_zoom")
    assert grid.view_of("B").viewRange()[0] == pytest.approx([0, 96])


def test_another_segment_is_compared_by_distance_unless_tokens_are_asked_for(qtbot: QtBot, window: MainWindow) -> None:
    """After a step no token is shared: distances are taken, and said; by tokens all is masked, and that is said."""
    _do(window, "pin_a")
    a = window.session.look
    with _answered(qtbot, window):
        _do(window, "step")
    _do(window, "compare_difference")
    b, strip = window.session.look, window.compare_strip
    assert a is not None
    assert b is not None
    assert strip.match.currentText() == "same distances"
    assert strip.note.text() == "2,576 of 2,576 cells"
    assert _bold(strip.a) == ["segment 2"]
    np.testing.assert_allclose(panel_of(window, "score").values, b.terms.score - a.terms.score, atol=1e-6)

    choose(qtbot, strip.match, "same tokens")
    assert strip.note.text() == "no cell matches"
    assert "no cell of B has the same two tokens in A" in strip.note.toolTip()
    assert pixel_of(window, "score", 20, 40) == rgb(LIGHT.masked)


def test_an_intervention_is_compared_with_what_was_before(qtbot: QtBot, window: MainWindow) -> None:
    """Switching (b) off after pinning: the difference of (b) is minus what it was, and the strip names the gain."""
    _do(window, "pin_a")
    before = window.session.look
    with _answered(qtbot, window):
        window.session.gains.toggle("position")
    _do(window, "compare_difference")
    assert before is not None
    assert before.terms.position is not None
    np.testing.assert_allclose(panel_of(window, "position").values, -before.terms.position, atol=1e-6)
    assert _bold(window.compare_strip.a) == ["all terms as they are"]
    assert _bold(window.compare_strip.b) == ["(b) off on this segment"]


def test_models_with_other_tokens_meet_at_the_same_characters(qtbot: QtBot, window: MainWindow) -> None:
    """A model of letters against one of pieces of words: only equal tokens are partners, and the reader is told."""
    with _answered(qtbot, window):
        window.session.go_to_segment(0)
    _do(window, "pin_a")
    a = window.session.response
    with _answered(qtbot, window):
        window.session.set_options(model="lab-xl", segment_length=None, memory_length=None)
    _do(window, "compare_difference")
    b = window.session.response
    assert a is not None
    assert b is not None

    def spans(tokens: object, count: int) -> list[str]:
        places = [tuple(span) for span in tokens.spans[:count].tolist()]  # type: ignore[attr-defined]
        text = tokens.text  # type: ignore[attr-defined]
        return [f"{start + len(text[start:end]) - len(text[start:end].lstrip())}-{end}" for start, end in places]

    of_a, of_b = spans(a.tokens, 32), spans(b.tokens, len(b.look.query_tokens))
    shared = [(of_a.index(span), row) for row, span in enumerate(of_b) if span in of_a]
    assert 0 < len(shared) < 20
    expected = np.full(b.look.terms.score.shape, np.nan)
    for row_a, row_b in shared:
        for column_a, column_b in shared:
            expected[row_b, column_b] = b.look.terms.score[row_b, column_b] - a.look.terms.score[row_a, column_a]
    np.testing.assert_allclose(panel_of(window, "score").values, expected, atol=1e-5)
    count = int(np.isfinite(expected).sum())
    assert window.compare_strip.note.text().startswith(f"{count:,} of ")
    assert _bold(window.compare_strip.a)[0] == "en-small"


@pytest.mark.slow
def test_going_to_a_brings_everything_back_and_swapping_turns_it_round(qtbot: QtBot, window: MainWindow) -> None:
    """Text, lengths, segment, head, gains, hidden keys and the cell of A come back; a swap exchanges the two."""
    session = window.session
    _head(qtbot, window, 2, 3)
    with _answered(qtbot, window):
        session.gains.set("content", 0.5)
    session.selection.pin((7, 30))
    assert session.look is not None
    assert session.selection.region is not None
    session.maps.hide(session.look, session.selection.region)
    session.selection.pin((9, 33))
    a, text = session.look, session.text
    _do(window, "pin_a")
    with _answered(qtbot, window):
        session.set_text("The quick brown fox jumps over the lazy dog, and then over the hedge. " * 9)
    with _answered(qtbot, window):
        session.set_options(memory_length=8, segment_length=16)
    with _answered(qtbot, window):
        session.gains.reset()
    _do(window, "compare_difference")
    between, b_words = session.look, _plain_of_b(window)
    assert "text “" in _plain(window.compare_strip.a)

    with _answered(qtbot, window):
        _do(window, "swap_compared")
    assert session.text == text
    assert window.text_dock.edit.toPlainText() == text
    np.testing.assert_array_equal(session.look.terms.attention, a.terms.attention)
    assert session.selection.pinned == (9, 33)
    assert session.maps.view.hidden == (int(a.key_positions[30]),)
    assert window.comparison.a is not None
    assert window.comparison.a.response.look is between
    assert _plain(window.compare_strip.a).removeprefix("A").strip().startswith(b_words.split(" · T")[0])

    with _answered(qtbot, window):
        _do(window, "go_to_a")
    np.testing.assert_array_equal(session.look.terms.attention, between.terms.attention)
    assert window.compare_strip.isVisible()


def _plain_of_b(window: MainWindow) -> str:
    return _plain(window.compare_strip.b).removeprefix("B").strip()


def test_other_pages_show_b_and_say_so(qtbot: QtBot, window: MainWindow) -> None:
    """On the Memory page the strip says that it shows B alone; asking for a comparison there goes to the Terms page."""
    _do(window, "pin_a", "page_memory")
    assert "This page shows B alone" in window.compare_strip.note.text()
    _head(qtbot, window, 1, 1)
    button = window.compare_strip.buttons["compare_beside"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.tabs.currentWidget() is window.tabs.of(TermsPage)
    assert panel_of(window, "A").title == "A · attention"


def test_the_same_key_leads_back_and_releasing_ends_it(qtbot: QtBot, window: MainWindow) -> None:
    """F9 again shows B alone; Shift+F9 lets go of A: the strip goes, six maps and the usual numbers are back."""
    grid = window.tabs.of(TermsPage).grid
    _do(window, "pin_a")
    for shown in (True, False, True):
        qtbot.keyClick(grid, Qt.Key.Key_F9)
        assert window.tabs.of(TermsPage).compared.isVisible() is shown
        assert window.commands.actions["compare_difference"].isChecked() is shown
        assert window.commands.actions["compare_off"].isChecked() is not shown
    qtbot.keyClick(grid, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)

    assert not window.compare_strip.isVisible()
    assert window.tabs.of(TermsPage).readout.isVisible()
    assert not window.tabs.of(TermsPage).compared.isVisible()
    assert panel_of(window, "content_bias").strip is not None


def test_copying_and_exporting_give_the_comparison(qtbot: QtBot, window: MainWindow) -> None:
    """The figure on the clipboard is the one seen, and its caption and settings name A and B."""
    _do(window, "copy_figure")
    before = QGuiApplication.clipboard().image()
    _do(window, "pin_a")
    _head(qtbot, window, 3, 1)
    _do(window, "compare_beside", "copy_figure")
    after = QGuiApplication.clipboard().image()

    figure = window.current_page().figure()
    assert figure is not None
    assert after != before
    assert re.search(r"A: .*layer 0, head 0.*\nB: .*layer 3, head 1", figure.caption)
    assert json.loads(figure.metadata["relviz.compared"])["layer"] == 0
    assert json.loads(figure.metadata["relviz.settings"])["layer"] == 3


def test_the_strip_says_it_in_a_narrow_window_too(qtbot: QtBot, window: MainWindow) -> None:
    """Nothing is cut off: in 900 pixels the choices go on in another line of the strip, and none covers another."""
    _do(window, "pin_a")
    _head(qtbot, window, 3, 1)
    _do(window, "compare_beside")
    for width in (1280, 900):
        window.resize(width, 800)
        qtbot.wait(50)
        strip = window.compare_strip
        shown = [*strip.buttons.values(), strip.map, strip.match, strip.note, strip.a, strip.b]
        areas = [QRect(one.mapTo(strip, QPoint(0, 0)), one.size()) for one in shown if one.isVisible()]
        assert len(areas) == len(shown)
        for number, area in enumerate(areas):
            assert strip.rect().contains(area)
            assert not any(area.intersects(other) for other in areas[number + 1 :])


@pytest.mark.usefixtures("_english")
def test_another_language_keeps_the_comparison(qtbot: QtBot, window: MainWindow) -> None:
    """The window is put up anew in Chinese: A is still pinned, and B is still shown beside it."""
    _do(window, "pin_a")
    _head(qtbot, window, 3, 1)
    _do(window, "compare_beside")
    a, strip = window.comparison.a, window.compare_strip
    window.language.set("zh")
    qtbot.waitUntil(lambda: window.compare_strip is not strip)

    assert window.comparison.a is a
    assert window.compare_strip.isVisible()
    assert window.commands.actions["compare_beside"].isChecked()
    assert panel_of(window, "A").title[0] == "A"
    assert window.tabs.of(TermsPage).grid.view_of("A").width() > 250


def _rows_named(window: MainWindow) -> list[tuple[float, Sequence[str]]]:
    """Return where the axes beside the maps end, from the left, and the tokens on them."""
    items = window.tabs.of(TermsPage).grid.scene().items()
    axes = [item for item in items if isinstance(item, TokenAxis) and item.orientation == "left"]
    return sorted((axis.sceneBoundingRect().right(), axis._labels) for axis in axes)


def test_b_has_its_own_queries_beside_it_where_they_are_others(qtbot: QtBot, window: MainWindow) -> None:
    """After a step, each half has its tokens at its left edge; with the same ones, they stand there once."""
    _do(window, "pin_a")
    a = window.session.look
    with _answered(qtbot, window):
        _do(window, "step")
    _do(window, "compare_beside")
    b, grid = window.session.look, window.tabs.of(TermsPage).grid
    assert a is not None
    assert b is not None
    assert a.query_tokens != b.query_tokens
    for (right, tokens), look, side in zip(_rows_named(window), (a, b), "AB", strict=True):
        assert [*tokens] == look.query_tokens
        assert abs(grid.view_of(side).sceneBoundingRect().left() - right) < 5
    assert grid.view_of("A").width() == pytest.approx(grid.view_of("B").width())
    assert grid.view_of("B").sceneBoundingRect().right() < grid.viewport().width()

    with _answered(qtbot, window):
        _do(window, "back")
    _head(qtbot, window, 3, 1)
    assert [[*tokens] for _, tokens in _rows_named(window)] == [a.query_tokens]
