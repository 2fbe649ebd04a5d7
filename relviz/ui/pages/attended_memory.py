"""The memory tokens that get most of the attention, in a few lines; each leads to its cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QWidget,
)

from relviz.core.metrics.attention import most_attended
from relviz.core.percent import percent
from relviz.ui.bars.words import why_no_memory
from relviz.ui.widgets.rows import column_of

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from relviz.app.session.session import Session

SIDE = 12
"""Room left and right."""
LINES, SPACING = 2, 2
"""Lines of the list that can be seen at once, and pixels round each token."""
MOST = 500
"""Tokens that are listed at most: a longer list is read by nobody, and slow."""


class AttendedMemory(QWidget):
    """Lists the fifth of the memory tokens with the most attention, the strongest first, and marks them in the text.

    A click or Enter on one selects its cell: of the selected query where the list is of one, else of the query that
    looks at it most.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._keys: list[int] = []
        self.title = QLabel(self)
        self.title.setObjectName("muted")
        self.by = QComboBox(self)
        self.by.addItem(self.tr("of all queries, the mean"), False)
        self.by.addItem(self.tr("of the selected query"), True)
        self.by.setAccessibleName(self.tr("Whose attention it is"))
        self.marked = QCheckBox(self.tr("&Mark them in the text"), self)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Most attended memory tokens, the strongest first"))
        self.list.setFlow(QListWidget.Flow.LeftToRight)
        self.list.setWrapping(True)
        self.list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(SPACING)
        self.list.hide()  # until there is a memory
        self.title.setMinimumWidth(1)  # it goes over the choices before it would widen the window
        choices = QHBoxLayout()
        choices.addWidget(self.by)
        choices.addStretch(1)
        choices.addWidget(self.marked)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.addWidget(self.title)
        self._top.addLayout(choices, 1)
        column_of(self, self._top, self.list, margins=(SIDE, 0, SIDE, 8), spacing=4)
        self.by.activated.connect(self._on_chosen)
        self.marked.clicked.connect(self._on_marked)
        self.list.itemClicked.connect(self._on_taken)
        self.list.itemActivated.connect(self._on_taken)
        session.answered.connect(self.refresh)
        session.view_changed.connect(self.refresh)
        session.selection.changed.connect(self._on_cell_changed)

    @property
    def query(self) -> int | None:
        """Row of the query that the list is of, None for all of them."""
        pinned = self._session.selection.pinned
        return pinned[0] if self._session.marking.view.by_query and pinned else None

    def refresh(self) -> None:
        """Show the list of what is looked at now; nothing while nobody sees it."""
        session, look = self._session, self._session.left
        self.by.setCurrentIndex(int(session.marking.view.by_query))
        self.marked.setChecked(session.showing.view.shading == "attended")
        if look is None or not self.isVisible():
            return
        top = most_attended(look, self.query)
        self.list.clear()
        self._keys = top.keys[:MOST].tolist()
        for key, weight in zip(self._keys, top.weights.tolist(), strict=False):
            share = percent(weight, 2)
            item = QListWidgetItem(f"{look.key_tokens[key]}   {share}")
            back = look.terms.memory - key
            text = self.tr("token {0} of the text, {1} before the segment: attention {2}")
            item.setToolTip(text.format(int(look.key_positions[key]), back, share))
            self.list.addItem(item)
        if top.of:
            line = self.list.sizeHintForRow(0) + 2 * SPACING
            self.list.setFixedHeight(LINES * line + 2 * self.list.frameWidth())
            self.title.setText(
                self.tr("Top 20%: the {0} of {1} memory tokens with the most attention").format(len(top.keys), top.of)
            )
        else:
            self.title.setText(why_no_memory(session))
        self.list.setVisible(top.of > 0)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write the title over the choices where it has no room beside them."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        widgets = (self.title, self.by, self.marked)
        needed = sum(widget.sizeHint().width() for widget in widgets) + 2 * (SIDE + self._top.spacing())
        way = QBoxLayout.Direction
        self._top.setDirection(way.LeftToRight if needed <= self.width() else way.TopToBottom)

    def sizeHint(self) -> QSize:
        """Return a line of choices and the lines of tokens."""
        return QSize(400, super().sizeHint().height())

    def _on_cell_changed(self) -> None:
        if self._session.marking.view.by_query:
            self.refresh()

    def _on_chosen(self) -> None:
        self._session.marking.set(by_query=self.by.currentData())

    def _on_marked(self, on: bool) -> None:
        self._session.showing.set(shading="attended" if on else "none")

    def _on_taken(self, item: QListWidgetItem) -> None:
        look, key = self._session.left, self._keys[self.list.row(item)]
        if look is not None:
            row = self.query if self.query is not None else int(np.argmax(look.terms.attention[:, key]))
            self._session.selection.pin((row, key))
