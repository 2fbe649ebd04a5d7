"""The window: text on the left, pages in the middle, heads on the right, segments below."""

from __future__ import annotations

import logging
import sys
import threading
from functools import partial
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QMainWindow,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from relviz.app.details import details_of
from relviz.app.models import DEFAULT_MODEL
from relviz.app.settings import LAYOUT_VERSION, Settings, ThemeChoice
from relviz.app.theme import palette_for, qt_palette, style_sheet
from relviz.app.translation import language, language_of, set_language, told
from relviz.errors import RelvizError
from relviz.ui.action_states import bring_up_to_date
from relviz.ui.choice import sentence
from relviz.ui.tab_order import move_focus

if TYPE_CHECKING:
    from types import TracebackType

    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from relviz.app.autosave import Kept
    from relviz.app.engine import Request
    from relviz.app.options import Options
    from relviz.app.translation import LanguageChoice
    from relviz.checkpoints.hub import Snapshot
    from relviz.figure.palette import Palette
    from relviz.ui.pages.encoding_page import EncodingPage
    from relviz.ui.pages.memory_page import MemoryPage
    from relviz.ui.pages.predictions_page import PredictionsPage
    from relviz.ui.pages.profiles_page import ProfilesPage
    from relviz.ui.pages.schemes_page import SchemesPage
    from relviz.ui.pages.terms_page import TermsPage

PAGES = ("terms", "memory", "encoding", "profiles", "predictions", "schemes")

WAIT = 50
"""Milliseconds until another language is tried again, where a menu or a dialog is in the way."""

log = logging.getLogger(__name__)


