"""The window's commands: the table in ``app/actions.py`` as menus, and what each of them does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QMessageBox

from relviz import __version__
from relviz.app.actions import ACTIONS, MENUS, ActionSpec

if TYPE_CHECKING:
    from relviz.ui.main_window import MainWindow

CONTEXT = "Actions"


class Commands(QObject):
    """Makes a menu entry of each row of the table; the method ``on_<name>`` carries it out.

    Attributes:
        actions: every action, by its name.
        menus: every menu, by its title in the table.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self.menus = {title: window.menuBar().addMenu(QCoreApplication.translate(CONTEXT, title)) for title in MENUS}
        self.actions: dict[str, QAction] = {}
        groups: dict[str, QActionGroup] = {}
        for spec in ACTIONS:
            if spec.separated:
                self.menus[spec.menu].addSeparator()
            action = self._make(spec)
            if spec.group:
                groups.setdefault(spec.group, QActionGroup(self)).addAction(action)
            self.add(spec.name, spec.menu, action)

    def add(self, name: str, menu: str, action: QAction) -> None:
        """Take an action of somebody else's into a menu."""
        action.setObjectName(name)
        self.menus[menu].addAction(action)
        self.actions[name] = action

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(QCoreApplication.translate(CONTEXT, spec.text), self._window)
        action.setShortcut(spec.shortcut)
        if spec.tip:
            action.setToolTip(QCoreApplication.translate(CONTEXT, spec.tip))
        action.setCheckable(spec.checkable)
        action.triggered.connect(getattr(self, f"on_{spec.name}"))
        return action

    def on_open_text(self) -> None:
        """Open a text file."""
        self._window.files.ask_text()

    def on_paste_text(self) -> None:
        """Read what is on the clipboard in place of the text."""
        text = QGuiApplication.clipboard().text()
        if text:
            self._window.session.set_text(text)
        else:
            self._window.message.say(self.tr("There is no text on the clipboard: copy some first."))

    def on_export_figure(self) -> None:
        """Save the page in front."""
        if figure := self._window.current_page().figure():
            self._window.files.ask_figure(figure, self._window.colours)

    def on_export_data(self) -> None:
        """Save the numbers."""
        self._window.files.ask_data()

    def on_copy_figure(self) -> None:
        """Put the page in front on the clipboard, as a picture."""
        if figure := self._window.current_page().figure():
            self._window.files.copy_figure(figure, self._window.colours)

    def on_quit(self) -> None:
        """Close the window."""
        self._window.close()

    def on_find(self) -> None:
        """Find words in the text."""
        self._window.show_dock("text")
        self._window.text_dock.open_find()

    def on_find_next(self) -> None:
        """Go to the next place."""
        self._window.text_dock.find_bar.next()

    def on_find_previous(self) -> None:
        """Go to the place before."""
        self._window.text_dock.find_bar.previous()

    def on_shade_none(self) -> None:
        """Leave the text unshaded."""
        self._window.session.set_shading("none")

    def on_shade_attention(self) -> None:
        """Shade the text by the attention of the selected query."""
        self._window.session.set_shading("attention")

    def on_shade_loss(self) -> None:
        """Shade the text by loss."""
        self._window.session.set_shading("loss")

    def on_shade_gain(self) -> None:
        """Shade the text by what memory gained."""
        self._window.session.set_shading("gain")

    def on_token_boundaries(self, on: bool) -> None:
        """Mark where tokens begin in the text."""
        self._window.session.set_token_boundaries(on)

    def on_page_terms(self) -> None:
        """Show the Terms page."""
        self._window.show_page("terms")

    def on_page_memory(self) -> None:
        """Show the Memory page."""
        self._window.show_page("memory")

    def on_page_encoding(self) -> None:
        """Show the Encoding page."""
        self._window.show_page("encoding")

    def on_page_schemes(self) -> None:
        """Show the Schemes page."""
        self._window.show_page("schemes")

    def on_shared_scale(self, on: bool) -> None:
        """Give the four terms one scale, or each its own."""
        self._window.session.set_shared_scale(on)

    def on_kept_scales(self, on: bool) -> None:
        """Keep the scales of the maps from segment to segment, or not."""
        self._window.session.maps.set(scales="locked" if on else "own")

    def on_interleaved(self, on: bool) -> None:
        """Change the layout of R."""
        self._window.session.set_interleaved(on)

    def on_reset_zoom(self) -> None:
        """Show all rows and columns of the heatmaps."""
        self._window.terms_page.grid.reset_zoom()
        self._window.schemes_page.reset_zoom()

    def on_hide_keys(self) -> None:
        """Hide the selected keys, or show them again."""
        session = self._window.session
        if session.look is not None and session.region is not None:
            session.maps.hide(session.look, session.region)
        else:
            self._window.message.say(self.tr("No key is selected: click a cell of its column first."))

    def on_show_keys(self) -> None:
        """Show all keys again."""
        self._window.session.maps.show_all()

    def on_theme_system(self) -> None:
        """Follow the desktop's theme."""
        self._window.set_theme("system")

    def on_theme_light(self) -> None:
        """Use the light theme."""
        self._window.set_theme("light")

    def on_theme_dark(self) -> None:
        """Use the dark theme."""
        self._window.set_theme("dark")

    def on_first(self) -> None:
        """Go to the first segment."""
        self._window.session.go_to_segment(0)

    def on_back(self) -> None:
        """Go back one segment."""
        self._window.player.stop()
        self._window.session.step(-1)

    def on_step(self) -> None:
        """Go forward one segment."""
        self._window.session.step(1)

    def on_last(self) -> None:
        """Go to the last segment."""
        if self._window.session.look is not None:
            self._window.session.go_to_segment(self._window.session.look.segments - 1)

    def on_play(self, on: bool) -> None:
        """Start or stop stepping by itself."""
        self._window.player.play(on)

    def on_faster(self) -> None:
        """Play faster."""
        self._window.session.change_pace(-1)

    def on_slower(self) -> None:
        """Play slower."""
        self._window.session.change_pace(1)

    def on_start_here(self) -> None:
        """Start reading at the selected query; at the first token of the segment if none is selected."""
        look, pinned = self._window.session.look, self._window.session.pinned
        if look is not None:
            self._window.session.start_at(look.start + (pinned[0] if pinned else 0))

    def on_from_beginning(self) -> None:
        """Read the whole text."""
        self._window.session.start_at(0)

    def on_zero_memory(self, on: bool) -> None:
        """Start with zero vectors in memory, or with none."""
        self._window.session.set_options(initial_memory="zeros" if on else "empty")

    def on_since_segment(self) -> None:
        """Have gains act on the segment shown, over its true memory."""
        self._window.session.set_since("segment")

    def on_since_start(self) -> None:
        """Have gains act from the start of the text."""
        self._window.session.set_since("start")

    def on_restore_parts(self) -> None:
        """Give every term of the score a gain of 1."""
        self._window.session.restore_parts()

    def on_release(self) -> None:
        """Release the pinned cell."""
        self._window.session.pin(None)
        self._window.schemes_page.release()

    def on_open_model(self) -> None:
        """Open a model folder."""
        self._window.files.ask_model()

    def on_open_model_file(self) -> None:
        """Open a file of weights."""
        self._window.files.ask_model_file()

    def on_get_model(self) -> None:
        """Fetch a model from the hub."""
        self._window.files.ask_repository()

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
