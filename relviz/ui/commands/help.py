"""What the entries of the Help menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMessageBox

from relviz import __version__

if TYPE_CHECKING:
    from relviz.ui.main_window import MainWindow


class HelpCommands(QObject):
    """Commands on the program itself; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def on_about(self) -> None:
        """Say what this is."""
        box = QMessageBox(self._window)
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
