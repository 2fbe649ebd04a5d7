"""The line that says which text the schemes read, where in it one looks, and where weights are random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QWidget

from relviz.app.lab.lab import ABSOLUTE, RELATIVE, LabRequest
from relviz.figure.lettering.text import SEPARATOR
from relviz.ui.pages.schemes.badge import RandomBadge

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from relviz.app.lab.lab import LabAnswer
    from relviz.app.session.session import Session


class ReadingRow(QWidget):
    """The choice of text, a badge and a remark; gone where there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.source = QComboBox(self)
        self.source.addItem(self.tr("A–H, the article's example"))
        self.source.addItem(self.tr("the text in the window"))
        self.source.setAccessibleName(self.tr("Text that the schemes read"))
        self.source.setToolTip(
            self.tr("The article's two segments of four tokens, or the segment of your text that the window shows")
        )
        self.badge = RandomBadge(self)
        self.remark = QLabel(self)
        self.remark.setObjectName("muted")
        self.remark.setWordWrap(True)
        self.remark.setMinimumWidth(1)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 3, 12, 2)
        layout.setSpacing(10)
        layout.addWidget(self.source)
        layout.addWidget(self.badge)
        layout.addWidget(self.remark, 1)

    def request(self, session: Session, schemes: tuple[str, ...]) -> LabRequest | None:
        """Return what is to be compared on the text chosen; None while the window has no text yet."""
        if self.source.currentIndex() == 0:
            return LabRequest(schemes, session.layer, session.head)
        if session.response is None:
            return None
        response, look = session.response, session.response.look
        begun = int(response.tokens.spans[look.first, 0]) if look.first else 0
        return LabRequest(
            schemes,
            session.layer,
            session.head,
            response.tokens.text[begun:],
            int(response.tokens.spans[look.start, 0]) - begun,
            response.segment_length,
            look.memory_length,
        )

    def show_place(self, answer: LabAnswer, experiment: str) -> None:
        """Say where one looks, and which models are missing in an experiment on a text."""
        schemes, untrained = answer.request.schemes, answer.untrained
        if experiment == "rewriting":
            schemes = (ABSOLUTE, RELATIVE)
        elif experiment == "collision":
            untrained = tuple(name for name in untrained if name == "learned")  # the others' are formulas
        head = self.tr("mean over heads") if answer.head == "mean" else self.tr("head {0}").format(answer.head)
        if answer.request.text is None:
            where = self.tr("window of 4: A B C D in memory, E F G H read; positions count from 1")
        else:
            where = self.tr("segment {0} of 0–{1}, read by characters").format(answer.segment, answer.segments - 1)
        self._say((where, self.tr("layer {0}, {1}").format(answer.layer, head)), untrained, schemes)

    def show_missing(self, untrained: Collection[str], schemes: Sequence[str]) -> None:
        """Say only which models are missing."""
        self._say((), untrained, schemes)

    def _say(self, parts: Sequence[str], untrained: Collection[str], schemes: Sequence[str]) -> None:
        self.badge.show_missing(untrained, schemes)
        self.remark.setText(SEPARATOR.join(parts))
        self.setVisible(bool(parts or untrained))
