"""Pictures that bring back what they show, and figures on paper."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PIL import Image, PngImagePlugin
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QFileDialog
from pytestqt.qtbot import QtBot

import relviz
from relviz.app.engine.models import Options
from relviz.app.projects.picture import settings_text
from relviz.app.projects.project import Project
from relviz.core.reading.look import look_at
from relviz.core.reading.reading import read
from relviz.figure.colours.palette import LIGHT
from relviz.figure.views.term_view import TermView
from relviz.figure.views.terms import terms_figure
from relviz.figure.writing.write import render
from relviz.ui.pages.memory import MemoryPage
from relviz.ui.window.main_window import MainWindow
from tests.ui.conftest import MakeWindow

TEXT = "Alice saw the white rabbit run. The rabbit saw Alice, and ran on and on. " * 2
OTHER = "Nobody here is a rabbit, and nobody runs; it rains all day and they read. " * 2


def _drop(window: MainWindow, path: Path) -> None:
    """Drop a file on the window."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    left, no_key = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    window.dropEvent(QDropEvent(QPointF(20, 20), Qt.DropAction.CopyAction, mime, left, no_key))


def _export(
    qtbot: QtBot, window: MainWindow, path: Path, monkeypatch: pytest.MonkeyPatch, *, text: bool = False
) -> None:
    """Export the page in front as a small PNG."""
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *args: (str(path), ""))
    window.commands.actions["export_figure"].trigger()
    dialog = window.exports.dialog
    dialog.form.dpi.setValue(24)
    dialog.form.text.setChecked(text)
    with qtbot.waitSignal(window.exporting.saved, timeout=60_000):
        qtbot.mouseClick(dialog.export_button, Qt.MouseButton.LeftButton)
    dialog.close()


def _look_elsewhere(qtbot: QtBot, window: MainWindow) -> None:
    """Look at segment 1, layer 2, head 3 on the Memory page, with term (b) off and the attention on a log scale."""
    session = window.session
    for change in (
        lambda: session.go_to_segment(1),
        lambda: session.choose_head(2, 3),
        lambda: session.gains.toggle("position"),
    ):
        with qtbot.waitSignal(session.answered, timeout=30_000):
            change()
    session.maps.set(attention="log")
    session.selection.pin((2, 5))
    window.show_page("memory")


def _shown(window: MainWindow) -> tuple[object, ...]:
    """Return what a person sees the window to be at."""
    look, session = window.session.look, window.session
    assert look is not None
    return (
        *(look.index, look.terms.layer, look.terms.head, look.segment_length, look.memory_length),
        *(session.gains.interventions, session.maps.view, session.selection.pinned, window.page),
    )


