"""What leaves a window as figures, into files, onto the clipboard and on paper, and what comes back with a picture."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QPageLayout, QPainter
from PySide6.QtWidgets import QDialog

from relviz.app.engine.runner import LatestRunner
from relviz.app.projects.picture import read_picture
from relviz.errors import OutputError, RelvizError
from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.draw import draw
from relviz.figure.options import SCREEN_DPI
from relviz.figure.words import sentences
from relviz.figure.writing.write import to_image
from relviz.ui.widgets.colours import colours

if TYPE_CHECKING:
    from PySide6.QtGui import QImage
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter
    from PySide6.QtWidgets import QWidget

    from relviz.app.exporting.export import Export
    from relviz.app.projects.picture import Picture
    from relviz.app.session.session import Session
    from relviz.app.settings import Settings
    from relviz.app.work.work import Work
    from relviz.figure.spec import FigureSpec
    from relviz.ui.export.dialog import ExportDialog
    from relviz.ui.pages.tabs import PageTabs


class Exports(QObject):
    """Opens the dialogs, and hands what they ask for to the worker.

    Args:
        session: what is looked at.
        work: what draws, and writes.
        settings: remembers what was chosen last.
        tabs: the pages, of which the one in front is drawn.
        window: what dialogs belong to.

    Signals:
        said(str): a sentence that should not be missed.
        noted(str): a sentence that may be.
        project_read(object): the ``Project`` that a picture came from, to be looked at.
        failed(object): the error that kept a figure from the clipboard, or a picture from being opened.
    """

    said = Signal(str)
    noted = Signal(str)
    project_read = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        session: Session,
        work: Work,
        settings: Settings,
        tabs: PageTabs,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._session, self._work, self._settings, self._tabs = session, work, settings, tabs
        self._window = window
        self._dialog: ExportDialog | None = None
        self.copier = LatestRunner(work.executor, self)
        self.copier.done.connect(self._on_clip)
        self.copier.failed.connect(self.failed)
        self.printing = Printing(window)
        self.printing.failed.connect(self.failed)
        self.printing.printed.connect(self._on_printed)
        self._awaited: Picture | None = None  # whose settings are on their way
        self._other_text = False  # whether it is of another text
        session.answered.connect(self._on_answered)
        session.restored.connect(self._on_restored)

    @property
    def dialog(self) -> ExportDialog:
        """The export dialog, made when it is first asked for."""
        if self._dialog is None:
            from relviz.ui.export.dialog import ExportDialog  # noqa: PLC0415 # loads what draws files, and few export

            self._dialog = ExportDialog(self._session, self._work, self._settings, self._tabs, self._window)
            self._dialog.wanted.connect(self._on_wanted)
            self._dialog.copy_wanted.connect(self._on_copy_wanted)
            self._work.exporting.failed.connect(self._dialog.complain)
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
        self._work.exporting.submit(export, name, path)

    def _on_copy_wanted(self, export: Export) -> None:
        self.copier.submit(partial(export.clip, self._work.engine))

    def _on_clip(self, image: QImage) -> None:
        QGuiApplication.clipboard().setImage(image)
        self.noted.emit(self.tr("The figure is on the clipboard."))

    def copy_page(self) -> None:
        """Put the page in front on the clipboard, as a picture."""
        if figure := self._tabs.page.figure():
            QGuiApplication.clipboard().setImage(to_image(figure, colours().palette, scale=2.0))

    # Paper

    def print_page(self) -> None:
        """Print the page in front."""
        if figure := self._tabs.page.figure():
            self.printing.ask(figure)

    def _on_printed(self) -> None:
        self.noted.emit(self.tr("The figure was printed."))

    # Pictures that come back

    def restore(self, path: str) -> None:
        """Look at what a picture shows, with its own text if it is in it, else with the one that is open."""
        try:
            picture = read_picture(Path(path))
        except RelvizError as error:
            self.failed.emit(error)
            return
        picture = picture.of(self._session.text, str(self._session.source or ""))
        self.expect(picture)
        self.project_read.emit(picture.project)

    def expect(self, picture: Picture) -> None:
        """Say what there is to say of a picture once its settings are shown, which were asked for."""
        self._awaited, self._other_text = picture, picture.project.text is None

    def _on_answered(self) -> None:
        """What is said stands until something else is shown; what was said before is gone by now."""
        picture, response = self._awaited, self._session.response
        if picture is None or response is None:
            return
        if 0 < picture.start < len(response.tokens):
            QTimer.singleShot(0, self, self._on_tokens_known)
            return
        self._awaited = None
        said = []
        if self._other_text:
            text = self.tr("{0} is of another text, which is not in it: its settings are restored, with this text.")
            said.append(text.format(picture.name))
        if picture.has_other_weights(response.look.model, response.sha256):
            weights = self.tr("{0} is of a model {1} with other weights than the one that is here: numbers may differ.")
            said.append(weights.format(picture.name, picture.model))
        if said:
            self.said.emit(sentences(said))

    def _on_tokens_known(self) -> None:
        """Read from the token on with which the picture's reading began, now that it is known where tokens begin."""
        picture, session = self._awaited, self._session
        if picture is not None and session.response is not None:
            self._awaited = replace(picture, start=0)
            session.set_options(start=int(session.response.tokens.spans[picture.start, 0]))

    def _on_restored(self) -> None:
        self._awaited = None


