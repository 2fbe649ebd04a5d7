"""The Encoding page: a slider over the relative distance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QLabel,
    QScrollArea,
    QSlider,
    QSpinBox,
    QWidget,
)

from relviz.app.exporting.choices import recipe
from relviz.figure.views.encoding import encoding_figure
from relviz.ui.pages.page_widget import PageWidget
from relviz.ui.widgets.figure_view import FigureView
from relviz.ui.widgets.rows import column_of, row_of

if TYPE_CHECKING:
    from relviz.app.exporting.export import Draw
    from relviz.app.session.session import Session
    from relviz.app.work.work import Work
    from relviz.figure.spec import FigureSpec

LOWEST = 460
"""Least height of the figure, in device-independent pixels: four rows of plots; where there is less, it scrolls."""


class EncodingPage(PageWidget):
    """R_d as a vector and as a matrix, and what the head makes of it; dragging in a plot moves the distance, too."""

    def __init__(self, session: Session, work: Work, parent: QWidget | None = None) -> None:
        super().__init__(session, work, parent)
        self.slider = QSlider(Qt.Orientation.Horizontal, self)
        self.slider.setPageStep(8)
        self.slider.setAccessibleName(self.tr("Relative distance"))
        self.box = QSpinBox(self)
        self.box.setFixedWidth(64)
        self.box.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.box.setAccessibleName(self.tr("Relative distance"))
        self.interleaved = QCheckBox(self.tr("interleave sine and cosine"), self)
        self.meaning = QLabel(self)
        self.meaning.setObjectName("muted")
        self.meaning.setMinimumWidth(1)
        self.view = FigureView(self)
        self.view.setAccessibleName(self.tr("Encoding of relative distances"))
        label = QLabel(self.tr("relative distance &d"), self)
        label.setBuddy(self.box)
        bar = row_of(None, label, (self.slider, 1), self.box, self.interleaved, margins=(12, 10, 12, 6), spacing=10)
        layout = column_of(self, bar)
        self.meaning.setContentsMargins(12, 0, 12, 4)
        layout.addWidget(self.meaning)
        self.view.setMinimumHeight(LOWEST)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self.view)
        scroll.setAccessibleName(self.view.accessibleName())
        layout.addWidget(scroll, 1)
        self.slider.valueChanged.connect(session.selection.set_distance)
        self.box.valueChanged.connect(session.selection.set_distance)
        self.interleaved.toggled.connect(lambda on: session.showing.set(interleaved=on))
        self.view.pressed.connect(self._on_pressed)
        session.answered.connect(self._on_answered)
        session.selection.distance_changed.connect(self._on_distance_changed)
        session.view_changed.connect(self._on_changed)
        session.selection.pin_changed.connect(self._on_changed)

    def figure(self) -> FigureSpec | None:
        """Return what is shown, as a figure to be written to a file."""
        session = self._session
        if session.look is None or session.look.encoding is None:
            return None
        query, key = session.selection.pinned or (None, None)
        return encoding_figure(session.look, session.selection.distance, query, session.showing.view.interleaved, key)

    def recipe(self) -> Draw | None:
        """Return what draws this page for any segment, for files of several."""
        return recipe("encoding", self._session)

    def _on_answered(self) -> None:
        look = self._session.look
        assert look is not None, "answered without an answer"
        for control in (self.slider, self.box, self.interleaved):
            control.setEnabled(look.encoding is not None)
        self.view.setVisible(look.encoding is not None)
        if look.encoding is None:
            self.meaning.setText(self.tr("The position scheme of {0} has no vectors of distances.").format(look.model))
            return
        low, high = int(look.encoding.distances[0]), int(look.encoding.distances[-1])
        for control in (self.slider, self.box):
            control.blockSignals(True)  # a new range must not move the distance before both have it
            control.setRange(low, high)
            control.setValue(self._session.selection.distance)
            control.blockSignals(False)
        self._session.selection.set_distance(min(max(self._session.selection.distance, low), high))
        self._on_changed()

    def _on_distance_changed(self, distance: int) -> None:
        self.slider.setValue(distance)
        self.box.setValue(distance)
        self._on_changed()

    def _on_changed(self) -> None:
        if not self.isVisible() or (figure := self.figure()) is None:
            return
        self.interleaved.setChecked(self._session.showing.view.interleaved)
        self.meaning.setText(self._say(self._session.selection.distance))
        self.view.show_figure(figure)

    def showEvent(self, event: object) -> None:
        """Catch up with what changed while another page was shown."""
        self._on_changed()

    def _say(self, distance: int) -> str:
        encoding = self._session.look.encoding if self._session.look else None
        if encoding is None:
            return ""
        if distance < 0 and encoding.scores_ahead:
            return self.tr("a key {0} tokens after the query").format(-distance)
        if distance < 0:
            return self.tr(
                "a key {0} tokens after the query: the formula has it, but this model never looks ahead"
            ).format(-distance)
        if encoding.clamp is not None and distance >= encoding.clamp:
            return self.tr("from clamp_len = {0} on, all distances share one vector").format(encoding.clamp)
        if encoding.trained is not None and distance > encoding.trained:
            return self.tr("farther than the {0} tokens that were seen in training").format(encoding.trained)
        if distance == 0:
            return self.tr("the token itself")
        if distance == 1:
            return self.tr("the key just before the query (the article writes −1)")
        return self.tr("a key {0} tokens before the query (the article writes −{0})").format(distance)

    def _on_pressed(self, name: str, place: tuple[float, float]) -> None:
        if name in {"similarity", "position", "position_bias"}:
            self._session.selection.set_distance(round(place[0]))
        elif name == "matrix":
            self._session.selection.set_distance(int(place[0] // 1))
