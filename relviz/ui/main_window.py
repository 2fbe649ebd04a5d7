"""The window: text on the left, pages in the middle, heads on the right, segments below."""

from __future__ import annotations

import logging
import traceback
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QFileDialog,
    QLabel,
    QMainWindow,
    QMessageBox,
    QProgressBar,
    QTabWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from relviz import __version__
from relviz.app.actions import ACTIONS, MENUS, VIEW, ActionSpec
from relviz.app.engine import Engine, Request, Response
from relviz.app.runner import LatestRunner
from relviz.app.session import Session
from relviz.app.settings import LAYOUT_VERSION, Settings, ThemeChoice
from relviz.app.theme import palette_for, qt_palette, style_sheet
from relviz.core.text_file import read_text
from relviz.errors import RelvizError
from relviz.figure.write import to_image, write
from relviz.ui.heads_map import HeadsMap
from relviz.ui.message_bar import MessageBar
from relviz.ui.pages.encoding_page import EncodingPage
from relviz.ui.pages.memory_page import MemoryPage
from relviz.ui.pages.terms_page import TermsPage
from relviz.ui.text_dock import TextDock
from relviz.ui.timeline import Timeline
from relviz.ui.toolbar import Toolbar

if TYPE_CHECKING:
    from relviz.app.options import Options
    from relviz.figure.palette import Palette

PLAY_PAUSE = 700
"""Milliseconds that a segment stays while playing."""
PATIENCE = 500
"""Milliseconds after which work shows progress and a way to cancel it."""
EXPORT_DPI = 200
CONTEXT = "Actions"
PAGES = ("terms", "memory", "encoding")

log = logging.getLogger(__name__)