class Printing(QObject):
    """Asks where to print, and prints a figure on paper, as vectors, laid out anew for the page.

    Signals:
        printed(): a figure went to the printer, or into a file.
        failed(object): the error that kept it from it.
    """

    printed = Signal()
    failed = Signal(object)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._printer: QPrinter | None = None
        self._dialog: QPrintDialog | None = None
        self._figure: FigureSpec | None = None

    def ask(self, figure: FigureSpec) -> None:
        """Let the user choose a printer, and print the figure on it."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter  # noqa: PLC0415 # few print

        if self._dialog is not None:
            self._dialog.raise_()  # one is open already
            return
        if self._printer is None:  # it remembers what was chosen on it
            self._printer = QPrinter(QPrinter.PrinterMode.HighResolution)
            self._printer.setPageOrientation(QPageLayout.Orientation.Landscape)
        self._printer.setDocName(f"relviz {figure.name}")
        self._figure = figure
        self._dialog = QPrintDialog(self._printer, self._window)
        self._dialog.finished.connect(self._on_finished)
        QDialog.open(self._dialog)  # its own ``open`` takes a slot by its signature in C++

    def _on_finished(self, result: int) -> None:
        assert self._dialog is not None, "no dialog was open"
        assert self._printer is not None, "a dialog has a printer"
        assert self._figure is not None, "a dialog is for a figure"
        self._dialog.deleteLater()
        self._dialog = None
        if result != QDialog.DialogCode.Accepted.value:
            return
        try:
            print_figure(self._figure, self._printer)
        except OutputError as error:
            self.failed.emit(error)
        else:
            self.printed.emit()


def print_figure(figure: FigureSpec, printer: QPrinter) -> None:
    """Draw a figure on one page, in the light theme, as large as the page's margins let it be.

    Raises:
        OutputError: the printer, or the file it prints into, does not take it.
    """
    scale = printer.resolution() / SCREEN_DPI
    room = printer.pageLayout().paintRectPixels(printer.resolution())
    width, height = int(room.width() / scale), int(room.height() / scale)
    painter = QPainter()
    if not painter.begin(printer):
        raise OutputError("The figure cannot be printed there: choose another printer, or another file.")
    painter.scale(scale, scale)
    draw(painter, QRectF(0, 0, width, height), replace(figure, size=(width, height)), LIGHT)
    if not painter.end():
        raise OutputError("The figure could not be printed to its end: choose another printer, or another file.")
