"""A figure on paper, as vectors, laid out anew for the page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRectF, Signal
from PySide6.QtGui import QPageLayout, QPainter
from PySide6.QtWidgets import QDialog

from relviz.errors import OutputError
from relviz.figure.colours.palette import LIGHT
from relviz.figure.drawing.draw import draw
from relviz.figure.options import SCREEN_DPI

if TYPE_CHECKING:
    from PySide6.QtPrintSupport import QPrintDialog, QPrinter
    from PySide6.QtWidgets import QWidget

    from relviz.figure.spec import FigureSpec


class Printing(QObject):
    """Asks where to print, and prints.

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
