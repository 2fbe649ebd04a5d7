"""What the entries of the Compare menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from relviz.app.compare.comparison import Mode
    from relviz.ui.window.main_window import MainWindow


class CompareCommands(QObject):
    """Commands on A and B; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def on_pin_a(self) -> None:
        """Pin what is shown as A."""
        self._window.comparison.pin()

    def on_compare_off(self) -> None:
        """Show B alone."""
        self._show("off")

    def on_compare_beside(self) -> None:
        """Show A beside B; once more, B alone."""
        self._show("beside")

    def on_compare_difference(self) -> None:
        """Show B less A; once more, B alone."""
        self._show("difference")

    def on_swap_compared(self) -> None:
        """Show what is A, and pin what was shown."""
        self._window.comparison.swap()

    def on_go_to_a(self) -> None:
        """Show what is A."""
        self._window.comparison.go_to_a()

    def on_release_a(self) -> None:
        """Forget A."""
        self._window.comparison.release()

    def _show(self, mode: Mode) -> None:
        comparison = self._window.comparison
        if comparison.mode == mode != "off":
            mode = "off"
        comparison.set_mode(mode)
        if mode != "off":
            self._window.show_page("terms")
