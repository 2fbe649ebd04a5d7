"""What was open when the program ended without closing it, and whether it is wanted back."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Restoring(QObject):
    """Holds the names of what can be restored, for the bar that asks, until somebody answers.

    Attributes:
        names: what was open, an empty name for a text without one.

    Signals:
        changed(): there is something else to be asked, or nothing any more.
        answered(bool): the user wants it back, or not.
    """

    changed = Signal()
    answered = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.names: tuple[str, ...] = ()

    def ask(self, *names: str) -> None:
        """Have the user asked about some windows."""
        self.names = names
        self.changed.emit()

    def answer(self, *, wanted: bool) -> None:
        """Tell what the user wants."""
        self.names = ()
        self.changed.emit()
        self.answered.emit(wanted)
