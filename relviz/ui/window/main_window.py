"""The window: text on the left, pages in the middle, heads on the right, segments below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtWidgets import QMainWindow

from relviz.app.settings import LAYOUT_VERSION, Settings, ThemeChoice
from relviz.ui.window.appearance import Appearance
from relviz.ui.window.complaints import Complaints

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent

    from relviz.app.engine.models import Options
    from relviz.app.projects.autosave import Kept
    from relviz.checkpoints.hub import Snapshot
    from relviz.ui.pages.page_widget import PageWidget
    from relviz.ui.window.language import Place


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

    # Building: what is loaded here takes longer than Qt does, and so waits until the frame is up

    def furnish(self) -> None:
        """Put everything into the frame; what has state is made here, and stays when the views are put up anew."""
        from relviz.app.session.restoring import Restoring
        from relviz.app.session.session import Session
        from relviz.app.work.work import Work
        from relviz.ui.bars.message_bar import ModelOffer
        from relviz.ui.files.projects import Projects
        from relviz.ui.text.edit import TextEdit
        from relviz.ui.window.language import Language

        self.session = session = Session(self._options, self._text, self)
        session.showing.set(pace=self.settings.pace)
        session.units.set(unit=self.settings.unit)
        self.work = work = Work(session, self)
        self.looker, self.exporter, self.exporting = work.looker, work.exporter, work.exporting
        self.comparison = work.comparison
        self.measuring, self.profiling, self.predicting = work.measuring, work.profiling, work.predicting
        self.offer = ModelOffer(session, self)
        self.language = Language(self.settings, self)
        self._editor = TextEdit(self)
        self.restoring = Restoring(self)
        self.projects = Projects(session, work, self.settings, self)
        self._connect_work()
        self.setAcceptDrops(True)
        self._staying = self.children()
        self.put_up()

    def _connect_work(self) -> None:
        """Connect what stays for good with the window, once."""
        session, work, projects = self.session, self.work, self.projects
        session.answered.connect(self._on_answered)
        for signal in (session.text_changed, session.restored, session.view_changed, projects.named):
            signal.connect(self._refresh)
        for changed in (session.gains.changed, work.comparison.changed, work.measuring.view_changed):
            changed.connect(self._refresh_commands)
        for failed in (work.failed, projects.failed, self.complaints.unexpected):
            failed.connect(self._on_failed)
        for saved in (work.exporting.saved, projects.saved):
            saved.connect(self._on_saved)
        work.cancelled.connect(self._on_cancelled)
        projects.page_asked.connect(self.show_page)
        projects.typing_asked.connect(self._on_typing_asked)
        self.language.due.connect(self._on_language_due)

    def put_up(self) -> None:
        """Put up the views round the session, in the language in use; what was made before them stays for good."""
        from relviz.ui.bars.status_line import StatusLine
        from relviz.ui.commands.guide import Guide
        from relviz.ui.commands.menus import Commands
        from relviz.ui.timeline.player import Player

        self.commands = Commands(self, self)
        self.guide = Guide(self.commands.actions, self.session, self.settings, self)
        self.player = Player(self.session, self.looker, self.commands.actions["play"], self)
        self._build_top()
        self._build_middle()
        self._build_sides()
        self.status = StatusLine(self.work.shown, self)
        self.setStatusBar(self.status)
        self._connect_views()
        self._furnished = True
        self.appearance.apply(self.settings.theme)
        self._first_layout = self.saveState(LAYOUT_VERSION)
        if not self.settings.layout.isEmpty():
            self.restoreState(self.settings.layout, LAYOUT_VERSION)
        self._refresh()

    def _build_top(self) -> None:
        from relviz.ui.bars.toolbar import Toolbar
        from relviz.ui.files.files import Files
        from relviz.ui.formula.formula_bar import FormulaBar

        actions = self.commands.actions
        self.files = Files(self.session, self.work, self.settings, self)
        self.recent = self.commands.add_lists(self.files, self.settings)
        self.toolbar = Toolbar(self.session, actions, self)
        self.addToolBar(self.toolbar)
        self.formula = FormulaBar(self.session, actions, self)
        self.addToolBarBreak()
        self.addToolBar(self.formula)

    def _build_middle(self) -> None:
        from relviz.ui.bars.empty_state import EmptyState
        from relviz.ui.bars.message_bar import MessageBar, RestoreBar
        from relviz.ui.compare.strip import CompareStrip
        from relviz.ui.export.exports import Exports
        from relviz.ui.pages.tabs import PageTabs
        from relviz.ui.timeline.player import PaceBox
        from relviz.ui.timeline.timeline import Timeline
        from relviz.ui.window.layout import Centre

        session, actions = self.session, self.commands.actions
        self.message = MessageBar(self)
        self.tabs = PageTabs(session, self.work, self)
        self.exports = Exports(session, self.work, self.settings, self.tabs, self)
        self.empty = EmptyState(session, self.looker, actions, self.tabs)
        self.timeline = Timeline(session, self)
        self.restore_bar = RestoreBar(self.restoring, self)
        self.compare_strip = CompareStrip(session, self.comparison, actions, self.tabs, self)
        self.pace_box = PaceBox(session, self)
        bars = self.restore_bar, self.message, self.compare_strip
        self.setCentralWidget(Centre(bars, self.tabs, (self.timeline, self.pace_box), self))

    def _build_sides(self) -> None:
        from relviz.ui.heads.panel import HeadsPanel
        from relviz.ui.inspector.inspector import Inspector
        from relviz.ui.text.dock import TextDock
        from relviz.ui.window.layout import Docks

        self.text_dock = TextDock(self.session, self, self._editor)
        self.heads_panel = HeadsPanel(self.session, self.measuring, self)
        self.heads_map = self.heads_panel.map
        self.inspector = Inspector(self.session, self)
        self.docks = Docks(self, self.commands, self.text_dock, self.heads_panel, self.inspector)

    def _connect_views(self) -> None:
        """Connect the views, each time they are put up."""
        self.inspector.asked.connect(self.work.ask_next)
        self.work.predictor.done.connect(self.inspector.show_next)
        self.session.selection.distance_changed.connect(self.status.badges.show_distance)
        self.message.taken.connect(self.offer.take)
        for failed in (self.files.failed, self.exports.failed, *(page.failed for page in self.tabs.pages.values())):
            failed.connect(self._on_failed)
        self.exports.said.connect(self.message.say)
        self.exports.noted.connect(self._on_noted)
        self.exports.project_read.connect(self.projects.show)
        self.files.saved.connect(self._on_saved)
        self.files.fetched.connect(self._on_fetched)
        self.files.project_asked.connect(self.projects.open)
        self.files.picture_asked.connect(self.exports.restore)
        self.tabs.currentChanged.connect(self._on_page)
        self._on_page()
        self.text_dock.edit.dropped.connect(self.files.open)

    def stop_views(self) -> None:
        """End what the views do by themselves; called before they, or the window, go."""
        self.player.stop()
        self.text_dock.stop()
        self.exports.stop()
        for page in self.tabs.pages.values():
            page.stop()

    def start(self, kept: Kept | None = None) -> None:
        """Ask for the first picture, or for what was kept once; called once the window is on the screen."""
        self.tabs.page.take_focus()
        if kept is None:
            self.session.ask()
        else:
            self.projects.show(kept.project, kept.file)

    # Another language

    def set_language(self, choice: str) -> None:
        """Change and remember the language, of all windows."""
        self.language.set(choice)
        self._refresh_commands()

    def _on_language_due(self) -> None:
        """Put the views up anew, in the language in use, and show in them what was shown."""
        from relviz.ui.window.language import take_down

        place = self._place()
        self.stop_views()
        self._editor.setParent(self)  # it stays, with what can be undone in it
        take_down(self, self._staying)
        self.put_up()
        self._go_back(place)

    def _place(self) -> Place:
        """Return what the views alone know."""
        from relviz.ui.window.language import Place

        self.text_dock.read_typed()
        find, message = self.text_dock.find_bar, self.message
        return Place(
            layout=self.saveState(LAYOUT_VERSION),
            page=self.page,
            pages={name: page.state for name, page in self.tabs.pages.items()},
            scrolled=self._editor.verticalScrollBar().value(),
            words=find.words.text() if find.isVisibleTo(self) else None,
            playing=self.commands.actions["play"].isChecked(),
            complaining=self.complaints.last is not None and message.isVisible() and not message.offering,
            offering=message.offering,
        )

    def _go_back(self, place: Place) -> None:
        """Have new views know what the old ones knew."""
        session = self.session
        if place.offering:
            self.offer.say_again()
        if session.response is not None:
            session.answered.emit(session.response)
        session.view_changed.emit()
        session.gains.changed.emit()
        session.selection.distance_changed.emit(session.selection.distance)
        session.selection.changed.emit()
        for name, state in place.pages.items():
            self.tabs.pages[name].state = state
        self.show_page(place.page)
        QCoreApplication.sendPostedEvents()  # sizes of docks can be restored once they are laid out
        self.restoreState(place.layout, LAYOUT_VERSION)
        if place.words is not None:
            self.text_dock.find_bar.open_at(0, place.words)
        self._editor.verticalScrollBar().setValue(place.scrolled)
        if place.complaining:
            self.complaints.say_again(self.message)
        self.tabs.page.setFocus()
        if place.playing:
            self.commands.actions["play"].trigger()

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
        self._on_noted(self.tr("Saved {0}").format(path))

    def _on_noted(self, sentence: str) -> None:
        self.statusBar().showMessage(sentence, 5000)

    def _on_typing_asked(self) -> None:
        self.text_dock.read_typed()

    def _on_page(self) -> None:
        self.projects.set_page(self.page)

    def _on_fetched(self, snapshot: Snapshot) -> None:
        text = self.tr("{0} is in the cache, at commit {1}")
        self.statusBar().showMessage(text.format(snapshot.repo, snapshot.commit[:12]), 10_000)

    def _refresh(self) -> None:
        """Bring title, actions and status line up to date."""
        session = self.session
        self.setWindowTitle(f"{self.projects.name} – relviz")
        self.commands.refresh()
        if session.response is not None:
            self.status.show_response(session.response, session.units.view.unit)
            self.status.badges.show_hidden(len(session.maps.view.hidden))
            self.status.badges.show_attention(session.maps.left(session.response.look))
        elif self.message.isVisible():
            self.status.where.setText("")

    def _refresh_commands(self) -> None:
        self.commands.refresh()

    # What commands ask for

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

    def show_dock(self, name: str) -> None:
        """Bring a dock back if it was closed: ``text``, ``heads`` or ``inspector``."""
        self.docks.show_dock(name)

    def reset_layout(self) -> None:
        """Put docks, toolbars and the size of the window back as at the first start."""
        self.showNormal()
        self.resize(1280, 800)
        self.restoreState(self._first_layout, LAYOUT_VERSION)

    def set_theme(self, choice: ThemeChoice) -> None:
        """Change and remember the theme, of all windows."""
        self.appearance.set(choice)

    def _on_coloured(self) -> None:
        if not self._furnished:
            return
        self.commands.refresh()

    def ask_new_window(self) -> None:
        """Have another window opened on the same."""
        self.new_window_asked.emit()

    def ask_reopening(self) -> None:
        """Have the window opened again that was closed last."""
        self.reopen_asked.emit()

    # Qt

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Go on with Tab as the window is read."""
        bars = self.toolbar, self.formula, self.restore_bar, self.message
        pages = self.tabs.tabBar(), self.tabs
        sides = self.timeline, self.pace_box, self.heads_panel, self.inspector
        from relviz.ui.window.layout import move_focus

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
            self.settings.pace = self.session.showing.view.pace
            self.settings.unit = self.session.units.view.unit
            self.text_dock.read_typed()  # so that it is kept with what the window showed
            self.stop_views()
            self.work.stop()
        super().closeEvent(event)
        self.closed.emit()
