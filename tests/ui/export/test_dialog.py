"""The export dialog, used as a person would, and the files that come of it, read by others' readers."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QComboBox, QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

import relviz
from relviz.app.words.translation import set_language
from relviz.figure.colours.palette import DARK
from relviz.figure.drawing.grid import layout
from relviz.ui.export.dialog import ExportDialog
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

SHORT = "Alice saw the white rabbit run. The rabbit saw Alice, and ran on and on. " * 2


@pytest.fixture
def small(make_window: MakeWindow) -> MainWindow:
    """A window on a short text in a few small segments."""
    return make_window(SHORT, segment_length=8, memory_length=16)


def _open(qtbot: QtBot, window: MainWindow) -> ExportDialog:
    """Press Ctrl+E and wait for the preview."""
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    dialog = window.exports.dialog
    qtbot.waitUntil(lambda: dialog.preview.image is not None, timeout=30_000)
    return dialog


def _choose(qtbot: QtBot, box: QComboBox, value: str) -> None:
    """Go to an entry with the arrow keys, as a keyboard user does."""
    box.setFocus()
    while box.currentIndex() > box.findData(value):
        qtbot.keyClick(box, Qt.Key.Key_Up)
    while box.currentIndex() < box.findData(value):
        qtbot.keyClick(box, Qt.Key.Key_Down)


def _export(qtbot: QtBot, window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Click Export, choose the place, and wait for the file."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *args: str(path))
    with qtbot.waitSignal(window.exporting.saved, timeout=60_000):
        qtbot.mouseClick(window.exports.dialog.export_button, Qt.MouseButton.LeftButton)


def _pixels(path: Path) -> np.ndarray:
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"))


@pytest.mark.parametrize("page", ["terms", "memory", "encoding", "profiles", "predictions"])
def test_a_page_goes_into_a_file_as_it_is_seen(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    """Every page is exported by Ctrl+E and a click, with the line that says where its numbers come from."""
    small.show_page(page)
    dialog = _open(qtbot, small)
    _choose(qtbot, dialog.form.format, "svg")
    _export(qtbot, small, tmp_path / "figure.svg", monkeypatch)

    written = "".join(ET.parse(tmp_path / "figure.svg").getroot().itertext())
    assert "en-small" in written
    assert "segment 2 of" in written


def _level_texts(path: Path) -> list[tuple[float, float, str]]:
    """Return the texts of an SVG file that are not turned, from the top, each with its place."""
    found = []
    for group in ET.parse(path).iter("{http://www.w3.org/2000/svg}g"):
        for text in group.findall("{http://www.w3.org/2000/svg}text"):
            moved = [float(number) for number in re.findall(r"[-\d.e]+", group.get("transform", "")[len("matrix(") :])]
            if moved[1] == 0:
                x, y = (moved[0] * float(text.get(name, "0")) + by for name, by in (("x", moved[4]), ("y", moved[5])))
                found.append((y, x, text.text or ""))
    return [(x, y, text) for y, x, text in sorted(found)]


@pytest.mark.slow
def test_a_and_b_are_in_the_file_where_they_are_on_the_screen(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A is left of B, each with its letter over it and on its axes, its own tokens beside it, and its own cells."""
    with qtbot.waitSignal(small.session.answered, timeout=30_000):
        small.session.go_to_segment(3)
    small.commands.actions["pin_a"].trigger()
    with qtbot.waitSignal(small.session.answered, timeout=30_000):
        small.session.choose_head(3, 1)
    with qtbot.waitSignal(small.session.answered, timeout=30_000):
        small.session.go_to_segment(2)
    small.commands.actions["compare_beside"].trigger()
    dialog = _open(qtbot, small)
    qtbot.mouseClick(dialog.form.caption, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.form.caption.height() // 2))
    _export(qtbot, small, tmp_path / "both.png", monkeypatch)
    _choose(qtbot, dialog.form.format, "svg")
    _export(qtbot, small, tmp_path / "both.svg", monkeypatch)

    reading = relviz.read(relviz.load_model("en-small"), SHORT, segment_length=8, memory_length=16)
    a, b = reading.step(3), reading.step(2)
    texts = _level_texts(tmp_path / "both.svg")
    middle = next(x for x, _, text in texts if text == "B · attention") - 100
    written = " ".join(ET.parse(tmp_path / "both.svg").getroot().itertext())
    for letter, step, over in (
        ("A", a, "segment 3, layer 0, head 0"),
        ("B", b, "segment 2, layer 3, head 1, same scale"),
    ):
        own = [text for x, _, text in texts if (x >= middle) == (letter == "B")]
        assert [*filter({f"{side} · attention" for side in "AB"}.__contains__, own)] == [f"{letter} · attention"]
        assert over in own
        assert f"{letter} · key" in own
        assert f"{letter} · query, this segment" in written  # turned
        assert [text for text in own if text in {*a.query_tokens, *b.query_tokens}] == step.query_tokens

    figure = small.current_page().figure()
    assert figure is not None
    boxes = layout(replace(figure, caption=""), QRectF(0, 0, *figure.size)).boxes[0]
    picture = _pixels(tmp_path / "both.png") @ np.array([0.299, 0.587, 0.114])
    scale = picture.shape[1] / figure.size[0]
    for box, terms in zip(boxes, (a.terms(0, 0), b.terms(3, 1)), strict=True):
        rows, columns = np.nonzero(terms.mask)
        size = box.panel.values.shape  # type: ignore[union-attr] # both are maps
        columns = columns + size[1] - terms.mask.shape[1]
        ys = scale * (box.plot.top() + (rows + 0.3) / size[0] * box.plot.height())
        xs = scale * (box.plot.left() + (columns + 0.3) / size[1] * box.plot.width())
        bright = picture[ys.astype(int), xs.astype(int)]
        assert np.corrcoef(bright, np.sqrt(terms.attention[terms.mask]))[0, 1] > 0.95


def test_what_is_chosen_stands_in_one_column(qtbot: QtBot, small: MainWindow) -> None:
    """Numbers begin below the words of the lists, and neither touches a border."""
    form = _open(qtbot, small).form
    picture = form.grab().toImage()
    starts = [_first_ink(picture, box.geometry()) for box in (form.kind, form.width_box, form.dpi, form.theme)]

    assert max(starts) - min(starts) <= 2  # letters and digits have margins of their own
    assert min(starts) - form.kind.x() >= 6


def _first_ink(picture: QImage, box: QRect) -> int:
    """Return where the first letter in a box begins."""
    inside = box.adjusted(3, 6, -3, -6)
    return next(
        x
        for x in range(inside.left(), inside.right())
        if any(picture.pixelColor(x, y).lightness() < 110 for y in range(inside.top(), inside.bottom()))
    )


def test_size_and_resolution_are_those_asked_for(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10 x 8 cm at 300 dpi are 1,181 x 945 pixels; the dialog says so before, and the file's readers agree."""
    dialog = _open(qtbot, small)
    _choose(qtbot, dialog.form.length, "mm")
    for box, side in ((dialog.form.width_box, "100"), (dialog.form.height_box, "80"), (dialog.form.dpi, "300")):
        box.setFocus()
        box.selectAll()
        qtbot.keyClicks(box, side)
        qtbot.keyClick(box, Qt.Key.Key_Tab)

    assert "1,181 × 944 pixels, 100 × 80 mm" in dialog.size_label.text()
    _export(qtbot, small, tmp_path / "figure.png", monkeypatch)
    with Image.open(tmp_path / "figure.png") as picture:
        assert picture.size == (1181, 944)
        assert picture.info["dpi"] == pytest.approx((300, 300), abs=0.05)


def test_a_pdf_is_one_page_of_the_figure_s_size(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """1440 x 900 px of 1/96 inch are 1080 x 675 points; a PDF has no resolution to choose."""
    dialog = _open(qtbot, small)
    _choose(qtbot, dialog.form.format, "pdf")
    assert not dialog.form.dpi.isEnabled()
    assert dialog.size_label.text() == "381 × 238 mm"
    _export(qtbot, small, tmp_path / "figure.pdf", monkeypatch)
    data = (tmp_path / "figure.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert re.findall(rb"/MediaBox \[([\d. ]+)\]", data) == [b"0 0 1080.000000 675.000000"]


def test_title_labels_caption_and_theme_can_be_chosen(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A title of one's own is written, tokens and the line below are left out when switched off, and dark is dark."""
    dialog = _open(qtbot, small)
    _choose(qtbot, dialog.form.format, "svg")
    _choose(qtbot, dialog.form.theme, "dark")
    qtbot.keyClicks(dialog.form.title, "Where a head looks")
    assert small.session.look is not None
    token = next(label for label in small.session.look.query_tokens if len(label) > 3)
    _export(qtbot, small, tmp_path / "with.svg", monkeypatch)
    for switch in (dialog.form.labels, dialog.form.caption):
        qtbot.mouseClick(switch, Qt.MouseButton.LeftButton, pos=QPoint(8, switch.height() // 2))
    _export(qtbot, small, tmp_path / "without.svg", monkeypatch)

    texts = {
        name: [element.text for element in ET.parse(tmp_path / f"{name}.svg").iter() if element.tag.endswith("}text")]
        for name in ("with", "without")
    }
    assert all("Where a head looks" in told for told in texts.values())
    assert token in texts["with"]
    assert token not in texts["without"]
    assert any("T = 8" in (line or "") for line in texts["with"])
    assert not any("T = 8" in (line or "") for line in texts["without"])
    assert DARK.paper in (tmp_path / "with.svg").read_text()


def test_the_terms_alone_and_all_heads_of_the_layer(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever page is in front, the four terms, and every head of the layer, can be had on a sheet."""
    small.show_page("memory")
    dialog = _open(qtbot, small)
    _choose(qtbot, dialog.form.format, "svg")
    told = {}
    for kind in ("four_terms", "layer_heads"):
        _choose(qtbot, dialog.form.kind, kind)
        _export(qtbot, small, tmp_path / f"{kind}.svg", monkeypatch)
        told[kind] = "\n".join(ET.parse(tmp_path / f"{kind}.svg").getroot().itertext())

    for title in ("a  content", "b  position", "c  content bias", "d  position bias"):
        assert title in told["four_terms"]
    assert "softmax" not in told["four_terms"]
    for head in range(6):
        assert f"head {head}" in told["layer_heads"]


def test_one_file_a_segment(qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every segment gets a file of its own; that of the one on the screen is the picture exported alone."""
    dialog = _open(qtbot, small)
    dialog.form.dpi.setValue(48)
    _export(qtbot, small, tmp_path / "alone.png", monkeypatch)
    _choose(qtbot, dialog.form.spread, "files")
    folder = tmp_path / "all"
    folder.mkdir()
    _export(qtbot, small, folder, monkeypatch)

    assert small.session.look is not None
    count = small.session.look.segments
    assert sorted(path.name for path in folder.iterdir()) == [f"terms_s{n:03}.png" for n in range(count)]
    np.testing.assert_array_equal(_pixels(folder / "terms_s002.png"), _pixels(tmp_path / "alone.png"))
    assert not np.array_equal(_pixels(folder / "terms_s003.png"), _pixels(tmp_path / "alone.png"))


def test_files_that_are_there_are_replaced_only_if_asked(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before several files are replaced the dialog asks; Escape leaves them as they are, Replace does not."""
    dialog = _open(qtbot, small)
    dialog.form.dpi.setValue(24)
    _choose(qtbot, dialog.form.spread, "files")
    folder = tmp_path / "all"
    folder.mkdir()
    (folder / "terms_s001.png").write_text("mine")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *args: str(folder))
    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    box = dialog.findChild(QMessageBox)
    assert isinstance(box, QMessageBox)
    assert "1 of the" in box.text()
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert [path.name for path in folder.iterdir()] == ["terms_s001.png"]

    qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    again = next(one for one in dialog.findChildren(QMessageBox) if one.isVisible())
    replace = next(button for button in again.findChildren(QPushButton) if "Replace" in button.text())
    with qtbot.waitSignal(small.exporting.saved, timeout=60_000):
        qtbot.mouseClick(replace, Qt.MouseButton.LeftButton)
    assert small.session.look is not None
    assert len(list(folder.iterdir())) == small.session.look.segments
    assert (folder / "terms_s001.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("kind", ["gif", "apng"])
def test_an_animation_goes_through_the_segments(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A GIF or animated PNG has a frame a segment, each for as long as was asked, over and over."""
    dialog = _open(qtbot, small)
    dialog.form.dpi.setValue(48)
    _export(qtbot, small, tmp_path / "alone.png", monkeypatch)
    _choose(qtbot, dialog.form.spread, "animation")
    _choose(qtbot, dialog.form.format, kind)
    dialog.form.duration.setValue(340)
    _export(qtbot, small, tmp_path / f"all.{kind}", monkeypatch)

    assert small.session.look is not None
    with Image.open(tmp_path / f"all.{kind}") as moving:
        assert getattr(moving, "n_frames", 1) == small.session.look.segments
        moving.seek(2)
        assert moving.info["duration"] == 340
        frame = np.asarray(moving.convert("RGB"))
    apart = np.abs(frame.astype(int) - _pixels(tmp_path / "alone.png"))
    assert apart.mean() < (1.5 if kind == "gif" else 1e-9)  # 256 colours are not all, but close to them


def test_a_sequence_can_be_cancelled(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cancel ends an animation, and no file is there."""
    dialog = _open(qtbot, small)
    _choose(qtbot, dialog.form.spread, "animation")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "all.gif"), ""))
    with qtbot.waitSignal(small.exporting.cancelled, timeout=60_000):
        qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
        small.status.cancel_button.click()
    assert not (tmp_path / "all.gif").exists()


def test_the_window_goes_on_while_a_sequence_is_written(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another segment is shown while files are being written, and the files are those that were asked for."""
    dialog = _open(qtbot, small)
    dialog.form.dpi.setValue(48)
    _choose(qtbot, dialog.form.spread, "files")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *args: str(tmp_path))
    told: list[str] = []
    small.exporting.saved.connect(lambda _: told.append("saved"))
    small.session.answered.connect(lambda _: told.append("shown"))
    with qtbot.waitSignal(small.exporting.saved, timeout=60_000):
        qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
        small.session.choose_head(3, 1)
        small.session.go_to_segment(0)
    assert told == ["shown", "saved"]
    assert small.session.look is not None
    for index in range(small.session.look.segments):
        with Image.open(tmp_path / f"terms_s{index:03}.png") as picture:
            shown = json.loads(picture.info["relviz"])["shown"]
        assert (shown["segment"], shown["layer"], shown["head"]) == (index, 0, 0)


def test_a_page_of_one_segment_says_so(qtbot: QtBot, small: MainWindow, no_lab: None) -> None:
    """The Schemes page compares models on the segment shown: sequences of it cannot be chosen."""
    dialog = _open(qtbot, small)
    _choose(qtbot, dialog.form.spread, "files")
    small.show_page("schemes")
    qtbot.waitUntil(lambda: dialog.form.spread.currentData() == "one", timeout=30_000)

    qtbot.keyClick(dialog.form.spread, Qt.Key.Key_Down)
    assert dialog.form.spread.currentData() == "one"


def test_the_preview_is_the_figure_and_follows_the_window(qtbot: QtBot, small: MainWindow) -> None:
    """The preview shows what is looked at now, in the proportions of the file."""
    dialog = _open(qtbot, small)
    before = dialog.preview.image
    assert before is not None
    assert before.width() / before.height() == pytest.approx(1440 / 900, rel=0.01)
    small.show_page("encoding")
    qtbot.waitUntil(lambda: dialog.preview.image not in (None, before), timeout=30_000)
    changed = dialog.preview.image
    small.session.go_to_segment(0)
    qtbot.waitUntil(lambda: dialog.preview.image not in (None, changed), timeout=30_000)


def test_copy_puts_the_figure_of_the_dialog_on_the_clipboard(qtbot: QtBot, small: MainWindow) -> None:
    """Copy gives the very pixels that the file would have."""
    dialog = _open(qtbot, small)
    dialog.form.dpi.setValue(96)
    qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().image().width() == 1440, timeout=30_000)
    assert QGuiApplication.clipboard().image().height() == 900


def test_what_was_chosen_is_remembered_but_for_the_text(qtbot: QtBot, small: MainWindow) -> None:
    """Opened again, the dialog is as it was left; putting the text into the picture is chosen anew each time."""
    dialog = _open(qtbot, small)
    _choose(qtbot, dialog.form.kind, "layer_heads")
    dialog.form.dpi.setValue(222)
    dialog.form.text.setChecked(True)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()

    reopened = _open(qtbot, small)
    assert (reopened.form.kind.currentData(), reopened.form.dpi.value()) == ("layer_heads", 222)
    assert not reopened.form.text.isChecked()

    again = ExportDialog(small.session, small.work, small.settings, small.tabs, small)
    assert (again.form.kind.currentData(), again.form.dpi.value()) == ("layer_heads", 222)
    assert not again.form.text.isChecked()
    again.deleteLater()


def test_an_error_is_one_sentence_in_the_dialog(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A place that cannot be written is said where the button was clicked."""
    dialog = _open(qtbot, small)
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(tmp_path / "file" / "a.png"), ""))
    with qtbot.waitSignal(small.exporting.failed, timeout=30_000):
        qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    assert dialog.message.isVisible()
    assert "a.png" in dialog.message.text()


def test_the_text_is_in_the_picture_only_if_asked_for(
    qtbot: QtBot, small: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A PNG says what it shows and never the text, unless the box is ticked; the dialog says what that does."""
    dialog = _open(qtbot, small)
    dialog.form.dpi.setValue(48)
    assert "not the text" in dialog.form.about_text.text()
    _export(qtbot, small, tmp_path / "without.png", monkeypatch)
    qtbot.mouseClick(dialog.form.text, Qt.MouseButton.LeftButton, pos=QPoint(8, dialog.form.text.height() // 2))
    assert "can read the whole text" in dialog.form.about_text.text()
    _export(qtbot, small, tmp_path / "with.png", monkeypatch)

    assert b"Alice" not in (tmp_path / "without.png").read_bytes()
    with Image.open(tmp_path / "without.png") as picture:
        told = json.loads(picture.info["relviz"])
        assert picture.info["Software"].startswith("relviz")
    assert "text" not in told
    shown = told["shown"]
    assert (shown["model"], shown["segment"], shown["layer"], shown["head"]) == ("en-small", 2, 0, 0)
    assert (shown["segment_length"], shown["memory_length"]) == (8, 16)
    assert len(shown["sha256"]) == 64
    with Image.open(tmp_path / "with.png") as picture:
        assert json.loads(picture.info["relviz"])["text"] == SHORT


def test_another_language_closes_the_dialog_and_the_next_speaks_it(qtbot: QtBot, small: MainWindow) -> None:
    """The window's parts are made anew in Chinese while the dialog is open; Ctrl+E opens one in Chinese."""
    before = _open(qtbot, small)
    tabs = small.tabs
    try:
        small.commands.actions["language_zh"].trigger()
        qtbot.waitUntil(lambda: small.tabs is not tabs)
        after = _open(qtbot, small)
        assert after is not before
        assert after.windowTitle() != "Export figure"
    finally:
        set_language("en")