@pytest.mark.slow
def test_a_dropped_picture_restores_what_it_shows(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Segment, head, lengths, interventions, view and page are those of the picture again, over the same text."""
    window = make_window(TEXT, segment_length=8, memory_length=16)
    _look_elsewhere(qtbot, window)
    before = _shown(window)
    _export(qtbot, window, tmp_path / "a.png", monkeypatch)
    session = window.session
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.set_options(segment_length=12)
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.gains.reset()
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.choose_head(0, 0)
    session.maps.set(attention="root")
    window.show_page("terms")
    assert _shown(window) != before

    with qtbot.waitSignal(session.answered, timeout=30_000):
        _drop(window, tmp_path / "a.png")
    assert _shown(window) == before
    assert session.text == TEXT
    assert window.tabs.currentWidget() is window.tabs.of(MemoryPage)
    assert "segment 1" in window.status.where.text()
    assert not window.message.isVisible()


def test_over_another_text_settings_are_restored_and_it_is_said(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture without its text, dropped over another, keeps this one and says so; what can be restored is."""
    window = make_window(TEXT, segment_length=8, memory_length=16)
    _look_elsewhere(qtbot, window)
    _export(qtbot, window, tmp_path / "a.png", monkeypatch)
    session = window.session
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.set_text(OTHER)
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.choose_head(0, 0)
    with qtbot.waitSignal(session.answered, timeout=30_000):
        _drop(window, tmp_path / "a.png")

    assert session.text == OTHER
    assert session.look is not None
    assert (session.look.terms.layer, session.look.terms.head, session.look.index) == (2, 3, 1)
    assert session.maps.view == TermView(attention="log")
    assert window.message.isVisible()
    assert "a.png is of another text" in window.message.label.text()
    with qtbot.waitSignal(session.answered, timeout=30_000):
        session.go_to_segment(0)
    assert not window.message.isVisible()


def test_with_its_text_a_picture_restores_that_too(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text that was put into the picture is read again, and no word is said."""
    window = make_window(TEXT, segment_length=8, memory_length=16)
    _export(qtbot, window, tmp_path / "a.png", monkeypatch, text=True)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        window.session.set_text(OTHER)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        _drop(window, tmp_path / "a.png")
    assert window.session.text == TEXT
    assert window.text_dock.edit.toPlainText() == TEXT
    assert not window.message.isVisible()


def test_a_foreign_picture_changes_nothing(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    """Somebody else's PNG, and one whose settings are damaged, are said in the bar, and what was shown stays."""
    window = make_window(TEXT, segment_length=8, memory_length=16)
    before = _shown(window)
    Image.new("RGB", (9, 9)).save(tmp_path / "holiday.png")
    damaged = PngImagePlugin.PngInfo()
    damaged.add_text("relviz", json.dumps({"format": "relviz project", "version": 1, "layer": "many"}))
    Image.new("RGB", (9, 9)).save(tmp_path / "damaged.png", pnginfo=damaged)
    for name, sentence in (("holiday.png", "has no settings of relviz"), ("damaged.png", "layer must be")):
        _drop(window, tmp_path / name)
        assert window.message.isVisible()
        assert name in window.message.label.text()
        assert sentence in window.message.label.text()
        assert _shown(window) == before
        assert window.session.text == TEXT


def test_a_picture_for_another_model_falls_back(qtbot: QtBot, make_window: MakeWindow, tmp_path: Path) -> None:
    """A picture of a model that is not here says so, and what was shown before stays."""
    window = make_window(TEXT, segment_length=8, memory_length=16)
    before = _shown(window)
    told = PngImagePlugin.PngInfo()
    told.add_text("relviz", json.dumps({"format": "relviz project", "version": 1, "model": "nobody/nothing"}))
    Image.new("RGB", (9, 9)).save(tmp_path / "a.png", pnginfo=told)
    with qtbot.waitSignal(window.looker.failed, timeout=30_000):
        _drop(window, tmp_path / "a.png")
    assert window.message.isVisible()
    assert "nobody/nothing" in window.message.label.text()
    assert _shown(window) == before


@pytest.mark.slow
def test_a_figure_from_the_command_line_restores_where_reading_began(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path
) -> None:
    """Drawn with ``--start 5``, a figure brings back its segment of a reading that begins with token 5."""
    window = make_window(TEXT, segment_length=8, memory_length=16)
    reading = read(relviz.load_model("en-small"), TEXT, segment_length=8, memory_length=16, start=5)
    figure = terms_figure(look_at(reading.step(2), 1, 2))
    (tmp_path / "a.png").write_bytes(render(figure, LIGHT, "png", dpi=24))
    _drop(window, tmp_path / "a.png")
    session = window.session
    qtbot.waitUntil(lambda: session.look is not None and session.look.first == 5, timeout=30_000)
    look = session.look
    assert look is not None
    assert (look.index, look.start, look.terms.layer, look.terms.head) == (2, 5 + 16, 1, 2)


@pytest.mark.parametrize("same", [True, False], ids=["same weights", "other weights"])
def test_a_picture_of_other_weights_is_told_of(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, same: bool
) -> None:
    """A picture of a model of this name whose weights were others says so; one of these very weights says nothing."""
    window = make_window(TEXT, segment_length=8, memory_length=16)
    digest = relviz.load_model("en-small").sha256 if same else "0" * 64
    project = Project(Options("en-small", 8, 16, device="cpu"), TEXT, layer=1)
    told = PngImagePlugin.PngInfo()
    told.add_itxt("relviz", settings_text(project, {"model": "en-small", "sha256": digest}, text=False))
    Image.new("RGB", (9, 9)).save(tmp_path / "a.png", pnginfo=told)
    with qtbot.waitSignal(window.session.answered, timeout=30_000):
        _drop(window, tmp_path / "a.png")
    assert window.message.isVisible() == (not same)
    if not same:
        assert "a.png is of a model en-small with other weights" in window.message.label.text()


@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
def test_printing_fits_the_page(
    qtbot: QtBot, make_window: MakeWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, orientation: str
) -> None:
    """Ctrl+P prints the page in front as vectors on one sheet, laid out for the paper, in light colours."""
    from PySide6.QtGui import QPageLayout, QPageSize

    window = make_window(TEXT, segment_length=8, memory_length=16)
    window.set_theme("dark")

    def accept(dialog: QPrintDialog) -> None:
        printer = dialog.printer()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "page.pdf"))
        printer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
        printer.setPageOrientation(getattr(QPageLayout.Orientation, orientation.capitalize()))
        dialog.done(QPrintDialog.DialogCode.Accepted.value)  # accept would take over what its fields say

    monkeypatch.setattr(QDialog, "open", accept)
    window.activateWindow()
    with qtbot.waitSignal(window.exports.printing.printed, timeout=30_000):
        qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)

    data = (tmp_path / "page.pdf").read_bytes()
    box = re.search(rb"/MediaBox \[0 0 (\d+)[\d.]* (\d+)", data)
    assert box is not None
    assert (int(box[1]) > int(box[2])) == (orientation == "landscape")
    assert len(re.findall(rb"/Type /Page\b", data)) == 1
    assert b"/Font" in data  # letters are letters, not pixels
    assert b"/DCTDecode" not in data  # and cells are not smeared


def test_nothing_is_printed_if_the_dialog_is_left(qtbot: QtBot, make_window: MakeWindow) -> None:
    """Cancel in the print dialog prints nothing and leaves no dialog behind."""
    window = make_window(TEXT, segment_length=8, memory_length=16)
    printed: list[None] = []
    window.exports.printing.printed.connect(lambda: printed.append(None))
    window.commands.actions["print"].trigger()
    dialog = window.findChild(QPrintDialog)
    assert isinstance(dialog, QPrintDialog)
    assert dialog.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not printed
    assert window.findChild(QPrintDialog) is None
