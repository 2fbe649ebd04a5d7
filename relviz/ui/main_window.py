"""The window: text on the left, pages in the middle, heads on the right, segments below."""

from __future__ import annotations

import logging
import sys
import threading
import traceback
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLabel,
    QMainWindow,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from relviz.app.actions import VIEW
from relviz.app.engine import Engine, Request
from relviz.app.runner import LatestRunner, Runner
from relviz.app.session import Session
from relviz.app.settings import LAYOUT_VERSION, Settings, ThemeChoice
from relviz.app.theme import palette_for, qt_palette, style_sheet
from relviz.errors import RelvizError
from relviz.ui.commands import Commands
from relviz.ui.files import Files
from relviz.ui.heads_map import HeadsMap
from relviz.ui.message_bar import MessageBar
from relviz.ui.pages.encoding_page import EncodingPage
from relviz.ui.pages.memory_page import MemoryPage
from relviz.ui.pages.terms_page import TermsPage
from relviz.ui.player import Player
from relviz.ui.status_line import StatusLine
from relviz.ui.text_dock import TextDock
from relviz.ui.timeline import Timeline
from relviz.ui.toolbar import Toolbar

if TYPE_CHECKING:
    from types import TracebackType

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from relviz.app.options import Options
    from relviz.checkpoints.hub import Snapshot
    from relviz.figure.palette import Palette

PAGES = ("terms", "memory", "encoding")

log = logging.getLogger(__name__)


class MainWindow(QMainWindow):
    """One window on one text. Its session holds the state; this class only puts views around it."""

    _unexpected = Signal(object)

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
        self.exporter = Runner(self._executor, self)
        self._fetching = ThreadPoolExecutor(max_workers=1, thread_name_prefix="fetch")
        self.fetcher = LatestRunner(self._fetching, self)
        self.commands = Commands(self)
        self.files = Files(self.session, self._engine, self.exporter, self.fetcher, settings, self)
        self.player = Player(self.session, self.looker, self.commands.actions["play"], self)
        self._build()
        self._connect()
        self._apply_theme(settings.theme)
        self._restore_layout()
        self._refresh()

    # Building

    def _build(self) -> None:
        self.toolbar = Toolbar(self.session, self.commands.actions, self)
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
        self.status = StatusLine((self.looker, self.exporter, self.fetcher), self)
        self.setStatusBar(self.status)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea, width: int) -> None:
        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        self.addDockWidget(area, dock)
        self.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        self.commands.add(f"dock_{name}", VIEW, dock.toggleViewAction())

    def _connect(self) -> None:
        session, looker = self.session, self.looker
        session.asked.connect(self._on_asked)
        session.answered.connect(self._on_answered)
        looker.done.connect(session.answer)
        looker.failed.connect(self._on_failed)
        self._unexpected.connect(self._on_failed)
        looker.failed.connect(self._on_look_failed)
        looker.cancelled.connect(self._on_look_cancelled)
        for runner in (looker, self.exporter, self.fetcher):
            runner.cancelled.connect(self._on_cancelled)
        session.text_changed.connect(self._refresh)
        session.restored.connect(self._refresh)
        session.view_changed.connect(self._refresh)
        self.files.failed.connect(self._on_failed)
        self.files.saved.connect(self._on_saved)
        self.files.fetched.connect(self._on_fetched)
        self.text_dock.edit.dropped.connect(self.files.open)

    def catch_exceptions(self) -> None:
        """Show what nobody caught, from whichever thread, in the message bar as well as on standard error."""

        def on_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
            sys.__excepthook__(kind, error, trace)
            if isinstance(error, Exception):
                self._unexpected.emit(error)

        def on_thread_exception(caught: threading.ExceptHookArgs) -> None:
            if caught.exc_value is not None:
                on_exception(caught.exc_type, caught.exc_value, caught.exc_traceback)

        sys.excepthook = on_exception
        threading.excepthook = on_thread_exception

    def start(self) -> None:
        """Ask for the first picture; called once the window is on the screen."""
        self.terms_page.grid.setFocus()
        self.session.ask()

    # Work

    def _on_asked(self, request: Request) -> None:
        self.looker.submit(partial(self._engine.look, request))

    def _on_look_failed(self, error: Exception) -> None:
        self.session.restore(text=False)

    def _on_look_cancelled(self) -> None:
        self.session.restore(text=True)

    def _on_failed(self, error: Exception) -> None:
        """Say what went wrong; what was shown before stays."""
        self.player.stop()
        details = "".join(traceback.format_exception(error))
        if isinstance(error, RelvizError):
            self.message.say(str(error))
        else:
            log.error("unexpected error", exc_info=error)
            self.message.say(self.tr("Something unexpected went wrong: {0}").format(error), details)
        self._refresh()

    def _on_cancelled(self) -> None:
        self.player.stop()
        self.statusBar().showMessage(self.tr("Cancelled."), 3000)

    def _on_saved(self, path: object) -> None:
        self.statusBar().showMessage(self.tr("Saved {0}").format(path), 5000)

    def _on_fetched(self, snapshot: Snapshot) -> None:
        text = self.tr("{0} is in the cache, at commit {1}")
        self.statusBar().showMessage(text.format(snapshot.repo, snapshot.commit[:12]), 10_000)

    # What is shown around the pages

    def _on_answered(self) -> None:
        """A picture came: what was complained about before is over."""
        self.message.hide()
        self._refresh()

    def _refresh(self) -> None:
        """Bring title, actions and status line up to date."""
        session = self.session
        source = session.source.name if session.source else self.tr("text")
        self.setWindowTitle(f"{source} – relviz")
        ready = session.response is not None
        for name in ("back", "step", "play", "first", "last", "export_figure", "export_data", "copy_figure"):
            self.commands.actions[name].setEnabled(ready)
        self.commands.actions["shared_scale"].setChecked(session.shared_scale)
        self.commands.actions["interleaved"].setChecked(session.interleaved)
        if session.response is None:
            if self.message.isVisible():
                self.status.where.setText("")
            return
        look = session.response.look
        for name in ("back", "first"):
            self.commands.actions[name].setEnabled(look.index > 0)
        for name in ("step", "last", "play"):
            self.commands.actions[name].setEnabled(not session.at_end)
        self.commands.actions["zero_memory"].setChecked(session.response.initial_memory == "zeros")
        self.status.show_response(session.response)

    def current_page(self) -> TermsPage | MemoryPage | EncodingPage:
        """Return the page in front."""
        return self.pages[self.tabs.currentIndex()]

    def show_page(self, name: str) -> None:
        """Bring a page to the front by its name, ``terms``, ``memory`` or ``encoding``."""
        self.tabs.setCurrentIndex(PAGES.index(name))

    def _apply_theme(self, choice: ThemeChoice) -> None:
        self._palette = palette_for(choice)
        self.commands.actions[f"theme_{choice}"].setChecked(True)
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
            self.files.open(files[0])
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
        self.player.stop()
        self.text_dock.stop()
        for runner in (self.looker, self.exporter, self.fetcher):
            runner.stop()
        for executor in (self._executor, self._fetching):
            executor.shutdown(wait=True, cancel_futures=True)
        super().closeEvent(event)

    def _restore_layout(self) -> None:
        if not self._settings.geometry.isEmpty():
            self.restoreGeometry(self._settings.geometry)
        if not self._settings.layout.isEmpty():
            self.restoreState(self._settings.layout, LAYOUT_VERSION)
