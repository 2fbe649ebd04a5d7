"""What the entries of the Reading menu do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

if TYPE_CHECKING:
    from relviz.ui.window.main_window import MainWindow


class ReadingCommands(QObject):
    """Commands on segments, memory and gains; the method ``on_<name>`` carries an entry out."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

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
        self._window.session.showing.change_pace(-1)

    def on_slower(self) -> None:
        """Play slower."""
        self._window.session.showing.change_pace(1)

    def on_start_here(self) -> None:
        """Start reading at the selected query; at the first token of the segment if none is selected."""
        look, pinned = self._window.session.look, self._window.session.selection.pinned
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
        self._window.session.gains.set_since("segment")

    def on_since_start(self) -> None:
        """Have gains act from the start of the text."""
        self._window.session.gains.set_since("start")

    def on_restore_parts(self) -> None:
        """Give every term of the score a gain of 1."""
        self._window.session.gains.reset()

    def on_release(self) -> None:
        """Release the pinned cell."""
        self._window.session.selection.pin(None)
        for page in self._window.pages:
            page.release()
