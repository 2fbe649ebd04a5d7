"""What the entries of the Help menu do."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from relviz import __version__
from relviz.ui.commands.palette import CommandPalette
from relviz.ui.commands.shortcut_sheet import ShortcutSheet
from relviz.ui.help.pointer import HelpPointer
from relviz.ui.help.popover import HelpPopover, pointed_at

if TYPE_CHECKING:
    from relviz.ui.widgets.overlay import Overlay
    from relviz.ui.window.main_window import MainWindow


class HelpCommands(QObject):
    """Commands on the program itself; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    @cached_property
    def palette(self) -> CommandPalette:
        """The command palette."""
        window = self._window
        return CommandPalette(window.commands.actions, window.session, window.settings, window, window.menuBar())

    @cached_property
    def sheet(self) -> ShortcutSheet:
        """The sheet of shortcuts."""
        return ShortcutSheet(self._window.commands.actions, self._window, self._window.menuBar())

    @cached_property
    def popover(self) -> HelpPopover:
        """The help page."""
        return HelpPopover(self._window)

    @cached_property
    def pointer(self) -> HelpPointer:
        """What waits for a click to explain."""
        return HelpPointer(self.popover, self._window)

    def on_command_palette(self) -> None:
        """Find a command; again to close it."""
        _toggle(self.palette)

    def on_shortcut_sheet(self) -> None:
        """Show all shortcuts; again to close them."""
        _toggle(self.sheet)

    def on_help_here(self) -> None:
        """Explain what is under the pointer; again to close it."""
        focus = QApplication.focusWidget()
        if self.popover.isVisible() and focus is not None and self.popover.isAncestorOf(focus):
            self.popover.dismiss()
        else:
            self.popover.help_at(pointed_at(self._window))

    def on_help_click(self) -> None:
        """Explain what is clicked next."""
        self.pointer.wait()

    def on_help_names(self) -> None:
        """Explain the names that papers and programs use."""
        self.popover.help_on("names")

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


def _toggle(overlay: Overlay) -> None:
    if overlay.isVisible():
        overlay.dismiss()
    else:
        overlay.open()
