"""The order in which Tab goes through the window: that in which its parts are read, whichever was made first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QToolBar, QWidget

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


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
