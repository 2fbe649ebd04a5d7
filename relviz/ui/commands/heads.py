"""What the entries of the Heads view menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from relviz.ui.window.main_window import MainWindow


class HeadsCommands(QObject):
    """Commands on the heads map; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.measuring.view_changed.connect(self._show_state)
        window.session.answered.connect(self._show_state)

    def on_heads_number(self) -> None:
        """Show heads in the order of their numbers."""
        self._window.measuring.set(order="number")

    def on_heads_layer(self) -> None:
        """Sort the heads of each layer."""
        self._window.measuring.set(order="layer")

    def on_heads_all(self) -> None:
        """Sort all heads together."""
        self._window.measuring.set(order="all")

    def on_heads_means(self, on: bool) -> None:
        """Show means over heads and layers, or leave them out."""
        self._window.measuring.set(means=on)

    def on_next_measure(self) -> None:
        """Colour the heads by the next measure of the list."""
        self._window.heads_panel.choose_next(1)

    def on_previous_measure(self) -> None:
        """Colour the heads by the measure before."""
        self._window.heads_panel.choose_next(-1)

    def _show_state(self) -> None:
        actions, view = self._window.commands.actions, self._window.measuring.view
        actions[f"heads_{view.order}"].setChecked(True)
        actions["heads_means"].setChecked(view.means)
