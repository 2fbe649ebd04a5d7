"""The whole window, used as a person would use it."""

from __future__ import annotations

import json
import re
from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QDropEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QInputDialog, QToolButton
from pytestqt.qtbot import QtBot

import relviz
from relviz.figure.colours.colormaps import index_image, table
from relviz.figure.colours.palette import DARK, LIGHT
from relviz.figure.drawing.grid import layout
from relviz.figure.spec import Axis, Heatmap, Scale
from relviz.ui.pages.encoding import EncodingPage
from relviz.ui.pages.memory import MemoryPage
from relviz.ui.pages.terms import TermsPage
from relviz.ui.widgets.colours import colours
from relviz.ui.window.main_window import MainWindow
from tests.fixtures import layouts
from tests.fixtures.hub import COMMIT, Hub
from tests.ui.conftest import MakeWindow

TEXT = "Mr. Sherlock Holmes took his bottle from the corner of the mantel-piece. " * 12


def _answer(qtbot: QtBot, window: MainWindow) -> AbstractContextManager[object]:
    """Wait, around an action, for the next picture."""
    waiting: AbstractContextManager[object] = qtbot.waitSignal(window.session.answered, timeout=30_000)
    return waiting


def _press(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Click a button of the toolbar."""
    button = window.toolbar.findChild(QToolButton, name)
    assert button is not None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def _text(label: object) -> str:
    """Return what a person reads on a label with rich text."""
    plain = re.sub(r"<[^>]+>", "", label.text())  # type: ignore[attr-defined]
    return plain.replace("&nbsp;", " ").replace("−", "-")


def _middle(window: MainWindow, name: str, row: int, column: int) -> QPointF:
    """Return the middle of a heatmap's cell in the viewport."""
    grid = window.tabs.of(TermsPage).grid
    scene = grid.view_of(name).mapViewToScene(QPointF(column + 0.5, row + 0.5))
    point: QPointF = grid.viewportTransform().map(scene)
    return point


def _cell_point(window: MainWindow, name: str, row: int, column: int) -> QPoint:
    """Return the pixel that holds the middle of a cell; rounding may give a neighbour's."""
    point = _middle(window, name, row, column)
    return QPoint(int(point.x()), int(point.y()))


def _pointer(window: MainWindow, name: str, row: int, column: int) -> QPoint:
    """Return where the pointer is on a cell: its position is the corner of a pixel, the nearest to the middle."""
    return _middle(window, name, row, column).toPoint()


def test_opens_with_a_living_picture(window: MainWindow) -> None:
    """A newcomer sees the sample text read, with a full memory and some of the attention in it."""
    look = window.session.look

    assert look is not None
    assert look.terms.memory == 64
    assert look.shares.memory.mean() > 0.01
    assert "segment 2" in window.status.where.text()
    assert "memory 64 of 64" in window.status.where.text()
    assert not window.message.isVisible()


@pytest.mark.slow
def test_window_is_up_before_torch(tmp_path: Path) -> None:
    """The window is built and shown without torch: a fresh process has not imported it by then."""
    import subprocess
    import sys

    script = (
        "import sys\n"
        "from relviz.app.engine.models import Options\n"
        "from relviz.app.settings import Settings\n"
        "from PySide6.QtCore import QSettings\n"
        "from relviz.ui.program.launch import make_application\n"
        "from relviz.ui.window.main_window import MainWindow\n"
        "app = make_application()\n"
        f"store = QSettings({str(tmp_path / 's.ini')!r}, QSettings.Format.IniFormat)\n"
        "window = MainWindow(Options(), 'some text', Settings(store))\n"
        "window.show(); app.processEvents()\n"
        "assert window.isVisible()\n"
        "assert 'torch' not in sys.modules, 'torch was imported first'\n"
        "window.close()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)

    assert done.returncode == 0, done.stderr


def test_step_and_back_give_the_same_picture(qtbot: QtBot, window: MainWindow) -> None:
    """Stepping forward and back shows the same numbers, to the bit."""
    assert window.session.look is not None
    before = window.session.look.terms.score
    with _answer(qtbot, window):
        _press(qtbot, window, "step")
    assert window.session.look.index == 3
    with _answer(qtbot, window):
        _press(qtbot, window, "back")

    assert window.session.look.index == 2
    np.testing.assert_array_equal(window.session.look.terms.score, before)


def test_shown_numbers_are_the_models(qtbot: QtBot, window: MainWindow) -> None:
    """What the window shows is what the Python surface computes for the same text."""
    with _answer(qtbot, window):
        window.toolbar.layer.setCurrentIndex(2)
        window.toolbar.layer.activated.emit(2)
    with _answer(qtbot, window):
        window.toolbar.segment.setValue(4)

    look = window.session.look
    assert look is not None
    model = relviz.load_model("en-small")
    terms = relviz.read(model, window.session.text, segment_length=32, memory_length=64).step(4).terms(2, 0)
    np.testing.assert_array_equal(look.terms.attention, terms.attention)


def test_paste_is_read(qtbot: QtBot, window: MainWindow) -> None:
    """Selecting all and pasting another text shows that text's tokens."""
    QGuiApplication.clipboard().setText(TEXT)
    edit = window.text_dock.edit
    edit.setFocus()
    qtbot.keyClick(edit, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    with _answer(qtbot, window):
        qtbot.keyClick(edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)

    assert window.session.text == TEXT
    assert window.session.look is not None
    assert "".join(window.session.look.key_tokens).replace("·", " ").strip() in TEXT


def test_hover_reads_a_cell_off(qtbot: QtBot, window: MainWindow) -> None:
    """Pointing at a cell shows its four terms, which add up to the score, and its attention."""
    look = window.session.look
    assert look is not None
    terms = look.terms
    qtbot.mouseMove(window.tabs.of(TermsPage).grid.viewport(), _pointer(window, "content", 20, 40))
    qtbot.waitUntil(lambda: window.session.selection.hovered == (20, 40))

    shown = _text(window.tabs.of(TermsPage).readout.numbers)
    a, b, c, d, score = (float(number) for number in re.findall(r"[+-]\d+\.\d+", shown))
    assert terms.content is not None
    assert a == pytest.approx(terms.content[20, 40], abs=5e-5)
    assert a + b + c + d == pytest.approx(score, abs=3e-4)
    assert f"{terms.attention[20, 40]:.2%}" in shown
    tokens = _text(window.tabs.of(TermsPage).readout.tokens)
    assert look.query_tokens[20] in tokens
    assert look.key_tokens[40] in tokens
    assert f"{64 + 20 - 40} back" in tokens
    assert f"{look.shares.memory[20]:.1%}" in tokens


def test_masked_cell_is_said_to_be_masked(qtbot: QtBot, window: MainWindow) -> None:
    """Pointing at a key after the query says that it may not be seen, instead of a number."""
    qtbot.mouseMove(window.tabs.of(TermsPage).grid.viewport(), _pointer(window, "score", 3, 90))
    qtbot.waitUntil(lambda: window.session.selection.hovered == (3, 90))

    assert "may not see" in _text(window.tabs.of(TermsPage).readout.numbers)


def test_click_pins_and_escape_releases(qtbot: QtBot, window: MainWindow) -> None:
    """A click keeps the cell; Escape lets it go."""
    viewport = window.tabs.of(TermsPage).grid.viewport()
    point = _pointer(window, "attention", 10, 30)
    qtbot.mouseMove(viewport, point)
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point)
    qtbot.waitUntil(lambda: window.session.selection.pinned == (10, 30))
    window.tabs.of(TermsPage).grid.hovered.emit(None)
    assert window.session.selection.cell == (10, 30)

    qtbot.keyClick(window, Qt.Key.Key_Escape)

    assert window.session.selection.cell is None
    assert "Point at a cell" in _text(window.tabs.of(TermsPage).readout.tokens)


def test_arrow_keys_move_the_cell(qtbot: QtBot, window: MainWindow) -> None:
    """With the heatmaps in focus, arrow keys walk from cell to cell and stop at the edge."""
    window.session.selection.pin((31, 5))
    grid = window.tabs.of(TermsPage).grid
    qtbot.keyClick(grid, Qt.Key.Key_Right)
    qtbot.keyClick(grid, Qt.Key.Key_Down)
    qtbot.keyClick(grid, Qt.Key.Key_Up)

    assert window.session.selection.pinned == (30, 6)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_cells_have_the_colours_of_their_numbers(qtbot: QtBot, window: MainWindow, theme: str) -> None:
    """On the screen, a cell's pixel has the colour that the table gives its number, and a masked one its own."""
    window.set_theme("light" if theme == "light" else "dark")
    window.session.selection.pin(None)
    palette = LIGHT if theme == "light" else DARK
    figure = window.tabs.of(TermsPage).figure()
    assert figure is not None
    grid = window.tabs.of(TermsPage).grid
    picture = grid.grab().toImage()
    for name in ("content", "position_bias", "score", "attention"):
        panel = figure.panel(name)
        assert isinstance(panel, Heatmap)
        colours = table(panel.scale.kind, palette)[index_image(panel.values, panel.scale)]
        for row, column in ((1, 1), (17, 50), (30, 94), (2, 90)):  # inside the outline
            point = _cell_point(window, name, row, column)
            assert picture.pixelColor(point).getRgb()[:3] == tuple(colours[row, column][:3]), (name, row, column)


def test_a_lone_key_is_not_lost_among_two_thousand(qtbot: QtBot, window: MainWindow) -> None:
    """With more keys than pixels, the pixel of a single strong key shows its colour, not its neighbour's."""
    values = np.zeros((8, 2000), np.float32)
    values[3, 1234] = 1.0
    scale = Scale.share(values)
    axes = Axis(labels=tuple("abcdefgh")), Axis(labels=("x",) * 2000)
    panels = tuple(Heatmap(name, name, values, scale, *axes) for name in ("one", "two", "three"))
    window.session.selection.pin(None)
    grid = window.tabs.of(TermsPage).grid
    grid.set_panels((panels,))
    grid.set_cell(None)
    window.grab()

    picture = grid.grab().toImage()
    strongest = tuple(table("share", colours().palette)[254][:3])
    row = [picture.pixelColor(_cell_point(window, "two", 3, 1234) + QPoint(dx, 0)).getRgb()[:3] for dx in (-1, 0, 1)]
    assert strongest in row


def test_one_scale_for_the_four_terms(window: MainWindow) -> None:
    """Switching to one scale gives all four colour bars the same range."""
    window.commands.actions["shared_scale"].trigger()

    figure = window.tabs.of(TermsPage).figure()
    assert figure is not None
    names = ("content", "position", "content_bias", "position_bias")
    scales = {panel.scale for panel in map(figure.panel, names) if isinstance(panel, Heatmap)}
    assert len(scales) == 1
    assert isinstance(scales.pop(), Scale)


def test_zoom_is_shared_and_double_click_resets(qtbot: QtBot, window: MainWindow) -> None:
    """Zooming one map zooms all; a double click shows everything again."""
    grid = window.tabs.of(TermsPage).grid
    grid.view_of("content").setRange(xRange=(10, 30), yRange=(4, 12), padding=0)
    assert grid.view_of("attention").viewRange()[0] == pytest.approx([10, 30])

    middle = grid.viewportTransform().map(grid.view_of("score").sceneBoundingRect().center()).toPoint()
    qtbot.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseRelease(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    qtbot.mouseRelease(grid.viewport(), Qt.MouseButton.LeftButton, pos=middle)

    assert grid.view_of("attention").viewRange()[0] == pytest.approx([0, 96])


def test_memory_length_changes_the_memory(qtbot: QtBot, window: MainWindow) -> None:
    """Setting the memory length in the toolbar shows that many memory tokens, in the same segment."""
    with _answer(qtbot, window):
        window.toolbar.memory_length.setValue(16)

    look = window.session.look
    assert look is not None
    assert look.terms.memory == 16
    assert look.index == 2
    assert window.tabs.of(TermsPage).grid.view_of("score").viewRange()[0] == pytest.approx([0, 48])


def test_no_memory_at_all(qtbot: QtBot, window: MainWindow) -> None:
    """Memory length 0 leaves the segment alone: nothing goes to memory, and no divider is drawn."""
    with _answer(qtbot, window):
        window.toolbar.memory_length.setValue(0)

    look = window.session.look
    assert look is not None
    assert look.shares.memory.max() == 0
    assert "memory 0 of 0" in window.status.where.text()


def test_timeline_jumps(qtbot: QtBot, window: MainWindow) -> None:
    """Clicking a segment of the strip goes there."""
    target = window.timeline.strip.segment_rect(7).center().toPoint()
    with _answer(qtbot, window):
        qtbot.mouseClick(window.timeline, Qt.MouseButton.LeftButton, pos=target)

    assert window.session.look is not None
    assert window.session.look.index == 7


def test_heads_map_chooses_a_head(qtbot: QtBot, window: MainWindow) -> None:
    """Clicking a head looks at it; the toolbar says the same."""
    target = window.heads_map.cell_rect(3, 4).center().toPoint()
    with _answer(qtbot, window):
        qtbot.mouseClick(window.heads_map, Qt.MouseButton.LeftButton, pos=target)

    assert (window.toolbar.layer.currentText(), window.toolbar.head.currentText()) == ("3", "4")


def test_mean_over_heads(qtbot: QtBot, window: MainWindow) -> None:
    """``mean`` shows the average of the attention of all heads."""
    with _answer(qtbot, window):
        window.toolbar.head.setCurrentText("mean")
        window.toolbar.head.activated.emit(window.toolbar.head.currentIndex())

    look = window.session.look
    assert look is not None
    step = relviz.read(relviz.load_model("en-small"), window.session.text).step(2)
    np.testing.assert_allclose(look.terms.attention, step.attention(0).mean(0), atol=1e-6)


def test_click_on_a_token_selects_it_as_query(qtbot: QtBot, window: MainWindow) -> None:
    """Clicking a word of the segment pins its row; clicking one elsewhere goes to its segment."""
    dock = window.text_dock
    token = window.session.look.start + 9  # type: ignore[union-attr]
    qtbot.mouseClick(dock.edit.viewport(), Qt.MouseButton.LeftButton, pos=dock.token_point(token))
    assert window.session.selection.pinned is not None
    assert window.session.selection.pinned[0] == 9

    with _answer(qtbot, window):
        qtbot.mouseClick(dock.edit.viewport(), Qt.MouseButton.LeftButton, pos=dock.token_point(40))
    assert window.session.look is not None
    assert window.session.look.index == 1


def test_memory_and_segment_are_tinted(window: MainWindow) -> None:
    """The tinted stretches of the text are exactly the memory's and the segment's tokens."""
    response = window.session.response
    assert response is not None
    spans = response.tokens.spans
    shown = {
        selection.format.background().color().name(): selection.cursor.selectedText()
        for selection in window.text_dock.edit.extraSelections()[:3]
    }

    text = window.session.text.replace("\n", "\u2029")
    assert shown[colours().palette.memory_tint] == text[spans[0, 0] : spans[63, 1]]
    assert shown[colours().palette.segment_tint] == text[spans[64, 0] : spans[95, 1]]


def test_memory_page_reads_shares_off(qtbot: QtBot, window: MainWindow) -> None:
    """Pointing at a bar says how this query's attention is shared out."""
    window.commands.actions["page_memory"].trigger()
    look = window.session.look
    assert look is not None
    view = window.tabs.of(MemoryPage).view
    qtbot.waitUntil(view.isVisible)
    assert view.spec is not None
    plot = layout(view.spec, QRectF(view.rect())).boxes[0][0].plot
    point = QPointF(plot.left() + 12.5 * plot.width() / 32, plot.center().y()).toPoint()
    qtbot.mouseMove(view, point)

    qtbot.waitUntil(lambda: f"{look.shares.memory[12]:.1%}" in window.tabs.of(MemoryPage).readout.text())
    assert look.query_tokens[12] in window.tabs.of(MemoryPage).readout.text()


def test_slider_shows_the_vector_of_its_distance(qtbot: QtBot, window: MainWindow) -> None:
    """Moving the slider shows R_d of that distance, sine half and cosine half, and says what it means."""
    window.commands.actions["page_encoding"].trigger()
    page = window.tabs.of(EncodingPage)
    qtbot.keyClick(page.slider, Qt.Key.Key_PageUp)
    qtbot.keyClick(page.slider, Qt.Key.Key_Right)
    assert window.session.selection.distance == 10
    assert page.box.value() == 10

    figure = page.figure()
    assert figure is not None
    vector = figure.panel("vector")
    sine, cosine = (series.values for series in vector.series)  # type: ignore[union-attr]
    angles = 10 * 10000 ** (-np.arange(0, 192, 2) / 192)
    np.testing.assert_allclose(sine[:96], np.sin(angles), atol=1e-6)
    np.testing.assert_allclose(cosine[96:], np.cos(angles), atol=1e-6)
    assert "10 tokens before the query" in page.meaning.text()

    page.box.setValue(-2)
    assert "after the query" in page.meaning.text()


def test_slider_repaints(qtbot: QtBot, window: MainWindow) -> None:
    """Another distance paints another picture."""
    window.commands.actions["page_encoding"].trigger()
    before = window.tabs.of(EncodingPage).view.grab().toImage()
    window.tabs.of(EncodingPage).slider.setValue(60)

    assert window.tabs.of(EncodingPage).view.grab().toImage() != before


def test_export_data_reads_back(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """File > Export data writes exactly the numbers shown; an ending left out is that of the kind chosen."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "data"), "NumPy arrays (*.npz)"))
    with qtbot.waitSignal(window.exporter.done, timeout=30_000):
        window.commands.actions["export_data"].trigger()

    look = window.session.look
    assert look is not None
    with np.load(tmp_path / "data.npz", allow_pickle=False) as arrays:
        np.testing.assert_array_equal(arrays["s2/score"][0, 0], look.terms.score)
        assert list(arrays["s2/key_tokens"]) == look.key_tokens


def test_unwritable_export_is_said(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """A place that cannot be written is said in the bar, and nothing is left behind."""
    (tmp_path / "file").write_text("in the way")
    export = window.exports.dialog.export()
    assert export is not None
    with qtbot.waitSignal(window.exporting.failed, timeout=30_000):
        window.exporting.submit(export, "terms", tmp_path / "file" / "figure.png")

    assert window.message.isVisible()
    assert "figure.png" in window.message.label.text()
    assert [path.name for path in tmp_path.iterdir() if path.suffix != ".ini"] == ["file"]


def test_copied_figure_is_on_the_clipboard(window: MainWindow) -> None:
    """Copy figure puts a picture on the clipboard."""
    window.commands.actions["copy_figure"].trigger()

    assert QGuiApplication.clipboard().image().width() > 1000


def test_dropped_file_is_read(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """A text file dropped on the window is opened, and named in its title."""
    from PySide6.QtCore import QUrl

    (tmp_path / "holmes.txt").write_text(TEXT)
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "holmes.txt"))])
    event = QDropEvent(
        QPointF(20, 20),
        Qt.DropAction.CopyAction,
        mime,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    with _answer(qtbot, window):
        window.dropEvent(event)

    assert window.session.text == TEXT
    assert "holmes.txt" in window.windowTitle()


def test_play_goes_on_to_the_end(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Play steps by itself and stops at the last segment."""
    window = make_window("one two three four five six seven eight nine ten eleven twelve " * 2, segment_length=8)
    window.player.timer.setInterval(1)
    window.commands.actions["play"].trigger()
    qtbot.waitUntil(lambda: window.session.at_end, timeout=30_000)

    assert not window.commands.actions["play"].isChecked()
    assert not window.commands.actions["step"].isEnabled()


BAD_TEXTS = {
    "one token": "a",
    "shorter than a segment": "a few words only",
    "lone surrogates": "half \ud800 of \udfff a pair " * 20,
    "NUL": "nothing \x00 to see \x00 here " * 20,
    "emoji": "👩‍🔬🏽🇫🇷🧪 " * 60,
    "right to left": "שלום עולם مرحبا بالعالم " * 20,
    "Chinese": "道可道，非常道。名可名，非常名。" * 20,
    "no spaces": "a" * 3000,
    "line ends": "\n\r\n\r\n" * 60,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BAD_TEXTS)
def test_odd_texts_are_shown(qtbot: QtBot, make_window: MakeWindow, name: str) -> None:
    """Odd texts are read like any other, with a label for every row and column."""
    window = make_window(BAD_TEXTS[name])

    look = window.session.look
    assert look is not None
    assert all(label.strip() for label in (*look.query_tokens, *look.key_tokens))
    assert not window.message.isVisible() or "reads this text" in window.message.label.text()
    for page in ("memory", "encoding", "terms"):
        window.show_page(page)
        window.grab()


def test_empty_text_is_refused_and_the_picture_stays(qtbot: QtBot, window: MainWindow) -> None:
    """Deleting all the text says in one sentence what to do, and the last picture stays."""
    before = window.session.look
    with qtbot.waitSignal(window.looker.failed, timeout=10_000):
        window.text_dock.edit.clear()

    assert "no text" in window.message.label.text()
    assert window.message.isVisible()
    assert window.session.look is before

    with _answer(qtbot, window):
        window.text_dock.edit.setPlainText(TEXT)
    assert not window.message.isVisible()


@pytest.mark.slow
def test_ten_megabytes_are_read(qtbot: QtBot, window: MainWindow) -> None:
    """A text of 10 MB pasted over the old one is read, and the part around the segment is shown."""
    text = ("It was a bright cold day in April, and the clocks were striking thirteen. " * 80 + "\n\n") * 1700
    assert len(text) > 10_000_000
    mime = QMimeData()
    mime.setText(text)
    with qtbot.waitSignal(window.session.answered, timeout=120_000):
        window.text_dock.edit.insertFromMimeData(mime)
    with _answer(qtbot, window):
        _press(qtbot, window, "step")

    assert window.session.look is not None
    assert window.session.look.segments > 50_000
    assert window.text_dock.note.isVisible()
    assert len(window.text_dock.edit.toPlainText()) < 200_000


@pytest.mark.parametrize("missing", ["model.safetensors", "config.json"])
def test_damaged_model_is_named_and_the_picture_stays(
    qtbot: QtBot, window: MainWindow, model_folder: Path, tmp_path: Path, missing: str
) -> None:
    """Opening a model folder that lacks a file says which; what was shown stays."""
    import shutil

    folder = tmp_path / "broken"
    shutil.copytree(model_folder, folder)
    (folder / missing).unlink()
    before = window.session.look
    with qtbot.waitSignal(window.looker.failed, timeout=10_000):
        window.files.open(str(folder))

    assert missing in window.message.label.text()
    assert window.session.look is before


def test_model_folder_is_opened(qtbot: QtBot, window: MainWindow, model_folder: Path) -> None:
    """Opening another model's folder reads the same text with it, at its own lengths."""
    with _answer(qtbot, window):
        window.files.open(str(model_folder))

    look = window.session.look
    assert look is not None
    assert look.model == "tiny"
    assert look.terms.score.shape == (8, 24)
    assert window.toolbar.model.currentText() == "tiny"


def test_other_peoples_model_is_opened(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """A Hugging Face folder with a vocabulary of words is read with; the share of unknown words is said."""
    folder = layouts.hugging_face(tmp_path / "theirs", "default")
    words = ["<eos>", "<unk>", "the", "of", "and", ",", "."]
    (folder / "vocab.json").write_text(
        json.dumps({word: n for n, word in enumerate(words + [f"w{n}" for n in range(93)])})
    )
    with _answer(qtbot, window):
        window.files.open(str(folder))

    assert window.session.look is not None
    assert window.session.look.model == "theirs"
    assert "the" in window.session.look.key_tokens
    assert "of the words unknown" in window.status.where.text()
    for page in ("memory", "encoding", "terms"):
        window.show_page(page)
        window.grab()


def test_model_without_vocabulary_is_refused_in_a_sentence(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """A model that reads token ids only cannot read a text, and says so; the picture stays."""
    before = window.session.look
    with qtbot.waitSignal(window.looker.failed, timeout=10_000):
        window.files.open(str(layouts.hugging_face(tmp_path / "theirs", "default")))

    assert "token ids" in window.message.label.text()
    assert window.session.look is before


def test_tensorflow_checkpoint_is_named(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """What cannot be opened is named as what it is."""
    (tmp_path / "tf_model.h5").write_bytes(b"x")
    with qtbot.waitSignal(window.looker.failed, timeout=10_000):
        window.files.open(str(tmp_path / "tf_model.h5"))

    assert "TensorFlow" in window.message.label.text()


def test_model_is_fetched_from_the_hub(
    qtbot: QtBot, window: MainWindow, empty_hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """File > Get model fetches a repository in the background, says its commit, and reads with it."""
    served = layouts.hugging_face(tmp_path / "served", "default")
    words = ["<eos>", "<unk>", *(f"w{n}" for n in range(98))]
    (served / "vocab.json").write_text(json.dumps({word: n for n, word in enumerate(words)}))
    empty_hub.repos["someone/tiny-xl"] = served
    monkeypatch.setattr(QInputDialog, "getText", lambda *args: ("someone/tiny-xl", True))
    with _answer(qtbot, window):
        window.commands.actions["get_model"].trigger()

    assert window.session.look is not None
    assert window.session.look.model == "someone/tiny-xl"
    assert COMMIT[:12] in window.status.currentMessage()


def _cancel_look(qtbot: QtBot, window: MainWindow) -> None:
    """Ask for something long, and press Cancel once it is offered."""
    window.session.set_text("It was a bright cold day in April, and the clocks were striking thirteen. " * 40_000)
    with qtbot.waitSignal(window.looker.cancelled, timeout=30_000):
        qtbot.waitUntil(window.status.cancel_button.isVisible)
        qtbot.mouseClick(window.status.cancel_button, Qt.MouseButton.LeftButton)


def test_cancel_goes_back_to_what_is_shown(qtbot: QtBot, window: MainWindow) -> None:
    """After Cancel the dock, the boxes and the steps belong to the picture that is shown."""
    before, text = window.session.look, window.session.text
    _cancel_look(qtbot, window)
    assert window.session.text == text
    assert window.text_dock.edit.toPlainText() == text
    assert window.session.look is before

    with _answer(qtbot, window):
        _press(qtbot, window, "step")
    assert window.session.look is not None
    assert window.session.look.index == 3


def test_failed_request_goes_back_to_what_is_shown(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """A model that cannot be opened leaves the old one in use: the next step works."""
    with qtbot.waitSignal(window.looker.failed, timeout=10_000):
        window.files.open(str(tmp_path))
    assert window.message.isVisible()

    with _answer(qtbot, window):
        _press(qtbot, window, "step")
    assert window.session.look is not None
    assert (window.session.look.model, window.session.look.index) == ("en-small", 3)
    assert not window.message.isVisible()


def test_two_exports_in_a_row_are_both_written(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """A second export waits for the first."""
    for name in ("a.csv", "b.csv"):
        window.files.export_data(str(tmp_path / name))
    qtbot.waitUntil(lambda: not window.exporter.busy, timeout=30_000)

    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()


def test_pinned_pair_of_tokens_stays_pinned(qtbot: QtBot, window: MainWindow) -> None:
    """Another memory length moves the columns, not the pin: it stays on the same two tokens."""
    window.session.selection.pin((5, 50))
    assert window.session.look is not None
    key = window.session.look.key_tokens[50]
    with _answer(qtbot, window):
        window.toolbar.memory_length.setValue(32)

    assert window.session.selection.pinned == (5, 18)
    assert window.session.look is not None
    assert window.session.look.key_tokens[18] == key


def test_released_pin_stays_released_in_its_segment(qtbot: QtBot, window: MainWindow) -> None:
    """After Escape, another head shows no cell; another segment does."""
    window.commands.actions["release"].trigger()
    with _answer(qtbot, window):
        window.session.choose_head(1, 1)
    assert window.session.selection.pinned is None

    with _answer(qtbot, window):
        _press(qtbot, window, "step")
    assert window.session.selection.pinned is not None


def test_click_elsewhere_pins_the_row_of_that_token(qtbot: QtBot, window: MainWindow) -> None:
    """Going to a token pins its row in the segment that holds it."""
    with _answer(qtbot, window):
        window.session.go_to_token(327)

    assert window.session.look is not None
    assert window.session.selection.pinned is not None
    assert window.session.selection.pinned[0] == 327 - window.session.look.start


def test_one_cell_fills_its_map(make_window: MakeWindow) -> None:
    """A 1 x 1 picture fills every map alike."""
    window = make_window("a")
    ranges = [window.tabs.of(TermsPage).grid.view_of(name).viewRange() for name in ("content", "score", "attention")]

    assert all(np.allclose(shown, [[0, 1], [0, 1]]) for shown in ranges)


def test_long_names_do_not_widen_the_window(window: MainWindow) -> None:
    """Neither a message nor the status line makes the window wider than it was."""
    width = window.minimumSizeHint().width()
    window.message.say("x" * 300)
    window.status.where.setText("y" * 300)

    assert window.minimumSizeHint().width() == width


def test_menu_and_check_box_agree(qtbot: QtBot, window: MainWindow) -> None:
    """Ticking the box of the Encoding page ticks the menu's, too."""
    window.commands.actions["page_encoding"].trigger()
    window.tabs.of(EncodingPage).interleaved.click()

    assert window.commands.actions["interleaved"].isChecked()


def test_keyboard_zooms_and_follows_the_cell(qtbot: QtBot, window: MainWindow) -> None:
    """Plus zooms in round the cell, arrows pan when the cell would leave the view, and begin without a cell, too."""
    grid = window.tabs.of(TermsPage).grid
    window.commands.actions["release"].trigger()
    qtbot.keyClick(grid, Qt.Key.Key_Left)
    assert window.session.selection.pinned == (31, 94)
    for _ in range(6):
        qtbot.keyClick(grid, Qt.Key.Key_Plus)
    left, right = grid.view_of("score").viewRange()[0]
    assert right - left < 40
    for _ in range(40):
        qtbot.keyClick(grid, Qt.Key.Key_Left)

    left, right = grid.view_of("score").viewRange()[0]
    assert left <= 54 <= right


def test_closing_while_busy_leaves_nothing(qtbot: QtBot, make_window: MakeWindow) -> None:
    """A window can be closed in the middle of a long reading; what is asked after that is ignored."""
    window = make_window()
    window.session.set_text("one two three four five six seven eight nine ten " * 20_000)
    window.close()
    window.session.ask()

    assert not window.isVisible()


def test_usable_at_1280x800(window: MainWindow) -> None:
    """At 1280 x 800 nothing of the toolbar is cut off, and each map is at least 150 pixels wide."""
    assert (window.width(), window.height()) == (1280, 800)
    assert window.toolbar.sizeHint().width() <= 1280
    inside = QRect(QPoint(0, 0), window.size())
    for name in ("content", "attention"):
        assert window.tabs.of(TermsPage).grid.view_of(name).width() >= 150
    for button in window.toolbar.findChildren(QToolButton):
        if button.isVisible():
            assert inside.contains(QRect(button.mapTo(window, QPoint(0, 0)), button.size()))


def test_layout_and_theme_survive_a_restart(make_window: MakeWindow) -> None:
    """A window opened after another has its height, its docks and its theme."""
    first = make_window("some text", wait=False)
    first.set_theme("dark")
    first.resize(1100, 650)
    first.commands.actions["dock_heads"].trigger()
    first.close()

    second = make_window("some text", wait=False)

    assert second.height() == 650
    assert not second.heads_map.isVisible()
    assert second.text_dock.isVisible()
    assert colours().palette is DARK
