"""The window: text on the left, pages in the middle, heads on the right, segments below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QMainWindow

from relviz.app.settings import LAYOUT_VERSION, Settings, ThemeChoice
from relviz.ui.commands.states import bring_up_to_date
from relviz.ui.widgets.colours import colours
from relviz.ui.window.appearance import Appearance
from relviz.ui.window.complaints import Complaints
from relviz.ui.window.tab_order import move_focus

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from relviz.app.engine.options import Options
    from relviz.app.projects.autosave import Kept
    from relviz.checkpoints.hub import Snapshot
    from relviz.figure.colours.palette import Palette
    from relviz.ui.pages.page_widget import PageWidget


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

    def __init__(self, options: Options, text: str, settings: Settings, *, furnish: bool = True) -> None:
        super().__init__()
        self._options, self._text = options, text
        self.setObjectName("main")
        self.resize(1280, 800)
        self.settings = settings
        self._furnished = False
        self.setWindowTitle("relviz")
        self.complaints = Complaints(self)
        self.appearance = Appearance(settings, self)
        self.appearance.changed.connect(self._on_coloured)
        self.appearance.apply(settings.theme)
        if not settings.geometry.isEmpty():
            self.restoreGeometry(settings.geometry)
        if furnish:
            self.furnish()

    # Building

    def furnish(self) -> None:
        """Put everything into the frame; what has state is made here, and stays when the views are put up anew."""
        from relviz.ui.window import parts  # noqa: PLC0415 # loaded once the frame is on the screen

        self.session = parts.Session(self._options, self._text, self)
        self.session.showing.set_pace(self.settings.pace)
        self.session.units.set(self.settings.unit)
        self.work = work = parts.Work(self.session, self)
        self.looker, self.exporter, self.exporting = work.looker, work.exporter, work.exporting
        self.comparison = work.comparison
        self.measuring, self.profiling, self.predicting = work.measuring, work.profiling, work.predicting
        self.offer = parts.ModelOffer(self.session, self)
        self.language = parts.Language(self.settings, self)
        self._editor = parts.TextEdit(self)
        self.restoring = parts.Restoring(self)
        self.projects = parts.Projects(self.settings, self)
        self._connect_work()
        self.setAcceptDrops(True)
        self.put_up()
        self.session.parts.add("heads", parts.MeasuringPart(self.measuring))

    def _connect_work(self) -> None:
        """Connect what stays for good with the window, once."""
        session = self.session
        session.answered.connect(self._on_answered)
        for signal in (session.text_changed, session.restored, session.view_changed, self.projects.named):
            signal.connect(self._refresh)
        for failed in (self.work.failed, self.projects.failed, self.complaints.unexpected):
            failed.connect(self._on_failed)
        for saved in (self.exporting.saved, self.projects.saved):
            saved.connect(self._on_saved)
        self.work.cancelled.connect(self._on_cancelled)

    def put_up(self) -> None:
        """Put up the views round the session, in the language in use; what was made before them stays for good."""
        from relviz.ui.window import parts  # noqa: PLC0415

        self.language.begin()
        self.commands = parts.Commands(self)
        self.player = parts.Player(self.session, self.looker, self.commands.actions["play"], self)
        self._build_top()
        self._build_middle()
        self._build_sides()
        self.exports = parts.Exports(self, self.work.engine, self.work.executor)
        self.status = parts.StatusLine(self.work.shown, self)
        self.setStatusBar(self.status)
        self._connect_views()
        self._furnished = True
        self.appearance.apply(self.settings.theme)
        self.language.check()
        self._first_layout = self.saveState(LAYOUT_VERSION)
        if not self.settings.layout.isEmpty():
            self.restoreState(self.settings.layout, LAYOUT_VERSION)
        self._refresh()

    def _build_top(self) -> None:
        from relviz.ui.window import parts  # noqa: PLC0415

        work, menus, actions = self.work, self.commands.menus, self.commands.actions
        self.files = parts.Files(self.session, work.engine, work.exporter, work.fetcher, self.settings, self)
        self.recent = parts.RecentMenu(self.files, self.settings, self)
        menus[parts.FILE].insertMenu(actions["paste_text"], self.recent)
        parts.OpenWindows(menus[parts.WINDOW], self)
        self.toolbar = parts.Toolbar(self.session, actions, self)
        self.addToolBar(self.toolbar)
        self.formula = parts.FormulaBar(self.session, actions, self.colours, self)
        self.addToolBarBreak()
        self.addToolBar(self.formula)

    def _build_middle(self) -> None:
        from relviz.ui.window import parts  # noqa: PLC0415

        session, actions = self.session, self.commands.actions
        self.message = parts.MessageBar(self)
        self.tabs = parts.PageTabs(session, self.work, self)
        self.pages = tuple(self.tabs.pages.values())
        self.empty = parts.EmptyState(session, self.looker, actions, self.tabs)
        self.timeline = parts.Timeline(session, self.colours, self)
        self.restore_bar = parts.RestoreBar(self.restoring, self)
        self.compare_strip = parts.CompareStrip(session, self.comparison, actions, self.tabs, self)
        self.pace_box = parts.PaceBox(session, self)
        bars = self.restore_bar, self.message, self.compare_strip
        self.setCentralWidget(parts.Centre(bars, self.tabs, (self.timeline, self.pace_box), self))

    def _build_sides(self) -> None:
        from relviz.ui.window import parts  # noqa: PLC0415

        self.text_dock = parts.TextDock(self.session, self.colours, self, self._editor)
        self.heads_panel = parts.HeadsPanel(self.session, self.measuring, self.colours, self)
        self.heads_map = self.heads_panel.map
        self.inspector = parts.Inspector(self.session, self.colours, self)
        self.docks = parts.Docks(self, self.commands, self.text_dock, self.heads_panel, self.inspector)

    def _connect_views(self) -> None:
        """Connect the views, each time they are put up."""
        self.inspector.asked.connect(self.work.ask_next)
        self.work.predictor.done.connect(self.inspector.show_next)
        self.session.selection.distance_changed.connect(self.status.badges.show_distance)
        self.message.taken.connect(self.offer.take)
        for failed in (self.files.failed, self.exports.failed, *(page.failed for page in self.pages)):
            failed.connect(self._on_failed)
        self.exports.said.connect(self.message.say)
        self.files.saved.connect(self._on_saved)
        self.files.fetched.connect(self._on_fetched)
        self.files.project_asked.connect(self.projects.open)
        self.files.picture_asked.connect(self.exports.restore)
        self.tabs.currentChanged.connect(self.projects.touch)
        self.text_dock.edit.dropped.connect(self.files.open)

    def stop_views(self) -> None:
        """End what the views do by themselves; called before they, or the window, go."""
        self.player.stop()
        self.text_dock.stop()
        self.exports.stop()
        for page in self.pages:
            page.stop()

    def start(self, kept: Kept | None = None) -> None:
        """Ask for the first picture, or for what was kept once; called once the window is on the screen."""
        self.current_page().take_focus()
        if kept is None:
            self.session.ask()
        else:
            self.projects.show(kept.project, kept.file)

    # What came of work

    def catch_exceptions(self) -> None:
        """Show what nobody caught, from whichever thread, in the message bar as well as on standard error."""
        self.complaints.catch()

    def _on_answered(self) -> None:
        self.offer.say(self.message)
        self._refresh()

    def _on_failed(self, error: Exception) -> None:
        """Say what went wrong; what was shown before stays."""
        self.player.stop()
        self.complaints.say(error, self.message)
        self._refresh()

    def _on_cancelled(self) -> None:
        self.player.stop()
        self.statusBar().showMessage(self.tr("Cancelled."), 3000)

    def _on_saved(self, path: object) -> None:
        self.statusBar().showMessage(self.tr("Saved {0}").format(path), 5000)

    def _on_fetched(self, snapshot: Snapshot) -> None:
        text = self.tr("{0} is in the cache, at commit {1}")
        self.statusBar().showMessage(text.format(snapshot.repo, snapshot.commit[:12]), 10_000)

    def _refresh(self) -> None:
        """Bring title, actions and status line up to date."""
        session = self.session
        self.setWindowTitle(f"{self.projects.name} – relviz")
        bring_up_to_date(self.commands.actions, session)
        if session.response is not None:
            self.status.show_response(session.response, session.units.unit)
            self.status.badges.show_hidden(len(session.maps.view.hidden))
            self.status.badges.show_attention(session.maps.left(session.response.look))
        elif self.message.isVisible():
            self.status.where.setText("")

    # Pages, docks and layout

    def current_page(self) -> PageWidget:
        """Return the page in front."""
        return self.tabs.page

    @property
    def page(self) -> str:
        """Name of the page in front."""
        return self.tabs.name

    def show_page(self, name: str) -> None:
        """Bring a page to the front by its name, one of ``PAGES``."""
        self.tabs.show_page(name)

    def reset_layout(self) -> None:
        """Put docks, toolbars and the size of the window back as at the first start."""
        self.showNormal()
        self.resize(1280, 800)
        self.restoreState(self._first_layout, LAYOUT_VERSION)

    # Colours

    @property
    def colours(self) -> Palette:
        """The palette in use."""
        return colours().palette

    def set_theme(self, choice: ThemeChoice) -> None:
        """Change and remember the theme, of all windows."""
        self.appearance.set(choice)

    def _on_coloured(self, choice: ThemeChoice) -> None:
        if not self._furnished:
            return
        self.commands.actions[f"theme_{choice}"].setChecked(True)
        for view in (self.formula, self.timeline, self.heads_panel, self.text_dock, self.inspector):
            view.set_palette(self.colours)

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
        event.acceptProposedAction()
        self.files.open_dropped(event.mimeData())

    def changeEvent(self, event: QEvent) -> None:
        """Follow the desktop when it changes its theme, and the application when it changes its language."""
        if event.type() == QEvent.Type.LanguageChange and self._furnished:
            self.language.follow()
        if event.type() == QEvent.Type.ThemeChange:
            self.appearance.follow_desktop()
        super().changeEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and let the worker finish."""
        self.settings.geometry = self.saveGeometry()
        if self._furnished:
            self.settings.layout = self.saveState(LAYOUT_VERSION)
            self.settings.pace = self.session.showing.pace
            self.settings.unit = self.session.units.unit
            self.text_dock.read_typed()  # so that it is kept with what the window showed
            self.stop_views()
            self.work.stop()
        super().closeEvent(event)
        self.closed.emit()
