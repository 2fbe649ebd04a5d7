"""What stands where in the window, and in which order Tab goes through it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QToolBar, QWidget

from relviz.ui.commands.table import VIEW
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from relviz.ui.commands.menus import Commands

SIDE = 204
"""Width in which numbers and bars at the right can be read, in device-independent pixels."""


class Docks(QObject):
    """Text on the left, heads and inspector on the right; each can be closed, moved, and shown again in the View menu.

    In a narrow window the pages give way, and the text; heads and inspector are as wide as their numbers need.

    Args:
        window: the window.
        commands: its menus.
        text: what goes into the dock ``text``.
        heads: what goes into ``heads``.
        inspector: what goes into ``inspector``.
    """

    def __init__(
        self, window: QMainWindow, commands: Commands, text: QWidget, heads: QWidget, inspector: QWidget
    ) -> None:
        super().__init__(window)
        self._window, self._commands = window, commands
        right = Qt.DockWidgetArea.RightDockWidgetArea
        self._text = self._add("text", self.tr("Text"), text, Qt.DockWidgetArea.LeftDockWidgetArea, 250)
        self._heads = self._add("heads", self.tr("Heads"), heads, right, SIDE)
        self._inspector = self._add("inspector", self.tr("Inspector"), inspector, right, SIDE)
        for panel in (heads, inspector):
            panel.setMinimumWidth(SIDE)
        window.resizeDocks([self._heads, self._inspector], [240, 420], Qt.Orientation.Vertical)

    def show_dock(self, name: str) -> None:
        """Bring a dock back if it was closed: ``text``, ``heads`` or ``inspector``."""
        {"text": self._text, "heads": self._heads, "inspector": self._inspector}[name].show()

    def _add(self, name: str, title: str, widget: QWidget, area: Qt.DockWidgetArea, width: int) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(name)
        dock.setWidget(widget)
        dock.setFeatures(
            QDockWidget.DockWidgetFeature.DockWidgetClosable | QDockWidget.DockWidgetFeature.DockWidgetMovable
        )
        self._window.addDockWidget(area, dock)
        self._window.resizeDocks([dock], [width], Qt.Orientation.Horizontal)
        self._commands.add(f"dock_{name}", VIEW, dock.toggleViewAction())
        return dock


class Centre(QWidget):
    """Lays out what it is given; it becomes its parent.

    Args:
        bars: over the pages, from the top.
        pages: takes the room that is left.
        foot: under the pages, side by side; the first is as wide as it can be.
        window: the window.
    """

    def __init__(self, bars: tuple[QWidget, ...], pages: QWidget, foot: tuple[QWidget, ...], window: QWidget) -> None:
        super().__init__(window)
        first, *others = foot
        column_of(self, *bars, (pages, 1), row_of(None, (first, 1), *others, spacing=None))


def move_focus(window: QWidget, parts: Sequence[QWidget], onward: bool) -> bool:
    """Give the focus to what comes next, or before; from the last to the first.

    Args:
        window: in which it moves.
        parts: as in ``in_order``.
        onward: whether to the next, as Tab does, or to the one before.

    Returns:
        Whether there is anything that could have it.
    """
    ways = [widget for widget in in_order(window, parts) if widget.isVisible() and widget.isEnabled()]
    if not ways:
        return False
    focus = QApplication.focusWidget()
    at = ways.index(focus) if focus in ways else (-1 if onward else 0)
    reason = Qt.FocusReason.TabFocusReason if onward else Qt.FocusReason.BacktabFocusReason
    ways[(at + (1 if onward else -1)) % len(ways)].setFocus(reason)
    return True


def in_order(window: QWidget, parts: Sequence[QWidget]) -> list[QWidget]:
    """Return what Tab can come to, part after part, and what is in none of them at the end.

    Args:
        window: whose Tab order it is.
        parts: of one that lies within another, what comes first counts.
    """
    chain = list(focus_chain(window))
    ordered: list[QWidget] = []
    for part in parts:
        inside = [widget for widget in chain if widget is part or part.isAncestorOf(widget)]
        chain = [widget for widget in chain if widget not in inside]
        if isinstance(part, QToolBar):  # what is made anew in it comes last, wherever it stands
            inside.sort(key=lambda widget: widget.mapTo(window, QPoint(0, 0)).x())
        ordered += inside
    return ordered + chain


def focus_chain(window: QWidget) -> Iterator[QWidget]:
    """Yield the widgets that Tab can come to, in the order in which they were made, shown or not."""
    widget = window.nextInFocusChain()
    while widget is not None and widget is not window:
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
            yield widget
        widget = widget.nextInFocusChain()
