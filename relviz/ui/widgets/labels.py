"""Labels of one line that elide, and of many that leave what is around them in peace; buttons for actions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class ElidedLabel(QLabel):
    """Plain text on one line, which does not widen its window; what does not fit belongs into the tool tip too."""

    _shorter: tuple[str, ...] = ()
    _long = ""

    def set_forms(self, text: str, *shorter: str) -> None:
        """Change the text; of it and its shorter forms, from the longest on, the first that fits is shown."""
        self._long, self._shorter = text, shorter
        self.setText(text)

    def minimumSizeHint(self) -> QSize:
        """Return next to no width."""
        return QSize(1, super().minimumSizeHint().height())

    @property
    def shown(self) -> str:
        """What can be read at the present width."""
        forms = (self.text(), *(self._shorter if self.text() == self._long else ()))
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        cut = [metrics.elidedText(form, Qt.TextElideMode.ElideRight, room) for form in forms]
        return next((form for form in forms if form in cut), cut[-1])

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as fits."""
        area = self.contentsRect()
        painter = QPainter(self)
        self.style().drawItemText(
            painter, area, self.alignment(), self.palette(), self.isEnabled(), self.shown, self.foregroundRole()
        )


class SteadyLabel(QWidget):
    """Holds a label of rich text, and stands in for it in a layout.

    A label by itself has the whole window laid out with every new text, which takes longer than to paint it.

    Args:
        parent: the owner.
        keeps_height: whether it never gets lower while its width stays, so that what is around it does not move.

    Attributes:
        label: the label; its text is set with ``set_text``.
    """

    def __init__(self, parent: QWidget | None = None, *, keeps_height: bool = False) -> None:
        super().__init__(parent)
        self._keeps_height = keeps_height
        self.setFixedHeight(0)
        self.label = QLabel(self)
        self.label.setTextFormat(Qt.TextFormat.RichText)
        self.label.setWordWrap(True)

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.label.setText(text)
        self.setFixedHeight(max(self._needed, self.height() if self._keeps_height else 0))

    def sizeHint(self) -> QSize:
        """Return as much as the text would like."""
        return QSize(self.label.sizeHint().width(), self.height())

    def minimumSizeHint(self) -> QSize:
        """Return the width of the longest word; without line breaks, none."""
        return QSize(self.label.minimumSizeHint().width() if self.label.wordWrap() else 1, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find out anew how much room the text needs."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setFixedHeight(self._needed)
        self.label.resize(self.size())  # while it is first shown, Qt tells of no height that is set meanwhile

    @property
    def _needed(self) -> int:
        """The height of the text at the present width."""
        label = self.label
        height = label.heightForWidth(self.width()) if label.wordWrap() else label.sizeHint().height()
        return max(height, 0)  # Qt has -1 for no text


def action_button(action: QAction, parent: QWidget) -> QToolButton:
    """Return a button for an action, in words, that says its shortcut in its tip."""
    if not action.shortcut().isEmpty():
        shortcut = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        action.setToolTip(f"{action.toolTip().rstrip('.')} ({shortcut})")
    button = QToolButton(parent)
    button.setObjectName(action.objectName())
    button.setDefaultAction(action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
    return button