class MainWindow(QMainWindow):
    """One window on one text. Its session holds the state; this class only puts views around it."""

    def __init__(self, options: Options, text: str, settings: Settings) -> None:
        super().__init__()
        self.setObjectName("main")
        self.setAcceptDrops(True)
        self.resize(1280, 800)
        self._settings = settings
        self._palette = palette_for(settings.theme)
        self.session = Session(options, text, self)
        self._engine = Engine()
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="relviz")
        self.looker = LatestRunner(self._executor, self)
        self.exporter = LatestRunner(self._executor, self)
        self.actions_by_name = self._make_actions()
        self._build()
        self._connect()
        self._apply_theme(settings.theme)
        self._restore_layout()
        self._on_session_changed()

    # Building

    def _make_actions(self) -> dict[str, QAction]:
        """Make menus and actions from the table."""
        self.menus = {name: self.menuBar().addMenu(QCoreApplication.translate(CONTEXT, name)) for name in MENUS}
        groups: dict[str, QActionGroup] = {}
        actions = {}
        for spec in ACTIONS:
            if spec.separated:
                self.menus[spec.menu].addSeparator()
            action = self._make_action(spec)
            self.menus[spec.menu].addAction(action)
            if spec.group:
                group = groups.setdefault(spec.group, QActionGroup(self))
                group.addAction(action)
            actions[spec.name] = action
        return actions

    def _make_action(self, spec: ActionSpec) -> QAction:
        action = QAction(QCoreApplication.translate(CONTEXT, spec.text), self)
        action.setObjectName(spec.name)
        action.setShortcut(spec.shortcut)
        if spec.tip:
            action.setToolTip(QCoreApplication.translate(CONTEXT, spec.tip))
        action.setCheckable(spec.checkable)
        action.triggered.connect(getattr(self, f"on_{spec.name}"))
        return action

    def _build(self) -> None:
        self.toolbar = Toolbar(self.session, self.actions_by_name, self)
        self.addToolBar(self.toolbar)
        self.message = MessageBar(self)
        self.terms_page = TermsPage(self.session, self._palette, self)
        self.memory_page = MemoryPage(self.session, self._palette, self)
        self.encoding_page = EncodingPage(self.session, self._palette, self)
        self.pages = (self.terms_page, self.memory_page, self.encoding_page)
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        for page, title in zip(self.pages, (self.tr("Terms"), self.tr("Memory"), self.tr("Encoding")), strict=True):
            self.tabs.addTab(page, title)
        self.timeline = Timeline(self.session, self._palette, self)
        centre = QWidget(self)
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.message)
        layout.addWidget(self.tabs, 1)
        layout.addWidget(self.timeline)
        self.setCentralWidget(centre)
        self.text_dock = TextDock(self.session, self._palette, self)
        self.heads_map = HeadsMap(self.session, self._palette, self)
        heads = QWidget(self)
        heads_layout = QVBoxLayout(heads)
        heads_layout.setContentsMargins(6, 0, 8, 8)
        heads_layout.addWidget(self.heads_map)
        hint = QLabel(self.tr("Share of each head's attention that goes to memory, in percent."), heads)
        hint.setObjectName("muted")
        hint.setWordWrap(True)
        heads_layout.addWidget(hint)
        heads_layout.addStretch(1)
        self._dock("text", self.tr("Text"), self.text_dock, Qt.DockWidgetArea.LeftDockWidgetArea, 250)
        self._dock("heads", self.tr("Heads"), heads, Qt.DockWidgetArea.RightDockWidgetArea, 200)
        self._build_status()
        self._play_timer = QTimer(self)
        self._play_timer.setInterval(PLAY_PAUSE)
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea, width: int) -> None:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        self.addDockWidget(area, dock)
        self.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        toggle = dock.toggleViewAction()
        toggle.setObjectName(f"dock_{name}")
        self.menus[VIEW].addAction(toggle)
        self.actions_by_name[toggle.objectName()] = toggle

    def _build_status(self) -> None:
        bar = self.statusBar()
        self.where = QLabel(self)
        self.exactness = QLabel(self)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 1000)
        self.progress.setTextVisible(False)
        self.progress.setFixedWidth(160)
        self.cancel_button = QToolButton(self)
        self.cancel_button.setText(self.tr("Cancel"))
        bar.addWidget(self.where, 1)
        bar.addPermanentWidget(self.progress)
        bar.addPermanentWidget(self.cancel_button)
        bar.addPermanentWidget(self.exactness)
        self.progress.hide()
        self.cancel_button.hide()
        self.where.setText(self.tr("Loading the model…"))

    def _connect(self) -> None:
        session, looker, exporter = self.session, self.looker, self.exporter
        session.asked.connect(self._on_asked)
        session.answered.connect(self._on_session_changed)
        looker.done.connect(session.answer)
        looker.failed.connect(self._on_failed)
        looker.cancelled.connect(self._on_cancelled)
        exporter.done.connect(self._on_exported)
        exporter.failed.connect(self._on_failed)
        for runner in (looker, exporter):
            runner.busy_changed.connect(self._on_busy)
            runner.progressed.connect(self._on_progressed)
        self.cancel_button.clicked.connect(looker.cancel)
        self.cancel_button.clicked.connect(exporter.cancel)
        self._play_timer.timeout.connect(self._on_play_tick)
        self._patience.timeout.connect(self._on_patience_over)
        self.text_dock.edit.dropped.connect(self.open_file)

    def start(self) -> None:
        """Ask for the first picture; called once the window is on the screen."""
        self.terms_page.grid.setFocus()
        self.session.ask()

    # Work

    def _on_asked(self, request: Request) -> None:
        self.looker.submit(partial(self._engine.look, request))

    def _on_busy(self) -> None:
        if self.looker.busy or self.exporter.busy:
            if not self._patience.isActive() and not self.progress.isVisible():
                self.progress.setValue(0)
                self._patience.start()
            return
        self._patience.stop()
        self.progress.hide()
        self.cancel_button.hide()

    def _on_patience_over(self) -> None:
        self.progress.show()
        self.cancel_button.show()

    def _on_progressed(self, share: float) -> None:
        self.progress.setValue(round(1000 * share))

    def _on_failed(self, error: Exception) -> None:
        """Say what went wrong; what was shown before stays."""
        self._stop_playing()
        details = "".join(traceback.format_exception(error))
        if isinstance(error, RelvizError):
            self.message.say(str(error))
        else:
            log.error("unexpected error", exc_info=error)
            self.message.say(self.tr("Something unexpected went wrong: {0}").format(error), details)
        self._on_session_changed()

    def _on_cancelled(self) -> None:
        self._stop_playing()
        self.statusBar().showMessage(self.tr("Cancelled."), 3000)

    def _on_exported(self, path: Path) -> None:
        self.statusBar().showMessage(self.tr("Saved {0}").format(path), 5000)

    # What is shown around the pages

    def _on_session_changed(self) -> None:
        session = self.session
        source = session.source.name if session.source else self.tr("text")
        self.setWindowTitle(f"{source} – relviz")
        ready = session.response is not None
        for name in ("back", "step", "play", "first", "last", "export_figure", "export_data", "copy_figure"):
            self.actions_by_name[name].setEnabled(ready)
        self.actions_by_name["zero_memory"].setChecked(session.options.initial_memory == "zeros")
        if session.response is None:
            if self.message.isVisible():
                self.where.setText("")
            return
        if session.response.request.text == session.text:
            self.message.hide()
        look = session.response.look
        self.actions_by_name["back"].setEnabled(look.index > 0)
        self.actions_by_name["first"].setEnabled(look.index > 0)
        self.actions_by_name["step"].setEnabled(not session.at_end)
        self.actions_by_name["last"].setEnabled(not session.at_end)
        self.actions_by_name["play"].setEnabled(not session.at_end)
        if session.at_end:
            self._stop_playing()
        self.where.setText(self._place(session.response))
        error = look.terms.sum_error
        self.exactness.setText(self.tr("largest |a + b + c + d − score|  {0}").format(f"{error:.1e}".replace("-", "−")))

    def _place(self, response: Response) -> str:
        look = response.look
        end = look.start + len(look.query_tokens) - 1
        parts = [
            self.tr("segment {0} of 0–{1}").format(look.index, look.segments - 1),
            self.tr("tokens {0}–{1}").format(look.start, end),
            self.tr("memory {0} of {1}").format(look.terms.memory, look.memory_length),
            self.tr("{0} on {1}").format(look.model, response.device),
        ]
        segment, memory = response.trained
        if segment is not None and (response.segment_length > segment or look.memory_length > (memory or 0)):
            parts.append(self.tr("beyond the lengths trained ({0} and {1})").format(segment, memory))
        return "   ·   ".join(parts)

    def current_page(self) -> TermsPage | MemoryPage | EncodingPage:
        """Return the page in front."""
        return self.pages[self.tabs.currentIndex()]

    def show_page(self, name: str) -> None:
        """Bring a page to the front by its name, ``terms``, ``memory`` or ``encoding``."""
        self.tabs.setCurrentIndex(PAGES.index(name))

    def _apply_theme(self, choice: ThemeChoice) -> None:
        self._palette = palette_for(choice)
        self.actions_by_name[f"theme_{choice}"].setChecked(True)
        app = cast("QApplication", QApplication.instance())
        app.setPalette(qt_palette(self._palette))
        self.setStyleSheet(style_sheet(self._palette))
        for view in (*self.pages, self.timeline, self.heads_map, self.text_dock):
            view.set_palette(self._palette)

    def set_theme(self, choice: ThemeChoice) -> None:
        """Change and remember the theme."""
        self._settings.theme = choice
        self._apply_theme(choice)

    @property
    def colours(self) -> Palette:
        """The palette in use."""
        return self._palette

    # Files

    def open_file(self, path: str) -> None:
        """Open a text file, or a model folder."""
        if Path(path).is_dir():
            self.open_model_folder(path)
            return
        try:
            text = read_text(Path(path))
        except RelvizError as error:
            self.message.say(str(error))
            return
        self.session.set_text(text, Path(path))

    def open_model_folder(self, folder: str) -> None:
        """Read with the model in a folder."""
        self.session.set_options(model=folder, segment_length=None, memory_length=None)

    def export_figure(self, path: str) -> None:
        """Write the page in front to a PNG, SVG or PDF file."""
        figure = self.current_page().figure()
        if figure is None:
            return
        try:
            write(figure, Path(path), self._palette, dpi=EXPORT_DPI)
        except RelvizError as error:
            self.message.say(str(error))
            return
        self._on_exported(Path(path))

    def export_data(self, path: str) -> None:
        """Write the numbers of what is looked at to an NPZ, CSV or JSON file."""
        self.exporter.submit(partial(self._engine.export_data, self.session.request, Path(path)))

    def _ask_save(self, title: str, name: str, filters: str) -> str:
        start = str(Path(self._settings.folder) / name) if self._settings.folder else name
        path, chosen = QFileDialog.getSaveFileName(self, title, start, filters)
        if not path:
            return ""
        if not Path(path).suffix:  # the kind chosen gives the ending
            path += chosen[chosen.rindex("*") + 1 : chosen.rindex(")")]
        self._settings.folder = str(Path(path).parent)
        return path

    def _file_name(self, kind: str) -> str:
        look = self.session.look
        assert look is not None, "exports are off before the first picture"
        head = look.terms.head if look.terms.head == "mean" else f"h{look.terms.head}"
        return f"{kind}_s{look.index:03d}_l{look.terms.layer}_{head}"

    # Commands, one a row of the table in app/actions.py

    def on_open_text(self) -> None:
        """Open a text file."""
        path, _ = QFileDialog.getOpenFileName(
            self, self.tr("Open text"), self._settings.folder, self.tr("Text (*.txt *.md);;All files (*)")
        )
        if path:
            self._settings.folder = str(Path(path).parent)
            self.open_file(path)

    def on_paste_text(self) -> None:
        """Read what is on the clipboard in place of the text."""
        text = QGuiApplication.clipboard().text()
        if text:
            self.session.set_text(text)
        else:
            self.message.say(self.tr("There is no text on the clipboard: copy some first."))

    def on_export_figure(self) -> None:
        """Save the page in front."""
        figure = self.current_page().figure()
        if figure is not None:
            filters = self.tr("PNG image (*.png);;SVG drawing (*.svg);;PDF document (*.pdf)")
            if path := self._ask_save(self.tr("Export figure"), self._file_name(figure.name) + ".png", filters):
                self.export_figure(path)

    def on_export_data(self) -> None:
        """Save the numbers."""
        filters = self.tr("NumPy arrays (*.npz);;Table (*.csv);;JSON (*.json)")
        if path := self._ask_save(self.tr("Export data"), self._file_name("trace") + ".npz", filters):
            self.export_data(path)

    def on_copy_figure(self) -> None:
        """Put the page in front on the clipboard, as a picture."""
        figure = self.current_page().figure()
        if figure is not None:
            QGuiApplication.clipboard().setImage(to_image(figure, self._palette, scale=2.0))

    def on_quit(self) -> None:
        """Close the window."""
        self.close()

    def on_page_terms(self) -> None:
        """Show the Terms page."""
        self.show_page("terms")

    def on_page_memory(self) -> None:
        """Show the Memory page."""
        self.show_page("memory")

    def on_page_encoding(self) -> None:
        """Show the Encoding page."""
        self.show_page("encoding")

    def on_shared_scale(self, on: bool) -> None:
        """Give the four terms one scale, or each its own."""
        self.session.set_shared_scale(on)

    def on_interleaved(self, on: bool) -> None:
        """Change the layout of R."""
        self.session.set_interleaved(on)

    def on_reset_zoom(self) -> None:
        """Show all rows and columns of the heatmaps."""
        self.terms_page.grid.reset_zoom()

    def on_theme_system(self) -> None:
        """Follow the desktop's theme."""
        self.set_theme("system")

    def on_theme_light(self) -> None:
        """Use the light theme."""
        self.set_theme("light")

    def on_theme_dark(self) -> None:
        """Use the dark theme."""
        self.set_theme("dark")

    def on_first(self) -> None:
        """Go to the first segment."""
        self.session.go_to_segment(0)

    def on_back(self) -> None:
        """Go back one segment."""
        self._stop_playing()
        self.session.step(-1)

    def on_step(self) -> None:
        """Go forward one segment."""
        self.session.step(1)

    def on_last(self) -> None:
        """Go to the last segment."""
        if self.session.look is not None:
            self.session.go_to_segment(self.session.look.segments - 1)

    def on_play(self, on: bool) -> None:
        """Start or stop stepping by itself."""
        if on and not self.session.at_end:
            self._play_timer.start()
        else:
            self._stop_playing()

    def _on_play_tick(self) -> None:
        if not self.looker.busy:
            self.session.step(1)

    def _stop_playing(self) -> None:
        self._play_timer.stop()
        self.actions_by_name["play"].setChecked(False)

    def on_zero_memory(self, on: bool) -> None:
        """Start with zero vectors in memory, or with none."""
        self.session.set_options(initial_memory="zeros" if on else "empty")

    def on_release(self) -> None:
        """Release the pinned cell."""
        self.session.pin(None)

    def on_open_model(self) -> None:
        """Open a model folder."""
        folder = QFileDialog.getExistingDirectory(self, self.tr("Open model folder"), self._settings.folder)
        if folder:
            self.open_model_folder(folder)

    def on_about(self) -> None:
        """Say what this is."""
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(self.tr("About relviz"))
        box.setText(self.tr("relviz {0}").format(__version__))
        box.setInformativeText(
            self.tr(
                "See how a Transformer-XL pays attention across segments: the four terms of its score, live, "
                "on a text of your own (Dai et al. 2019)."
            )
        )
        box.open()

    # Qt

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take files and text dropped anywhere."""
        if event.mimeData().hasUrls() or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a dropped file or folder, or read dropped text."""
        files = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if files:
            self.open_file(files[0])
        elif event.mimeData().hasText():
            self.session.set_text(event.mimeData().text())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop when it changes its theme."""
        if event.type() == QEvent.Type.ThemeChange and self._settings.theme == "system":
            self._apply_theme("system")
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and let the worker finish."""
        self._settings.geometry = self.saveGeometry()
        self._settings.layout = self.saveState(LAYOUT_VERSION)
        self._stop_playing()
        self.looker.cancel()
        self.exporter.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)
        super().closeEvent(event)

    def _restore_layout(self) -> None:
        if not self._settings.geometry.isEmpty():
            self.restoreGeometry(self._settings.geometry)
        if not self._settings.layout.isEmpty():
            self.restoreState(self._settings.layout, LAYOUT_VERSION)
