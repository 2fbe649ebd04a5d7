"""What is this? The next click explains what it hits, and does nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from relviz.ui.help.popover import widget_at

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent
    from PySide6.QtWidgets import QWidget

    from relviz.ui.help.popover import HelpPopover

_TAKEN = {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.MouseButtonDblClick}


class HelpPointer(QObject):
    """While it waits, the pointer is a question mark; Escape ends that.

    Args:
        popover: shows the help.
        window: where it waits; a click elsewhere ends it, too.
    """

    def __init__(self, popover: HelpPopover, window: QWidget) -> None:
        super().__init__(window)
        self._popover, self._window = popover, window
        self._waiting = False

    def wait(self) -> None:
        """Explain what is clicked next."""
        if not self._waiting:
            self._waiting = True
            QGuiApplication.setOverrideCursor(Qt.CursorShape.WhatsThisCursor)
            cast("QApplication", QApplication.instance()).installEventFilter(self)

    def _end(self) -> None:
        self._waiting = False
        QGuiApplication.restoreOverrideCursor()
        cast("QApplication", QApplication.instance()).removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the next click; Escape, or a window that goes away, ends it."""
        kind = event.type()
        if kind in _TAKEN and watched.isWidgetType():
            if kind == QEvent.Type.MouseButtonRelease:
                self._end()
                if cast("QWidget", watched).window() is self._window:
                    place = self._window.mapFromGlobal(cast("QMouseEvent", event).globalPosition().toPoint())
                    self._popover.help_at(widget_at(self._window, place))
            return True
        if kind in {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress} and watched.isWidgetType():
            if cast("QKeyEvent", event).key() == Qt.Key.Key_Escape:
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self._end()
                return True
        elif kind in {QEvent.Type.Close, QEvent.Type.LanguageChange} and watched is self._window:
            self._end()
        return False
