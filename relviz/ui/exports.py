"""What leaves a window as figures, into files, onto the clipboard and on paper, and what comes back with a picture."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from relviz.app.picture import read_picture
from relviz.app.runner import LatestRunner
from relviz.errors import RelvizError
from relviz.ui.printing import Printing

if TYPE_CHECKING:
    from concurrent.futures import ThreadPoolExecutor

    from PySide6.QtGui import QImage

    from relviz.app.engine import Engine
    from relviz.app.export import Export
    from relviz.ui.export_dialog import ExportDialog
    from relviz.ui.main_window import MainWindow


class Exports(QObject):
    """Opens the dialogs, and hands what they ask for to the worker.

    Signals:
        said(str): a sentence that should not be missed.
        failed(object): the error that kept a figure from the clipboard, or a picture from being opened.
    """

    said = Signal(str)
    failed = Signal(object)

    def __init__(self, window: MainWindow, engine: Engine, executor: ThreadPoolExecutor) -> None:
        super().__init__(window)
        self._window, self._engine, self._executor = window, engine, executor
        self._dialog: ExportDialog | None = None
        self.copier = LatestRunner(executor, self)
        self.copier.done.connect(self._on_clip)
        self.copier.failed.connect(self.failed)
        self.printing = Printing(window)
        self.printing.failed.connect(self.failed)
        self.printing.printed.connect(self._on_printed)
        self._say = ""  # when what a picture asks for is shown
        window.session.answered.connect(self._on_answered)
        window.session.restored.connect(self._on_restored)

    @property
    def dialog(self) -> ExportDialog:
        """The export dialog, made when it is first asked for."""
        if self._dialog is None:
            from relviz.ui.export_dialog import ExportDialog  # noqa: PLC0415 # loads what draws files, and few export

            self._dialog = ExportDialog(self._window, self._engine, self._executor)
            self._dialog.wanted.connect(self._on_wanted)
            self._dialog.copy_wanted.connect(self._on_copy_wanted)
            self._window.exporting.failed.connect(self._dialog.complain)
        return self._dialog

    def open_dialog(self) -> None:
        """Show the export dialog; bring it to the front if it is open."""
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def stop(self) -> None:
        """Close what is open; called before the window, or what is in it, goes."""
        self.copier.stop()
        if self._dialog is not None:
            self._dialog.stop()

    def _on_wanted(self, export: Export, name: str, path: Path) -> None:
        self._window.exporting.submit(export, name, path)

    def _on_copy_wanted(self, export: Export) -> None:
        self.copier.submit(partial(export.clip, self._engine))

    def _on_clip(self, image: QImage) -> None:
        QGuiApplication.clipboard().setImage(image)
        self._note(self.tr("The figure is on the clipboard."))

    def _note(self, sentence: str) -> None:
        self._window.statusBar().showMessage(sentence, 5000)

    # Paper

    def print_page(self) -> None:
        """Print the page in front."""
        if figure := self._window.current_page().figure():
            self.printing.ask(figure)

    def _on_printed(self) -> None:
        self._note(self.tr("The figure was printed."))

    # Pictures that come back

    def restore(self, path: str) -> None:
        """Look at what a picture shows, with its own text if it is in it, else with the one that is open."""
        try:
            picture = read_picture(Path(path))
        except RelvizError as error:
            self.failed.emit(error)
            return
        project, name, session = picture.project, Path(path).name, self._window.session
        if project.text is not None:
            self._say = ""
        elif picture.is_of(session.text):
            project = replace(project, text=session.text, source=str(session.source or ""))
            self._say = ""
        else:  # places in another text mean nothing in this one
            maps = replace(project.maps, hidden=())
            options = replace(project.options, start=0)
            project = replace(project, pin=None, maps=maps, options=options)
            said = self.tr("{0} is of another text, which is not in it: its settings are restored, with this text.")
            self._say = said.format(name)
        self._window.projects.show(project)

    def _on_answered(self) -> None:
        """What is said stands until something else is shown; what was said before is gone by now."""
        said, self._say = self._say, ""
        if said:
            self.said.emit(said)

    def _on_restored(self) -> None:
        self._say = ""
