"""What the entries of the File menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from relviz.ui.window.main_window import MainWindow


class FileCommands(QObject):
    """Commands on texts, projects, models, figures and numbers; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def on_open_text(self) -> None:
        """Open a text file."""
        self._window.files.ask_text()

    def on_open_project(self) -> None:
        """Open a project."""
        self._window.projects.ask()

    def on_save_project(self) -> None:
        """Save the project."""
        self._window.projects.save()

    def on_save_project_as(self) -> None:
        """Save the project in another file."""
        self._window.projects.save_as()

    def on_paste_text(self) -> None:
        """Read what is on the clipboard in place of the text."""
        text = QGuiApplication.clipboard().text()
        if text:
            self._window.session.set_text(text)
        else:
            self._window.message.say(self.tr("There is no text on the clipboard: copy some first."))

    def on_open_model(self) -> None:
        """Open a model folder."""
        self._window.files.ask_model()

    def on_open_model_file(self) -> None:
        """Open a file of weights."""
        self._window.files.ask_model_file()

    def on_get_model(self) -> None:
        """Fetch a model from the hub."""
        self._window.files.ask_repository()

    def on_export_figure(self) -> None:
        """Choose what of the page in front is saved, and how."""
        self._window.exports.open_dialog()

    def on_export_data(self) -> None:
        """Save the numbers."""
        self._window.files.ask_data()

    def on_copy_figure(self) -> None:
        """Put the page in front on the clipboard, as a picture."""
        if figure := self._window.current_page().figure():
            self._window.files.copy_figure(figure, self._window.colours)

    def on_print(self) -> None:
        """Print the page in front."""
        self._window.exports.print_page()

    def on_quit(self) -> None:
        """Close all windows."""
        QApplication.closeAllWindows()
