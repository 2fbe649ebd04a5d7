"""What lies over the window and explains it: the palette, the sheet of shortcuts, and the help."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QApplication, QMainWindow, QMessageBox

from relviz import __version__
from relviz.ui.commands.help import HelpPointer, HelpPopover, pointed_at
from relviz.ui.commands.palette import CommandPalette
from relviz.ui.commands.shortcut_sheet import ShortcutSheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QAction

    from relviz.app.session.session import Session
    from relviz.app.settings import Settings
    from relviz.ui.widgets.overlay import Overlay


class Guide(QObject):
    """Makes each of them when it is first asked for.

    Args:
        actions: every command, by its name.
        session: is told where to go.
        settings: remembers which commands were used last.
        window: what they lie over.
    """

    def __init__(
        self, actions: Mapping[str, QAction], session: Session, settings: Settings, window: QMainWindow
    ) -> None:
        super().__init__(window)
        self._actions, self._session, self._settings, self._window = actions, session, settings, window

    @cached_property
    def _palette(self) -> CommandPalette:
        return CommandPalette(self._actions, self._session, self._settings, self._window, self._window.menuBar())

    @cached_property
    def _sheet(self) -> ShortcutSheet:
        return ShortcutSheet(self._actions, self._window, self._window.menuBar())

    @cached_property
    def _popover(self) -> HelpPopover:
        return HelpPopover(self._window)

    @cached_property
    def _pointer(self) -> HelpPointer:
        return HelpPointer(self._popover, self._window)

    def toggle_palette(self) -> None:
        """Find a command; again to close it."""
        _toggle(self._palette)

    def toggle_sheet(self) -> None:
        """Show all shortcuts; again to close them."""
        _toggle(self._sheet)

    def help_here(self) -> None:
        """Explain what is under the pointer; again to close it."""
        focus = QApplication.focusWidget()
        if self._popover.isVisible() and focus is not None and self._popover.isAncestorOf(focus):
            self._popover.dismiss()
        else:
            self._popover.help_at(pointed_at(self._window))

    def help_click(self) -> None:
        """Explain what is clicked next."""
        self._pointer.wait()

    def help_on(self, topic: str) -> None:
        """Show a help page by its name."""
        self._popover.help_on(topic)

    def about(self) -> None:
        """Say what this is."""
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setWindowTitle(QCoreApplication.translate("HelpCommands", "About relviz"))
        box.setText(QCoreApplication.translate("HelpCommands", "relviz {0}").format(__version__))
        box.setInformativeText(
            QCoreApplication.translate(
                "HelpCommands",
                "See how a Transformer-XL pays attention across segments: the four terms of its score, live, "
                "on a text of your own (Dai et al. 2019).",
            )
        )
        box.open()


def _toggle(overlay: Overlay) -> None:
    if overlay.isVisible():
        overlay.dismiss()
    else:
        overlay.open()
