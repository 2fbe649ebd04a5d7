"""A line of text in a shorter form, or with an ellipsis at its end, where there is no room for all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel


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
