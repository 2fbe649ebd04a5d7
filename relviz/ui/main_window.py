"""The window: text on the left, pages in the middle, heads on the right, segments below."""

from __future__ import annotations

import logging
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLabel,
    QMainWindow,
    QMessageBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from relviz import __version__
from relviz.app.actions import ACTIONS, MENUS, VIEW, ActionSpec
from relviz.app.engine import Engine, Request
from relviz.app.runner import LatestRunner
from relviz.app.session import Session
from relviz.app.settings import LAYOUT_VERSION, Settings, ThemeChoice
from relviz.app.theme import palette_for, qt_palette, style_sheet
from relviz.errors import RelvizError
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

    from relviz.app.options import Options
    from relviz.figure.palette import Palette

CONTEXT = "Actions"
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
        self.exporter = LatestRunner(self._executor, self)
        self.actions_by_name = self._make_actions()
        self.files = Files(self.session, self._engine, self.exporter, settings, self)
        self.player = Player(self.session, self.looker, self.actions_by_name["play"], self)
        self._build()
        self._connect()
        self._apply_theme(settings.theme)
        self._restore_layout()
        self._refresh()

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
        self.status = StatusLine((self.looker, self.exporter), self)
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
        toggle = dock.toggleViewAction()
        toggle.setObjectName(f"dock_{name}")
        self.menus[VIEW].addAction(toggle)
        self.actions_by_name[toggle.objectName()] = toggle

    def _connect(self) -> None:
        session, looker = self.session, self.looker
        session.asked.connect(self._on_asked)
        session.answered.connect(self._on_answered)
        looker.done.connect(session.answer)
        looker.failed.connect(self._on_failed)
        self._unexpected.connect(self._on_failed)
        looker.cancelled.connect(self._on_cancelled)
        self.files.failed.connect(self._on_failed)
        self.files.saved.connect(self._on_saved)
        self.text_dock.edit.dropped.connect(self.files.open)

    def catch_exceptions(self) -> None:
        """Show what nobody caught, from whichever thread, in the message bar as well as on standard error."""

        def on_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
            sys.__excepthook__(kind, error, trace)
            if isinstance(error, Exception):
                self._unexpected.emit(error)

        sys.excepthook = on_exception

    def start(self) -> None:
        """Ask for the first picture; called once the window is on the screen."""
        self.terms_page.grid.setFocus()
        self.session.ask()

    # Work

    def _on_asked(self, request: Request) -> None:
        self.looker.submit(partial(self._engine.look, request))

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
            self.actions_by_name[name].setEnabled(ready)
        self.actions_by_name["zero_memory"].setChecked(session.options.initial_memory == "zeros")
        if session.response is None:
            if self.message.isVisible():
                self.status.where.setText("")
            return
        look = session.response.look
        for name in ("back", "first"):
            self.actions_by_name[name].setEnabled(look.index > 0)
        for name in ("step", "last", "play"):
            self.actions_by_name[name].setEnabled(not session.at_end)
        self.status.show_response(session.response)

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

    # Commands, one a row of the table in app/actions.py

    def on_open_text(self) -> None:
        """Open a text file."""
        self.files.ask_text()

    def on_paste_text(self) -> None:
        """Read what is on the clipboard in place of the text."""
        text = QGuiApplication.clipboard().text()
        if text:
            self.session.set_text(text)
        else:
            self.message.say(self.tr("There is no text on the clipboard: copy some first."))

    def on_export_figure(self) -> None:
        """Save the page in front."""
        if figure := self.current_page().figure():
            self.files.ask_figure(figure, self._palette)

    def on_export_data(self) -> None:
        """Save the numbers."""
        self.files.ask_data()

    def on_copy_figure(self) -> None:
        """Put the page in front on the clipboard, as a picture."""
        if figure := self.current_page().figure():
            self.files.copy_figure(figure, self._palette)

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
        self.player.stop()
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
        self.player.play(on)

    def on_zero_memory(self, on: bool) -> None:
        """Start with zero vectors in memory, or with none."""
        self.session.set_options(initial_memory="zeros" if on else "empty")

    def on_release(self) -> None:
        """Release the pinned cell."""
        self.session.pin(None)

    def on_open_model(self) -> None:
        """Open a model folder."""
        self.files.ask_model()

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
        self.looker.cancel()
        self.exporter.cancel()
        self._executor.shutdown(wait=True, cancel_futures=True)
        super().closeEvent(event)

    def _restore_layout(self) -> None:
        if not self._settings.geometry.isEmpty():
            self.restoreGeometry(self._settings.geometry)
        if not self._settings.layout.isEmpty():
            self.restoreState(self._settings.layout, LAYOUT_VERSION)
