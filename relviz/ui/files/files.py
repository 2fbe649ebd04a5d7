"""What comes into the window as a file, and what leaves it as one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

from relviz.app.projects.picture import is_picture
from relviz.app.projects.project import SUFFIX
from relviz.core.text.text_file import read_text
from relviz.errors import RelvizError

if TYPE_CHECKING:
    from PySide6.QtCore import QMimeData

    from relviz.app.engine.runner import IsCancelled, Progress
    from relviz.app.session.session import Session
    from relviz.app.settings import Settings
    from relviz.app.work.work import Work
    from relviz.checkpoints.hub import Snapshot

MODEL_ENDINGS = {".pt", ".pth", ".bin", ".safetensors", ".h5", ".ckpt"}
"""What is opened as a model; of some kinds relviz only says why it does not open them."""


class Files(QObject):
    """Opens texts and models, and saves numbers.

    Signals:
        failed(object): the error that kept a file from being read or written.
        saved(object): the path of a file that was written.
        fetched(object): the ``Snapshot`` of a repository that is now in the cache.
        project_asked(str): the path of a project that is to be opened.
        picture_asked(str): the path of a picture whose settings are to be restored.
    """

    failed = Signal(object)
    saved = Signal(object)
    fetched = Signal(object)
    project_asked = Signal(str)
    picture_asked = Signal(str)

    def __init__(self, session: Session, work: Work, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._session, self._work, self._settings, self._window = session, work, settings, window
        work.fetcher.failed.connect(self.failed)
        work.fetcher.done.connect(self._on_fetched)
        work.exporter.failed.connect(self.failed)
        work.exporter.done.connect(self.saved)

    def open(self, path: str) -> None:
        """Open a text, a project or a picture that relviz made, or read with the model in a folder or a file."""
        if Path(path).suffix.lower() == SUFFIX:
            self.project_asked.emit(path)
            return
        if is_picture(Path(path)):
            self.picture_asked.emit(path)
            return
        if Path(path).is_dir() or Path(path).suffix in MODEL_ENDINGS:
            self._session.set_options(model=path, segment_length=None, memory_length=None)
            return
        try:
            text = read_text(Path(path))
        except RelvizError as error:
            self._settings.recent = [other for other in self._settings.recent if other != str(Path(path).absolute())]
            self.failed.emit(error)
            return
        self._settings.add_recent(str(Path(path).absolute()))
        self._session.set_text(text, Path(path))

    def open_dropped(self, dropped: QMimeData) -> None:
        """Open the first of the files or folders dropped on the window, or read the text."""
        files = [url.toLocalFile() for url in dropped.urls() if url.isLocalFile()]
        if files:
            self.open(files[0])
        elif dropped.hasText():
            self._session.set_text(dropped.text())

    def export_data(self, path: str) -> None:
        """Write the numbers of what is looked at to an NPZ, CSV or JSON file, in the worker thread."""
        self._work.exporter.submit(partial(self._work.engine.export_data, self._session.request, Path(path)))

    def ask_text(self) -> None:
        """Let the user choose a text file, and open it."""
        filters = self.tr("Text and projects (*.txt *.md *.relviz);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self._window, self.tr("Open text"), self._settings.folder, filters)
        if path:
            self._settings.folder = str(Path(path).parent)
            self.open(path)

    def ask_model(self) -> None:
        """Let the user choose a model folder, and read with it."""
        folder = QFileDialog.getExistingDirectory(self._window, self.tr("Open model folder"), self._settings.folder)
        if folder:
            self.open(folder)

    def ask_model_file(self) -> None:
        """Let the user choose a file of weights, such as the authors' model.pt, and read with it."""
        filters = self.tr("Models (*.pt *.pth *.bin *.safetensors);;All files (*)")
        title = self.tr("Open model file")
        path, _ = QFileDialog.getOpenFileName(self._window, title, self._settings.folder, filters)
        if path:
            self._session.set_options(model=path, segment_length=None, memory_length=None)

    def ask_repository(self) -> None:
        """Let the user name a hub repository, fetch it in the background, and read with it."""
        label = self.tr("Repository on the Hugging Face hub, for instance transfo-xl/transfo-xl-wt103:")
        repository, chosen = QInputDialog.getText(self._window, self.tr("Get model"), label)
        if chosen and repository.strip():
            self._work.fetcher.submit(partial(_fetch, repository.strip()))

    def _on_fetched(self, snapshot: Snapshot) -> None:
        self.fetched.emit(snapshot)
        self._session.set_options(model=snapshot.repo, segment_length=None, memory_length=None)

    def ask_data(self) -> None:
        """Let the user choose where the numbers go, and write them; the ending says as what."""
        look = self._session.look
        assert look is not None, "exports are off before the first picture"
        head = look.terms.head if look.terms.head == "mean" else f"h{look.terms.head}"
        start = Path(self._settings.folder) / f"trace_s{look.index:03d}_l{look.terms.layer}_{head}.npz"
        if path := ask_where(self._window, self.tr("Export data"), str(start), dialog_filters()):
            self._settings.folder = str(Path(path).parent)
            self.export_data(path)


def dialog_filters() -> str:
    """Return the kinds of file for the numbers as Qt's dialogs take them."""
    from relviz.core.data import FORMATS  # noqa: PLC0415 # loads numpy

    tr = QCoreApplication.translate
    return ";;".join(f"{tr('Data', one.title)} (*{one.suffix})" for one in FORMATS.values())


def _fetch(repository: str, progress: Progress, is_cancelled: IsCancelled) -> Snapshot:
    """Fetch a repository, in a worker thread of its own: looking goes on meanwhile."""
    from relviz.checkpoints import hub  # noqa: PLC0415 # loads torch

    return hub.get(repository, progress=progress, is_cancelled=is_cancelled)


def ask_where(parent: QWidget, title: str, start: str, filters: str, ending: str = "") -> str:
    """Let the user choose a file to write, and return its path; empty if none was chosen.

    The dialog asks before it replaces a file. Where the name gets its ending only afterwards, that is asked here.

    Args:
        parent: what the dialog belongs to.
        title: of the dialog.
        start: the path that it begins with.
        filters: kinds of files, as Qt wants them.
        ending: what the name must end in, such as ``.relviz``; empty for that of the kind chosen, for a name without.
    """
    path, kind = QFileDialog.getSaveFileName(parent, title, start, filters)
    if not path or (Path(path).suffix.lower() == ending if ending else Path(path).suffix):
        return path
    whole = path + (ending or kind[kind.rindex("*") + 1 : kind.rindex(")")])
    if Path(whole).exists():
        said = QCoreApplication.translate("Saving", "{0} is there already. Replace it?").format(Path(whole).name)
        if QMessageBox.question(parent, title, said) != QMessageBox.StandardButton.Yes:
            return ""
    return whole
