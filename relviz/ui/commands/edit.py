"""What the entries of the Edit menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from relviz.ui.window.main_window import MainWindow


class EditCommands(QObject):
    """Commands on the text: finding in it, and how it is marked; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def on_find(self) -> None:
        """Find words in the text."""
        self._window.docks.show_dock("text")
        self._window.text_dock.open_find()

    def on_find_next(self) -> None:
        """Go to the next place."""
        self._window.text_dock.find_bar.next()

    def on_find_previous(self) -> None:
        """Go to the place before."""
        self._window.text_dock.find_bar.previous()

    def on_shade_none(self) -> None:
        """Leave the text unshaded."""
        self._window.session.showing.set_shading("none")

    def on_shade_attention(self) -> None:
        """Shade the text by the attention of the selected query."""
        self._window.session.showing.set_shading("attention")

    def on_shade_attended(self) -> None:
        """Mark the memory tokens that get the most attention."""
        self._window.session.showing.set_shading("attended")

    def on_shade_loss(self) -> None:
        """Shade the text by loss."""
        self._window.session.showing.set_shading("loss")

    def on_shade_gain(self) -> None:
        """Shade the text by what memory gained."""
        self._window.session.showing.set_shading("gain")

    def on_token_boundaries(self, on: bool) -> None:
        """Mark where tokens begin in the text."""
        self._window.session.showing.set_token_boundaries(on)