class MainWindow(QMainWindow):
    """One window on one text. Its session holds the state; this class only puts views around it.

    Args:
        options: how the text is read.
        text: the text.
        settings: what is remembered from one start to the next.
        furnish: whether to put the views in at once; otherwise ``furnish`` does it, so that an empty frame can be on
            the screen before what fills it is loaded.

    Signals:
        new_window_asked(): the user wants another window on the same.
        reopen_asked(): the user wants the window back that was closed last.
        closed(): the window is closed, and its workers have finished.
    """

    new_window_asked = Signal()
    reopen_asked = Signal()
    closed = Signal()

    _unexpected = Signal(object)

    def __init__(self, options: Options, text: str, settings: Settings, *, furnish: bool = True) -> None:
        super().__init__()
        self._options, self._text = options, text
        self.setObjectName("main")
        self.resize(1280, 800)
        self._settings = settings
        self._furnished = False
        self._shown = (DEFAULT_MODEL, text)  # the model and the text of what is shown
        self.complaint: Exception | None = None  # what was complained about last
        self._palette = palette_for(settings.theme)
        self.setWindowTitle("relviz")
        self._colour()
        if not settings.geometry.isEmpty():
            self.restoreGeometry(settings.geometry)
        if furnish:
            self.furnish()

    # Building

    def furnish(self) -> None:
        """Put everything into the frame."""
        from relviz.ui import parts  # noqa: PLC0415 # loaded once the frame is on the screen

        self.session = parts.Session(self._options, self._text, self)
        self.session.set_pace(self._settings.pace)
        self.session.units.set(self._settings.unit)
        self._engine = parts.Engine()
        self._executor = parts.ThreadPoolExecutor(max_workers=1, thread_name_prefix="relviz")
        self.looker = parts.LatestRunner(self._executor, self)
        self.exporter = parts.Runner(self._executor, self)
        self.exporting = parts.Exporting(self._engine, self._executor, self)
        self.predictor = parts.LatestRunner(self._executor, self)
        self.measuring = parts.Measuring(self.session, self._engine, self._executor, self)
        self.profiling = parts.Profiling(self.session, self._engine, self._executor, self)
        self.predicting = parts.Predicting(self.session, self._engine, self._executor, self)
        self.comparison = parts.Comparison(self.session, self._engine, self._executor, self)
        self._fetching = parts.ThreadPoolExecutor(max_workers=1, thread_name_prefix="fetch")
        self.fetcher = parts.LatestRunner(self._fetching, self)
        self._editor = parts.TextEdit(self)
        self.restoring = parts.Restoring(self)
        self.projects = parts.Projects(self._settings, self)
        self.session.parts.add("zoom", parts.ZoomPart(self))
        self.session.parts.add("schemes", parts.SchemesPart(self))
        self.session.parts.add("heads", parts.MeasuringPart(self.measuring))
        self._connect_work()
        self.setAcceptDrops(True)
        self._put_up()

    def _put_up(self) -> None:
        """Put up the views round the session, in the language in use; what was made before them stays for good."""
        from relviz.ui import parts  # noqa: PLC0415

        self._staying = self.children()
        self.commands = parts.Commands(self)
        self.player = parts.Player(self.session, self.looker, self.commands.actions["play"], self)
        self._build()
        self._connect()
        self._furnished = True
        self._apply_theme(self._settings.theme)
        self._show_language()
        self._first_layout = self.saveState(LAYOUT_VERSION)
        if not self._settings.layout.isEmpty():
            self.restoreState(self._settings.layout, LAYOUT_VERSION)
        self._refresh()

    def _build(self) -> None:
        from relviz.ui import parts  # noqa: PLC0415

        self.files = parts.Files(self.session, self._engine, self.exporter, self.fetcher, self._settings, self)
        self.recent = parts.RecentMenu(self.files, self._settings, self)
        self.commands.menus[parts.FILE].insertMenu(self.commands.actions["paste_text"], self.recent)
        parts.OpenWindows(self.commands.menus[parts.WINDOW], self)
        self.toolbar = parts.Toolbar(self.session, self.commands.actions, self)
        self.addToolBar(self.toolbar)
        self.formula = parts.FormulaBar(self.session, self.commands.actions, self._palette, self)
        self.addToolBarBreak()
        self.addToolBar(self.formula)
        self.message = parts.MessageBar(self)
        self.terms_page = parts.TermsPage(self.session, self.comparison, self._palette, self)
        self.memory_page = parts.MemoryPage(self.session, self._palette, self)
        self.encoding_page = parts.EncodingPage(self.session, self._palette, self)
        self.profiles_page = parts.ProfilesPage(self.session, self.profiling, self._palette, self)
        self.predictions_page = parts.PredictionsPage(self.session, self.predicting, self._palette, self)
        self.schemes_page = parts.SchemesPage(self.session, self._palette, self)
        self.pages = (
            self.terms_page,
            self.memory_page,
            self.encoding_page,
            self.profiles_page,
            self.predictions_page,
            self.schemes_page,
        )
        self.tabs = QTabWidget(self)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName(self.tr("Pages"))
        titles = (
            self.tr("Terms"),
            self.tr("Memory"),
            self.tr("Encoding"),
            self.tr("Profiles"),
            self.tr("Predictions"),
            self.tr("Schemes"),
        )
        for page, title in zip(self.pages, titles, strict=True):
            self.tabs.addTab(page, title)
        self.empty = parts.EmptyState(self.session, self.looker, self.commands.actions, self.tabs)
        self.timeline = parts.Timeline(self.session, self._palette, self)
        centre = QWidget(self)
        layout = QVBoxLayout(centre)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self.restore_bar = parts.RestoreBar(self.restoring, centre)
        layout.addWidget(self.restore_bar)
        layout.addWidget(self.message)
        self.compare_strip = parts.CompareStrip(self.session, self.comparison, self.commands.actions, self.tabs, self)
        layout.addWidget(self.compare_strip)
        layout.addWidget(self.tabs, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.timeline, 1)
        self.pace_box = parts.PaceBox(self.session, self)
        foot.addWidget(self.pace_box)
        layout.addLayout(foot)
        self.setCentralWidget(centre)
        self.text_dock = parts.TextDock(self.session, self._palette, self, self._editor)
        self.heads_panel = parts.HeadsPanel(self.session, self.measuring, self._palette, self)
        self.heads_map = self.heads_panel.map
        self._dock("text", self.tr("Text"), self.text_dock, Qt.DockWidgetArea.LeftDockWidgetArea, 250)
        self._dock("heads", self.tr("Heads"), self.heads_panel, Qt.DockWidgetArea.RightDockWidgetArea, 200)
        self.inspector = parts.Inspector(self.session, self._palette, self)
        self._dock("inspector", self.tr("Inspector"), self.inspector, Qt.DockWidgetArea.RightDockWidgetArea, 200)
        docks = [cast("QDockWidget", self.findChild(QDockWidget, name)) for name in ("heads", "inspector")]
        self.resizeDocks(docks, [240, 420], Qt.Orientation.Vertical)
        looking = self.measuring.runner, self.profiling.runner, *self.predicting.runners, self.comparison.runner
        self.exports = parts.Exports(self, self._engine, self._executor)
        working = self.looker, self.exporter, self.exporting.runner, self.fetcher
        self.status = parts.StatusLine((*working, *looking), self)
        self.setStatusBar(self.status)

    def _dock(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea, width: int) -> None:
        from relviz.ui import parts  # noqa: PLC0415

        dock = QDockWidget(title, self)
        dock.setObjectName(name)
        dock.setWidget(widget)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        self.addDockWidget(area, dock)
        self.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        self.commands.add(f"dock_{name}", parts.VIEW, dock.toggleViewAction())

    def _connect_work(self) -> None:
        """Connect what stays for good with the window, once."""
        session, looker = self.session, self.looker
        session.asked.connect(self._on_asked)
        session.answered.connect(self._on_answered)
        looker.done.connect(session.answer)
        looker.failed.connect(self._on_failed)
        self.predictor.failed.connect(self._on_failed)
        self._unexpected.connect(self._on_failed)
        looker.failed.connect(self._on_look_failed)
        looker.cancelled.connect(self._on_look_cancelled)
        for runner in (looker, self.exporter, self.fetcher):
            runner.cancelled.connect(self._on_cancelled)
        session.text_changed.connect(self._refresh)
        session.restored.connect(self._refresh)
        session.view_changed.connect(self._refresh)
        self.measuring.failed.connect(self._on_failed)
        self.profiling.failed.connect(self._on_failed)
        self.predicting.failed.connect(self._on_failed)
        self.exporting.failed.connect(self._on_failed)
        self.exporting.cancelled.connect(self._on_cancelled)
        self.exporting.saved.connect(self._on_saved)
        self.comparison.failed.connect(self._on_failed)
        self.projects.failed.connect(self._on_failed)
        self.projects.saved.connect(self._on_saved)
        self.projects.named.connect(self._refresh)

    def _connect(self) -> None:
        """Connect the views, each time they are put up."""
        self.inspector.asked.connect(self._on_next_asked)
        self.predictor.done.connect(self.inspector.show_next)
        self.session.distance_changed.connect(self.status.badges.show_distance)
        self.message.taken.connect(self._on_model_taken)
        self.files.failed.connect(self._on_failed)
        self.schemes_page.failed.connect(self._on_failed)
        self.files.saved.connect(self._on_saved)
        self.files.project_asked.connect(self.projects.open)
        self.files.picture_asked.connect(self.exports.restore)
        self.exports.failed.connect(self._on_failed)
        self.exports.said.connect(self.message.say)
        self.tabs.currentChanged.connect(self.projects.touch)
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

    def start(self, kept: Kept | None = None) -> None:
        """Ask for the first picture, or for what was kept once; called once the window is on the screen."""
        self.terms_page.grid.setFocus()
        if kept is None:
            self.session.ask()
        else:
            self.projects.show(kept.project, kept.file)

    # Work

    def _on_asked(self, request: Request) -> None:
        self.predictor.cancel()
        self.looker.submit(partial(self._engine.look, request))

    def _on_next_asked(self, row: int) -> None:
        if not self.looker.busy:  # what comes of it will ask again
            self.predictor.submit(partial(self._engine.next_tokens, self.session.request, row))

    def _on_look_failed(self, error: Exception) -> None:
        self.session.restore(text=False)

    def _on_look_cancelled(self) -> None:
        self.session.restore(text=True)

    def _on_failed(self, error: Exception) -> None:
        """Say what went wrong; what was shown before stays."""
        self.player.stop()
        if not isinstance(error, RelvizError):
            log.error("unexpected error", exc_info=error)
        self.complain(error)
        self._refresh()

    def complain(self, error: Exception) -> None:
        """Say what an error says, in the language in use."""
        self.complaint = error
        known = isinstance(error, RelvizError)
        said = told(error) if known else self.tr("Something unexpected went wrong: {0}").format(error)
        self.message.say(said, details_of(error))

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
        self._say_choice()
        self._refresh()

    def offer_again(self) -> None:
        """Say anew which model the text has chosen, with the next answer."""
        self._shown = "", ""

    def _say_choice(self) -> None:
        """Say so where the text has chosen another model, and offer the next best until something else is shown."""
        response = self.session.response
        if response is None:
            return
        shown, self._shown = self._shown, (response.source, response.request.text)
        choice = response.choice
        if choice and len(choice.fits) > 1 and response.source != shown[0]:
            other = choice.fits[1][0]
            self.message.offer(sentence(choice), self.tr("Read with {0}").format(other), other)
        elif not self.message.offering or self._shown != shown:
            self.message.hide()

    def _on_model_taken(self, model: str) -> None:
        self.session.set_options(model=model, segment_length=None, memory_length=None)

    def _refresh(self) -> None:
        """Bring title, actions and status line up to date."""
        session = self.session
        self.setWindowTitle(f"{self.projects.name} – relviz")
        bring_up_to_date(self.commands.actions, session)
        if session.response is not None:
            self.status.show_response(session.response, session.units.unit)
            self.status.badges.show_hidden(len(session.maps.view.hidden))
        elif self.message.isVisible():
            self.status.where.setText("")

    def current_page(self) -> TermsPage | MemoryPage | EncodingPage | ProfilesPage | PredictionsPage | SchemesPage:
        """Return the page in front."""
        return self.pages[self.tabs.currentIndex()]

    @property
    def page(self) -> str:
        """Name of the page in front."""
        return PAGES[self.tabs.currentIndex()]

    def reset_layout(self) -> None:
        """Put docks, toolbars and the size of the window back as at the first start."""
        self.showNormal()
        self.resize(1280, 800)
        self.restoreState(self._first_layout, LAYOUT_VERSION)

    def show_page(self, name: str) -> None:
        """Bring a page to the front by its name, ``terms``, ``memory``, ``encoding`` or ``schemes``."""
        self.tabs.setCurrentIndex(PAGES.index(name))

    def show_dock(self, name: str) -> None:
        """Bring a dock back if it was closed, ``text`` or ``heads``."""
        dock = self.findChild(QDockWidget, name)
        assert dock is not None, f"there is no dock {name}"
        dock.show()

    def _apply_theme(self, choice: ThemeChoice) -> None:
        self._palette = palette_for(choice)
        self._colour()
        if not self._furnished:
            return
        self.commands.actions[f"theme_{choice}"].setChecked(True)
        for view in (*self.pages, self.formula, self.timeline, self.heads_panel, self.text_dock, self.inspector):
            view.set_palette(self._palette)

    def _colour(self) -> None:
        """Give the application the colours of the palette in use, and the window its style sheet."""
        cast("QApplication", QApplication.instance()).setPalette(qt_palette(self._palette))
        if self.styleSheet() != (sheet := style_sheet(self._palette)):
            self.setStyleSheet(sheet)  # Qt goes through every widget for it

    def set_theme(self, choice: ThemeChoice) -> None:
        """Change and remember the theme, of all windows."""
        self._settings.theme = choice
        for window in QApplication.topLevelWidgets():
            if isinstance(window, MainWindow):
                window._apply_theme(choice)

    def set_language(self, choice: LanguageChoice) -> None:
        """Change and remember the language."""
        self._settings.language = choice
        set_language(choice)
        self._show_language()

    def _show_language(self) -> None:
        """Check the language in use in the menu; it is not the one remembered where the command line asked for one."""
        choice = self._settings.language
        if language_of(choice) != language():
            choice = language()
        self.commands.actions[f"language_{choice}"].setChecked(True)

    def _speak(self) -> None:
        """Put the views up anew, in the language in use."""
        from relviz.ui import retranslation  # noqa: PLC0415

        if not self.isVisible():
            return
        if QApplication.activeModalWidget() or QApplication.activePopupWidget() or QApplication.mouseButtons():
            QTimer.singleShot(WAIT, self, self._speak)  # what is being used must not be taken away
            return
        self.setUpdatesEnabled(False)
        try:
            place = retranslation.Place.of(self)
            self._stop_views()
            retranslation.take_down(self, self._staying)
            self._put_up()
            place.restore(self)
        finally:
            self.setUpdatesEnabled(True)

    def _stop_views(self) -> None:
        self.player.stop()
        self.text_dock.stop()
        self.exports.stop()
        self.schemes_page.stop()

    @property
    def settings(self) -> Settings:
        """What is remembered from one start to the next."""
        return self._settings

    @property
    def colours(self) -> Palette:
        """The palette in use."""
        return self._palette

    # Qt

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Go on with Tab as the window is read."""
        bars = self.toolbar, self.formula, self.restore_bar, self.message
        pages = self.tabs.tabBar(), self.tabs
        sides = self.timeline, self.pace_box, self.heads_panel, self.inspector
        return move_focus(self, (*bars, self.text_dock, *pages, *sides), onward)

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
        """Follow the desktop when it changes its theme, and the application when it changes its language."""
        if event.type() == QEvent.Type.LanguageChange and self._furnished:
            QTimer.singleShot(0, self, self._speak)  # not while a menu is on its way back from its entry
        if event.type() == QEvent.Type.ThemeChange and self._settings.theme == "system":
            self._apply_theme("system")
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and let the worker finish."""
        self._settings.geometry = self.saveGeometry()
        if self._furnished:
            self._settings.layout = self.saveState(LAYOUT_VERSION)
            self._settings.pace = self.session.pace
            self._settings.unit = self.session.units.unit
            self.text_dock.read_typed()  # so that it is kept with what the window showed
            self._stop_views()
            self.measuring.stop()
            self.profiling.stop()
            self.predicting.stop()
            self.exporting.stop()
            self.comparison.stop()
            for runner in (self.looker, self.exporter, self.predictor, self.fetcher):
                runner.stop()
            for executor in (self._executor, self._fetching):
                executor.shutdown(wait=True, cancel_futures=True)
        super().closeEvent(event)
        self.closed.emit()
