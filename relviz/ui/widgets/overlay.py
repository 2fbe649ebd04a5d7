"""A sheet that lies over the window until Escape is pressed: no window of its own, and nothing waits for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import shiboken6
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QFrame, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QKeyEvent


class EscapeFrame(QFrame):
    """A frame that Escape closes while the focus is in it."""

    def dismiss(self) -> None:
        """Close it."""
        self.hide()

    def event(self, event: QEvent) -> bool:
        """Take Escape before the window's own shortcut does: elsewhere it releases the pinned cell."""
        if event.type() == QEvent.Type.ShortcutOverride and cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.dismiss()
        else:
            super().keyPressEvent(event)


class Overlay(EscapeFrame):
    """A frame over the window. Escape closes it, and the focus goes back to where it was.

    Subclasses say in ``place`` where they lie, and in ``first`` what gets the focus.

    Args:
        window: what it lies over; it follows when that changes its size.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._under = window
        self._before: QWidget | None = None
        self.setObjectName("overlay")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        window.installEventFilter(self)

    def open(self) -> None:
        """Show it, and remember where the focus was."""
        focus = QApplication.focusWidget()
        if focus is not None and not self.isAncestorOf(focus):
            self._before = focus
        self.place()
        self.show()
        self.raise_()
        self.first().setFocus(Qt.FocusReason.PopupFocusReason)

    def dismiss(self) -> None:
        """Close it, and give the focus back if it is here."""
        focus = QApplication.focusWidget()
        here = focus is not None and self.isAncestorOf(focus)
        before, self._before = self._before, None
        self.hide()
        if here and before is not None and shiboken6.isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.PopupFocusReason)

    def place(self) -> None:
        """Take place in the window."""
        raise NotImplementedError

    def first(self) -> QWidget:
        """Return what gets the focus."""
        raise NotImplementedError

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the window's size."""
        if watched is self._under and event.type() == QEvent.Type.Resize and self.isVisible():
            self.place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep keys from what lies under it."""
        super().keyPressEvent(event)
        event.accept()

    def focusNextPrevChild(self, onward: bool) -> bool:
        """Stay inside with Tab."""
        inside = [
            widget
            for widget in self.findChildren(QWidget)
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible() and widget.isEnabled()
        ]
        focus = QApplication.focusWidget()
        if inside:
            at = inside.index(focus) if focus in inside else -1
            inside[(at + (1 if onward else -1)) % len(inside)].setFocus(Qt.FocusReason.TabFocusReason)
        return bool(inside)

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of the widget that had the focus."""
        self._before = None
        super().hideEvent(event)
