"""The project that a window works on: saved, opened, and whether anything changed since."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QFileDialog

from relviz.app.engine.models import sample_text
from relviz.app.projects.autosave import Kept
from relviz.app.projects.project import SUFFIX, Project
from relviz.errors import ProjectError, RelvizError
from relviz.ui.files.files import ask_where

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from relviz.app.session.session import Session
    from relviz.app.settings import Settings
    from relviz.app.work.work import Work

PAUSE = 200
"""Milliseconds in which changes are looked at together."""


class Projects(QObject):
    """Saves what the window looks at, and opens it again. It stays with the window when its views are put up anew.

    Another text ends the project, as does another project; what is typed belongs to it. Nobody is asked whether to
    save: what a closed window looked at can be had again (``relviz.app.projects.autosave``).

    Signals:
        failed(object): the error that kept a project from being read or written.
        saved(object): the path of a project that was written.
        named(): the project is another, or has no name any more.
        changed(object): the ``Kept`` that the window looks at now; a little after the change.
        replacing(object): the ``Kept`` that the window looks at, whose text lies nowhere else and is about to go.
        typing_asked(): what was typed a moment ago is to be read, here and now.
        page_asked(str): the page of a project is to come to the front, if there is one of that name.

    Args:
        session: what is looked at.
        work: works on it.
        settings: remembers the files that were opened.
        window: what dialogs belong to.

    Attributes:
        elsewhere: the text as it lies somewhere else, be it in a file; None if it does not.
    """

    failed = Signal(object)
    saved = Signal(object)
    named = Signal()
    changed = Signal(object)
    replacing = Signal(object)
    typing_asked = Signal()
    page_asked = Signal(str)

    def __init__(self, session: Session, work: Work, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._work, self._settings, self._window = session, work, settings, window
        self._page = Project().page  # in front at first
        self._path: Path | None = None
        self._saved: Project | None = None  # as it is in the file
        self._opening: tuple[Project, Project | None] | None = None  # on its way, and what its file holds
        self._latest: Kept | None = None
        self._before: tuple[Path | None, Project | None, str] | None = None  # while another one is on its way
        self._text = self._session.text  # of the project
        self._left = False  # whether another text is read by now
        self.elsewhere: str | None = self._text
        self._replaced = False  # whether the text is, and not only goes back to what it was
        self._gone: tuple[str, Path | None] | None = None  # the text replaced last, and its file
        self._pin = self._session.selection.kept
        self._writing: Path | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self._on_timeout)
        session = self._session
        session.replacing.connect(self._on_replacing)
        session.text_changed.connect(self._on_text_changed)
        session.answered.connect(self._on_answered)
        session.restored.connect(self._on_restored)
        session.selection.distance_changed.connect(self.touch)
        session.selection.changed.connect(self._on_cell_changed)
        for signal in (session.asked, session.view_changed, session.gains.changed):
            signal.connect(self.touch)
        session.parts.changed.connect(self.touch)
        session.parts.taken.connect(self._on_taken)

    @property
    def page(self) -> str:
        """Name of the page in front."""
        return self._page

    def set_page(self, name: str) -> None:
        """Note which page is in front."""
        if name != self._page:
            self._page = name
            self.touch()

    @property
    def path(self) -> Path | None:
        """The file of the project, None if it has none."""
        return None if self._left else self._path

    @property
    def name(self) -> str:
        """What the window's title says: the project with a place for Qt's mark of what is not saved, or the text."""
        if self.path is not None:
            return f"{_plain(self.path.name)}[*]"
        source = self._session.source
        return _plain(source.name) if source else self.tr("text")

    @property
    def modified(self) -> bool:
        """Whether the window looks at something else than the project's file holds."""
        return self.path is not None and self._differs(self.now())

    def _differs(self, now: Project) -> bool:
        return self.path is not None and self._saved is not None and now != self._saved

    def now(self) -> Project:
        """Return what the window looks at."""
        return self._session.project(self._page)

    def kept(self) -> Kept:
        """Return what the window looks at, and the file it has."""
        return Kept(self.now(), self.path)

    def touch(self) -> None:
        """Look soon at what has changed; before the first picture that is what was typed."""
        seen = self._session.response is not None or self._session.text != self._text
        if seen and not self._timer.isActive():
            self._timer.start()

    # Saving

    def save(self) -> None:
        """Save the project; one that has no file yet gets one."""
        if self.path is None:
            self.save_as()
        else:
            self._write(self.path)

    def save_as(self) -> None:
        """Let the user choose a file, and save the project there."""
        name = self.path.name if self.path else f"{Path(self._session.source or self.tr('text')).stem}{SUFFIX}"
        start = str((self.path.parent if self.path else Path(self._settings.folder)) / name)
        filters = self.tr("relviz projects (*.relviz)")
        if chosen := ask_where(self._window, self.tr("Save project"), start, filters, SUFFIX):
            path = Path(chosen)
            self._settings.folder = str(path.parent)
            self._write(path.absolute())

    def _write(self, path: Path) -> None:
        """Write it here and now: it is small, and must be there if the window is closed in a moment."""
        self.typing_asked.emit()
        now = self.now()
        try:
            now.write(path)
        except RelvizError as error:
            self.failed.emit(error)
            return
        self._path, self._saved, self._text, self._left = path, now, self._session.text, False
        self.elsewhere = self._text
        self._writing = path if self._work.looker.busy else None  # the place in what was typed is not known yet
        self._settings.add_recent(str(path))
        self.saved.emit(path)
        self.named.emit()
        self.touch()

    # Opening

    def ask(self) -> None:
        """Let the user choose a project, and open it."""
        filters = self.tr("relviz projects (*.relviz);;All files (*)")
        title = self.tr("Open project")
        path, _ = QFileDialog.getOpenFileName(self._window, title, self._settings.folder, filters)
        if path:
            self._settings.folder = str(Path(path).parent)
            self.open(path)

    def open(self, path: str) -> None:
        """Open a project file."""
        place = Path(path).absolute()
        try:
            project = Project.read(place)
        except RelvizError as error:
            self._settings.recent = [other for other in self._settings.recent if other != str(place)]
            self.failed.emit(error)
            return
        self._settings.add_recent(str(place))
        self.show(project, place)

    def show(self, project: Project, path: Path | None = None) -> None:
        """Look at what was kept in a project; ``path`` is its file, which may hold something else by now."""
        self._on_replacing(self._session.text if project.text is None else project.text)  # while it has its name
        held = _held_by(path)
        self._opening = project, held
        self._before = self.path, self._saved, self._page
        self._path, self._saved, self._left = path, None, False
        self._text = self._session.text if project.text is None else project.text
        self.page_asked.emit(project.page)
        self._session.take(project)
        self.named.emit()

    # What happens to the session

    def _on_replacing(self, coming: str) -> None:
        """Another text is coming: what is the user's own, typed a moment ago or pasted, is not to be lost."""
        self.typing_asked.emit()
        self._replaced = True
        text = self._session.text
        if coming != text:
            self._gone = text, self._session.source
        safe = {self.elsewhere, coming, sample_text()}
        if text.strip() and text not in safe and not self._work.comparison.keeps(text):
            self.elsewhere = text  # from now on
            self.replacing.emit(self.kept())

    def _on_text_changed(self) -> None:
        if self._opening is not None and self._session.taken is not self._opening[0]:
            self._opening = None
        if self._opening is not None:
            held = self._opening[1]
            self.elsewhere = held.text if held is not None else self.elsewhere
        elif self._replaced and self._session.source is not None and self._session.taken is None:
            self.elsewhere = self._session.text
        self._replaced = False
        self._left = self._session.text != self._text
        self.named.emit()

    def _on_cell_changed(self) -> None:
        """Another cell is selected, or only pointed at: that is not kept."""
        if self._session.selection.kept != self._pin:
            self._pin = self._session.selection.kept
            self.touch()

    def _on_answered(self) -> None:
        self._before = None
        if self._gone is not None and self._session.text == self._gone[0]:
            self._take_back(*self._gone)
        if not self._left:
            self._text = self._session.text  # what was typed, too
        if self._writing is not None and self._writing == self.path:
            self._write(self._writing)
        self.touch()

    def _take_back(self, text: str, source: Path | None) -> None:
        """The user has undone that the text was replaced: it is what it was before."""
        self._gone, self._session.source = None, source
        self._left = text != self._text
        self.named.emit()

    def _on_taken(self) -> None:
        """What was kept is shown. It may not be a project, but what something else had the window go back to."""
        opening, self._opening = self._opening, None
        if opening is not None:
            project, held = opening
            self._saved = self.now() if held is None or held == project else held
        self.touch()

    def _on_restored(self) -> None:
        """What was shown before is shown on; so is its name."""
        self._writing = self._opening = None
        if self._before is not None:
            self._path, self._saved, page = self._before
            self._before, self._text, self._left = None, self._session.text, False
            self.page_asked.emit(page)
        self.named.emit()
        self.touch()

    def _on_timeout(self) -> None:
        kept = self.kept()
        self._window.setWindowModified(self._differs(kept.project))
        if kept != self._latest:
            self._latest = kept
            self.changed.emit(kept)


def _held_by(path: Path | None) -> Project | None:
    """Return what a project's file holds by now: nothing, if it cannot be read; None where there is no file."""
    if path is None:
        return None
    try:
        return Project.read(path)
    except ProjectError:
        return Project()


def _plain(name: str) -> str:
    """Return a name in which Qt sees no mark."""
    return name.replace("[*]", "[*][*]")
