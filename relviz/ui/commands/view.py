"""What the entries of the View menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from relviz.ui.window.main_window import MainWindow


class ViewCommands(QObject):
    """Commands on pages, scales, hidden keys and the theme; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def on_page_terms(self) -> None:
        """Show the Terms page."""
        self._window.show_page("terms")

    def on_page_memory(self) -> None:
        """Show the Memory page."""
        self._window.show_page("memory")

    def on_page_encoding(self) -> None:
        """Show the Encoding page."""
        self._window.show_page("encoding")

    def on_page_predictions(self) -> None:
        """Show the Predictions page."""
        self._window.show_page("predictions")

    def on_page_profiles(self) -> None:
        """Show the Profiles page."""
        self._window.show_page("profiles")

    def on_page_schemes(self) -> None:
        """Show the Schemes page."""
        self._window.show_page("schemes")

    def on_shared_scale(self, on: bool) -> None:
        """Give the four terms one scale, or each its own."""
        self._window.session.maps.set_shared_scale(on)

    def on_kept_scales(self, on: bool) -> None:
        """Keep the scales of the maps from segment to segment, or not."""
        self._window.session.maps.set(scales="locked" if on else "own")

    def on_interleaved(self, on: bool) -> None:
        """Change the layout of R."""
        self._window.session.showing.set_interleaved(on)

    def on_reset_zoom(self) -> None:
        """Show all rows and columns of the heatmaps."""
        for page in self._window.pages:
            page.reset_zoom()

    def on_hide_keys(self) -> None:
        """Hide the selected keys, or show them again."""
        session = self._window.session
        if session.look is not None and session.selection.region is not None:
            session.maps.hide(session.look, session.selection.region)
        else:
            self._window.message.say(self.tr("No key is selected: click a cell of its column first."))

    def on_show_keys(self) -> None:
        """Show all keys again."""
        self._window.session.maps.show_all()

    def on_unit_nats(self) -> None:
        """Tell losses in nats."""
        self._window.session.units.set("nats")

    def on_unit_bits(self) -> None:
        """Tell losses in bits."""
        self._window.session.units.set("bits")

    def on_reset_layout(self) -> None:
        """Put docks, toolbars and sizes back as at the first start."""
        self._window.reset_layout()

    def on_theme_system(self) -> None:
        """Follow the desktop's theme."""
        self._window.set_theme("system")

    def on_theme_light(self) -> None:
        """Use the light theme."""
        self._window.set_theme("light")

    def on_theme_dark(self) -> None:
        """Use the dark theme."""
        self._window.set_theme("dark")
